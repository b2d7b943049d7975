"""The log of a solitaire campaign as a reader of the PDF finds it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.documents.kit.styles import Paper
from campaigns.documents.logs.log import render
from campaigns.documents.logs.week_log import LogWeek
from tests.campaigns.documents import logs, reading
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises
from tests.engine.rules import rule


@rule("SUP 28 points", "SUP 28 wave", "SUP 28 patrols")
def test_a_blank_log_has_a_line_for_every_week_what_gives_points_and_the_grades() -> None:
    assert_promises(
        "week-log-blank",
        lambda paper: render(logs.WEEKS, paper),
        pages=2,
        outline=["Solitaire Campaign Log", "Allied squadrons"],
        words=[
            "The first week",
            "1 to 7 July 1944",
            "PATROLS AND THEIR BELTS",
            "WAVE",
            "GUNS",
            "THROUGH",
            "each that gets through −3",
            "AGAINST FLAKREGIMENT 155 (W)",
            "Mastered",
            "MORE POINTS",
            "PLAYER",
        ],
        landscape=True,
    )


@rule("SUP 28 points")
def test_a_week_that_was_flown_tells_its_bombs_its_patrols_and_its_points() -> None:
    assert_promises(
        "week-log-under-way",
        lambda paper: render(logs.WEEKS_UNDER_WAY, paper),
        pages=2,
        outline=["Solitaire Campaign Log", "Allied squadrons"],
        words=[
            "Divers over Kent",
            "Broken cloud",
            "2 Tempest Mk V; Mosquito",
            "10 6 1 3 1 2 5 5",
            "Ten came.",
            "After 1 of 2 weeks: 5 points · Allied mastered, Axis blunted",
            "The second week",
        ],
        landscape=True,
    )


def test_a_campaign_at_its_end_says_so() -> None:
    over = replace(logs.WEEKS_UNDER_WAY, weeks=logs.WEEKS_UNDER_WAY.weeks[:1], grades=())
    assert over.standing == "At the end: 5 points"
    assert logs.WEEKS.standing == ""


def test_weeks_that_find_no_room_follow_on_another_page() -> None:
    many = replace(logs.WEEKS, weeks=tuple(LogWeek(f"Week {n}", "1944") for n in range(1, 41)), pools=())
    document = render(many)
    assert_inside(document)
    assert reading.outline_of(document) == ["Solitaire Campaign Log", "More weeks", "More weeks"]
    told = [words.text for page in reading.pages_of(document) for words in page.words]
    assert [text for text in told if text.startswith("Week ")] == [f"Week {number}" for number in range(1, 41)]


@pytest.mark.parametrize("weeks", range(5, 30))
def test_no_week_stands_alone_on_a_further_page(weeks: int) -> None:
    many = replace(logs.WEEKS, weeks=tuple(LogWeek(f"Week {n}", "1944") for n in range(1, weeks + 1)), pools=())
    counts = [page.text.count("Week ") for page in reading.pages_of(render(many))]
    assert sum(counts) == weeks
    assert min(counts) > 1


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_text_prints_inside_its_box_and_fetches_nothing(text: str, paper: Paper) -> None:
    with nothing_fetched():
        assert_inside(render(logs.hostile_weeks(text), paper))
