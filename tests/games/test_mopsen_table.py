"""An evening of Mopsen at the box: what presses, buttons and fingers tell, in virtual time. Seats 1, 2, 3, ... sit
clockwise; who leads and the queue are drawn by lot, so the stories ask the state for them."""

from __future__ import annotations

import pytest

from mopsbox.box import menu_entries
from mopsbox.games.mopsen import correcting
from mopsbox.games.mopsen.cards import COLOURS
from mopsbox.games.mopsen.counting import begged_from, totals, turn
from mopsbox.table import Seat

from ..at_table import Table

pytestmark = pytest.mark.usefixtures("mopsen_on_offer")


def dealt(players: int = 4, **how) -> Table:
    table = Table(players, game="mopsen", **how)
    table.key("ok")
    return table


def ring(table: Table, field: str, wanted: object, key: str = "right") -> int:
    """Turns with < or > until it is ringed; how many touches."""
    touches = 0
    while getattr(table.play, field) != wanted:
        table.key(key)
        touches += 1
        assert touches < 20, f"{field} {wanted} never comes"
    return touches


def quick(table: Table, won: int, bones: int, begged: int, colour: str) -> None:
    table.press(won)
    ring(table, "bones", bones)
    table.key("ok")
    table.press(begged)
    ring(table, "colour", colour)
    table.key("ok")


def lay(table: Table, card: str) -> None:
    """The card is tapped by whoever's turn it is."""
    colour = {"R": "red", "Y": "yellow", "B": "blue", "C": "cat"}[card[0]]
    table.tap("colour", COLOURS.index(colour))
    table.tap("value", int(card[1:]))


def quick_round(table: Table, won: int = 1, begged: int = 2) -> None:
    while table.state.phase == "trick":
        quick(table, won, 2, begged, "red")


# --- a round begins


def test_the_first_round_is_dealt_by_ok():
    table = Table(4, game="mopsen")
    assert table.mode == "deal"
    table.press(1)
    assert table.actions() == []
    table.key("ok")
    assert (table.mode, table.actions()) == ("table", [{"do": "deal"}])


def test_the_table_says_who_starts():
    table = dealt()
    table.choose("leader")
    table.press(3)
    assert table.actions()[-1] == {"do": "leader", "seat": 3}
    assert (table.mode, table.state.leader) == ("table", 3)
    quick(table, 1, 2, 2, "red")
    assert "leader" not in menu_entries(table.box)


# --- a whole trick


def test_a_trick_is_told_with_two_presses_and_two_okays_when_what_is_likely_is_so():
    table = dealt()
    weakest = table.state.queue[-1]
    table.press(3)
    table.key("ok")
    table.press(1)
    table.key("ok")
    assert table.actions()[-1] == {"do": "trick", "won": 3, "bones": 2, "begged": 1, "colour": weakest}
    assert table.state.queue[0] == weakest
    assert (table.mode, table.state.leader) == ("table", 3)
