"""The service's end of the line to a buzzer hub: what a frame means, what is asked, what is believed. Pure: (link, what
happened, when) -> (link, outcomes). Bytes, ports and threads are hub.py's business.

What is believed: frames in the order of their running numbers and of one start of the board. A number that is missing
is asked for again; what cannot be had within PATIENCE, and whatever a restart took along, is a `Doubt`: the referee
then says "uncertain" instead of naming a wrong winner (facts/firmware.md, section 4, the failure table).
Times: `now` and what goes out are box ns; what the board says is microseconds of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from ..firmware import hubproto
from ..firmware.hubproto import Again, AskHello, Frame, Hello, Message
from ..firmware.hubproto import Ping as AskTime
from ..table import MS, SECOND, Seat
from .hubclock import Line, Ping, followed, line, ping, quickest

TRY_EVERY, TRIES = SECOND, 2  # for a Hello: a board that says none is no hub
PATIENCE = 250 * MS  # for frames that are missing
AGAIN_EVERY = 60 * MS
SILENCE = 1500 * MS  # three beats: whoever says nothing for so long is gone
BURST, BURST_EVERY, ANSWER_WITHIN = 8, 2 * SECOND, 20 * MS  # pings
EAGER = 3 * MS  # no ping on demand sooner than that after another
ASTRAY = 2 * SECOND  # a board's time so far from ours is that of another start
RELEASED = 10_000  # us after the contact opened: when the board is sure of it

Why = Literal["silent", "other-protocol", "gone", "wrong-clock"]


@dataclass(frozen=True, slots=True)
class Say:
    """Write this to the board."""

    kind: str
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Up:
    """The board is a hub, and its clock is known. `closed`: the buzzers that are pressed."""

    hello: Hello
    closed: frozenset[Seat]
    t: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A buzzer was pressed or let go."""

    t: int
    seat: Seat
    closed: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something may have happened here that nobody will ever know."""


@dataclass(frozen=True, slots=True)
class Known:
    """Everything that happened up to `t` has been told."""

    t: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing more comes of this port. `detail`: the other protocol's number, or the processor's Hz."""

    why: Why
    detail: int = 0


Outcome = Say | Up | Moved | Doubt | Known | Ended


@dataclass(frozen=True, slots=True)
class Link:
    """`nonce`: the newest; `asked`: that of the Hello asked for, and when; `asking`: it has not come yet. `hello`: of
    the start of the board that all else belongs to. `next`: the number awaited; `behind`: what came with later ones;
    `gap`: since when one is missing, and when it was last asked for. `out`: the newest ping, and when it was sent.
    `told`: board's time until which everything is known."""

    nonce: int
    asked: tuple[int, int]
    asking: bool = True
    tries: int = 1
    proved: bool = False  # it has said Hello before: whatever is wrong now, it is a hub
    hello: Hello | None = None
    heard: int = 0
    next: int = 0
    behind: Mapping[int, Message] = field(default_factory=lambda: MappingProxyType({}))
    gap: tuple[int, int] | None = None
    out: tuple[int, int] | None = None
    burst: int = 0  # pings still to be asked of this one
    bursts: int = 0  # when the last one began
    judged: int = 0  # that of which the line knows
    pings: tuple[Ping, ...] = ()  # since then
    best: tuple[Ping, ...] = ()
    line: Line | None = None
    told: int = 0
    state: int = 0
    drops: int = 0


Step = tuple[Link, tuple[Outcome, ...]]


def opened(now: int, nonce: int) -> Step:
    """A port is open: who is there? `nonce`: drawn by lot, so that an answer to somebody else is none to us."""
    return Link(nonce, (nonce, now), heard=now), (Say(AskHello.KIND, (nonce, hubproto.PROTO)),)


def reopened(link: Link, now: int, nonce: int) -> Step:
    """A port is open again. Should it be the same start of the same board, it goes on where it was."""
    _, outs = opened(now, nonce)
    return replace(link, nonce=nonce, asked=(nonce, now), asking=True, tries=1, out=None, burst=0, pings=()), outs


def due(link: Link) -> int:
    """When `tick` is owed."""
    if link.asking:
        return link.asked[1] + TRY_EVERY
    times = [link.heard + SILENCE, link.bursts + BURST_EVERY]
    if link.burst:
        times = [link.out[1] + ANSWER_WITHIN if link.out else 0, *times[:1]]
    if link.gap:
        times += [link.gap[0] + PATIENCE, link.gap[1] + AGAIN_EVERY]
    return min(times)


def tick(link: Link, now: int) -> Step:
    """Time went on."""
    if link.asking:
        if now < link.asked[1] + TRY_EVERY:
            return link, ()
        return _greeted(link, now) if link.tries < TRIES else (link, (Ended("gone" if link.proved else "silent"),))
    if now >= link.heard + SILENCE:
        return link, (Ended("gone"),)
    outs: tuple[Outcome, ...] = ()
    if link.gap and now >= link.gap[0] + PATIENCE:
        link, outs = _given_up(link, now)
    elif link.gap and now >= link.gap[1] + AGAIN_EVERY:
        link, outs = _again(link, now)
    if not link.burst and now >= link.bursts + BURST_EVERY:
        link = replace(link, burst=BURST, bursts=now, pings=())  # the line is to reach over time, not to a moment
    if link.burst and (link.out is None or now >= link.out[1] + ANSWER_WITHIN):
        link, more = _pinged(link, now)
        outs += more
    return link, outs


def asked(link: Link, now: int) -> Step:
    """Somebody waits to know what has happened by now."""
    if link.line is None or (link.out and now < link.out[1] + EAGER):
        return link, ()
    return _pinged(link, now)


def heard(link: Link, frame: Frame, now: int) -> Step:
    """A whole frame was read at `now`."""
    said = hubproto.message(frame)
    if link.asking or link.hello is None:
        return _awaiting_hello(link, frame, said, now)
    if said is None:
        return link, ()
    link = replace(link, heard=now)
    if isinstance(said, Hello) and link.hello and said.boot_id != link.hello.boot_id:
        return _restarted(link, said, now)
    if _astray(link, said, now):
        return _lost_track(link, now)
    link, outs = _clocked(link, said, now) if isinstance(said, hubproto.Time) else (link, ())
    link, more = _in_turn(link, said, now)
    return link, (*outs, *more)


# --- who is there


def _greeted(link: Link, now: int) -> Step:
    nonce = link.nonce + 1
    link = replace(link, nonce=nonce, asked=(nonce, now), tries=link.tries + 1)
    return link, (Say(AskHello.KIND, (nonce, hubproto.PROTO)),)


def _awaiting_hello(link: Link, frame: Frame, said: Message | None, now: int) -> Step:
    proto = hubproto.proto_of(frame)
    if proto is None or frame.fields[0] != f"{link.asked[0]:x}":
        return link, ()  # what was said before we asked is nobody's answer
    if proto != hubproto.PROTO:
        return link, (Ended("other-protocol", proto),)
    if not isinstance(said, Hello):
        return link, ()
    if link.hello is None:
        return _new_board(link, said, now)
    if said.boot_id != link.hello.boot_id:
        return _restarted(link, said, now)
    link, outs = _in_turn(replace(link, asking=False, heard=now), said, now)
    if link.line:
        outs = (Up(said, frozenset(_seats(link.state)), link.line.at(link.told)), *outs)
    link, more = _pinged(replace(link, burst=BURST, bursts=now), now)
    return link, (*outs, *more)


def _new_board(link: Link, hello: Hello, now: int) -> Step:
    link = Link(link.nonce, link.asked, False, proved=True, hello=hello, heard=now)
    link = replace(link, next=_after(hello.seq), state=hello.state)
    return _pinged(replace(link, burst=BURST, bursts=now, told=hello.t_us), now)


def _restarted(link: Link, hello: Hello, now: int) -> Step:
    """Another start of the board: what the old one said stays, its clock goes."""
    _, old = _given_up(link, now)
    link, outs = _new_board(link, hello, now)
    return link, (*old, Doubt(), *outs)


def _astray(link: Link, said: Message, now: int) -> bool:
    """Is that of a start of the board of which we have had no Hello?"""
    late = hubproto.distance(said.seq, link.next) < 0
    match said:
        case hubproto.Time() if late:  # one that comes twice answers no ping any more
            return link.out is not None and said.nonce == link.out[0]
        case hubproto.Time(t_tx_us=t_us) | hubproto.Beat(t_us=t_us) if not late and link.line:
            return t_us < link.told or abs(link.line.at(t_us) - now) > ASTRAY
    return False


def _lost_track(link: Link, now: int) -> Step:
    _, old = _given_up(link, now)
    link, outs = _greeted(Link(link.nonce, link.asked, tries=0, proved=True, heard=now), now)
    return link, (*old, Doubt(), *outs)


# --- in the order of the numbers


def _after(seq: int) -> int:
    return (seq + 1) % hubproto.SEQS


def _in_turn(link: Link, said: Message, now: int) -> Step:
    ahead = hubproto.distance(said.seq, link.next)
    if ahead < 0:
        return link, ()  # had already
    link = replace(link, behind=MappingProxyType({**link.behind, said.seq: said}))
    outs: tuple[Outcome, ...] = ()
    if isinstance(said, hubproto.Kept) and link.gap and said.first == link.next:
        link, outs = _kept(link, said, now)
    link, more = _caught_up(link)
    outs += more
    if not link.behind:
        return replace(link, gap=None), outs
    if link.gap is None:
        link, more = _again(replace(link, gap=(now, now)), now)
        outs += more
    return link, outs


def _caught_up(link: Link) -> Step:
    """Everything whose turn it is."""
    outs: tuple[Outcome, ...] = ()
    behind = dict(link.behind)
    while (said := behind.pop(link.next, None)) is not None:
        link, more = _done(replace(link, next=_after(link.next)), said)
        outs += more
    return replace(link, behind=MappingProxyType(behind)), outs


def _again(link: Link, now: int) -> Step:
    """Asks for what is missing before the first of what came behind."""
    assert link.gap
    count = min(hubproto.distance(seq, link.next) for seq in link.behind)
    return replace(link, gap=(link.gap[0], now)), (Say(Again.KIND, (link.next, count)),)


def _kept(link: Link, kept: hubproto.Kept, now: int) -> Step:
    """The board has said again what it still had of what was missing; the rest were no presses."""
    if not kept.whole:
        return _given_up(link, now)
    wanted = [(kept.first + n) % hubproto.SEQS for n in range(kept.count)]
    events = [s for s in wanted if isinstance(link.behind.get(s), (hubproto.Press, hubproto.Release))]
    if len(events) < kept.sent:
        return link, ()  # one of them got lost as well: it is asked for once more
    outs: tuple[Outcome, ...] = ()
    for _ in wanted:
        link, more = _caught_up(link)
        outs += more
        if hubproto.distance(link.next, kept.first) >= kept.count:
            break
        link = replace(link, next=_after(link.next))
    return replace(link, gap=None), outs


def _given_up(link: Link, now: int) -> Step:
    """What is missing stays so; what came behind it counts."""
    outs: tuple[Outcome, ...] = ()
    while link.behind:
        ahead = min(hubproto.distance(seq, link.next) for seq in link.behind)
        if ahead:
            outs += (Doubt(),)
        link, more = _caught_up(replace(link, next=(link.next + ahead) % hubproto.SEQS))
        outs += more
    return replace(link, gap=None), outs


# --- what it says


def _done(link: Link, said: Message) -> Step:
    """A message in its turn."""
    match said:
        case hubproto.Press():
            return _moved(link, said.t_us, said.mask, True, said.state)
        case hubproto.Release():
            return _moved(link, said.t_us + RELEASED, said.mask, False, said.state)
        case hubproto.Time():
            return _told(link, said.told_us)
        case hubproto.Beat():
            return _beat(link, said)
        case hubproto.Fault() if said.code == hubproto.OVERFLOW:
            return replace(link, drops=link.drops + said.detail), (Doubt(),)
        case hubproto.Fault() if said.code == hubproto.CLOCK:
            return link, (Ended("wrong-clock", said.detail),)
    return link, ()


def _moved(link: Link, t_us: int, mask: int, closed: bool, state: int) -> Step:
    line = link.line
    link = replace(link, state=state)
    if line is None:  # before the clock is known: `Up` says what is pressed then
        return link, (Doubt(),)
    return link, tuple(Moved(line.at(t_us), seat, closed) for seat in _seats(mask))


def _beat(link: Link, beat: hubproto.Beat) -> Step:
    outs: tuple[Outcome, ...] = (Doubt(),) if beat.drops > link.drops else ()
    changed = beat.state ^ link.state
    if changed and link.line:
        t = link.line.at(beat.t_us)
        outs = (*outs, Doubt(), *(Moved(t, seat, bool(beat.state >> seat - 1 & 1)) for seat in _seats(changed)))
    return replace(link, drops=beat.drops, state=beat.state), outs


def _seats(mask: int) -> tuple[Seat, ...]:
    return tuple(Seat(n + 1) for n in range(8) if mask >> n & 1)


# --- its clock


def _pinged(link: Link, now: int) -> Step:
    nonce = link.nonce + 1
    link = replace(link, nonce=nonce, out=(nonce, now), burst=max(0, link.burst - 1))
    return link, (Say(AskTime.KIND, (nonce,)),)


def _clocked(link: Link, said: hubproto.Time, now: int) -> Step:
    """The four stamps of a ping, whatever its turn is."""
    if link.out is None or said.nonce != link.out[0]:
        return link, ()
    link = replace(link, out=None, pings=(*link.pings, ping(link.out[1], said.t_rx_us, said.t_tx_us, now)))
    return _pinged(link, now) if link.burst else (link, ())


def _told(link: Link, told_us: int) -> Step:
    """Everything up to there has been said. Where nothing later is known yet, the clock may change its pace."""
    link = replace(link, told=told_us)
    outs: tuple[Outcome, ...] = ()
    if link.pings and link.judged != link.bursts and not link.burst and link.out is None:
        best = (*link.best, quickest(link.pings))[-20:]
        wanted = line(best)
        if link.line is None:
            assert link.hello
            outs = (Up(link.hello, frozenset(_seats(link.state)), wanted.at(told_us)),)
        link = replace(
            link,
            judged=link.bursts,
            pings=(),
            best=best,
            line=followed(link.line, wanted, told_us) if link.line else wanted,
        )
    return link, (*outs, Known(link.line.at(told_us))) if link.line else outs
