"""The hub's frames. This file runs under CPython and under MicroPython (test_micropython.py)."""

try:
    from mopsbox.firmware import hubproto as p

    from .model import Chance
except ImportError:
    import hubproto as p
    from model import Chance

PRESS = b"$E0007 1e8480 5 4*"  # buzzer 3 at 2 s, buzzer 1 was down already


def press(seq: int = 7) -> bytes:
    return p.edge("E", seq, 2_000_000, 5, 4)


def some_frames() -> list[bytes]:
    hello = [0x12345678, 1, "0.1.0", "1.28.0", "rp2350", "e660583883724a32", 0xDEADBEEF, 8, 1 << 40, 0, "lamps"]
    return [
        press(),
        p.encode("H", 0, hello),
        p.encode("R", 0xFFFF, [1 << 50, 0, 0xFF]),
        p.encode("T", 3, [0xFFFFFFFF, 1, 2]),
        p.encode("B", 4, [1, 0, 0, 24, 0, 3]),
        p.encode("X", 5, ["overflow", 12]),
        p.encode("q", 6, []),
    ]


def same(frame: p.Frame, other: p.Frame) -> bool:
    return (frame.kind, frame.seq, frame.fields) == (other.kind, other.seq, other.fields)


def test_a_press_looks_as_the_fact_sheet_says() -> None:
    # crc32 of "E0007 1e8480 5 4" from zlib's command line (`printf 'E0007 1e8480 5 4' | gzip -c | tail -c8`).
    assert press() == PRESS + b"dad2b9df\n"
    said = p.message(p.decode(press()))
    assert isinstance(said, p.Press)
    assert (said.seq, said.t_us, said.state, said.mask) == (7, 2_000_000, 0b101, 0b100)


def test_the_quick_way_and_the_general_way_make_the_same_frame() -> None:
    chance = Chance(1)
    for _ in range(200):
        t, state, mask, seq = chance.below(1 << 31) << 16, chance.below(256), chance.below(256), chance.below(1 << 17)
        assert p.edge("R", seq, t, state, mask) == p.encode("R", seq, [t, state, mask])


def test_every_kind_comes_back_as_it_was_sent_within_120_printable_bytes() -> None:
    for kind in p.KINDS.values():
        sent: list[int | str] = [
            "word.1,2+3-4" if field[1] == p.WORD else (1 << (4 * i)) - 1 for i, field in enumerate(kind.FIELDS)
        ]
        line = p.encode(kind.KIND, 0x1ABCD, sent)
        assert len(line) <= 120 and line[-1:] == b"\n"
        assert all(0x20 <= byte <= 0x7E for byte in line[:-1])
        said = p.message(p.decode(line))
        assert type(said) is kind and said.seq == 0xABCD and said.values() == sent


def test_the_longest_hello_a_board_can_say_fits() -> None:
    hello = [0xFFFFFFFF, 1, "0.10.10", "1.28.0", "rp2350", "e660583883724a32", 0xFFFFFFFF, 8, 1 << 47, 0xFF, "lamps"]
    assert len(p.encode("H", 0, hello)) <= p.LONGEST


def test_what_would_be_too_long_is_refused_by_name() -> None:
    try:
        p.encode("X", 0, ["x" * 120, 0])
    except ValueError as fault:
        assert "139 bytes, 120 are allowed" in str(fault)
    else:
        raise AssertionError("it was not refused")


def test_every_single_bit_that_flips_is_noticed() -> None:
    for line in some_frames():
        whole = p.decode(line)
        for bit in range(8 * len(line)):
            hurt = bytearray(line)
            hurt[bit // 8] ^= 1 << bit % 8
            frame = p.decode(bytes(hurt))
            assert frame is None or same(frame, whole), (line, bit)
            for frame in p.Splitter().feed(bytes(hurt) + b"\n"):
                assert same(frame, whole), (line, bit)


def test_two_bits_that_flip_are_noticed_too() -> None:
    chance, line = Chance(2), some_frames()[1]
    for _ in range(2000):
        hurt = bytearray(line)
        for _ in range(2):
            bit = chance.below(8 * len(line) - 8)  # without the newline
            hurt[bit // 8] ^= 1 << bit % 8
        frame = p.decode(bytes(hurt))
        assert frame is None or bytes(hurt) == line


def test_a_frame_that_was_cut_anywhere_is_none() -> None:
    for line in some_frames():
        for end in range(len(line) - 1):
            assert p.decode(line[:end]) is None
        for begin in range(1, len(line)):
            assert p.decode(line[begin:]) is None


def checked(body: str) -> bytes:
    """A line with the right crc, whatever stands in it."""
    return p._line(body)


def test_a_right_crc_does_not_make_sense_of_nonsense() -> None:
    for body in ("E0007 -1 5 4", "E0007 +1 5 4", "E0007 0x1 5 4", "E0007 1_0 5 4", "E0007 1F 5 4", "E0007 x 5 4"):
        assert p.message(p.decode(checked(body))) is None, body
    for body in ("E0007 1 5", "E0007 1 5 4 4", "E0007", "E0007 10000000000000000 5 4", "q0007 1", "Z0007 1 2"):
        assert p.message(p.decode(checked(body))) is None, body
    for body in ("E0007 1  5 4", "E0007 1 5 4 ", "E00071 5 4", "E 007 1 5 4", "E+007 1 5 4", "E00", ""):
        assert p.decode(checked(body)) is None, body


def test_bytes_in_any_pieces_are_the_same_frames() -> None:
    chance, sent = Chance(3), some_frames() * 20
    for most in (1, 3, 50, 1000):
        stream, got, splitter = b"".join(sent), [], p.Splitter()
        while stream:
            n = chance.between(1, most)
            got += splitter.feed(stream[:n])
            stream = stream[n:]
        assert splitter.bad == 0 and splitter.rest == b""
        assert all(same(a, p.decode(b)) for a, b in zip(got, sent))
        assert len(got) == len(sent)


def test_noise_between_frames_is_passed_over_and_counted() -> None:
    splitter = p.Splitter()
    noise = (
        b'\r\nMicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\r\nType "help()"\r\n>>> AT\r\n\x00\xff\n'
    )
    assert [f.seq for f in splitter.feed(noise + press(1))] == [1]
    assert splitter.bad == 4
    assert [f.seq for f in splitter.feed(b"\r\n\r\n" + press(2).replace(b"\n", b"\r\n"))] == [2]
    assert splitter.bad == 4  # empty lines are none


def test_a_frame_that_lost_its_end_costs_itself_alone() -> None:
    splitter = p.Splitter()
    frames = splitter.feed(press(1) + press(2)[:-9] + press(3) + press(4)[5:] + press(5)[:-1] + press(6))
    assert [f.seq for f in frames] == [1, 3, 6]
    assert splitter.bad == 3


def test_a_flood_without_an_end_takes_no_room_and_the_next_frame_is_heard() -> None:
    splitter = p.Splitter()
    for piece in (b"x" * 1000, b"$" * 1000, b"$E0001 " + b"1" * 1000, b"$E0001 1"):
        for _ in range(100):
            assert splitter.feed(piece) == []
            assert len(splitter.rest) < p.LONGEST
    assert splitter.bad >= 300
    assert [f.seq for f in splitter.feed(press(9))] == [9]


def test_an_old_or_a_later_protocol_says_its_number() -> None:
    assert p.proto_of(p.decode(checked("H0000 0 63 and all that it likes"))) == 0x63
    assert p.proto_of(p.decode(checked("H0000 0"))) is None
    assert p.proto_of(p.decode(checked("H0000 0 later"))) is None
    assert p.proto_of(p.decode(checked("B0000 0 1"))) is None


def test_whoever_asks_who_is_there_is_understood() -> None:
    for body, proto in (("h0000 5", 0), ("h0000 5 1", 1), ("h0000 5 2 more of it", 2)):
        said = p.message(p.decode(checked(body)))
        assert isinstance(said, p.AskHello)
        assert (said.nonce, said.proto) == (5, proto)


def test_running_numbers_go_round() -> None:
    assert p.decode(press(0x10000)).seq == 0
    assert p.distance(8, 7) == 1
    assert p.distance(0, 0xFFFF) == 1
    assert p.distance(0xFFFF, 0) == -1
    assert p.distance(7, 7) == 0
