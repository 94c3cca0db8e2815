"""Journals: header and actions as JSON, undo, correct, and everything that cannot be (formats.md)."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import journal
from mopsbox.games import GAMES
from mopsbox.games.mopseinander import record
from mopsbox.journal import Refused, add, begin, fits, standing

from .games.tables import after, begun, random_game, tiny

HEADER = {
    "journal": 1,
    "game": "mopseinander",
    "seats": [1, 2, 3],
    "first": 1,
    "pile": list(range(1, 13)),
    "face": "front",
}
# Coasters of ours 1 to 4, green 1 and red 1: G1 3+0+0+1, R1 0+3+0+0 = 7, see rules.md 7.2.
FILL, ROLL, CLOSE, UNDO, END = (
    {"do": "fill", "to": 4},
    {"do": "roll", "green": 1, "red": 1},
    *({"do": name} for name in ("close", "undo", "end")),
)


def said(seat: int, number: int | None) -> dict[str, object]:
    return {"do": "answer", "seat": seat, "number": number}


def took(seat: int, coaster: int) -> dict[str, object]:
    return {"do": "take", "seat": seat, "coaster": coaster}


def correct(number: object, action: object) -> dict[str, object]:
    return {"do": "correct", "action": number, "with": action}


def told(*actions: dict[str, object], header: dict[str, object] = HEADER) -> journal.History:
    history = begin(header)
    for action in actions:
        history = add(history, action)
    return history


# --- the header


def test_a_header_begins_the_game_it_says():
    state = told(header=HEADER | {"seats": [4, 2, 8], "first": 2, "face": "back", "pile": [*range(12, 0, -1)]}).state
    assert (state.setup.seats, state.active, state.setup.face, state.pile[0]) == ((4, 2, 8), 2, "back", 12)


def test_at_us_and_note_are_allowed_anywhere():
    header = HEADER | {"at_us": 7, "note": "Friday", "options": {}}
    state = told(
        FILL | {"at_us": 8, "note": "four"}, ROLL, correct(2, ROLL | {"red": 2, "note": "it was a two"}), header=header
    ).state
    assert state.dice == (1, 2)


def test_an_owners_coasters_come_in_the_header():
    own = tiny((1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 2, 2))
    state = begun(own, seats=(1, 2))
    header = json.loads(json.dumps(record.header(state.setup)))
    assert begin(header).state == state


def test_d5_five_seats_have_two_sets():
    header = HEADER | {"seats": [1, 2, 3, 4, 5], "pile": list(range(1, 25))}
    assert len(begin(header).state.pile) == 24
    assert record.header(begin(header).state.setup) == header, "our own coasters are not spelled out"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"journal": 2}, "another version; this Mopsbox reads version 1"),
        ({"journal": True}, "another version"),
        ({"journal": "1"}, "another version"),
        ({"game": "mopsen"}, "unknown key 'pile'"),
        ({"game": "chess"}, "unknown game 'chess'; known are mopseinander, mopsen"),
        ({"game": None}, "unknown game None"),
        ({"game": ["mopseinander"]}, "unknown game"),
        ({"colour": 1}, "unknown key 'colour'"),
        ({"at_us": "7"}, "at_us must be a whole number"),
        ({"note": 7}, "note must be a text"),
        ({"options": {"exchange": True}}, "options: unknown key 'exchange'"),
        ({"options": []}, "options must be an object"),
        ({"options": None}, "options must be an object"),
        ({"seats": [1]}, "is for 2 to 8 seats, not 1"),
        ({"seats": []}, "seats must be a list"),
        ({"seats": [1, 9]}, "seats must be a list of numbers from 1 to 8"),
        ({"seats": [0, 1]}, "from 1 to 8"),
        ({"seats": [1, True]}, "from 1 to 8"),
        ({"seats": [1, 2, 1]}, "a seat stands twice"),
        ({"seats": "12"}, "seats must be a list"),
        ({"first": 4}, "first must be one of the seats"),
        ({"first": True}, "first must be one of the seats"),
        ({"first": [1]}, "first must be one of the seats"),
        ({"face": "side"}, 'face must be "front" or "back"'),
        ({"face": ["front"]}, "face must be"),
        ({"pile": list(range(1, 12))}, "coaster 12 is not in the pile"),
        ({"pile": [*range(1, 13), 12]}, "coaster 12 stands twice in the pile"),
        ({"pile": [*range(1, 12), 13]}, "there is no coaster 13"),
        ({"pile": [*range(1, 12), "12"]}, "pile must be a list of coaster ids"),
        ({"pile": 12}, "pile must be a list of coaster ids"),
        ({"seats": [1, 2, 3, 4, 5]}, "coaster 13 is not in the pile"),
        ({"coasters": []}, "coasters and faces belong together"),
        ({"faces": {}}, "coasters and faces belong together"),
        ({"coasters": [], "faces": {}}, "at least 4"),
    ],
)
def test_a_header_that_cannot_be(change, says):
    with pytest.raises(Refused) as why:
        begin(HEADER | change)
    assert says in str(why.value) and "\n" not in str(why.value)


@pytest.mark.parametrize("key", ["journal", "game", "seats", "first", "pile", "face"])
def test_a_header_needs_all_its_keys(key):
    with pytest.raises(Refused):
        begin({k: v for k, v in HEADER.items() if k != key})


@pytest.mark.parametrize(
    "change",
    [
        lambda c, f: c[0].update(id=0),
        lambda c, f: c[0].update(id=2),
        lambda c, f: c[0].update(id=True),
        lambda c, f: c[0].update(stars=100),
        lambda c, f: c[0].update(stars=-1),
        lambda c, f: c[0].pop("stars"),
        lambda c, f: c[0].update(moons=1),
        lambda c, f: c[0]["counts"].update(G1=100),
        lambda c, f: c[0]["counts"].update(G1=True),
        lambda c, f: c[0].update(counts=[1]),
        lambda c, f: c.__setitem__(0, 5),
        lambda c, f: f.pop("back"),
        lambda c, f: f.update(side={}),
        lambda c, f: f["back"].pop("red"),
        lambda c, f: f["back"]["red"].pop(),
        lambda c, f: f["back"]["red"].append("G1"),
        lambda c, f: f["back"]["red"].__setitem__(0, 1),
        lambda c, f: f.update(front=["G1"] * 6),
    ],
)
def test_coasters_that_cannot_be(change):
    own = json.loads(json.dumps(tiny(*[(1, 1, 1)] * 4).as_header()))
    header = HEADER | {"pile": [1, 2, 3, 4]} | own
    begin(header)
    change(header["coasters"], header["faces"])
    with pytest.raises(Refused):
        begin(header)


# --- actions


def test_actions_are_played_and_kept():
    lines = (FILL, ROLL, said(2, 7), took(2, 3))
    history = told(*lines)
    assert history.lines == lines and history.count == 4
    assert history.state.won == ((), (3,), ())
    assert standing(history) == tuple(enumerate(lines, 1))


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ({}, "unknown action None"),
        ({"do": "dance"}, "unknown action 'dance'; known are fill, roll"),
        ({"do": ["fill"]}, "unknown action"),
        ({"do": "fill"}, "fill: to is missing"),
        ({"do": "fill", "to": 5, "from": 1}, "fill: unknown key 'from'"),
        ({"do": "fill", "to": "5"}, "fill: to must be a whole number"),
        ({"do": "fill", "to": True}, "fill: to must be a whole number"),
        ({"do": "fill", "to": 5.0}, "fill: to must be a whole number"),
        ({"do": "fill", "to": None}, "fill: to must be a whole number"),
        ({"do": "fill", "to": 7}, "fill: the table is filled up to 4, 5 or 6, not 7"),
        ({"do": "fill", "to": 5, "at_us": 1.5}, "fill: at_us must be"),
        ({"do": "roll", "green": 1}, "roll: red is missing"),
        ({"do": "draw", "among": 3, "seat": 3}, "draw: among must be a list of whole numbers"),
        ({"do": "draw", "among": [1, "3"], "seat": 3}, "draw: among must be a list of whole numbers"),
        ({"do": "answer", "seat": 1}, "answer: number is missing"),
        ({"do": "answer", "seat": 1, "number": "7"}, "answer: number must be a whole number or null"),
        ({"do": "undo"}, "there is nothing left to take back"),
        ({"do": "undo", "action": 1}, "unknown key 'action'"),
        ({"do": "correct"}, "action must be the number of an action line"),
        ({"do": "correct", "action": 1, "with": FILL, "why": 1}, "unknown key 'why'"),
    ],
)
def test_an_action_that_cannot_be(action, says):
    history = begin(HEADER)
    why = fits(history, action)
    assert why and says in why and "\n" not in why
    with pytest.raises(Refused):
        add(history, action)
    assert history.count == 0 and history.lines == ()


def test_what_came_of_the_last_line_is_at_hand():
    history = told(FILL)
    assert [type(e).__name__ for e in history.events] == ["Filled"]
    assert add(history, UNDO).events == ()


# --- undo


def test_undo_takes_back_one_step_after_another():
    history = told(FILL, ROLL, said(1, 0))
    states = [told().state, told(FILL).state, told(FILL, ROLL).state]
    for before in reversed(states):
        history = add(history, UNDO)
        assert history.state == before
    assert fits(history, UNDO), "an undo is no action to undo"
    assert history.count == 6 and standing(history) == ()


def test_undo_then_another_way():
    history = told(FILL, ROLL, said(1, 0), UNDO, said(1, 7))
    assert history.state.winner == 1
    assert [n for n, _ in standing(history)] == [1, 2, 5]


def test_an_early_end_can_be_taken_back():
    history = told(FILL, ROLL, said(1, 0), END)
    assert (history.state.phase, history.state.ended_early) == ("final", True)
    assert add(history, UNDO).state == told(FILL, ROLL, said(1, 0)).state


def test_the_roll_that_ended_the_game_can_be_taken_back():
    history = told(END, ROLL)
    assert history.state.phase == "over" and fits(history, ROLL)
    assert add(history, UNDO).state.phase == "final"


# --- correct


def test_correct_puts_another_action_in_the_place_of_one_and_works_out_the_rest():
    # Seat 1 dialled 6 but had said 7, the right number; nobody else answered yet.
    history = add(told(FILL, ROLL, said(1, 6)), correct(3, said(1, 7)))
    assert history.state.winner == 1 and history.state.locked == ()
    assert standing(history)[2] == (3, said(1, 7))
    assert history.count == 4


def test_correct_a_taken_coaster_some_rounds_ago():
    history = told(FILL, ROLL, said(2, 7), took(2, 3), FILL, ROLL, CLOSE, correct(4, took(2, 1)))
    assert history.state.won == ((), (1,), ())
    assert history.state.table == (2, 3, 4, 5)
    # The round after it had coasters 2, 3, 4, 5: G1 0+0+1+0, R1 3+0+0+1.
    assert history.state.correct == 5


def test_correct_names_the_line_that_no_longer_fits_and_changes_nothing():
    history = told(FILL, ROLL, said(2, 7), took(2, 3), FILL)
    why = fits(history, correct(3, said(2, 8)))
    assert why == (
        "correct: action line 4 ('take') no longer fits: take: nobody has won a coaster; "
        "take one only after a right answer; take that one back first"
    )
    assert history.state == told(FILL, ROLL, said(2, 7), took(2, 3), FILL).state


def test_an_undone_correct_leaves_the_game_as_it_was():
    before = told(FILL, ROLL, said(1, 6))
    history = add(add(before, correct(3, said(1, 7))), UNDO)
    assert history.state == before.state and standing(history) == standing(before)
    assert add(history, UNDO).state == told(FILL, ROLL).state, "and the next undo takes back what stood before it"


def test_correct_counts_every_line_also_undone_ones():
    history = told(FILL, ROLL, UNDO, ROLL, said(1, 0), correct(4, ROLL | {"red": 4}))
    assert history.state.dice == (1, 4)


def test_a_corrected_action_can_be_corrected_again():
    history = told(FILL, ROLL, said(1, 6), correct(3, said(1, 5)), correct(3, said(1, 7)))
    assert history.state.winner == 1


def test_an_early_end_can_be_corrected_into_an_action_and_back():
    history = told(FILL, ROLL, END, correct(3, said(1, 0)))
    assert history.state.locked == (1,)
    assert add(history, correct(3, END)).state.phase == "final"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (correct(0, FILL), "must be the number of an action line, from 1"),
        (correct(True, FILL), "must be the number"),
        (correct("1", FILL), "must be the number"),
        (correct(9, FILL), "no action of the game stands in action line 9"),
        (correct(3, said(1, 1)), "no action of the game stands in action line 3"),  # taken back
        (correct(4, said(1, 1)), "no action of the game stands in action line 4"),  # the undo
        (correct(6, said(1, 1)), "no action of the game stands in action line 6"),  # the correct
        (correct(2, UNDO), "with must be an action of the game"),
        (correct(2, correct(1, FILL)), "with must be an action of the game"),
        (correct(2, "roll"), "with must be an action of the game"),
        (correct(2, {"do": "roll", "green": 7, "red": 1}), "correct: roll: a die shows 1 to 6"),
        (correct(1, ROLL), "correct: roll: only 0 coasters lie there"),
    ],
)
def test_a_correction_that_cannot_be(line, says):
    history = told(FILL, ROLL, said(1, 0), UNDO, said(1, 1), correct(5, said(1, 2)))
    why = fits(history, line)
    assert why and says in why


# --- any game


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_game_written_and_read_again_is_the_same_game_and_undo_is_the_state_before(seed):
    steps = list(random_game(seed, early=True))
    first = steps[0][0]
    history = begin(json.loads(json.dumps(record.header(first.setup))))
    assert history.state == first
    for state, action in steps:
        line = json.loads(json.dumps(journal.plain(action, GAMES["mopseinander"])))
        assert history.state == state
        longer = add(history, line)
        assert add(longer, UNDO).state == state
        history = longer
    assert history.state == after(*steps[-1])


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_correct_agrees_with_playing_the_corrected_game_from_the_start(seed, pick):
    steps = [journal.plain(a, GAMES["mopseinander"]) for _, a in random_game(seed)]
    header = record.header(next(random_game(seed))[0].setup)
    lots = random.Random(pick)
    n = lots.randrange(len(steps))
    other = ROLL if steps[n]["do"] == "roll" else lots.choice([FILL, CLOSE, said(1, 0), steps[n]])
    history = told(*steps, header=header)
    refused = fits(history, correct(n + 1, other))
    try:
        again = told(*steps[:n], other, *steps[n + 1 :], header=header)
    except Refused:
        assert refused
    else:
        assert refused is None and add(history, correct(n + 1, other)).state == again.state


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 13) | st.just(10**30) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("to", "green", "red", "among", "seat", "number", "coaster", "action", "with", "note", "at_us", "x")
DO = ("fill", "roll", "draw", "answer", "close", "take", "end", "undo", "correct")
garbage = st.fixed_dictionaries(
    {"do": st.sampled_from(DO) | plain}, optional={k: plain | st.integers(0, 9) for k in KEYS}
)


@settings(max_examples=150, deadline=None)
@given(st.lists(garbage, max_size=8), st.sampled_from([(), (FILL,), (FILL, ROLL), (FILL, ROLL, said(1, 7))]))
def test_no_line_whatever_raises_anything_but_refused(lines, start):
    history = told(*start)
    for line in lines:
        was = history.state, history.count
        try:
            history = add(history, line)
        except Refused as why:
            assert str(why) and (history.state, history.count) == was


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys((*HEADER, "coasters", "faces", "options", "note"), plain)))
def test_no_header_whatever_raises_anything_but_refused(change):
    try:
        begin(HEADER | change)
    except Refused as why:
        assert str(why)


def test_a_very_long_game_is_added_to_and_let_go_as_easily_as_a_short_one():
    history = told(FILL)
    for _ in range(30_000):
        history = add(add(history, ROLL), UNDO)
    assert history.count == 60_001 and len(history.lines) == 60_001
    assert history.state == told(FILL).state
