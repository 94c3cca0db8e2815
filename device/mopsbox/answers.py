"""What the store answers to the table: a name is kept, changed or forgotten, scores are looked up. A disk that fails
costs the answer; then the table is told why."""

from __future__ import annotations

from collections.abc import Callable

from . import recall
from .names import SOURCE
from .people import BadName, Person
from .places import StoreFault
from .reckoning import seen
from .store import Store
from .table import Fault, Forget, Introduce, Known, Message, Recalled, Rename, Restyle, Want

Answer = tuple[Message, ...]


def named(store: Store, asked: Introduce | Rename | Restyle | Forget, known: tuple[Person, ...], t: int) -> Answer:
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
        return _told(kept, t)
    except BadName as bad:
        why = bad.word
    return _told(lambda: refused(why), t)


def recalled(store: Store, wanted: Want, t: int) -> Answer:
    """The book of scores, or the games before one."""

    def found() -> Answer:
        book = recall.older(store, wanted.before) if wanted.before else recall.book(store)
        return Fault(t, "store", ""), Recalled(t, book)

    return _told(found, t)


def seen_of(store: Store, game: int, t: int) -> Answer:
    """What the referee saw of a game that goes on."""
    return _told(lambda: (Recalled(t, seen(store.stamps(game), store.edge_log(game))),), t)


def _told(ask: Callable[[], Answer], t: int) -> Answer:
    try:
        return ask()
    except StoreFault as fault:
        return (Fault(t, "store", fault.word),)
