"""What is installed from a wheel has all it needs: the pins, the settings, drawings, fonts, the games' files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "device" / "mopsbox"

# Run outside of the tree, so that only what was installed can answer.
ASK = """
import mopsbox
from mopsbox import config, wiring
from mopsbox.games.mopseinander import coasters
print(mopsbox.__file__)
for profile in ("pi", "pi-ahc14", "pico"):
    print(len(wiring.read(profile).names()))
print(len(coasters.default().ids), len(config.default_text()) > 0)
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this tree, as far as it is built from: building leaves things behind."""
    source = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, source / "device" / "mopsbox", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    return source


@pytest.fixture(scope="module")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which a wheel of that copy was installed; needs no network."""
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "wheel", *offline, "--wheel-dir", source / "wheel", source], check=True)
    (wheel,) = (source / "wheel").glob("*.whl")
    subprocess.run([*pip, "install", *offline, "--no-compile", "--target", target, wheel], check=True)
    return target


def test_the_wheel_carries_every_file_of_the_package(source: Path, installed: Path) -> None:
    def files(root: Path) -> set[Path]:
        return {path.relative_to(root) for path in root.rglob("*") if path.is_file()}

    assert Path("pins.toml") in files(installed / "mopsbox")
    assert files(installed / "mopsbox") == files(source / "device" / "mopsbox")


def test_an_installed_box_knows_its_pins(installed: Path, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    order = [sys.executable, "-c", ASK]
    said = subprocess.run(order, cwd=tmp_path, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    assert Path(said[0]).is_relative_to(installed)
    assert said[1:] == ["20", "20", "20", "12", "True"]


def test_the_makers_folder_shows_the_same_pins_file() -> None:
    link = ROOT / "hardware" / "pins.toml"
    assert link.is_symlink() and not os.path.isabs(os.readlink(link))
    assert link.resolve() == (PACKAGE / "pins.toml").resolve()
