"""Makes everything in generated/ from pins.toml, board.toml, case.toml and electric.toml.

    python hardware/generate.py           checks the four files and writes generated/ anew
    python hardware/generate.py --check   writes nothing; says what is wrong, or what is out of date, and ends with 1

Needs Python 3.11 and schemdraw, which is in the project's extra `dev`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent, HERE.parent / "device"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from hardware.making import CHECKERS, MAKERS  # noqa: E402
from hardware.making.source import read  # noqa: E402
from mopsbox.jsonl import BadInput  # noqa: E402


def made(folder: Path = HERE) -> dict[str, str]:
    """File name -> text of everything in generated/. Raises BadInput where a source cannot be read."""
    return {name: text for maker in MAKERS for name, text in maker.made(folder).items()}


def troubles(folder: Path = HERE) -> list[str]:
    """What is wrong with the sources, a sentence each with file, line and what to do."""
    found: dict[str, None] = {}
    for checker in CHECKERS:
        try:
            found |= dict.fromkeys(map(str, checker.troubles(folder)))
        except BadInput as error:
            found[str(error)] = None
    return list(dict.fromkeys(_with_line(folder / "pins.toml", sentence) for sentence in found))


def _with_line(pins: Path, sentence: str) -> str:
    """The box itself names section and key of pins.toml, here the line is said too."""
    match = re.match(r": \[([\w-]+)\] (\w+)", sentence.removeprefix(str(pins)))
    if match is None or not sentence.startswith(str(pins)):
        return sentence
    return str(read(pins).fault(".".join(match.groups()), sentence.removeprefix(f"{pins}: ")))


def outdated(folder: Path = HERE) -> list[str]:
    """What in generated/ is not what the sources give."""
    there, right = folder / "generated", made(folder)
    remedy = "run: python hardware/generate.py"
    said = [
        f"{there / name}: is not what pins.toml, board.toml, case.toml and electric.toml say now; {remedy}"
        for name, text in right.items()
        if not (there / name).exists() or (there / name).read_bytes() != text.encode()
    ]
    extra = sorted(path for path in there.glob("*") if path.name not in right)
    return [*said, *(f"{path}: nothing makes this file; delete it" for path in extra)]


def main(arguments: Sequence[str]) -> int:
    if unknown := [word for word in arguments if word != "--check"]:
        print(f"{unknown[0]}: only --check is understood", file=sys.stderr)
        return 2
    said = troubles()
    if not said and arguments:
        said = outdated()
    for sentence in said:
        print(sentence, file=sys.stderr)
    if said or arguments:
        return int(bool(said))
    (HERE / "generated").mkdir(exist_ok=True)
    for name, text in made().items():
        (HERE / "generated" / name).write_bytes(text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
