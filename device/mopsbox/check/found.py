"""What a check finds: a name, OK / WARN / FAIL, and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

Status = Literal["OK", "WARN", "FAIL"]
RANKS: tuple[Status, ...] = ("OK", "WARN", "FAIL")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the self-check. WARN: the box works, but somebody should know. FAIL: something asked for does not
    work."""

    name: str
    status: Status
    says: str


def ok(name: str, says: str) -> Finding:
    return Finding(name, "OK", says)


def warn(name: str, says: str) -> Finding:
    return Finding(name, "WARN", says)


def fail(name: str, says: str) -> Finding:
    return Finding(name, "FAIL", says)


def worst(findings: Iterable[Finding]) -> Status:
    """The status of all together: that of the worst."""
    return max((f.status for f in findings), key=RANKS.index, default="OK")


def guarded(name: str, check: Callable[[], Iterable[Finding]]) -> list[Finding]:
    """What the check finds. One that breaks is a finding itself: the others still tell theirs."""
    try:
        return list(check())
    except Exception as error:
        return [fail(name, f"this check broke off ({type(error).__name__}: {_line(error)}); report it with this line")]


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or "no reason given"
