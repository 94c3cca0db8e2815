"""Pictures that were made once and are kept as long as there is room for them: what was used longest ago goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """At most `most` bytes, but always the newest; `weigh` says how many a picture has."""

    def __init__(self, most: int, weigh: Callable[[V], int]) -> None:
        self.most, self.bytes = most, 0
        self._weigh = weigh
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def get(self, key: K) -> V | None:
        """What was kept; now it is the one used last."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: K, value: V) -> list[K]:
        """Keep one that was not there. The keys of what had to go for it."""
        self._kept[key] = value
        self.bytes += self._weigh(value)
        gone: list[K] = []
        while self.bytes > self.most and len(self._kept) > 1:
            old, dropped = self._kept.popitem(last=False)
            self.bytes -= self._weigh(dropped)
            gone.append(old)
        return gone

    def clear(self) -> None:
        self._kept.clear()
        self.bytes = 0
