"""Steps of paths, as SVG has them, in ReportLab's: y grows upwards there."""

from __future__ import annotations

from typing import TypeAlias

from reportlab.pdfgen.pathobject import PDFPathObject

Point: TypeAlias = tuple[float, float]
Step: TypeAlias = tuple[str, tuple[Point, ...]]
"""``M``, ``L`` or ``C`` with its points, or ``Z``; all absolute."""


def add_step(path: PDFPathObject, step: Step) -> None:
    """The step at the end of the path."""
    letter, points = step
    flat = [number for x, y in points for number in (x, -y)]
    if letter == "M":
        path.moveTo(*flat)
    elif letter == "L":
        path.lineTo(*flat)
    elif letter == "C":
        path.curveTo(*flat)
    else:
        path.close()
