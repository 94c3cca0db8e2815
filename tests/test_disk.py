"""A full or unusable disk at the table: the box says so and does not go on pretending; what was stored stays."""

from datetime import date
from pathlib import Path

import pytest

from mopsbox.backups import make
from mopsbox.nostore import NoStore
from mopsbox.opening import opened_again
from mopsbox.places import StoreFault
from mopsbox.saved import open_readable
from mopsbox.store import open_store
from mopsbox.table import Fault, Forget, Introduce, Restyle, Seat, Want
from tests.at_table import Table
from tests.conftest import Disk

SAYS = {"disk-full": "Disk full: make room", "disk-fault": "Cannot save"}


def test_a_full_disk_stops_the_game_where_it_stands_and_it_goes_on_when_there_is_room(disk: Disk) -> None:
    table = Table(2, folder=disk.folder)
    table.win_round(1)
    disk.fill()
    for _ in range(3000):  # what little room the database still has is used up
        stored = len(table.actions())
        table.key("right")
        table.key("ok")
        if len(table.actions()) == stored:
            break
        table.wait(1100)
        table.press(1)
        table.dial(False)
        table.wait(900)
        if SAYS[disk.word] in table.words():
            break
        table.press(2)
        table.dial(False)
        table.wait(6000)
    assert SAYS[disk.word] in table.words()
    stood, phase = table.actions(), table.state.phase
    table.key("ok")
    table.wait(3000)
    assert table.actions() == stood and SAYS[disk.word] in table.words()
    disk.make_room()
    for _ in range(6):
        match table.mode:
            case "answer":
                table.dial(False)
            case "race":
                table.press(*(s for s in (1, 2) if s not in table.state.locked))
            case _:
                table.key("ok")
        table.wait(1500)
    assert len(table.actions()) > len(stood), phase
    assert SAYS[disk.word] not in table.words()
    table.store.close()
    again = Table(folder=disk.folder)
    again.key("ok")
    assert len(again.actions()) >= len(stood)
    again.store.close()


def test_a_disk_that_cannot_be_used_at_all_lets_no_game_begin() -> None:
    table = Table()
    table.loop.store = table.store = NoStore(StoreFault("disk-fault", "somewhere"))
    table.press(1)
    for seat in (1, 2):
        table.press(seat)
    table.key("ok")
    assert table.box.mode == "lobby" and "Cannot save" in table.words()


def without_disk(folder: Path) -> Table:
    """A box that starts while something lies where its disk should be."""
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("no folder")
    with pytest.raises(StoreFault) as fault:
        open_readable(folder, 200)
    table = Table()
    table.loop.store = table.store = NoStore(fault.value, lambda: opened_again(folder, 200))
    table.loop.receive(Fault(table.clock(), "store", fault.value.word))
    return table


def mended(folder: Path) -> None:
    folder.unlink()
    folder.with_name("elsewhere").rename(folder)


def an_evening_before(folder: Path) -> None:
    store = open_store(folder)
    store.begin({"journal": 1}, 0, people={Seat(1): store.add_person("Otto", Seat(1)).id})
    store.abandon(1)
    make(folder, date(2026, 11, 30))
    store.close()


def test_no_name_is_taken_that_cannot_be_kept_and_no_answer_makes_up_that_there_are_no_scores(tmp_path: Path) -> None:
    an_evening_before(tmp_path / "box")
    table = without_disk(tmp_path / "box")
    for effect in (Introduce(Seat(1), "Zoe", Seat(3)), Restyle(1, Seat(2)), Forget(1), Want("scores"), Want("past")):
        assert list(table.loop._do(effect)) == [Fault(table.clock(), "store", "disk-fault")]
    assert table.box.people == () and "Cannot save" in table.words()


def test_a_box_that_started_without_its_disk_plays_and_knows_everybody_as_soon_as_it_is_there(tmp_path: Path) -> None:
    an_evening_before(tmp_path / "box")
    table = without_disk(tmp_path / "box")
    table.press(1)
    for seat in (1, 2):
        table.press(seat)
    table.key("ok")
    assert table.box.mode == "lobby" and "Cannot save" in table.words()
    mended(tmp_path / "box")
    table.key("ok")
    assert table.box.mode == "game" and table.loop.game == 2 and "Cannot save" not in table.words()
    assert [person.name for person in table.box.people] == ["Otto"]
    table.win_round(1)
    stood = table.actions()
    table.store.close()
    again = open_store(tmp_path / "box")
    assert stood and again.actions(2) == stood
    again.close()


def test_a_disk_that_comes_back_without_its_scores_waits_for_the_question_of_the_next_start(tmp_path: Path) -> None:
    an_evening_before(tmp_path / "box")
    table = without_disk(tmp_path / "box")
    mended(tmp_path / "box")
    (tmp_path / "box" / "mopsbox.db").write_text("no database at all" * 99)
    for seat in (1, 1, 2):
        table.press(seat)
    table.key("ok")
    assert table.box.mode == "lobby" and "Cannot save" in table.words()
    again = Table(folder=tmp_path / "box")
    assert again.box.mode == "restore"
    again.store.close()


def failing(table: Table) -> None:
    def no_room(*_: object) -> None:
        raise StoreFault("disk-full", "somewhere")

    table.store.append_all = no_room  # type: ignore[method-assign]


def test_a_late_answer_that_cannot_be_stored_waits_and_is_tried_again_every_second() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    keep, tried = table.store.append_all, []
    table.store.append_all = lambda *a: (tried.append(table.clock.t), failing_now())[1]  # type: ignore[method-assign]

    def failing_now() -> None:
        raise StoreFault("disk-full", "somewhere")

    table.wait(15_000)
    assert table.mode == "answer" and "Disk full: make room" in table.words()
    assert 4 <= len(tried) <= 7
    table.store.append_all = keep  # type: ignore[method-assign]
    table.wait(1100)
    assert table.play.verdict == "late"


def test_a_dead_heat_whose_draw_cannot_be_stored_is_not_forgotten() -> None:
    table = Table(3)
    table.roll()
    keep = table.store.append_all
    failing(table)
    table.press(2, 3, apart_us=10)
    table.wait(3000)
    assert table.mode == "race" and table.words() == {"!"}, "a race has no words"
    assert "disk-full" in {told.word for _, told in table.box.notices}
    table.store.append_all = keep  # type: ignore[method-assign]
    table.wait(1100)
    assert table.mode == "answer" and table.play.judged in (2, 3)
    assert table.actions()[-1]["do"] == "draw"


def test_an_edge_log_that_cannot_be_written_ends_there_and_the_game_goes_on() -> None:
    table = Table()
    tried = []

    def edges(*_: object) -> object:
        def append(lines: list[str]) -> None:
            tried.append(lines)
            raise StoreFault("disk-full", "somewhere")

        return append

    table.store.edges = edges  # type: ignore[assignment]
    table.press(1)
    table.press(1, 2, apart_us=200_000)
    table.key("ok")
    table.win_round(1)
    assert len(tried) == 1 and len(table.state.table) == 3
    assert "No buzzer log" in table.words()


def test_on_a_full_disk_the_menu_still_opens_by_holding_ok() -> None:
    table = Table(3)
    table.roll()
    failing(table)
    table.press(2, 3, apart_us=10)
    table.wait(500)
    table.key("ok", for_ms=1500)
    assert table.box.menu is not None
