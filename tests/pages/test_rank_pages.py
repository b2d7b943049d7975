"""A campaign of Angels Twenty on its pages: what a man's record makes of him, and the die that decides his fate."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Entry, Pilot
from campaigns.operations import changes, pilots
from campaigns.selectors.standings import standing_of
from campaigns.standing.model import Airman
from campaigns.standing.result_kinds import FateMet, Kill, Scored, Sortie
from config.common.refusals import Refusal
from missions.flights import context
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations.orders import open_orders, sign_orders
from missions.planning import setups
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule

KENT = "angels-over-kent"


@pytest.fixture
def kent(cast: Cast, client: Client) -> Campaign:
    """A campaign of Angels Twenty, whose owner commands both sides."""
    client.force_login(cast.owner)
    return make.campaign(cast.owner, KENT, allied="me", axis="me")


def shown(client: Client, name: str, *args: object) -> str:
    return " ".join(unescape(client.get(reverse(name, args=args)).content.decode()).split())


def airman(campaign: Campaign, side: str) -> Airman:
    """The only man of a side who has flown with No. 54 Squadron, or with III./JG 26."""
    squadron = {"allied": "no-54", "axis": "jg-26"}[side]
    return next(man for man in standing_of(campaign).airmen.values() if man.squadron == squadron and man.missions)


def all_but_one_shot_down(mission: Mission) -> Outcome:
    """Whoever flies for the Axis falls to the first Allied aircraft."""
    lines = sheet_of(mission).lines
    hunter = next(line.key for line in lines if line.side == "allied")
    return Outcome(
        aircraft=tuple(
            AircraftOutcome(line.key, status="destroyed", by=hunter) for line in lines if line.side == "axis"
        )
    )


def test_a_man_is_rated_by_his_record_wherever_he_is_named(kent: Campaign, client: Client):
    make.debriefed(kent, all_but_one_shot_down)
    hunter = airman(kent, "allied")
    assert hunter.kills == 2
    assert hunter.rank == "Average"
    logbook = shown(client, "campaign-pilot", kent.pk, hunter.pk)
    assert "Average</span>" in logbook
    assert "Is rated Average now" in logbook
    assert "<dt>Experience</dt>" not in logbook
    assert f'{hunter.name}</strong></a> <span class="chip">Average</span>' in shown(client, "campaign-pilots", kent.pk)
    mission = make.drawn(kent)
    plan = shown(client, "mission-plan", kent.pk, mission.number, "allied")
    row = plan[plan.index(f'class="row-name">{hunter.name}</strong>') :]
    row = row[: row.index("</label>")]
    assert 'class="chip">Average</span>' in row
    assert "2 victories · 1 mission · flew the last mission" in row
    assert 'class="chip">Poor</span>' in plan


def test_five_victories_make_an_ace_who_flies_as_one(kent: Campaign, cast: Cast, client: Client):
    pilot = Pilot.objects.filter(campaign=kent, squadron="no-54", delivery="").order_by("pk")[0]
    changes.set_career(
        actor=cast.owner, campaign=kent, pilot=pilot, kills=5, missions=3, experience=40, reason="He was in France."
    )
    man = standing_of(kent).airmen[pilot.pk]
    assert (man.rank, man.skills_due) == ("Ace", 0)
    assert '<span class="chip brass">Ace</span>' in shown(client, "campaign-pilot", kent.pk, pilot.pk)
    mission = make.drawn(kent)
    orders = make.orders(mission, "allied")
    orders["units"][0]["crews"] = [pilot.pk]
    flown = setups.setup(context.context_of(signed(mission, cast, orders)))
    assert [unit["pilot"] for unit in flown["units"] if unit["name"] == pilot.name] == ["ace"]
    assert f'{pilot.name}</strong> <span class="sub">aircraft 1 · ace' in shown(
        client, "mission-table", kent.pk, mission.number
    )


def signed(mission: Mission, cast: Cast, allied: dict[str, object]) -> Mission:
    """The mission with these Allied orders, those of the staff for the other side, and all of them open."""
    sign_orders(actor=cast.owner, mission=mission, side="allied", document=allied)
    sign_orders(actor=cast.owner, mission=mission, side="axis", document=make.orders(mission, "axis"))
    mission.refresh_from_db()
    return open_orders(mission=mission)


def test_a_claim_that_is_denied_takes_the_rank_back(kent: Campaign, cast: Cast):
    make.debriefed(kent, all_but_one_shot_down)
    hunter = airman(kent, "allied")
    for kill in Entry.objects.filter(campaign=kent, kind=Kill.kind):
        pilots.rule_on_kill(actor=cast.owner, campaign=kent, kill=kill.number, verdict="denied", reason="It came home.")
    denied = airman(kent, "allied")
    assert (hunter.rank, denied.rank) == ("Average", "Poor")
    assert denied.life[-1].text == "is rated Poor now"
    assert_reconciled(kent)


@rule("A20 Pilot Survival")
def test_the_die_that_decided_a_fate_stands_in_journal_and_logbook(kent: Campaign, client: Client):
    make.debriefed(kent, all_but_one_shot_down)
    fates = Entry.objects.filter(campaign=kent, kind=FateMet.kind)
    assert len(fates) == 2
    journal = shown(client, "campaign-journal", kent.pk)
    for fate in fates:
        die = fate.data["card"]["die"]
        assert 1 <= die <= 6
        assert f"(the die showed {die})." in journal
        assert f"(the die showed {die})" in shown(client, "campaign-pilot", kent.pk, fate.pilot_id)
    assert "Fuel Tank" not in shown(client, "mission-debrief", kent.pk, 1)


def test_nobody_is_offered_a_skill(kent: Campaign, cast: Cast, client: Client):
    pilot = Pilot.objects.filter(campaign=kent, squadron="no-54", delivery="")[0]
    changes.set_career(
        actor=cast.owner, campaign=kent, pilot=pilot, kills=9, missions=20, experience=50, reason="From paper."
    )
    assert "may learn a Skill" not in shown(client, "campaign", kent.pk)
    logbook = shown(client, "campaign-pilot", kent.pk, pilot.pk)
    assert "A record from paper" in logbook
    assert "A Skill to choose" not in logbook
    assert "Ace Pilot" not in logbook
    with pytest.raises(Refusal, match="Skill"):
        pilots.choose_skill(actor=cast.owner, campaign=kent, pilot=pilot, code="A")


def test_the_points_of_a_game_are_about_the_aircraft_that_the_campaign_knows(kent: Campaign, client: Client):
    make.debrief(make.flown(kent))
    make.debrief(make.flown(kent))
    places = {(entry.data["unit"], entry.data["seat"]) for entry in kent.entries.filter(kind=Sortie.kind)}
    for entry in kent.entries.filter(kind=Scored.kind):
        assert (entry.data["unit"], entry.data["seat"]) in places | {("", "")}
        assert bool(entry.data["aircraft"]) == bool(entry.data["unit"])
    assert any(entry.data["unit"] for entry in kent.entries.filter(kind=Scored.kind))


def test_who_shot_an_aircraft_down_is_told_by_name(kent: Campaign):
    make.debrief(make.flown(kent))
    make.debrief(make.flown(kent))
    sorties = kent.entries.filter(kind=Sortie.kind)
    lost = [entry for entry in sorties if entry.data["status"] == "destroyed"]
    flew = {entry.pilot.name for entry in sorties if entry.pilot}
    assert lost
    for entry in lost:
        by, _, name = entry.data["cause"].partition(" ")
        assert by == "by"
        assert name.split(",")[0] in flew


def test_an_operation_without_resources_has_no_step_that_buys_one_and_no_length_in_turns(
    kent: Campaign, client: Client
):
    board = shown(client, "campaign", kent.pk)
    assert "Assign aircraft and men" in board
    assert "Buy a Resource" not in board
    mission = make.drawn(kent)
    assert "6 Turns" not in shown(client, "mission", kent.pk, mission.number)
    plan = shown(client, "mission-plan", kent.pk, mission.number, "allied")
    assert "By the basic rules, without tailing and status" in plan
    assert "Altitude and escorts in short" not in plan
