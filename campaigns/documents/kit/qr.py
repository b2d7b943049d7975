"""A QR code as squares of ink, sharp at any size."""

from __future__ import annotations

from itertools import groupby

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import styles
from campaigns.documents.kit.parts import Box
from config.common.qr import QUIET, modules


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
