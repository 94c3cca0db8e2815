"""What a hub says, in the order of its running numbers: what is missing is asked for again, what cannot be had is a
`Doubt`. And its clock, read off its answers whatever their turn. Pure, of hublink.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from ..firmware import hubproto
from ..firmware.hubproto import Again, Message
from ..firmware.hubproto import Ping as AskTime
from ..table import Seat
from .hubclock import followed, line, ping, quickest
from .hubsaid import Doubt, Ended, Known, Link, Moved, Outcome, Say, Step, Up

AGAIN = (hubproto.Press, hubproto.Release, hubproto.Fault)  # what the board keeps and sends again
RELEASED = 10_000  # us after the contact opened: when the board is sure of it


def after(seq: int) -> int:
    """The running number that comes next."""
    return (seq + 1) % hubproto.SEQS


def in_turn(link: Link, said: Message, now: int) -> Step:
    """A message of this start of the board: it counts when it is its turn, and is asked for if it should have come."""
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
        link, more = again(replace(link, gap=(now, now)), now)
        outs += more
    return link, outs


def _caught_up(link: Link) -> Step:
    """Everything whose turn it is."""
    outs: tuple[Outcome, ...] = ()
    behind = dict(link.behind)
    while (said := behind.pop(link.next, None)) is not None:
        link, more = _done(replace(link, next=after(link.next)), said)
        outs += more
    return replace(link, behind=MappingProxyType(behind)), outs


def again(link: Link, now: int) -> Step:
    """Asks for what is missing before the first of what came behind."""
    assert link.gap
    count = min(hubproto.distance(seq, link.next) for seq in link.behind)
    return replace(link, gap=(link.gap[0], now)), (Say(Again.KIND, (link.next, count)),)


def _kept(link: Link, kept: hubproto.Kept, now: int) -> Step:
    """The board has said again what it still had of what was missing; the rest were no presses."""
    if not kept.whole:
        return given_up(link, now)
    wanted = [(kept.first + n) % hubproto.SEQS for n in range(kept.count)]
    events = [s for s in wanted if isinstance(link.behind.get(s), AGAIN)]
    if len(events) < kept.sent:
        return link, ()  # one of them got lost as well: it is asked for once more
    outs: tuple[Outcome, ...] = ()
    for _ in wanted:
        link, more = _caught_up(link)
        outs += more
        if hubproto.distance(link.next, kept.first) >= kept.count:
            break
        link = replace(link, next=after(link.next))
    return replace(link, gap=None), outs


def given_up(link: Link, now: int) -> Step:
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
    return link, tuple(Moved(line.at(t_us), seat, closed) for seat in seats(mask))


def _beat(link: Link, beat: hubproto.Beat) -> Step:
    outs: tuple[Outcome, ...] = (Doubt(),) if beat.drops > link.drops else ()
    changed = beat.state ^ link.state
    if changed and link.line:
        t = link.line.at(beat.t_us)
        outs = (*outs, Doubt(), *(Moved(t, seat, bool(beat.state >> seat - 1 & 1)) for seat in seats(changed)))
    return replace(link, drops=beat.drops, state=beat.state), outs


def seats(mask: int) -> tuple[Seat, ...]:
    """The seats of a mask, ascending."""
    return tuple(Seat(n + 1) for n in range(8) if mask >> n & 1)


# --- its clock


def pinged(link: Link, now: int) -> Step:
    """Asks what time it is there."""
    nonce = link.nonce + 1
    link = replace(link, nonce=nonce, out=(nonce, now), burst=max(0, link.burst - 1))
    return link, (Say(AskTime.KIND, (nonce,)),)


def clocked(link: Link, said: hubproto.Time, now: int) -> Step:
    """The four stamps of a ping, whatever its turn is."""
    if link.out is None or said.nonce != link.out[0]:
        return link, ()
    link = replace(
        link, out=None, answered=now, pings=(*link.pings, ping(link.out[1], said.t_rx_us, said.t_tx_us, now))
    )
    return pinged(link, now) if link.burst else (link, ())


def _told(link: Link, told_us: int) -> Step:
    """Everything up to there has been said. Where nothing later is known yet, the clock may change its pace."""
    link = replace(link, told=told_us)
    outs: tuple[Outcome, ...] = ()
    if link.pings and link.judged != link.bursts and not link.burst and link.out is None:
        best = (*link.best, quickest(link.pings))[-20:]
        wanted = line(best)
        if link.line is None:
            assert link.hello
            outs = (Up(link.hello, frozenset(seats(link.state)), wanted.at(told_us)),)
        link = replace(
            link,
            judged=link.bursts,
            pings=(),
            best=best,
            line=followed(link.line, wanted, told_us) if link.line else wanted,
        )
    return link, (*outs, Known(link.line.at(told_us))) if link.line else outs
