"""What the buzzer hub and the service say to each other. The very same file runs on both, under CPython and under
MicroPython >= 1.22: hence no dataclasses, no typing, and `binascii` alone (facts/firmware.md, section 4).

A frame is one line of printable ASCII, at most `LONGEST` bytes:

    $ kind(1) seq(4 hex) {space field} * crc32(8 hex) newline

The crc is over everything between `$` and `*`. Fields are hexadecimal without 0x, or words. Nothing in a frame is ever
a control character, so mpremote can stop a running hub with Ctrl-C. `seq` counts the frames of each side, modulo 2^16.
What the kinds mean, field by field, stands in the classes below, and nowhere else.
"""

import binascii

PROTO = 1  # the number of this protocol; H says it as its second field, whatever else will ever change
VERSION = "0.1.0"  # of the firmware
LONGEST = 120  # bytes of a frame with its newline
SEQS = 0x10000  # running numbers go round

HEX = "hex"  # a whole number from 0
WORD = "word"  # a text without spaces

OVERFLOW, CLOCK, COMMAND = "overflow", "clock", "command"  # codes of a Fault


class Frame:
    """A line that arrived whole. What its fields say is for `message` to find out."""

    def __init__(self, kind: str, seq: int, fields: list[str]) -> None:
        self.kind, self.seq, self.fields = kind, seq, fields


class Message:
    """What a frame says: its kind's fields as attributes, in the order of FIELDS (name, HEX or WORD, what it is)."""

    KIND = ""
    FIELDS: tuple[tuple[str, str, str], ...] = ()
    seq: int

    def __init__(self, seq: int, values: list[int | str]) -> None:
        self.seq = seq
        for i, field in enumerate(self.FIELDS):
            setattr(self, field[0], values[i])

    def values(self) -> list[int | str]:
        return [getattr(self, field[0]) for field in self.FIELDS]

    def __repr__(self) -> str:
        return "%s(%d, %r)" % (self.KIND, self.seq, self.values())


# From the board. Times: microseconds since the board's start, as a number that grows for good.
# Masks and states: bit 0 is buzzer 1; a set bit is pressed.


class Hello(Message):
    """Who the board is: once at its start, and as the answer to AskHello."""

    KIND = "H"
    FIELDS = (
        ("nonce", HEX, "the number of the AskHello this answers; 0 at the start"),
        ("proto", HEX, "PROTO of the board"),
        ("fw", WORD, "VERSION of the board"),
        ("mpy", WORD, "version of its MicroPython"),
        ("chip", WORD, "rp2040 or rp2350"),
        ("uid", WORD, "the chip's own number, also its USB serial number"),
        ("boot_id", HEX, "drawn anew at every start"),
        ("inputs", HEX, "how many buzzers it has"),
        ("t_us", HEX, "now"),
        ("state", HEX, "which buzzers are pressed; one that is so from the start was never a Press"),
        ("caps", WORD, "what else it can, comma between: lamps"),
    )
    nonce: int
    proto: int
    fw: str
    mpy: str
    chip: str
    uid: str
    boot_id: int
    inputs: int
    t_us: int
    state: int
    caps: str


class Press(Message):
    """Buzzers were pressed, at the very first contact."""

    KIND = "E"
    FIELDS = (
        ("t_us", HEX, "the first edge"),
        ("state", HEX, "which buzzers are pressed now"),
        ("mask", HEX, "which were pressed at t_us; several are a true tie: the same microsecond"),
    )
    t_us: int
    state: int
    mask: int


class Release(Message):
    """Buzzers were let go; said once they stayed so for 10 ms, so later Presses may have been said before."""

    KIND = "R"
    FIELDS = (
        ("t_us", HEX, "the last edge, 10 ms or more ago"),
        ("state", HEX, "which buzzers are pressed now"),
        ("mask", HEX, "which were let go at t_us"),
    )
    t_us: int
    state: int
    mask: int


class Time(Message):
    """The board's clock: the answer to Ping."""

    KIND = "T"
    FIELDS = (
        ("nonce", HEX, "the Ping's"),
        ("t_rx_us", HEX, "when the Ping was first seen, before it was read"),
        ("t_tx_us", HEX, "when this answer was made"),
        ("told_us", HEX, "every Press up to then has been said, every Release that was sure by then"),
    )
    nonce: int
    t_rx_us: int
    t_tx_us: int
    told_us: int


class Beat(Message):
    """The board is alive: every 500 ms."""

    KIND = "B"
    FIELDS = (
        ("t_us", HEX, "now"),
        ("state", HEX, "which buzzers are pressed"),
        ("drops", HEX, "changes and events lost since the start; when it grows, order is not certain"),
        ("ring_high", HEX, "the most changes that ever waited for the processor"),
        ("bad_rx", HEX, "lines from the host that were no frames"),
        ("last_seq", HEX, "seq of the newest Press or Release; 0 before the first"),
    )
    t_us: int
    state: int
    drops: int
    ring_high: int
    bad_rx: int
    last_seq: int


class Fault(Message):
    """Something is wrong."""

    KIND = "X"
    FIELDS = (
        ("code", WORD, "overflow: so much was lost; clock: no stamps at this frequency; command: what was that?"),
        (
            "detail",
            HEX,
            "overflow: at least so many changes or events; clock: Hz; command: its kind's character code",
        ),
    )
    code: str
    detail: int


class Kept(Message):
    """The end of an answer to Again."""

    KIND = "K"
    FIELDS = (
        ("first", HEX, "the Again's"),
        ("count", HEX, "the Again's"),
        ("whole", HEX, "1: every Press, Release and overflow among those was sent again; 0: some may be forgotten"),
        ("sent", HEX, "how many that were"),
    )
    first: int
    count: int
    whole: int
    sent: int


# From the host.


class AskHello(Message):
    """Who is there? The only thing ever written to a port that has not yet said Hello. A later protocol may add fields
    behind these, not change them."""

    KIND = "h"
    FIELDS = (
        ("nonce", HEX, "any number but 0; a Hello without it is an old one"),
        ("proto", HEX, "PROTO of the host; may be left out, then 0"),
    )
    nonce: int
    proto: int


class Ping(Message):
    """What time is it?"""

    KIND = "t"
    FIELDS = (("nonce", HEX, "any number"),)
    nonce: int


class Again(Message):
    """Send Press, Release and overflow frames again, under their old seq. The board keeps the last 64; Kept ends the
    answer."""

    KIND = "g"
    FIELDS = (("first", HEX, "the first seq wanted"), ("count", HEX, "so many from there, also those of other kinds"))
    first: int
    count: int


class Lamps(Message):
    """Light these lamps, no others."""

    KIND = "l"
    FIELDS = (("mask", HEX, "bit 0 is lamp 1"),)
    mask: int


class Quit(Message):
    """Stop, and leave the board to its prompt."""

    KIND = "q"


class Boot(Message):
    """Restart as a USB drive that takes a UF2 file."""

    KIND = "u"


KINDS = {
    kind.KIND: kind
    for kind in (Hello, Press, Release, Time, Beat, Fault, Kept, AskHello, Ping, Again, Lamps, Quit, Boot)
}


def encode(kind: str, seq: int, values: list[int | str]) -> bytes:
    """A frame. Values: whole numbers from 0, or words. Raises ValueError when it would be longer than LONGEST."""
    body = "%s%04x" % (kind, seq % SEQS)
    for value in values:
        body += " " + (value if isinstance(value, str) else "%x" % value)
    return _line(body)


def edge(kind: str, seq: int, t_us: int, state: int, mask: int) -> bytes:
    """A Press's or Release's frame, as `encode` makes it, in a fifth of the time on the board."""
    return _line("%s%04x %x %x %x" % (kind, seq % SEQS, t_us, state, mask))


def _line(body: str) -> bytes:
    line = ("$%s*%08x\n" % (body, binascii.crc32(body.encode()))).encode()
    if len(line) > LONGEST:
        raise ValueError("A frame would have %d bytes, %d are allowed: %s" % (len(line), LONGEST, body))
    return line


def decode(line: bytes) -> Frame | None:
    """The frame in a line, with or without its newline; None when it is not whole."""
    line = line.rstrip(b"\r\n")
    if not 15 <= len(line) < LONGEST or line[:1] != b"$" or line[-9:-8] != b"*":
        return None
    try:
        text = line.decode("ascii")
        crc, seq = _number(text[-8:]), _number(text[2:6])
    except ValueError:  # UnicodeError is one
        return None
    fields = text[6:-9].split(" ")
    if crc != binascii.crc32(line[1:-9]) or fields.pop(0) or not all(fields):
        return None
    return Frame(text[1], seq, fields)


def _number(text: str) -> int:
    """Raises ValueError. int() alone takes signs, spaces, underscores and 0x, and no end of digits."""
    for c in text:
        if c not in "0123456789abcdef":
            raise ValueError(text)
    if len(text) > 16:
        raise ValueError(text)
    return int(text, 16)


def message(frame: Frame) -> Message | None:
    """What a frame says; None for a kind this protocol does not have, or fields that are not that kind's."""
    kind = KINDS.get(frame.kind)
    if kind is None:
        return None
    fields = frame.fields
    if kind is AskHello:  # of any protocol: whoever asks is told PROTO
        fields = (fields + ["0"])[:2]
    if len(fields) != len(kind.FIELDS):
        return None
    try:
        return kind(frame.seq, [_number(f) if kind.FIELDS[i][1] == HEX else f for i, f in enumerate(fields)])
    except ValueError:
        return None


def proto_of(frame: Frame) -> int | None:
    """The PROTO that a Hello names, also one of another protocol; None for every other frame."""
    if frame.kind != Hello.KIND or len(frame.fields) < 2:
        return None
    try:
        return _number(frame.fields[1])
    except ValueError:
        return None


def distance(seq: int, since: int) -> int:
    """How many frames `seq` comes after `since`, -32768 to 32767: less than 0 for an older one."""
    return (seq - since + SEQS // 2) % SEQS - SEQS // 2


class Splitter:
    """Bytes in any pieces -> frames. Noise (a prompt, a modem's AT, half a frame) is passed over, `bad` counts its
    pieces. `rest` is the beginning of a frame that has not ended yet: never longer than a frame can be."""

    def __init__(self) -> None:
        self.rest = b""
        self.bad = 0

    def feed(self, data: bytes) -> list[Frame]:
        lines = (self.rest + data).split(b"\n")
        self.rest = self._from_dollar(lines.pop())
        if len(self.rest) >= LONGEST:  # it would have ended by now
            self.bad += 1
            self.rest = b""
        frames = []
        for line in lines:
            line = self._from_dollar(line)
            frame = decode(line) if line else None
            if frame:
                frames.append(frame)
            elif line:
                self.bad += 1
        return frames

    def _from_dollar(self, line: bytes) -> bytes:
        """What begins with the last $ in it, where a frame lost its newline or its head; empty without one."""
        at = line.rfind(b"$")
        noise = line if at < 0 else line[:at]
        if noise.strip():
            self.bad += 1
        return b"" if at < 0 else line[at:]
