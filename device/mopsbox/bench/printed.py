"""The figures for people."""

from __future__ import annotations

from typing import Any


def table(found: dict[str, Any]) -> str:
    """One figure a line with its unit, then who named the wrong winner how often."""
    lines = [f"{says:<58} {_said(found[key])}{unit}" for key, says, unit in SAYS if key in found]
    if growth := found.get("growth"):
        lines += ["", "the referee's work an edge, us, by seats: " + _said(growth["edge_us"])]
        lines += [
            f"with {s['games']} games stored: opens in {s['open_ms']} ms, {s['append_ms']} ms an action, {s['mb']} MB"
            for s in growth["storage"]
        ]
    return "\n".join([*lines, "", *_fairness(found["fairness"])])


SAYS = (
    ("rules_games_per_s", "whole games a second by the rules alone", ""),
    ("sim_games_per_s", "whole games a second of bots, loop and referee", ""),
    ("actions_per_s", "actions a second, each durable on the disk", ""),
    ("display", "measured on", ""),
    ("frame_ms", "a whole picture, 1280x720", " ms"),
    ("animation_ms", "one picture of tumbling dice, shown", " ms"),
    ("decision_ms", "deciding edge to ruling while the dice tumble", " ms"),
    ("lamp_ms", "ruling to the winner's lamp", " ms"),
    ("start_s", "command to first picture", " s"),
    ("idle_frames", "pictures painted while nobody does anything", ""),
    ("idle_wakeups_per_s", "wake-ups a second meanwhile", ""),
    ("idle_cpu_percent", "processor meanwhile", " %"),
    ("rss_mb", "memory", " MB"),
)


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(inner)}" for key, inner in value.items())
    return "not known" if value is None else str(value)


def _fairness(rows: list[dict[str, Any]]) -> list[str]:
    cells = sorted({(row["gap_us"], row["bounce"]) for row in rows})
    found = {(row["method"], row["gap_us"], row["bounce"]): row for row in rows}
    head = "".join(f"{gap:>9} us" + (" ~" if bounce else "  ") for gap, bounce in cells)
    lines = [
        f"wrong winners of {rows[0]['rounds']} races by the gap between two presses (~ bouncing contacts; = declared",
        "dead heats; all but mopsbox are models, see bench/fairness.py)",
        f"{'':<16}{head}",
    ]
    for method in dict.fromkeys(row["method"] for row in rows):
        shown = [found[method, *cell] for cell in cells]
        lines.append(f"{method:<16}" + "".join(f"{_cell(row):>14}" for row in shown))
    return lines


def _cell(row: dict[str, Any]) -> str:
    return f"{row['wrong']}" + (f" ={row['dead_heat']}" if row["dead_heat"] else "")
