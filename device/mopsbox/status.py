"""What the box does, in a sentence for whoever looks at the service or its log. Pure, in English."""

from __future__ import annotations

from .box import Box, Notice
from .games import GAMES
from .words import say

DOES = {
    "attract": "waiting for a buzzer",
    "wizard": "the buzzers are tried",
    "restore": "the scores are lost, a backup is offered",
    "offer": "an unfinished game is offered",
}


def sentence(notice: Notice) -> str:
    """What the screen says, and of which buzzer."""
    return say(notice.word, "en").format(notice.number) + (f" (buzzer {notice.seat})" if notice.seat else "")


def status(box: Box) -> str:
    """What is going on, and everything that the table is told."""
    name, players = GAMES[box.game].NAME, len(box.lobby.joined)
    match box.mode:
        case _ if box.off is not None:
            does = "switching off"
        case "lobby":
            does = f"lobby of {name}, {players} joined"
        case "game":
            does = f"game {box.number}: {name}, {players} players"
        case _:
            does = DOES[box.mode]
    return "; ".join([does, *(sentence(told) for _, told in box.notices)])
