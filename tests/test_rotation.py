"""Which backups stay, whatever days a clock without a battery has told."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.rotation import MOST, NEWEST, OFTEN, WEEKS, Backup, due, following, read, spare, wanted

UNSET = date(1970, 1, 1)
days = st.one_of(st.just(UNSET), st.dates(date(2026, 1, 1), date(2027, 12, 31)))
backups = st.builds(Backup, st.integers(1, 400), days, st.integers(1, 50))


def grown(days: list[date], games: list[int] | None = None) -> set[Backup]:
    """One backup after the other, each time the spare ones removed."""
    there: set[Backup] = set()
    for n, day in enumerate(days):
        new = following(there, day, games[n] if games else n + 1)
        there = {*there, new}
        there -= set(spare(there, new))
    return there


@given(st.sets(backups, min_size=1, max_size=60), st.data())
@settings(deadline=None)
def test_the_good_one_stays_and_there_are_never_too_many(there: set[Backup], data: st.DataObject) -> None:
    good = data.draw(st.sampled_from(sorted(there)))
    gone = spare(there, good)
    left = there - set(gone)
    assert good in left and set(gone) <= there
    assert len(left) <= MOST
    assert set(sorted(there)[-NEWEST:]) <= left, "the newest by number, whatever their day"
    assert max(b.games for b in left) == max(b.games for b in there)
    assert not spare(left, good), "what stays stays"


@given(st.sets(backups, max_size=40), backups)
@settings(deadline=None)
def test_as_long_as_none_is_known_to_be_good_none_goes(there: set[Backup], other: Backup) -> None:
    assert spare(there - {other}, other) == ()


@given(st.lists(days, min_size=1, max_size=80))
@settings(deadline=None)
def test_over_years_the_last_one_made_is_always_there(days: list[date]) -> None:
    there = grown(days)
    assert max(there).number == len(days) and len(there) <= MOST


def test_after_a_year_of_evenings_there_are_seven_and_one_a_week_for_eight_weeks() -> None:
    first = date(2026, 1, 5)  # a Monday
    there = sorted(grown([first + timedelta(days=n) for n in range(364)]))
    assert len(there) == NEWEST + WEEKS
    weekly, newest = there[:-NEWEST], there[-NEWEST:]
    assert [b.number for b in newest] == [*range(358, 365)]
    assert [b.day.isocalendar().week for b in weekly] == [*range(45, 53)], "the eight weeks before the last seven days"
    assert all(b.day.isoweekday() == 7 for b in weekly), "the last one of its week"


def test_a_box_whose_clock_is_never_set_keeps_the_newest_by_number() -> None:
    there = sorted(grown([UNSET] * 50))
    assert [b.number for b in there] == [43, *range(44, 51)]


def test_a_new_database_after_a_damage_does_not_push_out_the_old_evenings() -> None:
    evening = [date(2026, 11, 30)] * 30
    there = grown(evening, games=[*range(290, 300), *range(1, 21)])
    assert max(there, key=lambda b: b.games).games == 299


@given(st.builds(Backup, st.integers(1, 10**9 - 1), st.dates(date(1, 1, 1)), st.integers(0, 10**9 - 1)))
@settings(deadline=None)
def test_a_name_says_all_there_is_to_know(backup: Backup) -> None:
    assert read(backup.name) == backup


@pytest.mark.parametrize(
    "name",
    [
        *("backup.tmp", "mopsbox.db", "mopsbox-1-2026-11-30-games-4.db", "mopsbox-00001-2026-02-31-games-4.db"),
        *("mopsbox-00001-2026-11-30-games-4.db-wal", "mopsbox-00001-2026-11-30-games-.db", ""),
        "mopsbox-٠٠٠٠١-2026-11-30-games-4.db",
    ],
)
def test_other_names_are_nobodys(name: str) -> None:
    assert read(name) is None


def test_at_the_start_one_is_made_if_the_newest_is_of_another_day_also_a_later_one() -> None:
    today = date(2026, 11, 30)
    assert wanted([], today)
    assert wanted([Backup(1, date(2026, 11, 29), 3)], today) and wanted([Backup(1, date(2027, 1, 1), 3)], today)
    assert not wanted([Backup(1, UNSET, 9), Backup(2, today, 3)], today)


def test_a_small_database_is_copied_after_every_game_also_after_one_that_was_begun_before_the_last_backup() -> None:
    there = [Backup(1, date(2026, 1, 1), games=9)]
    assert all(due(there, games, 2 * OFTEN - 1) for games in (9, 10, 11))
    assert due([], 0, 100 * OFTEN)


def test_a_large_one_is_not_copied_for_a_single_game() -> None:
    """100,000 games are about 370 MB: each evening's games would be a card's worth of writing."""
    there = [Backup(2, date(2026, 1, 2), games=1000), Backup(1, date(2026, 1, 1), games=5000)]
    assert [due(there, games, 4 * OFTEN) for games in (1000, 1001, 1003, 1004, 1010)] == [False] * 3 + [True] * 2
    assert due(there, 3, 4 * OFTEN)  # another database than the one that was kept
