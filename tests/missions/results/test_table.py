"""A mission flown at the table becomes a report: what cannot have happened is refused."""

from __future__ import annotations

import re
import zlib
from dataclasses import fields
from typing import Any
from uuid import uuid4

import pytest

from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import packs
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition
from config.common.refusals import Refusal
from engine.core.report import Report, Score
from missions.flights import context, flying
from missions.flights.context import sheet_of
from missions.models import Flight, Mission
from missions.operations import orders, table
from missions.planning import setups
from missions.results import outcomes, reports
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule

DUEL = "scelidima"
ALONE, BOTH = "allied-1 leader", "allied-1 wingman"
STRIKE = "via-balbia"


def signed(cast: Cast, key: str, resource: str | None = None) -> Mission:
    """A land mission whose orders are signed, the Axis spending ``resource``: on a strike one that brings an escort."""
    mission = make.land_mission(cast.owner, key)
    resource = resource or ("zerstoerer" if key == STRIKE else None)
    choices = context.choices(mission, "axis")
    units = [
        {"id": unit.id, "aircraft": unit.aircraft[0].slug, "altitude": "medium"} for unit in choices.units(resource)
    ]
    orders.sign_orders(actor=cast.owner, mission=mission, side="axis", document={"resource": resource, "units": units})
    orders.sign_orders(actor=cast.owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
    return mission


OVER = tuple(AircraftOutcome(f"axis-1 {seat}", over_target=True) for seat in ("leader", "wingman"))
HOME = 2 * 3
"""What these two earn who come home from over the target. [SUP 24.7]"""


def report(mission: Mission, *aircraft: AircraftOutcome, damage: int | None = None) -> Report:
    return reports.report(sheet_of(mission), Outcome(aircraft=aircraft, target_damage=damage))


def refusal(mission: Mission, *aircraft: AircraftOutcome, **outcome: Any) -> Refusal:
    """What is said against this outcome."""
    with pytest.raises(Refusal) as refused:
        reports.report(sheet_of(mission), Outcome(aircraft=aircraft, **outcome))
    return refused.value


def rewritten(cast: Cast, **changes: str) -> Mission:
    """The strike of the Via Balbia with other lines in the pack's file, its orders signed."""
    text = make.source(make.LAND)
    start, end = text.index("[missions.via-balbia]"), text.index("[missions.gazala]")
    block = text[start:end]
    for line, new in changes.items():
        old = next(each for each in block.splitlines() if each.startswith(f"{line} = "))
        if line == "units":
            old = block[block.index("units = [") : block.index("]\n", block.index("units = [")) + 1]
        block = block.replace(old, f"{line} = {new}", 1)
    block = "\n".join(each for each in block.splitlines() if not each.startswith("fixed = ")) + "\n\n"
    own = re.sub(r'version = ".*"', f'version = "9.{zlib.crc32(block.encode())}"', text[:start] + block + text[end:])
    pack = packs.load_pack(own, "own.toml")[0]
    campaign = campaign_operations.start_campaign(
        actor=cast.owner,
        pack=pack,
        name="Own",
        seats={"allied": "me", "axis": "me"},
        seed=make.seed_that_draws(make.LAND, STRIKE),
    )
    mission = make.drawn(campaign)
    for side in SIDES:
        units = [
            {"id": unit.id, "aircraft": unit.aircraft[0].slug, "altitude": unit.aircraft[0].altitudes[0]}
            for unit in context.choices(mission, side).units()
        ]
        document = {"resource": None, "units": units}
        orders.sign_orders(actor=cast.owner, mission=mission, side=side, document=document)
    return mission


def points(told: Report) -> tuple[int, int]:
    return told.points("allied"), told.points("axis")


def test_the_sheet_asks_about_every_aircraft_that_took_off(cast: Cast):
    mission = signed(cast, STRIKE)
    sheet = sheet_of(mission)
    axis = [(line.key, line.aircraft.slug, line.role) for line in sheet.lines if line.side == "axis"]
    assert axis == [
        ("axis-1 leader", "ju-87b", "striker"),
        ("axis-1 wingman", "ju-87b", "striker"),
        ("axis-2 leader", "ju-87b", "striker"),
        ("axis-2 wingman", "ju-87b", "striker"),
        ("axis-3 leader", "bf-110c", "escort"),
        ("axis-3 wingman", "bf-110c", "escort"),
    ]
    assert sheet.target is not None
    assert sheet.target.name == "Ground Forces"
    assert sheet.phases == (3, 1, 2)  # 8/7 less Slow 5
    assert sheet.turns == 6
    assert [(unit.name, unit.load) for unit in sheet.units if unit.side == "axis"] == [
        ("Striker 1", ("bombs",)),
        ("Striker 2", ("bombs",)),
        ("Escort 1", ()),
    ]
    assert {line.side for line in sheet.enemies("axis")} == {"allied"}


def test_bombers_in_formation_are_asked_about_one_by_one(cast: Cast):
    mission = make.land_mission(cast.owner, "brevity", number=3)
    for side in ("allied", "axis"):
        document = make.orders(mission, side)
        orders.sign_orders(actor=cast.owner, mission=mission, side=side, document=document)
    lines = [line for line in sheet_of(mission).lines if line.aircraft.slug == "blenheim-iv"]
    assert [line.key for line in lines] == ["allied-1 1", "allied-1 2"]
    shot_down = AircraftOutcome("allied-1 2", status="destroyed", by=outcomes.FLAK, over_target=True)
    told = report(mission, shot_down)
    assert points(told) == (0, 8)
    assert {each.cause for each in told.aircraft if each.status == "destroyed"} == {"flak over the target"}
    make.record(mission, Outcome(aircraft=(shot_down,)))
    make.debrief(mission)
    assert_reconciled(mission.campaign)


def test_no_sheet_before_both_sides_have_signed(cast: Cast):
    mission = make.land_mission(cast.owner, STRIKE)
    with pytest.raises(Refusal, match="must be signed before"):
        sheet_of(mission)


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
        (AircraftOutcome("axis-1 leader", status="damaged", by=ALONE, shared_with=(BOTH,)), "shared_with"),
        (AircraftOutcome("axis-1 leader", status="destroyed", shared_with=(BOTH,)), "shared_with"),
        (AircraftOutcome("axis-1 leader", status="destroyed", by=outcomes.FLAK, shared_with=(BOTH,)), "by"),
        (AircraftOutcome("axis-1 leader", status="destroyed", by=ALONE, shared_with=(ALONE,)), "shared_with"),
        (AircraftOutcome("axis-1 leader", status="destroyed", by=ALONE, shared_with=(BOTH, BOTH)), "shared_with"),
        (AircraftOutcome("axis-1 leader", status="destroyed", by=ALONE, shared_with=("axis-2 leader",)), "shared_with"),
        (AircraftOutcome("axis-9 leader"), "aircraft"),
        (AircraftOutcome("axis-1 leader", status="exploded"), "status"),
        (AircraftOutcome("axis-1 leader", exit="vanished"), "exit"),
        (AircraftOutcome("axis-1 leader", status="destroyed", exit="disengaged"), "exit"),
        (AircraftOutcome("axis-1 leader", by="allied-1 leader"), "by"),
        (AircraftOutcome("axis-1 leader", status="damaged", by="axis-2 leader"), "by"),
        (AircraftOutcome("axis-1 leader", status="damaged", by="nobody"), "by"),
        (AircraftOutcome("axis-1 leader", status="damaged", by="flak"), "by"),
        (AircraftOutcome("axis-1 leader", status="damaged", by="fuel"), "by"),
        (AircraftOutcome("axis-1 leader", exit="broke-off"), "exit"),
        (AircraftOutcome("axis-1 leader", over_target=True), "over_target"),
        (AircraftOutcome("axis-1 leader", jettisoned=True), "jettisoned"),
        (AircraftOutcome("axis-1 leader", over_target=False, struck=2), "struck"),
        (AircraftOutcome("axis-1 leader", cargo=2), "cargo"),
        (AircraftOutcome("axis-1 leader", photographs="vital"), "photographs"),
    ],
)
def test_what_cannot_have_happened_is_refused(cast: Cast, outcome: AircraftOutcome, field: str):
    mission = signed(cast, DUEL)
    with pytest.raises(Refusal) as refused:
        table.record_table(actor=cast.owner, mission=mission, outcome=Outcome((outcome,)), key=uuid4())
    assert refused.value.field in (field, f"aircraft.axis-1 leader.{field}")
    assert not Flight.objects.exists()


@pytest.mark.parametrize("what", [each.name for each in fields(AircraftOutcome) if each.name != "key"])
def test_whatever_a_mission_does_not_ask_of_an_aircraft_is_refused_of_it(cast: Cast, what: str):
    something: dict[str, Any] = {"bool": True, "int": 1, "int | None": 1, "str": "vital", "tuple[str, ...]": (BOTH,)}
    kinds = {each.name: str(each.type) for each in fields(AircraftOutcome)}
    said: dict[str, Any] = {what: something[kinds[what]]}
    assert (
        refusal(signed(cast, DUEL), AircraftOutcome("axis-1 leader", **said)).field == f"aircraft.axis-1 leader.{what}"
    )


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        (Outcome(turns=-1), "turns"),
        (Outcome(turns=7), "turns"),
        (Outcome(fuel={"axis-1": 3}), "fuel.axis-1"),
        (Outcome(notes="x" * 501), "notes"),
        (Outcome(target_damage=3), "target_damage"),
        (Outcome((AircraftOutcome("axis-1 leader"), AircraftOutcome("axis-1 leader"))), "aircraft"),
    ],
)
def test_an_outcome_that_makes_no_sense_is_refused(cast: Cast, outcome: Outcome, field: str):
    with pytest.raises(Refusal) as refused:
        reports.report(sheet_of(signed(cast, DUEL)), outcome)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("damage", "level", "scored"), [(0, "", 0), (2, "", 0), (3, "Disrupted", 3), (99, "Shattered", 10)]
)
def test_the_target_scores_as_its_card_says(cast: Cast, damage: int, level: str, scored: int):
    told = report(signed(cast, STRIKE), *OVER, damage=damage)
    assert told.target is not None
    assert (told.target.level, told.target.points) == (level, scored)
    assert points(told) == (0, HOME + scored)


def test_a_target_that_nobody_went_over_has_no_damage(cast: Cast):
    refused = refusal(signed(cast, STRIKE), target_damage=1)
    assert (refused.field, "Nobody went over the target" in refused.sentence) == ("target_damage", True)


@pytest.mark.parametrize("damage", [-1, 100])
def test_damage_beyond_all_reason_is_refused(cast: Cast, damage: int):
    with pytest.raises(Refusal) as refused:
        report(signed(cast, STRIKE), damage=damage)
    assert refused.value.field == "target_damage"


def test_blitzkrieg_makes_a_damaged_target_worth_two_more(cast: Cast):
    mission = signed(cast, STRIKE, "blitzkrieg")
    told = report(mission, *OVER, damage=3)
    assert points(told) == (0, HOME + 5)
    assert told.target is not None
    assert told.target.points == 3
    assert [(score.points, score.section, score.reason) for score in told.scores] == [
        *[(3, "Supplement 24.7", "home undamaged")] * 2,
        (3, "Supplement 24.7", "Ground Forces: Disrupted"),
        (2, "Supplement 24.6", "Blitzkrieg"),
    ]
    assert points(report(mission, *OVER, damage=2)) == (0, HOME)


def test_a_strike_scores_by_the_campaigns_rules(cast: Cast):
    told = report(
        signed(cast, STRIKE),
        AircraftOutcome("axis-1 leader", over_target=True),
        AircraftOutcome("axis-1 wingman", status="destroyed", by="allied-1 leader", over_target=True),
        AircraftOutcome("axis-2 leader", status="damaged", by="allied-1 leader", jettisoned=True),
        AircraftOutcome("axis-2 wingman", jettisoned=True),
    )
    assert points(told) == (6 + 3 + 1 + 1, 3)


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
        AircraftOutcome("axis-2 wingman", jettisoned=True),
        AircraftOutcome("axis-3 leader", status="damaged"),
        AircraftOutcome("axis-3 wingman", exit="disengaged"),
    )
    assert points(told) == (60 + 2 * 11 + 20 + 7, 33)


def test_a_campaign_of_dogfights_gives_the_weaker_side_its_balance(cast: Cast):
    campaign = make.campaign(cast.owner, make.DOGFIGHTS, seed=5)
    mission = make.planned(campaign)
    told = reports.report(sheet_of(mission), Outcome())
    pack = definition(campaign.pack)
    assert pack.values.balance
    values = {"allied": 0, "axis": 0}
    for line in sheet_of(mission).lines:
        lone = line.aircraft.balance(wingman=False)
        values[line.side] += lone if line.seat == "leader" else line.aircraft.balance(wingman=True) - lone
    margin = values["allied"] - values["axis"]
    assert margin
    assert points(told) == (max(0, -margin), max(0, margin))


def scores_of(mission: Mission, told: Report) -> tuple[Score, ...]:
    """Its points once more, by the rules of its game."""
    rules = definition(mission.campaign.pack).rules
    return rules.scores(setups.order_of(context.context_of(mission)), told.aircraft, {})


@pytest.mark.parametrize("seed", range(6))
def test_the_engines_own_score_of_a_dogfight_is_the_campaigns(cast: Cast, seed: int):
    mission = make.planned(make.campaign(cast.owner, seed=seed))
    report = flying.play(mission).report()
    assert report.scores == scores_of(mission, report)


def test_an_air_combat_mission_of_a_land_campaign_scores_skilled_pilots(cast: Cast):
    mission = signed(cast, DUEL)
    told = report(mission, AircraftOutcome("allied-1 leader", status="destroyed"))
    skills = next(each for each in told.aircraft if each.status == "destroyed").skills
    assert points(told) == (0, 5 + len(skills))
    assert scores_of(mission, told) == told.scores


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


@pytest.mark.portable
def test_the_same_page_sent_twice_is_found_again_and_corrected_after_going_back_it_is_stored_anew(cast: Cast):
    mission = signed(cast, DUEL)
    key, corrected = uuid4(), make.rough(mission)
    first = table.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=key)
    again = table.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=key)
    assert again.stored_at == first.stored_at
    second = table.record_table(actor=cast.owner, mission=mission, outcome=corrected, key=key)
    assert Report.from_json(second.report).points("allied") == 5
    assert second.version != first.version
    make.debrief(mission)
    late = table.record_table(actor=cast.owner, mission=mission, outcome=corrected, key=key)
    assert late.version == second.version
    with pytest.raises(Refusal, match="Take the debrief back"):
        table.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=key)
    assert_reconciled(mission.campaign)


def test_a_page_of_another_mission_is_refused(cast: Cast):
    first, second = signed(cast, DUEL), signed(cast, STRIKE)
    key = uuid4()
    table.record_table(actor=cast.owner, mission=first, outcome=Outcome(), key=key)
    with pytest.raises(Refusal, match="belongs to another mission"):
        table.record_table(actor=cast.owner, mission=second, outcome=Outcome(), key=key)


def test_a_mission_that_the_engine_has_flown_is_not_recorded_as_well(cast: Cast):
    mission = make.flown(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="The engine has flown this mission"):
        make.record(mission)


def test_nothing_is_recorded_before_both_sides_have_signed(cast: Cast):
    mission = make.drawn(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="Allied orders are not signed yet"):
        table.record_table(actor=cast.owner, mission=mission, outcome=Outcome(), key=uuid4())


# Strikes, and what comes of them


def test_who_jettisoned_may_still_have_strafed_and_earns_what_he_brings_home(cast: Cast):
    """The rule pays who goes Over Target and comes home Undamaged, bombs or no bombs. [WBY 16.2, 16.5, 17.2f]"""
    both = [AircraftOutcome(f"axis-1 {seat}", jettisoned=True, over_target=True) for seat in ("leader", "wingman")]
    told = report(signed(cast, STRIKE), *both)
    assert points(told) == (2, 6)


def test_who_jettisoned_and_turned_back_earns_nothing(cast: Cast):
    both = [AircraftOutcome(f"axis-1 {seat}", jettisoned=True) for seat in ("leader", "wingman")]
    assert points(report(signed(cast, STRIKE), *both)) == (2, 0)


def test_a_unit_jettisons_as_one(cast: Cast):
    said = refusal(signed(cast, STRIKE), AircraftOutcome("axis-1 leader", jettisoned=True))
    assert said.field == "aircraft.axis-1 wingman.jettisoned"
    assert "a unit jettisons as one" in said.sentence


def test_the_wingman_goes_where_his_leader_goes(cast: Cast):
    said = refusal(
        signed(cast, STRIKE), AircraftOutcome("axis-1 leader", over_target=True), AircraftOutcome("axis-1 wingman")
    )
    assert said.field == "aircraft.axis-1 wingman.over_target"


def test_flak_hits_only_who_is_over_the_target(cast: Cast):
    mission = signed(cast, STRIKE)
    assert refusal(mission, AircraftOutcome("axis-1 leader", status="damaged", by="flak")).field.endswith(".by")
    escort = AircraftOutcome("axis-3 leader", status="damaged", by="flak")
    assert "where it does not go" in refusal(mission, escort).sentence


def test_what_each_aircraft_did_adds_up_to_the_damage(cast: Cast):
    mission = signed(cast, STRIKE)
    both = (
        AircraftOutcome("axis-1 leader", over_target=True, struck=2),
        AircraftOutcome("axis-1 wingman", over_target=True, struck=1),
    )
    told = report(mission, *both)
    assert told.target is not None
    assert (told.target.damage, told.target.level) == (3, "Disrupted")
    assert [each.struck for each in told.aircraft if each.unit == "axis-1"] == [2, 1]
    more = report(mission, *both, damage=6)
    assert more.target is not None
    assert more.target.level == "Scattered"
    assert refusal(mission, *both, target_damage=2).field == "target_damage"


def test_who_was_never_there_struck_nothing(cast: Cast):
    said = refusal(signed(cast, STRIKE), AircraftOutcome("axis-1 leader", status="destroyed", struck=1))
    assert "was not Over Target" in said.sentence


def test_what_is_hardened_is_not_struck_by_who_jettisoned(cast: Cast):
    mission = rewritten(cast, target='{ slug = "bridge" }')
    both = [
        AircraftOutcome(f"axis-1 {seat}", jettisoned=True, over_target=True, struck=struck)
        for seat, struck in (("leader", 3), ("wingman", None))
    ]
    assert "cannot be strafed" in refusal(mission, *both).sentence


def test_the_phases_flown_stand_in_the_report_and_bind_the_turns(cast: Cast):
    mission = signed(cast, STRIKE)
    there = [AircraftOutcome(f"axis-1 {seat}", over_target=True) for seat in ("leader", "wingman")]
    assert report(mission, *there).duration == (3, 1, 2, 0)
    assert reports.report(sheet_of(mission), Outcome(turns=2)).duration == (2, 0, 0, 0)
    assert "Turn 4 is the one Over Target" in refusal(mission, *there, turns=3).sentence
    assert "Straggler Turn only if" in refusal(mission, *there, turns=7).sentence
    hurt = AircraftOutcome("axis-2 leader", status="damaged")
    assert reports.report(sheet_of(mission), Outcome((*there, hurt), turns=7)).duration == (3, 1, 2, 1)


def test_the_report_says_what_each_took_off_with_and_which_resources_counted(cast: Cast):
    told = report(signed(cast, STRIKE, "blitzkrieg"))
    assert {(each.unit, each.role, each.load) for each in told.aircraft if each.side == "axis"} >= {
        ("axis-1", "striker", ("bombs",)),
        ("axis-3", "escort", ()),
    }
    assert told.resources == {"axis": ("Blitzkrieg",)}


TRANSPORTS = """[
  { side = "axis", role = "striker", aircraft = ["he-111h"], size = 2, load = "cargo", altitudes = ["low"] },
  { side = "allied", role = "interceptor", aircraft = ["hurricane-i"], count = 1 },
]"""


@pytest.mark.parametrize(("kind", "slug"), [("air-drop", "drop-zone"), ("air-transport", "airhead")])
def test_a_transport_delivers_what_its_card_says_damaged_less_and_destroyed_nothing(cast: Cast, kind: str, slug: str):
    mission = rewritten(cast, type=f'"{kind}"', target=f'{{ slug = "{slug}" }}', units=TRANSPORTS)
    sheet = sheet_of(mission)
    assert not sheet.takes_damage
    first, second = (line for line in sheet.lines if line.side == "axis")
    whole, left = first.cargo
    assert whole > left > 0
    told = report(
        mission,
        AircraftOutcome(first.key, over_target=True),
        AircraftOutcome(second.key, status="damaged", over_target=True),
    )
    assert [each.cargo for each in told.aircraft if each.side == "axis"] == [whole, left]
    assert [(score.reason, score.points) for score in told.scores if score.reason == "cargo"] == [
        ("cargo", whole),
        ("cargo", left),
    ]
    lost = report(mission, AircraftOutcome(first.key, status="destroyed", over_target=True))
    assert [each.cargo for each in lost.aircraft if each.side == "axis"] == [0, 0]
    too_much = AircraftOutcome(first.key, over_target=True, cargo=whole + 1)
    assert f"Cargo Points delivered: a whole number from 0 to {whole}" in refusal(mission, too_much).sentence
    on_the_way = AircraftOutcome(first.key, status="destroyed", cargo=1)
    assert "was not Over Target" in refusal(mission, on_the_way).sentence


MINELAYERS = """[
  { side = "axis", role = "striker", aircraft = ["he-111h"], size = 2, load = "mines", altitudes = ["low"] },
  { side = "allied", role = "interceptor", aircraft = ["hurricane-i"], count = 1 },
]"""


def test_mines_are_counted_and_score_by_pairs(cast: Cast):
    mission = rewritten(cast, type='"mine-laying"', target='{ slug = "freighter" }', units=MINELAYERS)
    first, second = (line for line in sheet_of(mission).lines if line.side == "axis")
    there = (AircraftOutcome(first.key, over_target=True), AircraftOutcome(second.key, over_target=True, mines=1))
    told = report(mission, *there)
    laid = first.mines[0] + 1
    assert [each.mines for each in told.aircraft if each.side == "axis"] == [first.mines[0], 1]
    assert [score.points for score in told.scores if "mines" in score.reason] == [laid // 2]
    assert (
        "mines laid: a whole number from 0 to"
        in refusal(mission, AircraftOutcome(first.key, over_target=True, mines=99)).sentence
    )
    assert "Nothing damages the target" in refusal(mission, *there, target_damage=3).sentence


PHOTOGRAPHERS = """[
  { side = "axis", role = "striker", aircraft = ["bf-110c"], wingman = "always" },
  { side = "allied", role = "interceptor", aircraft = ["hurricane-i"], count = 1 },
]"""


def test_photographs_score_by_the_card_drawn(cast: Cast):
    mission = rewritten(cast, type='"reconnaissance"', target='{ slug = "airfield" }', units=PHOTOGRAPHERS)
    told = report(
        mission,
        AircraftOutcome("axis-1 leader", over_target=True, photographs="vital"),
        AircraftOutcome("axis-1 wingman", over_target=True, photographs="hit"),
    )
    assert [each.recon for each in told.aircraft if each.side == "axis"] == [4, 1]
    assert points(told) == (0, 5)
    assert refusal(mission, AircraftOutcome("axis-1 leader", photographs="hit")).field.endswith("photographs")
    assert refusal(mission, AircraftOutcome("axis-1 leader", photographs="blurred")).field.endswith("photographs")


SECTIONS = """[
  { side = "axis", role = "striker", aircraft = ["ju-87b"], count = 1, load = "bombs" },
  { side = "allied", role = "interceptor", aircraft = ["hurricane-i"], count = 1, section = true },
]"""


def test_the_third_man_of_a_section_is_asked_about_too(cast: Cast):
    mission = rewritten(cast, units=SECTIONS)
    lines = [line for line in sheet_of(mission).lines if line.side == "allied"]
    assert [(line.seat, line.name) for line in lines] == [
        ("leader", "Interceptor 1 leader"),
        ("wingman", "Interceptor 1 wingman"),
        ("section", "Interceptor 1 third man"),
    ]
    shot_down = AircraftOutcome("allied-1 section", status="destroyed", by="axis-1 wingman")
    told = report(mission, shot_down)
    assert points(told)[1] >= 5
    make.record(mission, Outcome((shot_down,)))
    make.debrief(mission)
    assert_reconciled(mission.campaign)


def test_fuel_is_noted_where_the_campaign_keeps_account_of_it(cast: Cast):
    mission = signed(cast, STRIKE)
    pack = mission.campaign.pack
    pack.source = pack.source.replace("[victory]", "[options]\nfuel = true\n\n[victory]", 1)
    told = reports.report(sheet_of(mission), Outcome(fuel={"allied-1": 7}))
    assert {each.fuel for each in told.aircraft if each.unit == "allied-1"} == {7}
    assert {each.fuel for each in told.aircraft if each.unit == "axis-1"} == {None}
    assert refusal(mission, fuel={"axis-1": 3}).field == "fuel.axis-1"
    dry = AircraftOutcome("allied-1 leader", status="destroyed", by="fuel")
    assert "lack of fuel" in {each.cause for each in report(mission, dry).aircraft}


@rule("SUP 19.5")
def test_a_fuel_tank_hit_is_asked_of_men_whose_fate_a_card_tells(cast: Cast):
    mission = make.planned(make.campaign(cast.owner, make.PERIODS, allied="staff", axis="staff", seed=2))
    lines = sheet_of(mission).lines
    assert {line.has_fate for line in lines} == {True}
    key = lines[0].key
    down = report(mission, AircraftOutcome(key, status="destroyed", fuel_tank=True), damage=0)
    assert [f"{each.unit} {each.seat}" for each in down.aircraft if each.fuel_tank] == [key]
    assert Report.from_json(down.as_json()) == down
    said = refusal(mission, AircraftOutcome(key, status="damaged", fuel_tank=True), target_damage=0)
    assert said.field == f"aircraft.{key}.fuel_tank"
    assert not any(line.has_fate for line in sheet_of(make.planned(make.campaign(cast.owner))).lines)


def test_the_balance_of_a_dogfight_is_known_before_the_first_card(cast: Cast):
    mission = make.planned(make.campaign(cast.owner, make.DOGFIGHTS, seed=5))
    sheet = sheet_of(mission)
    (before,) = reports.balance(sheet)
    assert before in reports.report(sheet, Outcome()).scores
