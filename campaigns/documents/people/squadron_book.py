"""A squadron's book: what it had and has, its aircraft and men, what it flew, lost and shot down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.chart import line_chart
from campaigns.documents.kit.document import HEAD, Document, body_box
from campaigns.documents.kit.parts import Box, Drawn
from campaigns.documents.kit.rows import Column, Rows
from campaigns.documents.kit.styles import Paper
from campaigns.documents.people.cover import Cover, CoverText
from campaigns.documents.people.flight_line import HEIGHT, Plane, draw_flight_line
from campaigns.documents.people.heads import Figures, Masthead
from campaigns.heraldry.rasters import Raster
from campaigns.heraldry.shapes import Picture
from config.common.charts import ChartData

TITLE: Final = "Operations record book"


class AirframeLine(NamedTuple):
    """One aircraft and what became of it, as the columns of its list have it; and so are the lines below."""

    code: str
    aircraft: str
    sorties: int
    victories: str
    state: str
    life: str


class ManLine(NamedTuple):
    """One man or crew."""

    name: str
    rating: str
    skills: str
    missions: int
    victories: str
    decorations: str
    state: str


class MissionLine(NamedTuple):
    """What it did in one mission."""

    when: str
    where: str
    codes: str
    """The aircraft that flew."""
    sorties: int
    damaged: int | str
    """Empty of none, and so is ``lost``."""
    lost: int | str
    victories: str


class DiaryLine(NamedTuple):
    when: str
    what: str


@dataclass(frozen=True, slots=True)
class SquadronBook:
    """One squadron; ``men`` is ``None`` where they have no names."""

    campaign: str
    pack: str
    dates: str
    title: str
    side: str
    nation: str
    service: str
    code: str
    aircraft: str
    outline: str
    """A shape of ``fixtures/shapes``."""
    badge: Picture | Raster
    """Drawn, or uploaded."""
    base: str
    state: str
    note: str
    """History, from the pack."""
    figures: tuple[tuple[str, str], ...]
    charts: tuple[ChartData, ...]
    planes: tuple[Plane, ...]
    airframes: tuple[AirframeLine, ...]
    men: tuple[ManLine, ...] | None
    missions: tuple[MissionLine, ...]
    diary: tuple[DiaryLine, ...]
    is_closed: bool
    """The campaign is over."""


def render(book: SquadronBook, paper: Paper = "A4") -> bytes:
    """The PDF."""
    document = Document(title=f"{book.title}: {TITLE}", subject=f"{book.campaign}, {book.pack}", paper=paper, front=1)
    return document.produce(story(book, document.page_box))


def story(book: SquadronBook, page: Box) -> Iterator[Flowable]:
    """The cover and its chapters. ``page`` is the page within its margins."""
    yield Cover(_cover(book), page)
    yield PageBreak()
    width = body_box(page, HEAD).width
    lead = " · ".join(part for part in (book.aircraft, book.base, book.service, book.state) if part)
    yield Masthead(width, kicker=TITLE, title=book.title, lead=lead, side=book.side, entry="Strength", level=2)
    yield Figures(width, book.figures)
    yield from parts.paragraphs(book.note)
    yield from _charts(book.charts, width)
    yield parts.Heading("Aircraft")
    if book.planes:
        yield Drawn(width, HEIGHT + 6, lambda canvas, box: draw_flight_line(canvas, box.cut_bottom(6)[1], book.planes))
    yield Rows(_AIRFRAMES, book.airframes, width, pitch=WIDE, free=_free(book))
    if book.men is not None:
        yield parts.Heading("Men")
        yield Rows(_MEN, book.men, width, pitch=18, free=_free(book))
    yield parts.Heading("Missions")
    yield Rows(_MISSIONS, book.missions, width, pitch=WIDE, free=_free(book))
    yield parts.Heading("Diary")
    yield Rows(_DIARY, book.diary, width, free=_free(book))
    yield Drawn(width, 40, _sign)


def _cover(book: SquadronBook) -> CoverText:
    return CoverText(
        side=book.side,
        kicker=book.service,
        book=TITLE,
        title=book.title,
        facts=(
            ("Nation", book.nation),
            ("Service", book.service),
            ("Aircraft", book.aircraft),
            ("Code", book.code),
            ("Base", book.base),
            *((("State", book.state),) if book.state else ()),
        ),
        outline=book.outline,
        picture=book.badge,
        foot=(book.campaign, " · ".join(part for part in (book.pack, book.dates) if part)),
    )


def _charts(charts: Sequence[ChartData], width: float) -> Iterator[Flowable]:
    """Two beside one another; the last of an odd number over the whole width."""
    for first in range(0, len(charts), 2):
        yield _pair(charts[first : first + 2], width)


def _pair(charts: Sequence[ChartData], width: float) -> Flowable:
    def draw(canvas: Canvas, box: Box) -> None:
        for chart, place in zip(charts, box.columns([1.0] * len(charts), gap=20), strict=True):
            rest = sheet.heading(canvas, place, chart.title, "after each mission")
            line_chart(canvas, rest.cut_top(4)[1].cut_bottom(8)[1], chart)

    return Drawn(width, CHART, draw)


def _free(book: SquadronBook) -> int:
    return 0 if book.is_closed else FREE_ROWS


def _sign(canvas: Canvas, box: Box) -> None:
    sheet.signatures(canvas, box.cut_bottom(16)[0], ("Adjutant", "Officer commanding"))


CHART: Final = 150.0
WIDE: Final = 22.0
FREE_ROWS: Final = 2
_AIRFRAMES: Final = (
    Column("Code", 44, styles.CELL_BOLD),
    Column("Type", 118),
    Column("Sorties", 34, styles.CELL, "centre"),
    Column("Vict.", 30, styles.CELL_BOLD, "centre"),
    Column("State", 92),
    Column("Missions flown", 216, styles.NOTE),
)
_MEN: Final = (
    Column("Name", 128, styles.CELL_BOLD),
    Column("Rating", 62),
    Column("Skills", 92),
    Column("Missions", 40, styles.CELL, "centre"),
    Column("Vict.", 34, styles.CELL_BOLD, "centre"),
    Column("Decorations", 92),
    Column("State", 86),
)
_MISSIONS: Final = (
    Column("Mission", 104, styles.CELL_BOLD),
    Column("Where", 150),
    Column("Aircraft", 134, styles.NOTE),
    Column("Sorties", 36, styles.CELL, "centre"),
    Column("Dam.", 34, styles.CELL, "centre"),
    Column("Lost", 34, styles.CELL, "centre"),
    Column("Vict.", 34, styles.CELL_BOLD, "centre"),
)
_DIARY: Final = (Column("When", 116), Column("What", 416))
