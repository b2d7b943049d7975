"""Recognition outlines on paper, the same as on the pages, each drawn once a document as a form that pages refer to."""

from __future__ import annotations

from math import ceil
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.catalogue.outlines import Outline, outline_of
from campaigns.documents.kit import styles
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.paths import add_step

UNION: Final = 1
"""ReportLab's number of the rule by which parts that lie over one another are filled as one, ``nonzero``."""
LINE: Final = 0.028
"""Width of the line around a hollow outline, half of which is seen, in the side of its square."""


def draw_outline(canvas: Canvas, name: str, box: Box, *, outlined: bool = False) -> None:
    """The outline of the shape ``name`` as large as it goes into ``box``, in its middle.

    ``outlined``: hollow, of what is damaged. Raises ``KeyError`` for a shape that there is not.
    """
    made = outline_of(name)
    scale = min(box.width / made.across, box.height / made.along) / 2
    place_outline(canvas, name, box.x + box.width / 2, box.middle, scale, outlined=outlined)


def place_outline(canvas: Canvas, name: str, x: float, y: float, scale: float, *, outlined: bool = False) -> None:
    """The outline with its middle there, ``scale`` points a centimetre."""
    made = outline_of(name)
    form = f"outline-{name}-{'hollow' if outlined else 'full'}"
    if not canvas.hasForm(form):
        across, along = (ceil(half + made.reach * LINE) for half in (made.across, made.along))
        canvas.beginForm(form, -across, -along, across, along)
        _draw(canvas, made, outlined=outlined)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(scale, scale)
    canvas.doForm(form)
    canvas.restoreState()


def _draw(canvas: Canvas, made: Outline, *, outlined: bool) -> None:
    path = canvas.beginPath()
    for step in made.steps:
        add_step(path, step)
    if outlined:  # the line first, and the white over its inner half: parts lie over one another
        canvas.setStrokeColor(styles.BLACK)
        canvas.setLineJoin(1)
        canvas.setLineWidth(2 * made.reach * LINE)
        canvas.drawPath(path, stroke=1, fill=0)
    canvas.setFillColor(styles.WHITE if outlined else styles.BLACK)
    canvas.drawPath(path, stroke=0, fill=1, fillMode=UNION)
