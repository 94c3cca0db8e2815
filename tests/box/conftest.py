"""One machine for all stories, and one that a clean system was made a box on."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from ..conftest import FIGURES
from . import recipe
from .installed import Installed, put_in
from .machine import Machine
from .parcel import parcel
from .root import clean_disk

RUNNING: list[Machine] = []


@pytest.fixture(scope="session")
def booted() -> Iterator[Machine]:
    if why := recipe.missing():
        pytest.skip(why)
    with Machine() as machine:
        FIGURES.append(f"boot: the machine answers after {machine.boot_s:.0f} s")
        RUNNING.append(machine)
        yield machine
        RUNNING.remove(machine)


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


@pytest.fixture(scope="session")
def installation() -> Iterator[Installed]:
    """A clean system on which the installer has run, without a network, and whose plug was pulled right after it."""
    if why := recipe.missing():
        pytest.skip(why)
    with ExitStack() as stack:
        with halted():
            found = put_in(stack.enter_context(Machine(root=clean_disk(), parcel=parcel())))
        FIGURES.append(f"installed without a network in {found.took_s:.0f} s")
        yield found


@pytest.fixture(scope="module")
def installed(installation: Installed) -> Iterator[Installed]:
    """It is switched on, for this module anew; the other machine stands still meanwhile."""
    with halted(), Machine(root=installation.machine.layer, parcel=parcel()) as machine:
        yield installation._replace(machine=machine)


@contextmanager
def halted() -> Iterator[None]:
    with ExitStack() as stack:
        for other in RUNNING:
            stack.enter_context(other.halted())
        yield
