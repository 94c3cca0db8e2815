"""Every word in every language: complete, drawable, and a third language is one file."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mopsbox import words
from mopsbox.games import GAMES
from mopsbox.look import SIGNS
from mopsbox.po import PoFault, read
from mopsbox.settings import house_rules
from mopsbox.words import CATALOGUES, FALLBACK, LANGUAGES, say

from .at_table import Table

PACKAGE = Path(words.__file__).parent
LOCALE = PACKAGE / "locale"
HEADER = 'msgid ""\nmsgstr "Language: xx\\n"\n'


def nodes() -> list[ast.AST]:
    return [node for path in PACKAGE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]


def text_of(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_german_and_english_are_there_and_whole() -> None:
    assert {"de", "en"} <= set(LANGUAGES)
    assert words.WRONG == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_message_and_no_other(language: str) -> None:
    assert CATALOGUES[language].messages.keys() == CATALOGUES[FALLBACK].messages.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_drawn_and_leaves_the_same_gaps_to_fill(language: str) -> None:
    for key, text in CATALOGUES[language].messages.items():
        assert set(text) <= SIGNS, key
        assert text == text.strip() and "\n" not in text, key
        assert re.findall(r"\{.*?\}", text) == re.findall(r"\{.*?\}", say(key, FALLBACK)), key


def test_the_program_says_no_message_that_is_missing_and_none_stands_unused() -> None:
    known, program = CATALOGUES[FALLBACK].messages.keys(), nodes()
    calls = [node for node in program if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args]
    said = {text_of(call.args[0]) for call in calls if call.func.id == "say"} - {None}  # type: ignore[attr-defined]
    assert len(said) >= 30 and said <= known
    meanings = {row.word + "-means" for game in GAMES for row in house_rules(game)}
    assert meanings <= known and known - meanings <= {text_of(node) for node in program}


def test_a_third_language_is_one_file(tmp_path: Path) -> None:
    """A copy of the program gets a file more: it is on offer, can be set, and its words are shown."""
    shutil.copytree(PACKAGE, tmp_path / "mopsbox", ignore=shutil.ignore_patterns("__pycache__"))
    french = (LOCALE / "en.po").read_text("utf-8").replace('"Press any buzzer"', '"Un buzzer !"')
    (tmp_path / "mopsbox" / "locale" / "fr.po").write_text(french, "utf-8")
    (tmp_path / "config.toml").write_text('[screen]\nlanguage = "fr"\n')
    program = f"""
from pathlib import Path
from mopsbox import box, config, show
from mopsbox.parts import look_for
config = config.load(Path({str(tmp_path / "config.toml")!r})).config
picture = show.scene(box.new(0, language=config.screen.language), 0, look_for(config, (800, 480)))
print([item.text for item in picture.items if hasattr(item, "text")])
"""
    env = {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Un buzzer !" in done.stdout


def test_the_settings_go_through_all_languages_and_name_each_in_its_own_words() -> None:
    table = Table(language="de")
    table.press(1)
    table.choose("settings")
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        assert say("language", language) in {item.text for item in table.scene().items if hasattr(item, "text")}
        table.key("right")
        assert table.box.language == language


def test_a_language_nobody_has_is_english_and_a_message_nobody_has_is_its_name() -> None:
    assert say("press-any", "tlh") == "Press any buzzer"
    assert say("no-such-message", "de") == "no-such-message"


def test_a_message_a_language_lacks_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "en.po").write_text(HEADER + '\nmsgid "a"\nmsgstr "one"\n\nmsgid "b"\nmsgstr "two"\n')
    (tmp_path / "xx.po").write_text(HEADER + 'msgid "a"\nmsgstr ""\n"eins "\n"\\"und\\" \\\\"\nmsgid "b"\nmsgstr ""\n')
    languages, wrong = words.load(tmp_path)
    assert wrong == ()
    assert [languages["xx"].gettext(key) for key in "abc"] == ['eins "und" \\', "two", "c"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the header is missing"),
        ('msgid "a"\nmsgstr "one"\n', "the header is missing"),
        (HEADER + "msgid a\n", "line 3: is not understood"),
        (HEADER + 'msgid "a"\n', "line 3: the last msgid has no msgstr"),
        (HEADER + 'msgid "a"\nmsgid "b"\n', "line 4: is not understood"),
        (HEADER + 'msgid "a"\nmsgstr "1"\nmsgstr "2"\n', "line 5: is not understood"),
        (HEADER + 'msgid "a"\nmsgid_plural "b"\n', "line 4: is not understood"),
        (HEADER + 'msgid "a"\nmsgstr "\\x"\n', "line 4: is not understood"),
        (HEADER + 'msgid "a"\nmsgstr "1"\nmsgid "a"\nmsgstr "2"\n', 'line 5: "a" stands twice'),
        ('"words"\n', "line 1: is not understood"),
    ],
)
def test_a_broken_language_is_named_with_its_line_and_not_on_offer(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(PoFault, match=re.escape(why)):
        read(text)
    shutil.copy(LOCALE / "en.po", tmp_path)
    (tmp_path / "xx.po").write_text(text)
    languages, (wrong,) = words.load(tmp_path)
    assert list(languages) == ["en"]
    assert wrong.startswith(str(tmp_path / "xx.po")) and why in wrong


@pytest.mark.parametrize("bytes_", [b"\xff\xfe", b"\0\0"])
def test_without_any_readable_language_messages_are_shown_by_their_names(tmp_path: Path, bytes_: bytes) -> None:
    (tmp_path / "en.po").write_bytes(bytes_)
    languages, (wrong,) = words.load(tmp_path)
    assert languages["en"].gettext("press-any") == "press-any"
    assert "en.po" in wrong
    assert words.load(tmp_path / "nowhere")[1]
