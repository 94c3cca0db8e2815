"""The edge of a Raspberry Pi Pico and Pico 2: what is on which of its 40 pins, USB at the top, from above."""

from __future__ import annotations

_LEFT = "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15"  # 1, 2 ... 20, down
_RIGHT = "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3(OUT) 3V3_EN GND VSYS VBUS"

PINS: dict[int, str] = dict(enumerate([*_LEFT.split(), *_RIGHT.split()], start=1))
"""Edge pin -> what is printed beside it; 21 is at the lower right, 40 at the upper right."""

EDGE_PIN: dict[int, int] = {int(what[2:]): number for number, what in PINS.items() if what.startswith("GP")}
"""GP -> edge pin."""
