"""A side's pages of a log for its pool: stocks by period, and a box for every aircraft of each squadron. [SUP 25-28]

What a side has is its own business, so its pages come apart from the sheet for both. A box is crossed when the
aircraft is lost and struck once while it is under repair; dashed boxes stand for aircraft that are to come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, Protocol, TypeAlias

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from campaigns.documents.kit import parts, styles, tagging
from campaigns.documents.kit.parts import Align, Box, Sized, put
from campaigns.documents.kit.sheet import USUAL, SideNames

State = Literal["ready", "repair", "lost", "gone", "expected"]
"""Of an aircraft: ``gone`` has left the pool unharmed, ``expected`` has not come yet."""

TITLE: Final = 30.0
LEGEND: Final = 22.0
HEAD: Final = 14.0
ROW_USUAL, ROW_LEAST = 23.0, 20.5
"""Height of a squadron's row; the least saves a page that only few of them would stand on."""
LINE: Final = 14.5
"""Height of a line of aircraft."""
SPARE_MOST: Final = 7.0
"""What a row grows by at most where the page has room."""
BOX: Final = 12.0
PITCH: Final = 14.5
STOCK: Final = 38.0
STOCK_NAME: Final = 190.0
PERIODS: Final = 13
"""Periods side by side; further ones follow in a row of their own."""
SPARE: Final = 3
"""Free boxes after a squadron's last aircraft, for what a campaign may still bring."""


@dataclass(frozen=True, slots=True)
class PoolAircraft:
    """``letter`` is what tells it from the others of its squadron."""

    letter: str
    state: State


@dataclass(frozen=True, slots=True)
class PoolSquadron:
    """A squadron; ``men`` and ``note`` are words."""

    code: str
    title: str
    base: str
    aircraft: str
    men: str
    fleet: tuple[PoolAircraft, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class PoolStock:
    """A stock: for each period what was there at its beginning and what was left at its end; empty for a pen."""

    title: str
    note: str
    periods: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PoolSheet:
    """All that a side's pages show. Nothing of it is for the other side before the campaign is over."""

    side: str
    force: str
    squadrons: tuple[PoolSquadron, ...]
    stocks: tuple[PoolStock, ...] = ()


def pages(pool: PoolSheet, box: Box, names: SideNames = USUAL) -> Iterator[Flowable]:
    """As many as its squadrons need."""
    title = f"{names.of(pool.side)} squadrons"
    parted = min((_parted(pool, box, least) for least in (ROW_USUAL, ROW_LEAST)), key=len)
    for number, blocks in enumerate(parted):
        yield PoolPage(title, pool, blocks, box, is_first=number == 0)


def _parted(pool: PoolSheet, box: Box, row: float) -> list[tuple[_Block, ...]]:
    """The rows of each page, where that of a squadron is at least ``row`` high."""
    room = box.height - TITLE - LEGEND
    names_men = any(squadron.men for squadron in pool.squadrons)
    squadrons = (_SquadronBlock(each, box.width, row, names_men=names_men) for each in pool.squadrons)
    found: list[tuple[_Block, ...]] = []
    page: list[_Block] = []
    used = 0.0
    for block in [*_stock_blocks(pool.stocks), *squadrons]:
        head = 0.0 if page and page[-1].head == block.head else HEAD
        if page and used + head + block.height > room:
            found.append(tuple(page))
            page, used, head = [], 0.0, HEAD
        page.append(block)
        used += head + block.height
    return [*found, tuple(page)] if page else found


_Head: TypeAlias = tuple[tuple[str, Align], ...]
"""Words over columns."""


class _Block(Protocol):
    """A row of a pool's page; the heads of neighbours of one kind are drawn once."""

    head: _Head
    height: float

    def places(self, row: Box) -> Sequence[Box]: ...

    def draw(self, canvas: Canvas, row: Box) -> None: ...


class _StockBlock:
    def __init__(self, stock: PoolStock, first: int) -> None:
        self.stock = stock
        self.shown = stock.periods[first : first + PERIODS]
        numbers = range(first + 1, first + len(self.shown) + 1)
        self.head: _Head = ("Stock, by period", "left"), *((str(number), "centre") for number in numbers)
        self.height = STOCK

    def places(self, row: Box) -> Sequence[Box]:
        name, rest = row.cut_left(STOCK_NAME)
        return name, *rest.columns([1.0] * PERIODS)[: len(self.shown)]

    def draw(self, canvas: Canvas, row: Box) -> None:
        name, *cells = self.places(row)
        upper, words = name.inset(2, 3).cut_right(46)[1].cut_top(15)
        put(canvas, upper, self.stock.title, styles.CELL_BOLD)
        put(canvas, words, self.stock.note, styles.CELL_ITALIC, valign="top")
        for place, label in zip(name.cut_right(44)[0].inset(2, 2).rows(2), ("to begin", "left"), strict=True):
            put(canvas, place, label, styles.LABEL, "right")
        for cell, values in zip(cells, self.shown, strict=True):
            frame = cell.inset(2, 3)
            parts.outline(canvas, frame)
            parts.dotted(canvas, frame.x, frame.middle, frame.right)
            for half, value in zip(frame.rows(2), values, strict=True):
                put(canvas, half.inset(1, 1), value, styles.CELL_BOLD, "centre")


def _stock_blocks(stocks: Sequence[PoolStock]) -> Iterator[_Block]:
    longest = max((len(stock.periods) for stock in stocks), default=0)
    for first in range(0, longest, PERIODS):
        for stock in stocks:
            yield _StockBlock(stock, first)


_SHARES: Final = (34.0, 128.0, 96.0, 76.0, 310.0, 142.0)
_NAMELESS: Final = (34.0, 128.0, 96.0, 0.0, 386.0, 142.0)
"""Where nobody has a name."""
_HEADS: Final = ("Code", "Squadron", "Aircraft", "Men", "The aircraft by their letters", "Notes")


class _SquadronBlock:
    def __init__(self, squadron: PoolSquadron, width: float, least: float, *, names_men: bool) -> None:
        self.squadron = squadron
        self.shares = _SHARES if names_men else _NAMELESS
        self.head: _Head = tuple(
            (words if share else "", "left") for words, share in zip(_HEADS, self.shares, strict=True)
        )
        self.across = max(int((self.places(Box(0, 0, width, 1))[4].width - 4) / PITCH), 1)
        lines = -(-(len(squadron.fleet) + SPARE) // self.across)
        self.height = max(least, lines * LINE + 5)

    def places(self, row: Box) -> Sequence[Box]:
        return row.columns(self.shares)

    def draw(self, canvas: Canvas, row: Box) -> None:
        squadron = self.squadron
        code, title, aircraft, men, fleet, note = self.places(row)
        put(canvas, code.inset(2, 2), squadron.code, styles.CELL_BOLD)
        upper, lower = title.inset(3, 2).cut_top(0.5 * title.height)
        if squadron.base:
            put(canvas, upper, squadron.title, styles.CELL_BOLD, valign="bottom")
            put(canvas, lower, squadron.base, styles.CELL_ITALIC, valign="top")
        else:
            put(canvas, title.inset(3, 2), squadron.title, styles.CELL_BOLD)
        put(canvas, aircraft.inset(4, 2), squadron.aircraft, styles.CELL)
        put(canvas, men.inset(4, 2), squadron.men, styles.CELL)
        put(canvas, note.inset(3, 2), squadron.note, styles.CELL_ITALIC)
        lines = -(-(len(squadron.fleet) + SPARE) // self.across)
        top = fleet.middle + lines * LINE / 2
        for number in range(len(squadron.fleet) + SPARE):
            line, place = divmod(number, self.across)
            known = squadron.fleet[number] if number < len(squadron.fleet) else PoolAircraft("", "expected")
            square = Box(fleet.x + 2 + place * PITCH, top - line * LINE - (LINE + BOX) / 2, BOX, BOX)
            draw_aircraft(canvas, square, known)
        parts.rule(canvas, row.x, row.y, row.right)


def draw_aircraft(canvas: Canvas, box: Box, aircraft: PoolAircraft) -> None:
    """A box with the aircraft's letter: dashed until it comes, struck under repair, crossed when it is lost."""
    canvas.saveState()
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.LIGHT if aircraft.state in ("expected", "gone") else styles.MEDIUM)
    if aircraft.state in ("expected", "gone"):
        canvas.setDash([1.5, 1.5])
    canvas.setFillColor(styles.PALE)
    canvas.rect(box.x, box.y, box.width, box.height, stroke=1, fill=int(aircraft.state in ("lost", "gone")))
    canvas.restoreState()
    ink = styles.GREY if aircraft.state in ("lost", "gone", "expected") else styles.BLACK
    put(canvas, box.inset(1, 1), aircraft.letter, styles.MARK, "centre", ink=ink)
    canvas.saveState()
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    if aircraft.state in ("lost", "repair"):
        canvas.line(box.x, box.y, box.right, box.top)
    if aircraft.state == "lost":
        canvas.line(box.x, box.top, box.right, box.y)
    canvas.restoreState()


_LEGEND: Final[tuple[tuple[str, State], ...]] = (
    ("serviceable", "ready"),
    ("under repair", "repair"),
    ("lost", "lost"),
    ("to come, or free", "expected"),
    ("has left", "gone"),
)


class PoolPage(Sized):
    """One page of a side's pool."""

    def __init__(self, title: str, pool: PoolSheet, blocks: tuple[_Block, ...], box: Box, *, is_first: bool) -> None:
        super().__init__(box.width, box.height)
        self.title = title
        self.pool = pool
        self.blocks = blocks
        if is_first:
            self.outline_title = title

    def draw(self) -> None:
        canvas = self.canv
        title, rest = self.box.cut_top(TITLE)
        name, aside = title.columns((3, 2), gap=12)
        parts.side_sign(canvas, self.pool.side, name.x + 7.5, name.middle, 15)
        with tagging.title(canvas, 2):
            put(canvas, name.cut_left(21)[1], self.title, styles.SIDE)
        put(canvas, aside, f"{self.pool.force} · for this side’s eyes", styles.CELL_ITALIC, "right")
        legend, rest = rest.cut_bottom(LEGEND)
        heads = 1 + sum(one.head != two.head for one, two in pairwise(self.blocks))
        needed = heads * HEAD + sum(block.height for block in self.blocks)
        spare = min((rest.height - needed) / len(self.blocks), SPARE_MOST)
        head: _Head = ()
        for block in self.blocks:
            if block.head != head:
                strip, rest = rest.cut_top(HEAD)
                places = block.places(strip)
                for place, (words, align) in zip(places, block.head, strict=True):
                    put(canvas, place.inset(3, 2), words, styles.LABEL, align)
                parts.rule(canvas, strip.x, strip.y, strip.right, styles.MEDIUM)
                head = block.head
            row, rest = rest.cut_top(block.height + spare)
            block.draw(canvas, row)
        self._draw_legend(legend.cut_bottom(12)[0])

    def _draw_legend(self, box: Box) -> None:
        for place, (words, state) in zip(box.columns([1.0] * len(_LEGEND), gap=8), _LEGEND, strict=True):
            draw_aircraft(self.canv, Box(place.x, place.middle - 5, 10, 10), PoolAircraft("", state))
            put(self.canv, place.cut_left(15)[1], words, styles.CELL)
