"""Reading other people's files: JSON Lines and TOML, with every fault said as one sentence.

Shared by journal, edge log, input script, config and coaster file. The shell half of each format; what a line
means is decided by its own module.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

MOST_BYTES = 64 * 1024 * 1024  # formats.md: a larger file is bad input


class BadInput(ValueError):
    """A person's mistake: one sentence naming file, line and remedy. Ends a command with status 2."""


def fault(path: Path | str, line: int | None, what: str) -> BadInput:
    where = f"{path}: " if line is None else f"{path}: line {line}: "
    return BadInput(where + what)


def read_text(path: Path | str) -> str:
    """The file as UTF-8 text. Raises BadInput: missing, unreadable, larger than 64 MiB, not UTF-8."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise fault(path, None, f"cannot be read ({error.strerror}); check the name and the permissions") from error
    if len(data) > MOST_BYTES:
        raise fault(path, None, "is larger than 64 MiB; give a smaller file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault(path, line, "is not UTF-8 text; give the file as the box wrote it") from error


class _Odd(ValueError):
    """What is JSON for Python, and not for us."""


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [k for k, _ in pairs]
    if len(set(keys)) < len(keys):
        raise _Odd("a key stands twice")
    return dict(pairs)


def _constant(name: str) -> object:
    raise _Odd(f"{name} is not JSON")


def read_objects(path: Path | str) -> list[tuple[int, dict[str, object]]]:
    """(line number from 1, object) of every line. Raises BadInput: no line, a half last line, not a JSON object."""
    text = read_text(path)
    if not text:
        raise fault(path, 1, "is empty; a header line is needed")
    if not text.endswith("\n"):
        raise fault(path, text.count("\n") + 1, "is cut off (no line end); remove the half line or give the whole file")
    objects = []
    for number, line in enumerate(text[:-1].split("\n"), 1):
        try:
            value = json.loads(line, object_pairs_hook=_pairs, parse_constant=_constant)
        except json.JSONDecodeError as error:
            raise fault(path, number, "is not JSON; write one JSON object a line") from error
        except RecursionError as error:
            raise fault(path, number, "is nested too deeply; write one flat JSON object a line") from error
        except ValueError as error:  # ours, or the interpreter's on a number of thousands of digits
            why = error if isinstance(error, _Odd) else "a number has too many digits"
            raise fault(path, number, f"cannot be used: {why}; write each key once, and plain numbers") from error
        if not isinstance(value, dict):
            raise fault(path, number, "is not a JSON object; write {...}")
        objects.append((number, value))
    return objects


def read_toml(path: Path | str) -> dict[str, object]:
    """A TOML file as a dict. Raises BadInput with the line the parser names."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise fault(path, None, f"is not TOML: {error}; mend that place") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; lists in lists in lists
        raise fault(path, None, "has a number too long or lists nested too deeply; mend that place") from error


def whole(value: object) -> bool:
    """Is it a JSON whole number? (`true` and 1.0 are not.)"""
    return isinstance(value, int) and not isinstance(value, bool)


def object_of(text: str | None) -> dict[str, Any]:
    """A JSON object as it stands in the database; {} without, and where a dying card has left something else."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def unknown_key(given: Mapping[str, object], allowed: Iterable[str]) -> str | None:
    """The first key that is not allowed, or None."""
    return next((k for k in given if k not in set(allowed)), None)
