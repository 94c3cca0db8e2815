"""Sleeping until something happens: nothing is lost, whoever does the waiting."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pygame
import pytest

from mopsbox.paint import sleep


@pytest.fixture(params=["SDL waits", "pygame waits"])
def screen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if request.param == "pygame waits":
        monkeypatch.setattr(sleep, "_WAIT", None)
    else:
        assert sleep._WAIT is not None, "the wheels of pygame-ce give their SDL away"
    pygame.display.init()
    pygame.display.set_mode((40, 30))
    pygame.event.clear()
    yield
    pygame.display.quit()


def keys(events: list[pygame.Event]) -> list[int]:
    return [event.key for event in events if event.type == pygame.KEYDOWN]


def test_what_lies_there_already_comes_at_once_and_once(screen: None) -> None:
    for key in (pygame.K_1, pygame.K_2):
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key))
    assert keys(sleep.events(3600)) == [pygame.K_1, pygame.K_2]
    assert keys(sleep.events(0.001)) == []


def test_an_event_of_another_thread_ends_the_longest_sleep(screen: None) -> None:
    threading.Timer(0.05, lambda: pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_3))).start()
    seen: list[int] = []
    while not seen:
        seen += keys(sleep.events(3600))
    assert seen == [pygame.K_3]
