"""Pull the plug (kill -9) at random moments of an evening: nothing that was acknowledged is ever lost."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mopsbox import journal, replay
from mopsbox.audit import audit
from mopsbox.jsonl import read_objects
from tests.at_table import Table
from tests.test_guests import Mixed, only_for_bots, play_to_the_podium

ROOT = Path(__file__).parent.parent


def pull_the_plug(folder: Path, seed: int, after_s: float, child: str = "kill_child") -> list[dict[str, object]]:
    """Let a box play in `folder` and kill it; what it had acknowledged until then."""
    command = [sys.executable, "-m", f"tests.{child}", str(folder), str(seed)]
    box = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert box.stdout is not None
    first = box.stdout.readline()  # the game has begun: from here on any moment may be the last
    time.sleep(after_s)
    box.send_signal(signal.SIGKILL)
    said = first + box.stdout.read()
    box.wait()
    whole = said[: said.rfind("\n") + 1]
    return [json.loads(line) for line in whole.splitlines()]


def ends(history: journal.History) -> object:
    return history.game.host.record.ends(history.state)


def check(folder: Path, acknowledged: list[dict[str, object]]) -> int:
    """After a kill: every acknowledged action is there, and played back it is what stood on the screen."""
    table = Table(folder=folder)
    last = acknowledged[-1]
    number = last["game"]
    stored = [{k: v for k, v in a.items() if k != "at_us"} for a in table.store.actions(number)]
    assert len(stored) >= last["count"]
    header = next(g.header for g in table.store.games() if g.n == number)
    states = {0: ends(journal.begin(header))}
    history = journal.begin(header)
    for action in stored:
        history = journal.add(history, action)
        states[history.count] = ends(history)
    for said in acknowledged:
        if said["game"] == number:
            assert states[said["count"]] == json.loads(json.dumps(said["ends"])), said["count"]
    if table.box.mode == "offer":
        table.key("ok")
        if table.loop.game == number:
            assert ends(table.play.history) == states[len(stored)]
        else:  # the plug was pulled after the rematch was stored and before its first picture
            assert table.loop.game == number + 1 and table.play.history.count == 0
        on_disk = replay.load(folder / "games" / f"{table.loop.game}.jsonl")
        assert ends(on_disk) == ends(table.play.history)
    table.store.close()
    return len(stored)


def finish(folder: Path) -> None:
    """The game that was cut off can be played to its podium, and its edge log still audits."""
    table = Table(folder=folder)
    if table.box.mode != "offer":
        return
    table.key("ok")
    number = table.loop.game
    for _ in range(400):
        if table.mode == "podium":
            break
        match table.mode:
            case "race":
                table.press(next(s for s in table.state.setup.seats if s not in table.state.locked))
            case "answer":
                table.dial(True)
            case "tumble" | "verdict" | "tally":
                table.wait(1000)
            case _:
                table.key("ok")
    assert table.mode == "podium" and table.state.winners
    stamps = [a["at_us"] for _, a in read_objects(folder / "games" / f"{number}.jsonl")]
    assert stamps == sorted(stamps), "the box's time goes on over a pulled plug"
    table.key("left")
    with open(os.devnull, "w") as nowhere:
        assert audit(folder / "games" / f"{number}.edges.jsonl", True, nowhere) == 0
    table.store.close()


def kills(folder: Path, times: int, seed: int) -> None:
    lots = random.Random(seed)
    for n in range(times):
        acknowledged = pull_the_plug(folder, seed + n, lots.uniform(0.0, 0.6))
        check(folder, acknowledged)
        copy = folder.with_name(f"{folder.name}-{n}")  # finished there, while the evening here goes on to its next kill
        shutil.copytree(folder, copy)
        finish(copy)
        shutil.rmtree(copy)


def test_twenty_pulled_plugs_lose_nothing(tmp_path: Path) -> None:
    kills(tmp_path, 20, 1000)


@pytest.mark.parametrize("n", range(4))
def test_after_a_pulled_plug_bots_play_on_to_the_podium(tmp_path: Path, n: int) -> None:
    """From the first line on, when the game has only begun, to games later."""
    acknowledged = pull_the_plug(tmp_path, 3000 + n, 0.25 * n, "kill_child_with_bots")
    table = Mixed(folder=tmp_path)
    assert table.box.saved is not None and table.box.saved.number >= acknowledged[-1]["game"]
    table.key("ok")
    assert table.box.lobby.bots == {1, 3}
    play_to_the_podium(table)
    only_for_bots(table)
    table.store.close()


@pytest.mark.slow
def test_two_hundred_pulled_plugs_lose_nothing(tmp_path: Path) -> None:
    kills(tmp_path, 200, 2000)
