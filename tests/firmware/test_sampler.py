"""The sampler's program: its opcodes from the very source, and every edge to the cycle (pioemu)."""

# No `from __future__ import annotations`: pioemu looks at that of its input's parameter.

from types import ModuleType

import pytest

from mopsbox import wiring

from . import assembler, fakes
from .model import COUNTER, Chance, word

LOOP = 25  # cycles, a microsecond

# facts/firmware.md, section 2: printed by MicroPython itself on an emulated board.
OPCODES = "a0c3 4008 a046 00a7 a447 0086 aee2 a022 40f8 8000 a047 0005"

# The same program in the datasheet's own language, for another assembler.
TEXT = """
.program sampler
.wrap_target
    mov isr, null
    in pins, 8
    mov y, isr
    jmp x!=y, changed
    mov y, osr [4]
dec:
    jmp y--, store
store:
    mov osr, y [14]
.wrap
changed:
    mov x, y
    in osr, 24
    push noblock
    mov y, osr
    jmp dec
"""


@pytest.fixture
def edges(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return fakes.load(monkeypatch)


def test_the_source_assembles_to_what_micropython_makes_of_it(edges: ModuleType) -> None:
    assert " ".join(f"{opcode:04x}" for opcode in edges.sampler.opcodes) == OPCODES
    assert (edges.sampler.wrap_target, edges.sampler.wrap) == (0, 6)


@pytest.mark.firmware
def test_another_assembler_makes_the_same_of_the_program_as_text(edges: ModuleType) -> None:
    adafruit = pytest.importorskip("adafruit_pioasm", reason="`make firmware-test` installs it")
    program = adafruit.Program(TEXT)
    assert tuple(program.assembled) == edges.sampler.opcodes
    assert program.pio_kwargs["wrap_target"] == 0 and program.pio_kwargs["wrap"] == 6


def test_both_ways_through_the_loop_take_a_microsecond(edges: ModuleType) -> None:
    cycles = [1 + (opcode >> 8 & 0x1F) for opcode in edges.sampler.opcodes]
    assert sum(cycles[:7]) == LOOP
    assert sum(cycles[:4]) + sum(cycles[7:]) + sum(cycles[5:7]) == LOOP
    assert edges.SAMPLER_HZ == LOOP * 1_000_000
    for usual in (125, 150, 200, 250):
        assert usual * 1_000_000 % edges.SAMPLER_HZ == 0


def test_the_pins_are_those_of_the_wiring(edges: ModuleType) -> None:
    pico = wiring.read("pico")
    assert [c.pin for c in pico.buzzers.values()] == list(range(edges.FIRST_BUZZER, edges.FIRST_BUZZER + 8))
    assert list(pico.lamps.values()) == list(range(edges.FIRST_LAMP, edges.FIRST_LAMP + 8))


def emulated(
    edges: ModuleType, levels: dict[int, int], cycles: int, counter: int = 0xFFFFFFFF
) -> list[tuple[int, int]]:
    """(cycle of the push, word): what pioemu makes of pins that have `levels` from these cycles on. Its queue is
    emptied at once, as DMA does."""
    pytest.importorskip("pioemu")
    from pioemu import ShiftRegister, State, clock_cycles_reached, emulate

    assert [assembler.one(text) for text in ("mov(x, invert(null))", "mov(osr, invert(null))")] == [0xA02B, 0xA0EB]
    changes = sorted(levels)
    pins = [0xFF, 0]  # now, and how many changes have been

    def pins_at(cycle: int) -> int:
        while pins[1] < len(changes) and changes[pins[1]] <= cycle:
            pins[0] = levels[changes[pins[1]]]
            pins[1] += 1
        return pins[0]

    start = State(x_register=0xFFFFFFFF, output_shift_register=ShiftRegister(counter, 0))
    program, said = edges.sampler, []
    for before, after in emulate(
        list(program.opcodes),
        stop_when=clock_cycles_reached(cycles),
        initial_state=start,
        input_source=pins_at,
        shift_isr_right=False,
        wrap_target=program.wrap_target,
        wrap_top=program.wrap,
    ):
        if after.receive_fifo:
            said.append((before.clock, after.receive_fifo.pop()))
            after.receive_fifo.clear()
    return said


def expected(levels: dict[int, int], cycles: int, counter: int = COUNTER) -> list[tuple[int, int]]:
    """A sample at the second cycle of each loop, a word for each that differs, pushed five cycles later."""
    said, before, now, changes = [], -1, 0xFF, sorted(levels)
    for k in range(cycles // LOOP):
        while changes and changes[0] <= k * LOOP + 1:
            now = levels[changes.pop(0)]
        if now != before:
            said.append((k * LOOP + 6, now << 24 | (counter - k) & COUNTER))
        before = now
    return said


def test_four_hundred_random_edges_are_exact_to_the_cycle(edges: ModuleType) -> None:
    chance, cycle, level, levels = Chance(300), 0, 0xFF, {}
    for _ in range(400):
        cycle += chance.between(1, 500)
        level ^= 1 << chance.below(8)
        levels[cycle] = level
    cycles = cycle + 2 * LOOP
    said = emulated(edges, levels, cycles)
    assert said == expected(levels, cycles)
    assert len(said) >= 300
    assert said[0] == (6, word(0, 0)) and said[-1][1] >> 24 == level


def test_a_change_each_microsecond_is_a_word_each(edges: ModuleType) -> None:
    levels = {k * LOOP: 0xFF ^ (k % 2) for k in range(200)}
    said = emulated(edges, levels, 200 * LOOP)
    assert [w & COUNTER for _, w in said] == [COUNTER - k for k in range(200)]


def test_a_touch_of_a_microsecond_is_never_missed_a_shorter_one_may_be(edges: ModuleType) -> None:
    for begin in range(100, 100 + LOOP):
        for length, seen in ((LOOP, {1}), (LOOP - 1, {0, 1}), (1, {0, 1})):
            said = emulated(edges, {begin: 0xFE, begin + length: 0xFF}, 300)
            assert len([w for _, w in said if w >> 24 == 0xFE]) in seen, (begin, length)


def test_the_counter_goes_on_through_the_end_of_24_bits_and_of_32(edges: ModuleType) -> None:
    levels = {k * LOOP: 0xFF ^ (k % 2) for k in range(12)}
    for counter in (0x01000005, 0x00000005):
        said = emulated(edges, levels, 12 * LOOP, counter)
        assert said == expected(levels, 12 * LOOP, counter & COUNTER)
        assert [w & COUNTER for _, w in said][4:8] == [1, 0, 0xFFFFFF, 0xFFFFFE]


def test_two_at_the_same_sample_are_one_word_the_next_sample_is_another(edges: ModuleType) -> None:
    together = {LOOP + 2: 0xFE, 2 * LOOP + 1: 0x7E}  # one right behind a sample, one right at the next
    assert [w >> 24 for _, w in emulated(edges, together, 200)] == [0xFF, 0x7E]
    apart = {LOOP + 1: 0xFE, LOOP + 2: 0x7E}  # a cycle apart, but a sample lies between
    assert [w >> 24 for _, w in emulated(edges, apart, 200)] == [0xFF, 0xFE, 0x7E]
