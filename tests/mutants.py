"""`make mutants`: plants faults into a copy of the project, one at a time, and shows that the tests catch every one.

The faults stand in tests/mutants/*.toml, each as a text of ours and what to put in its place. Words on the command line
choose some of them: `python tests/mutants.py referee "dead heat"`. Status 1: one survived, or could not be planted.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
FAULTS = ROOT / "tests" / "mutants"
PACKAGE = Path("device", "mopsbox")
PATIENCE_S = 120  # for the tests of one fault; one that takes longer is not shown to be caught
AT_ONCE = 2

# Shrinking an example costs time and tells nothing here. The copy must win over the installed package.
LAUNCH = """
import os, sys, hypothesis, mopsbox, pytest
if os.path.commonpath([os.getcwd(), os.path.realpath(mopsbox.__file__)]) != os.getcwd():
    sys.exit(f"the tests ran with {mopsbox.__file__}, not with the copy in {os.getcwd()}")
phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
hypothesis.settings.register_profile("mutants", phases=phases, database=None, derandomize=True)
hypothesis.settings.load_profile("mutants")
sys.exit(pytest.main(sys.argv[1:]))
"""
FAILED = re.compile(r"^FAILED (.+?)(?: - .*)?$", re.MULTILINE)


class NotPlanted(Exception):
    """This fault cannot be planted: one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """`name`: what the box does wrong. `file`: in the package. `old` stands once in it. `tests`: files, or
    tests in them (file::test), one of which is to notice."""

    area: str
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.area}: {self.name}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`detail`: the test that caught it, or what went wrong."""

    said: Literal["caught", "SURVIVED", "NOT PLANTED"]
    detail: str


def load() -> list[Mutant]:
    """All faults, file by file."""
    found = []
    for path in sorted(FAULTS.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for one in table["mutant"]:
            tests = tuple(one.get("tests", table["tests"]))
            found.append(Mutant(path.stem, one["name"], one["file"], one["old"], one["new"], tests))
    return found


def planted(mutant: Mutant, source: str) -> str:
    """The file's text with the fault in it. Raises NotPlanted."""
    times = source.count(mutant.old)
    if times != 1:
        raise NotPlanted(f"the old text stands {times} times in {mutant.file}, not once; mend tests/mutants")
    changed = source.replace(mutant.old, mutant.new)
    if mutant.file.endswith(".py"):
        try:
            same = ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source))
        except SyntaxError as error:
            raise NotPlanted(f"{mutant.file} would be no Python any more: {error}") from error
        if same:
            raise NotPlanted(f"the new text says the same as the old one in {mutant.file}")
    return changed


def copy(tree: Path, to: Path) -> Path:
    """What the tests need of a tree, in a new folder."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info", "out")
    for name in ("device", "tests"):
        shutil.copytree(tree / name, to / name, ignore=unwanted)
    shutil.copy2(tree / "pyproject.toml", to)
    return to


def tested(tree: Path, tests: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """These tests with the code of this tree. Raises TimeoutExpired."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}
    env |= {"PYTHONPATH": str(tree / "device"), "PYTHONDONTWRITEBYTECODE": "1"}
    order = [sys.executable, "-c", LAUNCH, "-x", "--tb=short", "-W", "ignore", "-p", "no:cacheprovider", *tests]
    return subprocess.run(
        order, cwd=tree, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S
    )


def tried(mutant: Mutant, tree: Path) -> Outcome:
    """Plant it into a copy of the tree, run its tests."""
    with TemporaryDirectory(prefix="mutant-") as folder:
        here = copy(tree, Path(folder).resolve())
        target = here / PACKAGE / mutant.file
        try:
            target.write_text(planted(mutant, target.read_text(encoding="utf-8")), encoding="utf-8")
        except (NotPlanted, OSError) as why:
            return Outcome("NOT PLANTED", str(why))
        try:
            run = tested(here, mutant.tests)
        except subprocess.TimeoutExpired:
            return Outcome("SURVIVED", f"its tests did not end within {PATIENCE_S} s")
    if run.returncode == 0:
        return Outcome("SURVIVED", "no test in " + ", ".join(sorted({test.split("::")[0] for test in mutant.tests})))
    caught = FAILED.search(run.stdout)
    if run.returncode == 1 and caught:
        return Outcome("caught", caught[1])
    return Outcome("NOT PLANTED", f"its tests did not run (status {run.returncode}): {run.stdout[-500:].strip()}")


def main(words: Sequence[str]) -> int:
    began = time.monotonic()
    mutants = [m for m in load() if not words or any(word in str(m) for word in words)]
    if not mutants:
        print(f"no fault has any of these words in its name: {', '.join(words)}", file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="mutants-") as folder:
        tree = copy(ROOT, Path(folder).resolve())  # nobody's editing meanwhile is to be mistaken for a fault
        files = sorted({test for m in mutants for test in m.tests})
        sound = tested(tree, files)
        if sound.returncode:
            print(sound.stdout)
            print("the tests are red without any fault planted; mend that first", file=sys.stderr)
            return 1
        outcomes = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for mutant, outcome in zip(mutants, pool.map(lambda m: tried(m, tree), mutants), strict=True):
                outcomes.append(outcome)
                print(f"{outcome.said:11} {mutant}  [{outcome.detail}]", flush=True)
    caught = sum(o.said == "caught" for o in outcomes)
    print(f"{caught} of {len(outcomes)} faults caught, in {time.monotonic() - began:.0f} s")
    return 0 if caught == len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
