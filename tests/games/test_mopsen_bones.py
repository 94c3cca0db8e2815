"""Bones on the cards: our own table, and an owner's file with its faults."""

from __future__ import annotations

from importlib import resources

import pytest

from mopsbox.games.mopsen import bones as data
from mopsbox.games.mopsen.cards import CARDS
from mopsbox.jsonl import BadInput

PUGS = (5, 5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1)  # rules.md 7.3
CATS = (4, 4, 3, 3, 2, 2, 1, 1)


def shipped() -> str:
    return resources.files(data.__package__).joinpath("bones.toml").read_text(encoding="utf-8")


def test_our_table_is_the_one_of_the_rule_base():
    assert data.default().values == PUGS * 3 + CATS
    assert sum(data.default().values) == 155
    assert data.default().of["Y12"] == 2


def test_the_shipped_file_is_a_pattern_for_an_owners(tmp_path):
    (tmp_path / "own.toml").write_text(shipped())
    assert data.load(tmp_path / "own.toml") == data.default()
    (tmp_path / "own.toml").write_text(shipped().replace("C8 = 1", "C8 = 9").replace("R1 = 5", "R1 = 0"))
    own = data.load(tmp_path / "own.toml")
    assert own != data.default() and (own.of["C8"], own.of["R1"]) == (9, 0)


def test_a_journal_header_says_the_same_table():
    assert data.read(data.default().as_header()) == data.default()
    assert list(data.default().as_header()) == list(CARDS)


BROKEN = {
    "not TOML": (lambda t: t.replace("R5 = 4", "R5 ="), "is not TOML"),
    "empty": (lambda t: "", "[bones] is missing"),
    "a hole": (lambda t: t.replace("B7 = 3\n", ""), "bones: card B7 is missing; give all 56 cards, each once"),
    "a card twice": (lambda t: t.replace("B8 = 3", "B7 = 3"), "is not TOML"),
    "a card too many": (lambda t: t + "C9 = 1\n", "bones: there is no card 'C9'; cards are R1 to R16"),
    "a slip of the pen": (lambda t: t.replace("R1 =", "R01 ="), "there is no card 'R01'"),
    "10 bones": (lambda t: t.replace("R1 = 5", "R1 = 10"), "card R1 must have a whole number from 0 to 9"),
    "-1 bones": (lambda t: t.replace("R1 = 5", "R1 = -1"), "card R1 must have a whole number from 0 to 9"),
    "half a bone": (lambda t: t.replace("R1 = 5", "R1 = 0.5"), "card R1 must have a whole number"),
    "true": (lambda t: t.replace("R1 = 5", "R1 = true"), "card R1 must have a whole number"),
    "a word": (lambda t: t.replace("R1 = 5", 'R1 = "five"'), "card R1 must have a whole number"),
    "no table": (lambda t: t.replace("[bones]", ""), "unknown key 'R1'; the cards stand below [bones]"),
    "another table": (lambda t: t + "[more]\nR1 = 1\n", "unknown key 'more'"),
    "a list": (lambda t: "bones = [5, 4]\n", "bones must name every card with its bones"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_bones_file_is_named_with_what_and_remedy(what, tmp_path):
    break_it, says = BROKEN[what]
    text = break_it(shipped())
    assert text != shipped(), "the test breaks nothing"
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as told:
        data.load(path)
    assert str(told.value).startswith(f"{path}: ") and says in str(told.value)
    assert "\n" not in str(told.value)


def test_a_missing_bones_file_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        data.load(tmp_path / "none.toml")
