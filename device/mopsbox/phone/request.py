"""What a browser asks for, read out of the bytes it sent, and how an answer is written. Pure.

There are four pages, all known by name; nothing of a request is ever the name of a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import parse_qsl

from ..words import FALLBACK, LANGUAGES

MOST_BYTES = 8192  # of request line and headers
MOST_LINE = 1024  # of the request line
MOST_HEADERS = 64
END = b"\r\n\r\n"
PAGES = ("/", "/now", "/games", "/players")
LOCAL = ("local", "lan", "home", "internal", "home.arpa", "fritz.box", "localdomain")
"""Names that end like this are given in a home and sold to nobody. A page from outside that had its own name lead here
(DNS rebinding) could else read the names of the players."""

_TOKEN = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_LINE = re.compile(rb"(\S+) (\S+) (HTTP/[0-9]\.[0-9])")
_NUMBER = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class Request:
    """A page of PAGES in a language. `before`: games older than this one; `asked`: the language is in the address;
    `tag`: what the browser has already; `body`: False for HEAD."""

    page: str
    language: str
    before: int | None = None
    asked: bool = False
    tag: str = ""
    body: bool = True


class Refused(Exception):
    """`status`: of HTTP; `word`: the sentence for the person (words.py)."""

    def __init__(self, status: int, word: str, language: str = FALLBACK, body: bool = True) -> None:
        super().__init__(word)
        self.status, self.word, self.language, self.body = status, word, language, body


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    content: bytes
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


def read(data: bytes) -> Request | None:
    """The request; None: more is to come. Raises Refused."""
    head, end, _ = data.partition(END)
    line = head.partition(b"\r\n")[0]
    if len(line) > MOST_LINE:
        raise Refused(414, "phone-too-long")
    if not end:
        if len(data) >= MOST_BYTES:
            raise Refused(431, "phone-too-long")
        return None
    if len(head) > MOST_BYTES:
        raise Refused(431, "phone-too-long")
    asked = _LINE.fullmatch(line)
    if asked is None:
        raise Refused(400, "phone-no-request")
    method, target, version = asked.groups()
    headers = _headers(head)
    language = preferred(headers.get(b"accept-language", b"").decode("latin-1"))
    if method not in (b"GET", b"HEAD"):
        raise Refused(405, "phone-only-reads", language)
    body = method == b"GET"
    if version not in (b"HTTP/1.0", b"HTTP/1.1"):
        raise Refused(505, "phone-no-request", language, body)
    if headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers:
        raise Refused(400, "phone-only-reads", language, body)
    if not _ours(headers.get(b"host", b"").decode("latin-1"), version == b"HTTP/1.0"):
        raise Refused(421, "phone-by-address", language, body)
    return _of(target.decode("latin-1"), language, headers.get(b"if-none-match", b"").decode("latin-1"), body)


def _headers(head: bytes) -> dict[bytes, bytes]:
    lines = head.split(b"\r\n")[1:]
    if len(lines) > MOST_HEADERS:
        raise Refused(431, "phone-too-long")
    found: dict[bytes, bytes] = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not _TOKEN.fullmatch(name) or b"\0" in value or b"\n" in value or b"\r" in value:
            raise Refused(400, "phone-no-request")
        key = name.lower()
        if key in found and key in (b"host", b"content-length"):
            raise Refused(400, "phone-no-request")
        found[key] = value.strip(b" \t")
    return found


def _of(target: str, language: str, tag: str, body: bool) -> Request:
    path, _, query = target.partition("?")
    asked = dict(parse_qsl(query, max_num_fields=8)) if query.count("&") < 8 else {}
    named = asked.get("lang", "") in LANGUAGES
    language = asked["lang"] if named else language
    if path not in PAGES:
        raise Refused(404, "phone-no-page", language, body)
    before = asked.get("before")
    if before is not None and not (before.isascii() and _NUMBER.fullmatch(before)):
        raise Refused(400, "phone-no-request", language, body)
    return Request(path, language, int(before) if before else None, named, tag, body)


def _ours(host: str, old: bool) -> bool:
    """Is that a name the box may have in a home? `old`: HTTP/1.0 need not say any."""
    if not host:
        return old
    name = host.lower()
    name = name[1:].partition("]")[0] if name.startswith("[") else name.rpartition(":")[0] or name
    name = name.removesuffix(".")
    try:
        return bool(ip_address(name.partition("%")[0]))
    except ValueError:
        return "." not in name or any(name.endswith("." + end) for end in LOCAL)


def preferred(header: str) -> str:
    """The language of ours that Accept-Language likes best; none of them: English."""
    wishes: list[tuple[float, int, str]] = []
    for n, wish in enumerate(header[:256].split(",")[:16]):
        name, _, weight = wish.strip().partition(";")
        found = re.fullmatch(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)", weight.replace(" ", "")) if weight else None
        if weight and not found:
            continue
        code = name.replace("-", "_")
        ours = next((c for c in (code, code.partition("_")[0].lower()) if c in LANGUAGES), None)
        if ours and (quality := float(found[1]) if found else 1.0):
            wishes.append((-quality, n, ours))
    return min(wishes)[2] if wishes else FALLBACK


# --- the answer

REASONS = {
    200: "OK",
    304: "Not Modified",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout",
    414: "URI Too Long",
    421: "Misdirected Request",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
    505: "HTTP Version Not Supported",
}


def written(answer: Answer, policy: str, body: bool = True) -> bytes:
    """The answer as it goes out. `policy`: the Content-Security-Policy. One request a connection: what is asked here is
    little, and nobody keeps a place by waiting."""
    content = answer.content
    headers = {
        "Content-Type": answer.kind,
        "Content-Length": str(len(content)),
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-cache" if answer.status in (200, 304) else "no-store",
        "Vary": "Accept-Language",
        "Connection": "close",
        **answer.headers,
    }
    if answer.status == 405:
        headers["Allow"] = "GET, HEAD"
    if answer.status == 304:
        del headers["Content-Type"], headers["Content-Length"]
        body = False
    lines = [
        f"HTTP/1.1 {answer.status} {REASONS[answer.status]}",
        *(f"{key}: {value}" for key, value in headers.items()),
    ]
    return "\r\n".join(lines).encode("latin-1") + END + (content if body else b"")
