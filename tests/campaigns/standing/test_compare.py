"""What a correction would change, in sentences."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaigns.standing import compare
from campaigns.standing.compare import Difference
from config.common.vocabulary import amount
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import CLEAR, operation, weeks

MORE = """
[stocks.allied.fuel]
title = "Petrol"
start = 9
[events.forts]
title = "The forts fall"
text = "More aircraft come."
space = 4
gives = [{ effect = "deliver", squadron = "jagd", aircraft = 1, pilots = 1 }]
[resources.drive]
side = "allied"
title = "The drive"
text = "They press on."
gives = [{ effect = "blitzkrieg" }]
"""


def two_missions() -> Journal:
    journal = Journal(weeks(MORE, weather=CLEAR))
    journal.period(1, "Clear")
    for mission in (1, 2):
        journal.draw(mission, period=1)
        journal.sortie(mission, "FF-A", "Fighters 1", unit="allied-1")
        journal.debrief(mission, allied=2)
    return journal


def sentences(changes: tuple[Difference, ...]) -> list[tuple[str, str, str]]:
    return [(change.kind, change.side, change.sentence) for change in changes]


def amended(journal: Journal) -> tuple[Journal, tuple[Difference, ...]]:
    """The first mission, amended: FF-A is shot down by somebody, and its pilot with it."""
    before = journal.standing
    journal.take_back(*(line.number for line in journal.lines if line.mission == 1 and line.kind != "drawn"))
    journal.add("resource", {"key": "drive", "title": "The drive"}, "allied", 1)
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed", unit="allied-1", load=["drop-tanks"])
    fate = {"unit": "allied-1", "seat": "leader", "aircraft": "hurricane-i", "fate": "killed"}
    journal.add("fate", fate, "allied", 1, journal.pilot("Fighters 1"))
    journal.debrief(1, axis=6)
    return journal, compare(before, journal.standing)


def test_every_later_effect_of_a_correction_is_told_in_one_sentence_each() -> None:
    _, changes = amended(two_missions())
    assert sentences(changes) == [
        ("points", "", "The Allied side has 2 Victory Points instead of 4."),
        ("points", "", "The Axis side has 6 Victory Points instead of 0."),
        ("mission", "", "Mission 1 ends 0 to 6 instead of 2 to 0, Allied points first."),
        ("marker", "", "The progress marker stands at Forts instead of at Ring."),
        ("event", "", "It comes to this with mission 1: The forts fall."),
        ("stock", "allied", "Petrol: 6 instead of 7."),
        ("resource", "allied", "The drive has been used in mission 1."),
        ("aircraft", "allied", "FF-A is lost instead of serviceable."),
        ("aircraft", "axis", "JS-E joins the pool."),
        ("man", "allied", "Fighters 1 is killed instead of fit."),
        ("man", "axis", "Jagdstaffel 5 is fit instead of not there."),
        (
            "conflict",
            "allied",
            "FF-A flew in mission 2, but it has been lost. Accept it, or say which other aircraft flew.",
        ),
        (
            "conflict",
            "allied",
            "Fighters 1 flew in mission 2, but had been killed. Accept it, or say who flew instead.",
        ),
    ]
    assert [change.mission for change in changes if change.kind == "conflict" and change.is_new] == [2, 2]


def test_taking_a_correction_back_makes_its_conflicts_vanish() -> None:
    before = two_missions().standing
    journal, _ = amended(two_missions())
    back = compare(journal.standing, before)
    assert [change.sentence for change in back if change.kind == "conflict"] == [
        "No longer a conflict: FF-A flew in mission 2, but it has been lost. "
        "Accept it, or say which other aircraft flew.",
        "No longer a conflict: Fighters 1 flew in mission 2, but had been killed. Accept it, or say who flew instead.",
    ]
    assert not any(change.is_new for change in back if change.kind == "conflict")
    assert ("event", "", "It does not come to this: The forts fall.") in sentences(back)
    assert ("aircraft", "axis", "JS-E does not join the pool.") in sentences(back)


def test_nothing_that_differs_is_no_change() -> None:
    assert not compare(two_missions().standing, two_missions().standing)


def test_a_void_mission_and_what_it_did_to_a_mans_record() -> None:
    journal = two_missions()
    journal.draw(3, period=1)
    journal.sortie(3, "FF-D", "Fighters 4", struck=1)
    for _ in range(2):
        journal.kill(3, "FF-D", "Fighters 4")
    journal.debrief(3)
    before = journal.standing
    journal.take_back(*(line.number for line in journal.lines if line.mission == 3 and line.kind != "drawn"))
    journal.add("voided", {"reason": "The wrong table"}, mission=3)
    assert sentences(compare(before, journal.standing)) == [
        ("mission", "", "Mission 3 is void and counts for nothing."),
        ("mission", "", "Mission 3 is not debriefed."),
        ("stock", "allied", "Petrol: 7 instead of 6."),
        ("aircraft", "allied", "FF-D has flown 0 sorties instead of 1."),
        ("man", "allied", "Fighters 4 is Green."),
        ("man", "allied", "Fighters 4 has flown 0 missions instead of 1."),
        ("man", "allied", "Fighters 4 has 0 kills instead of 2."),
        ("man", "allied", "Fighters 4 has 0 experience instead of 6."),
    ]


def test_one_of_a_thing_is_told_as_one() -> None:
    journal = two_missions()
    journal.draw(3, period=1)
    journal.sortie(3, "FF-D", "Fighters 4")
    before = journal.standing
    journal.kill(3, "FF-D", "Fighters 4")
    told = [change.sentence for change in compare(before, journal.standing) if change.kind == "man"]
    assert "Fighters 4 has 1 kill instead of 0." in told
    journal.take_back(*(line.number for line in journal.lines if line.mission == 2 and line.kind != "drawn"))
    told = [change.sentence for change in compare(before, journal.standing)]
    assert "FF-A has flown 1 sortie instead of 2." in told
    assert "Fighters 1 has flown 1 mission instead of 2." in told


def test_weather_caps_and_the_end_of_the_campaign() -> None:
    clear = Journal(weeks(weather=CLEAR, periods=1))
    clear.period(1, "Clear")
    haze = Journal(weeks(weather=CLEAR, periods=1))
    haze.period(1, "Haze")
    storm = Journal(weeks(weather=CLEAR, periods=1))
    storm.period(1, "Storm")
    assert sentences(compare(clear.standing, haze.standing)) == [
        ("period", "", "Period 1 has the weather Haze instead of the weather Clear."),
        ("period", "", "In period 1 the Allied side may fly 2 units in a mission instead of as many units as it has."),
        ("period", "", "In period 1 the Axis side may fly 2 units in a mission instead of as many units as it has."),
    ]
    assert sentences(compare(clear.standing, storm.standing))[:2] == [
        ("result", "", "The campaign is over."),
        ("period", "", "Period 1 has 0 missions instead of 2."),
    ]


def test_another_grade_is_told_with_both_names() -> None:
    journal = Journal(operation())
    journal.fly(1)
    before = journal.standing
    journal.add("points", {"points": 12, "section": "24.7", "reason": "Hits"}, "axis", 1)
    assert sentences(compare(before, journal.standing))[0] == (
        "result",
        "",
        "It comes to “Defeat” for the Allied side and “Victory” for the Axis side, instead of “Victory” and “Defeat”.",
    )


def test_squadrons_and_ships_are_compared() -> None:
    journal = Journal(operation())
    journal.draw(1, key="carrier")
    before = journal.standing
    data = {"name": "Carrier", "damage": 6, "level": "Deck out", "points": 8, "ship": "carrier"}
    journal.add("target", data, mission=1)
    journal.change(
        "squadron", key="new", title="New", code="NW", nation="gb", service="RAF", aircraft="hurricane-i", base=""
    )
    journal.change("re-equip", squadron="fighters", aircraft="hurricane-iia", codes=["FF-Y"])
    journal.change("move", squadron="bombers", codes=["FF-Y"])
    changes = compare(before, journal.standing)
    assert [change.sentence for change in changes if change.kind == "squadron"] == [
        "Fighters flies the Hawker Hurricane Mk IIA instead of the Hawker Hurricane Mk I.",
        "Deck is grounded instead of present.",
        "New is there.",
        "The ship Carrier: Deck out instead of sound.",
    ]
    of_aircraft = [change.sentence for change in changes if change.kind == "aircraft"]
    assert of_aircraft[0] == "FF-A is withdrawn instead of serviceable."
    assert of_aircraft[-1] == "FF-Y joins the pool."


@pytest.mark.parametrize(
    ("number", "words"), [(Fraction(0), "0"), (Fraction(7, 3), "2⅓"), (Fraction(9, 7), "1 2/7"), (Fraction(1, 2), "½")]
)
def test_shared_kills_are_written_as_people_write_them(number: Fraction, words: str) -> None:
    assert amount(number) == words
