"""Unfinished games in the store: which can go on, and making an end of those that are over; also after a backup was put
back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from . import box as boxes
from . import journal
from .box import Saved
from .lobby import practised
from .places import StoreFault
from .reckoning import figures
from .store import Store, open_store


def open_readable(folder: Path, games_mb: int) -> Store:
    """The store of an evening. Of a large database only a part is read when it is opened; if what the evening needs of
    it cannot be read, all of it is, and a damaged one is set aside. Raises StoreFault, BadInput."""
    store = open_store(folder, games_mb)
    try:
        next(games(store), None)
        return store
    except StoreFault as fault:
        store.close()
        if fault.word != "disk-fault":
            raise
    store = open_store(folder, games_mb, whole=True)
    try:
        next(games(store), None)
    except StoreFault:
        store.close()
        raise
    return store


def games(store: Store) -> Iterator[Saved]:
    """The unfinished games, newest first, each played back to where it stood.

    One that is over and was never noted as such (the plug was pulled, the disk was full) gets its result now. One this
    version cannot play back is passed over: it is a newer version's, and stays for that. Raises StoreFault.
    """
    before = None
    while found := store.unfinished(before):
        number, header, actions = found
        before = number
        try:
            history = journal.begin(header)
            for action in actions:
                history = journal.add(history, action)
        except journal.Refused:
            continue
        result = boxes.result(history)
        if result is None:
            seats = frozenset(boxes.seats_of(history))
            named = tuple((seat, person) for seat, person in store.sat(number).items() if seat in seats)
            bots = store.bots(number) & seats
            yield Saved(number, history, bots, named, practised(tuple(seats), bots))
        else:
            with suppress(StoreFault):
                came_to = figures(history, store.stamps(number), store.edge_log(number))
                store.finish(number, result, boxes.ended_early(history), came_to)


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
