"""Words and signs stand out from what is painted under and around them, measured on the picture's own pixels: words
4.5 to 1 or more, signs 3 to 1 (layout.md, Colour)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from mopsbox.attract import DIM_AFTER
from mopsbox.scene import GROUND, HIGH, INK, LOW, STAR, Badge, Item, Line, Picture, Scene, Slab, Text
from mopsbox.table import SEATS

from .catalogue import PANELS, Shown, pixels, scene, states
from .contrast import Wordless, beside_the_stroke

WORD, SIGN = 4.5, 3.0
OUT = 2.0  # the symbol of a locked badge: dark on purpose, but not gone
SMALL = 3.0  # mm: of a smaller drawing the outline is thinner than a pixel
LOOK, SIZE = PANELS["7 inch"], pixels("7 inch")


def faint(shown: Iterable[Shown]) -> list[str]:
    """What stands out too little. Attract dims after two minutes, so that nothing burns in; what is struck out need
    not be read."""
    under, found = Wordless(SIZE, LOOK), []
    for state in shown:
        picture = scene(state, LOOK)
        under.show(picture)
        for item in picture.items[_uncovered(state, picture) :]:
            for ratio, least in _measured(under, item, picture.moving):
                if ratio < least and not _struck(item, picture) and not _dimmed(state):
                    found.append(f"{state.name}: {ratio:.1f} to 1: {item}")
    return found


def _measured(under: Wordless, item: Item, moving: bool) -> Iterator[tuple[float, float]]:
    """How well it stands out, and how well it is to. Drawings and badges that move lie on each other for a moment."""
    match item:
        case Text():
            yield under.of_word(item), WORD
        case Badge(look=look) if not moving:
            yield under.of_symbol(item), OUT if look == "locked" else SIGN
            if look == "locked":
                yield under.of_strike(item), SIGN
        case Picture(d=d, fade=fade) if not moving:
            if d >= SMALL and not fade:
                yield under.of_picture(item), SIGN
        case Badge() | Picture():
            pass
        case _:
            yield under.of_sign(item), SIGN


def _dimmed(state: Shown) -> bool:
    return state.box.mode == "attract" and state.t - state.box.since >= DIM_AFTER


def _uncovered(state: Shown, picture: Scene) -> int:
    """Where what lies on top begins: a notice or a remark covers what was there before, a moving tile another."""
    if not state.on_purpose:
        return 0
    framed = (n for n, i in enumerate(picture.items) if isinstance(i, Slab) and STAR in (i.fill, i.line))
    return next(framed, len(picture.items))


def _struck(item: Item, picture: Scene) -> bool:
    """Does a line go through its middle?"""
    if isinstance(item, Text):
        x, y, s = item.x, item.y, item.cap
    elif hasattr(item, "points"):
        x, y = (sum(c) / len(item.points) for c in zip(*item.points, strict=True))
        s = max(p[0] for p in item.points) - min(p[0] for p in item.points)
    else:
        return False
    lines = [i for i in picture.items if isinstance(i, Line) and not i.dash]
    return any(abs((i.x1 + i.x2) / 2 - x) < 0.5 * s and abs((i.y1 + i.y2) / 2 - y) < 0.5 * s for i in lines)


@pytest.mark.parametrize("part", range(4))
def test_words_and_signs_stand_out(part: int) -> None:
    assert not faint(states()[part * 4 :: 16])


@pytest.mark.slow
def test_no_word_and_no_sign_is_faint_anywhere() -> None:
    assert not faint(states())


@pytest.mark.parametrize("ground", [GROUND, LOW, HIGH, INK])
@pytest.mark.parametrize("look", ["on", "free", "locked", "glow"])
def test_every_seats_symbol_stands_out_in_its_badge_wherever_it_lies(look: str, ground: str) -> None:
    under = Wordless(SIZE, LOOK)
    for seat in SEATS:
        for turn in (0, 90):
            badge = Badge(seat, LOOK.w / 2, LOOK.h / 2, 7.4, turn, look)  # type: ignore[arg-type]
            under.show(Scene((Slab(LOOK.w / 2, LOOK.h / 2, 40, 40, ground), badge)))
            for ratio, least in _measured(under, badge, moving=False):
                assert ratio >= least, f"{ratio:.1f} to 1: {badge}"


@pytest.mark.parametrize("seat", SEATS)
def test_a_struck_seats_symbol_stands_out_on_both_sides_of_the_stroke(seat: int) -> None:
    """Whose answer was wrong is told by the symbol alone: the colour is gone."""
    assert min(beside_the_stroke(SEATS[seat - 1])) > 150
