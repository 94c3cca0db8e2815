"""The screens of the box itself: lobby, the offer of an unfinished game, menu. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from . import furniture as f
from . import seating, signs
from .icons import icon
from .look import broken, shortened, width
from .scene import (
    GROUND,
    INK,
    KEYS,
    LOW,
    RULE,
    SOFT,
    STAR,
    Badge,
    Disc,
    Item,
    Look,
    Picture,
    Scene,
    Slab,
    mixed,
    placed,
)
from .seating import Place
from .table import SEATS, Lamp, Seat
from .words import say

OFFERED = 4  # seats that are shown while nobody beyond them is in
SMALLEST = 9.0  # of a pug, in units: smaller ones are not told apart
MANY = 10  # entries of a menu; more stand closer
LEADING = 1.34  # from one line of an entry to the next, of a capital


# --- lobby


def lobby(
    title: str,
    pictures: tuple[str, str],
    joined: tuple[Seat, ...],
    holding: Seat | None,
    fits: bool,
    most: int,
    house: Mapping[int, str],
    other: str | None,
    t: int,
    look: Look,
    rules: str = "",
    teaches: bool = False,
    bots: frozenset[Seat] = frozenset(),
    back: bool = False,
) -> Scene:
    """Who is in, which game. `pictures`: beside its name; `rules`: what this table has otherwise than usual, or how to
    get company, with a gap for the sign of OK; `bots`: who of `joined` is one; `holding`: is just leaving; `fits`: the
    number of players fits the game; `most`: how many may play; `house`: words for the numbers that only a house rule
    lets play; `other`: the next game's name, on the `>` key. `teaches`: OK shows how to play; `back`: `<` leads to
    another game than `>`."""
    u = f.unit(look)
    floor = seating.floor_of(look, strip=True)
    everywhere = seating.places(offered(joined), look, floor)
    items: list[Item] = []
    for seat, place in everywhere.items():
        out = seat == holding or seat in joined[most:]
        items += joined_plate(place, out, look, seat in bots) if seat in joined else _free(place, u)
    x, y = f.heart(look, floor, 22 * u)
    row = _who_is_in(joined, most, min(house, default=0), u)
    items += f.row(f.level(row, y), 1.1 * u, x)
    words, ink = say(house.get(len(joined), "press-your"), look.language), SOFT
    if rules:
        words, ink = rules, INK
    if len(joined) > most:
        words, ink = say("too-many", look.language).format(most), STAR
    said = [f.word(title, 7.6 * u, bold=True, y=7.8 * u), *_sentence(words, ink, 16.1 * u, u)]
    items += f.doubled(said, x, y, look)
    inner = max(width(title, 7.6 * u, True), f.row_width(row, 1.1 * u)) / 2
    beside = look.w / 2 - 12.4 * u - inner
    d = min(15 * u, beside - 1.5 * u)
    far = inner + min(3 * u + d / 2, beside - d / 2)
    above = 0 if look.seats_around == "front" else 180
    if d >= SMALLEST * u:
        items += [Picture(pictures[0], x - far, y, d, above), Picture(pictures[1], x + far, y, d)]
    start = f.Key(say("how-key" if teaches else "start", look.language), works=fits or teaches)
    onward = f.Key(other or "", works=other is not None, short=say("other-game", look.language))
    items += f.key_strip(look, f.Key(works=back), start, onward)
    return Scene(tuple(items))


def _sentence(words: str, ink: str, y: float, u: float) -> f.Items:
    """A line of words; in its gap the sign of the OK button, as it stands on the key strip."""
    before, gap, after = (part.strip() for part in words.partition("{}"))
    if not gap:
        return (f.word(words, f.PHRASE * u, ink, y=y),)
    parts: list[f.Part] = [f.word(part, f.PHRASE * u, ink) for part in (before, after) if part]
    parts.insert(1 if before else 0, Disc(0, 0, f.KEY_CAP * u, INK))
    row = f.row(f.level(parts, y), 1.4 * u)
    cap = next(item for item in row if isinstance(item, Disc))
    return *row, signs.tick(cap.x, cap.y, 3.6 * u, KEYS)


def offered(joined: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats the lobby shows: four, or all eight once somebody beyond them is in."""
    return SEATS if max(joined, default=0) > OFFERED else SEATS[:OFFERED]


def joined_plate(place: Place, out: bool, look: Look, bot: bool = False) -> f.Items:
    """Who is in, at their place: badge and tick, for a bot a gear; `out`: is just leaving, or is one too many."""
    u, colour = f.unit(look), look.colour(place.seat)
    badge = seating.seat_badge(place, 0, f.DEPTH * u, f.SMALL_BADGE * u, "free" if out else "on")
    fill = mixed(colour, GROUND, 0.72)
    sign: f.Items = signs.gear(0, 0, 5.8 * u, INK, fill) if bot else (signs.tick(0, 0, 5.6 * u),)
    if out:
        sign = signs.cross(0, 0, 4 * u)
    w = min(48 * u if place.edge in "BT" else 40 * u, place.room - f.GAP * u)
    name = "" if out or place.bare else look.name(place.seat)
    if named := _named_plate(place, name, w, fill, look):
        return named
    if place.bare:  # who sits at the end of a long side finds the sign below the badge
        w = 28 * u
        sign = placed(placed(sign, 0, 8.6 * u), 0, -f.DEPTH * u, place.face - place.turn)
    else:
        kind = "out" if out else "bot" if bot else "in"
        sign = placed(sign, 8.8 * u, -5.9 * u) if w >= 26 * u else _beside_badge(kind, w, fill, u)
    return place.put(*f.plate(0, w, 11.3 * u, u, colour, fill), badge, *sign)


def _named_plate(place: Place, name: str, w: float, fill: str, look: Look) -> f.Items:
    """Badge and name, with a tick behind them where both have room; (): not even so much of a name as says anything."""
    u, cap = f.unit(look), f.CAP * f.unit(look)
    d, gap = f.SMALL_BADGE * u, f.BESIDE * u
    room = w - d - 2.6 * u - gap
    whole = room - 5.6 * u - gap >= width(name, cap, True)
    text = name if whole else shortened(name, room, cap, True)
    if not text:
        return ()
    parts: list[f.Part] = [seating.seat_badge(place, 0, 0, d), f.word(text, cap, bold=True)]
    tick: list[f.Part] = [Disc(0, 0, 5.6 * u)] if whole else []
    row = f.row(f.level([*parts, *tick], -f.DEPTH * u), gap)
    signs_of = [signs.tick(i.x, i.y, 5.6 * u) if isinstance(i, Disc) else i for i in row]
    return place.put(*f.plate(0, w, 11.3 * u, u, look.colour(place.seat), fill), *signs_of)


def _beside_badge(kind: str, w: float, fill: str, u: float) -> f.Items:
    """Tick, cross or gear on a plate too narrow for a sign of the usual size: a small one, at worst on the badge's
    corner."""
    d = 3.6 * u
    x = min(6.2 * u, w / 2 - 0.62 * d)
    y = -5.9 * u if x - d / 2 >= f.SMALL_BADGE * u / 2 else -9.2 * u
    ground = Disc(x, y, 1.15 * d, fill)
    if kind == "bot":
        return ground, *signs.gear(x, y, d, INK, fill)
    return (ground, *signs.cross(x, y, 0.7 * d)) if kind == "out" else (ground, signs.tick(x, y, 0.9 * d))


def _free(place: Place, u: float) -> f.Items:
    return place.put(seating.seat_badge(place, 0, f.DEPTH * u, f.SMALL_BADGE * u, "free"))


def _who_is_in(joined: Sequence[Seat], most: int, beyond: int, u: float) -> list[f.Part]:
    """A row of signs: those by the printed rules, a gap, those from the `beyond`th on (0: none) by a house rule.
    Behind a line, dim, who is too many for the game."""
    d = 6.6 * u
    parts: list[f.Part] = []
    for i in range(most):
        if i + 1 == beyond:
            parts.append(2.4 * u)
        taken = i < len(joined)
        parts.append(Badge(joined[i], 0, 0, d) if taken else Disc(0, 0, 0.75 * d, line=RULE, line_w=0.4 * u))
    if len(joined) > most:
        parts += [0.6 * u, Slab(0, 0, 0.6 * u, 1.2 * d, STAR), 0.6 * u]
    return parts + [Badge(seat, 0, 0, d, 0, "free") for seat in joined[most:]]


def lobby_lamps(joined: tuple[Seat, ...]) -> dict[Seat, Lamp]:
    """Who is in: on. Free places breathe: press me."""
    return {seat: "on" if seat in joined else "breathing" for seat in SEATS}


# --- offer


def offer(title: str, seats: tuple[Seat, ...], t: int, look: Look, bots: frozenset[Seat] = frozenset()) -> Scene:
    """An unfinished game was found: go on with it (OK) or begin anew (<). `bots`: who of `seats` is one."""
    u = f.unit(look)
    x, y = f.heart(look, seating.floor_of(look, strip=True), 24 * u)
    who: list[f.Part] = [Badge(seat, 0, y, f.SMALL_BADGE * u) for seat in seats]
    said = [
        f.word(title, 7.6 * u, bold=True, y=12 * u),
        f.word(say("unfinished", look.language), f.PHRASE * u, SOFT, y=21.4 * u),
    ]
    keys = f.key_strip(look, f.Key(say("new-game", look.language)), f.Key(say("on", look.language)), f.Key(works=False))
    row, wide = f.row(who, 1.4 * u, x), [width(word.text, word.cap, word.bold) for word in said]
    pugs = f.beside("awake", x, y, max(f.row_width(who, 1.4 * u), *wide), look.w - 4 * u, look)
    gears = [_at_badge(one.x, one.y, u) for one in row if isinstance(one, Badge) and one.seat in bots]
    return Scene((*row, *chain(*gears), *f.doubled(said, x, y, look), *pugs, *keys))


def _at_badge(x: float, y: float, u: float) -> f.Items:
    """A bot's gear on the rim of its badge in a row of badges."""
    d, out = 3.6 * u, 0.36 * f.SMALL_BADGE * u
    return Disc(x + out, y - out, 1.3 * d, GROUND), *signs.gear(x + out, y - out, d, INK, GROUND)


# --- menu


def menu(entries: tuple[str, ...], cursor: int, t: int, look: Look, asks: str = "", held: bool = False) -> Scene:
    """A page of words in two columns, in one where the panel is narrow, the chosen one lit. `asks`: the word for what
    it asks before it is done; `held`: to have it done, OK is to be held."""
    u = f.unit(look)
    floor = seating.floor_of(look, strip=True)
    columns = 1 if look.w < f.NARROW * u else 2
    rows = max(4, -(-len(entries) // columns))
    gap = 2.2 * u if columns * rows <= MANY else 1.3 * u
    side, between = 2 * u, 1.2 * u
    w = (look.w - 2 * side - (columns - 1) * between) / columns
    h = min(13.2 * u, (floor - 2 * gap - (rows - 1) * gap) / rows)
    top = (floor - rows * h - (rows - 1) * gap) / 2
    items: list[Item] = []
    for i, entry in enumerate(entries):
        column, line = divmod(i, rows) if len(entries) > rows else (0, i)
        x, y = side + w / 2 + column * (w + between), top + h / 2 + line * (h + gap)
        chosen = i == cursor
        ink, ground = (KEYS, STAR if asks else INK) if chosen else (INK, LOW)
        items.append(Slab(x, y, w, h, ground, radius=2.6 * u, tap=("choose", i)))
        items += icon(entry, x - w / 2 + 5.4 * u, y, 7.4 * u, ink, ground)
        room = w - 11.2 * u
        text = _said(entry, asks if chosen else "", room, h, look)
        items += label(text, x - w / 2 + 10.1 * u, y, room, ink, chosen, u)
    no = say("no", look.language) if asks else ""
    ok = "hold-ok" if held else "yes" if asks else "choose"
    items += f.key_strip(look, f.Key(no), f.Key(say(ok, look.language)), f.Key(no))
    return Scene(tuple(items))


def _said(entry: str, asks: str, room: float, high: float, look: Look) -> str:
    """An entry's word, or what it asks; where two lines of that have no room, its word with a question mark."""
    text, cap = say(asks or entry, look.language), f.CAP * f.unit(look)
    if asks and width(text, cap, True) > room and high < (1 + 1.3 * LEADING) * cap:
        return f"{say(entry, look.language)}?"
    return text


def label(text: str, left: float, y: float, room: float, ink: str, bold: bool, u: float) -> f.Items:
    """Words from `left` on, in lines if there is no room for one."""
    lines = [text] if width(text, f.CAP * u, bold) <= room else broken(text, room, f.CAP * u, bold)
    cap = min(f.fitted(line, room, f.PHRASE * u, f.CAP * u, bold) for line in lines)
    made: list[Item] = []
    for n, line in enumerate(lines):
        across, down = left + width(line, cap, bold) / 2, y + (n - (len(lines) - 1) / 2) * LEADING * cap
        made.append(f.word(line, cap, ink, bold, across, down))
    return tuple(made)


# --- off


def switching_off(look: Look) -> Scene:
    """The machine has been asked to switch itself off."""
    u, room = f.unit(look), look.w - 4 * f.unit(look)
    x, y = f.heart(look, look.h, 24 * u)
    title = say("switching-off", look.language)
    said = [f.word(title, f.fitted(title, room, 7.6 * u, f.CAP * u, True), bold=True, y=12 * u)]
    for n, line in enumerate(broken(say("when-dark", look.language), room, f.PHRASE * u)):
        said.append(f.word(line, f.PHRASE * u, SOFT, y=(21.4 + 7.4 * n) * u))
    pugs = f.beside("asleep", x, y, max(width(w.text, w.cap, w.bold) for w in said), room, look)
    return Scene((*f.doubled(said, x, y, look), *pugs))
