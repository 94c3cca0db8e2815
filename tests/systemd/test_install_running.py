"""On a running system: what systemd says decides whether anything is left to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from systemd.installing import service
from systemd.installing.step import Failed, Step, install, uninstall


class Manager:
    """A stand-in for systemd: each unit's properties, and what was asked of it."""

    def __init__(self, **active: str) -> None:
        self.active = dict.fromkeys((*service.STARTED, "mopsbox-failed.service"), "inactive") | active
        self.pid, self.stale, self.asked = 0, "no", list[tuple[str, ...]]()
        self.box, self.next = {"SubState": "", "StatusText": ""}, list[dict[str, str]]()
        """Of the box alone; and what it comes to after it was told to start anew, a second each."""

    def attempt(self, *words: str) -> tuple[int, str]:
        if words[1] == "start":
            self.run(*words)
            return 0, ""
        if words[1] == "list-units":
            sticks = [unit for unit, state in self.active.items() if "-stick@" in unit and state == "active"]
            return 0, "".join(f"{unit} loaded active exited USB stick\n" for unit in sticks)
        _, _, _, names, unit = words
        said = {"ActiveState": self.active[unit], "NeedDaemonReload": self.stale, "MainPID": str(self.pid)} | self.box
        return 0, "".join(f"{name}={said[name]}\n" for name in names.split(","))

    def pause(self, seconds: float) -> None:
        if not self.next:
            return
        now = self.next.pop(0)
        self.pid, self.active["mopsbox.service"] = int(now["MainPID"]), now["ActiveState"]
        self.box = {name: now[name] for name in self.box}

    def run(self, *words: str) -> str:
        self.asked.append(words[1:])
        if words[1] == "restart":
            assert words[2] == "--no-block", "it would wait for as long as the box does"
        elif words[1] in ("start", "stop"):
            self.active |= dict.fromkeys(words[2:], "inactive" if words[1] == "stop" else "active")
        if words[1:] == ("stop", "mopsbox-failed.service"):
            self.active["mopsbox.service"] = "active"  # OnSuccess=
        if words[1] == "daemon-reload":
            self.stale = "no"
        return ""


def state(active: str, sub: str, pid: str, status: str = "") -> dict[str, str]:
    """Of mopsbox.service, as `systemctl show` has it."""
    return {"ActiveState": active, "SubState": sub, "MainPID": pid, "StatusText": status}


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> Manager:
    stand_in = Manager()
    monkeypatch.setattr(service, "attempt", stand_in.attempt)
    monkeypatch.setattr(service, "run", stand_in.run)
    return stand_in


def test_the_first_time_the_box_is_not_started_under_who_installs_it(manager: Manager) -> None:
    assert install([service.running_step()], print)
    assert ("start", "mopsbox-poweroff.path", "mopsbox-phone.path") in manager.asked
    assert not [words for words in manager.asked if "mopsbox.service" in words]
    assert not install([service.running_step()], print)


OLD, NEW = "4711", "4712"
ENDS = state("deactivating", "stop-sigterm", OLD, "switched off")
PLAYS = state("active", "running", NEW, "lobby")
BEGINS = state("activating", "start", NEW)
DARK = state("activating", "start", NEW, "no screen: nothing is plugged in")
DIED = state("activating", "auto-restart", "0", "no screen: nothing is plugged in")
GIVEN_UP = state("failed", "failed", "0")


@pytest.fixture
def update(manager: Manager, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., list[str]]:
    """A box that runs an older program takes the new one: it comes to this and that, and what is said."""
    for name in ("venv-1", "venv-2"):
        (tmp_path / name / "bin").mkdir(parents=True)
    (tmp_path / "current").symlink_to("venv-2")
    monkeypatch.setattr(service, "HOME", str(tmp_path))
    manager.active |= dict.fromkeys(service.STARTED, "active")
    manager.pid, manager.box = int(OLD), {"SubState": "running", "StatusText": "lobby"}
    which = {f"/proc/{OLD}/cmdline": "venv-1", f"/proc/{NEW}/cmdline": "venv-2"}
    monkeypatch.setattr(Path, "read_bytes", lambda path: f"{tmp_path}/{which[str(path)]}/bin/python\0play\0".encode())

    def updated(*comes_to: dict[str, str]) -> list[str]:
        said: list[str] = []
        manager.next = [ENDS, *comes_to]
        install([service.running_step(said.append, manager.pause)], said.append)
        return said

    return updated


def test_a_box_that_runs_an_older_program_is_started_anew_and_one_that_runs_this_is_not(
    manager: Manager, update: Callable[..., list[str]]
) -> None:
    plays, done = update(BEGINS, PLAYS)
    assert plays == "The box was started anew and plays." and done == "done: the running system: the new program"
    assert manager.asked[-1] == ("restart", "--no-block", "mopsbox.service")
    manager.asked.clear()
    assert update() == ["as it should be: the running system"] and not manager.asked


def test_a_box_that_finds_no_screen_is_done_all_the_same_and_that_is_said(update: Callable[..., list[str]]) -> None:
    """It would wait for ever, and so would whoever waits for it."""
    waits, done = update(BEGINS, DARK, DARK)
    assert waits == (
        "Note: the new program waits for a screen and goes on as soon as one is there "
        "(no screen: nothing is plugged in)."
    )
    assert done == "done: the running system: the new program"


@pytest.mark.parametrize(
    "comes_to",
    [[BEGINS, DIED, BEGINS, GIVEN_UP], [BEGINS, *[DIED] * service.COMES_UP_S], [BEGINS] * service.COMES_UP_S],
    ids=["given up", "again and again", "neither"],
)
def test_a_new_program_that_does_not_start_is_one_sentence(
    comes_to: list[dict[str, str]], update: Callable[..., list[str]]
) -> None:
    with pytest.raises(Failed, match=r"^the running system: mopsbox\.service does not start .* journalctl -u mopsbox"):
        update(*comes_to)


def test_a_box_that_ends_while_it_is_looked_at_runs_nothing_old(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(path: Path) -> bytes:
        raise FileNotFoundError(2, "No such file or directory", str(path))

    monkeypatch.setattr(Path, "read_bytes", gone)
    manager.active |= dict.fromkeys(service.STARTED, "active")
    manager.pid = int(OLD)
    assert not install([service.running_step()], print)


def test_units_that_changed_are_read_anew(manager: Manager) -> None:
    manager.active |= dict.fromkeys(service.WAITING, "active")
    manager.stale = "yes"
    assert install([service.running_step()], print)
    assert ("daemon-reload",) in manager.asked


def test_taken_out_it_is_stopped_first(manager: Manager) -> None:
    manager.active["mopsbox.service"] = "active"
    assert uninstall([service.running_step()], print)
    assert manager.asked[0] == ("stop", *service.STARTED)
    assert not uninstall([service.running_step()], print)


def test_taken_out_the_words_about_a_failure_go_and_sticks_and_the_login_comes_back(manager: Manager) -> None:
    manager.active |= {"mopsbox-failed.service": "active", "mopsbox-stick@sda1.service": "active"}
    assert uninstall([service.running_step()], print)
    assert [unit for unit, state in manager.active.items() if state == "active"] == ["getty@tty1.service"]
    assert not uninstall([service.running_step()], print)


def test_a_step_fails_in_one_sentence_with_its_name_and_the_next_is_not_begun() -> None:
    begun: list[str] = []

    def fail() -> None:
        raise Failed("the card is full")

    def step(name: str, do: Callable[[], None]) -> Step:
        return Step(name, lambda: [name], do)

    with pytest.raises(Failed, match=r"^first: the card is full$"):
        install([step("first", fail), step("second", lambda: begun.append("second"))], print)
    assert not begun
