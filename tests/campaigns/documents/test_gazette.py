"""An issue of the newspaper on paper."""

from __future__ import annotations

import datetime

import pytest

from campaigns.documents.gazette.gazette import Gazette, render
from campaigns.documents.kit.styles import Paper
from campaigns.gazette.issue import Article, Issue, Item, Notices, Paragraph, Star
from campaigns.heraldry.portraits import Face, portrait
from tests.campaigns.documents import maps
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises
from tests.campaigns.documents.reading import reader
from tests.campaigns.maps.test_situation import shipped

TITLES = {"allied": "Allied", "axis": "Axis"}
FACE = portrait(Face(seed=7, nation="GB", great_war=False, rank="pilot", ribbons=1))
STORY = "Two Ju 87B-2s set out with bombs for the Axis side; one of them reached the target."


def printed(text: str = "", *, stories: int = 3, items: int = 4) -> Gazette:
    """An issue; with ``text`` in the place of every text of it."""
    articles = [
        Article("lead", "", (Paragraph(text or "On 11 April 1941 six aircraft met over Tobruk."),)),
        *(
            Article("air", text or "In the air", (Paragraph(text or STORY, text or "Hugh Carrowby"),))
            for _ in range(stories)
        ),
    ]
    columns = tuple(
        Notices(text or title, tuple(Item(text or "Jack Merrivale", text or "2", "allied") for _ in range(items)))
        for title in ("Roll of aces", "Honours", "Not home", "Wanted")
    )
    issue = Issue(
        paper=text or "The Tobruk Gazette",
        motto=text or "Printed where there is water to wash the type",
        number=3,
        day=datetime.date(1941, 4, 11),
        mission=text or "The harbour",
        place=text or "Tobruk",
        stage=text or "I",
        headline=text or "Harbour unharmed",
        deck=text or "One Axis aircraft lost, no Allied ones",
        articles=tuple(articles),
        columns=columns,
        points={"allied": 12, "axis": 4},
        total={"allied": 30, "axis": 28},
        star=Star(1, text or "Hugh Carrowby", "allied", text or "Hurricane Mk I, one victory in this mission"),
        is_corrected=True,
    )
    return Gazette(
        issue=issue, campaign=text or "Desert", titles=TITLES, map=maps.sheet(shipped("rommel-attacks")), face=FACE
    )


def test_an_issue_keeps_what_every_document_promises() -> None:
    assert_promises(
        "gazette",
        lambda paper: render(printed(), paper),
        pages=1,
        outline=["Harbour unharmed"],
        words=["The Tobruk Gazette", "No. 3, corrected", "11 April 1941", "In the air", "Roll of aces", "Tobruk", "30"],
    )


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_texts_stay_on_the_sheet(text: str, paper: Paper) -> None:
    with nothing_fetched():
        document = render(printed(text, stories=1, items=2), paper)
    assert_inside(document)


def test_a_long_issue_goes_on_and_what_has_no_room_beside_it_is_left_out() -> None:
    document = render(printed(stories=60, items=8), "letter")
    assert len(reader(document).pages) > 1
    assert_inside(document)


@pytest.mark.parametrize("paper", PAPERS_HERE)
def test_no_issue_ends_with_a_few_lines_on_a_page_by_themselves(paper: Paper) -> None:
    for stories in range(8, 30):
        document = reader(render(printed(stories=stories), paper))
        if len(document.pages) > 1:
            lines = [line for line in document.pages[1].extract_text().splitlines() if line.strip()]
            assert len(lines) > 12, f"{stories} stories"
            break
    else:
        pytest.fail("no issue goes on")
