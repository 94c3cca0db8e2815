"""Sleeping until an event comes.

pygame.event.wait looks every millisecond: a thousand wake-ups a second of a box that nobody touches. SDL's own wait
sleeps where the system lets it; it leaves the event in the queue, so pygame.event.get finds it as always.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pygame


def _sdl_wait() -> Callable[[None, int], int] | None:
    """SDL_WaitEventTimeout of the very SDL that pygame uses; None: not to be found (Windows, a static build)."""
    try:
        wait = ctypes.CDLL(pygame.base.__file__).SDL_WaitEventTimeout
    except (OSError, AttributeError, TypeError):
        return None
    wait.argtypes, wait.restype = (ctypes.c_void_p, ctypes.c_int), ctypes.c_int
    found: Callable[[None, int], int] = wait
    return found


_WAIT = _sdl_wait()
MOST_MS = 3_600_000


def events(timeout_s: float) -> list[pygame.Event]:
    """Everything that happened, after at most `timeout_s` and as soon as something does. In the window's thread."""
    ms = max(1, min(round(timeout_s * 1000), MOST_MS))
    if _WAIT is None:
        first = pygame.event.wait(ms)
        return [first, *pygame.event.get()]
    _WAIT(None, ms)
    return pygame.event.get()
