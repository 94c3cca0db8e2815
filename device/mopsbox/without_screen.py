"""A service that finds no screen waits for one: it may be switched on, or plugged in, after the box."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

from .gpio_lamps import GpioLamps
from .hardware import Found, Log
from .inputs.hub import HubInputs
from .notify import Service
from .places import NoScreen
from .table import SEATS, Lamp, Seat

RETRY_S = 3.0
ALLOWED_S = 30.0  # what is asked for at each attempt: a start that really hangs is noticed after that
PATTERN: dict[Seat, Lamp] = dict.fromkeys(SEATS, "fault")  # all of them together: nobody's buzzer is meant

Opened = TypeVar("Opened")


def screen_for(
    opened: Callable[[], Opened],
    service: Service,
    log: Log,
    lamps: Callable[[], AbstractContextManager[object]] = nullcontext,
    pause: Callable[[float], None] = time.sleep,
) -> Opened:
    """What `opened` opens, as soon as there is a screen; meanwhile the `lamps` are lit and the log knows why, once for
    each reason. Raises NoScreen if no service manager has started us: then somebody stands there and reads it."""
    try:
        return opened()
    except NoScreen as dark:
        if not service.there:
            raise
        why = str(dark)
    with lamps():
        return _waited(opened, service, log, pause, why)


def _waited(
    opened: Callable[[], Opened], service: Service, log: Log, pause: Callable[[float], None], why: str
) -> Opened:
    said = ""
    while True:
        if why != said:
            log(f"{why}; it is looked for again every {RETRY_S:.0f} s, until then all lamps blink")
            said = why
        service.waits(why, ALLOWED_S)
        pause(RETRY_S)
        try:
            found = opened()
        except NoScreen as dark:
            why = str(dark)
        else:
            log("there is a screen now")
            return found


@contextmanager
def blinking(found: Found, clock: Callable[[], int], log: Log) -> Iterator[None]:
    """All lamps say so, wherever they hang; dark at the end."""
    if found.hub is not None:
        hub = HubInputs(clock, lambda told: None, lambda: None, log, found.hub)
        hub.show(PATTERN)
        hub.start()
        try:
            yield
        finally:
            hub.close()
    elif found.factory is not None and found.wiring is not None:
        row = GpioLamps(found.wiring.lamps, found.factory, told=lambda seat, sentence: None)
        row.show(PATTERN)
        try:
            yield
        finally:
            row.close()
    else:
        yield
