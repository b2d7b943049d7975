"""The order of battle of a side: what can take off, what is under repair, who is fit to fly, what is still to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from campaigns.documents.kit import parts, styles, tagging
from campaigns.documents.kit.document import HEAD, Document, body_box
from campaigns.documents.kit.parts import Box, Sized, put
from campaigns.documents.kit.rows import Column, Rows
from campaigns.documents.kit.styles import Paper
from campaigns.documents.people.flight_line import HEIGHT, Plane, draw_flight_line
from campaigns.documents.people.heads import FIGURES, MASTHEAD, Figures, Masthead

TITLE: Final = "Order of battle"


@dataclass(frozen=True, slots=True)
class SquadronLine:
    """A squadron; figures are ``None`` until it has come, those of the men also where they have no names."""

    title: str
    base: str
    code: str
    aircraft: str
    state: str
    """What keeps it from flying; empty of one that is here."""
    serviceable: int | None
    repair: int | None
    lost: int | None
    fit: int | None
    resting: int | None
    wounded: int | None
    gone: int | None
    victories: str
    planes: tuple[Plane, ...]
    notes: tuple[tuple[str, str], ...]
    """Label and text: what is back when, what is still to come."""


class TypeLine(NamedTuple):
    """What a side has flown so far of one type, as the columns of their list have it."""

    aircraft: str
    sorties: int
    damaged: int
    lost: int


class RosterLine(NamedTuple):
    """A man of a side without squadrons, as the columns of their list have it."""

    name: str
    service: str
    rating: str
    skills: str
    missions: int
    victories: str
    state: str


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """One side. Where there are no squadrons, what has flown so far, and who there is to fly."""

    campaign: str
    pack: str
    side: str
    force: str
    """What the side is called."""
    when: str
    figures: tuple[tuple[str, str], ...]
    names_men: bool
    squadrons: tuple[SquadronLine, ...]
    types: tuple[TypeLine, ...]
    roster: tuple[RosterLine, ...]


def render(order: OrderOfBattle, paper: Paper = "A4") -> bytes:
    """The PDF."""
    document = Document(title=f"{order.force}: {TITLE}", subject=f"{order.campaign}, {order.pack}", paper=paper)
    return document.produce(story(order, document.page_box))


def story(order: OrderOfBattle, page: Box) -> Iterator[Flowable]:
    """``page`` is the page within its margins."""
    first, body = body_box(page, 0), body_box(page, HEAD)
    lead = " · ".join(part for part in (order.campaign, order.pack, order.when) if part)
    yield Masthead(body.width, kicker=TITLE, title=order.force, lead=lead, side=order.side, entry=TITLE)
    yield Figures(body.width, order.figures)
    if order.squadrons:
        yield from _squadrons(order, first.height - MASTHEAD - FIGURES, body)
    else:
        yield from parts.paragraphs("This side keeps no squadrons: each mission brings its own aircraft.")
    if order.types:
        yield parts.Heading("Flown so far", 1)
        yield Rows(_TYPES, order.types, body.width, pitch=16)
    if order.roster:
        yield parts.Heading("Men", 1)
        yield Rows(_ROSTER, order.roster, body.width, pitch=16)


def _squadrons(order: OrderOfBattle, first: float, body: Box) -> Iterator[Flowable]:
    """The squadrons in blocks, as many under a head as find room; ``first`` is what the first page has left."""
    room = first - BLOCK_HEAD
    block: list[SquadronLine] = []
    for squadron in order.squadrons:
        if _height(squadron) > room:
            yield Blocks(block, body.width, names_men=order.names_men)
            block, room = [], body.height - BLOCK_HEAD
        block.append(squadron)
        room -= _height(squadron)
    yield Blocks(block, body.width, names_men=order.names_men)


class Blocks(Sized):
    """Squadrons under one head."""

    def __init__(self, squadrons: Sequence[SquadronLine], width: float, *, names_men: bool) -> None:
        super().__init__(width, BLOCK_HEAD + sum(map(_height, squadrons)))
        self.squadrons = tuple(squadrons)
        self.names_men = names_men
        self.shares = _SHARES if names_men else _SHARES_WITHOUT_MEN

    def draw(self) -> None:
        canvas = self.canv
        head, rest = self.box.cut_top(BLOCK_HEAD)
        heads = _HEADS if self.names_men else _HEADS_WITHOUT_MEN
        for number, (place, title) in enumerate(zip(head.columns(self.shares), heads, strict=True)):
            put(canvas, place.inset(2, 2), title, styles.LABEL, "centre" if number > 1 else "left")
        parts.rule(canvas, head.x, head.y, head.right, styles.HEAVY)
        for squadron in self.squadrons:
            block, rest = rest.cut_top(_height(squadron))
            self._draw_squadron(canvas, squadron, block)
            parts.rule(canvas, block.x, block.y, block.right)

    def _draw_squadron(self, canvas: Canvas, squadron: SquadronLine, block: Box) -> None:
        upper, rest = block.cut_top(UPPER)
        line, below = rest.cut_top(HEIGHT if squadron.planes else 0)
        title, aircraft, *figures = upper.columns(self.shares)
        with tagging.title(canvas, 2):
            put(canvas, title.inset(2, 1).cut_top(13)[0], squadron.title, styles.CELL_BOLD)
        under = ", ".join(part for part in (squadron.base, squadron.code) if part)
        put(canvas, title.inset(2, 1).cut_top(13)[1], under, styles.CELL_ITALIC)
        put(canvas, aircraft.inset(2, 1).cut_top(13)[0], squadron.aircraft, styles.CELL)
        put(canvas, aircraft.inset(2, 1).cut_top(13)[1], squadron.state, styles.CELL_ITALIC)
        for number, (place, figure) in enumerate(zip(figures, self._figures(squadron), strict=True)):
            look = styles.FIGURE if number in ((0, 3) if self.names_men else (0,)) else styles.CELL
            put(canvas, place.inset(2, 3), figure, look, "centre")
            parts.upright(canvas, place.x, upper.y + 3, upper.top - 3)
        if squadron.planes:
            draw_flight_line(canvas, line.inset(2), squadron.planes)
        _draw_notes(canvas, below.inset(2, 1), squadron.notes)

    def _figures(self, squadron: SquadronLine) -> list[str]:
        found = [squadron.serviceable, squadron.repair, squadron.lost]
        if self.names_men:
            found += [squadron.fit, squadron.resting, squadron.wounded, squadron.gone]
        return [*(NOTHING if number is None else str(number) for number in found), squadron.victories]


def _height(squadron: SquadronLine) -> float:
    return UPPER + (HEIGHT if squadron.planes else 0) + NOTES


def _draw_notes(canvas: Canvas, box: Box, notes: Sequence[tuple[str, str]]) -> None:
    """Side by side, each as wide as its part of the text."""
    if not notes:
        return
    shares = [max(len(label) + min(len(text), 120), 24) for label, text in notes]
    for (label, text), place in zip(notes, box.columns(shares, gap=8), strict=True):
        name = put(canvas, place.cut_left(place.width / 2)[0], label, styles.LABEL)
        put(canvas, place.cut_left(name.width + 4)[1], text, styles.NOTE)


NOTHING: Final = "–"
"""Of what is not counted."""
BLOCK_HEAD: Final = 16.0
UPPER: Final = 27.0
NOTES: Final = 14.0
_SHARES: Final = (146.0, 122.0, 40.0, 32.0, 30.0, 32.0, 34.0, 40.0, 30.0, 33.0)
_HEADS: Final = ("Squadron", "Flies", "Ready", "Repair", "Lost", "Fit", "Resting", "Wounded", "Gone", "Vict.")
_SHARES_WITHOUT_MEN: Final = (186.0, 170.0, 48.0, 44.0, 44.0, 44.0)
_HEADS_WITHOUT_MEN: Final = ("Squadron", "Flies", "Ready", "Repair", "Lost", "Vict.")
_TYPES: Final = (
    Column("Type", 240, styles.CELL_BOLD),
    Column("Sorties", 60, styles.CELL, "right"),
    Column("Damaged", 60, styles.CELL, "right"),
    Column("Lost", 60, styles.CELL, "right"),
)
_ROSTER: Final = (
    Column("Name", 140, styles.CELL_BOLD),
    Column("Service", 90),
    Column("Rating", 60),
    Column("Skills", 100),
    Column("Missions", 40, styles.CELL, "centre"),
    Column("Vict.", 34, styles.CELL_BOLD, "centre"),
    Column("State", 80),
)
