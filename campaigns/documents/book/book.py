"""The book of a campaign, to print and bind: cover, contents, overview, chapters, victories, roll, journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from reportlab.platypus import CondPageBreak, Flowable, PageBreak

from campaigns.documents.book import annals, chapter, overview
from campaigns.documents.book.annals import Act
from campaigns.documents.book.book_cover import Cover, draw_cover
from campaigns.documents.book.chapter import Chapter
from campaigns.documents.book.overview import Overview
from campaigns.documents.kit import parts
from campaigns.documents.kit.contents import ContentsLine, contents_pages
from campaigns.documents.kit.document import HEAD, MARGIN, Document, Progress, body_box
from campaigns.documents.kit.lines import Columns, Setter, column_width
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.documents.kit.theatre import MapSheet
from campaigns.documents.people import roll
from campaigns.documents.people.roll import AceLine, HonourLine

CAMPAIGN, ACES, HONOUR, JOURNAL = "campaign", "aces", "honour", "journal"
TITLES: Final = {
    CAMPAIGN: "The campaign",
    ACES: "Table of victories",
    HONOUR: "Roll of honour",
    JOURNAL: "Journal",
}
"""The parts that are no chapters, by their key."""


SHORT: Final = 160.0
"""Room at the foot of a page in which a part begins under the one before it."""


@dataclass(frozen=True, slots=True)
class Book:
    """All that is printed. ``map`` is None where the pack has none, ``aces`` and ``fallen`` where nobody has a name.

    ``sides``: what the Allied and the Axis side are called.
    """

    sides: tuple[str, str]
    cover: Cover
    overview: Overview
    map: MapSheet | None
    chapters: tuple[Chapter, ...]
    aces: tuple[AceLine, ...] | None
    fallen: tuple[HonourLine, ...] | None
    journal: tuple[Act, ...]


def render(book: Book, paper: Paper = "A4", progress: Progress | None = None) -> bytes:
    """The book as a PDF. The same book gives the same bytes.

    ``progress`` is told how far it is: each chapter is broken into lines, and later put on its pages.
    """
    body = body_box(Box(0, 0, *PAPERS[paper]).inset(MARGIN, MARGIN), HEAD)
    contents = list(contents_pages(_contents(book), body))
    document = Document(
        title=book.cover.title,
        subject=f"{book.cover.pack}, {book.cover.kicker.lower()}",
        paper=paper,
        front=1 + len(contents),
    )
    return document.produce(_story(book, contents, document.page_box, body, progress or (lambda done, total: None)))


class Milestone(Flowable):
    """Draws nothing; says that the pages have come so far."""

    def __init__(self, reached: Callable[[], None]) -> None:
        super().__init__()
        self.reached = reached

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        self.reached()


def _map(told: MapSheet, body: Box) -> Iterator[Flowable]:
    """The map on what is left of a page, or on the next one."""
    height = min(told.height(body.width), body.height - 40)
    yield CondPageBreak(height + 30)
    yield parts.subheading("The map")
    yield parts.Drawn(body.width, height, told.draw)


def _parts(book: Book) -> Iterator[str]:
    """The keys of the parts that follow the chapters."""
    if book.aces is not None:
        yield ACES
    if book.fallen is not None:
        yield HONOUR
    if book.journal:
        yield JOURNAL


def _contents(book: Book) -> list[ContentsLine]:
    missions = {mission.number: mission.date for mission in book.overview.missions}
    return [
        ContentsLine(TITLES[CAMPAIGN], CAMPAIGN),
        *(ContentsLine(each.heading, each.key, aside=missions.get(each.number, "")) for each in book.chapters),
        *(ContentsLine(TITLES[key], key) for key in _parts(book)),
    ]


def _story(book: Book, contents: Sequence[Flowable], page: Box, body: Box, progress: Progress) -> Iterator[Flowable]:
    setter = Setter()
    titles = {"": chapter.BOTH, "allied": book.sides[0], "axis": book.sides[1]}
    total = 2 * len(book.chapters)
    yield parts.Drawn(page.width, page.height, lambda canvas, box: draw_cover(canvas, box, book.cover))
    for each in contents:
        yield PageBreak()
        yield each
    yield PageBreak()
    yield parts.Heading(TITLES[CAMPAIGN], key=CAMPAIGN)
    yield from overview.story(book.overview, body, titles)
    if book.map is not None:
        yield from _map(book.map, body)
    for number, told in enumerate(book.chapters):
        yield from chapter.story(told, body, setter, titles)
        yield Milestone(partial(progress, len(book.chapters) + number + 1, total))
        progress(number + 1, total)
    for key in _parts(book):
        yield CondPageBreak(SHORT)
        yield parts.Heading(TITLES[key], key=key)
        match key:
            case "aces":
                yield from roll.aces_table(book.aces or (), body.width)
            case "honour":
                yield from roll.roll_of_honour(book.fallen or (), body.width)
            case "journal":
                column = column_width(body.width, annals.COLUMNS)
                yield Columns(setter.text(annals.passages(book.journal), column), body.width, annals.COLUMNS)
