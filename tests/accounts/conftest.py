"""What the tests of accounts share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nobody_has_tried_yet() -> Iterator[None]:
    """Attempts to sign in are counted in the cache; every test begins with none."""
    cache.clear()
    yield
    cache.clear()
