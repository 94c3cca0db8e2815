"""A hub without a Pico: the sampler in Python, a board in virtual time, chance that is the same everywhere.

Runs under CPython and MicroPython, as the tests that use it do.
"""

try:
    from mopsbox.firmware import hubcore, hubproto
except ImportError:  # under MicroPython every module stands alone
    import hubcore
    import hubproto

COUNTER = 0xFFFFFF


class Chance:
    """Numbers that look drawn; MicroPython's random draws others than CPython's."""

    def __init__(self, seed: int) -> None:
        self._x = seed

    def below(self, n: int) -> int:
        self._x = (self._x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self._x >> 33) % n

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)


def word(t_us: int, pressed: int) -> int:
    """What the sampler says of all contacts, `t_us` after its first sample."""
    return (~pressed & 0xFF) << 24 | (COUNTER - t_us) & COUNTER


class Sampler:
    """A model of the PIO program with its ring: looks at eight contacts each microsecond, keeps a word per change.

    `moves`: (nanosecond, input, closed) in order of time.
    """

    def __init__(self, moves: list[tuple[int, int, bool]], origin: int = 0, size: int = 1024) -> None:
        self._moves, self._next = moves, 0
        self._origin, self._size = origin, size
        self._level = 0
        self._said = -1
        self._ring: list[int] = []

    def until(self, t_us: int) -> None:
        """Takes all samples up to and with `t_us`. Where nothing moves nothing is said, so those are left out."""
        while self._said < 0 or self._next < len(self._moves):
            sample = 0
            if self._said >= 0:
                sample = -((self._origin * 1000 - self._moves[self._next][0]) // 1000)  # the first one at or after it
            if self._origin + sample > t_us:
                return
            while self._next < len(self._moves) and self._moves[self._next][0] <= (self._origin + sample) * 1000:
                _, i, closed = self._moves[self._next]
                self._level = self._level | 1 << i if closed else self._level & ~(1 << i)
                self._next += 1
            if self._level != self._said:
                self._said = self._level
                self._ring.append(word(sample, self._level))

    def read(self, most: int = 64) -> tuple[list[int], int, int]:
        lost = max(0, len(self._ring) - self._size)
        waited = len(self._ring) - lost
        words = self._ring[lost : lost + most]
        self._ring = self._ring[lost + len(words) :]
        return words, lost, waited

    def levels(self) -> int:
        return ~self._level & 0xFF


class TestBoard(hubcore.Board):
    """A board in virtual time. `t`: microseconds since its start; `heard`: all it has written, as frames."""

    __test__ = False
    chip, mpy, uid, boot_id = "rp2040", "1.28.0", "e660583883724a32", 0xDEADBEEF

    def __init__(self, moves: list[tuple[int, int, bool]] = [], origin: int = 0, size: int = 1024) -> None:  # noqa: B006
        self.t = self.origin = origin
        self.sampler = Sampler(moves, origin, size)
        self.lit = 0
        self.stuck_us = 0  # how long the host makes it wait at each frame
        self.to_board = b""
        self.lines: list[bytes] = []

    def now(self) -> int:
        return self.t

    def read(self) -> tuple[list[int], int, int]:
        self.sampler.until(self.t)
        return self.sampler.read()

    def levels(self) -> int:
        return self.sampler.levels()

    def waiting(self) -> bool:
        return self.to_board != b""

    def receive(self) -> bytes:
        data, self.to_board = self.to_board, b""
        return data

    def write(self, frame: bytes) -> None:
        self.t += self.stuck_us
        self.lines.append(frame)

    def lamps(self, mask: int) -> None:
        self.lit = mask

    def told(self, kinds: str = "") -> list[hubproto.Message]:
        """What was written, of these kinds or all, oldest first."""
        said = [hubproto.message(hubproto.decode(line)) for line in self.lines if line]
        return [message for message in said if not kinds or message.KIND in kinds]


class Hub:
    """A core on such a board, and hands on both ends."""

    def __init__(self, moves: list[tuple[int, int, bool]] = [], board: TestBoard | None = None) -> None:  # noqa: B006
        self.board = board or TestBoard(moves)
        self.core = hubcore.Core(self.board)
        self._seq = 0
        self._started = False

    def run(self, until_us: int, turn_us: int = 1000) -> "Hub":
        """Turns on and on, up to that time since the board's start."""
        if not self._started:
            self._started = True
            self.core.turn()
        while self.board.t < until_us:
            self.board.t = min(until_us, self.board.t + turn_us)
            self.core.turn()
        return self

    def say(self, kind: str, *values: int) -> None:
        self.board.to_board += hubproto.encode(kind, self._seq, list(values))
        self._seq += 1


def values(messages: list[hubproto.Message]) -> list[list[int]]:
    """Their fields, for a comparison at a glance, the kind before them."""
    return [[message.KIND] + message.values() for message in messages]
