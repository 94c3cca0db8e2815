"""Hau den Pug, a toy: a pug looks out, whoever hits first has a point, and who has three has won.

It is here to show what a game is to the box: a folder with ten names, a line in GAMES, a playthrough, and nothing else
(mopsbox.games). The bots are for `mopsbox sim` alone.
"""

from __future__ import annotations

from . import host
from .rules import ACTIONS, listening, new, scores, step
from .view import scene

NAME = "Hau den Pug"
SEATS = range(2, 9)
SOUNDS = ("open", "voice", "fanfare")

__all__ = ["ACTIONS", "NAME", "SEATS", "SOUNDS", "host", "listening", "new", "scene", "scores", "step"]
