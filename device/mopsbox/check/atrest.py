"""The first question of a check: does everything rest that nobody touches? A box that begins with a pressed button
plays nonsense, whatever else is in order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import gpio
from .found import Finding, fail, ok, warn

NAME = "at rest"
LINE = re.compile(r"(?:gpio|hub) ((?:buzzers?|button)\b.*)")


def judged(found: Sequence[Finding]) -> list[Finding]:
    """One line over the findings of gpio and hub; none where no line was looked at."""
    lines = {match[1]: each for each in found if (match := LINE.fullmatch(each.name))}
    if not lines:
        return []
    if pressed := [name for name, each in lines.items() if each.says == gpio.PRESSED[1] or each.name == gpio.ALL]:
        many = len(pressed) > 1 or pressed == ["buzzers"]
        read, them = ("read", "them") if many else ("reads", "it")
        return [fail(NAME, f"{' and '.join(pressed)} {read} pressed though nobody touches {them}; see below")]
    if unread := [name for name, each in lines.items() if each.status != "OK"]:
        return [warn(NAME, f"{len(unread)} of {len(lines)} lines cannot be read, see below; the others rest")]
    return [ok(NAME, "no buzzer and no menu button reads pressed")]
