"""The table between two tricks: the queue in the middle, everybody's plate at their edge. Also while a round is dealt
and while the table says who starts it."""

from __future__ import annotations

from dataclasses import replace

from ... import furniture as f
from ... import seating, signs
from ...look import width
from ...scene import GLOW, INK, STAR, Badge, Item, Look, Scene, Slab, placed
from ...seating import Box
from ...table import SECOND, Seat
from ...words import say
from . import plates, suits
from .play import CLIMB, Play
from .state import Revoke, State

REMARK = 6 * SECOND  # a revoke is remarked so long
WORDS = 9.6  # room for a line above and one below the queue, in units


def table(play: Play, t: int, look: Look) -> Scene:
    """The queue is big; its tiles move when a colour has climbed (R49). A revoke is remarked above all (B26)."""
    state, floor = play.state, seating.floor_of(look, strip=True)
    laid = plates.laid(state, look, floor, state.leader)
    items, middle = everybody(laid, state.leader, look), plates.middle(laid, look, floor)
    at = suits.slots(*middle, f.unit(look))
    part = (t - play.ended.at) / CLIMB if play.ended else 1.0
    moving = play.ended is not None and play.ended.queue != state.queue and 0 <= part < 1
    if play.ended is not None and moving:
        items += suits.climbing(play.ended.queue, state.queue, at, part)
    else:
        items += suits.queue(state.queue, at)
    if remarks(play, t):
        items += remark(play.noticed[-1], middle, look)
    undo, tell, sheet = (say(key, look.language) for key in ("undo", "trick", "sheet"))
    keys = f.key_strip(look, f.Key(undo), f.Key(f"{tell} {state.trick}"), f.Key(sheet))
    return Scene((*items, *keys), moving)


def remarks(play: Play, t: int) -> bool:
    """Is a revoke remarked just now?"""
    return bool(play.noticed) and t < remark_ends(play)


def remark_ends(play: Play) -> int:
    return max(play.noticed_at, play.since) + REMARK


def deal(play: Play, look: Look) -> Scene:
    """A round is to be dealt."""
    number = len(play.state.rounds) + 1
    keys = f.Key(works=False), f.Key(say("done", look.language)), f.Key(works=False)
    return _asked(play.state, say("deal-eight", look.language).format(number), None, keys, look)


def leader(play: Play, look: Look) -> Scene:
    """Who starts the round: the ringed one's plate is the leader's (B15)."""
    keys = f.Key(), f.Key(say("start", look.language)), f.Key()
    return _asked(play.state, say("leader", look.language), play.starter or play.state.leader, keys, look)


def _asked(state: State, words: str, leads: Seat | None, keys: tuple[f.Key, f.Key, f.Key], look: Look) -> Scene:
    """Plates and a smaller queue between words for both long sides."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    laid = plates.laid(state, look, floor, leads)
    items, (left, top, right, bottom) = everybody(laid, leads, look), plates.middle(laid, look, floor)
    once = look.seats_around == "front"
    at = suits.slots(left, top + (0 if once else WORDS * u), right, bottom - WORDS * u, u)
    items += suits.queue(state.queue, at)
    cap = f.fitted(words, right - left, 6 * u, f.CAP * u, True)
    x, reach = (left + right) / 2, WORDS * u / 2 + 0.2 * u
    said = f.word(words, cap, INK, True)
    items += placed((said,), x, bottom - reach)
    if not once:
        items += placed((said,), x, top + reach, 180)
    return Scene((*items, *f.key_strip(look, *keys)))


def everybody(laid: list[plates.Laid], leads: Seat | None, look: Look) -> list[Item]:
    """All plates, the leader's marked."""
    return [item for one in laid for item in plates.plate(one, look, one.place.seat == leads)]


def remark(revoke: Revoke, room: Box, look: Look) -> f.Items:
    """Who did not follow when, and the card that gave it away, over the queue."""
    u = f.unit(look)
    left, top, right, bottom = room
    x, y = (left + right) / 2, (top + bottom) / 2
    words = say("revoked", look.language)
    when = say("round-trick", look.language).format(revoke.round, revoke.trick)
    w = min(right - left, max(width(words, 5.6 * u, True), width(when, f.CAP * u)) + 10 * u)
    once = look.seats_around == "front"
    h = (30 if once else 43) * u
    d = 9 * u
    at = y - (9 * u if once else 0)
    badge = Badge(revoke.seat, x, at, d)
    lines: f.Items = (
        f.word(words, f.fitted(words, w - 4 * u, 5.6 * u, f.CAP * u, True), STAR, True, y=9 * u),
        f.word(when, f.CAP * u, INK, y=16 * u),
    )
    return (
        Slab(x, y, w, h, GLOW, STAR, 0.8 * u, 3 * u),
        *signs.warning(x - 13 * u, at, 7 * u),
        replace(badge, x=x),
        *suits.card(revoke.card, x + 13.4 * u, at, 13.4 * u, 9.4 * u, u),
        *f.doubled(lines, x, at, look),
    )
