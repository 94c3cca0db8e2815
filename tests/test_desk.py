"""The referee's desk: live and audited rulings agree, lamps follow at once, the thread never fails in silence."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from mopsbox import edgelog
from mopsbox.audit import as_line, audit
from mopsbox.desk import Desk
from mopsbox.desk_thread import DeskThread
from mopsbox.lamps import Remembered
from mopsbox.table import MS, NOBODY, SEATS, SECOND, Command, Edge, Lamp, Levels, Order, Ruling, Seat

from .referee import logs, oracle
from .waiting import eventually

ONE, TWO, THREE, SEVEN = Seat(1), Seat(2), Seat(3), Seat(7)
LATER = 25 * MS  # by then a press is decided on, whatever its bounce


def audited(lines: list[str], folder: Path) -> list[str]:
    path = folder / "1.edges.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    out = io.StringIO()
    audit(path, True, out)
    return out.getvalue().splitlines()


def up_to_the_last(lines: list[str], said: list[str]) -> list[str]:
    """What was said by the log's last stamp: an audit stops soon after, a desk never does."""
    last = max(json.loads(line).get("t", 0) for line in lines)
    return [ruling for ruling in said if json.loads(ruling)["t"] <= last]


def run(desk: Desk, until: int) -> list[Ruling]:
    """Calls the desk whenever it asks to be called."""
    rulings: list[Ruling] = []
    while (due := desk.due()) is not None and due <= until:
        rulings += desk.step(due)
    return rulings + desk.step(until)


def at_the_table(desk: Desk, t: int = SECOND) -> list[str]:
    """A game of the seats 1, 2, 3 begins; its log."""
    lines: list[str] = []
    desk.step(t)
    desk.start_log([ONE, TWO, THREE], seed=5, write=lines.extend)
    return lines


# --- rulings and the log


@pytest.mark.parametrize("number", range(25))
def test_the_log_of_a_live_game_is_audited_to_the_same_rulings(number: int, tmp_path: Path) -> None:
    """Edges come up to 3 ms late and in any order, other buzzers are pressed too, all with running numbers."""
    rng = Random(number)
    game = logs.log(number)
    others = [s for s in SEATS if s not in game.seats]
    start = min(e.t for e in game.events)
    noise = [e for s in others for e in logs.contact(rng, s, False, [SECOND, 2 * SECOND], 20 * SECOND)]
    edges = [e for e in game.events if isinstance(e, Edge)] + [replace(e, t=e.t + start) for e in noise]
    edges = [replace(e, seq=n) for n, e in enumerate(sorted(edges, key=lambda e: (e.t, e.seat)))]
    events = [*edges, *(e for e in game.events if isinstance(e, Command))]

    lines: list[str] = []
    desk = Desk(Remembered(), start=start, held=game.held)
    desk.start_log(game.seats, game.seed, game.penalty_ms, lines.extend)
    live: list[Ruling] = []
    for now, event in sorted(((e.t + rng.randrange(3 * MS), e) for e in events), key=lambda d: d[0]):
        desk.put(event)
        live += desk.step(now)
    live += run(desk, max(e.t for e in events) + 3 * MS)
    assert desk.late == 0
    said = [as_line(r) for r in live if r.seat in game.seats]
    assert up_to_the_last(lines, said) == up_to_the_last(lines, audited(lines, tmp_path))
    truth = oracle.rulings(game.seats, game.events, game.held, game.penalty_ms, game.seed)
    assert [r for r in live if r.said == "winner"] == [r for r in truth if r.said == "winner" and r.t <= live[-1].t]


def test_a_game_that_begins_in_the_middle_of_a_press_is_audited_the_same(tmp_path: Path) -> None:
    """Seat 1 holds its button, seat 2's is bouncing, seat 3's was just let go."""
    desk = Desk(Remembered())
    desk.put(Edge(SECOND, ONE, True))
    desk.put(Edge(SECOND, THREE, True))
    desk.put(Edge(2 * SECOND - 4 * MS, THREE, False))
    flutter = [Edge(2 * SECOND - MS + n * 400_000, TWO, n % 2 == 0) for n in range(5)]
    for edge in flutter[:3]:
        desk.put(edge)
    run(desk, 2 * SECOND + 3 * MS)
    lines: list[str] = []
    desk.start_log([ONE, TWO, THREE], seed=0, write=lines.extend)
    for event in [*flutter[3:], Command(2 * SECOND + 20 * MS, "open"), Edge(3 * SECOND, ONE, False)]:
        desk.put(event)
    live = run(desk, 4 * SECOND)
    assert [(r.said, r.seat) for r in live] == [("rearmed", 3), ("press", 2), ("rearmed", 1)]
    assert json.loads(lines[0])["held"] == [1, 3]
    assert [as_line(r) for r in live[:2]] == audited(lines, tmp_path)


def test_the_lobby_hears_every_buzzer_and_a_game_only_logs_its_own(tmp_path: Path) -> None:
    desk = Desk(Remembered())
    desk.put(Edge(SECOND, SEVEN, True, 40))
    desk.put(Edge(SECOND + 60 * MS, SEVEN, False, 41))
    assert [(r.said, r.seat) for r in run(desk, 2 * SECOND)] == [("press", 7), ("rearmed", 7)]
    lines = at_the_table(desk, 2 * SECOND)
    desk.put(Command(3 * SECOND, "open"))
    for n, (seat, after) in enumerate([(ONE, 0), (SEVEN, 100_000), (TWO, 200_000), (SEVEN, 9 * MS), (TWO, 80 * MS)]):
        desk.put(Edge(3 * SECOND + after, seat, n < 3, 42 + n))
    live = run(desk, 4 * SECOND)
    assert ("press", 7) in [(r.said, r.seat) for r in live]
    winner = next(r for r in live if r.said == "winner")
    assert (winner.seat, winner.uncertain) == (1, False)
    assert as_line(winner) in audited(lines, tmp_path), "numbers of other buzzers are not lost edges"
    assert not any('"seat":7' in line for line in lines)


def test_a_lost_edge_is_lost_in_the_log_too(tmp_path: Path) -> None:
    desk = Desk(Remembered())
    lines = at_the_table(desk)
    desk.put(Command(2 * SECOND, "open"))
    for t, seat, seq in ((0, THREE, 1), (MS, SEVEN, 2), (2 * MS, THREE, 3), (100 * MS, ONE, 5)):
        desk.put(Edge(2 * SECOND + MS + t, seat, t != 2 * MS, seq))
    desk.put(Command(2 * SECOND + 50 * MS, "wrong"))
    live = run(desk, 3 * SECOND)
    assert [r.uncertain for r in live if r.said == "winner"] == [False, True]
    winners = [line for line in audited(lines, tmp_path) if "winner" in line]
    assert [as_line(r) for r in live if r.said == "winner"] == winners


def test_an_edge_lost_before_a_games_first_is_a_doubt_live_and_in_the_log(tmp_path: Path) -> None:
    """The source counts on from game to game: a number missing before the first edge of this one is a lost edge too."""
    lines: list[str] = []
    desk = Desk(Remembered())
    desk.put(Edge(SECOND, NOBODY, False, 7))  # what was counted before the game
    desk.step(2 * SECOND)
    desk.start_log([ONE, TWO], seed=1, write=lines.extend)
    desk.put(Command(3 * SECOND, "open"))
    desk.put(Edge(4 * SECOND, ONE, True, 9))  # 8 is missing: whose press was it?
    live = desk.step(5 * SECOND)
    (winner,) = [r for r in live if r.said == "winner"]
    assert (winner.seat, winner.uncertain, desk.lost) == (ONE, True, 1)
    desk.stop_log()
    assert as_line(winner) in audited(lines, tmp_path)


def test_a_game_begun_in_order_has_no_doubt(tmp_path: Path) -> None:
    desk = Desk(Remembered())
    desk.put(Edge(SECOND, NOBODY, False, 7))
    desk.step(2 * SECOND)
    desk.start_log([ONE, TWO], seed=1)
    desk.put(Command(3 * SECOND, "open"))
    desk.put(Edge(4 * SECOND - MS, NOBODY, True, 8))  # a menu button, or somebody who does not play
    desk.put(Edge(4 * SECOND, ONE, True, 9))
    (winner,) = [r for r in desk.step(5 * SECOND) if r.said == "winner"]
    assert (winner.seat, winner.uncertain, desk.lost) == (ONE, False, 0)


def test_a_late_edge_is_logged_where_it_took_effect(tmp_path: Path) -> None:
    desk = Desk(Remembered())
    lines = at_the_table(desk)
    desk.put(Command(2 * SECOND, "open"))
    live = run(desk, 2 * SECOND + 50 * MS)
    desk.put(Edge(2 * SECOND + MS, ONE, True))
    live += run(desk, 3 * SECOND)
    assert desk.late == 1
    assert [(r.seat, r.at, r.uncertain) for r in live if r.said == "winner"] == [(1, 2 * SECOND + 47 * MS + 1, True)]
    assert [s.replace(',"uncertain":true', "") for s in map(as_line, live)] == audited(lines, tmp_path)


def test_late_edges_of_one_buzzer_keep_their_order_in_the_log(tmp_path: Path) -> None:
    """A whole bouncing press comes too late at once: live and audit see the same press."""
    desk = Desk(Remembered())
    lines = at_the_table(desk)
    desk.put(Command(2 * SECOND, "open"))
    live = run(desk, 2 * SECOND + 50 * MS)
    for n, closed in enumerate((True, False, True, False)):
        desk.put(Edge(2 * SECOND + MS + n * MS // 10, THREE, closed, n + 1))
    live += run(desk, 3 * SECOND)
    assert desk.late == 4
    assert [r.said for r in live] == ["glitch"]
    assert [s.replace(',"uncertain":true', "") for s in map(as_line, live)] == audited(lines, tmp_path)


def test_a_game_that_goes_on_after_a_restart_has_one_log(tmp_path: Path) -> None:
    """Power fails while seat 1, locked out, holds its button; the numbers of the source begin anew."""
    desk = Desk(Remembered())
    lines = at_the_table(desk)
    desk.put(Command(2 * SECOND, "open"))
    desk.put(Edge(2 * SECOND + MS, ONE, True, 8))
    desk.put(Command(2 * SECOND + 90 * MS, "wrong"))
    before = run(desk, 2 * SECOND + 200 * MS)
    path = tmp_path / "old.jsonl"
    path.write_text("".join(line + "\n" for line in lines))

    header, old = edgelog.read(path)
    desk = Desk(Remembered())
    desk.step(9 * SECOND)
    desk.start_log([ONE, TWO, THREE], seed=99, write=lines.extend, past=(header, [e for _, e in old]))
    for n, (t, seat, closed) in enumerate([(0, ONE, True), (80 * MS, ONE, False), (30 * MS, TWO, True)]):
        desk.put(Edge(10 * SECOND + t, seat, closed, (1, 3, 2)[n]))
    desk.put(Command(10 * SECOND, "open"))
    after = run(desk, 10 * SECOND + 89 * MS)
    assert sum('"edges":1' in line for line in lines) == 1
    winners = [r for r in (*before, *after) if r.said == "winner"]
    assert [(r.seat, r.at, r.uncertain) for r in winners] == [
        (1, 2 * SECOND + MS, False),
        (2, 10 * SECOND + 30 * MS, False),  # 1 answered wrongly before the plug was pulled: still locked out
    ]
    said = [as_line(r) for r in (*before, *after)]
    assert up_to_the_last(lines, said) == up_to_the_last(lines, audited(lines, tmp_path))


def test_after_the_game_all_buzzers_are_heard_together_again() -> None:
    desk = Desk(Remembered())
    lines = at_the_table(desk)
    desk.put(Command(2 * SECOND, "open"))
    desk.put(Command(2 * SECOND + MS, "close"))
    desk.step(2 * SECOND + 2 * MS)
    desk.stop_log()
    assert lines[-1] == f'{{"t":{2 * SECOND + MS},"do":"close"}}', "also what was not decided on yet"
    logged = len(lines)
    for seat in (ONE, SEVEN):
        desk.put(Edge(3 * SECOND, seat, True))
    assert [(r.said, r.seat) for r in run(desk, 3 * SECOND + LATER)] == [("press", 1), ("press", 7)]
    assert len(lines) == logged


def test_a_verdict_before_any_winner_is_ignored_and_counted() -> None:
    desk = Desk(Remembered())
    at_the_table(desk)
    for n, do in enumerate(get_args(Order)):  # arm, open, wrong, right, close
        desk.put(Command(2 * SECOND + n, do))
    assert run(desk, 3 * SECOND) == []
    assert desk.ignored == 2


def test_a_log_that_cannot_be_written_ends_and_the_game_does_not() -> None:
    def full(lines: list[str]) -> None:
        raise OSError("no space left")

    desk = Desk(Remembered())
    with pytest.raises(OSError, match="no space"):
        desk.start_log([ONE, TWO], seed=0, write=full)
    desk.put(Command(2 * SECOND, "open"))
    desk.put(Edge(2 * SECOND, TWO, True))
    assert [r.said for r in run(desk, 3 * SECOND)] == ["press", "winner"]


def test_the_desk_asks_for_time_only_when_something_is_due() -> None:
    desk = Desk(Remembered())
    assert desk.due() is None
    desk.put(Edge(SECOND, ONE, True))
    assert desk.due() == SECOND + 3 * MS, "when nothing older can come any more"
    desk.step(SECOND + 3 * MS)
    assert desk.due() == SECOND + 4 * MS, "when the press is valid"
    desk.put(Edge(SECOND + 50 * MS, ONE, False))
    run(desk, 2 * SECOND)
    assert desk.due() is None


# --- readings


def test_a_reading_near_an_edge_says_nothing() -> None:
    """The line was read open just before it closed, or its stamp came a little after the change."""
    for before, after, t in ((900_000, 1_100_000, MS), (900_000, 960_000, MS), (MS, 1_100_000, MS)):
        desk = Desk(Remembered())
        desk.put(Command(SECOND, "open"))
        desk.put(Edge(SECOND + t, ONE, True))
        desk.read(SECOND + before, SECOND + after, frozenset())
        assert [r.said for r in run(desk, SECOND + LATER)] == ["press", "winner"]


def test_a_reading_in_quiet_finds_the_lost_press_and_is_logged(tmp_path: Path) -> None:
    desk = Desk(Remembered())
    lines = at_the_table(desk)
    desk.put(Command(2 * SECOND, "open"))
    desk.put(Edge(2 * SECOND + MS, ONE, True))
    desk.read(2 * SECOND + MS + 200_000, 2 * SECOND + MS + 210_000, frozenset({ONE, TWO}))
    live = run(desk, 2 * SECOND + LATER)
    (winner,) = (r for r in live if r.said == "winner")
    assert (winner.tied, winner.uncertain) == ((1, 2), True)
    assert [as_line(r) for r in live] == audited(lines, tmp_path)


# --- lamps


def on(shown: Mapping[Seat, Lamp]) -> list[int]:
    return [s for s in SEATS if shown[s] == "on"]


def test_a_pressed_buzzer_shines_at_its_first_edge_also_when_locked_out() -> None:
    lamps = Remembered()
    desk = Desk(lamps)
    desk.lamps({ONE: "breathing", TWO: "blink"})
    desk.put(Edge(SECOND, TWO, True))
    desk.step(SECOND)
    assert (lamps.now[ONE], lamps.now[TWO]) == ("breathing", "on")
    desk.put(Edge(SECOND + 90 * MS, TWO, False))
    run(desk, 2 * SECOND)
    assert lamps.now[TWO] == "blink"


def test_the_winner_alone_shines_until_the_game_says_otherwise() -> None:
    lamps = Remembered()
    desk = Desk(lamps)
    at_the_table(desk)
    desk.lamps(dict.fromkeys((ONE, TWO, THREE), "breathing"))
    desk.put(Command(2 * SECOND, "open"))
    desk.put(Edge(2 * SECOND + MS, THREE, True))
    desk.put(Edge(2 * SECOND + 2 * MS, ONE, True))
    run(desk, 2 * SECOND + LATER)
    assert {lamps.now[s] for s in SEATS if s != THREE} == {"off"}
    assert on(lamps.now) == [3]
    desk.lamps({THREE: "wave"})
    assert on(lamps.now) == [1, 3], "both are still held"
    desk.put(Edge(3 * SECOND, ONE, False))
    desk.put(Edge(3 * SECOND, THREE, False))
    run(desk, 4 * SECOND)
    assert (lamps.now[ONE], lamps.now[THREE]) == ("off", "wave")


class Counted(Remembered):
    """Lamps that count how often they were written."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        super().show(lamps)
        self.times += 1


def test_the_winner_shines_alone_only_until_the_referee_is_told_what_came_of_it() -> None:
    lamps = Remembered()
    desk = Desk(lamps)
    at_the_table(desk)
    base = dict.fromkeys((ONE, TWO, THREE), "dim")
    desk.lamps(base)
    desk.put(Command(2 * SECOND, "open"))
    desk.put(Edge(2 * SECOND + MS, TWO, True))
    desk.put(Edge(2 * SECOND + 50 * MS, TWO, False))
    run(desk, 2 * SECOND + 100 * MS)
    assert (lamps.now[TWO], lamps.now[ONE]) == ("on", "off")
    desk.put(Command(2 * SECOND + 110 * MS, "wrong"))
    run(desk, 2 * SECOND + 200 * MS)
    assert {seat: lamps.now[seat] for seat in base} == base


def test_lamps_are_written_only_when_they_change() -> None:
    lamps = Counted()
    desk = Desk(lamps)
    for _ in range(3):
        desk.lamps({ONE: "dim"})
        desk.step(SECOND)
    assert lamps.times == 1
    for n in range(6):  # bounce: one change is enough
        desk.put(Edge(SECOND + n * 300_000, ONE, n % 2 == 0))
        desk.step(SECOND + n * 300_000 + 3 * MS)
    assert lamps.times == 2


# --- the thread


class Watched:
    """A desk's thread with everything that comes out of it."""

    def __init__(self, lamps: object | None = None, levels: Callable[[], frozenset[Seat] | None] | None = None) -> None:
        self.rulings: list[Ruling] = []
        self.faults: list[str] = []
        self.lamps = Remembered()
        shown = lamps or self.lamps
        desk = Desk(shown, start=time.monotonic_ns())  # type: ignore[arg-type]
        self.thread = DeskThread(desk, time.monotonic_ns, self.rulings.extend, self.faults.append, levels)

    def __enter__(self) -> Watched:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.stop()

    def wait(self, true: Callable[[], object]) -> None:
        eventually(true)

    def said(self, what: str) -> list[Ruling]:
        return [r for r in list(self.rulings) if r.said == what]

    def press(self, seat: Seat) -> int:
        t = time.monotonic_ns()
        self.thread.put(Edge(t, seat, True))
        return t


def test_the_thread_rules_writes_and_lights(tmp_path: Path) -> None:
    lines: list[str] = []
    with Watched() as it:
        it.thread.start_log([ONE, TWO], 3, 0, lines.extend)
        opened = it.thread.command("open")
        pressed = it.press(TWO)
        it.wait(lambda: it.said("winner"))
        assert it.said("winner")[0].at == pressed >= opened
        it.wait(lambda: on(it.lamps.now) == [2])
        it.thread.command("right")
        it.thread.stop_log()
        assert lines[-1].endswith('"do":"right"}')
        it.thread.lamps({ONE: "dim"})
        it.wait(lambda: it.lamps.now[ONE] == "dim")
        assert it.thread.alive()
    assert not it.thread.alive()
    assert it.faults == []
    assert as_line(it.said("winner")[0]) in audited(lines, tmp_path)


def test_a_failing_lamp_is_reported_and_the_rulings_come_all_the_same() -> None:
    class Broken:
        def show(self, lamps: Mapping[Seat, Lamp]) -> None:
            raise OSError("lamp board gone")

    with Watched(lamps=Broken()) as it:
        it.thread.command("open")
        it.press(ONE)
        it.wait(lambda: it.said("press"))
        it.wait(lambda: any("lamp board gone" in fault for fault in it.faults))
        assert it.thread.alive()


def test_a_failing_log_is_reported_and_the_rulings_come_all_the_same() -> None:
    def full(lines: list[str]) -> None:
        raise OSError("no space left")

    with Watched() as it:
        it.thread.start_log([ONE, TWO], 0, 0, full)
        it.thread.command("open")
        it.press(ONE)
        it.wait(lambda: it.said("winner"))
        assert len(it.faults) == 1
        assert "no space left" in it.faults[0]


def test_the_lines_are_read_after_a_batch_and_what_was_lost_is_found() -> None:
    read = threading.Event()

    def levels() -> frozenset[Seat]:
        read.set()
        return frozenset({ONE, TWO})

    with Watched(levels=levels) as it:
        it.thread.command("open")
        time.sleep(0.01)
        assert not read.is_set(), "nobody pressed: nothing is read"
        it.press(ONE)
        it.wait(lambda: {r.seat for r in it.said("press")} == {1, 2})
        assert it.faults == []


def test_the_desk_reads_what_is_waiting_before_it_decides() -> None:
    """A later press was handed over already; an earlier one still lies in the source when the decision is due."""
    waiting: list[Edge] = []
    source: list[DeskThread] = []

    def catch_up() -> None:
        while waiting:
            source[0].put(waiting.pop())

    rulings: list[Ruling] = []
    now = time.monotonic_ns()
    desk = Desk(Remembered(), start=now)
    thread = DeskThread(desk, time.monotonic_ns, rulings.extend, lambda why: None, catch_up=catch_up)
    source.append(thread)
    desk.put(Command(now + MS, "open"))
    waiting.append(Edge(now + 2 * MS, ONE, True))
    desk.put(Edge(now + 2 * MS + MS // 2, TWO, True))
    time.sleep(0.02)  # both lie further back than any delivery may take
    thread.start()
    eventually(lambda: any(r.said == "winner" for r in rulings))
    thread.stop()
    assert [(r.seat, r.uncertain) for r in rulings if r.said == "winner"] == [(ONE, False)]
    assert desk.late == 0


@pytest.mark.parametrize("late", [0, 200], ids=["as they come", "all at once"])
def test_what_comes_between_two_presses_is_done_between_their_rulings(late: int) -> None:
    told: list[Ruling | str] = []
    now = time.monotonic_ns()
    thread = DeskThread(Desk(Remembered(), start=now - SECOND), time.monotonic_ns, told.extend, lambda why: None)
    first = now - late * MS
    thread.put(Edge(first + 30 * MS - 1, ONE, True))
    thread.put(Edge(first + 60 * MS, TWO, True))
    thread.after(first + 30 * MS, lambda: told.append("down"))
    thread.after(first + 90 * MS, lambda: told.append("up"))
    thread.start()
    eventually(lambda: "up" in told)
    thread.stop()
    assert [one.seat if isinstance(one, Ruling) else one for one in told] == [ONE, "down", TWO, "up"]


def test_a_dead_desk_holds_nothing_up() -> None:
    thread = DeskThread(Desk(Remembered()), time.monotonic_ns, lambda rulings: None, lambda why: None)
    thread.start()
    thread.stop()
    done: list[str] = []
    thread.after(SECOND, lambda: done.append("ok"))
    assert done == ["ok"]


def test_a_source_that_cannot_read_its_lines_is_no_fault() -> None:
    with Watched(levels=lambda: None) as it:
        it.press(ONE)
        it.wait(lambda: it.said("press"))
        assert it.faults == []


def test_at_rest_the_thread_sleeps() -> None:
    calls = 0

    class Counted(Desk):
        def decide(self, now: int) -> list[Ruling]:
            nonlocal calls
            calls += 1
            return super().decide(now)

    thread = DeskThread(Counted(Remembered()), time.monotonic_ns, lambda r: None, lambda f: None)
    thread.start()
    time.sleep(0.3)
    thread.stop()
    assert calls <= 3


def test_levels_of_a_log_reach_the_desk_as_they_are() -> None:
    desk = Desk(Remembered(), held=[ONE])
    desk.put(Levels(SECOND, frozenset()))
    assert [(r.said, r.uncertain) for r in run(desk, 2 * SECOND)] == [("rearmed", True)]


def test_who_is_out_for_a_round_is_neither_decided_on_nor_logged_and_comes_back_as_the_contact_stands() -> None:
    desk = Desk(Remembered())
    lines = at_the_table(desk)
    desk.put(Command(2 * SECOND, "arm", frozenset({ONE})))
    desk.put(Command(2 * SECOND + MS, "open"))
    desk.put(Edge(2 * SECOND + 10 * MS, ONE, True, 8))
    desk.put(Edge(2 * SECOND + 11 * MS, TWO, True, 9))
    desk.put(Edge(2 * SECOND + 80 * MS, TWO, False, 10))
    told = run(desk, 2 * SECOND + 200 * MS)
    assert [(r.said, r.seat, r.uncertain) for r in told if r.said == "winner"] == [("winner", 2, False)]
    assert not any('"seat":1' in line for line in lines if f'"t":{2 * SECOND}' <= line)
    desk.put(Command(3 * SECOND, "right"))
    desk.put(Command(4 * SECOND, "open"))
    run(desk, 4 * SECOND + 50 * MS)  # ONE still holds: that is no press of the new race
    desk.put(Edge(4 * SECOND + 60 * MS, ONE, False, 11))
    desk.put(Edge(4 * SECOND + 100 * MS, ONE, True, 12))
    told = run(desk, 4 * SECOND + 200 * MS)
    assert [r.said for r in told] == ["rearmed", "press", "winner"]  # letting go is letting go, no glitch
    assert [(r.seat, r.at) for r in told if r.said == "winner"] == [(1, 4 * SECOND + 100 * MS)]
