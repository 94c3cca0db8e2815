"""The Pico itself: the only file that knows its registers (facts/firmware.md, section 2). A PIO state machine looks at
all eight buzzers in the same instant, every microsecond; DMA takes what changed into a ring; the processor reads that
when it likes. Stamp and levels are one word, so neither can belong to another.

Register addresses and request numbers are the same on RP2040 and RP2350.
"""

import array
import binascii
import os
import select
import sys
import time

import machine
import rp2
import uctypes
from hubcore import INPUTS, Board, Clock
from machine import Pin, mem32

FIRST_BUZZER = 2  # GP2 to GP9, and
FIRST_LAMP = 10  # GP10 to GP17 (pins.toml, [pico])

SAMPLER_HZ = 25_000_000  # 25 cycles are a microsecond; a whole divisor of the usual 125, 150, 200 and 250 MHz
WORDS = 1024  # of the ring: a millisecond of the worst, seconds of bouncing
MOST = 64  # words read at once, some 16 ms of work
COUNT = 0x0FFFFFFF  # transfers before DMA has to be started anew: all that an RP2350 can count
PIO0_FDEBUG = 0x50200008  # bit 0: the state machine had no room for a word
PIO0_RXF0 = 0x50200020
DREQ_PIO0_RX0 = 4
GPIO_IN = 0xD0000004
BYTES = 64  # from the host, read at once


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)
def sampler():
    """X: the levels before, OSR: the counter, which goes down. Both ways through the loop take 25 cycles, the second of
    which is always the sample. A word is levels << 24 | counter."""
    wrap_target()
    mov(isr, null)
    in_(pins, 8)
    mov(y, isr)
    jmp(x_not_y, "changed")
    mov(y, osr)[4]
    label("dec")
    jmp(y_dec, "store")
    label("store")
    mov(osr, y)[14]
    wrap()
    label("changed")
    mov(x, y)
    in_(osr, 24)
    push(noblock)
    mov(y, osr)
    jmp("dec")


class Sampler:
    """The state machine and its ring."""

    def __init__(self):
        # DMA can only go round in a ring that is aligned to its own size: somewhere in twice the room there is one.
        self._room = array.array("I", [0] * (2 * WORDS))  # unsigned, which mem32 is not
        room = uctypes.addressof(self._room)
        self._base = -room % (4 * WORDS) // 4
        self._address = room + 4 * self._base
        self._taken = 0
        self._dma = rp2.DMA()
        self._ctrl = self._dma.pack_ctrl(
            size=2, inc_read=False, inc_write=True, ring_sel=True, ring_size=12, treq_sel=DREQ_PIO0_RX0
        )
        self._machine = rp2.StateMachine(0, sampler, freq=SAMPLER_HZ, in_base=Pin(FIRST_BUZZER))
        # No levels are all ones in 32 bits, so the first sample is a change: the state at the start.
        self._machine.exec("mov(x, invert(null))")
        self._machine.exec("mov(osr, invert(null))")
        self._collect()

    def start(self):
        mem32[PIO0_FDEBUG] = 1  # written 1 to clear
        self._machine.active(1)

    def _collect(self):
        self._taken = 0
        self._dma.config(read=PIO0_RXF0, write=self._address, count=COUNT, ctrl=self._ctrl, trigger=True)

    def read(self):
        """hubcore.Board.read."""
        written = COUNT - self._dma.count
        if mem32[PIO0_FDEBUG] & 1:
            # The newest words are missing, and nobody knows behind which: none of them says how things are now.
            mem32[PIO0_FDEBUG] = 1
            lost = written - self._taken + 1
            self._taken = written
            return [], lost, 0
        first = max(self._taken, written - WORDS)
        words = [self._room[self._base + i % WORDS] for i in range(first, min(written, first + MOST))]
        lost = first - self._taken
        self._taken = first + len(words)
        waited = written - first
        overtaken = COUNT - self._dma.count - WORDS - first  # written over while they were read
        if overtaken > 0:
            words, some = words[overtaken:], len(words)
            lost += some - len(words)
            waited -= some - len(words)
        if self._taken == COUNT:  # after months, or hours of a storm; meanwhile the state machine's queue keeps 8
            self._collect()
        return words, lost, waited


class Pico(Board):
    """A Raspberry Pi Pico or Pico 2: buzzers to ground at GP2 to GP9, lamps at GP10 to GP17, the host on USB."""

    def __init__(self):
        self.chip = "rp2350" if "RP2350" in sys.implementation._machine else "rp2040"
        self.mpy = ".".join([str(n) for n in sys.implementation.version[:3]])
        self.uid = binascii.hexlify(machine.unique_id()).decode()
        self.boot_id = int.from_bytes(os.urandom(4), "big")
        # Pulled up, pressed is low: pulled down an RP2350's input may stay at 2 V (its erratum E9).
        self._buzzers = [Pin(FIRST_BUZZER + i, Pin.IN, Pin.PULL_UP) for i in range(INPUTS)]
        self._lamps = [Pin(FIRST_LAMP + i, Pin.OUT, value=0) for i in range(INPUTS)]
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._clock = Clock(time.ticks_us)
        self._sampler = None
        if machine.freq() % SAMPLER_HZ:
            self.clock_hz = machine.freq()
        else:
            self._sampler = Sampler()
            before = self.now()
            self._sampler.start()
            self.origin = (before + self.now()) // 2

    def now(self):
        return self._clock.now()

    def read(self):
        return self._sampler.read() if self._sampler else ([], 0, 0)

    def levels(self):
        return mem32[GPIO_IN] >> FIRST_BUZZER & 0xFF

    def waiting(self):
        return bool(self._poll.poll(0))

    def receive(self):
        data = b""
        while len(data) < BYTES and self.waiting():
            data += sys.stdin.buffer.read(1)  # more would wait for more
        return data

    def write(self, frame):
        sys.stdout.buffer.write(frame)

    def lamps(self, mask):
        for i, lamp in enumerate(self._lamps):
            lamp.value(mask >> i & 1)

    def leave(self, how):
        """To the drive that takes a UF2 file (`u`), or to the prompt."""
        self.lamps(0)
        if how == "u":
            machine.bootloader()
