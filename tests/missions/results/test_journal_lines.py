"""What a debrief writes in campaigns with pools and careers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest

from campaigns.selectors import standings
from campaigns.selectors.definitions import definition
from campaigns.standing import NewLine, careers
from engine.core.campaigns import Fate
from engine.core.report import AircraftReport, Kill, Report, TargetReport
from missions.flights import context
from missions.models import Mission
from missions.operations.orders import sign_orders
from missions.planning.places import seats
from missions.results.journal_lines import outcome_lines
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission of a progressive campaign, planned by both sides."""
    return make.planned(make.campaign(cast.owner, make.PERIODS, allied="staff", axis="staff", seed=2))


def written(mission: Mission, report: Report, seed: int = 1, fates: Literal["hard", "mild"] = "hard") -> list[NewLine]:
    pack = definition(mission.campaign.pack)
    return outcome_lines(
        pack.played_by(pack.options.but(fates=fates)),
        standings.standing_of(mission.campaign),
        mission.number,
        mission.key,
        report,
        context.signed(mission),
        way="table",
        seed=seed,
    )


def of(lines: list[NewLine], kind: str) -> list[NewLine]:
    return [line for line in lines if line.kind == kind]


def expected_of(fate: NewLine) -> Fate:
    """What the hard table makes of the cards that were drawn."""
    told = fate.data
    first = careers.outcome(told["result"], told["ground"], "hard", fuel_tank=told["fuel_tank"])
    return first or careers.outcome_again(told["again_result"], "hard")


def flown(mission: Mission, **of_first: Any) -> Report:
    """Everybody came home, but what is said of the first Axis aircraft."""
    aircraft = [
        AircraftReport(side, unit.id, seat.name, seat.aircraft, "fighter", "undamaged")
        for side, orders in context.signed(mission).items()
        for unit in orders.units
        for seat in seats(unit)
    ]
    first = next(n for n, each in enumerate(aircraft) if each.side == "axis")
    aircraft[first] = replace(aircraft[first], **of_first)
    return Report("wildblue", 6, tuple(aircraft), ())


@rule("SUP 27.6")
def test_a_sortie_names_the_aircraft_of_the_pool_and_its_squadron(mission: Mission):
    planned = {
        (unit.id, seat.name): (seat.airframe, unit.squadron, seat.pilot)
        for orders in context.signed(mission).values()
        for unit in orders.units
        for seat in seats(unit)
    }
    sorties = of(written(mission, flown(mission)), "sortie")
    told = {(s.data["unit"], s.data["seat"]): (s.data["airframe"], s.data["squadron"], s.pilot_id) for s in sorties}
    assert told == planned
    standing = standings.standing_of(mission.campaign)
    assert all(standing.airframes[code].squadron == squadron for code, squadron, _ in told.values())


@rule("SUP 19.5")
def test_a_card_tells_the_fate_of_each_man_who_is_shot_down_and_of_nobody_else(mission: Mission):
    lines = written(mission, flown(mission, status="destroyed", cause="flak over the target"))
    (fate,) = of(lines, "fate")
    (down,) = [line for line in of(lines, "sortie") if line.data["status"] == "destroyed"]
    assert (fate.side, fate.pilot_id, fate.data["airframe"]) == ("axis", down.pilot_id, down.data["airframe"])
    assert not fate.data["fuel_tank"]
    expected = expected_of(fate)
    assert (fate.data["fate"], fate.data["missions_out"]) == (expected.fate, expected.missions_out)
    assert of(written(mission, flown(mission, status="damaged")), "fate") == []


@rule("SUP 19.5")
def test_a_fuel_tank_hit_is_one_row_worse(mission: Mission):
    (fate,) = of(written(mission, flown(mission, status="destroyed", fuel_tank=True)), "fate")
    assert fate.data["fuel_tank"]
    assert fate.data["fate"] == expected_of(fate).fate


@rule("SUP 19.5")
def test_over_enemy_ground_a_second_card_is_drawn_where_the_first_sends_for_it(
    mission: Mission, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("missions.results.journal_lines._Told.ground", lambda self, side: "enemy")
    report = flown(mission, status="destroyed")
    seed = next(seed for seed in range(99) if "again" in of(written(mission, report, seed), "fate")[0].data)
    fates = {each: of(written(mission, report, each), "fate")[0] for each in range(seed, seed + 60)}
    assert all(("again" in fate.data) == (fate.data["result"] == "miss") for fate in fates.values())
    assert all(fate.data["fate"] == expected_of(fate).fate for fate in fates.values())
    hurt = {fate.data["result"] for fate in fates.values() if fate.data.get("is_wounded")}
    assert hurt == {"direct"}


@rule("SUP 19.5")
def test_a_campaign_of_the_mild_table_draws_the_same_card_and_goes_by_that_table(
    mission: Mission, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("missions.results.journal_lines._Told.ground", lambda self, side: "enemy")
    report, seen = flown(mission, status="destroyed"), set[str]()
    for seed in range(30):
        (hard,) = of(written(mission, report, seed), "fate")
        (mild,) = of(written(mission, report, seed, fates="mild"), "fate")
        assert (mild.data["card"], mild.data["ground"]) == (hard.data["card"], "enemy")
        assert "again" not in mild.data
        seen.add(mild.data["fate"])
    assert {"unhurt", "wounded"} <= seen


def test_the_same_aircraft_lost_again_draws_the_same_card_and_another_seed_mostly_another(mission: Mission):
    report = flown(mission, status="destroyed")
    again = replace(report, turns=3)
    assert of(written(mission, report), "fate") == of(written(mission, again), "fate")
    cards = {of(written(mission, report, seed), "fate")[0].data["card"]["number"] for seed in range(12)}
    assert len(cards) > 6


@pytest.mark.parametrize(
    ("over", "striker", "axis", "allied"),
    [
        (None, "axis", "enemy", "friendly"),
        (None, "allied", "friendly", "enemy"),
        ("allied", None, "enemy", "friendly"),
        ("water", "axis", "water", "water"),
        (None, None, "friendly", "friendly"),
    ],
)
@rule("SUP 19.5")
def test_the_ground_below_is_the_defenders_unless_the_pack_says_otherwise(
    mission: Mission, over: str | None, striker: str | None, axis: str, allied: str, monkeypatch: pytest.MonkeyPatch
):
    pack = definition(mission.campaign.pack)
    other = pack.mission(mission.key).model_copy(update={"over": over, "striker": striker})
    monkeypatch.setattr("campaigns.packs.definition.PackDefinition.mission", lambda self, key: other)
    down = replace(flown(mission), aircraft=tuple(replace(a, status="destroyed") for a in flown(mission).aircraft))
    lines = outcome_lines(
        pack,
        standings.standing_of(mission.campaign),
        1,
        mission.key,
        down,
        context.signed(mission),
        way="table",
        seed=1,
    )
    assert {(line.side, line.data["ground"]) for line in of(lines, "fate")} == {("axis", axis), ("allied", allied)}


@rule("SUP 19.5")
def test_enemies_that_were_damaged_count_unless_the_same_aircraft_destroyed_them(mission: Mission):
    victims = tuple(Kill(unit, seat, "hurricane-i") for unit, seat in (
        ("allied-1", "leader"), ("allied-1", "wingman"), ("allied-2", "leader"),
    ))  # fmt: skip
    lines = written(mission, flown(mission, damaged=victims, kills=victims[:1]))
    told = [line.data["damaged"] for line in of(lines, "sortie")]
    assert sorted(told) == [0] * (len(told) - 1) + [2]


@rule("SUP 19.5")
def test_a_missing_man_is_searched_for_once_and_nobody_else_is(mission: Mission):
    standing = standings.standing_of(mission.campaign)
    sought, given_up, *_ = standing.airmen.values()
    sought.status, sought.sought = "missing", True
    given_up.status = "missing"
    pack = definition(mission.campaign.pack)
    signed = context.signed(mission)
    lines = outcome_lines(pack, standing, 1, mission.key, flown(mission), signed, way="table", seed=1)
    (search,) = of(lines, "search")
    assert search.pilot_id == sought.pk
    assert search.data["fate"] == careers.searched_for(search.data["result"])


@rule("SUP 26")
def test_a_target_that_is_a_ship_is_named(cast: Cast):
    mission = make.planned(make.campaign(cast.owner, make.OPERATION, allied="staff", axis="staff"))
    report = replace(flown(mission), target=TargetReport("Carrier", 7, "Deck out", 8))
    (target,) = of(written(mission, report), "target")
    assert (target.data["ship"], target.data["level"]) == ("first-carrier", "Deck out")


@rule("SUP 25")
def test_a_resource_of_an_operation_is_written_with_its_price(cast: Cast):
    campaign = make.campaign(cast.owner, make.OPERATION, allied="staff", axis="me")
    mission = make.drawn(campaign)
    document = make.orders(mission, "axis")
    own = {unit.id for unit in context.choices(mission, "axis").units("blitz")}
    document |= {"resource": "blitz", "units": [unit for unit in document["units"] if unit["id"] in own]}
    sign_orders(actor=cast.owner, mission=mission, side="axis", document=document)
    (spent,) = [line for line in of(written(mission, flown(mission)), "resource") if line.side == "axis"]
    assert (spent.data["key"], spent.data["cost"]) == ("blitz", 2)


def test_land_campaigns_write_what_they_always_did(cast: Cast):
    mission = make.planned(make.campaign(cast.owner, make.LAND))
    lines = written(mission, flown(mission, status="destroyed"))
    assert {line.kind for line in lines} <= {"resource", "sortie", "debriefed"}
    assert not any(key in line.data for line in lines for key in ("airframe", "squadron", "damaged", "cost"))
