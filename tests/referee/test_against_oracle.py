"""1,000 generated edge logs agree with the oracle, 20 more through `audit`, whatever the order of lines."""

import io
import json
from pathlib import Path
from random import Random

import pytest

from mopsbox import edgelog
from mopsbox.audit import as_line, audit, decide

from . import logs, oracle
from .live import header, played


@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_logs_agree_with_the_oracle_in_any_order(hundred: int) -> None:
    for number in range(hundred * 100, hundred * 100 + 100):
        game = logs.log(number)
        truth = oracle.rulings(game.seats, game.events, game.held, game.penalty_ms, game.seed)
        rng = Random(number)
        for _ in range(2):
            shuffled = rng.sample(game.events, len(game.events))
            rulings, orphan = decide(header(game), shuffled)
            assert orphan is None, number
            assert oracle.in_order(rulings) == truth, number
            assert [r.t for r in rulings] == sorted(r.t for r in rulings), number
        live, sorter = played(game, rng)
        end = max([e.t for e in game.events] + [r.t for r in truth])
        assert [r for r in oracle.in_order(live) if r.t <= end] == truth, number
        assert sorter.late == 0


@pytest.mark.parametrize("number", range(5000, 5020))
def test_twenty_more_agree_through_files_with_shuffled_lines(number: int, tmp_path: Path) -> None:
    game = logs.log(number)
    truth = oracle.rulings(game.seats, game.events, game.held, game.penalty_ms, game.seed)
    lines = [edgelog.line(e) for e in game.events]
    Random(number).shuffle(lines)
    path = tmp_path / "1.edges.jsonl"
    path.write_text("\n".join([edgelog.header_line(header(game)), *lines]) + "\n")
    out = io.StringIO()
    assert audit(path, True, out) == 0
    said = out.getvalue().splitlines()
    assert sorted(said) == sorted(as_line(r) for r in truth)
    assert [json.loads(s)["t"] for s in said] == sorted(json.loads(s)["t"] for s in said)


def test_the_generated_logs_have_everything_in_them() -> None:
    """What no log contained would not have been compared."""
    seen: set[str] = set()
    for number in range(120):
        game = logs.log(number)
        for ruling in oracle.rulings(game.seats, game.events, game.held, game.penalty_ms, game.seed):
            seen.add(ruling.said)
            if len(ruling.tied) > 1:
                seen.add(f"tied {len(ruling.tied)}")
    assert seen >= {"press", "early", "glitch", "chatter", "stuck", "rearmed", "winner", "tied 2", "tied 3"}
