"""Fixtures of tests in which games are flown on screen."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest

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
