"""A backup takes the place of lost scores: all of it or nothing, with what the journals have; the box lives on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from mopsbox import opening, restoring, saved
from mopsbox.backups import make
from mopsbox.store import Store, open_store
from mopsbox.table import Seat
from tests.test_restore import damaged

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 11, 30)
PLAYED = (ROOT / "tests" / "playthroughs" / "mopseinander-2.jsonl").read_text().splitlines()
LINES = [{key: value for key, value in json.loads(line).items() if key != "note"} for line in PLAYED]


def game(store: Store, actions: int | None = None) -> int:
    """A real game, to its end or so many actions of it."""
    header, *all_of_them = LINES
    number = store.begin(header, store.last_us_of_all() + 1)
    some = all_of_them[:actions]
    for n in range(0, len(some), 10):
        store.append_all(number, some[n : n + 10], store.last_us_of_all() + 1)
    if actions is None:
        store.finish(number, {"scores": {}, "winners": [1]})
    return number


def lost_evening(folder: Path) -> None:
    """One game in the backup; another to its end, one that was given up and one that runs in their journals alone; a
    name is forgotten that the backup still has; the database is damaged."""
    store = open_store(folder)
    gone = store.add_person("Otto", Seat(1))
    store.add_person("Ada", Seat(2))
    game(store)
    make(folder, TODAY)
    game(store)
    store.abandon(game(store, 8))
    game(store, 12)
    store.forget(gone.id)
    store.close()
    damaged(folder)


def told(store: Store) -> tuple[object, ...]:
    """All that came back."""
    games = [(played.n, played.header, played.finished is None, played.result) for played in store.games()]
    unfinished = [each.number for each in saved.games(store)]
    return games, [store.actions(n) for n, *_ in games], unfinished, [person.name for person in store.people()]


@pytest.mark.parametrize("times", [40, pytest.param(800, marks=pytest.mark.slow)])
def test_a_plug_pulled_at_any_moment_of_it_loses_nothing(times: int, tmp_path: Path) -> None:
    """The next start asks again, or all of it is there; nothing is in between."""
    lost_evening(tmp_path / "was")
    command = [sys.executable, "-m", "tests.restore_child", str(tmp_path), str(times)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    whole = open_store(tmp_path / "whole")
    expected = told(whole)
    whole.close()
    games, actions, unfinished, people = expected
    assert isinstance(games, list) and [n for n, *_ in games] == [1, 2, 3, 4] and unfinished == [4]
    assert [over[2] for over in games] == [False, False, False, True], "the one given up stays so"
    assert actions == [LINES[1:], LINES[1:], LINES[1:9], LINES[1:13]] and people == ["Ada"]
    asked = []
    for n in range(times):
        folder = tmp_path / f"cut-{n}"
        store = saved.open_readable(folder, 200)
        good = opening.lost(store, folder, None)
        asked.append(good is not None)
        if good is not None:
            assert restoring.made_ready(store, good.path, lambda: 0, print).why == ""
            store.take_over()
        assert told(store) == expected, f"cut {n}"
        store.close()
        shutil.rmtree(folder)
    assert asked == sorted(asked, reverse=True) and {*asked} == {True, False}, "both have been seen"
