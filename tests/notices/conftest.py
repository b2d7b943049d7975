"""What tests of notices begin with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.notices.receiver import Receiver


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A receiver on this machine, to which webhooks may go."""
    settings.WEBHOOKS_TO_PRIVATE = ["127.0.0.0/8"]
    made = Receiver()
    yield made
    made.close()
