"""What the tests of the API share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> Iterator[None]:
    """Questions are counted in the cache; every test begins with none."""
    cache.clear()
    yield
    cache.clear()
