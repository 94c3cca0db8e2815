"""Text without what is nobody else's business. Pure."""

from __future__ import annotations

import re

_HOMES = re.compile(r"/(?:home|Users)/[^/\s\"':;,()\[\]]+|/root(?![\w-])")
_KEY = r"(?:passw(?:or)?d|passphrase|pwd|psk|secret|token|e?ssid|wi-?fi|api[_-]?key|credential)[\w.-]{0,40}"
_QUOTED = r"\"[^\"\n]*\"|'[^'\n]*'"
_SECRETS = re.compile(
    rf"(?i)({_KEY}[\"']\s*[=:]\s*|{_KEY}\s*[=:]\s*(?=[\"'])|--?pass\w*\s+|\bbearer\s+)({_QUOTED}|[^\s\"',;]+)"
)
_TO_THE_END = re.compile(rf"(?i)({_KEY}\s*[=:]\s*)([^\s\"'][^\n]*)")
"""A key without quotes and its value without quotes, which may have spaces in it."""
_IN_ADDRESS = re.compile(r"(?<=://)[^/@\s]+(?=@)")
GONE = "(removed)"
COMMON = ("mopsbox", "raspberrypi", "localhost")  # names of machines that name nobody


def scrubbed(text: str, home: str = "", host: str = "") -> str:
    """The text without the names of home folders (`home`: this one, wherever it lies), of the machine (`host`), and
    without what stands after a password, a key, a network's name."""
    if len(home) > 1:
        text = text.replace(home, "~")
    text = _HOMES.sub("~", text)
    text = _IN_ADDRESS.sub(GONE, text)
    text = _SECRETS.sub(lambda found: found[1] + _as_it_was(found[2]), text)
    text = _TO_THE_END.sub(lambda found: found[1] + GONE, text)
    if len(host) > 2 and host.lower() not in COMMON:
        text = re.sub(rf"(?<![\w.-]){re.escape(host)}(?![\w-])", "(host)", text)
    return text


def _as_it_was(value: str) -> str:
    """In its quotes: JSON stays JSON."""
    return f"{value[0]}{GONE}{value[0]}" if value[0] in "\"'" else GONE
