"""Trying the buzzers: is each lamp wired to its buzzer, and where does everybody sit. Pure.

On the first start of a box with real buzzers, and from the menu. One lamp is lit after the other and its buzzer
pressed; then all press in turn round the table; then what was found is told. wizard_view.py shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from .table import MS, SEATS, SECOND, Effect, Ruling, Seat, Setting

IDLE = 600 * SECOND  # nobody does anything for so long: the box may advertise again
TOGETHER = 20 * MS  # the one who was asked presses: another buzzer that answers so soon is joined to theirs

Pair = tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Wizard:
    """`since`: when something happened last. `lit`: whose lamp is lit; `lit_by`: stamp of the press that had it lit,
    None: no press did. `other`: who answered instead of them just now. `found`: by lamp the buzzer that answered, None:
    nobody's. `joined`: buzzers that answer together. `stuck`: down for too long, now; `loose`: again and again neither
    open nor closed. `order`: who pressed, clockwise, since all were asked to. `last`: the last press and its stamp."""

    since: int
    phase: Literal["wiring", "places", "summary"] = "wiring"
    lit: Seat = SEATS[0]
    lit_by: int | None = None
    other: Seat | None = None
    found: tuple[tuple[Seat, Seat | None], ...] = ()
    joined: tuple[Pair, ...] = ()
    stuck: frozenset[Seat] = frozenset()
    loose: frozenset[Seat] = frozenset()
    order: tuple[Seat, ...] = ()
    last: tuple[Seat, int] | None = None
    seats_only: bool = False  # nothing but who sits where is asked

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Lamps that no buzzer answered, though theirs is not stuck."""
        return tuple(lamp for lamp, buzzer in self.found if buzzer is None and lamp not in self.stuck)

    @property
    def crossed(self) -> tuple[Pair, ...]:
        """(lamp, buzzer) where another buzzer answered than the lamp's own."""
        return tuple((lamp, buzzer) for lamp, buzzer in self.found if buzzer and buzzer != lamp)

    @property
    def bad(self) -> frozenset[Seat]:
        """Whose buzzer or lamp somebody should look at."""
        pairs = frozenset(seat for pair in (*self.crossed, *self.joined) for seat in pair)
        return self.stuck | self.loose | pairs

    @property
    def good(self) -> tuple[Seat, ...]:
        """Whose buzzer answered its own lamp and has no other fault."""
        return tuple(lamp for lamp, buzzer in self.found if buzzer == lamp and lamp not in self.bad)


def ruling(wizard: Wizard, said: Ruling, often: bool = False) -> Wizard:
    """What a buzzer did. `often`: it has chattered too often lately for a clumsy press (troubles.py)."""
    wizard, seat = replace(wizard, since=said.t), said.seat
    match said.said:
        case "stuck":
            return replace(wizard, stuck=wizard.stuck | {seat})
        case "chatter" if often:
            return replace(wizard, loose=wizard.loose | {seat})
        case "rearmed":
            return replace(wizard, stuck=wizard.stuck - {seat})
        case "press" if wizard.phase == "wiring":
            return replace(_tried(wizard, seat, said.at), last=(seat, said.at))
        case "press" if wizard.phase == "places" and (pair := _pair(wizard, seat, said.at)):
            return _joined(wizard, pair)  # with the last lamp's: nobody has been asked for a place yet
        case "press" if wizard.phase == "places" and seat not in wizard.order:
            return replace(wizard, order=(*wizard.order, seat))
        case _:
            return wizard


def _tried(wizard: Wizard, seat: Seat, at: int) -> Wizard:
    """A press while a lamp is lit: the right one, or another, which may be a slip and is believed the second time."""
    if pair := _pair(wizard, seat, at):
        wizard = _joined(wizard, pair)
        asked = wizard.lit_by is None or at - wizard.lit_by > TOGETHER  # else its lamp was lit by the same finger
        return _found(wizard, seat, at) if seat == wizard.lit and asked else wizard
    answered = {buzzer for _, buzzer in wizard.found}
    if seat == wizard.lit or (seat == wizard.other and seat not in answered):
        return _found(wizard, seat, at)
    return replace(wizard, other=seat)


def _pair(wizard: Wizard, seat: Seat, at: int) -> Pair | None:
    """This press and the last one, if another buzzer answered with it."""
    before = wizard.last
    if before is None or before[0] == seat or abs(at - before[1]) > TOGETHER:
        return None
    return min(seat, before[0]), max(seat, before[0])


def _joined(wizard: Wizard, pair: Pair) -> Wizard:
    return replace(wizard, other=None, joined=tuple(sorted({*wizard.joined, pair})))


def _found(wizard: Wizard, buzzer: Seat | None, at: int | None = None) -> Wizard:
    """The lit lamp's buzzer is known, by a press `at`, or that it has none; on to the next lamp."""
    wizard = replace(wizard, found=(*wizard.found, (wizard.lit, buzzer)), other=None, lit_by=at)
    if wizard.lit == SEATS[-1]:
        return replace(wizard, phase="places")
    return replace(wizard, lit=SEATS[wizard.lit])


def _again(wizard: Wizard) -> Wizard:
    """Back to the lamp before, which is tried anew: what was wrong with it may be mended."""
    if not wizard.found:
        return wizard
    lamp = wizard.found[-1][0]
    joined = tuple(pair for pair in wizard.joined if lamp not in pair)
    wizard = replace(wizard, joined=joined, loose=wizard.loose - {lamp})
    return replace(wizard, lit=lamp, lit_by=None, found=wizard.found[:-1], other=None)


def key(wizard: Wizard, name: str, t: int) -> tuple[Wizard | None, tuple[Effect, ...]]:
    """What a menu button does; None: the wizard is over."""
    wizard = replace(wizard, since=t)
    if wizard.seats_only and (name == "back" or (name == "right" and not wizard.order)):
        return None, ()
    match wizard.phase, name:
        case "places", "ok" if wizard.order and wizard.seats_only:
            return None, (Setting("players.seats", places(wizard.order)),)
        case "wiring", "left":
            return _again(wizard), ()
        case "wiring", "ok":
            return replace(wizard, phase="places", other=None), ()
        case "wiring", "right":
            return _found(wizard, wizard.other), ()
        case "wiring", _:
            return None, ()
        case "places", "left":
            return replace(wizard, order=wizard.order[:-1]), ()
        case "places", "ok" if wizard.order:
            return replace(wizard, phase="summary"), (Setting("players.seats", places(wizard.order)),)
        case "places", "right" if not wizard.order:
            return replace(wizard, phase="summary"), ()
        case "places", "back":
            return replace(wizard, phase="summary", order=()), ()
        case "summary", "right":
            return Wizard(t, stuck=wizard.stuck), ()
        case "summary", "ok" | "back":
            return None, (Setting("buzzers.tried", True),)
        case _:
            return wizard, ()


def due(wizard: Wizard) -> int:
    """When the box may advertise again if nobody does anything."""
    return wizard.since + IDLE


def places(order: tuple[Seat, ...]) -> list[int]:
    """The setting players.seats (the place of seat 1, of seat 2, ...) for who pressed in this order; who did not press
    takes the places left over."""
    everybody = [*order, *(seat for seat in SEATS if seat not in order)]
    return [everybody.index(seat) + 1 for seat in SEATS]
