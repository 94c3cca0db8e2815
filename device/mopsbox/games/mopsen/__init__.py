"""Mopsen, as the box sees a game (the same names as any game has)."""

from __future__ import annotations

from . import bots, host
from .bones import load
from .deal import deal
from .lights import lamps
from .record import PLAYERS
from .rules import ACTIONS, listening, new, scores, step
from .view import coming, next_change, scene

NAME = "Mopsen"
SEATS = PLAYERS
OWN = "bones"  # the setting that names the owner's file, read by `load`
SOUNDS = ("voice", "tick", "slide", "climb", "count", "remark", "wrong", "fanfare")

__all__ = [
    "ACTIONS",
    "NAME",
    "OWN",
    "SEATS",
    "SOUNDS",
    "bots",
    "coming",
    "deal",
    "host",
    "lamps",
    "listening",
    "load",
    "new",
    "next_change",
    "scene",
    "scores",
    "step",
]
