"""A full or unusable disk at the table: the box says so and does not go on pretending; what was stored stays."""

from mopsbox.places import StoreFault
from mopsbox.store import NoStore
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
