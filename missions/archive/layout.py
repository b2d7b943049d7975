"""How a campaign's file is laid out, so that it can be written and read a little at a time, whatever its size.

It is one JSON object, as ``json.dumps`` writes it with an indent of one and its keys sorted: each key of the document
and each member of its lists begins a line of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

Section: TypeAlias = tuple[str, object]
"""A key of the document and what it holds; an iterator is a list, written a member at a time."""
SUM: Final = "sha256"
PART: Final = 256 * 1024
"""Bytes that are put together before they are given away."""


def sealed_parts(sections: Iterable[Section]) -> Iterator[bytes]:
    """A document as a file, with its check sum among its keys. The ``sections`` come in the order of their keys.

    Raises ``UnicodeError`` for what no text may hold.
    """
    digest = hashlib.sha256()
    waiting, late = bytearray(), ""
    for key, text in _texts(sections):
        if key > SUM:
            late += text
            continue
        waiting += text.encode()
        if len(waiting) >= PART:
            digest.update(waiting)
            yield bytes(waiting)
            waiting.clear()
    late += "\n}\n"
    digest.update(waiting)
    digest.update(late.encode())
    yield bytes(waiting) + f',\n "{SUM}": "{digest.hexdigest()}"{late}'.encode()


def _texts(sections: Iterable[Section]) -> Iterator[tuple[str, str]]:
    """The text of the file, piece by piece, each with the key that it belongs to."""
    before = "{"
    for key, value in sections:
        name = f'{before}\n "{key}": '
        before = ","
        if not isinstance(value, Iterator):
            yield key, name + _text(value, 1)
            continue
        opening, closing = name + "[", f"{name}[]"
        for member in value:
            yield key, f"{opening}\n  {_text(member, 2)}"
            opening, closing = ",", "\n ]"
        yield key, closing


def _text(value: object, level: int) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).replace("\n", "\n" + " " * level)
