"""What cards are made of: a frame with a header, figures around a mark, rows of figures, sentences, a foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import fonts, styles
from campaigns.documents.kit.parts import Align, Box, outline, put, rule, side_sign, upright
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import ELLIPSIS, fit
from engine.core.type_cards import CardFigure

NAME: Final = TextStyle(fonts.CONDENSED.bold, 15, 8, leading=1.0)
FACE: Final = TextStyle(fonts.SANS.bold, 7.2, 5.5, tracking=0.9, capitals=True)
ASIDE: Final = TextStyle(fonts.CONDENSED.regular, 7.6, 5.5, ink=styles.GREY)
CHIEF: Final = TextStyle(fonts.CONDENSED.bold, 40, 12)
CHIEF_LABEL: Final = TextStyle(fonts.CONDENSED.bold, 8, 5, tracking=0.2)
BESIDE: Final = TextStyle(fonts.CONDENSED.bold, 9.5, 5)
VALUE: Final = TextStyle(fonts.CONDENSED.bold, 17, 7)
VALUE_LABEL: Final = TextStyle(fonts.CONDENSED.regular, 7, 4.8)
WORDS: Final = TextStyle(fonts.CONDENSED.regular, 8, 5.5)
LABEL: Final = TextStyle(fonts.CONDENSED.bold, 8.5, 5.5)
FOOT: Final = TextStyle(fonts.CONDENSED.regular, 5.8, 4.4, ink=styles.GREY)

SOURCES: Final = {"own": "O", "rulebook": "R", "public": "P", "supplement": "S"}
"""The letter beside a figure that comes from somewhere else than the others of its card."""
SAFE: Final = 7.0
"""Points inside a cut that a crooked cut may take."""
INDENT: Final = 5.0
CORNER: Final = 5.0
"""Radius."""
HEADER: Final = 27.0
TITLE_LINE: Final = 15.0
ROW: Final = 29.0
LOW_ROW: Final = 23.0
BOXES: Final = 15.0
LABEL_LINE: Final = 14.0
FOOTER: Final = 13.0
LOWEST_CORNERS: Final = 80.0
CRAMPED_CORNERS: Final = 68.0
"""Where sentences would be left out even in their smallest size."""
CHIEF_HEIGHT: Final = 56.0
TIGHT: Final = 34.0
"""Height of a corner in which label and small text must give way."""
CHIEF_SHARE: Final = 0.36
"""Of the width, for a figure in a corner."""
LONG: Final = 2
"""Letters: beside a longer figure, like ``1–2``, there is no room for a wing."""
LONG_SHARE: Final = 0.3
REACH: Final = 22.0
"""How far both wings reach beside the figures."""
AIR: Final = 3.0
PAIR: Final = 2
"""So few stand side by side at the top."""
MOST_SHAPE: Final = 108.0
WORDS_GAP: Final = 3.0
UNBOUNDED: Final = 10_000.0


def begin_card(
    canvas: Canvas,
    box: Box,
    name: str,
    title: str,
    aside: str,
    *,
    side: str = "",
    is_filled: bool,
    is_damaged: bool = False,
) -> tuple[Box, Box]:
    """Frame, header and title; gives what is between them and the foot, and the foot."""
    header, rest = _draw_frame(canvas, box).cut_top(HEADER)
    _draw_header(canvas, header, name, side, is_filled=is_filled)
    line, rest = rest.cut_top(TITLE_LINE)
    _draw_title(canvas, line, title, aside, is_damaged=is_damaged)
    foot, rest = rest.cut_bottom(FOOTER)
    return rest, foot


def _draw_frame(canvas: Canvas, box: Box) -> Box:
    """The outline of a card inside its cuts; gives what is within."""
    inner = box.inset(SAFE, SAFE)
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    canvas.roundRect(inner.x, inner.y, inner.width, inner.height, CORNER)
    return inner


def _draw_header(canvas: Canvas, box: Box, name: str, side: str, *, is_filled: bool) -> None:
    """The name of a card, after the sign of a ``side`` if it has one; filled with that side's ink, or black."""
    sign, band = box.cut_left(HEADER) if side else box.cut_left(INDENT)
    if is_filled:
        canvas.setFillColor(styles.SIDE_INKS.get(side, styles.BLACK))
        path = canvas.beginPath()
        path.roundRect(box.x, box.y, box.width, box.height, CORNER)
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.rect(box.x, box.y, box.width, CORNER + 3, stroke=0, fill=1)
    else:
        rule(canvas, box.x, box.y, box.right, styles.HEAVY)
    if side:
        if is_filled:
            canvas.setFillColor(styles.WHITE)
            canvas.circle(sign.x + sign.width / 2, sign.middle, 10.5, stroke=0, fill=1)
        side_sign(canvas, side, sign.x + sign.width / 2, sign.middle, 14 if is_filled else 17)
    place = Box(band.x, band.y + 2, band.width - 6, band.height - 4)
    put(canvas, place, name, NAME, ink=styles.WHITE if is_filled else styles.BLACK)


def _draw_title(canvas: Canvas, box: Box, title: str, aside: str, *, is_damaged: bool) -> None:
    """What a side of a card is, and a small text at its right; bars between them where it is damaged."""
    left, right = box.inset(5, 2).columns((3, 2), gap=6)
    shown = put(canvas, left, title, FACE)
    beside = put(canvas, right, aside, ASIDE, "right")
    if is_damaged:
        start, end = left.x + shown.width + 5, right.right - beside.width - 5
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


def draw_corners(canvas: Canvas, box: Box, chief: Sequence[CardFigure], draw: Callable[[Box], None] | None) -> None:
    """Up to four figures around what ``draw`` draws in a square, if there is anything."""
    inner = box.inset(INDENT, 4)
    is_long = any(len(figure.value) > LONG for figure in chief)
    wide = inner.width * (LONG_SHARE if is_long else CHIEF_SHARE)
    height = min(inner.height if len(chief) <= PAIR else inner.height / 2, CHIEF_HEIGHT)
    # where the figures leave a gap, wings reach into it
    gap = max(inner.height - 2 * height - 6, 0)
    reach = -2 * AIR if is_long else REACH + gap
    between = inner.width - 2 * wide + reach if chief else inner.width + gap
    size = min(between, inner.height, MOST_SHAPE)
    square = Box(box.x + (box.width - size) / 2, box.middle - size / 2, size, size)
    if draw:
        draw(square)
    upper, lower = inner.cut_top(height)[0], inner.cut_bottom(height)[0]
    for figure, (align, is_above) in zip(chief, _CORNERS, strict=False):
        row = upper if is_above else lower
        place = row.cut_left(wide)[0] if align == "left" else row.cut_right(wide)[0]
        _draw_chief(canvas, place.inset(0, 0.5), figure, align)


def _draw_chief(canvas: Canvas, box: Box, figure: CardFigure, align: Align) -> None:
    """The label above, the figure as large as it may be, and under it what stands beside."""
    is_tight = box.height < TIGHT
    label, rest = box.cut_top(7 if is_tight else 9)
    put(canvas, label, _label(figure), CHIEF_LABEL, align)
    if figure.beside:
        beside, rest = rest.cut_bottom(8 if is_tight else 11)
        put(canvas, beside, figure.beside, BESIDE, align)
    put(canvas, rest.inset(0, 1.5), figure.value, CHIEF, align)


def _label(figure: CardFigure) -> str:
    return f"{figure.label}\N{NO-BREAK SPACE}({SOURCES[figure.source]})" if figure.source else figure.label


def draw_row(canvas: Canvas, box: Box, row: Sequence[CardFigure]) -> None:
    """Figures side by side under a rule."""
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    for number, (place, figure) in enumerate(zip(box.columns((1,) * len(row)), row, strict=True)):
        if number:
            upright(canvas, place.x, place.y + 3, place.top - 3)
        label, rest = place.inset(3, 2).cut_top(8)
        put(canvas, label, _label(figure), VALUE_LABEL, "centre")
        if figure.beside:
            value, beside = rest.columns((1, 1), gap=3)
            put(canvas, value, figure.value, VALUE, "right")
            put(canvas, beside, figure.beside, BESIDE)
        else:
            put(canvas, rest, figure.value, VALUE, "centre")


def draw_boxes(canvas: Canvas, box: Box, label: str, count: int) -> None:
    """So many squares to tick off, in a row."""
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    name, rest = box.inset(INDENT, 2).cut_left(40 if count < 10 else 20)
    put(canvas, name, label, VALUE_LABEL)
    size = min(rest.height - 2, rest.width / count - 1.5)
    for number in range(count):
        outline(canvas, Box(rest.x + number * (size + 1.5), rest.middle - size / 2, size, size), styles.MEDIUM)


def words_height(words: Sequence[str], width: float, size: float = WORDS.size) -> float:
    """What sentences take on a card of ``width`` in a size, with the space around them; 0 of none."""
    if not words:
        return 0.0
    return _needed(words, replace(WORDS, size=size), width - 2 * INDENT) + 2 * WORDS_GAP + 2


def draw_words(canvas: Canvas, box: Box, words: Sequence[str]) -> None:
    """Under a rule each sentence on lines of its own, all in one size; what finds no room is left out, with a mark."""
    if not words:
        return
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    box = box.inset(INDENT, WORDS_GAP)
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


def draw_foot(canvas: Canvas, box: Box, left: str, right: str) -> None:
    """Two small texts under a rule."""
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    inner = box.inset(INDENT, 2)
    shown = fit(right, FOOT, inner.width * 0.6, inner.height)
    two, one = inner.cut_right(shown.width + 1)
    put(canvas, two, right, FOOT, "right")
    put(canvas, one.cut_left(one.width - 5)[0], left, FOOT)
