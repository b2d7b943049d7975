"""A man's flying log: a cover, his record, and every sortie with totals carried from page to page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.document import HEAD, Document, body_box
from campaigns.documents.kit.parts import Align, Box, Sized, put
from campaigns.documents.kit.rows import Column, Rows
from campaigns.documents.kit.styles import Paper
from campaigns.documents.people.cover import Cover, CoverText
from campaigns.documents.people.heads import Figures, Masthead, chart_block
from campaigns.heraldry.rasters import Raster
from campaigns.heraldry.ribbons import Ribbon
from campaigns.heraldry.shapes import Picture
from config.common.charts import ChartData

TITLE: Final = "Flying log book"


@dataclass(frozen=True, slots=True)
class Totals:
    """What a man has come to after a line of his log."""

    sorties: int = 0
    victories: str = "0"
    damaged: int = 0
    strikes: int = 0


@dataclass(frozen=True, slots=True)
class LogbookSortie:
    """One flight."""

    mission: str
    date: str
    aircraft: str
    code: str
    duty: str
    """His place: ``Interceptor 1 leader``."""
    where: str
    """The mission and its place."""
    did: str
    fate: str
    victories: str
    damaged: int
    strike: bool
    after: Totals
    story: str = ""
    """A line about it, under the others; may be empty."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What happened between two flights, or was said of one: a wound, a decoration, a new squadron."""

    when: str
    text: str
    after: Totals


Entry = LogbookSortie | Remark


class LogVictory(NamedTuple):
    """An enemy aircraft that he claims, or has a share of, as the columns of their list have it."""

    when: str
    victim: str
    flown: str
    """What he flew, with its code."""
    credit: str
    """``1``, ``½``; ``0`` of a claim that was denied."""
    ruling: str


class LogbookEvent(NamedTuple):
    """A wound, a leave, a captivity; or a decoration with what it was for. As the columns of their lists have it."""

    when: str
    what: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Logbook:
    """One man. ``figures`` are label and value; ``spells`` is ``None`` where the campaign keeps no careers."""

    campaign: str
    pack: str
    dates: str
    name: str
    side: str
    nation: str
    service: str
    squadron: str
    base: str
    rating: str
    skills: tuple[str, ...]
    state: str
    figures: tuple[tuple[str, str], ...]
    outline: str
    """Of what he flies: a shape of ``fixtures/shapes``; empty if nothing is known of it."""
    marks: int
    """Whole victories, one mark each."""
    decorations: tuple[LogbookEvent, ...]
    ribbons: tuple[Ribbon, ...]
    """Of these decorations."""
    portrait: Picture | Raster
    """Drawn, or uploaded."""
    victories: tuple[LogVictory, ...]
    spells: tuple[LogbookEvent, ...] | None
    entries: tuple[Entry, ...]
    chart: ChartData | None
    is_closed: bool
    """Nothing more will be written: he does not come back, or the campaign is over."""


def render(book: Logbook, paper: Paper = "A4") -> bytes:
    """The PDF."""
    document = Document(title=f"{book.name}: {TITLE}", subject=f"{book.campaign}, {book.pack}", paper=paper, front=1)
    return document.produce(story(book, document.page_box))


def story(book: Logbook, page: Box) -> Iterator[Flowable]:
    """The cover, the record, the log. ``page`` is the page within its margins."""
    yield Cover(_cover(book), page)
    yield PageBreak()
    body = body_box(page, HEAD)
    yield from _record(book, body.width)
    yield PageBreak()
    yield from log_pages(book, body)


def _cover(book: Logbook) -> CoverText:
    return CoverText(
        side=book.side,
        kicker=book.service,
        book=TITLE,
        title=book.name,
        facts=(
            ("Nation", book.nation),
            ("Service", book.service),
            ("Squadron", ", ".join(part for part in (book.squadron, book.base) if part)),
            ("Rating", book.rating),
            ("Skills", ", ".join(book.skills)),
            ("State", book.state),
        ),
        outline=book.outline,
        foot=(book.campaign, " · ".join(part for part in (book.pack, book.dates) if part)),
        marks=book.marks,
        decorations=book.ribbons,
        picture=book.portrait,
        is_framed=True,
    )


def _record(book: Logbook, width: float) -> Iterator[Flowable]:
    """What he has come to, on as many pages as it needs."""
    lead = " · ".join(part for part in (book.squadron, book.service, book.rating, book.state) if part)
    yield Masthead(
        width, kicker="Record of service", title=book.name, lead=lead, side=book.side, entry="Record", level=2
    )
    yield Figures(width, book.figures)
    free = 0 if book.is_closed else FREE_ROWS
    if book.chart is not None:
        yield chart_block(width, 160, book.chart)
    if book.victories or free:
        yield parts.Heading("Victories", 1)
        numbered = [(f"{number}.", *victory) for number, victory in enumerate(book.victories, 1)]
        yield Rows(_VICTORIES, numbered, width, pitch=PITCH, free=free)
    if book.decorations or free:
        yield parts.Heading("Decorations", 1)
        yield Rows(_AWARDS, book.decorations, width, pitch=PITCH, free=free)
    if book.spells is not None and (book.spells or free):
        yield parts.Heading("Wounds, leave and captivity", 1)
        yield Rows(_SPELLS, [spell[:2] for spell in book.spells], width, pitch=PITCH, free=free)


_VICTORIES: Final = (
    Column("", 20, styles.CELL, "right"),
    Column("When", 116),
    Column("Victim", 134, styles.CELL_BOLD),
    Column("Flying", 122),
    Column("Credit", 34, styles.CELL_BOLD, "centre"),
    Column("Ruling", 106, styles.CELL_ITALIC),
)
_AWARDS: Final = (Column("When", 116), Column("Decoration", 150, styles.CELL_BOLD), Column("For", 266, styles.NOTE))
_SPELLS: Final = (Column("When", 116), Column("What", 416))


def log_pages(book: Logbook, body: Box) -> Iterator[Flowable]:
    """The log: as many entries a page as there is room for, and on the last room to go on by hand."""
    room = body.height - LOG_HEAD - 2 * TOTALS - SIGNED
    pages: list[list[Entry]] = [[]]
    left = room
    for entry in book.entries:
        height = _height(entry)
        if height > left:
            pages.append([])
            left = room
        pages[-1].append(entry)
        left -= height
    if not book.is_closed and left < FREE_LINES * LINE + TOTALS and book.entries:
        pages.append([])
    brought = Totals()
    for number, entries in enumerate(pages):
        page = LogPage(book, body, entries, brought, is_first=not number, is_last=number + 1 == len(pages))
        brought = page.carried
        yield page


class LogPage(Sized):
    """One page of the log."""

    def __init__(
        self, book: Logbook, body: Box, entries: Sequence[Entry], brought: Totals, *, is_first: bool, is_last: bool
    ) -> None:
        super().__init__(body.width, body.height)
        self.book = book
        self.entries = tuple(entries)
        self.brought = brought
        self.is_first = is_first
        self.is_last = is_last
        if is_first:
            self.outline_title = "Log"

    @property
    def carried(self) -> Totals:
        """What the page comes to."""
        return self.entries[-1].after if self.entries else self.brought

    @property
    def goes_on_by_hand(self) -> bool:
        return self.is_last and not self.book.is_closed

    def draw(self) -> None:
        canvas = self.canv
        head, rest = self.box.cut_top(LOG_HEAD)
        signed, rest = rest.cut_bottom(SIGNED)
        sheet.signatures(canvas, signed.cut_bottom(16)[0], ("Pilot", "Officer commanding"))
        foot, rest = rest.cut_bottom(TOTALS)
        _draw_log_head(canvas, head)
        first, rest = rest.cut_top(TOTALS)
        _draw_totals(canvas, first, "Brought forward", self.brought)
        for entry in self.entries:
            line, rest = rest.cut_top(_height(entry))
            if isinstance(entry, LogbookSortie):
                _draw_sortie(canvas, entry, line)
            else:
                _draw_remark(canvas, entry, line)
        if self.goes_on_by_hand and self.entries:
            line, rest = rest.cut_top(TOTALS)
            _draw_totals(canvas, line, "To date", self.carried)
        if rest.height >= LINE:
            _draw_rules(canvas, rest, int(rest.height / LINE))
        if self.goes_on_by_hand:
            _draw_totals(canvas, foot, "Carried forward", None)
        else:
            _draw_totals(canvas, foot, "In all" if self.is_last else "Carried forward", self.carried)
        parts.rule(canvas, foot.x, foot.y, foot.right, styles.MEDIUM)


LINE: Final = 32.0
"""Height of a sortie, and of a line for a pen."""
STORY: Final = 14.0
"""Height of the line of story under it."""
REMARK: Final = 15.0
TOTALS: Final = 16.0
LOG_HEAD: Final = 20.0
SIGNED: Final = 26.0
FREE_LINES: Final = 5
"""Lines for a pen that the last page has at least."""
FREE_ROWS: Final = 2
PITCH: Final = 18.0
_SHARES: Final = (22.0, 52.0, 98.0, 136.0, 157.0, 26.0, 24.0, 24.0)
_HEADS: Final[tuple[tuple[str, Align], ...]] = (
    ("No.", "centre"),
    ("Date", "left"),
    ("Aircraft", "left"),
    ("Duty", "left"),
    ("What happened", "left"),
    ("Vict.", "centre"),
    ("Dam.", "centre"),
    ("Str.", "centre"),
)


def _height(entry: Entry) -> float:
    if isinstance(entry, LogbookSortie):
        return LINE + (STORY if entry.story else 0)
    return REMARK


def _draw_log_head(canvas: Canvas, box: Box) -> None:
    parts.rule(canvas, box.x, box.top, box.right, styles.HEAVY)
    for place, (title, align) in zip(box.columns(_SHARES), _HEADS, strict=True):
        put(canvas, place.inset(2, 2), title, styles.LABEL, align)
    parts.rule(canvas, box.x, box.y, box.right, styles.MEDIUM)


def _draw_rules(canvas: Canvas, box: Box, lines: int = 1) -> None:
    """The rules of so many lines."""
    for line in box.rows(lines):
        parts.rule(canvas, line.x, line.y, line.right, styles.HAIR)
    for place in box.columns(_SHARES)[1:]:
        parts.upright(canvas, place.x, box.y, box.top)


def _draw_sortie(canvas: Canvas, sortie: LogbookSortie, line: Box) -> None:
    line, story = line.cut_top(LINE)
    _draw_rules(canvas, line)
    if sortie.story:
        put(canvas, story.cut_left(_SHARES[0])[1].inset(3, 1), sortie.story, styles.CELL_ITALIC)
        parts.rule(canvas, story.x, story.y, story.right, styles.HAIR)
    number, date, aircraft, duty, happened, victories, damaged, strikes = (
        place.inset(3, 2) for place in line.columns(_SHARES)
    )
    put(canvas, number, sortie.after.sorties, styles.CELL, "centre")
    _draw_pair(canvas, date, sortie.date, styles.CELL, sortie.mission)
    if sortie.code:
        _draw_pair(canvas, aircraft, sortie.code, styles.CELL_BOLD, sortie.aircraft)
    else:
        put(canvas, aircraft, sortie.aircraft, styles.CELL)
    _draw_pair(canvas, duty, sortie.duty, styles.CELL, sortie.where)
    told = f"{sortie.did}. {sortie.fate}" if sortie.did else sortie.fate
    put(canvas, happened, told, styles.CELL)
    put(canvas, victories, sortie.victories, styles.CELL_BOLD, "centre")
    put(canvas, damaged, sortie.damaged or "", styles.CELL, "centre")
    if sortie.strike:
        put(canvas, strikes, "1", styles.CELL, "centre")


def _draw_pair(canvas: Canvas, box: Box, upper: str, style: styles.TextStyle, lower: str) -> None:
    """A text over another, each on its half."""
    above, below = box.cut_top(12)
    put(canvas, above, upper, style)
    put(canvas, below, lower, styles.CELL_ITALIC)


def _draw_remark(canvas: Canvas, remark: Remark, line: Box) -> None:
    parts.rule(canvas, line.x, line.y, line.right, styles.HAIR)
    when, text = line.inset(3, 1).cut_left(_SHARES[0] + _SHARES[1] + 22)
    put(canvas, when, remark.when, styles.CELL_ITALIC)
    put(canvas, text, remark.text, styles.CELL_ITALIC)


def _draw_totals(canvas: Canvas, line: Box, title: str, totals: Totals | None) -> None:
    """A line of totals under the columns; without any, boxes for a pen."""
    places = line.columns(_SHARES)
    span = Box(places[1].x, line.y, places[5].x - places[1].x, line.height)
    parts.shade(canvas, span if totals is None else line)
    parts.rule(canvas, line.x, line.top, line.right, styles.LIGHT)
    parts.rule(canvas, line.x, line.y, line.right, styles.LIGHT)
    for place in (places[1], *places[5:]):
        parts.upright(canvas, place.x, line.y, line.top)
    put(canvas, span.inset(6, 1), title, styles.LABEL, "right")
    if totals is not None:
        told = (totals.victories, str(totals.damaged), str(totals.strikes))
        put(canvas, places[0].inset(2, 1), totals.sorties, styles.CELL_BOLD, "centre")
        for place, figure in zip(places[5:], told, strict=True):
            put(canvas, place.inset(2, 1), figure, styles.CELL_BOLD, "centre")
