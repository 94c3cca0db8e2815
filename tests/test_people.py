"""Names from anywhere: kept as people write them, or refused with a sentence; none turns the line round."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.people import LONGEST, BadName, Person, cleaned, free_style, same
from mopsbox.table import Seat

FAMILY = "👩🏽‍🚀👨‍👩‍👧‍👦"
OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Otto", "Otto"),
        ("  Otto \t der\nErste ", "Otto der Erste"),
        ("Zoe\u0308", "Zoë"),  # two code points on one machine, one on another
        ("שרה", "שרה"),
        ("👩🏽‍🚀 Ada", "👩🏽‍🚀 Ada"),
        ("🇩🇪🇦🇹", "🇩🇪🇦🇹"),
        ("evil\u202eteid", "evilteid"),
        ("a\x00b\x1b[31mc\x7f", "ab[31mc"),
        ("<b>Otto</b>", "<b>Otto</b>"),  # whoever writes HTML escapes it; a person may be called so
        ("=1+1", "=1+1"),
        ("\ud800Otto", "Otto"),
        ("O\u200btto\ufeff", "Otto"),
        ("\u3164Otto\u2800", "Otto"),
        ("Ot\u034fto\U000e0100", "Otto"),
    ],
)
def test_a_name_is_kept_as_it_is_read(given_name: str, kept: str) -> None:
    assert cleaned(given_name) == kept


@pytest.mark.parametrize("nothing", ["", "   ", "\t\n", "\u200b\u200d", "\u3164", "\u0301\u0302", OVERRIDES])
def test_a_name_nobody_could_see_is_refused_with_what_to_do(nothing: str) -> None:
    with pytest.raises(BadName, match="a name needs a letter, a digit or a picture; give one") as refused:
        cleaned(nothing)
    assert refused.value.word == "name-empty"


def test_a_long_name_ends_between_two_signs_and_never_within_one() -> None:
    assert cleaned("x" * 200) == "x" * LONGEST
    assert cleaned("👩🏽‍🚀" * 200) == "👩🏽‍🚀" * LONGEST
    assert cleaned("🇩🇪" * 200) == "🇩🇪" * LONGEST
    assert cleaned("a" * 23 + "  b") == "a" * 23  # no space at its end
    tall = cleaned("x" + "\u0301" * 200 + "y")
    assert tall[-1] == "y" and len(tall) < 8  # marks that would climb over the lines around it are not all kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Otto", "OTTO"),
        ("Zoë", "Zoe\u0308"),
        ("Otto", "Ｏｔｔｏ"),
        ("Groß", "GROSS"),
        ("Otto", "Ot\u200dto"),
        ("❤", "❤\ufe0f"),
    ],
)
def test_one_name_written_in_two_ways_is_one(one: str, other: str) -> None:
    assert same(one) == same(other)
    assert same("Otto") != same("Otta")


@settings(deadline=None, max_examples=400)
@given(st.text(st.characters() | st.sampled_from(OVERRIDES + FAMILY + "\u0301\u200d 🇩🇪"), max_size=80))
def test_whatever_is_typed_is_refused_or_can_be_shown_and_is_a_name_again(typed: str) -> None:
    try:
        name = cleaned(typed)
    except BadName:
        return
    assert cleaned(name) == name == unicodedata.normalize("NFC", name)
    assert name.encode("utf-8") and name == name.strip() and "  " not in name
    assert not [sign for sign in name if unicodedata.category(sign)[0] == "C" and sign != "\u200d"]
    assert len(name) <= 11 * LONGEST


def test_a_new_person_gets_a_style_nobody_has_while_there_is_one() -> None:
    people = [Person(n, f"p{n}", Seat(n)) for n in (1, 2, 4)]
    assert free_style([]) == 1 and free_style(people) == 3
    assert free_style([Person(n, f"p{n}", Seat(n)) for n in range(1, 9)]) == 1
