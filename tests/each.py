"""One test of many things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def for_each(values: Iterable[Any]) -> Callable[[Callable[[Any], None]], Callable[[pytest.Subtests], None]]:
    """The test is asked of every value; each of which it fails is named. Cheaper than a test of each by far."""

    def of_all(test: Callable[[Any], None]) -> Callable[[pytest.Subtests], None]:
        def ask(subtests: pytest.Subtests) -> None:
            for value in values:
                with subtests.test(str(value)):
                    test(value)

        ask.__name__, ask.__doc__, ask.__module__ = test.__name__, test.__doc__, test.__module__
        return ask

    return of_all
