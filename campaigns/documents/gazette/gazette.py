"""An issue of a campaign's newspaper: the headline over three columns, beside them the score, a face and the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from campaigns.documents.kit import fonts, parts, styles, tagging
from campaigns.documents.kit.document import Document, body_box
from campaigns.documents.kit.lines import Columns, Look, Passage, Setter, Span, Text, column_width
from campaigns.documents.kit.parts import Box, Sized, put
from campaigns.documents.kit.pictures import draw_picture
from campaigns.documents.kit.styles import Paper, TextStyle
from campaigns.documents.kit.text import printable
from campaigns.documents.kit.theatre import MapSheet
from campaigns.gazette.issue import Article, Issue, Notices
from campaigns.heraldry.shapes import Picture
from config.common.vocabulary import day

COLUMNS: Final = 3
HEAD: Final = 78.0
NEWS: Final = 70.0
"""Height of the headline with the line under it."""
GAP: Final = 14.0
FACE: Final = 62.0
LINE: Final = 11.5
"""Height of a line of the score and of a small column."""

NAME: Final = TextStyle(fonts.CONDENSED.bold, 40, 18, leading=1.0)
MOTTO: Final = TextStyle(fonts.CONDENSED.italic, 10, 7, ink=styles.GREY)
DATE: Final = TextStyle(fonts.SANS.regular, 8, 6)
HEADLINE: Final = TextStyle(fonts.CONDENSED.bold, 34, 16, leading=1.02)
DECK: Final = TextStyle(fonts.CONDENSED.italic, 14, 9)
BODY: Final = Look(fonts.SANS.regular, 9.8, 13.4, before=4)
LEAD: Final = Look(fonts.SANS.regular, 11.2, 15, before=4)
TITLE: Final = Look(fonts.CONDENSED.bold, 14, 17, before=10, keep=True, ruled=True, level=2)
SIZES: Final = (1.0, 0.96, 0.92, 0.88)
"""Of the text: the usual, then smaller ones, for an issue whose last lines would stand on a page by themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gazette:
    """What is printed."""

    issue: Issue
    campaign: str
    titles: Mapping[str, str]
    map: MapSheet | None
    face: Picture | None
    """Of the man whom the issue shows."""


def render(gazette: Gazette, paper: Paper = "A4") -> bytes:
    """The PDF."""
    issue = gazette.issue
    document = Document(title=f"{issue.paper}, No. {issue.number}", subject=gazette.campaign, paper=paper)
    return document.produce(story(gazette, document.page_box))


def story(gazette: Gazette, page: Box) -> Iterator[Flowable]:
    """``page`` is the page within its margins."""
    body = body_box(page, 0)
    column = column_width(body.width, COLUMNS)
    room = body.height - HEAD - NEWS
    aside = Aside(gazette, column, room)
    text, end = _set(gazette.issue, column, room)
    yield Head(gazette.issue, body.width)
    yield Front(text.part(text.start, end), aside, body.width, room)
    if end < text.end:
        yield Columns(text.part(end, text.end), body.width, COLUMNS)


def _set(issue: Issue, column: float, room: float) -> tuple[Text, int]:
    """The text in the largest size that ends on the front page, or else in the usual, and where that page ends."""
    for scale in (*SIZES, SIZES[0]):
        lead = [Passage(each.text, _scaled(LEAD, scale)) for each in issue.lead.paragraphs]
        others = [passage for article in issue.others for passage in _article(article, scale)]
        text = Setter().text([*lead, *others], column)
        end = text.filled(text.filled(text.start, room), room)
        if end >= text.end:
            break
    return text, end


def _scaled(look: Look, scale: float) -> Look:
    return replace(look, size=look.size * scale, leading=look.leading * scale, before=look.before * scale)


def _article(article: Article, scale: float) -> Iterator[Passage]:
    body = _scaled(BODY, scale)
    yield Passage(article.title, _scaled(TITLE, scale))
    for each in article.paragraphs:
        if each.head:
            spans = (Span(f"{each.head}. ", fonts.SANS.bold), Span(each.text, fonts.SANS.regular))
            yield Passage("".join(span.text for span in spans), body, spans=spans)
        else:
            yield Passage(each.text, body)


class Head(Sized):
    """The name of the paper over its date, then the headline."""

    def __init__(self, issue: Issue, width: float) -> None:
        super().__init__(width, HEAD + NEWS)
        self.issue = issue
        self.outline_title = printable(issue.headline, parts.LONGEST_HEADING)

    def draw(self) -> None:
        canvas, issue = self.canv, self.issue
        head, news = self.box.cut_top(HEAD)
        name, rest = head.cut_top(42)
        put(canvas, name, issue.paper, NAME, "centre")
        motto, rest = rest.cut_top(13)
        put(canvas, motto, issue.motto, MOTTO, "centre")
        strip = rest.cut_top(4)[1].cut_top(14)[0]
        parts.rule(canvas, strip.x, strip.top, strip.right, styles.HEAVY)
        parts.rule(canvas, strip.x, strip.y, strip.right, styles.LIGHT)
        corrected = ", corrected" if issue.is_corrected else ""
        left, middle, right = strip.columns((1, 1, 1))
        put(canvas, left, f"No. {issue.number}{corrected}", DATE)
        put(canvas, middle, day(issue.day), DATE, "centre")
        put(canvas, right, issue.place, DATE, "right")
        title, deck = news.cut_top(4)[1].cut_top(42)
        with tagging.title(canvas, 1):
            put(canvas, title, issue.headline, HEADLINE)
        put(canvas, deck.cut_bottom(6)[1], issue.deck, DECK, valign="top")


class Aside:
    """The column beside the text: the score, a face, the map, the small columns."""

    def __init__(self, gazette: Gazette, width: float, room: float) -> None:
        """It is at most ``room`` high: what has no room of the small columns, and the map before them, is left out."""
        self.gazette, self.width = gazette, width
        self.face_height = FACE + GAP if gazette.face is not None else 0.0
        self.height = SCORE + self.face_height
        sheet = gazette.map
        self.map_height = sheet.height(width) + GAP if sheet is not None else 0.0
        if self.height + self.map_height > room:
            self.map_height = 0.0
        self.height += self.map_height
        self.columns: list[Notices] = []
        for column in gazette.issue.columns:
            if self.height + _height(column) <= room:
                self.columns.append(column)
                self.height += _height(column)

    def draw_in(self, canvas: Canvas, box: Box) -> None:
        """``box`` is as wide and as high as it needs."""
        issue = self.gazette.issue
        score, rest = box.cut_top(SCORE)
        self._draw_score(canvas, score)
        if self.gazette.face is not None and issue.star is not None:
            place, rest = rest.cut_top(self.face_height)
            face, said = place.cut_bottom(GAP)[1].cut_left(FACE)
            draw_picture(canvas, self.gazette.face, face, framed=True)
            name, caption = said.inset(6, 0).cut_top(FACE / 2)
            put(canvas, name, issue.star.name, styles.CELL_BOLD, valign="bottom")
            put(canvas, caption.cut_top(2)[1], issue.star.caption, styles.CELL_ITALIC, valign="top")
        if self.gazette.map is not None and self.map_height:
            place, rest = rest.cut_top(self.map_height)
            self.gazette.map.draw(canvas, place.cut_bottom(GAP)[1])
        for column in self.columns:
            place, rest = rest.cut_top(_height(column))
            _draw_notices(canvas, place, column)

    def _draw_score(self, canvas: Canvas, box: Box) -> None:
        issue, (head, rest) = self.gazette.issue, box.cut_top(LINE + 4)
        shares = (3, 1.2, 1.2)
        parts.rule(canvas, box.x, box.top, box.right, styles.MEDIUM)
        for place, text, number in zip(
            head.columns(shares), (issue.mission, "Mission", "In all"), range(3), strict=True
        ):
            put(canvas, place.inset(2, 1), text, styles.LABEL, "right" if number else "left")
        for side, points, total in issue.score:
            line, rest = rest.cut_top(LINE + 2)
            parts.rule(canvas, line.x, line.top, line.right, styles.HAIR)
            name, *figures = line.columns(shares)
            parts.side_sign(canvas, side, name.x + 7, name.middle, 9)
            put(canvas, name.cut_left(16)[1], self.gazette.titles[side], styles.CELL_BOLD)
            for place, value in zip(figures, (points, total), strict=True):
                put(canvas, place.inset(2, 1), value, styles.CELL_BOLD, "right")
        parts.rule(canvas, rest.x, rest.top, rest.right, styles.LIGHT)


SCORE: Final = 4 + 3 * LINE + 4 + GAP


def _height(column: Notices) -> float:
    return 16 + LINE * len(column.items) + GAP


def _draw_notices(canvas: Canvas, box: Box, column: Notices) -> None:
    head, rest = box.cut_top(16)
    with tagging.title(canvas, 2):
        put(canvas, head, column.title, styles.NAME)
    parts.rule(canvas, head.x, head.y, head.right, styles.MEDIUM)
    for item in column.items:
        line, rest = rest.cut_top(LINE)
        text, aside = line.columns((3, 2))
        if item.side:
            parts.side_sign(canvas, item.side, text.x + 5, text.middle, 7)
            text = text.cut_left(13)[1]
        put(canvas, text, item.text, styles.CELL)
        put(canvas, aside, item.aside, styles.CELL_ITALIC, "right")


class Front(Sized):
    """The text of the first page in two columns, and what stands beside it; at most ``room`` high."""

    def __init__(self, text: Text, aside: Aside, width: float, room: float) -> None:
        self.columns = Columns(text, 2 * aside.width + GAP, COLUMNS - 1)
        self.aside = aside
        _, height = self.columns.wrap(width, room)
        super().__init__(width, min(max(height, aside.height), room))

    def draw(self) -> None:
        canvas = self.canv
        _, height = self.columns.wrapOn(canvas, self.columns.width, self.box.height)
        self.columns.drawOn(canvas, 0, self.box.height - height)
        beside = self.box.cut_right(self.aside.width)[0]
        self.aside.draw_in(canvas, beside.cut_top(self.aside.height)[0])
