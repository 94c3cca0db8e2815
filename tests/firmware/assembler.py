"""PIO programs from the very source the board runs: what `@rp2.asm_pio` decorates is called under CPython, with words
that assemble (RP2040 datasheet, 3.4). Only the words that our program needs; another one is a NameError."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

SHIFT_LEFT, SHIFT_RIGHT = 0, 1
JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2

FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "isr": 6, "osr": 7}
INVERT = 0b01 << 3  # a bit pair of MOV, above its source
WHEN = {"x_not_y": 5, "y_dec": 4}


@dataclass(frozen=True)
class Program:
    opcodes: tuple[int, ...]
    wrap_target: int
    wrap: int  # the last instruction of the loop
    shiftctrl: int  # SM0_SHIFTCTRL


class _Assembling:
    """One pass: every word is a method; `label` fills what a second pass needs."""

    def __init__(self, labels: dict[str, int]) -> None:
        self.labels = labels
        self.opcodes: list[int] = []
        self.loop = [0, 0]

    def _add(self, opcode: int) -> _Assembling:
        self.opcodes.append(opcode)
        return self

    def __getitem__(self, delay: int) -> None:  # `mov(y, osr)[4]`
        assert 0 <= delay < 32
        self.opcodes[-1] |= delay << 8

    def words(self) -> dict[str, Any]:
        there = {
            "mov": lambda to, source: self._add(0xA000 | to << 5 | source),
            "in_": lambda source, bits: self._add(0x4000 | source << 5 | bits % 32),
            "push": lambda block: self._add(0x8000 | block),
            "jmp": lambda *a: self._add((a[0] << 5 if len(a) == 2 else 0) | self.labels.get(a[-1], 0)),
            "label": lambda name: self.labels.__setitem__(name, len(self.opcodes)),
            "wrap_target": lambda: self.loop.__setitem__(0, len(self.opcodes)),
            "wrap": lambda: self.loop.__setitem__(1, len(self.opcodes) - 1),
            "invert": lambda source: source | INVERT,
            "noblock": 0,
        }
        return {**FROM, **WHEN, **there}


def asm_pio(*, in_shiftdir: int = SHIFT_LEFT, fifo_join: int = JOIN_NONE) -> Callable[[FunctionType], Program]:
    """What stands in for rp2.asm_pio."""

    def assemble(function: FunctionType) -> Program:
        labels: dict[str, int] = {}
        for _ in range(2):
            run = _Assembling(labels)
            FunctionType(function.__code__, run.words())()
        return Program(tuple(run.opcodes), run.loop[0], run.loop[1], fifo_join << 30 | in_shiftdir << 18)

    return assemble


def one(text: str) -> int:
    """The opcode of a single instruction, as StateMachine.exec takes it."""
    run = _Assembling({})
    eval(text, run.words())
    (opcode,) = run.opcodes
    return opcode
