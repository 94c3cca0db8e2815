"""Journals replayed: whole games from tests/playthroughs, and files that are no journal.

A playthrough NAME.jsonl begins with its game's name and has its end beside it in NAME.end.json. The ends were worked
out without the program: by hand for two players of Mopseinander and three of Mopsen, with a count of its own from
rules.md for the others; the sums stand in the notes. A reported game is saved here too.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from mopsbox import journal, replay
from mopsbox.games import GAMES
from mopsbox.games.mopseinander.rules import correct_number
from mopsbox.jsonl import BadInput, read_objects

from .replayed import ends, ends_where_it_must, may_be_cut_after_any_line

FOLDER = Path(__file__).parent / "playthroughs"
PLAYTHROUGHS = sorted(FOLDER.glob("*.jsonl"))
TWO = FOLDER / "mopseinander-2.jsonl"
KEYS = {
    "mopseinander": [
        "game",
        "over",
        "round",
        "active",
        "table",
        "pile",
        "won",
        "locked",
        "correct",
        "phase",
        "final",
        "rolls",
        "winners",
    ],
    "mopsen": [
        "game",
        "over",
        "round",
        "trick",
        "queue",
        "leader",
        "hands",
        "bowls",
        "rounds",
        "totals",
        "revokes",
        "winners",
    ],
}

named = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda p: p.stem)


def test_every_game_has_a_playthrough():
    told = {read_objects(path)[0][1]["game"] for path in PLAYTHROUGHS}
    assert told == set(GAMES)


@named
def test_a_playthrough_ends_where_it_must(path):
    ends_where_it_must(path)


@pytest.mark.parametrize("game", KEYS)
def test_the_end_has_the_keys_of_formats_md_in_their_order(game):
    for path in FOLDER.glob(f"{game}-*.jsonl"):
        assert list(ends(path)) == KEYS[game]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("mopseinander-*.jsonl")), ids=lambda p: p.stem)
def test_the_sums_in_the_notes_are_the_right_numbers(path):
    history, sums = None, 0
    for _, line in read_objects(path):
        history = journal.add(history, line) if history else journal.begin(line)
        said = re.search(r"(?:= |: )(\d+)(?: \(R\d+\))?$", str(line.get("note", "")))
        if said and history.state.phase == "race":
            assert correct_number(history.state) == int(said[1])
            sums += 1
    assert sums >= 3


@named
def test_a_playthrough_cut_after_any_line_stands_where_it_was(path, tmp_path):
    may_be_cut_after_any_line(path, tmp_path)


def test_a_fresh_game_says_all_that_formats_md_says(tmp_path):
    path = tmp_path / "new.jsonl"
    path.write_text(TWO.read_text().splitlines(keepends=True)[0])
    assert ends(path) == {
        "game": "mopseinander",
        "over": False,
        "round": 1,
        "active": 6,
        "table": [],
        "pile": 6,
        "won": {"3": [], "6": []},
        "locked": [],
        "correct": None,
        "phase": "fill",
        "final": None,
        "rolls": 0,
        "winners": [],
    }


def test_in_the_middle_of_a_round_the_locked_are_told_and_the_number_is_not(tmp_path):
    path = tmp_path / "middle.jsonl"
    path.write_text("".join(TWO.read_text().splitlines(keepends=True)[:4]))
    end = ends(path)
    assert (end["phase"], end["locked"], end["correct"], end["table"]) == ("race", [3], None, [4, 2, 6, 1])


def test_without_json_a_person_reads_where_it_ends():
    out = io.StringIO()
    assert replay.replay(TWO, False, out) == 0
    assert out.getvalue().splitlines() == [
        "Mopseinander, 2 players, over",
        "on the table: 4, 2, 3; left in the pile: 0",
        "seat 3: 6, 5; final score 5",
        "seat 6: 1; final score 3",
        "won by seat 3",
    ]


@pytest.mark.parametrize("lines", range(1, 21))
def test_a_person_is_told_at_any_moment(lines, tmp_path):
    path = tmp_path / "part.jsonl"
    path.write_text("".join(TWO.read_text().splitlines(keepends=True)[:lines]))
    out = io.StringIO()
    assert replay.replay(path, False, out) == 0
    assert out.getvalue().startswith("Mopseinander, 2 players, ")


HEADER, *ACTIONS = TWO.read_text().splitlines()
BROKEN = {
    # name: (the file's text, the line that is named, what is said)
    "empty": ("", 1, "is empty; a header line is needed"),
    "cut off": (f"{HEADER}\n{ACTIONS[0][:20]}", 2, "is cut off"),
    "cut off in the header": (HEADER[:50], 1, "is cut off"),
    "not JSON": (f"{HEADER}\n{ACTIONS[0]}\n{{do: roll}}\n", 3, "is not JSON"),
    "an empty line": (f"{HEADER}\n\n{ACTIONS[0]}\n", 2, "is not JSON"),
    "not an object": (f"{HEADER}\n[1]\n", 2, "is not a JSON object"),
    "NaN": (f'{HEADER}\n{{"do":"fill","to":NaN}}\n', 2, "is not JSON"),
    "a key twice": (f'{HEADER}\n{{"do":"fill","to":4,"to":5}}\n', 2, "a key stands twice"),
    "no journal": ('{"edges":1,"seats":[1,2]}\n', 1, "is not a journal"),
    "another version": (HEADER.replace('"journal":1', '"journal":2') + "\n", 1, "another version"),
    "another game": (HEADER.replace('"mopseinander"', '"chess"') + "\n", 1, "unknown game 'chess'"),
    "a key too many": (HEADER.replace('"face"', '"x":1,"face"') + "\n", 1, "unknown key 'x'"),
    "a seat too many": (HEADER.replace("[3,6]", "[3,6,9]") + "\n", 1, "numbers from 1 to 8"),
    "a coaster too many": (HEADER.replace("[4,2,6,1,3,5]", "[4,2,6,1,3,5,7]") + "\n", 1, "there is no coaster 7"),
    "a coaster too few": (HEADER.replace("[4,2,6,1,3,5]", "[4,2,6,1,3]") + "\n", 1, "coaster 5 is not in the pile"),
    "an unknown action": (f'{HEADER}\n{{"do":"dance"}}\n', 2, "unknown action 'dance'"),
    "a key too many in an action": (f'{HEADER}\n{{"do":"fill","to":4,"by":1}}\n', 2, "unknown key 'by'"),
    "the first action missing": (f"{HEADER}\n{ACTIONS[1]}\n", 2, "only 0 coasters lie there"),
    "an impossible seat": (
        f'{HEADER}\n{ACTIONS[0]}\n{ACTIONS[1]}\n{{"do":"answer","seat":4,"number":9}}\n',
        4,
        "seat 4",
    ),
    "an impossible number": (
        f'{HEADER}\n{ACTIONS[0]}\n{ACTIONS[1]}\n{{"do":"answer","seat":3,"number":10000}}\n',
        4,
        "a number from 0 to 9999",
    ),
    "an impossible coaster": (
        "\n".join([HEADER, *ACTIONS[:4], '{"do":"take","seat":6,"coaster":7}', ""]),
        6,
        "coaster 7",
    ),
    "an action after the end": ("\n".join([HEADER, *ACTIONS, ACTIONS[-1], ""]), 21, "the game is over"),
    "an undo too many": (f'{HEADER}\n{{"do":"undo"}}\n', 2, "nothing left to take back"),
    "a correction that breaks the rest": (
        "\n".join([HEADER, *ACTIONS[:5], '{"do":"correct","action":4,"with":{"do":"close"}}', ""]),
        7,
        "action line 5 ('take') no longer fits",
    ),
    "deep": (f"{HEADER}\n" + '{"a":' * 100_000 + "1" + "}" * 100_000 + "\n", 2, "nested too deeply"),
    "a number of 5000 digits": (f'{HEADER}\n{{"do":"fill","to":{"9" * 5000}}}\n', 2, "a number has too many digits"),
    "half a character": (f'{HEADER}\n{{"do":"\\ud800"}}\n', 2, "unknown action"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_journal_is_named_with_file_line_and_remedy(what, tmp_path):
    text, line, says = BROKEN[what]
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    out = io.StringIO()
    with pytest.raises(BadInput) as told:
        replay.replay(path, True, out)
    sentence = str(told.value)
    assert sentence.startswith(f"{path}: line {line}: ") and says in sentence
    assert "\n" not in sentence and len(sentence) < len(str(path)) + 250
    sentence.encode()
    assert out.getvalue() == "", "nothing half told"


def test_a_file_that_is_missing_not_text_or_huge_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        replay.load(tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match="cannot be read"):
        replay.load(tmp_path)
    (tmp_path / "latin.jsonl").write_bytes(HEADER.encode() + b'\n{"note":"M\xf6pse"}\n')
    with pytest.raises(BadInput, match="line 2: is not UTF-8"):
        replay.load(tmp_path / "latin.jsonl")
    with open(tmp_path / "huge.jsonl", "wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    with pytest.raises(BadInput, match="larger than 64 MiB"):
        replay.load(tmp_path / "huge.jsonl")
