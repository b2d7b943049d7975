"""Dogfight in a campaign: its set-ups, and what its hits are in pools."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import engine
from campaigns.catalogue.library import FIXTURES, library
from campaigns.packs.schema import SIDES
from engine import heuristic_player
from engine.core.campaigns import MissionOrder, MissionUnit, answered
from engine.core.errors import BadSetup
from engine.core.players import fly
from engine.core.report import AircraftReport, Kill, Report
from engine.sabin.campaign import SabinCampaign
from tests.engine.rules import rule

RULES = SabinCampaign()
RAID = (
    ("allied", "striker", "b-17g-squadron", 12),
    ("allied", "striker", "b-24j-squadron", 9),
    ("allied", "escort", "p-51-flight", 4),
    ("allied", "fighter", "p-47-flight", 4),
    ("axis", "interceptor", "bf-109-flight", 6),
    ("axis", "interceptor", "me-410-flight", 4),
    ("axis", "interceptor", "fw-190-flight", 4),
)


def order(units: tuple[tuple[str, str, str, int], ...] = RAID, **setup: Any) -> MissionOrder:
    counted = dict.fromkeys(map(str, SIDES), 0)
    made = []
    for side, role, slug, size in units:
        counted[side] += 1
        made.append(MissionUnit(f"{side}-{counted[side]}", side, role, (slug,) * size, (None,) * size))
    return MissionOrder({"escorting": "allied", "ceiling": "14-15"} | setup, "1944-02", tuple(made))


def flown(given: MissionOrder, seed: int) -> tuple[Report, tuple[AircraftReport, ...]]:
    game = engine.new("sabin", RULES.setup(given), seed)
    report = fly(game, {side: heuristic_player("sabin", side, seed) for side in SIDES}).report()
    return report, RULES.retold(given, report).aircraft


def told(unit: str, *, size: int, hits: int, damaged: tuple[Kill, ...] = ()) -> AircraftReport:
    """As a game tells of a unit."""
    side = unit.partition("-")[0]
    status: Any = "damaged" if hits else "undamaged"
    return AircraftReport(side, unit, "", "fw-190", "fighter", status, size=size, hits=hits, damaged=damaged)


@pytest.mark.parametrize("seed", range(8))
def test_a_game_tells_of_each_aircraft_of_each_unit_once(seed: int) -> None:
    given = order(handicap=2)
    report, aircraft = flown(given, seed)
    expected = [(unit.id, str(seat)) for unit in given.units for seat in range(1, len(unit.aircraft) + 1)]
    assert [(each.unit, each.seat) for each in aircraft] == expected
    assert {each.aircraft for each in aircraft} == {slug for unit in given.units for slug in unit.aircraft}
    for entry in report.aircraft:
        own = [each for each in aircraft if each.unit == entry.unit]
        assert sum(each.status != "undamaged" for each in own) == entry.hits
        gone = entry.hits - entry.hits // 2 if entry.hits > 1 else 0
        assert sum(each.status == "destroyed" for each in own) == gone
        assert {each.role for each in own} == {next(unit.role for unit in given.units if unit.id == entry.unit)}


@pytest.mark.parametrize("seed", range(8))
def test_every_aircraft_that_was_hit_is_credited_to_whoever_hit_it(seed: int) -> None:
    _, aircraft = flown(order(), seed)
    credited = Counter((kill.unit, kill.seat) for each in aircraft for kill in (*each.kills, *each.damaged))
    assert credited == {(each.unit, each.seat): 1 for each in aircraft if each.status != "undamaged"}
    killed = {(kill.unit, kill.seat) for each in aircraft for kill in each.kills}
    assert killed == {(each.unit, each.seat) for each in aircraft if each.status == "destroyed"}
    assert all(each.seat == "1" for each in aircraft if each.kills or each.damaged)


@rule("SABIN Victory d")
@pytest.mark.parametrize("turning_back", ["never", "behind", "always"])
@pytest.mark.parametrize("seed", range(8))
def test_a_mission_told_at_the_table_scores_what_the_game_scores(seed: int, turning_back: str) -> None:
    given = order(handicap=3, options={"turning_back": turning_back})
    report, aircraft = flown(given, seed)
    answers = answered(RULES.asked(given), report.answers)
    assert sorted(RULES.scores(given, aircraft, answers), key=repr) == sorted(report.scores, key=repr)


def test_it_is_asked_whether_the_bombers_turned_back_where_they_may_and_then_their_side_has_no_points() -> None:
    given = order(handicap=3, options={"turning_back": "always"})
    assert [(each.name, each.kind) for each in RULES.asked(given)] == [("turned-back", "switch")]
    assert RULES.asked(order(handicap=3)) == ()
    _, aircraft = flown(given, 0)
    hits = sum(each.status != "undamaged" for each in aircraft if each.side == "allied")
    points = {each.reason: (each.side, each.points) for each in RULES.scores(given, aircraft, {"turned-back": True})}
    forfeit = points.pop("The bombers turned back")
    assert forfeit[0] == "axis"
    assert forfeit[1] > 0
    assert points == ({"Hits on the enemy": ("axis", hits)} if hits else {})


def test_of_five_hits_two_aircraft_come_back_and_three_do_not() -> None:
    units = (("allied", "striker", "b-17g-squadron", 9), ("axis", "interceptor", "bf-110-flight", 4))
    shots = tuple(Kill("allied-1", "", "b-17g") for _ in range(5))
    report = Report("sabin", 9, (told("allied-1", size=9, hits=5), told("axis-1", size=4, hits=0, damaged=shots)), ())
    aircraft = RULES.retold(order(units), report).aircraft
    statuses = [each.status for each in aircraft if each.unit == "allied-1"]
    assert statuses == ["undamaged"] * 4 + ["damaged"] * 2 + ["destroyed"] * 3
    assert {each.cause for each in aircraft if each.unit == "allied-1"} == {"", "by Fw 190"}
    heavy = next(each for each in aircraft if each.unit == "axis-1")
    assert [kill.seat for kill in heavy.kills] == ["7", "8", "9"]
    assert [kill.seat for kill in heavy.damaged] == ["5", "6"]


def test_a_flight_that_is_hit_more_often_than_it_has_aircraft_loses_no_more_than_it_has() -> None:
    units = (("allied", "striker", "b-17g-squadron", 9), ("axis", "interceptor", "fw-190-flight", 2))
    shots = tuple(Kill("axis-1", "", "fw-190") for _ in range(3))
    report = Report("sabin", 9, (told("allied-1", size=9, hits=0, damaged=shots), told("axis-1", size=2, hits=3)), ())
    aircraft = RULES.retold(order(units), report).aircraft
    assert [each.status for each in aircraft if each.unit == "axis-1"] == ["damaged", "destroyed"]
    assert len(aircraft[0].kills + aircraft[0].damaged) == 2


def test_traits_of_a_unit_stand_above_those_of_its_aircraft_and_these_above_those_of_its_role() -> None:
    traits = {"interceptor": ["weak"], "me-410-flight": ["heavy", "weak"], "axis-3": []}
    units = {each["id"]: each for each in RULES.setup(order(traits=traits))["units"]}
    assert [units[f"axis-{number}"]["traits"] for number in (1, 2, 3)] == [["weak"], ["heavy", "weak"], []]
    assert "traits" not in units["allied-3"]
    engine.new("sabin", RULES.setup(order(traits=traits)), 1)


def test_what_is_agreed_goes_into_the_set_up_and_bombers_press_on_unless_told_otherwise() -> None:
    setup = RULES.setup(order(handicap=4, altitude="low", options={"sky": "roll"}))
    assert (setup["handicap"], setup["ceiling"], setup["altitude"]) == (4, "14-15", "low")
    assert setup["options"] == {"sky": "roll", "turning_back": "never"}
    assert RULES.setup(order(options={"turning_back": "behind"}))["options"]["turning_back"] == "behind"


def test_one_sides_units_are_a_set_up_that_may_be_checked() -> None:
    for side in SIDES:
        alone = tuple(unit for unit in RAID if unit[0] == side)
        engine.systems()["sabin"].check(RULES.setup(order(alone)))


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        (("axis", "striker", "ju-88-squadron", 9), "axis-1: the bombers are the allied side’s in this mission."),
        (("axis", "escort", "bf-109-flight", 4), "axis-1: it cannot fly as escort: the allied side has the bombers."),
        (("allied", "interceptor", "p-51-flight", 4), "allied-1: it cannot fly as interceptor"),
        (("allied", "escort", "b-17g-squadron", 9), "allied-1: B-17G are bombers, and cannot fly as escort."),
        (("allied", "striker", "p-51-flight", 4), "allied-1: P-51 Mustang are fighters, and cannot fly as striker."),
        (("allied", "striker", "b-17g", 9), "allied-1: there is no aircraft 'b-17g' here."),
    ],
    ids=["bombers of the others", "escort of nobody", "interceptor of the escorts", "bombers", "fighters", "slug"],
)
def test_a_unit_that_the_game_has_no_part_for_is_refused(unit: tuple[str, str, str, int], why: str) -> None:
    with pytest.raises(BadSetup) as refused:
        RULES.setup(order((unit,)))
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ({"traits": {"p-50-flight": ["weak"]}}, "Traits: 'p-50-flight' is neither a role nor an aircraft nor a unit."),
        ({"clouds": "low"}, "The mission: unknown key 'clouds'."),
    ],
    ids=["traits of nobody", "unknown key"],
)
def test_the_table_of_a_mission_says_only_what_the_game_knows(setup: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetup) as refused:
        RULES.setup(order(**setup))
    assert str(refused.value) == why


def test_every_aircraft_of_the_game_may_fly_in_campaigns() -> None:
    entries = RULES.catalogue()
    assert (entries["swordfish-squadron"].service, entries["blenheim-squadron"].service) == ("FAA", "RAF")
    assert {library().aircraft[slug].system for slug in entries} == {"sabin"}
    nations = {path.stem for path in (FIXTURES / "pilots").glob("*.toml")} | {"jp"}
    assert {entry.nation for entry in entries.values()} <= nations
