"""Scenes on a screen. Nobody else paints with pygame; sound/player plays with it.

Reading order: svg (every sprite as SVG text) -> sprites (rasterised and kept) -> text -> stamps (an item becomes
blits and fills) -> painter (what changed, painted again) -> window (the screen, the simulated box) -> snap (one PNG).
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output belongs to the commands
