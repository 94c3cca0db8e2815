"""An evening of Mopsen at the box: what presses, buttons and fingers tell, in virtual time. The queue is drawn by lot,
so the stories ask the state for it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from mopsbox.box import menu_entries
from mopsbox.games.mopsen.cards import Card
from mopsbox.games.mopsen.counting import totals, turn
from mopsbox.games.mopsen.entry import refused
from mopsbox.games.mopsen.play import Refused
from mopsbox.games.mopsen.state import Revoke, State
from mopsbox.scene import Text
from mopsbox.table import MS, Seat
from mopsbox.words import CATALOGUES

from ..at_table import Table
from ..waiting import step_by_step
from .mopsen_box import LETTERS, by_cards, dealt, go_on, lay, quick, quick_round, ring
from .mopsen_tables import after, count, hand, in_mode, random_game, told_in


def last(table: Table) -> dict:
    return table.actions()[-1]


def listen(table: Table) -> list[str]:
    """The names of the sounds from now on."""
    heard = list[str]()
    table.loop.sound = lambda sound: heard.append(sound.name)
    return heard


# --- a round begins


def test_the_first_round_is_dealt_by_ok_and_by_nothing_else():
    table = Table(4, game="mopsen")
    assert table.mode == "deal"
    table.press(1)
    table.key("left")
    table.key("right")
    assert (table.mode, table.actions()) == ("deal", [])
    table.key("ok")
    assert (table.mode, table.actions()) == ("table", [{"do": "deal"}])


def test_the_table_says_who_starts_by_a_press():
    table = dealt(first=None)
    table.choose("leader")
    table.press(3)
    assert last(table) == {"do": "leader", "seat": 3}
    assert (table.mode, table.state.leader) == ("table", 3)


def test_the_table_says_who_starts_by_the_menu_buttons():
    table = dealt(first=2)
    table.choose("leader")
    table.key("right")
    table.key("ok")
    assert last(table) == {"do": "leader", "seat": 3}


def test_nobody_is_asked_who_starts_once_a_trick_is_told():
    table = dealt()
    assert "leader" in menu_entries(table.box)
    quick(table, 1, 2, 2, "red")
    assert "leader" not in menu_entries(table.box)


# --- a whole trick


def test_a_trick_takes_two_presses_and_two_okays_when_what_is_likely_is_so():
    table = dealt()
    weakest = table.state.queue[-1]
    table.press(3)
    assert (table.play.part, table.play.winner, table.play.bones) == ("bones", 3, 2)
    table.key("ok")
    table.press(1)
    assert (table.play.part, table.play.beggar, table.play.colour) == ("colour", 1, weakest)
    table.key("ok")
    assert last(table) == {"do": "trick", "won": 3, "bones": 2, "begged": 1, "colour": weakest}
    assert (table.mode, table.state.leader, table.state.queue[0]) == ("table", 3, weakest)


@pytest.mark.parametrize("bones", range(10))
@pytest.mark.parametrize("at", range(4))
def test_no_trick_takes_more_than_eleven_touches(bones, at):
    table = dealt(5)
    colour = table.state.queue[at]
    table.press(3)
    touches = 4 + min(ring(table, "bones", bones), (2 - bones) % 10)
    table.key("ok")
    table.press(1)
    touches += min(ring(table, "colour", colour), 3 - at)
    table.key("ok")
    assert last(table) == {"do": "trick", "won": 3, "bones": bones, "begged": 1, "colour": colour}
    assert touches <= 4 + 5 + 2


def test_the_first_press_of_a_trick_may_be_ok_and_everything_by_three_buttons():
    table = dealt(3, first=2)
    queue = table.state.queue
    for key in ("ok", "right", "right", "ok", "left", "ok", "left", "ok", "left", "ok"):
        table.key(key)
    # From the leader 2 on: 2, 3 wins; 1 bone; backwards from the last of 2, 1: 1 begs; from the weakest one up.
    assert last(table) == {"do": "trick", "won": 3, "bones": 1, "begged": 1, "colour": queue[-2]}


def test_who_tells_has_the_own_buzzer_as_a_button_press_for_the_next_hold_for_yes():
    table = dealt()
    table.press(4)
    table.press(4)
    assert table.play.bones == 3
    table.press(4, for_ms=700)
    assert table.play.part == "beggar"
    table.press(2)
    table.press(2)
    colour = table.play.colour
    table.press(2, for_ms=700)
    assert colour == table.state.queue[0]
    assert last(table) == {"do": "trick", "won": 4, "bones": 3, "begged": 2, "colour": colour}


def test_an_eager_beggar_says_nothing_of_bones_nobody_chose_and_yes_to_chosen_ones():
    table = dealt()
    table.press(1)
    table.press(2)
    assert (table.play.part, table.play.winner) == ("bones", 1)
    table.key("right")
    table.press(2)
    assert (table.play.part, table.play.bones, table.play.beggar) == ("colour", 3, 2)


def test_the_winner_does_not_beg_and_strangers_do_not_play():
    table = dealt(3)
    table.press(7)
    assert table.mode == "table"
    table.press(2)
    table.key("ok")
    table.press(2)
    table.press(7)
    assert (table.play.part, table.play.beggar) == ("beggar", None)
    table.key("ok")
    assert table.play.part == "beggar", "nobody is ringed yet"
    for _ in range(3):
        table.key("right")
        assert table.play.beggar in (1, 3)


def test_who_won_and_presses_for_begging_reads_and_hears_why_not():
    table = dealt(3)
    table.press(2)
    table.key("ok")
    before = table.play
    assert "Weakest card: who begs?" in table.words(), "a newcomer did not know whose buzzer it is"
    for tell in (lambda: table.press(2), lambda: table.tap("seat", 2)):
        heard = listen(table)
        tell()
        assert (table.play.refused.word, table.play.refused.seat) == ("winner-begs", 2)
        assert heard == ["wrong"]
        assert "Whoever won the trick cannot beg" in table.words()
        assert replace(table.play, refused=None) == before, "nothing else has changed"
    table.key("right")
    assert table.play.refused is None and table.play.beggar == 1, "gone with the next touch"
    table.press(2)
    table.press(1)
    assert (table.play.part, table.play.beggar, table.play.refused) == ("colour", 1, None)


def test_bones_no_card_has_are_refused_in_words_and_the_proposal_stands():
    table = dealt(4)
    table.press(3)
    before = table.play
    heard = listen(table)
    table.dial(12)
    assert heard == ["wrong"] and "0 to 9 bones" in table.words()
    assert replace(table.play, refused=None) == before
    table.press(1)
    assert table.play.part == "bones", "an eager beggar does not say yes to what was refused"
    table.dial(9)
    assert (table.play.part, table.play.bones, table.play.refused) == ("beggar", 9, None)


def test_a_trick_is_told_by_fingers_alone():
    table = dealt()
    for what, value in (("seat", 2), ("bones", 0), ("seat", 4), ("colour", 2)):
        table.tap(what, value)
    assert last(table) == {"do": "trick", "won": 2, "bones": 0, "begged": 4, "colour": "blue"}


def test_a_finger_on_an_earlier_part_tells_it_again():
    table = dealt()
    table.press(2)
    table.tap("bones", 5)
    table.press(3)
    table.tap("part", 0)
    table.press(1)
    assert (table.play.part, table.play.winner) == ("bones", 1)
    table.tap("part", 3)
    assert table.play.part == "bones", "what is not told yet cannot be told again"
    assert table.play.bones == 5, "what was told of the rest is proposed"
    table.key("ok")
    assert table.play.beggar == 3
    table.tap("part", 0)
    table.press(3)
    table.key("ok")
    assert table.play.beggar is None, "who won does not beg"


def test_bones_come_from_a_number_pad_and_from_a_script_too():
    table = dealt()
    table.press(2)
    table.tap("digit", 4)
    assert table.play.bones == 4
    table.dial(5)
    assert (table.play.part, table.play.bones) == ("beggar", 5)


def test_back_takes_one_step_of_telling_back_and_nothing_recorded():
    table = dealt()
    before = table.actions()
    table.press(2)
    table.key("ok")
    table.press(3)
    for part in ("beggar", "bones", "winner"):
        table.key("back")
        assert (table.mode, table.play.part) == ("trick", part)
    table.key("back")
    assert table.mode == "table" and table.box.menu is None
    table.key("back")
    assert table.box.menu is not None, "nothing is being told: back is the menu"
    assert table.actions() == before


def test_take_back_in_the_middle_of_telling_takes_back_only_that():
    table = dealt()
    before = table.actions()
    table.press(2)
    table.choose("take-back")
    assert (table.play.part, table.actions()) == ("winner", before)


# --- what the table sees and hears of it


def test_the_screen_can_show_how_the_queue_was_before_a_colour_climbed():
    table = dealt()
    before = table.state.queue
    quick(table, 1, 2, 2, before[2])
    ended = table.play.ended
    assert (ended.winner, ended.bones, ended.beggar, ended.colour, ended.queue) == (1, 2, 2, before[2], before)
    assert table.state.queue == (before[2], before[0], before[1], before[3])
    assert table.clock.t - 30 * MS < ended.at <= table.clock.t
    table.press(1)
    assert table.play.ended is ended
    table.choose("take-back")
    table.choose("take-back")
    table.choose("take-back")
    assert table.play.ended is None


def test_lamps_say_whose_press_is_awaited():
    table = dealt(3, first=2)
    assert [table.lamps[n] for n in (1, 2, 3)] == ["breathing", "on", "breathing"]
    table.press(3)
    table.wait(200)
    assert [table.lamps[n] for n in (1, 2, 3)] == ["off", "off", "on"]
    table.key("ok")
    assert [table.lamps[n] for n in (1, 2, 3)] == ["breathing", "breathing", "on"]


def test_the_referee_opens_no_race_all_evening(tmp_path):
    table = dealt(3, folder=tmp_path)
    quick_round(table)
    go_on(table)
    orders = [json.loads(line).get("do") for line in (tmp_path / "games" / "1.edges.jsonl").read_text().splitlines()]
    assert set(orders) == {None, "close"}


# --- between rounds, and the end


def test_the_round_ends_by_itself_and_the_sheet_waits_for_a_press():
    table = dealt(3)
    quick_round(table, 1, 2)
    # Eight tricks of 2 bones for 1; 2 has begged them all: 8 cards and 7 printed bones; 3 just the 7.
    assert (table.mode, table.state.rounds) == ("sheet", ((16, 15, 7),))
    table.press(3)
    assert table.mode == "sheet", "the press that was still meant for the trick"
    table.wait(500)
    table.press(3)
    assert table.mode == "deal"
    table.key("ok")
    assert (table.mode, table.state.round) == ("table", 2)


def test_the_sheet_can_be_looked_at_in_a_round_and_turned():
    table = dealt()
    table.key("right")
    assert (table.mode, table.play.turned) == ("sheet", False)
    table.key("right")
    assert table.play.turned
    table.wait(500)
    table.key("ok")
    assert (table.mode, table.play.turned) == ("table", False)


def test_three_rounds_make_a_game_and_the_box_knows_who_won():
    table = dealt(3)
    for n in (1, 2, 3):
        quick_round(table, n, n % 3 + 1)
        if n < 3:
            go_on(table)
    assert (table.mode, table.state.phase) == ("sheet", "over")
    assert totals(table.state) == (38, 38, 38) and table.state.winners == (1, 2, 3)
    assert table.store.unfinished() is None
    table.wait(500)
    table.press(2)
    assert table.mode == "podium"
    assert [table.lamps[n] for n in (1, 2, 3)] == ["wave"] * 3
    table.key("ok")
    assert (table.mode, table.actions()) == ("deal", [])


def test_the_host_ends_the_game_early_and_finished_rounds_count():
    table = dealt(3)
    quick_round(table)
    go_on(table)
    quick(table, 3, 9, 2, "red")
    table.choose("end-here")
    assert (table.mode, table.state.winners, table.state.ended_early) == ("podium", (1,), True)
    assert table.store.unfinished() is None
    assert "end-here" not in menu_entries(table.box)


def test_before_a_round_is_finished_there_is_nothing_to_end_a_game_with():
    table = dealt(3)
    quick(table, 3, 9, 2, "red")
    assert "end-here" not in menu_entries(table.box) and "leave" in menu_entries(table.box)
    quick_round(table)
    assert "end-here" in menu_entries(table.box)


def test_a_game_ended_by_mistake_goes_on_where_it_was(tmp_path):
    table = dealt(3, folder=tmp_path)
    quick_round(table)
    go_on(table)
    quick(table, 3, 4, 2, "red")
    table.choose("end-here")
    table.choose("take-back")
    assert (table.mode, table.state.round, table.state.trick) == ("table", 2, 2)
    table.store.close()
    again = Table(folder=tmp_path)
    again.key("ok")
    assert (again.mode, again.state.bowls) == ("table", (None, None, 4))


def test_from_the_podium_home_or_to_the_sheet():
    table = dealt(3)
    quick_round(table)
    go_on(table)
    table.choose("end-here")
    table.key("right")
    assert table.mode == "sheet"
    table.wait(500)
    table.key("ok")
    table.key("left")
    assert table.box.mode == "lobby"


def test_a_pulled_plug_costs_only_what_was_not_told_yet(tmp_path):
    table = by_cards(4, folder=tmp_path)
    lay(table, "R5", "R9")
    table.tap("colour", 1)
    told = table.actions()
    table.store.close()
    again = Table(folder=tmp_path)
    again.key("ok")
    assert (again.mode, again.play.part, turn(again.state)) == ("card", "colour", 3)
    assert again.actions() == told


# --- taking back


def test_everything_is_taken_back_step_by_step_to_the_first_deal():
    table = dealt(3, first=None)
    quick_round(table)
    go_on(table)
    table.choose("enter-cards")
    lay(table, "R1", "R2", "R3", "Y5")
    step_by_step(lambda: "take-back" not in menu_entries(table.box), lambda: table.choose("take-back"))
    assert (table.mode, table.state) == ("deal", table.play.history._start)
    lines = [line["do"] for line in table.actions()]
    assert lines.count("undo") == len(lines) / 2, "nothing is erased"


def test_a_forced_begged_card_is_taken_back_with_the_card_that_forced_it():
    table = by_cards(3)
    lay(table, "R1", "R2", "R3")
    assert last(table)["do"] == "beg"
    table.choose("take-back")
    assert (table.mode, turn(table.state), [a["do"] for a in table.actions()[-2:]]) == ("card", 3, ["undo", "undo"])


def test_the_left_key_between_tricks_takes_back_as_its_label_says():
    table = dealt()
    before = table.state
    quick(table, 1, 2, 2, "cat")
    table.key("left")
    assert table.state == before and last(table) == {"do": "undo"}


# --- card by card


def test_the_way_of_telling_changes_between_tricks_and_back():
    table = dealt()
    table.choose("enter-cards")
    assert (last(table), table.mode) == ({"do": "mode", "mode": "cards"}, "table")
    lay(table, "R1")
    assert not {"enter-cards", "enter-tricks"} & set(menu_entries(table.box)), "a trick is finished as it was begun"
    lay(table, "R2", "R3", "R4")
    table.key("ok")
    table.choose("enter-tricks")
    assert last(table) == {"do": "mode", "mode": "quick"}
    quick(table, 1, 2, 2, "red")
    assert table.state.trick == 3


def test_changing_the_way_of_telling_drops_what_was_told_of_the_trick_only():
    table = dealt()
    table.press(1)
    table.choose("enter-cards")
    assert (table.mode, table.play.winner, table.state.trick) == ("table", None, 1)


def test_only_who_leads_begins_a_trick_and_the_others_follow_in_turn():
    table = by_cards(4, first=3)
    table.press(1)
    assert table.mode == "table"
    table.press(3)
    assert table.mode == "card"
    for seat, card in ((3, "B5"), (4, "B6"), (1, "C1")):
        lay(table, card)
        assert last(table) == {"do": "play", "seat": seat, "card": card}


def test_a_card_is_told_by_the_menu_buttons_the_led_colour_being_proposed():
    table = by_cards(4)
    queue = table.state.queue
    table.key("ok")
    assert table.play.colour == queue[0]
    ring(table, "colour", "blue")
    table.key("ok")
    table.key("ok")
    assert table.play.part == "value", "no value is ringed yet"
    table.key("right")
    table.key("right")
    table.key("ok")
    assert last(table) == {"do": "play", "seat": 1, "card": "B2"}
    assert (table.play.part, table.play.colour) == ("colour", "blue")
    table.key("ok")
    table.key("right")
    table.key("right")
    assert table.play.value == 3, "B2 lies there already and is passed over"
    table.key("left")
    table.key("left")
    assert table.play.value == 16
    table.key("ok")
    assert last(table)["card"] == "B16"


def test_a_number_pad_gives_the_value_digit_by_digit():
    table = by_cards(4)
    lay(table, "R5")
    for what, value in (("digit", 1), ("digit", 2)):
        table.tap(what, value)
    assert (table.play.colour, table.play.value) == ("red", 12)
    table.tap("digit", 3)
    assert table.play.value == 3, "123 is on no card"
    table.tap("erase")
    assert table.play.value is None
    table.tap("erase")
    assert table.play.part == "colour"
    table.tap("digit", 1)
    table.tap("digit", 6)
    table.tap("erase")
    table.tap("done")
    assert last(table) == {"do": "play", "seat": 2, "card": "R1"}


def test_a_digit_typed_on_the_keyboard_is_no_buzzer_at_the_same_time():
    table = by_cards(4, first=3)
    table.press(3)
    table.key("ok")
    typed(table, 3)
    assert table.play.value == 3
    table.press(3)
    assert table.play.value == 4, "later the buzzer is a button again"


def test_the_lobby_says_that_the_cards_are_the_tables_own_as_soon_as_enough_are_in():
    table = Table(language="en")
    table.press(1)
    table.press(1, 2, 3)
    said = "Play with your own cards"
    assert said not in table.words(), "Mopseinander needs nothing"
    table.key("right")
    assert table.box.game == "mopsen" and said in table.words()
    table.press(3, for_ms=1200)
    assert said not in table.words() and "Press your buzzer" in table.words()


def test_where_eight_cards_are_to_be_dealt_eight_are_shown_and_not_none():
    table = Table(4, game="mopsen")
    assert table.mode == "deal" and table.state.counts == (0,) * 4
    shown = [item.text for item in table.scene().items if isinstance(item, Text)]
    assert shown.count("8") == 4


def test_the_keyboards_digits_are_bones_while_bones_are_asked_and_buzzers_again_after():
    table = dealt(4)
    table.press(3)
    assert table.play.part == "bones"
    typed(table, 3)
    assert (table.play.bones, table.play.touched) == (3, True), "of the seat that tells: no step up"
    typed(table, 1)
    assert (table.play.part, table.play.bones, table.play.beggar) == ("bones", 1, None), "of another: it does not beg"
    table.press(2)
    assert (table.play.part, table.play.beggar) == ("colour", 2), "a real buzzer is none of the keyboard's"
    table.key("back")
    typed(table, 4)
    assert (table.play.part, table.play.beggar) == ("colour", 4), "where no number is asked a key is a buzzer"


def typed(table, digit):
    """A key of the keyboard's row goes down: buzzer and digit at once."""
    t = table.clock.t
    table.tap("typed", digit)
    table.clock.t = t
    table.press(digit)


def test_a_card_is_told_by_the_own_buzzer_alone():
    table = by_cards(4)
    table.press(1)
    table.press(1, for_ms=700)
    table.press(1)
    table.press(1)
    table.press(2)
    table.press(1, for_ms=700)
    colour = table.state.queue[0]
    assert last(table) == {
        "do": "play",
        "seat": 1,
        "card": {"red": "R", "yellow": "Y", "blue": "B", "cat": "C"}[colour] + "2",
    }


def test_with_three_players_the_begged_card_is_not_asked():
    table = by_cards(3)
    lay(table, "C1", "C2", "C3")
    assert table.actions()[-1] == {"do": "beg", "seat": 1, "card": "C2"}
    assert (table.mode, table.state.leader) == ("table", 3)
    ended = table.play.ended
    assert (ended.card, ended.taken, ended.table) == ("C3", "C2", ((1, "C1"), (2, "C2"), (3, "C3")))


def test_with_more_players_the_beggar_chooses_by_the_own_buzzer():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")
    assert (table.mode, table.state.beggar, table.play.begs) == ("beg", 1, "C3"), "the stronger one is proposed"
    table.press(3)
    table.press(1)
    assert table.play.begs == "C2"
    table.press(1, for_ms=700)
    assert last(table) == {"do": "beg", "seat": 1, "card": "C2"}
    assert table.play.ended.table == ((1, "C1"), (2, "C3"), (3, "C8"), (4, "C2"))


def test_the_beggar_chooses_by_a_finger():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")
    table.tap("card", 1)
    assert last(table) == {"do": "beg", "seat": 1, "card": "C2"}


def test_a_card_that_cannot_be_played_is_refused_in_a_few_words_and_nothing_is_written():
    table = by_cards(4)
    lay(table, "C1", "C3", "C8", "C2")
    table.tap("card", 0)  # 1 begs C3; C8 is in the bowl of 3, C1 and C2 are discarded
    lay(table, "R1")
    before = table.actions()
    for card, word, seat in (
        ("R1", "card-table", None),
        ("C8", "card-bowl", 3),
        ("C2", "card-gone", 4),
        ("C3", "card-held", 1),
    ):
        lay(table, card)
        refused = table.play.refused
        assert (refused.word, refused.card, refused.seat, table.actions()) == (word, card, seat, before)
        assert word in CATALOGUES["en"].messages
    table.dial(9)
    assert table.play.refused.word == "card-none", "cats go to 8"
    table.key("left")
    assert table.play.refused is None


def test_a_player_of_whom_all_cards_are_known_holds_no_other():
    def all_known(state: State) -> bool:
        return state.phase == "trick" and state.trick > 1 and len(hand(state, turn(state))) == count(state, turn(state))

    for seed in range(40):
        game = list(random_game(seed))
        state = in_mode(game[0][0].setup, "cards")
        for action in told_in("cards", game):
            state = after(state, action)
            if all_known(state):
                other = min(state.unseen)
                assert refused(state, turn(state), other, 7) == Refused(7, "only-held", other, turn(state))
                return
    raise AssertionError("no such hand in forty games")


def test_who_denied_a_colour_and_shows_it_later_is_remarked_with_round_and_trick():
    table = by_cards(3)
    lay(table, "R5", "Y1", "R6")
    assert table.play.noticed == ()
    others = iter(("B9", "B10"))
    for _ in range(3):
        lay(table, "R9" if turn(table.state) == 2 else next(others))
    remark = Revoke(Seat(2), 1, 1, Card("R9"))
    assert table.play.noticed == table.state.revokes == (remark,)
    table.press(turn(table.state))
    assert table.play.noticed == (remark,), "it stays until the next trick is told"
    lay(table, "C1")
    assert table.play.noticed == () and table.state.revokes == (remark,)
    table.choose("take-back")
    assert table.play.noticed == ()


def denied_twice(table: Table) -> str:
    """Of three players 2 denies a colour in two tricks and leads it in the third: that card."""
    led, other = [colour for colour in table.state.queue if colour != "cat"][:2]
    a, b = (next(letter for letter, colour in LETTERS.items() if colour == c) for c in (led, other))
    lay(table, f"{a}16", f"{b}5", f"{a}1")  # 2 is weakest, and its colour climbs
    assert turn(table.state) == 1
    lay(table, f"{a}15", f"{b}6", f"{a}2")
    assert turn(table.state) == 2
    lay(table, f"{a}9")
    return f"{a}9"


def test_a_card_that_proves_two_denials_is_remarked_with_both_tricks():
    table = by_cards(3)
    card = denied_twice(table)
    assert table.play.noticed == (Revoke(Seat(2), 1, 1, Card(card)), Revoke(Seat(2), 1, 2, Card(card)))
    assert {"Did not follow", "Round 1, trick 1, 2"} <= table.words()


def test_while_a_trick_goes_on_the_next_is_asked_and_the_remark_is_told_once():
    table = by_cards(3)
    card = denied_twice(table)
    assert {"Which card?", "Did not follow"} <= table.words() and turn(table.state) == 3
    table.wait(3000)
    lay(table, f"{card[0]}4")
    assert {"Which card?", "Did not follow"} <= table.words() and turn(table.state) == 1
    table.wait(3000)
    assert "Did not follow" not in table.words(), "another tab does not begin it anew"
    assert "Which card?" in table.words()


def test_a_remark_waits_while_the_menu_is_open():
    table = by_cards(3)
    denied_twice(table)
    table.key("ok", for_ms=1100)
    assert "Did not follow" not in table.words()
    table.wait(20_000)
    table.key("back")
    assert "Did not follow" in table.words()
    table.wait(6000)
    assert "Did not follow" not in table.words()


def test_what_comes_to_light_in_a_rounds_last_trick_is_told_over_the_sheet_and_stays_in_it():
    table = by_cards(3)
    tricks = [{1: "R16", 2: "B5", 3: "R1"}]
    tricks += [{1: f"Y{16 - n}", 2: f"Y{11 - n}", 3: f"Y{1 + n}"} for n in range(5)]
    tricks += [{1: "B16", 2: "B10", 3: "B2"}, {1: "R15", 2: "R9", 3: "R2"}]
    for cards in tricks:
        for _ in cards:
            lay(table, cards[turn(table.state)])
    assert table.mode == "sheet" and table.state.revokes == (Revoke(Seat(2), 1, 1, Card("R9")),)
    assert {"Did not follow", "Round 1, trick 1", "R1", "T1"} <= table.words()
    table.press(3)
    assert "Did not follow" in table.words(), "the press that was still meant for the trick"
    table.wait(500)
    table.press(3)
    assert table.mode == "sheet" and "Did not follow" not in table.words(), "the first press takes the remark away"
    assert {"R1", "T1"} <= table.words()
    table.press(3)
    assert table.mode == "deal"
