"""How large a panel says it is, and when that is not believed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import evening
from mopsbox.config_keys import Config, Screen
from mopsbox.edid import Panel, believed, read, told
from mopsbox.hardware import Found
from mopsbox.parts import look_for
from mopsbox.scene import Text

from .catalogue import scene, states

SMALL = (1024, 600)  # px of many a 7-inch panel with HDMI: 154 x 86 mm


def edid(
    w: int, h: int, pixels: tuple[int, int] = SMALL, cm: tuple[int, int] | None = None, timing: bool = True
) -> bytes:
    """An EDID made up for a test: a panel of so many mm, in the timing exactly and in whole centimetres elsewhere."""
    block = bytearray(128)
    block[:8] = b"\x00\xff\xff\xff\xff\xff\xff\x00"
    block[21], block[22] = cm or (round(w / 10), round(h / 10))
    if timing:
        across, down = pixels
        block[54:56] = (5100).to_bytes(2, "little")  # in 10 kHz
        block[56], block[58] = across % 256, across // 256 << 4
        block[59], block[61] = down % 256, down // 256 << 4
        block[66], block[67], block[68] = w % 256, h % 256, w // 256 << 4 | h // 256
    return checked(block)


def checked(block: bytearray) -> bytes:
    """With the checksum it needs: all bytes together are a multiple of 256."""
    block[127] = -sum(block[:127]) % 256
    return bytes(block)


def plugged(root: Path, plug: str, data: bytes, status: str = "connected") -> None:
    """A machine with this screen on this plug."""
    folder = root / "sys/class/drm" / plug
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "status").write_text(f"{status}\n")
    (folder / "edid").write_bytes(data)


# --- what it says


@pytest.mark.parametrize("size", [(154, 86), (344, 193), (527, 296), (86, 154), (1209, 680)])
def test_a_size_is_read_to_the_millimetre(size: tuple[int, int]) -> None:
    assert read(edid(*size, pixels=(1920, 1080))) == Panel(*size, (1920, 1080))


def test_more_blocks_may_follow() -> None:
    assert read(edid(154, 86) + bytes(128)) == Panel(154, 86, SMALL)


def test_without_a_timing_there_are_whole_centimetres() -> None:
    assert read(edid(154, 86, timing=False)) == Panel(150, 90, (0, 0))


def test_a_timing_in_other_units_is_passed_over() -> None:
    assert read(edid(1540, 860, cm=(15, 9))) == Panel(150, 90, SMALL)
    assert read(edid(0, 0, cm=(15, 9))) == Panel(150, 90, SMALL)


@pytest.mark.parametrize("cm", [(0, 0), (79, 0), (0, 79)], ids=["projector", "ratio", "upright ratio"])
def test_who_says_no_size_has_none(cm: tuple[int, int]) -> None:
    assert read(edid(154, 86, cm=cm)) is None


def test_a_broken_one_says_nothing() -> None:
    whole = edid(154, 86)
    assert read(b"") is None and read(whole[:127]) is None
    assert read(bytes(128)) is None, "a sum of 0, and no header"
    for at in (0, 21, 66, 127):
        assert read(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]) is None, at


@settings(deadline=None)
@given(st.binary(max_size=256), st.booleans())
def test_whatever_a_plug_sends_is_a_size_or_none(data: bytes, whole: bool) -> None:
    if whole:
        block = bytearray((data + bytes(128))[:128])
        block[:8] = b"\x00\xff\xff\xff\xff\xff\xff\x00"
        data = checked(block)
    panel = read(data)
    assert panel is None or (panel.w > 0 and panel.h > 0 and isinstance(believed(panel, SMALL), bool))


# --- whether it is believed


@pytest.mark.parametrize(
    ("w", "h", "pixels"),
    [(154, 86, (800, 480)), (108, 65, (800, 480)), (155, 87, (1280, 720)), (527, 296, (1920, 1080))],
)
def test_panels_there_are_are_believed(w: int, h: int, pixels: tuple[int, int]) -> None:
    assert believed(Panel(w, h, pixels), pixels) and believed(Panel(h, w, pixels), pixels[::-1])


@pytest.mark.parametrize(
    ("w", "h", "pixels"),
    [
        (160, 90, SMALL),  # a ratio in place of a size
        (16, 9, (1920, 1080)),
        (1600, 900, (1920, 1080)),
        (160, 100, (1280, 800)),
        (708, 398, SMALL),  # copied from a television
        (1209, 680, (1920, 1080)),  # a set on the wall: read from afar
        (20, 10, SMALL),  # of a watch
        (86, 154, SMALL),  # lies otherwise than its pixels
        (340, 270, (1920, 1080)),  # pixels a third longer than wide
    ],
)
def test_what_cannot_be_is_not(w: int, h: int, pixels: tuple[int, int]) -> None:
    assert not believed(Panel(w, h, pixels), pixels)


# --- which screen


def test_the_screen_that_is_plugged_in_is_asked(tmp_path: Path) -> None:
    assert told(SMALL, tmp_path) is None
    plugged(tmp_path, "card0-HDMI-A-1", edid(222, 125), status="disconnected")  # it was there before
    plugged(tmp_path, "card1-HDMI-A-2", edid(154, 86))
    plugged(tmp_path, "card1-Writeback-1", b"", status="unknown")
    assert told(SMALL, tmp_path) == Panel(154, 86, SMALL, "HDMI-A-2")
    plugged(tmp_path, "card1-HDMI-A-2", edid(160, 90))
    assert told(SMALL, tmp_path) is None


def test_of_two_screens_it_is_the_one_with_these_pixels(tmp_path: Path) -> None:
    plugged(tmp_path, "card0-HDMI-A-1", edid(527, 296, (1920, 1080)))
    plugged(tmp_path, "card0-HDMI-A-2", edid(154, 86))
    assert told(SMALL, tmp_path) == Panel(154, 86, SMALL, "HDMI-A-2")
    plugged(tmp_path, "card0-HDMI-A-1", edid(222, 125))
    assert told(SMALL, tmp_path) is None, "two alike, and nobody knows which"


def test_a_plug_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    (tmp_path / "sys/class/drm/card0-HDMI-A-1/edid").mkdir(parents=True)
    assert told(SMALL, tmp_path) is None


# --- what follows


def test_the_picture_is_measured_by_what_the_panel_says() -> None:
    told = Panel(154, 86, SMALL, "HDMI-A-1")
    look = look_for(Config(), SMALL, told)
    assert look.px == pytest.approx(600 / 86) and (look.w, look.h) == (pytest.approx(146.8, abs=0.1), pytest.approx(86))
    assert look_for(Config(), SMALL).px == 5.59
    turned = look_for(Config(screen=Screen(rotation=90)), SMALL, told)
    assert (turned.w, turned.h, turned.px) == (look.h, look.w, look.px)


def test_where_our_guess_would_make_words_too_small_they_are_not_on_a_panel_that_says_its_size() -> None:
    """13.3 inches with 3840x2160 pixels: taken for 687 mm, its smallest capitals are 4 mm high."""
    size, told = (3840, 2160), Panel(294, 165, (3840, 2160), "eDP-1")

    def smallest(panel: Panel | None) -> float:
        look = look_for(Config(), size, panel)
        words = [i.cap for state in states()[::40] for i in scene(state, look).items if isinstance(i, Text)]
        return min(words) * look.px / (size[1] / told.h)

    assert smallest(None) < 4.1
    assert smallest(told) >= 4.699


def test_a_ruler_knows_better_and_so_does_the_panel_than_our_table() -> None:
    told = Panel(108, 65, (800, 480), "HDMI-A-1")
    assert look_for(Config(), (800, 480), told).px == pytest.approx(800 / 108)
    measured = Config(screen=Screen(width_mm=100, height_mm=60))
    assert look_for(measured, (800, 480), told) == look_for(measured, (800, 480))


@pytest.mark.parametrize("real", [True, False], ids=["a box", "a simulated one"])
def test_a_box_asks_its_panel_and_a_simulated_one_does_not(monkeypatch: pytest.MonkeyPatch, real: bool) -> None:
    from mopsbox.paint import window

    opened = list[Any]()
    monkeypatch.setattr(window, "Window", lambda size, look, *words, **how: opened.append((size, look)))
    monkeypatch.setattr(window, "native", lambda: SMALL)
    monkeypatch.setattr(window, "fitting", lambda size, *how: size)
    monkeypatch.setattr(evening.edid, "told", lambda size: Panel(154, 86, size, "HDMI-A-1"))
    found = replace(Found(), factory=object() if real else None)
    _, look = evening._window(None, Config(), found, lambda: 0)  # type: ignore[arg-type]
    ((size, shown),) = opened
    assert shown == look == (look_for(Config(), SMALL, Panel(154, 86, SMALL)) if real else look_for(Config(), size))
