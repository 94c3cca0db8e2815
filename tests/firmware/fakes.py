"""rp2, machine and uctypes as far as pio_edges.py asks for them, and pio_edges.py on top of them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterable, MutableSequence
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from mopsbox.firmware import hubcore

from . import assembler

SOURCE = Path(hubcore.__file__).with_name("pio_edges.py")
ROOM = 0x20001234  # where the ring's room happens to lie: not aligned to anything that matters


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number: int, mode: int = -1, pull: int = -1, value: int = -1) -> None:
        self.number, self.mode, self.pull, self.level = number, mode, pull, value

    def value(self, level: int) -> None:
        self.level = level


class Memory(dict[int, int]):
    """machine.mem32, which is signed on the board."""

    def __getitem__(self, address: int) -> int:
        value = self.get(address, 0)
        return value - (1 << 32) if value >> 31 else value

    def __setitem__(self, address: int, value: int) -> None:
        if address == 0x50200008:  # FDEBUG: written 1 to clear
            value = self.get(address, 0) & ~value
        super().__setitem__(address, value)


class DMA:
    """A channel whose transfers the test makes (`put`)."""

    def __init__(self) -> None:
        self.config_: dict[str, int] = {}
        self.left = 0
        self.between: Callable[[], None] = lambda: None  # what happens whenever somebody has read `count`

    @property
    def count(self) -> int:
        left = self.left
        self.between()
        return left

    def put(self, room: MutableSequence[int], words: Iterable[int]) -> None:
        """Transfers these into the room at ROOM, round in the ring, as `ctrl` says (datasheet 2.5.7)."""
        ctrl = self.config_["ctrl"]
        assert ctrl >> 10 & 1 and ctrl >> 5 & 1 and not ctrl >> 4 & 1 and ctrl >> 2 & 3 == 2
        ring = (1 << (ctrl >> 6 & 0xF)) - 1
        for word in words:
            if self.left:
                room[(self._write - ROOM) // 4] = word
                self._write = self._write & ~ring | (self._write + 4) & ring
                self.left -= 1

    def pack_ctrl(
        self, size: int, inc_read: bool, inc_write: bool, ring_sel: bool, ring_size: int, treq_sel: int
    ) -> int:
        """CH0_CTRL_TRIG (datasheet 2.5.7): enabled, chained to itself, no interrupt."""
        fields = (
            (1, 0),
            (size, 2),
            (inc_read, 4),
            (inc_write, 5),
            (ring_size, 6),
            (ring_sel, 10),
            (treq_sel, 15),
            (1, 21),
        )
        return sum(value << shift for value, shift in fields)

    def config(self, read: int, write: int, count: int, ctrl: int, trigger: bool) -> None:
        assert trigger
        self.config_ = {"read": read, "write": write, "count": count, "ctrl": ctrl}
        self.left, self._write = count, write


class StateMachine:
    def __init__(self, number: int, program: assembler.Program, freq: int, in_base: Pin) -> None:
        assert number == 0  # whose registers pio_edges.py names
        self.program, self.freq, self.in_base = program, freq, in_base
        self.executed: list[int] = []
        self.on = 0

    def exec(self, text: str) -> None:
        assert not self.on
        self.executed.append(assembler.one(text))

    def active(self, on: int) -> None:
        self.on = on


def load(monkeypatch: pytest.MonkeyPatch, frequency: int = 125_000_000) -> ModuleType:
    """pio_edges.py, its surroundings faked; `.memory` is what mem32 reads."""
    memory = Memory()
    machine = SimpleNamespace(
        Pin=Pin, mem32=memory, freq=lambda: frequency, unique_id=lambda: bytes.fromhex("e660583883724a32")
    )
    pio = SimpleNamespace(SHIFT_LEFT=assembler.SHIFT_LEFT, JOIN_RX=assembler.JOIN_RX)
    rp2 = SimpleNamespace(asm_pio=assembler.asm_pio, PIO=pio, DMA=DMA, StateMachine=StateMachine)
    parts = {
        "machine": machine,
        "rp2": rp2,
        "uctypes": SimpleNamespace(addressof=lambda room: ROOM),
        "hubcore": hubcore,
    }
    for name, part in parts.items():
        monkeypatch.setitem(sys.modules, name, part)
    spec = importlib.util.spec_from_file_location("pio_edges", SOURCE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.memory = memory  # type: ignore[attr-defined]
    return module
