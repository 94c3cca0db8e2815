"""One machine for all stories that do not pull its plug."""

from collections.abc import Iterator

import pytest

from . import recipe
from .machine import Machine


@pytest.fixture(scope="session")
def booted() -> Iterator[Machine]:
    if why := recipe.missing():
        pytest.skip(why)
    with Machine() as machine:
        yield machine


@pytest.fixture
def machine(booted: Machine) -> Machine:
    """The service begins anew, without any game."""
    booted.fresh()
    return booted
