"""What the table sees of a game of Mopsen: `scene(play, t, look)`. Pure.

view_table has the table between two tricks, view_trick and view_card how a trick is told, view_sheet the pages read
from one side: sheet, corrections. Nobody's hand is in a picture: only how many cards it has.
"""

from __future__ import annotations

from ...scene import Look, Scene
from . import podium, view_card, view_sheet, view_table, view_trick
from .play import Play


def scene(play: Play, t: int, look: Look) -> Scene:
    """The picture at box time `t`."""
    match play.mode:
        case "deal":
            return view_table.deal(play, look)
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
            return view_sheet.pick(play, look)
        case "change":
            return view_sheet.change(play, look)
        case "podium":
            return podium.podium(play, t, look)


def next_change(play: Play, t: int) -> int | None:
    """When a picture that does not move changes by time alone: a remark has been read."""
    if play.mode in ("table", "card", "beg") and view_table.remarks(play, t):
        return view_table.remark_ends(play)
    return None
