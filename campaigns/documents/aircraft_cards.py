"""Cards of aircraft, nine to a page: a figure in each corner around a silhouette, the others in rows.

A Leader's card is headed in the ink of his side, every other card in an outline; what is damaged is hatched and its
silhouette hollow, so that cards are told apart without colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents import fonts, styles
from campaigns.documents.cutting import CARDS, render_cuts, sheets
from campaigns.documents.marks import draw_mark
from campaigns.documents.parts import Align, Box, put, rule, side_sign, upright
from campaigns.documents.styles import Paper, TextStyle
from campaigns.documents.text import ELLIPSIS, fit

NAME: Final = TextStyle(fonts.CONDENSED.bold, 15, 8, leading=1.0)
FACE: Final = TextStyle(fonts.SANS.bold, 7.2, 5.5, tracking=0.9, capitals=True)
SINCE: Final = TextStyle(fonts.CONDENSED.regular, 7.6, 5.5, ink=styles.GREY)
CHIEF: Final = TextStyle(fonts.CONDENSED.bold, 40, 12)
CHIEF_LABEL: Final = TextStyle(fonts.CONDENSED.bold, 8, 5, tracking=0.2)
BESIDE: Final = TextStyle(fonts.CONDENSED.bold, 9.5, 5)
VALUE: Final = TextStyle(fonts.CONDENSED.bold, 17, 7)
VALUE_LABEL: Final = TextStyle(fonts.CONDENSED.regular, 7, 4.8)
WORDS: Final = TextStyle(fonts.CONDENSED.regular, 8, 4.6)
LABEL: Final = TextStyle(fonts.CONDENSED.bold, 8.5, 5.5)
FOOT: Final = TextStyle(fonts.CONDENSED.regular, 5.8, 4.4, ink=styles.GREY)

SAFE: Final = 7.0
"""Points inside a cut that a crooked cut may take."""
INDENT: Final = 5.0
HEADER: Final = 27.0
TITLE_LINE: Final = 15.0
ROW: Final = 29.0
LOW_ROW: Final = 23.0
BOXES: Final = 15.0
LABEL_LINE: Final = 14.0
FOOTER: Final = 13.0
LOWEST_CORNERS: Final = 86.0
CHIEF_HEIGHT: Final = 56.0
CHIEF_SHARE: Final = 0.36
"""Of the width, for a figure in a corner."""
MOST_SHAPE: Final = 108.0
WORDS_GAP: Final = 3.0
UNBOUNDED: Final = 10_000.0
SOURCES: Final = {"rulebook": "R", "public": "P", "supplement": "S"}
"""The letter beside a figure that is not the project's own."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One figure: its label, its value of a few characters, what stands small beside it, and its source.

    ``source`` is ``own``, ``rulebook``, ``public`` or ``supplement``.
    """

    label: str
    value: str
    beside: str = ""
    source: str = "own"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: up to four figures for the corners, the others in rows, and what it can do in words."""

    title: str
    chief: tuple[Rating, ...]
    rows: tuple[tuple[Rating, ...], ...] = ()
    words: tuple[str, ...] = ()
    boxes: tuple[str, int] = ("", 0)
    """What is ticked off, and how often."""
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class AircraftCard:
    """One card to cut out."""

    name: str
    side: str
    shape: str
    """A silhouette of ``static/img/marks.svg``."""
    about: str
    """Nation and service."""
    since: str
    """When it came into service."""
    front: Face
    back: Face
    is_leader: bool
    provenance: str
    """Of its figures, in a few words."""
    label: str = ""
    """Whose it is in a mission: unit, crew and load; empty on cards of a type."""

    def draw_front(self, canvas: Canvas, box: Box) -> None:
        """Its Undamaged side."""
        _draw(canvas, box, self, self.front)

    def draw_back(self, canvas: Canvas, box: Box) -> None:
        """Its Damaged side, or what else its system has there."""
        _draw(canvas, box, self, self.back)


@dataclass(frozen=True, slots=True)
class AircraftCards:
    """Cards that are printed together."""

    title: str
    subject: str
    cards: tuple[AircraftCard, ...]


def render(sheet: AircraftCards, paper: Paper = "A4") -> bytes:
    """The cards as a PDF, nine fronts to a page and their backs on the next. The same cards give the same bytes."""
    cuts = list(sheets(sheet.title, sheet.cards, CARDS))
    return render_cuts(cuts, CARDS, paper, title=sheet.title, subject=sheet.subject)


def _draw(canvas: Canvas, box: Box, card: AircraftCard, face: Face) -> None:
    inner = box.inset(SAFE, SAFE)
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    canvas.roundRect(inner.x, inner.y, inner.width, inner.height, 5)
    header, rest = inner.cut_top(HEADER)
    _draw_header(canvas, header, card, is_filled=card.is_leader)
    line, rest = rest.cut_top(TITLE_LINE)
    _draw_title(canvas, line, card, face)
    foot, rest = rest.cut_bottom(FOOTER)
    _draw_foot(canvas, foot, card)
    if card.label:
        strip, rest = rest.cut_bottom(LABEL_LINE)
        rule(canvas, strip.x, strip.top, strip.right, styles.MEDIUM)
        put(canvas, strip.inset(5, 2), card.label, LABEL)
    words = words_height(face.words, rest.width - 2 * INDENT)
    pitch = ROW if rest.height - words - ROW * len(face.rows) - _boxes_height(face) >= LOWEST_CORNERS else LOW_ROW
    below = pitch * len(face.rows) + _boxes_height(face)
    corners, rest = rest.cut_top(max(rest.height - words - below, min(LOWEST_CORNERS, rest.height - below)))
    _draw_corners(canvas, corners, card, face)
    for row in face.rows:
        strip, rest = rest.cut_top(pitch)
        _draw_row(canvas, strip, row)
    if face.boxes[1]:
        strip, rest = rest.cut_top(BOXES)
        _draw_boxes(canvas, strip, *face.boxes)
    if face.words:
        rule(canvas, rest.x, rest.top, rest.right, styles.LIGHT)
        draw_words(canvas, rest.inset(INDENT, WORDS_GAP), face.words)


def _boxes_height(face: Face) -> float:
    return BOXES if face.boxes[1] else 0.0


def _draw_header(canvas: Canvas, box: Box, card: AircraftCard, *, is_filled: bool) -> None:
    sign, band = box.cut_left(HEADER)
    ink = styles.SIDE_INKS[card.side]
    if is_filled:
        canvas.setFillColor(ink)
        path = canvas.beginPath()
        path.roundRect(box.x, box.y, box.width, box.height, 5)
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.rect(box.x, box.y, box.width, 8, stroke=0, fill=1)
        canvas.setFillColor(styles.WHITE)
        canvas.circle(sign.x + sign.width / 2, sign.middle, 10.5, stroke=0, fill=1)
    else:
        rule(canvas, box.x, box.y, box.right, styles.HEAVY)
    side_sign(canvas, card.side, sign.x + sign.width / 2, sign.middle, 14 if is_filled else 17)
    place = Box(band.x, band.y + 2, band.width - 6, band.height - 4)
    put(canvas, place, card.name, NAME, ink=styles.WHITE if is_filled else styles.BLACK)


def _draw_title(canvas: Canvas, box: Box, card: AircraftCard, face: Face) -> None:
    left, right = box.inset(5, 2).columns((3, 2), gap=6)
    title = put(canvas, left, face.title, FACE)
    since = put(canvas, right, card.since, SINCE, "right")
    if face.is_damaged:
        start, end = left.x + title.width + 5, right.right - since.width - 5
        _hatch(canvas, Box(start, box.y + 3.5, max(end - start, 0), box.height - 7))
    rule(canvas, box.x, box.y, box.right, styles.LIGHT)


def _hatch(canvas: Canvas, box: Box) -> None:
    """Slanting bars over a strip."""
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(box.x, box.y, box.width, box.height)
    canvas.clipPath(path, stroke=0)
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(2.2)
    step = 5.5
    count = int((box.width + box.height) / step) + 1
    canvas.lines([(box.x + n * step - box.height, box.y, box.x + n * step, box.top) for n in range(count)])
    canvas.restoreState()


_CORNERS: Final[tuple[tuple[Align, bool], ...]] = (("left", True), ("right", True), ("left", False), ("right", False))
"""Where the chief figures stand: at which edge, and whether above."""


def _draw_corners(canvas: Canvas, box: Box, card: AircraftCard, face: Face) -> None:
    inner = box.inset(INDENT, 4)
    wide = inner.width * CHIEF_SHARE
    height = min(inner.height / 2, CHIEF_HEIGHT)
    between = inner.width - 2 * wide + 22 if face.chief else inner.width
    # where the figures leave a gap, wings reach into it
    size = min(between + max(inner.height - 2 * height - 6, 0), inner.height, MOST_SHAPE)
    draw_mark(canvas, card.shape, box.x + box.width / 2, box.middle, size, outlined=face.is_damaged)
    upper, lower = inner.cut_top(height)[0], inner.cut_bottom(height)[0]
    for rating, (align, is_above) in zip(face.chief, _CORNERS, strict=False):
        row = upper if is_above else lower
        place = row.cut_left(wide)[0] if align == "left" else row.cut_right(wide)[0]
        _draw_chief(canvas, place.inset(0, 0.5), rating, align)


def _draw_chief(canvas: Canvas, box: Box, rating: Rating, align: Align) -> None:
    """The label above, the figure as large as it may be, and under it what stands beside."""
    label, rest = box.cut_top(9)
    put(canvas, label, _label(rating), CHIEF_LABEL, align)
    if rating.beside:
        beside, rest = rest.cut_bottom(11)
        put(canvas, beside, rating.beside, BESIDE, align)
    put(canvas, rest.inset(0, 1.5), rating.value, CHIEF, align)


def _label(rating: Rating) -> str:
    letter = SOURCES.get(rating.source, "")
    return f"{rating.label}\N{NO-BREAK SPACE}({letter})" if letter else rating.label


def _draw_row(canvas: Canvas, box: Box, row: Sequence[Rating]) -> None:
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    for number, (place, rating) in enumerate(zip(box.columns((1,) * len(row)), row, strict=True)):
        if number:
            upright(canvas, place.x, place.y + 3, place.top - 3)
        label, rest = place.inset(3, 2).cut_top(8)
        put(canvas, label, _label(rating), VALUE_LABEL, "centre")
        if rating.beside:
            value, beside = rest.columns((1, 1), gap=3)
            put(canvas, value, rating.value, VALUE, "right")
            put(canvas, beside, rating.beside, BESIDE)
        else:
            put(canvas, rest, rating.value, VALUE, "centre")


def _draw_boxes(canvas: Canvas, box: Box, label: str, count: int) -> None:
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    name, rest = box.inset(INDENT, 2).cut_left(40 if count < 10 else 20)
    put(canvas, name, label, VALUE_LABEL)
    size = min(rest.height - 2, rest.width / count - 1.5)
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    for number in range(count):
        canvas.rect(rest.x + number * (size + 1.5), rest.middle - size / 2, size, size)


def words_height(words: Sequence[str], width: float) -> float:
    """What sentences take in their usual size, with the space around them; 0 of none."""
    if not words:
        return 0.0
    return sum(_lines(text, WORDS, width) for text in words) * WORDS.size * WORDS.leading + 2 * WORDS_GAP + 2


def draw_words(canvas: Canvas, box: Box, words: Sequence[str]) -> None:
    """Each sentence on lines of its own, all in one size that fits; what finds no room is left out, with a mark."""
    style = WORDS
    while style.size > WORDS.smallest and _needed(words, style, box.width) > box.height:
        style = replace(style, size=max(style.size - 0.5, style.smallest))
    line = style.size * style.leading
    for number, text in enumerate(words):
        height = min(_lines(text, style, box.width) * line, box.height)
        is_last = number + 1 == len(words) or box.height - height < line
        if is_last and number + 1 < len(words):
            text, height = f"{text} {ELLIPSIS}", box.height
        place, box = box.cut_top(height)
        put(canvas, place, text, style, valign="top")
        if is_last:
            return


def _needed(words: Sequence[str], style: TextStyle, width: float) -> float:
    return sum(_lines(text, style, width) for text in words) * style.size * style.leading


def _lines(text: str, style: TextStyle, width: float) -> int:
    return len(fit(text, replace(style, smallest=style.size), width, UNBOUNDED).lines)


def _draw_foot(canvas: Canvas, box: Box, card: AircraftCard) -> None:
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    left, right = box.inset(5, 2).columns((1, 1), gap=6)
    put(canvas, left, card.about, FOOT)
    put(canvas, right, card.provenance, FOOT, "right")
