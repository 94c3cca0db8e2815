"""Text without what is nobody else's business. Pure."""

from __future__ import annotations

import re

_HOMES = re.compile(r"/(?:home|Users)/[^/\s\"':;,()\[\]]+|/root(?![\w-])")
_SECRETS = re.compile(
    r"(?i)((?:passw(?:or)?d|passphrase|psk|secret|token|e?ssid|wi-?fi|api[_-]?key|credential)[\w.-]{0,40}"
    r"[\"']?\s*[=:]\s*)(\"[^\"\n]*\"|'[^'\n]*'|[^\s\"',;]+)"
)
GONE = "(removed)"
COMMON = ("mopsbox", "raspberrypi", "localhost")  # names of machines that name nobody


def scrubbed(text: str, home: str = "", host: str = "") -> str:
    """The text without the names of home folders (`home`: this one, wherever it lies), of the machine (`host`), and
    without what stands after a password, a key, a network's name."""
    if len(home) > 1:
        text = text.replace(home, "~")
    text = _HOMES.sub("~", text)
    text = _SECRETS.sub(lambda found: found[1] + _as_it_was(found[2]), text)
    if len(host) > 2 and host.lower() not in COMMON:
        text = re.sub(rf"(?<![\w.-]){re.escape(host)}(?![\w-])", "(host)", text)
    return text


def _as_it_was(value: str) -> str:
    """In its quotes: JSON stays JSON."""
    return f"{value[0]}{GONE}{value[0]}" if value[0] in "\"'" else GONE
