"""Types of aircraft: of a game's own catalogue by slug, or given inline by what its cards say.

One that was given inline with a slug may be asked for by that afterwards, see ``own_types``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Generic, TypeVar

from engine.core import own_types
from engine.core.errors import EngineError
from engine.core.game import Document

Aircraft = TypeVar("Aircraft")
MOST_REMEMBERED = 256
"""Types given inline that are kept, the last ones asked for."""


class Types(Generic[Aircraft]):
    """The types of a game, each read once."""

    def __init__(
        self,
        catalogue: Callable[[], dict[str, Document]],
        read: Callable[[str, Document, str | Document], Aircraft],
        given: str = "ratings",
        longest: int = 0,
    ) -> None:
        """``read`` makes a type of its key, its table, and what it was asked for by. Raises ``EngineError``.

        ``given``: what cards say, in a word. ``longest``: the most characters of a name that is given inline, if any.
        """
        self._catalogue = catalogue
        self._read = read
        self._given = given
        self._longest = longest
        self._by_slug = cache(self._read_slug)
        self._by_ratings = lru_cache(maxsize=MOST_REMEMBERED)(self._read_ratings)

    def __call__(self, source: object) -> Aircraft:
        """The aircraft of a slug or of inline ratings. Raises ``EngineError`` with a sentence."""
        if isinstance(source, str):
            own = own_types.table_of(source)
            return self._by_slug(source) if own is None else self(own)
        if isinstance(source, dict):
            try:
                return self._by_ratings(json.dumps(source, allow_nan=False))
            except (TypeError, ValueError, RecursionError) as problem:
                if isinstance(problem, EngineError):
                    raise
                raise EngineError(f"The {self._given} of an aircraft must be plain JSON.") from None
        raise EngineError(f"An aircraft is a slug or a table of {self._given}.")

    def table(self, slug: str) -> Document:
        """What a type is made from. Raises ``EngineError``."""
        table = self._catalogue().get(slug) or own_types.table_of(slug)
        if table is None:
            raise EngineError(f"There is no aircraft {slug!r}.")
        return table

    def _read_slug(self, slug: str) -> Aircraft:
        return self._read(slug, self.table(slug), slug)

    def _read_ratings(self, ratings: str) -> Aircraft:
        table = json.loads(ratings)
        name = table.get("name")
        if not isinstance(name, str) or not name.strip() or 0 < self._longest < len(name):
            length = f" of at most {self._longest} characters" if self._longest else ""
            raise EngineError(f"An aircraft given by its {self._given} needs a name{length}.")
        return self._read(own_types.know(table) if "slug" in table else name, table, table)
