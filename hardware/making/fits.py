"""Whether the plates of case.toml are sound, and fit each other and what is built into them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from mopsbox import wiring
from mopsbox.jsonl import BadInput

from . import plate
from .case import Case, load
from .plate import NEARLY

SCREW = 16  # mm the lid's screws (3 x 20 mm) reach into a post


def troubles(folder: Path) -> list[BadInput]:
    """What does not fit, with the line it stands on. Raises BadInput: a file cannot be read."""
    case = load(folder)
    fronts = [case.front(name, back) for name in case.displays for back in (True, False)]
    panels = [*fronts, *case.box()[1:], *case.housing()]
    _memories(case, "", case.source.values)
    found = {pair: None for panel in panels for pair in plate.faults(panel, case.web)}
    said = [*found, *_displays(case), *_along_the_depth(case), *_posts(case), *_housing(case), *_counts(case, folder)]
    return [case.source.fault(where, what) for where, what in dict.fromkeys(said)]


def _memories(case: Case, name: str, values: Mapping[str, object]) -> None:
    """Raises BadInput: a list `memory` anywhere names what is not beside it."""
    for key, value in values.items():
        if isinstance(value, dict):
            _memories(case, f"{name}.{key}".lstrip("."), value)
    if "memory" in values:
        case.table(name).daggered("")


def _displays(case: Case) -> Iterator[tuple[str, str]]:
    front = case.table("front")
    clearance, hold = front.size("clearance"), front.size("hold")
    for display in case.displays.values():
        where = f"displays.{display.key}.cut"
        for n, way in enumerate(("wide", "high")):
            seen, cut, whole = display.viewing[n], display.cut[n], display.outline[n]
            if cut < seen + 2 * clearance - NEARLY:
                yield (
                    where,
                    f"a cut-out {cut:g} mm {way} hides part of the picture, which is {seen:g} mm {way}; make it at "
                    f"least {seen + 2 * clearance:g} mm",
                )
            if cut / 2 + abs(display.shift[n]) > whole / 2 - hold + NEARLY:
                most = whole - 2 * hold - 2 * abs(display.shift[n])
                yield (
                    where,
                    f"a cut-out {cut:g} mm {way} does not hold the display, which is {whole:g} mm {way}; make it at "
                    f"most {most:g} mm",
                )


def _along_the_depth(case: Case) -> Iterator[tuple[str, str]]:
    inside, sockets, deep = case.table("inside"), case.table("sockets"), case.inner[2]
    walls, middle = case.table("box").size("thickness"), case.table("front").size("display_y")
    for display in case.displays.values():
        needs = display.depth + inside.size("behind_display") + inside.size("air")
        if needs > deep + NEARLY:
            yield "box.depth", f"inside are {deep:g} mm, and the display {display.key} needs {needs:g}; make it deeper"
        free, top = middle - display.outline[1] / 2 - walls, sockets.size("y") - sockets.size("room") / 2
        if free < sockets.size("behind") - NEARLY and top < display.depth - NEARLY:
            yield (
                "sockets.y",
                f"the sockets meet the display {display.key}, which is {display.depth:g} mm deep; put them at "
                f"y = {display.depth + sockets.size('room') / 2:g} or lower",
            )
    speaker = case.table("speaker")
    if (wide := 2 * speaker.count("rings") * speaker.size("pitch") + speaker.size("hole")) > speaker.size("size"):
        yield "speaker.size", f"the holes are {wide:g} mm across, wider than the speaker; make rings or pitch smaller"


def _posts(case: Case) -> Iterator[tuple[str, str]]:
    """Screws come into a post from its end and through two walls, at different depths."""
    box, deep = case.table("box"), case.inner[2]
    most = deep / 2 - box.size("screw_hole") - case.web / 2
    least = {
        "screw_long": SCREW + case.web,
        "screw_short": box.size("screw_long") + box.size("screw_hole") + case.web,
    }
    for key, value in least.items():
        if not value - NEARLY <= box.size(key) <= most + NEARLY:
            yield f"box.{key}", f"this screw meets another one inside the post; write {value:g} to {most:g}"


def _housing(case: Case) -> Iterator[tuple[str, str]]:
    house = case.table("housing")
    needs, room = house.size("button_below") + house.size("air"), house.size("depth") - house.size("wall")
    if needs > room + NEARLY:
        yield (
            "housing.depth",
            f"below its lid are {room:g} mm, and the button with its wires needs {needs:g}; take a deeper box",
        )
    if (dome := house.size("button_room")) > (side := min(house.size("width"), house.size("height"))):
        yield "housing.button_room", f"the button is {dome:g} mm wide, and its box {side:g}; take a larger box"


def _counts(case: Case, folder: Path) -> Iterator[tuple[str, str]]:
    """As many sockets as pins.toml has buzzers."""
    buzzers = wiring.read("pi", file=folder / "pins.toml").buzzers
    if (count := case.table("sockets").count("count")) != len(buzzers):
        yield "sockets.count", f"{count} sockets, and pins.toml has {len(buzzers)} buzzers; make them as many"
