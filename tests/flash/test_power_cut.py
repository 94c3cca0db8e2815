"""The plug is pulled at every single step of flashing: what starts next is the old hub or the new one, whole. The steps
are taken on a folder, what starts is real MicroPython."""

from __future__ import annotations

import builtins
import os
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from mopsbox.firmware import hubproto
from mopsbox.flash import chip, cross, files, image
from tests.firmware.test_micropython import HERE, MICROPYTHON, NEEDS_MICROPYTHON

pytestmark = NEEDS_MICROPYTHON


class PulledOut(Exception):
    pass


class Folder:
    """A board at its prompt that loses power after `left` changes of its files."""

    def __init__(self, path: Path, left: int = 1 << 30) -> None:
        self.path, self.left = path, left

    # what flash does with a board

    def write(self, name: str, part: image.Part) -> None:
        half = len(part.data) // 2
        for mode, piece in (("wb", b""), ("ab", part.data[:half]), ("ab", part.data[half:])):
            self._step()
            with (self.path / name).open(mode) as file:
                file.write(piece)

    def sums(self) -> dict[str, str]:
        there = [each for each in self.path.iterdir() if each.name in image.NAMES]
        return {each.name: sha256(each.read_bytes()).hexdigest() for each in there}

    def run(self, source: str) -> None:
        imports = {**vars(builtins), "__import__": lambda name, *rest: self, "open": self._open}
        exec(source, {"__builtins__": imports})

    # the os module on the board

    def stat(self, name: str) -> os.stat_result:
        return (self.path / name).stat()

    def listdir(self) -> list[str]:
        return os.listdir(self.path)

    def rename(self, old: str, new: str) -> None:
        if (self.path / old).exists():
            self._step()
        (self.path / old).rename(self.path / new)

    def remove(self, name: str) -> None:
        if (self.path / name).exists():
            self._step()
        (self.path / name).unlink()

    def _open(self, name: str, mode: str = "r"):  # type: ignore[no-untyped-def]
        if "w" in mode:
            self._step()
        return (self.path / name).open(mode)

    def _step(self) -> None:
        if not self.left:
            raise PulledOut
        self.left -= 1


def version(number: str) -> dict[str, bytes]:
    """The hub's program as that version, its files good for nothing but each other."""
    texts = files.sources()
    texts["hubproto"] = texts["hubproto"].replace(
        f'VERSION = "{hubproto.VERSION}"'.encode(), f'VERSION = "{number}"'.encode()
    )
    for name in ("hubcore", "pio_edges"):
        texts[name] += f'\nimport hubproto as same\nassert same.VERSION == "{number}"\n'.encode()
    return texts


def put(board: Folder, wanted: tuple[image.Part, ...]) -> None:
    main = board.path / "main.py"
    begins = main.read_text()[: len(image.UNFINISHED)] if main.exists() else None
    told = chip.Told(True, True, (1, 28, 0), 6, "Pico with RP2040", 125_000_000, begins)
    files.put(board, wanted, told, "here")  # type: ignore[arg-type]


def starts(folder: Path) -> str:
    """Which version says hello when it is plugged in."""
    env = {**os.environ, "MICROPYPATH": str(HERE / "board")}
    pipe = subprocess.PIPE
    with subprocess.Popen([MICROPYTHON, "main.py"], cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=pipe) as it:
        try:
            assert it.stdout and it.stderr
            frame = hubproto.decode(it.stdout.readline())
            hello = frame and hubproto.message(frame)
            assert isinstance(hello, hubproto.Hello), it.stderr.read().decode()
            return hello.fw
        finally:
            it.kill()


def parts(number: str, as_mpy: bool) -> tuple[image.Part, ...]:
    texts = version(number)
    made = cross.crossed(texts, 6, cross.compiler()) if as_mpy else {}
    assert bool(made) == as_mpy
    return image.parts(texts, made)


def cuts(folder: Path, prepare: Folder, wanted: tuple[image.Part, ...]) -> list[str]:
    """What starts after a cut at each step; after each, flashing again makes it whole."""
    found = []
    for step in range(1000):
        board = Folder(folder / str(step))
        board.path.mkdir()
        for each in prepare.path.iterdir():
            (board.path / each.name).write_bytes(each.read_bytes())
        board.left = step
        try:
            put(board, wanted)
            assert image.complete(wanted, board.sums())
            return found
        except PulledOut:
            pass
        found.append(starts(board.path))
        board.left = 1 << 30
        put(board, wanted)
        assert image.complete(wanted, board.sums())
    raise AssertionError("it never ended")


@pytest.mark.parametrize(("old", "new"), [(False, True), (True, False), (True, True)], ids=["mpy", "py", "mpy again"])
def test_pulled_out_at_any_step_it_is_the_old_hub_or_the_new_one(tmp_path: Path, old: bool, new: bool) -> None:
    board = Folder(tmp_path / "board")
    board.path.mkdir()
    put(board, parts("1", old))
    found = cuts(tmp_path, board, parts("2", new))
    assert found == sorted(found)  # never back
    assert set(found) == {"1", "2"} and found.count("1") > 15 and found.count("2") > 3


def test_a_flash_that_was_cut_is_finished_before_the_next_one_writes(tmp_path: Path) -> None:
    """Else the next start would take half of the third version for the rest of the second."""
    board = Folder(tmp_path / "board")
    board.path.mkdir()
    put(board, parts("1", False))
    steps = 3 * 5 + 1 + 3  # all are copied, it is decided, and some are in their place
    board.left = steps
    with pytest.raises(PulledOut):
        put(board, parts("2", True))
    assert (board.path / "main.py").read_text().startswith(image.UNFINISHED)
    assert set(cuts(tmp_path, board, parts("3", False))) == {"2", "3"}


def test_the_program_that_was_there_before_comes_back(tmp_path: Path) -> None:
    board = Folder(tmp_path / "board")
    board.path.mkdir()
    (board.path / "main.py").write_text("print('a weather station')\n")
    (board.path / "sensor.py").write_text("")
    put(board, parts("1", True))
    put(board, parts("2", False))
    assert starts(board.path) == "2"
    board.run(image.removing(board.sums(), True))
    assert sorted(board.listdir()) == ["main.py", "sensor.py"]
    assert (board.path / "main.py").read_text() == "print('a weather station')\n"


def test_restoring_that_is_cut_starts_nothing_of_ours_and_can_be_done_again(tmp_path: Path) -> None:
    for step in range(100):
        board = Folder(tmp_path / str(step))
        board.path.mkdir()
        put(board, parts("1", False))
        board.left = step
        try:
            board.run(image.removing(board.sums(), True))
            break
        except PulledOut:
            pass
        assert step == 0 or "main.py" not in board.listdir()
        board.left = 100
        board.run(image.removing(board.sums(), True))
        assert board.listdir() == []
    assert step == 4 and board.listdir() == []


def test_where_renaming_over_a_file_fails_it_still_gets_there(tmp_path: Path) -> None:
    """FAT does; between removing and renaming such a board has no program, but its prompt."""

    class Fat(Folder):
        def rename(self, old: str, new: str) -> None:
            if (self.path / new).exists():
                raise OSError(17)
            super().rename(old, new)

    board = Fat(tmp_path)
    put(board, parts("1", False))
    put(board, parts("2", False))
    assert starts(board.path) == "2"
