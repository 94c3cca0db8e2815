"""An emulated processor among others may stand still for longer than any hub is given to take what it is told."""

from mopsbox.inputs import hubport

hubport.WRITE_S = 10
