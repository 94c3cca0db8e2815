"""UF2 files as their makers make them: blocks of 256 bytes in 512, numbered within their family."""

from __future__ import annotations

import struct

RP2040, ABSOLUTE, RP2350, RISCV, SAMD21 = 0xE48BFF56, 0xE48BFF57, 0xE48BFF59, 0xE48BFF5A, 0x68ED2B88
PROGRAM = bytes(range(256)) * 3 + b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040" + bytes(700)


def block(family: int, number: int, count: int, payload: bytes, flags: int = 0x2000) -> bytes:
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, 0x10000000 + 256 * number, 256, number, count, family)
    return (head + payload).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def uf2(family: int, program: bytes = PROGRAM) -> bytes:
    pieces = [program[at : at + 256] for at in range(0, len(program), 256)]
    return b"".join(block(family, n, len(pieces), piece) for n, piece in enumerate(pieces))


def for_pico2() -> bytes:
    """With the block in front that works round an erratum of the RP2350: of no chip, and not counted to its end."""
    return block(ABSOLUTE, 0, 2, b"\xef" * 256, flags=0xA000) + uf2(RP2350)
