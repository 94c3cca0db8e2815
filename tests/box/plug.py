"""The plug is pulled at a random moment: the next boot offers the game, and nothing the table has seen is lost."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from mopsbox import journal

from . import pictures
from .machine import BOOT_S, DATA, Machine
from .player import Player

DUMP = """import sqlite3, json
db = sqlite3.connect("file:/var/lib/mopsbox/mopsbox.db?mode=ro", uri=True)
n, header, finished = db.execute("select id, header, finished from game order by id desc limit 1").fetchone()
assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
rows = db.execute("select body from action where game = ? order by n", (n,))
print(json.dumps([n, json.loads(header), [json.loads(body) for body, in rows], finished is not None]))
"""


def stored(machine: Machine) -> tuple[int, journal.History, bool]:
    """The last game in the database: its number, how it stands, and whether it is noted as finished."""
    machine.put("/tmp/dump.py", DUMP)
    number, header, actions, finished = json.loads(machine.run("python3 /tmp/dump.py"))
    history = journal.begin(header)
    for action in actions:
        history = journal.add(history, action)
    return number, history, finished


def play_until_the_plug(player: Player, after_s: float) -> None:
    """Somebody plays; in the middle of whatever they do the machine is dead."""

    def play() -> None:
        with suppress(Exception):  # the wire breaks
            while history := player.history():
                player.step(history.state)

    hands = threading.Thread(target=play)
    hands.start()
    hands.join(after_s)
    assert hands.is_alive(), "nobody plays any more"
    player.machine.pull_plug()
    hands.join()


def pulled_and_back(machine: Machine, player: Player, chance: random.Random) -> Player:
    """Gives who plays on, in the game that was offered and taken up."""
    play_until_the_plug(player, chance.uniform(0.2, 14))
    seen = player.seen
    machine.boot()
    machine.awake()
    number, history, finished = stored(machine)
    assert number >= player.number
    if number == player.number:
        assert bare(history)[: len(seen)] == seen, "what the table had seen is lost"
    player = Player(machine, number)
    if finished:  # the plug was pulled at the podium: nothing is left to go on with
        assert history.state.phase == "over"
        return begun(machine, number + 1)
    player.sees(pictures.offer(history, machine.size), "offer")
    player.button("ok")
    player.sees(pictures.game(history, machine.size), "resumed")
    return player


def begun(machine: Machine, number: int) -> Player:
    """From attract, as soon as the service says that it is ready: three play."""
    machine.until(lambda: machine.attempt("systemctl is-active mopsbox")[1].strip() == "active", "ready", BOOT_S)
    player = Player(machine, number)
    player.press(5)
    player.begin(1, 2, 7)
    return player


def bare(history: journal.History) -> list[dict[str, Any]]:
    return [{k: v for k, v in action.items() if k not in ("at_us", "note")} for action in history.lines]


def audited(machine: Machine, number: int, folder: Path) -> None:
    """Journal and edge log are whole: the command line takes both."""
    for name, command in ((f"{number}.jsonl", "replay"), (f"{number}.edges.jsonl", "audit")):
        file = folder / name
        file.write_text(machine.read(f"{DATA}/games/{name}"))
        done = subprocess.run([sys.executable, "-m", "mopsbox", command, file], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def story(machine: Machine, pulls: int, folder: Path) -> list[float]:
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    chance, boots = random.Random(seed), []
    player = begun(machine, 1)
    for _ in range(pulls):
        player = pulled_and_back(machine, player, chance)
        boots.append(machine.boot_s)
    machine.run("systemctl stop mopsbox")
    audited(machine, player.number, folder)
    return boots
