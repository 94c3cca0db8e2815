"""The signs of the menu's entries. Pure."""

from __future__ import annotations

from . import signs
from .scene import Disc, Item, Line, Shape, Slab


def icon(entry: str, x: float, y: float, s: float, ink: str, ground: str) -> tuple[Item, ...]:
    """A sign for a menu entry, so that it is found again before it is read."""
    k = s / 2
    match entry:
        case "go-on":
            return (signs.arrow(x, y, 0.9 * s, "right", ink),)
        case "photo-finish":  # the line, and three behind it
            finish = Line(x - 0.42 * s, y - k, x - 0.42 * s, y + k, 0.12 * s, ink)
            return finish, *(
                Disc(x + far * s, y + at * s, 0.28 * s, ink) for far, at in ((-0.2, -0.34), (0.04, 0), (0.36, 0.34))
            )
        case "take-back":
            return (
                Disc(x + 0.1 * s, y + 0.1 * s, 0.8 * s, line=ink, line_w=0.15 * s),
                Slab(x - 0.2 * s, y - 0.25 * s, 0.6 * s, 0.5 * s, ground),
                signs.arrow(x - 0.22 * s, y - 0.22 * s, 0.52 * s, "left", ink),
            )
        case "close-round":
            return Disc(x, y, 0.95 * s, line=ink, line_w=0.14 * s), *signs.cross(x, y, 0.42 * s, ink)
        case "end-game" | "end-here":
            flag = Shape(((x - 0.3 * s, y - k), (x + 0.45 * s, y - 0.25 * s), (x - 0.3 * s, y)), ink)
            return Line(x - 0.32 * s, y - k, x - 0.32 * s, y + k, 0.14 * s, ink), flag
        case "leave":
            return (
                Slab(x + 0.14 * s, y, 0.66 * s, 0.95 * s, line=ink, line_w=0.13 * s),
                Slab(x - 0.2 * s, y, 0.34 * s, 0.4 * s, ground),
                signs.arrow(x - 0.22 * s, y, 0.46 * s, "left", ink),
            )
        case "test-buzzers":
            return (signs.tick(x, y, 0.9 * s, ink),)
        case "how-to":  # a question mark
            bow = ((-0.26, -0.26), (-0.18, -0.42), (0, -0.48), (0.18, -0.42), (0.26, -0.26), (0.17, -0.07), (0, 0.06))
            line = signs.stroke([(x + dx * s, y + dy * s) for dx, dy in (*bow, (0, 0.22))], 0.16 * s, ink)
            return line, Disc(x, y + 0.42 * s, 0.2 * s, ink)
        case "settings":  # three sliders
            rows = ((-0.32, 0.2), (0.0, -0.22), (0.32, 0.1))
            bars = [Line(x - 0.44 * s, y + at * s, x + 0.44 * s, y + at * s, 0.1 * s, ink) for at, _ in rows]
            return (*bars, *(Disc(x + knob * s, y + at * s, 0.3 * s, ink, ground, 0.06 * s) for at, knob in rows))
        case "add-bot" | "no-bots":
            mark = signs.plus if entry == "add-bot" else signs.cross
            wheel = signs.gear(x - 0.2 * s, y + 0.06 * s, 0.76 * s, ink, ground)
            return *wheel, *mark(x + 0.34 * s, y - 0.32 * s, 0.3 * s, ink)
        case "names":  # somebody
            shoulders = Slab(x, y + 0.28 * s, 0.84 * s, 0.42 * s, ink, radius=0.3 * s, round="top")
            return Disc(x, y - 0.22 * s, 0.48 * s, ink), shoulders
        case "scores":  # the steps of a podium
            steps = ((-0.32, 0.5), (0.0, 0.95), (0.32, 0.7))
            return tuple(Slab(x + at * s, y + (0.475 - h / 2) * s, 0.26 * s, h * s, ink) for at, h in steps)
        case "practice":  # a target
            ring = Disc(x, y, 0.95 * s, line=ink, line_w=0.14 * s)
            return ring, Disc(x, y, 0.34 * s, ink)
        case "export":  # an arrow out of the box
            return (
                Slab(x - 0.14 * s, y, 0.66 * s, 0.95 * s, line=ink, line_w=0.13 * s),
                Slab(x + 0.2 * s, y, 0.34 * s, 0.4 * s, ground),
                signs.arrow(x + 0.26 * s, y, 0.46 * s, "right", ink),
            )
        case "phone":
            return (
                Slab(x, y, 0.56 * s, 0.98 * s, line=ink, line_w=0.12 * s, radius=0.12 * s),
                Line(x - 0.1 * s, y + 0.34 * s, x + 0.1 * s, y + 0.34 * s, 0.09 * s, ink),
            )
        case "power-off":
            return (
                Disc(x, y + 0.06 * s, 0.85 * s, line=ink, line_w=0.15 * s),
                Slab(x, y - 0.3 * s, 0.4 * s, 0.42 * s, ground),
                Line(x, y - 0.5 * s, x, y + 0.02 * s, 0.15 * s, ink),
            )
        case "restyle":  # colours to choose from
            spots = ((0, -0.24, 0.46), (-0.27, 0.24, 0.46), (0.27, 0.24, 0.46))
            return tuple(Disc(x + dx * s, y + dy * s, d * s, ink, ground, 0.06 * s) for dx, dy, d in spots)
        case "forget":
            return signs.cross(x, y, 0.7 * s, ink)
        case "correct" | "rename":
            return _pencil(x, y, s, ink)
        case "leader":  # a plate that points into the table
            pointer = Shape(((x - 0.3 * s, y - 0.08 * s), (x, y - k), (x + 0.3 * s, y - 0.08 * s)), ink)
            return pointer, Slab(x, y + 0.24 * s, 0.95 * s, 0.4 * s, ink, radius=0.12 * s)
        case "enter-cards":  # one card with its sign
            return _card(x, y, s, ink), Disc(x, y, 0.3 * s, ink)
        case "enter-tricks":  # cards lying on each other
            top = (x + 0.16 * s, y + 0.1 * s)
            return (
                _card(x - 0.16 * s, y - 0.06 * s, 0.9 * s, ink),
                Slab(*top, 0.66 * s, 0.84 * s, ground),
                Slab(*top, 0.54 * s, 0.72 * s, ink, radius=0.1 * s),
            )
        case _:
            return (Disc(x, y, 0.4 * s, ink),)


def _card(x: float, y: float, s: float, ink: str) -> Slab:
    return Slab(x, y, 0.66 * s, 0.9 * s, radius=0.1 * s, line=ink, line_w=0.12 * s)


def _pencil(x: float, y: float, s: float, ink: str) -> tuple[Item, ...]:
    """Its point is at the lower left."""
    a, w = 0.5 * s, 0.16 * s
    shaft = ((x - 0.28 * s + w, y + 0.28 * s + w), (x - 0.28 * s - w, y + 0.28 * s - w))
    end = ((x + a - 2 * w, y - a), (x + a, y - a + 2 * w))
    point = Shape(((x - a, y + a), (x - a + 0.02 * s, y + 0.12 * s), (x - 0.12 * s, y + a - 0.02 * s)), ink)
    return Shape((shaft[0], shaft[1], *end), ink), point
