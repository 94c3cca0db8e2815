"""Which gpiozero pin factory the box's pins come from, and whether somebody asked for it by name.

One answer for the box and its self-check. Loads, and says what is missing, where gpiozero does not.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import gpiochip
from .places import NoGpio

VARIABLE = "GPIOZERO_PIN_FACTORY"
OURS = "gpiod"


def asked_for(env: Mapping[str, str] = os.environ) -> bool:
    """Does the environment name a factory or a chip? Then pins that are not there are no desk computer but a fault."""
    return any(env.get(name) for name in (VARIABLE, gpiochip.VARIABLE))


def made() -> Any:
    """The factory of the header's lines; another one if the environment names it. Raises NoGpio."""
    try:
        from gpiozero import Device

        from .pins import GpiodFactory
    except Exception as error:  # whatever a broken installation does
        does_not = f"a library for the pins does not load ({_said(error)})"
        raise NoGpio("gpio-none", f"{does_not}; pip install gpiozero gpiod") from error
    name = os.environ.get(VARIABLE) or OURS
    if name.lower() == OURS:
        return GpiodFactory()
    try:
        Device.ensure_pin_factory()
    except Exception as error:  # whatever a factory raises that does not fit this machine
        raise NoGpio("gpio-none", f"{VARIABLE}={name} does not work here ({_said(error)}); unset it") from error
    return Device.pin_factory


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
