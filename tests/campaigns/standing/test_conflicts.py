"""What no longer fits is listed, with what may be done about it, and is never dropped."""

from __future__ import annotations

import pytest

from campaigns.standing.model import Conflict
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import CLEAR, land, operation, weeks
from tests.engine.rules import rule


def keys(journal: Journal) -> list[str]:
    return [conflict.key for conflict in journal.standing.conflicts]


def only(journal: Journal) -> Conflict:
    (conflict,) = journal.standing.conflicts
    return conflict


def flown(airframe: str = "FF-A", pilot: str = "Fighters 1", status: str = "undamaged") -> Journal:
    """Two missions; in the first something happens that forbids the second one."""
    journal = Journal(weeks(missions=9))
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, airframe, pilot, status)
    journal.debrief(1)
    journal.draw(2, period=1)
    return journal


@pytest.mark.parametrize(("status", "why"), [("destroyed", "it has been lost"), ("damaged", "it is under repair")])
def test_an_aircraft_that_was_lost_or_is_under_repair_flies(status: str, why: str) -> None:
    journal = flown(status=status)
    journal.sortie(2, "FF-A", "Fighters 2")
    conflict = only(journal)
    assert (conflict.key, conflict.mission, conflict.side) == ("airframe:FF-A:2", 2, "allied")
    assert conflict.sentence == (f"FF-A flew in mission 2, but {why}. Accept it, or say which other aircraft flew")
    standing = journal.standing
    assert standing.airframes["FF-A"].sorties == 2, "the sortie is not dropped"
    assert standing.airmen[journal.pilot("Fighters 2")].missions == 1
    assert standing.airframes["FF-A"].status == {"destroyed": "lost", "damaged": "repair"}[status]


def test_an_aircraft_flies_that_is_in_no_pool() -> None:
    journal = flown()
    journal.sortie(2, "FF-Z", "Fighters 2")
    assert (only(journal).key, only(journal).side) == ("airframe:FF-Z:2", "allied")
    assert "no such aircraft is in the pool" in only(journal).sentence


def test_an_aircraft_flies_for_the_other_side() -> None:
    journal = flown()
    journal.sortie(2, "JS-A", "Fighters 2")
    assert (only(journal).key, only(journal).side) == ("airframe:JS-A:2", "allied")


def test_an_aircraft_or_a_man_of_another_squadron_flies() -> None:
    journal = flown()
    journal.sortie(2, "FF-A", "Fighters 1", squadron="bombers")
    assert keys(journal) == ["airframe:FF-A:2", "man:1:2"]
    assert journal.standing.conflicts[1].sentence == (
        "Fighters 1 of Fighters flew with Bombers in mission 2. Accept it, or say who flew instead"
    )


def test_an_aircraft_and_a_man_fly_twice_in_one_mission() -> None:
    journal = flown()
    journal.sortie(2, "FF-A", "Fighters 1", unit="allied-1")
    journal.sortie(2, "FF-A", "Fighters 1", unit="allied-2")
    assert keys(journal) == ["twice:FF-A:2", "twice:1:2"]
    journal.draw(3, period=1)
    journal.sortie(3, "FF-A", "Fighters 1")
    assert keys(journal) == ["twice:FF-A:2", "twice:1:2"], "once in each of two missions is as it should be"


@pytest.mark.parametrize(
    ("fate", "why"),
    [
        ("killed", "but had been killed"),
        ("captured", "but had been captured"),
        ("missing", "but was missing"),
        ("wounded", "but was wounded"),
    ],
)
def test_a_man_flies_who_could_not(fate: str, why: str) -> None:
    journal = flown(status="destroyed")
    journal.take_back(*(line.number for line in journal.lines if line.kind == "drawn" and line.mission == 2))
    journal.fate(1, "FF-A", "Fighters 1", fate, 2)
    journal.draw(2, period=1)
    journal.sortie(2, "FF-B", "Fighters 1")
    assert only(journal).key == "man:1:2"
    assert why in only(journal).sentence


def test_a_man_flies_before_he_has_joined() -> None:
    journal = Journal(weeks('[[replacements]]\nsquadron = "fighters"\nevery = 1\npilots = 1\n'))
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 5")
    assert "had not joined yet" in only(journal).sentence


def test_a_squadron_flies_from_a_deck_that_is_out() -> None:
    journal = Journal(operation())
    journal.draw(1, key="carrier")
    data = {"name": "Carrier", "damage": 6, "level": "Deck out", "points": 8, "ship": "carrier"}
    journal.add("target", data, mission=1)
    journal.debrief(1)
    journal.draw(2)
    journal.sortie(2, "DK-A", "Deck 1")
    assert only(journal).key == "airframe:DK-A:2"
    assert "cannot leave her deck" in only(journal).sentence


def test_more_units_fly_than_there_is_fuel_for() -> None:
    journal = Journal(weeks('[stocks.allied.fuel]\ntitle = "Petrol"\nstart = 1\n'))
    journal.period(1)
    journal.draw(1, period=1)
    for letter in "ABC":
        journal.sortie(1, f"FF-{letter}")
    assert only(journal).key == "stock:fuel:allied:1"
    assert journal.standing.stocks["allied"]["fuel"] == 0
    journal.debrief(1)
    journal.draw(2, period=1)
    journal.sortie(2, "FF-A")
    assert keys(journal) == ["stock:fuel:allied:1", "stock:fuel:allied:2"]


@rule("SUP 27.6")
def test_what_a_unit_that_flew_otherwise_burns_is_not_missed_by_those_that_flew_by_their_orders() -> None:
    journal = Journal(weeks('[stocks.allied.fuel]\ntitle = "Petrol"\nstart = 2\n'))
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", load=["drop-tanks"], differs=True)
    journal.sortie(1, "FF-B")
    assert keys(journal) == []
    assert journal.standing.stocks["allied"]["fuel"] == 0
    journal.sortie(1, "FF-C")
    journal.sortie(1, "FF-D")
    assert keys(journal) == ["stock:fuel:allied:1"], "more flew by their orders than there ever was petrol for"


NIGHT = """
[resources.drive]
side = "allied"
title = "The drive"
text = "They press on."
gives = [{ effect = "blitzkrieg" }]
event = "rain"
[events.rain]
title = "Rain"
text = "It rains."
date = 1941-04-21
gives = [{ effect = "resource", resource = "drive" }]
"""


def test_a_resource_is_used_before_its_event_or_twice() -> None:
    journal = Journal(weeks(NIGHT))
    journal.period(1)
    journal.draw(1, period=1)
    journal.add("resource", {"key": "drive", "title": "The drive"}, "allied", 1)
    assert only(journal).key == "resource:allied:drive:1"
    assert "before it could be" in only(journal).sentence
    journal.debrief(1)
    journal.period(2)
    journal.draw(2, period=2)
    journal.add("resource", {"key": "drive", "title": "The drive"}, "allied", 2)
    assert keys(journal) == ["resource:allied:drive:1", "resource:allied:drive:2"]
    assert "mission 1 had used it" in journal.standing.conflicts[1].sentence
    journal.take_back(journal.lines[3].number)
    assert keys(journal) == []


def test_more_resources_are_bought_than_there_are_points_for() -> None:
    drive = NIGHT.partition("event =")[0]
    journal = Journal(operation(drive + "cost = 2\n", budget="budget = { allied = 3 }"))
    for mission in (1, 2):
        journal.draw(mission)
        journal.add("resource", {"key": f"drive-{mission}", "title": "The drive", "cost": 2}, "allied", mission)
    assert only(journal).key == "budget:allied:2"


def test_a_skill_is_learned_that_was_not_due() -> None:
    journal = flown()
    journal.add("skill", {"code": "A"}, pilot=1)
    assert only(journal).key == "skill:1:A"
    assert journal.standing.airmen[1].skills == ("A",), "he keeps it until somebody takes it back"


def test_a_ruling_is_about_a_claim_that_stands_no_longer() -> None:
    journal = flown()
    kill = journal.kill(2, "FF-A", "Fighters 1")
    journal.add("ruling", {"kill": kill, "verdict": "denied"}, "allied", 2, 1)
    assert keys(journal) == []
    journal.take_back(kill)
    assert only(journal).key == f"ruling:{kill}"


def test_a_man_was_searched_for_who_is_not_missing() -> None:
    journal = flown()
    journal.search(2, "Fighters 1", "missing")
    assert only(journal).key == "search:1:2"
    assert journal.standing.airmen[1].status == "fit"


def test_a_delivery_brings_letters_that_somebody_gave_to_another_aircraft() -> None:
    journal = Journal(weeks('[[replacements]]\nsquadron = "fighters"\nevery = 1\naircraft = 1\n'))
    journal.period(1)
    journal.change("deliver", squadron="bombers", codes=["FF-E"], aircraft="")
    journal.period(2)
    assert only(journal).key == "code:FF-E"
    assert journal.standing.airframes["FF-E"].squadron == "bombers"


def test_a_period_and_a_mission_come_after_the_end() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.fly(1, period=1, axis=15)
    journal.fly(2, period=1, axis=15)
    journal.period(2)
    journal.fly(3, period=2)
    assert keys(journal) == ["period:2", "mission:3"]
    assert journal.standing.missions[3].is_debriefed


def test_a_land_campaign_has_flown_more_missions_than_it_has() -> None:
    journal = Journal(land())
    for mission in (1, 2, 3):
        journal.fly(mission)
    assert only(journal).key == "mission:3"


def test_a_conflict_that_is_accepted_stays_in_the_list_and_is_open_no_longer() -> None:
    journal = flown(status="destroyed")
    journal.sortie(2, "FF-A", "Fighters 2")
    journal.debrief(2)
    journal.add("resolved", {"conflict": "airframe:FF-A:2", "how": "accept", "reason": "Our log says so"})
    standing = journal.standing
    assert standing.open_conflicts == []
    assert only(journal).resolved == "accepted: Our log says so"


def test_another_aircraft_is_taken_to_have_flown_in_its_place() -> None:
    journal = flown(status="destroyed")
    journal.sortie(2, "FF-A", "Fighters 2", "damaged", unit="allied-1")
    journal.kill(2, "", "Fighters 2", unit="allied-1")
    journal.debrief(2)
    how = {"conflict": "airframe:FF-A:2", "how": "substitute", "reason": "It was B"}
    journal.add("resolved", {**how, "mission": 2, "unit": "allied-1", "seat": "leader", "airframe": "FF-B"})
    standing = journal.standing
    assert (standing.airframes["FF-A"].sorties, standing.airframes["FF-B"].sorties) == (1, 1)
    assert standing.airframes["FF-B"].status == "repair"
    assert standing.airframes["FF-B"].kills == 1
    assert standing.open_conflicts == []
    assert only(journal).resolved == "substituted: It was B"


def test_another_man_is_taken_to_have_flown_and_shares_the_fate() -> None:
    journal = flown(status="destroyed")
    journal.take_back(*(line.number for line in journal.lines if line.kind == "drawn" and line.mission == 2))
    journal.fate(1, "FF-A", "Fighters 1", "killed")
    journal.draw(2, period=1)
    journal.sortie(2, "FF-B", "Fighters 1", "destroyed")
    journal.kill(2, "FF-B", "Fighters 1")
    journal.fate(2, "FF-B", "Fighters 1", "missing")
    journal.debrief(2)
    journal.draw(3, period=1)
    journal.search(3, "Fighters 1", "rescued")
    assert [each.key for each in journal.standing.open_conflicts] == ["man:1:2", "search:1:3"]
    how = {"conflict": "man:1:2", "how": "substitute", "reason": ""}
    journal.add("resolved", {**how, "mission": 2, "unit": "allied-FF-B", "seat": "leader", "pilot": 2})
    standing = journal.standing
    dead, other = standing.airmen[1], standing.airmen[2]
    assert dead.status == "killed"
    assert dead.missions == 1
    assert dead.kills == 0
    assert other.status == "fit"
    assert other.missions == 1
    assert other.kills == 1
    assert other.shot_down == 1
    assert other.life[-1].text == "was found and brought home"
    assert standing.open_conflicts == []


def test_the_search_for_a_missing_man_is_his_even_if_another_is_missing_in_his_place() -> None:
    journal = flown(status="destroyed")
    journal.take_back(*(line.number for line in journal.lines if line.kind == "drawn" and line.mission == 2))
    journal.fate(1, "FF-A", "Fighters 1", "missing")
    journal.draw(2, period=1)
    journal.sortie(2, "FF-B", "Fighters 1", "destroyed")
    journal.fate(2, "FF-B", "Fighters 1", "missing")
    how = {"conflict": "man:1:2", "how": "substitute", "reason": ""}
    journal.add("resolved", {**how, "mission": 2, "unit": "allied-FF-B", "seat": "leader", "pilot": 2})
    journal.search(2, "Fighters 1", "rescued")
    journal.debrief(2)
    assert [journal.standing.airmen[pk].status for pk in (1, 2)] == ["fit", "missing"]
    journal.draw(3, period=1)
    journal.search(3, "Fighters 1", "rescued")
    assert [journal.standing.airmen[pk].status for pk in (1, 2)] == ["fit", "fit"]


def test_a_substitute_who_could_not_fly_either_is_the_next_conflict() -> None:
    journal = flown(status="destroyed")
    journal.sortie(2, "FF-A", "Fighters 2", unit="allied-1")
    journal.sortie(2, "FF-B", "Fighters 3", unit="allied-2")
    how = {"conflict": "airframe:FF-A:2", "how": "substitute", "reason": "It was B"}
    journal.add("resolved", {**how, "mission": 2, "unit": "allied-1", "seat": "leader", "airframe": "FF-B"})
    assert [each.key for each in journal.standing.open_conflicts] == ["twice:FF-B:2"]


def test_more_units_fly_than_the_weather_and_events_let_fly() -> None:
    journal = Journal(weeks(weather=CLEAR))
    journal.period(1, "Haze")
    journal.draw(1, period=1)
    for letter in "ABC":
        journal.sortie(1, f"FF-{letter}")
    journal.sortie(1, "FF-D", unit="allied-FF-C", seat="wingman")
    for letter in "AB":
        journal.sortie(1, f"JS-{letter}", side="axis")
    journal.debrief(1)
    conflict = only(journal)
    assert (conflict.key, conflict.mission, conflict.side) == ("cap:allied:1", 1, "allied")
    assert conflict.sentence == (
        "The Allied side flew 3 units in mission 1, but in period 1 it might fly 2 units. "
        "Accept it, or declare the mission void"
    )
    assert journal.standing.airframes["FF-C"].sorties == 1, "nothing is dropped"


RETREAT = """
[events.strip]
title = "The strip"
text = "They fall back on a strip of grass."
space = 4
gives = [{ effect = "cap", side = "axis", amount = -1 }]
"""


def test_a_correction_that_brings_an_event_finds_the_units_that_were_too_many_then() -> None:
    def journal_with(axis: int) -> Journal:
        journal = Journal(weeks(RETREAT))
        journal.period(1)
        journal.fly(1, period=1, axis=axis)
        journal.period(2)
        journal.draw(2, period=2)
        for letter in "ABC":
            journal.sortie(2, f"JS-{letter}", side="axis")
        journal.debrief(2)
        return journal

    assert keys(journal_with(axis=0)) == []
    assert keys(journal_with(axis=12)) == ["cap:axis:2"]
