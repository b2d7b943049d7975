"""A link as a QR code, so that somebody at the table scans it: made from its text, with nothing to fetch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRErrorCorrectLevel

QUIET: Final = 4
"""Modules of white that a reader wants around the code."""
LONGEST: Final = 400
"""Bytes of a text beyond which the squares would be too small for a phone."""


@lru_cache(maxsize=64)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code of ``text`` row by row from the top, dark where true; a seventh of it may be spoilt.

    Raises ``ValueError`` for one of more than ``LONGEST`` bytes.
    """
    if len(text.encode()) > LONGEST:
        raise ValueError(f"A QR code of more than {LONGEST} bytes cannot be read from paper.")
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(QR8bitByte(text))
    code.make()
    rows: list[list[bool]] = code.modules
    return tuple(tuple(map(bool, row)) for row in rows)


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as SVG draws it: a square of ``size`` units, its dark modules as one path."""

    size: int
    path: str


def code_of(text: str) -> Code:
    """The code of ``text``, its quiet zone within it. Raises ``ValueError`` for one that is too long for a phone."""
    rows = modules(text)
    runs: list[str] = []
    for number, row in enumerate(rows, QUIET):
        column = QUIET
        for dark, run in groupby(row):
            length = sum(1 for _ in run)
            if dark:
                runs.append(f"M{column} {number}h{length}v1h-{length}z")
            column += length
    return Code(len(rows) + 2 * QUIET, "".join(runs))
