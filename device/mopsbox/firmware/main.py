"""The buzzer hub. MicroPython starts this file by itself; Ctrl-C stops it."""

from hubcore import Core
from pio_edges import Pico

pico = Pico()
core = Core(pico)
while not core.leaving:
    core.turn()
pico.leave(core.leaving)
