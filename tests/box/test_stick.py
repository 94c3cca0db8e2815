"""A stick is plugged into the installed box: it is found, the scores get onto it, and pulling it out harms nothing."""

from __future__ import annotations

import csv
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mopsbox import box as boxes
from mopsbox import stage

from . import pictures
from .installed import Installed
from .machine import DATA, Machine
from .player import Player
from .stick import Stick

pytestmark = [pytest.mark.box, pytest.mark.slow]

GAMES, MANY = 12, 100
FILL = "from mopsbox.bench.many_games import fill; from pathlib import Path; fill(Path('{}'), {})"
MOUNTED = "ls -d /media/mopsbox/* 2>/dev/null"
PID = "systemctl show -p MainPID --value mopsbox"
SEEN = "grep -c ' /media/mopsbox/' /proc/$(" + PID + ")/mounts"
"""In how many places the service itself sees a stick."""


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    return Stick(tmp_path)


@pytest.fixture
def box(installed: Installed) -> Iterator[Machine]:
    yield installed.machine
    installed.machine.run("systemctl stop mopsbox")


def with_games(machine: Machine, number: int) -> Player:
    """A box with so many finished games, in its lobby."""
    machine.run(f"systemctl stop mopsbox; rm -rf {DATA}/* {DATA}/.config")
    as_it = f"cd {DATA} && runuser -u mopsbox -- /opt/mopsbox/current/bin/python -c"
    machine.run(f'{as_it} "{FILL.format(DATA, number)}"', 300)
    machine.run("sh /opt/box/at_rest.sh; systemctl start mopsbox", 200)
    machine.awake()
    player = Player(machine, number + 1)
    player.press(5)
    time.sleep(2)
    player.press(5)
    player.sees(pictures.told((5,), machine.size), "lobby-of-one")
    return player


def export(player: Player) -> None:
    """From the lobby's menu, which has this entry while a stick is in."""
    assert boxes.menu_entries(replace(stage.to_lobby(boxes.new(0), 0), sticks=1))[-2] == "export"
    player.touch("menu", "left", "left", "ok")


def mounted(machine: Machine) -> None:
    machine.until(lambda: machine.attempt(SEEN)[1].strip() not in ("", "0"), "the stick to be mounted")


def gone(machine: Machine) -> None:
    machine.until(lambda: not machine.run(MOUNTED, check=False), "the stick's folder to go")
    assert machine.attempt(SEEN)[1].strip() == "0"


def whole(folder: Path, games: int) -> None:
    """An export that a PC can read."""
    with (folder / "scores.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["number"]) for row in rows] == list(range(1, games + 1))
    assert len(list((folder / "games").iterdir())) == games and (folder / "support.zip").exists()
    with closing(sqlite3.connect(folder / "mopsbox.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT count(*) FROM game WHERE finished").fetchone() == (games,)


def test_what_was_played_gets_onto_a_stick_that_any_pc_reads(box: Machine, stick: Stick, tmp_path: Path) -> None:
    player = with_games(box, GAMES)
    box.plug_in(stick.image)
    mounted(box)
    export(player)
    player.sees(pictures.told((5,), box.size, "exported"), "exported", timeout_s=120)
    assert box.journal().count("exported to /media/mopsbox/") == 1
    box.run("systemctl stop 'mopsbox-stick@*.service'")
    gone(box)
    box.pull_out()
    assert stick.judged()[0], stick.judged()[1]
    found = stick.taken(tmp_path / "stick")
    assert [path.name for path in found.iterdir()] == ["mopsbox-0001"]
    whole(found / "mopsbox-0001", GAMES)


def test_a_stick_pulled_out_in_the_middle_costs_this_export_alone(box: Machine, stick: Stick, tmp_path: Path) -> None:
    player = with_games(box, MANY)
    pid = box.run(PID)
    box.plug_in(stick.image)
    mounted(box)
    export(player)
    player.sees(pictures.told((5,), box.size, "exported"), "exported-many", timeout_s=400)
    export(player)
    half = "ls /media/mopsbox/*/*-unfinished/games | wc -l"
    box.until(lambda: int(box.run(half, check=False)) > MANY // 10, "the second export to be under way", 200)
    box.pull_out()
    player.sees(pictures.told((5,), box.size, "export-failed"), "export-failed")
    said = [line for line in box.journal().splitlines() if "export" in line]
    assert len(said) == 2 and "was not finished" in said[1] and "is the stick still in?" in said[1], said
    gone(box)
    whole(stick.taken(tmp_path / "after") / "mopsbox-0001", MANY)
    player.press(2)
    player.sees(pictures.told((2, 5), box.size), "lobby-of-two")
    assert box.run(PID) == pid
    box.plug_in(stick.image)
    mounted(box)
    export(player)
    player.sees(pictures.told((2, 5), box.size, "exported"), "exported-again", timeout_s=400)
    box.pull_out()  # as people do: what was said to be done is there
    names = {path.name for path in stick.taken(tmp_path / "again").iterdir()}
    assert {"mopsbox-0001", "mopsbox-0003"} <= names <= {"mopsbox-0001", "mopsbox-0002-unfinished", "mopsbox-0003"}
    whole(tmp_path / "again/mopsbox-0003", MANY)
