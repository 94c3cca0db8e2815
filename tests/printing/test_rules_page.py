"""The rules on one page: whole, readable, in every language there is."""

from __future__ import annotations

from collections import Counter

import pytest

from mopsbox.games import GAMES
from mopsbox.look import SIGNS, width
from mopsbox.printing import sheets_of
from mopsbox.printing.paper import PAPERS
from mopsbox.printing.rules_page import rules_page
from mopsbox.scene import Text
from mopsbox.words import LANGUAGES

from .reading import Sheet

READABLE = 1.8  # mm of a capital: 8 points


@pytest.mark.parametrize("game", ["mopseinander", "mopsen"])
def test_the_rules_are_there_in_every_language_and_can_be_set_in_our_fonts(game: str) -> None:
    sheets = sheets_of(game)
    assert sheets
    rules = sheets.rules()
    assert set(rules) == set(LANGUAGES)
    shapes = {tuple(line.split(" ")[0] if line[:1] in "#-" else "" for line in t.splitlines()) for t in rules.values()}
    assert len(shapes) == 1, "the same points in the same order"
    assert all(set(text) <= SIGNS | {"\n"} for text in rules.values())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["mopseinander", "mopsen"])
def test_both_columns_fit_side_by_side_and_can_be_read(game: str, paper: str) -> None:
    sheets = sheets_of(game)
    assert sheets
    w, h = PAPERS[paper]
    page = rules_page(sheets.rules(), GAMES[game].NAME, GAMES[game].host.PICTURES, PAPERS[paper])
    lines = [item for item in page.items if isinstance(item, Text) and item.anchor == "left" and item.y < h - 22]
    assert min(line.cap for line in lines) >= READABLE
    for column, right in ((0, w / 2 - 2), (1, w - 8)):
        own = [line for line in lines if (line.x > w / 2) == bool(column)]
        assert len(own) > 30
        assert all(line.x + width(line.text, line.cap, line.bold) <= right for line in own)
    ends = max(line.y + line.cap for line in lines)
    caption = min(i.y - i.cap for i in page.items if isinstance(i, Text) and i.anchor == "middle" and i.y > h / 2)
    assert ends < caption


def test_every_word_of_the_rules_is_on_paper(document: list[Sheet]) -> None:
    for game, sheet in zip(("mopseinander", "mopsen"), document[-2:], strict=True):
        sheets = sheets_of(game)
        assert sheets
        said = Counter(word for text in sheet.words() for word in text.split())
        for text in sheets.rules().values():
            wanted = Counter(word for line in text.splitlines() for word in line.lstrip("#- ").split())
            assert not wanted - said
