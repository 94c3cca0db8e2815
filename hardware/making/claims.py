"""What else on a Raspberry Pi takes pins of the header, what switches it on, and what keeps it off (config.txt)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """`pins`: GPIO numbers as it takes them unless told otherwise. `switched_on`: what a person writes, "" where it
    comes by itself; `remedy`: what frees the pins. `ours`: the box itself may use it, so its pins are kept for it.
    `memory`: nobody could look it up."""

    name: str
    pins: tuple[int, ...]
    switched_on: str
    remedy: str
    ours: bool = False
    memory: bool = False


# The overlays' own descriptions name these pins; I2C, SPI, UART and I2S are also in gpiozero's board data.
CLAIMS = (
    Claim("identity chip", (0, 1), "", "nothing; leave both pins alone", ours=True),
    Claim("I2C", (2, 3), "dtparam=i2c_arm=on", "dtparam=i2c_arm=off"),
    Claim("off button", (3,), "dtoverlay=gpio-shutdown", "take that line out; OK wakes a Pi up to 4 without it"),
    Claim("1-wire", (4,), "dtoverlay=w1-gpio", "take that line out"),
    Claim("MAX98357A on/off", (4,), "dtoverlay=max98357a", "dtoverlay=max98357a,no-sdmode"),
    Claim("SPI", (7, 8, 9, 10, 11), "dtparam=spi=on", "dtparam=spi=off"),
    Claim("fan", (12, 14), "dtoverlay=gpio-fan", "dtoverlay=gpio-fan,gpiopin=14, and then no serial console"),
    Claim("headphones", (12, 13), "dtoverlay=audremap", "take that line out"),
    Claim("serial console", (14, 15), "enable_uart=1", "nothing; both pins are kept for it", ours=True),
    Claim("second SPI", (16, 17, 18, 19, 20, 21), "dtoverlay=spi1-3cs", "take that line out", memory=True),
    Claim("I2S sound", (18, 19, 20, 21), "dtparam=i2s=on", "nothing; the four pins are kept for it", ours=True),
    Claim("infrared", (18,), "dtoverlay=gpio-ir", "take that line out", memory=True),
    Claim("JTAG", (22, 23, 24, 25, 26, 27), "enable_jtag_gpio=1", "take that line out", memory=True),
    Claim("off signal", (26,), "dtoverlay=gpio-poweroff", "take that line out"),
    Claim("more UARTs", (0, 1, 4, 5, 8, 9, 12, 13), "dtoverlay=uart2 … uart5", "take those lines out"),
    Claim("old firmware", (6, 14, 16), "", "update the Pi; it drives them for a moment at power-on"),
)  # fmt: skip

CONFIG = ("dtparam=i2c_arm=off", "dtparam=spi=off")
"""What the box's config.txt says whatever sound it has."""
SOUND = "dtoverlay=max98357a,no-sdmode"
"""And with the amplifier on I2S."""
