"""The two wires to a machine: QMP, the emulator's own (keys, screenshots), and the talk to the program inside."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

Answer = dict[str, Any]


class Wire:
    """JSON objects, one a line, over a socket the emulator offers."""

    def __init__(self, path: Path, patience_s: float = 20) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + patience_s
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        self._read = b""

    def send(self, message: Answer) -> None:
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self, timeout_s: float) -> Answer:
        """The next object. Raises TimeoutError, ConnectionError."""
        end = time.monotonic() + timeout_s
        while b"\n" not in self._read:
            self._socket.settimeout(max(0.001, end - time.monotonic()))
            more = self._socket.recv(1 << 16)
            if not more:
                raise ConnectionError("the machine is gone")
            self._read += more
        line, self._read = self._read.split(b"\n", 1)
        answer: Answer = json.loads(line)
        return answer

    def close(self) -> None:
        self._socket.close()


class Qmp:
    """The emulator's monitor."""

    def __init__(self, path: Path) -> None:
        self._wire = Wire(path)
        self._wire.receive(20)  # its greeting
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: Any) -> Any:
        self._wire.send({"execute": command, "arguments": arguments})
        while True:
            answer = self._wire.receive(60)
            if "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def key(self, name: str, down: bool) -> None:
        """One key of the machine's keyboard, by QEMU's name: "1", "kp_1", "ret", "left", "esc"."""
        event = {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": name}}}
        self.ask("input-send-event", events=[event])

    def shutdown(self, timeout_s: float) -> str:
        """Waits until the machine goes off; why, in the emulator's words ("guest-shutdown"). Raises TimeoutError."""
        end = time.monotonic() + timeout_s
        while (event := self._wire.receive(end - time.monotonic())).get("event") != "SHUTDOWN":
            pass
        return str(event["data"]["reason"])

    def screenshot(self, path: Path) -> None:
        self.ask("screendump", filename=str(path), format="png")

    def close(self) -> None:
        self._wire.close()


class Talk:
    """Shell commands inside the machine."""

    def __init__(self, path: Path) -> None:
        self._wire = Wire(path)

    def ready(self, timeout_s: float) -> None:
        while "ready" not in self._wire.receive(timeout_s):
            pass

    def run(self, command: str, timeout_s: float = 60, check: bool = True) -> str:
        """Standard output. Raises RuntimeError with what the command said if it fails (unless not `check`)."""
        self._wire.send({"run": command, "timeout": timeout_s})
        answer = self._wire.receive(timeout_s + 30)
        if check and answer["status"] != 0:
            raise RuntimeError(
                f"in the machine: {command}: status {answer['status']}: {answer['err'] or answer['out']}"
            )
        out: str = answer["out"]
        return out

    def close(self) -> None:
        self._wire.close()
