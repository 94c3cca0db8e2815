"""What who practises reads after a round: everybody's times and what they said, their own mean, how often they were
right. Pure; as they sit at their edge."""

from __future__ import annotations

from ... import furniture as f
from ... import signs
from ...scene import GREEN_DIE, HIGH, INK, KEYS, LOW, MUTE, SOFT, Badge, Disc, Item, Look, Scene, Slab, placed
from ...seating import Place
from ...table import Seat
from ...telling import seconds
from ...words import say
from .play import Play
from .practice import Practice, Tried, counted

ROW, TOP = 9.6, 17.0  # a row and what stands above all, in units
OUTCOME = {"right": "right", "wrong": "wrong", "late": "late"}


def scene(play: Play, practice: Practice, here: Place, sums: f.Items, look: Look) -> Scene:
    """`sums`: how the round's number came about, around (0, 0); `here`: where they sit."""
    u = f.unit(look)
    right, all_ = counted(play.history, practice.seat)
    items: list[Item] = [*placed(sums, look.w / 2, 0.5 * TOP * u)]
    tried = {one.seat: one for one in practice.tried}
    seats = sorted(
        play.state.setup.seats, key=lambda seat: (seat not in tried, tried[seat].us if seat in tried else seat)
    )
    high = min(ROW * u, (look.h - (TOP + 25) * u) / len(seats))
    w = min(look.w - 4 * u, 104 * u)
    for n, seat in enumerate(seats):
        y = TOP * u + (n + 0.5) * high
        items += placed(_row(seat, tried.get(seat), practice, w, high, look), look.w / 2, y)
    y = TOP * u + len(seats) * high
    lines = [(say("your-answers", look.language).format(right, all_), INK)]
    if practice.mean_us is not None:
        lines.insert(0, (say("your-reaction", look.language).format(seconds(practice.mean_us, look.language, 2)), INK))
    lines.append((say("press-on", look.language), SOFT))
    step = min(9 * u, (look.h - y - u) / len(lines))
    for n, (text, ink) in enumerate(lines):
        items.append(f.word(text, f.CAP * u, ink, x=look.w / 2, y=y + (n + 0.5) * step))
    unused = max(0.0, look.h - y - len(lines) * step - u)
    shown = placed(items, 0, unused / 2)
    return Scene(placed(shown, look.w, look.h, 180) if here.edge == "T" else shown)


def _row(seat: Seat, one: Tried | None, practice: Practice, w: float, high: float, look: Look) -> f.Items:
    """Badge, time, and whether it was right, in words and as a sign; theirs is lit."""
    u, mine = f.unit(look), seat == practice.seat
    d, ground = min(f.SMALL_BADGE * u, high - 1.6 * u), HIGH if mine else LOW
    items: list[Item] = [Slab(0, 0, w, high - u, ground, radius=2.2 * u)]
    items += f.row([Badge(seat, 0, 0, d)], 0, -w / 2 + 2 * u, "left")
    if not mine:
        x, y = -w / 2 + 2 * u + 0.86 * d, -0.36 * d
        items += [Disc(x, y, 4.4 * u, ground), *signs.gear(x, y, 3.6 * u, INK, ground)]
    if one is None:
        return (*items, *f.row([f.word(say("no-press", look.language), f.CAP * u, SOFT)], 0, -w / 2 + 18 * u, "left"))
    items += f.row([f.word(seconds(one.us, look.language, 2), f.CAP * u, INK, mine)], 0, -w / 2 + 18 * u, "left")
    if one.said in OUTCOME:
        told = f.word(say(OUTCOME[one.said], look.language).rstrip("!"), f.CAP * u, INK, mine)
        row = f.row(
            [Disc(0, 0, 5.4 * u, GREEN_DIE if one.said == "right" else MUTE), told], 1.4 * u, w / 2 - 2 * u, "right"
        )
        disc = row[0]
        assert isinstance(disc, Disc)
        sign = (signs.tick(disc.x, 0, 3.4 * u, KEYS),) if one.said == "right" else signs.cross(disc.x, 0, 2.8 * u, KEYS)
        items += [*row, *sign]
    return tuple(items)
