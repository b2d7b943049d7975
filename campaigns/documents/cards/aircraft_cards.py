"""Cards of aircraft, nine to a page: a figure in each corner around a silhouette, the others in rows.

A Leader's card is headed in the ink of his side, every other card in an outline; what is damaged is hatched and its
silhouette hollow, so that cards are told apart without colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.cards.card_parts import (
    BOXES,
    CRAMPED_CORNERS,
    LABEL,
    LABEL_LINE,
    LOW_ROW,
    LOWEST_CORNERS,
    ROW,
    WORDS,
    begin_card,
    draw_boxes,
    draw_corners,
    draw_foot,
    draw_row,
    draw_words,
    words_height,
)
from campaigns.documents.kit import styles
from campaigns.documents.kit.outlines import draw_outline
from campaigns.documents.kit.parts import Box, put, rule
from engine.core.type_cards import CardFace


@dataclass(frozen=True, slots=True)
class AircraftCard:
    """One card to cut out."""

    name: str
    side: str
    outline: str
    """A shape of ``fixtures/shapes``."""
    about: str
    """Nation and service."""
    since: str
    """When it came into service."""
    front: CardFace
    back: CardFace
    is_leader: bool
    provenance: str
    """Of its figures, in a few words."""
    label: str = ""
    """Whose it is in a mission: unit, crew and load; empty on cards of a type."""

    def draw(self, canvas: Canvas, box: Box, *, is_back: bool) -> None:
        """Its Undamaged side; on the back its Damaged one, or what else its system has there."""
        _draw(canvas, box, self, self.back if is_back else self.front)


def _draw(canvas: Canvas, box: Box, card: AircraftCard, face: CardFace) -> None:
    rest, foot = begin_card(
        canvas,
        box,
        card.name,
        face.title,
        card.since,
        side=card.side,
        is_filled=card.is_leader,
        is_damaged=face.is_damaged,
    )
    if card.label:
        strip, rest = rest.cut_bottom(LABEL_LINE)
        rule(canvas, strip.x, strip.top, strip.right, styles.MEDIUM)
        put(canvas, strip.inset(5, 2), card.label, LABEL)
    words = words_height(face.words, rest.width)
    pitch = ROW if rest.height - words - ROW * len(face.rows) - _boxes_height(face) >= LOWEST_CORNERS else LOW_ROW
    below = pitch * len(face.rows) + _boxes_height(face)
    least = words_height(face.words, rest.width, WORDS.smallest)
    spare = max(rest.height - below - least, CRAMPED_CORNERS)
    corners, rest = rest.cut_top(max(rest.height - words - below, min(LOWEST_CORNERS, spare)))
    picture = partial(draw_outline, canvas, card.outline, outlined=face.is_damaged)
    draw_corners(canvas, corners, face.chief, None if face.is_of_all else picture)
    for row in face.rows:
        strip, rest = rest.cut_top(pitch)
        draw_row(canvas, strip, row)
    if face.boxes[1]:
        strip, rest = rest.cut_top(BOXES)
        draw_boxes(canvas, strip, *face.boxes)
    draw_words(canvas, rest, face.words)
    draw_foot(canvas, foot, card.about, card.provenance)


def _boxes_height(face: CardFace) -> float:
    return BOXES if face.boxes[1] else 0.0
