"""What stands on the pages: who has how much while it is played, games that were, what people came to; in two
languages, whatever their names are."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mopsbox.phone.page import BADGES, POLICY, STYLE
from mopsbox.phone.request import Request
from mopsbox.phone.scores import LOOK_S, Scores
from mopsbox.scene import SEAT_COLOURS
from mopsbox.store import open_store
from mopsbox.table import SEATS, Seat
from tests.at_table import Table
from tests.contrast import ratio, rgb
from tests.many_games import fill, played

HTML_NAME, EMOJI, ARABIC, LONG = "<b>&Bo</b>", "👩‍👩‍👧‍👦🐶", "شهرزاد", "Maximiliane-Theodora"


class Read(HTMLParser):
    """The page as a browser would take it: its elements, and every element ends."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & {*self.open}:
            self.words.append(data)


class Evening:
    """Three people with names at a table, and somebody who looks at a phone."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.table = Table(3, folder=folder)
        store = self.table.store
        people = [store.add_person(name, Seat(8 - n)) for n, name in enumerate(names)]
        store.sit(1, {Seat(n): person.id for n, person in enumerate(people, 1)})
        self.clock = 0.0
        self.scores = Scores(folder, lambda: self.clock)

    def page(self, name: str = "/now", language: str = "en", **more: int) -> str:
        self.clock += LOOK_S
        answer = self.scores.answer(Request(name, language, **more))
        assert answer.status == 200
        return answer.content.decode()


def points(page: str) -> list[int]:
    return [int(n) for n in re.findall(r"<td(?: class=\"won\")?>(\d+)</td>", page)]


def test_who_wins_a_coaster_has_one_more_and_goes_to_the_top(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "Ada", "Otto", "Zoë")
    assert points(evening.page()) == [0, 0, 0]
    evening.table.win_round(2)
    page = evening.page()
    assert points(page) == [1, 0, 0] and page.index("Otto") < page.index("Ada")
    assert "being played" in page and "läuft gerade" in evening.page(language="de")


def test_the_page_says_no_more_than_the_plates_on_the_box(tmp_path: Path) -> None:
    """Which coasters somebody has, and the right number, stay the box's secrets."""
    evening = Evening(tmp_path, "Ada", "Otto", "Zoë")
    evening.table.roll()
    words = Read(evening.page()).words
    assert {*words} == {"Mopseinander", "being played", "points", "Ada", "Otto", "Zoë", "0"}


def test_a_taken_back_action_is_followed_too(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "Ada", "Otto", "Zoë")
    evening.page()
    evening.table.win_round(2)
    assert points(evening.page()) == [1, 0, 0]
    evening.table.choose("take-back")
    assert points(evening.page()) == [0, 0, 0]


def test_a_finished_game_shows_its_winner_until_the_next_begins(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    played(store, "mopsen", 1)
    store.close()
    page = Scores(tmp_path).answer(Request("/now", "de")).content.decode()
    assert "zuletzt gespielt" in page and page.count("★") >= 1 and len(points(page)) == 4


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", [HTML_NAME, EMOJI, ARABIC, LONG, "Q\"'><script>x</script>"[:24]])
def test_whatever_a_name_is_it_is_shown_as_it_is_and_does_nothing(name: str, language: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, name, "Otto")
    store = evening.table.store
    played(store, "mopseinander", 1, players=2)
    store.sit(store.last(), {Seat(1): store.people()[0].id, Seat(2): store.people()[1].id})
    for where in ("/now", "/", "/games", "/players"):
        page = Read(evening.page(where, language))
        assert name in page.words
        assert page.words.count(name) == page.tags.count("bdi") - sum(page.words.count(n) for n in ("Otto",))
        assert ("bdi", "dir", "auto") in page.attributes
        assert "b" not in page.tags and page.tags.count("script") == (where == "/")
        assert not [a for a in page.attributes if a[1].startswith("on") or a[1] == "style"]


def test_a_forgotten_name_is_on_no_page(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "Ada", "Otto")
    assert "Ada" in evening.page()
    store = evening.table.store
    store.forget(next(person.id for person in store.people() if person.name == "Ada"))
    for where in ("/now", "/", "/games", "/players"):
        assert "Ada" not in evening.page(where)
    assert "seat 1" in evening.page()


def test_a_badge_is_the_seats_symbol_and_colour_and_a_named_person_keeps_theirs(tmp_path: Path) -> None:
    assert len({*BADGES.values()}) == len(SEATS)
    page = Evening(tmp_path, "Ada", "Otto").page()
    for seat in (8, 7, 3):  # Ada's style, Otto's style, and who has no name
        assert SEAT_COLOURS[seat - 1] in page
    assert SEAT_COLOURS[0] not in page


def test_the_history_is_paged_from_the_newest_to_the_oldest(tmp_path: Path) -> None:
    fill(tmp_path, 45)
    scores, before, pages = Scores(tmp_path), None, []
    for _ in range(3):
        page = scores.answer(Request("/games", "en", before)).content.decode()
        pages.append(page.count("<section"))
        older = re.search(r"before=(\d+)", page)
        before = int(older[1]) if older else None
    assert pages == [20, 20, 5] and before is None
    assert "There are no older games." in scores.answer(Request("/games", "en", 1)).content.decode()


def test_what_everybody_came_to_stands_in_both_languages(tmp_path: Path) -> None:
    fill(tmp_path, 30)
    german, english = (Scores(tmp_path).answer(Request("/players", code)).content.decode() for code in ("de", "en"))
    for word in ("Siege", "bester Abend", "Knochen je Runde", "Reaktion, Mitte, s", "meiste Punkte"):
        assert word in german and word not in english
    for word in ("wins", "best evening", "bones a round", "reaction, median, s", "most points"):
        assert word in english
    assert re.search(r"<dd>\d+,\d\d</dd>", german) and not re.search(r"<dd>\d+\.\d\d</dd>", german)
    assert re.search(r"<dd>\d+\.\d\d</dd>", english)


def test_the_other_language_is_a_link_and_stays_chosen(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "Ada")
    page = evening.page("/", "de")
    assert '<html lang="de">' in page and 'href="/?lang=en">English</a>' in page and 'href="/games"' in page
    chosen = evening.scores.answer(Request("/", "en", asked=True)).content.decode()
    assert 'href="/games?lang=en"' in chosen and 'href="/?lang=de">Deutsch</a>' in chosen


def test_a_page_loads_nothing_and_sends_nothing_anywhere(tmp_path: Path) -> None:
    page = Read(Evening(tmp_path, "Ada").page("/"))
    assert {"img", "iframe", "form", "input", "object", "embed"}.isdisjoint(page.tags)
    links = [value for _, name, value in page.attributes if name in ("href", "src", "action")]
    assert links and all(link and link.startswith(("/", "data:,")) for link in links)
    assert "form-action 'none'" in POLICY and "connect-src 'self'" in POLICY


def test_it_can_be_read_in_the_dark_and_in_the_light() -> None:
    """Contrast of text on what it stands on (WCAG 4.5 to 1), of both sets of colours."""
    for colours in re.findall(r":root\{([^}]*--ground[^}]*)\}", STYLE):
        found = dict(re.findall(r"--(\w+):(#[0-9a-f]{3,6})", colours))
        full = {name: c if len(c) == 7 else "#" + "".join(2 * x for x in c[1:]) for name, c in found.items()}
        for ink in ("ink", "soft", "star"):
            assert min(ratio(rgb(full[ink]), rgb(full[ground])) for ground in ("ground", "card")) >= 4.5, (ink, full)
