"""How a campaign's file is laid out, so that it can be written and read a little at a time, whatever its size.

It is one JSON object, as ``json.dumps`` writes it with an indent of one and its keys sorted: each key of the document
and each member of its lists begins a line of its own.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

Section: TypeAlias = tuple[str, object]
"""A key of the document and what it holds; an iterator is a list, written a member at a time."""
SUM: Final = "sha256"
_SUMS_LINE: Final = f' "{SUM}": '.encode()
PART: Final = 256 * 1024
"""Bytes that are put together before they are given away."""


class Digest(Protocol):
    """A check sum that is told of more and more."""

    def update(self, data: bytes, /) -> None: ...


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


LONGEST_LINE: Final = 8_000_000
"""Bytes: a pack's text of a million signs, each of them escaped."""
LARGEST_MEMBER: Final = 8_000_000
"""Bytes of a member of a list, or of an object."""
_KEY: Final = re.compile(rb' "([a-z0-9]{1,40})": (.*?),?')


class BadLayout(Exception):
    """The file is not laid out as this module writes it; the text says where not."""


@dataclass(frozen=True, slots=True)
class Member:
    """A value of the document, or a member of one of its lists."""

    key: str
    number: int
    """Of a list's, from 1; 0 for what is no list."""
    text: bytes


def members(parts: Iterable[bytes], digest: Digest | None = None) -> Iterator[Member]:
    """What stands in a file, piece by piece, and no more of it than a piece is ever held.

    ``digest`` learns all of it but the line of the sum. Raises ``BadLayout``.
    """
    lines = _lines(parts, digest)
    if next(lines, b"") != b"{":
        raise BadLayout("it does not begin with a brace on a line of its own")
    for line in lines:
        if line == b"}":
            if next(lines, None) is not None:
                raise BadLayout("something stands behind its end")
            return
        found = _KEY.fullmatch(line)
        if found is None:
            raise BadLayout(f"{line[:40]!r} is no key of it")
        key, value = found[1].decode(), found[2]
        if value == b"[":
            yield from _list(key, lines)
        elif value == b"{":
            yield Member(key, 0, _object(value, lines, b" }"))
        else:
            yield Member(key, 0, value)
    raise BadLayout("it is not whole")


def _list(key: str, lines: Iterator[bytes]) -> Iterator[Member]:
    for number, line in enumerate(lines, 1):
        if line in (b" ]", b" ],"):
            return
        if line != b"  {":
            raise BadLayout(f"member {number} of {key} does not begin with a brace")
        yield Member(key, number, _object(line, lines, b"  }"))
    raise BadLayout("it is not whole")


def _object(first: bytes, lines: Iterator[bytes], end: bytes) -> bytes:
    found, size = [first], 0
    for line in lines:
        size += len(line)
        if size > LARGEST_MEMBER:
            raise BadLayout("a part of it is larger than any can be")
        if line in (end, end + b","):
            return b"".join([*found, b"}"])
        found.append(line)
    raise BadLayout("it is not whole")


def _lines(parts: Iterable[bytes], digest: Digest | None) -> Iterator[bytes]:
    rest = b""
    for part in parts:
        lines = (rest + part).split(b"\n")
        rest = lines.pop()
        if len(rest) > LONGEST_LINE:
            raise BadLayout("a line of it is longer than any can be")
        for line in lines:
            if digest is not None and not line.startswith(_SUMS_LINE):
                digest.update(line)
                digest.update(b"\n")
            yield line
    if rest:
        raise BadLayout("it is not whole")
