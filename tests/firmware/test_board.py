"""main.py itself under real MicroPython, its chip in board/: what comes out of the USB plug, byte by byte."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from mopsbox.firmware import hubproto
from tests.waiting import eventually

from .test_micropython import FIRMWARE, HERE, MICROPYTHON, NEEDS_MICROPYTHON

pytestmark = NEEDS_MICROPYTHON


class Plugged:
    """A running hub. `said`: all messages so far."""

    def __init__(self, buzzers: Path) -> None:
        self.buzzers = buzzers
        buzzers.touch()
        env = {**os.environ, "MICROPYPATH": f"{HERE / 'board'}:{FIRMWARE}", "MOPSBOX_BUZZERS": str(buzzers)}
        pipes = subprocess.PIPE
        self.process = subprocess.Popen(
            [MICROPYTHON, FIRMWARE / "main.py"], env=env, stdin=pipes, stdout=pipes, bufsize=0
        )
        self.splitter = hubproto.Splitter()
        self.said: list[hubproto.Message] = []
        assert self.process.stdout
        self.listener = threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True)
        self.listener.start()
        self._seq = 0

    def _listen(self, pipe: IO[bytes]) -> None:
        while data := pipe.read(4096):
            self.said += [m for f in self.splitter.feed(data) if (m := hubproto.message(f))]

    def say(self, kind: str, *values: int) -> None:
        self.send(hubproto.encode(kind, self._seq, list(values)))
        self._seq += 1

    def send(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)

    def move(self, line: str) -> None:
        with self.buzzers.open("a") as file:
            file.write(line + "\n")

    def heard(self, kind: str, n: int = 1) -> list[hubproto.Message]:
        """The first n of this kind, once they are there."""

        def those() -> list[hubproto.Message]:
            return [m for m in self.said if kind == m.KIND]

        eventually(lambda: len(those()) >= n)
        return those()


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Plugged]:
    hub = Plugged(tmp_path / "buzzers")
    yield hub
    hub.process.kill()
    hub.listener.join()
    with hub.process:  # closes its pipes
        pass


def test_it_says_hello_beats_and_answers(hub: Plugged) -> None:
    (hello,) = hub.heard("H")
    assert isinstance(hello, hubproto.Hello)
    assert (hello.seq, hello.nonce, hello.proto, hello.fw) == (0, 0, hubproto.PROTO, hubproto.VERSION)
    assert (hello.chip, hello.uid, hello.inputs, hello.state) == ("rp2040", "e660583883724a32", 8, 0)
    hub.say("h", 0xBEEF, hubproto.PROTO)
    asked = hub.heard("H", 2)[1]
    assert isinstance(asked, hubproto.Hello)
    assert (asked.nonce, asked.boot_id) == (0xBEEF, hello.boot_id)
    one, two = hub.heard("B", 2)[:2]
    assert isinstance(one, hubproto.Beat) and isinstance(two, hubproto.Beat)
    assert two.t_us > one.t_us
    assert (two.drops, two.bad_rx) == (0, 0)


def test_a_ping_a_lamp_and_noise(hub: Plugged) -> None:
    hub.heard("H")
    hub.send(b"AT+GCAP\r\n\x04\x1b[A")
    hub.say("l", 0x81)
    hub.say("t", 0x1234)
    (time,) = hub.heard("T")
    assert isinstance(time, hubproto.Time)
    assert time.nonce == 0x1234 and 0 < time.t_rx_us <= time.t_tx_us
    eventually(lambda: any(isinstance(beat, hubproto.Beat) and beat.bad_rx > 0 for beat in hub.said))
    assert hub.splitter.bad == 0


def test_presses_from_the_ring_arrive_with_the_samplers_own_time(hub: Plugged) -> None:
    """Two within 3 us, the second a tie; one bounces; all open again. What was asked for again is the very same."""
    begin = 600_000
    moves = [(0, 1), (3, 0b111), (500, 0b110), (900, 0b111), (30_000, 0)]
    hub.heard("H")
    for at, pressed in moves:
        hub.move(f"{begin + at} {pressed}")
    presses, (release,) = hub.heard("E", 2), hub.heard("R")
    first, tie = presses
    assert (
        isinstance(first, hubproto.Press) and isinstance(tie, hubproto.Press) and isinstance(release, hubproto.Release)
    )
    assert (first.mask, tie.mask, tie.state) == (0b1, 0b110, 0b111)
    assert tie.t_us - first.t_us == 3
    assert (release.t_us - first.t_us, release.mask, release.state) == (30_000, 0b111, 0)
    hub.say("g", first.seq, 3)
    hub.heard("K")
    assert [m.values() for m in hub.heard("E", 4)[2:4]] == [first.values(), tie.values()]


@pytest.mark.parametrize(("kind", "status"), [("q", 0), ("u", 7)])
def test_it_leaves_to_the_prompt_or_to_the_drive(hub: Plugged, kind: str, status: int) -> None:
    hub.heard("H")
    hub.say(kind)
    assert hub.process.wait(timeout=20) == status
