"""One table of a TOML file, its values asked for by kind: a missing or wrong one is a sentence with file and line."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from mopsbox.jsonl import BadInput

from .source import Source


@dataclass(frozen=True)
class Table:
    """All methods raise BadInput where the value is missing or of another kind."""

    source: Source
    name: str

    def fault(self, key: str, what: str) -> BadInput:
        return self.source.fault(f"{self.name}.{key}", what)

    def number(self, key: str) -> float:
        value = self._value(key)
        if not _is_number(value):
            raise self.fault(key, f"{key} is not a number; write millimetres, such as 12.5")
        return float(value)

    def size(self, key: str) -> float:
        """A number of millimetres from 0 to 3000."""
        value = self.number(key)
        if not 0 <= value <= 3000:
            raise self.fault(key, f"{key} is {value:g} mm; write 0 to 3000")
        return value

    def count(self, key: str) -> int:
        """A whole number from 1 to 50."""
        value = self._value(key)
        if type(value) is not int or not 1 <= value <= 50:
            raise self.fault(key, f"{key} counts something; write a whole number from 1 to 50")
        return value

    def counts(self, key: str) -> tuple[int, ...]:
        value = self._value(key)
        if not isinstance(value, list) or any(type(n) is not int for n in value) or len(set(value)) < len(value):
            raise self.fault(key, f"{key} is not a list of different whole numbers; write such as [1, 8]")
        return tuple(value)

    def pair(self, key: str) -> tuple[float, float]:
        value = self._value(key)
        if not isinstance(value, list) or len(value) != 2 or not all(map(_is_number, value)):
            raise self.fault(key, f"{key} is not two numbers; write such as [156, 88]")
        return float(value[0]), float(value[1])

    def area(self, key: str) -> tuple[float, float]:
        """Width and height, both above 0."""
        width, height = self.pair(key)
        if not (0 < width <= 3000 and 0 < height <= 3000):
            raise self.fault(key, f"{key} is {width:g} x {height:g} mm; write more than 0 and at most 3000")
        return width, height

    def text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str) or not value:
            raise self.fault(key, f"{key} is not a text; write it in quotes")
        return value

    def switch(self, key: str) -> bool:
        value = self._value(key)
        if not isinstance(value, bool):
            raise self.fault(key, f"{key} is yes or no; write true or false")
        return value

    def daggered(self, key: str) -> bool:
        """Is this number from memory? Raises BadInput too where `memory` names what is not in the table."""
        names = self._values().get("memory", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.fault("memory", 'memory is a list of names; write such as memory = ["hole"]')
        for name in names:
            if name not in self._values():
                raise self.fault("memory", f"memory names {name!r}, which is not in [{self.name}]; correct the name")
        return key in names

    def _values(self) -> dict[str, Any]:
        values: Any = self.source.values
        for part in self.name.split("."):
            values = values.get(part) if isinstance(values, dict) else None
        if not isinstance(values, dict):
            raise self.source.fault(self.name, f"there is no table [{self.name}]; write one")
        return values

    def _value(self, key: str) -> Any:
        try:
            return self._values()[key]
        except KeyError:
            raise self.fault(key, f"[{self.name}] has no {key}; add it") from None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
