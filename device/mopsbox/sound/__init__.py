"""Sound: `speaker` is the box's side, `player` a process of its own that holds the sound card.

A process, because opening a card stops a whole Python program for as long as it takes (a tenth of a second and more
was seen, a hanging sound server takes for ever), and nothing may hold up the referee. One that hangs or breaks takes
only itself along: the box goes on silently and says so.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output belongs to the player's own lines
