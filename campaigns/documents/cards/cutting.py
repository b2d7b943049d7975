"""Sheets of pieces to cut out, fronts and backs: a grid of equal cells with crop marks, drawn to be printed both ways.

The backs of a sheet stand on the page after it with their columns mirrored, so that a printer that turns the paper on
its long edge puts each behind its front. Pieces touch one another: one cut parts two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from campaigns.documents.kit import fonts, styles, tagging
from campaigns.documents.kit.document import NOTICE, Document, foot_form
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.styles import PAPERS, Paper, TextStyle
from campaigns.documents.kit.text import printable

MARK: Final = 9.0
MARK_GAP: Final = 3.0
"""Between a crop mark and the pieces."""
CROSS: Final = 2.5
"""Arms of the crosses where cuts meet between the pieces."""
EDGE: Final = 6.0
"""Between crop marks and what is written beside them."""
WIDE: Final = 100.0
"""Between marks so far apart there is room to write."""
STRIP: Final = 12.0
"""Height of what is written above and below the pieces."""
TITLE: Final = TextStyle(fonts.CONDENSED.bold, 9.5, 6)
HINT: Final = TextStyle(fonts.CONDENSED.regular, 7.5, 5.5, ink=styles.GREY)
NOTE: Final = TextStyle(fonts.SANS.regular, 5.6, 4.6, ink=styles.GREY)


class Piece(Protocol):
    """Something to cut out."""

    def draw(self, canvas: Canvas, box: Box, *, is_back: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of ``width`` by ``height`` points, in the middle of the paper."""

    columns: int
    rows: int
    width: float
    height: float

    @property
    def size(self) -> int:
        return self.columns * self.rows

    @property
    def clear(self) -> float:
        """How far from the cells something may be written: between the crop marks of wide ones, else beyond them."""
        return MARK_GAP if self.width > WIDE else 2 * MARK_GAP + MARK

    def frame(self, paper: Paper) -> Box:
        """The rectangle of all cells."""
        across, down = PAPERS[paper]
        width, height = self.columns * self.width, self.rows * self.height
        return Box((across - width) / 2, (down - height) / 2, width, height)

    def cell(self, paper: Paper, number: int, *, is_back: bool) -> Box:
        """The place of a piece, counted from 0 along the rows from the top; of a back as seen from behind."""
        row, column = divmod(number, self.columns)
        if is_back:
            column = self.columns - 1 - column
        frame = self.frame(paper)
        return Box(frame.x + column * self.width, frame.top - (row + 1) * self.height, self.width, self.height)


CARDS: Final = Grid(3, 3, 63 * mm, 88 * mm)
"""Nine cards of the usual size to a page, on either paper."""


def render_cuts(
    pieces: Sequence[Piece | None],
    grid: Grid,
    paper: Paper,
    *,
    title: str,
    subject: str,
    name: Callable[[int], str],
    hint: str = "",
) -> bytes:
    """A PDF of two pages a sheet, fronts and backs; a cell stays empty where a piece is ``None``.

    ``name`` gives what each sheet, from 1, is called in the outline; ``hint`` stands at the top beside how to print.
    A text or figure never leaves its piece.
    """
    document = _CutDocument(grid, title=title, subject=subject, paper=paper)
    story: list[Flowable] = []
    parted = [pieces[start : start + grid.size] for start in range(0, len(pieces), grid.size)]
    for number, shown in enumerate(parted, 1):
        for is_back in (False, True):
            which = f"Sheet {number} of {len(parted)}, {'backs' if is_back else 'fronts'}"
            page = _Page(shown, grid, paper, title, which, hint, is_back=is_back, is_first=not story)
            if not is_back:
                page.outline_title = printable(name(number))
            story.append(page)
    return document.produce(story)


class _CutDocument(Document):
    """Pages that belong to the pieces; head and foot stand between the crop marks."""

    def __init__(self, grid: Grid, *, title: str, subject: str, paper: Paper) -> None:
        super().__init__(title=title, subject=subject, paper=paper)
        frame = grid.frame(paper)
        self.leftMargin = self.rightMargin = frame.x + EDGE
        self.topMargin = self.bottomMargin = frame.y - grid.clear - STRIP
        self._calc()  # type: ignore[attr-defined]  # of ReportLab: the width and height between the margins
        self.pageTemplates.clear()
        width, height = PAPERS[paper]
        self._add("cuts", [Box(0, 0, width, height)])
        self.grid, self.paper = grid, paper

    def _end_page(self, canvas: Canvas, _doc: Any) -> None:
        tagging.end_page(canvas)
        for strip, text in zip(_strips(self.grid, self.paper, top=False), _NOTICES, strict=False):
            put(canvas, strip, text, NOTE, valign="top")
        canvas.doForm(foot_form(self.page))


_NOTICES: Final = tuple(f"{sentence.rstrip('.')}." for sentence in NOTICE.split(". "))


def _strips(grid: Grid, paper: Paper, *, top: bool) -> tuple[Box, ...]:
    """Three places above or below the pieces, side by side, clear of the crop marks."""
    frame = grid.frame(paper)
    y = frame.top + grid.clear if top else frame.y - grid.clear - STRIP
    return tuple(place.inset(EDGE) for place in Box(frame.x, y, frame.width, STRIP).columns((1, 1, 1)))


class _Page(Flowable):
    """The fronts or the backs of a sheet, the size of the paper."""

    outline_title: str

    def __init__(
        self,
        pieces: Sequence[Piece | None],
        grid: Grid,
        paper: Paper,
        title: str,
        which: str,
        hint: str,
        *,
        is_back: bool,
        is_first: bool,
    ) -> None:
        super().__init__()
        self.is_first = is_first
        self.pieces, self.grid, self.paper = pieces, grid, paper
        self.title, self.which, self.hint, self.is_back = printable(title), which, hint, is_back

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return PAPERS[self.paper]

    def draw(self) -> None:
        canvas: Canvas = self.canv
        frame = self.grid.frame(self.paper)
        left, middle, right = _strips(self.grid, self.paper, top=True)
        with tagging.title(canvas, 1 if self.is_first else 2):
            put(canvas, left, self.title, TITLE, valign="bottom")
        put(canvas, middle, f"{self.which}. {self.hint}".strip(), HINT, "centre", "bottom")
        put(canvas, right, "Print at 100 %, on both sides, turned on the long edge.", HINT, "right", "bottom")
        for number, piece in enumerate(self.pieces):
            if piece is None:
                continue
            place = self.grid.cell(self.paper, number, is_back=self.is_back)
            piece.draw(canvas, place, is_back=self.is_back)
        self._draw_crop_marks(canvas, frame)

    def _draw_crop_marks(self, canvas: Canvas, frame: Box) -> None:
        """At the ends of each cut outside the pieces, and small crosses where cuts meet."""
        grid = self.grid
        columns = [frame.x + column * grid.width for column in range(grid.columns + 1)]
        rows = [frame.y + row * grid.height for row in range(grid.rows + 1)]
        near, far = MARK_GAP, MARK_GAP + MARK
        lines = [(x, y + sign * near, x, y + sign * far) for x in columns for y, sign in _ends(frame.y, frame.top)]
        lines += [(x + sign * near, y, x + sign * far, y) for y in rows for x, sign in _ends(frame.x, frame.right)]
        for x in columns[1:-1]:
            for y in rows[1:-1]:
                lines += [(x - CROSS, y, x + CROSS, y), (x, y - CROSS, x, y + CROSS)]
        canvas.setStrokeColor(styles.BLACK)
        canvas.setLineWidth(styles.HAIR)
        canvas.lines(lines)


def _ends(low: float, high: float) -> tuple[tuple[float, int], tuple[float, int]]:
    return (low, -1), (high, 1)
