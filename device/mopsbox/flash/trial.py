"""The hub after flashing: it says who it is, its clock is measured, and somebody presses each buzzer."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

from ..firmware import hubproto
from ..inputs import hublink
from ..inputs.hublink import Ended, Moved, Outcome, Say, Up
from ..inputs.hubport import NoPort, Port
from ..table import SEATS, SECOND
from .trouble import Stopped, missing

TURN_S = 0.02
START = 15 * SECOND  # a restart, the port coming back, and the program's first words
PRESS = 60 * SECOND  # for one buzzer
TAIL = 2000  # bytes kept of what was no frame

Clock = Callable[[], int]


class Talk:
    """An open port to a board that may be a hub."""

    def __init__(self, port: Port, clock: Clock) -> None:
        self._port, self._clock = port, clock
        self._splitter = hubproto.Splitter()
        self._written = 0
        self._link, outs = hublink.opened(clock(), random.getrandbits(31) + 1)
        self.raw = b""  # the last of what came
        port.timeout = TURN_S
        self._say(outs)

    @property
    def link(self) -> hublink.Link:
        return self._link

    def turn(self) -> list[Outcome]:
        """What came within TURN_S. Raises OSError once the board is gone."""
        found: list[Outcome] = []
        data = self._port.read(1)
        if data:
            data += self._port.read(self._port.in_waiting)
        now = self._clock()
        self.raw = (self.raw + data)[-TAIL:]
        for frame in self._splitter.feed(data):
            self._link, outs = hublink.heard(self._link, frame, now)
            found += self._say(outs)
        if now >= hublink.due(self._link):
            self._link, outs = hublink.tick(self._link, now)
            found += self._say(outs)
        return found

    def close(self) -> None:
        with suppress(Exception):
            self._port.close()

    def _say(self, outs: tuple[Outcome, ...]) -> list[Outcome]:
        for out in outs:
            if isinstance(out, Say):
                self._port.write(hubproto.encode(out.kind, self._written, list(out.values)))
                self._written += 1
        return [out for out in outs if not isinstance(out, Say)]


def started(reopen: Callable[[], Port | None], clock: Clock, pause: Callable[[float], None]) -> tuple[Talk, Up]:
    """The hub, once it has said Hello to us and its clock is known. `reopen`: its port, None while it is not back;
    raises NoPort. Raises Stopped."""
    until, why, raw = clock() + START, "", b""
    while clock() < until:
        talk = port = None
        try:
            if port := reopen():
                talk = Talk(port, clock)
                while clock() < until:
                    for out in talk.turn():
                        if isinstance(out, Up):
                            return talk, _of_this_version(talk, out)
                        if isinstance(out, Ended):
                            raise OSError(f"{out.why} {out.detail or ''}".strip())
        except NoPort as error:
            why = str(error)
        except OSError as error:  # not up yet, or down again
            why = " ".join(str(error).split())
        if talk:
            raw += talk.raw
            talk.close()
        elif port:
            port.close()
        pause(TURN_S)
    raise _mute(why, raw)


def _of_this_version(talk: Talk, up: Up) -> Up:
    if up.hello.fw == hubproto.VERSION:
        return up
    talk.close()
    raise Stopped(
        f"the hub says it runs version {up.hello.fw}, not {hubproto.VERSION} which was just copied: unplug it, plug "
        "it in again, then flash once more"
    )


def _mute(why: str, raw: bytes) -> Stopped:
    lines = raw.partition(b">>>")[0].decode("ascii", errors="replace").splitlines()  # behind it our own words come back
    errors = [line.strip() for line in lines if line.partition(":")[0].strip().endswith(("Error", "Exception"))]
    if not raw and not why:
        return missing(
            "the board did not come back after its restart: unplug it, plug it in again, then flash once more"
        )
    said = errors[-1] if errors else why
    return Stopped(
        f"all is copied, but the hub does not say hello{f' ({said})' if said else ''}: unplug it, plug it in again, "
        "then mopsbox check; should it still be silent, mopsbox flash --restore and flash once more"
    )


def about(talk: Talk, up: Up, device: str) -> str:
    """Who it is and how well its clock is known."""
    doubt = talk.link.line.doubt if talk.link.line else 0
    return (
        f"hub {up.hello.uid} on {device}: firmware {up.hello.fw}, MicroPython {up.hello.mpy}, {up.hello.chip}; a "
        f"ping takes {2 * doubt / 1e6:.2f} ms there and back, so its clock is known to {doubt / 1e6:.2f} ms"
    )


def press_each(talk: Talk, up: Up, clock: Clock, tell: Callable[[str], None], skipped: Callable[[], bool]) -> int:
    """Each buzzer once; how many answered. `skipped`: was Enter pressed since? Ctrl-C leaves out the rest. Raises
    Stopped when the hub is lost."""
    answered = 0
    try:
        for seat in SEATS:
            tell(f"Press buzzer {seat}. (Enter: leave it out.)")
            moved = _pressed(talk, clock, tell, skipped, seat)
            if moved is None:
                tell("  left out")
                continue
            answered += 1
            tell(f"  buzzer {seat} answers, {(moved.t - up.t) / SECOND:.6f} s after the hub's clock was known")
    except KeyboardInterrupt:
        tell("  left out from here on")
    except OSError as error:
        raise missing("the hub is gone: plug it in again (a cable for data), its program is on it") from error
    return answered


def _pressed(
    talk: Talk, clock: Clock, tell: Callable[[str], None], skipped: Callable[[], bool], seat: int
) -> Moved | None:
    until = clock() + PRESS
    while clock() < until and not skipped():
        for out in talk.turn():
            if isinstance(out, Ended):
                raise OSError(out.why)
            if isinstance(out, Moved) and out.closed:
                if out.seat == seat:
                    return out
                tell(f"  that was buzzer {out.seat}: press {seat}, or swap the wires of the two")
    return None
