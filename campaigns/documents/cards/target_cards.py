"""Target cards, nine to a page: flak and damage on the front, on the back a track to mark the damage on. [WBY 21]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.catalogue.library import TargetLevel
from campaigns.documents.cards.card_parts import (
    BESIDE,
    INDENT,
    LOW_ROW,
    ROW,
    VALUE_LABEL,
    begin_card,
    draw_corners,
    draw_foot,
    draw_row,
    draw_words,
    words_height,
)
from campaigns.documents.kit import fonts, styles
from campaigns.documents.kit.marks import draw_mark
from campaigns.documents.kit.parts import Box, outline, put, rule
from campaigns.documents.kit.styles import TextStyle
from engine.core.type_cards import CardFigure

LEVEL: Final = TextStyle(fonts.CONDENSED.bold, 12, 6)
POINTS: Final = TextStyle(fonts.CONDENSED.bold, 15, 7)
SPACE: Final = TextStyle(fonts.CONDENSED.bold, 13, 6)
REACHED: Final = TextStyle(fonts.CONDENSED.bold, 7.5, 4.5)
GAME: Final = "Wild Blue Yonder"
COLUMNS: Final = 4
"""Of the track."""
TALLEST: Final = 44.0
"""Of a space."""
FREE: Final = 20
"""Spaces of a track without levels."""


@dataclass(frozen=True, slots=True)
class TargetCard:
    """One card to cut out."""

    name: str
    kind: str
    """Its class in words."""
    mark: str
    """A drawing of ``static/img/marks.svg``."""
    flak: tuple[CardFigure, ...]
    damage: tuple[CardFigure, ...]
    """By Bomb result; none where Cargo is landed."""
    levels: tuple[TargetLevel, ...]
    words: tuple[str, ...]
    counted: str
    """What its track counts."""
    provenance: str

    def draw(self, canvas: Canvas, box: Box, *, is_back: bool) -> None:
        """One of its faces."""
        (self._draw_back if is_back else self._draw_front)(canvas, box)

    def _draw_front(self, canvas: Canvas, box: Box) -> None:
        """Flak, what a bomb does, and what each level earns."""
        rest, foot = begin_card(canvas, box, self.name, self.kind, "Mission Target", is_filled=True)
        below = ROW * bool(self.damage) + LOW_ROW * len(self.levels) + words_height(self.words, rest.width)
        corners, rest = rest.cut_top(max(rest.height - below, rest.height / 4))
        draw_corners(canvas, corners, self.flak, partial(draw_mark, canvas, self.mark))
        if self.damage:
            strip, rest = rest.cut_top(ROW)
            draw_row(canvas, strip, self.damage)
        for level in self.levels:
            strip, rest = rest.cut_top(min(LOW_ROW, rest.height))
            _draw_level(canvas, strip, level)
        draw_words(canvas, rest, self.words)
        draw_foot(canvas, foot, GAME, self.provenance)

    def _draw_back(self, canvas: Canvas, box: Box) -> None:
        """Numbered spaces, those heavy that reach a level."""
        rest, foot = begin_card(canvas, box, self.name, self.counted, "Mission Target", is_filled=True)
        reached = {level.damage: level for level in self.levels}
        count = max(reached, default=FREE)
        rows = -(-count // COLUMNS)
        track = rest.inset(INDENT, INDENT)
        height = min(track.height / rows, TALLEST)
        for number in range(count):
            row, column = divmod(number, COLUMNS)
            width = track.width / COLUMNS
            place = Box(track.x + column * width, track.top - (row + 1) * height, width, height)
            _draw_space(canvas, place.inset(1.5, 1.5), number + 1, reached.get(number + 1))
        draw_foot(canvas, foot, GAME, self.provenance)


def _draw_level(canvas: Canvas, box: Box, level: TargetLevel) -> None:
    rule(canvas, box.x, box.top, box.right, styles.LIGHT)
    name, damage, points = box.inset(INDENT, 2).columns((5, 4, 4), gap=4)
    put(canvas, name, level.name, LEVEL)
    put(canvas, damage, f"from {level.damage}", VALUE_LABEL)
    number, unit = points.columns((3, 2), gap=3)
    put(canvas, number, level.points, POINTS, "right")
    put(canvas, unit, "VP", BESIDE)


def _draw_space(canvas: Canvas, box: Box, number: int, level: TargetLevel | None) -> None:
    outline(canvas, box, styles.HEAVY if level else styles.LIGHT)
    if level is None:
        put(canvas, box.inset(2, 2), number, SPACE, "centre")
        return
    upper, lower = box.inset(2, 2).cut_bottom(10)[::-1]
    put(canvas, upper, number, SPACE, "centre")
    put(canvas, lower, f"{level.name} {level.points}", REACHED, "centre")
