"""What tests of notices begin with."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from pytest_django import Settings

from notices.operations import deliveries
from tests.notices.receiver import Receiver


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A receiver on this machine, to which webhooks may go."""
    settings.WEBHOOKS_TO_PRIVATE = ["127.0.0.0/8"]
    made = Receiver()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def nobody_waits_a_minute() -> Iterator[None]:
    """Messages follow each other at once; what is asked of their pace sets it."""
    with mock.patch.object(deliveries, "PACE", timedelta(0)):
        yield
