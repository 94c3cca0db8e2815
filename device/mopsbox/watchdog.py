"""Is the whole box alive? Only then the service manager hears so; silent for too long, it is started again.

Every part counts its turns. `judged` is the pure part; `Watchdog` looks again and again, in a thread of its own, so
that it can still say who stands still.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .notify import SHARE, Service

SAID_AFTER = 2  # looks in vain: one is a slow picture, a third may come too late for the log
WAKE_SHARE = 4  # of the watchdog's time a part that has nothing to do may sleep: less than from one look to the next


@dataclass(frozen=True, slots=True)
class Watch:
    """`seen`: how often each part had turned when the box was last said to live. `vain`: looks since then. `said`: the
    log knows that somebody stands still."""

    seen: Mapping[str, int]
    vain: int = 0
    said: bool = False


def judged(watch: Watch, beats: Mapping[str, int]) -> tuple[Watch, bool, str]:
    """One look: what is known from now on, whether the box may be said to live (every part has turned since that was
    last said), and a sentence for the log, or "". `beats`: turns so far, by part."""
    still = [part for part, turns in beats.items() if turns == watch.seen.get(part)]
    if not still:
        return Watch(dict(beats)), True, "everything moves again: the watchdog is fed" if watch.said else ""
    vain = watch.vain + 1
    if watch.said or vain < SAID_AFTER:
        return Watch(watch.seen, vain, watch.said), False, ""
    who = f"{' and '.join(still)} {'stands' if len(still) == 1 else 'stand'} still"
    sentence = f"{who}: the watchdog is not fed; if that lasts, the box is started again"
    return Watch(watch.seen, vain, True), False, sentence


class Watchdog:
    """`parts`: how often each has turned so far, by name; asked from another thread. `log`: takes one sentence.
    Nothing happens where nobody watches the service."""

    def __init__(self, service: Service, parts: Mapping[str, Callable[[], int]], log: Callable[[str], None]) -> None:
        self._service, self._parts, self._log = service, parts, log
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        if self._service.watchdog_s is not None:
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    def _beats(self) -> dict[str, int]:
        return {part: turns() for part, turns in self._parts.items()}

    def _run(self) -> None:
        watch, every = Watch(self._beats()), (self._service.watchdog_s or 0) / SHARE
        while not self._stopped.wait(every):
            watch, lives, sentence = judged(watch, self._beats())
            if lives:
                self._service.feed()
            if sentence:
                self._log(sentence)


def rest_s(service: Service) -> float | None:
    """How long a part may sleep that has nothing to do; None: as long as it likes, nobody watches."""
    return None if service.watchdog_s is None else service.watchdog_s / WAKE_SHARE
