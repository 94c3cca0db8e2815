"""All lamps and all buzzers opened for a test in which both take part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ..inputs.lines import Lines
from ..wiring import Wiring
from . import gpio
from .lamps import Lights
from .parts import Parts


class Unready(Exception):
    """The test cannot be made; the sentence says what to do."""


@contextmanager
def opened(parts: Parts, buttons: bool = False) -> Iterator[tuple[Wiring, Lights, Lines]]:
    """The wiring, the lamps (all dark, also afterwards) and the buzzers' lines; `buttons`: the menu buttons' among
    them. Raises Unready, also when the lines go away during the test."""
    if not isinstance(parts.wiring, Wiring):
        raise Unready(str(parts.wiring))
    if parts.factory is None:
        raise Unready(f"this test needs the buzzers' pins; {gpio.without(parts).says}")
    with ExitStack() as stack:
        try:
            if parts.running():
                raise Unready(gpio.RUNNING)
            lights = Lights(parts.factory, parts.wiring.lamps)
            stack.callback(lights.close)
            contacts = [*parts.wiring.buzzers.values(), *(parts.wiring.buttons.values() if buttons else ())]
            lines = gpio.lines_of(parts.factory, {contact.pin: contact for contact in contacts})
            stack.callback(lines.close)
            yield parts.wiring, lights, lines
        except Unready:
            raise
        except Exception as error:
            raise Unready(gpio.refused(error)[1]) from error
