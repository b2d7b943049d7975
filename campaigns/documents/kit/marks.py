"""The project's drawn signs on paper: those of ``static/img/marks.svg``, the same as on the pages.

Each is drawn once a document, as a form that pages refer to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import styles
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.paths import Step, add_step

FILE: Final = Path(__file__).resolve().parents[3] / "static" / "img" / "marks.svg"
EDGE: Final = 2
"""What outlines reach beyond the drawing."""
_SVG: Final = "{http://www.w3.org/2000/svg}"
_SEGMENTS: Final = {
    "Move": ("M", ("end",)),
    "Line": ("L", ("end",)),
    "CubicBezier": ("C", ("control1", "control2", "end")),
    "Close": ("Z", ()),
}
"""The segments of a path: which step each is, and which of its points that has."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One part of a mark: a filled outline, a hole in it, or a line."""

    steps: tuple[Step, ...]
    kind: str
    """``ink``, ``hole`` or ``line``."""
    weight: float = 1.4


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawing, its origin at the upper left as in SVG, and the rectangle that it fills: left, top, right, bottom."""

    strokes: tuple[Stroke, ...]
    bounds: tuple[float, float, float, float]


def draw_mark(canvas: Canvas, name: str, box: Box, *, outlined: bool = False, mirrored: bool = False) -> None:
    """The mark ``name`` as large as it goes into ``box``, in its middle. ``outlined``: hollow, of what is damaged.

    Raises ``KeyError`` for a mark that there is not.
    """
    mark = marks()[name]
    left, top, right, bottom = mark.bounds
    form = f"mark-{name}-{'hollow' if outlined else 'full'}"
    if not canvas.hasForm(form):
        canvas.beginForm(form, floor(left) - EDGE, floor(-bottom) - EDGE, ceil(right) + EDGE, ceil(-top) + EDGE)
        _draw(canvas, mark, outlined=outlined)
        canvas.endForm()
    scale = min(box.width / (right - left), box.height / (bottom - top))
    canvas.saveState()
    canvas.translate(box.x + box.width / 2, box.middle)
    canvas.scale(-scale if mirrored else scale, scale)
    canvas.translate(-(left + right) / 2, (top + bottom) / 2)
    canvas.doForm(form)
    canvas.restoreState()


def _draw(canvas: Canvas, mark: Mark, *, outlined: bool) -> None:
    canvas.setFillColor(styles.WHITE if outlined else styles.BLACK)
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineJoin(1)
    for stroke in mark.strokes:
        path = canvas.beginPath()
        for step in stroke.steps:
            add_step(path, step)
        if stroke.kind == "line":
            canvas.setLineWidth(stroke.weight)
            canvas.drawPath(path)
        elif stroke.kind == "hole":
            canvas.setFillColor(styles.WHITE)
            canvas.setLineWidth(0.8)
            canvas.drawPath(path, stroke=int(outlined), fill=1)
            canvas.setFillColor(styles.WHITE if outlined else styles.BLACK)
        else:
            canvas.setLineWidth(1.8)
            canvas.drawPath(path, stroke=int(outlined), fill=1)


@cache
def marks() -> dict[str, Mark]:
    """Every mark that is made of paths and ellipses alone, by its name."""
    root = ElementTree.parse(FILE).getroot()
    return {
        symbol.attrib["id"]: _mark(symbol)
        for symbol in root.iter(f"{_SVG}symbol")
        if "fill" not in symbol.attrib and symbol.find(f"{_SVG}g") is None and symbol.find(f"{_SVG}circle") is None
    }


def _mark(symbol: ElementTree.Element) -> Mark:
    strokes = tuple(map(_stroke, symbol))
    points = [point for stroke in strokes for _, step in stroke.steps for point in step]
    across, down = [x for x, _ in points], [y for _, y in points]
    return Mark(strokes, (min(across), min(down), max(across), max(down)))


def _stroke(element: ElementTree.Element) -> Stroke:
    read = element.attrib
    fill = read.get("fill", "")
    kind = "line" if fill == "none" else "hole" if fill else "ink"
    if element.tag == f"{_SVG}ellipse":
        return Stroke(tuple(_ellipse(*(float(read[key]) for key in ("cx", "cy", "rx", "ry")))), kind)
    return Stroke(tuple(_steps(read["d"])), kind, float(read.get("stroke-width", 1)))


def _ellipse(x: float, y: float, across: float, down: float) -> Iterator[Step]:
    a, b = across * 0.5523, down * 0.5523
    yield "M", ((x + across, y),)
    yield "C", ((x + across, y + b), (x + a, y + down), (x, y + down))
    yield "C", ((x - a, y + down), (x - across, y + b), (x - across, y))
    yield "C", ((x - across, y - b), (x - a, y - down), (x, y - down))
    yield "C", ((x + a, y - down), (x + across, y - b), (x + across, y))
    yield "Z", ()


def _steps(data: str) -> Iterator[Step]:
    """The steps of an SVG path without arcs, made absolute."""
    from svgelements import Path as SvgPath  # a third of a second, for which only whoever prints a mark waits

    for segment in SvgPath(data):
        letter, names = _SEGMENTS[type(segment).__name__]
        yield letter, tuple(tuple(getattr(segment, name)) for name in names)
