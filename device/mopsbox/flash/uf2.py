"""UF2 files: MicroPython for a blank board. Pure.

Blocks of 512 bytes, each with three magic numbers, its place among the others of its family, and a family: the chip it
is for (github.com/microsoft/uf2, README and utils/uf2families.json). Boards take what is not theirs without a word and
stay as they were, so that is found out before.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..jsonl import BadInput, fault, unread

BLOCK = 512
HEAD = struct.Struct("<8I")  # magic, magic, flags, address, payload's size, number, how many, family
START = (0x0A324655, 0x9E5D5157)
END = 0x0AB16F30
HAS_FAMILY = 0x2000
ROOM = 476  # for the payload
MOST = 16 << 20  # bytes; a whole file for the largest flash is less than twice that

FAMILIES: Mapping[int, str] = {0xE48BFF56: "rp2040", 0xE48BFF59: "rp2350", 0xE48BFF5A: "rp2350"}  # Arm, Arm, RISC-V
ANY_CHIP = (0xE48BFF57, 0xE48BFF58)  # absolute, data: beside the others, with numbers of their own
INSIDE = b"MicroPython"  # what it says of itself at its prompt


@dataclass(frozen=True, slots=True)
class Image:
    """A UF2 file that is whole. `chips`: those it has something for."""

    name: str
    data: bytes
    chips: frozenset[str]


def read(path: Path) -> Image:
    """Raises BadInput: missing, no UF2, not whole, not MicroPython, for other chips."""
    try:
        with path.open("rb") as file:
            data = file.read(2 * MOST + 1)
    except OSError as error:
        raise unread(path, error) from error
    if len(data) > 2 * MOST:
        raise fault(path, None, "is larger than any MicroPython; get it from micropython.org again")
    return image(path, data)


def image(path: Path, data: bytes) -> Image:
    """Raises BadInput."""
    numbers: dict[int, list[int]] = {}
    total: dict[int, int] = {}
    payload: list[bytes] = []
    if not data or data[:8] != struct.pack("<2I", *START):
        raise fault(path, None, "is no UF2 file; get the one for this board from micropython.org/download/?port=rp2")
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        if len(block) < BLOCK or (*struct.unpack_from("<2I", block), *struct.unpack_from("<I", block, 508)) != (
            *START,
            END,
        ):
            raise _broken(path, f"at byte {at} no block begins or ends")
        _, _, flags, _, size, number, count, family = HEAD.unpack_from(block)
        if not flags & HAS_FAMILY or size > ROOM:
            raise _broken(path, f"the block at byte {at} does not say what it is for")
        numbers.setdefault(family, []).append(number)
        if total.setdefault(family, count) != count:
            raise _broken(path, f"the block at byte {at} belongs to another file")
        if family in FAMILIES:
            payload.append(block[HEAD.size : HEAD.size + size])
    return _judged(path, data, numbers, total, b"".join(payload))


def _judged(
    path: Path, data: bytes, numbers: Mapping[int, list[int]], total: Mapping[int, int], payload: bytes
) -> Image:
    for family in numbers:
        whole = len(numbers[family]) == total[family] and sorted(numbers[family]) == list(range(total[family]))
        if family in FAMILIES and not whole:
            raise _broken(path, f"it has {len(numbers[family])} of {total[family]} blocks")
    chips = frozenset(FAMILIES[family] for family in numbers if family in FAMILIES)
    if not chips:
        names = ", ".join(f"{family:#010x}" for family in sorted(set(numbers) - set(ANY_CHIP))) or "none"
        raise fault(path, None, f"is for another chip (family {names}); the hub is a Raspberry Pi Pico or Pico 2")
    if INSIDE not in payload:
        raise fault(path, None, "is not MicroPython; get that from micropython.org/download/?port=rp2")
    return Image(path.name, data, chips)


def _broken(path: Path, what: str) -> BadInput:
    return fault(path, None, f"is not whole: {what}; get the file again")
