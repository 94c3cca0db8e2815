"""A printed coaster beside the screen's, as pictures: two painters that know nothing of each other."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pygame
import pytest

from mopsbox.__main__ import main
from mopsbox.games.mopseinander import layout
from mopsbox.games.mopseinander.coasters import default
from mopsbox.paint import svg

from . import needed  # noqa: F401 - skips where it is missing

DOTS = 254  # an inch: 10 in a millimetre
D = 94 / 0.985  # mm, the whole drawing of a coaster whose rim ends at 94
SMALL = 160  # px across when they are compared: a line that lies half a dot aside is not seen
PLACES = {1: (56.5, 100.0), 2: (153.5, 100.0), 3: (56.5, 197.0), 4: (153.5, 197.0)}  # mm on A4


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="nothing here draws a PDF (poppler-utils)")
def test_a_printed_coaster_looks_like_the_one_on_the_screen(tmp_path: Path, plain: Path) -> None:
    file = tmp_path / "a.pdf"
    assert main(["print", str(file), "--game", "mopseinander", "--config", str(plain)]) == 0
    draw = ["pdftoppm", "-r", str(DOTS), "-f", "1", "-l", "1", "-png", "-singlefile", file, tmp_path / "page"]
    subprocess.run(list(map(str, draw)), check=True)
    page = pygame.image.load(tmp_path / "page.png")
    shown = {id: _screen(id) for id in (*PLACES, 5)}
    for id, (x, y) in PLACES.items():
        paper = page.subsurface((round((x - D / 2) * 10), round((y - D / 2) * 10), round(D * 10), round(D * 10)))
        small = pygame.transform.smoothscale(paper, (SMALL, SMALL))
        assert _apart(small, shown[id]) < 3
        assert min(_apart(small, shown[other]) for other in shown if other != id) > 20, "another one does not fit"


def _screen(id: int) -> pygame.Surface:
    text = svg.coaster(layout.spots(default(), id), None, False, 0)
    return pygame.image.load_sized_svg(io.BytesIO(text.encode()), (4 * SMALL, 4 * SMALL))


def _apart(paper: pygame.Surface, screen: pygame.Surface) -> float:
    """The mean difference of a colour (0 to 255) within the cream, where the things lie."""
    shown = pygame.transform.smoothscale(screen, (SMALL, SMALL))
    total = count = 0
    for x in range(SMALL):
        for y in range(SMALL):
            if (x - SMALL / 2) ** 2 + (y - SMALL / 2) ** 2 < (0.45 * SMALL) ** 2:
                a, b = paper.get_at((x, y)), shown.get_at((x, y))
                total += abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b)
                count += 3
    return total / count
