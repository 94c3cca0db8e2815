"""The support bundle: all that helps, whatever is broken, and nothing that is nobody else's business."""

from __future__ import annotations

import json
import os
import platform
import random
import tarfile
import threading
import zipfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import bundle, ring
from mopsbox.backups import make
from mopsbox.jsonl import BadInput
from mopsbox.opening import kept, log
from mopsbox.ring import Ring
from mopsbox.scrub import scrubbed
from mopsbox.store import open_store
from tests.test_cli import mopsbox
from tests.test_store import EDGES, play

SECRETS = ("hunter2", "Nachbars-WLAN", "sesame", "tok-4711", "otto-s-notebook")


def read(file: Path) -> dict[str, str]:
    """The pieces of a bundle by name."""
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as archive:
            found = {name: archive.read(name) for name in archive.namelist()}
    else:
        with tarfile.open(file) as archive:
            found = {m.name: archive.extractfile(m).read() for m in archive.getmembers()}  # type: ignore[union-attr]
    assert {name.partition("/")[0] for name in found} == {"mopsbox-bundle"}
    return {name.removeprefix("mopsbox-bundle/"): text.decode() for name, text in found.items()}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    store = open_store(folder)
    store.finish(play(store, 3), {"scores": {}, "winners": [1]})
    last = play(store, 5)
    store.edges(last, EDGES)(['{"t":5,"seat":1,"edge":"closed"}'])
    make(folder, date(2026, 11, 30))
    Ring(folder).add("Buzzer stuck (buzzer 3)")
    store.close()
    return folder


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is another file's test, and takes its time."""
    monkeypatch.setattr(bundle, "_check", lambda data, config_file: '{"checks":[]}')


@pytest.mark.parametrize("name", ["b.zip", "b.tar.gz"])
def test_the_command_makes_one_file_with_everything(name: str, data: Path, tmp_path: Path) -> None:
    done = mopsbox("bundle", tmp_path / name, "--data", data)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path / name}\n", "")
    found = read(tmp_path / name)
    about, checks = json.loads(found["about.json"]), json.loads(found["check.json"])
    assert about["python"] == platform.python_version() and about["mopsbox"]
    assert {"disk", "gpio"} <= {each["name"].split()[0] for each in checks["checks"]}
    assert "answer_s = 10" in found["config.txt"] and "# shipped default" in found["config.txt"]
    assert "integrity_check(20): ok" in found["database.txt"] and "count(*) FROM game: 2" in found["database.txt"]
    assert "backup mopsbox-00001-2026-11-30-games-2.db: whole, 2 games" in found["database.txt"]
    assert "mopsbox.db\n" in found["files.txt"]
    assert found["log.txt"].endswith("Buzzer stuck (buzzer 3)\n") and "journalctl.txt" in found
    assert found["games/2.jsonl"].count("\n") == 6 and '"seat":1' in found["games/2.edges.jsonl"]
    assert "games/1.jsonl" not in found


def test_planted_secrets_and_homes_are_nowhere_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the environment, the settings, the log, the journal, beside the games, in the names of folders."""
    home = tmp_path / "haus" / "ottokar"
    data, config = home / "data", home / "config.toml"
    store = open_store(data)
    game = play(store, 1)
    store.append(game, {"do": "roll", "green": 1, "red": 1, "note": "psk=hunter2 of /home/ottokar/x"}, 9)
    store.close()
    (data / "wpa_supplicant.conf").write_text('network={\n ssid="Nachbars-WLAN"\n psk="hunter2"\n}\n')
    config.write_text(f'wifi_password = "sesame"\n[mopseinander]\ncoasters = "{home}/mine.toml"\n')
    lines = Ring(data)
    for line in (
        'connected to SSID: "Nachbars-WLAN", passphrase = sesame',
        "API_KEY=tok-4711 token: tok-4711",
        f"otto-s-notebook: cannot read {home}/mine.toml or /home/ottokar/.ssh/id or /root/notes",
    ):
        lines.add(line)
    for key, value in (("MOPSBOX_TOKEN", "tok-4711"), ("WIFI_PSK", "hunter2"), ("HOME", str(home))):
        monkeypatch.setenv(key, value)
    monkeypatch.setattr(platform, "node", lambda: "otto-s-notebook")
    for file, given_config in ((tmp_path / "a.zip", None), (tmp_path / "b.tar.gz", config)):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(home if given_config else tmp_path))
        bundle.write(file, data, given_config)
        text = "\n".join(read(file).values())
        for secret in (*SECRETS, "ottokar", "wpa_supplicant.conf:"):
            assert secret not in text, secret
        assert ("~/mine.toml" in text and "could not be had: BadInput" in text) or given_config is None
        raw = file.read_bytes()
        assert b"ottokar" not in raw and os.environ["HOME"].encode() not in raw


@pytest.mark.parametrize("spoil", ["garbage", "head", "cut", "empty", "none", "no folder"])
def test_a_damaged_database_gets_a_bundle_that_says_so_and_stays_as_it_is(
    spoil: str, data: Path, tmp_path: Path, checked: None
) -> None:
    database = data / "mopsbox.db"
    whole = database.read_bytes()
    match spoil:
        case "garbage":
            database.write_bytes(whole[:4096] + random.Random(2).randbytes(len(whole) - 4096))
        case "head":
            database.write_bytes(b"\xff" * 100 + whole[100:])
        case "cut":
            database.write_bytes(whole[:5000])
        case "empty":
            database.write_bytes(b"")
        case "none":
            database.unlink()
        case _:
            data = tmp_path / "nowhere"
    before = {p: p.read_bytes() for p in data.rglob("*") if p.is_file()}
    bundle.write(tmp_path / "b.zip", data)
    told = read(tmp_path / "b.zip")["database.txt"]
    assert "integrity_check(20): ok\nSELECT count(*) FROM game: 2" not in told and told
    after = {p: p.read_bytes() for p in data.rglob("*") if p.is_file()}
    assert {p: after[p] for p in before} == before, "SQLite may leave an empty log beside it"


def test_a_spoilt_letter_in_the_schema_costs_neither_the_answers_nor_the_backups(
    data: Path, tmp_path: Path, checked: None
) -> None:
    """What SQLite quotes of the schema in its error is no text any more, and cost the whole piece."""
    database = data / "mopsbox.db"
    whole = database.read_bytes()
    spoilt = whole.replace(b"CREATE TABLE game", b"CRE\xffTE TABLE game", 1)
    assert spoilt != whole and len(spoilt) == len(whole)
    database.write_bytes(spoilt)
    bundle.write(tmp_path / "b.zip", data)
    told = read(tmp_path / "b.zip")["database.txt"]
    assert "integrity_check(20): it is damaged" in told and "could not be had" not in told
    assert "backup mopsbox-" in told and ": whole, " in told


def test_a_piece_that_breaks_is_said_in_its_place(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("the card at /home/ottokar is on fire")

    monkeypatch.setattr(bundle, "_check", broken)
    monkeypatch.setattr(bundle, "about", broken)
    bundle.write(tmp_path / "b.zip", data)
    found = read(tmp_path / "b.zip")
    assert found["check.json"] == "could not be had: RuntimeError: the card at ~ is on fire"
    assert "answer_s = 10" in found["config.txt"]


def test_a_long_edge_log_is_there_with_its_end(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: None
) -> None:
    monkeypatch.setattr(bundle, "MOST", 20)
    bundle.write(tmp_path / "b.zip", data)
    log_of_edges = read(tmp_path / "b.zip")["games/2.edges.jsonl"]
    assert log_of_edges.startswith("(the last 20 of ") and log_of_edges.endswith('"edge":"closed"}\n')


def test_where_it_cannot_be_written_one_sentence_says_so(data: Path, tmp_path: Path, checked: None) -> None:
    for file, why in (
        (tmp_path / "bundle.rar", "must end in .zip or .tar.gz; name it so"),
        (tmp_path / "nowhere" / "b.zip", "cannot be written (No such file or directory); give another place"),
    ):
        with pytest.raises(BadInput) as said:
            bundle.write(file, data)
        assert str(said.value) == f"{file}: {why}"


# -- what is taken out


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("at /home/otto/games/1.jsonl", "at ~/games/1.jsonl"),
        ("'/Users/Otto Meier'", "'~ Meier'"),
        ("/root/x, /rootfs/y", "~/x, /rootfs/y"),
        ('{"wifi_psk": "a b", "t": 1}', '{"wifi_psk": "(removed)", "t": 1}'),
        ("token=abc;next", "token=(removed)"),
        ("passphrase = correct horse battery\nok", "passphrase = (removed)\nok"),
        ("psk=ab,cdef", "psk=(removed)"),
        ("login --password hunter2 now", "login --password (removed) now"),
        ("get https://otto:pw@host/x", "get https://(removed)@host/x"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer (removed)"),
        ("box-7 says box-71", "(host) says box-71"),
        ("the winner is seat 3", "the winner is seat 3"),
    ],
)
def test_homes_hosts_and_secrets_go_and_the_rest_stays(text: str, left: str) -> None:
    assert scrubbed(text, host="box-7") == left


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=20), max_size=5))
@settings(deadline=None)
def test_json_stays_json(value: dict[str, str]) -> None:
    line = json.dumps(value, ensure_ascii=False)
    if not any(sign in line for sign in "\\'"):
        assert len(json.loads(scrubbed(line))) <= len(value)


def test_a_line_of_megabytes_is_done_before_anybody_gives_up() -> None:
    """It would take hours if every place in it were tried to its end."""
    done = threading.Event()
    threading.Thread(target=lambda: (scrubbed("a" * 2_000_000), done.set()), daemon=True).start()
    assert done.wait(60)


# -- the log


def test_the_log_never_grows_beyond_two_files_and_keeps_the_newest(tmp_path: Path) -> None:
    lines = Ring(tmp_path, most=1000)
    for n in range(500):
        lines.add(f"sentence {n}\nof two lines")
        assert sum(p.stat().st_size for p in tmp_path.iterdir()) <= 2000
    there = ring.lines(tmp_path).splitlines()
    assert [line.split(" ", 1)[1] for line in there] == [
        f"sentence {n} of two lines" for n in range(500 - len(there), 500)
    ]
    assert len(there) >= 1000 // 45
    lines.add("x" * 5000)
    assert all(p.stat().st_size <= 1000 for p in tmp_path.iterdir())


def test_what_is_logged_during_an_evening_is_kept_and_nothing_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with kept(Ring(tmp_path)):
        log("Disk full: make room")
    log("afterwards")
    assert ring.lines(tmp_path).endswith(" Disk full: make room\n")
    assert capsys.readouterr().err == "mopsbox: Disk full: make room\nmopsbox: afterwards\n"


def test_a_log_that_cannot_be_written_is_nobodys_trouble(tmp_path: Path) -> None:
    Ring(tmp_path / "nowhere").add("x")
    (tmp_path / "mopsbox.log").mkdir()
    Ring(tmp_path).add("x")
    assert ring.lines(tmp_path) == ""


def test_several_threads_lose_no_line_when_the_file_is_changed(tmp_path: Path) -> None:
    lines = Ring(tmp_path, most=20_000)
    threads = [threading.Thread(target=lambda k=k: [lines.add(f"{k}-{n}") for n in range(200)]) for k in range(4)]  # type: ignore[misc]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    there = [line.split(" ")[1] for line in ring.lines(tmp_path).splitlines()]
    assert sorted(there) == sorted(f"{k}-{n}" for k in range(4) for n in range(200))
