"""How the ring is read, and what the Pico's registers are told (pio_edges.py, its chip faked)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from mopsbox.firmware import hubcore

from . import assembler, fakes

FDEBUG = 0x50200008


@pytest.fixture
def edges(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return fakes.load(monkeypatch)


@pytest.fixture
def sampler(edges: ModuleType) -> Any:
    return edges.Sampler()


def put(sampler: Any, words: Iterable[int]) -> None:
    sampler._dma.put(sampler._room, words)


def drained(sampler: Any) -> tuple[list[int], int]:
    """All words there are, and how many were lost."""
    words, lost = [], 0
    for _ in range(50):
        some, gone, waited = sampler.read()
        words += some
        lost += gone
        if waited <= len(some):
            return words, lost
    raise AssertionError("there is always more to read")


def test_dma_moves_the_state_machines_words_into_an_aligned_ring(sampler: Any) -> None:
    told = sampler._dma.config_
    assert told["read"] == 0x50200020  # PIO0 RXF0
    assert told["ctrl"] >> 15 & 0x3F == 4  # DREQ_PIO0_RX0
    assert told["ctrl"] >> 6 & 0xF == 12  # 4096 bytes
    assert told["write"] % 4096 == 0
    assert fakes.ROOM <= told["write"] <= fakes.ROOM + 4 * len(sampler._room) - 4096
    assert told["count"] < 1 << 28  # an RP2350's counter has no more bits


def test_the_state_machine_begins_with_a_change(sampler: Any) -> None:
    machine = sampler._machine
    assert machine.executed == [assembler.one("mov(x, invert(null))"), assembler.one("mov(osr, invert(null))")]
    assert (machine.freq, machine.in_base.number, machine.on) == (25_000_000, 2, 0)
    assert machine.program.shiftctrl == 1 << 31  # the queue for what goes out is joined to that for what comes in
    sampler.start()
    assert machine.on


def test_words_come_out_once_each_in_their_order_round_the_ring(sampler: Any) -> None:
    assert sampler.read() == ([], 0, 0)
    for begin, n in ((0, 1), (1, 63), (64, 64), (128, 900), (1028, 1024), (2052, 7)):
        put(sampler, range(begin, begin + n))
        assert drained(sampler) == (list(range(begin, begin + n)), 0)


def test_sixty_four_are_read_at_once_and_the_rest_is_announced(sampler: Any) -> None:
    put(sampler, range(100))
    assert sampler.read() == (list(range(64)), 0, 100)
    assert sampler.read() == (list(range(64, 100)), 0, 36)


def test_what_went_round_the_ring_is_counted_and_the_newest_are_left(sampler: Any) -> None:
    put(sampler, range(5000, 5100))
    drained(sampler)
    put(sampler, range(1524))
    words, lost, waited = sampler.read()
    assert (words[0], lost, waited) == (500, 500, 1024)
    assert drained(sampler) == (list(range(564, 1524)), 0)


@pytest.mark.parametrize("meanwhile", [1, 10, 63, 64, 65, 2000])
def test_what_is_written_over_while_it_is_read_is_lost_never_mistaken(sampler: Any, meanwhile: int) -> None:
    """The ring is full, and more comes between counting and reading: the oldest are new ones by now."""
    put(sampler, range(1024))

    def more() -> None:
        sampler._dma.between = lambda: None
        put(sampler, range(1024, 1024 + meanwhile))

    sampler._dma.between = more
    words, lost, _ = sampler.read()
    assert words == list(range(64))[meanwhile:]
    assert lost == min(meanwhile, 64)
    rest, more_lost = drained(sampler)
    assert rest == list(range(max(64, meanwhile), 1024 + meanwhile))
    assert len(words) + lost + len(rest) + more_lost == 1024 + meanwhile


def test_without_room_in_the_queue_nothing_is_known_of_how_things_are(edges: ModuleType, sampler: Any) -> None:
    put(sampler, range(100))
    edges.memory.update({FDEBUG: 1})
    assert sampler.read() == ([], 101, 0)
    assert edges.memory[FDEBUG] == 0
    put(sampler, range(3))
    assert drained(sampler) == ([0, 1, 2], 0)


def test_a_stall_from_before_the_start_does_not_count(edges: ModuleType, sampler: Any) -> None:
    edges.memory.update({FDEBUG: 1})
    sampler.start()
    assert sampler.read() == ([], 0, 0)


def test_dma_is_started_anew_when_it_has_counted_to_its_end(edges: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edges, "COUNT", 3000)
    sampler = edges.Sampler()
    got = []
    for begin in range(0, 9000, 500):
        put(sampler, range(begin, begin + 500))
        words, lost = drained(sampler)
        assert lost == 0
        got += words
    assert got == list(range(9000))


# The whole board


def pico(edges: ModuleType, ticks: Callable[[], int], machine: str = "Raspberry Pi Pico with RP2040") -> Any:
    edges.time = SimpleNamespace(ticks_us=ticks)
    stdin = SimpleNamespace(buffer=SimpleNamespace())
    about = SimpleNamespace(_machine=machine, version=(1, 28, 0, ""))
    edges.sys = SimpleNamespace(implementation=about, stdin=stdin, stdout=SimpleNamespace(buffer=None))
    edges.select = SimpleNamespace(poll=lambda: SimpleNamespace(register=lambda *a: None), POLLIN=1)
    return edges.Pico()


def test_a_pico_says_who_it_is_and_pulls_its_inputs_up(edges: ModuleType) -> None:
    board = pico(edges, iter([(1 << 30) - 10, 10, 30]).__next__)
    assert (board.chip, board.mpy, board.uid) == ("rp2040", "1.28.0", "e660583883724a32")
    assert {(p.mode, p.pull) for p in board._buzzers} == {(fakes.Pin.IN, fakes.Pin.PULL_UP)}
    assert [p.number for p in board._buzzers] == list(range(2, 10))
    assert board.origin == 30  # between 20 and 40 since it began
    assert board.clock_hz == 0


def test_a_pico_2_is_known_by_its_name(edges: ModuleType) -> None:
    assert pico(edges, int, "Raspberry Pi Pico2 with RP2350").chip == "rp2350"


def test_levels_are_read_from_a_signed_register(edges: ModuleType) -> None:
    board = pico(edges, int)
    edges.memory.update({0xD0000004: 0xC0000000 | 0b10110101 << 2 | 0b11})
    assert board.levels() == 0b10110101


def test_lamps_are_lit_by_their_bit(edges: ModuleType) -> None:
    board = pico(edges, int)
    board.lamps(0b10000101)
    assert [p.number for p in board._lamps if p.level] == [10, 12, 17]
    assert [p.number for p in board._lamps] == list(range(10, 18))


def test_at_a_frequency_that_does_not_fit_there_is_no_sampler_and_the_core_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    edges = fakes.load(monkeypatch, frequency=133_000_000)
    board = pico(edges, int)
    lines: list[bytes] = []
    board.write, board.waiting = lines.append, lambda: False
    core = hubcore.Core(board)
    for _ in range(3):
        core.turn()
    assert board.read() == ([], 0, 0)
    assert [line[:2] for line in lines] == [b"$H", b"$X"]
    assert b" clock 7ed6b40*" in lines[1]  # 133 000 000


def test_a_press_goes_from_the_ring_to_the_wire(edges: ModuleType) -> None:
    """The very classes of the board, but for its chip."""
    now = [0]
    board = pico(edges, lambda: now[0])
    lines: list[bytes] = []
    board.write, board.waiting = lines.append, lambda: False
    core = hubcore.Core(board)
    put(board._sampler, [0xFFFFFFFF])  # nothing pressed
    core.turn()
    put(board._sampler, [0b11111011 << 24 | 0xFFFFFF - 4321])
    now[0] = 5000
    core.turn()
    assert lines[1].startswith(b"$E0001 10e1 4 4*")  # 4321 µs, buzzer 3
