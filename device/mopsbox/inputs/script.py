"""The input script (formats.md): the box's buttons pressed by a file, for demos, bug reports and tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..games import GAMES
from ..jsonl import fault, read_objects, unknown_key, whole
from ..table import MS, SEATS, Button, Dial, Edge, Quit, Seat

HEADER = ("script", "players", "game", "seed", "size")
BUTTONS = ("left", "ok", "right", "back")
SHORT_MS = 80  # how long a press lasts that says nothing about it
MOST_MS = 7 * 24 * 3600 * 1000  # a script longer than a week is a slip of the pen


@dataclass(frozen=True, slots=True)
class Shot:
    """Save the screen under this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Script:
    """A script as read. `steps`: (at_ms, what) in order; what is Edge / Button / Dial with t = 0, Shot or Quit."""

    players: int | None
    game: str
    seed: int | None
    size: tuple[int, int] | None
    steps: tuple[tuple[int, Any], ...]


def read(path: Path | str) -> Script:
    """Read and check a script. Raises BadInput naming file, line and remedy."""
    lines = read_objects(path)
    number, head = lines[0]

    bad = partial(fault, path, number)
    if head.get("script") != 1 or not whole(head.get("script")):
        raise bad('is no script header of version 1; begin with {"script":1}')
    key = unknown_key(head, HEADER)
    if key is not None:
        raise bad(f"has the unknown key {key!r}; use {', '.join(HEADER)}")
    game = head.get("game", next(iter(GAMES)))
    if not isinstance(game, str) or game not in GAMES:
        raise bad(f'"game" must be one of {", ".join(GAMES)}')
    players = head.get("players")
    if "players" in head and not (whole(players) and players in GAMES[game].SEATS):
        raise bad(f'"players" must be {min(GAMES[game].SEATS)} to {max(GAMES[game].SEATS)} for {game}')
    seed, size = head.get("seed"), head.get("size")
    if "seed" in head and not whole(seed):
        raise bad('"seed" must be a whole number')
    if "size" in head and not (
        isinstance(size, list) and len(size) == 2 and all(whole(n) and 320 <= n <= 4096 for n in size)
    ):
        raise bad('"size" must be [width, height] in pixels, 320 to 4096')
    steps: list[tuple[int, Any]] = []
    for here, line in lines[1:]:
        steps += _steps(line, partial(fault, path, here))
    steps.sort(key=lambda s: s[0])
    return Script(players, game, seed, tuple(size) if size else None, tuple(steps))  # type: ignore[arg-type]


def _steps(line: dict[str, Any], bad: Callable[[str], Exception]) -> list[tuple[int, Any]]:
    at: Any = line.get("at_ms")
    if not whole(at) or not 0 <= at <= MOST_MS:
        raise bad('needs "at_ms", milliseconds from the first picture, 0 or more')
    what = [k for k in ("press", "dial", "shot", "quit") if k in line]
    if len(what) != 1:
        raise bad('needs exactly one of "press", "dial", "shot", "quit"')
    key = unknown_key(line, ("at_ms", what[0], *(["for_ms"] if what == ["press"] else [])))
    if key is not None:
        raise bad(f"has the unknown key {key!r}; take it out")
    value = line[what[0]]
    match what[0]:
        case "press":
            return _press(at, value, line.get("for_ms", SHORT_MS), bad)
        case "dial":
            if value in ("right", "wrong"):
                return [(at, Dial(0, value == "right"))]
            if not whole(value) or not 0 <= value <= 9999:
                raise bad('"dial" must be 0 to 9999, "right" or "wrong"')
            return [(at, Dial(0, value))]
        case "shot":
            if not isinstance(value, str) or not value.endswith(".png") or set(value) & set("/\\\0") or value[0] == ".":
                raise bad('"shot" must be a plain file name ending in .png')
            return [(at, Shot(value))]
        case _:
            if value is not True:
                raise bad('"quit" must be true')
            return [(at, Quit())]


def _press(at: int, who: Any, lasts: Any, bad: Callable[[str], Exception]) -> list[tuple[int, Any]]:
    if not whole(lasts) or not 1 <= lasts <= MOST_MS:
        raise bad('"for_ms" must be 1 or more milliseconds')
    if who in BUTTONS:
        return [(at, Button(0, who, True)), (at + lasts, Button(0, who, False))]
    if whole(who) and who in SEATS:
        return [(at, Edge(0, Seat(who), True)), (at + lasts, Edge(0, Seat(who), False))]
    raise bad('"press" must be a buzzer, 1 to 8, or "left", "ok", "right", "back"')


class Pressed:
    """The script as a source of the loop. `start`: box time of the first picture; `shoot` saves the screen."""

    def __init__(self, script: Script, start: int, shoot: Callable[[str], None]) -> None:
        self.steps, self.start, self.shoot = list(reversed(script.steps)), start, shoot

    def due(self) -> int | None:
        return self.start + self.steps[-1][0] * MS if self.steps else None

    def pop(self, t: int, loop: object) -> Sequence[Any]:
        """Everything due by `t`, stamped with the time the script names."""
        raws: list[Any] = []
        while self.steps and (due := self.due()) is not None and due <= t:
            step = self.steps.pop()[1]
            match step:
                case Edge():
                    raws.append(Edge(due, step.seat, step.closed))
                case Button():
                    raws.append(Button(due, step.name, step.down))
                case Dial():
                    raws.append(Dial(due, step.number))
                case Shot():
                    self.shoot(step.name)
                case _:
                    raws.append(step)
        return raws
