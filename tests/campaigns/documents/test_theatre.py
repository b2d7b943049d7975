"""The map on paper, in a log and in a book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.documents.book import book
from campaigns.documents.kit.styles import Paper
from campaigns.documents.logs.log import render
from tests.campaigns.documents import books, logs, maps, reading
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, assert_inside
from tests.campaigns.documents.promises import assert_promises
from tests.campaigns.maps.test_situation import shipped
from tests.campaigns.packs.test_maps import SHIPPED
from tests.engine.broad import broad


def test_a_log_with_a_map_keeps_what_every_document_promises() -> None:
    told = replace(logs.BLANK, map=maps.sheet(shipped("rommel-attacks")))
    assert_promises(
        "land-log-map",
        lambda paper: render(told, paper),
        pages=2,
        outline=["Land Campaign Log", "The map"],
        words=["CYRENAICA", "Tobruk", "Gulf of Sirte", "100 km", "Coasts: Natural Earth."],
        landscape=True,
        pictured=[2],
    )


def test_the_map_of_a_book_stands_before_its_chapters() -> None:
    document = book.render(replace(books.BOOK, map=maps.sheet(shipped("malta-1940-41"))))
    pages = [page.text for page in reading.pages_of(document)]
    on_map = next(number for number, text in enumerate(pages) if "200 km" in text)
    first_chapter = next(number for number, text in enumerate(pages) if "The plan" in text)
    assert 2 < on_map <= first_chapter


@pytest.mark.parametrize("slug", broad([*SHIPPED[::4], *(slug for slug in SHIPPED if slug not in SHIPPED[::4])], 7))
def test_no_words_of_a_map_lie_over_others_or_beyond_the_margins(slug: str) -> None:
    assert_inside(render(replace(logs.BLANK, map=maps.sheet(shipped(slug)))))


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_a_map_with_hostile_names_keeps_its_pages(text: str, paper: Paper) -> None:
    assert_inside(render(replace(logs.BLANK, map=maps.sheet(maps.titled(text))), paper))
