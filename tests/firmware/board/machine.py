"""The Pico's `machine`, as far as the firmware asks for it, under MicroPython's unix port. The lamps as a number, bit 0
is lamp 1, are what the file that MOPSBOX_LAMPS names holds.
"""

import os
import sys

FDEBUG, GPIO_IN = 0x50200008, 0xD0000004

lit = [0] * 30
levels = [0xFF]  # of GP2 to GP9; rp2.py moves them


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, mode=-1, pull=-1, value=0):
        self._number = number

    def value(self, level):
        lit[self._number] = level
        if name := os.getenv("MOPSBOX_LAMPS"):
            with open(name, "w") as file:
                file.write(str(sum([level << i for i, level in enumerate(lit[10:18])])))


class _Memory:
    def __getitem__(self, address):
        if address == GPIO_IN:
            return levels[0] << 2 | -1 << 30  # signed, as on the board
        return 0

    def __setitem__(self, address, value):
        pass


mem32 = _Memory()


def freq():
    return int(os.getenv("MOPSBOX_HZ") or 125_000_000)


def reset():
    sys.exit(0)  # whoever started this plugs it in again


def unique_id():
    return b"\xe6\x60\x58\x38\x83\x72\x4a\x32"


def bootloader():
    sys.exit(7)  # so that a test can tell it from the prompt
