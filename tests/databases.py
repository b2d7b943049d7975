"""Which tests to run on a second database: ``-p tests.databases`` adds two marks to choose by.

``portable``, besides the tests that bear it already: all of ``tests/concurrency`` and ``tests/services``.
``database``: every other test of pages and people that has the database among its fixtures. What asks it nothing needs
no second run; of what else campaigns and missions say to it, each statement is in a portable test.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WHOLE = {"concurrency", "services"}
"""Folders about the database and the broker themselves."""
ALL = {"accounts", "clubs", "demo", "notices", "pages"}
"""Folders of which everything runs there, in the sweep."""
PAGES = {"views", "replay"}
"""So do these rooms of every app."""
FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "database: has the database among its fixtures")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Before pytest chooses by the marks; and what is long comes first, so that one process does not wait for it."""
    for item in items:
        folders = item.path.relative_to(HERE).parts
        if folders[0] in WHOLE:
            item.add_marker("portable")
        elif folders[0] not in ALL and not PAGES.intersection(folders):
            continue
        elif FIXTURES.intersection(getattr(item, "fixturenames", ())) or item.get_closest_marker("django_db"):
            item.add_marker("database")
    yield
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
