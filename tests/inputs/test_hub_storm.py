"""The service and the hub's core over a wire: thousands of bouncing presses, and a thousand kinds of harm."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest

from mopsbox.inputs.hublink import Doubt, Ended, Known, Moved, Up
from tests.firmware.test_storm import ORIGIN, storm
from tests.inputs.wire import MS, US, S, Wire

Truth = list[tuple[int, int]]
"""(board ns of the first contact, input)."""


def stormed(seed: int) -> int:
    """A thousand presses; how many."""
    moves, truth = storm(seed)
    lots = random.Random(seed)
    wire = Wire(moves, origin=ORIGIN, delay=lambda: MS // 2)
    while wire.now < wire.offset + moves[-1][0] + 200 * MS:
        wire.run(wire.now + lots.randrange(MS, 9 * MS))
        if lots.random() < 0.3:
            wire.ask()
    told = [(m.t, m.seat - 1) for m in wire.moved(True)]
    assert told == sorted(told, key=lambda each: each[0]), "in order"
    right = sorted((-(-t // US) * US + wire.offset, i) for t, i in truth)  # the first sample at or after the contact
    assert len(told) == len(right) and {i for _, i in told} == set(range(8))
    assert [i for _, i in sorted(told)] == [i for _, i in right]
    off = [t - at for (t, _), (at, _) in zip(sorted(told), right, strict=True)]
    stamped = [(m.t_us, i) for m in wire.hub.board.told("E") for i in range(8) if m.mask >> i & 1]
    assert sorted(stamped) == sorted((-(-t // US), i) for t, i in truth), "the board's own tick"
    # Against the box's clock one more: of a ping, too, the board knows whole microseconds only, the last one begun.
    assert min(off) >= 0 and max(off) < 2 * US
    assert all(abs(a - b) < US // 2 for a, b in pairwise(off)), "the clock never jumps"
    for (t, _), (u, _), (at, _), (bt, _) in zip(sorted(told), sorted(told)[1:], right, right[1:], strict=False):
        assert (t == u) == (at == bt), "a tie is a tie, and nothing else is"
    assert len(wire.moved(False)) == len(truth) and not wire.of(Doubt) and not wire.of(Ended)
    return len(truth)


def test_a_thousand_bouncing_presses_reach_the_box_once_each_in_order_and_on_the_microsecond() -> None:
    assert stormed(0) >= 1000


@pytest.mark.firmware
def test_ten_thousand_bouncing_presses_reach_the_box(figure: Callable[[str], None]) -> None:
    total = sum(stormed(seed) for seed in range(1, 11))
    assert total >= 10_000
    figure(f"{total} bouncing presses through core, protocol and service, each on its microsecond")


class Harmful:
    """What happens to each frame: now and then one is bent, cut short, lost, doubled, or held up."""

    def __init__(self, seed: int) -> None:
        self.lots = random.Random(seed)
        self.kind = self.lots.choice(("flip", "flips", "cut", "drop", "double", "split", "garbage", "burst"))
        self.often = self.lots.choice((0.03, 0.1, 0.3))
        self.on, self.did = True, 0

    def __call__(self, frame: bytes) -> Iterable[bytes]:
        if not self.on or self.lots.random() >= self.often:
            return (frame,)
        self.did += 1
        lots = self.lots
        at = lots.randrange(len(frame))
        match self.kind:
            case "flip":
                return (self._flipped(frame),)
            case "flips":
                for _ in range(lots.randrange(2, 9)):
                    frame = self._flipped(frame)
                return (frame,)
            case "cut":
                return (frame[:at],)
            case "drop":
                return ()
            case "double":
                return frame, frame
            case "split":
                return frame[:at], frame[at:]
            case "garbage":
                return lots.randbytes(lots.randrange(300)), frame
            case _:
                return frame[:at] + lots.randbytes(3) + frame[at:], b"", frame[at:]

    def _flipped(self, frame: bytes) -> bytes:
        at = self.lots.randrange(len(frame))
        return frame[:at] + bytes([frame[at] ^ 1 << self.lots.randrange(8)]) + frame[at + 1 :]


def moves_of(lots: random.Random, n: int, start: int) -> tuple[list[tuple[int, int, bool]], Truth]:
    """Presses of all eight, clean ones."""
    truth: Truth = []
    moves = []
    free = [start] * 8
    at = start
    while len(truth) < n:  # each time one
        at += lots.randrange(60 * MS)
        i = min(range(8), key=lambda each: (free[each] > at, lots.random()))
        at = -(-max(at, free[i]) // US) * US  # when the board sees it
        held = lots.randrange(30 * MS, 120 * MS)
        truth.append((at, i))
        moves += [(at, i, True), (at + held, i, False)]
        free[i] = at + held + 30 * MS
    return sorted(moves), truth


def believed(wire: Wire, truth: Truth) -> tuple[int, int]:
    """Checks everything that came out against the truth (box ns, seat), between one `Known` and the next: how many
    presses were told, how many declared uncertain. The clock may be off by some 3 ms, order and distances may not."""
    left = sorted(truth)
    since: list[Moved | Doubt] = []
    told, missed = 0, 0
    before: tuple[int, int] | None = None  # of the last press told without doubt: its true time, and as told
    for out in wire.outs:
        if isinstance(out, Moved | Doubt):
            since.append(out)
        if not isinstance(out, Known):
            continue
        doubted = False
        for each in since:
            if isinstance(each, Doubt):
                doubted, before = True, None
            elif each.closed:
                here = next((p for p in left if abs(p[0] - each.t) <= 3 * MS and p[1] == each.seat), None)
                assert here or doubted, ("never pressed", each)
                if here is None:
                    continue
                assert doubted or here[0] == left[0][0], ("one before it is missing", left[0], each)
                if before:
                    real, seen = here[0] - before[0], each.t - before[1]
                    assert abs(real - seen) <= 2 * US + real // 1000, ("another distance", real, seen)
                earlier = [p for p in left if p[0] < here[0]]
                missed += len(earlier)
                left = [p for p in left if p not in (*earlier, here)]
                told += 1
                before = here[0], each.t
        while left and left[0][0] < out.t - 3 * MS:
            assert doubted, ("never told", left[0])
            missed += 1
            del left[0]
        since = []
    return told, missed


@pytest.mark.parametrize(
    "hundred",
    [0, pytest.param(1, marks=pytest.mark.firmware)]
    + [pytest.param(n, marks=pytest.mark.firmware) for n in range(2, 10)],
)
def test_whatever_happens_on_the_wire_nothing_wrong_is_believed_and_it_recovers(
    hundred: int, figure: Callable[[str], None]
) -> None:
    counted = [harmed(seed) for seed in range(100 * hundred, 100 * hundred + 100)]
    told, missed = (sum(values) for values in zip(*counted, strict=True))
    figure(f"hub, harm {100 * hundred} to {100 * hundred + 99}: {told} presses told, {missed} declared uncertain")
    assert told > 10 * missed


def harmed(seed: int) -> tuple[int, int]:
    lots = random.Random(seed)
    moves, truth = moves_of(lots, 30, S // 5)
    harm = Harmful(seed)
    wire = Wire(moves, harm=harm)
    right = [(t + wire.offset, i + 1) for t, i in truth]
    wire.harm = lambda frame: (frame,)
    wire.run(wire.offset + 150 * MS)
    wire.harm = harm
    accident = lots.choice(("none", "none", "stall", "unplugged", "reset"))
    at = wire.offset + lots.randrange(S // 5, S)
    wire.run(at)
    if accident == "stall":
        wire.delay = lambda: 400 * MS
        wire.run(wire.now + 300 * MS)
        wire.delay = lambda: MS // 2
    elif accident == "unplugged":
        wire.cut = True
        wire.run(wire.now + lots.randrange(100 * MS, 3 * S))
        wire.reopen()
    elif accident == "reset":
        right = [p for p in right if p[0] < wire.now]
        more, truth = moves_of(lots, 10, S // 2)
        wire.reboot(moves=more)
        right += [(t + wire.offset, i + 1) for t, i in truth]
    end = max(t for t, _ in right) + 300 * MS
    for _ in range(200):
        if wire.now >= end:
            break
        wire.run(wire.now + 50 * MS)
        wire.ask()
        if wire.over:  # as the service does, also with a hub it knows
            assert wire.of(Ended)[-1] == Ended("gone")
            wire.run(wire.now + S // 2)
            wire.reopen()
    harm.on = False
    wire.run(wire.now + 3 * S)
    if wire.over:
        wire.reopen()
        wire.run(wire.now + 3 * S)
    wire.ask()
    wire.run(wire.now + 10 * MS)
    last = wire.of(Known)[-1]
    assert isinstance(last, Known) and wire.now - last.t < 20 * MS, "it recovers"
    return believed(wire, right)


@pytest.mark.parametrize("tenth", [0, 1, *(pytest.param(n, marks=pytest.mark.firmware) for n in range(2, 20))])
def test_whatever_happens_while_a_hub_introduces_itself_it_comes_up_or_is_tried_again(tenth: int) -> None:
    """Noise before its hello, within it, two of them, none of them, and the same on the way there; people press all
    the time."""
    ends = [introduced(seed) for seed in range(20 * tenth, 20 * tenth + 20)]
    assert "up" in ends


def introduced(seed: int) -> str:
    """How the first introduction ended; whatever it was, what follows from it is right, and the next one works."""
    lots = random.Random(seed)
    moves, truth = moves_of(lots, 30, S // 20)
    harm, there = Harmful(seed), Harmful(seed + 5_000)
    harm.often = there.often = lots.choice((0.1, 0.3, 0.6))
    wire = Wire(moves, harm=harm, there=there)
    before = Wire(moves, nonce=0x999).run(8 * S)  # somebody who asked it earlier, and left the answers lying there
    stale = list(filter(None, before.hub.board.lines))
    for frame in lots.sample(stale, 20):
        for piece in harm(frame):
            wire._arrive("host", piece)
    assert not wire.outs, "nobody has answered us yet"
    wire.run(wire.offset + lots.randrange(S, 3 * S))
    harm.on = there.on = False
    wire.run(wire.now + S)
    ended = wire.of(Ended)
    assert ended in ([], [Ended("silent")], [Ended("gone")])
    right = [(t + wire.offset, i + 1) for t, i in truth]
    believed_since_up(wire, right)
    if ended == [Ended("silent")]:
        assert not wire.of(Up)
    if wire.over:
        wire.replug()
    wire.run(wire.now + 4 * S)
    wire.ask()
    wire.run(wire.now + 10 * MS)
    last = wire.of(Known)[-1]
    assert isinstance(last, Known) and wire.now - last.t < 20 * MS and not wire.over
    believed_since_up(wire, right)
    return ended[0].why if ended and isinstance(ended[0], Ended) else "up"


def believed_since_up(wire: Wire, right: Truth) -> None:
    """Before a hub is up it answers for nothing; from then on for everything."""
    up = next((out for out in wire.outs if isinstance(out, Up)), None)
    if up is None:
        assert not wire.moved() and not wire.of(Known)
        return
    assert up.hello.uid == "e660583883724a32" and up.hello.boot_id == wire.hub.board.boot_id
    assert abs(up.t - wire.now) < 10 * S
    believed(wire, [(t, seat) for t, seat in right if t > up.t])
