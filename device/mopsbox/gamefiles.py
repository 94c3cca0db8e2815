"""The files every game leaves for `replay` and `audit`: `games/N.jsonl` (journal) and `games/N.edges.jsonl`.

Copies, not the truth: the journal can be made again from the database, so it is appended without waiting for the
disk and made anew, whole, whenever it cannot be trusted. The edge log exists only here.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from .places import disk_fault, write_whole

FOLDER = "games"
_NAME = re.compile(r"([1-9][0-9]{0,14})(\.edges)?\.jsonl")  # no box plays more games

Append = Callable[[Iterable[str]], None]
"""Takes encoded lines without line ends. All of them are in the file afterwards, or StoreFault and none is."""

MOST_NS = 2**62  # a larger number is no stamp of ours


def _add(path: Path, data: bytes) -> None:
    """Append all of `data`, or nothing and OSError."""
    with open(path, "ab", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        try:
            while data:
                data = data[file.write(data) :]  # a disk that fills up takes a part first
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(size)
            raise


def _encoded(lines: Iterable[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def _object(line: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _mend(path: Path) -> None:
    """Cut off what a kill or a power cut left of the last lines: half a line, or blocks that were never filled."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return
    end = data.rfind(b"\n") + 1
    while end and _object(data[data.rfind(b"\n", 0, end - 1) + 1 : end]) is None:
        end = data.rfind(b"\n", 0, end - 1) + 1
    if end < len(data):
        os.truncate(path, end)


def last_of(folder: Path) -> list[Path]:
    """Journal and edge log of the last game in a folder that somebody else may be writing to. Raises OSError."""
    named = [(int(match[1]), path) for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))]
    last = max((n for n, _ in named), default=0)
    return sorted(path for n, path in named if n == last)


def edge_log(data: Path, game: int) -> Path:
    """Where the edge log of a game lies in a data folder, if there is one."""
    return data / FOLDER / f"{game}.edges.jsonl"


class GameFiles:
    """The folder `games`. `limit`: bytes all games may take together; the oldest go first."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder, self._limit = folder, limit
        self._trusted: int | None = None  # the game whose journal file is known to be whole
        folder.mkdir(exist_ok=True)
        for left in folder.glob("*.tmp"):
            with contextlib.suppress(OSError):
                left.unlink()

    def journal(self, game: int) -> Path:
        return self._folder / f"{game}.jsonl"

    def edge_log(self, game: int) -> Path:
        return self._folder / f"{game}.edges.jsonl"

    def _all(self) -> list[tuple[int, Path]]:
        named = ((_NAME.fullmatch(path.name), path) for path in self._folder.iterdir())
        return sorted((int(match[1]), path) for match, path in named if match)

    def numbers(self) -> list[int]:
        """The games that have a journal here, in order."""
        return sorted({n for n, path in self._all() if path == self.journal(n)})

    def told(self, game: int) -> list[dict[str, object]]:
        """The whole lines of the game's journal, up to the first that cannot be read; [] without."""
        found: list[dict[str, object]] = []
        with contextlib.suppress(OSError):
            for line in self.journal(game).read_bytes().split(b"\n")[:-1]:
                told = _object(line)
                if told is None:
                    break
                found.append(told)
        return found

    def lines(self, game: int) -> int:
        """How many whole lines the game's journal has, whatever stands in them; 0 without."""
        with contextlib.suppress(OSError):
            return self.journal(game).read_bytes().count(b"\n")
        return 0

    def last_told(self, game: int) -> dict[str, object]:
        """The last line of the game's journal that can be read; {} without."""
        with contextlib.suppress(OSError):
            whole, _, _ = self.journal(game).read_bytes().rpartition(b"\n")
            if (last := _object(whole[whole.rfind(b"\n") + 1 :])) is not None:
                return last
        return next(iter(self.told(game)[-1:]), {})

    def doubt(self) -> None:
        """The database is another: no journal is known to be whole."""
        self._trusted = None

    def written(self, game: int) -> str | None:
        """When the game's journal was written last: wall-clock ISO 8601."""
        with contextlib.suppress(OSError, OverflowError, ValueError):
            at = datetime.fromtimestamp(self.journal(game).stat().st_mtime)
            return at.astimezone().isoformat(timespec="seconds")
        return None

    def highest(self) -> int:
        """The highest game number a file here bears; 0 when there is none."""
        return max((n for n, _ in self._all()), default=0)

    def add(self, game: int, lines: Iterable[str]) -> bool:
        """Append to the journal. False: the file is not known to be whole now, `rewrite` it."""
        if self._trusted != game:
            return False
        try:
            _add(self.journal(game), _encoded(lines))
        except OSError:
            self._trusted = None
        return self._trusted == game

    def rewrite(self, game: int, lines: Iterable[str]) -> None:
        """Make the journal anew. No room: it stays as it was, and the next `add` says False."""
        self._trusted = None
        with contextlib.suppress(OSError):
            write_whole(self.journal(game), _encoded(lines))
            self._trusted = game

    def edges(self, game: int, header: str | None) -> Append:
        """What appends to the edge log. A new log begins with `header`. Raises StoreFault."""
        path = self.edge_log(game)

        def append(lines: Iterable[str]) -> None:
            data = _encoded(lines)
            try:
                _add(path, data)
            except OSError as error:
                raise disk_fault(error, path) from error

        try:
            _mend(path)
            new = not path.exists() or not path.stat().st_size
        except OSError as error:
            raise disk_fault(error, path) from error
        if new and header is not None:
            append((header,))
        return append

    def last_edge_t(self, game: int) -> int | None:
        """The biggest stamp in the edge log (ns); None: no stamp there."""
        last: int | None = None
        try:
            with open(self.edge_log(game), "rb") as file:
                for line in file:
                    t = (_object(line) or {}).get("t")
                    if isinstance(t, int) and t < MOST_NS and (last is None or t > last):
                        last = t
        except FileNotFoundError:
            return None
        except OSError as error:
            raise disk_fault(error, self.edge_log(game)) from error
        return last

    def prune(self, running: int) -> None:
        """Remove the oldest games' files until all fit the limit; never those of the game `running`."""
        with contextlib.suppress(OSError):  # keeping house may fail; it is tried again with the next game
            sizes = [(n, path, path.stat().st_size) for n, path in self._all()]
            total = sum(size for _, _, size in sizes)
            for oldest in sorted({n for n, _, _ in sizes} - {running}):
                if total <= self._limit:
                    return
                for n, path, size in sizes:
                    if n == oldest:
                        path.unlink()
                        total -= size


class Looked(GameFiles):
    """The same folder, only looked at: for a copy of the database, which may never take its place."""

    def __init__(self, files: GameFiles) -> None:
        self._folder, self._limit, self._trusted = files._folder, files._limit, None

    def add(self, game: int, lines: Iterable[str]) -> bool:
        return True

    def rewrite(self, game: int, lines: Iterable[str]) -> None:
        pass

    def prune(self, running: int) -> None:
        pass
