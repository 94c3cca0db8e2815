"""Sound: there is none yet, and the self-check says so."""

from __future__ import annotations

from .found import Finding, ok


def check() -> list[Finding]:
    return [ok("sound", "this version of the box makes no sound; nothing to do")]
