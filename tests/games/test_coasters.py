"""What is on the coasters: our own set, the two sets of the house rule, and an owner's file with its faults."""

from __future__ import annotations

import re
from importlib import resources
from itertools import combinations

import pytest

from mopsbox.games.mopseinander import coasters as data
from mopsbox.games.mopseinander.rules import ROLLS, value
from mopsbox.jsonl import BadInput

BASE = (3, 0, 2, 0, 1, 0, 0, 1, 0, 1, 0, 0)  # rules.md 7.2: coaster i is this, turned right by i - 1
KINDS = ("G1", "R1", "G2", "R2", "G3", "R3", "G4", "R4", "G5", "R5", "G6", "R6")
STARS = (0, 1, 2, 1, 0, 1, 2, 1, 3, 1, 1, 2)


def shipped() -> str:
    return resources.files(data.__package__).joinpath("coasters.toml").read_text(encoding="utf-8")


def test_our_set_is_the_one_of_the_rule_base():
    ours = data.default()
    assert ours.kinds == KINDS
    assert ours.ids == tuple(range(1, 13))
    for i, coaster in enumerate(ours.coasters):
        assert coaster.counts == BASE[-i:] + BASE[:-i] if i else BASE
        assert coaster.stars == STARS[i]
    assert [sum(c.counts[k] for c in ours.coasters) for k in range(12)] == [8] * 12
    assert ours.front == data.Face(("G1", "G2", "G3", "G4", "G5", "G6"), ("R1", "R2", "R3", "R4", "R5", "R6"))
    assert ours.back == data.Face(("G6", "G5", "G4", "G3", "G2", "G1"), ("R2", "R3", "R4", "R5", "R6", "R1"))


@pytest.mark.parametrize("face", ["front", "back"])
def test_a20_no_two_different_hands_of_our_set_score_alike_under_all_rolls(face):
    ours = data.default()
    hands = [ids for n in range(13) for ids in combinations(ours.ids, n)]
    assert len({tuple(value(ours, face, ids, dice) for dice in ROLLS) for ids in hands}) == 4096


def test_d5_two_sets_repeat_the_first_twelve():
    two = data.twice(data.default())
    assert two.ids == tuple(range(1, 25))
    assert all(two.on(id) == two.on(id + 12) and two.stars[id] == two.stars[id + 12] for id in range(1, 13))
    assert (two.front, two.back) == (data.default().front, data.default().back)


def test_an_owners_set_with_gaps_in_its_numbers_is_doubled_beyond_its_highest(tmp_path):
    text = shipped().replace("id = 12\n", "id = 40\n")
    (tmp_path / "own.toml").write_text(text)
    assert data.twice(data.load(tmp_path / "own.toml")).ids[12:] == (*range(41, 52), 80)


def test_the_shipped_file_is_a_pattern_for_an_owners(tmp_path):
    (tmp_path / "own.toml").write_text(shipped())
    assert data.load(tmp_path / "own.toml") == data.default()


def test_an_owners_file_may_name_its_kinds_freely_and_leave_the_list_out(tmp_path):
    text = re.sub(r"(?m)^kinds.*$", "", shipped()).replace("G1", '"Mops mit Hut"')
    text = text.replace('""Mops mit Hut""', '"Mops mit Hut"')
    (tmp_path / "own.toml").write_text(text)
    own = data.load(tmp_path / "own.toml")
    assert own.on(1) == {"Mops mit Hut": 3, "G2": 2, "G3": 1, "R4": 1, "R5": 1}
    assert own.front.green[0] == "Mops mit Hut"


def test_a_journal_header_says_the_same_set():
    header = data.default().as_header()
    again = data.read(header["coasters"], header["faces"])
    assert [again.on(id) for id in again.ids] == [data.default().on(id) for id in again.ids]
    assert again.stars == data.default().stars
    assert (again.front, again.back) == (data.default().front, data.default().back)


def test_pugs_on_a_coaster():
    assert [data.default().pugs(id) for id in (1, 12)] == [8, 8]


BROKEN = {
    "not TOML": (lambda t: t[: len(t) // 2], "is not TOML"),
    "empty": (lambda t: "", "coasters must be a list of at least 4"),
    "unknown key": (lambda t: "colour = 1\n" + t, "unknown key 'colour'"),
    "unknown key of a coaster": (lambda t: t.replace("stars = 3", "stars = 3\nmoons = 1"), "unknown key 'moons'"),
    "no stars": (lambda t: t.replace("stars = 3\n", ""), "'stars' is missing; add it"),
    "id twice": (lambda t: t.replace("id = 12\n", "id = 11\n"), "coaster 11 stands twice"),
    "id 0": (lambda t: t.replace("id = 12\n", "id = 0\n"), "coaster entry 12: id must be a whole number from 1"),
    "id true": (lambda t: t.replace("id = 12\n", "id = true\n"), "id must be a whole number from 1"),
    "count 100": (lambda t: t.replace("R6 = 3", "R6 = 100"), "coaster 12: the count of 'R6' must be a whole number"),
    "count -1": (lambda t: t.replace("R6 = 3", "R6 = -1"), "from 0 to 99"),
    "count 1.0": (lambda t: t.replace("R6 = 3", "R6 = 1.0"), "from 0 to 99"),
    "stars 100": (lambda t: t.replace("stars = 3", "stars = 100"), "coaster 9: stars must be a whole number"),
    "a slip of the pen": (lambda t: t.replace("R6 = 3", "R7 = 3"), "'R7' is used but is not among the kinds"),
    "kinds twice": (lambda t: t.replace('kinds = ["G1"', 'kinds = ["R1"'), "kinds must be a list of different names"),
    "five names": (lambda t: t.replace('"G5", "G6"]', '"G5"]').replace('"G6"]', '"G5"]'), "exactly six names"),
    "no back": (lambda t: t[: t.index("[faces.back]")], "'back' is missing"),
    "no faces": (lambda t: t[: t.index("[faces.front]")], "faces must have front and back"),
    "counts a list": (lambda t: re.sub(r"counts = \{.*", "counts = [1]", t), "counts must name kinds"),
    "coasters a number": (lambda t: "coasters = 3\n" + t[t.index("[faces.front]") :], "at least 4"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_coaster_file_is_named_with_what_and_remedy(what, tmp_path):
    break_it, says = BROKEN[what]
    text = break_it(shipped())
    assert text != shipped(), "the test breaks nothing"
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as told:
        data.load(path)
    assert str(told.value).startswith(f"{path}: ") and says in str(told.value)
    assert "\n" not in str(told.value)


def test_a_missing_or_huge_coaster_file_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        data.load(tmp_path / "none.toml")
    with open(tmp_path / "huge.toml", "wb") as file:
        file.truncate(1024 * 1024 + 1)
    with pytest.raises(BadInput, match="larger than 1 MiB"):
        data.load(tmp_path / "huge.toml")
