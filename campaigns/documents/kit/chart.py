"""Charts of the data that the pages draw too. The two sides differ by their signs, not only by colour."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from campaigns.documents.kit import parts, styles, tagging
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.text import fit
from config.common.charts import BAR_ROW, BarData, ChartData, ChartLine, Point, plot, plot_bars

SCALE: Final = 0.6
"""Points for a unit of the page's layout."""
_MOST: Final = 0.88
_HALF: Final = 0.74
"""How light the outer and the inner part of a band are."""
DASH: Final = 4.0
"""Of a line that runs along another."""
MOST_SIGNS: Final = 50
"""Signs on a line; one with more points has them at every second, third … counted from its end."""


def line_chart(canvas: Canvas, box: Box, chart: ChartData) -> None:
    """Draw ``chart`` in ``box``; one with no values but the first of each line is a grid to plot on by hand."""
    with tagging.figure(canvas, chart.summary()):
        _draw_chart(canvas, box, chart)


def _draw_chart(canvas: Canvas, box: Box, chart: ChartData) -> None:
    empty = chart.band is None and all(len(line.values) < 2 for line in chart.series)
    laid = plot(chart, box.width / SCALE, box.height / SCALE)

    def x(value: float) -> float:
        return box.x + value * SCALE

    def y(value: float) -> float:
        return box.top - value * SCALE

    left, right = x(laid.left), x(laid.right)
    for tick in laid.y_ticks:
        parts.dotted(canvas, left, y(tick.at), right)
        if not empty:
            put(canvas, Box(box.x, y(tick.at) - 4, left - box.x - 4, 8), tick.text, styles.LABEL, "right")
    wide = min((x(b.at) - x(a.at) - 2 for a, b in pairwise(laid.x_ticks)), default=24.0)
    for tick in laid.x_ticks:
        parts.dotted(canvas, x(tick.at), y(laid.bottom), x(tick.at), y(laid.top))
        put(canvas, Box(x(tick.at) - wide / 2, y(laid.bottom) - 12, wide, 8), tick.text, styles.LABEL, "centre")
    if laid.band is not None:
        for shade, edge in ((_MOST, laid.band.most), (_HALF, laid.band.half)):
            _draw_shape(canvas, [(x(a), y(b)) for a, b in edge], shade)
        _draw_middle(canvas, [(x(a), y(b)) for a, b in laid.band.middle])
    parts.rule(canvas, left, y(laid.bottom), right, styles.MEDIUM)
    for number, line in enumerate(laid.lines):
        if not empty:
            label = Box(right, y(line.label_y) - 4, box.right - right, 8)
            for stretch in line.stretches:
                _draw_stretch(canvas, line, [(x(a), y(b)) for a, b in stretch.points], is_dashed=stretch.is_shared)
            _draw_marks(canvas, line, [(x(a), y(b)) for a, b in line.marks], label, is_first=number == 0)


def _draw_shape(canvas: Canvas, points: list[Point], shade: float) -> None:
    """A part of a band, in a grey."""
    canvas.saveState()
    canvas.setFillGray(shade)
    canvas.drawPath(_along(canvas, points), stroke=0, fill=1)
    canvas.restoreState()


def _draw_middle(canvas: Canvas, points: list[Point]) -> None:
    canvas.saveState()
    canvas.setLineWidth(styles.MEDIUM)
    canvas.setDash(1, 2)
    canvas.drawPath(_along(canvas, points))
    canvas.restoreState()


def _along(canvas: Canvas, points: list[Point]) -> PDFPathObject:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    return path


def _draw_stretch(canvas: Canvas, line: ChartLine, points: list[Point], *, is_dashed: bool) -> None:
    canvas.saveState()
    canvas.setStrokeColor(styles.SIDE_INKS.get(line.side, styles.BLACK))
    canvas.setLineWidth(1.3)
    canvas.setLineJoin(1)
    if is_dashed:
        canvas.setDash(DASH, DASH)
    canvas.drawPath(_along(canvas, points))
    canvas.restoreState()


def _draw_marks(canvas: Canvas, line: ChartLine, points: list[Point], label: Box, *, is_first: bool) -> None:
    """Signs on the points; lines of no side have dots, filled those of the first and hollow those of the others."""
    every = -(-len(points) // MOST_SIGNS)
    for place in points[:0:-every]:
        if line.side:
            canvas.setFillColor(styles.WHITE)
            canvas.circle(*place, 3.6, stroke=0, fill=1)
            parts.side_sign(canvas, line.side, *place, 6.5)
        else:
            canvas.setFillColor(styles.BLACK if is_first else styles.WHITE)
            canvas.setLineWidth(styles.MEDIUM)
            canvas.circle(*place, 2, fill=1)
    beside = label.cut_left(6)[1]
    words = f"{line.name} {line.value}"
    is_cut = fit(words, styles.CHART_NAME, beside.width, beside.height).cut
    put(canvas, beside, line.value if is_cut else words, styles.CHART_NAME)


def bars_height(chart: BarData) -> float:
    """The height that ``bar_chart`` fills, in points."""
    return SCALE * BAR_ROW * len(chart.bars)


def bar_chart(canvas: Canvas, box: Box, chart: BarData) -> None:
    """Draw ``chart`` from the top of ``box``; bars that find no room are left out, and counted."""
    room = int(box.height / (SCALE * BAR_ROW))
    fits = len(chart.bars) <= room
    laid = plot_bars(chart, box.width / SCALE)
    with tagging.figure(canvas, chart.summary()):
        for bar in laid.bars if fits else laid.bars[: max(room - 1, 0)]:
            y, x = box.top - bar.y * SCALE, box.x + laid.left * SCALE
            row = Box(box.x, y - SCALE * BAR_ROW / 2, laid.left * SCALE, SCALE * BAR_ROW)
            put(canvas, row.inset(8, 1), bar.label, styles.CELL, "right")
            if bar.side:
                parts.side_sign(canvas, bar.side, x - 1, y, 7)
            length, thick = bar.length * SCALE, laid.thickness * SCALE
            canvas.setFillColor(styles.SIDE_INKS.get(bar.side, styles.GREY))
            canvas.rect(x + 4, y - thick / 2, max(length, 0.5), thick, stroke=0, fill=1)
            put(canvas, Box(x + length + 8, row.y, box.right - x - length - 8, row.height), bar.value, styles.CELL_BOLD)
        if not fits:
            left = len(chart.bars) - max(room - 1, 0)
            put(canvas, box.cut_bottom(SCALE * BAR_ROW)[0], f"and {left} more", styles.CELL_ITALIC)
