"""Squadrons and what they get and lose from period to period: replacements, new types, repairs. [SUP 27.2, 27.6]"""

from __future__ import annotations

import pytest

from campaigns.standing import questions
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import BOMBERS, FIGHTERS, JAGD, weeks
from tests.engine.rules import rule

REPLACEMENTS = """
[[replacements]]
squadron = "fighters"
every = 2
aircraft = 1
pilots = 1
green = 1
[[replacements]]
squadron = "jagd"
date = 1941-04-24
aircraft = 2
"""


@rule("SUP 27.2")
def test_replacements_come_every_so_many_periods_from_the_second_one_on() -> None:
    journal = Journal(weeks(REPLACEMENTS))
    delivered = []
    for number in (1, 2, 3, 4):
        journal.period(number)
        delivered.append([each.code for each in questions.serviceable(journal.standing, "fighters")][4:])
    assert delivered == [[], ["FF-E"], ["FF-E"], ["FF-E", "FF-F"]]
    newest = journal.standing.airmen[journal.pilot("Fighters 6")]
    assert (newest.status, newest.is_green) == ("fit", True)


@rule("SUP 27.2")
def test_dated_replacements_come_with_the_first_period_that_begins_on_their_day_or_later() -> None:
    journal = Journal(weeks(REPLACEMENTS))
    journal.period(1)
    journal.period(2)
    assert "JS-E" not in journal.standing.airframes
    journal.period(3)
    assert journal.standing.airframes["JS-E"].status == "serviceable"
    assert [happening.what for happening in journal.standing.airframes["JS-F"].life] == ["delivered"]


@rule("SUP 27.2")
def test_men_of_a_replacement_are_away_until_it_comes() -> None:
    journal = Journal(weeks(REPLACEMENTS))
    journal.period(1)
    airman = journal.standing.airmen[journal.pilot("Fighters 5")]
    assert airman.status == "away"
    assert airman not in questions.airmen(journal.standing, "fighters")
    journal.period(2)
    assert journal.standing.airmen[airman.pk].status == "fit"


@rule("SUP 27.2")
def test_a_squadron_that_gets_another_type_gives_its_old_aircraft_back() -> None:
    more = """
[[replacements]]
squadron = "fighters"
every = 1
aircraft = 1
[[replacements]]
squadron = "fighters"
date = 1941-04-21
type = "hurricane-iia"
aircraft = 2
"""
    journal = Journal(weeks(more))
    journal.period(1)
    journal.period(2)
    standing = journal.standing
    assert standing.squadrons["fighters"].aircraft == "hurricane-iia"
    assert {each.code: each.aircraft for each in questions.serviceable(standing, "fighters")} == {
        "FF-H": "hurricane-iia",
        "FF-I": "hurricane-iia",
        "FF-E": "hurricane-iia",
    }, "what comes on the same day is of the new type"
    assert standing.airframes["FF-A"].status == "withdrawn"


@rule("SUP 27.2")
def test_a_squadron_joins_on_its_first_day_and_leaves_after_its_last() -> None:
    later = BOMBERS.replace("strength = 3", "strength = 3\nfirst = 1941-04-20\nlast = 1941-04-28")
    journal = Journal(weeks(squadrons=FIGHTERS + later + JAGD))
    there = []
    for number in (1, 2, 3, 4):
        journal.period(number)
        standing = journal.standing
        there.append((standing.squadrons["bombers"].status, len(questions.serviceable(standing, "bombers"))))
    assert there == [("away", 0), ("present", 3), ("present", 3), ("withdrawn", 0)]
    assert standing.airframes["FB-A"].status == "withdrawn"
    assert questions.fit(standing, "bombers") == []


@rule("SUP 27.2")
def test_replacements_that_are_due_before_their_squadron_joins_wait_for_it() -> None:
    later = BOMBERS.replace("strength = 3", "strength = 3\nfirst = 1941-05-05")
    more = """
[[replacements]]
squadron = "bombers"
date = 1941-04-16
aircraft = 2
pilots = 2
[events.convoy]
title = "A convoy"
text = "A ship came in."
date = 1941-04-21
gives = [{ effect = "deliver", squadron = "bombers", aircraft = 1 }]
"""
    journal = Journal(weeks(more, squadrons=FIGHTERS + later + JAGD))
    for number in (1, 2, 3):
        journal.period(number)
    assert not any(code.startswith("FB") for code in journal.standing.airframes)
    assert questions.fit(journal.standing, "bombers") == []
    journal.period(4)
    ready = [each.code for each in questions.serviceable(journal.standing, "bombers")]
    assert ready == ["FB-A", "FB-B", "FB-C", "FB-D", "FB-E", "FB-F"]
    assert len(questions.fit(journal.standing, "bombers")) == 5


@rule("SUP 27.2")
def test_a_type_that_is_due_before_its_squadron_joins_is_what_it_flies_when_it_does() -> None:
    later = BOMBERS.replace("strength = 3", "strength = 3\nfirst = 1941-05-05")
    more = """
[[replacements]]
squadron = "bombers"
date = 1941-04-16
type = "maryland-i"
aircraft = 2
"""
    journal = Journal(weeks(more, squadrons=FIGHTERS + later + JAGD))
    for number in (1, 2, 3, 4):
        journal.period(number)
    assert journal.standing.squadrons["bombers"].aircraft == "maryland-i"
    assert [each.code for each in questions.serviceable(journal.standing, "bombers")] == ["FB-D", "FB-E"]


@rule("SUP 27.2", "SUP 27.6")
@pytest.mark.parametrize(
    ("role", "straggler_turns", "back"), [("fighter", 0, 3), ("striker", 0, 3), ("striker", 1, 4), ("escort", 1, 3)]
)
def test_a_damaged_aircraft_is_under_repair_for_a_period_or_two_as_a_straggler(
    role: str, straggler_turns: int, back: int
) -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "damaged", role=role)
    journal.debrief(1, duration=(3, 1, 2, straggler_turns))
    assert (journal.standing.airframes["FF-A"].status, journal.standing.airframes["FF-A"].back) == ("repair", back)
    statuses = []
    for number in (2, 3, 4):
        journal.period(number)
        statuses.append(journal.standing.airframes["FF-A"].status)
    assert statuses == ["repair" if number < back else "serviceable" for number in (2, 3, 4)]


@rule("SUP 27.6")
def test_a_destroyed_aircraft_leaves_the_pool_for_good() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.debrief(1)
    for number in (2, 3, 4):
        journal.period(number)
    airframe = journal.standing.airframes["FF-A"]
    assert airframe.status == "lost"
    assert airframe.life[-1].text == "lost in mission 1, The wire (a burst of fire)"
    assert airframe.life[-2].text == "flown by Fighters 1 in mission 1, did not come home"
    assert [each.code for each in questions.serviceable(journal.standing, "fighters")] == ["FF-B", "FF-C", "FF-D"]
