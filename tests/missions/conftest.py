"""Fixtures of several rooms: chance that is the same each time, and a clock to put forward."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.missions import on_screen


@pytest.fixture
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game that a test begins has the same seed."""
    monkeypatch.setattr(secrets, "randbelow", lambda most: 7 % most)


@pytest.fixture
def same_chance() -> Iterator[None]:
    """The games that a test begins draw one after the other as they do in every other run."""
    with on_screen.drawn(5):
        yield


@pytest.fixture
def hours_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Puts the clock forward by so many hours."""
    now, ahead = timezone.now, [0.0]

    def forward(hours: float) -> None:
        ahead[0] += hours
        monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=ahead[0]))

    return forward
