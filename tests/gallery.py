"""Every state in every size and language as a picture to look at: `make gallery`, then open build/gallery/index.html.

python -m tests.gallery [FOLDER [WORD]]    WORD: only panels and states whose name has it

A page for each size and language; on it the pictures can be seen as people see them who cannot tell red from green.
"""

from __future__ import annotations

import html
import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from mopsbox.paint.painter import Painter
from mopsbox.paint.snap import save

from .catalogue import LANGUAGES, PANELS, pixels, scene, states
from .vision import VISIONS

SIZES = [panel for panel in PANELS if not panel.startswith("24 inch")]  # which has the pixels of the 13 inch
HEAD = """<!doctype html><meta charset="utf-8"><title>{title}</title>
<style>
body {{ background: #222; color: #ddd; font: 15px sans-serif; margin: 1em }}
a {{ color: #8cf }} figure {{ display: inline-block; margin: 4px; vertical-align: top }}
img {{ display: block; height: {height}px }} figcaption {{ max-width: {width}px; font-size: 12px }}
</style>
"""


def file_of(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + ".png"


def paint(job: tuple[Path, str, str, str]) -> str:
    """All states on one panel in one language, into a folder of its own; its name."""
    folder, panel, language, word = job
    size = pixels(panel)
    here = folder / f"{size[0]}x{size[1]}-{language}"
    here.mkdir(parents=True, exist_ok=True)
    look = replace(PANELS[panel], language=language)
    painter, surface = Painter(size, look), pygame.Surface(size, 0, 32)
    shown = [state for state in states() if word in f"{panel} {state.name}"]
    for state in shown:
        painter.paint_all(surface, scene(state, look))
        save(surface, here / file_of(state.name))
    (here / "index.html").write_text(page(f"{panel}: {size[0]} x {size[1]}, {language}", (s.name for s in shown), size))
    return here.name


def page(title: str, names: Iterable[str], size: tuple[int, int]) -> str:
    """The contact page of one size and language."""
    height = 240 if size[0] > size[1] else 400
    filters = "".join(f'<filter id="{name}">{_matrix(rows)}</filter>' for name, rows in VISIONS.items())
    views = "".join(
        f"<button onclick=\"document.querySelector('main').style.filter='{css}'\">{name}</button> "
        for name, css in {n: f"url(#{n})" for n in VISIONS}.items()
    )
    figures = "".join(
        f'<figure><a href="{file_of(name)}"><img loading="lazy" src="{file_of(name)}" alt=""></a>'
        f"<figcaption>{html.escape(name)}</figcaption></figure>"
        for name in names
    )
    head = HEAD.format(title=html.escape(title), height=height, width=round(height * size[0] / size[1]))
    svg = f'<svg width="0" height="0">{filters}</svg>'
    top = f'<h1>{html.escape(title)}</h1><p><a href="../index.html">all sizes</a> {views}</p>'
    return f"{head}{top}{svg}<main>{figures}</main>"


def _matrix(rows: Sequence[Sequence[float]]) -> str:
    """A filter on linear light, as browsers have it."""
    values = " ".join(f"{r} {g} {b} 0 0" for r, g, b in rows)
    return f'<feColorMatrix values="{values} 0 0 0 1 0"/>'


def main(folder: Path, word: str = "") -> None:
    jobs = [(folder, panel, language, word) for panel in SIZES for language in LANGUAGES]
    with Pool() as pool:
        done = []
        for name in pool.imap(paint, jobs):
            print(name, flush=True)
            done.append(name)
    links = "".join(f'<li><a href="{name}/index.html">{name}</a>' for name in done)
    head = HEAD.format(title="Mopsbox: every state", height=240, width=400)
    (folder / "index.html").write_text(
        f"{head}<h1>Mopsbox: every state in every size and language</h1><ul>{links}</ul>"
    )


if __name__ == "__main__":
    main(Path(*sys.argv[1:2] or ["build/gallery"]), *sys.argv[2:3])
