"""`mopsbox serve [--port P] [--bind ADDR]`: the page, until somebody ends it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .. import places, qr
from ..jsonl import BadInput
from .buckets import near, plain
from .scores import Scores
from .server import Server

TOLD_EVERY_S = 10.0  # the network may come, go or change its address
SIOCGIFADDR = 0x8915
KINDNESS = 10  # the box goes first


def serve(data: Path | None, port: int, bind: str, while_there: Path | None = None) -> int:
    """The command. `while_there`: ends when this file is gone (the box takes it away when the page is switched off).
    Raises BadInput: the address cannot be had."""
    if not 1 <= port <= 65535:
        raise BadInput(f"--port {port}: give 1 to 65535; below 1024 only root may")
    with contextlib.suppress(OSError, AttributeError):
        os.nice(KINDNESS)
    listener = _listening(bind, port)
    server = Server(listener, Scores(places.data_dir(data)).answer, _log)
    told, folder = None, os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    ended: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda *_: ended.append(1))
    _log(f"the scores are on port {port}; Ctrl+C ends it")
    try:
        next_look = 0.0
        while not ended and (while_there is None or while_there.exists()):
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + TOLD_EVERY_S
                if (now := address(bind, port)) != told:
                    told = now
                    _tell(now, Path(folder) if folder else None)
            server.turn()
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)
        server.close()
        if folder:
            with contextlib.suppress(OSError):
                places.phone_address_file(Path(folder)).unlink()
    return 0


def _log(sentence: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        print(f"mopsbox: {sentence}", file=sys.stderr, flush=True)


def _listening(bind: str, port: int) -> socket.socket:
    """A socket that may listen there. "": everywhere, by both kinds of address."""
    where = plain(bind) if bind else None
    if bind and where is None:
        raise BadInput(f"--bind {bind}: is no address; give one of this machine's, or leave it out for all")
    last: OSError | None = None
    for family, name in _places(bind, where is not None and where.version == 6):
        try:
            found = socket.socket(family, socket.SOCK_STREAM)
        except OSError as error:
            last = error
            continue
        try:
            if os.name == "posix":
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            found.bind((name, port))
            return found
        except OSError as error:
            last = error
            found.close()
    why = last.strerror if last else "no network"
    raise BadInput(f"port {port} cannot be had ({why}); give another one with --port, or another address with --bind")


def _places(bind: str, six: bool) -> tuple[tuple[int, str], ...]:
    if bind:
        return ((socket.AF_INET6 if six else socket.AF_INET, bind),)
    return ((socket.AF_INET6, "::"), (socket.AF_INET, "0.0.0.0"))


# --- by which address


def address(bind: str, port: int) -> str:
    """What a phone in the same network opens; "": there is no network."""
    own = [bind] if bind and bind not in ("::", "0.0.0.0") else own_addresses()
    for each in own:
        found = plain(each)
        if found is not None and near(each) and (bind or not found.is_loopback):
            return f"http://{f'[{found}]' if found.version == 6 else found}:{port}/"
    return ""


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses, that of the usual way out first."""
    return list(dict.fromkeys([*_way_out(), *_of_cards()]))


def _way_out() -> Iterator[str]:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks the routes
        yield probe.getsockname()[0]


def _of_cards() -> Iterator[str]:
    """A network without a way out, as the box itself may make one, has no route to ask."""
    try:
        import fcntl

        names = sorted(os.listdir("/sys/class/net"))
    except (ImportError, OSError):
        return
    for name in names:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            told = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            yield socket.inet_ntoa(told[20:24])


def _tell(now: str, folder: Path | None) -> None:
    """The person at the terminal, and the box, which shows it (places.phone_address)."""
    _log(f"open {now}" if now else "there is no network yet")
    if folder:
        with contextlib.suppress(OSError):
            places.write_whole(places.phone_address_file(folder), now.encode())
    elif now and sys.stderr.isatty():
        print(drawn(now), file=sys.stderr)


def drawn(text: str) -> str:
    """A QR code for a terminal: two rows of modules in a line."""
    rows = [list(row) for row in qr.quiet(qr.encoded(text))]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return "\n".join(
        "".join(signs[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
