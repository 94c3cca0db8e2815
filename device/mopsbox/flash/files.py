"""The hub's program on a board: what is there, what is copied, what is taken off. The plug may be pulled at any moment
(image.py)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from ..inputs.hubport import Found
from . import chip, cross, image
from .around import Around
from .board import Board
from .image import MODULES, Part
from .trouble import Stopped


def sources() -> dict[str, bytes]:
    """The hub's program as it is in this package: module or "main" -> text."""
    folder = resources.files(__package__.rpartition(".")[0]) / "firmware"
    return {name: (folder / f"{name}.py").read_bytes() for name in (*MODULES, "main")}


def restored(board: Board, dry_run: bool, around: Around) -> None:
    """Takes our files off it, says which; what was there before us comes back. Raises Stopped."""
    there, strange = board.sums(), board.told().strange_main
    ours = [name for name in there if name != image.MAIN or not strange]
    if not ours:
        around.tell("nothing of ours is on the board")
        return
    around.tell(f"{'would remove' if dry_run else 'removing'} {', '.join(sorted(ours))}")
    if not dry_run:
        board.run(image.removing(there, not strange))


def copied(board: Board, found: Found, dry_run: bool, around: Around) -> None:
    """Puts our files on it, says which. Raises Stopped when the board is not fit for them, or they do not arrive."""
    told = board.told()
    if why := chip.unfit(told, found.device):
        raise Stopped(why)
    there = board.sums()
    if folders := [name for name, sum in there.items() if not sum]:
        raise Stopped(
            f"{folders[0]} is a folder on the board on {found.device}, where a file has to be: remove it first"
        )
    texts = sources()
    wanted = image.parts(texts, cross.crossed(texts, told.mpy, around.compiler()))
    if image.complete(wanted, there):
        around.tell(f"the hub's program is on the board on {found.device} already, to the byte")
        return
    for part in wanted:
        around.tell(f"{'would copy' if dry_run else 'copying'} {part.name}, {len(part.data)} bytes")
    if told.strange_main and b"True" in board.run(image.KEPT):
        raise Stopped(
            f"the board on {found.device} keeps a program from before already ({image.BEFORE}), and main.py is another "
            f"one: copy them to your computer (mpremote fs cp), delete one, then flash again"
        )
    if told.strange_main:
        around.tell(f"{'would keep' if dry_run else 'keeping'} the program that is on it as {image.BEFORE}")
    if dry_run:
        return
    put(board, wanted, told, found.device)


def put(board: Board, wanted: tuple[Part, ...], told: chip.Told, device: str) -> None:
    """In image's order: the plug may be pulled anywhere."""
    if told.unfinished:
        board.run(image.FINISHING)
    finish = Part(image.FINISH, image.finisher(wanted))
    aside: Mapping[str, Part] = {**{part.name + image.NEW: part for part in wanted}, finish.name: finish}
    for name, part in aside.items():
        board.write(name, part)
    there = board.sums()
    if wrong := [part.name for name, part in aside.items() if there.get(name) != part.sum]:
        raise Stopped(
            f"{wrong[0]} did not arrive whole on the board on {device}, so nothing was changed: try another cable or "
            "socket, then flash again"
        )
    if told.strange_main:
        board.run(image.keeping())
    board.run(image.deciding())
    board.run(image.placing(wanted))
    if not image.complete(wanted, board.sums()):
        raise Stopped(
            f"the board on {device} did not put all files in their place: flash again; should that not help, mopsbox "
            "flash --restore first"
        )
