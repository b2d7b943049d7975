"""Which tests to run on a second database: ``-p tests.databases`` adds two marks to choose by.

``portable``, besides the tests that bear it already: all of ``tests/concurrency`` and ``tests/services``.
``database``: every other test of pages and people that has the database among its fixtures. What asks it nothing needs
no second run; of what else campaigns and missions say to it, each statement is in a portable test.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from threading import Thread

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


def pytest_sessionstart(session: pytest.Session) -> None:
    """The process that only hands out the tests has the database migrated while the others still collect them."""
    hands_out = getattr(session.config.option, "numprocesses", None)
    if hands_out and "DATABASE_URL" in os.environ and not session.config.getoption("create_db"):
        from tests import template

        Thread(target=template.migrate_on_the_server).start()


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
