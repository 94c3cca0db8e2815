"""What the table sees of a game of Mopsen: `scene(play, t, look)`. Pure.

view_table has the table between two tricks, view_trick and view_card how a trick is told; view_sheet, view_pick
and view_correct have the pages that are read from one side. Nobody's hand is in a picture: only how many cards it has.
"""

from __future__ import annotations

from dataclasses import replace

from ... import furniture as f
from ...lying import laid
from ...scene import Item, Look, Scene
from . import podium, view_card, view_correct, view_pick, view_sheet, view_table, view_trick
from .asking import ask
from .play import REMARK, Play, remarked


def scene(play: Play, t: int, look: Look) -> Scene:
    """The picture at box time `t`."""
    return laid(lambda look: _scene(play, t, look), look, f.strip_of(look))


def _scene(play: Play, t: int, look: Look) -> Scene:
    match play.mode:
        case "deal":
            return view_table.deal(play, look)
        case "leader" if play.correcting:
            return view_correct.leader(play, look)
        case "leader":
            return view_table.leader(play, look)
        case "table":
            return view_table.table(play, t, look)
        case "trick":
            return view_trick.trick(play, look)
        case "card":
            return view_card.card(play, t, look)
        case "beg":
            return view_card.beg(play, t, look)
        case "sheet":
            return view_sheet.sheet(play, t, look)
        case "pick":
            return view_pick.pick(play, look)
        case "change":
            return view_correct.change(play, look)
        case "podium":
            return podium.podium(play, t, look)


def next_change(play: Play, t: int) -> int | None:
    """When a picture that does not move changes by time alone: a remark has been read."""
    if play.mode in ("table", "card", "beg", "sheet") and remarked(play, t):
        return play.noticed_at + REMARK
    return None


def coming(play: Play, look: Look) -> tuple[Item, ...]:
    """What the next picture will need, so that the shell can draw it beforehand. Between tricks: the next one's first
    card; while a whole trick is told: the colours at whoever's edge they will be asked. Never shown."""
    return laid(lambda look: Scene(_coming(play, look)), look, f.strip_of(look)).items


def _coming(play: Play, look: Look) -> tuple[Item, ...]:
    if play.mode == "table" and play.state.mode == "cards":
        return view_card.card(ask(play, play.since), play.since, look).items
    if play.mode == "trick" and play.part in ("winner", "bones", "beggar"):
        colour = play.asked.queue[-1]
        rest = [replace(play, part="colour", beggar=seat, colour=colour) for seat in play.asked.setup.seats]
        return tuple(item for asked in rest for item in view_trick.trick(asked, look).items)
    return ()
