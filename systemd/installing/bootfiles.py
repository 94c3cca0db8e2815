"""What is written into the boot partition's config.txt and cmdline.txt, and taken out again to the byte.

Bytes, not text: whatever else stands there, in whatever encoding and with whatever ends of line, is not ours to touch.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, replace

from . import overlays
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
_TAKES_PINS = re.compile(rb"^(?=[ \t]*dtparam=(?:i2c|i2c_arm|i2c1|spi)(?:=on)?[ \t]*\r?$)", re.MULTILINE)
_LINE = re.compile(
    rb"^[ \t]*(?:\[(?P<section>[^]\r\n]*)\]|(?P<key>dtoverlay|dtparam)=(?P<rest>[^\r\n#]*))", re.MULTILINE
)
OFF_BUTTON = "gpio-shutdown"
PUT_OFF = {  # with their parameters, which on lines of their own would else be those of the overlay before
    OFF_BUTTON: ("gpio_pin", "active_low", "gpio_pull", "debounce"),
    "w1-gpio": ("gpiopin", "pullup"),
    "w1-gpio-pullup": ("gpiopin", "pullup", "extpullup"),
}


@dataclass(frozen=True)
class Taker:
    """A line of somebody else that takes pins, with those after it that belong to it. `name`: the overlay's, "": none.
    `line`: for a person. `pins`: as overlays.taken has them. `starts`: where its lines start."""

    name: str
    line: str
    pins: dict[int, str]
    starts: tuple[int, ...]

    @property
    def is_off_button(self) -> bool:
        return self.name == OFF_BUTTON

    @property
    def is_put_off(self) -> bool:
        """Is it put out of force, if it takes a pin of the box?"""
        return self.name in PUT_OFF


def takers(config: bytes, used: Container[int], board: str = "") -> list[Taker]:
    """Lines of somebody else that take pins of `used`, with these pins. `board`: overlays.kind."""
    found = []
    for each in _takers(without_block(config), board):
        pins = {pin: where for pin, where in sorted(each.pins.items()) if pin in used}
        found += [replace(each, pins=pins)] if pins else []
    return found


def _takers(config: bytes, board: str) -> list[Taker]:
    found, own = list[Taker](), list[Taker]()
    name, settings, lines = "", dict[str, str](), list[re.Match[bytes]]()

    def ended() -> None:
        if name:
            told = " with ".join(_text(line) for line in lines)
            pins, starts = overlays.taken(name, settings, board), tuple(line.start() for line in lines)
            found.append(Taker(_plain(name), told, pins, starts))

    for line in _LINE.finditer(config):
        if line["key"] == b"dtoverlay":
            ended()
            name, settings = _read(line["rest"])
            lines = [line]
        elif line["key"]:
            _, more = _read(b"," + line["rest"])
            if name and all(overlays.is_parameter(name, key) or key in PUT_OFF.get(_plain(name), ()) for key in more):
                settings, lines = settings | more, [*lines, line]
            own.append(Taker("", _text(line), overlays.boards_own(more), (line.start(),)))
        elif line["section"] != b"all":  # it may hold on another Pi than the overlay before it
            ended()
            name = ""
    ended()
    return found + own


def _plain(overlay: str) -> str:
    return overlay.removesuffix(overlays.FOR_PI_5)


def _read(rest: bytes) -> tuple[str, dict[str, str]]:
    """An overlay's name and its settings: name,key=value,switch (or with a colon)."""
    name, *more = re.split("[,:]", rest.decode("utf-8", "replace"))
    pairs = (each.partition("=") for each in more)
    return name.strip(), {key.strip(): value.strip() for key, _, value in pairs}


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
    would switch off, and so is 1-wire. Raises Failed when an earlier block has no end."""
    theirs = without_block(config)
    end = b"\r\n" if b"\r\n" in theirs else b"\n"
    for taker in reversed(_takers(theirs, "")):
        if taker.is_put_off and (not taker.is_off_button or any(pin in used for pin in taker.pins)):
            for start in reversed(taker.starts):
                theirs = theirs[:start] + OFF + theirs[start:]
    theirs = _TAKES_PINS.sub(OFF, theirs)
    cut = bool(theirs) and not theirs.endswith(b"\n")
    begin = end + BEGIN_CUT if cut else BEGIN
    return theirs + end.join([begin, *(line.encode() for line in lines), END]) + end


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
