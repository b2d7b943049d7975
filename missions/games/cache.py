"""Games that have been taken up lately, kept in this process so that the next decision need not play them again.

All of it may be thrown away at any time: the rows are the truth. Whoever takes a game out has it for himself.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from missions.games.course import Course

MOST = 256
"""Games that are kept; of the biggest mission this takes a good 20 MB."""


class Cache:
    """The courses of games by their keys, each with the number of the last entry that it has."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[UUID, tuple[int, Course]] = OrderedDict()
        self._lock = Lock()

    def take(self, key: UUID) -> tuple[int, Course] | None:
        """What is kept, and kept no longer."""
        with self._lock:
            return self._kept.pop(key, None)

    def keep(self, key: UUID, number: int, course: Course) -> None:
        with self._lock:
            self._kept[key] = number, course
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


KEPT = Cache()
