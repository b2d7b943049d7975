"""Operations and carriers. [SUP 25, 26]"""

from __future__ import annotations

import pytest

from campaigns.standing import questions
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import operation
from tests.engine.rules import rule

DAYS = {1: "1941-04-14", 2: "1941-04-14", 3: "1941-04-15", 4: "1941-04-15"}


def hit(journal: Journal, mission: int, level: str) -> None:
    """The carrier is hit in a mission."""
    data = {"name": "Carrier", "damage": 6, "level": level, "points": 8, "ship": "carrier"}
    journal.draw(mission, date=DAYS[mission], key="carrier")
    journal.add("target", data, mission=mission)
    journal.debrief(mission, axis=8)


@rule("SUP 25")
def test_a_damaged_aircraft_sits_out_one_mission() -> None:
    journal = Journal(operation())
    journal.draw(1)
    journal.sortie(1, "FF-A", "Fighters 1", "damaged", role="striker")
    journal.debrief(1, duration=(3, 1, 2, 1))
    assert journal.standing.airframes["FF-A"].life[-1].text == "under repair until mission 3"
    statuses = []
    for mission in (2, 3):
        journal.draw(mission, date=DAYS[mission])
        statuses.append(journal.standing.airframes["FF-A"].status)
    assert statuses == ["repair", "serviceable"]


@rule("SUP 25")
def test_a_void_mission_is_none_that_an_aircraft_has_sat_out() -> None:
    journal = Journal(operation())
    journal.draw(1)
    journal.sortie(1, "FF-A", "Fighters 1", "damaged")
    journal.debrief(1)
    journal.draw(2)
    journal.add("voided", {"reason": "Wrong table"}, mission=2)
    journal.draw(3)
    assert "FF-A" not in [each.code for each in questions.serviceable(journal.standing, "fighters")]
    journal.draw(4)
    assert "FF-A" in [each.code for each in questions.serviceable(journal.standing, "fighters")]


@rule("SUP 25")
def test_what_is_lost_stays_lost() -> None:
    journal = Journal(operation())
    journal.draw(1)
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.debrief(1)
    for mission in (2, 3, 4):
        journal.fly(mission, date=DAYS[mission])
    assert [each.code for each in questions.serviceable(journal.standing, "fighters")] == ["FF-B", "FF-C", "FF-D"]


RESOURCES = """
[resources.flak]
side = "axis"
title = "Pressed home"
text = "Lower than ever."
gives = [{ effect = "blitzkrieg" }]
missions = ["carrier"]
cost = 3
[resources.drums]
side = "axis"
title = "More drums"
text = "More fuel."
gives = [{ effect = "blitzkrieg" }]
cost = 2
missions = ["carrier"]
"""


@rule("SUP 25")
def test_resources_are_bought_from_a_total_of_points() -> None:
    journal = Journal(operation(RESOURCES, budget="budget = { axis = 4 }"))
    assert questions.points_left(journal.standing, "axis") == 4
    journal.draw(1)
    journal.add("resource", {"key": "flak", "title": "Pressed home", "cost": 3}, "axis", 1)
    standing = journal.standing
    assert (standing.spent["axis"], questions.points_left(standing, "axis")) == (3, 1)
    assert questions.points_left(standing, "allied") is None
    assert standing.resources["axis"] == {"flak": 1}


@rule("SUP 25")
def test_the_operation_is_over_when_its_missions_are_flown_and_the_total_grades_it() -> None:
    journal = Journal(operation())
    for mission in (1, 2, 3):
        journal.fly(mission, axis=4, date=DAYS[mission])
    assert not journal.standing.is_over
    assert questions.missions_left(journal.standing) == 1
    journal.fly(4, allied=2, date=DAYS[4])
    standing = journal.standing
    assert (standing.is_over, standing.score, standing.grade.axis) == (True, 10, "Victory")
    journal.draw(5)
    journal.add("voided", {"reason": "It was not flown"}, mission=4)
    journal.take_back(*(line.number for line in journal.lines if line.mission == 4 and line.kind in ("points",)))
    assert not journal.standing.is_over, "a void mission counts for nothing"


@rule("SUP 25")
def test_dated_events_replacements_and_squadrons_come_with_the_first_mission_of_the_day() -> None:
    more = """
[[replacements]]
squadron = "jagd"
date = 1941-04-15
aircraft = 1
pilots = 1
[events.rain]
title = "Rain"
text = "The runway floods."
date = 1941-04-15
gives = [{ effect = "withdraw", squadron = "fighters" }]
"""
    journal = Journal(operation(more))
    journal.fly(1)
    journal.fly(2)
    assert (journal.standing.events, "JS-E" in journal.standing.airframes) == ({}, False)
    journal.draw(3, date="1941-04-15")
    standing = journal.standing
    assert standing.events == {"rain": 6}
    assert questions.fit(standing, "fighters") == []
    assert len(questions.serviceable(standing, "jagd")) == len(questions.fit(standing, "jagd")) == 5


@rule("SUP 26")
def test_no_aircraft_is_launched_from_a_deck_that_is_out_until_the_next_day() -> None:
    journal = Journal(operation())
    hit(journal, 1, "Deck out")
    journal.draw(2, date=DAYS[2])
    standing = journal.standing
    assert (standing.ships, standing.squadrons["deck"].status) == ({"carrier": "Deck out"}, "grounded")
    assert not questions.serviceable(standing, "deck")
    assert not questions.fit(standing, "deck")
    assert standing.airframes["DK-A"].status == "serviceable", "nothing has become of it"
    assert len(questions.serviceable(standing, "fighters")) == 4
    journal.debrief(2)
    journal.draw(3, date=DAYS[3])
    standing = journal.standing
    assert (standing.ships, standing.squadrons["deck"].status) == ({}, "present")
    assert len(questions.serviceable(standing, "deck")) == 4


@rule("SUP 26")
def test_the_aircraft_of_a_carrier_that_is_sunk_leave_the_pool() -> None:
    journal = Journal(operation())
    journal.draw(1)
    journal.sortie(1, "DK-A", "Deck 1", "damaged")
    journal.debrief(1)
    hit(journal, 2, "Sunk")
    journal.draw(3, date=DAYS[3])
    standing = journal.standing
    assert standing.squadrons["deck"].status == "withdrawn"
    assert {standing.airframes[f"DK-{letter}"].status for letter in "ABCD"} == {"lost"}
    hit(journal, 4, "Deck out")
    assert journal.standing.ships == {"carrier": "Sunk"}, "she stays sunk"


@rule("SUP 26")
@pytest.mark.parametrize("level", ["", "Damaged"])
def test_a_carrier_that_is_scratched_goes_on_flying(level: str) -> None:
    journal = Journal(operation())
    hit(journal, 1, level)
    assert journal.standing.squadrons["deck"].status == "present"


@rule("SUP 28 points")
def test_a_solitaire_campaign_is_graded_by_the_allied_total_less_the_axis_one() -> None:
    pack = operation().model_copy(update={"kind": "solitaire"})
    journal = Journal(pack)
    journal.period(1)
    journal.draw(1, period=1)
    journal.debrief(1, allied=12, axis=1)
    assert (journal.standing.score, journal.standing.grade.axis) == (11, "Victory")
