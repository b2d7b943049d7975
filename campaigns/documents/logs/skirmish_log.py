"""The log of a fight outside campaigns: a sheet to keep at the table, or with what was told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.document import HEAD, Document
from campaigns.documents.kit.parts import Box, Sized, put
from campaigns.documents.kit.styles import Paper
from campaigns.documents.logs.mission_report import NOTES_LEAST, NOTES_PITCH, POINTS, SIGN, WIDEST_SECTION, LogScore
from campaigns.documents.logs.sections import sections
from config.common.figures import figure

MASTHEAD: Final = 62.0
FACT: Final = 13.0
GAP: Final = 9.0
TABLE_HEAD: Final = 12.0
ROW_LEAST, ROW_MOST = 20.0, 30.0
TURN: Final = 18.0
TURNS_MOST: Final = 20
"""Turns that the track shows; a longer fight goes on by hand."""
SCORES_LEAST: Final = 92.0
SCORE: Final = 11.5
PENS: Final = 4
AIR: Final = 4.0
"""Between what an award is for, its section and its points."""
"""Lines for points, where none are told yet."""
SIGNED: Final = 20.0


@dataclass(frozen=True, slots=True)
class LogCraft:
    """One aircraft, or a flight that is counted together. Before it is told only who it is."""

    who: str
    pilot: str
    aircraft: str
    fate: str = ""
    hits: str = ""
    did: str = ""


@dataclass(frozen=True, slots=True)
class LogForce:
    """A side with its aircraft; ``points`` is ``None`` until it is told."""

    side: str
    title: str
    sorties: tuple[LogCraft, ...]
    points: int | None = None
    player: str = ""


@dataclass(frozen=True, slots=True)
class SkirmishLog:
    """All that the sheet shows; what is empty is for a pen. ``facts`` are label and text."""

    title: str
    system: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    turns: int
    forces: tuple[LogForce, ...]
    scores: tuple[LogScore, ...] = ()
    is_told: bool = False


def render(log: SkirmishLog, paper: Paper = "A4") -> bytes:
    """The PDF."""
    document = Document(title=log.title, subject=f"Skirmish log, {log.system}", paper=paper)
    return document.produce(_story(log, document.page_box))


def _story(log: SkirmishLog, page: Box) -> Iterator[Flowable]:
    """As many pages as its aircraft need: the points stand on the last."""
    box = Box(0, 0, page.width, page.height - HEAD)
    left = [(force, list(force.sorties)) for force in log.forces]
    is_first = True
    row = _row(log, _room(log, box, is_first=True))
    while True:
        room = _room(log, box, is_first=is_first)
        shown: list[LogForce] = []
        for force, sorties in left:
            most = max(int((room - sheet.HEADING - TABLE_HEAD - GAP) / row), 0)
            if not sorties or not most:
                continue
            part = sorties[:most]
            del sorties[:most]
            shown.append(LogForce(force.side, force.title, tuple(part), force.points, force.player))
            room -= sheet.HEADING + TABLE_HEAD + GAP + len(part) * row
        is_last = not any(sorties for _, sorties in left)
        yield LogPage(log, shown, box, row, is_first=is_first, is_last=is_last)
        if is_last:
            return
        yield PageBreak()
        is_first = False


def _row(log: SkirmishLog, room: float) -> float:
    """The height of an aircraft's row: as much as one page gives to all, for a pen."""
    count = max(sum(len(force.sorties) for force in log.forces), 1)
    return max(ROW_LEAST, min(ROW_MOST, (room - len(log.forces) * (sheet.HEADING + TABLE_HEAD + GAP)) / count))


def _room(log: SkirmishLog, box: Box, *, is_first: bool) -> float:
    """For aircraft: what heads the first page, and the points at the foot of each, leave so much."""
    above = MASTHEAD + len(log.facts) * FACT + TURN + GAP if is_first else 0
    return box.height - above - _scores_height(log) - SIGNED


def _scores_height(log: SkirmishLog) -> float:
    return max(SCORES_LEAST, sheet.HEADING + GAP + -(-len(log.scores) // 2) * SCORE + 30)


class LogPage(Sized):
    """One page of the sheet."""

    def __init__(
        self, log: SkirmishLog, forces: Sequence[LogForce], box: Box, row: float, *, is_first: bool, is_last: bool
    ) -> None:
        super().__init__(box.width, box.height)
        self.row = row
        self.log, self.forces, self.is_first, self.is_last = log, forces, is_first, is_last

    def draw(self) -> None:
        canvas, log, rest = self.canv, self.log, self.box
        if self.is_first:
            head, rest = rest.cut_top(MASTHEAD)
            sheet.masthead_title(canvas, head, "Skirmish log", log.title, log.lead)
            for label, text in log.facts:
                line, rest = rest.cut_top(FACT)
                name, value = line.cut_left(96)
                put(canvas, name, label, styles.LABEL)
                put(canvas, value, text, styles.CELL)
            track, rest = rest.cut_top(TURN)
            _draw_turns(canvas, track, log)
            rest = rest.cut_top(GAP)[1]
        for force in self.forces:
            block, rest = rest.cut_top(sheet.HEADING + TABLE_HEAD + len(force.sorties) * self.row)
            body = sheet.heading(canvas, block, force.title, force.player, sign=_sign(force.side))
            _draw_sorties(canvas, body, force.sorties, self.row)
            rest = rest.cut_top(GAP)[1]
        if self.is_last:
            signed, above = self.box.cut_bottom(SIGNED)
            points, above = above.cut_bottom(_scores_height(log))
            _draw_points(canvas, points, log)
            free = Box(rest.x, above.y + GAP, rest.width, rest.top - above.y - GAP)
            if free.height > NOTES_LEAST:
                parts.ruled(canvas, sheet.heading(canvas, free, "Notes"), NOTES_PITCH)
            sheet.signatures(canvas, signed, [*(force.title for force in log.forces), "Date"])


def _draw_turns(canvas: Canvas, box: Box, log: SkirmishLog) -> None:
    label, row = box.cut_left(96)
    if log.is_told:
        put(canvas, label, "Turns played", styles.LABEL)
        put(canvas, row, str(log.turns), styles.CELL_BOLD)
        return
    put(canvas, label, "Turns, to tick off", styles.LABEL)
    for number in range(1, min(log.turns, TURNS_MOST) + 1):
        place, row = row.cut_left(TURN)
        square = Box(place.x, place.y + 2, TURN - 4, TURN - 4)
        parts.outline(canvas, square)
        put(canvas, square.inset(1, 1), str(number), styles.SMALL, "centre")


def _sign(side: str) -> str:
    """A third side, and a fourth, have none."""
    return side if side in sheet.SIDES else ""


_HEADS: Final = ("Unit", "Pilot or crew", "Aircraft", "What became of it", "Hits", "Shot down or damaged")
_LOOKS: Final = (styles.CELL, styles.CELL_BOLD, styles.CELL, styles.CELL, styles.CELL, styles.CELL)
_SHARES: Final = (112.0, 84.0, 92.0, 112.0, 34.0, 116.0)


def _draw_sorties(canvas: Canvas, box: Box, sorties: Sequence[LogCraft], pitch: float) -> None:
    head, rest = box.cut_top(TABLE_HEAD)
    for place, title in zip(head.columns(_SHARES), _HEADS, strict=True):
        put(canvas, place.inset(2, 1), title, styles.LABEL)
    for sortie in sorties:
        row, rest = rest.cut_top(pitch)
        parts.dotted(canvas, row.x, row.y, row.right)
        texts = (sortie.who, sortie.pilot, sortie.aircraft, sortie.fate, sortie.hits, sortie.did)
        for place, text, look in zip(row.columns(_SHARES), texts, _LOOKS, strict=True):
            put(canvas, place.inset(2, 1), text, look)


def _draw_points(canvas: Canvas, box: Box, log: SkirmishLog) -> None:
    """Each award where they are told, else lines for them; each side's total in a frame."""
    short = sections([score.section for score in log.scores])
    body = sheet.heading(canvas, box, "Victory Points", short.aside)
    totals, awards = body.cut_bottom(30)
    if log.is_told:
        awarded = tuple(zip(log.scores, short.lines, strict=True))
        for column, scores in zip(awards.columns((1, 1), gap=16), _halves(awarded), strict=True):
            rest = column
            width = short.width(WIDEST_SECTION * column.width)
            shares = (column.width - SIGN - width - POINTS - 2 * AIR, width, POINTS)
            for score, section_of_it in scores:
                row, rest = rest.cut_top(SCORE)
                if _sign(score.side):
                    parts.side_sign(canvas, score.side, row.x + 5, row.middle, 7)
                what, section, points = row.cut_left(SIGN)[1].columns(shares, gap=AIR)
                put(canvas, what, score.what, styles.CELL)
                put(canvas, section, section_of_it, styles.CELL_ITALIC)
                put(canvas, points, figure(score.points), styles.CELL_BOLD, "right")
    else:
        parts.ruled(canvas, awards, awards.height / PENS)
    for place, force in zip(totals.columns([1.0] * len(log.forces), gap=12), log.forces, strict=True):
        frame, name = place.cut_right(54)
        parts.outline(canvas, frame.inset(0, 3), styles.MEDIUM)
        put(canvas, name, force.title, styles.NAME)
        if force.points is not None:
            put(canvas, frame.inset(3, 5), str(force.points), styles.FIGURE, "centre")


Award: TypeAlias = tuple[LogScore, str]
"""With its section in short."""


def _halves(scores: Sequence[Award]) -> tuple[Sequence[Award], Sequence[Award]]:
    half = -(-len(scores) // 2)
    return scores[:half], scores[half:]
