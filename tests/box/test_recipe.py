"""How the machine's parts are kept; runs everywhere, without a machine."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest

from . import recipe


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOPSBOX_BOX_CACHE", str(tmp_path / "shelf"))
    return tmp_path / "shelf"


def test_a_part_is_made_once_and_anew_when_what_it_is_made_from_changes(tmp_path: Path) -> None:
    made = []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "it").write_text("there")

    source = tmp_path / "source"
    source.mkdir()
    (source / "a").write_text("1")
    first = recipe.part("thing", recipe.digest(source, "recipe"), make)
    assert recipe.part("thing", recipe.digest(source, "recipe"), make) == first and len(made) == 1
    assert (first / "it").read_text() == "there"
    (source / "a").write_text("2")
    assert recipe.part("thing", recipe.digest(source, "recipe"), make) != first and len(made) == 2


def test_a_part_that_could_not_be_made_is_not_there(shelf: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").write_text("half")
        raise RuntimeError("no network")

    with pytest.raises(RuntimeError, match="no network"):
        recipe.part("thing", "1", fail)
    assert not (shelf / "thing-1").exists()
    whole = recipe.part("thing", "1", lambda folder: None)
    assert not list(whole.iterdir())


def test_a_computer_without_qemu_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    there = shutil.which

    def which(name: str, path: str | None = None) -> str | None:
        return None if name in ("qemu-img", "mmdebstrap") else there(name, path=path) or f"/usr/bin/{name}"

    monkeypatch.setattr(shutil, "which", which)
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(recipe, "FILES", {})
    assert str(recipe.missing()).endswith("needs: apt-get install --no-install-recommends mmdebstrap qemu-utils")
