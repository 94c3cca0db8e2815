"""The sheets as the command writes them, read once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .reading import Sheet


def printed(folder: Path, *words: str) -> list[Sheet]:
    """What the command with these words writes."""
    from mopsbox.__main__ import main

    from .reading import sheets

    file = folder / "sheets.pdf"
    assert main(["print", str(file), *words]) == 0
    return sheets(file)


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A settings file that sets nothing: ours are not looked at."""
    file = tmp_path_factory.mktemp("settings") / "plain.toml"
    file.write_text('[screen]\nlanguage = "de"\n')
    return file


@pytest.fixture(scope="session", params=["a4", "letter"])
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def document(paper: str, plain: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Sheet]:
    """Both games on that paper."""
    return printed(tmp_path_factory.mktemp(paper), "--paper", paper, "--config", str(plain))
