"""Changes of the order of battle, and careers brought over from paper."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaigns.standing import questions
from campaigns.standing.words import airframe_state
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import land, weeks

FUEL = '[stocks.allied.fuel]\ntitle = "Petrol"\nstart = 10\nmost = 12\n'
NEW: dict[str, Any] = {
    "key": "others",
    "title": "Others",
    "code": "OT",
    "nation": "gb",
    "service": "RAF",
    "aircraft": "hurricane-i",
    "base": "Inland",
}


@pytest.fixture
def journal() -> Journal:
    journal = Journal(weeks(FUEL))
    journal.period(1)
    return journal


def codes(journal: Journal, squadron: str = "fighters") -> list[str]:
    return [airframe.code for airframe in questions.serviceable(journal.standing, squadron)]


def test_a_squadron_is_added_and_equipped(journal: Journal) -> None:
    journal.change("squadron", **NEW)
    journal.change("deliver", squadron="others", codes=["OT-A", "OT-B"], aircraft="")
    journal.change("move", squadron="others", codes=["FF-A"])
    assert codes(journal, "others") == ["FF-A", "OT-A", "OT-B"]
    assert codes(journal) == ["FF-B", "FF-C", "FF-D"]
    assert journal.standing.airframes["OT-A"].aircraft == "hurricane-i"
    assert journal.standing.squadrons["others"].side == "allied"


def test_aircraft_leave_and_are_repaired_as_somebody_decides(journal: Journal) -> None:
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "damaged")
    journal.debrief(1)
    assert codes(journal) == ["FF-B", "FF-C", "FF-D"]
    journal.change("repair", code="FF-A")
    journal.change("withdraw", codes=["FF-B"])
    assert codes(journal) == ["FF-A", "FF-C", "FF-D"]
    journal.period(2)
    journal.period(3)
    assert [each.what for each in journal.standing.airframes["FF-A"].life].count("repaired") == 1


def test_a_squadron_is_re_equipped_by_hand(journal: Journal) -> None:
    journal.change("re-equip", squadron="fighters", aircraft="hurricane-iia", codes=["FF-X"])
    assert codes(journal) == ["FF-X"]
    assert journal.standing.squadrons["fighters"].aircraft == "hurricane-iia"


def test_a_squadron_is_withdrawn_and_brought_back_with_its_aircraft(journal: Journal) -> None:
    journal.change("withdraw", codes=["FF-D"])
    journal.change("withdraw-squadron", squadron="fighters")
    assert codes(journal) == []
    assert journal.standing.airframes["FF-A"].status == "withdrawn"
    journal.change("bring-squadron", squadron="fighters")
    assert codes(journal) == ["FF-A", "FF-B", "FF-C"]


def test_an_aircraft_under_repair_comes_back_with_its_squadron_as_it_left(journal: Journal) -> None:
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "damaged")
    journal.debrief(1)
    journal.change("withdraw-squadron", squadron="fighters")
    journal.change("bring-squadron", squadron="fighters")
    assert codes(journal) == ["FF-B", "FF-C", "FF-D"]
    assert airframe_state(journal.standing.airframes["FF-A"], has_periods=True) == "under repair until period 3"
    journal.period(2)
    assert "FF-A" not in codes(journal)
    journal.period(3)
    assert "FF-A" in codes(journal)


def test_an_aircraft_whose_repair_ended_while_its_squadron_was_away_comes_back_serviceable(journal: Journal) -> None:
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "damaged")
    journal.debrief(1)
    journal.change("withdraw-squadron", squadron="fighters")
    journal.period(2)
    journal.period(3)
    journal.change("bring-squadron", squadron="fighters")
    assert "FF-A" in codes(journal)


def test_a_man_joins_moves_and_goes_on_leave(journal: Journal) -> None:
    journal.recruit("New Man", "fighters")
    assert journal.standing.airmen[journal.pilot("New Man")].status == "away"
    journal.change("man", pilot="New Man")
    journal.change("transfer", pilot="New Man", squadron="bombers")
    assert [each.name for each in questions.fit(journal.standing, "bombers")][-1] == "New Man"
    journal.change("status", pilot="New Man", status="leave", back=3)
    statuses = []
    for mission in (1, 2, 3):
        journal.draw(mission, period=1)
        statuses.append(journal.standing.airmen[journal.pilot("New Man")].status)
    assert statuses == ["leave", "leave", "fit"]


def test_a_man_is_declared_dead_or_fit(journal: Journal) -> None:
    journal.change("status", pilot="Fighters 1", status="killed", back=0)
    assert journal.standing.airmen[1].is_lost
    journal.change("status", pilot="Fighters 1", status="fit", back=0)
    assert journal.standing.airmen[1].status == "fit"


def test_a_career_is_brought_over_from_paper(journal: Journal) -> None:
    journal.career("Fighters 4", experience="45/2", kills="7/2", missions=9, green=False, skills=["A"])
    airman = journal.standing.airmen[4]
    assert (airman.experience, airman.kills, airman.claimed) == (Fraction(45, 2), Fraction(7, 2), 4)
    assert (airman.missions, airman.is_green, airman.skills, airman.skills_due) == (9, False, ("A",), 1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 4")
    assert journal.standing.airmen[4].missions == 10


def test_stocks_points_and_the_marker_are_set_right_and_house_rules_are_kept(journal: Journal) -> None:
    journal.change("stock", stock="fuel", amount=-3)
    journal.change("points", side="axis", points=4)
    journal.change("progress", side="", spaces=1)
    journal.change("rule", side="", text="No flying on Sundays")
    standing = journal.standing
    assert (standing.stocks["allied"]["fuel"], standing.points["axis"], standing.marker) == (7, 4, 4)
    assert standing.rules == ["No flying on Sundays"]
    journal.change("stock", stock="fuel", amount=30)
    assert journal.standing.stocks["allied"]["fuel"] == 12, "no more than can be stored"


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("squadron", NEW | {"key": "fighters"}),
        ("deliver", {"squadron": "nobody", "codes": ["X-A"], "aircraft": ""}),
        ("withdraw", {"codes": ["FF-Z"]}),
        ("move", {"codes": ["FF-Z"], "squadron": "bombers"}),
        ("move", {"codes": ["FF-A"], "squadron": "nobody"}),
        ("repair", {"code": "FF-Z"}),
        ("re-equip", {"squadron": "nobody", "aircraft": "hurricane-iia", "codes": []}),
        ("withdraw-squadron", {"squadron": "nobody"}),
        ("bring-squadron", {"squadron": "fighters"}),
        ("transfer", {"pilot": "Fighters 1", "squadron": "nobody"}),
        ("status", {"status": "killed", "back": 0}),
        ("stock", {"stock": "supply", "amount": 1}),
        ("points", {"side": "", "points": 1}),
    ],
)
def test_a_change_about_what_does_not_exist_is_a_conflict_and_changes_nothing(
    journal: Journal, what: str, data: dict[str, Any]
) -> None:
    before = journal.standing
    number = journal.change(what, **data)
    (conflict,) = journal.standing.conflicts
    assert conflict.key == f"change:{number}"
    assert conflict.sentence.endswith(". Accept it, or take the change back")
    after = journal.standing
    after.conflicts.clear()
    assert after == before


def test_a_campaign_without_a_track_has_no_marker_to_move() -> None:
    journal = Journal(land())
    number = journal.change("progress", spaces=1)
    assert [each.key for each in journal.standing.conflicts] == [f"change:{number}"]


def test_a_change_that_is_written_later_counts_where_it_belongs(journal: Journal) -> None:
    journal.fly(1, period=1)
    journal.draw(2, period=1)
    journal.sortie(2, "FF-X", "Fighters 1")
    journal.debrief(2)
    assert [each.key for each in journal.standing.conflicts] == ["airframe:FF-X:2"]
    journal.change("deliver", squadron="fighters", codes=["FF-X"], aircraft="", moment=3)
    assert journal.standing.conflicts == []
    assert journal.standing.airframes["FF-X"].sorties == 1
