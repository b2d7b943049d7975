"""Types of aircraft that somebody has made, and how games tell them apart.

Such a type is given by its table, as ratings given inline are, with a slug that is made of what the table says: the
slug that its maker chose, and a mark. Whoever has the table has the slug, and the slug never means another table: two
cards of one name do not meet, and what a record or a journal names stays what it was. Types that were read once are
remembered, so that pages and reports may ask for them by slug.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from engine.core.errors import EngineError
from engine.core.game import Document

MARK_LENGTH: Final = 12
MOST: Final = 4_000
"""Types that are remembered, those asked for last."""
_MARK: Final = re.compile(rf"_[0-9a-f]{{{MARK_LENGTH}}}$")
_KNOWN: Final[OrderedDict[str, Document]] = OrderedDict()
_LOCK: Final = Lock()
_SOURCES: Final[list[Callable[[str], Document | None]]] = []


def is_own(slug: str) -> bool:
    """Whether a slug is that of a type that somebody has made.

    >>> is_own("hurricane-i_0123456789ab"), is_own("hurricane-i")
    (True, False)
    """
    return _MARK.search(slug) is not None


def plain(slug: str) -> str:
    """The slug that its maker chose.

    >>> plain("hurricane-i_0123456789ab"), plain("hurricane-i")
    ('hurricane-i', 'hurricane-i')
    """
    return _MARK.sub("", slug)


def marked(slug: str, table: Document) -> str:
    """The slug of a type whose maker calls it ``slug``.

    >>> marked("kite", {"name": "Kite"})
    'kite_4fe8e1235e34'
    """
    said = json.dumps({**table, "slug": slug}, sort_keys=True, ensure_ascii=True, allow_nan=False)
    return f"{slug}_{sha256(said.encode()).hexdigest()[:MARK_LENGTH]}"


def know(table: Document) -> str:
    """Remember a type by the ``slug`` of its table, which it gives. Raises ``EngineError`` if that is another's."""
    slug = table["slug"]
    if not isinstance(slug, str) or not is_own(slug) or marked(plain(slug), table) != slug:
        raise EngineError("The slug of an aircraft given by its ratings is not made of what they say. Leave it out.")
    with _LOCK:
        _KNOWN[slug] = table
        _KNOWN.move_to_end(slug)
        if len(_KNOWN) > MOST:
            _KNOWN.popitem(last=False)
    return slug


def table_of(slug: str) -> Document | None:
    """What a type says that somebody has made; ``None`` if nobody here has."""
    if not is_own(slug):
        return None
    with _LOCK:
        if slug in _KNOWN:
            _KNOWN.move_to_end(slug)
            return _KNOWN[slug]
    for source in _SOURCES:
        if (table := source(slug)) is not None:
            know(table)
            return table
    return None


def given(slug: str) -> str | Document:
    """What a set-up says of a type: its slug, or all of its table, so that the game needs nobody to look it up."""
    return table_of(slug) or slug


def ask(source: Callable[[str], Document | None]) -> None:
    """Look there, too, for types that are not remembered."""
    _SOURCES.append(source)


def with_tables(setup: Document) -> Document:
    """A set-up in which types that somebody has made are given by their tables."""
    units = setup.get("units")
    if not isinstance(units, list):
        return setup
    return {**setup, "units": [_given_in(unit) if isinstance(unit, dict) else unit for unit in units]}


def tables_in(setup: Document) -> tuple[Document, ...]:
    """The tables of types that somebody has made in a set-up, each once."""
    units = setup.get("units")
    named = [
        each
        for unit in (units if isinstance(units, list) else ())
        if isinstance(unit, dict)
        for key in _OF_UNITS
        for each in _listed(unit.get(key))
        if isinstance(each, dict) and "slug" in each
    ]
    return tuple({each["slug"]: each for each in named}.values())


_OF_UNITS: Final = ("aircraft", "wingmen")
"""What of a unit is an aircraft, or a list of them."""


def _given_in(unit: Document) -> Document:
    own = {key: unit[key] for key in _OF_UNITS if any(isinstance(each, str) for each in _listed(unit.get(key)))}
    return unit | {
        key: list(map(given, value)) if isinstance(value, list) else given(value) for key, value in own.items()
    }


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]
