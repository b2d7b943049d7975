"""Fixtures that every test of the web house may ask for."""

from __future__ import annotations

import hypothesis
import pytest

from tests import cast as people
from tests.cast import Cast
from tests.engine.rules import MARK

# A machine that is busy with something else is slow, not wrong.
hypothesis.settings.register_profile("patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}(*ids): proves these sections of the rulebooks (tests/engine/rules.py)")


@pytest.fixture
def cast(db: None) -> Cast:
    """The people of the tests, in the database."""
    return people.assemble()
