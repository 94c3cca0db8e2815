"""Do phones that read the scores delay the referee? The page in a process of its own, as its unit starts it, fifty
readers in another, and decisions on the box's window meanwhile, in turn with decisions while nobody reads.

Every reader has an address of its own in the loopback network, and asks for a page of the history that nobody has asked
for before, so that each costs a look into the database.
"""

from __future__ import annotations

import contextlib
import random
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..games.mopseinander.play import TUMBLE
from ..journal import History
from ..live import SWITCH_S
from ..paint.window import Window
from ..store import Json, open_store
from ..table import SECOND
from . import live
from .figures import Spread, Unmeasured, middle
from .speed import folder, race

READERS = 50
GAMES = 1_000  # stored
AGAIN_S = 1.0  # a page looks every three seconds
PATIENCE_S = 20.0


@dataclass
class Reader:
    address: str
    next: float
    socket: socket.socket | None = None
    answer: bytes = b""
    began: float = 0.0


def read_on(port: int, readers: int) -> None:
    """The readers' process: one loop, until its input is closed; each asks again a second after it was answered. It
    says a line when it begins, and in the end: answers, how many of them were no page, the slowest (ms), how long it
    read (ms)."""
    print("here", flush=True)
    lots, selector, took, bad = random.Random(1), selectors.DefaultSelector(), list[float](), 0
    began = now = time.monotonic()
    everybody = [Reader(f"127.0.1.{n + 1}", now + lots.random() * AGAIN_S) for n in range(readers)]
    selector.register(sys.stdin, selectors.EVENT_READ)
    while True:
        now = time.monotonic()
        for reader in everybody:
            if reader.socket is None and reader.next <= now:
                reader.socket = _asked(reader, port, lots)
                selector.register(reader.socket, selectors.EVENT_READ, reader)
        for key, _ in selector.select(0.02):
            if key.data is None:
                print(len(took), bad, round(1000 * max(took, default=0.0)), round(1000 * (now - began)))
                return
            said = key.data.socket.recv(65536)
            key.data.answer += said
            if not said:
                took.append(time.monotonic() - key.data.began)
                bad += not key.data.answer.startswith(b"HTTP/1.1 200 ")
                selector.unregister(key.data.socket)
                key.data.socket.close()
                key.data.socket, key.data.next = None, time.monotonic() + AGAIN_S


def _asked(reader: Reader, port: int, lots: random.Random) -> socket.socket:
    made = socket.socket()
    made.settimeout(PATIENCE_S)
    made.bind((reader.address, 0))
    made.connect(("127.0.0.1", port))
    made.sendall(f"GET /games?before={lots.randint(1, 10**9)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    reader.began, reader.answer = time.monotonic(), b""
    return made


def measured(history: History, games: int, runs: int, seconds: float) -> dict[str, Any]:
    """`decision_ms` alone and with the readers, run after run in turn, and what the readers got. Raises Unmeasured."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    window = Window(live.SIZE, live.LOOK, simulate=True)
    alone, read = list[Spread](), list[Spread]()
    heard: list[tuple[int, ...]] = []
    try:
        live.animate(window, race(8, 6, live.now()), TUMBLE / SECOND)
        with _page(history, games) as port:
            for seed in range(runs):
                alone.append(live.decisions(window, seconds, seed)[0])
                with _reading(port, heard):
                    read.append(live.decisions(window, seconds, seed)[0])
    finally:
        window.close()
        sys.setswitchinterval(before)
    pages, bad, slowest, read_ms = ([row[n] for row in heard] for n in range(4))
    return {
        "readers": READERS,
        "pages_per_s": round(1000 * sum(pages) / sum(read_ms), 1),
        "not_answered": sum(bad),
        "slowest_page_ms": max(slowest),
        "decision_ms_alone": middle(alone),
        "decision_ms_read": middle(read),
    }


@contextlib.contextmanager
def _page(history: History, games: int) -> Iterator[int]:
    """A store with so many games, one running, and its page; the port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    with folder() as data:
        store = open_store(data)
        lines: list[Json] = [dict(line) for line in history.lines]
        for n in range(games):
            game = store.begin(history.header, n)
            store.append_all(game, lines, n)
            if n < games - 1:
                store.finish(game, {"scores": {str(seat): seat for seat in range(1, 5)}, "winners": [4]})
        command = [sys.executable, "-m", "mopsbox", "--data", str(data), "serve", "--bind", "127.0.0.1"]
        page = subprocess.Popen([*command, "--port", str(port)], stderr=subprocess.DEVNULL)
        try:
            _there(port)
            yield port
        finally:
            page.terminate()
            page.wait()
            store.close()


def _there(port: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise Unmeasured("the page for phones did not begin; measure again with less else running")


@contextlib.contextmanager
def _reading(port: int, heard: list[tuple[int, ...]]) -> Iterator[None]:
    command = [sys.executable, "-c", f"from {__name__} import read_on; read_on({port}, {READERS})"]
    readers = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert readers.stdout
        readers.stdout.readline()  # a busy machine takes its time to start them
        time.sleep(AGAIN_S)  # until all of them are at it
        yield
        said, _ = readers.communicate(timeout=PATIENCE_S)
        if not said:
            raise Unmeasured("the readers did not begin; measure again with less else running")
        heard.append(tuple(map(int, said.split())))
    except subprocess.TimeoutExpired as late:
        raise Unmeasured("the readers did not end; measure again with less else running") from late
    finally:
        readers.kill()
        readers.wait()
