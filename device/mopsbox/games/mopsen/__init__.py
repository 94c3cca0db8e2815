"""Mopsen: its rules, its part of a journal, its bots. The box cannot offer it yet; it is not among games.GAMES."""

from __future__ import annotations

from . import bots, host
from .bones import load
from .deal import deal
from .lights import coming, lamps, next_change
from .record import PLAYERS
from .rules import ACTIONS, listening, new, scores, step

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
    "scores",
    "step",
]
