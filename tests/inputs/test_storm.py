"""A line that chatters thousands of times a second: thinned out before the referee, and no ruling is another one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from mopsbox import wiring
from mopsbox.desk import Desk
from mopsbox.inputs.contacts import STORM, WITHIN, Contacts, Moved, thin
from mopsbox.lamps import Remembered
from mopsbox.table import MS, SEATS, SECOND, Command, Ruling

PINS = wiring.read("pi").buzzers
US = 1000


def storm(seat: int, start: int, n: int, every: int, seq: int = 1) -> list[Moved]:
    """`n` edges of one line, closing first."""
    pin = PINS[SEATS[seat - 1]].pin
    return [Moved(start + k * every, pin, k % 2 == 0, seq + k) for k in range(n)]


def decided(batches: list[list[Moved]], thinning: bool) -> tuple[list[Ruling], int]:
    """The rulings of a race open from the start, each batch read a little after its last edge; and the gaps seen."""
    desk, contacts = Desk(Remembered()), Contacts(wiring.read("pi"), 0)
    desk.start_log(SEATS, 1)
    desk.put(Command(1, "open"))
    rulings: list[Ruling] = []
    for batch in batches:
        edges = contacts.take(batch) if thinning else [e for move in batch for e in contacts.take([move])]
        for edge in edges:
            desk.put(edge)
        rulings += desk.step(max(m.t for m in batch) + 10 * US)
    rulings += desk.step(60 * SECOND)
    return rulings, desk.lost


def test_a_storm_is_thinned_to_what_decides() -> None:
    moves = storm(1, SECOND, 1000, 100 * US)
    kept = thin(moves)
    assert len(kept) < len(moves) / 2.5
    assert (kept[0], kept[-1].seq) == (moves[0], 1000)
    assert sum(1 + m.thinned for m in kept) == 1000  # every edge is accounted for
    assert all(b.t - a.t < WITHIN and a.closed != b.closed for a, b in pairwise(kept))


def test_other_lines_edges_in_the_middle_of_a_storm_stay() -> None:
    moves = storm(1, SECOND, 100, 100 * US)
    other = Moved(moves[50].t + 1, PINS[SEATS[3]].pin, True, 51)
    later = [Moved(m.t, m.pin, m.closed, (m.seq or 0) + 1) for m in moves[50:]]
    kept = thin([*moves[:50], other, *later])
    assert other in kept
    before, after = kept[kept.index(other) - 1], kept[kept.index(other) + 1]
    assert (before.seq, after.seq) == (50, 52)


def test_a_gap_in_the_count_stays_a_gap() -> None:
    moves = storm(1, SECOND, 200, 100 * US)
    del moves[90:93]
    assert decided([moves], thinning=True)[1] == 1


trains = st.lists(
    st.tuples(st.integers(1, 8), st.integers(1, 60), st.integers(20, 1500), st.integers(0, 40)),
    min_size=1,
    max_size=6,
)


@settings(deadline=None, max_examples=60)
@given(trains, st.integers(STORM, 400))
def test_thinning_changes_no_ruling(trains: list[tuple[int, int, int, int]], size: int) -> None:
    """Trains of edges of any line at any pace (us) and distance (ms), read in batches of any size."""
    moves, t = [], SECOND
    for seat, n, pace_us, pause_ms in trains:
        moves += storm(seat, t, n, pace_us * US, len(moves) + 1)
        t = moves[-1].t + pause_ms * MS + US
    batches = [moves[k : k + size] for k in range(0, len(moves), size)]
    assert decided(batches, thinning=True) == decided(batches, thinning=False)


@given(st.integers(30, 900), st.integers(40, 600), st.lists(st.integers(0, 100_000), max_size=30), st.integers(16, 200))
@example(501, 40, [451, 451], 16)  # twice at the same moment, the stamp at the edge of what a reading says
@settings(deadline=None, max_examples=80)
def test_a_storm_read_truly_at_any_time_is_no_press(pace_us: int, n: int, reads_us: list[int], size: int) -> None:
    """The lines are read between the edges of a contact that is never closed for 1 ms: nobody has pressed."""
    desk, contacts = Desk(Remembered(), start=1), Contacts(wiring.read("pi"), 0)
    moves = storm(1, SECOND, n, pace_us * US)
    end = moves[-1].t
    moves += [Moved(end + pace_us * US, moves[0].pin, False, n + 1)] if moves[-1].closed else []
    for k in range(0, len(moves), size):
        for edge in contacts.take(moves[k : k + size]):
            desk.put(edge)
    for read_us in sorted(reads_us):
        at = SECOND + read_us * US
        closed = [m.closed for m in moves if m.t <= at][-1] if at >= SECOND else False
        desk.read(at - 5 * US, at, frozenset({SEATS[0]} if closed else ()))
    rulings = [r for k in range(60) for r in desk.step(SECOND + k * 10 * MS)]
    assert "press" not in {r.said for r in rulings}


def test_what_was_thinned_is_not_lost_for_those_who_play_and_those_who_do_not() -> None:
    """Seat 8 storms without playing while seats 1 and 2 race: their count has no hole."""
    desk, contacts = Desk(Remembered()), Contacts(wiring.read("pi"), 0)
    lines: list[str] = []
    desk.start_log(SEATS[:2], 1, write=lines.extend)
    desk.put(Command(SECOND, "open"))
    noise = storm(8, SECOND, 300, 100 * US)
    press = Moved(noise[-1].t + 50 * US, PINS[SEATS[1]].pin, True, 301)
    for edge in contacts.take([*noise, press]):
        desk.put(edge)
    rulings = desk.step(press.t + 20 * MS)
    won = [r for r in rulings if r.said == "winner"]
    assert [(r.seat, r.uncertain) for r in won] == [(2, False)]
    assert desk.lost == 0
    assert contacts.thinned > 150
    assert not any('"seat":8' in line for line in lines)
