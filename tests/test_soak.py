"""Bots play night and day, as fast as the machine can: nothing is lost, and nothing grows but the games."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mopsbox import replay
from mopsbox.store import open_store

ROOT = Path(__file__).parent.parent
SHORT_S = 6
LONG_S = float(os.environ.get("MOPSBOX_SOAK_S", 20 * 60))
SPARE_MB = 5.0  # the last third over the second: caches of what is drawn fill up (without drawing nothing grows at all)


def soaked(folder: Path, seconds: float) -> list[dict[str, Any]]:
    """The evenings, a line each."""
    command = [sys.executable, "-m", "tests.soak_child", str(folder), str(seconds), "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def nothing_lost(folder: Path, evenings: list[dict[str, Any]]) -> int:
    """Every action of every game that was played to its end is in the database and in its journal; how many?"""
    played = {int(number): actions for evening in evenings for number, actions in evening["played"].items()}
    store = open_store(folder)
    try:
        games = store.games()
        assert {game.n for game in games} == set(played)
        assert all(game.finished and game.result for game in games)
        for number, actions in played.items():
            assert len(list(store.actions(number))) == actions
    finally:
        store.close()
    for number in list(played)[:: max(1, len(played) // 20)]:
        assert replay.load(folder / "games" / f"{number}.jsonl").count == played[number]
    return sum(played.values())


def test_evenings_of_bots_are_stored_to_the_last_action(tmp_path: Path) -> None:
    evenings = soaked(tmp_path, SHORT_S)
    assert nothing_lost(tmp_path, evenings) > 50


@pytest.mark.slow
def test_days_of_bots_lose_nothing_and_the_memory_stays_flat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evenings = soaked(tmp_path, LONG_S)
    actions = nothing_lost(tmp_path, evenings)
    weights = [evening["rss_mb"] for evening in evenings]
    third = len(weights) // 3
    middle, last = statistics.median(weights[third : 2 * third]), statistics.median(weights[2 * third :])
    stored = sum(file.stat().st_size for file in tmp_path.rglob("*") if file.is_file())
    with capsys.disabled():
        print(
            f"\n{LONG_S / 60:.0f} min: {sum(evening['hours'] for evening in evenings):.0f} h of play, "
            f"{sum(len(evening['played']) for evening in evenings)} games, {actions} actions, none lost; memory "
            f"{weights[0]:.0f} MB at first, {middle:.1f} then, {last:.1f} MB at last; "
            f"{stored / actions:.0f} bytes an action"
        )
    assert last <= middle + SPARE_MB
    assert stored / actions < 2000
