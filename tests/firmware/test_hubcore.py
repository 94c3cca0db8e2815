"""What the hub makes of contacts and of the host's words. Runs under CPython and MicroPython (test_micropython.py)."""

try:
    from mopsbox.firmware import hubcore, hubproto

    from .model import Chance, Hub, TestBoard, values, word
except ImportError:
    import hubcore
    import hubproto
    from model import Chance, Hub, TestBoard, values, word

MS = 1_000_000  # nanoseconds, as moves are timed
S = 1000 * MS


def bounce(at: int, i: int, closed: bool, *gaps: int) -> list[tuple[int, int, bool]]:
    """A contact that toggles at `at` and after each gap."""
    moves = [(at, i, closed)]
    for gap in gaps:
        at, closed = at + gap, not closed
        moves.append((at, i, closed))
    return moves


# Presses


def test_a_bouncing_press_counts_once_from_its_first_edge_and_ends_at_its_last() -> None:
    moves = bounce(5 * MS, 2, True, 30_000, 70_000, 1_000_000, 9 * MS) + bounce(100 * MS, 2, False, 4000, 2 * MS)
    hub = Hub(moves).run(150_000)
    assert values(hub.board.told("ER")) == [["E", 5000, 0b100, 0b100], ["R", 102_004, 0, 0b100]]


def test_a_release_is_said_after_ten_milliseconds_and_carries_its_own_time() -> None:
    hub = Hub([(5 * MS, 0, True), (50 * MS, 0, False)])
    hub.run(60_000, turn_us=50)
    assert values(hub.board.told("ER")) == [["E", 5000, 1, 1]]
    hub.run(60_200, turn_us=50)
    assert values(hub.board.told("R")) == [["R", 50_000, 0, 1]]


def test_closing_again_before_ten_milliseconds_is_bouncing_after_them_a_press() -> None:
    for open_us, presses in ((9_999, 1), (10_000, 2)):
        hub = Hub([(5 * MS, 0, True), (20 * MS, 0, False), (20 * MS + open_us * 1000, 0, True)]).run(100_000)
        assert len(hub.board.told("E")) == presses, open_us


def test_it_is_the_contact_that_counts_not_when_the_processor_looks() -> None:
    """All of it lies in the ring before anybody reads it: open for 9 ms is no release, open for 11 ms is one."""
    moves = [(5 * MS, 0, True), (20 * MS, 0, False), (29 * MS, 0, True), (40 * MS, 0, False), (51 * MS, 0, True)]
    hub = Hub(moves).run(5).run(4_000_000, turn_us=3_000_000)
    hub.run(4_010_000)
    assert values(hub.board.told("ER")) == [["E", 5000, 1, 1], ["R", 40_000, 0, 1], ["E", 51_000, 1, 1]]


def test_two_in_the_same_microsecond_are_one_frame_two_a_microsecond_apart_are_two() -> None:
    hub = Hub([(4_999_100, 0, True), (4_999_900, 7, True), (9 * MS, 1, True), (9 * MS + 1000, 3, True)]).run(20_000)
    tie, first, second = values(hub.board.told("E"))
    assert tie == ["E", 5000, 0b10000001, 0b10000001]
    assert first == ["E", 9000, 0b10000011, 0b10]
    assert second == ["E", 9001, 0b10001011, 0b1000]


def test_releases_in_the_same_microsecond_are_one_frame_others_come_in_order() -> None:
    down = [(5 * MS, i, True) for i in range(4)]
    up = [(50 * MS, 2, False), (51 * MS, 0, False), (51 * MS, 3, False), (52 * MS, 1, False)]
    hub = Hub(down + up).run(5).run(100_000, turn_us=40_000).run(110_000)
    assert values(hub.board.told("R")) == [["R", 50_000, 0b1011, 4], ["R", 51_000, 0b10, 9], ["R", 52_000, 0, 2]]


def test_a_press_is_said_before_the_release_of_another_that_came_first() -> None:
    """A release is judged 10 ms late; whoever wants both in order sorts by time."""
    hub = Hub([(5 * MS, 0, True), (50 * MS, 0, False), (55 * MS, 1, True)]).run(100_000)
    assert [(m.KIND, m.t_us) for m in hub.board.told("ER")] == [("E", 5000), ("E", 55_000), ("R", 50_000)]


def test_a_buzzer_that_is_down_at_the_start_is_in_the_hello_and_never_a_press() -> None:
    hub = Hub([(-1, 4, True), (100 * MS, 4, False), (200 * MS, 4, True)]).run(250_000)
    (hello,) = hub.board.told("H")
    assert (hello.nonce, hello.state, hello.inputs) == (0, 0b10000, 8)
    assert hub.board.lines[0][:2] == b"$H"
    assert values(hub.board.told("ER")) == [["R", 100_000, 0, 16], ["E", 200_000, 16, 16]]


# Time


def test_the_samplers_counter_may_go_round_as_often_as_it_likes() -> None:
    round_ = 0x1000000  # microseconds
    at = [n * round_ + d for n in (1, 2, 7) for d in (-1_000_000, -1, 0, 1, 1_000_000)]
    moves = []
    for n, t in enumerate(at):
        moves.append((t * 1000, n % 8, True))
        moves.append((t * 1000 + 20 * MS, n % 8, False))
    moves.sort()
    hub = Hub(moves).run(8 * round_, turn_us=250_000)
    assert [m.t_us for m in hub.board.told("E")] == at


def test_the_sampler_starts_a_while_after_the_processor() -> None:
    hub = Hub(board=TestBoard([(30 * S + 5 * MS, 0, True)], origin=123_457)).run(31_000_000)
    assert [m.t_us for m in hub.board.told("E")] == [30_005_000]


def test_the_processor_may_be_away_for_eight_seconds() -> None:
    moves = [(S, 0, True), (9 * S - MS, 1, True)]
    hub = Hub(moves).run(999_000).run(8_998_000, turn_us=7_999_000).run(10_000_000)
    assert [m.t_us for m in hub.board.told("E")] == [1_000_000, 8_999_000]
    assert hub.board.told("X") == []


def test_what_may_be_older_than_that_is_not_believed_but_told() -> None:
    hub = Hub([(S, 0, True), (2 * S, 1, True)]).run(999_000).run(19_000_000, turn_us=18_000_000).run(20_000_000)
    assert hub.board.told("E") == []
    assert values(hub.board.told("X")) == [["X", "overflow", 2]]
    assert [m.state for m in hub.board.told("B")][-1] == 0b11


def test_the_processors_clock_grows_through_the_end_of_its_counter() -> None:
    ticks = [(1 << 30) - 5]
    clock = hubcore.Clock(lambda: ticks[0])
    assert clock.now() == 0
    for ticks[0], us in (((1 << 30) - 1, 4), (0, 5), (7, 12), ((1 << 30) - 1, (1 << 30) + 4), (3, (1 << 30) + 8)):
        assert clock.now() == us


def test_without_a_fitting_clock_every_hello_is_followed_by_the_fault() -> None:
    hub = Hub()
    hub.board.clock_hz = 133_000_000
    hub.run(10_000)
    hub.say("h", 77, 1)
    hub.run(20_000)
    assert [m.KIND for m in hub.board.told()] == ["H", "X", "H", "X"]
    assert values(hub.board.told("X"))[0] == ["X", "clock", 133_000_000]


# Losses


def test_what_the_ring_lost_is_counted_and_told_before_anything_later() -> None:
    """41 changes, room for 16. The first that is left shows buzzer 1 open, so the next one is the press that was seen:
    it comes behind the fault, and nobody takes its time for the truth."""
    moves = [(2 * MS, 7, True)] + bounce(5 * MS, 0, True, *[2000] * 40) + [(20 * MS, 1, True)]
    hub = Hub(board=TestBoard(moves, size=16)).run(3000).run(10_000, turn_us=10_000).run(40_000)
    _, first, fault, beat, *later = values(hub.board.told())
    assert first == ["E", 2000, 128, 128]
    assert fault == ["X", "overflow", 25]
    assert beat[2:4] == [0b10000001, 25]
    assert later == [["E", 5052, 0b10000001, 1], ["E", 20_000, 0b10000011, 2]]


def test_after_a_loss_open_means_open_since_then() -> None:
    """Nobody saw whether it closed again meanwhile."""
    moves = [(2 * MS, 7, True), (5 * MS, 7, False)]
    moves += bounce(6 * MS, 0, True, *[2000] * 40)
    hub = Hub(board=TestBoard(moves, size=16)).run(3000).run(16_000, turn_us=13_000).run(100_000)
    (seven,) = [m for m in hub.board.told("R") if m.mask & 128]
    assert seven.t_us == 6_050  # the first change that was not lost: the 26th of 42


class FullBoard(TestBoard):
    """The sampler's own queue was full once: the newest change is lost, none follows that would tell the state."""

    def read(self) -> tuple[list[int], int, int]:
        words, lost, waited = TestBoard.read(self)
        return (words, lost, waited) if self.t != 6000 else ([], 1, 0)


def test_the_newest_changes_lost_heal_from_the_pins() -> None:
    hub = Hub(board=FullBoard([(5_500_000, 0, True)])).run(20_000)
    assert hub.board.told("E") == []
    assert values(hub.board.told("X")) == [["X", "overflow", 1]]
    assert hub.board.told("B")[0].state == 1


def test_more_changes_than_are_read_at_once_make_no_release_too_early() -> None:
    """64 of 66 changes are read, and end with an opening; those that are left say that it closed again."""
    moves = bounce(5 * MS, 0, True, *[20_000] * 63)
    moves += [(7 * MS, 1, True), (15 * MS, 0, True)]
    hub = Hub(moves).run(100).run(40_000, turn_us=39_900).run(60_000)
    assert [m.mask for m in hub.board.told("E")] == [1, 2]
    assert hub.board.told("R") == []
    assert hub.board.told("B") == [] and hub.run(600_000).board.told("B")[0].ring_high == 66


# The host


class SlowBoard(TestBoard):
    """Reading changes takes it 40 µs, receiving 300."""

    def read(self) -> tuple[list[int], int, int]:
        self.t += 40
        return TestBoard.read(self)

    def receive(self) -> bytes:
        self.t += 300
        return TestBoard.receive(self)


def test_a_ping_is_answered_with_both_times_of_the_board() -> None:
    hub = Hub(board=SlowBoard()).run(10_000)
    t = hub.board.t
    hub.say("t", 0xABCD)
    hub.core.turn()
    assert values(hub.board.told("T")) == [["T", 0xABCD, t + 40, t + 340, t - hubcore.SLACK_US]]


def test_what_a_time_answer_vouches_for_has_been_said_before_it() -> None:
    """However the answer falls between presses: the host decides up to there and nothing older may come."""
    moves = sorted((400_000 + n * 137_000 + d, n % 8, d < 30 * MS) for n in range(200) for d in (0, 31 * MS))
    hub = Hub(board=SlowBoard(moves))
    for n in range(60):
        hub.say("t", n)
        hub.run(hub.board.t + 711)
    hub.run(200_000)
    told = 0
    for said in hub.board.told("ERT"):
        if said.KIND == "T":
            told = said.told_us
        else:
            assert said.t_us + (hubcore.RELEASE_US if said.KIND == "R" else 0) > told
    assert len(hub.board.told("T")) == 60 and told > 40_000


def test_a_ping_in_two_pieces_counts_from_its_beginning() -> None:
    hub = Hub().run(10_000)
    ping = hubproto.encode("t", 0, [1])
    for t, piece in ((11_000, b"AT\r\n" + ping[:7]), (12_000, ping[7:12]), (13_000, ping[12:])):
        hub.board.t, hub.board.to_board = t, piece
        hub.core.turn()
    assert [m.t_rx_us for m in hub.board.told("T")] == [11_000]


def test_half_a_ping_makes_the_next_one_no_older() -> None:
    hub = Hub().run(10_000)
    ping = hubproto.encode("t", 0, [1])
    for t, piece in ((11_000, ping[:9]), (12_000, ping), (13_000, ping[:9]), (14_000, b"x\n" + ping), (15_000, b"")):
        hub.board.t, hub.board.to_board = t, piece
        hub.core.turn()
    assert [m.t_rx_us for m in hub.board.told("T")] == [12_000, 14_000]
    assert hub.core._splitter.bad == 2


def test_the_hub_says_hello_by_itself_and_when_asked_with_the_number_it_was_asked_with() -> None:
    hub = Hub().run(5000)
    hub.say("h", 0xCAFE, 1)
    hub.run(6000)
    first, asked = hub.board.told("H")
    assert (first.nonce, first.seq, asked.nonce, asked.seq) == (0, 0, 0xCAFE, 1)
    assert asked.values()[1:7] == [1, hubproto.VERSION, "1.28.0", "rp2040", "e660583883724a32", 0xDEADBEEF]
    assert asked.t_us == 6000 and asked.caps == "lamps"


def test_a_beat_comes_every_half_second_and_names_the_newest_event() -> None:
    hub = Hub([(1_200 * MS, 3, True)]).run(2_600_000)
    beats = hub.board.told("B")
    assert [m.t_us for m in beats] == [500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000]
    assert [m.state for m in beats] == [0, 0, 8, 8, 8]
    assert [m.last_seq for m in beats] == [0, 0] + [hub.board.told("E")[0].seq] * 3
    assert [(m.drops, m.ring_high, m.bad_rx) for m in beats] == [(0, 1, 0)] * 5


def test_seq_counts_every_frame() -> None:
    hub = Hub([(1_200 * MS, 3, True)]).run(1000)
    hub.say("t", 1)
    hub.say("Z", 1)
    hub.run(2_600_000)
    assert [m.KIND for m in hub.board.told()] == ["H", "T", "X", "B", "B", "E", "B", "B", "B"]
    assert [m.seq for m in hub.board.told()] == list(range(9))


def test_lamps_are_lit_as_told() -> None:
    hub = Hub().run(1000)
    hub.say("l", 0x181)
    hub.run(2000)
    assert hub.board.lit == 0x81


def test_an_order_nobody_knows_is_said_back() -> None:
    hub = Hub().run(1000)
    hub.say("Z", 1)
    hub.say("t")
    hub.say("E", 1, 1, 1)  # our own voice
    hub.run(5000)
    assert values(hub.board.told("X")) == [
        ["X", "command", ord("Z")],
        ["X", "command", ord("t")],
        ["X", "command", ord("E")],
    ]


def test_it_leaves_when_told_and_not_before() -> None:
    for kind in "qu":
        hub = Hub().run(1000)
        assert hub.core.leaving == ""
        hub.say(kind)
        hub.run(2000)
        assert hub.core.leaving == kind


# Sending again


def clicks(n: int, every_ms: int = 30) -> list[tuple[int, int, bool]]:
    """So many presses and releases, 2 n events."""
    return [((i + 1) * every_ms * MS + up * 15 * MS, 0, not up) for i in range(n) for up in (0, 1)]


def again(hub: Hub, first: int, count: int) -> list[bytes]:
    """The lines that answer."""
    before = len(hub.board.lines)
    hub.say("g", first, count)
    hub.run(hub.board.t + 80_000)
    return [line for line in hub.board.lines[before:] if line[1:2] in b"ERK"]


def test_the_last_64_events_are_sent_again_as_they_were() -> None:
    hub = Hub(clicks(40)).run(1_300_000)
    events = [line for line in hub.board.lines if line[1:2] in b"ER"]
    assert len(events) == 80
    lines = again(hub, 0, 0xFFFF)
    assert lines[:-1] == events[-64:]
    assert hubproto.message(hubproto.decode(lines[-1])).whole == 0
    oldest = hubproto.decode(events[-64]).seq
    lines = again(hub, oldest, 3)
    assert lines[:-1] == events[-64:-61]
    assert hubproto.message(hubproto.decode(lines[-1])).values() == [oldest, 3, 1, 3]


def test_a_gap_without_events_is_answered_too() -> None:
    hub = Hub(clicks(1)).run(3_100_000)
    beat = hub.board.told("B")[-1].seq
    (line,) = again(hub, beat, 1)
    assert hubproto.message(hubproto.decode(line)).values() == [beat, 1, 1, 0]


def test_sending_again_works_where_running_numbers_go_round() -> None:
    hub = Hub(clicks(10))
    hub.core._sent = 0xFFF8
    hub.run(400_000)
    events = [line for line in hub.board.lines if line[1:2] in b"ER"]
    assert {line[2:6] for line in events} > {b"ffff", b"0000"}
    lines = again(hub, 0xFFFA, 10)
    assert lines[:-1] == [line for line in events if line[2:6] >= b"fffa" or line[2:6] < b"0004"]
    assert hubproto.message(hubproto.decode(lines[-1])).whole == 1


def test_forgotten_long_ago_is_no_reason_for_doubt_today() -> None:
    """65536 frames later the same numbers come again."""
    hub = Hub(clicks(40)).run(1_300_000)
    hub.core._sent = 0x10000 + 10  # the numbers of forgotten events, again
    (line,) = again(hub, 7, 2)
    assert hubproto.message(hubproto.decode(line)).whole == 1


# Too much


def test_a_host_that_only_asks_delays_no_press() -> None:
    hub = Hub([(50 * MS, 0, True)]).run(1000)
    for n in range(300):
        hub.say("t", n)
        hub.say("g", 0, 0xFFFF)
    hub.run(51_000)
    assert len(hub.core._answers) <= hubcore.ROOM_FOR_ANSWERS
    assert [m.t_us for m in hub.board.told("E")] == [50_000]
    assert hub.board.t - hub.board.told("E")[0].t_us <= 2000


def test_a_host_that_does_not_read_costs_events_once_256_wait_and_is_told_where() -> None:
    """It reads nothing for seconds: each frame takes half a second to give up. Then it is back."""
    hub = Hub(clicks(250)).run(10)
    hub.board.stuck_us = 500_000
    hub.run(8_000_000)
    hub.board.stuck_us = 0
    hub.run(9_000_000)
    told = hub.board.told("ERX")
    at = [m.KIND for m in told].index("X")
    before, fault, after = told[:at], told[at], told[at + 1 :]
    truth = [t // 1000 for t, _, _ in clicks(250)]
    assert fault.detail > 200
    assert [m.t_us for m in before] == truth[:at]
    assert [m.t_us for m in after] == truth[at + fault.detail :]
    assert hub.board.told("B")[-1].drops == fault.detail


# Chance


def test_whatever_comes_in_never_stops_it() -> None:
    chance, moves = Chance(5), clicks(100)
    hub = Hub(moves).run(10)
    kinds = list(hubproto.KINDS) + ["Z"]
    for _ in range(3000):
        line = hubproto.encode(kinds[chance.below(len(kinds))], chance.below(9), [chance.below(99)] * chance.below(5))
        if line[1:2] in b"qu":
            continue
        hurt = bytearray(line)
        if chance.below(2):
            hurt[chance.below(len(hurt))] = chance.below(256)
        hub.board.to_board += bytes(hurt)[: chance.between(1, 200)]
        hub.board.t += chance.below(2000)
        hub.core.turn()
    hub.run(hub.board.t + 10_000_000)
    assert {m.t_us for m in hub.board.told("E")} == {t // 1000 for t, _, closed in moves if closed}
    assert hub.core.leaving == "" and hub.board.told("B")[-1].drops == 0


def test_a_word_of_the_sampler_is_all_eight_levels_and_the_counter() -> None:
    assert word(0, 0) == 0xFFFFFFFF
    assert word(1, 0b1) == 0xFEFFFFFE
