"""Fixtures that every test of the web house may ask for."""

from __future__ import annotations

import pytest

from tests import cast as people
from tests.cast import Cast


@pytest.fixture
def cast(db: None) -> Cast:
    """The people of the tests, in the database."""
    return people.assemble()
