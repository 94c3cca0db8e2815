"""Where the pugs and stars lie on a coaster: never overlapping, each turned its own way, always the same.

Discs are strewn, then pushed apart until none overlaps; if that fails they shrink. Coasters with the same things
on them look alike but for a turn of the whole, so two sets (D5) do not give their twins away. Pure: the chance in it
is a small generator fed with what lies on the coaster.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from ...scene import Spot
from .coasters import Coaster, Coasters

PUG, STAR = 0.265, 0.12  # radius where there is room, of the coaster's unit circle (art/style.md, Packing)
EDGE = 0.92  # things lie within this radius: the rim stays free
GAP = 0.012  # between two things, so that outlines do not touch
NEAR = 2e-4  # overlap that counts as none: far below a pixel
STEPS = 300  # of pushing, before another start is tried
STARTS, MORE_STARTS = 16, 3  # tried at full size, and at every smaller one
SHRINK = 0.95
DENSE = 0.74  # of the area covered: more has never been reached by pushing
STREWN = 16  # more things than this are laid on a grid: pushing them apart would take too long

DRAWN = {f"{side}{n}": f"pug_{side}{n}".lower() for n in range(1, 7) for side in "GR"}  # art/pug_*.svg


def spots(coasters: Coasters, id: int) -> tuple[Spot, ...]:
    """What lies on this coaster and where, in its unit circle."""
    return _spots(coasters, coasters.coaster(id))


@lru_cache(maxsize=256)
def _spots(coasters: Coasters, coaster: Coaster) -> tuple[Spot, ...]:
    names = drawings(coasters)
    things = [names[k] for k, n in coasters.on(coaster.id).items() for _ in range(n)]
    lots = _lots(coaster.counts, coaster.stars)
    _mix(things, lots)
    discs = _laid(len(things), coaster.stars, lots)
    whole = coaster.id * 137.508 % 360  # golden angle: neighbours in number never lie alike
    cos, sin = math.cos(math.radians(whole)), math.sin(math.radians(whole))
    return tuple(
        Spot(name, round(x * cos - y * sin, 5), round(x * sin + y * cos, 5), round(r, 5), round(turn % 360, 2))
        for name, (x, y, r, turn) in zip(things + ["star"] * coaster.stars, discs, strict=True)
        for turn in (turn + whole,)
    )


@lru_cache(maxsize=16)
def drawings(coasters: Coasters) -> dict[str, str]:
    """Kind -> name of its drawing. G1 to R6 have their own; other names get those that are left, green's kinds round
    pugs and red's angular ones as far as they go. With more than twelve kinds drawings repeat."""
    found = {k: DRAWN[k] for k in coasters.kinds if k in DRAWN}
    left = [d for k, d in DRAWN.items() if k not in found]
    green = {*coasters.front.green, *coasters.back.green}
    red = {*coasters.front.red, *coasters.back.red}
    for n, kind in enumerate(k for k in coasters.kinds if k not in found):
        family = "pug_r" if kind in red and kind not in green else "pug_g"
        again = tuple(DRAWN.values())[n % len(DRAWN)]
        name = next((d for d in left if d.startswith(family)), left[0] if left else again)
        found[kind] = name
        if name in left:
            left.remove(name)
    return found


def _lots(counts: tuple[int, ...], stars: int) -> Iterator[float]:
    """Endless numbers from 0 to 1 that depend on what lies on the coaster alone (Numerical Recipes' generator)."""
    seed = 1
    for n in (*counts, stars):
        seed = (seed * 101 + n) % 2**32
    while True:
        seed = (seed * 1664525 + 1013904223) % 2**32
        yield (seed >> 8) / 2**24


def _mix(things: list[str], lots: Iterator[float]) -> None:
    for i in range(len(things) - 1, 0, -1):
        j = int(next(lots) * (i + 1))
        things[i], things[j] = things[j], things[i]


def _laid(pugs: int, stars: int, lots: Iterator[float]) -> list[tuple[float, float, float, float]]:
    """(x, y, radius, turn) of every thing, pugs first."""
    if pugs + stars > STREWN:
        return _on_a_grid(pugs, stars, lots)
    covered = (pugs * PUG**2 + stars * STAR**2) / EDGE**2
    size = 1.0 if covered <= DENSE else math.sqrt(DENSE / covered)
    while True:
        radii = [PUG * size] * pugs + [STAR * size] * stars
        for _ in range(STARTS if size == 1 else MORE_STARTS):
            places = _pushed_apart(radii, lots)
            if places is not None:
                return [(x, y, r, 360 * next(lots)) for (x, y), r in zip(places, radii, strict=True)]
        size *= SHRINK


def _pushed_apart(radii: list[float], lots: Iterator[float]) -> list[list[float]] | None:
    """One start: strewn, then pushed apart, wide at first so that things spread out, then exactly."""
    places = []
    for r in radii:
        angle, far = 2 * math.pi * next(lots), math.sqrt(next(lots)) * (EDGE - r)
        places.append([far * math.cos(angle), far * math.sin(angle)])
    pairs = [(a, b, radii[i] + radii[j]) for i, a in enumerate(places) for j, b in enumerate(places[:i])]
    for step in range(STEPS):
        gap = GAP + max(0.0, 0.06 * (1 - 2 * step / STEPS))
        if max(_push(pairs, gap), _pull_in(places, radii)) < NEAR:
            return places
    return None


def _push(pairs: list[tuple[list[float], list[float], float]], gap: float) -> float:
    """Moves every two things that are too near each other apart, a little too far; says the worst overlap."""
    worst = 0.0
    for a, b, least in pairs:
        dx, dy = a[0] - b[0], a[1] - b[1]
        need = least + gap
        far2 = dx * dx + dy * dy
        if far2 < need * need:
            far = math.sqrt(far2) or 1e-6
            push = need - far
            worst = max(worst, push)
            dx, dy = dx / far * push * 0.51, dy / far * push * 0.51
            a[0] += dx
            a[1] += dy
            b[0] -= dx
            b[1] -= dy
    return worst


def _pull_in(places: list[list[float]], radii: list[float]) -> float:
    worst = 0.0
    for place, r in zip(places, radii, strict=True):
        far, most = math.hypot(place[0], place[1]), EDGE - r
        if far > most:
            worst = max(worst, far - most)
            place[0] *= most / far
            place[1] *= most / far
    return worst


def _on_a_grid(pugs: int, stars: int, lots: Iterator[float]) -> list[tuple[float, float, float, float]]:
    """Very full coasters of an owner: a honeycomb as coarse as it may be, filled from the middle."""
    many = pugs + stars
    step = EDGE * math.sqrt(2 * math.pi / (math.sqrt(3) * many))  # a honeycomb's share of the area
    while True:
        reach = EDGE - step / 2
        rows = int(reach / (step * math.sqrt(0.75))) + 1
        cells = [
            ((column + 0.5 * (row % 2)) * step, row * step * math.sqrt(0.75))
            for row in range(-rows, rows + 1)
            for column in range(-rows - 1, rows + 2)
        ]
        cells = sorted((c for c in cells if math.hypot(*c) <= reach), key=lambda c: math.hypot(*c))
        if len(cells) >= many:
            break
        step *= 0.98
    r = step / 2 * (1 - GAP)
    radii = [min(PUG, r)] * pugs + [min(STAR, r)] * stars
    chosen = cells[:many]
    for i in range(many - 1, 0, -1):
        j = int(next(lots) * (i + 1))
        chosen[i], chosen[j] = chosen[j], chosen[i]
    return [(x, y, r, 360 * next(lots)) for (x, y), r in zip(chosen, radii, strict=True)]
