"""The page under people who mean no good: slow ones, loud ones, many; and under fifty who only want the scores."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from mopsbox.phone.buckets import BURST, MOST, RATE, SHARED, Buckets, near, owner
from mopsbox.phone.page import POLICY
from mopsbox.phone.request import MOST_BYTES
from tests.at_table import Table
from tests.waiting import eventually

from .served import heard, serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    table = Table(3, folder=tmp_path)
    table.store.close()
    return tmp_path


def test_whoever_asks_gets_the_page_with_what_keeps_it_harmless(folder: Path) -> None:
    with serving(folder) as served:
        reply = served.get("/")
        assert reply.status == 200 and "Mopseinander" in reply.text
        assert reply.headers["Content-Security-Policy"] == POLICY and "'unsafe" not in POLICY
        assert POLICY.startswith("default-src 'none'; ") and "http" not in POLICY
        assert reply.headers["X-Content-Type-Options"] == "nosniff" and "Set-Cookie" not in reply.headers
        assert int(reply.headers["Content-Length"]) == len(reply.text.encode())
        head = served.get("/", method="HEAD")
        assert head.status == 200 and head.text == ""
        assert head.headers["Content-Length"] == reply.headers["Content-Length"]


def test_whoever_has_the_newest_already_gets_nothing_again(folder: Path) -> None:
    with serving(folder) as served:
        tag = served.get("/now").headers["ETag"]
        again = served.get("/now", If_None_Match=tag)
        assert (again.status, again.text) == (304, "") and again.headers["ETag"] == tag
        assert served.get("/now", If_None_Match=tag, Accept_Language="de").status == 200


def test_a_dozen_who_send_a_byte_now_and_then_keep_nobody_waiting_and_are_sent_away(folder: Path) -> None:
    """Slowloris: half requests that are held open, more than there are places."""
    clock = [0.0]
    with serving(folder, places=8, ask_s=1.0, clock=lambda: clock[0]) as served:
        slow = [served.connect(f"127.0.0.{n}") for n in range(2, 14)]
        for each in slow:
            each.send(b"GET / HTTP/1.1\r\nX")
        eventually(lambda: served.server.connections == 8)
        assert served.get("/").status == 200
        clock[0] = 2.0
        told = []
        for each in slow:
            try:
                told.append(heard(each).status)
            except (ConnectionError, IndexError, ValueError):  # it had to make room
                told.append(0)
            each.close()
        assert set(told) == {0, 408} and told.count(408) <= 7
        eventually(lambda: served.server.connections == 0)


def test_who_takes_many_places_loses_his_own_and_nobody_elses(folder: Path) -> None:
    with serving(folder, places=4, ask_s=30.0) as served:
        honest = served.connect("127.0.0.9")
        honest.send(b"GET / HTTP/1.1\r\n")
        greedy = [served.connect("127.0.0.2") for _ in range(20)]
        eventually(lambda: served.server.connections == 4)
        honest.send(b"Host: mopsbox.local\r\n\r\n")
        assert heard(honest).status == 200
        for each in (honest, *greedy):
            each.close()


def test_who_never_takes_his_answer_is_left_in_the_end(folder: Path) -> None:
    clock = [0.0]
    with serving(folder, clock=lambda: clock[0]) as served:
        deaf = served.connect()
        deaf.send(b"GET / HTTP/1.1\r\nHost: mopsbox\r\n\r\n")
        eventually(lambda: served.server.connections == 1)
        eventually(lambda: deaf.recv(1, socket.MSG_PEEK))

        def a_minute_later() -> bool:  # each of its waits begins when the one before is over
            clock[0] += 60
            return served.server.connections == 0

        eventually(a_minute_later)
        deaf.close()


@pytest.mark.parametrize("more", [0, 1, 100_000])
def test_too_much_is_refused_and_whoever_sent_it_can_read_why(more: int, folder: Path) -> None:
    with serving(folder) as served:
        reply = served.say(b"GET / HTTP/1.1\r\nX-Long: " + b"a" * (MOST_BYTES + more))
        assert reply.status == 431 and "This request is too long." in reply.text


def test_no_method_changes_anything_and_the_answer_says_so(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with serving(folder) as served:
        reply = served.say(b"POST / HTTP/1.1\r\nHost: mopsbox\r\nContent-Length: 4\r\nAccept-Language: de\r\n\r\na=b\n")
        assert reply.status == 405 and reply.headers["Allow"] == "GET, HEAD"
        assert "Hier kann man nur lesen." in reply.text
        served.get("/games")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_who_asks_too_often_is_told_in_a_sentence_and_others_are_not_held_up(folder: Path) -> None:
    with serving(folder, buckets=Buckets(rate=0.001, burst=5)) as served:
        assert [served.get("/now", "127.0.0.2").status for _ in range(7)] == [200] * 5 + [429] * 2
        told = served.get("/", "127.0.0.2", Accept_Language="de")
        assert "Zu viele Anfragen von diesem Gerät. Warte ein paar Sekunden." in told.text
        assert told.headers["Retry-After"] == "5"
        assert served.get("/now", "127.0.0.3").status == 200
        assert [served.say(b"nonsense\r\n\r\n", "127.0.0.4").status for _ in range(6)] == [400] * 5 + [429]


def test_a_bucket_fills_again_and_a_thousand_addresses_cost_a_thousand_places() -> None:
    buckets = Buckets(rate=2, burst=4)
    assert [buckets.take("10.0.0.1", 0.0) for _ in range(5)] == [True] * 4 + [False]
    assert [buckets.take("10.0.0.1", 1.0) for _ in range(3)] == [True, True, False]
    assert not buckets.take("10.0.0.1", 0.5)  # a clock that goes back gives nothing
    for n in range(3 * MOST):
        buckets.take(f"10.{n % 200}.{n // 200}.7", 2.0)
    assert len(buckets._left) == MOST


def test_a_homes_phones_have_one_network_of_ipv6_and_do_not_hold_each_other_up() -> None:
    buckets = Buckets()
    asks = sorted((n * 0.01 + k * 3.0, n) for n in range(50) for k in range(20))
    assert all(buckets.take(f"fe80::{n + 1:x}%wlan0", at) for at, n in asks)
    assert [buckets.take("fe80::99", 100.0) for _ in range(50)].count(
        True
    ) == BURST  # each for itself no more than ever


def test_a_machine_that_takes_a_new_address_each_time_is_told_in_the_end() -> None:
    buckets = Buckets()
    answered = [buckets.take(f"fd00::{n:x}", n / 1000) for n in range(5000)]
    assert answered.count(True) <= SHARED * (BURST + 5 * RATE) and len(buckets._left) <= MOST
    assert buckets.take("fd00:0:0:1::1", 5.0)  # another network


def test_a_machine_with_many_ipv6_addresses_is_one() -> None:
    assert owner("fd00::1:2") == owner("fd00::9999:1") != owner("fd00:0:0:1::1")
    assert owner("::ffff:192.168.1.5") == owner("192.168.1.5")


@pytest.mark.parametrize(
    ("address", "here"),
    [
        *(
            ("192.168.1.5", True),
            ("10.1.2.3", True),
            ("127.0.0.1", True),
            ("169.254.3.4", True),
            ("fe80::1%eth0", True),
        ),
        *(("::ffff:192.168.1.5", True), ("fd12::1", True), ("8.8.8.8", False), ("2001:4860:4860::8888", False)),
        *(("::ffff:8.8.8.8", False), ("nonsense", False)),
    ],
)
def test_only_who_is_in_the_same_home_is_answered(address: str, here: bool) -> None:
    assert near(address) is here


def test_a_fault_of_ours_costs_one_answer_and_is_logged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(folder) as served:
        with monkeypatch.context() as broken:
            broken.setattr("mopsbox.phone.page.history", lambda *_: 1 / 0)
            reply = served.get("/games")
        assert reply.status == 500 and "division" not in reply.text
        assert "ZeroDivisionError" in served.log[0]
        assert served.get("/games").status == 200


def test_fifty_phones_read_at_once_and_all_get_the_same(folder: Path) -> None:
    with serving(folder) as served:
        seen: list[tuple[int, str]] = []
        begin = threading.Barrier(50)

        def phone(n: int) -> None:
            begin.wait()
            for _ in range(5):
                reply = served.get("/now", f"127.0.1.{n + 1}")
                seen.append((reply.status, reply.text))

        phones = [threading.Thread(target=phone, args=(n,)) for n in range(50)]
        for each in phones:
            each.start()
        for each in phones:
            each.join()
        assert len(seen) == 250 and {status for status, _ in seen} == {200} and len(set(seen)) == 1


def test_ten_phones_behind_one_address_are_within_what_it_may() -> None:
    """A page looks every three seconds; opened at once and looked at for a minute."""
    buckets = Buckets()
    asks = sorted(n * 0.01 + k * 3.0 for n in range(10) for k in range(20))
    assert all(buckets.take("192.168.1.9", at) for at in asks) and BURST >= 10
