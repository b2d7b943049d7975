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
from typing import Final

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
    'kite_b0e6f5b5d4a4'
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
