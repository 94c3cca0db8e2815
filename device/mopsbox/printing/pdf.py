"""Pages as a PDF: every drawing and every face once, as a form, and each place where it lies a call of it.

The one module that knows reportlab. Nothing in the file depends on when or where it is written.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from importlib import resources
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from .. import art, fonts
from ..scene import Coaster, Disc, Item, Line, Picture, Shape, Slab, Text
from ..sheets import Items
from .paper import Page, Paper
from .vector import marks

MM = 72 / 25.4  # points
BOX = 200.0  # a drawing's
CAP = 0.668  # height of a capital / em, of both weights (as paint/text.py)
FOOT_GAP, FOOT_W = 0.26, 0.13  # the foot line of a numeral, as on the screen, in capitals
FACES = {False: "AtkinsonHyperlegible-Regular", True: "AtkinsonHyperlegible-Bold"}


def written(pages: tuple[Page, ...], paper: Paper) -> bytes:
    """The whole file."""
    rl_config.useA85 = 0  # no printer needs plain text any more, and the file is a quarter smaller
    for face in FACES.values():
        with resources.as_file(resources.files(fonts).joinpath(f"{face}.ttf")) as path:
            registerFont(TTFont(face, str(path)))
    canvas = Canvas(
        io.BytesIO(), (paper[0] * MM, paper[1] * MM), pageCompression=1, invariant=1, initialFontName=FACES[False]
    )
    canvas.setTitle("Mopsbox")
    canvas.setAuthor("Mopsbox")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    press = Press(canvas, paper)
    for page in pages:
        for laid in page.laid:
            press.face(laid.name, laid.items, page.reach)
        press.page(page)
    data: bytes = canvas.getpdfdata()
    return data


class Press:
    """Draws scene items on a canvas turned to millimetres, y down. `forms`: what is in the file already."""

    def __init__(self, canvas: Any, paper: Paper) -> None:
        self.canvas, self.paper = canvas, paper
        self.faces: dict[Items, str] = {}
        self.drawings: set[str] = set()

    # -- what lies where

    def face(self, name: str, items: Items, reach: float) -> None:
        """Keep a face under its name; an equal one lies there already under the first one's."""
        if items in self.faces:
            return
        self.faces[items] = name
        for item in items:
            self._drawings_of(item)
        self.canvas.beginForm(name, -reach, -reach, reach, reach)
        for item in items:
            self.item(item)
        self.canvas.endForm()

    def page(self, page: Page) -> None:
        for item in page.items:
            self._drawings_of(item)
        canvas = self.canvas
        canvas.translate(0, self.paper[1] * MM)
        canvas.scale(MM, -MM)
        for laid in page.laid:
            self._turned(laid.x, laid.y, laid.turn, partial(canvas.doForm, self.faces[laid.items]))
        for item in page.items:
            self.item(item)
        canvas.showPage()

    def _turned(self, x: float, y: float, turn: float, draw: Callable[[], None]) -> None:
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.rotate(turn)
        draw()
        self.canvas.restoreState()

    # -- our drawings

    def _drawings_of(self, item: Item) -> None:
        """Keep every drawing an item needs."""
        match item:
            case Picture():
                names = {item.name}
            case Coaster():
                names = {"coaster_back"} if item.back else {"coaster", *(spot.name for spot in item.spots)}
            case _:
                names = set()
        for name in sorted(names - self.drawings):
            self.drawings.add(name)
            self._drawing(name)

    def _drawing(self, name: str) -> None:
        canvas = self.canvas
        canvas.beginForm(name, 0, 0, BOX, BOX)
        for mark in marks(resources.files(art).joinpath(f"{name}.svg").read_text("utf-8")):
            path = canvas.beginPath()
            steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
            for kind, numbers in mark.path:
                steps[kind](*numbers)
            canvas.setLineCap(mark.cap)
            canvas.setLineJoin(mark.join)
            self._ink(mark.fill, mark.line, mark.line_w)
            if mark.fill or mark.line:
                canvas.drawPath(path, stroke=int(bool(mark.line)), fill=int(bool(mark.fill)), fillMode=1)
        canvas.endForm()

    def _ink(self, fill: str | None, line: str | None, line_w: float) -> None:
        if fill:
            self.canvas.setFillColor(HexColor(fill))
        if line:
            self.canvas.setStrokeColor(HexColor(line))
            self.canvas.setLineWidth(line_w)

    # -- items

    def item(self, item: Item) -> None:
        """Raises TypeError for one that no sheet has."""
        match item:
            case Picture():
                self._picture(item.name, item.x, item.y, item.d, item.turn)
            case Coaster():
                self._picture("coaster_back" if item.back else "coaster", item.x, item.y, item.d, 0)
                for spot in item.spots:
                    x, y = item.x + spot.x * item.d / 2, item.y + spot.y * item.d / 2
                    self._picture(spot.name, x, y, spot.r * item.d, spot.turn)
            case Text():
                self._turned(item.x, item.y, item.turn, lambda: self._text(item))
            case Slab():
                self._turned(item.x, item.y, item.turn, lambda: self._slab(item))
            case Disc():
                self._ink(item.fill, item.line, item.line_w)
                r = (item.d - (item.line_w if item.line else 0)) / 2
                self.canvas.circle(item.x, item.y, r, stroke=int(bool(item.line)), fill=int(bool(item.fill)))
            case Line():
                self._ink(None, item.colour, item.w)
                self.canvas.line(item.x1, item.y1, item.x2, item.y2)
            case Shape():
                self._shape(item)
            case _:
                raise TypeError(f"{item!r} is on no sheet")

    def _picture(self, name: str, x: float, y: float, d: float, turn: float) -> None:
        def draw() -> None:
            self.canvas.scale(d / BOX, d / BOX)
            self.canvas.translate(-BOX / 2, -BOX / 2)
            self.canvas.doForm(name)

        self._turned(x, y, turn, draw)

    def _text(self, text: Text) -> None:
        face, em = FACES[text.bold], text.cap / CAP
        wide = stringWidth(text.text, face, em)
        left = -wide * {"left": 0.0, "middle": 0.5, "right": 1.0}[text.anchor]
        self.canvas.setFillColor(HexColor(text.colour))
        if text.foot:
            top = text.cap / 2 + FOOT_GAP * text.cap
            self.canvas.rect(left, top, wide, FOOT_W * text.cap, stroke=0, fill=1)
        self.canvas.scale(1, -1)
        self.canvas.setFont(face, em)
        self.canvas.drawString(left, -text.cap / 2, text.text)

    def _slab(self, slab: Slab) -> None:
        self._ink(slab.fill, slab.line, slab.line_w)
        inset = slab.line_w / 2 if slab.line else 0
        w, h = slab.w - 2 * inset, slab.h - 2 * inset
        drawn = {"stroke": int(bool(slab.line)), "fill": int(bool(slab.fill))}
        self.canvas.roundRect(-w / 2, -h / 2, w, h, max(0.0, slab.radius - inset), **drawn)

    def _shape(self, shape: Shape) -> None:
        path = self.canvas.beginPath()
        path.moveTo(*shape.points[0])
        for point in shape.points[1:]:
            path.lineTo(*point)
        path.close()
        self._ink(shape.colour, None, 0)
        self.canvas.drawPath(path, stroke=0, fill=1)
