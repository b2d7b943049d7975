"""Skills chosen, claims ruled on, decorations awarded, notes written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.models import Campaign, Entry, Pilot
from campaigns.operations import changes, pilots
from campaigns.selectors import journal_entries, standings
from campaigns.standing import skills
from campaigns.standing.kinds import NoteWritten, Ruling
from campaigns.standing.model import Airman
from campaigns.standing.result_kinds import Kill, Sortie
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations import orders
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule


@pytest.fixture
def front(cast: Cast) -> Campaign:
    return make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)


def man(campaign: Campaign, squadron: str) -> Pilot:
    return campaign.pilots.filter(squadron=squadron, delivery="").order_by("pk")[0]


def airman(campaign: Campaign, pilot: Pilot) -> Airman:
    return standings.standing_of(campaign).airmen[pilot.pk]


def veteran(campaign: Campaign, squadron: str, experience: int = 12) -> Pilot:
    """A man who may choose a Skill."""
    pilot = man(campaign, squadron)
    changes.set_career(
        actor=campaign.owner, campaign=campaign, pilot=pilot, experience=experience, kills=0, missions=9, reason="Old"
    )
    return pilot


def choose(campaign: Campaign, pilot: Pilot, code: str) -> None:
    pilots.choose_skill(actor=campaign.owner, campaign=campaign, pilot=pilot, code=code)


@rule("SUP 19.5")
def test_who_has_earned_a_skill_learns_the_one_that_is_chosen(front: Campaign):
    pilot = veteran(front, "jagd")
    assert airman(front, pilot).skills_due == 1
    choose(front, pilot, "H")
    assert (airman(front, pilot).skills, airman(front, pilot).skills_due) == (("H",), 0)
    with pytest.raises(Refusal, match="has not earned another"):
        choose(front, pilot, "A")
    assert_reconciled(front)


@rule("SUP 19.5")
def test_a_skill_must_fit_what_the_man_flies_and_be_new_to_him(front: Campaign):
    fighter, stuka, crew = (veteran(front, key, 22) for key in ("jagd", "stuka", "frontier-bombers"))
    choose(front, fighter, "H")
    for pilot, code, why in ((fighter, "H", "has this Skill already"), (fighter, "G", "no use"), (stuka, "N", "no use"),
                             (crew, "H", "no use"), (stuka, "T", "no use"), (crew, "XX", "no use")):  # fmt: skip
        with pytest.raises(Refusal, match=why) as refused:
            choose(front, pilot, code)
        assert refused.value.field == "code"
    choose(front, stuka, "G")
    choose(front, crew, "N")
    assert_reconciled(front)


def test_skills_offered_are_those_that_are_accepted(front: Campaign):
    pilot = veteran(front, "frontier-bombers", 35)
    standing = standings.standing_of(front)
    offered = skills.fitting(standing, standing.airmen[pilot.pk])
    assert list(offered) == ["B", "G", "U", "D", "N", "E"]
    for code in list(offered)[:3]:
        choose(front, pilot, code)
    assert airman(front, pilot).skills == ("B", "G", "U")
    assert_reconciled(front)


@rule("SUP 19.5")
@pytest.mark.parametrize("fly", [make.record, lambda mission: orders.open_orders(mission=mission)])
def test_a_skill_chosen_when_the_orders_stand_counts_from_the_next_mission(
    front: Campaign, fly: Callable[[Mission], object]
):
    learned = {seat: veteran(front, "jagd" if seat else "frontier-fighters") for seat in (True, False)}
    mission = make.planned(front)
    flown = {line.pilot for line in sheet_of(mission).lines}
    early, late = learned.values()
    assert {early.name, late.name} <= flown
    choose(front, early, "H")
    fly(mission)
    choose(front, late, "H")
    assert airman(front, late).skills == ("H",)
    assert {line.pilot: line.skills for line in sheet_of(mission).lines if line.skills} == {early.name: ("H",)}
    if mission.status != Mission.Status.FLOWN:
        make.record(mission)
    make.debrief(mission)
    what = [each.what for each in airman(front, late).life]
    assert what.index("sortie") < what.index("skill")
    make.planned(front)
    assert airman(front, late).skills == ("H",)
    assert airman(front, late).skills_due == 0
    assert_reconciled(front)


@pytest.mark.portable
@rule("SUP 19.6")
def test_a_green_man_has_earned_nothing_yet(front: Campaign):
    pilot = front.pilots.filter(squadron="jagd", delivery="", is_green=True).get()
    with pytest.raises(Refusal, match="has not earned"):
        choose(front, pilot, "H")


def test_only_his_side_chooses_and_nobody_for_a_dead_man(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    pilot = veteran(campaign, "jagd")
    with pytest.raises(Refusal, match="You do not command"):
        pilots.choose_skill(actor=cast.allied, campaign=campaign, pilot=pilot, code="H")
    changes.set_status(actor=cast.axis, campaign=campaign, pilot=pilot, status="killed", reason="A road accident")
    with pytest.raises(Refusal, match="does not come back"):
        pilots.choose_skill(actor=cast.axis, campaign=campaign, pilot=pilot, code="H")


@pytest.mark.portable
def test_a_man_of_another_campaign_is_a_stranger(cast: Cast, front: Campaign):
    other = make.campaign(cast.owner, make.PERIODS)
    with pytest.raises(Refusal, match="not of this campaign"):
        choose(front, man(other, "jagd"), "H")


def claim(campaign: Campaign) -> Entry:
    make.debriefed(campaign)
    return journal_entries.of_kind(journal_entries.in_force(campaign), Kill)[0]


def rule_on(
    campaign: Campaign, kill: int, verdict: str, shared_with: Pilot | None = None, reason: str = "Film"
) -> None:
    pilots.rule_on_kill(
        actor=campaign.owner, campaign=campaign, kill=kill, verdict=verdict, reason=reason, shared_with=shared_with
    )


def test_a_claim_is_denied_shared_and_confirmed_and_the_latest_ruling_counts(front: Campaign):
    kill = claim(front)
    assert kill.pilot is not None
    flew = {
        entry.pilot
        for entry in journal_entries.of_kind(journal_entries.in_force(front), Sortie)
        if entry.side == kill.side
    }
    other = next(pilot for pilot in flew if pilot is not None and pilot != kill.pilot)
    experience = airman(front, kill.pilot).experience
    rule_on(front, kill.number, "denied")
    assert airman(front, kill.pilot).kills == 0
    assert airman(front, kill.pilot).experience == experience - 2
    rule_on(front, kill.number, "shared", other)
    assert [airman(front, pilot).kills * 2 for pilot in (kill.pilot, other)] == [1, 1]
    rule_on(front, kill.number, "confirmed")
    assert [airman(front, pilot).kills for pilot in (kill.pilot, other)] == [1, 0]
    assert len(journal_entries.of_kind(journal_entries.in_force(front), Ruling)) == 1
    assert_reconciled(front)


def test_rulings_that_make_no_sense_are_refused(cast: Cast, front: Campaign):
    kill = claim(front)
    assert kill.pilot is not None
    foe = man(front, "jagd")
    before = front.entries.count()
    for verdict, number, shared, why, field in (
        ("perhaps", kill.number, None, "confirmed, denied or shared", "verdict"),
        ("denied", 1, None, "no such claim", "kill"),
        ("shared", kill.number, None, "with whom", "with"),
        ("denied", kill.number, foe, "with whom", "with"),
        ("shared", kill.number, foe, "somebody else of that side", "with"),
        ("shared", kill.number, kill.pilot, "somebody else", "with"),
    ):
        with pytest.raises(Refusal, match=why) as refused:
            rule_on(front, number, verdict, shared)
        assert refused.value.field == field
    with pytest.raises(Refusal, match="judged by the intelligence officer"):
        pilots.rule_on_kill(actor=cast.axis, campaign=front, kill=kill.number, verdict="denied", reason="Film")
    assert front.entries.count() == before


def test_a_decoration_is_awarded_once_and_to_the_dead_too(front: Campaign):
    pilot = man(front, "jagd")
    changes.set_status(actor=front.owner, campaign=front, pilot=pilot, status="killed", reason="A road accident")
    told: dict[str, Any] = {"actor": front.owner, "campaign": front, "pilot": pilot}
    told |= {"name": "Iron Cross", "reason": "For the wire"}
    pilots.decorate(**told)
    assert airman(front, pilot).decorations == ("Iron Cross",)
    with pytest.raises(Refusal, match="has the Iron Cross already"):
        pilots.decorate(**told)
    assert_reconciled(front)


def test_notes_are_for_everybody_or_for_one_side_about_a_mission_or_none(cast: Cast):
    campaign = make.club(cast)
    make.drawn(campaign)
    pilots.add_note(actor=cast.reader, campaign=campaign, text="It rained all evening.")
    pilots.add_note(actor=cast.axis, campaign=campaign, text="They always come low.", mission=1, side="axis")
    notes = journal_entries.of_kind(journal_entries.in_force(campaign), NoteWritten)
    assert [(note.side, note.mission, note.by) for note in notes] == [("", None, "reader"), ("axis", 1, "axis")]
    for user, text, mission, side, why in (
        (cast.stranger, "Hello", None, "", "take part"),
        (cast.allied, "Hello", None, "axis", "do not command"),
        (cast.axis, " ", None, "", "Write something"),
        (cast.axis, "Hello", 9, "", "no mission 9"),
        (cast.axis, "x" * 2001, None, "", "longer than"),
    ):
        with pytest.raises(Refusal, match=why):
            pilots.add_note(actor=user, campaign=campaign, text=text, mission=mission, side=side)
    assert len(journal_entries.of_kind(journal_entries.in_force(campaign), NoteWritten)) == 2
    assert_reconciled(campaign)
