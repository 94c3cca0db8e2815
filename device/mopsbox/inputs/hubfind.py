"""Which of the boards that are plugged in is tried as the hub, and why another is not: one that was refused is asked
again when it was plugged in anew, and now and then anyway, for it may have been given its program where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..firmware import hubproto
from ..table import SECOND
from . import hubport
from .hubport import Found, NoPort, Port

REFUSED: Mapping[str, tuple[str, str]] = {  # why: the word, and what to do
    "silent": (
        "hub-silent",
        "the board on {} is no buzzer hub: put its program on it (mopsbox flash), or unplug it",
    ),
    "flood": (
        "hub-silent",
        "the board on {} sends without an end: unplug it; if it is the hub, mopsbox flash",
    ),
    "other-protocol": (
        "hub-other",
        "the hub on {} speaks protocol {}, this box {}: put this version's program on it (mopsbox flash)",
    ),
    "wrong-clock": (
        "hub-clock",
        "the hub on {} runs at {} Hz, at which it cannot stamp: reset it, then mopsbox flash",
    ),
}

ASK_AGAIN = 10 * SECOND  # a board that was refused
SETTLES = 2 * SECOND  # of one that was just plugged in: the system says who may use it a moment after it is there


class Boards:
    """`name`: the port to use, "": any. `ports`: lists them, `opened`: opens one (hubport). `log`: takes a sentence."""

    def __init__(
        self,
        name: str,
        ports: Callable[[], Iterable[Any]],
        opened: Callable[[str], Port],
        log: Callable[[str], None],
    ) -> None:
        self._name, self._ports, self._opened, self._log = name, ports, opened, log
        self._refused: dict[Found, tuple[str, int]] = {}  # the word, and when
        self._shut: dict[Found, str] = {}  # those that could not be opened, and what was said of it
        self._denied: dict[Found, int] = {}  # those that may not be used, and since when
        self.word = hubport.NOTHING
        """Why `open` gave none, of the vocabulary."""
        self.two = False
        """As `others` saw it last."""

    def open(self, first: Callable[[Found], bool], now: int) -> tuple[Found, Port] | None:
        """One that may be a hub, open: `first` those of which that is true, last those that were refused a while ago.
        `now`: box ns."""
        found = hubport.candidates(self._name, self._ports)
        self._refused = {at: why for at, why in self._refused.items() if at in found}
        self._shut = {at: said for at, said in self._shut.items() if at in found}
        self._denied = {at: since for at, since in self._denied.items() if at in found}
        self.word = [*(word for word, _ in self._refused.values()), hubport.NOTHING][0]
        for at in sorted(self._fresh(found), key=lambda at: not first(at)):
            try:
                port = self._opened(at.device)
            except NoPort as why:
                if why.word == hubport.DENIED and now - self._denied.setdefault(at, now) < SETTLES:
                    continue
                self.word = why.word
                if self._shut.get(at) != str(why):
                    self._log(str(why))
                self._shut[at] = str(why)
            else:
                self._shut.pop(at, None)
                return at, port
        return self._once_more(now)

    def _once_more(self, now: int) -> tuple[Found, Port] | None:
        """Whoever works on a board of their own has it open: then it stays as it was."""
        for at, (word, when) in list(self._refused.items()):
            if now < when + ASK_AGAIN:
                continue
            self._refused[at] = word, now
            try:
                return at, self._opened(at.device)
            except NoPort:
                continue
        return None

    def blame(self, at: Found, why: str, detail: int) -> str:
        """The word for why it is no hub; the sentence goes to the log, if it is news. `detail`: of hubsaid.Ended."""
        word, sentence = REFUSED[why]
        if self._refused.get(at, ("", 0))[0] != word:
            self._log(sentence.format(at.device, detail, hubproto.PROTO))
        return word

    def refuse(self, at: Found, word: str, now: int) -> None:
        """It is left alone for a while. To be called once it is closed: our own use may have changed its node."""
        self._refused.pop(at, None)
        self._refused[replace(at, node=hubport.node(at.device))] = word, now

    def others(self, at: Found) -> str | None:
        """Is another plugged in besides this one, whose buzzers would press in vain? The word for it, once each time it
        changes."""
        rest = [each for each in self._fresh(hubport.candidates(self._name, self._ports)) if each.device != at.device]
        was, self.two = self.two, bool(rest)
        if was == self.two:
            return None
        if not rest:
            return ""
        names = ", ".join(each.device for each in rest)
        self._log(f"this box uses the hub on {at.device}, not {names}: unplug that, or name one (buzzers.port)")
        return "hub-two"

    def _fresh(self, found: Iterable[Found]) -> list[Found]:
        return [at for at in found if at not in self._refused]
