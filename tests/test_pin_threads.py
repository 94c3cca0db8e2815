"""What a bounce time lets through, and when a pulse is high: the pure parts under the pins."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mopsbox.pin_threads import Quiet, pulse
from mopsbox.table import MS

Steps = list[tuple[int, bool]]
NS = 50 * MS


def told(quiet: Quiet, edges: Steps, asked: list[bool] | None = None) -> Steps:
    """What a listener hears. `asked`: before which edges somebody looks whether the time is over (a thread may sleep
    on); at the end somebody does."""
    out: Steps = []
    for i, (t, high) in enumerate(edges):
        due = quiet.due()
        if due is not None and due <= t and (asked is None or asked[i]):
            out += quiet.over(due)
        out += quiet.edge(t, high)
    while (due := quiet.due()) is not None:
        out += quiet.over(due)
    return out


def test_a_press_is_told_at_once_and_its_bounces_are_not() -> None:
    bounces = [(0, False), (MS, True), (2 * MS, False), (3 * MS, True), (4 * MS, False)]
    assert told(Quiet(NS, True), bounces) == [(0, False)]


def test_a_release_within_the_bounce_time_is_told_when_it_is_over_with_its_own_stamp() -> None:
    quiet = Quiet(NS, True)
    assert quiet.edge(0, False) == [(0, False)]
    assert quiet.edge(20 * MS, True) == []
    assert quiet.due() == NS
    assert quiet.over(NS - 1) == []
    assert quiet.over(NS) == [(20 * MS, True)]
    assert quiet.due() is None and quiet.over(9 * NS) == []


def test_an_old_bounce_does_not_undo_a_later_release() -> None:
    edges = [(0, False), (MS, True), (2 * MS, False), (NS, True)]
    assert told(Quiet(NS, True), edges) == [(0, False), (NS, True)]


def test_a_level_read_too_late_does_not_cost_the_press() -> None:
    """The kernel stamped the first edge, then read the level while the contact was open again (facts/timing.md B3)."""
    assert told(Quiet(NS, True), [(0, True), (MS // 2, False), (MS, True), (2 * MS, False)]) == [(MS // 2, False)]


def test_without_a_bounce_time_everything_is_told() -> None:
    edges = [(0, False), (0, False), (1, True), (1, False)]
    assert told(Quiet(), edges) == edges


def test_rising_edges_alone_all_count_once_in_each_bounce_time() -> None:
    edges = [(0, True), (MS, True), (NS, True), (NS + MS, True), (3 * NS, True)]
    assert told(Quiet(NS), edges) == [(0, True), (NS, True), (3 * NS, True)]


gaps = st.lists(st.tuples(st.integers(1, 3 * NS), st.booleans(), st.booleans()), max_size=30)


@given(gaps, st.booleans())
def test_whoever_listens_knows_the_level_in_the_end_and_is_left_in_peace(
    moves: list[tuple[int, bool, bool]], rest: bool
) -> None:
    edges, t = [], 0
    for gap, high, _ in moves:
        t += gap
        edges.append((t, high))
    heard = told(Quiet(NS, rest), edges, [asked for _, _, asked in moves])
    assert set(heard) <= set(edges), "only what happened is told, with its own stamp"
    assert all(b[0] - a[0] >= NS for a, b in zip(heard, heard[2:], strict=False)), "two in each bounce time at most"
    levels = [rest, *(high for _, high in heard)]
    assert all(a is not b for a, b in pairwise(levels)), "every step is a change"
    assert levels[-1] is (edges[-1][1] if edges else rest), "the last level is known"
    first = next((edge for edge in edges if edge[1] is not rest), None)
    assert heard[:1] == ([first] if first else []), "the first change is told with its own stamp"


periods = st.integers(2, 10**9)


@given(st.integers(0, 10**15), periods, st.data())
def test_a_pulse_is_high_for_exactly_its_share_of_every_period(now: int, period: int, data: st.DataObject) -> None:
    on = data.draw(st.integers(1, period - 1))
    start, shares = now, {True: 0, False: 0}
    while now < start + period:
        high, left = pulse(now, period, on)
        left = min(left, start + period - now)
        assert left > 0 and pulse(now + left - 1, period, on)[0] is high
        shares[high] += left
        now += left
    assert shares == {True: on, False: period - on}
    assert pulse(start, period, on) == pulse(start + 7 * period, period, on), "a late thread skips whole periods"
