"""What is on the disk of languages: one more file, one less, a damaged one. Each in a copy of the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mopsbox.box import Notice
from mopsbox.config import load_for_play
from mopsbox.opening import Opening
from mopsbox.store import open_store

from . import mutants

LONG = "Bahasa Indonesia"  # how many languages are called by their speakers is longer than ours
FIRST = "aa"  # before all of ours


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project."""
    return mutants.copy(mutants.ROOT, tmp_path / "copy")


def locale(tree: Path) -> Path:
    return tree / mutants.PACKAGE / "locale"


def run(tree: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """The copy's Python. Its user has a folder of settings of its own, "user"."""
    env = {**os.environ, "PYTHONPATH": str(tree / "device"), "CONFIGURATION_DIRECTORY": str(tree / "user")}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=60)


def third(tree: Path, name: str = LONG) -> None:
    """A copy of English under its own code and name."""
    english = (locale(tree) / "en.po").read_text("utf-8")
    (locale(tree) / f"{FIRST}.po").write_text(english.replace('"English"', f'"{name}"'), "utf-8")


# --- one more


def test_a_third_language_is_one_file(tree: Path) -> None:
    """It is on offer, can be set, and its words are shown."""
    third(tree)
    file = locale(tree) / f"{FIRST}.po"
    file.write_text(file.read_text("utf-8").replace('"Press any buzzer"', '"Tekan !"'), "utf-8")
    (tree / "config.toml").write_text(f'[screen]\nlanguage = "{FIRST}"\n')
    program = """
from pathlib import Path
from mopsbox import box, config, show
from mopsbox.parts import look_for
config = config.load(Path("config.toml")).config
picture = show.scene(box.new(0, language=config.screen.language), 0, look_for(config, (800, 480)))
print([item.text for item in picture.items if hasattr(item, "text")])
"""
    done = run(tree, "-c", program)
    assert done.returncode == 0, done.stderr
    assert "Tekan !" in done.stdout


def test_whoever_puts_a_third_language_in_breaks_no_test_of_words_and_settings(tree: Path) -> None:
    """Among them: every row of the settings on every panel, in every language."""
    third(tree)
    done = mutants.tested(tree, ["-vv", *(f"tests/test_{name}.py" for name in ("words", "settings", "config"))])
    assert done.returncode == 0, done.stdout
    assert f"leaves_the_panel[upright-{FIRST}] PASSED" in done.stdout


# --- one less

OPEN = """
import json, sys
from pathlib import Path
from mopsbox import config
from mopsbox.opening import Opening
from mopsbox.store import open_store
loaded = config.load_for_play(system=Path("none.toml"))
box = Opening(loaded, open_store(None), Path("."), {}).box(None, lambda: 0)
config.write_user(loaded, {"sound.on": False})
print(json.dumps([box.language, [(source, told.word) for source, told in box.notices], box.answer_ns]))
"""


@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_a_box_without_its_language_keeps_all_other_settings_and_speaks_english(how: str, tree: Path) -> None:
    """The language it lacks is the shipped one, set by nobody."""
    file = locale(tree) / "de.po"
    file.unlink() if how == "missing" else file.write_text("no language\n")
    user = tree / "user" / "config.toml"
    user.parent.mkdir()
    ours = "# Written by the Mopsbox's own buttons. What each setting means: mopsbox config --default\n"
    user.write_text(f"{ours}answer_s = 20\n\n[sound]\nvolume = 30\n")

    opened = run(tree, "-c", OPEN)
    assert opened.returncode == 0, opened.stderr
    assert json.loads(opened.stdout) == ["en", [["words", "words-bad"]], 20_000_000_000]
    assert [path.name for path in user.parent.iterdir()] == ["config.toml"]  # a good file is nobody's backup
    assert "answer_s = 20" in user.read_text() and "volume = 30" in user.read_text()

    told = run(tree, "-m", "mopsbox", "config", "--config", user)
    assert told.returncode == 0 and "sound.volume = 30" in told.stdout, told.stderr
    script = tree / "script.jsonl"
    script.write_text('{"script":1,"size":[800,480]}\n{"at_ms":100,"quit":true}\n')
    played = run(
        tree, "-m", "mopsbox", "play", "--script", script, "--headless", "--config", user, "--data", tree / "d"
    )
    assert played.returncode == 0, played.stderr
    assert 'screen.language is "de", which has no file that can be used: choose one of these: en\n' in played.stderr
    assert (f"{file}: " in played.stderr) == (how == "damaged")


def test_a_language_nobody_has_written_is_english_and_said(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[screen]\nlanguage = "tlh"\nrotation = 180\n')
    loaded = load_for_play(file)
    box = Opening(loaded, open_store(None), tmp_path, {}).box(None, lambda: 0)
    assert (loaded.notice, loaded.config.screen.rotation, box.language) == (None, 180, "en")
    assert box.notices == (("words", Notice("words-bad")),)
