"""The makers' documents: what they name is there, and what they quote the product really says.

For who writes them: “curly quotes” („…“ in German) are for the product's own words and nothing else, with … for each
value the product puts in. A part is called J3, RP3, U1 and so on; a † needs its footnote.
"""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from mopsbox import cli
from mopsbox.table import SEATS
from mopsbox.words import CATALOGUES

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
PACKAGE = ROOT / "device" / "mopsbox"
DOCUMENTS = sorted(path for path in [HARDWARE / "README.md", *HARDWARE.glob("docs/*.md")] if path.exists())
STEPS = [path for path in DOCUMENTS if path.name[:2] in ("2-", "3-", "4-", "5-")]
GAP = "…"

NO_PARTS = {
    "GP",
    "GX",
    "RJ",
    "M",
    "A",
    "E",
    "AHC",
    "HC",
    "FR",
    "IP",
    "SA",
    "USB",
}  # GP2, GX12, RJ45, M3, A4, erratum E9
BUZZERS = "B{n}"  # hang on the board's sockets, are no part of it
PART = re.compile(r"(?<![\w-])([A-Z]{1,3})(\d{1,2})\b(?!\.\d|\w)")
FOOTNOTE = "check the data sheet"


def named(paths: Iterable[Path]) -> dict[str, object]:
    return {"argvalues": list(paths), "ids": lambda path: path.name}


def prose(text: str) -> str:
    """Without what is typed: commands and blocks of them."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


# -- what is typed


def commands(text: str) -> Iterator[str]:
    """Each `mopsbox ...`, in a line or in a block, without what the shell makes of its output."""
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    for line in [*spans, *(line for block in blocks for line in block.splitlines())]:
        line = line.strip().removeprefix("$ ").removeprefix("sudo ").removeprefix(".venv/bin/")
        if re.match(r"mopsbox(\s|$)", line):
            yield re.split(r"\s[>|#]|\s&&", line)[0]


def understood(command: str) -> bool:
    """[In brackets] stands what may be left out: both ways are tried."""
    for line in {re.sub(r"\[[^]]*\]", "", command), command.replace("[", "").replace("]", "")}:
        try:
            cli.parse(shlex.split(line)[1:])
        except SystemExit:
            return False
    return True


@pytest.mark.parametrize("document", **named(DOCUMENTS))
def test_every_command_is_one_that_the_box_understands(document: Path) -> None:
    found = list(commands(document.read_text("utf-8")))
    assert [command for command in found if not understood(command)] == []


def test_a_command_that_nobody_has_is_noticed() -> None:
    text = "Say `mopsbox check --lop`, or:\n```\n$ mopsbox chekc\nsudo mopsbox check --soak 2 > file\n```\n"
    found = list(commands(text))
    assert found == ["mopsbox check --lop", "mopsbox chekc", "mopsbox check --soak 2"]
    assert [understood(command) for command in found] == [False, False, True]
    assert understood("mopsbox flash [--port P] --uf2 FILE") and not understood("mopsbox flash [--prot P]")


# -- what the product says


def flat(text: str) -> str:
    """One space between words, one gap for each row of values, none at the ends."""
    text = re.sub(f"{GAP}[{GAP}]*", GAP, " ".join(text.split()))
    return text.strip(GAP + " ")


def literal(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(value)):
            return re.sub(r"\{\w*\}", GAP, value)
        case ast.JoinedStr(values=values):
            return "".join(literal(value) if isinstance(value, ast.Constant) else GAP for value in values)
    return None


@cache
def said() -> str:
    """Every text in the product's program and its English words, each on a line, values as gaps."""
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))]
    texts = [text for tree in trees for node in ast.walk(tree) if (text := literal(node))]
    texts += [re.sub(r"\{\}", GAP, text) for text in CATALOGUES["en"].messages.values()]
    return "\n".join(flat(text) for text in texts)


@cache
def said_in_german() -> str:
    return "\n".join(flat(re.sub(r"\{\}", GAP, text)) for text in CATALOGUES["de"].messages.values())


def unsaid(text: str) -> list[str]:
    """The quotes that the product does not say."""
    text = prose(text)
    german = re.findall("„([^“]*)“", text)
    english = re.findall("“([^”]*)”", re.sub("„[^“]*“", "", text))
    wrong = [quote for quote in english if flat(quote) and flat(quote) not in said()]
    return wrong + [quote for quote in german if flat(quote) not in said_in_german()]


@pytest.mark.parametrize("document", **named(DOCUMENTS))
def test_every_quoted_sentence_is_the_products_own(document: Path) -> None:
    text = document.read_text("utf-8")
    text = text.replace("“curly quotes”", "")
    assert unsaid(text) == []


def test_a_sentence_that_the_product_says_otherwise_is_noticed() -> None:
    assert unsaid("“shorted: buzzers … moved together”, “Buzzer stuck” and „Buzzer klemmt“") == []
    assert unsaid("broken in a line, too: “look for a loose\n  contact at its plug”") == []
    assert unsaid("“shorted: buzzer … moved together”") == ["shorted: buzzer … moved together"]
    assert unsaid("„Buzzer steckt“, “Buzzer klemmt”") == ["Buzzer klemmt", "Buzzer steckt"]
    assert unsaid("“shorted: buzzers 1 and 2 moved together”"), "values are gaps"


# -- what is named


@cache
def parts() -> frozenset[str]:
    """Every designator there is: those of board.toml, and the buzzers'."""
    board = tomllib.loads((HARDWARE / "board.toml").read_text("utf-8"))
    refs = [part["refs"] for part in board["parts"].values()] + [BUZZERS]
    each = [ref for some in refs for ref in ([some] if isinstance(some, str) else some)]
    return frozenset(ref.replace("{n}", str(seat)) for ref in each for seat in SEATS)


def strange_parts(text: str) -> list[str]:
    found = [match for match in PART.finditer(text) if match[1] not in NO_PARTS]
    return [match[0] for match in found if match[0] not in parts()]


@pytest.mark.parametrize("document", **named(DOCUMENTS))
def test_every_part_is_one_of_the_boards(document: Path) -> None:
    assert strange_parts(document.read_text("utf-8").replace("DXF R12", "DXF")) == []


def test_a_part_that_no_board_has_is_noticed() -> None:
    assert strange_parts("R1 joins RP9 and U4 with TP1; J9, C19") == ["R1", "RP9", "U4", "TP1", "J9", "C19"]
    assert strange_parts("J20, RP8, RS1, C21, U3, S4 (M3 screws, GX12-4, SA5.0A, GP2, TBD62083APG, F9)") == []


def headings(document: Path) -> set[str]:
    """The places in a document that a link may lead to, by the rule of most who show markdown."""
    lines = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", line.strip().lower()).replace(" ", "-") for line in lines}


def broken_links(document: Path, text: str) -> list[str]:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        name, _, place = target.partition("#")
        file = document.parent / name if name else document
        if not file.exists() or (place and place not in headings(file)):
            broken.append(target)
    return broken


@pytest.mark.parametrize("document", **named(DOCUMENTS))
def test_every_link_leads_somewhere(document: Path) -> None:
    assert broken_links(document, document.read_text("utf-8")) == []


def test_a_link_into_the_void_is_noticed(tmp_path: Path) -> None:
    there = tmp_path / "there.md"
    there.write_text("# One thing, and another\n")
    text = (
        "[a](there.md), [b](there.md#one-thing-and-another), [c](there.md#two), [d](gone.md), [e](https://example.org)"
    )
    assert broken_links(there, text) == ["there.md#two", "gone.md"]


# -- steps


def steps(text: str) -> list[str]:
    """Each numbered step, up to the next one or the next heading."""
    return re.findall(r"^\d+\. .*?(?=^\d+\. |^#|\Z)", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("document", **named(STEPS))
def test_every_step_ends_in_something_to_expect(document: Path) -> None:
    assert [step.splitlines()[0] for step in steps(document.read_text("utf-8")) if "Expect:" not in step] == []


def test_every_step_of_the_bring_up_says_what_to_do_what_to_measure_and_what_if_it_is_not_so() -> None:
    found = steps((HARDWARE / "docs" / "5-bring-up.md").read_text("utf-8"))
    assert [int(step.split(".")[0]) for step in found] == list(range(1, len(found) + 1)) and len(found) > 20
    for step in found:
        assert re.findall(r"^ +- (Do|Measure|Expect|If not): \S", step, re.M) == ["Do", "Measure", "Expect", "If not"]


@pytest.mark.parametrize("document", **named(DOCUMENTS))
def test_what_is_from_memory_says_so_at_the_end_and_nothing_names_a_shop(document: Path) -> None:
    text = " ".join(document.read_text("utf-8").split())
    assert "†" not in text or FOOTNOTE in text
    assert not re.search(r"https?://\S*(amazon|ebay|aliexpress|reichelt|mouser|digikey|conrad)", text, re.I)
