"""One machine for all stories."""

from collections.abc import Iterator

import pytest

from ..conftest import FIGURES
from . import recipe
from .machine import Machine


@pytest.fixture(scope="session")
def booted() -> Iterator[Machine]:
    if why := recipe.missing():
        pytest.skip(why)
    with Machine() as machine:
        FIGURES.append(f"boot: the machine answers after {machine.boot_s:.0f} s")
        yield machine


@pytest.fixture
def machine(booted: Machine) -> Machine:
    """The service begins anew, without any game, and shows itself."""
    booted.fresh()
    booted.start()
    return booted


@pytest.fixture
def bare(booted: Machine) -> Machine:
    """All lines at rest and nobody has them: the service is stopped."""
    booted.fresh()
    return booted
