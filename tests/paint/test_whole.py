"""Drawings and fonts that are missing or broken: a placeholder, words all the same, and somebody is told."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from mopsbox.check import screen
from mopsbox.check.found import ok
from mopsbox.paint import svg, text, whole
from mopsbox.paint.snap import shot
from mopsbox.paint.window import Window
from mopsbox.scene import Coaster, Look, Picture, Scene, Spot, Text

from ..real_box import RealBox

LOOK, SIZE = Look(w=80, h=50, px=10), (800, 500)
KING, DIVER = (Scene((Picture(name, 40, 25, 40),)) for name in ("pug_g1", "pug_r6"))


def pixels(scene: Scene) -> bytes:
    return pygame.image.tobytes(shot(scene, LOOK, SIZE), "RGB")


def inked(scene: Scene) -> pygame.Rect:
    """What is as light as paper."""
    mask = pygame.mask.from_threshold(shot(scene, LOOK, SIZE), (255, 255, 255), (40, 40, 60, 255))
    return mask.get_rect().unionall(mask.get_bounding_rects()) if mask.count() else pygame.Rect(0, 0, 0, 0)


def forget() -> None:
    for kept in (svg.looked_at, text.usable, text.font):
        kept.cache_clear()
    text.LINES.clear()


@pytest.fixture
def art(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the drawings, in which something may be broken."""
    folder = tmp_path / "art"
    shutil.copytree(svg.ART, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(svg, "ART", folder)
    forget()
    yield folder
    forget()


@pytest.fixture
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[bool, Path]]:
    """Copies of both weights."""
    copies = {bold: Path(shutil.copy(path, tmp_path)) for bold, path in text.FONTS.items()}
    monkeypatch.setattr(text, "FONTS", copies)
    forget()
    yield copies
    forget()


def test_everything_that_is_shipped_is_whole() -> None:
    assert whole.wrong() == ()


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{}</svg>'
BREAK = {
    "missing": lambda file: file.unlink(),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
    "empty": lambda file: file.write_text(""),
    "cut off": lambda file: file.write_text(file.read_text()[:700]),
    "no text": lambda file: file.write_bytes(b"\xff\xfe\x00<svg" * 9),
    "no drawing": lambda file: file.write_text("<html><body><p>404</p></body></html>"),
    "without a mark": lambda file: file.write_text('<svg xmlns="http://www.w3.org/2000/svg"><g></g></svg>'),
    "with a mark that draws nothing": lambda file: file.write_text(SVG.format('<path d=""/>')),
    "drawn beside the paper": lambda file: file.write_text(SVG.format('<circle cx="900" cy="50" r="9"/>')),
    "deeper than anybody draws": lambda file: file.write_text(SVG.format("<g>" * 3000 + "</g>" * 3000)),
}


@pytest.mark.parametrize("how", BREAK)
def test_a_broken_drawing_is_a_question_mark_and_is_named(how: str, art: Path) -> None:
    before = pixels(KING)
    for name in ("pug_g1", "pug_r6"):
        BREAK[how](art / f"{name}.svg")
    forget()
    assert pixels(KING) == pixels(DIVER) != before
    assert inked(KING).w > 300  # the placeholder is as large as the drawing
    found = whole.wrong()
    assert [word for word, _ in found] == ["art-bad", "art-bad"]
    assert str(art / "pug_g1.svg") in found[0][1] and found[0][1].endswith("; install the program anew")
    assert all("\n" not in sentence for _, sentence in found)


REWRITE = {  # as other programs write the same drawing
    "a blank in the last tag": lambda said: said.replace("</svg>", "</svg >"),
    "a prefix before every name": lambda said: re.sub(r"<(/?)(\w)", r"<\1svg:\2", said).replace("xmlns=", "xmlns:svg="),
    "a comment that looks like a drawing": lambda said: f"<!-- <svg> </svg> -->{said}<!-- </svg> -->",
    "a frame that says more-than": lambda said: said.replace("<svg ", '<svg id="a>b" '),
}


@pytest.mark.parametrize("how", REWRITE)
def test_a_drawing_that_is_written_another_way_is_the_same_drawing(how: str, art: Path) -> None:
    before = pixels(KING)
    file = art / "pug_g1.svg"
    file.write_text(REWRITE[how](file.read_text()))
    forget()
    assert pixels(KING) == before
    assert whole.wrong() == ()


def test_on_a_coaster_the_other_pugs_stay_what_they_are(art: Path) -> None:
    spots = (Spot("pug_g1", -0.5, 0, 0.265, 30), Spot("pug_r1", 0.5, 0, 0.265, 200))
    coaster = Scene((Coaster(spots, 40, 25, 48),))
    before = shot(coaster, LOOK, SIZE)
    (art / "pug_g1.svg").write_text("<svg><g>")
    forget()
    after = shot(coaster, LOOK, SIZE)
    left, right = pygame.Rect(0, 0, 400, 500), pygame.Rect(400, 0, 400, 500)
    same = {side: before.subsurface(rect).copy() for side, rect in (("left", left), ("right", right))}
    tobytes = pygame.image.tobytes
    assert tobytes(same["right"], "RGB") == tobytes(after.subsurface(right), "RGB")
    assert tobytes(same["left"], "RGB") != tobytes(after.subsurface(left), "RGB")


def test_a_whole_folder_that_is_gone_still_leaves_pictures(art: Path) -> None:
    shutil.rmtree(art)
    forget()
    assert inked(KING).w > 300
    assert len(whole.wrong()) >= 53


@pytest.mark.parametrize("broken", [(False,), (True,), (False, True)])
@pytest.mark.parametrize("how", ["missing", "half", "cut off"])
def test_words_stand_without_their_font(how: str, broken: tuple[bool, ...], fonts: dict[bool, Path]) -> None:
    for bold in broken:
        if how == "missing":
            fonts[bold].unlink()
        else:
            whole_file = fonts[bold].read_bytes()
            fonts[bold].write_bytes(whole_file[: len(whole_file) // 2 if how == "half" else 64])
    forget()
    for bold in (False, True):
        assert inked(Scene((Text("Mopsbox", 40, 25, 9, "#ffffff", bold),))).w > 300
    found = whole.wrong()
    assert [word for word, _ in found] == ["font-bad"] * len(broken)
    assert all(str(fonts[bold]) in sentence for bold, (_, sentence) in zip(broken, found, strict=True))


def test_the_table_is_told(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    box = RealBox()
    why = "art/pug_g1.svg: cannot be read (No such file or directory); install the program anew"
    monkeypatch.setattr(box.screen, "wrong", lambda: (("art-bad", why),))
    with box:
        box.until(lambda: any(told.word == "art-bad" for _, told in box.box.notices))
    assert why in capfd.readouterr().err


def test_a_window_opens_and_shows_although_drawings_and_fonts_are_gone(art: Path, fonts: dict[bool, Path]) -> None:
    shutil.rmtree(art)
    for path in fonts.values():
        path.unlink()
    forget()
    window = Window((400, 240), Look(w=80, h=48, px=5), simulate=True)
    try:
        window.present(Scene((*KING.items, Text("66", 20, 20, 9, bold=True))))
        assert {word for word, _ in window.wrong()} == {"art-bad", "font-bad"}
    finally:
        window.close()


def test_the_self_check_names_the_first_of_what_is_broken(art: Path) -> None:
    assert screen.drawings(screen.told("whole")) == ok("drawings", "all drawings and fonts can be read")
    (art / "pug_g1.svg").unlink()
    (art / "star.svg").write_text("no drawing")
    found = screen.drawings({"wrong": [says for _, says in whole.wrong()]})
    assert found.status == "FAIL" and "(1 more)" in found.says
    assert any(f"{name}.svg" in found.says for name in ("pug_g1", "star")) and "install the program anew" in found.says
