"""The progress marker, what moves it, and how a campaign ends by it. [SUP 27.7, 27.9]"""

from __future__ import annotations

import pytest

from campaigns.standing import questions
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import TRACK, weeks
from tests.engine.rules import rule


@rule("SUP 27.7")
@pytest.mark.parametrize(("margin", "spaces"), [(0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (40, 2)])
def test_the_marker_moves_by_the_margin_of_each_mission_toward_the_side_that_did_better(
    margin: int, spaces: int
) -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.fly(1, period=1, axis=10 + margin, allied=10)
    assert journal.standing.marker == 3 + spaces
    journal.fly(2, period=1, allied=margin)
    assert journal.standing.marker == 3, "and back again"
    assert [mission.marker for mission in journal.standing.missions.values()] == [3 + spaces, 3]


@rule("SUP 27.7")
def test_a_pack_may_have_moves_of_its_own() -> None:
    track = """
[progress]
toward = "allied"
start = 1
moves = [{ least = 3, spaces = 1 }, { least = 9, spaces = 2 }]
spaces = [{ title = "A" }, { title = "B" }, { title = "C" }, { title = "D" }]
"""
    text = weeks(track=track)
    for points, marker in ((2, 1), (3, 2), (9, 3)):
        journal = Journal(text)
        journal.period(1)
        journal.fly(1, period=1, allied=points)
        assert journal.standing.marker == marker


@rule("SUP 27.9")
def test_the_campaign_is_over_when_the_marker_leaves_the_track() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.fly(1, period=1, axis=15)
    assert not journal.standing.is_over
    journal.fly(2, period=1, axis=15)
    standing = journal.standing
    assert (standing.marker, standing.is_off_track, standing.is_over) == (6, True, True)
    assert standing.grade.axis == "Victory"
    assert questions.missions_left(standing) == 0
    journal.period(2)
    journal.fly(3, period=2, allied=15)
    assert journal.standing.marker == 6, "it stays off"


@rule("SUP 27.9")
def test_the_campaign_is_over_when_the_last_period_has_ended_and_its_space_is_the_grade() -> None:
    journal = Journal(weeks(periods=2))
    journal.period(1)
    journal.fly(1, period=1)
    journal.fly(2, period=1)
    journal.period(2)
    journal.fly(3, period=2)
    assert not journal.standing.is_over
    journal.fly(4, period=2, axis=15)
    standing = journal.standing
    assert (standing.is_over, standing.score, standing.grade.axis) == (True, 5, "Victory")
    assert standing.points == {"allied": 0, "axis": 15}


@rule("SUP 27.9")
def test_the_grade_counts_spaces_as_the_side_of_the_victory_table_sees_them() -> None:
    track = TRACK.replace("axis", "allied").replace("start = 3", "start = 1")
    standing = Journal(weeks(track=track)).standing
    assert (standing.score, standing.grade.axis) == (5, "Victory")
