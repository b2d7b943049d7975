"""A link as a QR code on a page, so that somebody at the table scans it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from campaigns.documents.kit.qr import QUIET, modules


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
