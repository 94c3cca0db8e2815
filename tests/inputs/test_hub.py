"""The hub as the box meets it: real MicroPython behind a pseudo-terminal, real pyserial, and everything that goes wrong
with a plug."""

from __future__ import annotations

import fcntl
import os
import select
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count, pairwise
from pathlib import Path

import pytest

from mopsbox.firmware import hubproto
from mopsbox.inputs.hub import HubInputs
from mopsbox.inputs.hubport import PICO
from mopsbox.referee import DELIVERY
from mopsbox.table import MS, Edge, Fault, Lamp, Seat
from tests.firmware.test_micropython import MICROPYTHON, NEEDS_MICROPYTHON
from tests.inputs.plugged import Hub, Listed, Plug, Tampered, hub
from tests.inputs.test_hub_storm import Harmful
from tests.waiting import eventually

__all__ = ["hub"]
pytestmark = NEEDS_MICROPYTHON


class Service:
    """The inputs with ears: what they told, in order."""

    def __init__(self, ports: Callable[[], Sequence[Listed]], name: str = "") -> None:
        self.told: list[Edge | Fault] = []
        self.said: list[str] = []
        self.inputs = HubInputs(time.monotonic_ns, self.told.extend, lambda: None, self.said.append, name, ports)
        self.inputs.start()

    def edges(self) -> list[tuple[int, bool]]:
        """What changed; after a doubt every contact is told once more as it is."""
        found: list[tuple[int, bool]] = []
        closed: dict[int, bool] = {}
        for edge in [e for e in self.told if isinstance(e, Edge)]:
            if closed.get(edge.seat, False) != edge.closed:
                found.append((edge.seat, edge.closed))
            closed[edge.seat] = edge.closed
        return found

    def words(self) -> list[str]:
        return [f.why for f in self.told if isinstance(f, Fault) and f.source == "hub"]

    def up(self) -> None:
        eventually(lambda: self.inputs.up)


@pytest.fixture
def serve() -> Iterator[Callable[..., Service]]:
    made: list[Service] = []

    def serve(ports: Callable[[], Sequence[Listed]], name: str = "") -> Service:
        made.append(Service(ports, name))
        return made[-1]

    yield serve
    for service in made:
        service.inputs.close()
        assert not service.inputs.alive()


Serve = Callable[..., Service]


def test_presses_arrive_in_the_order_of_the_boards_stamps(hub: Hub, serve: Serve) -> None:
    service = serve(hub.ports)
    service.up()
    began = time.monotonic_ns()
    hub.press(3)
    eventually(lambda: service.edges() == [(3, True)])
    hub.press(1, 7)
    eventually(lambda: len(service.edges()) == 3)
    hub.let_go(1, 3, 7)
    eventually(lambda: len(service.edges()) == 6)
    told = [e for e in service.told if isinstance(e, Edge)]
    edges = told[8:]  # first all contacts as they are
    assert [e.t for e in edges] == sorted(e.t for e in edges)
    assert edges[1].t == edges[2].t and {edges[1].seat, edges[2].seat} == {1, 7}, "a true tie"
    assert began - 5 * MS < edges[0].t < time.monotonic_ns()
    assert [e.seq for e in told] == list(range(2, 16)), "one is missing at the start: what was before, nobody knows"
    assert service.words() == [] and any("firmware" in said for said in service.said)


def test_what_is_known_grows_when_asked(hub: Hub, serve: Serve) -> None:
    service = serve(hub.ports)
    service.up()
    for _ in range(5):
        now = time.monotonic_ns()
        service.inputs.ask()
        eventually(lambda now=now: service.inputs.known() > now - 5 * MS)  # type: ignore[misc]


def test_its_lamps_shine_and_go_out_with_the_box(hub: Hub, serve: Serve) -> None:
    service = serve(hub.ports)
    service.up()
    lamps: dict[Seat, Lamp] = {Seat(2): "on", Seat(5): "dim", Seat(6): "off", Seat(8): "fault"}
    service.inputs.show(lamps)
    eventually(lambda: {2, 5} <= hub.lit() <= {2, 5, 8})
    eventually(lambda: 8 in hub.lit())
    eventually(lambda: 8 not in hub.lit() and hub.lit())  # a fault blinks
    service.inputs.close()
    eventually(lambda: not hub.lit())


def test_pulled_out_and_plugged_in_again_it_goes_on(hub: Hub, serve: Serve) -> None:
    service = serve(hub.ports)
    service.up()
    hub.press(4)
    eventually(lambda: service.edges() == [(4, True)])
    hub.unplug()
    eventually(lambda: service.words() == ["hub-lost"])
    assert service.edges() == [(4, True), (4, False)], "nobody holds what is not there"
    assert not service.inputs.up and time.monotonic_ns() - service.inputs.known() < 50 * MS, "the game goes on"
    hub.plug()  # another pseudo-terminal, as it may be another /dev/ttyACM
    eventually(lambda: service.words() == ["hub-lost", ""])
    hub.press(2)
    eventually(lambda: (2, True) in service.edges())
    assert service.edges() == [(4, True), (4, False), (2, True)], "it was let go while nobody looked"
    numbers = [e.seq or 0 for e in service.told if isinstance(e, Edge)]
    assert sum(b > a + 1 for a, b in pairwise(numbers)) == 2, "when it went, and when another start of it came"


def test_what_it_tells_after_a_break_is_not_of_before_its_end(hub: Hub, serve: Serve) -> None:
    """Without a hub the referee goes on with the time; what comes then must not be late."""
    service = serve(hub.ports)
    service.up()
    hub.press(4)
    eventually(lambda: service.edges() == [(4, True)])
    hub.unplug()
    eventually(lambda: not service.inputs.up)
    before = len(service.told)
    hub.plug()
    decided: list[int] = []

    def up() -> bool:
        if not service.inputs.up:
            decided.append(service.inputs.known())
        return service.inputs.up

    eventually(up)
    eventually(lambda: any(isinstance(e, Edge) for e in service.told[before:]))
    assert min(e.t for e in service.told[before:] if isinstance(e, Edge)) > decided[-1] - DELIVERY
    assert service.inputs.known() >= decided[-1]


def test_a_board_that_starts_anew_on_the_same_plug_is_a_doubt_and_goes_on(hub: Hub, serve: Serve) -> None:
    service = serve(hub.ports)
    service.up()
    hub.press(4)
    eventually(lambda: service.edges() == [(4, True)])
    hub.kill()
    hub.boot()
    eventually(lambda: (4, False) in service.edges())
    hub.press(2)
    eventually(lambda: (2, True) in service.edges())
    assert service.inputs.counted["times the hub was not sure"] >= 1


def test_a_board_that_is_no_hub_is_left_alone(tmp_path: Path, serve: Serve) -> None:
    stranger = Plug(tmp_path)
    heard = bytearray()

    def listen() -> None:
        while data := os.read(stranger.master, 4096):
            heard.extend(data)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    service = serve(stranger.ports)
    eventually(lambda: service.words() == ["hub-silent"])
    assert "no buzzer hub" in service.said[-1] and "mopsbox flash" in service.said[-1]
    asked = len(heard)
    time.sleep(1.2)
    assert len(heard) == asked, "it is asked no more for ten seconds"
    kinds = {line[:2] for line in bytes(heard).split(b"\n") if line}
    assert kinds == {b"$h"}, "and nothing but who it is"


def test_a_board_at_its_prompt_is_no_hub_yet(tmp_path: Path, serve: Serve) -> None:
    """Half flashed: MicroPython runs, main.py does not."""
    plug = Plug(tmp_path)
    prompt = subprocess.Popen([MICROPYTHON, "-i"], stdin=plug.master, stdout=plug.master, stderr=subprocess.STDOUT)
    try:
        service = serve(plug.ports)
        eventually(lambda: service.words() == ["hub-silent"])
    finally:
        prompt.kill()
        prompt.wait()


def answering(plug: Plug, answer: Callable[[hubproto.Frame], bytes]) -> None:
    """A thread that answers every frame."""

    def run() -> None:
        splitter = hubproto.Splitter()
        with suppress(OSError):  # it is unplugged in the end
            while data := os.read(plug.master, 4096):
                for frame in splitter.feed(data):
                    os.write(plug.master, answer(frame))

    threading.Thread(target=run, daemon=True).start()


@pytest.mark.parametrize("proto", [hubproto.PROTO - 1, hubproto.PROTO + 1])
def test_another_protocol_is_refused_with_what_to_do(tmp_path: Path, serve: Serve, proto: int) -> None:
    plug = Plug(tmp_path)
    answering(plug, lambda frame: hubproto.encode("H", 7, [int(frame.fields[0], 16), proto, "9.9", 5, 6, 7]))
    service = serve(plug.ports)
    eventually(lambda: service.words() == ["hub-other"])
    assert f"protocol {proto}, this box {hubproto.PROTO}" in service.said[-1]


def test_a_port_held_by_another_program_is_said_and_taken_when_it_is_free(hub: Hub, serve: Serve) -> None:
    held = os.open(hub.path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    service = serve(hub.ports)
    eventually(lambda: service.words() == ["hub-busy"])
    assert "another program" in service.said[-1]
    os.close(held)
    eventually(lambda: service.words() == ["hub-busy", ""])


def test_a_board_that_sends_without_an_end_is_refused(tmp_path: Path, serve: Serve) -> None:
    plug = Plug(tmp_path)
    over = threading.Event()

    def flood() -> None:
        with suppress(OSError):  # it is unplugged in the end
            while not over.is_set():
                os.write(plug.master, b"$E0001 1 1 1*00000000\n" * 100)

    writer = threading.Thread(target=flood, daemon=True)
    writer.start()
    service = serve(plug.ports)
    eventually(lambda: service.words() == ["hub-silent"])
    assert "without an end" in service.said[-1]
    over.set()
    plug.unplug()


def test_a_stranger_or_a_port_in_use_does_not_keep_the_hub_away(hub: Hub, tmp_path: Path, serve: Serve) -> None:
    stranger, busy = Plug(tmp_path, "stranger"), Plug(tmp_path, "busy")
    held = os.open(busy.path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    others = [Listed(str(plug.path), *PICO, name) for plug, name in ((busy, "a"), (stranger, "b"))]
    there = [*others[:1]]
    service = serve(lambda: [*there, *hub.ports()])
    service.up()
    hub.unplug()
    eventually(lambda: not service.inputs.up)
    there[:] = others
    hub.plug()
    service.up()
    os.close(held)
    for plug in (stranger, busy):
        plug.unplug()


def test_a_stranger_that_comes_while_the_hub_is_out_is_refused_and_the_hub_is_found(
    hub: Hub, tmp_path: Path, serve: Serve
) -> None:
    there: list[Listed] = []
    service = serve(lambda: [*there, *hub.ports()])
    service.up()
    hub.press(4)
    eventually(lambda: service.edges() == [(4, True)])
    hub.unplug()
    eventually(lambda: service.words() == ["hub-lost"])
    stranger = Plug(tmp_path, "stranger")
    there.append(Listed(str(stranger.path), *PICO, "a"))  # first in the list
    eventually(lambda: service.words() == ["hub-lost", "hub-silent"])
    hub.plug()
    service.up()
    assert service.words() == ["hub-lost", "hub-silent", ""]
    hub.press(2)
    eventually(lambda: service.edges() == [(4, True), (4, False), (2, True)])
    stranger.unplug()


def test_what_was_refused_is_tried_again_once_it_was_pulled_out(tmp_path: Path, serve: Serve) -> None:
    there = Plug(tmp_path)
    service = serve(lambda: there.ports())
    eventually(lambda: service.words() == ["hub-silent"])
    there.unplug()
    eventually(lambda: service.words() == ["hub-silent", "hub-lost"])
    there = Hub(tmp_path)
    eventually(lambda: service.words()[-1] == "")
    there.unplug()


def test_a_refused_board_is_tried_again_although_nobody_looked_while_it_was_out(tmp_path: Path, serve: Serve) -> None:
    """Pulled out, given its program and plugged in again between two looks at the list."""
    socket, ready = Plug(tmp_path), Hub(tmp_path, "ready")
    always, looks = socket.ports(), [0]

    def ports() -> list[Listed]:
        looks[0] += 1
        return always

    service = serve(ports)
    eventually(lambda: service.words() == ["hub-silent"])
    seen = looks[0]
    eventually(lambda: looks[0] > seen + 1)
    assert service.words() == ["hub-silent"] and len(service.said) == 1, "as long as it stays it is left alone"
    os.replace(ready.path, socket.path)
    eventually(lambda: service.words() == ["hub-silent", ""])
    ready.path = socket.path
    ready.unplug()


def test_nothing_is_said_to_a_stranger_when_the_box_ends(tmp_path: Path) -> None:
    plug = Plug(tmp_path)
    service = Service(plug.ports)
    eventually(lambda: select.select([plug.master], [], [], 0)[0])
    service.inputs.close()
    heard = os.read(plug.master, 4096)
    assert heard.startswith(b"$h") and heard.count(b"$") == 1
    plug.unplug()


def test_valid_frames_without_an_end_are_a_flood_too(tmp_path: Path, serve: Serve) -> None:
    plug = Plug(tmp_path)
    seqs = count()
    answering(plug, lambda frame: b"".join(hubproto.encode("X", next(seqs), ["command", 1]) for _ in range(3000)))
    service = serve(plug.ports)
    eventually(lambda: service.words() == ["hub-silent"])
    assert "without an end" in service.said[-1]
    plug.unplug()


def test_without_a_hub_the_table_is_told_and_one_that_comes_is_used(tmp_path: Path, serve: Serve) -> None:
    there: list[Hub] = []
    service = serve(lambda: there[0].ports() if there else [])
    eventually(lambda: service.words() == ["hub-lost"])
    there.append(Hub(tmp_path))
    eventually(lambda: service.words() == ["hub-lost", ""])
    there[0].unplug()


def test_of_two_hubs_one_is_used_and_somebody_is_told_until_the_other_is_gone(
    hub: Hub, tmp_path: Path, serve: Serve
) -> None:
    second = Hub(tmp_path, "second")
    service = serve(lambda: [*hub.ports(), *(port._replace(serial_number="f") for port in second.ports())])

    def two() -> list[str]:
        return [f.why for f in service.told if isinstance(f, Fault) and f.source == "hub-two"]

    eventually(lambda: two() == ["hub-two"])
    assert "unplug that, or name one" in service.said[-1] and str(second.path) in service.said[-1]
    second.unplug()
    eventually(lambda: two() == ["hub-two", ""])
    assert service.inputs.up


@pytest.mark.parametrize("kind", ["drop", "double", "garbage", "flip", "cut"])
def test_whatever_the_cable_does_to_frames_a_press_is_told_in_its_turn_or_doubted(
    tmp_path: Path, serve: Serve, kind: str
) -> None:
    hub = Tampered(tmp_path)
    service = serve(hub.ports)
    service.up()
    before = service.inputs.counted["times the hub was not sure"]
    harm = Harmful(1)
    harm.kind, harm.often = kind, 0.25
    hub.harm = harm

    def doubts() -> int:
        return service.inputs.counted["times the hub was not sure"] - before

    def told() -> list[int]:
        return [seat for seat, closed in service.edges() if closed]

    seats = [1 + 3 * n % 8 for n in range(24)]
    for seat in seats:
        had, sure = len(told()), doubts()
        hub.tap(seat)
        time.sleep(0.15)
        eventually(lambda had=had, sure=sure: len(told()) > had or doubts() > sure)  # type: ignore[misc]
    hub.harm = lambda frame: (frame,)
    hub.tap(8)
    eventually(lambda: told()[-1:] == [8])
    ahead = iter([*seats, 8])
    assert all(seat in ahead for seat in told()), "in their order, each once"
    assert len(seats) + 1 - len(told()) <= doubts() and harm.did > 5
    hub.unplug()


def test_a_host_that_stops_reading_hears_of_presses_again_once_it_reads(tmp_path: Path, serve: Serve) -> None:
    hub = Tampered(tmp_path)
    service = serve(hub.ports)
    service.up()
    hub.press(4)
    eventually(lambda: service.edges() == [(4, True)])
    hub.flowing.clear()
    for n in range(150):  # more than fits on the way
        hub.press(1 + n % 3)
        hub.let_go(1 + n % 3)
        time.sleep(0.015)
    eventually(lambda: service.words() == ["hub-lost"])
    hub.let_go(4)
    hub.flowing.set()
    eventually(lambda: service.words() == ["hub-lost", ""])
    assert service.inputs.counted["times the hub was not sure"] >= 1
    time.sleep(0.1)
    hub.press(5)
    eventually(lambda: service.edges()[-1:] == [(5, True)])
    now = {edge.seat: edge.closed for edge in service.told if isinstance(edge, Edge)}
    assert [seat for seat, closed in now.items() if closed] == [5]
    hub.unplug()


def test_garbage_on_the_line_is_noise(hub: Hub, serve: Serve) -> None:
    service = serve(hub.ports)
    service.up()
    for n in range(20):
        os.write(hub.slave, bytes(range(n, 256)))  # towards the board
        hub.press(1 + n % 8)
        eventually(lambda n=n: len(service.edges()) == n + 1 if n < 8 else True)  # type: ignore[misc]
    assert [seat for seat, _ in service.edges()[:8]] == list(range(1, 9))
