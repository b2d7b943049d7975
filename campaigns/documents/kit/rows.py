"""A ruled list that goes on over pages: a head over columns, rows of one height, the head again on each page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from campaigns.documents.kit import parts, styles
from campaigns.documents.kit.parts import Align, Box, put
from campaigns.documents.kit.styles import TextStyle

HEAD: Final = 13.0
Cells: TypeAlias = tuple[str | int, ...]
PITCH: Final = 15.0
SIGN: Final = 14.0
"""Width of the sign of a side before a row."""


@dataclass(frozen=True, slots=True)
class Column:
    """``share`` is its part of the width; a text in ``style`` is wrapped, shrunk or cut to fit."""

    head: str
    share: float
    style: TextStyle = styles.CELL
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class Row:
    """One text or figure a column; ``side`` has its sign before the first."""

    cells: Cells
    side: str = ""


class Rows(Flowable):
    """The list. What finds no room on a page goes on upon the next; ``free`` rows are left empty at the end.

    Lines without a sign are told by their cells alone: a named tuple has its fields in the order of the columns.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Row | Cells],
        width: float,
        *,
        pitch: float = PITCH,
        free: int = 0,
    ) -> None:
        super().__init__()
        self.columns = tuple(columns)
        told = [row if isinstance(row, Row) else Row(row) for row in rows]
        self.rows = (*told, *[Row(("",) * len(self.columns))] * free)
        self.width, self.height = width, HEAD + pitch * len(self.rows)
        self.pitch = pitch
        self.signs = SIGN if any(row.side for row in self.rows) else 0.0

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return self.width, self.height

    def split(self, aW: float, aH: float) -> list[Flowable]:
        """As many rows as there is room for, and the others under the same head; never one row alone."""
        room = min(int((aH - HEAD) / self.pitch), len(self.rows) - 2)
        if room < 2:
            return []
        return [self._part(self.rows[:room]), self._part(self.rows[room:])]

    def _part(self, rows: tuple[Row, ...]) -> Rows:
        part = Rows(self.columns, rows, self.width, pitch=self.pitch)
        part.signs = self.signs
        return part

    def draw(self) -> None:
        canvas = self.canv
        head, rest = Box(0, 0, self.width, self.height).cut_top(HEAD)
        for column, place in zip(self.columns, self._places(head), strict=True):
            put(canvas, place.inset(2, 2), column.head, styles.LABEL, column.align)
        parts.rule(canvas, head.x, head.y, head.right, styles.MEDIUM)
        for row in self.rows:
            line, rest = rest.cut_top(self.pitch)
            self._draw_row(canvas, row, line)

    def _draw_row(self, canvas: Canvas, row: Row, line: Box) -> None:
        parts.dotted(canvas, line.x, line.y, line.right)
        if row.side:
            parts.side_sign(canvas, row.side, line.x + 5, line.middle, 8)
        for column, text, place in zip(self.columns, row.cells, self._places(line), strict=True):
            put(canvas, place.inset(2, 1), str(text), column.style, column.align)

    def _places(self, line: Box) -> tuple[Box, ...]:
        return line.cut_left(self.signs)[1].columns([column.share for column in self.columns])
