"""What is asked, out of whatever bytes come: read, or refused in a sentence; and nothing in it names a file."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.phone.request import MOST_BYTES, Refused, Request, preferred, read
from mopsbox.words import LANGUAGES, say

HOST = b"Host: 192.168.1.5:8080\r\n"


def asked(line: bytes, more: bytes = b"") -> Request:
    found = read(line + b"\r\n" + HOST + more + b"\r\n")
    assert found is not None
    return found


def refused(data: bytes) -> int:
    with pytest.raises(Refused) as no:
        read(data)
    for language in LANGUAGES:
        assert say(no.value.word, language).endswith(".")  # a sentence, in every language
    return no.value.status


def test_a_page_is_asked_for_in_the_browsers_language_or_in_the_one_that_was_chosen() -> None:
    german = b"Accept-Language: de-AT,de;q=0.8,en;q=0.5\r\n"
    assert asked(b"GET / HTTP/1.1", german) == Request("/", "de")
    assert asked(b"GET /?lang=en HTTP/1.1", german) == Request("/", "en", asked=True)
    assert asked(b"HEAD /games?before=17&lang=de HTTP/1.1") == Request("/games", "de", 17, asked=True, body=False)
    assert asked(b"GET /players?lang=klingon HTTP/1.1") == Request("/players", "en")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("en;q=0.3, de;q=0.7", "de"),
        ("fr-CH, fr;q=0.9, de;q=0.4, *;q=0.1", "de"),
        ("de;q=0, en", "en"),
        ("de;q=0", "en"),
        ("de;q=two, en;q=0.1", "en"),
        ("", "en"),
        ("tlh", "en"),
        (",;,;q=", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_the_language_is_the_one_liked_best_of_ours(header: str, language: str) -> None:
    assert preferred(header) == language


def test_what_is_not_there_yet_is_waited_for() -> None:
    whole = b"GET / HTTP/1.1\r\n" + HOST + b"\r\n"
    assert all(read(whole[:n]) is None for n in range(len(whole)))
    assert read(whole) == Request("/", "en")


@pytest.mark.parametrize(
    "target",
    [
        b"/../../etc/passwd",
        b"/%2e%2e/%2e%2e/etc/passwd",
        b"/games/../../var/lib/mopsbox/mopsbox.db",
        b"//etc/passwd",
        b"/\\..\\..\\mopsbox.db",
        b"/games%00.html",
        b"/mopsbox.db",
        b"/games/1.jsonl",
        b"http://192.168.1.5:8080/",
        b"file:///etc/passwd",
        b"*",
        b"/" + b"../" * 100,
        b"/\xff\xfe",
        b"?lang=de",
    ],
)
def test_there_are_four_pages_and_every_other_path_is_none(target: bytes) -> None:
    assert refused(b"GET " + target + b" HTTP/1.1\r\n" + HOST + b"\r\n") == 404


@pytest.mark.parametrize(
    "method", [b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT", b"get", b"FOO"]
)
def test_there_is_no_way_to_change_anything(method: bytes) -> None:
    assert refused(method + b" / HTTP/1.1\r\n" + HOST + b"\r\n") == 405


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\r\n\r\n", 400),
        (b"hello\r\n\r\n", 400),
        (b"GET / HTTP/1.1 extra\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\n" + HOST + b"\r\n", 505),
        (b"GET / HTTP/1.1\r\n\r\n", 421),  # without a host
        (b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"no colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"folded: a\r\n b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"bare: a\rb\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nhello", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"GET /games?before=-1 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /games?before=1e9 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /games?before=" + b"9" * 40 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        ("GET /games?before=١٢ HTTP/1.1\r\n".encode() + HOST + b"\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),  # TLS
        (b"GET /?" + b"a" * 2000, 414),
        (b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * MOST_BYTES, 431),
        (b"GET / HTTP/1.1\r\n" + HOST + b"X: y\r\n" * 100 + b"\r\n", 431),
    ],
)
def test_what_is_no_request_of_ours_is_refused_with_its_status(data: bytes, status: int) -> None:
    assert refused(data) == status


@pytest.mark.parametrize(
    "host", [b"192.168.1.5", b"[fe80::1]:8080", b"mopsbox.local", b"mopsbox", b"mopsbox.fritz.box:8080"]
)
def test_the_box_may_be_called_as_things_are_in_a_home(host: bytes) -> None:
    assert read(b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n") == Request("/", "en")


@pytest.mark.parametrize(
    "host", [b"evil.example", b"evil.example:8080", b"192.168.1.5.evil.example", b"local.evil.example"]
)
def test_a_page_from_outside_that_leads_its_own_name_here_reads_no_names(host: bytes) -> None:
    assert refused(b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n") == 421


@settings(deadline=None)
@given(st.binary(max_size=3000))
def test_no_bytes_at_all_are_more_than_a_request_or_a_refusal(data: bytes) -> None:
    for raw in (data, b"GET " + data + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + data + b"\r\n\r\n"):
        try:
            found = read(raw)
        except Refused as no:
            assert 400 <= no.status <= 505
        else:
            assert found is None or found.language in LANGUAGES
