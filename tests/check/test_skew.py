"""What the loopback test makes of its edges: skew of each channel, and what is too much."""

from __future__ import annotations

from mopsbox.check.loopback import Measured, Traced, channel, judged, overall
from mopsbox.check.skew import histogram, skews
from mopsbox.table import Seat


def test_the_middle_of_all_channels_is_zero_and_a_late_channel_stands_out() -> None:
    flips = [{Seat(1): 1000 + n, Seat(2): 1200 + n, Seat(3): 61_000 + n} for n in range(4)]
    found = skews(flips)
    assert found == {Seat(1): [-0.2] * 4, Seat(2): [0.0] * 4, Seat(3): [59.8] * 4}
    late = overall(Measured(True, flips), found)
    assert late.status == "WARN" and late.says.startswith("buzzer 3 is stamped 60.0 us after buzzer 1")


def test_a_flip_with_one_channel_alone_says_nothing_about_skew() -> None:
    assert skews([{Seat(4): 1000}]) == {}
    assert overall(Measured(True, [{Seat(4): 1000}]), {}).status == "WARN"


def test_edges_that_never_came_or_came_twice_are_a_warning() -> None:
    both = {Seat(1): 10, Seat(2): 20}
    assert channel(Seat(1), [both, {Seat(2): 20}], [0.0]).status == "WARN"
    assert channel(Seat(1), [{Seat(2): 20}], []).status == "FAIL"
    for counted in (Measured(True, [both], extra=1), Measured(True, [both], lost=1)):
        assert overall(counted, skews([both])).status == "WARN"
    assert overall(Measured(True, [both]), skews([both])).status == "OK"


def test_a_buzzer_that_does_not_let_go_is_stuck() -> None:
    found = judged(Traced(frozenset({Seat(2)}), {Seat(1): frozenset({Seat(1)}), Seat(2): frozenset({Seat(2)})}))
    assert list(found) == [2] and "stuck" in found[Seat(2)].says


def test_the_histogram_shows_every_value_once_and_the_far_ends_apart() -> None:
    values = [n / 10 for n in range(-50, 50)] * 10 + [900.0, -900.0]
    lines = histogram(values)
    assert sum(int(line.split()[-1]) for line in lines) == len(values)
    assert lines[0].split()[0] == "less" and lines[-1].split()[0] == "more"
    assert histogram([]) == [] and sum("#" in line for line in histogram([1.0] * 5)) == 1
