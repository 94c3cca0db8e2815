"""Reads what hardware/ draws, by other means than what drew it; and a case.toml with one thing changed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

HARDWARE = Path(__file__).parents[2] / "hardware"
GENERATED = HARDWARE / "generated"
Entity = tuple[str, dict[int, float]]


class Svg:
    """Elements by their class; numbers in millimetres."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)
        self.size = tuple(float(str(self.root.get(side)).removesuffix("mm")) for side in ("width", "height"))
        assert str(self.root.get("viewBox")).split() == ["0", "0", *(f"{side:g}" for side in self.size)]  # so 1 is 1 mm
        assert all(str(self.root.get(side)).endswith("mm") for side in ("width", "height"))

    def of(self, kind: str, *names: str) -> list[tuple[float, ...]]:
        return [
            tuple(float(element.get(name, "0")) for name in names)
            for element in self.root
            if element.get("class") == kind
        ]

    @property
    def plates(self) -> list[tuple[float, ...]]:
        """x, y, width, height."""
        return self.of("plate", "x", "y", "width", "height")

    @property
    def holes(self) -> list[tuple[float, ...]]:
        """x, y, radius."""
        return self.of("hole", "cx", "cy", "r")

    @property
    def cuts(self) -> list[tuple[float, ...]]:
        """x, y, width, height, radius of the corners."""
        return self.of("cut", "x", "y", "width", "height", "rx")

    @property
    def texts(self) -> list[str]:
        return [element.text or "" for element in self.root.iter() if element.tag.endswith("}text")]

    def rulers(self) -> list[tuple[float, float]]:
        """How far each runs to the right and down."""
        return [(x2 - x1, y2 - y1) for x1, y1, x2, y2 in self.of("ruler", "x1", "y1", "x2", "y2")]


def dxf(text: str) -> list[Entity]:
    """What is in the ENTITIES section of an R12 file: kind, and its group codes."""
    lines = text.split("\n")
    assert lines.pop() == "" and len(lines) % 2 == 0  # pairs, and a line end
    pairs = [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]
    assert pairs[-1] == (0, "EOF") and (1, "AC1009") in pairs
    start = pairs.index((2, "ENTITIES")) + 1
    entities: list[Entity] = []
    for code, value in pairs[start : pairs.index((0, "ENDSEC"), start)]:
        if code == 0:
            entities.append((value, {}))
        elif code != 8:
            entities[-1][1][code] = float(value)
        else:
            assert (0, "LAYER") in pairs and (2, value) in pairs  # a layer that the file has
    return entities


def changed(folder: Path, table: str, key: str, value: str) -> int:
    """A copy of case.toml and pins.toml in the folder, with one value changed; on which line."""
    for name in ("case.toml", "pins.toml"):
        shutil.copyfile(HARDWARE / name, folder / name)
    return change(folder, table, key, value)


def change(folder: Path, table: str, key: str, value: str) -> int:
    lines = (folder / "case.toml").read_text("utf-8").split("\n")
    number = next(n for n in _within(lines, table) if re.match(rf"{key}\s*=", lines[n]))
    lines[number] = f"{key} = {value}"
    (folder / "case.toml").write_text("\n".join(lines), "utf-8")
    return number + 1


def _within(lines: list[str], table: str) -> Iterator[int]:
    start = next(n for n, line in enumerate(lines) if line.split("#")[0].strip() == f"[{table}]")
    for n in range(start + 1, len(lines)):
        if lines[n].startswith("["):
            return
        yield n
