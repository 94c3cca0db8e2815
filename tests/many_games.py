"""The benchmark's database full of plausible evenings, for tests: `python -m tests.many_games FOLDER 100000`."""

from __future__ import annotations

import sys
from pathlib import Path

from mopsbox.bench.many_games import SUMS, fill, played

__all__ = ["SUMS", "fill", "played"]

if __name__ == "__main__":
    fill(Path(sys.argv[1]), int(sys.argv[2]))
