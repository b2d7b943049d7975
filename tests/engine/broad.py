"""The same test over many seeds: the first few in every run, all others in ``make sweep``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def broad(values: Iterable[Any], here: int) -> list[Any]:
    """Parameters for a test: the first ``here`` of them as they are, the rest marked for the sweep."""
    return [
        value if place < here else pytest.param(value, marks=pytest.mark.sweep) for place, value in enumerate(values)
    ]
