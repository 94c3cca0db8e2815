"""The watchdog is fed while loop, referee and reader all live, and never when one of them hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.hardware import Found
from mopsbox.notify import SHARE, Service
from mopsbox.watchdog import WAKE_SHARE, Watch, judged

from .manager import Manager
from .real_box import RealBox
from .waiting import eventually

PARTS = ("the loop", "the referee", "the reader")
LIMIT_S = 1.2


def looks(*beats: tuple[int, int, int]) -> list[tuple[bool, str]]:
    """What comes of looks that find so many turns of loop, referee and reader."""
    watch, found = Watch(dict(zip(PARTS, (0, 0, 0), strict=True))), []
    for turns in beats:
        watch, lives, sentence = judged(watch, dict(zip(PARTS, turns, strict=True)))
        found.append((lives, sentence))
    return found


def test_who_turns_keeps_the_box_alive() -> None:
    assert looks((1, 1, 1), (5, 2, 90)) == [(True, ""), (True, "")]


@pytest.mark.parametrize("hangs", range(3))
def test_one_part_that_hangs_is_named_once_and_all_that_moves_again_too(hangs: int) -> None:
    still = [tuple(1 if part == hangs else n for part in range(3)) for n in (2, 3, 4)]
    found = looks((1, 1, 1), *still, (9, 9, 9), (10, 10, 10))  # type: ignore[arg-type]
    assert [lives for lives, _ in found] == [True, False, False, False, True, True]
    said = f"{PARTS[hangs]} stands still: the watchdog is not fed; if that lasts, the box is started again"
    assert [sentence for _, sentence in found] == ["", "", said, "", "everything moves again: the watchdog is fed", ""]


def test_one_slow_picture_is_no_news() -> None:
    assert looks((1, 1, 1), (1, 2, 2), (2, 3, 3)) == [(True, ""), (False, ""), (True, "")]


def test_two_parts_that_hang_are_both_named() -> None:
    assert looks((1, 1, 1), (2, 1, 1), (3, 1, 1))[-1][1].startswith("the referee and the reader stand still")


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3), max_size=30))
def test_it_is_fed_exactly_when_all_have_turned_since_it_was_last(steps: list[tuple[int, int, int]]) -> None:
    turns, fed = (0, 0, 0), (0, 0, 0)
    beats = []
    for step in steps:
        turns = tuple(n + more for n, more in zip(turns, step, strict=True))  # type: ignore[assignment]
        beats.append(turns)
    for turns, (lives, _) in zip(beats, looks(*beats), strict=True):
        assert lives == all(now > then for now, then in zip(turns, fed, strict=True))
        fed = turns if lives else fed


def test_a_part_with_nothing_to_do_turns_at_least_once_between_two_looks() -> None:
    """Else it would look like a hang: what a part may sleep is less than a look's distance, also after one in vain."""
    assert 1 / WAKE_SHARE < 1 / SHARE and 2 / SHARE < 1


# --- a whole box


class Hang:
    """`at`: takes the place of something a thread does, which then does not come back until `over`."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def __call__(self, *args: object, **more: object) -> Any:
        self.over.wait()
        raise RuntimeError("the planted hang is over")


@contextmanager
def watched(folder: Path, limit_s: float = LIMIT_S, found: Found | None = None) -> Iterator[tuple[RealBox, Manager]]:
    with Manager(folder, limit_s) as manager, RealBox(folder, found, service=Service(manager.env)) as box:
        eventually(lambda: manager.count("READY=1"))
        yield box, manager
    assert manager.told[-1].startswith("STOPPING=1")


def test_a_box_nobody_touches_is_up_lives_and_says_when_it_ends(tmp_path: Path) -> None:
    with watched(tmp_path) as (box, manager):
        eventually(lambda: manager.count("WATCHDOG=1") >= 4)
        assert manager.status == "waiting for a buzzer"
        box.tap(1)
        eventually(lambda: manager.status == "lobby of Mopseinander, 0 joined")
    assert manager.count("READY=1") == manager.count("STOPPING=1") == 1


def loop_hangs(box: RealBox, hang: Hang) -> None:
    """In the middle of a picture."""

    def stuck(scene: object) -> None:
        hang.over.wait()

    box.screen.present = stuck  # type: ignore[method-assign]
    box.tap(1)


def referee_hangs(box: RealBox, hang: Hang) -> None:
    box.live.desk._turn = hang  # type: ignore[method-assign]
    box.live.desk.wake()


def reader_hangs(box: RealBox, hang: Hang) -> None:
    assert box.live.hardware
    box.live.hardware.inputs._turn = hang  # type: ignore[union-attr, method-assign]


@pytest.mark.parametrize(
    ("plant", "named"), [(loop_hangs, "the loop"), (referee_hangs, "the referee"), (reader_hangs, "the reader")]
)
def test_each_alone_that_hangs_stops_the_feeding_and_is_named(
    tmp_path: Path, capsys: Any, plant: Any, named: str
) -> None:
    hang = Hang()
    with watched(tmp_path) as (box, manager):
        eventually(lambda: manager.count("WATCHDOG=1") >= 2)
        said: list[str] = []
        try:
            plant(box, hang)
            eventually(lambda: said.append(capsys.readouterr().err) or "not fed" in "".join(said))
            fed = manager.count("WATCHDOG=1")
            time.sleep(1.5 * LIMIT_S)  # systemd would have started it again by now
            assert manager.count("WATCHDOG=1") == fed
        finally:
            box.live.desk.__dict__.pop("_turn", None)
            box.live.hardware.inputs.__dict__.pop("_turn", None)  # type: ignore[union-attr]
            hang.over.set()
        (line,) = [line for line in "".join(said).splitlines() if "not fed" in line]
        assert line.startswith(f"mopsbox: {named} stands still:")
        eventually(lambda: manager.count("WATCHDOG=1") > fed)


def test_a_box_that_looks_for_its_hub_lives_and_a_hub_reader_that_hangs_does_not(tmp_path: Path, capsys: Any) -> None:
    hang = Hang()
    with watched(tmp_path, 3, Found(hub=str(tmp_path / "no-hub"))) as (box, manager):
        eventually(lambda: manager.count("WATCHDOG=1") >= 2)
        eventually(lambda: manager.status.endswith("No buzzer hub: check cable"))
        hub, said = box.live.hardware.hub, []  # type: ignore[union-attr]
        hub._look_for_it = hang  # type: ignore[method-assign]
        try:
            eventually(lambda: said.append(capsys.readouterr().err) or "the reader stands still" in "".join(said))
        finally:
            del hub._look_for_it
            hang.over.set()
