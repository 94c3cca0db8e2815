"""The Raspberry Pi's 40-pin header: which GPIO is on which pin (facts/hardware.md 1.2; gpiozero's board data agree)."""

from __future__ import annotations

from mopsbox.wiring import Wiring

_ODD = "3V3 2 3 4 GND 17 27 22 3V3 10 9 11 GND 0 5 6 13 19 26 GND"  # pins 1, 3, 5 ... 39
_EVEN = "5V 5V GND 14 15 18 GND 23 24 GND 25 8 7 1 GND 12 GND 16 20 21"  # pins 2, 4, 6 ... 40

PINS: dict[int, str] = {
    number: what for pair in enumerate(zip(_ODD.split(), _EVEN.split(), strict=True)) for number, what in (
        (2 * pair[0] + 1, pair[1][0]),
        (2 * pair[0] + 2, pair[1][1]),
    )
}  # fmt: skip
"""Header pin -> "3V3", "5V", "GND" or the GPIO number as text."""

HEADER_PIN: dict[int, int] = {int(what): number for number, what in PINS.items() if what.isdigit()}
"""GPIO -> header pin."""


def uses(wiring: Wiring) -> dict[str, int]:
    """ "buzzer3", "lamp3", "ok" ... -> the header pin it is on."""
    return {
        **{f"buzzer{seat}": HEADER_PIN[contact.pin] for seat, contact in wiring.buzzers.items()},
        **{f"lamp{seat}": HEADER_PIN[pin] for seat, pin in wiring.lamps.items()},
        **{name: HEADER_PIN[contact.pin] for name, contact in wiring.buttons.items()},
    }
