"""Unfinished games in the store: which can go on, and making an end of those that are over; also after a backup was put
back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from . import box as boxes
from . import journal
from .box import Saved
from .database import Unreadable
from .lobby import practised
from .places import StoreFault
from .reckoning import figures
from .store import Json, Store, open_store


def open_readable(folder: Path, games_mb: int) -> Store:
    """The store of an evening, of which all that a start needs can be read. One that holds something else there, and
    passed for whole when it was opened, is damaged and set aside. Raises StoreFault, BadInput."""
    store = open_store(folder, games_mb)
    try:
        try:
            _looked(store)
        except (MemoryError, OSError):
            raise  # the machine
        except Exception as error:
            if isinstance(error, StoreFault) and not isinstance(error, Unreadable):
                raise  # the disk, not what was written
            with closing(open_store(None)) as empty:
                _looked(empty)  # what fails with nothing in it is our fault, and costs nobody's scores
            store.begin_anew()
            _looked(store)
    except BaseException:
        store.close()
        raise
    return store


def _looked(store: Store) -> None:
    """What a start asks of the store."""
    for ask in (store.doubt, store.people, store.next_number):
        ask()
    if saved := next(games(store), None):
        store.last_us(saved.number)


def games(store: Store) -> Iterator[Saved]:
    """The unfinished games, newest first, each played back to where it stood.

    One that is over and was never noted as such (the plug was pulled, the disk was full) gets its result now. One this
    version cannot play back is passed over: it is a newer version's, or a dying card's, and stays as it is. Raises
    StoreFault.
    """
    before = 2**62
    while (found := store.unfinished(before)) and found[0] < before:  # a damaged index finds the same one for ever
        number, header, actions = found
        before = number
        try:
            history = _played_back(header, actions)
            result, seats = boxes.result(history), frozenset(boxes.seats_of(history))
        except Exception:
            continue
        if result is None:
            named = tuple((seat, person) for seat, person in store.sat(number).items() if seat in seats)
            bots = store.bots(number) & seats
            yield Saved(number, history, bots, named, practised(tuple(seats), bots))
        else:
            with suppress(StoreFault):
                came_to = figures(history, store.stamps(number), store.edge_log(number))
                store.finish(number, result, boxes.ended_early(history), came_to)


def _played_back(header: Json, actions: Iterable[Json]) -> journal.History:
    """Raises Refused; of what no box writes, anything."""
    history = journal.begin(header)
    for action in actions:
        history = journal.add(history, action)
    return history


def going_on(store: Store) -> Saved | None:
    """Of a store whose database is a backup: the last game of all, if it is unfinished. Others are abandoned. Raises
    StoreFault."""
    last = store.last()
    found = None
    for saved in games(store):
        if saved.number == last:
            found = saved
        else:
            store.abandon(saved.number)
    return found
