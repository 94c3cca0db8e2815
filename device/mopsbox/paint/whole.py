"""Are the drawings and fonts whole? What is not, or shows nothing, is drawn as a placeholder; somebody should know."""

from __future__ import annotations

import json

import pygame

from ..art.drawings import PICTURES
from . import svg, text


def wrong() -> tuple[tuple[str, str], ...]:
    """What is missing or broken: a word of the vocabulary and a sentence each."""
    found = [("art-bad", why) for name in PICTURES if (why := svg.looked_at(name)[1])]
    for path in text.FONTS.values():
        try:
            text.tried(path)
        except (OSError, pygame.error) as error:
            found.append(("font-bad", f"{path}: is no font ({error}); install the program anew"))
    return tuple(found)


if __name__ == "__main__":  # for check/screen.py
    print(json.dumps({"wrong": [says for _, says in wrong()]}))
