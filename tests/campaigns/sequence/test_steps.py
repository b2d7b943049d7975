"""The guided sequence of play: in every state of every kind of campaign there is one right next step."""

from __future__ import annotations

from uuid import uuid4

import pytest

from campaigns.models import Campaign
from campaigns.operations import changes
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition
from campaigns.sequence.steps import Current, Sequence, sequence
from missions.flights import context
from missions.models import Mission
from missions.operations import corrections, debriefs, drawing, orders
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.engine.rules import rule


def shown(campaign: Campaign) -> Sequence:
    """As the campaign's page asks for it."""
    mission = campaign.missions.order_by("-number").first()
    current = None
    if mission is not None and mission.status in ("planning", "ready", "flown"):
        signed = tuple(mission.orders.values_list("side", flat=True))
        why = context.why_grounded(mission) if len(signed) == 2 else ""
        current = Current(mission.number, mission.status, signed, why)  # type: ignore[arg-type]
    return sequence(definition(campaign.pack), standings.standing_of(campaign), current)


def follow(campaign: Campaign) -> list[str]:
    """Do what the sequence says until it says that all is over; the actions on the way."""
    actions: list[str] = []
    while True:
        said = shown(campaign)
        states = [step.state for step in said.steps]
        place = states.count("done")
        left = len(states) - place
        assert states == ["done"] * place + (["now"] + ["ahead"] * (left - 1) if left else [])
        assert (said.now.action == "over") == (left == 0)
        actions.append(said.now.action)
        owner = campaign.owner
        mission = campaign.missions.order_by("-number").first()
        match said.now.action:
            case "over":
                return actions
            case "open-period":
                drawing.open_period(actor=owner, campaign=campaign)
            case "draw":
                assert drawing.draw_mission(actor=owner, campaign=campaign).number == said.mission
            case "plan":
                assert mission is not None
                for side in said.sides:
                    document = make.orders(mission, side)  # type: ignore[arg-type]
                    orders.sign_orders(actor=owner, mission=mission, side=side, document=document)  # type: ignore[arg-type]
            case "ground":
                assert mission is not None
                debriefs.ground_mission(actor=owner, mission=mission, key=uuid4())
            case "fly":
                assert mission is not None
                make.record(mission)
            case "debrief":
                assert mission is not None
                make.debrief(mission)


@pytest.mark.parametrize("slug", broad([make.LAND, make.PERIODS, make.DOGFIGHTS, make.OPERATION], 2))
@rule("SUP 24.3", "SUP 25", "SUP 27")
def test_whoever_does_what_the_sequence_says_plays_the_campaign_to_its_end(cast: Cast, slug: str):
    campaign = make.campaign(cast.owner, slug, allied="me", axis="me", seed=2)
    actions = follow(campaign)
    assert_reconciled(campaign)
    assert campaign.is_finished
    standing = standings.standing_of(campaign)
    assert actions.count("draw") == standing.flown
    assert actions.count("open-period") == len(standing.periods)
    assert actions[-1] == "over"


@pytest.mark.parametrize(
    ("slug", "sections"),
    [(make.LAND, {"24.3"}), (make.DOGFIGHTS, {"24.3"}), (make.OPERATION, {"25", "26"}), (make.PERIODS, {"27"})],
)
def test_each_step_names_its_rule_and_says_what_it_is(cast: Cast, slug: str, sections: set[str]):
    steps = shown(make.campaign(cast.owner, slug)).steps
    named = {next(each for each in ("24.3", "25", "26", "27") if step.section.startswith(each)) for step in steps}
    assert named == sections
    assert all(step.title and step.sentence.endswith(".") for step in steps)


def test_the_titles_say_where_the_campaign_is(cast: Cast):
    front = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    assert shown(front).title == "Period 1 of 3"
    make.planned(front)
    assert shown(front).title == "Period 1 of 3, Mission 1 of 3"
    land = make.campaign(cast.owner, make.LAND)
    assert shown(land).title == "Mission 1 of 3"
    make.finished(land)
    assert shown(land).title == "The campaign is over"
    assert {step.state for step in shown(land).steps} == {"done"}, "it has been graded"


def test_planning_names_the_sides_that_have_yet_to_sign(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="staff", seed=2)
    make.drawn(campaign)
    assert shown(campaign).now.action == "plan"
    assert shown(campaign).sides == ("allied",)


def test_a_mission_that_nobody_can_fly_is_to_be_grounded_and_the_reason_stands_there(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    for squadron in ("jagd", "stuka"):
        changes.withdraw_squadron(
            actor=cast.owner, campaign=campaign, side="axis", squadron=squadron, reason="Gone to Russia"
        )
    mission = make.planned(campaign)
    said = shown(campaign).now
    assert (said.action, said.sentence) == ("ground", context.why_grounded(mission))


@pytest.mark.portable
@rule("SUP 19.5")
def test_a_skill_to_choose_does_not_hold_the_sequence_up(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    pilot = campaign.pilots.filter(squadron="jagd", delivery="")[0]
    changes.set_career(
        actor=cast.owner, campaign=campaign, pilot=pilot, experience=12, kills=0, missions=5, reason="Old"
    )
    assert shown(campaign).now.action == "open-period"


def test_a_void_mission_is_drawn_anew(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    missions = make.finished(campaign)
    assert shown(campaign).now.action == "over"
    mission = Mission.objects.get(pk=missions[0].pk)
    corrections.void(actor=cast.owner, mission=mission, reason="Wrong rules", expected_version=make.version(campaign))
    said = shown(campaign)
    assert (said.now.action, said.mission, said.title) == ("draw", 4, "Mission 4 (3 of 3 that count)")
