"""The page on the box's own screen that says how a phone gets to the scores: a QR code and its address. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from . import furniture as f
from . import qr, seating
from .look import broken, width
from .scene import INK, KEYS, SOFT, Item, Look, Scene, Slab, placed
from .stage import Box
from .words import say

LIGHT = "#ffffff"
LEADING, PARTED = 2.6, 3.4  # between two lines, and so much more between two blocks of them, in units
MARGIN = 2.0  # round the code and the words, in units
LEAST_WORDS = 46.0  # so much room they need beside the code, in units; else they stand below it


@dataclass(frozen=True, slots=True)
class OnPhone:
    """The page, for this address."""

    address: str


def left(box: Box) -> Box:
    """Back to the menu; any button leads there."""
    return replace(box, page=None, menu=0)


def scene(page: OnPhone, look: Look) -> Scene:
    """Code and words; a camera reads the code from any side."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    beside = look.w >= 1.3 * floor
    below = 0.0 if beside else 30 * u
    side = min(floor - below - 2 * MARGIN * u, look.w - 2 * MARGIN * u - beside * (LEAST_WORDS + 2 * MARGIN) * u)
    code, side = _code(page.address, side, look)
    x, y = ((side / 2 + MARGIN * u), floor / 2) if beside else (look.w / 2, (floor - below) / 2)
    items: list[Item] = list(placed(code, *(round(at * look.px) / look.px for at in (x - side / 2, y - side / 2))))
    room = (look.w - side - 4 * MARGIN * u) if beside else look.w - 2 * MARGIN * u
    words = _words(page.address, room, u, look.language)
    if beside:
        items += placed(words, side + 3 * MARGIN * u + room / 2, floor / 2)
    else:
        items += placed(words, look.w / 2, floor - below / 2 - MARGIN * u)
    back = f.Key(say("done", look.language))
    return Scene((*items, *f.key_strip(look, f.Key(works=False), back, f.Key(works=False))))


def _code(text: str, most: float, look: Look) -> tuple[list[Item], float]:
    """The code with its upper left corner at (0, 0), in whole pixels a module, and how large it is."""
    rows = qr.quiet(qr.encoded(text))
    module = max(1, int(most * look.px / len(rows))) / look.px
    side = module * len(rows)
    items: list[Item] = [Slab(side / 2, side / 2, side, side, LIGHT)]
    for n, row in enumerate(rows):
        at = 0
        for dark, run in groupby(row):
            long = len(list(run))
            if dark:
                items.append(Slab((at + long / 2) * module, (n + 0.5) * module, long * module, module, KEYS))
            at += long
    return items, side


def _words(address: str, room: float, u: float, language: str) -> list[Item]:
    """What it is, the address to type, and what it takes, round (0, 0)."""
    shown = address.removeprefix("http://").removesuffix("/")
    title, net = say("phone-page", language), say("phone-same-net", language)
    blocks = (
        (broken(title, room, f.PHRASE * u, True), f.PHRASE * u, INK, True),
        (_parted(shown, room, f.PHRASE * u), f.PHRASE * u, INK, False),
        (broken(net, room, f.CAP * u), f.CAP * u, SOFT, False),
    )
    items: list[Item] = []
    y = 0.0
    for lines, cap, ink, bold in blocks:
        for line in lines:
            items.append(f.word(line, cap, ink, bold, y=y + cap / 2))
            y += cap + LEADING * u
        y += PARTED * u
    return list(placed(items, 0, -(y - (LEADING + PARTED) * u) / 2))


def _parted(address: str, room: float, cap: float) -> list[str]:
    """The address in one line, else its port in the next."""
    if width(address, cap) <= room:
        return [address]
    name, _, port = address.rpartition(":")
    return [name, f":{port}"]
