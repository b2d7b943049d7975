"""Marks of the engine's tests."""

import pytest

from tests.engine.rules import MARK


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}(*ids): proves these sections of the rulebooks (tests/engine/rules.py)")
