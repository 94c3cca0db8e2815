"""The program as people start it: how soon its first picture stands, and what it costs while nobody does anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from ..config import default_text
from ..table import SECOND
from .figures import Unmeasured
from .live import SIZE
from .speed import folder

RACE_OPEN_MS = 2500  # after the first picture: the dice have rolled and the race is open
SETTLED_MS = 300  # what the shot itself costs is over
PATIENCE = 60.0  # seconds; a child that takes longer is not measured but ended
LOOKED_S = 0.005  # how often a child is asked for its memory


def started(folder: Path, steps: Sequence[dict[str, Any]], players: int | None = None) -> tuple[int, Any, Path]:
    """(monotonic ns of the spawn, the child, the file of its pictures) of a box with default settings."""
    script, config, frames = folder / "script.jsonl", folder / "config.toml", folder / "frames.json"
    head = {"script": 1, "size": list(SIZE), "seed": 1} | ({"players": players} if players else {})
    script.write_text("".join(json.dumps(line) + "\n" for line in (head, *steps)))
    config.write_text(default_text())
    options = ["--data", folder / "data", "--config", config, "--script", script, "--frames", frames]
    spawned = time.monotonic_ns()
    return spawned, _program("play", "--simulate", *options), frames


def _program(*words: object) -> Any:
    """Mopsbox as a child. As on an installed box Python finds its byte code from the second start on, whatever this
    shell says."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen([sys.executable, "-m", "mopsbox", *map(str, words)], stdout=subprocess.DEVNULL, env=env)


def pictures(child: Any, frames: Path) -> list[int]:
    """When the child's pictures stood (its clock is this machine's), once it has ended."""
    try:
        status = child.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired as late:
        raise Unmeasured(f"the box did not end within {PATIENCE:.0f} s; measure again with less else running") from late
    if status or not frames.exists():
        raise Unmeasured(f"the box ended with status {status} and left no pictures; try mopsbox play on this screen")
    return list(map(int, json.loads(frames.read_text())))


def start_s(times: int) -> float:
    """Seconds from the command to the first picture, median."""
    found = []
    for _ in range(times):
        with folder() as data:
            spawned, child, frames = started(data, [{"at_ms": 0, "shot": "first.png"}, {"at_ms": 1, "quit": True}])
            try:
                found.append((pictures(child, frames)[0] - spawned) / SECOND)
            finally:
                _end(child)
    return round(median(found), 3)


def begun(top: Path) -> tuple[float, float | None]:
    """Seconds to the first picture of a box on the folder `top`/data, and its memory then, MB (None without /proc)."""
    steps: list[dict[str, Any]] = [{"at_ms": 0, "shot": "first.png"}, {"at_ms": 1500, "quit": True}]
    (top / "data" / "first.png").unlink(missing_ok=True)
    spawned, child, frames = started(top, steps)
    try:
        _wait_for(top / "data" / "first.png", child)
        used = Used.of(child.pid).rss_mb if Path("/proc/self/status").exists() else None
        return round((pictures(child, frames)[0] - spawned) / SECOND, 3), used
    finally:
        _end(child)


def said(*words: object) -> tuple[float, float | None]:
    """Seconds a command takes from its start to its end, and the most memory it had, MB (None without /proc). Not by
    getrusage: that counts what this process had when it made the child."""
    began = time.monotonic_ns()
    child = _program(*words)
    peak, most = Path(f"/proc/{child.pid}/status"), None
    while child.poll() is None:
        if peak.exists():
            most = _status(peak).get("VmHWM", most)  # none any more once it has ended
        time.sleep(LOOKED_S)
    if child.returncode:
        raise Unmeasured(f"mopsbox {words[0]} ended with status {child.returncode}")
    return round((time.monotonic_ns() - began) / SECOND, 3), most and round(most / 1024, 1)


@dataclass(frozen=True, slots=True)
class Used:
    """What a process has used since it began, all its threads together."""

    wakeups: int
    cpu_s: float
    rss_mb: float

    @classmethod
    def of(cls, pid: int) -> Used:
        """From Linux' /proc. Raises OSError where there is none."""
        proc = Path("/proc") / str(pid)
        tasks = [_status(task / "status") for task in (proc / "task").iterdir()]
        times = (proc / "stat").read_text().rpartition(")")[2].split()
        ticks = int(times[11]) + int(times[12])  # utime, stime: proc(5) counts from 1, and two fields lie before ")"
        return cls(
            sum(task["voluntary_ctxt_switches"] for task in tasks),
            ticks / os.sysconf("SC_CLK_TCK"),
            round(_status(proc / "status")["VmRSS"] / 1024, 1),
        )


def _status(file: Path) -> dict[str, int]:
    """The whole numbers of a status file, by their names; memory in kB."""
    pairs = [line.split()[:2] for line in file.read_text().splitlines()]
    return {pair[0].rstrip(":"): int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def idle(seconds: float) -> dict[str, float | None]:
    """A box of four with the race open and nobody pressing: pictures painted, wake-ups and processor time of all its
    threads, memory. None where the system has no /proc."""
    if not Path("/proc/self/status").exists():
        return dict.fromkeys(("idle_frames", "idle_wakeups_per_s", "idle_cpu_percent", "rss_mb"))
    steps: list[dict[str, Any]] = [
        {"at_ms": 300, "press": "ok"},  # fill and roll
        {"at_ms": RACE_OPEN_MS, "shot": "open.png"},
        {"at_ms": RACE_OPEN_MS + SETTLED_MS + round(seconds * 1000) + 500, "quit": True},
    ]
    with folder() as data:
        _, child, frames = started(data, steps, players=4)
        try:
            _wait_for(data / "data" / "open.png", child)
            time.sleep(SETTLED_MS / 1000)
            began, before = time.monotonic_ns(), Used.of(child.pid)
            time.sleep(seconds)
            ended, after = time.monotonic_ns(), Used.of(child.pid)
            painted = [t for t in pictures(child, frames) if began <= t <= ended]
        finally:
            _end(child)
    passed = (ended - began) / SECOND
    return {
        "idle_frames": len(painted),
        "idle_wakeups_per_s": round((after.wakeups - before.wakeups) / passed, 1),
        "idle_cpu_percent": round((after.cpu_s - before.cpu_s) / passed * 100, 2),
        "rss_mb": after.rss_mb,
    }


def _wait_for(file: Path, child: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not file.exists():
        if child.poll() is not None or time.monotonic() > until:
            raise Unmeasured("the box did not come to an open race; try mopsbox play on this screen")
        time.sleep(0.02)


def _end(child: Any) -> None:
    """However it went, nothing stays running."""
    if child.poll() is None:
        child.kill()
    child.wait()
