"""The service's end of the line to a buzzer hub: what a frame means, what is asked, what is believed. Pure: (link, what
happened, when) -> (link, outcomes). Bytes, ports and threads are hub.py's business.

What is believed: frames in the order of their running numbers and of one start of the board. A number that is missing
is asked for again; what cannot be had within PATIENCE, and whatever a restart took along, is a `Doubt`: the referee
then says "uncertain" instead of naming a wrong winner (facts/firmware.md, section 4, the failure table).
Times: `now` and what goes out are box ns; what the board says is microseconds of its own.
"""

from __future__ import annotations

from dataclasses import replace

from ..firmware import hubproto
from ..firmware.hubproto import AskHello, Frame, Hello, Message
from ..table import MS, SECOND
from .huborder import after, again, clocked, given_up, in_turn, pinged, seats
from .hubsaid import Doubt, Ended, Known, Link, Moved, Outcome, Say, Step, Up

TRY_EVERY, TRIES = SECOND, 2  # for a Hello: a board that says none is no hub
PATIENCE = 250 * MS  # for frames that are missing
AGAIN_EVERY = 60 * MS
SILENCE = 1500 * MS  # three beats: whoever says nothing for so long is gone
BURST, BURST_EVERY, ANSWER_WITHIN = 8, 2 * SECOND, 20 * MS  # pings
EAGER = 3 * MS  # no ping on demand sooner than that after another
DUMB = BURST_EVERY + SILENCE  # a board that beats but answers no ping is no help: nothing could be decided any more
ASTRAY, AHEAD = 2 * SECOND, 50 * MS  # a board's time so far behind or ahead of ours is that of another start

__all__ = [
    "Doubt",
    "Ended",
    "Known",
    "Link",
    "Moved",
    "Outcome",
    "Say",
    "Step",
    "Up",
    "asked",
    "due",
    "heard",
    "opened",
    "reopened",
    "tick",
]


def opened(now: int, nonce: int) -> Step:
    """A port is open: who is there? `nonce`: drawn by lot, so that an answer to somebody else is none to us."""
    return Link(nonce, (nonce, now), heard=now), (Say(AskHello.KIND, (nonce, hubproto.PROTO)),)


def reopened(link: Link, now: int, nonce: int) -> Step:
    """A port is open again. Should it be the same start of the same board, it goes on where it was."""
    _, outs = opened(now, nonce)
    return replace(
        link, nonce=nonce, asked=(nonce, now), asking=True, tries=1, out=None, burst=0, pings=(), gap=None
    ), outs


def due(link: Link) -> int:
    """When `tick` is owed."""
    if link.asking:
        return link.asked[1] + TRY_EVERY
    times = [link.heard + SILENCE, link.answered + DUMB]
    if link.burst:
        times.append(link.out[1] + ANSWER_WITHIN if link.out else 0)
    else:
        times.append(link.bursts + BURST_EVERY)
    if link.gap:
        times += [link.gap[0] + PATIENCE, link.gap[1] + AGAIN_EVERY]
    return min(times)


def tick(link: Link, now: int) -> Step:
    """Time went on."""
    if link.asking:
        if now < link.asked[1] + TRY_EVERY:
            return link, ()
        return _greeted(link, now) if link.tries < TRIES else (link, (Ended("gone" if link.proved else "silent"),))
    if now >= min(link.heard + SILENCE, link.answered + DUMB):
        return link, (Ended("gone"),)
    outs: tuple[Outcome, ...] = ()
    if link.gap and now >= link.gap[0] + PATIENCE:
        link, outs = given_up(link, now)
    elif link.gap and now >= link.gap[1] + AGAIN_EVERY:
        link, outs = again(link, now)
    if not link.burst and now >= link.bursts + BURST_EVERY:
        link = replace(link, burst=BURST, bursts=now, pings=())  # the line is to reach over time, not to a moment
    if link.burst and (link.out is None or now >= link.out[1] + ANSWER_WITHIN):
        link, more = pinged(link, now)
        outs += more
    return link, outs


def asked(link: Link, now: int) -> Step:
    """Somebody waits to know what has happened by now."""
    if link.line is None or (link.out and now < link.out[1] + EAGER):
        return link, ()
    return pinged(link, now)


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
    outs: tuple[Outcome, ...] = ()
    if isinstance(said, hubproto.Time):
        link, outs = clocked(link, said, now)
    elif isinstance(said, hubproto.Beat) and _late(link, said) and not _pinging(link, now):
        link, outs = pinged(link, now)  # it came twice, or from another start: the answer tells
    link, more = in_turn(link, said, now)
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
    link, outs = in_turn(replace(link, asking=False, heard=now, answered=now), said, now)
    if link.line:
        outs = (Up(said, frozenset(seats(link.state)), link.line.at(link.told)), *outs)
    link, more = pinged(replace(link, burst=BURST, bursts=now), now)
    return link, (*outs, *more)


def _new_board(link: Link, hello: Hello, now: int) -> Step:
    link = Link(link.nonce, link.asked, False, proved=True, hello=hello, heard=now, answered=now)
    link = replace(link, next=after(hello.seq), state=hello.state)
    return pinged(replace(link, burst=BURST, bursts=now, told=hello.t_us), now)


def _restarted(link: Link, hello: Hello, now: int) -> Step:
    """Another start of the board: what the old one said stays, its clock goes."""
    _, old = given_up(link, now)
    link, outs = _new_board(link, hello, now)
    return link, (*old, Doubt(), *outs)


def _astray(link: Link, said: Message, now: int) -> bool:
    """Is that of a start of the board of which we have had no Hello?"""
    late = _late(link, said)
    match said:
        case hubproto.Time() if late:  # one that comes twice answers no ping any more
            return link.out is not None and said.nonce == link.out[0]
        case hubproto.Time(t_tx_us=t_us) | hubproto.Beat(t_us=t_us) if not late and link.line:
            return t_us < link.told or not -ASTRAY <= link.line.at(t_us) - now <= AHEAD
    return False


def _late(link: Link, said: Message) -> bool:
    """Is it of a number that was had already?"""
    return hubproto.distance(said.seq, link.next) < 0


def _pinging(link: Link, now: int) -> bool:
    return link.out is not None and now < link.out[1] + ANSWER_WITHIN


def _lost_track(link: Link, now: int) -> Step:
    _, old = given_up(link, now)
    link, outs = _greeted(Link(link.nonce, link.asked, tries=0, proved=True, heard=now), now)
    return link, (*old, Doubt(), *outs)
