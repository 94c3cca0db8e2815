"""Reading other people's files: JSON Lines and TOML, with every fault said as one sentence.

Shared by journal, edge log, input script, config and coaster file. The shell half of each format; what a line
means is decided by its own module.
"""

from __future__ import annotations

import codecs
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

MOST_BYTES = 64 * 1024 * 1024  # a larger file is bad input
MOST_TOML = 1024 * 1024  # nobody writes so many settings or coasters


class BadInput(ValueError):
    """A person's mistake: one sentence naming file, line and remedy. Ends a command with status 2."""


def fault(path: Path | str, line: int | None, what: str) -> BadInput:
    where = f"{path}: " if line is None else f"{path}: line {line}: "
    return BadInput(where + what)


def unread(path: Path | str, error: OSError) -> BadInput:
    return fault(path, None, f"cannot be read ({error.strerror}); check the name and the permissions")


def read_text(path: Path | str, most: int = MOST_BYTES) -> str:
    """The file as text, without the mark some editors put before it. Raises BadInput: missing, unreadable, larger than
    `most` bytes, not UTF-8."""
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise unread(path, error) from error
    if len(data) > most:
        raise fault(path, None, f"is larger than {most >> 20} MiB; give a smaller file")
    if _utf16(data):
        raise fault(path, None, 'is UTF-16 text, which some editors call "Unicode"; save it as UTF-8')
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault(path, line, "is not UTF-8 text; save it as UTF-8, or give the file as the box wrote it") from error


def _utf16(data: bytes) -> bool:
    """By its mark or, without one, by its first letter. What a power cut leaves is zeros alone, or zeros further on."""
    return data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or data[:2].count(0) == len(data[:2]) - 1 == 1


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
    """A TOML file of up to 1 MiB as a dict. Raises BadInput with the line the parser names."""
    return toml(path, read_text(path, MOST_TOML))


def toml(path: Path | str, text: str) -> dict[str, object]:
    """The TOML `text` of the file `path` as a dict. Raises BadInput as read_toml does."""
    if deep := _DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise fault(path, line, "has a key of too many parts; mend that place")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise fault(path, None, f"is not TOML: {error}; mend that place") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; lists in lists in lists
        raise fault(path, None, "has a number too long or lists nested too deeply; mend that place") from error


# The parser takes a time that grows with the square of a key's parts; ours have three at most.
_DEEP = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}""")


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
