"""A side's mission briefing: one upright sheet to play from, with everything that it may know and boxes to tick.

Target, Turns, units, men and resources, what the enemy may send, and a code that opens the form for the result.
Before its orders are signed the same sheet leaves choices and lines to a pen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.briefing import briefing_parts as draw
from campaigns.documents.briefing.briefing_data import Briefing
from campaigns.documents.briefing.briefing_units import COLUMNS, draw_column_heads, draw_unit, unit_height
from campaigns.documents.kit import parts, sheet
from campaigns.documents.kit.document import HEAD, Document, body_box
from campaigns.documents.kit.parts import Box, Sized
from campaigns.documents.kit.styles import Paper
from campaigns.documents.kit.text import printable

PITCHES: Final = (31.0, 26.0, 23.0, 20.0, 20.0)
"""Heights of a seat's line, tried from the most comfortable."""
NOTES_LEAST: Final = (150.0, 72.0, 54.0, 36.0, 0.0)
"""Room for notes on the last page, by pitch: none where they alone would need another page."""
GAP: Final = 8.0
BETWEEN_UNITS: Final = 5.0


def render(sheet_: Briefing, paper: Paper = "A4") -> bytes:
    """The briefing as a PDF. The same briefing gives the same bytes."""
    document = Document(
        title=f"{sheet_.number} · {sheet_.title}: {sheet_.side_title} briefing",
        subject=f"{sheet_.campaign or sheet_.pack}, mission {sheet_.number}, {sheet_.side_title} briefing",
        paper=paper,
    )
    return document.produce(_story(sheet_, document.page_box))


def _story(sheet_: Briefing, page: Box) -> Iterator[Flowable]:
    """As few pages as it needs, and these as comfortable as may be."""
    first, next_ = body_box(page, 0), body_box(page, HEAD)
    tried = (
        _pages(_parts(sheet_, next_, pitch), _units_head(sheet_), first.height, next_.height, notes)
        for pitch, notes in zip(PITCHES, NOTES_LEAST, strict=True)
    )
    pages = min(tried, key=len)
    for number, parts_ in enumerate(pages):
        if number:
            yield PageBreak()
        yield BriefingPage(sheet_, parts_, next_ if number else first, number, is_last=number + 1 == len(pages))


class Part(NamedTuple):
    """What stands between two gaps: its height, what draws it into a box of that height, and the gap under it."""

    height: float
    draw: Callable[[Canvas, Box], None]
    gap: float = GAP
    is_unit: bool = False
    """It stands under the heading of the units, which is repeated on the next page."""


def _parts(sheet_: Briefing, box: Box, pitch: float) -> list[Part]:
    """Everything but the notes, in order."""
    width = box.width
    return [
        Part(draw.MASTHEAD, partial(draw.masthead, sheet_=sheet_)),
        Part(draw.situation_height(sheet_, width), partial(draw.situation, sheet_=sheet_)),
        Part(draw.track_height(sheet_), partial(draw.track, sheet_=sheet_)),
        *_unit_parts(sheet_, pitch),
        *_muster(sheet_, width),
        Part(min(draw.lower_height(sheet_, width), box.height), partial(draw.lower, sheet_=sheet_)),
        Part(draw.result_height(sheet_), partial(draw.result, sheet_=sheet_), 0),
    ]


def _unit_parts(sheet_: Briefing, pitch: float) -> Iterator[Part]:
    for number, unit in enumerate(sheet_.units, 1):
        drawn = partial(draw_unit, unit=unit, fates=len(sheet_.fates), pitch=pitch)
        yield Part(unit_height(unit, pitch), drawn, GAP if number == len(sheet_.units) else BETWEEN_UNITS, is_unit=True)


def _muster(sheet_: Briefing, width: float) -> Iterator[Part]:
    if sheet_.squadrons or sheet_.men:
        yield Part(draw.muster_height(sheet_, width), partial(draw.muster, sheet_=sheet_))


def _units_head(sheet_: Briefing) -> Part:
    has_seats = any(unit.seats for unit in sheet_.units)
    height = sheet.HEADING + (COLUMNS if has_seats else 2)
    return Part(height, partial(_draw_units_head, sheet_=sheet_, has_seats=has_seats), 0, is_unit=True)


def _draw_units_head(canvas: Canvas, box: Box, sheet_: Briefing, *, has_seats: bool) -> None:
    planned, blank = "tick off what happens", "nothing is signed yet: choose and fill in"
    if any(seat.has_cockpit for unit in sheet_.units for seat in unit.seats):
        planned += " · C: a hit on the cockpit"
    rest = draw.heading(canvas, box, "Your units", planned if sheet_.is_planned else blank)
    if has_seats:
        draw_column_heads(canvas, rest, sheet_.fates)


def _pages(left: Sequence[Part], head: Part, first: float, further: float, notes: float) -> list[list[Part]]:
    """As many parts to a page as it has room for, at least one; the last page has room for ``notes``.

    ``head`` stands over the first unit of each page.
    """
    pages: list[list[Part]] = [[]]
    room = first
    for part in left:
        over = head.height if part.is_unit and not (pages[-1] and pages[-1][-1].is_unit) else 0
        if pages[-1] and _height(pages[-1]) + over + part.height > room:
            pages.append([])
            room = further
        if part.is_unit and not (pages[-1] and pages[-1][-1].is_unit):
            pages[-1].append(head)
        pages[-1].append(part)
    if _height(pages[-1]) + notes > room:
        pages.append([])
    return pages


def _height(parts_: Sequence[Part]) -> float:
    return sum(part.height + part.gap for part in parts_)


class BriefingPage(Sized):
    """A page of the briefing that fills its frame; the last one ends with lines for notes."""

    def __init__(self, sheet_: Briefing, parts_: Sequence[Part], box: Box, number: int, *, is_last: bool) -> None:
        super().__init__(box.width, box.height)
        self.parts, self.is_last = parts_, is_last
        if not number:
            self.outline_title = printable(sheet_.title, parts.LONGEST_HEADING)

    def draw(self) -> None:
        rest = self.box
        for part in self.parts:
            place, rest = rest.cut_top(part.height)
            part.draw(self.canv, place)
            rest = rest.cut_top(min(part.gap, rest.height))[1]
        if self.is_last:
            draw.notes(self.canv, rest)
