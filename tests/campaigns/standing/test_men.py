"""Men: what they do, what it earns, what becomes of them. [SUP 19.5]"""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaigns.standing import questions
from campaigns.standing.model import Airman
from campaigns.standing.words import airman_state
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import land, operation, weeks
from tests.engine.rules import rule


def man(journal: Journal, name: str = "Fighters 1") -> Airman:
    return journal.standing.airmen[journal.pilot(name)]


def under_way(mission: int = 1) -> Journal:
    """A mission that has been drawn."""
    journal = Journal(weeks(missions=20))
    journal.period(1)
    journal.draw(mission, period=1)
    return journal


@rule("SUP 19.5")
def test_each_mission_and_each_deed_is_worth_experience() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1")
    journal.sortie(1, "FF-B", "Fighters 2", struck=3)
    journal.sortie(1, "FF-C", "Fighters 3", "damaged", damaged=2)
    journal.sortie(1, "FF-D", "Fighters 4")
    journal.kill(1, "FF-D", "Fighters 4")
    journal.debrief(1)
    earned = [man(journal, f"Fighters {number}").experience for number in (1, 2, 3, 4)]
    assert earned == [1, 2, 4, 3]
    assert (man(journal, "Fighters 3").damaged, man(journal, "Fighters 3").home_damaged) == (2, 1)
    flights = [each.text for each in man(journal, "Fighters 3").life if each.what == "sortie"]
    assert [text.partition(" in mission 1, ")[2] for text in flights] == ["damaged 2 enemy aircraft, came home damaged"]


@rule("SUP 19.5")
def test_a_kill_shared_at_the_table_counts_by_the_share() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1")
    journal.kill(1, "FF-A", "Fighters 1", share=[1, 3])
    airman = man(journal)
    assert (airman.claimed, airman.kills) == (1, Fraction(1, 3))
    assert airman.experience == Fraction(5, 3)
    assert journal.standing.airframes["FF-A"].kills == Fraction(1, 3)


def experienced(journal: Journal, points: int, name: str = "Fighters 4") -> None:
    journal.career(name, experience=str(points))


@rule("SUP 19.5", "SUP 27.6")
def test_a_green_man_loses_green_at_the_first_step() -> None:
    journal = under_way()
    experienced(journal, 4)
    assert man(journal, "Fighters 4").is_green
    journal.draw(2, period=1)
    journal.sortie(2, "FF-D", "Fighters 4")
    airman = man(journal, "Fighters 4")
    assert (airman.is_green, airman.skills_due) == (False, 0)
    assert airman.life[-1].text == "is no longer Green"


@rule("SUP 19.5")
@pytest.mark.parametrize(("experience", "due"), [(11, 1), (21, 2), (34, 3), (60, 3)])
def test_each_later_step_gives_one_skill(experience: int, due: int) -> None:
    journal = under_way()
    experienced(journal, experience)
    journal.draw(2, period=1)
    assert man(journal, "Fighters 4").skills_due == max(0, due - 1) if experience < 60 else 3
    journal.sortie(2, "FF-D", "Fighters 4")
    assert man(journal, "Fighters 4").skills_due == due


@rule("SUP 19.5")
def test_a_skill_that_is_learned_is_due_no_longer() -> None:
    journal = under_way()
    experienced(journal, 25)
    journal.add("skill", {"code": "A"}, pilot=journal.pilot("Fighters 4"))
    airman = man(journal, "Fighters 4")
    assert (airman.skills, airman.skills_due) == (("A",), 1)
    assert questions.with_skills_due(journal.standing, "allied") == [airman]
    journal.add("skill", {"code": "H"}, pilot=airman.pk)
    assert questions.with_skills_due(journal.standing, "allied") == []
    assert journal.standing.conflicts == []


@rule("SUP 19.5")
def test_five_confirmed_kills_make_an_ace() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1")
    kills = [journal.kill(1, "FF-A", "Fighters 1") for _ in range(5)]
    assert questions.is_ace(man(journal))
    journal.add("ruling", {"kill": kills[0], "verdict": "denied", "reason": "Nobody saw it"}, "allied", 1)
    assert not questions.is_ace(man(journal))
    assert man(journal).claimed == 5
    assert man(journal).kills == 4


def test_a_ruling_gives_a_claim_to_two_men_or_takes_it_back() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1")
    kill = journal.kill(1, "FF-A", "Fighters 1")
    both = journal.pilot("Fighters 2")
    ruling = journal.add("ruling", {"kill": kill, "verdict": "shared", "with": both}, "allied", 1)
    for name in ("Fighters 1", "Fighters 2"):
        assert man(journal, name).kills == Fraction(1, 2)
    assert man(journal).experience == 2
    assert man(journal, "Fighters 2").experience == 1
    assert (man(journal).claimed, man(journal, "Fighters 2").claimed) == (1, 0)
    assert journal.standing.airframes["FF-A"].kills == Fraction(1, 2)
    journal.add("ruling", {"kill": kill, "verdict": "confirmed"}, "allied", 1)
    assert man(journal).kills == 1
    assert man(journal, "Fighters 2").kills == 0
    assert journal.standing.airframes["FF-A"].kills == 1
    journal.take_back(ruling)
    assert man(journal).kills == 1


def test_a_claim_denied_costs_the_experience_and_what_it_earned() -> None:
    journal = under_way()
    experienced(journal, 3)
    journal.draw(2, period=1)
    journal.sortie(2, "FF-D", "Fighters 4")
    kill = journal.kill(2, "FF-D", "Fighters 4")
    assert not man(journal, "Fighters 4").is_green
    journal.add("ruling", {"kill": kill, "verdict": "denied"}, "allied", 2)
    airman = man(journal, "Fighters 4")
    assert airman.is_green is True
    assert airman.experience == 4


def test_a_claim_denied_takes_nothing_from_an_aircraft_that_came_later() -> None:
    journal = under_way()
    journal.sortie(1, "FF-X", "Fighters 1")
    kill = journal.kill(1, "FF-X", "Fighters 1")
    journal.change("deliver", squadron="fighters", codes=["FF-X"], aircraft="")
    journal.add("ruling", {"kill": kill, "verdict": "denied"}, "allied", 1)
    assert journal.standing.airframes["FF-X"].kills == 0


def test_a_claim_denied_that_a_record_from_paper_left_out_costs_nothing() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1")
    kill = journal.kill(1, "FF-A", "Fighters 1")
    journal.career("Fighters 1", experience="1", missions=1)
    journal.draw(2, period=1)
    journal.add("ruling", {"kill": kill, "verdict": "denied"}, "allied", 2)
    assert man(journal).kills == 0
    assert man(journal).experience == 0


@rule("SUP 19.5", "SUP 27.6")
@pytest.mark.parametrize(
    ("fate", "out", "status"),
    [
        ("unhurt", 0, "fit"),
        ("wounded", 2, "wounded"),
        ("evading", 4, "evading"),
        ("captured", 0, "captured"),
        ("missing", 0, "missing"),
        ("killed", 0, "killed"),
    ],
)
def test_what_became_of_a_man_who_was_shot_down(fate: str, out: int, status: str) -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.fate(1, "FF-A", "Fighters 1", fate, out)
    journal.debrief(1)
    airman = man(journal)
    assert (airman.status, airman.shot_down) == (status, 1)
    assert airman.is_lost == (status in ("captured", "missing", "killed"))


@rule("SUP 19.5", "SUP 27.2")
@pytest.mark.parametrize(("out", "first"), [(2, 4), (4, 6)])
def test_a_wounded_man_is_out_for_so_many_missions(out: int, first: int) -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.fate(1, "FF-A", "Fighters 1", "wounded", out)
    journal.debrief(1)
    assert airman_state(man(journal)) == f"wounded until mission {first}"
    fit = {}
    for mission in range(2, 8):
        journal.draw(mission, period=1)
        fit[mission] = man(journal).status == "fit"
        journal.debrief(mission)
    assert fit == {mission: mission >= first for mission in range(2, 8)}


@rule("SUP 19.5")
def test_who_evades_is_out_for_four_missions_and_comes_home() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.fate(1, "FF-A", "Fighters 1", "evading", 4)
    journal.debrief(1)
    assert airman_state(man(journal)) == "evading capture until mission 6"
    for mission in range(2, 7):
        assert man(journal).status == "evading"
        journal.draw(mission, period=1)
        journal.debrief(mission)
    assert man(journal).status == "fit"
    assert [each.text for each in man(journal).life][-2:] == [
        "evaded capture in mission 1, back for mission 6",
        "got home and is fit",
    ]


@rule("SUP 19.5")
def test_a_void_mission_is_none_that_a_wounded_man_has_missed() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.fate(1, "FF-A", "Fighters 1", "wounded", 2)
    journal.debrief(1)
    journal.draw(2, period=1)
    journal.add("voided", {"reason": "Wrong table"}, mission=2)
    fit = {}
    for mission in (3, 4, 5):
        journal.draw(mission, period=1)
        fit[mission] = man(journal).status == "fit"
    assert fit == {3: False, 4: False, 5: True}


@rule("SUP 19.5")
@pytest.mark.parametrize(("fate", "status"), [("rescued", "fit"), ("missing", "missing")])
def test_a_missing_man_is_searched_for_once_at_the_next_debrief(fate: str, status: str) -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.fate(1, "FF-A", "Fighters 1", "missing")
    journal.debrief(1)
    assert man(journal).sought
    journal.draw(2, period=1)
    journal.search(2, "Fighters 1", fate)
    journal.debrief(2)
    assert man(journal).status == status
    assert not man(journal).sought


@rule("SUP 19.5")
def test_where_no_careers_are_kept_men_are_counted_and_nothing_becomes_of_them() -> None:
    journal = Journal(land())
    journal.draw(1)
    journal.sortie(1, "", "allied 1", "destroyed", cause="flak")
    journal.kill(1, "", "allied 1")
    journal.fate(1, "", "allied 1", "killed")
    airman = man(journal, "allied 1")
    assert airman.missions == 1
    assert airman.kills == 1
    assert airman.shot_down == 1
    assert airman.by_flak == 1
    assert airman.status == "fit"
    assert airman.experience == 0


@rule("SUP 19.5")
def test_a_land_campaign_may_keep_careers_without_pools() -> None:
    journal = Journal(land(careers=True))
    journal.draw(1)
    journal.sortie(1, "", "allied 1", "destroyed")
    journal.fate(1, "", "allied 1", "killed")
    airman = man(journal, "allied 1")
    assert airman.status == "killed"
    assert airman.experience == 1
    assert airman.life[0].text == "flew a Hawker Hurricane Mk I in mission 1, shot down (a burst of fire)"


def test_men_who_hit_deliver_or_photograph_have_struck() -> None:
    journal = Journal(operation())
    journal.draw(1)
    for place, deed in enumerate(("struck", "cargo", "mines", "recon")):
        journal.sortie(1, f"FF-{'ABCD'[place]}", f"Fighters {place + 1}", **{deed: 1})  # type: ignore[arg-type]
    assert [man(journal, f"Fighters {number}").strikes for number in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_decorations_stand_in_the_order_in_which_they_were_awarded() -> None:
    journal = under_way()
    for name in ("DFC", "DSO"):
        journal.add("decorated", {"name": name, "reason": "The wire"}, "allied", pilot=journal.pilot("Fighters 1"))
    assert man(journal).decorations == ("DFC", "DSO")
    assert man(journal).life[-1].text == "DSO: The wire"


def test_a_logbook_says_an_of_a_type_that_begins_so() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1")
    journal.kill(1, "FF-A", "Fighters 1", victim={"unit": "axis-1", "seat": "leader", "aircraft": "il-2m3"})
    assert man(journal).life[-1].text == "shot down an Ilyushin Il-2M3 Shturmovik in mission 1"


@rule("SUP 19.5")
def test_a_logbook_tells_what_a_man_has_earned_after_what_earned_it_and_names_the_skill() -> None:
    journal = under_way()
    journal.career("Fighters 1", experience="11", moment=1)
    journal.sortie(1, "FF-A", "Fighters 1")
    journal.kill(1, "FF-A", "Fighters 1")
    journal.kill(1, "FF-A", "Fighters 1")
    journal.debrief(1)
    journal.add("skill", {"code": "A"}, pilot=journal.pilot("Fighters 1"))
    assert [each.text for each in man(journal).life][2:] == [
        "flew FF-A (Hawker Hurricane Mk I) in mission 1",
        "shot down a Messerschmitt Bf 109E-7 in mission 1",
        "shot down a Messerschmitt Bf 109E-7 in mission 1",
        "has earned a Skill",
        "learned Ace Pilot",
    ]
    journal.career("Bombers 1", experience="11")
    journal.add("skill", {"code": "N"}, pilot=journal.pilot("Bombers 1"))
    assert man(journal, "Bombers 1").life[-1].text == "learned Navigator"


def test_a_logbook_tells_what_a_man_did_in_order() -> None:
    journal = under_way()
    journal.sortie(1, "FF-A", "Fighters 1", role="escort")
    journal.kill(1, "FF-A", "Fighters 1")
    journal.debrief(1)
    assert [(each.what, each.mission, each.text) for each in man(journal).life] == [
        ("joined", None, "joined Fighters"),
        ("sortie", 1, "flew FF-A (Hawker Hurricane Mk I) as escort in mission 1"),
        ("kill", 1, "shot down a Messerschmitt Bf 109E-7 in mission 1"),
    ]
