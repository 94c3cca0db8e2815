"""Mopsen: its rules, its part of a journal, its bots. The box cannot offer it yet; it is not among games.GAMES."""

from __future__ import annotations

from . import bots
from .bones import load
from .deal import deal
from .record import PLAYERS
from .rules import ACTIONS, listening, new, scores, step

NAME = "Mopsen"
SEATS = PLAYERS
OWN = "bones"  # the setting that names the owner's file, read by `load`

__all__ = ["ACTIONS", "NAME", "OWN", "SEATS", "bots", "deal", "listening", "load", "new", "scores", "step"]
