"""How rows that need several pages are shared out among them, so that none is left with the last one alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

TOGETHER: Final = 2
"""Rows at least that go on on a further page."""


def evenly(heights: Sequence[float], room: float) -> Iterator[slice]:
    """The parts of each page: as few pages as can be, and these as even as can be, the fuller ones first.

    ``room`` is the height of a page; a part that is higher has one for itself.
    """
    best = [(0, 0.0, 0)]
    """By the number of parts: pages, the sum of their heights squared, and where the last of them begins."""
    for end in range(1, len(heights) + 1):
        choices = []
        used = 0.0
        for start in range(end - 1, -1, -1):
            used += heights[start]
            if used > room and start < end - 1:
                break
            pages, squares, _ = best[start]
            choices.append((pages + 1, squares + used * used, start))
        best.append(min(choices, key=lambda choice: (choice[0], choice[1], -choice[2])))
    parts: list[slice] = []
    end = len(heights)
    while end:
        start = best[end][2]
        parts.append(slice(start, end))
        end = start
    yield from reversed(parts)


def on_first_page(rows: int, most: int) -> int:
    """How many of ``rows`` stand on a first page that holds ``most``, so that whoever goes on is not alone."""
    return rows if rows <= most else max(min(most, rows - TOGETHER), 1)
