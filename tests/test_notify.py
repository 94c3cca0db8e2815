"""What a service manager hears of the box, word for word; nobody else hears anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from mopsbox.notify import Service

from .manager import Manager
from .waiting import eventually


@pytest.mark.parametrize("abstract", [True, False])
def test_a_manager_hears_that_the_box_is_up_lives_and_ends(tmp_path: Path, abstract: bool) -> None:
    with Manager(None if abstract else tmp_path, watchdog_s=3) as manager:
        service = Service(manager.env)
        assert service.there and service.watchdog_s == 3
        service.needs(90)
        service.waits("no screen\nis plugged in", 30)
        service.ready("waiting for a buzzer")
        service.says("game 1")
        service.feed()
        service.stopping()
        eventually(lambda: len(manager.told) == 6)
    assert manager.told == [
        "EXTEND_TIMEOUT_USEC=90000000",
        "EXTEND_TIMEOUT_USEC=30000000\nSTATUS=no screen is plugged in",  # a line break would begin another word
        "READY=1\nSTATUS=waiting for a buzzer",
        "STATUS=game 1",
        "WATCHDOG=1",
        "STOPPING=1\nWATCHDOG=1\nSTATUS=switched off",
    ]


@pytest.mark.parametrize("env", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1"}, {"WATCHDOG_USEC": "3000"}])
def test_started_by_hand_the_box_tells_nobody(env: dict[str, str]) -> None:
    sentences: list[str] = []
    service = Service(env, sentences.append)
    service.ready("up")
    service.feed()
    assert not service.there and service.watchdog_s is None and sentences == []


def test_a_manager_that_is_gone_is_said_once_and_does_no_harm(tmp_path: Path) -> None:
    sentences: list[str] = []
    service = Service({"NOTIFY_SOCKET": str(tmp_path / "nobody")}, sentences.append)
    for _ in range(3):
        service.feed()
    (sentence,) = sentences
    assert "cannot be told (No such file or directory)" in sentence


@pytest.mark.parametrize("limit", ["", "0", "soon", "-5"])
def test_without_a_time_there_is_no_watchdog(limit: str) -> None:
    assert Service({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": limit}).watchdog_s is None


def test_a_watchdog_for_another_process_is_none_of_ours() -> None:
    env = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "500000", "WATCHDOG_PID": "77"}
    assert Service(env, pid=77).watchdog_s == 0.5
    assert Service(env, pid=78).watchdog_s is None
