"""Eight bouncing buzzers, ten thousand presses: sampler -> core -> protocol, against the truth. Runs under CPython and
MicroPython (test_micropython.py)."""

try:
    from mopsbox.firmware import hubproto

    from .model import Chance, Hub, TestBoard
except ImportError:
    import hubproto
    from model import Chance, Hub, TestBoard

    STORMS = 1  # it is slower, and its sort takes a square of time
else:
    STORMS = 10

US, MS = 1000, 1_000_000  # nanoseconds
PRESSES = 1000  # in each storm
ORIGIN = 987_654  # the sampler's first sample, microseconds after the processor's start


def bouncing(chance: Chance, at: int, i: int, closed: bool) -> list[tuple[int, int, bool]]:
    """A contact that toggles up to 18 times within 5 ms and ends as `closed`. The first contact lasts a microsecond or
    more, all other ones may be too short to be seen."""
    moves, level = [(at, i, closed)], closed
    for n in range(2 * chance.below(10)):
        at += chance.between(1 * US, 500 * US) if n == 0 or chance.below(4) else chance.between(50, 1500)
        level = not level
        moves.append((at, i, level))
    return moves


def storm(seed: int) -> tuple[list[tuple[int, int, bool]], list[tuple[int, int]]]:
    """All moves, and the truth: (nanosecond of the first contact, input) of each press. Every third press somebody else
    presses within 3 microseconds: often in the same one, sometimes in the next."""
    chance = Chance(seed)
    moves: list[tuple[int, int, bool]] = []
    truth: list[tuple[int, int]] = []
    free = [ORIGIN * US + 20 * MS] * 8
    at = free[0]
    while len(truth) < PRESSES:  # each time at least one
        at += chance.between(1 * US, 80 * MS)
        together = 1 + chance.below(3) if chance.below(3) == 0 else 1
        for _ in range(together):
            i = chance.below(8)
            press = at + chance.below(3 * US)
            if press < free[i]:
                continue
            down = bouncing(chance, press, i, True)
            up = bouncing(chance, down[-1][0] + chance.between(12 * MS, 200 * MS), i, False)
            truth.append((press, i))
            moves += down + up
            free[i] = up[-1][0] + chance.between(10 * MS + 2 * US, 40 * MS)
        at = max(at, min(free))
    return sorted(moves), sorted(truth)


def heard(lines: list[bytes], chance: Chance) -> list[hubproto.Message]:
    """What a host hears of them, however the bytes are cut into pieces."""
    stream, splitter, said = b"".join(lines), hubproto.Splitter(), []
    at = 0
    while at < len(stream):  # each time at least one byte
        n = chance.between(1, 300)
        said += [hubproto.message(frame) for frame in splitter.feed(stream[at : at + n])]
        at += n
    assert splitter.bad == 0 and splitter.rest == b""
    return said


def test_ten_thousand_bouncing_presses_come_once_each_in_order_and_on_the_microsecond() -> None:
    total, ties, latest = 0, 0, 0
    for seed in range(STORMS):
        moves, truth = storm(seed)
        board, chance = TestBoard(moves, origin=ORIGIN), Chance(100 + seed)
        hub = Hub(board=board).run(ORIGIN)
        end = moves[-1][0] // US + 100_000
        while board.t < end:  # turns of 1 to 6 ms, now and then one of up to 70
            hub.run(board.t + chance.between(1000, 70_000 if chance.below(100) == 0 else 6000), 70_000)
        said = heard(board.lines, chance)
        assert [m.seq for m in said] == list(range(len(said)))
        assert [m for m in said if m.KIND == "X"] == []

        # Every press once, in the order of the first contacts, within a microsecond after its own.
        presses = [m for m in said if m.KIND == "E"]
        told = [(m.t_us, i) for m in presses for i in range(8) if m.mask >> i & 1]
        assert len(told) == len(truth) >= PRESSES
        assert told == sorted([(-(-ns // US), i) for ns, i in truth])  # the first sample at or after the contact
        late = [t * US - ns for (t, _), (ns, _) in zip(by_buzzer(told), by_buzzer(truth))]
        assert min(late) >= 0 and max(late) < US

        # In one frame when they were in one microsecond, never two frames of one microsecond.
        assert len({m.t_us for m in presses}) == len(presses)

        # And every release once.
        assert sum([bits(m.mask) for m in said if m.KIND == "R"]) == len(truth)
        assert presses[-1].t_us > ORIGIN + 0x1000000  # the sampler's counter went round

        total += len(truth)
        ties += len([m for m in presses if bits(m.mask) > 1])
        latest = max(latest, max(late))
    assert total >= STORMS * PRESSES and ties >= 40 * STORMS
    print(total, "presses,", ties, "ties, the latest stamp", latest, "ns after its contact")


def by_buzzer(presses: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(presses, key=lambda p: (p[1], p[0]))


def bits(mask: int) -> int:
    return sum([mask >> i & 1 for i in range(8)])
