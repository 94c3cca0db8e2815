"""Which pins the overlays of config.txt take.

From Raspberry Pi's own list of them (raspberrypi/linux, arch/arm/boot/dts/overlays/README), and where that is silent
from the overlays beside it: whatever is on a bus switches that on (i2c-buses.dtsi, spi0-2cs-overlay.dts). Only those
that somebody with a button box may well have; the pins of any other are known as far as its line names them. The Pi 4
and the Pi 5 have serial ports and buses the others have not, each on pins of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Settings = Mapping[str, str]
"""What a line says: parameter, value ("": none)."""

Switches = Mapping[str, tuple[int, ...]]
NO_SWITCHES: Switches = MappingProxyType({})
_NAMES_A_PIN = re.compile(r"(?:[\w-]+[_-])?(?:gpio|pin|gpiopin)\d?|pin_[ab]|i2c_gpio_(?:sda|scl)|interrupt")
_OFF = ("off", "0", "no", "false")
_MOVED = re.compile(r"pins_(\d+)_(\d+)")
BOARDS_OWN = ("act_led_gpio", "pwr_led_gpio", "cam0_reg_gpio", "cam1_reg_gpio")  # the board's parameters, no overlay's


@dataclass(frozen=True)
class Takes:
    """`pins`: unless a parameter as `pins_4_5` moves them. `named`: parameter, and its pin where the line does not say
    (-1: none). `more`, `less`: a switch, and the pins it takes in addition or leaves free."""

    pins: tuple[int, ...] = ()
    named: Mapping[str, int] = field(default_factory=dict)
    more: Switches = field(default_factory=dict)
    less: Switches = field(default_factory=dict)

    def of(self, settings: Settings) -> set[int]:
        """The pins a line with these settings takes."""
        moved = [int(pin) for key in settings if (found := _MOVED.fullmatch(key)) for pin in found.groups()]
        pins = {*(moved or self.pins)}
        for key, pin in self.named.items():
            told = _number(settings.get(key, ""))
            pins.add(pin if told is None else told)
        for key, more in self.more.items():
            pins |= {*more} if _on(settings, key) else set()
        for key, less in self.less.items():
            pins -= {*less} if _on(settings, key) else set()
        return pins - {-1}


def _on(settings: Settings, key: str) -> bool:
    return key in settings and settings[key] not in _OFF


def _number(value: str) -> int | None:
    return int(value) if re.fullmatch("[0-9]{1,3}", value) else None


BUSES = ("i2c0", "i2c2", "i2c3", "i2c4", "i2c5", "i2c6", "i2c_csi_dsi", "i2c_csi_dsi0", "i2c_csi_dsi1", "i2c-path")
ELSEWHERE = dict.fromkeys(BUSES, (2, 3))  # the chip is on another bus
SPI0, SPI0_CHIPS = (9, 10, 11), (8, 7)
SPI1, SPI1_CHIPS = (19, 20, 21), (18, 17, 16)
NO_MISO = {"no_miso": (9,)}


def _i2c(**named: int) -> Takes:
    return Takes((2, 3), named, less=ELSEWHERE)


def _spi(pins: tuple[int, ...], *chips: int, less: Switches = NO_SWITCHES) -> Takes:
    return Takes(pins, {f"cs{number}_pin": pin for number, pin in enumerate(chips)}, less=less)


def _on_spi0(**named: int) -> Takes:
    return Takes((*SPI0, *SPI0_CHIPS), named)


def _spi0_if(*switches: str) -> Takes:
    return Takes(more=dict.fromkeys(switches, (*SPI0, *SPI0_CHIPS)))


def _uart(first: int) -> Takes:
    more = (first + 2, first + 3)
    return Takes((first, first + 1), more={"ctsrts": more, "rs485": more})


EVERYWHERE: Mapping[str, Takes] = {
    "audremap": Takes((18, 19)),
    "dht11": Takes(named={"gpiopin": 4}),
    "gpio-fan": Takes(named={"gpiopin": 12}),
    "gpio-ir": Takes(named={"gpio_pin": 18}),
    "gpio-ir-tx": Takes(named={"gpio_pin": 18}),
    "gpio-key": Takes(named={"gpio": 3}),
    "gpio-led": Takes(named={"gpio": 19}),
    "gpio-poweroff": Takes(named={"gpiopin": 26}),
    "gpio-shutdown": Takes(named={"gpio_pin": 3}),
    "hd44780-lcd": Takes(
        named={"pin_d4": 6, "pin_d5": 13, "pin_d6": 19, "pin_d7": 26, "pin_en": 21, "pin_rs": 20, "pin_bl": -1}
    ),
    "hdmi-backlight-hwhack-gpio": Takes(named={"gpio_pin": 17}),
    "max98357a": Takes((18, 19, 20, 21), {"sdmode-pin": 4}, less={"no-sdmode": (4,)}),
    "pps-gpio": Takes(named={"gpiopin": 18}),
    "rotary-encoder": Takes(named={"pin_a": 4, "pin_b": 17}),
    "w1-gpio": Takes(named={"gpiopin": 4}),
    "w1-gpio-pullup": Takes(named={"gpiopin": 4, "extpullup": 5}),
    "wittypi": Takes((2, 3), {"led_gpio": 17}),
    # -- pulses
    "pwm": Takes(named={"pin": 18}),
    "pwm-2chan": Takes(named={"pin": 18, "pin2": 19}),
    "pwm-gpio": Takes(named={"gpio": 4}),
    "pwm-gpio-fan": Takes(named={"fan_gpio": 18}),
    "pwm-ir-tx": Takes(named={"gpio_pin": 18}),
    # -- chips on the I2C of GPIO2 and GPIO3
    "hd44780-i2c-lcd": Takes((2, 3), less={"i2c-path": (2, 3)}),
    "i2c-fan": _i2c(),
    "i2c-mux": _i2c(),
    "i2c-pwm-pca9685a": _i2c(),
    "i2c-rtc": _i2c(),
    "i2c-sensor": _i2c(),
    "i2c0": Takes((0, 1)),
    "i2c1": Takes((2, 3)),
    "mcp23017": Takes((2, 3), {"gpiopin": 4}, less={**ELSEWHERE, "noints": (4,)}),
    "sc16is750-i2c": _i2c(int_pin=24),
    "sc16is752-i2c": _i2c(int_pin=24),
    "ssd1306": Takes((2, 3)),
    # -- I2C made of any two pins
    "i2c-gpio": Takes(named={"i2c_gpio_sda": 23, "i2c_gpio_scl": 24}),
    "i2c-rtc-gpio": Takes(named={"i2c_gpio_sda": 23, "i2c_gpio_scl": 24}),
    # -- SPI, and what is on it
    "spi0-0cs": _spi(SPI0, less=NO_MISO),
    "spi0-1cs": _spi(SPI0, *SPI0_CHIPS[:1], less=NO_MISO),
    "spi0-1cs-inverted": _spi(SPI0, *SPI0_CHIPS[:1], less=NO_MISO),
    "spi0-2cs": _spi(SPI0, *SPI0_CHIPS, less=NO_MISO),
    "spi0-cs": _spi(SPI0, *SPI0_CHIPS, less=NO_MISO),
    "spi1-1cs": _spi(SPI1, *SPI1_CHIPS[:1]),
    "spi1-2cs": _spi(SPI1, *SPI1_CHIPS[:2]),
    "spi1-3cs": _spi(SPI1, *SPI1_CHIPS),
    "ads7846": _on_spi0(penirq=-1),
    "at86rf233": _on_spi0(interrupt=23, reset=24, sleep=25),
    "enc28j60": _on_spi0(int_pin=25),
    "mcp2515": _spi0_if("spi0-0", "spi0-1"),
    "mcp251xfd": _spi0_if("spi0-0", "spi0-1"),
    "mcp3008": _spi0_if("spi0-0-present", "spi0-1-present"),
    "mcp3202": _spi0_if("spi0-0-present", "spi0-1-present"),
    "mcp2515-can0": _on_spi0(),
    "mcp2515-can1": _on_spi0(),
    "piscreen": _on_spi0(),
    "sh1106-spi": _on_spi0(dc_pin=24, reset_pin=25),
    "ssd1306-spi": _on_spi0(dc_pin=24, reset_pin=25),
    "w5500": _on_spi0(int_pin=25),
    # -- whole rows of pins
    "dpi18": Takes(tuple(range(22))),
    "dpi24": Takes(tuple(range(28))),
    "sdio": Takes(
        tuple(range(22, 28)),
        less={"gpios_22_25": (26, 27)} | dict.fromkeys(("gpios_34_37", "gpios_34_39"), tuple(range(22, 28))),
    ),
    "smi": Takes(tuple(range(2, 26))),
    "vga666": Takes(tuple(range(2, 22))),
}
PI_4: Mapping[str, Takes] = {
    "i2c3": Takes((4, 5)),
    "i2c4": Takes((8, 9)),
    "i2c5": Takes((12, 13)),
    "i2c6": Takes((22, 23)),
    "spi3-1cs": _spi((1, 2, 3), 0),
    "spi3-2cs": _spi((1, 2, 3), 0, 24),
    "spi4-1cs": _spi((5, 6, 7), 4),
    "spi4-2cs": _spi((5, 6, 7), 4, 25),
    "spi5-1cs": _spi((13, 14, 15), 12),
    "spi5-2cs": _spi((13, 14, 15), 12, 26),
    "spi6-1cs": _spi((19, 20, 21), 18),
    "spi6-2cs": _spi((19, 20, 21), 18, 27),
    "uart2": _uart(0),
    "uart3": _uart(4),
    "uart4": _uart(8),
    "uart5": _uart(12),
}
PI_5: Mapping[str, Takes] = {
    "i2c2": Takes((4, 5)),
    "i2c3": Takes((6, 7)),
    "pwm-pio": Takes(named={"gpio": 4}),
    "spi2-1cs": _spi((1, 2, 3), 0),
    "spi2-2cs": _spi((1, 2, 3), 0, 24),
    "spi3-1cs": _spi((5, 6, 7), 4),
    "spi3-2cs": _spi((5, 6, 7), 4, 25),
    "spi5-1cs": PI_4["spi5-1cs"],
    "spi5-2cs": PI_4["spi5-2cs"],
    "uart0": _uart(14),
    "uart1": _uart(0),
    "uart2": _uart(4),
    "uart3": _uart(8),
    "uart4": _uart(12),
    "ws2812-pio": Takes(named={"gpio": 4}),
}
TABLES: Mapping[str, Mapping[str, Takes]] = {"": EVERYWHERE, "Pi 4": PI_4, "Pi 5": PI_5}
"""By the kind of Pi; no overlay stands in the first and in another."""

_KIND = re.compile(r"Raspberry Pi (?:Compute Module )?([45])")
FOR_PI_5 = "-pi5"  # the end of an overlay's name; without it the Pi 5 finds its own as well


def kind(model: str) -> str:
    """Of the device tree's `model`: "Pi 4", "Pi 5" (with the boards made of them, 400 and 500); "older"; "": no
    Raspberry Pi, or not known."""
    found = _KIND.match(model)
    return f"Pi {found[1]}" if found else "older" if model.startswith("Raspberry Pi") else ""


def names_a_pin(parameter: str) -> bool:
    return bool(_NAMES_A_PIN.fullmatch(parameter)) and parameter not in BOARDS_OWN


def is_parameter(overlay: str, parameter: str) -> bool:
    """Does this parameter, on a line of its own after the overlay's, say which pins that takes?"""
    name = overlay.removesuffix(FOR_PI_5)
    takes = [table[name] for table in TABLES.values() if name in table]
    known = any(parameter in (*each.named, *each.more, *each.less) for each in takes)
    return known or names_a_pin(parameter) or bool(_MOVED.fullmatch(parameter))


def taken(overlay: str, settings: Settings, board: str = "") -> dict[int, str]:
    """The pins a line takes, each with the kinds of Pi on which it does; "": on this one, or on each. `board`: the
    `kind` this is; "": not known, all count."""
    name = overlay.removesuffix(FOR_PI_5)
    board = "Pi 5" if name != overlay else board
    found: dict[int, list[str]] = {}
    for where, table in TABLES.items():
        if name in table and where in ("", board or where):
            for pin in table[name].of(settings):
                found.setdefault(pin, []).append("" if board else where)
    pins = {pin: " or ".join(where) for pin, where in found.items()}
    told = (_number(value) for key, value in settings.items() if names_a_pin(key))
    return pins | {pin: "" for pin in told if pin is not None}


def boards_own(settings: Settings) -> dict[int, str]:
    """The pins that the board's own parameters take, as `taken` has them."""
    told = (_number(settings.get(key, "")) for key in BOARDS_OWN)
    return {pin: "" for pin in told if pin is not None}
