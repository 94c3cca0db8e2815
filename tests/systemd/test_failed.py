"""What the screen says when the box could not start, on consoles of any size; stand-ins are the system's tools."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

FAILED = Path(__file__).parents[2] / "systemd" / "failed"
LONG = "a sentence that goes on and on " * 12
OWN = "".join(f"mopsbox: own word {n}, {LONG}\n" for n in range(3)) + "mopsbox: own word 3\n" * 2
SYSTEMS = "Started it.\nMain process exited, code=exited, status=3\nScheduled restart job, counter is at 5.\n"
CHECK = "OK    python: 3.11\n" + "".join(f"FAIL  part {n}: {LONG}\n" for n in range(9))
TOOLS = {
    "clear": "",
    "sleep": 'echo "slept $1"',
    "stty": "echo ${SIZE}",
    "timeout": 'cat "$HERE/check"',
    "journalctl": 'case "$*" in *_SYSTEMD_UNIT=*) cat "$HERE/own";; *) cat "$HERE/systems";; esac',
}


def page(folder: Path, size: str, check: str = CHECK, own: str = OWN) -> list[str]:
    for name, does in TOOLS.items():
        tool = folder / name
        tool.write_text(f"#!/bin/sh\n{does}\n")
        tool.chmod(0o755)
    for name, text in (("own", own), ("systems", SYSTEMS), ("check", check)):
        (folder / name).write_text(text)
    env = {"PATH": f"{folder}:/usr/bin:/bin", "HERE": str(folder), "SIZE": size}
    done = subprocess.run(["sh", FAILED], env=env, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines.pop() == "slept 60" and not done.stderr
    return lines


SMALL = ["15 50", "20 66"]  # of large fonts on small screens
SIZES = [*SMALL, "24 80", "30 100", "37 128", "45 160", "67 240", "", "0 0"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size or "untold")
def test_nothing_of_it_scrolls_away(size: str, tmp_path: Path) -> None:
    rows, columns = map(int, (size.removeprefix("0 0") or "30 100").split())
    lines = page(tmp_path, size)
    assert len(lines) < rows and max(map(len, lines)) < columns
    told = "\n".join(lines)
    flowing = " ".join(told.split())
    assert "Mopsbox could not start. It tries again in a minute. Nothing is lost" in flowing
    assert "Mopsbox konnte nicht starten. In einer Minute versucht sie es wieder. Nichts ist verloren" in flowing
    assert "own word 3" in told and "status=3" in told
    assert "FAIL  part 0" in told or size == SMALL[0]  # no room: the rest matters more
    assert "OK " not in told.partition("ohne OK")[2]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size or "untold")
def test_the_lines_that_there_are_stand_on_the_screen_however_few(size: str, tmp_path: Path) -> None:
    """The box said one short thing before it ended: then a small screen has room for the self-check too."""
    lines = page(tmp_path, size, own="mopsbox: own word 3\n", check=CHECK)
    assert len(lines) < int((size.removeprefix("0 0") or "30 100").split()[0])
    assert "   mopsbox: own word 3" in lines and "FAIL  part 0" in "\n".join(lines)


def test_of_systemds_own_words_only_how_it_ended_is_told(tmp_path: Path) -> None:
    told = "\n".join(page(tmp_path, "67 240"))
    assert "status=3" in told and "restart" not in told and told.count("own word 3") == 1


def test_a_check_that_does_not_end_is_said(tmp_path: Path) -> None:
    assert "did not end in time" in page(tmp_path, "30 100", check="")[-1]
