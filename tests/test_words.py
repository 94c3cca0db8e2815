"""Every word in every language: complete, drawable, and what a damaged file of them leaves."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

from mopsbox import words
from mopsbox.config_keys import KEYS
from mopsbox.games import GAMES
from mopsbox.look import SIGNS
from mopsbox.po import PoFault, read
from mopsbox.settings import house_rules
from mopsbox.words import CATALOGUES, FALLBACK, LANGUAGES, say

from .at_table import Table, round_from

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
    assert words.unknown("de") == words.unknown("en") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_message_and_no_other(language: str) -> None:
    assert CATALOGUES[language].messages.keys() == CATALOGUES[FALLBACK].messages.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_drawn_and_leaves_the_same_gaps_to_fill(language: str) -> None:
    for key, text in CATALOGUES[language].messages.items():
        assert set(text) <= SIGNS, key
        assert text == text.strip() and "\n" not in text, key
        assert words.gaps(text) == words.gaps(say(key, FALLBACK)), key


def test_the_program_says_no_message_that_is_missing_and_none_stands_unused() -> None:
    known, program = CATALOGUES[FALLBACK].messages.keys(), nodes()
    calls = [node for node in program if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args]
    said = {text_of(call.args[0]) for call in calls if call.func.id == "say"} - {None}  # type: ignore[attr-defined]
    assert len(said) >= 30 and said <= known
    meanings = {row.word + "-means" for game in GAMES for row in house_rules(game)}
    assert meanings <= known and known - meanings <= {text_of(node) for node in program}


def test_the_settings_go_through_all_languages_and_name_each_in_its_own_words() -> None:
    table = Table(language="de")
    table.press(1)
    table.choose("settings")
    for language in round_from("de"):
        assert say("language", language) in {item.text for item in table.scene().items if hasattr(item, "text")}
        table.key("right")
        assert table.box.language == language


def test_every_language_on_offer_may_stand_in_a_settings_file() -> None:
    assert all(KEYS["screen.language"](language) is None for language in LANGUAGES)


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


@pytest.mark.parametrize("name", ["English (copy).po", "EN.po", "xx-YY.po", "x.po", ".po"])
def test_a_file_that_is_not_named_as_a_language_is_not_on_offer(tmp_path: Path, name: str) -> None:
    """Chosen by a button it could not be kept."""
    for file in ("en.po", name):
        shutil.copy(LOCALE / "en.po", tmp_path / file)
    languages, (wrong,) = words.load(tmp_path)
    assert list(languages) == ["en"]
    assert wrong == f'{tmp_path / name}: is not named as a language is; name it like "fr.po" or "pt_BR.po"'
    (tmp_path / "en.po").unlink()
    assert any("en.po is missing" in sentence for sentence in words.load(tmp_path)[1])


ENGLISH = (
    HEADER
    + """
msgid "few"
msgstr "At least {} players"

msgid "crossed"
msgstr "Lamp {} and buzzer {} are crossed"

msgid "right"
msgstr "Right!"
"""
)


@pytest.mark.parametrize(
    "text",
    [
        *("Minstens {n} spelers", "Minstens {} van {} spelers", "Minstens twee spelers", "Minstens {1} spelers"),
        *("Minstens {0.real} spelers", "Minstens {0[0]} spelers", "Minstens {:>3} spelers", "Minstens {!r} spelers"),
        *("Minstens { spelers", "Minstens } spelers", "Minstens {} spelers }", "Minstens {  } spelers", "Min {0_0}"),
        "Minstens {-0} spelers",
    ],
)
def test_a_message_whose_gaps_cannot_be_filled_is_said_in_english_and_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "en.po").write_text(ENGLISH)
    (tmp_path / "nl.po").write_text(HEADER + f'msgid "few"\nmsgstr "{text}"\nmsgid "right"\nmsgstr "Goed!"\n')
    languages, (wrong,) = words.load(tmp_path)
    assert languages["nl"].gettext("few").format(2) == "At least 2 players"
    assert languages["nl"].gettext("right") == "Goed!"
    assert wrong == f'{tmp_path / "nl.po"}: "few": write the gaps in braces as en.po has them'


def test_gaps_may_stand_in_another_order(tmp_path: Path) -> None:
    (tmp_path / "en.po").write_text(ENGLISH)
    (tmp_path / "nl.po").write_text(HEADER + 'msgid "crossed"\nmsgstr "Knop {1} en lamp {0} zijn verwisseld"\n')
    languages, wrong = words.load(tmp_path)
    assert wrong == () and languages["nl"].gettext("crossed").format(3, 4) == "Knop 4 en lamp 3 zijn verwisseld"
    (tmp_path / "nl.po").write_text(HEADER + 'msgid "crossed"\nmsgstr "Knop {1} en lamp {} zijn verwisseld"\n')
    languages, (sentence,) = words.load(tmp_path)
    assert '"crossed"' in sentence
    assert languages["nl"].gettext("crossed").format(3, 4) == "Lamp 3 and buzzer 4 are crossed"


def test_a_wrong_gap_in_english_itself_takes_no_other_language_along(tmp_path: Path) -> None:
    (tmp_path / "en.po").write_text(ENGLISH.replace("least {}", "least {n}"))
    (tmp_path / "nl.po").write_text(HEADER + 'msgid "few"\nmsgstr "Minstens {} spelers"\n')
    languages, (wrong,) = words.load(tmp_path)
    assert languages["en"].gettext("few").format(2) == "few"
    assert languages["nl"].gettext("few").format(2) == "Minstens 2 spelers"
    assert wrong.startswith(str(tmp_path / "en.po"))
