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

    def attempt(self, *words: str) -> tuple[int, str]:
        if words[1] == "start":
            self.run(*words)
            return 0, ""
        if words[1] == "list-units":
            sticks = [unit for unit, state in self.active.items() if "-stick@" in unit and state == "active"]
            return 0, "".join(f"{unit} loaded active exited USB stick\n" for unit in sticks)
        _, _, _, name, _, unit = words
        said = {"ActiveState": self.active[unit], "NeedDaemonReload": self.stale, "MainPID": str(self.pid)}
        return 0, said[name] + "\n"

    def run(self, *words: str) -> str:
        self.asked.append(words[1:])
        if words[1] in ("start", "restart", "stop"):
            self.active |= dict.fromkeys(words[2:], "inactive" if words[1] == "stop" else "active")
        if words[1:] == ("stop", "mopsbox-failed.service"):
            self.active["mopsbox.service"] = "active"  # OnSuccess=
        if words[1] == "daemon-reload":
            self.stale = "no"
        return ""


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


def test_a_box_that_runs_an_older_program_is_started_anew_and_one_that_runs_this_is_not(
    manager: Manager, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("venv-1", "venv-2"):
        (tmp_path / name / "bin").mkdir(parents=True)
    (tmp_path / "current").symlink_to("venv-2")
    monkeypatch.setattr(service, "HOME", str(tmp_path))
    manager.active |= dict.fromkeys(service.STARTED, "active")
    manager.pid = 4711
    monkeypatch.setattr(Path, "read_bytes", lambda path: f"{tmp_path}/venv-1/bin/python\0play\0".encode())

    def started(*words: str) -> str:
        monkeypatch.setattr(Path, "read_bytes", lambda path: f"{tmp_path}/venv-2/bin/python\0play\0".encode())
        return manager.run(*words)

    monkeypatch.setattr(service, "run", started)
    assert install([service.running_step()], print)
    assert manager.asked[-1] == ("restart", "mopsbox.service")
    manager.asked.clear()
    assert not install([service.running_step()], print) and not manager.asked


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
