"""The campaign log as a reader of the PDF finds it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from campaigns.documents.kit.sheet import Ace, Budget, LogResource, LogSide, Loss
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.documents.logs.land_log import FIRST_PAGE_ROWS, LandLog
from campaigns.documents.logs.log import render
from campaigns.documents.logs.mission_report import LogScore
from campaigns.documents.logs.mission_table import LogMission
from tests.campaigns.documents import logs, reading
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises
from tests.engine.rules import rule

ROOT = Path(__file__).parents[3]

HEADINGS = (
    "LAND CAMPAIGN LOG",
    "Rommel Attacks",
    "CAMPAIGN",
    "I · The race through Cyrenaica",
    "II · Tobruk",
    "COMMANDER",
    "POINTS",
    "DATE",
    "MISSION",
    "RESOURCE USED",
    "VICTORY POINTS",
    "MARGIN",
    "LOSSES",
    "NOTES",
    "RESOURCES",
    "VICTORIES",
    "VICTORY SCALE",
    "UMPIRE",
)


@rule("SUP 24.3", "SUP 24.6", "SUP 24.7")
def test_a_blank_log_keeps_what_every_document_promises() -> None:
    assert_promises(
        "land-log-blank",
        lambda paper: render(logs.BLANK, paper),
        pages=1,
        outline=["Land Campaign Log"],
        words=HEADINGS,
        landscape=True,
    )


@rule("SUP 24.3", "SUP 24.7")
def test_a_log_under_way_keeps_what_every_document_promises() -> None:
    assert_promises(
        "land-log-under-way",
        lambda paper: render(logs.reported(6, 11), paper),
        pages=2,
        outline=["Land Campaign Log", "2 · Airfield"],
        words=["Tuesday club", "Anna Wiśniewska", "Both Stukas came home.", "Striker 2, aircraft 3"],
        landscape=True,
    )


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_a_blank_log_is_one_landscape_sheet_with_every_heading(paper: Paper) -> None:
    document = render(logs.BLANK, paper)
    (page,) = reading.pages_of(document)
    width, height = PAPERS[paper]
    assert (page.width, page.height) == pytest.approx((height, width), abs=0.01)
    assert [heading for heading in HEADINGS if heading not in page.text] == []


def test_a_blank_log_names_resources_and_grades_and_numbers_its_rows_but_tells_no_result() -> None:
    words = [words.text for words in reading.pages_of(render(logs.BLANK))[0].words]
    for expected in ("Hurricane Element", "Blitzkrieg", "Triumph", "As it was", "Fliegerführer Afrika"):
        assert expected in words
    assert [word for word in words if word in ("1", "2", "3")].count("3") == 2  # a row and the chart
    assert not [word for word in words if "ahead by 7" in word or "After" in word]


def test_men_and_types_that_find_no_room_are_counted() -> None:
    log = logs.dogfights(3)
    men = tuple(Ace(f"Man {number}", "axis", "Bf 109E", "1", 1) for number in range(1, 21))
    types = tuple(Loss(f"Type {number}", "allied", "1", "1", "1") for number in range(1, 21))
    for shown, name in ((replace(log, aces=men), "Man"), (replace(log, losses=types), "Type")):
        text = reading.text_of(render(shown))
        there = [number for number in range(1, 21) if f"{name} {number} " in text]
        assert there == list(range(1, len(there) + 1))
        assert len(there) > 3
        assert f"and {20 - len(there)} more" in text


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_a_filled_log_tells_missions_points_resources_aces_and_where_the_campaign_stands(paper: Paper) -> None:
    document = render(logs.UNDER_WAY, paper)
    assert len(reading.reader(document).pages) == 1
    text = reading.text_of(document)
    for expected in (
        "Tuesday club",
        "Ground Forces",
        "Via Balbia",
        "9 April 1941",
        "Both Stukas came home.",
        "After 2 of 3 missions: Axis ahead by 7 · As it was",
        "Page 1 of 1",
        "Not affiliated with any publisher",
    ):
        assert expected in text


@pytest.mark.parametrize(
    "name",
    ["Anna Wiśniewska", "Jiří Dvořák", "Stanisław Skalski", "Ιωάννης Πλαγής", "Иван Кожедуб", "Győző Szentgyörgyi"],
)
def test_polish_czech_greek_russian_and_hungarian_names_print_letter_for_letter(name: str) -> None:
    assert name in reading.text_of(render(logs.UNDER_WAY))


def test_a_log_of_dogfights_names_the_aircraft_flown_instead_of_resources() -> None:
    text = reading.text_of(render(logs.dogfights(6)))
    assert "DOGFIGHT LOG" in text
    assert "AIRCRAFT FLOWN" in text
    assert "2 Bf 109E-7" in text
    assert "RESOURCE" not in text
    assert "At the end: Allied ahead by 18 · Allied triumph, Axis rout" in text


def test_missions_beyond_the_first_page_follow_on_another() -> None:
    document = render(logs.dogfights(FIRST_PAGE_ROWS + 3))
    first, second = reading.pages_of(document)
    assert "8 May 1941" not in first.text
    assert "8 May 1941" in second.text
    assert "Page 2 of 2" in second.text
    assert "Solo: Dogfight Log" in second.text
    assert reading.outline_of(document) == ["Dogfight Log", "Missions from 7"]


@pytest.mark.parametrize(("missions", "starts"), [(8, [7]), (9, [8]), (20, [8, 15]), (32, [8, 17, 25])])
def test_no_mission_stands_alone_on_a_further_page(missions: int, starts: list[int]) -> None:
    document = render(replace(logs.dogfights(missions), stages=()))
    assert_inside(document)
    assert reading.outline_of(document) == ["Dogfight Log", *(f"Missions from {start}" for start in starts)]


def test_notes_too_long_for_their_cell_are_cut_with_a_mark_and_follow_in_full() -> None:
    notes = "The weather closed in behind us. " * 20 + "Only the last sentence matters."
    document = render(logs.dogfights(2, notes))
    first, second = reading.pages_of(document)
    assert "Only the last sentence" not in first.text
    assert "…" in first.text
    assert "Only the last sentence matters." in second.text
    assert reading.outline_of(document) == ["Dogfight Log", "Notes in full"]


def test_a_drawn_mission_without_results_leaves_its_results_to_the_pen() -> None:
    drawn = replace(logs.UNDER_WAY, missions=(*logs.UNDER_WAY.missions, LogMission(3, "11 April 1941", "Depot")))
    text = reading.text_of(render(drawn))
    assert "11 April 1941" in text
    assert "After 2 of 3 missions" in text


def test_a_level_score_and_a_margin_outside_every_grade_are_told_in_words() -> None:
    level = replace(logs.dogfights(1), grades=(logs.grade("Victory", "Defeat", 50, None),))
    assert level.standing == "At the end: Allied ahead by 3"
    even = replace(level, missions=(replace(level.missions[0], margin=0),))
    assert even.standing == "At the end: level"


def test_title_language_and_outline_are_set() -> None:
    document = render(logs.UNDER_WAY)
    read = reading.reader(document)
    assert read.metadata is not None
    assert read.metadata.title == "Tuesday club: Land Campaign Log"
    assert read.metadata.author == "Ready Room"
    assert str(read.root_object["/Lang"]) == "en-GB"
    assert reading.outline_of(document) == ["Land Campaign Log"]


def test_every_face_is_embedded() -> None:
    page = reading.reader(render(logs.UNDER_WAY)).pages[0]
    embedded, others = page._get_fonts()
    assert len(embedded) >= 5
    assert not others


@pytest.mark.parametrize("log", [logs.BLANK, logs.UNDER_WAY, logs.dogfights(12, "long " * 300)])
def test_the_same_log_gives_the_same_bytes(log: LandLog) -> None:
    assert render(log) == render(log)


def test_another_process_writes_the_same_bytes() -> None:
    script = (
        "import hashlib; from tests.campaigns.documents import logs; from campaigns.documents.logs.log import render;"
        "print(hashlib.sha256(render(logs.UNDER_WAY)).hexdigest())"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(render(logs.UNDER_WAY)).hexdigest()


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_text_prints_inside_its_box_and_fetches_nothing(text: str, paper: Paper) -> None:
    with nothing_fetched():
        assert_inside(render(logs.filled_with(text), paper))


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("log", [logs.BLANK, logs.UNDER_WAY, logs.dogfights(6), logs.dogfights(7), logs.dogfights(30),
                                 logs.reported(1, 0), logs.reported(9, 20), logs.reported(24, 70)])  # fmt: skip
def test_ordinary_logs_have_no_word_over_another_or_across_a_rule(log: LandLog, paper: Paper) -> None:
    assert_inside(render(log, paper))


def test_a_debriefed_mission_has_a_page_that_tells_it_in_full() -> None:
    document = render(logs.reported(6, 11))
    first, second = reading.pages_of(document)
    told = first.text
    assert "Gazala: 8 damage, Heavy" in told
    assert "1 flak" in told
    told = second.text
    for expected in (
        "2 · Airfield",
        "7 turns: 3 TB, 1 OT, 2 HB, 1 S",
        "Striker 2, aircraft 3",
        "Lead crew",
        "hit the target for 3, 1 kill",
        "Striker 10: destroyed",
        "24.7",
    ):
        assert expected in told
    assert reading.outline_of(document) == ["Land Campaign Log", "2 · Airfield"]


def test_what_points_are_for_and_their_sections_are_read_whole_and_large() -> None:
    whats = ("Axis 2, aircraft 2: for an enemy aircraft that has retreated", "for having more aircraft left")
    sections = ("A20 End of Turn", "A20 Winning the Standard Scenario")
    scores = tuple(LogScore("axis", what, section, 12) for what, section in zip(whats, sections, strict=True)) * 4
    document = render(reported_with(scores))
    assert_inside(document)
    words = reading.pages_of(document)[1].words
    for text in (*whats, "End of Turn", "Winning the Standard Scenario"):
        found = [each for each in words if each.text == text]
        assert len(found) == 4, text
        assert min(each.top - each.bottom for each in found) > 5, text


def reported_with(scores: tuple[LogScore, ...]) -> LandLog:
    """A log whose second mission tells of these points."""
    log = logs.reported(4, 1)
    first, second = log.missions
    assert second.report is not None
    return replace(log, missions=(first, replace(second, report=replace(second.report, scores=scores))))


def test_points_that_find_no_room_beside_the_aircraft_follow_on_a_page_of_their_own() -> None:
    pages = reading.pages_of(render(logs.reported(24, 70)))
    assert len(pages) == 3
    assert "Striker 69: destroyed" in pages[2].text
    crowded = reading.pages_of(render(logs.reported(24, 400)))
    assert "more" in crowded[2].text


def test_markup_is_printed_as_it_was_written() -> None:
    text = reading.text_of(render(replace(logs.BLANK, name="<b>Ann</b> & <i>Bo")))
    assert "<b>Ann</b> & <i>Bo" in text


def test_what_the_faces_cannot_print_shows_a_mark() -> None:
    assert "ace ▯ of" in reading.text_of(render(replace(logs.BLANK, name="ace 🛩 of")))


def test_text_that_would_turn_the_direction_of_writing_is_printed_without_the_turn() -> None:
    assert "abcdef" in reading.text_of(render(replace(logs.BLANK, name="abc\u202edef")))


def test_aircraft_that_find_no_room_on_a_mission_s_page_follow_on_further_ones() -> None:
    document = render(logs.reported(100, 20))
    assert_inside(document)
    pages = [page.text for page in reading.pages_of(document)]
    assert "Striker 1, aircraft 1" in pages[1]
    assert "Striker 34, aircraft 1" in pages[-1]
    assert "Striker 19: destroyed" in pages[-1]
    assert reading.outline_of(document) == ["Land Campaign Log", "2 · Airfield"]


@rule("SUP 25")
def test_resources_that_are_bought_say_what_they_cost_beside_boxes_for_the_points_spent() -> None:
    side = LogSide(
        "Force Z", resources=(LogResource("All that can fly", 2, 2), LogResource("A last patrol", None, 1)),
        budget=Budget(6, 2),
    )  # fmt: skip
    log = replace(
        logs.UNDER_WAY, kind="operation", allied=side, ships=(("Indomitable", "Deck out"), ("Victorious", ""))
    )
    document = render(log)
    assert_inside(document)
    text = reading.text_of(document)
    for expected in ("All that can fly (2)", "A last patrol (1)", "POINTS SPENT", "INDOMITABLE Deck out", "VICTORIOUS"):
        assert expected in text
    assert "3 of 99" in reading.text_of(render(replace(log, allied=replace(side, budget=Budget(99, 3)))))
