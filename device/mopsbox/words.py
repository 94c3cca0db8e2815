"""Every word the table reads (screens/layout.md, States), in every language that has a file under `locale`.

Another language is one file there: a copy of `en.po` with its own words, named by its code. A language that cannot be
read is not on offer; a message it lacks, or whose gaps are not those of the English one, is said in English.
"""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from string import Formatter

from .po import Catalogue, PoFault, read

FALLBACK = "en"
_CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


def is_code(text: str) -> bool:
    """Is this how a language is named: "de", "pt_BR"? Whether anybody has written it is another question."""
    return _CODE.fullmatch(text) is not None


def gaps(text: str) -> list[tuple[int, str]]:
    """What a message leaves to fill: for each gap which value goes in and how it is written, by value. Raises
    ValueError where a brace is left open or a gap is not filled by place."""
    found = [(name, f"{how}!{kind}") for _, name, how, kind in Formatter().parse(text) if name is not None]
    if all(not name for name, _ in found):
        return [(n, how) for n, (_, how) in enumerate(found)]
    if not all(name.isascii() and name.isdecimal() for name, _ in found):  # a name, or {} beside {0}
        raise ValueError(f"not filled by place: {text}")
    return sorted((int(name), how) for name, how in found)


def load(folder: Traversable) -> tuple[dict[str, Catalogue], tuple[str, ...]]:
    """The languages of a folder by their codes, and what is wrong with those that cannot be read, a sentence each.
    There is always the fallback: where its file cannot be read, messages are shown by their names."""
    found: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    try:
        files = sorted((file for file in folder.iterdir() if file.name.endswith(".po")), key=lambda file: file.name)
    except OSError as error:
        files, wrong = [], [f"{folder}: cannot be read ({error.strerror}); install the program anew"]
    else:
        if all(file.name != f"{FALLBACK}.po" for file in files):
            wrong.append(f"{folder}: {FALLBACK}.po is missing; install the program anew")
    for file in files:
        code = file.name.removesuffix(".po")
        if not is_code(code):
            wrong.append(f'{file}: is not named as a language is; name it like "fr.po" or "pt_BR.po"')
            continue
        try:
            found[code] = read(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, PoFault) as fault:
            wrong.append(f"{file}: {fault}")
    for code in sorted(found, key=lambda code: code != FALLBACK):  # it first: the others are held against it
        if misfits := _misfits(found[code], found.get(FALLBACK, {})):
            named = ", ".join(f'"{key}"' for key in misfits)
            wrong.append(
                f"{folder.joinpath(code + '.po')}: {named}: write the gaps in braces as {FALLBACK}.po has them"
            )
            found[code] = {key: text for key, text in found[code].items() if key not in misfits}
    languages = {code: Catalogue(messages) for code, messages in found.items()}
    last = languages.setdefault(FALLBACK, Catalogue({}))
    for code, catalogue in languages.items():
        if code != FALLBACK:
            catalogue.add_fallback(last)
    return languages, tuple(wrong)


def _misfits(messages: dict[str, str], model: dict[str, str]) -> list[str]:
    """The messages whose gaps the program could not fill: it would end in mid-evening. `model`: the fallback's."""

    def fits(key: str) -> bool:
        try:
            return gaps(messages[key]) == gaps(model.get(key, messages[key]))
        except ValueError:
            return False

    return [key for key in messages if not fits(key)]


CATALOGUES, WRONG = load(resources.files(__package__).joinpath("locale"))
LANGUAGES: tuple[str, ...] = tuple(CATALOGUES)
"""Their codes, in the order the settings offer them."""


def spoken(language: str) -> str:
    """The language itself if it is one of LANGUAGES, else the fallback."""
    return language if language in LANGUAGES else FALLBACK


def unknown(language: str) -> str:
    """A sentence for the log where a setting names a language that is not on offer; "": it is."""
    if language in LANGUAGES:
        return ""
    there = ", ".join(LANGUAGES)
    return f'screen.language is "{language}", which has no file that can be used: choose one of these: {there}'


def say(key: str, language: str) -> str:
    """The word for `key` in a language of LANGUAGES; in another one English."""
    return CATALOGUES.get(language, CATALOGUES[FALLBACK]).gettext(key)
