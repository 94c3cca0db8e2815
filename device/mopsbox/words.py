"""Every word the table reads (screens/layout.md, States), in every language that has a file under `locale`.

Another language is one file there: a copy of `en.po` with its own words, named by its code. A language that cannot be
read is not on offer; a message it lacks is said in English.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

from .po import Catalogue, PoFault, read

FALLBACK = "en"


def load(folder: Traversable) -> tuple[dict[str, Catalogue], tuple[str, ...]]:
    """The languages of a folder by their codes, and what is wrong with those that cannot be read, a sentence each.
    There is always the fallback: where its file cannot be read, messages are shown by their names."""
    found: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    try:
        files = sorted((file for file in folder.iterdir() if file.name.endswith(".po")), key=lambda file: file.name)
    except OSError as error:
        files, wrong = [], [f"{folder}: cannot be read ({error.strerror}); install the program anew"]
    for file in files:
        try:
            found[file.name.removesuffix(".po")] = read(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, PoFault) as fault:
            wrong.append(f"{file}: {fault}")
    if not wrong and FALLBACK not in found:
        wrong.append(f"{folder}: {FALLBACK}.po is missing; install the program anew")
    languages = {code: Catalogue(messages) for code, messages in found.items()}
    last = languages.setdefault(FALLBACK, Catalogue({}))
    for code, catalogue in languages.items():
        if code != FALLBACK:
            catalogue.add_fallback(last)
    return languages, tuple(wrong)


CATALOGUES, WRONG = load(resources.files(__package__).joinpath("locale"))
LANGUAGES: tuple[str, ...] = tuple(CATALOGUES)
"""Their codes, in the order the settings offer them."""


def say(key: str, language: str) -> str:
    """The word for `key` in a language of LANGUAGES; in another one English."""
    return CATALOGUES.get(language, CATALOGUES[FALLBACK]).gettext(key)
