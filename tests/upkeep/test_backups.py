"""Where a backup goes, when it is made, and when it cannot be."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections import namedtuple
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from config.common.refusals import Refusal
from upkeep import databases, tasks
from upkeep.archives import files, shelf
from upkeep.operations import backups

Usage = namedtuple("Usage", "total used free")

pytestmark = pytest.mark.skipif("DATABASE_URL" in os.environ, reason="a dump of PostgreSQL: see test_restore")


@pytest.fixture
def folder(db: None, tmp_path: Path, settings: Settings) -> Path:
    settings.BACKUP_FOLDER = tmp_path / "backups"
    return tmp_path / "backups"


def test_a_backup_goes_into_the_folder_which_is_made_and_keeps_only_what_it_should(folder: Path):
    first = backups.make()
    assert first.parent == folder
    assert folder.stat().st_mode & 0o777 == 0o700
    assert files.check(first).database.counts["auth_user"] == 0
    for days in range(1, 40):
        first.rename(folder / shelf.name_at(timezone.now() - timedelta(days=days)))
        first = backups.make()
    assert 8 <= len(shelf.on(folder)) <= 1 + 7 + 4 + 2
    assert [path for path in folder.iterdir() if path not in shelf.on(folder)] == []


def test_two_backups_of_one_second_stand_beside_each_other(folder: Path):
    assert len({backups.make() for _ in range(3)}) == 3


def test_a_file_that_is_there_is_never_written_over(folder: Path, tmp_path: Path):
    made = backups.make(tmp_path / "mine.tar.gz")
    before = made.read_bytes()
    with pytest.raises(Refusal, match=r"mine\.tar\.gz is there already"):
        backups.make(made)
    assert made.read_bytes() == before
    assert not folder.exists(), "and what is named is the only one"


@pytest.mark.parametrize("where", ["not/there/mine.tar.gz", "file/mine.tar.gz"])
def test_a_place_that_cannot_be_written_to_is_named(where: str, folder: Path, tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=r"No backup could be made in .*: (No such file|Not a directory)"):
        call_command("backup", "--to", str(tmp_path / where))


def test_without_room_nothing_is_begun(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(2**30, 2**30, 10 * 2**20))
    with pytest.raises(Refusal, match="has 10 MB free, and a backup needs up to"):
        backups.make()
    assert list(folder.iterdir()) == []


def test_of_two_at_once_the_second_is_sent_away_and_what_a_kill_left_is_swept(folder: Path):
    folder.mkdir()
    (folder / ".backup-killed").mkdir()
    (folder / ".backup-killed" / "database").touch()
    other = os.open(folder, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    with pytest.raises(Refusal, match="is being made"):
        backups.make()
    assert (folder / ".backup-killed").exists()
    os.close(other)
    made = backups.make()
    assert list(folder.iterdir()) == [made]


def test_a_database_that_is_broken_gives_no_backup(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Every page of it is looked at: a copy of a broken one would push the good ones off the shelf."""
    dump = databases.sqlite.dump

    def broken(to: Path) -> object:
        dump(to)
        with to.open("r+b") as file:
            file.seek(40_960)
            file.write(b"\xaa" * 4096)
        return databases.sqlite.look_into(to)

    monkeypatch.setattr(databases.sqlite, "dump", broken)
    with pytest.raises(Refusal, match="No backup was made, for it would have been no good: SQLite"):
        backups.make()
    assert list(folder.iterdir()) == []


def test_a_worker_makes_one_a_day(folder: Path, settings: Settings):
    tasks.back_up()
    tasks.back_up()
    (first,) = shelf.on(folder)
    first.rename(folder / shelf.name_at(timezone.now() - timedelta(hours=23)))
    tasks.back_up()
    assert len(shelf.on(folder)) == 1
    (first,) = shelf.on(folder)
    first.rename(folder / shelf.name_at(timezone.now() - timedelta(hours=25)))
    tasks.back_up()
    assert len(shelf.on(folder)) == 2
    settings.BACKUP_EVERY = 0
    for path in shelf.on(folder):
        path.unlink()
    tasks.back_up()
    assert not shelf.on(folder)


def test_a_worker_that_can_make_none_says_so_in_the_log(
    folder: Path, settings: Settings, caplog: pytest.LogCaptureFixture
):
    folder.touch()
    tasks.back_up()
    assert f"No backup could be made in {folder}" in caplog.text
