"""What a campaign's book is measured beside: its text in bare ReportLab tables, its content as HTML for WeasyPrint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import BytesIO
from typing import Final

from pypdfium2 import PdfDocument
from reportlab.lib.pagesizes import A4
from reportlab.platypus import Flowable, PageBreak, SimpleDocTemplate, Table, TableStyle

from campaigns.documents.book.book import Book
from campaigns.documents.book.chapter import Chapter, Plan, SideLosses
from campaigns.documents.kit import fonts

ACROSS: Final = 3
"""Cells of a row of the tables."""
ROOM: Final = 760.0
"""Points of a page's height that the rows share."""

STYLE: Final = """
@page { size: A4; margin: 28pt }
body { font: 7.8pt/1.2 "Fira Sans Condensed", sans-serif; margin: 0 }
h1 { font-size: 30pt } h2 { font-size: 20pt; break-before: page; margin: 0 } h3 { font-size: 9pt; margin: 3pt 0 }
p { margin: 1.5pt 0 } table { width: 100% }
"""


def pages_of(document: bytes) -> list[list[str]]:
    """The lines of text of each page."""
    pdf = PdfDocument(document)
    return [page.get_textpage().get_text_range().splitlines() for page in pdf]


def bare_tables(pages: Iterable[Sequence[str]]) -> bytes:
    """The same lines on the same number of pages: a table of strings a page, its rows of one height, nothing else."""
    fonts.register()
    target = BytesIO()
    story: list[Flowable] = []
    style = TableStyle(
        [
            ("FONT", (0, 0), (-1, -1), fonts.CONDENSED.regular, 7),
            ("LEADING", (0, 0), (-1, -1), 7),
            ("PADDING", (0, 0), (-1, -1), 0),
        ]
    )
    for lines in pages:
        rows = [
            [*lines[start : start + ACROSS], *[""] * (ACROSS - len(lines[start : start + ACROSS]))]
            for start in range(0, max(len(lines), 1), ACROSS)
        ]
        story += [Table(rows, colWidths=[178.0] * ACROSS, rowHeights=[ROOM / len(rows)] * len(rows), style=style)]
        story += [PageBreak()]
    SimpleDocTemplate(target, pagesize=A4, leftMargin=28, rightMargin=28, topMargin=28, bottomMargin=28).build(story)
    return target.getvalue()


def html(book: Book) -> str:
    """The book as a web page, in one column: several take WeasyPrint three times as long."""
    return f"<!doctype html><title>{escape(book.cover.title)}</title><style>{STYLE}</style>" + "".join(_body(book))


def _body(book: Book) -> Iterator[str]:
    yield f"<h1>{escape(book.cover.title)}</h1>"
    yield from _paragraphs([book.cover.pack, book.cover.dates, book.cover.result])
    yield "<h2>Contents</h2><ol>"
    for chapter in book.chapters:
        yield f'<li><a href="#{chapter.key}">{escape(chapter.title)}</a></li>'
    yield "</ol><h2>The campaign</h2>"
    yield from _paragraphs(book.overview.sentences)
    yield "<table>"
    for line in book.overview.missions:
        cells = (str(line.number), line.date, line.title, line.place, line.how, line.allied, line.axis, line.ahead)
        yield "<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells)
    yield "</table>"
    for chapter in book.chapters:
        yield from _chapter(chapter)
    if book.aces is not None:
        yield "<h2>Table of victories</h2><table>"
        for ace in book.aces:
            yield "<tr>" + "".join(f"<td>{escape(cell)}" for cell in (ace.name, ace.squadron, ace.flew, ace.victories))
        yield "</table>"
    if book.fallen is not None:
        yield "<h2>Roll of honour</h2><table>"
        for man in book.fallen:
            yield "<tr>" + "".join(f"<td>{escape(cell)}" for cell in (man.name, man.squadron, man.when, man.how))
        yield "</table>"
    yield "<h2>Journal</h2><div>"
    for act in book.journal:
        yield f"<h3>{escape(act.when)}, {escape(act.who)}</h3>"
        yield from _paragraphs(f"{line.number} {line.text}" for line in act.lines)
    yield "</div>"


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f'<h2 id="{chapter.key}">{escape(chapter.heading)}</h2>'
    yield from _paragraphs([chapter.when, *(f"{label}: {told}" for label, told in chapter.facts)])
    yield "<h3>The plan</h3><div>"
    for plan in chapter.plans:
        yield from _plan(plan)
    yield "</div><h3>The fight, turn by turn</h3><div>"
    for turn in chapter.fight:
        yield f"<h3>{escape(turn.title)}</h3>"
        yield from _paragraphs(step.text for step in turn.steps)
    yield "</div><h3>Who came home</h3><div>"
    for losses in chapter.losses:
        yield from _losses(losses)
    yield "</div><h3>Victory Points</h3><div>"
    yield from _paragraphs(f"{score.side} {score.points} · {score.what} ({score.section})" for score in chapter.scores)
    yield "</div>"
    yield from _paragraphs(f"{note.by}: {note.text}" for note in chapter.notes)


def _plan(plan: Plan) -> Iterator[str]:
    yield f"<h3>{plan.side}, {escape(plan.commander)}</h3>"
    yield from _paragraphs(each for each in (plan.sealed, plan.resource, plan.doctrine) if each)
    for unit in plan.units:
        yield from _paragraphs([f"{unit.title}: {unit.aircraft}", unit.how, ", ".join(unit.men)])


def _losses(losses: SideLosses) -> Iterator[str]:
    yield f"<h3>{losses.side}</h3>"
    yield from _paragraphs([losses.summary])
    for sortie in losses.sorties:
        yield from _paragraphs([f"{sortie.pilot}, {sortie.who} ({sortie.aircraft}): {sortie.fate}; {sortie.did}"])


def _paragraphs(texts: Iterable[str]) -> Iterator[str]:
    return (f"<p>{escape(text)}</p>" for text in texts)
