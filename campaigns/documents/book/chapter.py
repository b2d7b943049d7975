"""A mission as a chapter of a book: what was planned, what happened turn by turn, who came home, points, notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable

from campaigns.documents.kit import fonts, parts, styles, tagging
from campaigns.documents.kit.lines import Columns, Look, Pair, Passage, Setter, column_width
from campaigns.documents.kit.parts import Box, Sized, put
from campaigns.documents.kit.passages import NOTE, passage
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import measure, printable
from campaigns.documents.logs.mission_report import LogScore, LogSortie
from config.common.figures import figure
from config.common.prose import Block
from config.common.vocabulary import rule_name

OPENING: Final = 62.0
FACT: Final = 13.0
BETWEEN: Final = 26.0
"""Space before a chapter that begins on a page with another."""
BEFORE: Final = 10.0
"""Space before a part of it."""
ROOM: Final = 70.0
"""What a part needs at the foot of a page to begin there."""
FIGHT_COLUMNS: Final = 3
FEW_LINES: Final = 130.0
"""Height of what people wrote that is not parted into columns."""
SCRAP: Final = 0.2
"""Part of a page that is too little to turn to it."""
HALF: Final = 0.5
"""Part of a page that is too much to be left empty before a chapter."""
LABELS: Final = 62.0
"""Width of the facts' labels, or more if one is wider."""

NUMBER: Final = TextStyle(fonts.CONDENSED.bold, 44, 16, leading=1.0)
TITLE: Final = TextStyle(fonts.CONDENSED.bold, 22, 11, leading=1.05)
SCORE: Final = TextStyle(fonts.CONDENSED.bold, 22, 9)

SECTION: Final = Look(fonts.SANS.bold, 8.5, 12, before=4, keep=True, ruled=True, level=3)
SIDE: Final = Look(fonts.CONDENSED.bold, 10.5, 13, before=3, keep=True)
ASIDE: Final = Look(fonts.CONDENSED.italic, 8.6, 10.6, ink=styles.GREY)
UNIT: Final = Look(fonts.CONDENSED.bold, 8.8, 10.8, before=2.5, keep=True)
DETAIL: Final = Look(fonts.CONDENSED.regular, 8.6, 10.4, indent=8)
PLAIN: Final = Look(fonts.CONDENSED.regular, 8.6, 10.6, before=1.5)
STORY: Final = Look(fonts.CONDENSED.italic, 8.2, 10, ink=styles.GREY, indent=8)
BOLD: Final = Look(fonts.CONDENSED.bold, 8.6, 10.6, before=1.5)
TURN: Final = Look(fonts.CONDENSED.bold, 9.2, 12, before=5, keep=True)
STEP: Final = Look(fonts.CONDENSED.regular, 7.8, 9.4, before=1.8)
DECISIVE: Final = Look(fonts.CONDENSED.bold, 7.8, 9.4, before=1.0)
TIGHT_STEP: Final = Look(fonts.CONDENSED.regular, 7.4, 8.8, before=1.2)
TIGHT_DECISIVE: Final = Look(fonts.CONDENSED.bold, 7.4, 8.8, before=0.8)
"""Of a fight that would end with a scrap on a page of its own."""

BOTH: Final = "Both sides"


@dataclass(frozen=True, slots=True)
class PlanUnit:
    """A unit as its orders send it: ``Striker 1``, its aircraft, how it flies, and its men by seat."""

    title: str
    aircraft: str
    how: str
    """Altitude, load, when it arrives, whom it escorts."""
    men: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A side's orders. ``sealed`` says why the reader may not see them; nothing else is told then."""

    side: str
    commander: str = ""
    resource: str = ""
    doctrine: str = ""
    units: tuple[PlanUnit, ...] = ()
    sealed: str = ""


@dataclass(frozen=True, slots=True)
class FightStep:
    """What one step brought, in sentences; one in which somebody fell is ``is_decisive``."""

    text: str
    is_decisive: bool = False


@dataclass(frozen=True, slots=True)
class FightTurn:
    """A turn that was news."""

    title: str
    steps: tuple[FightStep, ...]


@dataclass(frozen=True, slots=True)
class SideLosses:
    """What became of a side's aircraft; ``summary`` says it in a line."""

    side: str
    summary: str
    sorties: tuple[LogSortie, ...] = ()
    stories: Mapping[str, str] = field(default_factory=dict)
    """By the name of a man the line of story of his sortie."""


@dataclass(frozen=True, slots=True)
class BookNote:
    """What somebody wrote about the mission; ``side``: for whom it was, empty for everybody."""

    side: str
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class BookStory:
    """A side's after-action report."""

    side: str
    by: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A mission. ``points`` are None until it is debriefed."""

    number: int
    title: str
    when: str
    """Date, place and length."""
    key: str
    """Names it to the list of contents."""
    facts: tuple[tuple[str, str], ...] = ()
    """Label and text: the target, resources, what became of the mission."""
    plans: tuple[Plan, ...] = ()
    fight: tuple[FightTurn, ...] = ()
    losses: tuple[SideLosses, ...] = ()
    points: tuple[int, int] | None = None
    """Allied, Axis."""
    scores: tuple[LogScore, ...] = ()
    stories: tuple[BookStory, ...] = ()
    """What each side told of it afterwards."""
    notes: tuple[BookNote, ...] = ()

    @property
    def heading(self) -> str:
        return f"{self.number} · {self.title}"


Titles = Mapping[str, str]
"""What the sides are called in this campaign; empty: both."""


def story(chapter: Chapter, body: Box, setter: Setter, titles: Titles) -> Iterator[Flowable]:
    """The chapter; it begins on a new page unless all of it, or half a page of it, finds room under what is before."""
    made = list(_parts(chapter, body.width, setter, titles, (STEP, DECISIVE)))
    height = _height(made, body)
    if height > body.height and height % body.height < SCRAP * body.height:
        tight = list(_parts(chapter, body.width, setter, titles, (TIGHT_STEP, TIGHT_DECISIVE)))
        if _height(tight, body) // body.height < height // body.height:
            made = tight
    yield CondPageBreak(min(_needed(made, body), HALF * body.height))
    yield from made


def _height(flowables: Sequence[Flowable], body: Box) -> float:
    """About what they take, one under the other, over as many pages as they need."""
    return sum(_height_of(each, body) for each in flowables)


def _needed(flowables: Sequence[Flowable], body: Box) -> float:
    """The room in which they all stand under one another, none of them asking for a new page."""
    height = needed = 0.0
    for each in flowables:
        if isinstance(each, CondPageBreak):
            needed = max(needed, height + each.height)
        height += _height_of(each, body)
    return max(needed, height)


def _height_of(flowable: Flowable, body: Box) -> float:
    """With the space over it."""
    whole = flowable.even_height if isinstance(flowable, Columns) else flowable.wrap(body.width, body.height)[1]
    return float(flowable.getSpaceBefore() + whole)


def _parts(
    chapter: Chapter, width: float, setter: Setter, titles: Titles, steps: tuple[Look, Look]
) -> Iterator[Flowable]:
    """``steps``: the looks of an ordinary and of a decisive step."""
    yield Opening(chapter, width)
    if chapter.plans:
        yield from _pair(setter, width, "The plan", [list(_plan(plan, titles)) for plan in chapter.plans])
    if chapter.fight:
        yield from _headed(setter, width, "The fight, turn by turn", _fight(chapter.fight, *steps), FIGHT_COLUMNS)
    if chapter.losses or chapter.scores:
        outcome = [list(_outcome(chapter, side, titles)) for side in ("allied", "axis")]
        yield from _pair(setter, width, "Who came home, and what it brought", outcome)
    if chapter.stories:
        told = chain.from_iterable(_story(each, titles) for each in chapter.stories)
        yield from _said(setter, width, "After-action reports", told)
    if chapter.notes:
        yield from _said(setter, width, "Notes", chain.from_iterable(_note(note, titles) for note in chapter.notes))


def _headed(setter: Setter, width: float, title: str, text: Iterable[Passage], count: int) -> Iterator[Flowable]:
    yield from heading(setter, width, title)
    yield Columns(setter.text(text, column_width(width, count)), width, count)


def _said(setter: Setter, width: float, title: str, text: Iterable[Passage]) -> Iterator[Flowable]:
    """In two columns, but a few lines stay together in one."""
    yield from heading(setter, width, title)
    told = setter.text(text, column_width(width, 2))
    yield Columns(told, width, 2 if told.height > FEW_LINES else 1)


def _pair(setter: Setter, width: float, title: str, texts: Sequence[Sequence[Passage]]) -> Iterator[Flowable]:
    yield from heading(setter, width, title)
    column = column_width(width, 2)
    left, right = (setter.text(text, column) for text in texts)
    yield Pair(left, right, width)


def heading(setter: Setter, width: float, title: str) -> Iterator[Flowable]:
    """A heading of a part of a chapter, kept with what comes under it."""
    yield CondPageBreak(ROOM)
    yield Columns(setter.text([Passage(title, SECTION)], width), width, 1, before=BEFORE)


class Opening(Sized):
    """Number, title, date and place over a rule, the points at the right, the facts below."""

    def __init__(self, chapter: Chapter, width: float) -> None:
        super().__init__(width, OPENING + FACT * len(chapter.facts))
        self.chapter = chapter
        self.outline_title = printable(chapter.heading, parts.LONGEST_HEADING)
        self.outline_key = chapter.key

    def getSpaceBefore(self) -> float:
        return BETWEEN

    def draw(self) -> None:
        canvas, chapter = self.canv, self.chapter
        head, rest = self.box.cut_top(OPENING - 6)
        parts.rule(canvas, head.x, head.top, head.right, styles.HEAVY)
        number, text = head.inset(0, 5).cut_left(LABELS)
        if chapter.points is not None:
            score, text = text.cut_right(96)
            _draw_score(canvas, score, chapter.points)
        name, when = text.inset(0, 2).cut_top(28)
        put(canvas, number, chapter.number, NUMBER)
        with tagging.title(canvas, 2):
            put(canvas, name, chapter.title, TITLE)
        put(canvas, when, chapter.when, styles.LEAD, valign="top")
        widest = max((measure(label.upper(), styles.LABEL, styles.LABEL.size) for label, _ in chapter.facts), default=0)
        for label, told in chapter.facts:
            line, rest = rest.cut_top(FACT)
            place, value = line.cut_left(max(LABELS, min(widest + 8, 2 * LABELS)))
            put(canvas, place.cut_right(6)[1], label, styles.LABEL)
            put(canvas, value, told, styles.CELL)


def _draw_score(canvas: Canvas, box: Box, points: tuple[int, int]) -> None:
    figures, label = box.cut_top(box.height - 11)
    put(canvas, label, "Victory Points", styles.LABEL, "right")
    for place, side, value in zip(figures.columns((1, 1), gap=8), ("allied", "axis"), points, strict=True):
        parts.side_sign(canvas, side, place.x + 7, place.middle, 13)
        put(canvas, place.cut_left(16)[1], value, SCORE, "right")


def _plan(plan: Plan, titles: Titles) -> Iterator[Passage]:
    commander = f", {plan.commander}" if plan.commander else ""
    yield Passage(f"{titles[plan.side]}{commander}", SIDE, plan.side)
    if plan.sealed:
        yield Passage(plan.sealed, ASIDE)
        return
    told = [f"Resource: {plan.resource}"] if plan.resource else []
    told += [f"Doctrine: {plan.doctrine}"] if plan.doctrine else []
    if told:
        yield Passage(" · ".join(told), ASIDE)
    for unit in plan.units:
        yield Passage(f"{unit.title}: {unit.aircraft}", UNIT)
        if unit.how:
            yield Passage(unit.how, DETAIL)
        if unit.men:
            yield Passage(", ".join(unit.men), DETAIL)


def _fight(turns: Iterable[FightTurn], ordinary: Look, decisive: Look) -> Iterator[Passage]:
    for turn in turns:
        yield Passage(turn.title, TURN)
        for step in turn.steps:
            yield Passage(step.text, decisive if step.is_decisive else ordinary)


def _outcome(chapter: Chapter, side: str, titles: Titles) -> Iterator[Passage]:
    """A side's aircraft, then its points."""
    yield Passage(titles[side], SIDE, side)
    for losses in chapter.losses:
        if losses.side == side:
            yield from _losses(losses)
    own = [score for score in chapter.scores if score.side == side]
    if own:
        yield Passage(f"Victory Points: {figure(sum(score.points for score in own))}", UNIT)
    for score in own:
        yield Passage(f"{figure(score.points)} · {score.what} ({rule_name(score.section)})", PLAIN)


def _losses(losses: SideLosses) -> Iterator[Passage]:
    if losses.summary:
        yield Passage(losses.summary, ASIDE)
    for sortie in losses.sorties:
        who = f"{sortie.pilot}, {sortie.who}" if sortie.pilot else sortie.who
        did = f"; {sortie.did}" if sortie.did else ""
        yield Passage(f"{who} ({sortie.aircraft}): {sortie.fate}{did}", BOLD if sortie.is_lost else PLAIN)
        if story := losses.stories.get(sortie.pilot):
            yield Passage(story, STORY)


def _note(note: BookNote, titles: Titles) -> Iterator[Passage]:
    yield _by(note, titles)
    for line in note.text.splitlines():
        if line.strip():
            yield Passage(line, NOTE)


def _story(told: BookStory, titles: Titles) -> Iterator[Passage]:
    yield _by(told, titles)
    yield from map(passage, told.blocks)


def _by(told: BookNote | BookStory, titles: Titles) -> Passage:
    return Passage(", ".join(part for part in (titles[told.side], told.by) if part), SIDE, told.side)
