"""The eight seats' symbols: one place for the badges on the screen and for the labels to print on the buzzers."""

from __future__ import annotations

from ..scene import SEAT_COLOURS, SYMBOLS
from .palette import NIGHT
from .pen import circle, svg

PATHS = {  # in a ring of radius 46 around (0, 0); filled, a stroke of 4 rounds what would be too sharp
    "circle": '<circle r="27"/>',
    "triangle": '<path d="M0-30L27 20H-27Z" stroke-width="4"/>',
    "square": '<rect x="-23" y="-23" width="46" height="46" rx="4"/>',
    "cross": '<path d="M-9-28H9V-9H28V9H9V28H-9V9H-28V-9H-9Z" stroke-width="4"/>',
    "moon": '<path d="M9-28A29 29 0 1 0 26 14A23 23 0 1 1 9-28Z"/>',
    "heart": '<path d="M0 28C-12 17-29 6-29-10C-29-27-7-29 0-14C7-29 29-27 29-10C29 6 12 17 0 28Z"/>',
    "drop": '<path d="M0-32C7-17 21-5 21 10A21 21 0 0 1-21 10C-21-5-7-17 0-32Z"/>',
    "bone": '<path d="M-15-7H15A10 10 0 1 1 27 0A10 10 0 1 1 15 7H-15A10 10 0 1 1-27 0A10 10 0 1 1-15-7Z"/>',
}


def inked(symbol: str, ink: str, turn: float = 0) -> str:
    """The symbol around (0, 0) in one colour."""
    colours = f'fill="{ink}" stroke="{ink}" stroke-width="0" stroke-linejoin="round"'
    return f'<g transform="rotate({turn:g})"><g {colours}>{PATHS[symbol]}</g></g>'


def label(symbol: str) -> str:
    """To print on the seat's buzzer."""
    colour = SEAT_COLOURS[SYMBOLS.index(symbol)]
    ring = circle(100, 100, 88, NIGHT, stroke=colour, stroke_width=14)
    return svg([ring, f'<g transform="translate(100 100)scale(2)">{inked(symbol, colour)}</g>'])
