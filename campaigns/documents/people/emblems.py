"""What people are proud of: marks for victories in black on white, ribbons of decorations in their colours."""

from __future__ import annotations

from math import ceil
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import parts, styles
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.pictures import draw_picture
from campaigns.heraldry.ribbons import Ribbon, ribbon_picture

MARK: Final = 8.0
"""From one mark to the next."""
GROUP: Final = 5
GAP: Final = 8.0
"""More room between groups."""
ROW: Final = 32.0
BORDER: Final = 18.0
MOST_ROWS: Final = 3


def _a_row(width: float) -> int:
    """How many marks a row of a panel holds; whole groups."""
    group = GROUP * MARK + GAP
    return max(int((width - 2 * BORDER + GAP) / group), 1) * GROUP


def tally_height(marks: int, width: float) -> float:
    """The height of a panel for so many marks."""
    return 2 * BORDER + ROW * min(ceil(marks / _a_row(width)), MOST_ROWS) - (ROW - 24)


def draw_tally(canvas: Canvas, box: Box, marks: int) -> None:
    """A riveted panel with a mark for each victory, as under a cockpit; more than it holds are told as a number."""
    canvas.saveState()
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    canvas.roundRect(box.x, box.y, box.width, box.height, 7)
    _rivets(canvas, box.inset(6, 6))
    canvas.restoreState()
    inner = box.inset(BORDER, BORDER)
    a_row = _a_row(box.width)
    most = a_row * max(int((inner.height + ROW - 24) / ROW + 0.01), 1)
    if marks > most:
        put(canvas, inner, f"{marks} victories", styles.SIDE, "centre")
        return
    wide = min(marks, a_row)
    width = wide * MARK + (ceil(wide / GROUP) - 1) * GAP - MARK / 2
    start = inner.x + (inner.width - width) / 2
    canvas.setFillColor(styles.BLACK)
    for number in range(marks):
        line, place = divmod(number, a_row)
        x = start + place * MARK + place // GROUP * GAP
        canvas.rect(x, inner.top - 24 - line * ROW, MARK / 2, 24, stroke=0, fill=1)


def _rivets(canvas: Canvas, box: Box) -> None:
    canvas.setFillColor(styles.GREY)
    across, down = max(round(box.width / 16), 1), max(round(box.height / 16), 1)
    for n in range(across + 1):
        for y in (box.y, box.top):
            canvas.circle(box.x + n * box.width / across, y, 0.7, stroke=0, fill=1)
    for n in range(1, down):
        for x in (box.x, box.right):
            canvas.circle(x, box.y + n * box.height / down, 0.7, stroke=0, fill=1)


def draw_ribbon(canvas: Canvas, box: Box, ribbon: Ribbon) -> None:
    """A ribbon in its colours, outlined: on a printer without colours its stripes are greys."""
    draw_picture(canvas, ribbon_picture(ribbon), box)
    parts.outline(canvas, box)


def label_line(canvas: Canvas, line: Box, label: str, value: str, indent: float) -> None:
    """A small label and a value over dots, the values of all lines beginning ``indent`` points from the left."""
    title, entry = line.cut_left(indent)
    put(canvas, Box(title.x, line.y + 4, title.width - 4, 9), label, styles.LABEL, valign="bottom")
    parts.dotted(canvas, entry.x, line.y + 2, entry.right)
    put(canvas, Box(entry.x + 2, line.y + 4, entry.width - 2, line.height - 5), value, styles.ENTRY, valign="bottom")
