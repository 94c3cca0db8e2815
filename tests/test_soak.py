"""Bots play night and day, as fast as the machine can: nothing is lost, and nothing grows but the games."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mopsbox import audit, edgelog, replay, ring
from mopsbox.backups import FOLDER, judged, listed
from mopsbox.database import DATABASE
from mopsbox.rotation import MOST
from mopsbox.store import MEGABYTE, open_store

from .soak_child import summed

ROOT = Path(__file__).parent.parent
SHORT_S = 6
LONG_S = float(os.environ.get("MOPSBOX_SOAK_S", 20 * 60))
HOURS = 24 * LONG_S / (20 * 60)  # a day and a night in twenty minutes
# Over the second half, beside what the painter keeps, which has a bound of its own: SQLite holds up to 2 MB of pages a
# connection as the database grows to that. Less than 2 was seen in 45 hours of play.
SPARE_MB = 5.0
SPARE_PIECES = 0.03  # of Python's own: what would be kept of every game would be more after a few evenings
DRAWN_MB = 60 * 1.048576  # that bound (paint/sprites.py)
ONE_GAME = 400_000  # bytes: the files of the running game stay, however full it is


def soaked(folder: Path, seconds: float, hours: float, log_bytes: int, games_mb: int) -> list[dict[str, Any]]:
    """The evenings, a line each. Log and games were within their bounds after every one of them."""
    numbers = map(str, (seconds, hours, 1, log_bytes, games_mb))
    command = [sys.executable, "-m", "tests.soak_child", str(folder), *numbers]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert {line for line in done.stderr.splitlines() if line.startswith("mopsbox: ")} == {
        "mopsbox: Too little power: other supply",
        "mopsbox: over: Too little power: other supply",
    }
    evenings = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    for evening in evenings:
        assert evening["log"] <= 2 * log_bytes
        assert evening["files"] <= games_mb * MEGABYTE + ONE_GAME
        assert evening["backups"] <= MOST + 1  # one may just have come, and the spare one not be gone yet
    return evenings


def nothing_lost(folder: Path, evenings: Sequence[dict[str, Any]]) -> int:
    """Every action that was acknowledged is in the database, in its order; how many?"""
    told = {int(game): seen for evening in evenings for game, seen in evening["acknowledged"].items()}
    store = open_store(folder)
    try:
        games = store.games()
        assert {game.n for game in games} == set(told)
        assert all(game.finished and game.result for game in games)
        for number, (count, total) in told.items():
            actions = store.actions(number)
            assert (len(actions), summed(actions)) == (count, total)
    finally:
        store.close()
    return sum(count for count, _ in told.values())


def files_are_whole(folder: Path) -> None:
    """Of the games whose files are still there: the journal has what the database has, the edge log is decided again.
    All backups are good, and the newest has the last game."""
    numbers = sorted(int(path.stem) for path in (folder / "games").glob("*.jsonl") if path.stem.isdecimal())
    store = open_store(folder)
    try:
        for number in numbers[:: max(1, len(numbers) // 20)]:
            assert replay.load(folder / "games" / f"{number}.jsonl").count == len(store.actions(number))
            header, lines = edgelog.read(folder / "games" / f"{number}.edges.jsonl")
            rulings, orphan = audit.decide(header, [event for _, event in lines])
            assert orphan is None and all(not ruling.uncertain for ruling in rulings)
        there = listed(folder)
        assert [judged(folder / FOLDER / each.name).games for each in there] == [each.games for each in there]
        assert there[-1].games == store.last()
    finally:
        store.close()


def slope(weights: Sequence[float]) -> float:
    """By how much they grow from the first to the last, along the straight line through them."""
    return statistics.linear_regression(range(len(weights)), weights).slope * (len(weights) - 1)


def test_evenings_of_bots_are_stored_to_the_last_action(tmp_path: Path) -> None:
    log_bytes = 1000
    evenings = soaked(tmp_path, SHORT_S, 0, log_bytes, 1)
    assert nothing_lost(tmp_path, evenings) > 50
    files_are_whole(tmp_path)
    said = ring.lines(tmp_path).splitlines()
    assert len(said) > 5 and (tmp_path / "mopsbox.log.1").exists(), "the log went round"


@pytest.mark.slow
def test_days_of_bots_lose_nothing_and_the_memory_stays_flat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evenings = soaked(tmp_path, LONG_S, HOURS, ring.MOST, games_mb := 5)
    hours, weights = sum(evening["hours"] for evening in evenings), [evening["rss_mb"] for evening in evenings]
    actions = nothing_lost(tmp_path, evenings)
    files_are_whole(tmp_path)
    second = evenings[len(evenings) // 2 :]
    grown = slope([evening["rss_mb"] - evening["drawn_mb"] for evening in second])
    pieces = slope([evening["pieces"] for evening in second]) / second[0]["pieces"]
    drawn = max(evening["drawn_mb"] for evening in evenings)
    most = {name: max(evening[name] for evening in second) for name in ("log", "files", "backups", "threads", "open")}
    stored = (tmp_path / DATABASE).stat().st_size
    with capsys.disabled():
        print(
            f"\n{(evenings[-1]['wall_s'] - evenings[0]['wall_s']) / 60:.0f} min: {hours:.0f} h of play, "
            f"{sum(len(evening['acknowledged']) for evening in evenings)} games, {actions} actions, none lost; memory "
            f"{weights[0]:.0f} MB at first, {weights[len(weights) // 2]:.1f} half way, {weights[-1]:.1f} at last "
            f"({grown:+.2f} MB along the second half, beside at most {drawn:.1f} MB of drawings; "
            f"Python's pieces {pieces:+.1%}); "
            f"at most {most['log'] / 1024:.0f} KiB of log, "
            f"{most['files'] / MEGABYTE:.2f} MB of game files (limit {games_mb}), {most['backups']} backups, "
            f"{most['threads']} threads, {most['open']} open files; {stored / actions:.0f} bytes an action"
        )
    assert hours >= HOURS
    assert pieces <= SPARE_PIECES
    assert grown <= SPARE_MB and drawn <= DRAWN_MB
    assert most["threads"] == 2  # the loop, and the keeper
    assert stored / actions < 2000
