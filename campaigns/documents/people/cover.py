"""The cover of a book about a man or a squadron: a framed sheet with a paper label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import parts, styles, tagging
from campaigns.documents.kit.outlines import draw_outline
from campaigns.documents.kit.parts import Box, Sized, put
from campaigns.documents.kit.pictures import draw_picture
from campaigns.documents.people.emblems import draw_ribbon, draw_tally, label_line, tally_height
from campaigns.heraldry.rasters import Raster
from campaigns.heraldry.ribbons import HEIGHT, WIDTH, Ribbon
from campaigns.heraldry.shapes import Picture

LABEL: Final = 240.0
RIBBON: Final = 22.0
MOST_RIBBONS: Final = 7
OUTLINE: Final = 110.0
PICTURE: Final = 118.0


@dataclass(frozen=True, slots=True)
class CoverText:
    """``facts`` are label and value on the paper label; ``foot`` two lines."""

    side: str
    kicker: str
    book: str
    """What kind of book it is."""
    title: str
    facts: tuple[tuple[str, str], ...]
    outline: str
    """A shape of ``fixtures/shapes``, or empty."""
    foot: tuple[str, str]
    marks: int = 0
    """Whole victories, one mark each."""
    decorations: tuple[Ribbon, ...] = ()
    picture: Picture | Raster | None = None
    """His portrait or its badge, beside the facts on the label."""
    is_framed: bool = False
    """A portrait is, a badge has its own outline."""


class Cover(Sized):
    """The page itself, within its margins."""

    outline_title = "Cover"

    def __init__(self, text: CoverText, page: Box) -> None:
        super().__init__(page.width, page.height)
        self.text = text

    def draw(self) -> None:
        text, canvas = self.text, self.canv
        frame = self.box.inset(6, 6)
        parts.outline(canvas, frame, styles.HEAVY)
        parts.outline(canvas, frame.inset(5, 5), styles.LIGHT)
        inner = frame.inset(46, 40)
        top, rest = inner.cut_top(96)
        parts.side_sign(canvas, text.side, top.x + top.width / 2, top.top - 17, 34)
        put(canvas, top.cut_bottom(50)[0].cut_top(10)[0], text.kicker, styles.KICKER, "centre")
        with tagging.title(canvas, 1):
            put(canvas, top.cut_bottom(36)[0], text.book, styles.TITLE, "centre")
        label, rest = rest.cut_top(26)[1].cut_top(LABEL)
        _draw_label(canvas, label, text)
        foot, rest = rest.cut_bottom(58)
        _draw_foot(canvas, foot, text.foot)
        rest = rest.inset(0, 18)
        if text.marks:
            panel, rest = rest.cut_top(tally_height(text.marks, rest.width))
            draw_tally(canvas, panel, text.marks)
            rest = rest.cut_top(14)[1]
        room = min(len(text.decorations), MOST_RIBBONS, int(rest.height / RIBBON))
        ribbons, rest = rest.cut_top(room * RIBBON)
        _draw_ribbons(canvas, ribbons, text.decorations, room)
        size = min(rest.height, OUTLINE)
        if text.outline and size > OUTLINE / 3:
            draw_outline(canvas, text.outline, rest.inset((rest.width - size) / 2, (rest.height - size) / 2))


def _draw_label(canvas: Canvas, box: Box, text: CoverText) -> None:
    """The paper label: the name over what is known."""
    parts.outline(canvas, box, styles.MEDIUM)
    name, rest = box.inset(22, 16).cut_top(56)
    with tagging.title(canvas, 2):
        put(canvas, name.inset(0, 4), text.title, styles.TITLE, "centre")
    parts.rule(canvas, name.x, name.y, name.right, styles.MEDIUM)
    if text.picture is not None:
        picture, rest = rest.cut_right(PICTURE)
        draw_picture(canvas, text.picture, picture.inset(8, 12), framed=text.is_framed)
    for (label, value), line in zip(text.facts, rest.cut_top(4)[1].rows(len(text.facts)), strict=True):
        label_line(canvas, line, label, value, 62)


def _draw_ribbons(canvas: Canvas, box: Box, ribbons: Sequence[Ribbon], room: int) -> None:
    """Decorations, each a ribbon with its name; those beyond ``room`` are counted."""
    shown = ribbons if len(ribbons) <= room else ribbons[: max(room - 1, 0)]
    rest = box.inset(70)
    for ribbon in shown:
        line, rest = rest.cut_top(RIBBON)
        place, text = line.cut_left(54)
        draw_ribbon(canvas, Box(place.x, line.middle - 7, WIDTH * 1.25, HEIGHT * 1.25), ribbon)
        put(canvas, text.inset(2, 2), ribbon.name, styles.ENTRY)
    if len(shown) < len(ribbons) and room:
        put(canvas, rest.cut_top(RIBBON)[0], f"and {len(ribbons) - len(shown)} more", styles.CELL_ITALIC)


def _draw_foot(canvas: Canvas, box: Box, foot: tuple[str, str]) -> None:
    parts.rule(canvas, box.x, box.top, box.right, styles.MEDIUM)
    name, rest = box.cut_top(8)[1].cut_top(24)
    put(canvas, name, foot[0], styles.SIDE, "centre")
    put(canvas, rest.cut_top(16)[0], foot[1], styles.LEAD, "centre")
