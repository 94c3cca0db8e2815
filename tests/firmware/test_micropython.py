"""The same tests under real MicroPython (its unix port from PyPI): what the board will run."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parent.parent / "device" / "mopsbox" / "firmware"  # behind the link, which `make mutants` does not copy
MICROPYTHON = Path(sys.executable).with_name("micropython")


NEEDS_MICROPYTHON = pytest.mark.skipif(
    not MICROPYTHON.exists(),
    reason="no MicroPython for this machine: there are wheels for x86_64 only (pyproject.toml)",
)


@NEEDS_MICROPYTHON
@pytest.mark.parametrize("module", ["test_hubproto", "test_hubcore", "test_storm"])
def test_every_test_passes_under_micropython_too(module: str) -> None:
    tree = ast.parse((HERE / f"{module}.py").read_text())
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}
    env = {**os.environ, "MICROPYPATH": f"{FIRMWARE}:{HERE}"}
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=64m", "run_tests.py", module], cwd=HERE, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert names <= set(done.stdout.split()) and len(names) > 0


def test_the_firmware_stands_at_the_root_too_and_is_the_very_same() -> None:
    link = HERE.parent.parent / "firmware"
    assert link.is_symlink() and not os.path.isabs(os.readlink(link)) and link.samefile(FIRMWARE)


@NEEDS_MICROPYTHON
@pytest.mark.parametrize("file", sorted(path.name for path in FIRMWARE.glob("*.py")))
def test_every_file_of_the_firmware_is_micropython(file: str) -> None:
    order = "import sys; compile(open(sys.argv[1]).read(), 'it', 'exec')"
    done = subprocess.run([MICROPYTHON, "-c", order, FIRMWARE / file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
