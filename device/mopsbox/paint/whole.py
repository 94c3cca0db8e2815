"""Are the drawings and fonts whole? What is not is drawn as a placeholder; somebody should know."""

from __future__ import annotations

import json

import pygame

from ..art.drawings import PICTURES
from . import svg, text


def wrong() -> tuple[tuple[str, str], ...]:
    """What is missing or broken: a word of the vocabulary and a sentence each."""
    found: list[tuple[str, str]] = []
    for name in PICTURES:
        try:
            svg.marks_of(svg.ART / f"{name}.svg")
        except svg.Damaged as fault:
            found.append(("art-bad", str(fault)))
    for path in text.FONTS.values():
        try:
            text.tried(path)
        except (OSError, pygame.error) as error:
            found.append(("font-bad", f"{path}: is no font ({error}); install the program anew"))
    return tuple(found)


if __name__ == "__main__":  # for check/screen.py
    print(json.dumps({"wrong": [says for _, says in wrong()]}))
