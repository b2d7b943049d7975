"""What is long, some at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
T = TypeVar("T")


def by_steps(rows: QuerySet[M], key: str, size: int) -> Iterator[M]:
    """All of ``rows`` in the order of ``key``, a unique field of numbers; ``size`` are fetched and held at once.

    A query for each ``size``. What whoever reads them writes meanwhile does no harm, as it would to an open cursor.
    """
    last: int | None = None
    while True:
        found = list((rows if last is None else rows.filter(**{f"{key}__gt": last})).order_by(key)[:size])
        yield from found
        if len(found) < size:
            return
        last = getattr(found[-1], key)


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """``size`` of them at a time, fewer at the end.

    >>> list(batched("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    rest = iter(items)
    while found := list(islice(rest, size)):
        yield found
