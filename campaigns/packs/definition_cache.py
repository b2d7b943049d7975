"""Definitions that were read already, by their text: reading one takes longer than most pages."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from campaigns.packs.definition import PackDefinition

MOST = 4_000_000
"""Characters of all texts together: five times the packs of the house."""


class DefinitionCache:
    """The definitions used last, of no more than ``most`` characters of text; immutable, so everybody shares them."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._found: OrderedDict[str, PackDefinition] = OrderedDict()
        self._lock = Lock()

    def get(self, text: str) -> PackDefinition | None:
        with self._lock:
            if text not in self._found:
                return None
            self._found.move_to_end(text)
            return self._found[text]

    def keep(self, text: str, pack: PackDefinition) -> None:
        """Remember it, and forget as many of those not used for longest as that takes."""
        with self._lock:
            if text not in self._found:
                self._size += len(text)
            self._found[text] = pack
            self._found.move_to_end(text)
            while self._size > self._most:
                oldest, _ = self._found.popitem(last=False)
                self._size -= len(oldest)
