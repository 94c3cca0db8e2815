"""The figures for people."""

from __future__ import annotations

from typing import Any


def table(found: dict[str, Any]) -> str:
    """One figure a line with its unit, then who named the wrong winner how often."""
    lines = [f"{says:<58} {_said(found[key])}{unit}" for key, says, unit in SAYS if key in found]
    if growth := found.get("growth"):
        lines += ["", "the referee's work an edge, us, by seats: " + _said(growth["edge_us"])]
        lines += map(_stored, growth["storage"])
    if read := found.get("phones"):
        lines += ["", f"the referee beside {read['readers']} phones that read the scores"]
        lines += [f"{says:<58} {_said(read[key])}{unit}" for key, says, unit in PHONES]
    if moved := found.get("animations_ms"):
        lines += ["", "one picture of every animation at a full table, 1280x720, ms"]
        lines += [f"{name:<58} {_said(one)}" for name, one in moved.items()]
    rows = found["fairness"]
    lines += _fairness(f"wrong winners of {_races(rows)} generated races, by the gap between two presses", rows)
    lines.append(LEGEND)
    for one in found.get("fairness_recorded", ()):
        lines += _fairness(f"recorded, {one['name']} ({_races(one['rows'])} races): {one['how']}", one["rows"])
    if rows := found.get("fairness_lossy"):
        lines += _fairness("generated, the kernel merging edges that come before it read the line (inferred)", rows)
    return "\n".join(lines)


WIDTH = 12  # of a column of fairness
LEGEND = """\
= declared dead heats, ? called uncertain, - nobody seen. mopsbox is the real desk; gpiozero is its real Button on a
modelled pin, with bounce_time 5 ms in the second line; the polls and arrival are models (see bench/fairness.py)."""


SAYS = (
    ("rules_games_per_s", "whole games a second by the rules alone", ""),
    ("sim_games_per_s", "whole games a second of bots, loop and referee", ""),
    ("actions_per_s", "actions a second, each durable on the disk", ""),
    ("display", "measured on", ""),
    ("frame_ms", "a whole picture, 1280x720", " ms"),
    ("animation_ms", "one picture of tumbling dice, shown", " ms"),
    ("decision_ms", "deciding edge to ruling while the dice tumble", " ms"),
    ("lamp_ms", "ruling to the winner's lamp", " ms"),
    ("press_lamp_ms", "finger to the press lamp while the dice tumble", " ms"),
    ("press_lamp_loop_ms", "the same, written by the screen's loop", " ms"),
    ("press_lamp_ratio", "that many times later", ""),
    ("winner_lamp_ms", "to the winner's lamp, beyond the referee's own waiting", " ms"),
    ("start_s", "command to first picture", " s"),
    ("idle_frames", "pictures painted while nobody does anything", ""),
    ("idle_wakeups_per_s", "wake-ups a second meanwhile", ""),
    ("idle_cpu_percent", "processor meanwhile", " %"),
    ("rss_mb", "memory", " MB"),
    ("art_mb", "drawings and words at most, two games, 1920x1080", " MB"),
)


PHONES = (
    ("decision_ms_alone", "deciding edge to ruling, nobody reading", " ms"),
    ("decision_ms_read", "the same while they read", " ms"),
    ("pages_per_s", "pages read a second", ""),
    ("slowest_page_ms", "the slowest of them", " ms"),
    ("not_answered", "not answered", ""),
)


def _stored(s: dict[str, Any]) -> str:
    return (
        f"with {s['games']} games stored ({s['mb']} MB): first picture after {s['start_s']} s,"
        f" {_said(s['start_mb'])} MB; scores {s['scores_s']} s, {_said(s['scores_mb'])} MB;"
        f" statistics {s['statistics_ms']} ms; an action {s['append_ms']} ms"
    )


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(inner)}" for key, inner in value.items())
    return "not known" if value is None else str(value)


def _fairness(title: str, rows: list[dict[str, Any]]) -> list[str]:
    """Two blocks, clean contacts and bouncing ones; a line a method, a column a gap."""
    lines = ["", title]
    for bounce in sorted({row["bounce"] for row in rows}):
        kind = [row for row in rows if row["bounce"] == bounce]
        gaps = list(dict.fromkeys(row["gap_us"] for row in kind))
        head = "".join(f"{_gap(gap):>{WIDTH}}" for gap in gaps)
        lines.append(f"{'bouncing contacts' if bounce else 'clean contacts':<18}{head}")
        for method in dict.fromkeys(row["method"] for row in kind):
            cells = {row["gap_us"]: row for row in kind if row["method"] == method}
            lines.append(f"{method:<18}" + "".join(f"{_cell(cells[gap]):>{WIDTH}}" for gap in gaps))
    return lines


def _gap(us: int) -> str:
    return f"{us // 1000} ms" if us >= 1000 and us % 1000 == 0 else f"{us} us"


def _cell(row: dict[str, Any]) -> str:
    """What stands after the wrong ones: = dead heats, ? uncertain, - nobody seen."""
    signs = (("dead_heat", "="), ("uncertain", "?"), ("none", "-"))
    return " ".join([str(row["wrong"]), *(sign + str(row[key]) for key, sign in signs if row.get(key))])


def _races(rows: list[dict[str, Any]]) -> str:
    return " or ".join(map(str, sorted({row["rounds"] for row in rows})))
