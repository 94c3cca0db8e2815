"""What the buzzer hub does with changes at its inputs and with what the host says. Pure: time, changes, bytes and lamps
are a `Board`'s business (pio_edges.py has the real one), so the same file is tested under CPython and MicroPython.

The hub knows no rounds and no winners, it only stamps (facts/firmware.md, section 4). A press counts from its first
edge; a release only once the contact was open for 10 ms of the sampler's own time, so bouncing never looks like two
presses. What was lost is counted and told, never guessed.
"""

try:  # in the service's package
    from . import hubproto
except ImportError:  # on the board every module stands alone
    import hubproto  # type: ignore[import-not-found, no-redef]

INPUTS = 8
ALL = 0xFF
RELEASE_US = 10_000  # open for so long: let go
SLACK_US = 100  # the sampler's time and the processor's may differ by that much: both count one crystal, started apart
COUNTER = 0xFFFFFF  # the sampler counts down from here, once a microsecond, and goes round in 16.8 s
AHEAD_US = 1 << 20  # a change this far ahead of the processor's clock is still a new one, no old one
BLIND_US = 8_000_000  # changes that may be older than this could be stamped a whole round of the counter wrong
BEAT_US = 500_000
KEPT = 64  # frames that can be sent again: Press, Release, and faults that are the hub's own
ROOM = 256  # Press and Release frames that may wait to be sent; what comes on top is lost, and counted
ROOM_FOR_ANSWERS = 100  # other frames that may wait; what the host asks on top it has to ask again
NEVER = 1 << 62


class Board:
    """What a core stands on. Times are microseconds since the start, growing for good."""

    chip = "-"
    mpy = "-"
    uid = "-"
    caps = "lamps"
    boot_id = 0
    origin = 0  # when the sampler took its first sample
    clock_hz = 0  # the processor's frequency where the sampler cannot run at it, else 0

    def now(self) -> int:
        raise NotImplementedError

    def read(self) -> tuple[list[int], int, int]:
        """Changes, oldest first: levels (bit 0 is buzzer 1, 0 is pressed) << 24 | counter. How many were lost right
        before them. How many waited, without the lost; if these are fewer, there are more to read."""
        raise NotImplementedError

    def levels(self) -> int:
        """All inputs just now: bit 0 is buzzer 1, 0 is pressed."""
        raise NotImplementedError

    def waiting(self) -> bool:
        """There is something to receive."""
        raise NotImplementedError

    def receive(self) -> bytes:
        """What the host has sent so far, or the beginning of it; never waits."""
        raise NotImplementedError

    def write(self, frame: bytes) -> None:
        """May wait for a host that does not read, less than a second."""
        raise NotImplementedError

    def lamps(self, mask: int) -> None:
        """Light these, no others."""
        raise NotImplementedError


class Clock:
    """Microseconds since the start, as a number that grows for good, of a counter that goes round after 2^30 (or any
    greater power of two). To be asked at least every 17 minutes."""

    def __init__(self, ticks) -> None:  # type: ignore[no-untyped-def]  # () -> int; the board knows no Callable
        self._ticks = ticks
        self._last: int = ticks()
        self._us = 0

    def now(self) -> int:
        ticks: int = self._ticks()
        self._us += (ticks - self._last) & 0x3FFFFFFF
        self._last = ticks
        return self._us


class Core:
    """`turn` for ever, until `leaving` says "q" (to the prompt) or "u" (to the USB drive)."""

    def __init__(self, board: Board) -> None:
        self.leaving = ""
        self._board = board
        # The inputs. Bits: _raw contact closed, _held pressed and not yet let go.
        self._raw = 0
        self._held = 0
        self._opened = [0] * INPUTS  # when the contact last opened; counts while held and open
        self._due = NEVER  # when the next of those is let go, or earlier
        self._blind = True  # what came before is not known: the next levels are taken over, no press is made of them
        self._drained = board.now()  # when all changes had last been read
        self._drops = 0
        self._told = 0
        self._high = 0
        # The host.
        self._splitter = hubproto.Splitter()
        self._began = 0  # when the beginning of an unfinished frame was seen
        self._greeted = False
        self._sent = 0  # frames, all since the start: seq is this modulo 2^16
        self._last = 0  # that of the newest event
        self._forgotten = -1  # that of the newest event no longer kept
        self._kept: list[tuple[int, bytes]] = []
        self._events: list[tuple[str, int, int, int]] = []  # to be sent, before
        self._answers: list[tuple[str, int, int, int]] = []  # all else
        self._choked = False  # no room for events, and none until half of them are sent
        self._beat = self._drained
        self._beating = False

    def turn(self) -> None:
        """Everything once: changes, the host, one frame sent. One only, for writing may take long, and changes have to
        be read in time."""
        now = self._board.now()
        self._edges(now)
        if self._board.waiting():
            self._hear(self._board.now(), self._board.receive())
        if not self._greeted:
            self._greeted = True
            self._hello(0)
        self._tell_drops()
        if now - self._beat >= BEAT_US:
            self._beat = now
            if not self._beating:
                self._beating = self._answer("B", 0, 0, 0)
        queue = self._events or self._answers
        if queue:
            self._board.write(self._frame(queue.pop(0)))

    # Inputs

    def _edges(self, now: int) -> None:
        words, lost, waited = self._board.read()
        self._high = max(self._high, waited)
        all_read = waited <= len(words)
        if now - self._drained > BLIND_US:
            lost += len(words)
            words = []
        if lost:
            self._drops += lost
            self._blind = True
            self._tell_drops()
        for word in words:
            # Of all times with this counter the newest that is not ahead.
            t = now + AHEAD_US
            t -= (t - self._board.origin - COUNTER + word) & COUNTER
            self._change(t, ~(word >> 24) & ALL)
        if all_read:  # what has not been told by now did not happen
            self._drained = now
            if self._blind:
                self._look(now, ~self._board.levels() & ALL)
            self._settle(now - SLACK_US)

    def _change(self, t: int, raw: int) -> None:
        if self._blind:
            self._look(t, raw)
            return
        self._settle(t)
        opened = self._held & self._raw & ~raw
        if opened:
            for i in range(INPUTS):
                if opened >> i & 1:
                    self._opened[i] = t
            self._due = min(self._due, t + RELEASE_US)
        pressed = raw & ~self._held
        self._raw = raw
        if pressed:
            self._held |= pressed
            self._event("E", t, pressed)

    def _look(self, t: int, raw: int) -> None:
        """Takes levels over after something unknown: pressed is pressed, but nobody knows since when. What is open may
        have opened just now."""
        self._blind = False
        self._raw = raw
        self._held |= raw
        self._opened = [t] * INPUTS
        self._due = t + RELEASE_US

    def _settle(self, t: int) -> None:
        """Lets go of what was open for long enough by `t`, the first first."""
        while t >= self._due:  # lets go of one of eight at least, or leaves
            since, mask = NEVER, 0
            for i in range(INPUTS):
                if (self._held & ~self._raw) >> i & 1 and self._opened[i] <= since:
                    mask = mask | 1 << i if self._opened[i] == since else 1 << i
                    since = self._opened[i]
            self._due = since + RELEASE_US
            if t >= self._due:
                self._held &= ~mask
                self._event("R", since, mask)

    # What is said

    def _event(self, kind: str, t: int, mask: int) -> None:
        self._choked = self._choked or len(self._events) >= ROOM
        if self._choked:
            self._drops += 1
        else:
            self._events.append((kind, t, self._held, mask))

    def _tell_drops(self) -> None:
        """In its place among the events: what comes behind is later than what was lost."""
        if len(self._events) > (ROOM // 2 if self._choked else ROOM - 2):
            return
        self._choked = False
        if self._drops != self._told:
            self._events += [("X", 0, self._drops - self._told, 0), ("B", 0, 0, 0)]
            self._told = self._drops

    def _answer(self, kind: str, a: int, b: int, c: int) -> bool:
        """Everything that is no event. False when too much is waiting: the host will ask again."""
        if len(self._answers) >= ROOM_FOR_ANSWERS:
            return False
        self._answers.append((kind, a, b, c))
        return True

    def _hello(self, nonce: int) -> None:
        if self._answer("H", nonce, 0, 0) and self._board.clock_hz:
            self._answer("X", 1, self._board.clock_hz, 0)

    def _frame(self, item: tuple[str, int, int, int]) -> bytes:
        """Made when it is sent, so that numbers run in the order of sending and times are those of sending."""
        kind, a, b, c = item
        if kind == "again":
            return self._kept_frame(a)
        board, seq = self._board, self._sent
        self._sent += 1
        if kind == "E" or kind == "R":
            frame = hubproto.edge(kind, seq, a, b, c)
            self._last = seq
            self._keep(seq, frame)
            return frame
        values: list[int | str] = [a, b, c]
        if kind == "H":
            values = [a, hubproto.PROTO, hubproto.VERSION, board.mpy, board.chip, board.uid, board.boot_id]
            values += [INPUTS, board.now(), self._held, board.caps]
        elif kind == "T":
            # Only sent while no event waits: what the sampler saw until it was last read has been said.
            values = [a, b, board.now(), max(0, self._drained - SLACK_US)]
        elif kind == "B":
            self._beating = False
            values = [board.now(), self._held, self._drops, self._high, self._splitter.bad]
            values.append(self._last % hubproto.SEQS)
        elif kind == "X":
            values = [(hubproto.OVERFLOW, hubproto.CLOCK, hubproto.COMMAND)[a], b]
            if a != 2:  # that something was lost, or that nothing is stamped, must not get lost as well
                frame = hubproto.encode(kind, seq, values)
                self._keep(seq, frame)
                return frame
        elif kind == "K":
            first = seq - (seq - a) % hubproto.SEQS
            sent = len([1 for kept, _ in self._kept if first <= kept < first + b])
            values = [a, b, 0 if first <= self._forgotten else 1, sent]
        return hubproto.encode(kind, seq, values)

    def _keep(self, seq: int, frame: bytes) -> None:
        self._kept.append((seq, frame))
        if len(self._kept) > KEPT:
            self._forgotten = self._kept.pop(0)[0]

    def _kept_frame(self, seq: int) -> bytes:
        """An event's frame; nothing when it was forgotten while the answer waited, then Kept says so."""
        for kept, frame in self._kept:
            if kept == seq:
                return frame
        return b""

    # What is heard

    def _hear(self, t: int, data: bytes) -> None:
        """`t`: when it was first seen. A frame counts from its beginning, also if that came in an earlier piece."""
        end = data.find(b"\n") + 1
        began = t if b"$" in data[:end] else self._began
        for frame in self._splitter.feed(data[:end]):
            self._obey(frame, began)
        for frame in self._splitter.feed(data[end:]):
            self._obey(frame, t)
        if b"$" in data:
            self._began = t

    def _obey(self, frame: hubproto.Frame, t: int) -> None:
        said = hubproto.message(frame)
        if isinstance(said, hubproto.AskHello):
            self._hello(said.nonce)
        elif isinstance(said, hubproto.Ping):
            self._answer("T", said.nonce, t, 0)
        elif isinstance(said, hubproto.Again):
            self._again(said.first, said.count)
        elif isinstance(said, hubproto.Lamps):
            self._board.lamps(said.mask & ALL)
        elif isinstance(said, (hubproto.Quit, hubproto.Boot)):
            self.leaving = said.KIND
        else:
            self._answer("X", 2, ord(frame.kind), 0)

    def _again(self, first: int, count: int) -> None:
        begin = self._sent - (self._sent - first) % hubproto.SEQS
        for seq, _ in self._kept:  # without room for one of them there is none for the end either
            if begin <= seq < begin + count:
                self._answer("again", seq, 0, 0)
        self._answer("K", first, count, 0)
