"""Which tests to run on a second database: ``-p tests.databases`` adds two marks to choose by.

``portable``, besides the tests that bear it already: all of ``tests/concurrency`` and ``tests/services``.
``database``: every other test that has the database among its fixtures. What asks it nothing needs no second run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
WHOLE = {"concurrency", "services"}
"""Folders about the database and the broker themselves."""
FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "database: has the database among its fixtures")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before pytest's own, which chooses by the marks."""
    for item in items:
        if item.path.relative_to(HERE).parts[0] in WHOLE:
            item.add_marker("portable")
        elif FIXTURES.intersection(getattr(item, "fixturenames", ())) or item.get_closest_marker("django_db"):
            item.add_marker("database")
