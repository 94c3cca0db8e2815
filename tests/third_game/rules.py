"""The rules of Hau den Pug: `step(state, action) -> (state, events)` over frozen values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mopsbox.table import Illegal, Seat


@dataclass(frozen=True, slots=True)
class Setup:
    """`to`: so many points win."""

    seats: tuple[Seat, ...]
    to: int


@dataclass(frozen=True, slots=True)
class State:
    """`points`: in the order of the seats. `ended`: the table wants no more."""

    setup: Setup
    points: tuple[int, ...]
    ended: bool = False

    @property
    def over(self) -> bool:
        return self.ended or max(self.points) == self.setup.to

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Once it is over: whoever has most."""
        best = max(self.points)
        return tuple(sorted(s for s, p in scores(self).items() if p == best)) if self.over else ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A seat was first. `among`: the dead heat it was drawn from."""

    seat: Seat
    among: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """The table stops early."""


Action = Hit | End
ACTIONS: dict[str, type] = {"hit": Hit, "end": End}
Event = Hit | End
"""What came of an action is, so far, itself."""


def new(setup: Setup) -> State:
    return State(setup, (0,) * len(setup.seats))


def listening(state: State) -> frozenset[Seat]:
    """Everybody may be first, until it is over."""
    return frozenset() if state.over else frozenset(state.setup.seats)


def scores(state: State) -> dict[Seat, int]:
    return dict(zip(state.setup.seats, state.points, strict=True))


def refuse(state: State, action: Action) -> str | None:
    """Why the action cannot be now, or None: it can."""
    if state.over:
        return "the game is over; start a new one"
    if isinstance(action, Hit) and not {action.seat, *action.among} <= listening(state):
        return f"seat {action.seat} does not play; name one of {', '.join(map(str, state.setup.seats))}"
    return None


def step(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what came of it. Raises Illegal with refuse's sentence."""
    why = refuse(state, action)
    if why is not None:
        raise Illegal(why)
    if isinstance(action, End):
        return replace(state, ended=True), (action,)
    points = tuple(p + (s == action.seat) for s, p in zip(state.setup.seats, state.points, strict=True))
    return replace(state, points=points), (action,)
