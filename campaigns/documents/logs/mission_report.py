"""A page for each mission of a log: who flew what, what became of him, and which section gave each point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import parts, sheet, styles, tagging
from campaigns.documents.kit.parts import Align, Box, Sized, put
from campaigns.documents.kit.sheet import SIDES, USUAL, SideNames
from campaigns.documents.kit.text import measure, printable
from campaigns.documents.logs.sections import sections
from config.common.figures import figure

HEAD: Final = 30.0
FACT: Final = 13.0
SORTIE_LEAST, SORTIE_MOST = 13.0, 29.0
SCORE: Final = 11.5
TABLE_HEAD: Final = 12.0
GAP: Final = 10.0
SCORE_COLUMNS: Final = 3
"""At most."""
BETWEEN: Final = 16.0
AIR: Final = 4.0
SCORES_AIR: Final = 3.0
"""Between the heading of the points and the first of them."""
NOTES_LEAST: Final = 70.0
"""A page with so much room below has lines to write on."""
NOTES_PITCH: Final = 18.0


@dataclass(frozen=True, slots=True)
class LogSortie:
    """One aircraft in one mission."""

    who: str
    """Its unit and place: ``Striker 1, aircraft 2``."""
    pilot: str
    """Or its crew."""
    aircraft: str
    fate: str
    did: str
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class LogScore:
    """Victory Points with the section that gives them."""

    side: str
    what: str
    section: str
    points: int


@dataclass(frozen=True, slots=True)
class MissionReport:
    """A debriefed mission in full. ``facts`` are label and text."""

    heading: str
    length: str
    facts: tuple[tuple[str, str], ...]
    allied: tuple[LogSortie, ...]
    axis: tuple[LogSortie, ...]
    scores: tuple[LogScore, ...]


def pages(report: MissionReport, box: Box, names: SideNames = USUAL) -> Iterator[Flowable]:
    """The pages of a mission: more than one if its aircraft or its points find no room on the first."""
    most = max(int((box.height - _above(report) - GAP) / SORTIE_LEAST), 1)
    rows = max(len(report.allied), len(report.axis), 1)
    for first in range(0, rows, most):
        is_last = first + most >= rows
        part = replace(
            report,
            allied=report.allied[first : first + most],
            axis=report.axis[first : first + most],
            scores=report.scores if is_last else (),
        )
        page = ReportPage(part, box, names, is_first=first == 0)
        if first:
            yield PageBreak()
        yield page
        if page.points_left:
            yield PageBreak()
            yield PointsPage(report, box)


def _above(report: MissionReport) -> float:
    """What stands above the aircraft."""
    return HEAD + len(report.facts) * FACT + GAP + sheet.HEADING + TABLE_HEAD


class ReportPage(Sized):
    """Who flew, and the points where they fit."""

    def __init__(self, report: MissionReport, box: Box, names: SideNames, *, is_first: bool) -> None:
        super().__init__(box.width, box.height)
        self.report = report
        self.names = names
        if is_first:
            self.outline_title = printable(report.heading, parts.LONGEST_HEADING)
        rows = max(len(report.allied), len(report.axis), 1)
        points = _points_height(report.scores, self.box.width)
        room = self.box.height - _above(report) - GAP
        self.points_left = rows * SORTIE_LEAST + points > room
        self.pitch = max(SORTIE_LEAST, min(SORTIE_MOST, (room - (0 if self.points_left else points)) / rows))
        self.sides_height = sheet.HEADING + TABLE_HEAD + rows * self.pitch

    def draw(self) -> None:
        report, canvas = self.report, self.canv
        head, rest = self.box.cut_top(HEAD)
        title, length = head.columns((3, 2), gap=16)
        with tagging.title(canvas, 2):
            put(canvas, title, report.heading, styles.SIDE)
        put(canvas, length, report.length, styles.CELL_ITALIC, "right")
        for label, text in report.facts:
            line, rest = rest.cut_top(FACT)
            name, value = line.cut_left(96)
            put(canvas, name, label, styles.LABEL)
            put(canvas, value, text, styles.CELL)
        sides, rest = rest.cut_top(GAP)[1].cut_top(self.sides_height)
        for box, side, sorties in zip(sides.columns((1, 1), gap=16), SIDES, (report.allied, report.axis), strict=True):
            body = sheet.heading(canvas, box, self.names.of(side), sign=side)
            _draw_sorties(canvas, body, sorties, self.pitch)
        rest = rest.cut_top(GAP)[1]
        if not self.points_left:
            points, rest = rest.cut_top(_points_height(report.scores, self.box.width))
            _draw_points(canvas, points, report.scores)
        if not self.points_left and rest.height > NOTES_LEAST:
            body = sheet.heading(canvas, rest.cut_top(GAP)[1], "Notes")
            parts.ruled(canvas, body, NOTES_PITCH)


class PointsPage(Sized):
    """The points of a mission, on a page of their own."""

    def __init__(self, report: MissionReport, box: Box) -> None:
        super().__init__(box.width, box.height)
        self.report = report

    def draw(self) -> None:
        head, rest = self.box.cut_top(HEAD)
        put(self.canv, head, self.report.heading, styles.SIDE)
        _draw_points(self.canv, rest, self.report.scores)


_HEADS: Final = ("Unit", "Pilot or crew", "Aircraft", "Fate", "Did")
_LOOKS: Final = (styles.CELL, styles.CELL_BOLD, styles.CELL, styles.CELL, styles.CELL)
_SHARES: Final = (70.0, 74.0, 76.0, 118.0, 74.0)
_NAMELESS: Final = (104.0, 0.0, 76.0, 150.0, 82.0)
"""Where nobody is known by name."""


def _draw_sorties(canvas: Canvas, box: Box, sorties: Sequence[LogSortie], pitch: float) -> None:
    shares = _SHARES if any(sortie.pilot for sortie in sorties) else _NAMELESS
    head, rest = box.cut_top(TABLE_HEAD)
    for place, title, share in zip(head.columns(shares), _HEADS, shares, strict=True):
        if share:
            put(canvas, place.inset(2, 1), title, styles.LABEL)
    for sortie in sorties:
        row, rest = rest.cut_top(pitch)
        parts.dotted(canvas, row.x, row.y, row.right)
        texts = (sortie.who, sortie.pilot, sortie.aircraft, sortie.fate, sortie.did)
        for place, text, look in zip(row.columns(shares), texts, _LOOKS, strict=True):
            put(canvas, place.inset(2, 1), text, look)


SIGN: Final = 12.0
POINTS: Final = 18.0
WIDEST_SECTION: Final = 0.46
"""Of a column, what its sections take at most."""
_SCORE_ALIGNS: Final[tuple[Align, ...]] = ("left", "left", "left", "right")


def _score_columns(scores: Sequence[LogScore], width: float) -> int:
    """How many columns beside one another leave what the points are for whole."""
    short = sections([score.section for score in scores])
    needed = max((measure(printable(score.what), styles.CELL, styles.CELL.size) for score in scores), default=0.0)
    column = SIGN + needed + AIR + short.width(width) + POINTS
    return next((count for count in range(SCORE_COLUMNS, 1, -1) if column <= (width - BETWEEN) / count - BETWEEN), 2)


def _points_height(scores: Sequence[LogScore], width: float) -> float:
    if not scores:
        return 0
    return sheet.HEADING + SCORES_AIR + -(-len(scores) // _score_columns(scores, width)) * SCORE


def _draw_points(canvas: Canvas, box: Box, scores: Sequence[LogScore]) -> None:
    """The points in columns; what finds no room is counted."""
    if not scores:
        return
    short = sections([score.section for score in scores])
    body = sheet.heading(canvas, box, "Victory Points", short.aside).cut_top(SCORES_AIR)[1]
    columns = _score_columns(scores, box.width)
    rows = min(-(-len(scores) // columns), int(body.height / SCORE))
    shown, lines = list(scores[: rows * columns]), list(short.lines[: rows * columns])
    if len(shown) < len(scores):
        left = scores[len(shown) - 1 :]
        shown[-1] = LogScore("", f"and {len(left)} more", "", sum(score.points for score in left))
        lines[-1] = ""
    for n, column in enumerate(body.columns([1.0] * columns, gap=BETWEEN)):
        rest = column
        width = short.width(WIDEST_SECTION * column.width)
        shares = (SIGN, column.width - SIGN - width - POINTS, width, POINTS)
        part = slice(n * rows, (n + 1) * rows)
        for score, section in zip(shown[part], lines[part], strict=True):
            row, rest = rest.cut_top(SCORE)
            if score.side:
                parts.side_sign(canvas, score.side, row.x + 5, row.middle, 7)
            texts = ("", score.what, section, figure(score.points))
            looks = (styles.CELL, styles.CELL, styles.CELL_ITALIC, styles.CELL_BOLD)
            for place, text, look, align in zip(row.columns(shares), texts, looks, _SCORE_ALIGNS, strict=True):
                put(canvas, place.inset(1, 0.5), text, look, align)
