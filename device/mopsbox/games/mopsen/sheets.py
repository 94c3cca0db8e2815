"""Mopsen on paper: the 56 cards with their bones, bowls for three and for four or five, the queue, the rules."""

from __future__ import annotations

from ... import furniture as f
from ...look import width
from ...scene import MAT, MAT_INK, Item, Picture, Slab, Text, placed
from ...sheets import BACK, RIM, RIM_DARK, Items, Piece, Rules, Run, rules_of
from ...words import LANGUAGES, say
from .bones import Bones, default
from .cards import CARDS, COLOUR, COLOURS, VALUE, Card, Colour
from .counting import printed
from .record import PLAYERS
from .suits import ON_LIGHT, TINT, head, sign

W, H = 63.0, 88.0  # a card, mm: sleeves of that size can be had anywhere
BOWL_W, BOWL_H = 88.0, 72.0  # a card laid across it hides the bones that then count no more (R58)
EDGE, LINE, RADIUS = 3.0, 0.9, 3.0  # the white edge forgives a slip of the knife
CORNER_X, CORNER_Y = 25.8, 34.0  # from a card's middle to the numeral in its corner: to its left, to its middle
NUMERAL, SIGN, BONE = 7.6, 6.0, 9.0  # heights in mm; a bone's drawing
IN_A_ROW, PITCH, ROW = 5, 5.2, 7.4  # bones beside a numeral; from one to the next, and to the next row, mm
UPRIGHT = 305.0  # turns the bone's drawing so that it stands: several then count at a glance


def runs(table: object = None) -> tuple[Run, ...]:
    """The cards with an owner's bones, or with ours, bowls and queue."""
    bones = table if isinstance(table, Bones) else default()
    back = card_back()
    cards = tuple(Piece(f"card-{card}", card_face(card, bones.of[card]), back) for card in CARDS)
    queue = tuple(Piece(f"queue-{colour}", tile_face(colour), back) for colour in COLOURS)
    few, many = min(PLAYERS), tuple(n for n in PLAYERS if n > min(PLAYERS))
    front, other = bowl(str(few), printed(few)), bowl(f"{min(many)}–{max(many)}", printed(min(many)))
    bowls = tuple(Piece(f"bowl-{n}", front, other) for n in range(1, max(PLAYERS) + 1))
    return (
        Run("sheet-cards", W, H, (2, 2, 2, 2), cards, lying=True),
        Run("sheet-queue", W, H, (2, 2), queue, gap=8),
        Run("sheet-bowls", BOWL_W, BOWL_H, (2, 1, 2), bowls, gap=6),
    )


def rules(table: object = None) -> Rules:
    return rules_of(__package__)


def card_face(card: Card, bones: int) -> Items:
    """Twice the same for both ways it may be held: the value over its colour's sign in one corner, the bones in the
    other; the animal between."""
    colour, value = COLOUR[card], str(VALUE[card])
    half: list[Item] = [
        f.word(value, NUMERAL, MAT_INK, True, width(value, NUMERAL, True) / 2 - CORNER_X, -CORNER_Y),
        sign(colour, 0.6 * SIGN - CORNER_X, -CORNER_Y + 11.6, SIGN, ON_LIGHT[colour]),
        *_bones(bones),
    ]
    return (_paper(W, H, MAT, ON_LIGHT[colour]), head(colour, 0, 0, 50), *placed(half, 0, 0), *placed(half, 0, 0, 180))


def _bones(many: int) -> Items:
    """From the upper right corner to the left, at most IN_A_ROW in a row."""
    right = W / 2 - EDGE - LINE - 1.0 - PITCH / 2
    found: list[Item] = []
    for n in range(many):
        row, place = divmod(n, IN_A_ROW)
        x, y = right - place * PITCH, -CORNER_Y + row * ROW
        found.append(Picture("bone", round(x, 3), round(y, 3), BONE, UPRIGHT))
    return tuple(found)


def card_back() -> Items:
    """The same whichever way it is held."""
    half: list[Item] = [Picture("coaster_back", 0, -19, 36)]
    half += [Picture("bone", x, y, 11, turn) for x, y, turn in ((-20.5, -33, 80), (20.5, -33, 0), (-20.5, 0, 80))]
    inner = Slab(0, 0, W - 2 * EDGE - 3.4, H - 2 * EDGE - 3.4, BACK, RIM_DARK, 0.5, RADIUS - 1.2)
    return (_paper(W, H, RIM, RIM_DARK), inner, *placed(half, 0, 0), *placed(half, 0, 0, 180))


def tile_face(colour: Colour) -> Items:
    """A colour of the queue: what is over it beats it, so it says no rank of its own."""
    corner = [sign(colour, -20.5, -33, 9, ON_LIGHT[colour])]
    corner += [sign(colour, 20.5, -33, 9, ON_LIGHT[colour])]
    paper = _paper(W, H, TINT[colour], ON_LIGHT[colour], 1.6)
    return (paper, Picture(f"tile_{colour}", 0, 0, 52), *placed(corner, 0, 0), *placed(corner, 0, 0, 180))


def bowl(players: str, bones: int) -> Items:
    """One side of a bowl: for how many players, and what it scores with no card in it (R29)."""
    h = BOWL_H
    count = f.word(str(bones), 11, MAT_INK, True, y=h / 2 - 11.5)
    whole = f.row([count, Picture("bone", 0, h / 2 - 11.5, 16)], 1.5, 0)
    said = " · ".join(say("sheet-players", language).format(players) for language in LANGUAGES)
    cap = f.fitted(said, BOWL_W - 14, 3.4, 1.6, True)
    title: list[Item] = [Text(said, 0, -h / 2 + 9, cap, MAT_INK, True)]
    assert width(said, cap, True) <= BOWL_W - 8
    return (_paper(BOWL_W, h, MAT, RIM_DARK), *title, Picture("bowl", 0, -2.5, 46), *whole)


def _paper(w: float, h: float, fill: str, line: str, line_w: float = LINE) -> Slab:
    return Slab(0, 0, w - 2 * EDGE, h - 2 * EDGE, fill, line, line_w, RADIUS)
