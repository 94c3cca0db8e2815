"""What a board says of itself, and whether it can be a hub. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .image import OURS, UNFINISHED

LEAST = (1, 22)  # MicroPython's version: from here on it has rp2.DMA
SAMPLER_HZ = 25_000_000  # what the sampler's pace has to be divided down to (pio_edges.py)

ASK = f"""\
import sys
said = {{"name": sys.implementation.name, "version": tuple(sys.implementation.version[:3])}}
said["mpy"] = getattr(sys.implementation, "_mpy", 0)
said["machine"] = getattr(sys.implementation, "_machine", "")
try:
    import rp2
    said["rp2"] = True
except ImportError:
    said["rp2"] = False
try:
    import machine
    said["hz"] = machine.freq()
except (ImportError, AttributeError):
    said["hz"] = 0
try:
    with open("main.py") as file:
        said["main"] = file.read({len(UNFINISHED)})
except OSError:
    said["main"] = None
print(repr(said))
"""
"""For the board: prints what `told` takes. The module rp2 is on Raspberry Pi's chips and on no other."""


@dataclass(frozen=True, slots=True)
class Told:
    """`version`: MicroPython's; `mpy`: which .mpy it takes, 0: none; `hz`: its clock, where it is a Raspberry Pi's;
    `main`: how its main.py begins, None: it has none."""

    micropython: bool
    rp2: bool
    version: tuple[int, ...]
    mpy: int
    machine: str
    hz: int
    main: str | None

    @property
    def chip(self) -> str:
        return "rp2350" if "RP2350" in self.machine else "rp2040"

    @property
    def strange_main(self) -> bool:
        return self.main is not None and not self.main.startswith(OURS)

    @property
    def unfinished(self) -> bool:
        """It has begun to put new files in their place, and not ended."""
        return self.main == UNFINISHED


def told(said: Mapping[str, object]) -> Told:
    """What ASK printed. Raises KeyError, TypeError, ValueError when it is something else."""
    version = said["version"]
    hz = said["hz"]
    if not isinstance(version, tuple) or not isinstance(hz, (int, tuple)):
        raise TypeError(said)
    main = said["main"]
    return Told(
        said["name"] == "micropython",
        bool(said["rp2"]),
        tuple(int(n) for n in version),
        int(str(said["mpy"])) & 0xFF,
        str(said["machine"]),
        hz if isinstance(hz, int) else 0,  # some chips have several clocks
        None if main is None else str(main),
    )


def unfit(board: Told, device: str) -> str | None:
    """Why it cannot be a hub, and what to do; None: it can."""
    version = ".".join(map(str, board.version))
    least = ".".join(map(str, LEAST))
    if board.micropython and not board.rp2:
        return (
            f"the board on {device} is no Raspberry Pi Pico ({board.machine or 'it does not say what it is'}): "
            "the hub needs a Pico or Pico 2; plug one in"
        )
    if not board.micropython or board.version < LEAST:
        runs = f"MicroPython {version}" if board.micropython else "another Python"
        return (
            f"the board on {device} runs {runs}, the hub needs MicroPython {least} or later: get the file for "
            "exactly this board from https://micropython.org/download/?port=rp2, unplug it, hold its BOOTSEL button "
            "while you plug it in, then mopsbox flash --uf2 FILE"
        )
    if not board.hz or board.hz % SAMPLER_HZ:
        return (
            f"the board on {device} runs at {board.hz / 1e6:g} MHz, at which the hub cannot stamp: its boot.py or the "
            "program on it sets that; take it out there (125, 150, 200 or 250 MHz are right), then flash again"
        )
    return None
