"""The cover of a book: two trails that weave around one another over a plotting table, title, sides, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, tau
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import fonts, parts, styles, tagging
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.styles import TextStyle

PICTURE: Final = 0.56
"""Part of the page's height that the picture has."""
RINGS: Final = 9
BEARINGS: Final = 36
TRAIL: Final = 160
"""Straight pieces of a trail."""
CROSSINGS: Final = 5.2
SWING: Final = 0.16
SIGN: Final = 30.0
FIGURE: Final = 38.0
"""Height of the points of a side."""
TINY: Final = 1e-9

KICKER: Final = TextStyle(fonts.SANS.bold, 10, 7, tracking=3, capitals=True)
TITLE: Final = TextStyle(fonts.CONDENSED.bold, 52, 20, leading=1.0)
PACK: Final = TextStyle(fonts.CONDENSED.regular, 19, 11, leading=1.1)
SIDE: Final = TextStyle(fonts.CONDENSED.bold, 15, 9)
FORCE: Final = TextStyle(fonts.SANS.regular, 9, 6.5)
POINTS: Final = TextStyle(fonts.CONDENSED.bold, 40, 14)
RESULT: Final = TextStyle(fonts.CONDENSED.bold, 15, 9, leading=1.15)


@dataclass(frozen=True, slots=True)
class CoverSide:
    """A side: what it is called, its force, who commands it, its Victory Points."""

    side: str
    title: str
    force: str
    commander: str
    points: int | None
    """``None`` of a side that is not played."""


@dataclass(frozen=True, slots=True)
class Cover:
    """``kicker``: what book it is; ``title``: the campaign's name; ``result``: how it ended, or where it stands."""

    kicker: str
    title: str
    pack: str
    dates: str
    result: str
    sides: tuple[CoverSide, ...]
    imprint: str
    """The last line: version of the pack, game."""


def draw_cover(canvas: Canvas, box: Box, cover: Cover) -> None:
    """Fill ``box``, the page within its margins."""
    picture, rest = box.cut_top(PICTURE * box.height)
    with tagging.figure(canvas, "Two aircraft’s trails weave around one another over the rings of a plotting table."):
        _draw_picture(canvas, picture)
    _, rest = rest.cut_top(22)
    kicker, rest = rest.cut_top(16)
    title, rest = rest.cut_top(84)
    pack, rest = rest.cut_top(28)
    dates, rest = rest.cut_top(18)
    imprint, rest = rest.cut_bottom(12)
    result, rest = rest.cut_bottom(46)
    put(canvas, kicker, cover.kicker, KICKER)
    with tagging.title(canvas, 1):
        put(canvas, title, cover.title, TITLE)
    put(canvas, pack, cover.pack if cover.pack != cover.title else "", PACK)
    put(canvas, dates, cover.dates, styles.LEAD)
    panels = rest.inset(0, 10)
    for place, side in zip(panels.columns([1.0] * len(cover.sides), gap=24), cover.sides, strict=True):
        _draw_side(canvas, place, side)
    parts.rule(canvas, result.x, result.top, result.right, styles.HEAVY)
    put(canvas, result.inset(0, 4), cover.result, RESULT)
    put(canvas, imprint, cover.imprint, styles.CELL_ITALIC)


def _draw_side(canvas: Canvas, box: Box, side: CoverSide) -> None:
    parts.rule(canvas, box.x, box.top, box.right, styles.MEDIUM)
    points, names = box.inset(0, 4).cut_right(84)
    name, rest = names.cut_top(22)
    force, rest = rest.cut_top(22)
    parts.side_sign(canvas, side.side, name.x + 8, name.middle, 15)
    put(canvas, name.cut_left(22)[1], side.title, SIDE)
    put(canvas, force, side.force, FORCE)
    put(canvas, rest.cut_top(14)[0], side.commander, styles.CELL_ITALIC)
    if side.points is None:
        return
    figure, label = points.cut_top(FIGURE)
    label, _ = label.cut_top(12)
    put(canvas, figure, side.points, POINTS, "right")
    put(canvas, label, "Victory Points", styles.LABEL, "right")


def _draw_picture(canvas: Canvas, box: Box) -> None:
    canvas.saveState()
    frame = canvas.beginPath()
    frame.rect(box.x, box.y, box.width, box.height)
    canvas.clipPath(frame, stroke=0, fill=0)
    _draw_table(canvas, box)
    allied, axis = _trail(box, 1), _trail(box, -1)
    for trail, side in ((axis, "axis"), (allied, "allied")):
        _draw_trail(canvas, trail, side)
    canvas.restoreState()
    parts.outline(canvas, box, styles.HEAVY)


def _draw_table(canvas: Canvas, box: Box) -> None:
    """Rings and bearings around a point off the middle."""
    x, y = box.x + 0.34 * box.width, box.y + 0.42 * box.height
    step = box.width / 9
    canvas.setStrokeColor(styles.GREY)
    for ring in range(1, RINGS + 1):
        canvas.setLineWidth(styles.LIGHT if ring % 3 else styles.MEDIUM)
        canvas.circle(x, y, ring * step, stroke=1, fill=0)
    for bearing in range(BEARINGS):
        angle = tau * bearing / BEARINGS
        main = bearing % 3 == 0
        canvas.setLineWidth(styles.HAIR)
        canvas.setDash([] if main else [1, 4])
        inner, outer = (step if main else 3 * step), _to_the_edge(box, x, y, angle)
        canvas.line(x + inner * cos(angle), y + inner * sin(angle), x + outer * cos(angle), y + outer * sin(angle))
    canvas.setDash([])
    canvas.setLineWidth(styles.MEDIUM)
    for length, angle in ((6, 0.0), (6, pi / 2)):
        across, up = length * cos(angle), length * sin(angle)
        canvas.line(x - across, y - up, x + across, y + up)


def _to_the_edge(box: Box, x: float, y: float, angle: float) -> float:
    """How far it is from (x, y) to the edge of the box at ``angle``."""
    across, up = cos(angle), sin(angle)
    sides = ((box.right - x) / across if across > 0 else (box.x - x) / across) if abs(across) > TINY else box.height
    ends = ((box.top - y) / up if up > 0 else (box.y - y) / up) if abs(up) > TINY else box.width
    return min(sides, ends)


def _trail(box: Box, hand: int) -> list[tuple[float, float]]:
    """From the lower left to the upper right, weaving first to the left or the right (``hand`` 1 or -1) of the way.

    The one that begins to the right stays behind.
    """
    points = []
    end = 1.0 if hand > 0 else 0.9
    for n in range(TRAIL + 1):
        t = end * n / TRAIL
        swing = hand * (SWING - 0.6 * SWING * t) * sin(CROSSINGS * pi * t + 0.5)
        along, up = 0.03 + 0.83 * t, 0.05 + 0.79 * t**1.3
        points.append((box.x + box.width * (along - 0.55 * swing), box.y + box.height * (up + swing)))
    return points


def _draw_trail(canvas: Canvas, points: Sequence[tuple[float, float]], side: str) -> None:
    """A trail that grows firmer, on a white edge so that the one above is seen to cross, the sign at its head."""
    for ink, weight in ((styles.WHITE, 7.0), (styles.SIDE_INKS[side], 2.6)):
        canvas.setStrokeColor(ink)
        canvas.setLineWidth(weight)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        canvas.drawPath(path)
    x, y = points[-1]
    canvas.setFillColor(styles.WHITE)
    canvas.circle(x, y, 0.72 * SIGN, stroke=0, fill=1)
    parts.side_sign(canvas, side, x, y, SIGN)
