"""A third game is a folder (tests/third_game), a line in GAMES and a playthrough: here it is added and played.

The box gets it behind a screen that lets nothing through but the names a game has.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from mopsbox import show
from mopsbox.__main__ import main
from mopsbox.box import menu_entries
from mopsbox.games import GAMES, protocol
from mopsbox.journal import Refused, begin, standing
from mopsbox.journal import add as told
from mopsbox.lobby import Lobby
from mopsbox.replay import load
from mopsbox.scene import Look
from mopsbox.stage import Box
from mopsbox.table import SEATS, Seat, Sound

from .. import third_game
from ..at_table import Table
from ..catalogue import LANGUAGES, PANELS
from ..clean import faults
from ..replayed import ends_where_it_must, may_be_cut_after_any_line
from ..screens import AROUND, T, texts
from ..third_game.host import Play

NAMES = {"NAME", "SEATS", "ACTIONS", "SOUNDS", "new", "listening", "step", "scene", "scores", "host"}


def of(part: type) -> set[str]:
    """The names a part of the protocol has."""
    return {name for name in vars(part) if not name.startswith("_")}


SOME = set[str]().union(
    *map(of, (protocol.Owned, protocol.Timed, protocol.Chosen, protocol.Teaching, protocol.Sociable))
)
"""What only some hosts have."""
TOY = "haudenpug"
HEADER = {"journal": 1, "game": TOY, "seats": [1, 2, 3], "first": 1, "to": 3}
PLAYTHROUGH = Path(third_game.__file__).parent / "haudenpug-3.jsonl"


class Only:
    """A game, or a part of one, of which only these names can be had. `asked`: those that were."""

    def __init__(self, of: Any, names: set[str], **parts: Only) -> None:
        self.__name__ = of.__name__
        self.asked = set[str]()
        self._of, self._names, self._parts = of, names, parts

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            raise AttributeError(f"{self.__name__} has no {name}, as far as the box may know")
        self.asked.add(name)
        return self._parts[name] if name in self._parts else getattr(self._of, name)


def screened(game: Any) -> Only:
    host = Only(game.host, of(protocol.Host) | SOME, record=Only(game.host.record, of(protocol.Record)))
    return Only(game, NAMES, host=host)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Only:
    """The line in GAMES."""
    game = screened(third_game)
    monkeypatch.setitem(GAMES, TOY, game)  # type: ignore[arg-type]
    return game


def in_the_lobby(*seats: int, folder: Path | None = None) -> Table:
    """They have joined, and somebody has chosen the toy."""
    table = Table(folder=folder)
    table.press(1)
    for seat in seats:
        table.press(seat)
    for _ in range(list(GAMES).index(TOY)):
        table.key("right")
    assert table.box.lobby.game == TOY
    return table


def playing(*seats: int, folder: Path | None = None) -> Table:
    table = in_the_lobby(*seats, folder=folder)
    table.key("ok")
    return table


def hit(table: Table, *seats: int, apart_us: float = 5000) -> None:
    """The pug looks out and these buzzers are pressed, one after another."""
    table.key("ok")
    table.wait(300)
    table.press(*seats, apart_us=apart_us)
    table.wait(100)


# --- the lobby


def test_it_stands_in_the_lobby_beside_the_others_and_starts() -> None:
    table = in_the_lobby(2, 5, 7)
    assert {"Hau den Pug", "Mopseinander"} <= table.words(), "its name, and the next game on the > key"
    table.key("left")
    assert {"Mopsen", "Hau den Pug"} <= table.words()
    table.key("right")
    table.key("ok")
    assert (table.box.mode, table.box.game) == ("game", TOY)
    assert set(table.state.setup.seats) == {2, 5, 7} and table.mode == "hidden"


def test_its_own_number_of_players_holds() -> None:
    table = in_the_lobby(4)
    table.key("ok")
    assert table.box.mode == "lobby" and "At least 2 players" in table.words()
    table.press(8)
    table.key("ok")
    assert table.box.mode == "game"


def test_no_house_rule_of_another_game_is_said_of_it() -> None:
    table = in_the_lobby(*SEATS)
    assert "Press your buzzer" in table.words()
    table.key("right")
    assert table.box.lobby.game == "mopseinander" and "24 coasters" in table.words()


# --- at the table


def test_it_is_played_by_buzzers_to_the_podium() -> None:
    table = playing(1, 2, 3)
    heard = list[Sound]()
    table.loop.sound = heard.append
    assert "Wait for it!" in table.words()
    table.press(3)
    assert table.actions() == [], "nobody hits a pug that is down"
    table.key("ok")
    assert "Hit it!" in table.words() and {table.lamps[Seat(n)] for n in (1, 2, 3)} == {"dim"}
    table.press(2, 1, apart_us=200)
    assert table.actions() == [{"do": "hit", "seat": 2}] and table.lamps[Seat(2)] == "on"
    hit(table, 1)
    hit(table, 2, 3)
    assert table.mode == "hidden"
    hit(table, 3, 2)
    hit(table, 2)
    assert table.mode == "podium" and [a["seat"] for a in table.actions()] == [2, 1, 2, 3, 2]
    assert third_game.scores(table.state) == {1: 1, 2: 3, 3: 1}
    assert {seat for seat, lamp in table.lamps.items() if lamp == "wave"} == {2}
    assert heard[-1] == Sound("fanfare") and {s.name for s in heard} <= set(third_game.SOUNDS)
    assert table.store.unfinished() is None, "the store knows that it is over"


def test_a_dead_heat_is_settled_by_a_logged_draw() -> None:
    table = playing(1, 2, 3)
    hit(table, 2, 3, apart_us=10)
    (action,) = table.actions()
    assert action["among"] == [2, 3] and action["seat"] in (2, 3)


def test_once_more_and_home() -> None:
    table = playing(1, 2)
    for _ in range(3):
        hit(table, 1)
    table.key("ok")
    assert (table.mode, sum(table.state.points), table.loop.game) == ("hidden", 0, 2)
    for _ in range(3):
        hit(table, 2)
    table.key("left")
    assert (table.box.mode, table.box.lobby.game) == ("lobby", TOY)


# --- the menu


def test_the_menu_takes_back_and_ends_early_in_both_languages() -> None:
    table = playing(1, 2)
    hit(table, 1)
    hit(table, 2)
    table.choose("take-back")
    assert table.state.points == (1, 0) and table.actions()[-1] == {"do": "undo"}
    assert "Gleich!" in texts(show.scene(replace(table.box, language="de"), T, Look()))
    assert "Wait for it!" in texts(show.scene(replace(table.box, language="en"), T, Look()))
    table.choose("end-game")
    assert (table.mode, table.state.winners) == ("podium", (1,)) and "ended early" in table.words()
    table.key("ok", for_ms=1100)
    assert menu_entries(table.box)[:2] == ("go-on", "leave"), "nothing is taken back once it is over"


def test_nobody_hits_behind_the_menu_and_the_pug_looks_out_anew() -> None:
    table = playing(1, 2)
    table.key("ok")
    table.key("ok", for_ms=1100)
    table.press(1)
    assert table.actions() == []
    table.choose("go-on")
    table.press(2)
    assert table.actions() == [{"do": "hit", "seat": 2}]


# --- nothing is lost


def test_its_journal_replays_to_where_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = playing(4, 6, folder=tmp_path)
    hit(table, 4)
    hit(table, 6, 4, apart_us=10)
    table.choose("take-back")
    hit(table, 6)
    table.store.close()
    file = tmp_path / "games" / "1.jsonl"
    history = load(file)
    assert history.state == table.state and [n for n, _ in standing(history)] == [1, 4]
    assert main(["replay", str(file), "--json"]) == 0
    end = {"game": TOY, "over": False, "points": {"4": 1, "6": 1}, "winners": []}
    assert json.loads(capsys.readouterr().out) == end
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == ["Hau den Pug, 2 players, to 3 points", "seat 4: 1", "seat 6: 1"]
    assert main(["audit", str(tmp_path / "games" / "1.edges.jsonl")]) == 0


def test_the_plug_is_pulled_and_it_goes_on_where_it_stood(tmp_path: Path) -> None:
    table = playing(3, 8, folder=tmp_path)
    hit(table, 8)
    hit(table, 8)
    table.key("ok")  # the pug is out
    table.store.close()
    again = Table(folder=tmp_path)
    assert again.box.mode == "offer" and "Hau den Pug" in again.words()
    again.key("ok")
    assert (again.box.game, again.mode, again.state) == (TOY, "hidden", table.state)
    hit(again, 8)
    assert (again.mode, again.state.winners) == ("podium", (8,))
    again.store.close()
    assert Table(folder=tmp_path).box.mode == "attract"


def test_its_playthrough_passes_as_every_playthrough_does(tmp_path: Path) -> None:
    ends_where_it_must(PLAYTHROUGH)
    may_be_cut_after_any_line(PLAYTHROUGH, tmp_path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"to": 0}, "to must be a number of points"),
        ({"seats": [1]}, "for 2 to 8 seats"),
        ({"pile": [1]}, "unknown key 'pile'"),
        ({"game": "chess"}, "known are mopseinander, mopsen, haudenpug"),
    ],
)
def test_a_header_that_cannot_be_is_refused_in_one_sentence(change: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        begin(HEADER | change)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"do": "hit", "seat": 4}, "hit: seat 4 does not play; name one of 1, 2, 3"),
        ({"do": "hit", "seat": "1"}, "hit: seat must be a whole number"),
        ({"do": "roll"}, "known are hit, end, undo, correct"),
    ],
)
def test_a_line_that_cannot_be_is_refused_in_one_sentence(line: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        told(begin(HEADER), line)


# --- commands


def test_bots_play_it_and_break_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--game", TOY, "--players", "4", "--games", "20", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["game"], result["finished"], sum(result["winners"].values())) == (TOY, 20, 20)
    assert main(["sim", "--game", TOY, "--players", "9"]) == 2
    assert "haudenpug takes 2 to 8" in capsys.readouterr().err


def test_without_bots_sim_says_who_has_some(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mopsbox.sim.find_spec", lambda name: None if "third_game" in name else name)
    assert main(["sim", "--game", TOY, "--players", "2"]) == 2
    assert "has no bots to play it; use mopseinander, mopsen" in capsys.readouterr().err


def test_a_script_presses_its_buttons_and_takes_its_picture(tmp_path: Path) -> None:
    lines: list[dict[str, object]] = [{"script": 1, "game": TOY, "players": 2, "size": [800, 480]}]
    for n in range(3):
        lines += [{"at_ms": 1000 * n + 500, "press": "ok"}, {"at_ms": 1000 * n + 900, "press": 2}]
    lines += [{"at_ms": 4000, "shot": "podium.png"}, {"at_ms": 4100, "quit": True}]
    script = tmp_path / "script.jsonl"
    script.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["--data", str(tmp_path / "data"), "play", "--script", str(script), "--headless"]) == 0
    assert load(tmp_path / "data" / "games" / "1.jsonl").state.winners == (2,)
    assert (tmp_path / "data" / "podium.png").stat().st_size > 0


# --- pictures


def every_picture(players: int, look: Look) -> dict[str, Any]:
    """Down and out with points of one and of two digits, the podium; the lobby with as many, and the menu."""
    seats = SEATS[:players]
    history = begin(HEADER | {"seats": list(seats), "to": 11})
    for n in range(10):
        history = told(history, {"do": "hit", "seat": seats[n % 2 and -1]})
    tenth = told(history, {"do": "correct", "action": 1, "with": {"do": "hit", "seat": seats[-1]}})
    for _ in range(5):
        tenth = told(tenth, {"do": "hit", "seat": seats[-1]})
    assert tenth.state.over
    box = Box("game", T, Lobby(T, TOY, seats), Play(history, "hidden", T, last=seats[0]), language=look.language)
    boxes = {
        "hidden": box,
        "out": replace(box, play=Play(history, "out", T, opened=T)),
        "podium": replace(box, play=Play(tenth, "podium", T)),
        "menu": replace(box, menu=1),
        "lobby": replace(box, mode="lobby"),
    }
    return {name: show.scene(shown, T + 10**10, look) for name, shown in boxes.items()}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", PANELS)
def test_its_pictures_are_as_clean_as_those_of_the_others(panel: str, around: str) -> None:
    for players, language in product(third_game.SEATS, LANGUAGES):
        look = replace(PANELS[panel], seats_around=around, language=language)
        found = {name: faults(scene, look) for name, scene in every_picture(players, look).items()}
        assert not any(found.values()), (players, language, found)


# --- ten names


def test_the_names_are_the_protocols() -> None:
    assert of(protocol.Game) == NAMES
    for game in (third_game, *GAMES.values()):
        assert set(getattr(game, "__all__", NAMES)) == NAMES


@pytest.mark.parametrize("name", ["mopseinander", "mopsen", TOY])
def test_the_box_asks_nothing_else_of_any_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the screen says no. What is left over is for who reads a game: SOUNDS and listening."""
    game = screened(third_game if name == TOY else GAMES[name])
    monkeypatch.setitem(GAMES, name, game)  # type: ignore[arg-type]
    assert main(["sim", "--game", name, "--players", "4", "--games", "1"]) == 0
    assert game.asked >= {"SEATS", "ACTIONS", "new", "step", "scores", "host"}
    table = Table(3, game=name)
    table.words()
    table.choose("go-on")
    table.choose("take-back" if "take-back" in menu_entries(table.box) else "leave")
    assert game.asked >= NAMES - {"NAME", "SOUNDS", "listening"}
