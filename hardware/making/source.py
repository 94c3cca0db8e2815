"""A TOML file a person edits: its values, and the line each one stands on: a mistake is found where it was made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mopsbox.jsonl import BadInput, fault, read_text, read_toml

TABLE = re.compile(r"^\s*\[\[?\s*(?P<name>[^\]]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"""^\s*(?P<key>"[^"]*"|'[^']*'|[^\s"'=#]+)\s*=""")


@dataclass(frozen=True)
class Source:
    """`values` as tomllib gives them; `lines`: where each table and key stands, "parts.RS.value" -> 12."""

    path: Path
    values: Mapping[str, Any]
    lines: Mapping[str, int]

    def fault(self, where: str, what: str) -> BadInput:
        """What is wrong with the table or key `where`, and what to do: a sentence with file and line."""
        return fault(self.path, self.line(where), what)

    def line(self, where: str) -> int | None:
        """Its own line, else that of the table around it."""
        while where and where not in self.lines:
            where = where.rpartition(".")[0]
        return self.lines.get(where)


def read(path: Path) -> Source:
    """Raises BadInput: no such file, or no TOML."""
    return Source(path, read_toml(path), _lines(read_text(path)))


def _lines(text: str) -> dict[str, int]:
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if match := TABLE.match(line):
            table = _bare(match["name"])
            lines.setdefault(table, number)
        elif match := KEY.match(line):
            key = _bare(match["key"])
            lines.setdefault(f"{table}.{key}" if table else key, number)
    return lines


def _bare(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))
