"""Which archives of a folder are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from upkeep.archives import shelf
from upkeep.archives.shelf import Retention

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
USUAL = Retention(days=7, weeks=4, months=6)


def after(days: int, *, hours: int = 24, terms: Retention = USUAL) -> list[datetime]:
    """What is kept after so many days, with a backup every so many hours, tidied after each."""
    kept: dict[Path, datetime] = {}
    at = NOW - timedelta(days=days)
    while at <= NOW:
        kept[Path(shelf.name_at(at))] = at
        for path in shelf.outlived(kept, terms, at):
            del kept[path]
        at += timedelta(hours=hours)
    return sorted(kept.values(), reverse=True)


def test_of_a_backup_a_day_seven_days_four_weeks_and_six_months_are_kept():
    kept = after(400)
    assert [(NOW - at).days for at in kept[:7]] == [0, 1, 2, 3, 4, 5, 6]
    assert len({at.isocalendar()[:2] for at in kept}) >= 4
    assert {(at.year, at.month) for at in kept} == {(2026, month) for month in (6, 7, 8, 9, 10, 11)}
    assert len(kept) <= 7 + 4 + 6


def test_all_of_the_last_day_are_kept_and_one_of_each_day_before():
    ages = [(NOW - at).total_seconds() / 3600 for at in after(3, hours=1)]
    assert [age for age in ages if age < 24] == list(range(24))
    assert [age for age in ages if age >= 24] == [37, 61], "the last hour of each"


def test_who_was_away_for_a_year_finds_what_was_there():
    long_ago = NOW - timedelta(days=365)
    archives = {Path(str(n)): long_ago - timedelta(days=n) for n in range(7)}
    assert shelf.outlived(archives, USUAL, NOW) == set()


def test_the_newest_is_kept_whatever_the_terms():
    archives = {Path(str(n)): NOW - timedelta(days=9 + n) for n in range(3)}
    assert shelf.outlived(archives, Retention(days=0, weeks=0, months=0), NOW) == {Path("1"), Path("2")}


def test_only_what_a_backup_has_named_is_an_archive(tmp_path: Path):
    for name in (shelf.name_at(NOW), "ready-room-of-mine.tar.gz", "ready-room.sqlite3", "before-update.tar.gz"):
        (tmp_path / name).touch()
    assert shelf.on(tmp_path) == {tmp_path / "ready-room-20261129T120000Z.tar.gz": NOW}
