"""The service's side of the hub: what it believes of what a real core says over a wire that does harm."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from mopsbox.firmware import hubproto
from mopsbox.inputs import hublink
from mopsbox.inputs.hublink import Doubt, Ended, Known, Moved, Say, Up
from mopsbox.table import Seat
from tests.inputs.wire import MS, US, S, Wire


def presses(n: int, every: int = 120 * MS, held: int = 60 * MS, start: int = S) -> list[tuple[int, int, bool]]:
    """One buzzer after the other, (board ns, input, closed)."""
    return sorted((start + i * every + d, i % 8, d == 0) for i in range(n) for d in (0, held))


def test_a_hub_is_known_by_its_hello_and_its_clock_then_its_presses_count() -> None:
    wire = Wire([(S, 2, True), (S + 80 * MS, 2, False)]).run(8 * S)
    (up,) = wire.of(Up)
    assert isinstance(up, Up) and up.hello.uid == "e660583883724a32" and up.closed == frozenset()
    pressed, released = wire.moved()
    assert (pressed.seat, pressed.closed, released.closed) == (3, True, False)
    assert abs(pressed.t - (wire.offset + S)) <= US
    assert abs(released.t - (wire.offset + S + 90 * MS)) <= US  # the board is sure 10 ms later
    assert not wire.of(Doubt) and not wire.of(Ended)


def test_buzzers_held_at_the_start_are_told_with_the_hub() -> None:
    wire = Wire([(0, 4, True)]).run(6 * S)
    (up,) = wire.of(Up)
    assert isinstance(up, Up) and up.closed == {5}
    assert wire.moved() == []


def test_what_is_known_grows_with_every_answer_and_nothing_older_comes_after() -> None:
    lots = random.Random(3)
    wire = Wire(presses(40), delay=lambda: lots.randrange(MS))
    for _ in range(6000):
        wire.run(wire.now + MS)
        wire.ask()
    known = 0
    for out in wire.outs:
        if isinstance(out, Known):
            assert out.t >= known
            known = out.t
        elif isinstance(out, Moved):
            assert out.t > known
    assert len(wire.moved(True)) == 40 and wire.now - known < 5 * MS


def test_a_frame_that_is_lost_is_asked_for_again_and_order_is_kept() -> None:
    lots = random.Random(8)
    moves = presses(60)
    wire = Wire(moves, harm=lambda frame: () if lots.random() < 0.2 else (frame,)).run(20 * S)
    truth = [(wire.offset + t + (0 if closed else 10 * MS), Seat(i + 1), closed) for t, i, closed in moves]
    told = [(m.t, m.seat, m.closed) for m in wire.moved()]
    assert [(seat, closed) for _, seat, closed in told] == [(s, c) for _, s, c in sorted(truth)] and not wire.of(Doubt)
    assert max(abs(a[0] - b[0]) for a, b in zip(told, sorted(truth), strict=True)) <= US
    assert wire.link.gap is None


def test_two_pressed_in_the_same_microsecond_have_the_same_stamp() -> None:
    wire = Wire([(S, 0, True), (S, 5, True)]).run(8 * S)
    first, second = wire.moved()
    assert {first.seat, second.seat} == {1, 6} and first.t == second.t


def test_what_cannot_be_had_again_is_a_doubt_and_the_rest_goes_on() -> None:
    dropping = True
    wire = Wire(presses(30), harm=lambda frame: () if dropping and frame[1:2] in b"EK" else (frame,))
    wire.run(7 * S)
    assert wire.moved(True) and isinstance(wire.outs[1], Known)
    for before, out in pairwise(wire.outs):  # a beat says who is pressed, not since when
        assert not (isinstance(out, Moved) and out.closed) or isinstance(before, Doubt)
    dropping = False
    wire.run(8 * S)
    doubts = len(wire.of(Doubt))
    wire.run(12 * S)
    assert len(wire.of(Doubt)) == doubts and [m.seat for m in wire.moved(True)[-10:]] == [
        i % 8 + 1 for i in range(20, 30)
    ]


@pytest.mark.parametrize("lost", ["", "H"])
@pytest.mark.parametrize("after", [MS * 900, 8 * S])
def test_a_board_that_starts_anew_is_noticed_even_if_its_hello_is_lost(lost: str, after: int) -> None:
    wire = Wire([(S // 2, 0, True)])
    wire.run(wire.now + after)
    assert wire.of(Up) and len(wire.moved()) == 1
    wire.outs.clear()
    wire.reboot()
    wire.cut = lost == "H"
    wire.run(wire.now + MS)
    wire.cut = False
    wire.run(wire.now + 4 * S)
    kinds = [type(out) for out in wire.outs if isinstance(out, Doubt | Up)]
    assert kinds[0] is Doubt and kinds[-1] is Up
    last = wire.of(Known)[-1]
    assert isinstance(last, Known) and 0 < wire.now - last.t < 3 * S


def test_what_was_said_before_we_asked_is_nobodys_answer() -> None:
    wire = Wire([])
    (old,) = [
        hubproto.decode(line) for line in wire.hub.board.lines
    ]  # the Hello of its start, from the system's buffer
    assert old and old.kind == "H"
    link, outs = hublink.opened(0, 0x1234)
    assert outs == (Say("h", (0x1234, hubproto.PROTO)),)
    assert hublink.heard(link, old, MS) == (link, ())
    assert hublink.tick(link, 900 * MS) == (link, ())
    link, outs = hublink.tick(link, 1000 * MS)
    assert [type(out) for out in outs] == [Say] and hublink.tick(link, 1999 * MS) == (link, ())
    assert hublink.tick(link, 2000 * MS)[1] == (Ended("silent"),)


def test_a_restart_is_a_doubt_as_soon_as_the_board_says_hello() -> None:
    wire = Wire([]).run(8 * S)
    wire.reboot()
    assert not wire.of(Doubt)
    wire.run(wire.now + 2 * MS)
    assert wire.of(Doubt)


@pytest.mark.parametrize("lost", ["", "H"])
def test_what_a_board_said_behind_a_gap_counts_although_it_starts_anew(lost: str) -> None:
    """Two presses, the first one lost; before it can be had again somebody pulls the plug a little."""
    moves = [(6 * S + 100 * MS, 2, True), (6 * S + 120 * MS, 5, True)]  # no beat comes between them and the plug
    wire = Wire(moves, harm=lambda frame: () if frame[1:2] == b"E" and b" 4*" in frame else (frame,))
    offset = wire.offset
    wire.run(offset + 6 * S + 130 * MS)
    assert wire.link.gap and not wire.moved(), "the second one waits for the first"
    wire.outs.clear()
    wire.harm = lambda frame: (frame,)
    wire.reboot()
    wire.cut = lost == "H"
    wire.run(wire.now + MS)
    wire.cut = False
    wire.ask()  # the answer shows it at once where the Hello is lost
    wire.run(wire.now + 4 * S)
    kinds = [type(out) for out in wire.outs if isinstance(out, Doubt | Moved | Up)]
    assert kinds == [Doubt, Moved, Doubt, Up]
    (moved,) = wire.moved()
    assert (moved.seat, moved.closed) == (6, True) and abs(moved.t - (offset + moves[1][0])) <= US
    assert not wire.link.gap


def test_a_board_that_beats_and_answers_no_ping_is_given_up() -> None:
    """Nothing could be decided any more, and nobody would know why."""
    wire = Wire(presses(3)).run(8 * S)
    assert not wire.of(Ended)
    wire.harm = lambda frame: () if frame[1:2] == b"T" else (frame,)
    wire.run(wire.now + 4 * S)
    assert wire.of(Ended) == [Ended("gone")]
    never = Wire([], harm=lambda frame: () if frame[1:2] == b"T" else (frame,)).run(10 * S)
    assert never.of(Ended) == [Ended("gone")]


def test_an_overflow_whose_own_frame_is_lost_is_a_doubt_before_what_came_after_it() -> None:
    wire = Wire(presses(2, every=300 * MS, start=S + 500 * MS)).run(6 * S + 700 * MS)
    lost = [True, True]  # the X, and the beat behind it

    def harm(frame: bytes) -> Iterable[bytes]:
        if frame[1:2] in (b"X", b"B") and lost and wire.hub.core._drops:
            lost.pop()
            return ()
        return (frame,)

    wire.harm = harm
    wire.hub.core._drops += 3
    wire.run(8 * S)
    assert not lost
    kinds = [type(out) for out in wire.outs if isinstance(out, Doubt) or (isinstance(out, Moved) and out.closed)]
    assert kinds == [Moved, Doubt, Moved]


def test_a_restart_of_a_board_that_was_far_behind_in_its_numbers_is_noticed_without_its_hello() -> None:
    wire = Wire([]).run(8 * S)
    wire.link = replace(wire.link, next=40_000)  # as if it had said so much; a new one begins at 0, half a round ahead
    wire.hub.core._sent = 40_000
    wire.outs.clear()
    wire.reboot()
    wire.cut = True
    wire.run(wire.now + MS)
    wire.cut = False
    wire.run(wire.now + 5 * S)
    assert wire.of(Doubt) and wire.of(Up)


def test_changes_that_the_board_lost_are_a_doubt_where_they_were_lost() -> None:
    wire = Wire(presses(2, every=300 * MS, start=S + 500 * MS)).run(6 * S + 700 * MS)
    assert len(wire.moved(True)) == 1 and not wire.of(Doubt)
    wire.hub.core._drops += 3  # as when the ring runs over
    wire.run(8 * S)
    kinds = [type(out) for out in wire.outs if isinstance(out, Doubt) or (isinstance(out, Moved) and out.closed)]
    assert kinds == [Moved, Doubt, Moved]


def test_silence_ends_a_link_and_the_same_board_goes_on_where_it_was() -> None:
    wire = Wire(presses(40)).run(7 * S)
    before = len(wire.moved())
    wire.cut = True
    wire.run(wire.now + 1600 * MS)
    assert wire.of(Ended)[0] == Ended("gone")
    wire.reopen()
    wire.run(12 * S)
    assert len(wire.moved(True)) == 40 and before < 80 and not wire.of(Doubt)  # nothing was lost: the board kept it
