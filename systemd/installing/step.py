"""A step of the installation, and how a list of them is gone through, there and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


class Failed(Exception):
    """One sentence: what, where, what to do."""


def sentence(error: OSError) -> str:
    """What the system refused, where, and what to do."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}; put that right and repeat"


def nothing() -> None:
    """For a step that has nothing to take back."""


@dataclass(frozen=True)
class Step:
    """`lacks`: what is not yet as it should be, a phrase each; it decides whether `do` is needed and is asked again
    after it. `left`: what is there of ours, for `undo` in the same way. Each may raise Failed or OSError."""

    name: str
    lacks: Callable[[], list[str]]
    do: Callable[[], None]
    left: Callable[[], list[str]] = list
    undo: Callable[[], None] = nothing


def install(steps: Iterable[Step], say: Callable[[str], None], dry: bool = False) -> bool:
    """Is anything changed (`dry`: would it be)? Raises Failed at the first step that does not come out."""
    changed = False
    for step in steps:
        changed |= _gone(step.name, step.lacks, step.do, ("as it should be", "would do", "done"), say, dry)
    return changed


def uninstall(steps: Iterable[Step], say: Callable[[str], None], dry: bool = False) -> bool:
    """The same steps back, the last one first."""
    changed = False
    for step in reversed(list(steps)):
        if step.undo is nothing:
            say(f"stays: {step.name}")
            continue
        changed |= _gone(step.name, step.left, step.undo, ("nothing there", "would take back", "taken back"), say, dry)
    return changed


def _gone(
    name: str,
    open_points: Callable[[], list[str]],
    act: Callable[[], None],
    words: tuple[str, str, str],
    say: Callable[[str], None],
    dry: bool,
) -> bool:
    try:
        points = open_points()
        if not points:
            say(f"{words[0]}: {name}")
            return False
        if dry:
            say(f"{words[1]}: {name}: {', '.join(points)}")
            return True
        act()
        still = open_points()
    except OSError as error:
        raise Failed(f"{name}: {sentence(error)}") from error
    except Failed as failure:
        raise Failed(f"{name}: {failure}") from failure
    if still:
        raise Failed(f"{name}: still not so after it was done: {', '.join(still)}")
    say(f"{words[2]}: {name}: {', '.join(points)}")
    return True
