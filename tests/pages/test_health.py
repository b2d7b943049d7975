"""`/healthz` says what fails."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from config import health, schema, signs


@pytest.fixture
def database(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database file that health is told to look at, with every migration noted in it."""
    if connection.vendor != "sqlite":
        pytest.skip("a server's database is no file")
    file = tmp_path / "some.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(health, "LOCK_PATIENCE", 0.05)
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        made.executemany("INSERT INTO django_migrations VALUES (?, ?)", schema.applied())
    made.close()
    return file


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The web server has run for a while."""
    monkeypatch.setattr(health, "GRACE", -1.0)
    signs._last.clear()
    cache.clear()
    yield
    signs._last.clear()
    cache.clear()


def said(client: Client) -> tuple[int, str]:
    answer = client.get("/healthz")
    assert answer["Content-Type"] == "text/plain"
    return answer.status_code, answer.content.decode()


def change(file: Path, sql: str) -> None:
    with sqlite3.connect(file) as other:
        other.execute(sql)
    other.close()


def test_all_is_well(db: None, client: Client) -> None:
    assert said(client) == (200, "ok\n")


def test_a_database_without_the_last_migration_is_told(database: Path, client: Client) -> None:
    assert said(client) == (200, "ok\n")
    change(database, "DELETE FROM django_migrations WHERE app = 'clubs' AND name LIKE '0001%'")
    status, text = said(client)
    assert status == 503
    assert text.startswith("database: clubs 0001_")
    assert text.endswith("has not been applied; run manage.py prepare\n")


def test_a_database_of_a_later_ready_room_is_told(database: Path, client: Client) -> None:
    change(database, "INSERT INTO django_migrations VALUES ('clubs', '9999_tomorrow')")
    assert said(client) == (
        503,
        "database: it is newer than this code, which does not know clubs 9999_tomorrow\n",
    )


def test_an_empty_database_and_none_at_all_are_told(database: Path, client: Client) -> None:
    change(database, "DROP TABLE django_migrations")
    assert said(client) == (503, "database: it is empty; run manage.py prepare\n")
    database.unlink()
    assert said(client) == (503, "database: it fails (OperationalError); the log says more\n")


@pytest.mark.parametrize("how", ["BEGIN IMMEDIATE", "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE"])
def test_a_locked_database_is_told_and_nobody_hangs(
    database: Path, client: Client, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(health, "asked_within_a_transaction", lambda: False)
    other = sqlite3.connect(database, isolation_level=None)
    other.executescript(how)
    assert said(client) == (503, "database: it is locked by another program\n")
    other.close()
    assert said(client) == (200, "ok\n")


def test_a_full_disk_is_told(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=3 * 2**20))
    status, text = said(client)
    assert status == 503
    assert text == "disk: only 3 MB are free for the data folder\n"


def test_a_data_folder_that_cannot_be_written_to_is_told(
    db: None, client: Client, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=2**40))
    settings.DATA_DIR = tmp_path / "gone"
    status, text = said(client)
    assert status == 503
    assert text == "disk: it fails (FileNotFoundError); the log says more\n"


def test_a_redis_that_is_away_is_told(
    db: None, client: Client, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = settings.REDIS_CLIENT_URL = f"unix://{tmp_path}/nothing.sock"
    status, text = said(client)
    assert status == 503
    assert text == "redis: it fails (ConnectionError); the log says more\n"
    assert "nothing.sock" in caplog.text


def test_a_dead_worker_and_a_dead_clock_are_told(db: None, client: Client, late: None) -> None:
    assert said(client) == (
        503,
        "worker: none has been heard of for 90 seconds\nclock: Celery's beat has not been heard of for 90 seconds\n",
    )
    signs.leave("worker")
    assert said(client) == (503, "clock: Celery's beat has not been heard of for 90 seconds\n")
    signs.leave("clock")
    assert said(client) == (200, "ok\n")


def test_the_heart_of_a_worker_and_the_messages_of_the_clock_are_their_signs(late: None) -> None:
    from celery.signals import after_task_publish, beat_init, heartbeat_sent

    import config.celery

    heartbeat_sent.send(sender=None)
    assert signs.is_fresh("worker")
    after_task_publish.send(sender="anything")
    assert not signs.is_fresh("clock"), "every process sends messages"
    try:
        config.celery.clock_begins()
        after_task_publish.send(sender="anything")
        assert signs.is_fresh("clock")
    finally:
        after_task_publish.disconnect(config.celery.clock_lives)
    assert beat_init.receivers


def test_a_part_that_hangs_is_told_and_not_asked_twice(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    answer = Event()

    def hang() -> None:
        asked.append(1)
        answer.wait(60)

    monkeypatch.setattr(health, "parts", lambda: {"disk": hang})
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    try:
        for _ in range(2):
            assert said(client) == (503, "disk: no answer within 0.2 seconds\n")
        assert asked == [1]
    finally:
        answer.set()
        health.Look.under_way["disk"].thread.join()
    assert said(client) == (200, "ok\n")
