"""The way from the box to the phone: the setting, the file the unit waits for, the menu, the code on the screen; and
the command that serves."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mopsbox import box as boxes
from mopsbox import places, qr, settings
from mopsbox.config import load
from mopsbox.config_keys import Config
from mopsbox.live import Live
from mopsbox.phone import serve
from mopsbox.phone_view import OnPhone, scene
from mopsbox.scene import Look, Slab
from mopsbox.settings import PHONE, Settings, rows
from mopsbox.table import Setting

from .at_table import Table
from .catalogue import ADDRESS, PANELS
from .screens import texts
from .waiting import eventually


def offered(table: Table) -> tuple[str, ...]:
    table.key("ok", for_ms=1100)
    found = boxes.menu_entries(table.box)
    table.choose("go-on")
    return found


# --- on the box


def test_nobody_sees_a_name_on_a_phone_unless_somebody_wants_it() -> None:
    assert Config().phone.on is False
    assert "phone" not in offered(Table())


def test_the_menu_leads_to_the_code_as_long_as_the_page_is_there() -> None:
    table = Table()
    there = ["", ADDRESS, ""]
    table.loop.phone = lambda: there.pop(0)
    assert "phone" not in offered(table)
    table.key("ok", for_ms=1100)
    table.choose("phone")
    assert table.box.page == OnPhone(ADDRESS)
    assert {"192.168.178.123", ":8080"} <= table.words()
    table.key("ok")
    assert table.box.page is None and table.box.menu == 0
    table.choose("go-on")
    assert "phone" not in offered(table)


@pytest.mark.parametrize("name", ["left", "ok", "right", "back"])
def test_every_button_leads_back_from_the_code_to_the_menu(name: str) -> None:
    table = Table()
    table.loop.phone = lambda: ADDRESS
    table.key("ok", for_ms=1100)
    table.choose("phone")
    table.key(name)
    assert table.box.page is None and table.box.menu == 0


def test_the_setting_is_there_where_a_service_can_follow_it() -> None:
    alone, service = (boxes.new(0, powers=powers) for powers in (False, True))
    assert PHONE not in rows(alone) and PHONE in rows(service)
    page = Settings(rows(service).index(PHONE))
    box, effects = settings.key(replace(service, page=page, menu=0), page, "right", 0)
    assert effects == (Setting("phone.on", True),) and settings.value(box, PHONE) is True


@pytest.mark.parametrize("panel", sorted(PANELS))
def test_the_code_on_the_screen_is_the_address_and_square_in_whole_pixels(panel: str) -> None:
    look = PANELS[panel]
    items = [i for i in scene(OnPhone(ADDRESS), look).items if isinstance(i, Slab)]
    ground = next(i for i in items if i.fill == "#ffffff")
    code = qr.quiet(qr.encoded(ADDRESS))
    module = ground.w / len(code)
    assert module * look.px == pytest.approx(round(module * look.px)) and module >= 0.9
    seen = [[False] * len(code) for _ in code]
    for slab in (i for i in items if i.fill == "#0b1117" and i.h == pytest.approx(module)):
        row = round((slab.y - ground.y + ground.h / 2) / module - 0.5)
        first = round((slab.x - slab.w / 2 - ground.x + ground.w / 2) / module)
        for column in range(first, first + round(slab.w / module)):
            seen[row][column] = True
    assert tuple(map(tuple, seen)) == code


def test_a_camera_reads_the_code_off_the_screen() -> None:
    zxingcpp = pytest.importorskip("zxingcpp", reason="needs the wheel zxing-cpp (pip install zxing-cpp)")
    import pygame

    from mopsbox.paint.snap import shot

    for panel, turn in (("7 inch", 0), ("7 inch", 180), ("TD2", 90)):
        look = PANELS[panel]
        size = (round(look.w * look.px), round(look.h * look.px))
        picture = pygame.transform.rotate(shot(scene(OnPhone(ADDRESS), look), look, size), turn)
        red = pygame.image.tobytes(picture, "RGB")[::3]
        grey = memoryview(red).cast("B", picture.get_size()[::-1])
        assert [found.text for found in zxingcpp.read_barcodes(grey)] == [ADDRESS]


def test_the_longest_address_is_written_out_too() -> None:
    look = Look(language="de")
    assert {"192.168.178.123", ":8080"} <= {*texts(scene(OnPhone(ADDRESS), look))}


# --- between the box and the page


class OnlyTheSwitch:
    """As much of a Live as the switch touches."""

    def __init__(self, folder: Path) -> None:
        self._page = folder / "phone"

    switch = Live._phone


def test_the_box_asks_by_a_file_and_takes_it_away_again(tmp_path: Path) -> None:
    live = OnlyTheSwitch(tmp_path)
    for wanted in (True, True, False, False):
        live.switch(wanted)
        assert (tmp_path / "phone").exists() is wanted
    live._page = tmp_path / "gone" / "phone"
    live.switch(True)  # it cannot: the evening goes on


def test_the_address_is_the_pages_own_word_and_no_other(tmp_path: Path) -> None:
    env = {"RUNTIME_DIRECTORY": str(tmp_path / "mopsbox")}
    assert places.phone_address(env) == places.phone_address({}) == ""
    (tmp_path / "mopsbox-phone").mkdir()
    file = places.phone_address_file(tmp_path / "mopsbox-phone")
    for text, told in (
        (ADDRESS, ADDRESS),
        ("http://[fd00::1]:8080/", "http://[fd00::1]:8080/"),
        *((wrong, "") for wrong in ("", "http://evil.example/", ADDRESS + "x", "javascript:1", "a" * 10_000, "\0")),
    ):
        file.write_text(text)
        assert places.phone_address(env) == told


def test_a_setting_that_is_kept_stands_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[phone]\non = true\n")
    assert load(tmp_path / "config.toml").config.phone.on is True


# --- the command


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def served(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The command as the unit starts it."""
    Table(2, folder=tmp_path / "data").store.close()
    (tmp_path / "wanted").touch()
    (tmp_path / "run").mkdir()
    command = ["--data", tmp_path / "data", "serve", "--port", str(port), "--bind", "127.0.0.1"]
    running = subprocess.Popen(
        [sys.executable, "-m", "mopsbox", *command, "--while", tmp_path / "wanted"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "RUNTIME_DIRECTORY": str(tmp_path / "run")},
    )
    yield running
    running.kill()
    running.wait()


def test_it_serves_says_where_and_ends_when_the_box_takes_its_file_away(
    served: subprocess.Popen[str], port: int, tmp_path: Path
) -> None:
    address = tmp_path / "run" / "address"
    eventually(lambda: address.exists() and address.read_text() == f"http://127.0.0.1:{port}/")
    with urllib.request.urlopen(address.read_text(), timeout=20) as page:
        assert b"Mopseinander" in page.read()
    (tmp_path / "wanted").unlink()
    assert served.wait(timeout=20) == 0 and not address.exists()
    assert served.stderr and f"open http://127.0.0.1:{port}/" in served.stderr.read()


def test_it_ends_when_it_is_told_to(served: subprocess.Popen[str], tmp_path: Path) -> None:
    eventually((tmp_path / "run" / "address").exists)
    served.send_signal(signal.SIGTERM)
    assert served.wait(timeout=20) == 0 and not (tmp_path / "run" / "address").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--port", "0"], "--port 0: give 1 to 65535"),
        (["--port", "65536"], "--port 65536: give 1 to 65535"),
        (["--bind", "mopsbox.example"], "--bind mopsbox.example: is no address; give one of this machine's"),
        (["--bind", "203.0.113.9"], "cannot be had"),
    ],
)
def test_an_address_that_cannot_be_is_refused_in_one_sentence(words: list[str], says: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mopsbox", "--data", tmp_path, "serve", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


def test_a_port_that_somebody_else_has_is_named(port: int, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", port)):
        command = [sys.executable, "-m", "mopsbox", "serve", "--port", str(port), "--bind", "127.0.0.1"]
        done = subprocess.run([*command, "--data", tmp_path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and f"port {port} cannot be had" in done.stderr


def test_the_address_for_phones_is_one_of_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "own_addresses", lambda: ["127.0.0.1", "8.8.8.8", "192.168.1.5", "10.0.0.1"])
    assert serve.address("", 8080) == "http://192.168.1.5:8080/"
    assert serve.address("10.0.0.1", 80) == "http://10.0.0.1:80/"
    monkeypatch.setattr(serve, "own_addresses", list)
    assert serve.address("", 8080) == ""


def test_a_terminal_shows_the_code_too() -> None:
    lines = serve.drawn(ADDRESS).split("\n")
    assert len({len(line) for line in lines}) == 1 and len(lines[0]) == 37 and len(lines) == 19
    assert lines[0] == "█" * 37
