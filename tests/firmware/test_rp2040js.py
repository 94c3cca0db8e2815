"""The sampler on a second emulator, which also has DMA (rp2040js, from npm): what the ring holds after real transfers,
what an overrun and a full queue look like in the registers, and that pio_edges.py reads all of it rightly."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from . import fakes
from .model import COUNTER, Chance, word
from .test_pio_edges import FDEBUG, drained

HERE = Path(__file__).parent
EMULATOR = HERE.parent.parent / "build" / "firmware" / "node_modules" / "rp2040js" / "dist" / "esm" / "index.js"
RXSTALL = 1
CYCLE = 40  # nanoseconds of the state machine
US = 1000

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.skipif(not shutil.which("node"), reason="node is not installed (Debian: apt-get install nodejs npm)"),
    pytest.mark.skipif(not EMULATOR.exists(), reason="rp2040js is not there; `make firmware-test` installs it"),
]


@pytest.fixture
def edges(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return fakes.load(monkeypatch)


@pytest.fixture
def sampler(edges: ModuleType) -> Any:
    return edges.Sampler()


def run(edges: ModuleType, sampler: Any, actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each look showed. The registers are told what pio_edges.py would tell them, no more."""
    machine = sampler._machine
    orders = {
        "program": machine.program.opcodes,
        "exec": machine.executed,
        "execctrl": machine.program.wrap << 12 | machine.program.wrap_target << 7,
        "shiftctrl": machine.program.shiftctrl,
        "pinctrl": machine.in_base.number << 15,
        "clkdiv": 125_000_000 // machine.freq,
        "dma": sampler._dma.config_,
        "actions": sorted(actions, key=lambda action: action["ns"]),
    }
    order = ["node", str(HERE / "rp2040.mjs"), str(EMULATOR)]
    done = subprocess.run(order, input=json.dumps(orders), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def read(edges: ModuleType, sampler: Any, seen: dict[str, Any]) -> tuple[list[int], int]:
    """All that pio_edges.py makes of memory and registers as they were seen."""
    sampler._dma.left = seen["count"]
    sampler._room[sampler._base : sampler._base + 1024] = type(sampler._room)("I", seen["ring"])
    edges.memory.update({FDEBUG: seen["fdebug"]})
    return drained(sampler)


def changing(chance: Chance, n: int, most_us: int) -> list[dict[str, Any]]:
    """n changes, of one input each."""
    ns, level, actions = 0, 0xFF, []
    for _ in range(n):
        ns += chance.between(40, most_us * US)
        level ^= 1 << chance.below(8)
        actions.append({"ns": ns, "pins": level})
    return actions


def expected(actions: list[dict[str, Any]], until_ns: int) -> list[int]:
    """A sample in the second cycle of each microsecond, a word for each that differs."""
    changes = [(a["ns"], a["pins"]) for a in actions if "pins" in a]
    words, before, now = [], -1, 0xFF
    for k in range((until_ns - 6 * CYCLE) // US + 1):
        while changes and changes[0][0] <= k * US + CYCLE:
            now = changes.pop(0)[1]
        if now != before:
            words.append(now << 24 | (COUNTER - k) & COUNTER)
        before = now
    return words


def test_all_words_come_through_dma_and_out_of_the_ring_also_round_it(edges: ModuleType, sampler: Any) -> None:
    actions = changing(Chance(4), 2500, most_us=5)
    looks = [{"ns": actions[i]["ns"] + 17 * US, "look": True} for i in (*range(0, 2500, 400), 2499)]
    truth = expected(actions, looks[-1]["ns"])
    got: list[int] = []
    for seen in run(edges, sampler, actions + looks):
        assert seen["fdebug"] & RXSTALL == 0
        words, lost = read(edges, sampler, seen)
        assert lost == 0
        got += words
    assert got == truth
    assert len(got) > 2048


def test_an_overrun_leaves_the_newest_and_their_number_is_known(edges: ModuleType, sampler: Any) -> None:
    actions = changing(Chance(5), 1900, most_us=5)
    look = {"ns": actions[-1]["ns"] + 10 * US, "look": True}
    (seen,) = run(edges, sampler, [*actions, look])
    truth = expected(actions, look["ns"])
    words, lost = read(edges, sampler, seen)
    assert len(truth) > 1024 and lost == len(truth) - 1024
    assert words == truth[-1024:]
    assert seen["fdebug"] & RXSTALL == 0


def test_without_dma_eight_words_are_kept_the_newest_lost_and_the_reader_believes_none(
    edges: ModuleType, sampler: Any
) -> None:
    """DMA is held up for a while. Twelve changes meanwhile: the queue keeps the oldest eight."""
    actions = [{"ns": k * 10 * US, "pins": 0xFF ^ (k % 2)} for k in range(1, 13)]
    held = [{"ns": 5 * US, "dma": False}, {"ns": 200 * US, "dma": True}, {"ns": 220 * US, "look": True}]
    after = [{"ns": 230 * US, "clear": RXSTALL}, {"ns": 240 * US, "pins": 0xFD}, {"ns": 260 * US, "look": True}]
    first, second = run(edges, sampler, [*actions, *held, *after])
    truth = expected(actions, 220 * US)
    assert len(truth) == 13 and first["ring"][:10] == [*truth[:9], 0]  # the state at the start, then eight
    assert first["fdebug"] & RXSTALL
    assert read(edges, sampler, first) == ([], 10)  # those nine, and at least one
    assert second["fdebug"] & RXSTALL == 0
    assert read(edges, sampler, second) == ([word(240, 0b10)], 0)


def test_eight_words_in_the_queue_are_not_yet_a_loss(edges: ModuleType, sampler: Any) -> None:
    actions = [{"ns": k * 10 * US, "pins": 0xFF ^ (k % 2)} for k in range(1, 9)]
    held = [{"ns": 5 * US, "dma": False}, {"ns": 200 * US, "dma": True}, {"ns": 220 * US, "look": True}]
    (seen,) = run(edges, sampler, [*actions, *held])
    assert seen["fdebug"] & RXSTALL == 0
    assert read(edges, sampler, seen) == (expected(actions, 220 * US), 0)
