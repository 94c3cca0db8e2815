"""The real page on a real socket, and readers of it: one address of the loopback network each, as phones have."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mopsbox.phone.scores import Scores
from mopsbox.phone.server import Server


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Served:
    port: int
    server: Server
    log: list[str] = field(default_factory=list)

    def connect(self, address: str = "127.0.0.1") -> socket.socket:
        made = socket.socket()
        made.settimeout(20)
        made.bind((address, 0))
        made.connect(("127.0.0.1", self.port))
        return made

    def say(self, raw: bytes, address: str = "127.0.0.1") -> Reply:
        """These bytes, and what comes back until the other side hangs up."""
        with self.connect(address) as reader:
            reader.sendall(raw)
            return heard(reader)

    def get(self, target: str = "/", address: str = "127.0.0.1", method: str = "GET", **headers: str) -> Reply:
        lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return self.say("\r\n".join([*lines, "", ""]).encode(), address)


def heard(reader: socket.socket) -> Reply:
    data = b"".join(iter(lambda: reader.recv(65536), b""))
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return Reply(int(first.split()[1]), headers, body.decode())


@contextlib.contextmanager
def serving(folder: Path, port: int = 0, **limits: Any) -> Iterator[Served]:
    """The page of a data folder, in a thread."""
    listener = socket.create_server(("127.0.0.1", port))
    log: list[str] = []
    server = Server(listener, Scores(folder).answer, log.append, **limits)
    served, going = Served(listener.getsockname()[1], server, log), [True]

    def turn() -> None:
        while going:
            server.turn(0.05)

    thread = threading.Thread(target=turn)
    thread.start()
    try:
        yield served
    finally:
        going.clear()
        thread.join()
        server.close()
