"""Whole evenings with everything a table does to a game, and the box's statistics against the same figures worked out
slowly from the stored actions alone: rules.md read again, with its own coasters (7.2), and none of our rules' code."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from mopsbox import box as boxes
from mopsbox.store import Store, open_store
from mopsbox.table import Seat
from tests import many_games
from tests.at_table import Table
from tests.waiting import step_by_step

Line = Mapping[str, Any]


# -- by hand


def standing(lines: Sequence[Line]) -> list[Line]:
    """The actions that still stand: an undo takes the last one away, a correction stands in another one's place."""
    kept: list[tuple[int, Line]] = []
    for number, line in enumerate(lines, 1):
        if line["do"] == "undo":
            kept.pop()
        elif line["do"] == "correct":
            kept = [(n, line["with"] if n == line["action"] else old) for n, old in kept]
        else:
            kept.append((number, line))
    return [line for _, line in kept]


def pugs(coaster: int, kind: str) -> int:
    """7.2: the base vector, turned right by the coaster's number less one; kinds in the order G1, R1, G2, R2, ..."""
    base = (3, 0, 2, 0, 1, 0, 0, 1, 0, 1, 0, 0)
    place = 2 * (int(kind[1]) - 1) + (kind[0] == "R")
    return base[(place - (coaster - 1)) % 12]


STARS = (0, 1, 2, 1, 0, 1, 2, 1, 3, 1, 1, 2)


def number(coasters: Sequence[int], face: str, green: int, red: int) -> int:
    """R11 to R13."""
    if face == "front":
        a, b = f"G{green}", f"R{red}"
    else:
        a, b = f"G{7 - green}", f"R{red % 6 + 1}"
    many_a, many_b = sum(pugs(c, a) for c in coasters), sum(pugs(c, b) for c in coasters)
    if green + red == 9:
        return many_a * many_b
    stars = sum(STARS[c - 1] for c in coasters) if green + red == 7 else 0
    return many_a + many_b + stars


def mopseinander(header: Line, lines: Sequence[Line]) -> dict[int, Counter[str]]:
    found = {seat: Counter[str]() for seat in header["seats"]}
    pile, table, wanted = list(header["pile"]), list[int](), 0
    for line in standing(lines):
        match line["do"]:
            case "fill":
                while len(table) < line["to"] and pile:
                    table.append(pile.pop(0))
            case "roll":
                wanted = number(table, header["face"], line["green"], line["red"])
            case "answer":
                right = line["number"] == wanted
                found[line["seat"]].update(right=right, wrong=not right, late=line["number"] is None)
            case "take":
                table.remove(line["coaster"])
                found[line["seat"]]["races"] += 1
    return found


def bones(card: str) -> int:
    """7.3"""
    value = int(card[1:])
    if card[0] == "C":
        return (4, 4, 3, 3, 2, 2, 1, 1)[value - 1]
    return 5 if value < 3 else 4 if value < 6 else 3 if value < 10 else 2 if value < 14 else 1


def tricks(header: Line, lines: Sequence[Line]) -> Iterator[tuple[int, int, int]]:
    """(who won, bones, who begged): told as a whole, or card by card, the strongest by its colour's place in the queue,
    then by its value (R44, R48, R49)."""
    queue, cards = list(header["queue"]), dict[str, int]()
    for line in standing(lines):
        match line["do"]:
            case "trick":
                yield line["won"], line["bones"], line["begged"]
                first = line["colour"]
            case "play":
                cards[line["card"]] = line["seat"]
                continue
            case "beg":
                order = [{"red": "R", "yellow": "Y", "blue": "B", "cat": "C"}[colour] for colour in queue]
                ranked = sorted(cards, key=lambda card: (order.index(card[0]), -int(card[1:])))
                assert cards[ranked[-1]] == line["seat"]
                yield cards[ranked[0]], bones(ranked[0]), line["seat"]
                first, cards = queue[order.index(ranked[-1][0])], {}
            case _:
                continue
        queue.remove(first)
        queue.insert(0, first)


def mopsen(header: Line, lines: Sequence[Line]) -> dict[int, Counter[str]]:
    """R54, R58 to R60."""
    seats = header["seats"]
    found = {seat: Counter[str]() for seat in seats}
    round_: list[tuple[int, int, int]] = []
    for trick in tricks(header, lines):
        round_.append(trick)
        hands = {seat: 8 - len(round_) + sum(beggar == seat for _, _, beggar in round_) for seat in seats}
        if 0 in hands.values():
            for seat in seats:
                won = [many for winner, many, _ in round_ if winner == seat]
                came_to = (sum(won) if won else 7 if len(seats) == 3 else 5) + hands[seat]
                begged = sum(beggar == seat for _, _, beggar in round_)
                found[seat].update(rounds=1, bones=came_to, kept_empty=not won, tricks=len(won), begged=begged)
            round_ = []
    return found


def added(store: Store, sat: Mapping[int, Mapping[int, str]], kind: str) -> dict[str, Counter[str]]:
    """Everybody's sums over the finished games; `sat`: by game, who sat where."""
    counted = {"mopseinander": mopseinander, "mopsen": mopsen}[kind]
    found: dict[str, Counter[str]] = {}
    for game in store.games():
        if game.result is None or game.game != kind:
            continue
        counts = counted(game.header, store.actions(game.n))
        for seat, name in sat.get(game.n, {}).items():
            own = found.setdefault(name, Counter())
            own.update(counts[seat])
            own.update(games=1, wins=seat in game.result["winners"], points=game.result["scores"][str(seat)])
    return found


def told(store: Store, kind: str) -> dict[str, Counter[str]]:
    """The same as the box has it."""
    leave = ("early", "buzzes", "reaction_us")
    return {
        total.person.name: Counter(
            {key: n for key, n in total.counts.items() if key not in leave and not key[1:].isdecimal()},
            games=total.games,
            wins=total.wins,
            points=total.points,
        )
        for total in store.totals(kind)
    }


# -- at the table


class Evening(Table):
    """A table that does whatever comes to its mind; `sat`: who sat where, by game."""

    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__(3, seed, folder)
        self.lots = random.Random(seed)
        self.names = [self.store.add_person(name, Seat(n)) for n, name in enumerate(("Otto", "Ada", "Zoë", "Jo"), 1)]
        self.sat: dict[int, dict[int, str]] = {}

    def seated(self) -> None:
        """Some of them have a name in the game that has begun."""
        assert self.loop.game is not None
        who = dict(zip((1, 2, 3), self.lots.sample(self.names, self.lots.randint(1, 3)), strict=False))
        self.store.sit(self.loop.game, {Seat(seat): person.id for seat, person in who.items()})
        self.sat[self.loop.game] = {seat: person.name for seat, person in who.items()}

    def host(self, *entries: str) -> None:
        """One of these entries of the menu, if it is there now."""
        self.key("ok", for_ms=1100)
        there = [entry for entry in entries if entry in boxes.menu_entries(self.box)]
        self.choose(self.lots.choice(there) if there else "go-on")
        self.wait(1500)

    def turn(self) -> None:
        """One thing that somebody does."""
        if self.loop.game not in self.sat:
            self.seated()
        if self.lots.random() < 0.12:
            return self.host("take-back", "take-back", "close-round", "end-game", "go-on")
        seat = self.lots.choice((1, 2, 3))
        match self.mode:
            case "fill" | "final":
                self.roll()
            case "race" | "tumble":
                self.press(seat)
            case "answer":
                if self.lots.random() < 0.1:
                    self.wait(11_000)
                else:
                    self.dial(self.lots.random() < 0.6)
                self.wait(1600)
            case "podium" if self.lots.random() < 0.3:
                self.host("take-back")
            case "podium":
                self.key("ok")  # again
            case _:
                self.key("ok")
        self.wait(300)


@pytest.mark.parametrize("seed", range(4))
def test_what_the_box_says_of_everybody_is_what_the_actions_say(seed: int, tmp_path: Path) -> None:
    table = Evening(seed, tmp_path)
    enough = 4
    step_by_step(lambda: len(table.store.past(9)) >= enough, table.turn, most=2000)
    by_hand = added(table.store, table.sat, "mopseinander")
    assert by_hand and told(table.store, "mopseinander") == by_hand
    lines = [line for game in table.store.games() for line in table.store.actions(game.n)]
    assert {"undo", "answer", "take"} <= {line["do"] for line in lines}
    timed = sum(total.counts.get("buzzes", 0) for total in table.store.totals("mopseinander"))
    assert 0 < timed <= sum(own["right"] + own["wrong"] for own in by_hand.values())
    table.store.close()


def test_a_reaction_is_never_longer_than_its_race_and_none_is_counted_that_was_not_pressed(tmp_path: Path) -> None:
    """Each one looked for in the edge log as it lies on the disk: an opening, and so much later a first contact."""
    table = Evening(7, tmp_path)
    step_by_step(lambda: len(table.store.past(9)) >= 3, table.turn, most=2000)
    for past in table.store.past(9):
        log = [json.loads(line) for line in (tmp_path / "games" / f"{past.n}.edges.jsonl").read_text().splitlines()[1:]]
        opened = [line["t"] for line in log if line.get("do") == "open"]
        for sat in past.sat:
            pressed = [line["t"] for line in log if line.get("edge") == "closed" and line["seat"] == sat.seat]
            apart = {(p - o) // 1000 for p in pressed for o in opened if o < p}
            if sat.quickest_us is not None:
                assert sat.quickest_us in apart
                assert sat.counts["reaction_us"] >= sat.quickest_us and sat.counts["buzzes"] <= len(pressed)
    table.store.close()


@pytest.mark.parametrize("players", [3, 5])
def test_mopsens_sheet_kept_by_hand_says_the_same(players: int, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    many_games.played(store, "mopsen", 6, seed=players, players=players)
    names = [store.add_person(name, Seat(n)) for n, name in enumerate(("Otto", "Ada", "Zoë", "Jo", "Mia"), 1)]
    sat = {}
    for n in range(1, 7):
        who = dict(enumerate((names[n % 5 :] + names)[:players], 1))
        store.sit(n, {Seat(seat): person.id for seat, person in who.items()})
        sat[n] = {seat: person.name for seat, person in who.items()}
    assert told(store, "mopsen") == added(store, sat, "mopsen")
    store.close()
