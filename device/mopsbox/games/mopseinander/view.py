"""What the table sees of a game of Mopseinander: `scene(play, t, look)` and `lamps(play)`. Pure.

Here is the race, which has no words (layout.md, rule 1); view_turn has the fill, view_take the taking, view_answer
and view_verdict what follows a press, view_final and podium the end, motion what moves in between. The right number
is in a picture only once the round is decided (A6), what is on a won coaster only in the final (R16, A21).
"""

from __future__ import annotations

from ... import furniture as f
from ... import seating
from ...lying import laid
from ...scene import Item, Look, Scene
from ...table import SECOND, Lamp, Seat
from . import board as b
from . import dial, motion, photo, podium, view_answer, view_final, view_take, view_turn, view_verdict
from .dice import dice_cell, tumbling
from .play import OPENS, TUMBLE, Play, roller
from .rules import Fill, Roll, step

KEYED = ("fill", "answer", "take", "podium")  # modes with a key strip
TOLD_EARLY = SECOND  # an early presser's badge is dim for so long (A10, D3)


def scene(play: Play, t: int, look: Look) -> Scene:
    """The picture at box time `t`."""
    if play.photo and play.finish:
        return photo.page(play.finish, play.photo == "far", look)
    if play.mode in ("final", "tally"):
        shown = laid(lambda look: view_final.final(play, t, look), look)
        slid = laid(lambda look: Scene(view_take.sliding(play, t, look)), look, f.strip_of(look)).items
        return Scene((*shown.items, *slid), shown.moving or bool(slid))
    part = motion.covering(play, t)
    if part is not None:
        return laid(lambda look: view_answer.covering(play, part, look), look)
    strip = f.strip_of(look) if play.mode in KEYED else 0
    return laid(lambda look: _scene(play, t, look), look, strip)


def _scene(play: Play, t: int, look: Look) -> Scene:
    match play.mode:
        case "fill":
            return view_turn.fill(play, t, look, view_take.sliding(play, t, look))
        case "tumble" if play.state.phase != "race":
            return view_final.tumble(play, t, look)
        case "tumble" | "race":
            return _race(play, t, look)
        case "answer":
            return view_answer.answer(play, t, look)
        case "verdict":
            return view_verdict.verdict(play, t, look)
        case "take":
            return view_take.take(play, t, look)
        case _:
            return podium.podium(play, t, look)


def coming(play: Play, look: Look) -> tuple[Item, ...]:
    """What the next picture will need, so that the shell can draw it beforehand: while the table fills and is asked,
    the race; after a right answer, what can be taken. Never shown."""
    if play.mode == "verdict" and play.verdict == "right":
        return laid(lambda look: view_take.take(play, play.since + OPENS, look), look, f.strip_of(look)).items
    return laid(lambda look: Scene(_race_to_come(play, look)), look).items


def _race_to_come(play: Play, look: Look) -> tuple[Item, ...]:
    state = play.state
    if play.mode == "fill":
        if play.choice > len(state.table):
            state = step(state, Fill(max(4, play.choice)))[0]
        board = b.race_board(look)
        rolled = [step(state, Roll(n, n))[0] for n in range(1, 7)] if len(state.table) >= 4 else []
        dice = [item for after in rolled for item in dice_cell(after, board, look)]
        lying, places = b.coasters(state, board), seating.places(state.setup.seats, look, look.h)
        first = [item for place in places.values() for item in view_answer.badge(place, f.unit(look), "glow")]
        return (*lying, *motion.covered(lying, 1), *b.mat(state, board), *dice, *first)
    return ()


def lamps(play: Play) -> dict[Seat, Lamp]:
    """Every player's lamp (layout.md, States): lit means your move."""
    state = play.state
    lit: dict[Seat, Lamp] = dict.fromkeys(state.setup.seats, "off")
    if play.photo and play.finish:
        return lit | {play.finish.winner: "on"}
    match play.mode:
        case "fill":
            lit[state.active] = "breathing"
        case "race":
            lit |= {s: "blink" if s in state.locked else "dim" for s in state.setup.seats}
        case "answer" if play.judged:
            lit[play.judged] = "on"
        case "verdict" if play.judged and play.verdict != "nobody":
            lit[play.judged] = "on" if play.verdict == "right" else "blink"
        case "take" if state.winner:
            lit[state.winner] = "breathing"
        case "final":
            lit |= dict.fromkeys(state.contenders if state.rolls else (), "on")
            lit[roller(state)] = "breathing"
        case "tally":
            lit |= dict.fromkeys(state.contenders, "on")
        case "podium":
            lit |= dict.fromkeys(state.winners, "wave")
        case _:
            pass
    return lit


def next_change(play: Play, t: int) -> int | None:
    """When a picture that does not move changes by time alone: a time block goes, an early press is forgotten."""
    if play.photo:
        return None
    if play.mode == "answer":
        return dial.next_block(play, t)
    if play.mode == "race":
        return min((at + TOLD_EARLY for _, at in play.early if at + TOLD_EARLY > t), default=None)
    return None


def _race(play: Play, t: int, look: Look) -> Scene:
    """Coasters as large as they go, badges in their notches, no words. While the dice tumble the same picture with
    rolling dice, the coasters on their way to it at first; its last one is the race's first."""
    state, u = play.state, f.unit(look)
    board = b.race_board(look)
    plates: f.Items = ()
    part = motion.growing(play, t)
    if part is not None:
        plates, board = view_turn.leaving(play, part, look)
    seats = seating.places(state.setup.seats, look, look.h)
    ends = play.since + TUMBLE
    rolling = play.mode == "tumble" and t < ends
    turning = motion.uncovering(play, t)
    dice = tumbling(board, look, t, play.since, ends) if rolling else dice_cell(state, board, look)
    early = {seat for seat, at in play.early if t < at + TOLD_EARLY}
    lying = b.coasters(state, board)
    lying = motion.uncovered(lying, play, t) if turning else lying
    items: list[Item] = [*plates, *lying, *b.mat(state, board), *dice]
    for seat, place in seats.items():
        how: seating.BadgeLook = "locked" if seat in state.locked else "free" if seat in early else "on"
        items += seating.racer(place, u, look, how)
    return Scene(tuple(items), rolling or turning)
