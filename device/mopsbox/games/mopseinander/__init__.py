"""Mopseinander, as the box sees a game: the names every game has (games/__init__.py)."""

from __future__ import annotations

from . import host
from .record import PLAYERS
from .rules import ACTIONS, listening, new, scores, step
from .view import scene

NAME = "Mopseinander"
SEATS = PLAYERS
SOUNDS = (
    "slide",
    "rattle",
    "open",
    "early",
    "voice",
    "shutter",
    "countdown",
    "right",
    "wrong",
    "sigh",
    "flip",
    "count",
    "fanfare",
)

__all__ = ["ACTIONS", "NAME", "SEATS", "SOUNDS", "host", "listening", "new", "scene", "scores", "step"]
