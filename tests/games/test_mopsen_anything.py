"""Whatever people do at a table of Mopsen: nothing breaks, and the journal tells the game that is shown."""

from __future__ import annotations

import random

import pytest

from mopsbox import journal
from mopsbox.box import menu_entries
from mopsbox.games.mopsen import correcting
from mopsbox.games.mopsen.cards import COLOUR
from mopsbox.games.mopsen.counting import begged_from, turn
from mopsbox.games.mopsen.play import Play

from ..at_table import Table

TAPS = (
    "seat",
    "bones",
    "colour",
    "value",
    "card",
    "part",
    "row",
    "choice",
    "leave",
    "sheet",
    "less",
    "more",
    "done",
    "digit",
    "erase",
)
STAYS = ("leave", "power-off", "language")


def anything(table: Table, lots: random.Random, players: int) -> None:
    """Somebody presses, holds, taps or waits."""
    match lots.randrange(12):
        case 0 | 1 | 2:
            table.press(lots.randint(1, players + 1), for_ms=lots.choice((80, 80, 700)))
        case 3 | 4 | 5 | 6 if table.box.menu is None:
            table.key(lots.choice(("ok", "ok", "ok", "left", "right", "back")))
        case 7 | 8:
            table.tap(lots.choice((*TAPS, "typed", "nonsense")), lots.randint(-1, 17))
        case 9:
            table.dial(lots.randint(0, 20))
        case 10 if lots.random() < 0.5:
            entry = lots.choice([e for e in menu_entries(table.box) if e not in STAYS])
            if entry != "end-here" or lots.random() < 0.1:
                table.choose(entry)
        case _:
            table.wait(lots.choice((10, 300, 700)))


def sound(play: Play) -> None:
    """What is asked can be told."""
    state = play.asked
    if play.mode == "trick" and play.part in ("beggar", "colour"):
        assert play.winner in state.setup.seats and play.beggar != play.winner
    if play.mode == "trick" and play.part not in ("winner", "bones"):
        assert play.bones is not None and 0 <= play.bones <= 9
    if play.mode == "card":
        assert state.phase == "trick" and turn(state) in state.setup.seats and play.colour is not None
    if play.mode == "beg":
        assert play.begs in begged_from(state)
    if play.mode == "pick":
        assert play.draft is not None and play.picked in correcting.row(
            play.draft, correcting.round_of(play.draft, play.picked)
        )
        assert play.part != "how" or play.choice in correcting.choices(play)
    if play.mode in ("table", "deal", "podium"):
        assert play.correcting is None
    assert not play.part or play.mode in ("trick", "card", "pick")
    assert play.change is None or play.mode == "change"
    if play.mode == "change":
        assert play.change is not None and play.draft is not None and play.draft.stuck is None
    assert play.held is None or play.mode in ("trick", "card", "beg")
    assert play.refused is None or play.refused.card not in COLOUR or play.mode == "card"


@pytest.mark.parametrize("seed", range(9))
def test_whatever_people_do_the_journal_tells_the_game_that_is_shown(seed):
    lots, players = random.Random(seed), 3 + seed % 3
    table = Table(players, seed=seed, game="mopsen")
    for _ in range(350):
        anything(table, lots, players)
        if table.box.menu is not None:
            table.key("back")
        if table.box.mode != "game":
            break
        sound(table.play)
        assert table.scene(lots.choice(("de", "en"))).items
        history = journal.begin(table.play.history.header)
        for action in table.actions():
            history = journal.add(history, action)
        assert history.state == table.state
