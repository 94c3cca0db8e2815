"""Mopsen, as the box sees a game: the names every game has (games/__init__.py)."""

from __future__ import annotations

from . import host
from .record import PLAYERS
from .rules import ACTIONS, listening, new, scores, step
from .view import scene

NAME = "Mopsen"
SEATS = PLAYERS
SOUNDS = ("voice", "tick", "slide", "climb", "count", "remark", "wrong", "fanfare")

__all__ = ["ACTIONS", "NAME", "SEATS", "SOUNDS", "host", "listening", "new", "scene", "scores", "step"]
