"""Mopseinander, as the box sees a game.

Nine names any game has: NAME, SEATS, ACTIONS, SOUNDS, new, listening, step, scene, scores. Beside them `host`, the
talk around the rules (whose turn, what a press means), `lamps`, `next_change` and `coming` of the view, `deal` of a
header, `load` of the owner's own set (setting `OWN`).
"""

from __future__ import annotations

from . import bots, host
from .coasters import load
from .deal import deal
from .record import PLAYERS
from .rules import ACTIONS, listening, new, scores, step
from .view import coming, lamps, next_change, scene

NAME = "Mopseinander"
SEATS = PLAYERS
OWN = "coasters"  # the setting that names the owner's file, read by `load`
SOUNDS = ("slide", "rattle", "open", "early", "voice", "right", "wrong", "sigh", "count", "fanfare")

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
