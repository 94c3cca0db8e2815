"""What lies on the hub, and how it gets there so that the plug may be pulled at any moment. Pure.

All files are copied under names that nobody reads, and their SHA-256 is compared. Then one renaming decides: a
`main.py` that puts every file in its place takes the place of the old one. Until then the board starts the old hub;
from then on each start first finishes what was begun, and so does whoever flashes (facts/firmware.md, section 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

MODULES = ("hubproto", "hubcore", "pio_edges")
MAIN = "main.py"
OURS = '"""The buzzer hub.'  # how every main.py of ours begins
UNFINISHED = OURS + " It was being flashed:"  # how that of the meantime does
BEFORE = "main_before_mopsbox.py"  # where a main.py that is not ours waits for --restore
KEPT = f"import os\nprint({BEFORE!r} in os.listdir())"  # for the board
NEW = ".new"
FINISH = MAIN + NEW + NEW  # what becomes main.py until all is in its place

NAMES = (
    *(module + end for module in MODULES for end in (".py", ".mpy")),
    *(module + end + NEW for module in MODULES for end in (".py", ".mpy")),
    *(MAIN, MAIN + NEW, FINISH),
)
"""Every name that may be ours on a board."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file as it is to lie on the board."""

    name: str
    data: bytes

    @property
    def sum(self) -> str:
        return sha256(self.data).hexdigest()


def parts(sources: Mapping[str, bytes], crossed: Mapping[str, bytes]) -> tuple[Part, ...]:
    """The hub's files, main.py last. `sources`: module or "main" -> its text; `crossed`: module -> its .mpy, where
    there is one: it starts sooner."""
    modules = [Part(f"{m}.mpy", crossed[m]) if m in crossed else Part(f"{m}.py", sources[m]) for m in MODULES]
    return (*modules, Part(MAIN, sources["main"]))


def shadow(name: str) -> str:
    """The other form of a module's file: MicroPython takes a .py before a .mpy, whichever is newer."""
    stem, _, end = name.rpartition(".")
    return f"{stem}.{'py' if end == 'mpy' else 'mpy'}"


def complete(wanted: tuple[Part, ...], there: Mapping[str, str]) -> bool:
    """Does the board hold exactly this? `there`: name -> SHA-256 of what of NAMES lies on it."""
    return dict(there) == {part.name: part.sum for part in wanted}


PUT = f"""\
import os


def put(name):
    try:
        os.stat(name + "{NEW}")
    except OSError:
        return
    try:
        os.rename(name + "{NEW}", name)
    except OSError:  # FAT renames over nothing that is there
        os.remove(name)
        os.rename(name + "{NEW}", name)


def drop(name):
    try:
        os.remove(name)
    except OSError:
        pass

"""
"""For the board: `put` a file in its place, `drop` one, there or not."""


def placing(wanted: tuple[Part, ...]) -> str:
    """For the board: every copied file in its place, what would shadow it away, main.py last. May be broken off
    anywhere and done again."""
    lines = []
    for part in wanted:
        lines.append(f'put("{part.name}")')
        if part.name != MAIN:
            lines.append(f'drop("{shadow(part.name)}")')
            lines.append(f'drop("{shadow(part.name)}{NEW}")')
    modules, main = lines[:-1], lines[-1]
    return PUT + "\n".join([*modules, f'drop("{FINISH}")', main]) + "\n"


def finisher(wanted: tuple[Part, ...]) -> bytes:
    """The main.py of the meantime: finishes, then is the hub."""
    head = f'{UNFINISHED} this finishes it, then starts the hub."""\n\n'
    return (head + placing(wanted) + f'exec(open("{MAIN}").read())\n').encode()


FINISHING = f'exec(open("{MAIN}").read().rsplit("exec(", 1)[0])\n'
"""For the board: what the main.py of the meantime does before it is the hub. No new file may be written before that:
the next start would take it for an old one's."""


def keeping() -> str:
    """For the board: a copy of a main.py that is not ours, for --restore."""
    return f"""\
{PUT}
with open("{MAIN}", "rb") as old, open("{BEFORE}{NEW}", "wb") as kept:
    while True:
        piece = old.read(512)
        if not piece:
            break
        kept.write(piece)
put("{BEFORE}")
"""


def deciding() -> str:
    """For the board: from here on the new files count."""
    return f"""\
{PUT}
try:
    os.rename("{FINISH}", "{MAIN}")
except OSError:  # FAT
    drop("{MAIN}")
    os.rename("{FINISH}", "{MAIN}")
"""


def removing(there: Iterable[str], main_is_ours: bool) -> str:
    """For the board: none of our files. `there`: those of NAMES that lie on it. main.py first, so that from then on
    nothing starts that could miss one; what was there before us comes back."""
    main = f"""\
drop("{MAIN}")
if "{BEFORE}" in os.listdir():
    os.rename("{BEFORE}", "{MAIN}")
"""
    rest = [f'drop("{name}")' for name in (*there, BEFORE + NEW) if name != MAIN]
    return PUT + (main if main_is_ours else "") + "\n".join(rest) + "\n"
