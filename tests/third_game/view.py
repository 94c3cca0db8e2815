"""What the table sees of Hau den Pug. Pure. Its words are its own, so they lie here."""

from __future__ import annotations

from dataclasses import replace

from mopsbox import furniture as f
from mopsbox import podium, seating
from mopsbox.lying import laid
from mopsbox.scene import GROUND, INK, LOW, RULE, SOFT, Disc, Item, Look, Picture, Scene, mixed
from mopsbox.seating import Place
from mopsbox.words import say

from .host import Play
from .rules import scores

HIDDEN, OUT = {"de": "Gleich!", "en": "Wait for it!"}, {"de": "Hau drauf!", "en": "Hit it!"}
HOLE = 26.0  # in units


def scene(play: Play, t: int, look: Look) -> Scene:
    """The picture at box time `t`."""
    return laid(lambda look: _scene(play, t, look), look, f.strip_of(look))


def _scene(play: Play, t: int, look: Look) -> Scene:
    state = play.state
    if play.mode == "podium":
        has = scores(state)
        places = podium.ranked(state.setup.seats, lambda seat: -has[seat])
        result = podium.Result(has, places, state.winners, state.ended)
        return podium.scene(result, t - play.since, look, f.Key(works=False))
    u, floor, out = f.unit(look), seating.floor_of(look, strip=True), play.mode == "out"
    items: list[Item] = []
    for seat, place in seating.places(state.setup.seats, look, floor).items():
        items += _plate(place, scores(state)[seat], look)
    x, y = f.heart(look, floor, HOLE * u)
    items.append(Disc(x, y, HOLE * u, LOW, RULE))
    if out:
        items.append(Picture("pug_g1", x, y, 0.9 * HOLE * u))
    said = (OUT if out else HIDDEN).get(look.language, HIDDEN["en"])
    items += f.doubled((f.word(said, f.PHRASE * u, INK if out else SOFT, y=(HOLE / 2 + 5) * u),), x, y, look)
    start = f.Key(say("start", look.language), works=not out)
    return Scene((*items, *f.key_strip(look, f.Key(works=False), start, f.Key(works=False))))


def _plate(place: Place, points: int, look: Look) -> f.Items:
    """Whose it is and how many points: badge and number side by side at the own edge."""
    u = f.unit(look)
    number = f.word(str(points), f.SCORE * u, bold=True, y=-6.2 * u)
    room = place.room - f.row_width([number], 0) - 2.5 * u
    badge = seating.seat_badge(place, 0, 6.2 * u, min(f.SMALL_BADGE * u, room))
    w = min(26 * u, place.room - f.GAP * u)
    plate = f.plate(0, w, f.PLATE * u, u, look.colour(place.seat), mixed(LOW, GROUND, 0.3))
    upright = replace(number, turn=place.face - place.turn)
    return place.put(*plate, *f.row((badge, upright), 0.8 * u))
