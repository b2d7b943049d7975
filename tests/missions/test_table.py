"""A mission flown at the table becomes a report: what cannot have happened is refused."""

from __future__ import annotations

from uuid import uuid4

import pytest

from campaigns.definitions import definition
from campaigns.packs.library import library
from campaigns.refusals import Refusal
from engine.core.report import Report
from missions import flying, loading, operations, table
from missions.models import Flight, Mission
from missions.reconcile import assert_reconciled
from missions.scoring import scores
from missions.table import AircraftOutcome, Outcome
from tests import make
from tests.cast import Cast

DUEL = "scelidima"
STRIKE = "via-balbia"


def signed(cast: Cast, key: str, resource: str | None = None) -> Mission:
    """A land mission whose orders are signed, the Axis spending ``resource``."""
    mission = make.land_mission(cast.owner, key)
    choices = loading.choices(mission, "axis")
    units = [
        {"id": unit.id, "aircraft": unit.aircraft[0].slug, "altitude": "medium"} for unit in choices.units(resource)
    ]
    operations.sign_orders(
        actor=cast.owner, mission=mission, side="axis", document={"resource": resource, "units": units}
    )
    operations.sign_orders(actor=cast.owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
    return mission


def report(mission: Mission, *aircraft: AircraftOutcome, damage: int = 0) -> Report:
    return table.report(mission, Outcome(aircraft=aircraft, target_damage=damage))


def points(told: Report) -> tuple[int, int]:
    return told.points("allied"), told.points("axis")


def test_the_sheet_asks_about_every_aircraft_that_took_off(cast: Cast):
    mission = signed(cast, STRIKE)
    sheet = table.sheet(mission)
    axis = [(line.key, line.aircraft.slug, line.role) for line in sheet.lines if line.side == "axis"]
    assert axis == [
        ("axis-1 leader", "ju-87b", "striker"),
        ("axis-1 wingman", "ju-87b", "striker"),
        ("axis-2 leader", "ju-87b", "striker"),
        ("axis-2 wingman", "ju-87b", "striker"),
        ("axis-3 leader", "bf-110c", "escort"),
        ("axis-3 wingman", "bf-110c", "escort"),
    ]
    assert sheet.target == library().targets["ground-forces"]
    assert sheet.turns == 3 + 1 + 2  # 8/7 less Slow 5
    assert {line.side for line in sheet.enemies("axis")} == {"allied"}


def test_bombers_in_formation_are_asked_about_one_by_one(cast: Cast):
    mission = make.land_mission(cast.owner, "brevity", number=3)
    for side in ("allied", "axis"):
        document = make.orders(mission, side)
        operations.sign_orders(actor=cast.owner, mission=mission, side=side, document=document)
    lines = [line for line in table.sheet(mission).lines if line.aircraft.slug == "blenheim-iv"]
    assert [line.key for line in lines] == ["allied-1 1", "allied-1 2"]
    told = report(mission, AircraftOutcome("allied-1 2", status="destroyed", by=table.FLAK))
    assert points(told) == (0, 8)
    make.record(mission, Outcome(aircraft=(AircraftOutcome("allied-1 2", status="destroyed", by=table.FLAK),)))
    make.debrief(mission)
    assert_reconciled(mission.campaign)


def test_no_sheet_before_both_sides_have_signed(cast: Cast):
    mission = make.land_mission(cast.owner, STRIKE)
    with pytest.raises(Refusal, match="must be signed before"):
        table.sheet(mission)


def test_aircraft_that_are_not_named_came_home_undamaged(cast: Cast):
    told = report(signed(cast, DUEL))
    assert {aircraft.status for aircraft in told.aircraft} == {"undamaged"}
    assert points(told) == (0, 0)
    assert told.turns == 6


def test_kills_stand_to_the_credit_of_who_fired(cast: Cast):
    mission = signed(cast, DUEL)
    told = report(
        mission,
        AircraftOutcome("axis-1 leader", status="destroyed", by="allied-1 wingman"),
        AircraftOutcome("axis-1 wingman", status="damaged", by="allied-1 wingman"),
        AircraftOutcome("allied-2 leader", exit="disengaged"),
    )
    (victor,) = [each for each in told.aircraft if (each.unit, each.seat) == ("allied-1", "wingman")]
    assert [(kill.unit, kill.seat) for kill in victor.kills] == [("axis-1", "leader")]
    assert [(kill.unit, kill.seat) for kill in victor.damaged] == [("axis-1", "wingman")]
    victim = next(each for each in told.aircraft if each.kills == () and each.status == "destroyed")
    assert victor.pilot
    assert victor.pilot in victim.cause
    assert points(told) == (5 + 2, 2)


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        (AircraftOutcome("axis-9 leader"), "aircraft"),
        (AircraftOutcome("axis-1 leader", status="exploded"), "status"),
        (AircraftOutcome("axis-1 leader", exit="vanished"), "exit"),
        (AircraftOutcome("axis-1 leader", status="destroyed", exit="disengaged"), "exit"),
        (AircraftOutcome("axis-1 leader", by="allied-1 leader"), "by"),
        (AircraftOutcome("axis-1 leader", status="damaged", by="axis-2 leader"), "by"),
        (AircraftOutcome("axis-1 leader", status="damaged", by="nobody"), "by"),
        (AircraftOutcome("axis-1 leader", status="damaged", by="flak"), "over_target"),
        (AircraftOutcome("axis-1 leader", over_target=True), "over_target"),
        (AircraftOutcome("axis-1 leader", jettisoned=True), "over_target"),
    ],
)
def test_what_cannot_have_happened_is_refused(cast: Cast, outcome: AircraftOutcome, field: str):
    mission = signed(cast, DUEL)
    with pytest.raises(Refusal) as refused:
        operations.record_table(actor=cast.owner, mission=mission, outcome=Outcome((outcome,)), key=uuid4())
    assert refused.value.field in (field, f"aircraft.axis-1 leader.{field}")
    assert not Flight.objects.exists()


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        (Outcome(turns=-1), "turns"),
        (Outcome(turns=100), "turns"),
        (Outcome(notes="x" * 501), "notes"),
        (Outcome(target_damage=3), "target_damage"),
        (Outcome((AircraftOutcome("axis-1 leader"), AircraftOutcome("axis-1 leader"))), "aircraft"),
    ],
)
def test_an_outcome_that_makes_no_sense_is_refused(cast: Cast, outcome: Outcome, field: str):
    with pytest.raises(Refusal) as refused:
        table.report(signed(cast, DUEL), outcome)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("damage", "level", "scored"), [(0, "", 0), (2, "", 0), (3, "Disrupted", 3), (99, "Shattered", 10)]
)
def test_the_target_scores_as_its_card_says(cast: Cast, damage: int, level: str, scored: int):
    told = report(signed(cast, STRIKE), damage=damage)
    assert told.target is not None
    assert (told.target.level, told.target.points) == (level, scored)
    assert points(told) == (0, scored)


@pytest.mark.parametrize("damage", [-1, 100])
def test_damage_beyond_all_reason_is_refused(cast: Cast, damage: int):
    with pytest.raises(Refusal) as refused:
        report(signed(cast, STRIKE), damage=damage)
    assert refused.value.field == "target_damage"


def test_blitzkrieg_makes_a_damaged_target_worth_two_more(cast: Cast):
    mission = signed(cast, STRIKE, "blitzkrieg")
    told = report(mission, damage=3)
    assert points(told) == (0, 5)
    assert told.target is not None
    assert told.target.points == 3
    assert [(score.points, score.section, score.reason) for score in told.scores] == [
        (3, "Supplement 24.7", "Ground Forces: Disrupted"),
        (2, "Supplement 24.6", "Blitzkrieg"),
    ]
    assert points(report(mission, damage=2)) == (0, 0)


def test_a_strike_scores_by_the_campaigns_rules(cast: Cast):
    told = report(
        signed(cast, STRIKE),
        AircraftOutcome("axis-1 leader", over_target=True),
        AircraftOutcome("axis-1 wingman", status="destroyed", by="allied-1 leader", over_target=True),
        AircraftOutcome("axis-2 leader", status="damaged", by="flak"),
        AircraftOutcome("axis-2 wingman", jettisoned=True),
    )
    assert points(told) == (6 + 3 + 1, 3)


def test_a_packs_own_points_are_the_ones_that_count(cast: Cast):
    own = {
        "fighter = { destroyed = 5, damaged = 2 }": "fighter = { destroyed = 50, damaged = 20 }",
        "light_bomber = { destroyed = 6, damaged = 3,": "light_bomber = { destroyed = 60, damaged = 30,",
        "home = 3 }": "home = 33 }",
        "disengaged = 2": "disengaged = 7",
        "jettisoned = 1": "jettisoned = 11",
    }
    mission = signed(cast, STRIKE)
    pack = mission.campaign.pack
    for theirs, ours in own.items():
        assert theirs in pack.source
        pack.source = pack.source.replace(theirs, ours, 1)
    told = report(
        mission,
        AircraftOutcome("axis-1 leader", over_target=True),
        AircraftOutcome("axis-1 wingman", status="destroyed"),
        AircraftOutcome("axis-2 leader", jettisoned=True),
        AircraftOutcome("axis-3 leader", status="damaged"),
        AircraftOutcome("axis-3 wingman", exit="disengaged"),
    )
    assert points(told) == (60 + 11 + 20 + 7, 33)


def test_a_campaign_of_dogfights_gives_the_weaker_side_its_balance(cast: Cast):
    campaign = make.campaign(cast.owner, make.DOGFIGHTS, seed=5)
    mission = make.planned(campaign)
    told = table.report(mission, Outcome())
    pack = definition(campaign.pack)
    assert pack.scoring.balance
    values = {"allied": 0, "axis": 0}
    for line in table.sheet(mission).lines:
        lone = line.aircraft.balance(wingman=False)
        values[line.side] += lone if line.seat == "leader" else line.aircraft.balance(wingman=True) - lone
    margin = values["allied"] - values["axis"]
    assert margin
    assert points(told) == (max(0, -margin), max(0, margin))


@pytest.mark.parametrize("seed", range(6))
def test_the_engines_own_score_of_a_dogfight_is_the_campaigns(cast: Cast, seed: int):
    mission = make.planned(make.campaign(cast.owner, seed=seed))
    report = flying.play(mission).report()
    assert report.scores == scores(mission, report.aircraft)


def test_an_air_combat_mission_of_a_land_campaign_scores_skilled_pilots(cast: Cast):
    mission = signed(cast, DUEL)
    told = report(mission, AircraftOutcome("allied-1 leader", status="destroyed"))
    skills = next(each for each in told.aircraft if each.status == "destroyed").skills
    assert points(told) == (0, 5 + len(skills))
    assert scores(mission, told.aircraft) == told.scores


def test_a_record_may_be_corrected_until_the_debrief(cast: Cast):
    mission = signed(cast, DUEL)
    make.record(mission, Outcome())
    second = make.record(mission)
    assert Flight.objects.count() == 1
    assert Report.from_json(second.report).points("allied") == 5
    make.debrief(mission)
    with pytest.raises(Refusal, match="Take the debrief back"):
        make.record(mission)
    assert_reconciled(mission.campaign)


def test_the_same_page_sent_twice_is_found_again_and_corrected_after_going_back_it_is_stored_anew(cast: Cast):
    mission = signed(cast, DUEL)
    key, corrected = uuid4(), make.rough(mission)
    first = operations.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=key)
    again = operations.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=key)
    assert again.stored_at == first.stored_at
    second = operations.record_table(actor=cast.owner, mission=mission, outcome=corrected, key=key)
    assert Report.from_json(second.report).points("allied") == 5
    assert second.version != first.version
    make.debrief(mission)
    late = operations.record_table(actor=cast.owner, mission=mission, outcome=corrected, key=key)
    assert late.version == second.version
    with pytest.raises(Refusal, match="Take the debrief back"):
        operations.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=key)
    assert_reconciled(mission.campaign)


def test_a_page_of_another_mission_is_refused(cast: Cast):
    first, second = signed(cast, DUEL), signed(cast, STRIKE)
    key = uuid4()
    operations.record_table(actor=cast.owner, mission=first, outcome=Outcome(), key=key)
    with pytest.raises(Refusal, match="belongs to another mission"):
        operations.record_table(actor=cast.owner, mission=second, outcome=Outcome(), key=key)


def test_a_mission_that_the_engine_has_flown_is_not_recorded_as_well(cast: Cast):
    mission = make.flown(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="The engine has flown this mission"):
        make.record(mission)


def test_nothing_is_recorded_before_both_sides_have_signed(cast: Cast):
    mission = make.drawn(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="Allied orders are not signed yet"):
        operations.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=uuid4())
