"""What can be changed about somebody who is known: their name, colour, symbol and voice, or that they are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mopsbox.changing import OFFERED
from mopsbox.names import Change, Names, lit
from mopsbox.places import StoreFault
from mopsbox.scene import SEAT_COLOURS, Slab
from mopsbox.table import SEATS

from .test_names import Heard, with_ada
from .waiting import step_by_step


def about_ada(folder: Path | None = None) -> Heard:
    """Ada, at seat 3, has asked for what can be changed about her."""
    table = with_ada(folder)
    table.choose("names")
    table.press(3)
    table.key("left")
    return table


def chosen(table: Heard, what: str) -> None:
    """With `>` and OK."""

    def there() -> bool:
        assert isinstance(table.box.page, Change)
        return OFFERED[table.box.page.at] == what

    step_by_step(there, lambda: table.key("right"))
    table.key("ok")


def test_where_nobody_is_lit_there_is_nothing_to_change() -> None:
    table = Heard()
    table.press(2)
    table.choose("names")
    table.key("left")
    assert isinstance(table.box.page, Names) and ("key-left", 0) not in taps(table)


def taps(table: Heard) -> set[object]:
    return {item.tap for item in table.scene().items if isinstance(item, Slab)}


def test_a_mistyped_name_is_mended_at_its_end_and_whoever_sits_there_is_called_so_at_once() -> None:
    table = about_ada()
    assert {"Ada", "Rename", "Colour, symbol, voice", "Forget the name"} <= table.words()
    chosen(table, "rename")
    assert table.page.typed == "Ada"
    table.key("ok")  # lit is the sign that erases
    table.write("a")
    table.press(3)
    (person,) = table.store.people()
    assert person.name == "Ada" and isinstance(table.box.page, Names)
    table.key("left")
    chosen(table, "rename")
    table.write("m")
    table.press(3)
    assert [person.name for person in table.store.people()] == ["Adam"] and table.names() == {3: "Adam"}
    assert table.page.at == 1, "still lit in the list"
    table.key("back")
    assert "Adam" in table.words()


def test_whoever_was_changed_stays_lit_though_somebody_else_sits_there() -> None:
    table = with_ada()
    ben = table.store.add_person("Ben", SEATS[0])
    table.loop.box = replace(table.box, people=table.store.people())
    table.choose("names")
    table.press(3)
    step_by_step(lambda: lit(table.box, table.page) == ben, lambda: table.press(3))
    table.key("left")
    chosen(table, "rename")
    table.write("o")
    table.press(3)
    person = lit(table.box, table.page)
    assert person and (person.id, person.name) == (ben.id, "Beno") and table.names() == {3: "Ada"}


def test_a_name_that_is_somebody_elses_is_refused_in_a_sentence_and_the_letters_stay() -> None:
    table = about_ada()
    table.store.add_person("Ben", SEATS[0])
    table.loop.box = replace(table.box, people=table.store.people())
    chosen(table, "rename")
    for _ in range(3):
        table.tap("erase")
    for sign in "ben":
        table.tap("sign", ord(sign))
    table.press(3)
    assert dict(table.box.notices)["names"].word == "name-known" and table.page.typed == "Ben"
    table.key("back")
    assert sorted(person.name for person in table.store.people()) == ["Ada", "Ben"]


def test_another_colour_is_heard_as_it_is_lit_and_taken_with_everything_that_belongs_to_it() -> None:
    table = about_ada()
    chosen(table, "restyle")
    table.heard.clear()
    table.key("right")
    table.press(3)  # the own buzzer turns on, too
    table.key("left")
    styles = [sound.seat for sound in table.heard if sound.name == "voice"]
    assert styles == [4, 5, 4], "each with its own voice"
    assert {("style", seat) for seat in SEATS} <= taps(table)
    table.key("ok")
    (person,) = table.store.people()
    assert person.style == 4
    table.key("back")
    assert SEAT_COLOURS[3] in {item.fill for item in table.scene().items if isinstance(item, Slab)}
    table.key("ok")
    table.roll()
    table.heard.clear()
    table.press(3)
    assert table.voices() == [4]


def test_who_already_plays_in_another_colour_than_the_seats_hears_the_right_voices() -> None:
    table = about_ada()
    chosen(table, "restyle")
    for _ in range(3):
        table.key("right")
    table.key("ok")
    table.key("left")
    chosen(table, "restyle")
    table.heard.clear()
    for _ in range(3):
        table.key("left")
    assert [sound.seat for sound in table.heard if sound.name == "voice"] == [5, 4, 3]


def test_below_a_style_stands_who_has_it_already() -> None:
    table = about_ada()
    ben = table.store.add_person("Ben", SEATS[6])
    table.loop.box = replace(table.box, people=table.store.people())
    chosen(table, "restyle")
    assert ben.name in table.words()


def test_going_back_from_the_styles_changes_nothing() -> None:
    table = about_ada()
    chosen(table, "restyle")
    table.key("right")
    table.key("back")
    assert isinstance(table.box.page, Change) and table.box.page.style is None
    chosen(table, "done")
    assert isinstance(table.box.page, Names)
    assert [person.style for person in table.store.people()] == [3]


def test_a_finger_lights_a_style_and_takes_it_by_a_second_touch() -> None:
    table = about_ada()
    table.tap("change", OFFERED.index("restyle"))
    table.tap("style", 7)
    assert [person.style for person in table.store.people()] == [3]
    table.tap("style", 7)
    assert [person.style for person in table.store.people()] == [7]


def test_what_the_disk_does_not_take_is_not_changed_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    table = about_ada()

    def full(*_: object) -> None:
        raise StoreFault("disk-full", "here")

    monkeypatch.setattr(table.store, "restyle", full)
    chosen(table, "restyle")
    table.key("right")
    table.key("ok")
    assert dict(table.box.notices)["store"].word == "disk-full"
    assert table.box.people[0].style == 3 and isinstance(table.box.page, Change)


def test_forgetting_asks_once_and_then_the_name_is_gone_everywhere() -> None:
    table = about_ada()
    chosen(table, "forget")
    assert "Really forget Ada?" in table.words()
    table.key("left")
    assert table.names() == {3: "Ada"}, "no"
    table.key("ok")
    table.tap("change", OFFERED.index("forget"))
    assert table.names() == {3: "Ada"}, "a second finger is no yes"
    table.key("ok")
    assert table.names() == {} and table.store.people() == () and table.box.people == ()
    table.key("back")
    assert "Ada" not in table.words()
