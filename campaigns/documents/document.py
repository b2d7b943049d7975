"""The base of every document: paper, margins, page head and foot, outline, titles."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, IndexingFlowable, PageTemplate

from campaigns.documents import fonts, styles
from campaigns.documents.parts import Box, put, rule
from campaigns.documents.styles import PAPERS, Paper
from campaigns.documents.text import printable

MARGIN: Final = 28.0
HEAD: Final = 26.0
"""Height of the running head with the space under it."""
FOOT: Final = 16.0
COLUMN_GAP: Final = 28.0

NOTICE: Final = (
    "Made with Ready Room, a free tool for players. Not affiliated with any publisher; "
    "games and their names belong to their owners."
)


class PageTotal(IndexingFlowable):
    """Draws nothing; asks ``multiBuild`` for another pass until the number of pages has settled."""

    def __init__(self) -> None:
        super().__init__()
        self.total = 0
        self.seen = 0

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        """Nothing."""

    def beforeBuild(self) -> None:
        self.seen = 0

    def isSatisfied(self) -> int:
        settled = self.total == self.seen
        self.total = self.seen
        return int(settled)


class Document(BaseDocTemplate):
    """A document of our house style.

    The first page has no running head: a sheet brings its own title. The pages after it are of the template
    ``body``, or of ``columns`` for running text on a landscape page. A flowable with an attribute
    ``outline_title`` gets an entry in the outline. The same story gives the same bytes.
    """

    def __init__(self, target: BytesIO, *, title: str, subject: str, paper: Paper, landscape: bool = False) -> None:
        fonts.register()
        self.running_head = printable(title)
        self.page_total = PageTotal()
        self.entries = 0
        width, height = PAPERS[paper]
        super().__init__(
            target,
            pagesize=(height, width) if landscape else (width, height),
            leftMargin=MARGIN,
            rightMargin=MARGIN,
            topMargin=MARGIN,
            bottomMargin=MARGIN,
            title=self.running_head,
            subject=printable(subject),
            author="Ready Room",
            creator="Ready Room",
            producer="ReportLab",
            lang="en-GB",
            displayDocTitle=True,
            initialFontName=fonts.SANS.regular,
            invariant=1,
        )
        first, body = body_box(self.page_box, 0), body_box(self.page_box, HEAD)
        columns = body.columns((1, 1), gap=COLUMN_GAP)
        self.addPageTemplates(
            [
                PageTemplate("first", [_frame(first)], onPageEnd=self._draw_foot, autoNextPageTemplate="body"),
                PageTemplate("body", [_frame(body)], onPage=self._draw_head, onPageEnd=self._draw_foot),
                PageTemplate(
                    "columns", [_frame(box) for box in columns], onPage=self._draw_head, onPageEnd=self._draw_foot
                ),
            ]
        )

    @property
    def page_box(self) -> Box:
        """The page within its margins."""
        return Box(self.leftMargin, self.bottomMargin, self.width, self.height)

    def produce(self, story: Sequence[Flowable]) -> None:
        """Write the document."""
        self.multiBuild([self.page_total, *story])

    def afterFlowable(self, flowable: Flowable) -> None:
        title = getattr(flowable, "outline_title", None)
        if title is None:
            return
        self.entries += 1
        key = f"entry-{self.entries}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(title, key, 0)

    def _draw_head(self, canvas: Canvas, _doc: Any) -> None:
        strip, _ = self.page_box.cut_top(12)
        put(canvas, strip, self.running_head, styles.RUNNING_HEAD)
        rule(canvas, strip.x, strip.y - 2, strip.right, styles.MEDIUM)

    def _draw_foot(self, canvas: Canvas, doc: Any) -> None:
        self.page_total.seen = doc.page
        strip, _ = self.page_box.cut_bottom(8)
        left, right = strip.columns((5, 1))
        put(canvas, left, NOTICE, styles.FOOT, valign="bottom")
        put(canvas, right, f"Page {doc.page} of {self.page_total.total}", styles.FOOT, "right", "bottom")


def _frame(box: Box) -> Frame:
    return Frame(box.x, box.y, box.width, box.height, 0, 0, 0, 0)


def body_box(page: Box, head: float) -> Box:
    """What head and foot leave of the page."""
    _, rest = page.cut_top(head)
    _, body = rest.cut_bottom(FOOT)
    return body
