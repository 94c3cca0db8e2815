"""What is written into the boot partition's config.txt and cmdline.txt, and taken out again to the byte.

Bytes, not text: whatever else stands there, in whatever encoding and with whatever ends of line, is not ours to touch.
"""

from __future__ import annotations

import re
from collections.abc import Container

from .step import Failed

# -- config.txt: a block of lines between two marks, at the end

BEGIN = b"# >>> mopsbox (systemd/install --uninstall takes these lines out)"
BEGIN_CUT = b"# >>> mopsbox (systemd/install --uninstall takes these lines out, and the line break before them)"
END = b"# <<< mopsbox"
OFF = b"# mopsbox took this out: "
"""Before a line of somebody else that would take our pins."""

QUIET = ("disable_splash=1", "dtparam=i2c_arm=off", "dtparam=spi=off")
"""No rainbow; and the pins of I2C and SPI are buzzers and buttons."""

_BLOCK = re.compile(  # the line break we added is of the kind that ends our lines: the one before may be half of theirs
    rb"(?:(?P<lf>\n)%(cut)s\n|(?P<crlf>\r\n)%(cut)s\r\n|%(begin)s\r?\n)(?P<lines>.*?)%(end)s(?:\r?\n|\Z)"
    % {b"cut": re.escape(BEGIN_CUT), b"begin": re.escape(BEGIN), b"end": re.escape(END)},
    re.DOTALL,
)
_TAKES_PINS = re.compile(
    rb"^(?=[ \t]*dtoverlay=w1-gpio|[ \t]*dtparam=(?:i2c|i2c_arm|i2c1|spi)(?:=on)?[ \t]*\r?$)", re.MULTILINE
)

_OVERLAY = re.compile(rb"^[ \t]*dtoverlay=(?P<name>[\w-]+)(?P<rest>[^\r\n#]*)", re.MULTILINE)
_PIN = re.compile(rb"[,:][ \t]*(?:gpio_?pin|gpio|pin_[ab]|i2c_gpio_(?:sda|scl)|sdmode-pin)=(\d{1,3})")
OFF_BUTTON = b"gpio-shutdown"
PINS_UNTOLD = {OFF_BUTTON: 3, b"gpio-key": 3, b"dht11": 4, b"gpio-fan": 12, b"gpio-poweroff": 26, b"max98357a": 4}
"""The pin an overlay takes whose line names none."""


def takers(config: bytes, used: Container[int]) -> list[tuple[str, int]]:
    """Lines of somebody else that take a pin of `used`, each with the first such pin."""
    found = []
    for line in _OVERLAY.finditer(without_block(config)):
        pins = [int(pin) for pin in _PIN.findall(line["rest"])]
        if not pins and line["name"] in PINS_UNTOLD and b"no-sdmode" not in line["rest"]:
            pins = [PINS_UNTOLD[line["name"]]]
        found += [(_text(line), pin) for pin in pins if pin in used][:1]
    return found


def config_lines(shutdown_pin: int | None, sound: str) -> list[str]:
    """`sound`: "default" (the system's) or "i2s" (a MAX98357A on the sound pins)."""
    lines = ["[all]", *QUIET]
    if sound == "i2s":
        lines.append("dtoverlay=max98357a,no-sdmode")
    if shutdown_pin is not None:
        lines.append(f"dtoverlay=gpio-shutdown,gpio_pin={shutdown_pin}")
    return lines


def with_block(config: bytes, lines: list[str], used: Container[int] = ()) -> bytes:
    """config.txt with our lines at its end; an off button on a pin of `used` is put out of force, as pressing that
    would switch off. Raises Failed when an earlier block has no end."""
    theirs = without_block(config)
    end = b"\r\n" if b"\r\n" in theirs else b"\n"
    off = [line for line, _ in takers(theirs, used) if is_off_button(line)]
    theirs = _OVERLAY.sub(lambda line: (OFF if _text(line) in off else b"") + line[0], theirs)
    theirs = _TAKES_PINS.sub(OFF, theirs)
    cut = bool(theirs) and not theirs.endswith(b"\n")
    begin = end + BEGIN_CUT if cut else BEGIN
    return theirs + end.join([begin, *(line.encode() for line in lines), END]) + end


def is_off_button(line: str) -> bool:
    """Is this line of config.txt a button that switches off?"""
    return line.partition("=")[2].partition(",")[0].strip() == OFF_BUTTON.decode()


def _text(line: re.Match[bytes]) -> str:
    return line[0].decode("utf-8", "replace").strip()


def without_block(config: bytes) -> bytes:
    """config.txt as it was, with whatever was changed around our lines. Raises Failed when they have no end."""
    while found := _BLOCK.search(config):
        before, after = config[: found.start()], config[found.end() :]
        added = found["lf"] or found["crlf"] or b""
        config = before + (added if after else b"") + after
    if BEGIN[:13] in config or END in config:
        raise Failed("one of the two marks of our lines is missing; take the lines between # >>> and # <<< out by hand")
    return config.replace(OFF, b"")


def block(config: bytes) -> list[str]:
    """Our lines as they stand there; []: none."""
    found = _BLOCK.search(config)
    return found["lines"].decode("utf-8", "replace").split() if found else []


# -- cmdline.txt: one line, our words between two that mean nothing to anybody

WORDS = ("quiet", "loglevel=3", "logo.nologo", "consoleblank=0", "vt.global_cursor_default=0")
FIRST, LAST = "mopsbox.begin=1", "mopsbox.end=1"
"""The kernel takes a word with a dot for a setting of a module; of this one there is none."""

_WORDS = re.compile(rb" ?" + re.escape(FIRST.encode()) + rb"(?: [^\r\n]*?)? " + re.escape(LAST.encode()))


def with_words(cmdline: bytes) -> bytes:
    """cmdline.txt with our words at the end of its line. Raises Failed as `without_words` does."""
    theirs = without_words(cmdline)
    line = re.match(rb"[^\r\n]*", theirs)
    assert line
    ours = " ".join([FIRST, *WORDS, LAST]).encode()
    return line[0] + (b" " if line[0] else b"") + ours + theirs[line.end() :]


def without_words(cmdline: bytes) -> bytes:
    """Raises Failed when one of the two marks is missing."""
    theirs = _WORDS.sub(b"", cmdline)
    if FIRST.encode() in theirs or LAST.encode() in theirs:
        raise Failed(f"one of the words {FIRST} and {LAST} is missing; take both and what lies between out by hand")
    return theirs
