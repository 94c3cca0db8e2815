"""Mopsen at the box in tests: a table, and hands that tell it tricks."""

from __future__ import annotations

from mopsbox.games.mopsen.cards import COLOURS
from mopsbox.games.mopsen.counting import turn

from ..at_table import Table
from ..waiting import step_by_step

LETTERS = {"R": "red", "Y": "yellow", "B": "blue", "C": "cat"}


def dealt(players: int = 4, first: int | None = 1, **how) -> Table:
    """A game has begun and the first round is dealt; `first` leads, as the table said."""
    table = Table(players, game="mopsen", **how)
    table.key("ok")
    if first:
        table.choose("leader")
        table.press(first)
    return table


def by_cards(players: int = 4, **how) -> Table:
    """The same, and every card is told."""
    table = dealt(players, **how)
    table.choose("enter-cards")
    return table


def ring(table: Table, field: str, wanted: object, key: str = "right") -> int:
    """Turns with < or > until it is ringed; how many touches."""
    return step_by_step(lambda: getattr(table.play, field) == wanted, lambda: table.key(key), most=20)


def quick(table: Table, won: int, bones: int, begged: int, colour: str) -> None:
    """A whole trick by two buzzers and the menu buttons."""
    table.press(won)
    ring(table, "bones", bones, "right" if bones >= table.play.bones else "left")
    table.key("ok")
    table.press(begged)
    ring(table, "colour", colour)
    table.key("ok")


def quick_round(table: Table, won: int = 1, begged: int = 2, bones: int = 2) -> None:
    """Tricks that all end the same way, until the round is over."""
    step_by_step(lambda: table.state.phase != "trick", lambda: quick(table, won, bones, begged, "red"))


def go_on(table: Table) -> None:
    """From the sheet to the next deal, and the cards are dealt."""
    table.wait(500)
    table.key("ok")
    table.key("ok")


def lay(table: Table, *cards: str) -> None:
    """The next cards, by fingers on colour and value. In a trick's first, whoever leads presses the own buzzer."""
    for card in cards:
        if table.mode == "table":
            table.press(turn(table.state))
        table.tap("colour", COLOURS.index(LETTERS[card[0]]))
        table.tap("value", int(card[1:]))
