"""A connection to the database outlives a page and a task, unless it is old or broken."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import django.db
import pytest
from celery import Task
from celery.fixups.django import DjangoWorkerFixup  # type: ignore[attr-defined]  # newer than celery's types

from config import celery


def test_celery_itself_closes_no_connection_between_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    fixup = DjangoWorkerFixup(celery.app)
    closed: list[str] = []
    monkeypatch.setattr(fixup, "_close_database", lambda: closed.append("after a task"))
    for _ in range(3):
        fixup.close_database()
    assert closed == []


@pytest.mark.parametrize("is_eager", [False, True])
def test_old_connections_are_closed_between_tasks_and_not_amid_what_calls_one(
    is_eager: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(django.db, "close_old_connections", lambda: looked.append("between two tasks"))
    task: Task[Any, Any] = Mock()
    task.request.is_eager = is_eager
    celery.close_old_connections(task=task)
    assert bool(looked) is not is_eager


@pytest.mark.django_db(transaction=True)
def test_a_connection_outlives_a_page_and_a_task_until_it_is_a_minute_old() -> None:
    django.db.connection.close()
    django.db.connection.ensure_connection()
    opened = django.db.connection.connection
    django.db.close_old_connections()
    assert django.db.connection.connection is opened
    assert django.db.connection.close_at is not None
    django.db.connection.close_at -= 60
    django.db.close_old_connections()
    assert django.db.connection.connection is None
