"""Finding words in names as people type them: without case or accents, the same on every database."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

LEAST, MOST = 2, 80
"""Letters of what is looked for."""
Found = TypeVar("Found")


def plain(text: str) -> str:
    """``Bf 109E`` and ``bf 109e``, ``Günther`` and ``gunther``: what one is found by."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@dataclass(frozen=True, slots=True)
class Wanted:
    """The words that somebody looks for: what is found has each of them somewhere."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Wanted:
        return cls(tuple(plain(text).split()))

    def is_in(self, *texts: str) -> bool:
        where = [plain(text) for text in texts]
        return all(any(word in text for text in where) for word in self.words)

    def best(self, found: Iterable[Found], name: Callable[[Found], str]) -> list[Found]:
        """Those in whose name a word begins so before those that have it somewhere; else in the order given."""
        return sorted(found, key=lambda each: f" {self.words[0]}" not in f" {plain(name(each))}")
