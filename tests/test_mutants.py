"""The list of faults does not rot, and planting them works; all of them are planted by `make mutants`."""

from dataclasses import replace

import pytest

from tests import mutants
from tests.mutants import Mutant, NotPlanted, planted, tried

ALL = mutants.load()
STARS = "the stars are forgotten with a sum of 7 (R12)"
QUICK = (
    STARS,
    "a second answer in the same round is accepted (R10)",
    "the final begins at four left (R21)",
)


def named(name: str) -> Mutant:
    return next(m for m in ALL if m.name == name)


def test_every_fault_has_a_name_of_its_own_and_there_are_at_least_thirty() -> None:
    assert len({str(m) for m in ALL}) == len(ALL) >= 30


@pytest.mark.parametrize("mutant", ALL, ids=str)
def test_a_fault_can_be_planted(mutant: Mutant) -> None:
    source = (mutants.ROOT / mutants.PACKAGE / mutant.file).read_text(encoding="utf-8")
    assert planted(mutant, source) != source
    assert mutant.tests
    for test in mutant.tests:
        file, _, function = test.partition("::")
        assert f"def {function}" in (mutants.ROOT / file).read_text(encoding="utf-8"), test


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_caught(name: str) -> None:
    outcome = tried(named(name), mutants.ROOT)
    assert outcome.said == "caught", outcome.detail


def test_a_fault_that_no_test_sees_is_told_as_survived() -> None:
    blind = replace(named(STARS), tests=("tests/games/test_layout.py",))
    assert tried(blind, mutants.ROOT).said == "SURVIVED"


def test_code_that_does_not_even_load_is_not_taken_for_caught() -> None:
    broken = replace(named(STARS), file="table.py", old="MS = 1_000_000 ", new="MS = no_such_name ")
    assert tried(broken, mutants.ROOT).said == "NOT PLANTED"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("no such text", "", "stands 0 times"),
        ("a", "b", "stands 2 times"),
        ("a = 1", "a = ", "no Python"),
        ("a = 1", "a  =  1", "says the same"),
    ],
)
def test_a_fault_that_does_not_fit_is_refused_with_a_sentence(old: str, new: str, says: str) -> None:
    mutant = Mutant("rules", "nothing", "table.py", old, new, ())
    with pytest.raises(NotPlanted, match=says):
        planted(mutant, "a = 1\nprint(a)\n" if old == "a" else "a = 1\n")


def test_a_tree_without_the_file_is_told() -> None:
    gone = replace(named(STARS), file="no_such_file.py")
    outcome = tried(gone, mutants.ROOT)
    assert outcome.said == "NOT PLANTED" and "no_such_file.py" in outcome.detail


@pytest.mark.parametrize(("tests", "status"), [(("tests/games/test_layout.py",), 1), (named(STARS).tests, 0)])
def test_the_command_fails_when_a_fault_survives(
    tests: tuple[str, ...], status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutants, "load", lambda: [replace(named(STARS), tests=tests)])
    assert mutants.main([]) == status
    assert f"{1 - status} of 1 faults caught" in capsys.readouterr().out


def test_the_command_without_any_fault_to_plant_says_so() -> None:
    assert mutants.main(["no such fault"]) == 2
