"""What planning and pages ask of a standing."""

from __future__ import annotations

from campaigns.standing import questions
from campaigns.standing.stocks import unit_fuel
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import CLEAR, land, weeks
from tests.engine.rules import rule


@rule("SUP 27.4")
def test_what_can_fly_is_what_is_serviceable_and_who_is_fit() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.sortie(1, "FF-B", "Fighters 2", "damaged")
    journal.fate(1, "FF-A", "Fighters 1", "wounded", 2)
    journal.debrief(1)
    standing = journal.standing
    assert [each.code for each in questions.serviceable(standing, "fighters")] == ["FF-C", "FF-D"]
    assert [each.name for each in questions.fit(standing, "fighters")] == ["Fighters 2", "Fighters 3", "Fighters 4"]
    assert [each.code for each in questions.airframes(standing, "fighters")] == ["FF-A", "FF-B", "FF-C", "FF-D"]
    assert len(questions.airmen(standing, "fighters")) == 4
    assert questions.serviceable(standing, "nobody") == []


@rule("SUP 27.4", "SUP 27.6")
def test_planning_counts_fuel_as_the_debrief_does() -> None:
    assert unit_fuel([], formation=False) == 1
    assert unit_fuel(["bombs", "drop-tanks"], formation=False) == 2
    assert unit_fuel(["drop-tanks"], formation=True) == 3


def test_squadrons_are_listed_by_side() -> None:
    standing = Journal(weeks()).standing
    assert [each.key for each in questions.squadrons(standing, "allied")] == ["fighters", "bombers"]
    assert [each.key for each in questions.squadrons(standing, "axis")] == ["jagd"]


def test_missions_are_counted_over_all_periods_to_come() -> None:
    journal = Journal(weeks(periods=3, missions=2, weather=CLEAR))
    assert questions.missions_left(journal.standing) == 6
    journal.period(1, "Dust")
    assert questions.missions_left(journal.standing) == 5
    journal.fly(1, period=1)
    assert questions.missions_left(journal.standing) == 4
    journal = Journal(land())
    journal.draw(1)
    assert questions.missions_left(journal.standing) == 2
    journal.debrief(1)
    assert questions.missions_left(journal.standing) == 1
