"""Each thing that goes wrong with a hub (facts/firmware.md, section 4), in virtual time: what is told and said, what an
open round makes of it, and how soon the hub is back."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from mopsbox.inputs.hub import OTHERS
from mopsbox.inputs.hubfind import ASK_AGAIN
from mopsbox.table import MS, SECOND
from tests.inputs.virtual import Pico, VirtualBox

BACK_WITHIN = 2 * SECOND
SEATS = (1, 2, 3, 4)


@pytest.fixture
def box() -> VirtualBox:
    box = VirtualBox()
    box.once(lambda: box.hub.up, SECOND)
    box.run(300 * MS)
    return box


def race(box: VirtualBox) -> None:
    box.call("arm")
    box.run(30 * MS)
    box.call("open")
    box.run(50 * MS)


def tap(box: VirtualBox, seat: int) -> None:
    box.pico.press(seat)
    box.run(40 * MS)
    box.pico.let_go(seat)
    box.run(100 * MS)


def won(box: VirtualBox) -> list[tuple[int, bool]]:
    return [(ruling.seat, ruling.uncertain) for ruling in box.winners()]


def count_doubts(box: VirtualBox) -> int:
    return box.hub.counted["times the hub was not sure"]


# --- whoever was first, and nobody else for certain


@pytest.mark.parametrize("first", ["the hub", "the game"])
def test_a_box_that_starts_anew_in_a_game_doubts_what_a_restart_of_the_hub_hid(box: VirtualBox, first: str) -> None:
    """And the edge log, which goes on, gives the same."""
    box.play(*SEATS)
    race(box)
    tap(box, 3)
    box.call("right")
    box.run(20 * MS)
    box.desk.flush()
    box.start()
    if first == "the hub":
        box.once(lambda: box.hub.up, SECOND)
        box.run(300 * MS)
    box.play(*SEATS)
    race(box)
    box.once(lambda: box.hub.up, SECOND)
    box.run(20 * MS)
    box.pico.power()
    box.pico.press(2)  # while it boots: nobody sees when
    box.once(lambda: count_doubts(box) > 0, BACK_WITHIN)
    box.run(300 * MS)
    box.pico.let_go(2)
    box.run(50 * MS)
    tap(box, 4)
    assert won(box) == [(3, False), (4, True)] and box.desk.lost > 0
    assert [(r.seat, r.at, r.uncertain) for r in box.winners()] == [(r.seat, r.at, r.uncertain) for r in box.audited()]


def test_a_game_that_begins_before_its_hub_is_there_doubts_what_nobody_heard() -> None:
    """2 presses first, and the box does not know the hub yet."""
    box = VirtualBox()
    box.pico.unplug()
    box.run(SECOND)
    box.play(*SEATS)
    race(box)
    box.pico.power()
    box.pico.plug()
    box.run(MS)
    box.pico.press(2)
    box.run(5 * MS)
    box.pico.let_go(2)
    assert not box.hub.up
    box.once(lambda: box.hub.up, BACK_WITHIN)
    box.run(50 * MS)
    tap(box, 4)
    assert won(box) == [(4, True)]


def test_a_doubt_right_after_the_box_has_started_anew_shows(box: VirtualBox) -> None:
    """Nobody has pressed since: there is a number before it all the same."""
    box.play(*SEATS)
    box.desk.flush()
    box.start()
    box.once(lambda: box.hub.up, SECOND)
    box.play(*SEATS)
    race(box)
    lost = box.desk.lost
    box.pico.harm = lambda frame: () if frame[1:2] in b"EKX" else (frame,)
    tap(box, 2)
    box.run(400 * MS)
    box.pico.harm = lambda frame: (frame,)
    tap(box, 4)
    assert won(box) == [(4, True)] and box.desk.lost > lost


@pytest.mark.parametrize("after", [0, MS // 4, MS, 3 * MS, 100 * MS])
def test_whoever_presses_after_the_hub_was_lost_has_not_won_for_certain(box: VirtualBox, after: int) -> None:
    """2 was told, and the port is lost before that is ruled on."""
    box.play(*SEATS)
    race(box)
    told = len(box.edges())
    box.pico.delay = lambda: 0
    box.pico.press(2)
    box.once(lambda: len(box.edges()) > told, 20 * MS, step=MS // 10)
    box.run(after)
    box.pico.unplug()
    box.run(300 * MS)
    assert box.desk.lost == 1, "also if nobody presses any more"
    box.pico.plug()
    box.once(lambda: box.hub.up, BACK_WITHIN)
    box.pico.let_go(2)
    box.run(100 * MS)
    tap(box, 3)
    assert won(box) in ([(2, False)], [(2, True)], [(3, True)])
    assert after > 0 or won(box) == [(3, True)], "it looked like a glitch"
    assert after < 100 * MS or won(box) == [(2, False)]


def test_a_press_of_the_round_before_wins_no_other(box: VirtualBox) -> None:
    """The same start of the hub comes back and tells what happened meanwhile; the next round has begun."""
    box.play(*SEATS)
    race(box)
    box.pico.unplug()
    box.run(200 * MS)
    box.pico.press(4)
    box.run(100 * MS)
    box.call("close")
    race(box)
    box.pico.plug()
    box.once(lambda: box.hub.up, BACK_WITHIN)
    box.run(600 * MS)
    assert won(box) == [] and box.desk.late == 0
    box.pico.let_go(4)
    box.run(50 * MS)
    tap(box, 4)
    assert won(box) == [(4, True)]


# --- row by row


def test_the_port_hiccups_and_the_same_start_of_the_hub_goes_on(box: VirtualBox) -> None:
    box.play(*SEATS)
    box.pico.unplug()
    box.run(300 * MS)
    assert box.words() == ["hub-lost"]
    box.pico.plug()
    assert box.once(lambda: box.hub.up, BACK_WITHIN) <= BACK_WITHIN
    doubts = count_doubts(box)
    assert box.words() == ["hub-lost", ""]
    for seat in SEATS:
        race(box)
        tap(box, seat)
        box.call("right")
        box.run(10 * MS)
    assert won(box) == [(seat, False) for seat in SEATS] and count_doubts(box) == doubts == 1


def test_only_writing_fails(box: VirtualBox) -> None:
    """Letting go of it does not wait until it takes what it was sent: the watchdog would end the box."""
    box.pico.deaf, began = True, box.now
    box.run(3 * SECOND)
    assert not box.hub.up and box.words() == ["hub-lost"] and box.now - began < 4 * SECOND
    box.pico.deaf = False
    assert box.once(lambda: box.hub.up, BACK_WITHIN) <= BACK_WITHIN
    box.run(10 * MS)
    tap(box, 2)
    assert [(e.seat, e.closed) for e in box.edges()[-2:]] == [(2, True), (2, False)]


def test_it_comes_back_under_another_name(box: VirtualBox) -> None:
    box.pico.unplug()
    box.run(700 * MS)
    box.pico.power()
    box.pico.plug("/dev/ttyACM7")
    assert box.once(lambda: box.hub.up, BACK_WITHIN) <= BACK_WITHIN
    assert "/dev/ttyACM7" in box.hub.about and box.words() == ["hub-lost", ""]


def test_the_box_starts_anew_at_a_hub_that_has_gone_on(box: VirtualBox) -> None:
    """What it said to the one before lies there still, buzzers are held."""
    tap(box, 1)
    box.pico.press(1)
    box.run(20 * MS)
    box.pico.press(3)
    box.pico.turn()
    box.now += 5 * MS
    box.pico.turn()
    assert box.pico.came, "said to nobody"
    box.told.clear()
    box.start()
    box.once(lambda: box.hub.up, SECOND)
    box.run(300 * MS)
    assert not [edge for edge in box.edges() if edge.closed], "who is held has not pressed"
    box.pico.let_go(1, 3)
    box.run(50 * MS)
    box.pico.press(3)
    box.run(50 * MS)
    assert [(e.seat, e.closed) for e in box.edges()][-3:] == [(1, False), (3, False), (3, True)]


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_hub_at_a_clock_at_which_it_cannot_stamp_is_refused(box: VirtualBox, lost: int) -> None:
    """However often that it says so gets lost: else it would beat for ever and never tell a press."""
    left = [lost]

    def harm(frame: bytes) -> tuple[bytes, ...]:
        if frame[1:2] == b"X" and left[0]:
            left[0] -= 1
            return ()
        return (frame,)

    box.pico.unplug()
    box.run(SECOND)
    box.pico.harm = harm
    box.pico.power(hz=133_000_000)
    box.pico.plug()
    box.once(lambda: box.words()[-1] == "hub-clock", BACK_WITHIN)
    assert not box.hub.up and "133000000 Hz" in box.said[-1]
    assert left == [0]


@pytest.mark.parametrize("hello", ["heard", "lost"])
@pytest.mark.parametrize("what", ["plugged in again", "restarted"])
def test_a_hub_is_back_within_two_seconds(what: str, hello: str) -> None:
    """Whenever it happens, wherever the inputs are in what they do."""
    took = [recovered(seed, what, hello) for seed in range(30)]
    assert max(took) <= BACK_WITHIN
    assert what == "plugged in again" or max(took) <= SECOND, "the next beat shows it"


def recovered(seed: int, what: str, hello: str) -> int:
    lots, box = random.Random(seed), VirtualBox()
    box.pico.delay = lambda: lots.randrange(MS)
    box.run(SECOND + lots.randrange(4 * SECOND))
    if what == "plugged in again":
        box.pico.unplug()
        box.run(lots.randrange(100 * MS, 3 * SECOND))
    box.pico.power()
    if what == "plugged in again":
        box.pico.plug()
    if hello == "lost":
        box.pico.harm = lambda frame: () if frame[1:2] == b"H" and b" 0 " in frame[6:9] else (frame,)
    began, boot = box.now, box.pico.board.boot_id

    def heard() -> bool:
        """Whoever presses now is heard."""
        link = box.hub._link
        return bool(box.hub.up and link and link.line and link.hello and link.hello.boot_id == boot)

    box.once(heard, 4 * SECOND)
    return box.now - began


# --- more boards than one


def test_a_second_board_is_noticed_while_the_first_is_used(box: VirtualBox) -> None:
    assert box.words("hub-two") == []
    other = box.another("f00d")
    box.once(lambda: box.words("hub-two") == ["hub-two"], OTHERS + SECOND)
    assert other.device in box.said[-1]
    other.unplug()
    box.once(lambda: box.words("hub-two") == ["hub-two", ""], OTHERS + SECOND)
    assert box.hub.up and box.words() == []


def test_a_board_that_was_refused_is_taken_once_it_has_its_program(box: VirtualBox) -> None:
    """Flashed where it was, no plug pulled."""
    box.pico.unplug()
    box.run(SECOND)
    box.pico.mute = True
    box.pico.plug()
    box.pico = box.picos[0] = Pico(box, "/dev/ttyACM0", "blank")
    box.pico.mute = True
    box.once(lambda: box.words()[-1] == "hub-silent", 4 * SECOND)
    said = len(box.said)
    box.run(25 * SECOND)
    assert len(box.said) == said and box.words()[-1] == "hub-silent"
    box.pico.mute = False
    assert box.once(lambda: box.hub.up, 20 * SECOND) <= ASK_AGAIN + BACK_WITHIN


# --- the log is for people


def stopped(pico: Pico) -> None:
    pico.mute = True


def unwritable(pico: Pico) -> None:
    pico.deaf = True


def unlisted(pico: Pico) -> None:
    pico._box.listing = RuntimeError("no usb here")
    pico.unplug()


@pytest.mark.parametrize("what", [stopped, unwritable, unlisted])
def test_what_goes_on_not_to_work_is_said_once(box: VirtualBox, what: Callable[[Pico], None]) -> None:
    said = len(box.said)
    what(box.pico)
    box.run(5 * SECOND)
    after = len(box.said)
    assert said < after <= said + 2
    box.run(60 * SECOND)
    assert len(box.said) == after
    assert what is not stopped or "mopsbox flash" in box.said[-1]
    box.pico.mute = box.pico.deaf = False
    box.listing = None
    box.pico.plug()
    box.once(lambda: box.hub.up, 2 * BACK_WITHIN)
    what(box.pico)
    box.run(5 * SECOND)
    assert len(box.said) > after + 1, "another time it is news"
