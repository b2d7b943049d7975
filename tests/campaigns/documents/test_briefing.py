"""Briefings: what they say, how many pages they take, and that nothing leaves its box."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

import pytest

from campaigns.documents.briefing.briefing import render
from campaigns.documents.briefing.briefing_data import Briefing, PointsTable, ResourceLine, SeatLine, Turn
from campaigns.documents.kit.styles import PAPERS, Paper
from config.common import qr
from tests.campaigns.documents import qr_reading
from tests.campaigns.documents.briefings import BLANK, DOGFIGHT, ESCORT, HITS, STRIKE, STRIKER, URL, WEEK
from tests.campaigns.documents.hostile import SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises
from tests.campaigns.documents.reading import pages_of, reader, text_of, whole_text_of


@pytest.mark.parametrize(
    ("name", "briefing", "words"),
    [
        (
            "briefing-strike",
            STRIKE,
            [
                "The Via Balbia", "Mission 3 · 11 April 1941", "Fliegerführer Afrika", "Jiří Dvořák", "Ground Forces",
                "Area Flak 1 · Target Flak 2", "1 more against strafers", "from 6: Scattered", "6 + 2 VP", "TB2", "OT",
                "Striker 1", "Junkers Ju 87B-2", "Friedrich Sonnleitner", "Ace Pilot", "Veteran", "Zdeněk Škarvada",
                "Green", "T6-B", "Struck", "FUEL", "Blitzkrieg", "mission 1", "Interceptor 1", "Harbour barrage",
                "Fuel: 24, this mission takes 3", "AXIS POINTS",
            ],
        ),
        (
            "briefing-blank",
            BLANK,
            ["nothing is signed yet".upper(), "III./ZG 26", "lone leader", "9 · 2 · 11", "6 · 0", "May fly: Friedrich"],
        ),
        ("briefing-dogfight", DOGFIGHT, ["6 TURNS", "Helmut Jägersberg", "FOR THE ENTENTE SIDE ONLY"]),
        ("briefing-week", WEEK, ["FLYING BOMBS DOWN", "THROUGH", "Fieseler Fi 103: 6 and what 3 cards add"]),
        ("briefing-hits", HITS, ["B-17G", "12 aircraft", "Fire ±0", "HITS"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_briefing_keeps_what_every_document_promises_on_one_page(
    name: str, briefing: Briefing, words: list[str]
) -> None:
    assert_promises(name, partial(render, briefing), pages=1, outline=["The Via Balbia"], words=words)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    "briefing", [STRIKE, BLANK, DOGFIGHT, WEEK, HITS], ids=["strike", "blank", "dogfight", "week", "hits"]
)
def test_all_words_of_a_briefing_stand_inside_the_margins_and_none_on_another(briefing: Briefing, paper: Paper) -> None:
    assert_inside(render(briefing, paper))


def test_the_code_on_a_briefing_says_the_address_that_stands_under_it() -> None:
    document = render(STRIKE)
    grid, side = qr_reading.grid_of(reader(document).pages[0])
    assert qr_reading.text_of(grid) == URL
    assert side >= 1.2, "its squares are too small for a phone"
    assert URL in text_of(document).replace(" ", "")


@pytest.mark.parametrize("length", [20, 60, 80, 120, 180, 213])
def test_a_code_reads_back_as_what_it_was_made_of(length: int) -> None:
    address = ("https://club.example/campaigns/12/missions/3/table/?" + "ž9" * length)[:length]
    while len(address.encode()) > 213:
        address = address[:-1]
    assert qr_reading.text_of([list(row) for row in qr.modules(address)]) == address


def test_a_text_too_long_for_a_phone_to_read_makes_no_code() -> None:
    with pytest.raises(ValueError, match="400 bytes"):
        qr.modules("x" * 401)


def test_without_an_address_no_code_is_printed() -> None:
    page = reader(render(replace(STRIKE, url=""))).pages[0]
    with pytest.raises(ValueError, match="empty"):
        qr_reading.grid_of(page)


def test_what_an_unplanned_seat_lacks_is_left_to_a_pen() -> None:
    blank = replace(STRIKER, seats=(SeatLine("Leader"),))
    filled = text_of(render(STRIKE))
    text = text_of(render(replace(STRIKE, units=(blank,))))
    assert "Friedrich Sonnleitner" in filled
    assert "Leader" in text
    assert "Sonnleitner" not in text


def test_a_side_with_many_units_goes_on_over_a_second_page_under_the_same_heads() -> None:
    document = render(replace(STRIKE, units=(STRIKER, ESCORT) * 5))
    assert len(pages_of(document)) == 2
    assert "HAS SHOT DOWN" in text_of(document, 1)
    assert "HAS SHOT DOWN" in text_of(document, 2)
    assert "RESULT AND NOTES" in text_of(document, 2)
    assert_inside(document)


def test_lists_longer_than_the_page_are_counted_at_their_end() -> None:
    many = replace(
        STRIKE,
        resources=tuple(ResourceLine(f"Resource {n}", "free", "", "It helps a little. " * 9) for n in range(60)),
        enemy=STRIKE.enemy * 90,
        turns=tuple(Turn(str(number)) for number in range(1, 41)),
    )
    document = render(many)
    assert "more" in whole_text_of(document)
    assert_inside(document)


def hostile(value: Any, text: str) -> Any:
    """A briefing in which every text is ``text``; what is chosen from few words stays."""
    kept = {"side", "phase", "state", "begins", "altitudes", "url"}
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            each.name: getattr(value, each.name) if each.name in kept else hostile(getattr(value, each.name), text)
            for each in fields(value)
        }
        return replace(value, **changed)
    if isinstance(value, str):
        return text if value else value
    if isinstance(value, tuple):
        return tuple(hostile(each, text) for each in value)
    return value


@pytest.mark.parametrize("text", SPOILT)
@pytest.mark.parametrize("briefing", [STRIKE, BLANK, WEEK, HITS], ids=["strike", "blank", "week", "hits"])
def test_hostile_texts_are_printed_or_cut_inside_their_boxes(briefing: Briefing, text: str) -> None:
    with nothing_fetched():
        document = render(hostile(briefing, text))
    assert_inside(document)
    assert len(pages_of(document)) <= 2


def test_a_briefing_with_nothing_in_it_still_prints() -> None:
    empty = replace(
        DOGFIGHT, note="", rules=(), turns=(), units=(), enemy=(), points=PointsTable(), asked=(), url="", fates=()
    )
    assert len(pages_of(render(empty))) == 1


def test_no_page_of_a_briefing_is_there_for_blank_lines_alone() -> None:
    document = render(replace(STRIKE, resources=STRIKE.resources * 4))
    (page,) = pages_of(document)
    assert "RESULT AND NOTES" in page.text
    assert_inside(document)
