"""What pages are made of: boxes, rules, fitted text, lines to write on, boxes to tick, signs of the sides.

Lengths are points, the origin is the lower left corner of the page. Text is drawn as it is, through
``text.fit``: nothing here reads markup. ``Heading``, ``subheading`` and ``paragraphs`` are flowing text and escape what
they get.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph

from campaigns.documents.kit import fonts, styles, tagging
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import Fitted, fit, markup, measure, printable, printable_paragraphs
from config.common.figures import figure

Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]

LONGEST_HEADING = 160
LONGEST_BODY = 20_000
"""Characters that a flowing text may have before it is cut."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    def inset(self, across: float, down: float = 0) -> Box:
        """The box without ``across`` at the left and right and ``down`` at the top and bottom."""
        return Box(self.x + across, self.y + down, max(self.width - 2 * across, 0), max(self.height - 2 * down, 0))

    def cut_top(self, height: float) -> tuple[Box, Box]:
        """A strip of ``height`` from the top, and the rest."""
        rest = self.height - height
        return Box(self.x, self.y + rest, self.width, height), Box(self.x, self.y, self.width, rest)

    def cut_bottom(self, height: float) -> tuple[Box, Box]:
        """A strip of ``height`` from the bottom, and the rest."""
        rest, strip = self.cut_top(self.height - height)
        return strip, rest

    def cut_left(self, width: float) -> tuple[Box, Box]:
        """A strip of ``width`` from the left, and the rest."""
        return (
            Box(self.x, self.y, width, self.height),
            Box(self.x + width, self.y, self.width - width, self.height),
        )

    def cut_right(self, width: float) -> tuple[Box, Box]:
        """A strip of ``width`` from the right, and the rest."""
        rest, strip = self.cut_left(self.width - width)
        return strip, rest

    def columns(self, shares: Sequence[float], gap: float = 0) -> tuple[Box, ...]:
        """Side by side, left to right, with widths in proportion to ``shares``."""
        unit = (self.width - gap * (len(shares) - 1)) / sum(shares)
        starts = accumulate(shares, initial=0.0)
        return tuple(
            Box(self.x + unit * start + gap * n, self.y, unit * share, self.height)
            for n, (start, share) in enumerate(zip(starts, shares, strict=False))
        )

    def rows(self, count: int) -> tuple[Box, ...]:
        """``count`` rows of one height, top to bottom."""
        height = self.height / count
        return tuple(Box(self.x, self.top - height * (n + 1), self.width, height) for n in range(count))


def put(
    canvas: Canvas,
    box: Box,
    value: str | int,
    style: TextStyle,
    align: Align = "left",
    valign: Valign = "middle",
    ink: Color | None = None,
) -> Fitted:
    """Set ``value`` inside ``box`` and say how it fitted."""
    fitted = fit(value if isinstance(value, str) else figure(value), style, box.width, box.height)
    if not fitted.lines:
        return fitted
    top = {
        "top": box.top,
        "middle": box.middle + (fitted.height - fitted.fall) / 2,
        "bottom": box.y + fitted.height,
    }[valign]
    track = style.tracking * fitted.size / style.size
    canvas.setFillColor(ink or style.ink)
    for number, line in enumerate(fitted.lines):
        spare = box.width - measure(line, style, fitted.size)
        x = box.x + {"left": 0.0, "centre": spare / 2, "right": spare}[align]
        baseline = top - fitted.rise - number * fitted.leading
        writer = canvas.beginText(x, baseline)
        writer.setCharSpace(track)
        for n, run in enumerate(fonts.runs(line, style.face)):
            if n:
                writer.setTextOrigin(x, baseline)
            writer.setFont(run.face, fitted.size)
            writer.textOut(run.text)
            x += fonts.width(run.text, run.face, fitted.size) + track * len(run.text)
        writer.setCharSpace(0)
        canvas.drawText(writer)
    return fitted


def rule(canvas: Canvas, x1: float, y: float, x2: float, weight: float = styles.LIGHT) -> None:
    """A horizontal line."""
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(weight)
    canvas.line(x1, y, x2, y)


def upright(canvas: Canvas, x: float, y1: float, y2: float) -> None:
    """A vertical line."""
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.HAIR)
    canvas.line(x, y1, x, y2)


def outline(canvas: Canvas, box: Box, weight: float = styles.LIGHT, ink: Color | None = None) -> None:
    """The edges of ``box``, filled with ``ink`` if there is any."""
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(weight)
    if ink is not None:
        canvas.setFillColor(ink)
    canvas.rect(box.x, box.y, box.width, box.height, fill=int(ink is not None))


def shade(canvas: Canvas, box: Box, ink: Color = styles.PALE) -> None:
    """All of ``box``, without edges."""
    canvas.setFillColor(ink)
    canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)


def dotted(canvas: Canvas, x1: float, y1: float, x2: float, y2: float | None = None) -> None:
    """A faint line, level unless ``y2`` says otherwise: black dots, which no printer turns into a grey smear."""
    canvas.saveState()
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(0.5)
    canvas.setLineCap(1)
    canvas.setDash([0, 2.4])
    canvas.line(x1, y1, x2, y1 if y2 is None else y2)
    canvas.restoreState()


def ruled(canvas: Canvas, box: Box, pitch: float) -> None:
    """Faint lines over the whole box, about ``pitch`` apart, for writing by hand; none at its lower edge."""
    count = max(round(box.height / pitch), 1)
    for number in range(1, count):
        dotted(canvas, box.x, box.top - number * box.height / count, box.right)


def write_line(canvas: Canvas, box: Box, label: str, value: str = "") -> None:
    """A small ``label`` and beside it ``value`` over a dotted line, or the line alone for a pen."""
    most = box.width * (0.5 if value else 0.7)
    shown = fit(label, styles.LABEL, most, box.height)
    start = box.x + shown.width + 5 if shown.lines else box.x
    put(canvas, Box(box.x, box.y + 3, most, shown.rise), label, styles.LABEL)
    dotted(canvas, start, box.y, box.right)
    if value:
        entry = Box(start + 2, box.y + 1, box.right - start - 2, box.height - 1)
        put(canvas, entry, value, styles.ENTRY, valign="bottom")


def tick_box(canvas: Canvas, x: float, y: float, size: float, *, ticked: bool) -> None:
    """A square to tick with its lower left corner at (x, y)."""
    outline(canvas, Box(x, y, size, size), styles.MEDIUM)
    if ticked:
        canvas.saveState()
        canvas.setLineWidth(1.5)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        path = canvas.beginPath()
        path.moveTo(x + 0.2 * size, y + 0.5 * size)
        path.lineTo(x + 0.42 * size, y + 0.24 * size)
        path.lineTo(x + 0.95 * size, y + 1.05 * size)
        canvas.drawPath(path)
        canvas.restoreState()


def side_sign(canvas: Canvas, side: str, x: float, y: float, size: float) -> None:
    """The sign of a side as on the pages, ``size`` wide, its centre at (x, y)."""
    path = canvas.beginPath()
    for number, (across, up) in enumerate(_SIGNS[side]):
        (path.lineTo if number else path.moveTo)(x + across * size, y + up * size)
    path.close()
    canvas.saveState()
    canvas.setFillColor(styles.SIDE_INKS[side])
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


_SIGNS: Final = {
    "allied": ((0, 0.46), (0.45, 0.15), (0.45, -0.46), (0, -0.2), (-0.45, -0.46), (-0.45, 0.15)),
    "axis": ((0, 0.52), (0.52, 0), (0, -0.52), (-0.52, 0)),
}
"""The corners of each sign: a chevron and a diamond. [static/img/marks.svg]"""


class Sized(Flowable):
    """A flowable of one size, which draws into ``box``; its lower left corner is the origin."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__()
        self.box = Box(0, 0, width, height)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return self.box.width, self.box.height


class Drawn(Sized):
    """A flowable that ``draw`` fills: it gets the canvas and a box of ``width`` by ``height`` points."""

    def __init__(self, width: float, height: float, draw: Callable[[Canvas, Box], None]) -> None:
        super().__init__(width, height)
        self._draw_box = draw

    def draw(self) -> None:
        self._draw_box(self.canv, self.box)


class Heading(Paragraph):
    """A heading in the text and in the outline; ``key`` names it to a list of contents."""

    def __init__(self, value: str, level: int = 0, key: str = "") -> None:
        self.outline_title = printable(value, LONGEST_HEADING)
        self.outline_level = level
        self.outline_key = key
        style = styles.flowing()["Heading" if level == 0 else "Subheading"]
        super().__init__(markup(self.outline_title, style.fontName), style)

    def draw(self) -> None:
        with tagging.title(self.canv, self.outline_level + 1):
            super().draw()


def subheading(value: str) -> Flowable:
    """A heading that is not in the outline."""
    return _paragraph(printable(value, LONGEST_HEADING), "Subheading")


def paragraphs(value: str) -> Iterable[Flowable]:
    """``value`` as flowing text; what looks like markup is printed."""
    for line in printable_paragraphs(value, LONGEST_BODY):
        yield _paragraph(line, "Body")


def _paragraph(clean: str, name: str) -> Paragraph:
    style = styles.flowing()[name]
    return Paragraph(markup(clean, style.fontName), style)
