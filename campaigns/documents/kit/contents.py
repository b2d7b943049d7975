"""A list of contents: titles, dots, and page numbers that are filled in when the document is whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import parts, styles, tagging
from campaigns.documents.kit.parts import Box, Sized, put

LINE: Final = 17.0
TITLE: Final = 44.0
INDENT: Final = 16.0
NUMBER: Final = 34.0


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """``key`` is the ``outline_key`` of the flowable that begins it; ``aside`` stands before the page number."""

    title: str
    key: str
    level: int = 0
    aside: str = ""


@dataclass(frozen=True, slots=True)
class WantedNumber:
    """The page number of what has ``key`` is to be printed in ``box``, which is measured from the page's corner."""

    key: str
    box: Box


def wanted_numbers(canvas: Canvas) -> list[WantedNumber]:
    """The page numbers that are still to be printed on the present page."""
    drawn = tagging.inner(canvas)
    if not hasattr(drawn, "wanted_numbers"):
        drawn.wanted_numbers = []
    wanted: list[WantedNumber] = drawn.wanted_numbers
    return wanted


class Contents(Sized):
    """One page of the list."""

    def __init__(self, lines: Sequence[ContentsLine], box: Box, *, is_first: bool) -> None:
        super().__init__(box.width, box.height)
        self.lines = tuple(lines)
        self.is_first = is_first
        if is_first:
            self.outline_title = "Contents"

    def draw(self) -> None:
        rest = self.box
        if self.is_first:
            head, rest = rest.cut_top(TITLE)
            with tagging.title(self.canv, 1):
                put(self.canv, head, "Contents", styles.TITLE, valign="top")
        for line in self.lines:
            row, rest = rest.cut_top(LINE)
            _draw_line(self.canv, row, line)


def contents_pages(lines: Sequence[ContentsLine], box: Box) -> Iterator[Contents]:
    """The list in pages that fill ``box``; the caller puts page breaks between them."""
    first = int((box.height - TITLE) / LINE)
    further = int(box.height / LINE)
    yield Contents(lines[:first], box, is_first=True)
    for start in range(first, len(lines), further):
        yield Contents(lines[start : start + further], box, is_first=False)


def _draw_line(canvas: Canvas, row: Box, line: ContentsLine) -> None:
    number, text = row.cut_left(line.level * INDENT)[1].cut_right(NUMBER)
    name, aside = text.columns((3, 1), gap=8) if line.aside else (text, None)
    style = styles.CONTENTS_CHAPTER if line.level == 0 else styles.CONTENTS_PART
    title = put(canvas, name, line.title, style)
    dots = name.x + title.width + 5
    if aside is not None:
        told = put(canvas, aside, line.aside, styles.CELL_ITALIC, "right")
        parts.dotted(canvas, dots, row.middle - 3, aside.right - told.width - 4)
    else:
        parts.dotted(canvas, dots, row.middle - 3, number.x + NUMBER / 2)
    x, y = canvas.absolutePosition(number.x, number.y)
    wanted_numbers(canvas).append(WantedNumber(line.key, Box(x, y, number.width, number.height)))
    canvas.linkRect("", line.key, (row.x, row.y, row.right, row.top), relative=1, thickness=0)
