"""An earlier trick of Mopsen is told anew, by buttons alone: shown before it is accepted, appended, never erased."""

from __future__ import annotations

import random

from mopsbox import journal
from mopsbox.box import menu_entries
from mopsbox.games.mopsen import cardplay, correcting
from mopsbox.games.mopsen.cards import CARDS
from mopsbox.games.mopsen.counting import totals
from mopsbox.games.mopsen.deal import deal
from mopsbox.games.mopsen.state import Beg, Deal, Play
from mopsbox.table import Seat

from ..at_table import Table
from .mopsen_box import by_cards, dealt, go_on, lay, quick, quick_round, ring


def okays(table: Table, *keys: str) -> None:
    for key in keys:
        table.key(key)


def test_the_bones_of_a_trick_of_round_one_are_corrected_in_round_two():
    table = dealt(3)
    quick_round(table, 1, 2)
    go_on(table)
    quick(table, 3, 4, 1, "blue")
    told = table.actions()
    table.choose("correct")
    assert (table.mode, table.play.part, table.play.told[table.play.picked].round) == ("pick", "round", 2)
    table.key("left")
    assert table.play.told[table.play.picked].round == 1
    table.key("ok")
    okays(table, "right", "right", "right")
    picked = table.play.told[table.play.picked]
    assert (table.play.part, picked.round, picked.trick) == ("trick", 1, 3), "round the end: 8, 1, 2, 3"
    table.key("ok")
    assert (table.mode, table.play.part, table.play.winner) == ("trick", "winner", 1)
    table.key("ok")
    okays(table, "right", "right", "right", "ok")  # 2 bones it said, 5 it was
    okays(table, "ok", "ok")  # who begged, which colour: as it said
    change = table.play.change
    assert table.mode == "change" and table.actions() == told, "nothing has happened yet"
    number = told.index(next(a for a in told if a["do"] == "trick")) + 3
    new = {"do": "trick", "won": 1, "bones": 5, "begged": 2, "colour": "red"}
    assert change.lines == ({"do": "correct", "action": number, "with": new},)
    assert (totals(table.state), totals(change.state)) == ((16, 15, 7), (19, 15, 7))
    table.key("ok")
    assert table.actions() == [*told, *change.lines]
    assert (table.mode, totals(table.state)) == ("sheet", (19, 15, 7))
    table.wait(500)
    table.key("ok")
    assert (table.mode, table.state.trick) == ("table", 2)
    assert table.state.bowls == (None, None, 4)
    table.choose("take-back")
    assert totals(table.state) == (16, 15, 7), "a correction can be taken back too"


def test_who_won_and_who_begged_are_corrected_by_presses():
    table = dealt(4)
    quick(table, 1, 2, 2, "red")
    quick(table, 3, 3, 4, "blue")
    table.choose("correct")
    assert (table.play.part, table.play.told[table.play.picked].trick) == ("trick", 2), "there is just one round"
    table.key("left")
    table.key("ok")
    table.press(4)
    table.key("ok")
    table.press(1)
    table.key("ok")
    table.key("ok")
    assert table.state.bowls == (None, None, 3, 2) and table.state.counts == (7, 6, 6, 7)


def test_what_says_the_same_as_before_changes_nothing():
    table = dealt(3)
    quick(table, 1, 2, 2, "red")
    told = table.actions()
    table.choose("correct")
    okays(table, "ok", "ok", "ok", "ok", "ok")
    assert (table.mode, table.actions()) == ("pick", told)


def test_a_change_can_be_declined():
    table = dealt(3)
    quick(table, 1, 2, 2, "red")
    told = table.actions()
    table.choose("correct")
    okays(table, "ok", "ok", "right", "ok", "ok", "ok")
    assert table.mode == "change"
    table.key("right")
    assert table.play.turned
    table.key("left")
    assert (table.mode, table.actions()) == ("pick", told)


def test_back_leads_out_of_a_correction_step_by_step():
    table = dealt(3)
    quick_round(table)
    go_on(table)
    quick(table, 1, 2, 2, "red")
    table.choose("correct")
    okays(table, "ok", "ok", "ok", "right", "ok", "ok", "ok")
    seen = []
    while table.box.menu is None:
        seen.append((table.mode, table.play.part))
        table.key("back")
    wanted = [("change", ""), ("trick", "winner"), ("pick", "trick"), ("pick", "round"), ("sheet", ""), ("table", "")]
    assert seen == wanted
    assert all(line["do"] != "correct" for line in table.actions())


def test_three_buttons_lead_out_too_by_taking_back():
    table = dealt(3)
    quick(table, 1, 2, 2, "red")
    told = table.actions()
    table.choose("correct")
    table.key("ok")
    for mode in ("pick", "sheet", "table"):
        table.choose("take-back")
        assert (table.mode, table.actions()) == (mode, told)


def test_what_no_longer_fits_is_named_and_cannot_be_accepted():
    table = dealt(3)
    # 2 begs in tricks 1 to 7, 1 in the eighth: 3 is out, the round is over.
    for begged in (2,) * 7 + (1,):
        quick(table, 3, 2, begged, "red")
    assert table.mode == "sheet"
    table.wait(500)
    table.key("ok")
    table.key("ok")
    told = table.actions()
    table.choose("correct")
    okays(table, "right", "ok")  # of the only round with tricks the first: after the last it goes round
    assert table.play.correcting.told == table.play.told[0]
    okays(table, "ok", "ok")
    table.press(1)
    table.key("ok")
    assert table.mode == "change" and table.play.change.after is not None, "1 begs twice, 3 is still out after eight"
    table.key("left")
    table.key("ok")
    table.press(1)  # 1 won the first trick and 3 begged: nobody is out after eight
    table.key("ok")
    table.press(3)
    table.key("ok")
    change = table.play.change
    assert (change.after, change.stuck) == (None, (2, 1))
    assert change.why == "deal: the round is not over; deal only after it"
    table.key("ok")
    assert (table.mode, table.actions()) == ("change", told)


def test_a_round_that_was_over_is_open_again_when_its_last_trick_was_told_wrongly():
    table = dealt(3)
    for begged in (2, 2, 2, 2, 1, 1, 1, 1):
        quick(table, 3, 2, begged, "red")
    assert table.mode == "sheet"
    table.key("left")
    table.key("ok")
    table.press(1)
    table.key("ok")
    table.press(3)
    table.key("ok")
    assert table.play.change.state.phase == "trick"
    table.key("ok")
    table.wait(500)
    table.key("ok")
    assert (table.mode, table.state.trick, table.state.rounds) == ("table", 9, ())


def test_a_finished_game_is_corrected_from_its_sheet_and_may_be_won_by_another():
    table = dealt(3)
    for n in (1, 2, 3):
        quick_round(table, n, n % 3 + 1)
        if n < 3:
            go_on(table)
    assert table.state.winners == (1, 2, 3)
    table.key("left")
    okays(table, "ok", "ok", "ok", "right", "ok", "ok", "ok")
    assert table.play.change.state.winners == (3,)
    table.key("ok")
    assert (table.mode, table.state.winners) == ("sheet", (3,))
    assert table.store.unfinished() is None


# --- card by card


def test_one_card_is_corrected_where_the_begged_card_is_forced():
    table = by_cards(3)
    lay(table, "C1", "C2", "C8", "R1", "R2", "R3")
    told = table.actions()
    table.choose("correct")
    table.key("left")
    table.key("ok")
    assert (table.mode, table.play.colour, table.play.value) == ("card", "cat", 1)
    okays(table, "ok", "ok", "ok")
    ring(table, "value", 3)
    okays(table, "ok", "ok", "ok")
    change = table.play.change
    assert change.after is not None
    undone = len([line for line in change.lines if line["do"] == "undo"])
    assert [line for line in change.lines if line["do"] != "undo"][:3] == [
        {"do": "play", "seat": 2, "card": "C3"},
        {"do": "play", "seat": 3, "card": "C8"},
        {"do": "beg", "seat": 1, "card": "C3"},
    ]
    assert undone == 7, "all from the wrong card on"
    table.key("ok")
    assert table.actions() == [*told, *change.lines]
    assert table.state.hands[0] == ("C3",) or "C3" in table.state.discards
    assert table.state.trick == 3


def test_two_cards_that_were_mixed_up_are_put_right_at_once():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")
    table.key("ok")
    table.choose("correct")
    table.key("ok")
    okays(table, "ok", "ok")
    for card in (8, 3):
        table.tap("value", card)
    okays(table, "ok", "ok")
    assert table.mode == "beg" and table.play.begs == "C3"
    okays(table, "ok", "ok")
    assert (table.state.leader, table.state.bowls[1] is None) == (2, False)


def test_whatever_is_corrected_stands_as_if_it_had_been_told_so_at_first():
    lots = random.Random(3)
    tried = {"correct": 0, "retold": 0, "stuck": 0}
    for seed in range(12):
        history = told_by_cards(seed, 3 + seed % 3)
        for _ in range(3):
            trick = lots.choice(correcting.told(history))
            new = [dict(line) for _, line in trick.lines]
            line = lots.choice(new[:-1])
            line["card"] = lots.choice(CARDS)
            if len(new) == 4:  # three players: who begs what follows from the cards
                new[-1] = new[-1] | {"card": new[0]["card"]} if lots.random() < 0.2 else new[-1]
            try:
                change = correcting.weigh(history, trick, new)
            except journal.Refused:
                continue  # no table can enter that: the keys refuse it
            if change is None:
                continue
            if change.after is None:
                tried["stuck"] += 1
                assert change.stuck >= (trick.round, trick.trick) and change.why
                continue
            tried["correct" if len(change.lines) == 1 else "retold"] += 1
            standing = [dict(action) for _, action in journal.standing(change.after)]
            wanted = [dict(action) for _, action in journal.standing(history)]
            first = [n for n, _ in journal.standing(history)].index(trick.lines[0][0])
            wanted[first : first + len(new)] = new
            assert standing == wanted
            again = journal.begin(history.header)
            for action in wanted:
                again = journal.add(again, action)
            assert again.state == change.after.state
            history = change.after
    assert min(tried["correct"], tried["stuck"]) > 0, tried


def test_telling_again_survives_an_earlier_correction_on_the_way_back():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")
    table.key("ok")
    lay(table, "R1", "R2", "R3", "R4")
    table.key("ok")
    history = table.play.history
    history = journal.add(history, {"do": "correct", "action": 4, "with": {"do": "play", "seat": 1, "card": "B1"}})
    trick = correcting.told(history)[1]
    new = [dict(line) for _, line in trick.lines]
    new[0]["card"], new[1]["card"], new[4]["seat"] = "R2", "R1", 4
    change = correcting.weigh(history, trick, new)
    assert change.after is not None
    stands = [action for _, action in journal.standing(change.after)]
    assert {"do": "play", "seat": 1, "card": "B1"} in stands and new[0] in stands


def told_by_cards(seed: int, players: int) -> journal.History:
    """A whole game of bots, as a table tells it that enters every card."""
    lots = random.Random(seed)
    seats = tuple(Seat(n + 1) for n in range(players))
    header = deal(lots, seats, mode="full")
    full = journal.begin(header)
    history = journal.begin(header | {"mode": "cards"})
    for _, action in cardplay.moves(full.state, lots):
        match action:
            case Deal():
                history = journal.add(history, {"do": "deal"})
            case Play() | Beg():
                history = journal.add(history, journal.plain(action, history.game))
    return history


def test_correct_is_offered_once_a_trick_is_over():
    table = dealt(3)
    assert "correct" not in menu_entries(table.box)
    table.key("right")
    table.key("left")
    assert table.mode == "sheet", "there is nothing to pick"
    table.wait(500)
    table.key("ok")
    quick(table, 1, 2, 2, "red")
    assert "correct" in menu_entries(table.box)
