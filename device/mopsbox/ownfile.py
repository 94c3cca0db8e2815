"""A game's data as a TOML file: the one that ships with the game, and an owner's of the same form."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import TypeVar

from .jsonl import fault, read_toml

T = TypeVar("T")
Made = Callable[[Mapping[str, object]], T]
"""Makes the value of a whole table. Raises Unfit."""


class Unfit(ValueError):
    """Data that cannot be: one sentence that says what and how to mend it, without the file."""


def load(path: Path | str, made: Made[T]) -> T:
    """The value of an owner's file. Raises BadInput naming file, what and remedy."""
    table = read_toml(path)
    try:
        return made(table)
    except Unfit as why:
        raise fault(path, None, str(why)) from why


def shipped(package: str, name: str, made: Made[T]) -> T:
    """The value of the file `name` that lies in `package`."""
    return made(tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8")))
