"""A side's pages of a log: its squadrons and stocks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.documents.logs.log import render
from tests.campaigns.documents import logs, reading
from tests.campaigns.documents.hostile import assert_inside
from tests.engine.rules import rule


@rule("SUP 27.2", "SUP 27.4", "SUP 27.6")
def test_every_aircraft_has_a_box_and_what_is_lost_or_under_repair_is_struck() -> None:
    document = render(replace(logs.PROGRESS, pools=(logs.pool("axis", 1),)))
    found, rules, *_ = reading.pages_of(document)[2]
    letters = {words.text: words for words in found if words.text in ("A", "B", "C", "X0", "Z")}
    assert sorted(letters) == ["A", "B", "C", "X0", "Z"]
    strokes = {
        letter: sum(
            line.x1 < words.left and words.right < line.x2 and line.y1 != line.y2 and abs(line.x2 - line.x1) < 13
            for line in rules
            if min(line.y1, line.y2) < words.bottom and max(line.y1, line.y2) > words.top
        )
        for letter, words in letters.items()
    }
    assert strokes == {"A": 2, "B": 1, "C": 0, "X0": 0, "Z": 0}


@rule("SUP 27.6", "SUP 27 supply")
def test_stocks_have_a_cell_for_the_beginning_and_the_end_of_every_period() -> None:
    text = reading.text_of(render(replace(logs.PROGRESS, pools=(logs.pool("axis", 1),))), 3)
    assert "B4 and C3" in text
    assert "28 21 29" in text
    assert "TO BEGIN" in text


@pytest.mark.parametrize("squadrons", [1, 17, 18, 19, 60])
def test_squadrons_that_find_no_room_follow_on_further_pages(squadrons: int) -> None:
    log = replace(logs.PROGRESS, pools=(logs.pool("axis", squadrons),))
    document = render(log)
    assert_inside(document)
    told = reading.whole_text_of(document)
    assert all(f"{number}./JG 52" in told for number in range(1, squadrons + 1))
    assert reading.outline_of(document).count("Axis squadrons") == 1


def test_a_squadron_of_many_aircraft_takes_as_many_lines_as_they_need() -> None:
    document = render(replace(logs.PROGRESS, pools=(logs.pool("axis", 3, fleet=90),)))
    assert_inside(document)
    assert reading.text_of(document, 3).count("X89") == 3


def test_where_nobody_has_a_name_no_column_is_kept_for_men() -> None:
    pool = logs.pool("axis", 2)
    nameless = replace(pool, squadrons=tuple(replace(each, men="") for each in pool.squadrons))
    with_men, without = (reading.text_of(render(replace(logs.PROGRESS, pools=(each,))), 3) for each in (pool, nameless))
    assert "AIRCRAFT MEN THE AIRCRAFT" in with_men
    assert "AIRCRAFT THE AIRCRAFT" in without
