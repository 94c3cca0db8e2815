"""Reads a language: a gettext message file (`.po`) as translators and their tools write it, without compiling it.

What the box has no use for (plural forms, contexts) is refused rather than passed over. Pure.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable

_LINE = re.compile(r'(?:(msgid|msgstr)\s+)?"((?:[^"\\]|\\[n"\\])*)"')
_ESCAPES = {"\\n": "\n", '\\"': '"', "\\\\": "\\"}


class PoFault(ValueError):
    """A message file that cannot be read: one sentence with the line."""


class Catalogue(gettext.NullTranslations):
    """One language's messages. What it lacks comes from its fallback, last of all the message's own name."""

    def __init__(self, messages: dict[str, str]) -> None:
        super().__init__()
        self.messages = messages

    def gettext(self, message: str) -> str:
        return self.messages.get(message) or super().gettext(message)


def read(text: str) -> dict[str, str]:
    """Every message that has words. Raises PoFault."""
    messages: dict[str, str] = {}
    for number, name, words in _pairs(text.splitlines()):
        if name in messages:
            raise PoFault(f'line {number}: "{name}" stands twice; take one out')
        messages[name] = words
    if not messages.pop("", None):
        raise PoFault('the header is missing; begin the file with msgid "" and msgstr "Language: ...\\n"')
    return {name: words for name, words in messages.items() if words}


def _pairs(lines: Iterable[str]) -> Iterable[tuple[int, str, str]]:
    """Line, name and words of every message."""
    parts: list[str] = []
    begun = number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        keyword = found and found[1]
        if not found or not (parts or keyword) or keyword == ("msgid" if len(parts) == 1 else "msgstr"):
            raise PoFault(f'line {number}: is not understood; write msgid "..." and below it msgstr "..."')
        if keyword == "msgid":
            if parts:
                yield begun, parts[0], parts[1]
            parts, begun = [], number
        if keyword:
            parts.append("")
        parts[-1] += re.sub(r"\\.", lambda escape: _ESCAPES[escape[0]], found[2])
    if len(parts) == 1:
        raise PoFault(f'line {number}: the last msgid has no msgstr; write msgstr "..." below it')
    if parts:
        yield begun, parts[0], parts[1]
