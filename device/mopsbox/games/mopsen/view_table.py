"""The table between two tricks: the queue in the middle, everybody's plate at their edge. Also while a round is dealt
and while the table says who starts it."""

from __future__ import annotations

from ... import furniture as f
from ... import seating
from ...scene import INK, Item, Look, Scene, placed
from ...table import Seat
from ...words import say
from . import plates, suits, view_remark
from .counting import next_leader
from .events import Exchanged
from .play import CLIMB, Play
from .state import HAND, State, but, new

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
    items += view_remark.over(play, t, middle, look)
    for event in play.history.events:
        if isinstance(event, Exchanged):
            items += view_remark.exchange(event.seat, event.cards, middle, look)
    undo, tell, sheet = (say(key, look.language) for key in ("undo", "trick", "sheet"))
    keys = f.key_strip(look, f.Key(undo), f.Key(f"{tell} {state.trick}"), f.Key(sheet))
    return Scene((*items, *keys), moving)


def deal(play: Play, look: Look) -> Scene:
    """A round is to be dealt: who deals and then starts has the leader's plate (R56)."""
    state, setup = play.state, play.state.setup
    keys = f.Key(works=False), f.Key(say("done", look.language)), f.Key(works=False)
    words = say("deal-exchange" if setup.options.exchange else "deal-eight", look.language)
    queue = setup.queue if setup.options.queue_reset else state.queue
    dealt = but(new(setup), rounds=state.rounds, queue=queue, counts=(HAND,) * len(setup.seats))  # as it shall be
    return _asked(dealt, words.format(len(state.rounds) + 1), next_leader(state), keys, look)


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
