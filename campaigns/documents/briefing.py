"""A side's mission briefing: one upright sheet to play from, with everything that it may know and boxes to tick.

Target, Turns, units, men and resources, what the enemy may send, and a code that opens the form for the result.
Before its orders are signed the same sheet leaves choices and lines to a pen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from typing import Final, NamedTuple

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents import briefing_parts as draw
from campaigns.documents import parts, sheet
from campaigns.documents.briefing_data import (
    Briefing,
    EnemyLine,
    Level,
    Pick,
    PointsLine,
    PointsTable,
    ResourceLine,
    SeatLine,
    SquadronLine,
    Tally,
    TargetBox,
    Turn,
    UnitBox,
)
from campaigns.documents.briefing_units import draw_unit, unit_height
from campaigns.documents.document import HEAD, Document, body_box
from campaigns.documents.parts import Box
from campaigns.documents.styles import Paper
from campaigns.documents.text import printable

__all__ = [
    "Briefing",
    "EnemyLine",
    "Level",
    "Pick",
    "PointsLine",
    "PointsTable",
    "ResourceLine",
    "SeatLine",
    "SquadronLine",
    "Tally",
    "TargetBox",
    "Turn",
    "UnitBox",
    "render",
]

PITCHES: Final = (26.0, 23.0, 20.0)
"""Heights of a seat's line, tried from the most comfortable."""
NOTES_LEAST: Final = (64.0, 48.0, 34.0)
"""Room for notes on a single page, by pitch."""
GAP: Final = 8.0
BETWEEN_UNITS: Final = 5.0


def render(sheet_: Briefing, paper: Paper = "A4") -> bytes:
    """The briefing as a PDF. The same briefing gives the same bytes."""
    target = BytesIO()
    side = sheet.SIDE_NAMES[sheet_.side]
    document = Document(
        target,
        title=f"{sheet_.number} · {sheet_.title}: {side} briefing",
        subject=f"{sheet_.campaign or sheet_.pack}, mission {sheet_.number}, {side} briefing",
        paper=paper,
    )
    document.produce(list(_story(sheet_, document.page_box)))
    return target.getvalue()


def _story(sheet_: Briefing, page: Box) -> Iterator[Flowable]:
    """One page if everything fits, else the units flow on over as many as they need."""
    first, next_ = body_box(page, 0), body_box(page, HEAD)
    pages = next(
        (
            [made]
            for pitch, least in zip(PITCHES, NOTES_LEAST, strict=True)
            if (made := _one_page(sheet_, first, pitch, least))
        ),
        None,
    ) or _pages(_parts(sheet_, first, PITCHES[0]), first.height, next_.height)
    for number, parts_ in enumerate(pages):
        if number:
            yield PageBreak()
        yield BriefingPage(sheet_, parts_, next_ if number else first, number, is_last=number + 1 == len(pages))


class Part(NamedTuple):
    """What stands between two gaps: its height, what draws it into a box of that height, and the gap under it."""

    height: float
    draw: Callable[[Canvas, Box], None]
    gap: float = GAP


def _parts(sheet_: Briefing, box: Box, pitch: float) -> list[Part]:
    """Everything but the notes, in order."""
    width = box.width
    return [
        Part(draw.MASTHEAD, partial(draw.masthead, sheet_=sheet_)),
        Part(draw.situation_height(sheet_, width), partial(draw.situation, sheet_=sheet_)),
        Part(draw.track_height(sheet_), partial(draw.track, sheet_=sheet_)),
        *_unit_parts(sheet_, pitch),
        Part(min(draw.lower_height(sheet_, width), box.height - HEAD), partial(draw.lower, sheet_=sheet_)),
        Part(draw.result_height(sheet_), partial(draw.result, sheet_=sheet_)),
    ]


def _unit_parts(sheet_: Briefing, pitch: float) -> Iterator[Part]:
    """Each unit on its own, the first under the heading of them all."""
    last = len(sheet_.units) - 1
    for number, unit in enumerate(sheet_.units):
        drawn = partial(draw_unit, unit=unit, fates=sheet_.fates, pitch=pitch)
        height, gap = unit_height(unit, pitch), GAP if number == last else BETWEEN_UNITS
        if number:
            yield Part(height, drawn, gap)
        else:
            yield Part(height + sheet.HEADING, partial(_headed, sheet_=sheet_, drawn=drawn), gap)


def _headed(canvas: Canvas, box: Box, sheet_: Briefing, drawn: Callable[[Canvas, Box], None]) -> None:
    aside = (
        "tick off hits, Skills and fuel as they go"
        if sheet_.is_planned
        else "nothing is signed yet: choose and fill in"
    )
    drawn(canvas, draw.heading(canvas, box, "Your units", aside))


def _one_page(sheet_: Briefing, box: Box, pitch: float, notes: float) -> list[Part] | None:
    """Everything, if it leaves so much of ``box`` to notes."""
    made = _parts(sheet_, box, pitch)
    return made if _height(made) + notes <= box.height else None


def _height(parts_: Sequence[Part]) -> float:
    return sum(part.height + part.gap for part in parts_)


def _pages(left: Sequence[Part], first: float, further: float) -> list[list[Part]]:
    """As many parts to a page as it has room for, at least one; the last page keeps room for notes."""
    pages: list[list[Part]] = []
    room = first
    for part in left:
        if not pages or _height(pages[-1]) + part.height > room:
            room = further if pages else first
            pages.append([])
        pages[-1].append(part)
    if _height(pages[-1]) + NOTES_LEAST[-1] > room:
        pages.append([])
    return pages


class BriefingPage(Flowable):
    """A page of the briefing that fills its frame; the last one ends with lines for notes."""

    def __init__(self, sheet_: Briefing, parts_: Sequence[Part], box: Box, number: int, *, is_last: bool) -> None:
        super().__init__()
        self.parts, self.is_last = parts_, is_last
        self.box = Box(0, 0, box.width, box.height)
        if not number:
            self.outline_title = printable(sheet_.title, parts.LONGEST_HEADING)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return self.box.width, self.box.height

    def draw(self) -> None:
        rest = self.box
        for part in self.parts:
            place, rest = rest.cut_top(part.height)
            part.draw(self.canv, place)
            rest = rest.cut_top(min(part.gap, rest.height))[1]
        if self.is_last:
            draw.notes(self.canv, rest)
