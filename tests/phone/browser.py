"""A real browser without a window, told what to do as the WebDriver standard has it: Chromium by its own driver."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.waiting import eventually

PROGRAMS = ("chromium", "chromedriver")
QUIETLY = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)


def missing() -> str:
    """Why there is none; "": there is one."""
    lacking = [name for name in PROGRAMS if not shutil.which(name)]
    return f"{' and '.join(lacking)} missing (Debian's packages chromium and chromium-driver)" if lacking else ""


@dataclass
class Browser:
    address: str

    def do(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)["value"]

    def run(self, script: str) -> Any:
        """What a script on the page returns. (Ours, from outside: the page's policy holds for the page.)"""
        return self.do("POST", "/execute/sync", script=script, args=[])

    def open(self, where: str) -> None:
        self.do("POST", "/url", url=where)

    def as_phone(self, language: str, dark: bool = True) -> None:
        """390 x 844 in that language; people who like it light say so to their phone. What was open is closed, and what
        it complained of forgotten."""
        self.open("about:blank")
        self.said()
        for command, params in (
            (
                "Emulation.setDeviceMetricsOverride",
                {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True},
            ),
            (
                "Emulation.setEmulatedMedia",
                {"features": [{"name": "prefers-color-scheme", "value": ("light", "dark")[dark]}]},
            ),
            ("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}}),
        ):
            self.do("POST", "/goog/cdp/execute", cmd=command, params=params)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.do("GET", "/screenshot")))

    def said(self) -> list[str]:
        """What it complained of: blocked scripts, styles, connections."""
        return [line["message"] for line in self.do("POST", "/se/log", type="browser")]


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        driver = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--log-level=OFF"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": home},
        )
        driver_there = Browser(f"http://127.0.0.1:{port}")
        try:
            eventually(lambda: _ready(driver_there))
            options = {"args": [*QUIETLY, f"--user-data-dir={home}/profile"], "binary": shutil.which("chromium")}
            wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
            made = driver_there.do("POST", "/session", capabilities={"alwaysMatch": wanted})
            session = Browser(f"{driver_there.address}/session/{made['sessionId']}")
            session.do("POST", "/goog/cdp/execute", cmd="Network.enable", params={})
            try:
                yield session
            finally:
                session.do("DELETE", "")
        finally:
            driver.terminate()
            driver.wait()


def _ready(driver: Browser) -> bool:
    with contextlib.suppress(OSError, urllib.error.URLError):
        return bool(driver.do("GET", "/status")["ready"])
    return False
