"""The scores on the box's own screen: what was played is found again, page by page; a record is told at the podium."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mopsbox import book_view, telling
from mopsbox.book import GAMES_A_PAGE, Book, Scores, chapters, more, pages
from mopsbox.people import Person
from mopsbox.places import StoreFault
from mopsbox.scene import Badge, Disc, Item, Line, Look, Text
from mopsbox.statistics import Evening, Record
from mopsbox.table import SEATS, Recalled

from .at_table import Table
from .books import LONG, PEOPLE, SHORT, past
from .screens import begin
from .waiting import step_by_step


class Reading(Table):
    """A table that has been woken, after so many games."""

    def __init__(self, games: int = 0, folder: Path | None = None) -> None:
        super().__init__(folder=folder)
        for n in range(games):
            number = self.store.begin(dict(begin(2).header), n)
            self.store.finish(number, {"scores": {"1": n, "2": 0}, "winners": [1]})
        self.press(8)

    @property
    def page(self) -> Scores:
        assert isinstance(self.box.page, Scores)
        return self.box.page

    def all_words(self) -> set[str]:
        """Of all pages, as they are read with OK and >."""
        found = set[str]()

        def on() -> None:
            found.update(self.words())
            self.key("right" if more(self.page) else "ok")

        step_by_step(lambda: self.box.page is None, on)
        return found


def test_without_a_finished_game_it_says_so_and_every_key_leads_back() -> None:
    table = Reading()
    table.choose("scores")
    assert "No game has ended yet" in table.words()
    table.key("right")
    table.key("left")
    assert table.box.page is None and table.box.menu == 0


def test_a_game_this_box_does_not_know_is_shown_without_its_picture() -> None:
    """As it came from another box (`mopsbox import`)."""
    table = Reading(games=1)
    table.store._db.execute("UPDATE game SET game = 'skat'")
    table.store._db.execute("UPDATE sitting SET kind = 'skat'")
    table.choose("scores")
    assert table.box.page is not None
    table.words()


def test_older_games_are_looked_up_as_they_are_paged_to() -> None:
    table = Reading(games=23)
    table.choose("scores")
    assert len(table.page.book.past) == 20 and {"22", "18"} <= table.words() and "17" not in table.words()
    taken = step_by_step(lambda: not more(table.page), lambda: table.key("right"))
    assert taken == 4 and {"2", "1", "0"} <= table.words()
    assert [one.n for one in table.page.book.past] == list(range(23, 0, -1)), "every game once, newest first"
    table.key("right")
    assert table.page.at == 4
    for _ in range(5):
        table.key("left")
    assert table.box.page is None, "back from the first page leads to the menu"


def played(table: Table, seat: int, rounds: int) -> None:
    """The seat wins so many rounds, then the table ends the game."""
    for _ in range(rounds):
        table.win_round(seat)
    table.choose("end-game")
    table.wait(500)
    table.key("ok")
    step_by_step(lambda: table.mode == "podium", lambda: table.wait(1000))


def test_what_a_person_has_played_stands_in_the_book_and_a_record_at_the_podium() -> None:
    table = Reading()
    table.press(1, 4)
    table.choose("names")
    for sign in "ada":
        table.tap("sign", ord(sign))
    table.key("ok")
    assert [person.name for person in table.store.people()] == ["Ada"]
    table.key("back")
    table.key("ok")
    played(table, 1, 2)
    (first,) = (record for record in table.store.records("mopseinander") if record.name == "points")
    assert not table.box.records, "the first game beats nobody"
    table.key("ok")
    played(table, 1, 6)
    best = max(table.state.final)
    assert best > first.value
    assert [(record.name, record.value) for record in table.box.records][:1] == [("points", best)]
    assert f"Most points: {best}" in table.words()
    table.choose("scores")
    words = table.all_words()
    assert {"Games", "Mopseinander: Players", "Records", "Ada", "games", "wins", "8 / 8"} <= words
    table.key("ok")
    table.key("ok")
    assert table.mode == "fill" and not table.box.records, "a new game, no record yet"


def test_a_disk_that_cannot_be_read_costs_the_page_not_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Reading(games=1)

    def broken(*asked: object) -> object:
        raise StoreFault("disk-fault", "here")

    monkeypatch.setattr(table.store, "past", broken)
    table.choose("scores")
    assert table.box.page is None and table.box.menu is not None
    assert dict(table.box.notices)["store"].word == "disk-fault"
    monkeypatch.undo()
    table.key("ok")
    assert isinstance(table.box.page, Scores) and "store" not in dict(table.box.notices)


def test_an_answer_that_comes_when_the_menu_is_closed_opens_nothing() -> None:
    table = Reading()
    table.loop.receive(Recalled(table.clock(), Book()))
    assert table.box.page is None and table.box.menu is None


# --- the pages


def shown(book: Book, chapter: int, at: int = 0, language: str = "en") -> list[Item]:
    return list(book_view.scene(Scores(book, chapter, at), Look(language=language)).items)


def words(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, Text)]


def test_every_player_of_eight_stands_in_the_row_of_a_game() -> None:
    eight = replace(LONG, past=LONG.past[:1])
    assert len(eight.past[0].sat) == 8
    items = shown(eight, 0)
    wanted = [one.person.style if one.person else one.seat for one in eight.past[0].sat]
    assert [item.seat for item in items if isinstance(item, Badge)] == wanted
    assert {str(one.points) for one in eight.past[0].sat} <= set(words(items))


def slanted(items: list[Item]) -> int:
    """How many lines lead from a point to another."""
    return sum(isinstance(item, Line) and item.x1 != item.x2 and item.y1 != item.y2 for item in items)


def test_of_a_person_two_games_make_a_plot_and_one_makes_none() -> None:
    trend = [chapter.word for chapter in chapters(LONG)].index("trend")
    plotted = shown(LONG, trend)
    assert slanted(plotted) == 49 and sum(isinstance(item, Disc) for item in plotted) >= 50
    assert slanted(shown(SHORT, [chapter.word for chapter in chapters(SHORT)].index("trend"))) == 0


def test_the_two_games_say_what_is_theirs_alone() -> None:
    titles = [(c.word, LONG.volumes[c.volume].game if c.volume is not None else "") for c in chapters(LONG)]
    race, cards = (words(shown(LONG, titles.index(("trend", game)))) for game in ("mopseinander", "mopsen"))
    assert {"reaction", "too early", "fastest"} <= set(race) and "begged" not in race
    assert {"begged", "bowl kept empty", "bones a round"} <= set(cards) and "reaction" not in cards


def test_a_name_too_short_to_be_told_apart_is_left_to_the_badge() -> None:
    def named(name: str, players: int) -> list[str]:
        few = past(1, players=players, points=7).sat
        sat = tuple(replace(one, person=Person(1, name, SEATS[0])) for one in few)
        return words(shown(Book((replace(past(1), sat=sat),)), 0))

    assert "Friedrich…" in named("Friedrich-Wilhelm", 2) and "Jo" in named("Jo", 4)
    assert not [text for text in named("Friedrich-Wilhelm", 4) if text.startswith("Fr")]


def test_an_evening_without_a_win_is_nobodys_best() -> None:
    trend = [chapter.word for chapter in chapters(SHORT)].index("trend")
    (volume,) = SHORT.volumes
    lost = replace(volume.totals[0], wins=0, evening=Evening("2026-11-28", 2, 0, 5))
    book = replace(SHORT, volumes=(replace(volume, totals=(lost,)),))
    assert "best evening" in words(shown(SHORT, trend)) and "best evening" not in words(shown(book, trend))


def test_as_many_pages_as_it_takes() -> None:
    whole = replace(LONG, whole=True)
    assert pages(whole, chapters(whole)[0]) == -(-len(LONG.past) // GAMES_A_PAGE)
    assert more(Scores(LONG, 0, 4)), "there are older games"
    assert not more(Scores(whole, 0, 4))


# --- figures and days


def test_figures_and_days_are_written_as_the_language_does() -> None:
    assert telling.seconds(412_345, "de") == "0,412 s" and telling.seconds(412_345, "en") == "0.412 s"
    assert telling.short_day("2026-11-28T20:15:42+01:00", "de") == "28.11." and telling.day("", "de") == ""
    assert telling.short_day("2026-11-28", "en") == "11/28"
    assert telling.best_evening(Evening("2026-11-28", 6, 3, 44), "de") == "3 (28.11.)"
    assert telling.record(Record("fastest", 412_345, 1, "", SEATS[0], None), "de") == "Schnellster Buzz: 0,412 s"
    assert telling.record(Record("points", 44, 1, "", SEATS[0], PEOPLE[0]), "en") == "Most points: 44"
