"""What the store answers to the table: a name is kept, changed or forgotten, scores are looked up. A disk that fails
costs the answer; then the table is told why, and `log` gets the sentence."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path

from . import recall
from .names import SOURCE
from .people import BadName, Person
from .places import StoreFault
from .reckoning import seen
from .store import Store
from .table import Fault, Forget, Introduce, Known, Message, Recalled, Rename, Restyle, Want

Answer = tuple[Message, ...]
Log = Callable[[str], None]


def unheard(sentence: str) -> None:
    """Nobody reads the log."""


def named(
    store: Store,
    asked: Introduce | Rename | Restyle | Forget,
    known: tuple[Person, ...],
    t: int,
    log: Log = unheard,
) -> Answer:
    """A name is kept, changed or forgotten. `known`: everybody, as the table has been told."""

    def kept() -> Answer:
        sits = None
        match asked:
            case Introduce(seat, name, style):
                sits = seat, store.add_person(name, style).id
            case Rename(person, name):
                store.rename(person, name)
            case Restyle(person, style):
                store.restyle(person, style)
            case Forget(person):
                store.forget(person)
        return Fault(t, "store", ""), Known(t, store.people(), sits)

    def refused(why: str) -> Answer:
        people = store.people()  # who is known and not in the list, as a fault came between, can be picked now
        return *((Known(t, people),) if people != known else ()), Fault(t, SOURCE, why)

    try:
        return _told(kept, t, log)
    except BadName as bad:
        why = bad.word
    return _told(lambda: refused(why), t, log)


def recalled(store: Store, wanted: Want, t: int, log: Log = unheard) -> Answer:
    """The book of scores, or the games before one."""

    def found() -> Answer:
        book = recall.older(store, wanted.before) if wanted.before else recall.book(store)
        return Fault(t, "store", ""), Recalled(t, book)

    return _told(found, t, log)


def seen_of(store: Store, game: int, t: int, log: Log = unheard) -> Answer:
    """What the referee saw of a game that goes on."""
    return _told(lambda: (Recalled(t, seen(store.stamps(game), store.edge_log(game))),), t, log)


def _told(ask: Callable[[], Answer], t: int, log: Log) -> Answer:
    try:
        return ask()
    except BadName:
        raise
    except StoreFault as fault:
        log(str(fault))
        return (Fault(t, "store", fault.word),)
    except Exception as error:  # a mistake of ours costs the answer, not the evening
        at = traceback.extract_tb(error.__traceback__)[-1]
        log(f"the store gives no answer: {error!r} ({Path(at.filename).name}, line {at.lineno})")
        return (Fault(t, "store", "disk-fault"),)
