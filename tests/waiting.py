"""Waiting for another thread, without guessing how long it takes, and for a box that is told step by step."""

import time
from collections.abc import Callable

PATIENCE = 20.0  # seconds, then it never came: a busy machine may take its time


def eventually(there: Callable[[], object]) -> None:
    """Returns once it is so."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.002)


def step_by_step(there: Callable[[], object], step: Callable[[], object], most: int = 60) -> int:
    """Steps until it is so; how many. A box that never gets there fails the test."""
    for taken in range(most):
        if there():
            return taken
        step()
    assert there(), f"it never came in {most} steps"
    return most
