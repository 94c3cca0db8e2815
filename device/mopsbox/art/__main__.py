"""Writes every drawing as SVG: `python -m mopsbox.art [folder]`, by default beside this file."""

from __future__ import annotations

import sys
from pathlib import Path

from .drawings import PICTURES


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (folder / f"{name}.svg").write_text(draw(), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
