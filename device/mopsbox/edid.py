"""How large the panel is, as it says itself: EDID, the block of 128 bytes that a screen sends through its plug (VESA
E-EDID Standard, Release A; the bytes' numbers below are its own).

Cheap panels send what their maker copied from somewhere; so a size is believed only where it fits what it is read with.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

BLOCK, HEADER = 128, bytes.fromhex("00ffffffffffff00")
TIMING = 54  # where the first detailed timing begins
THINNEST = 2.5  # px a mm: thinner is no panel on a table. A set on the wall is read from afar, and wants larger words
FINEST = 20.0  # no panel there is
SQUARE = 1.25  # how much a pixel may be longer than wide: the 7-inch 800x480 has 1.08
SHAPES = {(16, 9), (16, 10)}  # in place of a size, also ten or a hundred times as large


@dataclass(frozen=True, slots=True)
class Panel:
    """`w`, `h`: millimetres of the picture, as it lies unturned. `pixels`: what the panel has. `plug`: its name."""

    w: float
    h: float
    pixels: tuple[int, int]
    plug: str = ""


def read(data: bytes) -> Panel | None:
    """What an EDID says. None: it is broken, or says no size (a projector's has none)."""
    block = data[:BLOCK]
    if len(block) < BLOCK or block[:8] != HEADER or sum(block) % 256:
        return None
    w_cm, h_cm = block[21], block[22]  # one of them 0: the other is a ratio; both: a projector
    if not w_cm or not h_cm:
        return None
    timing = block[TIMING : TIMING + 18]
    pixels = timing[2] | (timing[4] & 0xF0) << 4, timing[5] | (timing[7] & 0xF0) << 4
    if not timing[0] and not timing[1]:  # no timing, but words
        return Panel(10 * w_cm, 10 * h_cm, (0, 0))
    w, h = timing[12] | (timing[14] & 0xF0) << 4, timing[13] | (timing[14] & 0x0F) << 8
    if abs(w - 10 * w_cm) > 10 or abs(h - 10 * h_cm) > 10:  # in other units, or of another mode
        w, h = 10 * w_cm, 10 * h_cm
    return Panel(w, h, pixels)


def believed(panel: Panel, pixels: tuple[int, int]) -> bool:
    """Can a panel that shows so many pixels be as large as it says?"""
    for tens in (1, 10, 100):
        if (panel.w / tens, panel.h / tens) in SHAPES or (panel.h / tens, panel.w / tens) in SHAPES:
            return False
    across, down = pixels[0] / panel.w, pixels[1] / panel.h
    if max(across, down) > SQUARE * min(across, down):
        return False
    return min(across, down) >= THINNEST and max(across, down) <= FINEST


def told(pixels: tuple[int, int], root: Path = Path("/")) -> Panel | None:
    """The size of the screen that shows so many pixels, if it tells one that can be believed. With several screens
    plugged in it is the one that has just these pixels; is it none or more than one, nobody knows. `root`: where /sys
    is."""
    found = list[Panel]()
    for file in sorted(root.glob("sys/class/drm/card*-*/edid")):
        with suppress(OSError):
            if (file.parent / "status").read_text().strip() == "connected" and (panel := read(file.read_bytes())):
                name = file.parent.name.partition("-")[2]
                found.append(Panel(panel.w, panel.h, panel.pixels, name))
    if len(found) > 1:
        found = [panel for panel in found if panel.pixels == pixels]
    return found[0] if len(found) == 1 and believed(found[0], pixels) else None
