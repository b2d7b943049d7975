"""On PostgreSQL only the tables that hold something are emptied after a test whose transaction is not rolled back.

Django empties every table by ``TRUNCATE``, which makes new files for it and for each of its indexes: four times as dear
as to delete the few rows there are. What Django itself writes back after that may stay where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from unittest import mock

import pytest
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations

WRITTEN_BACK: Final = frozenset({"django_content_type", "auth_permission"})
"""Of models, not of people: the same after every test."""


def _deletions(ops: BaseDatabaseOperations, style: Any, tables: list[str], **ways: Any) -> list[str]:
    """As ``sql_flush``: statements that empty ``tables``. Constraints are looked at when all of them have run."""
    assert not ways.get("reset_sequences"), "numbers go on where they were"
    asked = " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {ops.quote_name(table)})"
        for table in sorted({*tables} - WRITTEN_BACK)
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return [f"DELETE FROM {ops.quote_name(table)}" for (table,) in cursor.fetchall()]


@pytest.fixture(autouse=True, scope="session")
def emptied(django_test_environment: None) -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with mock.patch.object(type(connection.ops), "sql_flush", _deletions):
        yield
