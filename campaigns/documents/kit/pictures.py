"""Portraits, badges and ribbons on paper: the same shapes as on the pages, or what was uploaded in their place."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import styles
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.paths import add_step
from campaigns.heraldry.rasters import Raster
from campaigns.heraldry.shapes import Picture, Shape

ROUND: Final = 1
"""Ends and corners of lines."""


def draw_picture(canvas: Canvas, picture: Picture | Raster, box: Box, *, framed: bool = False) -> None:
    """As large as it goes into ``box``, in its middle; what reaches beyond its sheet is cut off.

    What was uploaded is always framed: its ground may be as white as the paper.
    """
    if isinstance(picture, Raster):
        _draw_raster(canvas, picture, box)
        return
    scale = min(box.width / picture.width, box.height / picture.height)
    width, height = picture.width * scale, picture.height * scale
    x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
    canvas.saveState()
    sheet = canvas.beginPath()
    sheet.rect(x, y, width, height)
    canvas.clipPath(sheet, stroke=0, fill=0)
    canvas.translate(x, y + height)
    canvas.scale(scale, scale)
    canvas.setLineCap(ROUND)
    canvas.setLineJoin(ROUND)
    for shape in picture.shapes:
        _draw(canvas, shape)
    canvas.restoreState()
    if framed:
        _frame(canvas, x, y, width, height)


def _draw_raster(canvas: Canvas, raster: Raster, box: Box) -> None:
    size = min(box.width, box.height)
    x, y = box.x + (box.width - size) / 2, box.y + (box.height - size) / 2
    canvas.drawImage(ImageReader(BytesIO(raster.jpeg)), x, y, size, size)
    _frame(canvas, x, y, size, size)


def _frame(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    canvas.rect(x, y, width, height)


def _draw(canvas: Canvas, shape: Shape) -> None:
    path = canvas.beginPath()
    for step in shape.steps:
        add_step(path, step)
    if shape.fill:
        canvas.setFillColor(HexColor(shape.fill))
    if shape.line:
        canvas.setStrokeColor(HexColor(shape.line))
        canvas.setLineWidth(shape.weight)
    canvas.drawPath(path, stroke=int(bool(shape.line)), fill=int(bool(shape.fill)))
