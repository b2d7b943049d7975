"""Heads of upright pages: a title with what is said of it, and a strip of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import parts, sheet, styles, tagging
from campaigns.documents.kit.chart import line_chart
from campaigns.documents.kit.parts import Box, Drawn, Sized, put
from config.common.charts import ChartData

MASTHEAD: Final = 62.0
FIGURES: Final = 50.0


class Masthead(Sized):
    """``kicker`` over ``title`` over ``lead``, the side's sign beside them.

    ``entry`` is what the outline says; of a document with a cover the title is of ``level`` 2.
    """

    def __init__(
        self, width: float, *, kicker: str, title: str, lead: str, side: str, entry: str, level: int = 1
    ) -> None:
        super().__init__(width, MASTHEAD)
        self.kicker, self.title, self.lead, self.side = kicker, title, lead, side
        self.level = level
        self.outline_title = entry

    def draw(self) -> None:
        sign, text = self.box.cut_top(MASTHEAD - 4)[0].cut_right(44)
        with tagging.title(self.canv, self.level):
            sheet.masthead_title(self.canv, text, self.kicker, self.title, self.lead)
        parts.side_sign(self.canv, self.side, sign.right - 16, sign.middle + 4, 32)


class Figures(Sized):
    """Labels and values side by side between two rules."""

    def __init__(self, width: float, figures: Sequence[tuple[str, str]]) -> None:
        super().__init__(width, FIGURES)
        self.figures = tuple(figures)

    def draw(self) -> None:
        draw_figures(self.canv, self.box.cut_bottom(8)[1], self.figures)


def draw_figures(canvas: Canvas, box: Box, figures: Sequence[tuple[str, str]]) -> None:
    """The strip itself."""
    parts.rule(canvas, box.x, box.top, box.right, styles.MEDIUM)
    parts.rule(canvas, box.x, box.y, box.right, styles.MEDIUM)
    places = box.columns([1.0] * len(figures)) if figures else ()
    for number, ((label, value), place) in enumerate(zip(figures, places, strict=True)):
        if number:
            parts.upright(canvas, place.x, place.y, place.top)
        head, figure = place.inset(4, 3).cut_top(11)
        put(canvas, head, label, styles.LABEL, "centre")
        put(canvas, figure, value, styles.FIGURE, "centre")


def chart_block(width: float, height: float, chart: ChartData) -> Drawn:
    """A line chart under its title."""

    def draw(canvas: Canvas, box: Box) -> None:
        rest = sheet.heading(canvas, box, chart.title, "after each mission")
        line_chart(canvas, rest.cut_top(4)[1], chart)

    return Drawn(width, height, draw)
