"""On SQLite one test of each file stands for the others, which the sweep has: all that write queue for one lock there.

On PostgreSQL, where each lock is one of a row, all of them run each time.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent


WITHOUT = "without_the_lock"
"""In the names of tests that show what the lock is for."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "DATABASE_URL" in os.environ:
        return
    stands_for = set[Path]()
    for item in items:
        if item.path.parent != HERE or item.get_closest_marker("sweep"):
            continue
        if item.path in stands_for or WITHOUT in item.name:
            item.add_marker("sweep")
        else:
            stands_for.add(item.path)
