"""Older code keeps its hands off newer data."""

from __future__ import annotations

import importlib
import sys

import pytest
from celery.signals import beat_init, worker_init
from django.core.management import CommandError, call_command

import config.celery  # noqa: F401  (it listens to the starts of workers)
from config import schema


@pytest.fixture
def newer(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database of a later Ready Room."""
    known = schema.applied()
    monkeypatch.setattr(schema, "applied", lambda: known | {("missions", "9999_tomorrow")})
    monkeypatch.setattr("config.schema.connection.close", lambda: None)


def test_prepare_refuses_the_data_of_a_later_ready_room(newer: None):
    with pytest.raises(CommandError, match="newer than this code: it knows missions 9999_tomorrow"):
        call_command("prepare")


def test_a_web_server_ends_at_its_start(
    newer: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delitem(sys.modules, "config.wsgi", raising=False)
    with pytest.raises(SystemExit) as ended:
        importlib.import_module("config.wsgi")
    assert ended.value.code == 3, "gunicorn gives up instead of starting it again and again"
    assert "Bring the code up to date" in capsys.readouterr().err


@pytest.mark.parametrize("begins", [worker_init, beat_init])
def test_a_worker_and_the_clock_end_at_their_start(newer: None, begins: object, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        begins.send(sender=None)  # type: ignore[attr-defined]  # Celery's signals have no types
    assert "Bring the code up to date" in capsys.readouterr().err


def test_the_present_data_and_an_applied_migration_of_a_library_that_it_has_dropped_are_taken(
    db: None, monkeypatch: pytest.MonkeyPatch
):
    assert schema.newer() == ""
    known = schema.applied()
    monkeypatch.setattr(schema, "applied", lambda: known | {("auth", "0999_dropped")})
    assert schema.newer() == ""
