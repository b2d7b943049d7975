"""What the base gives every document: contents, labels, structure, faces."""

from __future__ import annotations

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import fonts, parts, styles, tagging
from campaigns.documents.kit.contents import ContentsLine, contents_pages
from campaigns.documents.kit.document import HEAD, Document, body_box
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.styles import Paper, TextStyle
from tests.campaigns.documents import pictures, promises, reading
from tests.campaigns.documents.hostile import HOSTILE, assert_inside, nothing_fetched

CHAPTERS = (
    ("Łódź, Bożena Wiśniewska", "one", 0),
    ("Jiří Dvořák and Győző Szentgyörgyi", "two", 1),
    ("Ștefan Țepeș, Ιωάννης Πλαγής", "three", 1),
    ("Иван Кожедуб, 坂井三郎", "four", 0),
)


def book(paper: Paper, text: str = "Some words. ") -> bytes:
    """A cover, contents, and four chapters that begin on pages of their own."""
    document = Document(title="A book", subject="A test", paper=paper, front=2)

    def cover(canvas: object, box: Box) -> None:
        with tagging.title(document.canv, 1):
            put(document.canv, box.cut_top(200)[0], "A book", styles.TITLE)

    box = body_box(document.page_box, HEAD)
    lines = [ContentsLine(title, key, level) for title, key, level in CHAPTERS]
    story: list[Flowable] = [parts.Drawn(box.width, box.height, cover)]
    for page in contents_pages(lines, box):
        story += [PageBreak(), page]
    for title, key, level in CHAPTERS:
        story += [PageBreak(), parts.Heading(title, level, key), *parts.paragraphs(text * 20)]
    return document.produce(story)


def test_a_book_keeps_what_every_document_promises() -> None:
    promises.assert_promises(
        "book-of-the-base",
        book,
        pages=6,
        outline=["Contents", *(title for title, _, _ in CHAPTERS)],
        words=["Contents", "Page 4 of 4", "坂井三郎", "Ștefan Țepeș", "Ιωάννης Πλαγής", "Győző"],
    )


def test_front_matter_has_roman_numbers_and_the_rest_begins_with_page_1() -> None:
    assert reading.reader(book("A4")).page_labels == ["i", "ii", "1", "2", "3", "4"]


def test_the_contents_name_the_page_of_each_chapter_and_lead_there() -> None:
    document = book("A4")
    assert {"1", "2", "3", "4"} <= set(reading.text_of(document, 2).split())
    assert len(reading.reader(document).pages[1].annotations or ()) == len(CHAPTERS)


def test_a_part_stands_under_its_chapter_in_the_outline() -> None:
    _, first, under, last = reading.reader(book("A4")).outline
    assert list(promises.titles([first, last])) == [CHAPTERS[0][0], CHAPTERS[3][0]]
    assert isinstance(under, list)
    assert list(promises.titles(under)) == [CHAPTERS[1][0], CHAPTERS[2][0]]


def test_titles_are_tagged_by_their_level_and_the_rest_as_text() -> None:
    told = promises.kinds(reading.reader(book("A4")))
    assert [kind for kind in told if kind != "P"] == ["H1", "H1", "H1", "H2", "H2", "H1"]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_flows_inside_the_margins_and_fetches_nothing(text: str) -> None:
    with nothing_fetched():
        assert_inside(book("A4", text), margin=27)


NAMES = "Łukasz Żółć, Győző, Ștefan, Jiří Ďáblík, Ιωάννης, Йожин ґї"


@pytest.mark.parametrize("family", [fonts.SANS, fonts.CONDENSED])
def test_upright_bold_and_italic_names_print_letter_for_letter_in_faces_of_their_own(family: fonts.Family) -> None:
    document = Document(title="Faces", subject="Faces", paper="A4")

    def draw(canvas: Canvas, box: Box) -> None:
        for face, row in zip(family, box.rows(4), strict=True):
            put(canvas, row, f"{NAMES} 坂井三郎", TextStyle(face, 12, 12))

    made = document.produce([parts.Drawn(500, 80, draw)])
    faces = {face.split("+")[-1] for face in reading.reader(made).pages[0]._get_fonts()[0]}
    assert {*family, *fonts.JAPANESE} <= faces
    told = reading.text_of(made)
    assert told.count(NAMES) == 4
    assert told.count("坂井三郎") == 4


def test_a_picture_that_differs_is_noticed_and_one_drawn_a_little_darker_is_not() -> None:
    page = Image.new("L", (480, 640), 255)
    darker = Image.new("L", (480, 640), 254)
    assert pictures.difference(page, darker) == (1, 1.0)
    moved = page.copy()
    moved.paste(0, (100, 100, 140, 110))
    assert pictures.difference(page, moved)[0] > pictures.MOST_IN_A_BLOCK
