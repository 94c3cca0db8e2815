"""What was told of Mopsen is told anew, by buttons alone: shown before it is accepted, appended, never erased."""

from __future__ import annotations

import random

import pytest

from mopsbox import journal
from mopsbox.box import menu_entries
from mopsbox.games.mopsen import cardplay, correcting
from mopsbox.games.mopsen import draft as drafts
from mopsbox.games.mopsen.cards import CARDS, COLOUR, VALUE
from mopsbox.games.mopsen.counting import begged_from, totals, turn
from mopsbox.games.mopsen.deal import deal
from mopsbox.games.mopsen.state import Beg, Deal, Play
from mopsbox.table import Seat

from ..at_table import Table
from ..waiting import step_by_step
from .mopsen_box import by_cards, dealt, go_on, lay, quick, quick_round, ring


def okays(table: Table, *keys: str) -> None:
    for key in keys:
        table.key(key)


def pick(table: Table, trick: int, round_: int = 1) -> None:
    """Rings that trick, or who led the round (0); < > and OK alone. A missing trick has the number it would have."""
    for _ in range(4):
        if table.play.part == "round" and round_here(table) == round_ and not table.play.leaving:
            table.key("ok")
        elif table.play.part == "round":
            table.key("left")
    for _ in range(16):
        if trick_here(table) == trick and not table.play.leaving:
            return
        table.key("right")
    raise AssertionError(f"round {round_}, trick {trick} is never ringed")


def round_here(table: Table) -> int:
    return correcting.round_of(table.play.draft, table.play.picked)


def trick_here(table: Table) -> int:
    play = table.play
    if correcting.missing(play.draft, play.picked):
        return len([at for at in correcting.row(play.draft, round_here(table)) if at != play.picked])
    return play.draft.pieces[play.picked].trick


def do(table: Table, choice: str) -> None:
    """The ringed trick is chosen, and that is done with it."""
    table.key("ok")
    ring(table, "choice", choice)
    table.key("ok")


def quick_again(table: Table, won: int, bones: int, begged: int, colour: str) -> None:
    """A whole trick, by < OK > alone."""
    for field, value in (("winner", won), ("bones", bones), ("beggar", begged), ("colour", colour)):
        ring(table, field, value)
        table.key("ok")


def out(table: Table) -> None:
    """The way out with nothing changed, by < OK > alone, from whichever page to choose on."""
    for _ in range(3):
        if table.mode != "pick":
            return
        if table.play.part == "how":
            ring(table, "choice", "leave")
            table.key("ok")
        ring(table, "leaving", True)
        table.key("ok")
    assert table.mode == "sheet"


def test_the_bones_of_a_trick_of_round_one_are_corrected_in_round_two():
    table = dealt(3)
    quick_round(table, 1, 2)
    go_on(table)
    quick(table, 3, 4, 1, "blue")
    told = table.actions()
    table.choose("correct")
    assert (table.mode, table.play.part, round_here(table)) == ("pick", "round", 2)
    table.key("left")
    assert round_here(table) == 1
    table.key("ok")
    assert (table.play.part, trick_here(table)) == ("trick", 8), "the last one is the likeliest"
    okays(table, "right", "right", "right", "right", "right")
    assert trick_here(table) == 3, "round the end: 8, the way out, who led, 1, 2, 3"
    table.key("ok")
    assert (table.play.part, table.play.choice) == ("how", "change")
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
    assert (table.play.part, trick_here(table)) == ("trick", 2), "there is just one round"
    table.key("left")
    do(table, "change")
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
    okays(table, "ok", "ok", "ok", "ok", "ok", "ok")
    assert (table.mode, table.play.part, table.actions()) == ("pick", "trick", told)


def test_a_change_can_be_declined():
    table = dealt(3)
    quick(table, 1, 2, 2, "red")
    told = table.actions()
    table.choose("correct")
    okays(table, "ok", "ok", "ok", "right", "ok", "ok", "ok")
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
    okays(table, "ok", "ok", "ok", "ok", "right", "ok", "ok", "ok")
    seen = []
    while table.box.menu is None and len(seen) < 9:
        seen.append((table.mode, table.play.part))
        table.key("back")
    wanted = [("change", ""), ("pick", "trick"), ("pick", "round"), ("sheet", ""), ("table", "")]
    assert seen == wanted
    assert all(line["do"] != "correct" for line in table.actions())


def test_three_buttons_lead_out_too_and_taking_back_does():
    table = dealt(3)
    quick_round(table)
    go_on(table)
    quick(table, 1, 2, 2, "red")
    told = table.actions()
    table.choose("correct")
    okays(table, "ok", "ok", "right", "right", "right", "ok")
    assert (table.mode, table.play.part, table.actions()) == ("pick", "trick", told)
    okays(table, "right", "ok", "right", "ok")
    assert (table.mode, table.actions()) == ("sheet", told), "to the rounds, to the sheet"
    table.choose("correct")
    okays(table, "ok", "ok", "ok")
    for mode, part in (("pick", "trick"), ("pick", "round"), ("sheet", ""), ("table", "")):
        table.choose("take-back")
        assert (table.mode, table.play.part, table.actions()) == (mode, part, told)


def correcting_a_round_of_eight():
    """2 begs in tricks 1 to 7, 1 in the eighth; the table is about to pick what was wrong. With what was told."""
    table = dealt(3)
    for begged in (2,) * 7 + (1,):
        quick(table, 3, 2, begged, "red")
    go_on(table)
    told = table.actions()
    table.choose("correct")
    return table, told


def test_one_trick_too_many_is_ringed_and_left_out():
    """2 begs in tricks 1 to 7, 1 in the eighth. 1 had begged in the fourth already: the round was over after eight
    with 3 out, and stays so; 3 had begged there: nobody is out after eight, and the next round cannot begin."""
    table, told = correcting_a_round_of_eight()
    pick(table, 4)
    do(table, "change")
    quick_again(table, 1, 2, 3, "red")
    assert (table.mode, trick_here(table), table.play.draft.why) == (
        "pick",
        9,
        "the round is not over; deal only after it",
    )
    assert "Missing:" in table.words() and table.actions() == told
    table.key("ok")
    assert (table.mode, table.play.part, table.play.winner) == ("trick", "winner", None)
    quick_again(table, 3, 0, 1, "cat")
    assert table.mode == "change"
    table.key("ok")
    standing = [action for _, action in journal.standing(table.play.history)]
    assert [line["begged"] for line in standing if line["do"] == "trick"] == [2, 2, 2, 3, 2, 2, 2, 1, 1]
    assert standing[-1] == {"do": "deal"} and table.state.counts == (8, 8, 8)
    # And back again: the ninth is one too many then.
    table.choose("correct")
    pick(table, 4)
    do(table, "change")
    quick_again(table, 3, 2, 2, "red")
    assert (table.mode, trick_here(table)) == ("pick", 9)
    table.key("ok")
    assert correcting.choices(table.play) == ("remove", "leave")
    table.key("ok")
    assert table.mode == "change"
    table.key("ok")
    fresh = journal.begin(table.play.history.header)
    for action in told:
        fresh = journal.add(fresh, action)
    assert table.state == fresh.state


def test_two_beggars_that_were_mixed_up_are_put_right_before_anything_is_left_out():
    table = dealt(5)
    for begged in (1, 2, 3, 4, 5, 1, 2, 3):  # 4 and 5 begged once: out after nine
        quick(table, 1 + begged % 5, 2, begged, "red")
    quick(table, 1, 2, 2, "red")
    go_on(table)
    told = table.actions()
    table.choose("correct")
    pick(table, 4)
    do(table, "change")
    quick_again(table, 5, 2, 1, "red")
    assert trick_here(table) == 9 and table.play.draft.stuck is not None, "4 never begged: out after eight"
    pick(table, 6)
    do(table, "change")
    quick_again(table, 2, 2, 4, "red")
    assert table.mode == "change", "now it did, and the ninth fits"
    number = [n for n, line in enumerate(told, 1) if line["do"] == "trick"]
    assert [line["action"] for line in table.play.change.lines] in ([number[3], number[5]], [number[5], number[3]])
    table.key("ok")
    assert table.actions()[: len(told)] == told
    table.wait(500)
    table.key("ok")
    for _ in range(2):
        table.choose("take-back")
    assert [dict(line) for _, line in journal.standing(table.play.history)] == told


def test_a_trick_that_was_forgotten_is_put_in_and_can_be_taken_out_again():
    table = dealt(3)
    quick(table, 1, 2, 2, "red")
    quick(table, 2, 3, 3, "blue")
    told = table.actions()
    before = table.state
    table.choose("correct")
    do(table, "insert")
    quick_again(table, 3, 4, 1, "cat")
    assert "Round 1, trick 2: inserted" in table.words()
    table.key("ok")
    assert table.actions()[: len(told)] == told
    standing = [line for _, line in journal.standing(table.play.history) if line["do"] == "trick"]
    assert [line["bones"] for line in standing] == [2, 4, 3]
    assert (table.state.trick, table.state.counts) == (4, (6, 6, 6))
    table.choose("correct")
    pick(table, 2)
    do(table, "remove")
    assert "Round 1, trick 2: removed" in table.words()
    table.key("ok")
    assert table.state == before


def test_who_led_a_round_is_corrected_before_its_first_trick():
    table = dealt(4)
    quick(table, 1, 2, 2, "red")
    told = table.actions()
    table.choose("correct")
    pick(table, 0)
    table.key("ok")
    assert (table.mode, table.play.starter) == ("leader", 1)
    table.key("ok")
    assert (table.mode, table.actions()) == ("pick", told), "it was so"
    table.key("ok")
    table.press(3)
    assert table.mode == "change" and table.play.change.state.starter == 3
    table.key("ok")
    assert (table.state.starter, table.state.leader) == (3, 1)
    assert table.actions() == [*told, {"do": "correct", "action": 2, "with": {"do": "leader", "seat": 3}}]


def test_another_leader_is_said_where_none_was():
    table = dealt(4, first=None)
    quick(table, 1, 2, 2, "red")
    other = table.state.starter % 4 + 1
    table.choose("correct")
    pick(table, 0)
    table.key("ok")
    ring(table, "starter", other)
    table.key("ok")
    table.key("ok")
    standing = [line for _, line in journal.standing(table.play.history)]
    assert standing[:2] == [{"do": "deal"}, {"do": "leader", "seat": other}] and table.state.starter == other


def test_a_draft_that_does_not_fit_is_left_with_nothing_changed_or_taken_back_a_step():
    table, told = correcting_a_round_of_eight()
    pick(table, 1)
    do(table, "remove")
    assert trick_here(table) == 8 and table.play.draft.stuck
    table.key("back")
    assert (table.mode, trick_here(table), table.play.draft.stuck) == ("pick", 1, None)
    do(table, "remove")
    out(table)
    assert (table.mode, table.actions()) == ("sheet", told)


def test_a_round_that_was_over_is_open_again_when_its_last_trick_was_told_wrongly():
    table = dealt(3)
    for begged in (2, 2, 2, 2, 1, 1, 1, 1):
        quick(table, 3, 2, begged, "red")
    assert table.mode == "sheet"
    table.key("left")
    do(table, "change")
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
    okays(table, "ok", "ok", "ok", "ok", "right", "ok", "ok", "ok")
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
    do(table, "change")
    assert (table.mode, table.play.colour, table.play.value) == ("card", "cat", 1)
    okays(table, "ok", "ok", "ok")
    ring(table, "value", 3)
    okays(table, "ok", "ok", "ok")
    change = table.play.change
    said = [line["with"] for line in change.lines if line["do"] == "correct"]
    wanted = [{"do": "play", "seat": 2, "card": "C3"}, {"do": "beg", "seat": 1, "card": "C3"}]
    assert said == wanted or [line for line in change.lines if line in wanted]
    table.key("ok")
    assert table.actions() == [*told, *change.lines]
    assert table.state.hands[0] == ("C3",) or "C3" in table.state.discards
    assert table.state.trick == 3


def test_two_cards_that_were_mixed_up_are_put_right_at_once():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")
    table.key("ok")
    table.choose("correct")
    do(table, "change")
    okays(table, "ok", "ok")
    for card in (8, 3):
        table.tap("value", card)
    okays(table, "ok", "ok")
    assert table.mode == "beg" and table.play.begs == "C3"
    okays(table, "ok", "ok")
    assert (table.state.leader, table.state.bowls[1] is None) == (2, False)


def test_when_another_led_everybody_has_laid_the_same_cards_with_one_press():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")  # 3 wins
    table.key("ok")
    lay(table, "R4", "R1", "R2", "R3")  # 3, 4, 1, 2
    table.key("ok")
    table.choose("correct")
    pick(table, 1)
    do(table, "change")
    okays(table, "ok", "ok", "ok")
    ring(table, "value", 8)
    table.key("ok")  # 2 laid the C8 ...
    table.key("ok")
    ring(table, "value", 3)
    okays(table, "ok", "ok", "ok", "ok")  # ... and 3 the C3; the beggar takes what it took
    assert (table.mode, trick_here(table)) == ("pick", 2), "2 leads the second trick now"
    table.key("ok")
    assert table.play.choice == "same"
    table.key("ok")
    assert table.mode == "change"
    table.key("ok")
    played = [line for _, line in journal.standing(table.play.history) if line["do"] == "play"][4:]
    assert [(line["seat"], line["card"]) for line in played] == [(2, "R3"), (3, "R4"), (4, "R1"), (1, "R2")]


def test_cards_on_the_table_that_no_longer_fit_are_told_again():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")  # 3 wins
    table.key("ok")
    lay(table, "R4", "R1")  # 3, 4
    told = table.actions()
    table.choose("correct")
    pick(table, 1)
    do(table, "change")
    okays(table, "ok", "ok", "ok")
    ring(table, "value", 8)
    okays(table, "ok", "ok")
    ring(table, "value", 3)
    okays(table, "ok", "ok", "ok", "ok")  # 2 wins
    assert (table.mode, trick_here(table), table.play.draft.why) == ("pick", 2, "seat 3 is not in turn; seat 2 plays")
    table.key("ok")
    assert correcting.choices(table.play) == ("remove", "leave")
    table.key("ok")
    assert table.mode == "change" and table.actions() == told
    table.key("ok")
    table.wait(500)
    table.key("ok")
    assert (table.mode, table.state.leader, table.state.table, table.state.trick) == ("table", 2, (), 2)


def test_whatever_is_corrected_stands_as_if_it_had_been_told_so_at_first():
    lots = random.Random(3)
    tried = {"correct": 0, "retold": 0, "stuck": 0}
    for seed in range(12):
        history = told_by_cards(seed, 3 + seed % 3)
        for _ in range(3):
            draft = drafts.of(history)
            at = lots.choice([at for at, piece in enumerate(draft.pieces) if piece.kind == "trick"])
            new = [dict(line) for _, line in draft.pieces[at].lines]
            line = lots.choice(new[:-1])
            line["card"] = lots.choice(CARDS)
            again = drafts.put(draft, at, new)
            if again.stuck is not None:
                tried["stuck"] += 1
                assert again.stuck >= at and again.why
                continue
            change = drafts.weigh(again)
            if change is None:
                continue
            tried["correct" if change.lines[0]["do"] == "correct" else "retold"] += 1
            standing = [dict(action) for _, action in journal.standing(change.after)]
            wanted = [dict(action) for _, action in journal.standing(history)]
            first = [n for n, _ in journal.standing(history)].index(draft.pieces[at].first)
            wanted[first : first + len(new)] = new
            assert standing == wanted
            fresh = journal.begin(history.header)
            for action in wanted:
                fresh = journal.add(fresh, action)
            assert fresh.state == change.after.state
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
    draft = drafts.of(history)
    at = len(draft.pieces) - 1
    lines = [dict(line) for _, line in draft.pieces[at].lines]
    change = drafts.weigh(drafts.insert(drafts.remove(draft, at), at, lines))
    assert change is None, "the same is nothing"
    lines[0]["card"], lines[1]["card"], lines[4]["seat"] = "R2", "R1", 4
    shorter = drafts.weigh(drafts.remove(draft, at))
    assert shorter is not None and shorter.lines[0] == {"do": "undo"}
    change = drafts.weigh(drafts.put(draft, at, lines))
    assert change is not None
    stands = [action for _, action in journal.standing(change.after)]
    assert {"do": "play", "seat": 1, "card": "B1"} in stands and lines[0] in stands


# --- any round into any other


def other_round(lots: random.Random, players: int) -> list[tuple[int, int, int, str]]:
    """A legal telling of a round, whole tricks: until somebody has no card left."""
    counts, tricks = [8] * players, list[tuple[int, int, int, str]]()
    while all(counts):
        won, begged = lots.sample(range(players), 2)
        counts = [count - (seat != begged) for seat, count in enumerate(counts)]
        tricks.append((won + 1, lots.randint(0, 9), begged + 1, lots.choice(("red", "blue", "yellow", "cat"))))
    return tricks


def tricks_of(actions: list[dict]) -> list[tuple[int, int, int, str]]:
    """The whole tricks of round 1."""
    deals = [n for n, action in enumerate(actions) if action["do"] == "deal"]
    of_round = actions[deals[0] : deals[1]]
    return [(a["won"], a["bones"], a["begged"], a["colour"]) for a in of_round if a["do"] == "trick"]


def drafted(table: Table) -> list[tuple[int, int, int, str]]:
    return tricks_of([dict(line) for piece in table.play.draft.pieces for _, line in piece.lines])


def one_step(table: Table, wanted: list[tuple[int, int, int, str]], lots: random.Random) -> None:
    """On the page of the tricks: the first that is otherwise is told as it is wanted, put in or left out."""
    now = drafted(table)
    at = next((n for n, pair in enumerate(zip(now, wanted, strict=False)) if pair[0] != pair[1]), None)
    if at is None:
        at = min(len(now), len(wanted))
    pick(table, at + 1)
    if correcting.missing(table.play.draft, table.play.picked):
        table.key("ok")
        quick_again(table, *wanted[at])
        return
    if at >= len(wanted) or now[at + 1 : at + 2] == wanted[at : at + 1]:
        do(table, "remove")
        return
    do(table, "insert" if now[at] in wanted[at + 1 :] and lots.random() < 0.5 else "change")
    quick_again(table, *wanted[at])


@pytest.mark.parametrize("seed", range(10))
def test_any_told_round_becomes_any_other_by_three_buttons_and_counts_as_if_it_had_been_told_so(seed: int):
    lots, players = random.Random(seed), 3 + seed % 3
    told, wanted = other_round(lots, players), other_round(lots, players)
    if seed % 2:  # the same round with one trick forgotten, one twice, one other beggar
        wanted = list(told)
        told = [*told[:3], *told[2:-1]]
        told = finished(told, players)
    table = dealt(players)
    for trick in told:
        quick(table, *trick)
    go_on(table)
    quick(table, 1, 3, 2, "cat")
    steps = 0
    while tricks_of([dict(a) for _, a in journal.standing(table.play.history)]) != wanted:
        before, lines = table.play.history, table.actions()
        table.choose("correct")
        while table.mode == "pick":
            one_step(table, wanted, lots)
            steps += 1
            assert steps < 60 and table.actions() == lines, "nothing is written while it is told"
            if table.mode == "pick" and lots.random() < 0.1:
                out(table)
        if table.mode == "sheet":
            table.wait(500)
            table.key("ok")
            assert table.play.history.state == before.state
            continue
        change = table.play.change
        table.key("ok")
        assert table.actions() == [*lines, *change.lines], "appended, never erased"
        if all(line["do"] == "correct" for line in change.lines):
            taken_back = table.play.history
            for _ in change.lines:
                taken_back = journal.add(taken_back, {"do": "undo"})
            assert taken_back.state == before.state
        table.wait(500)
        table.key("ok")
    fresh = journal.begin(table.play.history.header)
    for action in told_so(wanted):
        fresh = journal.add(fresh, action)
    assert fresh.state == table.state
    replayed = journal.begin(table.play.history.header)
    for action in table.actions():
        replayed = journal.add(replayed, action)
    assert replayed.state == table.state


def finished(tricks: list[tuple[int, int, int, str]], players: int) -> list[tuple[int, int, int, str]]:
    """So many of them that the round is over, or with more until it is."""
    counts = [8] * players
    kept = list[tuple[int, int, int, str]]()
    more = [(1, 0, 2, "red")] * 20
    for trick in [*tricks, *more]:
        if not all(counts):
            break
        counts = [count - (seat + 1 != trick[2]) for seat, count in enumerate(counts)]
        kept.append(trick)
    return kept


def told_so(wanted: list[tuple[int, int, int, str]]) -> list[dict]:
    """The evening as it would have been told at first."""
    leader = {"do": "leader", "seat": 1}
    keys = ("won", "bones", "begged", "colour")
    tricks = [{"do": "trick", **dict(zip(keys, trick, strict=True))} for trick in (*wanted, (1, 3, 2, "cat"))]
    return [{"do": "deal"}, leader, *tricks[:-1], {"do": "deal"}, tricks[-1]]


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


def any_cards(header: dict, leader: int, lots: random.Random) -> list[dict]:
    """A legal telling of round 1, card by card; hands are hidden, so whoever may hold a card may have laid it."""
    history = journal.begin(header)
    for line in ({"do": "deal"}, {"do": "mode", "mode": "cards"}, {"do": "leader", "seat": leader}):
        history = journal.add(history, line)
    while history.state.phase != "deal":
        if history.state.phase == "beg":
            free = begged_from(history.state)
            lines = [{"do": "beg", "seat": history.state.beggar, "card": card} for card in free]
        else:
            lines = [{"do": "play", "seat": turn(history.state), "card": card} for card in CARDS]
        lots.shuffle(lines)
        history = journal.add(history, next(line for line in lines if journal.fits(history, line) is None))
    return [dict(line) for _, line in journal.standing(history)]


def tell(table: Table, line: dict) -> None:
    """One card, or what is begged, by < OK > alone; what is forced is not asked."""
    if line["do"] == "beg":
        ring(table, "begs", line["card"])
        table.key("ok")
        return
    ring(table, "colour", COLOUR[line["card"]])
    table.key("ok")
    ring(table, "value", VALUE[line["card"]])
    table.key("ok")


def cards_again(table: Table, lines: list[dict]) -> None:
    for line in lines:
        if table.mode == ("beg" if line["do"] == "beg" else "card"):
            tell(table, line)


def in_tricks(lines: list[dict]) -> list[list[dict]]:
    found = [[]]
    for line in lines:
        if line["do"] in ("play", "beg"):
            found[-1].append(line)
        if line["do"] == "beg":
            found.append([])
    return [trick for trick in found if trick]


@pytest.mark.parametrize("seed", range(3))
def test_any_round_of_cards_becomes_any_other_too_with_another_leader(seed: int):
    lots, players = random.Random(seed), 3 + seed
    table = Table(players, seed=seed, game="mopsen")
    table.key("ok")
    table.choose("enter-cards")
    header = table.play.history.header
    told, wanted = (any_cards(header, leader, lots) for leader in (1, 2))
    table.choose("leader")
    table.press(1)
    for trick in in_tricks(told):
        table.key("ok")
        cards_again(table, trick)
    for _ in range(4):
        if table.state.phase == "deal":  # a revoke that is remarked is left first
            table.wait(500)
            table.key("ok")
    begun = table.actions()
    table.choose("correct")
    pick(table, 0)
    table.key("ok")
    table.press(2)
    for n, trick in enumerate(in_tricks(wanted), 1):
        if table.mode == "change":
            break
        pick(table, n)
        if correcting.missing(table.play.draft, table.play.picked):
            table.key("ok")
        else:
            do(table, "change")
        cards_again(table, trick)
    step_by_step(lambda: table.mode != "pick", lambda: do(table, "remove"))
    assert table.actions() == begun, "until it is accepted nothing is written"
    table.key("ok")
    assert table.actions()[: len(begun)] == begun
    fresh = journal.begin(header)
    for line in [*wanted, {"do": "deal"}]:
        fresh = journal.add(fresh, line)
    assert fresh.state == table.state
    replayed = journal.begin(header)
    for action in table.actions():
        replayed = journal.add(replayed, action)
    assert replayed.state == fresh.state


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
