"""The base of every document: paper, margins, page head and foot, outline, page labels, structure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from threading import Lock
from typing import Any, Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from campaigns.documents.kit import fonts, styles, tagging
from campaigns.documents.kit.contents import WantedNumber, wanted_numbers
from campaigns.documents.kit.parts import Box, put, rule
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.documents.kit.text import printable

_MAKING: Final = Lock()
"""Held while a document is made: the threads of a process share the faces, and these remember what they are asked for.

Python runs one thread at a time, so those who wait lose nothing.
"""

Progress = Callable[[int, int], None]
"""Told how many of how many steps are done."""

MARGIN: Final = 28.0
HEAD: Final = 26.0
"""Height of the running head with the space under it."""
FOOT: Final = 16.0
COLUMN_GAP: Final = 28.0

NOTICE: Final = (
    "Made with Ready Room, a free tool for players. Not affiliated with any publisher; "
    "games and their names belong to their owners."
)


class Document(BaseDocTemplate):
    """A document of our house style.

    The first page has no running head: a sheet brings its own title. The pages after it are of the template
    ``body``, or of ``columns`` for running text in two columns. A document whose first ``front`` pages are front matter
    begins with a cover, without head and foot; they are numbered i, ii, iii, the pages after them from 1.

    A flowable with an attribute ``outline_title`` gets an entry in the outline, under the last one of a lower
    ``outline_level`` (0 unless told), and is where a line of contents with its ``outline_key`` points to. One of level
    0 is named in the heads of its pages: a page's head names the section that it opens with. The same story gives the
    same bytes.
    """

    def __init__(
        self,
        *,
        title: str,
        subject: str,
        paper: Paper,
        landscape: bool = False,
        front: int = 0,
    ) -> None:
        fonts.register()
        self.running_head = printable(title)
        self.front = front
        self.section = ""
        self.head = ""
        """The section that the running head of this page names."""
        self.is_blank = True
        """Nothing stands on this page so far."""
        self.entries = 0
        self.level = -1
        self.keys: dict[str, int] = {}
        """The page that each key stands on."""
        self.wanted_numbers: list[WantedNumber] = []
        """Of the whole document."""
        self.target = BytesIO()
        width, height = PAPERS[paper]
        super().__init__(
            self.target,
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
        if front:
            self._add("cover", [self.page_box], then="body")
        else:
            self._add("first", [first], then="body")
        self._add("body", [body])
        self._add("columns", columns)

    def _add(self, name: str, boxes: Sequence[Box], then: str | None = None) -> None:
        """A page template of ``boxes``, the one that follows it being ``then``, else itself."""
        frames = [Frame(box.x, box.y, box.width, box.height, 0, 0, 0, 0) for box in boxes]
        begin, end = self._begin_page, self._end_page
        self.addPageTemplates(PageTemplate(name, frames, begin, end, autoNextPageTemplate=then))

    @property
    def page_box(self) -> Box:
        """The page within its margins."""
        return Box(self.leftMargin, self.bottomMargin, self.width, self.height)

    def produce(self, story: Iterable[Flowable]) -> bytes:
        """The document as a PDF. Another thread's waits for it, and for the ``story`` of a generator too."""
        with _MAKING:
            self.build(list(story))
        return self.target.getvalue()

    def label(self, page: int) -> str:
        """What page number ``page``, from 1, is called.

        >>> Document(title="", subject="", paper="A4", front=2).label(2)
        'ii'
        >>> Document(title="", subject="", paper="A4", front=2).label(3)
        '1'
        """
        return _roman(page) if page <= self.front else str(page - self.front)

    def afterFlowable(self, flowable: Flowable) -> None:
        title = getattr(flowable, "outline_title", None)
        if title is not None:
            self._enter(flowable, title)
        frame = tagging.inner(self.frame)
        self.is_blank = self.is_blank and frame._y == frame._y2

    def _enter(self, flowable: Flowable, title: str) -> None:
        """An entry of the outline."""
        self.entries += 1
        key = getattr(flowable, "outline_key", "") or f"entry-{self.entries}"
        # an entry may stand at most one level under the one before it
        self.level = min(getattr(flowable, "outline_level", 0), self.level + 1)
        top = tagging.inner(self.frame)._y + flowable.height if flowable.height else self.page_box.top
        self.canv.bookmarkPage(key, fit="XYZ", left=0, top=top, zoom=0)
        self.canv.addOutlineEntry(title, key, self.level)
        self.keys[key] = self.page
        if self.level == 0:
            self.section = title
            if self.is_blank or not self.head:
                self.head = title

    def _begin_page(self, canvas: Canvas, _doc: Any) -> None:
        self.head, self.is_blank = self.section, True
        tagging.begin_page(canvas)

    def _end_page(self, canvas: Canvas, _doc: Any) -> None:
        wanted = wanted_numbers(canvas)
        for number in wanted:
            canvas.doForm(_number_form(len(self.wanted_numbers)))
            self.wanted_numbers.append(number)
        wanted.clear()
        tagging.end_page(canvas)
        if self.pageTemplate.id == "cover":
            return
        if self.pageTemplate.id != "first":
            self._draw_head(canvas)
        left, _ = self.page_box.cut_bottom(8)[0].columns((5, 1))
        put(canvas, left, NOTICE, styles.FOOT, valign="bottom")
        canvas.doForm(foot_form(self.page))

    def _draw_head(self, canvas: Canvas) -> None:
        strip, _ = self.page_box.cut_top(12)
        left, right = strip.columns((3, 2), gap=12)
        put(canvas, left, self.running_head, styles.RUNNING_HEAD)
        if self.head and self.head != self.running_head:
            put(canvas, right, self.head, styles.RUNNING_SECTION, "right")
        rule(canvas, strip.x, strip.y - 2, strip.right, styles.MEDIUM)

    def _endBuild(self) -> None:
        """What could not be known before: the number of pages, and which page a key stands on."""
        saves, self._doSave = getattr(self, "_doSave", 1), 0
        super()._endBuild()  # type: ignore[misc]  # it has no types
        canvas, pages = self.canv, len(tagging.inner(self.canv)._doc.Pages.pages)
        _, right = self.page_box.cut_bottom(8)[0].columns((5, 1))
        for page in range(1, pages + 1):
            canvas.beginForm(foot_form(page))
            label = self.label(page)
            told = label if page <= self.front else f"Page {label} of {pages - self.front}"
            put(canvas, right, told, styles.FOOT, "right", "bottom")
            canvas.endForm()
        for number, wanted in enumerate(self.wanted_numbers):
            canvas.beginForm(_number_form(number))
            put(canvas, wanted.box, self.label(self.keys[wanted.key]), styles.CONTENTS_NUMBER, "right")
            canvas.endForm()
        if self.front:
            canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
        canvas.addPageLabel(self.front, style="ARABIC", start=1)
        tagging.write(canvas)
        self._doSave = saves
        if saves:
            canvas.save()


def _roman(number: int) -> str:
    """
    >>> [_roman(number) for number in (1, 4, 9, 14, 40)]
    ['i', 'iv', 'ix', 'xiv', 'xl']
    """
    numeral = ""
    for value, letters in ((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        numeral += letters * (number // value)
        number %= value
    return numeral


def foot_form(page: int) -> str:
    """The form that holds the number of a page, filled in when all of them are known."""
    return f"foot-{page}"


def _number_form(number: int) -> str:
    return f"number-{number}"


def body_box(page: Box, head: float) -> Box:
    """What head and foot leave of the page."""
    _, rest = page.cut_top(head)
    _, body = rest.cut_bottom(FOOT)
    return body
