"""The command line (formats.md): what it prints, and exit status 2 with one sentence for what a person got wrong."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from mopsbox import cli
from mopsbox.__main__ import main
from tests.test_store import as_nobody

ROOT = Path(__file__).parent
GAME = ROOT / "playthroughs" / "mopseinander-2.jsonl"


def mopsbox(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "mopsbox", *map(str, words)], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("given", "command"),
    [
        ([], "play"),
        (["--simulate"], "play"),
        (["--data", "x", "--simulate"], "play"),
        (["--data", "sim", "play"], "play"),
        (["play", "--data", "x"], "play"),
        (["sim", "--players", "3"], "sim"),
        (["--config", "c.toml", "replay", "f"], "replay"),
    ],
)
def test_without_a_command_it_is_play_and_data_and_config_go_anywhere(given: list[str], command: str) -> None:
    options = cli.parse(given)
    assert options.command == command
    assert ("--data" in given) == (options.data is not None)


def test_data_after_the_command_wins_over_data_before_it_nowhere_lost() -> None:
    assert cli.parse(["--data", "a", "audit", "f"]).data == Path("a")
    assert cli.parse(["audit", "f", "--data", "b"]).data == Path("b")


def test_sim_prints_one_json_document_and_the_same_seed_gives_the_same_games() -> None:
    command = ("sim", "--game", "mopseinander", "--players", "4", "--games", "3", "--seed", "5", "--json")
    first, second = (json.loads(mopsbox(*command).stdout) for _ in range(2))
    keys = ["game", "players", "games", "seed", "finished", "winners", "actions", "seconds", "games_per_s"]
    assert list(first) == keys
    assert (first["game"], first["players"], first["games"], first["seed"], first["finished"]) == (
        "mopseinander",
        4,
        3,
        5,
        3,
    )
    assert sum(first["winners"].values()) >= 3
    for varying in ("seconds", "games_per_s"):
        del first[varying], second[varying]
    assert first == second


def test_a_headless_script_plays_takes_pictures_and_leaves_journal_and_edge_log(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(
        '{"script":1,"players":3,"seed":4,"size":[1280,720]}\n'
        '{"at_ms":200,"press":"ok"}\n{"at_ms":2000,"press":2}\n{"at_ms":2500,"dial":"right"}\n'
        '{"at_ms":3000,"shot":"right.png"}\n{"at_ms":5000,"press":"ok"}\n{"at_ms":6000,"quit":true}\n'
    )
    done = mopsbox("play", "--script", script, "--headless", "--data", tmp_path / "data")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "data" / "right.png").read_bytes()[16:24] == (1280).to_bytes(4, "big") + (720).to_bytes(4, "big")
    end = json.loads(mopsbox("replay", tmp_path / "data" / "games" / "1.jsonl", "--json").stdout)
    assert len(end["won"]["2"]) == 1 and end["round"] == 2
    rulings = [
        json.loads(line)
        for line in mopsbox("audit", tmp_path / "data" / "games" / "1.edges.jsonl", "--json").stdout.splitlines()
    ]
    assert [r["seat"] for r in rulings if r["ruling"] == "winner"] == [2]


BROKEN = {
    "cut.jsonl": GAME.read_text()[:-10],
    "empty.jsonl": "",
    "notjson.jsonl": "{nonsense\n",
    "list.jsonl": "[1,2]\n",
    "version.jsonl": '{"journal":9}\n',
    "unknown.jsonl": GAME.read_text().replace('"do"', '"dont"', 1),
    "edgeversion.jsonl": '{"edges":2,"seats":[1],"held":[],"early_penalty_ms":0,"seed":0}\n',
    "edgeseat.jsonl": '{"edges":1,"seats":[1],"held":[],"early_penalty_ms":0,"seed":0}\n'
    '{"t":5,"seat":2,"edge":"closed"}\n',
    "edgewrong.jsonl": '{"edges":1,"seats":[1],"held":[],"early_penalty_ms":0,"seed":0}\n{"t":5,"do":"wrong"}\n',
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("command", ["replay", "audit"])
def test_a_broken_file_is_exit_2_and_one_sentence_with_the_file(tmp_path: Path, name: str, command: str) -> None:
    (tmp_path / name).write_text(BROKEN[name])
    done = mopsbox(command, tmp_path / name, "--json")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and name in done.stderr and "line" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "no-such-file"),
        ("audit", "no-such-file"),
        ("play", "--script", "no-such-file"),
        ("play", "--headless"),
        ("play", "--config", "no-such-file", "--script", "x", "--headless"),
        ("sim", "--game", "chess"),
        ("sim", "--players", "9"),
        ("sim", "--players", "x"),
        ("sim", "--games", "0"),
        ("dance",),
        ("replay",),
        ("config", "--config", "no-such-file"),
    ],
)
def test_a_slip_on_the_command_line_is_exit_2_and_one_sentence(words: tuple[str, ...]) -> None:
    done = mopsbox(*words)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.jsonl"
    with open(huge, "wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    for command in ("replay", "audit"):
        done = mopsbox(command, huge)
        assert done.returncode == 2 and "64 MiB" in done.stderr


def test_a_bad_coaster_file_of_the_owner_stops_before_anything_opens(tmp_path: Path) -> None:
    (tmp_path / "coasters.toml").write_text("kinds = 3\n")
    (tmp_path / "config.toml").write_text('mopseinander.coasters = "coasters.toml"\n')
    script = tmp_path / "s.jsonl"
    script.write_text('{"script":1,"players":2}\n')
    for command in (("play", "--script", script, "--headless"), ("sim", "--games", "1")):
        done = mopsbox(*command, "--config", tmp_path / "config.toml", "--data", tmp_path)
        assert done.returncode == 2 and "coasters.toml" in done.stderr and done.stderr.count("\n") == 1


def test_config_tells_each_value_and_its_origin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text("answer_s = 20\n")
    assert main(["config", "--config", str(tmp_path / "mine.toml")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("answer_s = 20") and "mine.toml" in line for line in lines)
    assert main(["config", "--default"]) == 0
    assert "buzzers" in capsys.readouterr().out


def test_an_answer_that_nobody_can_read_still_ends_with_its_status() -> None:
    command = [sys.executable, "-m", "mopsbox", "replay", str(GAME), "--json"]
    assert subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *command]).returncode == 0
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_a_folder_that_is_closed_is_named_and_no_room_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0)
        with as_nobody():
            assert main(["scores", "--data", f"{name}/data"]) == 2
        Path(name).chmod(0o700)
    said = capsys.readouterr().err
    assert said.startswith(f"mopsbox: {name}/data/mopsbox.db: ") and said.count("\n") == 1
    assert "Permission denied" in said and "permissions" in said and "make room" not in said


def test_help_knows_the_real_box() -> None:
    said = mopsbox("--help").stdout + mopsbox("play", "--help").stdout
    assert "real buzzers" in said and "so far" not in said


INTERRUPTED = """
import signal, sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            signal.raise_signal(signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, CtrlC())
from mopsbox.__main__ import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("module", "words", "status"),
    [
        ("mopsbox.sim", ["sim"], 2),
        ("mopsbox.replay", ["replay", str(GAME)], 2),
        ("mopsbox.bench", ["bench"], 2),
        ("mopsbox.check", ["check"], 2),
        ("serial.tools", ["check", "--data", "."], 2),
        ("mopsbox.evening", ["play", "--simulate"], 0),
    ],
)
def test_only_the_box_itself_may_be_ended_with_ctrl_c(module: str, words: list[str], status: int) -> None:
    """Struck while this module is being loaded, so that it always comes at the same moment."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, module, *words], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (status, "")
    assert (done.stderr.count("\n"), "interrupted" in done.stderr) == ((1, True) if status else (0, False))
