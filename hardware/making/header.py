"""header.svg and header-pico.svg: the pins as they lie on the board, each with what is on it.

Every kind of pin has a colour and a hatch of its own, so that a black and white print tells them apart too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from . import pins
from .pins import Pin
from .svg import Drawing

WIDTH, TOP, ROW = 190.0, 30.0, 9.0  # mm
SWATCH, HIGH = 9.0, 6.6
LONG = 28  # letters; what is longer is written smaller
COLUMN = {"pi": 5.5, "pico": 17.0}  # from the middle line to the pins
SAYS = {"button": "host's button", "kept": "other use"}  # where the kind's own word would not do


@dataclass(frozen=True)
class Look:
    """`hatch`: strokes from (x, y) to (x, y) in fractions of the swatch. `ink`: of a number on the colour."""

    colour: str
    hatch: tuple[tuple[float, float, float, float], ...] = ()
    ink: str = "black"


RISING = tuple((at, 1.0, at + 0.3, 0.0) for at in (-0.1, 0.15, 0.4, 0.65, 0.9))
FALLING = tuple((at, 0.0, at + 0.3, 1.0) for at in (-0.1, 0.15, 0.4, 0.65, 0.9))
LEVEL = tuple((0.0, at, 1.0, at) for at in (0.2, 0.4, 0.6, 0.8))
UPRIGHT = tuple((at, 0.0, at, 1.0) for at in (0.2, 0.4, 0.6, 0.8))
LOOKS = {
    "buzzer": Look("#ffd166", RISING),
    "lamp": Look("#fff6c9", UPRIGHT),
    "button": Look("#a9d6ff", LEVEL),
    "5 V": Look("#ff9b85", RISING + FALLING),
    "3.3 V": Look("#ffc9a3", FALLING),
    "ground": Look("#3a3a3a", ink="white"),
    "kept": Look("#ffffff", ((0.0, 0.0, 1.0, 1.0), (0.0, 1.0, 1.0, 0.0))),
    "not used": Look("#ffffff"),
}


def made(folder: Path) -> dict[str, str]:
    return {"header.svg": str(_pi(folder)), "header-pico.svg": str(_pico(folder))}


def _pi(folder: Path) -> Drawing:
    found = pins.rows(folder, "pi")
    drawing = Drawing(WIDTH, TOP + 20 * ROW + 66, "The Raspberry Pi's header, pin by pin")
    drawing.text(WIDTH / 2, 10, "The Raspberry Pi's header, from above", 6, text_anchor="middle")
    says = "microSD card at the top, header at the right edge; the same pins on both boards"
    drawing.text(WIDTH / 2, 17, says, 3.6, text_anchor="middle")
    height = 20 * ROW
    drawing.rect(WIDTH / 2 - 11, TOP - 1, 22, height + 2, fill="#f0f0f0")
    for place in range(20):
        for side, pin in ((-1, found[2 * place]), (1, found[2 * place + 1])):
            _row(drawing, "pi", side, TOP + (place + 0.5) * ROW, pin)
    _legend(drawing, TOP + height + 9, "pi", found)
    _board(drawing, 128, TOP + height + 8)
    return drawing


def _pico(folder: Path) -> Drawing:
    found = pins.rows(folder, "pico")
    drawing = Drawing(WIDTH, TOP + 20 * ROW + 42, "The Raspberry Pi Pico's edge, pin by pin")
    drawing.text(WIDTH / 2, 10, "The Raspberry Pi Pico's edge, from above", 6, text_anchor="middle")
    drawing.text(WIDTH / 2, 17, "USB socket at the top; the same for Pico and Pico 2", 3.6, text_anchor="middle")
    drawing.rect(WIDTH / 2 - 21, TOP - 4, 42, 20 * ROW + 8, fill="#f0f0f0", rx=2)
    drawing.rect(WIDTH / 2 - 8, TOP - 8, 16, 11, fill="#d0d0d0")
    drawing.text(WIDTH / 2, TOP - 1, "USB", 4, text_anchor="middle")
    for place in range(20):
        for side, pin in ((-1, found[place]), (1, found[39 - place])):
            _row(drawing, "pico", side, TOP + (place + 0.5) * ROW, pin)
    _legend(drawing, TOP + 20 * ROW + 13, "pico", found)
    return drawing


def _row(drawing: Drawing, profile: str, side: int, y: float, pin: Pin) -> None:
    """One pin with its swatch and words; `side`: -1 left, 1 right."""
    look = LOOKS[pin.kind]
    x = WIDTH / 2 + side * COLUMN[profile]
    if pin.number == 1:
        drawing.rect(x - 3.4, y - 3.4, 6.8, 6.8, fill=look.colour, stroke_width=0.5)
    else:
        drawing.circle(x, y, 3.4, fill=look.colour, stroke_width=0.4)
    drawing.text(x, y + 1.3, str(pin.number), 3.6, text_anchor="middle", fill=look.ink)
    inner = WIDTH / 2 + side * (COLUMN[profile] + 7.5)
    drawing.line(x + side * 3.4, y, inner, y)
    left = inner if side > 0 else inner - SWATCH
    _swatch(drawing, left, y - HIGH / 2, pin.kind)
    edge = inner + side * (SWATCH + 2)
    anchor = "start" if side > 0 else "end"
    bold = {"font_weight": "bold"} if pin.kind in ("buzzer", "lamp", "button") else {}
    first, second = _words(pin)
    size = 4 if len(first) <= LONG else 2.7
    drawing.text(edge, y + (-0.3 if second else 1.3), first, size, text_anchor=anchor, **bold)
    if second:
        drawing.text(edge, y + 3.3, second, 2.9, text_anchor=anchor)


def _words(pin: Pin) -> tuple[str, str]:
    """What stands beside a pin: large, and small below it."""
    if pin.chip is None:
        return pin.name, "" if pin.name[0] == pin.use[0] else pin.use
    if pin.kind == "kept":
        use, _, detail = pin.use.removeprefix("kept ").rstrip(")").partition(" (")
        return use, ", ".join(filter(None, (pin.name, detail.partition(":")[0])))
    return pin.use, f"{pin.name}, pulled {pin.pull} at power-on"


def _swatch(drawing: Drawing, x: float, y: float, kind: str) -> None:
    look = LOOKS[kind]
    dashes = {"stroke_dasharray": "1 0.7"} if kind == "not used" else {}
    drawing.rect(x, y, SWATCH, HIGH, fill=look.colour, **dashes)
    for line in look.hatch:
        for x1, y1, x2, y2 in _clipped(*line):
            drawing.line(x + x1 * SWATCH, y + y1 * HIGH, x + x2 * SWATCH, y + y2 * HIGH)


def _clipped(x1: float, y1: float, x2: float, y2: float) -> Iterator[tuple[float, float, float, float]]:
    """The part of a stroke that lies within the swatch."""
    slope = (y2 - y1) / (x2 - x1) if x2 != x1 else 0.0
    if x1 < 0:
        x1, y1 = 0.0, y1 - x1 * slope
    if x2 > 1:
        x2, y2 = 1.0, y2 - (x2 - 1) * slope
    yield x1, y1, x2, y2


def _legend(drawing: Drawing, y: float, profile: str, found: Iterable[Pin]) -> None:
    there = {pin.kind for pin in found}
    for place, kind in enumerate(kind for kind in pins.KINDS if kind in there):
        x, down = 18 + 52 * (place % 2), y + 10 * (place // 2)
        if profile == "pico":
            x, down = 18 + 44 * (place % 4), y + 10 * (place // 4)
        _swatch(drawing, x, down, kind)
        drawing.text(x + SWATCH + 2, down + 4.7, SAYS.get(kind, kind), 3.8)
    drawing.text(18, y + (46 if profile == "pi" else 24), "The square one is pin 1.", 3.8)


def _board(drawing: Drawing, x: float, y: float) -> None:
    """Where the header is on a Pi: half as large as life."""
    drawing.rect(x, y, 28, 43, fill="#e8f3e8", rx=1.5)
    drawing.rect(x + 9, y - 1.5, 8, 6, fill="#d0d0d0")
    drawing.text(x + 13, y + 8, "microSD", 2.8, text_anchor="middle")
    drawing.rect(x + 23, y + 4, 3, 26, fill="#3a3a3a")
    drawing.rect(x + 23, y + 4, 1.5, 1.5, fill="white")
    drawing.line(x + 23.7, y + 4.7, x + 34, y + 2)
    drawing.text(x + 35, y + 3, "pin 1", 3.4)
    drawing.line(x + 25.5, y + 28, x + 34, y + 24)
    drawing.text(x + 35, y + 25, "header", 3.4)
    drawing.rect(x + 3, y + 37, 22, 7.5, fill="#d0d0d0")
    drawing.text(x + 14, y + 42, "USB, network", 2.8, text_anchor="middle")
