"""What the tests of the engine share."""

from __future__ import annotations

import pytest

from tests.engine.coverage import Collector

COLLECTOR = Collector()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before any is left out of this run."""
    COLLECTOR.pytest_collection_modifyitems(items)


@pytest.fixture(scope="session")
def collected() -> Collector:
    """The marks of all tests that this run has collected."""
    return COLLECTOR
