"""Measures the shipped fonts and writes `fonts/advances.py`, which look.py reads. Run it after changing a font:

python -m mopsbox.paint.measure
"""

from __future__ import annotations

import pygame

from .text import CAP, FONTS

SIGNS = "".join(chr(c) for c in [*range(0x20, 0x7F), *range(0xA0, 0x180)]) + "–—’‘“”„‚•…−€"
EM = 1000


def advances(bold: bool) -> dict[str, float]:
    """The advance of every sign the font has, in heights of a capital."""
    font = pygame.font.Font(FONTS[bold], EM)
    lacking = font.metrics("\ue000")[0]  # the box drawn for signs the font does not have
    found = {}
    for sign, metrics in zip(SIGNS, font.metrics(SIGNS), strict=True):
        if metrics and metrics != lacking:
            found[sign] = round(metrics[4] / (EM * CAP), 3)
    return found


def module() -> str:
    """The text of fonts/advances.py: signs of equal advance share a line."""
    lines = ['"""Advances in heights of a capital. Made by paint/measure.py: do not edit."""']
    for name, bold in (("REGULAR", False), ("BOLD", True)):
        groups: dict[float, str] = {}
        for sign, advance in advances(bold).items():
            groups[advance] = groups.get(advance, "") + sign
        lines += ["", f"{name}: dict[float, str] = {{  # advance: the signs that have it"]
        lines += [f"    {advance}: {_quoted(signs)}," for advance, signs in sorted(groups.items())]
        lines += ["}"]
    return "\n".join(lines) + "\n"


def _quoted(signs: str) -> str:
    inside = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in signs.replace("\\", "\\\\"))
    return f"'{inside}'" if '"' in inside else f'"{inside}"'


if __name__ == "__main__":
    pygame.font.init()
    (FONTS[False].parent / "advances.py").write_text(module(), "utf-8")
