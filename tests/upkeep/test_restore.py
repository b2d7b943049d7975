"""A backup of an installation, brought back into another one."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from dotenv import dotenv_values

from tests.installations import ROOT, installation

pytestmark = [pytest.mark.portable, pytest.mark.slow("each command is a process that loads the house")]

BEFORE = {"missions": "0035_drafts_of_nothing", "campaigns": "0019_cards_of_clubs"}
"""Migrations of an older state."""


def manage(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def done(environment: dict[str, str], *command: str) -> str:
    run = manage(environment, *command)
    assert run.returncode == 0, run.stderr[-4000:]
    return run.stdout


def at_home(environment: dict[str, str], act: str = "look") -> dict[str, object]:
    command = [sys.executable, "-m", "tests.upkeep.home", act]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-4000:]
    found: dict[str, object] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def prepared(
    tmp_path_factory: pytest.TempPathFactory, migrated: str | None, gathered: Path, django_db_setup: None
) -> Iterator[dict[str, str]]:
    """An installation that has been brought up to date."""
    with installation(tmp_path_factory.mktemp("prepared"), migrated, STATIC_ROOT=str(gathered)) as environment:
        done(environment, "prepare")
        yield environment


@pytest.fixture
def old(tmp_path: Path, prepared: dict[str, str]) -> Iterator[dict[str, str]]:
    with beside(prepared, tmp_path / "old", like=prepared) as environment:
        yield environment


@pytest.fixture
def new(tmp_path: Path, prepared: dict[str, str]) -> Iterator[dict[str, str]]:
    """An empty place, on which nothing has been run yet."""
    with beside(prepared, tmp_path / "new") as environment:
        yield environment


@contextmanager
def beside(prepared: dict[str, str], data: Path, like: dict[str, str] | None = None) -> Iterator[dict[str, str]]:
    """An installation that need not gather static files, nor read packs, once more."""
    with installation(data, like=like, STATIC_ROOT=prepared["STATIC_ROOT"]) as environment:
        shutil.copy(Path(prepared["READY_ROOM_DATA"]) / "packs-loaded.txt", data)
        yield environment


def back_up(environment: dict[str, str], *more: str) -> Path:
    return Path(done(environment, "backup", *more).splitlines()[-1])


@(pytest.mark.sweep if "DATABASE_URL" in os.environ else pytest.mark.portable)
def test_what_was_backed_up_is_what_is_restored(old: dict[str, str], new: dict[str, str]):
    before = at_home(old, "move-in")
    archive = back_up(old)
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert archive.parent == Path(old["READY_ROOM_DATA"]) / "backups"
    told = done(new, "restore", str(archive))
    assert "with 1 account and 1 campaign." in told
    assert told.splitlines()[-1] == "1 campaigns reconcile."
    assert at_home(new) == before
    assert before["problems"] == []
    again = manage(new, "restore", str(archive))
    assert again.returncode != 0
    assert "This place has 1 club and 1 campaign already" in again.stderr
    assert "Traceback" not in again.stderr


@pytest.mark.sweep
def test_a_backup_of_an_older_state_is_brought_up_to_date(old: dict[str, str], new: dict[str, str]):
    before = at_home(old, "move-in")
    for app, name in BEFORE.items():
        done(old, "migrate", app, name, "--verbosity", "0")
    archive = back_up(old)
    done(new, "restore", str(archive))
    assert at_home(new) == before
    assert manage(new, "migrate", "--check").returncode == 0


@pytest.mark.sweep
def test_a_backup_goes_into_a_place_that_has_only_been_started(
    old: dict[str, str], prepared: dict[str, str], tmp_path: Path
):
    before = at_home(old, "move-in")
    archive = back_up(old, "--to", str(Path(old["READY_ROOM_DATA"]).parent / "of-tuesday.tar.gz"))
    assert archive.name == "of-tuesday.tar.gz"
    with beside(prepared, tmp_path / "started", like=prepared) as started:
        done(started, "restore", str(archive))
        assert at_home(started) == before


@pytest.mark.sweep
def test_data_of_a_later_ready_room_is_refused_and_nothing_is_changed(old: dict[str, str], new: dict[str, str]):
    with_a_later_migration(old)
    run = manage(new, "restore", str(back_up(old)))
    assert run.returncode != 0
    assert "it knows missions 9999_tomorrow, and this code does not. Bring the code up to date" in run.stderr
    assert "Still there are []" in done(new, "shell", "--command", f"{CONNECT}; print('Still there are', {TABLES})")


CONNECT = "from django.db import connection"
TABLES = "connection.introspection.table_names()"


def with_a_later_migration(environment: dict[str, str]) -> None:
    line = "INSERT INTO django_migrations (app, name, applied) VALUES ('missions', '9999_tomorrow', '2030-01-01')"
    done(environment, "shell", "--command", f"{CONNECT}; connection.cursor().execute({line!r})")


@pytest.mark.sweep
def test_a_database_of_the_other_kind_is_refused(old: dict[str, str], tmp_path: Path):
    archive = back_up(old)
    other = dict(old) | {"READY_ROOM_DATA": str(tmp_path / "other")}
    if other.pop("DATABASE_URL", None) is None:
        pytest.skip("the same the other way round is asked where there is a PostgreSQL")
    run = manage(other, "restore", str(archive))
    assert "is a backup of a PostgreSQL database, and this place is on SQLite" in run.stderr


@pytest.mark.sweep
def test_a_desk_gets_its_key_and_its_settings_back_but_not_where_things_were(
    old: dict[str, str], new: dict[str, str], tmp_path: Path
):
    """As `make backup` and `make restore` do it."""
    first, second = (
        {name: value for name, value in each.items() if name not in ("SECRET_KEY", "ALLOWED_HOSTS", "HTTPS")}
        for each in (old, new)
    )
    on_a_desk(first, "prepare")
    with (Path(first["READY_ROOM_DATA"]) / "settings.env").open("a") as file:
        file.write("DEFAULT_FROM_EMAIL='The Old Hands\\' \"Mess\" # <a@b.example>'\nBACKUP_FOLDER=/somewhere\n")
    made = on_a_desk(first, "backup", "--to", str(tmp_path / "it.tar.gz"))
    on_a_desk(second, "restore", made.splitlines()[-1])
    was, now = (dotenv_values(Path(each["READY_ROOM_DATA"]) / "settings.env") for each in (first, second))
    assert now["SECRET_KEY"] == was["SECRET_KEY"]
    assert now["DEFAULT_FROM_EMAIL"] == was["DEFAULT_FROM_EMAIL"] == 'The Old Hands\' "Mess" # <a@b.example>'
    assert "BACKUP_FOLDER" not in now
    assert stat.S_IMODE((Path(second["READY_ROOM_DATA"]) / "settings.env").stat().st_mode) == 0o600


def on_a_desk(environment: dict[str, str], *command: str) -> str:
    run = subprocess.run(
        [sys.executable, "bin/manage_here.py", *command], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr[-4000:]
    return run.stdout


@pytest.mark.sweep
def test_where_the_settings_come_from_outside_those_of_the_backup_lie_beside(old: dict[str, str], new: dict[str, str]):
    key = Path(old["READY_ROOM_DATA"]) / "key"
    key.write_text("a key in a file\n")
    from_file = {name: value for name, value in old.items() if name != "SECRET_KEY"} | {"SECRET_KEY_FILE": str(key)}
    told = done(new, "restore", str(back_up(from_file)))
    beside = Path(new["READY_ROOM_DATA"]) / "settings.restored.env"
    assert f"lie in {beside}. Take its SECRET_KEY over" in told
    assert dotenv_values(beside)["SECRET_KEY"] == "a key in a file\n"


@pytest.mark.sweep
def test_the_archive_opens_with_what_every_machine_has(old: dict[str, str], tmp_path: Path):
    archive = back_up(old)
    with closing(tarfile.open(archive)) as tar:
        assert tar.getnames() == ["manifest.json", "database", "settings.env"]
        manifest = tar.extractfile("manifest.json")
        assert manifest is not None
        said = json.load(manifest)
    assert said["database"]["counts"]["auth_user"] == 1
    assert ["missions", "0001_initial"] in said["database"]["migrations"]
    assert said["database"]["kind"] == ("postgresql" if "DATABASE_URL" in old else "sqlite")
