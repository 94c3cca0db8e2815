"""The colours of all drawings, and the one line."""

from __future__ import annotations

from typing import NamedTuple

LINE, W = "#2a1a22", 6  # the one line colour and line weight
WHITE, SHADE = "#ffffff", "#d5dbe6"
GOLD, BLUE, PINK, ORANGE = "#ffcf33", "#3b7ddd", "#ff8fb8", "#ff8a1f"
CYAN, TONGUE, VIOLET = "#7fe3f2", "#ff7d8f", "#6748cf"
STEEL, POLISHED = "#9aa6b8", "#b6c0cf"
GREEN, GREEN_DARK = "#74c95c", "#3f9447"  # the round family, light
RED, RED_DARK = "#dc343c", "#9c1c2c"  # the pointed family, dark
CREAM, RIM, RIM_DARK, BACK = "#f7e8cc", "#d9a866", "#a8743c", "#7c3f3a"  # a coaster, its rim, its back
GREEN_PALE, RED_PALE, CATTY = "#e9f7df", "#ffe9e2", "#2f7a3c"
TINTS = {"red": "#eec5a2", "yellow": "#f1e5a8", "blue": "#c2d3d4", "cat": "#bbd9bd"}  # grounds of Mopsen's colours
CUSHIONS = {"red": "#f0a06a", "yellow": "#f2ea9a", "blue": "#9cc8e6", "cat": "#a6dcc2"}
INK, NIGHT, KEY = "#f4f1ea", "#101820", "#3b4f61"  # signs on the dark table


class Coat(NamedTuple):
    fur: str
    wrinkle: str
    mask: str


COATS = {
    "fawn": Coat("#efc188", "#b98048", "#5f3f3b"),
    "cream": Coat("#fdebcd", "#c9a273", "#70504a"),
    "brown": Coat("#b9753e", "#7c4622", "#4a2c2c"),
    "grey": Coat("#c3c0c9", "#85808f", "#666070"),
    "black": Coat("#5d5566", "#3a3340", "#3d3545"),
    "red": Coat("#e5473f", "#a3262b", "#5c2328"),  # Mopsen's three pugs
    "yellow": Coat("#ffcf33", "#c8921c", "#6a4a20"),
    "blue": Coat("#4a93ea", "#2b5fa8", "#243a66"),
}
