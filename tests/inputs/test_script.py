"""The input script: what it may say, and what a slip in it is told (formats.md)."""

from pathlib import Path

import pytest

from mopsbox.inputs.script import Pressed, Shot, read
from mopsbox.jsonl import BadInput
from mopsbox.table import MS, Button, Dial, Edge, Quit


def script(folder: Path, *lines: str) -> Path:
    path = folder / "script.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    return path


def test_a_press_goes_down_and_up_again_and_everything_comes_in_time_order(tmp_path: Path) -> None:
    path = script(
        tmp_path,
        '{"script":1,"players":4,"seed":7,"size":[1280,720]}',
        '{"at_ms":500,"quit":true}',
        '{"at_ms":100,"press":3,"for_ms":50}',
        '{"at_ms":120,"press":"ok"}',
        '{"at_ms":200,"dial":"right"}',
        '{"at_ms":210,"dial":7}',
        '{"at_ms":300,"shot":"race.png"}',
    )
    got = read(path)
    assert (got.players, got.seed, got.size, got.game) == (4, 7, (1280, 720), "mopseinander")
    shots: list[str] = []
    source = Pressed(got, 1000, shots.append)
    raws = source.pop(1000 + 400 * MS, None)
    assert raws == [
        Edge(1000 + 100 * MS, 3, True),
        Button(1000 + 120 * MS, "ok", True),
        Edge(1000 + 150 * MS, 3, False),
        Button(1000 + 200 * MS, "ok", False),
        Dial(1000 + 200 * MS, True),
        Dial(1000 + 210 * MS, 7),
    ] and shots == ["race.png"]
    assert source.due() == 1000 + 500 * MS
    assert source.pop(1000 + 500 * MS, None) == [Quit()] and source.due() is None


def test_a_script_without_players_begins_at_the_attract_screen(tmp_path: Path) -> None:
    assert read(script(tmp_path, '{"script":1}', '{"at_ms":0,"shot":"a.png"}')).steps == ((0, Shot("a.png")),)


@pytest.mark.parametrize(
    ("line", "lines", "says"),
    [
        (1, ['{"script":2}'], "version 1"),
        (1, ['{"script":true}'], "version 1"),
        (1, ['{"at_ms":0}'], "version 1"),
        (1, ['{"script":1,"players":1}'], "players"),
        (1, ['{"script":1,"players":9}'], "players"),
        (1, ['{"script":1,"players":true}'], "players"),
        (1, ['{"script":1,"game":"chess"}'], "game"),
        (1, ['{"script":1,"size":[10,10]}'], "size"),
        (1, ['{"script":1,"speed":2}'], "speed"),
        (2, ['{"script":1}', '{"press":1}'], "at_ms"),
        (2, ['{"script":1}', '{"at_ms":-1,"press":1}'], "at_ms"),
        (2, ['{"script":1}', '{"at_ms":1.5,"press":1}'], "at_ms"),
        (2, ['{"script":1}', '{"at_ms":1,"press":9}'], "buzzer"),
        (2, ['{"script":1}', '{"at_ms":1,"press":true}'], "buzzer"),
        (2, ['{"script":1}', '{"at_ms":1,"press":"up"}'], "buzzer"),
        (2, ['{"script":1}', '{"at_ms":1,"press":1,"for_ms":0}'], "for_ms"),
        (2, ['{"script":1}', '{"at_ms":1,"press":1,"dial":1}'], "exactly one"),
        (2, ['{"script":1}', '{"at_ms":1}'], "exactly one"),
        (2, ['{"script":1}', '{"at_ms":1,"dial":10000}'], "dial"),
        (2, ['{"script":1}', '{"at_ms":1,"dial":true}'], "dial"),
        (2, ['{"script":1}', '{"at_ms":1,"shot":"../a.png"}'], "shot"),
        (2, ['{"script":1}', '{"at_ms":1,"quit":false}'], "quit"),
        (3, ['{"script":1}', '{"at_ms":1,"quit":true}', "{"], "JSON"),
        (2, ['{"script":1}', "[1]"], "object"),
    ],
)
def test_a_slip_is_told_with_file_and_line(tmp_path: Path, line: int, lines: list[str], says: str) -> None:
    with pytest.raises(BadInput) as told:
        read(script(tmp_path, *lines))
    assert f"script.jsonl: line {line}: " in str(told.value) and says in str(told.value)


def test_a_cut_off_script_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_text('{"script":1}\n{"at_ms":1,"qu')
    with pytest.raises(BadInput, match=r"line 2.*cut off"):
        read(path)
