"""How a game is played, in at most four pictures: what a key does there, and the page. Pure.

The pictures are the game's own (its folder's `tour`), made of what its screens are made of. The page lies on the menu
(menu.py opens it) or on an empty lobby; whoever presses a buzzer there wants to play.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import furniture as f
from . import seating
from .games import tour_of
from .lobby import IDLE
from .look import broken
from .scene import INK, MUTE, Disc, Look, Scene
from .stage import Box, Step
from .words import say

SIDE = 6.0  # left and right of the picture, in units; on the left the dots that count the pages
LEADING = 2.4  # between two lines of words, in units


@dataclass(frozen=True, slots=True)
class HowTo:
    """The page `at` of a game's, since its last key. `on_menu`: it goes back to the menu, else to the lobby."""

    game: str
    since: int
    at: int = 0
    on_menu: bool = True


def key(box: Box, page: HowTo, name: str, t: int) -> Step:
    """A menu button while the page is open: `<` and `>` turn the pages, OK skips the rest."""
    tour = tour_of(page.game)
    last = len(tour.pages()) - 1 if tour else 0
    match name:
        case "left":
            return replace(box, page=replace(page, since=t, at=max(0, page.at - 1))), ()
        case "right":
            return replace(box, page=replace(page, since=t, at=min(last, page.at + 1))), ()
        case _:
            return left(box, page, t), ()


def due(page: HowTo) -> int | None:
    """When the lobby comes back by itself: nobody is there any more."""
    return None if page.on_menu else page.since + IDLE


def left(box: Box, page: HowTo, t: int) -> Box:
    """The box without it."""
    if page.on_menu:
        return replace(box, page=None, menu=0)
    return replace(box, page=None, menu=None, lobby=replace(box.lobby, since=t))


def scene(page: HowTo, look: Look) -> Scene:
    """One picture, and its sentence for the readers on both long sides."""
    tour = tour_of(page.game)
    pages = tour.pages() if tour else ()
    if not pages:
        return Scene(())
    u, floor, once = f.unit(look), seating.floor_of(look, strip=True), look.seats_around == "front"
    word, numbers, picture = pages[min(page.at, len(pages) - 1)]
    lines = broken(say(word, look.language).format(*numbers), look.w - 10 * u, f.PHRASE * u)
    line = (f.PHRASE + LEADING) * u
    high = len(lines) * line + 1.6 * u
    half = floor / 2
    said = [f.word(text, f.PHRASE * u, y=half - high + (n + 0.5) * line) for n, text in enumerate(lines)]
    items = list(f.doubled(said, look.w / 2, half, look))
    near = high + 1.4 * u
    items += picture((SIDE * u, 2 * u if once else near, look.w - SIDE * u, floor - near), look)
    for n in range(len(pages)):
        y = half + (n - (len(pages) - 1) / 2) * 4.4 * u
        items.append(Disc(SIDE * u / 2, y, (2.6 if n == page.at else 1.5) * u, INK if n == page.at else MUTE))
    end = page.at == len(pages) - 1
    ok = f.Key(say("done" if end else "skip", look.language))
    back, on = f.Key(say("page-back", look.language), works=page.at > 0), f.Key(say("on", look.language), works=not end)
    return Scene((*items, *f.key_strip(look, back, ok, on)))
