"""One machine for all stories; figures worth reading are printed at the end."""

from collections.abc import Callable, Iterator

import pytest

from . import recipe
from .machine import Machine

FIGURES: list[str] = []


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


@pytest.fixture
def figure() -> Callable[[str], None]:
    return FIGURES.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in FIGURES:
        terminalreporter.write_line(line)
