"""A squadron's aircraft as outlines in a line: ready ones full, damaged ones hollow, lost ones crossed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import styles
from campaigns.documents.kit.outlines import draw_outline
from campaigns.documents.kit.parts import Box, put

State = Literal["ready", "repair", "lost"]
PLACE: Final = 31.0
"""Width of an aircraft with its code."""
HEIGHT: Final = 30.0
CODE: Final = 8.0


@dataclass(frozen=True, slots=True)
class Plane:
    code: str
    state: State
    outline: str
    """A shape of ``fixtures/shapes``."""


def draw_flight_line(canvas: Canvas, box: Box, planes: Sequence[Plane]) -> None:
    """The aircraft from the left; those that find no room are counted."""
    room = max(int(box.width / PLACE), 1)
    shown = planes if len(planes) <= room else planes[: room - 1]
    rest = box
    for plane in shown:
        place, rest = rest.cut_left(PLACE)
        code, picture = place.cut_bottom(CODE)
        square = picture.inset(5, 1)
        draw_outline(canvas, plane.outline, square, outlined=plane.state != "ready")
        if plane.state == "lost":
            _cross(canvas, square)
        put(canvas, code.inset(1), plane.code, styles.MARK, "centre")
    if len(shown) < len(planes):
        put(canvas, rest.inset(2), f"and {len(planes) - len(shown)} more", styles.CELL_ITALIC)


def _cross(canvas: Canvas, box: Box) -> None:
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(1.2)
    canvas.line(box.x, box.y, box.right, box.top)
    canvas.line(box.x, box.top, box.right, box.y)
