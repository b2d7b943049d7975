"""A poster to learn aircraft from: their outlines by nation, all to one scale, so that large ones are large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from campaigns.catalogue.outlines import CENTIMETRES, outline_of
from campaigns.documents.kit import fonts, parts, sheet, styles, tagging
from campaigns.documents.kit.document import Document, body_box
from campaigns.documents.kit.outlines import place_outline
from campaigns.documents.kit.parts import Box, Sized, put
from campaigns.documents.kit.styles import Paper, TextStyle

TITLE: Final = "Know your aircraft"
SCALES: Final = (250, 400)
"""The poster has the first of these on which its largest aircraft takes no more than ``MOST`` of the width."""
MOST: Final = 0.8
METRE: Final = 72 / 0.0254
"""Points that a metre of paper is."""
MASTHEAD: Final = 64.0
LEAST: Final = 84.0
"""Width of a place, for its name."""
GAP, WIDEST_GAP = 10.0, 36.0
"""Between two places: at least, and where a row has room to spare."""
NAMES, DETAILS, AIR = 21.0, 10.0, 12.0
"""Under an outline its names and what is said of it, and the space under that."""
NAME: Final = TextStyle(fonts.CONDENSED.bold, 8.5, 5.5, leading=1.1)
DETAIL: Final = TextStyle(fonts.CONDENSED.regular, 7.5, 5.5, ink=styles.GREY)


@dataclass(frozen=True, slots=True)
class PosterAircraft:
    """An airframe with the types that look like it."""

    outline: str
    """A shape of ``fixtures/shapes``."""
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class PosterNation:
    name: str
    aircraft: tuple[PosterAircraft, ...]


@dataclass(frozen=True, slots=True)
class Poster:
    subject: str
    """Whose aircraft they are: the title of a game."""
    nations: tuple[PosterNation, ...]


def render(poster: Poster, paper: Paper = "A4") -> bytes:
    """The PDF. The same aircraft give the same bytes."""
    document = Document(title=TITLE, subject=f"{TITLE}: {poster.subject}", paper=paper)
    return document.produce(_story(poster, body_box(document.page_box, 0).width))


def _story(poster: Poster, width: float) -> Iterator[Flowable]:
    largest = max((_size(each)[0] for nation in poster.nations for each in nation.aircraft), default=0.0)
    scale = next((each for each in SCALES if largest / each <= MOST * width), SCALES[-1])
    yield _Head(width, poster.subject, scale)
    for nation in poster.nations:
        yield parts.Heading(nation.name)
        for row in _rows(nation.aircraft, width, scale):
            yield _Row(width, row, scale)


def _size(aircraft: PosterAircraft) -> tuple[float, float]:
    """Width and height at full size, in points."""
    made = outline_of(aircraft.outline)
    return 2 * made.across / CENTIMETRES * METRE, 2 * made.along / CENTIMETRES * METRE


def _place(aircraft: PosterAircraft, scale: int) -> float:
    return max(_size(aircraft)[0] / scale, LEAST)


def _rows(aircraft: Sequence[PosterAircraft], width: float, scale: int) -> Iterator[tuple[PosterAircraft, ...]]:
    """As many side by side as find room, in their order."""
    row: list[PosterAircraft] = []
    taken = 0.0
    for each in aircraft:
        place = _place(each, scale) + (GAP if row else 0)
        if row and taken + place > width:
            yield tuple(row)
            row, taken, place = [], 0.0, place - GAP
        row.append(each)
        taken += place
    if row:
        yield tuple(row)


class _Head(Sized):
    """The title, and the scale with a measure of ten metres."""

    outline_title = TITLE

    def __init__(self, width: float, subject: str, scale: int) -> None:
        super().__init__(width, MASTHEAD)
        self.subject, self.scale = subject, scale

    def draw(self) -> None:
        measure, text = self.box.cut_top(MASTHEAD - 8)[0].cut_right(130)
        with tagging.title(self.canv, 1):
            sheet.masthead_title(self.canv, text, "Aircraft from above", TITLE, f"{self.subject}, by nation")
        put(self.canv, measure.cut_top(14)[0], f"All to one scale, 1:{self.scale}", styles.LABEL, "right")
        _draw_measure(self.canv, measure.cut_top(16)[1], 10 * METRE / self.scale)


def _draw_measure(canvas: Canvas, box: Box, ten_metres: float) -> None:
    y, left = box.top - 4, box.right - ten_metres
    parts.rule(canvas, left, y, box.right, styles.MEDIUM)
    for x in (left, box.right):
        parts.upright(canvas, x, y - 3, y + 3)
    put(canvas, Box(left, y - 14, ten_metres, 10), "10 metres", styles.SMALL, "centre")


class _Row(Sized):
    """Aircraft side by side."""

    def __init__(self, width: float, aircraft: Sequence[PosterAircraft], scale: int) -> None:
        self.tallest = max(_size(each)[1] for each in aircraft) / scale
        super().__init__(width, self.tallest + 4 + NAMES + DETAILS + AIR)
        self.aircraft, self.scale = tuple(aircraft), scale

    def draw(self) -> None:
        places = [_place(each, self.scale) for each in self.aircraft]
        spare = self.box.width - sum(places)
        gap = min(spare / max(len(places) - 1, 1), WIDEST_GAP)
        rest = self.box
        for each, wide in zip(self.aircraft, places, strict=True):
            place, rest = rest.cut_left(wide)
            _draw(self.canv, place, each, self.tallest, self.scale)
            rest = rest.cut_left(gap)[1]


def _draw(canvas: Canvas, box: Box, aircraft: PosterAircraft, tallest: float, scale: int) -> None:
    picture, rest = box.cut_top(tallest)
    with tagging.figure(canvas, f"{aircraft.name} from above"):
        place_outline(
            canvas, aircraft.outline, picture.x + picture.width / 2, picture.middle, METRE / CENTIMETRES / scale
        )
    name, rest = rest.cut_top(4)[1].cut_top(NAMES)
    put(canvas, name, aircraft.name, NAME, "centre", "bottom")
    put(canvas, rest.cut_top(DETAILS)[0], aircraft.detail, DETAIL, "centre")
