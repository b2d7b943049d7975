"""A QR code as squares of ink: drawn from its text, sharp at any size, with nothing to fetch."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Final

from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRErrorCorrectLevel
from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import styles
from campaigns.documents.kit.parts import Box

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


def draw(canvas: Canvas, box: Box, text: str) -> None:
    """The code of ``text`` as large as ``box`` allows, its quiet zone within the box, at the upper right."""
    rows = modules(text)
    side = min(box.width, box.height) / (len(rows) + 2 * QUIET)
    left = box.right - side * (len(rows) + QUIET)
    top = box.top - side * QUIET
    path = canvas.beginPath()
    for number, row in enumerate(rows):
        column = 0
        for dark, run in groupby(row):
            length = sum(1 for _ in run)
            if dark:
                path.rect(left + column * side, top - (number + 1) * side, length * side, side)
            column += length
    canvas.saveState()
    canvas.setFillColor(styles.BLACK)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()
