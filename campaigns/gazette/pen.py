"""Which of several wordings is used: it varies from issue to issue, and the same facts always read the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from config.common import seeds


class Pen:
    """Writes one issue.

    Each kind of sentence has its wordings in an order of its own, drawn for the campaign. An issue begins where its
    number says and goes on to the next wording for each sentence of the kind, so none comes twice in a row.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._seed, self._number = seed, number
        self._used = Counter[str]()

    def write(self, kind: str, *wordings: str) -> str:
        """One of them."""
        order = self._order(kind, wordings)
        place = self._number + self._used[kind]
        self._used[kind] += 1
        return order[place % len(order)]

    def _order(self, kind: str, wordings: Sequence[str]) -> list[str]:
        return seeds.shuffled(wordings, seeds.chance(self._seed, kind))
