"""The edge log's lines (formats.md), good ones and bad ones."""

from pathlib import Path

import pytest

from mopsbox import edgelog
from mopsbox.edgelog import Header
from mopsbox.jsonl import BadInput
from mopsbox.table import Command, Edge, Levels, Seat

HEADER = '{"edges":1,"seats":[1,2,3,4],"held":[],"early_penalty_ms":0,"seed":0}'


def written(folder: Path, *lines: str) -> Path:
    path = folder / "7.edges.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    return path


def test_every_kind_of_line_is_read_in_the_files_order(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '{"edges":1,"seats":[4,1],"held":[1],"early_penalty_ms":250,"seed":9}',
        '{"t":1000000000,"seat":4,"edge":"closed"}',
        '{"t":5,"seat":1,"edge":"open","seq":0}',
        '{"t":3,"levels":[1,4]}',
        '{"t":0,"do":"arm"}',
    )
    header, lines = edgelog.read(path)
    assert header == Header((Seat(4), Seat(1)), (Seat(1),), 250, 9)
    assert lines == [
        (2, Edge(1_000_000_000, Seat(4), True)),
        (3, Edge(5, Seat(1), False, 0)),
        (4, Levels(3, frozenset({Seat(1), Seat(4)}))),
        (5, Command(0, "arm")),
    ]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    header = Header((Seat(2), Seat(8)), (Seat(8),), 0, 3)
    events = [Edge(10**15, Seat(2), True, 4), Edge(7, Seat(8), False), Levels(8, frozenset()), Command(9, "close")]
    path = written(tmp_path, edgelog.header_line(header), *map(edgelog.line, events))
    assert edgelog.read(path) == (header, list(enumerate(events, 2)))


def test_lines_are_written_as_published() -> None:
    assert edgelog.header_line(Header((Seat(1), Seat(2), Seat(3), Seat(4)))) == HEADER
    assert edgelog.line(Edge(1_000_000_000, Seat(2), True)) == '{"t":1000000000,"seat":2,"edge":"closed"}'
    assert edgelog.line(Edge(1, Seat(2), False, 3)) == '{"t":1,"seat":2,"edge":"open","seq":3}'
    assert edgelog.line(Levels(1, frozenset({Seat(3), Seat(1)}))) == '{"t":1,"levels":[1,3]}'
    assert edgelog.line(Command(1, "wrong")) == '{"t":1,"do":"wrong"}'


BAD_HEADERS = {
    "no edge log": '{"journal":1,"game":"mopsen","seats":[1,2,3],"first":1}',
    "version of tomorrow": HEADER.replace('"edges":1', '"edges":2'),
    "version true": HEADER.replace('"edges":1', '"edges":true'),
    "unknown key": HEADER.replace("}", ',"note":"x"}'),
    "no seats": HEADER.replace("[1,2,3,4]", "[]"),
    "seat 9": HEADER.replace("[1,2,3,4]", "[1,9]"),
    "seat 0": HEADER.replace("[1,2,3,4]", "[0,1]"),
    "seat twice": HEADER.replace("[1,2,3,4]", "[1,2,2]"),
    "seat true": HEADER.replace("[1,2,3,4]", "[true,2]"),
    "seat 1.0": HEADER.replace("[1,2,3,4]", "[1.0,2]"),
    "seats no list": HEADER.replace("[1,2,3,4]", "4"),
    "a list as a seat": HEADER.replace("[1,2,3,4]", "[[1],2]"),
    "held elsewhere": HEADER.replace('"held":[]', '"held":[5]'),
    "held twice": HEADER.replace('"held":[]', '"held":[1,1]'),
    "no held": HEADER.replace('"held":[],', ""),
    "no seed": HEADER.replace(',"seed":0', ""),
    "negative penalty": HEADER.replace('"early_penalty_ms":0', '"early_penalty_ms":-1'),
    "half a penalty": HEADER.replace('"early_penalty_ms":0', '"early_penalty_ms":0.5'),
    "seed false": HEADER.replace('"seed":0', '"seed":false'),
}

BAD_LINES = {
    "seat not playing": '{"t":1,"seat":5,"edge":"open"}',
    "seat true": '{"t":1,"seat":true,"edge":"open"}',
    "seat text": '{"t":1,"seat":"1","edge":"open"}',
    "no seat": '{"t":1,"edge":"open"}',
    "edge pressed": '{"t":1,"seat":1,"edge":"pressed"}',
    "edge a list": '{"t":1,"seat":1,"edge":["open"]}',
    "before time": '{"t":-1,"seat":1,"edge":"open"}',
    "no time": '{"seat":1,"edge":"open"}',
    "half a nanosecond": '{"t":1.5,"seat":1,"edge":"open"}',
    "time true": '{"t":true,"do":"arm"}',
    "number below zero": '{"t":1,"seat":1,"edge":"open","seq":-1}',
    "number null": '{"t":1,"seat":1,"edge":"open","seq":null}',
    "a note": '{"t":1,"seat":1,"edge":"open","note":"x"}',
    "at_us": '{"t":1,"do":"arm","at_us":3}',
    "two things at once": '{"t":1,"seat":1,"edge":"open","do":"arm"}',
    "unknown command": '{"t":1,"do":"undo"}',
    "command a list": '{"t":1,"do":[]}',
    "level twice": '{"t":1,"levels":[1,1]}',
    "level not playing": '{"t":1,"levels":[7]}',
    "levels null": '{"t":1,"levels":null}',
    "nothing": "{}",
    "a second header": HEADER,
    "no object": "[1]",
    "no JSON": '{"t":1,"do":arm}',
    "a key twice": '{"t":1,"t":2,"do":"arm"}',
}


@pytest.mark.parametrize("name", BAD_HEADERS)
def test_a_bad_header_is_named_with_file_line_and_remedy(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, BAD_HEADERS[name], '{"t":1,"do":"arm"}')
    with pytest.raises(BadInput) as caught:
        edgelog.read(path)
    refused(str(caught.value), path, 1)


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_named_with_file_line_and_remedy(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, HEADER, '{"t":1,"do":"arm"}', BAD_LINES[name], '{"t":2,"do":"close"}')
    with pytest.raises(BadInput) as caught:
        edgelog.read(path)
    refused(str(caught.value), path, 3)


def refused(said: str, path: Path, line: int) -> None:
    assert said.startswith(f"{path}: line {line}: ")
    assert "\n" not in said
    assert len(said.split("; ")) == 2, "what is wrong; what to do"


def test_a_log_cut_off_in_its_last_line_is_bad_input(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER)
    path.write_text(path.read_text() + '{"t":1,"do":"arm"}')
    with pytest.raises(BadInput, match="line 2"):
        edgelog.read(path)
