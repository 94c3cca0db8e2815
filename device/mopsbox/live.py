"""The box in wall time: referee's thread, buzzers or keyboard, lamps, loop, screen."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from . import config as settings
from . import turning
from .chance import Chance
from .courier import Courier, carried
from .desk import Desk
from .desk_thread import DeskThread
from .guests import Guests
from .hardware import SOURCES, Found, Hardware
from .hub_hardware import HubHardware, OneSource
from .inputs.script import Pressed
from .keeper import Keeper
from .loop import Loop
from .media import mounted
from .mishaps import Mishaps
from .notify import Service
from .opening import Opening, log
from .parts import BoxClock
from .places import StoreFault, phone_address, write_whole
from .scene import Look
from .sound.speaker import Speaker
from .status import status
from .supply import Supply
from .table import SECOND, Button, Fault, Lamp, Message, Seat, Setting
from .turning import HEALTH, Filmed, Source, Together, run_live
from .watchdog import Watchdog, rest_s

SWITCH_S = 0.0005  # how long one thread may keep the interpreter while another waits: the referee must not wait 5 ms


class Screen(turning.Screen, Protocol):
    """What the box shows itself on; `wake` and `lamps` from any thread. `wrong`: what it cannot show as it should, a
    word of the vocabulary and a sentence each."""

    def wake(self) -> None: ...
    def wrong(self) -> tuple[tuple[str, str], ...]: ...
    def lamps(self, pattern: Mapping[Seat, Lamp]) -> None: ...
    def turn(self, look: Look) -> None: ...
    def save(self, path: Path) -> None: ...
    def close(self) -> None: ...


class DrawnLamps:
    """The lamps drawn on the screen."""

    def __init__(self, show: Callable[[Mapping[Seat, Lamp]], None]) -> None:
        self.show = show


class Live:
    """The parts of one evening. Takes the screen over and closes it at the end. `service`: who is told how the box is;
    `power`: the file that has the machine switched off, None: nobody does that (places.power_file)."""

    def __init__(
        self,
        opening: Opening,
        found: Found,
        screen: Screen,
        look: Look,
        clock: BoxClock,
        service: Service | None = None,
        power: Path | None = None,
    ) -> None:
        self.opening, self.screen, self.clock = opening, screen, clock
        self.inbox: SimpleQueue[Message] = SimpleQueue()
        self.hardware: Hardware | HubHardware | None = None
        if found.hub is not None:
            self.hardware = HubHardware(found, clock, self.post, log)
        elif found.factory:
            self.hardware = Hardware(found, clock.offset, self.post, log)
        if found.word:
            self.post([Fault(clock(), SOURCES.get(found.word, "gpio"), found.word)])
        self.mishaps = Mishaps(lambda word: self.post([Fault(self.clock(), "desk", word)]), log)
        self.desk = self._desk(self.hardware)
        self.service, self._power = service or Service({}), power
        self._page = power.with_name("phone") if power else None  # there while the page for phones is wanted
        self._status, self._turns = "", 0
        self.watchdog = Watchdog(self.service, self._watched(), log)
        self.supply = Supply(lambda word: self.post([Fault(clock(), "supply", word)]))
        self.keeper = Keeper(
            lambda: opening.store.folder, log, tell=lambda word: self.post([Fault(self.clock(), "backup", word)])
        )
        self.courier = Courier(self._carry, self._carried, log)
        script, sound = opening.script, opening.loaded.config.sound
        self.speaker = Speaker(sound.on, sound.volume, sound.night, self._sounds, log)
        self.loop = Loop(
            opening.box(opening.saved(), clock, real=self.hardware is not None, powers=power is not None),
            self.desk,
            opening.store,
            Chance(script.seed if script else None),
            clock,
            look,
            early_penalty_ms=opening.loaded.config.buzzers.early_penalty_ms,
            tables=opening.tables,
            sound=self.speaker.play,
            setting=self._set,
            power_off=self._switch_off,
            restore=lambda: self.keeper.restore(self._made_ready),
            finished=self.keeper.finished,
            forgotten=self.keeper.forgotten,
            sticks=lambda: len(mounted()) if opening.store.folder else 0,
            export=self.courier.send,
            phone=phone_address,
            inbox=self.inbox,
            log=log,
        )
        self.guests = Guests(self.loop, script.seed if script else None)

    def _desk(self, hardware: Hardware | HubHardware | None) -> DeskThread:
        if hardware is None:
            return DeskThread(Desk(DrawnLamps(self.screen.lamps)), self.clock, self.post, self._failed)
        return hardware.desk(self.clock, self.post, self._failed, lambda: self.guests.down)

    def run(self, frames: Path | None = None) -> None:
        """Until the box is switched off. `frames`: where the box times of its pictures are written in the end."""
        sys.setswitchinterval(SWITCH_S)
        film = Filmed(self.screen, self.clock) if frames else None
        if self.hardware:
            self.hardware.start(self.desk.put, self._button)
        self.desk.start()
        try:
            self.opening.begin(self.loop)
            (film or self.screen).present(self.loop.picture())
            for word, why in self.screen.wrong():  # after the first picture: nobody waits for this
                log(why)
                self.post([Fault(self.clock(), word, word)])
            self.speaker.start()
            self.keeper.start()
            self._phone(self.opening.loaded.config.phone.on)
            shown: turning.Screen = film or self.screen
            if isinstance(self.hardware, HubHardware):
                shown = OneSource(shown, self.hardware.hub)
            self._status = status(self.loop.box)
            self.service.ready(self._status)
            self.watchdog.start()
            run_live(self.loop, shown, self._source(), self._turned, self._rest())
        finally:
            self.watchdog.stop()
            self.service.stopping()
            if self.hardware:
                self.hardware.close()
            self.desk.stop()
            self.keeper.close()
            if self.hardware:
                self.hardware.dark()
                log(_counted({**self.desk.counted, **self.hardware.counted}))
            self.screen.close()
            self.speaker.close()
            if film and frames:
                frames.write_text(json.dumps(film.frames))

    def _source(self) -> Source:
        folder, script = self.opening.folder, self.opening.script
        if not script:
            return self.guests
        return Together(Pressed(script, self.clock(), lambda name: self.screen.save(folder / name)), self.guests)

    def end(self) -> None:
        """As soon as the loop's turn is over; all is stored already. In the loop's own thread (a signal's handler)."""
        self.loop.over = True
        self.screen.wake()

    # -- who watches the box

    def _watched(self) -> dict[str, Callable[[], int]]:
        """Who must be seen to turn, and how often each has; where keys are the buzzers the loop is their reader."""
        parts: dict[str, Callable[[], int]] = {"the loop": lambda: self._turns, "the referee": lambda: self.desk.beats}
        if (rest := rest_s(self.service)) is not None:
            self.desk.rests_at_most(rest)
            parts |= self.hardware.readers(rest) if self.hardware else {}
        return parts

    def _rest(self) -> int:
        """The loop's longest sleep, ns."""
        rest = rest_s(self.service)
        return HEALTH if rest is None else min(HEALTH, round(rest * SECOND))

    def _turned(self) -> None:
        """After every turn of the loop."""
        self._turns += 1
        self.supply.look(self.clock())
        self.mishaps.look(self.clock())
        if self.service.there and (now := status(self.loop.box)) != self._status:
            self._status = now
            self.service.says(now)

    def _switch_off(self) -> None:
        """Raises OSError."""
        if self._power is not None:
            write_whole(self._power, b"")

    # -- from any thread

    def post(self, messages: Iterable[Message]) -> None:
        """For the loop."""
        for message in messages:
            self.inbox.put(message)
        self.screen.wake()

    def _button(self, button: Button) -> None:
        self.desk.after(button.t, partial(self.post, [button]))

    def _failed(self, why: str) -> None:
        self.mishaps.add(self.clock(), why)

    def _sounds(self, source: str, word: str) -> None:
        self.post([Fault(self.clock(), source, word)])

    def _made_ready(self) -> None:
        self.post([self.opening.made_ready(self.clock)])

    def _carry(self, log: Callable[[str], None]) -> str:
        return carried(self.opening.folder, self.loop.box.language, log)

    def _carried(self, word: str) -> None:
        self.post([Fault(self.clock(), "export", word)])

    def _phone(self, on: bool) -> None:
        """The page for phones, as a unit of its own: asked for by a file, since the box may start nothing."""
        try:
            if self._page is not None and on:
                write_whole(self._page, b"")
            elif self._page is not None:
                self._page.unlink(missing_ok=True)
        except OSError as error:
            log(f"the page for phones cannot be switched ({error.strerror or error}); the evening goes on")

    def _set(self, change: Setting) -> None:
        if change.key == "phone.on":
            self._phone(bool(change.value))
        self.speaker.change(change.key, change.value)
        if change.key == "screen.rotation":
            self.screen.turn(self.loop.look)
        if not change.keep:
            return
        try:
            now = settings.write_user(self.opening.loaded, {change.key: change.value})
            self.post([Fault(self.clock(), "config", now.notice or "")])
        except StoreFault as fault:  # it holds for this evening
            self.post([Fault(self.clock(), "config", fault.word)])


def _counted(counters: Mapping[str, int]) -> str:
    """What could not be sure of itself, for the log: of the last game, and of the evening's lines."""
    return "buzzers: " + ", ".join(f"{n} {what}" for what, n in counters.items())
