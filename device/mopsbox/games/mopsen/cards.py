"""The 56 cards (R28): three colours of pugs, 1 to 16 each, and the cat, 1 to 8. A card is written R5, Y12, B1 or C8."""

from __future__ import annotations

from typing import Literal, NewType

Colour = Literal["red", "yellow", "blue", "cat"]
Card = NewType("Card", str)
"""Its name: the letter of its colour, then its value."""

COLOURS: tuple[Colour, ...] = ("red", "yellow", "blue", "cat")
LETTER: dict[Colour, str] = {"red": "R", "yellow": "Y", "blue": "B", "cat": "C"}
HIGHEST: dict[Colour, int] = {"red": 16, "yellow": 16, "blue": 16, "cat": 8}

CARDS: tuple[Card, ...] = tuple(Card(f"{LETTER[c]}{n}") for c in COLOURS for n in range(1, HIGHEST[c] + 1))
COLOUR: dict[Card, Colour] = {Card(f"{LETTER[c]}{n}"): c for c in COLOURS for n in range(1, HIGHEST[c] + 1)}
VALUE: dict[Card, int] = {card: int(card[1:]) for card in CARDS}
ALL: frozenset[Card] = frozenset(CARDS)

Queue = tuple[Colour, ...]
"""The begging queue: all four colours, the strongest first (R30, R32)."""


def strength(card: Card, queue: Queue) -> tuple[int, int]:
    """Greater is stronger: the colour's place in the queue first, then the value; cats as well (R44, B3)."""
    return -queue.index(COLOUR[card]), VALUE[card]


def pushed(queue: Queue, colour: Colour) -> Queue:
    """The queue with this colour on top, the others in their order (R49, B12)."""
    return (colour, *[c for c in queue if c != colour])
