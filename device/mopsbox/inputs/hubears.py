"""What a board says, frame by frame, until it says more than a hub can: no board may keep the box busy."""

from __future__ import annotations

from ..firmware import hubproto
from ..table import SECOND

FLOOD, FLOOD_WITHIN = 1 << 16, SECOND // 10  # so many bytes in so long: no fingers do that
FRAMES = 2000  # nor so many frames in a second: the hub itself can say some hundreds


class Ears:
    """For one board, as long as its port is open. `noise`: what ears before these have counted."""

    def __init__(self, noise: int = 0) -> None:
        self._noise = noise
        self._splitter = hubproto.Splitter()
        self._bytes, self._bytes_since = 0, 0
        self._frames, self._frames_since = 0, 0

    @property
    def noise(self) -> int:
        """How many pieces were no frames, so far."""
        return self._noise + self._splitter.bad

    def frames(self, data: bytes, now: int) -> list[hubproto.Frame] | None:
        """What was read at box time `now`; None: a flood."""
        if now - self._bytes_since > FLOOD_WITHIN:
            self._bytes, self._bytes_since = 0, now
        if now - self._frames_since > SECOND:
            self._frames, self._frames_since = 0, now
        found = self._splitter.feed(data)
        self._bytes += len(data)
        self._frames += len(found)
        return None if self._bytes > FLOOD or self._frames > FRAMES else found
