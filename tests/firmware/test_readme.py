"""What is said of the frames in two places is the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mopsbox.firmware import hubcore, hubproto

README = Path(hubproto.__file__).with_name("README.md").read_text("utf-8")


def test_the_readme_has_every_kind_of_frame_with_exactly_its_fields() -> None:
    rows = dict(re.findall(r"^\| `(\w)` \|.*\|([\w ]*)\|$", README, re.MULTILINE))
    fields = {kind.KIND: [name for name, _, _ in kind.FIELDS] for kind in hubproto.KINDS.values()}
    assert {kind: row.split() for kind, row in rows.items()} == fields


@pytest.mark.parametrize("kind", hubproto.KINDS.values(), ids=lambda kind: kind.__name__)
def test_the_type_checker_sees_the_fields_that_are_sent(kind: type[hubproto.Message]) -> None:
    types = {hubproto.HEX: "int", hubproto.WORD: "str"}
    said = {name: getattr(type_, "__name__", type_) for name, type_ in vars(kind).get("__annotations__", {}).items()}
    assert said == {name: types[form] for name, form, _ in kind.FIELDS}
    assert kind.__doc__ and all(meaning for _, _, meaning in kind.FIELDS)


def test_the_readme_names_the_limits_there_are() -> None:
    assert f"last {hubcore.KEPT} presses" in README
    assert f"{hubcore.ROOM} presses and releases wait" in README
    assert f"away for {hubcore.BLIND_US // 1_000_000} s" in README
    assert f"every {hubcore.BEAT_US // 1000} ms" in README
    assert f"open for {hubcore.RELEASE_US // 1000} ms" in README
