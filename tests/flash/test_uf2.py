"""A UF2 file is looked at before it is copied: a board takes a wrong one without a word, and stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.flash import uf2
from mopsbox.flash.trouble import Stopped
from mopsbox.jsonl import BadInput
from tests.flash import uf2_files
from tests.flash.uf2_files import ABSOLUTE, RISCV, RP2040, RP2350, SAMD21

FILE = Path("pico.uf2")


@pytest.mark.parametrize(
    ("data", "chips"),
    [
        (uf2_files.uf2(RP2040), {"rp2040"}),
        (uf2_files.uf2(RP2350), {"rp2350"}),
        (uf2_files.for_pico2(), {"rp2350"}),
        (uf2_files.uf2(RISCV), {"rp2350"}),
        (uf2_files.uf2(RP2350) + uf2_files.uf2(RP2040), {"rp2040", "rp2350"}),  # one for both
    ],
    ids=["pico", "pico 2", "pico 2 with its erratum", "risc-v", "both"],
)
def test_whose_it_is(data: bytes, chips: set[str]) -> None:
    image = uf2.image(FILE, data)
    assert image.chips == chips and image.data == data and image.name == "pico.uf2"


WHOLE = uf2_files.uf2(RP2040)
BROKEN = {
    "nothing": (b"", "is no UF2 file"),
    "a web page": (b"<!DOCTYPE html>" * 100, "is no UF2 file"),
    "cut in a block": (WHOLE[:-100], "is not whole"),
    "cut between blocks": (WHOLE[:-512], "of 6 blocks"),
    "one twice": (WHOLE[:512] + WHOLE, "is not whole"),
    "two files": (WHOLE + uf2_files.uf2(RP2040, uf2_files.PROGRAM * 2), "belongs to another file"),
    "end of a block": (WHOLE[:508] + b"\0" + WHOLE[509:], "is not whole"),
    "no family": (uf2_files.block(0, 0, 1, b"MicroPython", flags=0), "does not say what it is for"),
    "another chip": (uf2_files.uf2(SAMD21), "is for another chip (family 0x68ed2b88)"),
    "of no chip": (uf2_files.uf2(ABSOLUTE), "is for another chip"),
    "another program": (uf2_files.uf2(RP2040, b"blink" * 99), "is not MicroPython"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_with_it_is_one_sentence(what: str) -> None:
    data, says = BROKEN[what]
    with pytest.raises(BadInput) as told:
        uf2.image(FILE, data)
    assert str(told.value).startswith("pico.uf2: ") and says in str(told.value)
    assert "get " in str(told.value) or "the hub is" in str(told.value)  # what to do


@given(st.binary(max_size=1200), st.integers(0, len(WHOLE)), st.integers(0, 1200))
@settings(deadline=None)
def test_whatever_is_in_it_ends_in_a_sentence_or_an_image(junk: bytes, at: int, cut: int) -> None:
    data = WHOLE[:at] + junk + WHOLE[at + cut :]
    try:
        assert uf2.image(FILE, data).chips == {"rp2040"}
    except BadInput as told:
        assert "\n" not in str(told)
    except Stopped as wrong:  # that is for boards
        raise AssertionError from wrong


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.uf2", tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            uf2.read(path)
