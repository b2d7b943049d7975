"""What of concurrency waits for the sweep.

On SQLite all that write queue for one lock: one test of each file stands for the others. On PostgreSQL, where each lock
is one of a row, all of them run each time; but those without the lock, which show what it is for, on neither.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WITHOUT = "without_the_lock"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    stands_for = set[Path]()
    for item in items:
        if item.path.parent != HERE or item.get_closest_marker("sweep"):
            continue
        if WITHOUT in item.name or item.path in stands_for:
            item.add_marker("sweep")
        elif "DATABASE_URL" not in os.environ:
            stands_for.add(item.path)
            item.add_marker("portable")
