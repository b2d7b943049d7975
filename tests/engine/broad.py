"""The same test over many seeds: the first few in every run, all others in ``make sweep``.

Where the sweep is left out the others are not even collected: to pass over thousands takes its time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

is_left_out = False
"""Whether this run leaves the sweep out (``tests/conftest.py``)."""


def broad(values: Iterable[Any], here: int) -> list[Any]:
    """Parameters for a test: the first ``here`` of them as they are, the rest marked for the sweep."""
    every = list(values)
    return [*every[:here], *_rest((value,) for value in every[here:])]


def broad_rows(rows: Iterable[tuple[Any, ...]], here: int) -> list[Any]:
    """The same for a test of several parameters."""
    every = list(rows)
    return [*every[:here], *_rest(every[here:])]


def _rest(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    return [] if is_left_out else [pytest.param(*row, marks=pytest.mark.sweep) for row in rows]


def some(seeds: range, here: int) -> pytest.MarkDecorator:
    """A test of each ``seed``: the first few ``here``, all of them in the sweep."""
    return pytest.mark.parametrize("seed", broad(seeds, here))
