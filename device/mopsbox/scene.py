"""What the screen shows, as values. No pygame here.

All lengths are millimetres on the panel, x to the right, y down, origin in the panel's upper left corner.
`turn` is in degrees clockwise. Items are painted in order, later ones on top. A scene is compared with the
one before: only what differs is painted again, so equal pictures must be equal values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from .frozen import changer
from .table import Seat

# Colours of the table (screens/layout.md, "Colour"): contrast is measured against GROUND.
GROUND, GLOW, LOW, HIGH, KEYS, RULE = "#101820", "#17232e", "#1a2632", "#263645", "#0b1117", "#3b4f61"
INK, SOFT, MUTE, MAT, MAT_INK, BACK = "#f4f1ea", "#a9b8c6", "#768795", "#f1e6d0", "#2a211a", "#1f4a52"
STAR, GREEN_DIE, RED_DIE = "#f5b81c", "#009e73", "#d55e00"
STAR_ON_LIGHT = "#a06a00"  # 4.1 on ink, where the star's own colour has 1.6
SEAT_COLOURS = ("#e69f00", "#56b4e9", "#f0e442", "#cc79a7", "#f4f1ea", "#2f8fd0", "#009e73", "#d55e00")
SYMBOLS = ("circle", "triangle", "square", "cross", "moon", "heart", "drop", "bone")

Target = tuple[str, int]
"""What a finger on an item means: becomes table.Tap(what, value)."""


OWN_STYLES: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
"""Every seat looks and sounds as printed on its buzzer."""
NAMELESS: tuple[str, ...] = ("",) * 8  # by seat


def mixed(colour: str, other: str, part: float) -> str:
    """`colour` with `part` (0..1) of `other` in it."""
    a, b = (tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (colour, other))
    return "#" + "".join(f"{round(p + (q - p) * part):02x}" for p, q in zip(a, b, strict=True))


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of ours (`art/NAME.svg`, without the ending), its 200-unit box `d` wide. `fade`: 0 full .. 1 gone."""

    name: str
    x: float
    y: float
    d: float
    turn: float = 0
    fade: float = 0
    tap: Target | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """One drawing on a coaster, in the coaster's unit circle: centre, radius, turn."""

    name: str
    x: float
    y: float
    r: float
    turn: float


@dataclass(frozen=True, slots=True)
class Coaster:
    """A round coaster, face up with `spots`, or `back`. `bright`: only these drawings at full strength, the
    rest faded (None: all full). `squash`: 1 flat .. 0 edge-on, for turning over."""

    spots: tuple[Spot, ...]
    x: float
    y: float
    d: float
    turn: float = 0
    bright: frozenset[str] | None = None
    back: bool = False
    squash: float = 1
    tap: Target | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """One line. `cap`: height of a capital in mm; `y`: middle of the capitals. `foot`: the line under
    numerals that turn into others (6, 9, 16, 91, ...)."""

    text: str
    x: float
    y: float
    cap: float
    colour: str = INK
    bold: bool = False
    turn: float = 0
    anchor: Literal["left", "middle", "right"] = "middle"
    foot: bool = False


@dataclass(frozen=True, slots=True)
class Slab:
    """A rectangle by its middle. `fill` / `line`: colours or None. `round`: which sides have rounded corners."""

    x: float
    y: float
    w: float
    h: float
    fill: str | None = None
    line: str | None = None
    line_w: float = 0.4
    radius: float = 0
    round: Literal["all", "top", "bottom", "left", "right"] = "all"
    turn: float = 0
    tap: Target | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    x: float
    y: float
    d: float
    fill: str | None = None
    line: str | None = None
    line_w: float = 0.4
    dash: bool = False
    tap: Target | None = None


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    w: float
    colour: str
    dash: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon: arrows, ticks, crowns."""

    points: tuple[tuple[float, float], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Badge:
    """A seat's sign: its symbol in a ring. `look`: on; free (dashed ring, dim); locked (colour gone, struck);
    glow (a halo: first, winner)."""

    seat: Seat
    x: float
    y: float
    d: float
    turn: float = 0
    look: Literal["on", "free", "locked", "glow"] = "on"


Item = Picture | Coaster | Text | Slab | Disc | Line | Shape | Badge


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture. `moving`: it changes with time alone, so the loop paints the next frame too. `dark`: so much of its
    light is gone, 0 to 1."""

    items: tuple[Item, ...]
    moving: bool = False
    dark: float = 0


@dataclass(frozen=True, slots=True)
class Look:
    """The panel and the table's taste: everything a view may depend on besides the state.

    `w` and `h` are pixels / `px` (800 x 480: 143.1 x 85.9), so that the picture ends at the screen's edge also
    where pixels are not quite square (layout.md, "Grid"). They measure the picture as it is turned by `rotation`."""

    w: float = 143.1
    h: float = 85.9
    px: float = 5.59
    language: str = "de"
    seats_around: Literal["around", "sides", "front"] = "around"
    formula: Literal["auto", "always", "never"] = "auto"
    places: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    lying: bool = False
    """The picture will be turned onto a panel higher than wide (lying.py): the menu buttons are right of it."""
    rotation: int = 0  # clockwise, in degrees: what is done when it is painted
    styles: tuple[int, ...] = OWN_STYLES
    """By seat: whose symbol, colour and voice it has, as the number of the buzzer that has them printed."""
    names: tuple[str, ...] = NAMELESS  # by seat, drawable; "": nobody we know
    records: tuple[tuple[Seat, str, str], ...] = ()  # that the finished game has set: who, a sentence, and in short

    def after(self, key: str, value: Any) -> Look:
        """The look once this setting has this value (config_keys.py); most settings do not change it."""
        match key:
            case "players.seats":
                return replace(self, places=tuple(value))
            case "players.arrangement":
                return replace(self, seats_around=value)
            case "screen.formula":
                return replace(self, formula=value)
            case "screen.rotation":
                aside = (self.rotation - value) % 180 != 0
                w, h = (self.h, self.w) if aside else (self.w, self.h)
                return replace(self, w=w, h=h, rotation=value)
            case _:
                return self

    def colour(self, seat: Seat) -> str:
        """Of who sits there."""
        return SEAT_COLOURS[self.styles[seat - 1] - 1]

    def name(self, seat: Seat) -> str:
        """Of who sits there; "": nobody we know."""
        return self.names[seat - 1]

    def place(self, seat: Seat) -> int:
        """Which place round the table a seat has, clockwise: as printed on the buzzers unless the settings say else."""
        return self.places[seat - 1]


_BUT: dict[type, Callable[..., Any]] = {
    kind: changer(kind) for kind in (Picture, Coaster, Text, Slab, Disc, Line, Shape, Badge)
}


def placed(items: Iterable[Item], x: float, y: float, turn: float = 0) -> tuple[Item, ...]:
    """The items, made around (0, 0) upright, moved to (x, y) and turned: how a plate gets to its edge."""
    a = math.radians(turn)
    cos, sin = math.cos(a), math.sin(a)

    def at(px: float, py: float) -> tuple[float, float]:
        return round(x + px * cos - py * sin, 4), round(y + px * sin + py * cos, 4)

    def move(item: Item) -> Item:
        but: Callable[..., Item] = _BUT[type(item)]
        match item:
            case Line():
                (x1, y1), (x2, y2) = at(item.x1, item.y1), at(item.x2, item.y2)
                return but(item, x1=x1, y1=y1, x2=x2, y2=y2)
            case Shape():
                return but(item, points=tuple(at(*p) for p in item.points))
            case Disc():
                nx, ny = at(item.x, item.y)
                return but(item, x=nx, y=ny)
            case _:
                nx, ny = at(item.x, item.y)
                return but(item, x=nx, y=ny, turn=(item.turn + turn) % 360)

    return tuple(move(i) for i in items)


def styled(items: Iterable[Item], styles: tuple[int, ...]) -> tuple[Item, ...]:
    """The items with every badge in the style of who sits there (Look.styles); what a view makes knows seats only."""
    if styles == OWN_STYLES:
        return tuple(items)
    return tuple(replace(i, seat=Seat(styles[i.seat - 1])) if isinstance(i, Badge) else i for i in items)


def hit(scene: Scene, x: float, y: float) -> Target | None:
    """What a finger at (x, y) mm means; the topmost item that offers something wins."""
    for item in reversed(scene.items):
        match item:
            case Picture(tap=tap) | Coaster(tap=tap) | Disc(tap=tap) if (
                tap and math.hypot(x - item.x, y - item.y) <= item.d / 2
            ):
                return tap
            case Slab(tap=tap) if tap:
                a = math.radians(-item.turn)
                dx, dy = x - item.x, y - item.y
                u, v = dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
                if abs(u) <= item.w / 2 and abs(v) <= item.h / 2:
                    return tap
            case _:
                pass
    return None
