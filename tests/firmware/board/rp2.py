"""The Pico's `rp2`, under MicroPython's unix port: a sampler and its ring in real time. A test moves the buzzers with
lines in the file that MOPSBOX_BUZZERS names, also while the hub runs:

    1500 5      1500 us after the sampler's first sample buzzers 1 and 3 are pressed, no others
    - 0         now none is
    +90 3       90 us later than the line before buzzers 1 and 2 are
"""

import os
import struct
import time

import machine
import uctypes


class PIO:
    SHIFT_LEFT, JOIN_RX = 0, 2


def asm_pio(**options):
    return lambda function: function


class DMA:
    """Runs whenever its count is asked for."""

    def pack_ctrl(self, **fields):
        return fields["ring_size"]

    def config(self, read, write, count, ctrl, trigger):
        self._ring = uctypes.bytearray_at(write, 1 << ctrl)
        self._left, self._at = count, 0

    @property
    def count(self):
        for word in _words():
            struct.pack_into("<I", self._ring, self._at, word)
            self._at = (self._at + 4) % len(self._ring)
            self._left -= 1
        return self._left


class StateMachine:
    def __init__(self, number, program, freq, in_base):
        pass

    def exec(self, text):
        pass

    def active(self, on):
        _sampler.start()


class _Sampler:
    def __init__(self):
        self._started = False
        self._moves = []  # (microsecond, pressed), of the future
        name = os.getenv("MOPSBOX_BUZZERS")
        self._file = open(name) if name else None  # noqa: SIM115 (for as long as the hub runs)

    def start(self):
        self._start, self._started, self._said = time.ticks_us(), True, -1
        self._pressed = self._at = 0

    def words(self):
        if not self._started:
            return []
        now = time.ticks_diff(time.ticks_us(), self._start)
        line = self._file.readline() if self._file else ""
        while line:  # as many as have been written
            at, pressed = line.split()
            self._at = now if at == "-" else self._at + int(at[1:]) if at[0] == "+" else int(at)
            self._moves.append((self._at, int(pressed)))
            line = self._file.readline()
        self._moves.sort()
        words = [] if self._said >= 0 else [self._word(0)]
        while self._moves and self._moves[0][0] <= now:
            at, self._pressed = self._moves.pop(0)
            if self._pressed != self._said:
                words.append(self._word(at))
        return words

    def _word(self, at):
        self._said = self._pressed
        machine.levels[0] = ~self._pressed & 0xFF
        return machine.levels[0] << 24 | (0xFFFFFF - at) & 0xFFFFFF


_sampler = _Sampler()
_words = _sampler.words
