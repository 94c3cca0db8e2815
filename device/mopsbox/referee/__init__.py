"""Who was first. Pure: the same edges give the same rulings, whatever the order of their delivery.

Read sorter (puts events into the order of their stamps), channel (one buzzer's contact), round (who may win and who
does), court (all of it as one value that events move on). Every time here is a stamp in box nanoseconds.
"""

from __future__ import annotations

VALIDATE = 1_000_000
"""A: closed this long without a break, a contact is pressed. Interference on a long cable is shorter, no finger is."""

REARM = 5_000_000
"""Q: open this long without a break, a contact is at rest. Bouncing microswitches open for less (0.6 ms measured)."""

UNRESOLVED = 20_000_000
"""B: a contact that has been neither for this long is chatter. It bounds how long one bad switch can hold a race up."""

DEAD_HEAT = 50_000
"""TIE: presses this close (inclusive) are not told apart: the kernel's stamps err by up to so much under load."""

DELIVERY = 3_000_000
"""W: an edge reaches the desk within this time of its stamp, so what is older than that is complete."""

STUCK = 10_000_000_000
"""S: a buzzer closed this long is stuck: nobody leans on it for ten seconds."""
