"""Building blocks all screens share: sizes, plates, rows of words and pictures, the key strip.

Sizes are multiples of the unit (screens/layout.md, Grid). Places round the table are in seating, drawn signs in signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from . import signs
from .look import foot, width
from .lying import upright
from .scene import (
    INK,
    KEYS,
    LOW,
    MUTE,
    RULE,
    SOFT,
    Badge,
    Disc,
    Item,
    Line,
    Look,
    Picture,
    Shape,
    Slab,
    Text,
    placed,
)

# In units (layout.md, Grid).
BAR, BADGE, PLATE, TAB, DIAL, STRIP, GAP, RADIUS = 2.6, 10.0, 12.0, 16.0, 35.0, 10.0, 1.1, 3.5
FOOT = 0.39  # in capitals: so far below its digits a foot line reaches (paint/text.py)
CAP, SCORE, PHRASE, TITLE, NUMBER = 4.7, 6.4, 4.9, 9.4, 12.5
DEPTH = 5.72  # a badge's middle to its edge
SMALL_BADGE = 8.7  # a badge that stands by while somebody else acts
KEY_NAMES = ("left", "ok", "right")
KEY_CAP, KEY_SIGN = 7.2, 3.4  # a menu button's cap, and its bare sign where words need the room
KEY_GAP, PARTED, PUSHED = 3.0, 6.0, 6.0  # between two labels; closer ones are parted by a line; too far from a button
NARROW, NARROW_STRIP = 105.0, 12.0  # the key strip of a panel not so wide
BESIDE = 1.6  # from a badge to the words beside it
PUG = 20.0  # the box's own pug beside words
ROW = 10.2  # of such badges, where all sit in front; tabs stand above it


Items = tuple[Item, ...]
Room = tuple[float, float, float, float]
"""Left, top, right, bottom, in mm."""


def unit(look: Look) -> float:
    """The unit in mm: 1 on a 7-inch panel, 2 at most."""
    return max(1.0, min(2.0, min(look.w, look.h) / 86))


def strip_of(look: Look) -> float:
    """Height in mm of the key strip; a narrow one has its signs above its words."""
    narrow = (look.h if look.lying else look.w) < NARROW * unit(look)
    return (NARROW_STRIP if narrow else STRIP) * unit(look)


def plate(x: float, w: float, depth: float, u: float, colour: str, fill: str = LOW) -> Items:
    """An empty plate at an edge, `colour` on the edge."""
    return (
        Slab(x, -depth / 2, w, depth, fill, radius=RADIUS * u, round="top"),
        Slab(x, -0.75 * u, w, 1.5 * u, colour),
    )


Part = Item | float
"""Of a row: a thing with a width, or so much room."""


def _part_width(part: Part) -> float:
    match part:
        case Text():
            return width(part.text, part.cap, part.bold)
        case Picture() | Badge() | Disc():
            return part.d
        case Slab():
            return part.w
        case float() | int():
            return part
        case _:
            raise TypeError(f"{part!r} has no width")


def level(parts: Iterable[Part], y: float) -> list[Part]:
    """The parts of a row with their middles at `y`."""
    return [replace(p, y=y) if isinstance(p, Text | Picture | Badge | Disc | Slab) else p for p in parts]


def row_width(parts: Sequence[Part], gap: float) -> float:
    return sum(map(_part_width, parts)) + gap * max(0, len(parts) - 1)


def row(
    parts: Sequence[Part], gap: float, x: float = 0, anchor: Literal["left", "middle", "right"] = "middle"
) -> Items:
    """The parts side by side, each as wide as it is painted, the whole row at `x`; numbers are room."""
    total = row_width(parts, gap)
    at = x - {"left": 0.0, "middle": total / 2, "right": total}[anchor]
    items: list[Item] = []
    for part in parts:
        w = _part_width(part)
        if isinstance(part, Text):
            items.append(replace(part, x=at + w / 2, anchor="middle"))
        elif isinstance(part, Picture | Badge | Disc | Slab):
            items.append(replace(part, x=at + w / 2))
        at += w + gap
    return tuple(items)


def asked(badge: Badge, phrases: Sequence[str], room: float, u: float) -> list[Part]:
    """Whose move it is and the first phrase that fits beside the badge, heavy if it can be; where none does the badge
    alone: it says more than words."""
    for phrase in phrases:
        for cap, bold in ((PHRASE, True), (CAP, True), (CAP, False)):
            row: list[Part] = [badge, word(phrase, cap * u, bold=bold)]
            if row_width(row, BESIDE * u) <= room:
                return row
    return [badge]


def word(text: str, cap: float, colour: str = INK, bold: bool = False, x: float = 0, y: float = 0) -> Text:
    """A line in the middle of (x, y), with its foot line where it needs one (rule 5)."""
    return Text(text, x, y, cap, colour, bold, foot=foot(text))


def fitted(text: str, room: float, cap: float, least: float, bold: bool = False) -> float:
    """The largest capital up to `cap`, not under `least`, at which the text fits into `room`."""
    return max(least, min(cap, room / max(width(text, 1, bold), 0.01)))


def doubled(items: Iterable[Item], x: float, y: float, look: Look) -> Items:
    """What is made around (0, 0) for the readers below, and once more for those above (rule 3). Where all sit in
    front nobody reads from above."""
    kept = tuple(items)
    once = placed(kept, x, y)
    return once if look.seats_around == "front" else once + placed(kept, x, y, 180)


def heart(look: Look, floor: float, reach: float) -> tuple[float, float]:
    """Where the sign stands that all look at, its words reaching `reach` below it: in the middle, or, where they are
    said only once, so much higher that sign and words together are in the middle of what the plates leave."""
    u = unit(look)
    y = (floor - PLATE * u - reach + 6 * u) / 2 if look.seats_around == "front" else floor / 2
    return look.w / 2, y


@dataclass(frozen=True, slots=True)
class Key:
    """One menu button's meaning. `dim`: it does nothing just now, only its cap is shown."""

    label: str = ""
    number: str = ""  # said before the label, or where that has {}, heavy
    works: bool = True
    short: str = ""  # said instead of the label where that would push others from their buttons; "": nothing else


def key_strip(look: Look, left: Key, ok: Key, right: Key) -> Items:
    """Labels beside the three menu buttons at 1/6, 1/2, 5/6 of the lower edge, and where a finger taps them. On a
    narrow panel the signs stay at the buttons, and words with no room beside them stand below; where two labels come
    close, a line parts them."""
    u, high = unit(look), strip_of(look)
    if look.lying:
        beside = replace(look, w=look.h, h=look.w + high, lying=False)
        return upright(key_strip(beside, left, ok, right), look)
    top, mid = look.h - high, look.h - high / 2
    keys: tuple[Key, ...] = (left, ok, right)
    stacked = high > STRIP * u and _pushed(keys, False, look.w, u) > 0.5 * u
    if _pushed(keys, stacked, look.w, u) > PUSHED * u:
        keys = tuple(replace(key, label=key.short or key.label) for key in keys)
    widths = _key_widths(keys, stacked, u)
    middles = _key_middles(widths, look.w, u)
    items: list[Item] = [Slab(look.w / 2, mid, look.w, high, KEYS), Line(0, top, look.w, top, 0.3 * u, RULE)]
    for i, (name, key) in enumerate(zip(KEY_NAMES, keys, strict=True)):
        at = look.w * (2 * i + 1) / 6
        if stacked:
            items += row(_said(key, top + 7.7 * u, u), 1.6 * u, middles[i])
            items.append(_key_sign(name, at, top + 2.8 * u, u, INK if key.works else MUTE))
        else:
            disc = Disc(0, mid, KEY_CAP * u, INK if name == "ok" and key.works else RULE)
            laid = row([disc, *_said(key, mid, u)], 1.6 * u, middles[i])
            aside = {"left": -0.3, "ok": 0, "right": 0.3}[name] * u
            colour = MUTE if not key.works else KEYS if name == "ok" else INK
            items += [*laid, _key_sign(name, middles[i] - widths[i] / 2 + disc.d / 2 + aside, mid, u, colour)]
        if key.works:
            items.append(Slab(at, mid, look.w / 3, high, tap=("key-" + name, 0)))
    for i in (0, 1):
        end, start = middles[i] + widths[i] / 2, middles[i + 1] - widths[i + 1] / 2
        if start - end < PARTED * u:
            x = (start + end) / 2
            items.append(Line(x, top + 2 * u, x, look.h - 2 * u, 0.3 * u, RULE))
    return tuple(items)


def _said(key: Key, y: float, u: float) -> list[Part]:
    """A key's number and label."""
    label = key.label if "{}" in key.label else "{}" + key.label
    before, after = (part.strip() for part in label.split("{}"))
    said = ((before, False), (key.number, True), (after, False))
    ink = INK if key.works else SOFT
    return [word(text, CAP * u, INK if heavy else ink, heavy, y=y) for text, heavy in said if text]


def _key_widths(keys: Sequence[Key], stacked: bool, u: float) -> list[float]:
    """Of a label below its sign, or of both side by side."""
    if stacked:
        return [max(KEY_SIGN * u, row_width(_said(key, 0, u), 1.6 * u)) for key in keys]
    return [row_width([Disc(0, 0, KEY_CAP * u), *_said(key, 0, u)], 1.6 * u) for key in keys]


def _key_middles(widths: Sequence[float], w: float, u: float) -> list[float]:
    """Where the three labels stand: at their buttons, moved only as far as their neighbours ask."""
    gap = min(KEY_GAP * u, (w - 2 * u - sum(widths)) / 2)
    found: list[float] = []
    start = u
    for i, wide in enumerate(widths):
        end = w - u - sum(rest + gap for rest in widths[i + 1 :])
        x = max(start + wide / 2, min(end - wide / 2, w * (2 * i + 1) / 6))
        found.append(x)
        start = x + wide / 2 + gap
    return found


def _pushed(keys: Sequence[Key], stacked: bool, w: float, u: float) -> float:
    """How far the most displaced label is from its button."""
    middles = _key_middles(_key_widths(keys, stacked, u), w, u)
    return max(abs(x - w * (2 * i + 1) / 6) for i, x in enumerate(middles))


def _key_sign(name: str, x: float, y: float, u: float, colour: str) -> Shape:
    if name == "ok":
        return signs.tick(x, y, 3.6 * u, colour)
    return signs.arrow(x, y, KEY_SIGN * u, "left" if name == "left" else "right", colour)


def beside(pug: str, x: float, y: float, wide: float, room: float, look: Look, fade: float = 0) -> Items:
    """The box's own pug on either side of words that are so `wide`, if there is `room`; one for each long side."""
    u = unit(look)
    d = min(PUG * u, (room - wide) / 2 - u)
    if d < 0.5 * PUG * u:
        return ()
    far = round(wide / 2 + u + d / 2, 1)
    above = 0 if look.seats_around == "front" else 180
    return Picture(pug, x - far, y, d, above, fade), Picture(pug, x + far, y, d, 0, fade)


def halves(room: Room, part: float, gap: float) -> tuple[Room, Room]:
    """Two rooms side by side or one above the other, the first with `part` of the longer way."""
    left, top, right, bottom = room
    if right - left >= bottom - top:
        at = left + part * (right - left)
        return (left, top, at - gap / 2, bottom), (at + gap / 2, top, right, bottom)
    at = top + part * (bottom - top)
    return (left, top, right, at - gap / 2), (left, at + gap / 2, right, bottom)


def middle(room: Room) -> tuple[float, float, float, float]:
    """Its middle and its size."""
    left, top, right, bottom = room
    return (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
