"""The log of a progressive campaign as a reader of the PDF finds it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pypdfium2
import pytest
from PIL import ImageFilter

from campaigns.documents.kit.sheet import LogSide
from campaigns.documents.kit.styles import Paper
from campaigns.documents.logs.log import render
from campaigns.documents.logs.mission_table import LogMission, SideResult
from campaigns.documents.logs.progress_log import LogPeriod, ProgressLog, TrackMission
from tests.campaigns.documents import logs, reading
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises
from tests.engine.rules import rule


@rule("SUP 27.1", "SUP 27.7", "SUP 27.8", "SUP 27.9")
def test_a_blank_log_has_the_track_its_grades_what_moves_the_marker_events_and_room_for_every_mission() -> None:
    assert_promises(
        "progress-log-blank",
        lambda paper: render(logs.PROGRESS, paper),
        pages=4,
        outline=["Progressive Campaign Log", "Periods and missions", "Allied squadrons", "Axis squadrons"],
        words=[
            "PROGRESSIVE CAMPAIGN LOG",
            "The Little Front",
            "Ridge 1",
            "→ The bridge falls",
            "START",
            "As it was",
            "THE MARKER MOVES",
            "5 or more points more than the other side",
            "20 April · A convoy comes in",
            "A train of guns",
            "Period 3 · 28 April to 4 May 1941",
            "II · The port",
            "WEATHER",
            "UNITS",
            "TARGET AND NOTES",
            "B4 and C3",
            "28 to begin, +8 each period",
            "3./JG 52",
        ],
        landscape=True,
    )


@rule("SUP 27.6", "SUP 27.7", "SUP 27.8")
def test_a_log_under_way_tells_missions_shifts_events_and_where_the_marker_stands() -> None:
    assert_promises(
        "progress-log-under-way",
        lambda paper: render(logs.PROGRESS_UNDER_WAY, paper),
        pages=4,
        outline=["Progressive Campaign Log", "Periods and missions", "Allied squadrons", "Axis squadrons"],
        words=[
            "After 2 missions: at Ridge 4, space 4 of 5 · As it was",
            "Thursday club",
            "A sweep",
            "Depot: not damaged. Rain.",
            "2 flak",
            "Declared void.",
            "Sandstorm",
            "p 2",
            "m 2",
            "Иван Кожедуб",
            "8 fit, 1 lost",
        ],
        landscape=True,
    )


def test_a_blank_log_says_nothing_of_where_the_marker_stands() -> None:
    text = reading.text_of(render(logs.PROGRESS))
    assert "Now" not in text
    assert "After" not in text
    assert replace(logs.PROGRESS, track=logs.track(5, 3)).standing == "Now: at Ridge 3, space 3 of 5 · As it was"


@pytest.mark.parametrize(("marker", "end"), [(0, "off the Allied end"), (6, "off the Axis end")])
@rule("SUP 27.9")
def test_a_marker_that_has_left_the_track_is_told_by_the_end_where_it_left(marker: int, end: str) -> None:
    log = replace(logs.PROGRESS_UNDER_WAY, track=logs.track(5, marker))
    assert end in log.standing
    assert_inside(render(log))


def test_the_shift_of_each_mission_stands_beside_it_with_the_sign_of_the_side_that_it_favours() -> None:
    words = _words_beside_the_missions(logs.PROGRESS_UNDER_WAY)
    by_points, otherwise = words["1"], words["2"]
    assert by_points == ["1", "0"]
    assert otherwise == ["1", "1"]
    assert words["3"] == []


def _words_beside_the_missions(log: ProgressLog) -> dict[str, list[str]]:
    """By a mission's number what its row says under ``Marker moves``."""
    found = reading.pages_of(render(log))[1].words
    heads = [words for words in found if words.text in ("POINTS", "ELSE") and words.left > 500]
    left, right = min(words.left for words in heads) - 14, max(words.right for words in heads) + 14
    numbers = [words for words in found if words.text in ("1", "2", "3") and words.left < 50]
    return {
        number.text: [
            words.text
            for words in found
            if left < words.left < right and abs(words.bottom + words.top - number.bottom - number.top) < 8
        ]
        for number in numbers
    }


def test_the_way_of_the_marker_goes_through_the_columns_of_its_spaces() -> None:
    found, rules, *_ = reading.pages_of(render(logs.PROGRESS_UNDER_WAY))[1]
    head = max(words.bottom for words in found if words.text == "5" and words.left > 600)
    heads = {
        words.text: (words.left + words.right) / 2
        for words in found
        if words.text in "12345" and words.left > 600 and abs(words.bottom - head) < 1
    }
    assert sorted(heads) == ["1", "2", "3", "4", "5"]
    ways = [line for line in rules if line.x1 > 600 and line.y1 - line.y2 > 20 and line.x1 != line.x2]
    assert [(round(way.x1), round(way.x2)) for way in ways] == [
        (round(heads["3"]), round(heads["2"])),
        (round(heads["2"]), round(heads["4"])),
    ]


def test_the_marker_stands_in_black_on_the_page_where_its_way_ends_and_on_no_other() -> None:
    def flown(number: int) -> TrackMission:
        result = SideResult("", 7, 0, 1)
        told = LogMission(number, "1941", "A sweep", "The wire", result, result, 0)
        return TrackMission(told, 0, 0, 3)

    periods = tuple(
        LogPeriod(number, "a week", missions=tuple(flown(3 * number - left) for left in (2, 1, 0)))
        for number in range(1, 9)
    )
    document = render(replace(logs.PROGRESS_UNDER_WAY, periods=(*periods, LogPeriod(9, "a week", free=3)), pools=()))
    assert [has_a_black_disc(document, page) for page in (2, 3)] == [False, True]


def has_a_black_disc(document: bytes, number: int) -> bool:
    """Something black on a page that is larger than the strokes of letters and rules."""
    with closing(pypdfium2.PdfDocument(document)) as opened:
        picture = opened[number - 1].render(scale=2, grayscale=True).to_pil()
    black = picture.point(lambda grey: 255 if grey < 20 else 0)
    return black.filter(ImageFilter.MinFilter(11)).getbbox() is not None


def test_periods_that_find_no_room_go_on_on_further_pages_and_stay_whole() -> None:
    many = replace(
        logs.PROGRESS, periods=tuple(LogPeriod(number, "a week of 1941", free=3) for number in range(1, 14)), pools=()
    )
    document = render(many)
    pages = [page.text for page in reading.pages_of(document)]
    assert len(pages) == 4
    assert [sum(f"Period {number} ·" in page for page in pages[1:]) for number in range(1, 14)] == [1] * 13
    assert reading.outline_of(document) == [
        "Progressive Campaign Log",
        "Periods and missions",
        "More missions",
        "More missions",
    ]


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize(
    ("periods", "free", "pages"), [(7, 2, 1), (8, 2, 2), (15, 2, 3), (11, 3, 3), (9, 3, 2), (6, 0, 1)]
)
def test_no_period_stands_alone_on_a_last_page(periods: int, free: int, pages: int, paper: Paper) -> None:
    many = tuple(LogPeriod(number, "a week of 1941", free=free) for number in range(1, periods + 1))
    document = render(replace(logs.PROGRESS, periods=many, pools=()), paper)
    assert_inside(document)
    counts = [page.text.count("Period ") for page in reading.pages_of(document)[1:]]
    assert sum(counts) == periods
    assert len(counts) == pages
    assert max(counts) - min(counts) <= 1


def test_a_period_longer_than_a_page_is_torn_apart_and_one_in_which_nobody_flies_is_a_line() -> None:
    long = replace(logs.PROGRESS, periods=(LogPeriod(1, "1941", free=60), LogPeriod(2, "1942", units="0")), pools=())
    document = render(long)
    assert_inside(document)
    assert len(reading.pages_of(document)) == 5
    assert "Period 2 · 1942" in reading.text_of(document, 5)


@pytest.mark.parametrize("spaces", [3, 11, 12, 17, 30])
@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_a_track_of_any_length_fits(spaces: int, paper: Paper) -> None:
    log = replace(logs.PROGRESS, track=logs.track(spaces, spaces), pools=())
    document = render(log, paper)
    assert_inside(document)
    text = reading.text_of(document)
    for number in range(1, spaces + 1):
        assert f"Ridge {number}" in text


def test_losses_by_type_stand_where_nobody_has_a_name() -> None:
    bare = replace(logs.PROGRESS, allied=LogSide("A"), axis=LogSide("B"), losses=logs.LOSSES)
    text = reading.text_of(render(bare))
    assert "LOSSES BY TYPE" in text
    assert "B-17G 131 4 2" in text
    assert "VICTORIES" not in text


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_text_prints_inside_its_box_and_fetches_nothing(text: str, paper: Paper) -> None:
    with nothing_fetched():
        assert_inside(render(logs.hostile_progress(text), paper))


@pytest.mark.parametrize("log", [logs.PROGRESS, logs.PROGRESS_UNDER_WAY])
@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_ordinary_logs_have_no_word_over_another_or_across_a_rule(log: ProgressLog, paper: Paper) -> None:
    assert_inside(render(log, paper))
