"""Mopsen in a journal: header, actions as JSON, undo and correct, where it ends, and everything that cannot be."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import journal, replay
from mopsbox.games import GAMES, mopsen
from mopsbox.games.mopsen import bones as data
from mopsbox.games.mopsen import record
from mopsbox.games.mopsen.cards import CARDS
from mopsbox.games.mopsen.deal import deal
from mopsbox.games.mopsen.state import Deal, Options
from mopsbox.journal import Refused, add, begin, fits
from mopsbox.table import Seat

from .mopsen_tables import dealt

FOLDER = Path(__file__).parents[1] / "playthroughs"
PLAYTHROUGHS = sorted(FOLDER.glob("mopsen-*.jsonl"))
KEYS = ["game", "over", "round", "trick", "queue", "leader", "hands", "bowls", "rounds", "totals", "revokes", "winners"]
HEADER = {
    "journal": 1,
    "game": "mopsen",
    "seats": [1, 2, 3],
    "first": 1,
    "queue": ["red", "yellow", "blue", "cat"],
    "mode": "cards",
}
DEAL, UNDO, END = ({"do": name} for name in ("deal", "undo", "end"))
QUICK, CARDS_MODE = ({"do": "mode", "mode": mode} for mode in ("quick", "cards"))


def play(seat: int, card: str) -> dict[str, object]:
    return {"do": "play", "seat": seat, "card": card}


def beg(seat: int, card: str) -> dict[str, object]:
    return {"do": "beg", "seat": seat, "card": card}


def whole(won: int, bones: int, begged: int, colour: str) -> dict[str, object]:
    return {"do": "trick", "won": won, "bones": bones, "begged": begged, "colour": colour}


def correct(number: int, action: dict[str, object]) -> dict[str, object]:
    return {"do": "correct", "action": number, "with": action}


TRICK = (play(1, "R5"), play(2, "R9"), play(3, "B2"), beg(3, "R5"))


def told(*actions: dict[str, object], **change: object) -> journal.History:
    history = begin(HEADER | change)
    for action in actions:
        history = add(history, action)
    return history


def ends(*actions: dict[str, object], **change: object) -> dict[str, object]:
    return record.ends(told(*actions, **change).state)


# --- whole games from a file

named = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda p: p.stem)


@named
def test_a_playthrough_ends_where_it_must(path):
    out = io.StringIO()
    assert replay.replay(path, True, out) == 0
    end = json.loads(out.getvalue())
    assert end == json.loads(path.with_suffix(".end.json").read_text())
    assert list(end) == KEYS, "the keys of formats.md, in their order"


def test_there_is_a_playthrough_for_every_number_of_players():
    assert [path.stem for path in PLAYTHROUGHS] == ["mopsen-3", "mopsen-4", "mopsen-5"]


def test_without_json_a_person_reads_where_it_ends():
    out = io.StringIO()
    assert replay.replay(FOLDER / "mopsen-3.jsonl", False, out) == 0
    assert out.getvalue().splitlines() == [
        "Mopsen, 3 players, over",
        "queue: cat, yellow, blue, red; seat 5 leads",
        "seat 2: 7 cards, bowl empty; 13 + 15 + 14 = 42 bones",
        "seat 5: 0 cards, bowl 22; 10 + 10 + 22 = 42 bones",
        "seat 7: 1 card, bowl 3; 12 + 8 + 4 = 24 bones",
        "seat 7 did not follow in round 2, trick 2: it held Y2",
        "won by seat 2, 5",
    ]


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ((), "the first round is to be dealt"),
        ((DEAL,), "round 1, trick 1: seat 1 plays"),
        ((DEAL, *TRICK[:1]), "round 1, trick 1: seat 2 plays"),
        ((DEAL, *TRICK[:3]), "round 1, trick 1: seat 3 begs"),
        ((DEAL, QUICK), "round 1, trick 1: who won it?"),
        ((DEAL, QUICK, *[whole(1, 2, 2, "red")] * 8), "round 1 is over; deal"),
        ((END,), "over (ended early)"),
    ],
)
def test_a_person_is_told_at_any_moment(actions, says):
    assert record.says(told(*actions).state)[0] == f"Mopsen, 3 players, {says}"


# --- where it stands


def test_a_fresh_game_says_all_that_formats_md_says():
    assert ends() == {
        "game": "mopsen",
        "over": False,
        "round": 1,
        "trick": 1,
        "queue": ["red", "yellow", "blue", "cat"],
        "leader": 1,
        "hands": {"1": 0, "2": 0, "3": 0},
        "bowls": {"1": None, "2": None, "3": None},
        "rounds": [],
        "totals": {"1": 0, "2": 0, "3": 0},
        "revokes": [],
        "winners": [],
    }
    assert list(ends()) == KEYS


def test_in_the_middle_of_a_trick_the_played_cards_have_left_the_hands():
    assert ends(DEAL, *TRICK[:2])["hands"] == {"1": 7, "2": 7, "3": 8}


def test_the_bowl_is_filled_before_and_the_queue_moves_after_somebody_begs():
    before, after = ends(DEAL, *TRICK[:3]), ends(DEAL, *TRICK)
    assert (before["bowls"], before["queue"][0], before["leader"]) == ({"1": None, "2": 3, "3": None}, "red", 1)
    assert (after["bowls"], after["queue"][0], after["leader"]) == ({"1": None, "2": 3, "3": None}, "blue", 2)
    assert (before["trick"], after["trick"]) == (1, 2)


def test_a_finished_round_is_shown_until_the_next_is_dealt():
    round_one = (DEAL, QUICK, *[whole(1, 2, 2, "red")] * 8)
    over, dealt_again = ends(*round_one), ends(*round_one, DEAL)
    assert over["rounds"] == [{"1": 16, "2": 15, "3": 7}] == dealt_again["rounds"]
    assert (over["round"], over["trick"], over["leader"]) == (1, 8, 1)
    assert (over["hands"], over["bowls"]) == ({"1": 0, "2": 8, "3": 0}, {"1": 16, "2": None, "3": None})
    assert (dealt_again["round"], dealt_again["trick"], dealt_again["leader"]) == (2, 1, 2)
    assert (dealt_again["hands"]["1"], dealt_again["bowls"]["1"]) == (8, None)


# --- the header


def test_the_header_says_what_is_settled():
    own = data.Bones((1,) * 56).as_header()
    options = {"exchange": True, "queue_reset": True, "next_leader": "round"}
    header = HEADER | {"seats": [4, 2, 8, 1], "first": 8, "mode": "full", "bones": own, "options": options}
    setup = begin(header).state.setup
    assert (setup.seats, setup.first, setup.queue[0], setup.mode) == ((4, 2, 8, 1), 8, "red", "full")
    assert setup.bones.of["C8"] == 1 and setup.options == Options(True, True, "round")
    assert record.header(setup) == header


def test_what_is_as_usual_is_not_spelled_out():
    state = begin(
        HEADER | {"bones": data.default().as_header(), "options": {"exchange": False}, "note": "Friday"}
    ).state
    assert record.header(state.setup) == HEADER


@pytest.mark.parametrize("key", ["seats", "first", "queue", "mode"])
def test_a_header_needs_all_its_keys(key):
    with pytest.raises(Refused):
        begin({k: v for k, v in HEADER.items() if k != key})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seats": [1, 2]}, "Mopsen is for 3 to 5 players, not 2; with fewer there is no card to beg for"),
        ({"seats": [1]}, "3 to 5 players, not 1"),
        ({"seats": [1, 2, 3, 4, 5, 6]}, "Mopsen is for 3 to 5 players, not 6; there are five bowls"),
        ({"first": 4}, "first must be one of the seats"),
        ({"queue": ["red", "yellow", "blue"]}, "queue must name red, yellow, blue and cat once each"),
        ({"queue": ["red", "red", "blue", "cat"]}, "queue must name red, yellow, blue and cat once each"),
        ({"queue": ["red", "yellow", "blue", "cat", "cat"]}, "once each"),
        ({"queue": ["red", "yellow", "blue", "green"]}, "queue: 'green' is no colour"),
        ({"queue": ["red", "yellow", "blue", 4]}, "queue must be a list of red, yellow, blue and cat"),
        ({"queue": "red"}, "queue must be a list"),
        ({"mode": "slow"}, 'mode must be "full", "cards" or "quick"'),
        ({"mode": ["full"]}, "mode must be"),
        ({"options": {"exchange": 1}}, "options: exchange must be true or false"),
        ({"options": {"queue_reset": "no"}}, "options: queue_reset must be true or false"),
        ({"options": {"next_leader": "left"}}, 'options: next_leader must be "winner" or "round"'),
        ({"options": {"next_leader": ["winner"]}}, "options: next_leader must be"),
        ({"options": {"colour": 1}}, "options: unknown key 'colour'"),
        ({"options": []}, "options must be an object"),
        ({"bones": {"R1": 5}}, "bones: card R2 is missing"),
        ({"bones": dict.fromkeys(CARDS, 10)}, "bones: card R1 must have a whole number from 0 to 9"),
        ({"bones": dict.fromkeys((*CARDS, "C9"), 1)}, "bones: there is no card 'C9'"),
        ({"bones": 5}, "bones must name every card"),
        ({"pile": [1, 2]}, "unknown key 'pile'"),
    ],
)
def test_a_header_that_cannot_be(change, says):
    with pytest.raises(Refused) as why:
        begin(HEADER | change)
    assert says in str(why.value) and "\n" not in str(why.value)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_dealt_header_begins_a_game(players):
    seats = [Seat(s) for s in (6, 3, 8, 1, 2)[:players]]
    seen = set()
    for seed in range(30):
        header = deal(random.Random(seed), seats)
        setup = begin(header).state.setup
        assert (setup.mode, setup.options, setup.bones) == ("quick", Options(), data.default())
        seen |= {("first", setup.first), ("top", setup.queue[0])}
    assert seen == {("first", s) for s in seats} | {("top", c) for c in HEADER["queue"]}


def test_a_dealt_header_takes_the_owners_bones_and_what_the_table_chose():
    own = data.Bones((2,) * 56)
    header = deal(random.Random(1), [Seat(1), Seat(2), Seat(3)], own, "full", Options(exchange=True))
    setup = begin(json.loads(json.dumps(header))).state.setup
    assert (setup.bones, setup.mode, setup.options.exchange) == (own, "full", True)


# --- actions


def test_known_hands_and_an_exchange_come_as_objects_and_lists():
    line = json.loads(json.dumps(journal.plain(dealt("R1 R2", "Y1", "B1"), mopsen)))
    assert list(line) == ["do", "hands"] and line["hands"]["1"][:2] == ["R1", "R2"]
    line["hands"]["note"] = "seat 2 cut the cards"
    swap = {"do": "exchange", "seat": 1, "out": ["R1"], "in": ["R16"]}
    history = told(line, swap, mode="full", options={"exchange": True})
    assert "R16" in history.state.hands[0] and journal.plain(journal.read(swap, mopsen), mopsen) == swap


def test_a_deal_without_hands_says_nothing_of_them():
    assert journal.plain(Deal(), GAMES["mopsen"]) == {"do": "deal"}


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        (({"do": "dance"},), "unknown action 'dance'; known are deal, exchange, leader, play, beg, trick, mode, end"),
        (({"do": "deal", "hands": {}},), "deal: hands must be an object of seats with lists of cards"),
        (({"do": "deal", "hands": {"9": ["R1"]}},), "deal: hands must be an object of seats"),
        (({"do": "deal", "hands": {"01": ["R1"]}},), "deal: hands must be"),
        (({"do": "deal", "hands": {"1": "R1"}},), "deal: hands must be"),
        (({"do": "deal", "hands": {"1": ["R17"]}},), "deal: hands must be"),
        (({"do": "deal", "hands": [["R1"]]},), "deal: hands must be"),
        (({"do": "deal", "hands": None},), "deal: hands must be"),
        (({"do": "deal", "hands": {"1": ["R1"]}},), "deal: hands are dealt face down"),
        ((DEAL, DEAL), "deal: the round is not over"),
        ((DEAL, play(1, "R17")), "play: card must be a card: R, Y or B with 1 to 16, or C with 1 to 8"),
        ((DEAL, play(1, "r5")), "play: card must be a card"),
        ((DEAL, play(1, "R05")), "play: card must be a card"),
        ((DEAL, {"do": "play", "seat": 1, "card": 5}), "play: card must be a card"),
        ((DEAL, {"do": "play", "seat": 1, "card": ["R5"]}), "play: card must be a card"),
        ((DEAL, {"do": "play", "seat": "1", "card": "R5"}), "play: seat must be a whole number"),
        ((DEAL, {"do": "play", "seat": 1}), "play: card is missing"),
        ((DEAL, play(1, "R5") | {"colour": "red"}), "play: unknown key 'colour'"),
        ((DEAL, play(2, "R5")), "play: seat 2 is not in turn; seat 1 plays"),
        ((DEAL, *TRICK[:2], play(3, "R9")), "play: R9 lies on the table already"),
        ((DEAL, *TRICK, play(2, "R9")), "play: R9 is in the bowl of seat 2"),
        ((DEAL, *TRICK, play(2, "B2")), "play: B2 was discarded this round"),
        ((DEAL, *TRICK[:3], beg(3, "R9")), "beg: seat 3 cannot take R9; it takes R5"),
        ((DEAL, *TRICK[:3], beg(1, "R5")), "beg: seat 3 begs, not seat 1"),
        ((DEAL, QUICK, whole(1, 2, 1, "red")), "trick: seat 1 cannot win a trick and beg in it"),
        ((DEAL, QUICK, whole(1, 10, 2, "red")), "trick: a card has 0 to 9 bones, not 10"),
        ((DEAL, QUICK, whole(1, 2, 2, "green")), "trick: colour must be red, yellow, blue or cat"),
        ((DEAL, QUICK, whole(1, True, 2, "red")), "trick: bones must be a whole number"),
        ((DEAL, whole(1, 2, 2, "red")), "trick: the table enters every card"),
        ((DEAL, {"do": "mode", "mode": "slow"}), "mode: mode must be full, cards or quick"),
        ((DEAL, {"do": "mode", "mode": "full"}), "mode: in full mode the hands are known from the start"),
        ((DEAL, {"do": "leader", "seat": 7}), "leader: seat 7 does not play"),
        ((DEAL, {"do": "exchange", "seat": 1, "out": [], "in": []}), "exchange: cards are not exchanged in this game"),
        ((DEAL, {"do": "exchange", "seat": 1, "out": "R1", "in": []}), "exchange: out must be a list of cards"),
        ((DEAL, {"do": "exchange", "seat": 1, "out": [], "in_": []}), "exchange: unknown key 'in_'"),
        ((DEAL, {"do": "end", "why": "late"}), "end: unknown key 'why'"),
        ((END, DEAL), "deal: the game is over"),
    ],
)
def test_an_action_that_cannot_be_is_refused_and_changes_nothing(actions, says):
    *before, last = actions
    history = told(*before)
    why = fits(history, last)
    assert why and why.startswith(says) and "\n" not in why
    with pytest.raises(Refused):
        add(history, last)
    assert history.state == told(*before).state and len(history.lines) == len(before)


# --- undo and correct


def test_undo_takes_back_card_by_card():
    history = told(DEAL, *TRICK)
    for left in reversed(range(5)):
        history = add(history, UNDO)
        assert history.state == told(*(DEAL, *TRICK)[:left]).state


def test_a_trick_some_rounds_ago_is_corrected_and_everything_after_it_worked_out_again():
    rounds = (DEAL, QUICK, *[whole(1, 2, 2, "red")] * 8, DEAL, *[whole(3, 1, 1, "blue")] * 8, DEAL)
    before, after = ends(*rounds), ends(*rounds, correct(4, whole(1, 5, 2, "red")))
    assert (before["totals"]["1"], after["totals"]["1"]) == (16 + 15, 19 + 15)
    assert before["hands"] == after["hands"] and before["queue"] == after["queue"]


def test_another_winner_leads_the_trick_after_it():
    history = told(DEAL, QUICK, whole(1, 2, 2, "red"), CARDS_MODE, play(1, "R5"))
    assert fits(history, correct(3, whole(1, 4, 2, "blue"))) is None
    assert "action line 5 ('play') no longer fits: play: seat 1 is not in turn" in fits(
        history, correct(3, whole(3, 2, 2, "red"))
    )


def test_another_beggar_may_make_the_round_longer_and_then_the_next_deal_no_longer_fits():
    history = told(DEAL, QUICK, *[whole(1, 2, 2, "red")] * 7, whole(2, 1, 1, "red"), DEAL)
    assert fits(history, correct(3, whole(3, 2, 1, "red"))) is None, "3 is out of cards after eight tricks as before"
    why = fits(history, correct(3, whole(1, 2, 3, "red")))
    assert "action line 11 ('deal') no longer fits: deal: the round is not over" in why


def test_a_corrected_card_is_looked_at_again_for_who_did_not_follow():
    lines = (DEAL, play(1, "R5"), play(2, "Y9"), play(3, "R2"), beg(2, "R2"), play(1, "R9"), play(2, "R3"))
    assert ends(*lines)["revokes"] == [{"seat": 2, "round": 1, "trick": 1, "card": "R3"}]
    assert ends(*lines, correct(7, play(2, "Y3")))["revokes"] == []


# --- anything whatever

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 13) | st.floats() | st.text(max_size=3) | st.sampled_from(CARDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
DO = ("deal", "exchange", "leader", "play", "beg", "trick", "mode", "end", "undo", "correct")
NAMES = ("hands", "seat", "out", "in", "card", "won", "bones", "begged", "colour", "mode")
NAMES += ("action", "with", "note", "at_us", "x")
garbage = st.fixed_dictionaries({"do": st.sampled_from(DO) | plain}, optional=dict.fromkeys(NAMES, plain))


@settings(max_examples=150, deadline=None)
@given(st.lists(garbage, max_size=8), st.sampled_from([(), (DEAL,), (DEAL, *TRICK[:3]), (DEAL, QUICK)]))
def test_no_line_whatever_raises_anything_but_refused(lines, start):
    history = told(*start)
    for line in lines:
        was = history.state, history.count
        try:
            history = add(history, line)
        except Refused as why:
            assert str(why) and "\n" not in str(why) and (history.state, history.count) == was


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys((*HEADER, "bones", "options", "note"), plain)))
def test_no_header_whatever_raises_anything_but_refused(change):
    try:
        begin(HEADER | change)
    except Refused as why:
        assert str(why) and "\n" not in str(why)
