"""The map of a campaign on paper, laid out by what lays out the pages' maps. It holds without colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from campaigns.catalogue.theatres import WIDTH, Theatre
from campaigns.documents.kit import fonts, parts, styles, tagging
from campaigns.documents.kit.parts import Align, Box, put
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import printable
from campaigns.maps.drawing import CORNER, LOSSES, Drawn, Label, Picture, Size, Spot, Stroke, draw
from campaigns.maps.situation import Situation

TEXT: Final = 7.0
MOST_NUMBERED: Final = 60
SEA: Final[Color] = HexColor("#e3e9ec")
NAME: Final = TextStyle(fonts.CONDENSED.regular, TEXT, 4.5)
SEA_NAME: Final = TextStyle(fonts.CONDENSED.italic, TEXT, 4.5, ink=styles.GREY)
NUMBER: Final = TextStyle(fonts.CONDENSED.bold, 6.6, 4, ink=styles.WHITE)
LOST: Final = TextStyle(fonts.CONDENSED.bold, 5.8, 4)
DASHES: Final[Mapping[str, tuple[float, ...]]] = {"border": (0.8, 2), "route": (5, 2, 1, 2), "axis": (4, 1.5)}
ALIGNS: Final[Mapping[str, Align]] = {"start": "left", "middle": "centre", "end": "right"}
KEY: Final = 14.0
"""Height of the line under the map that explains its signs."""
_STEPS: Final = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A map to be printed; ``titles``: what the sides are called."""

    told: Situation
    titles: Mapping[str, str]

    def height(self, width: float) -> float:
        """What it needs of a page at this width."""
        return self.told.theatre.box.height * width / WIDTH + KEY

    def draw(self, canvas: Canvas, box: Box) -> None:
        """As large as ``box`` lets it be, in its middle."""
        _, rest = box.cut_bottom(KEY)
        picture = draw(self.told, Size(rest.width, rest.height, TEXT, MOST_NUMBERED), self.titles)
        left = rest.x + (rest.width - picture.width) / 2
        frame = Box(left, rest.top - picture.height, picture.width, picture.height)
        with tagging.figure(canvas, picture.summary):
            _Pen(canvas, frame, picture).draw(self.told.theatre)
        put(canvas, Box(box.x, max(frame.y - KEY, box.y), box.width, KEY), self._key(), styles.SMALL, "centre")

    def _key(self) -> str:
        allied, axis = self.titles["allied"], self.titles["axis"]
        coasts = "Coasts and lakes" if self.told.theatre.lakes else "Coasts"
        return (
            f"Round: {allied} ahead. On its corner: {axis} ahead. Square: level. White: not debriefed. "
            f"×: aircraft lost, {allied} on the left. {coasts}: Natural Earth."
        )


class _Pen:
    """Draws a picture, whose origin is its upper left corner, into a frame of a page."""

    def __init__(self, canvas: Canvas, frame: Box, picture: Picture) -> None:
        self.canvas, self.frame, self.picture = canvas, frame, picture

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.frame.x + x, self.frame.top - y

    def draw(self, theatre: Theatre) -> None:
        canvas, picture = self.canvas, self.picture
        canvas.saveState()
        edge = canvas.beginPath()
        edge.rect(self.frame.x, self.frame.y, self.frame.width, self.frame.height)
        canvas.clipPath(edge, stroke=0, fill=0)
        parts.shade(canvas, self.frame, SEA)
        self._land(theatre)
        for stroke in picture.strokes:
            self._stroke(stroke)
        for leg in picture.legs:
            self._line((leg.start, leg.end), 0.35 if leg.is_old else 1.0, leg.side, styles.SIDE_INKS[leg.side])
        for spot in picture.spots:
            self._spot(spot)
        for drawn in picture.missions:
            if drawn.mark != drawn.at:
                self._line((drawn.mark, drawn.at), 0.3, "", styles.GREY)
        for drawn in picture.missions:
            self._mission(drawn)
        for label in picture.labels:
            self._label(label)
        self._scale_bar()
        canvas.restoreState()
        parts.outline(canvas, self.frame, styles.MEDIUM)

    def _land(self, theatre: Theatre) -> None:
        path = self.canvas.beginPath()
        scale = self.picture.scale
        for ring in _rings(theatre):
            for number, (x, y) in enumerate(ring):
                (path.lineTo if number else path.moveTo)(*self.at(x * scale, y * scale))
            path.close()
        self.canvas.setFillColor(styles.WHITE)
        self.canvas.setStrokeColor(styles.GREY)
        self.canvas.setLineWidth(styles.HAIR)
        self.canvas.drawPath(path, stroke=1, fill=1, fillMode=0)

    def _stroke(self, stroke: Stroke) -> None:
        if stroke.kind == "front":
            self._line(stroke.points, 3.2, "", styles.SHADE)
        weight = {"front": 1.4, "river": 0.6}.get(stroke.kind, 0.7)
        self._line(stroke.points, weight, stroke.kind, styles.SHADE if stroke.kind == "river" else styles.BLACK)

    def _line(self, points: tuple[tuple[float, float], ...], weight: float, kind: str, ink: Color) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.setStrokeColor(ink)
        canvas.setLineWidth(weight)
        canvas.setLineJoin(1)
        canvas.setDash(list(DASHES.get(kind, ())))
        path = canvas.beginPath()
        for number, point in enumerate(points):
            (path.lineTo if number else path.moveTo)(*self.at(*point))
        canvas.drawPath(path)
        canvas.restoreState()

    def _spot(self, spot: Spot) -> None:
        canvas = self.canvas
        x, y = self.at(*spot.at)
        canvas.saveState()
        canvas.setStrokeColor(styles.SIDE_INKS.get(spot.side, styles.BLACK))
        canvas.setFillColor(styles.WHITE if spot.side else styles.BLACK)
        canvas.setLineWidth(0.8)
        if spot.off is not None:
            canvas.translate(x, y)
            canvas.rotate(-spot.off)
            self._shape(((4.5, 0), (-2, 3.2), (-2, -3.2)))
        else:
            self._sign(spot.side or "allied", x, y, 2.2 if spot.side else 1.1)
        canvas.restoreState()

    def _sign(self, side: str, x: float, y: float, size: float) -> None:
        """The shape of a side, as the pages have it."""
        if side == "allied":
            self.canvas.circle(x, y, size, stroke=1, fill=1)
        elif side == "axis":
            far = size * CORNER
            self._shape(((x, y + far), (x + far, y), (x, y - far), (x - far, y)))
        else:
            self.canvas.rect(x - size, y - size, 2 * size, 2 * size, stroke=1, fill=1)

    def _shape(self, corners: tuple[tuple[float, float], ...]) -> None:
        path: PDFPathObject = self.canvas.beginPath()
        for number, corner in enumerate(corners):
            (path.lineTo if number else path.moveTo)(*corner)
        path.close()
        self.canvas.drawPath(path, stroke=1, fill=1)

    def _mission(self, drawn: Drawn) -> None:
        canvas, radius = self.canvas, self.picture.size.radius
        x, y = self.at(*drawn.mark)
        is_next = drawn.result == "next"
        canvas.setFillColor(styles.WHITE if is_next else styles.SIDE_INKS.get(drawn.result, styles.GREY))
        canvas.setStrokeColor(styles.BLACK if is_next else styles.WHITE)
        canvas.setLineWidth(0.8 if is_next else 0.4)
        self._sign(drawn.result, x, y, 1.8 if drawn.is_dot else radius)
        if drawn.is_dot:
            return
        room = Box(x - radius, y - radius, 2 * radius, 2 * radius)
        put(canvas, room, drawn.number, NUMBER, "centre", ink=styles.BLACK if is_next else styles.WHITE)
        step = TEXT * LOSSES
        left = x - step * len(drawn.lost) / 2
        for place, (side, count) in enumerate(drawn.lost):
            box = Box(left + place * step, y - radius - TEXT * 0.86, step, TEXT * 0.86)
            put(canvas, box, f"×{count}", LOST, "centre", ink=styles.SIDE_INKS[side])

    def _label(self, label: Label) -> None:
        x, y = self.at(*label.at)
        wide = label.width(self.picture.size)
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
        align = ALIGNS[label.anchor]
        style = NAME if label.kind == "town" else SEA_NAME
        put(self.canvas, Box(left, y - TEXT * 0.65, wide, TEXT * 1.3), printable(label.text), style, align)

    def _scale_bar(self) -> None:
        canvas, picture = self.canvas, self.picture
        x, y = self.at(8, picture.height - 7)
        canvas.setStrokeColor(styles.BLACK)
        canvas.setLineWidth(styles.MEDIUM)
        canvas.lines(
            [(x, y, x + picture.length, y), (x, y, x, y + 3), (x + picture.length, y, x + picture.length, y + 3)]
        )
        put(canvas, Box(x, y + 1.5, picture.length, 9), f"{picture.kilometres} km", NAME, "centre")


@cache
def _rings(theatre: Theatre) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The coasts of a theatre and the shores of its lakes as points in its own units."""
    rings = []
    for path in theatre.shores:
        x, y, *steps = map(int, _STEPS.findall(path))
        ring = [(x, y)]
        for across, down in zip(steps[::2], steps[1::2], strict=True):
            ring.append((ring[-1][0] + across, ring[-1][1] + down))
        rings.append(tuple(ring))
    return tuple(rings)
