"""Waiting for another thread, without guessing how long it takes."""

import time
from collections.abc import Callable

PATIENCE = 20.0  # seconds, then it never came: a busy machine may take its time


def eventually(there: Callable[[], object]) -> None:
    """Returns once it is so."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.002)
