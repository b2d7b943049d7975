"""Large files as rows of a part each, so that nobody has to hold, write or send the whole at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from django.db import models

PART: Final = 256 * 1024
"""Bytes of a part; of a file's last one at the most."""


class FilePart(models.Model):
    """A part of a file."""

    number = models.PositiveIntegerField()
    """From 0, without a gap."""
    content = models.BinaryField()

    class Meta:
        abstract = True
        ordering = ["number"]


Part = TypeVar("Part", bound=FilePart)


def contents(parts: models.Manager[Part]) -> Iterator[bytes]:
    """The file that stands in the ``parts`` of one row, a part and a query at a time."""
    number = 0
    while (part := parts.filter(number=number).values_list("content", flat=True).first()) is not None:
        yield bytes(part)
        number += 1


def in_parts(content: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of ``PART`` or a little more, of which the last may be short or empty."""
    waiting = bytearray()
    for piece in content:
        waiting += piece
        if len(waiting) >= PART:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting)
