"""Angels Twenty in a campaign: set-ups of units with men in them, and what became of each aircraft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import engine
from engine import heuristic_player
from engine.angels.aircraft import catalogue
from engine.core.campaigns import CampaignRules, Man, MissionOrder, MissionUnit
from engine.core.errors import BadSetup
from engine.core.players import fly
from engine.core.report import AircraftReport
from tests.engine.rules import rule

ANGELS = engine.systems()["angels"]


def rules() -> CampaignRules:
    assert ANGELS.campaign
    return ANGELS.campaign


def man(name: str = "Doe", missions: int = 0, kills: int = 0) -> Man:
    return Man(name, missions, Fraction(kills), Fraction(0), False)


def unit(name: str, *aircraft: str, men: list[Man | None] | None = None, role: str = "fighter") -> MissionUnit:
    side = name.partition("-")[0]
    return MissionUnit(name, side, role, aircraft, tuple(men or [None] * len(aircraft)))


def order(*units: MissionUnit, **setup: Any) -> MissionOrder:
    return MissionOrder(setup, "1940-08", units)


HURRICANES = unit("allied-1", "hurricane-mk-i", "hurricane-mk-i", men=[man("Ann", 5), man("Bob")])
SPITFIRE = unit("allied-2", "spitfire-mk-i-ace", men=[man("Cat", kills=5)])
EMILS = unit("axis-1", "bf-109e-wingman", "bf-109e-wingman")
ZERSTOERER = unit("axis-2", "bf-110c-zerstoerer")
BOMBERS = unit("axis-3", "he-111-token", "he-111-token", role="striker")


def test_units_of_a_campaign_become_a_battle_with_their_men_and_what_they_have_come_to() -> None:
    setup = rules().setup(order(HURRICANES, SPITFIRE, EMILS, situation=3, clouds="random"))
    ANGELS.check(setup)
    assert [(each["id"], each["aircraft"], each.get("name"), each["pilot"]) for each in setup["units"]] == [
        ("allied-1", "hurricane-mk-i", "Ann", "veteran"),
        ("allied-2", "hurricane-mk-i", "Bob", "poor"),
        ("allied-3", "spitfire-mk-i-ace", "Cat", "ace"),
        ("axis-1", "bf-109e-wingman", None, "average"),
        ("axis-2", "bf-109e-wingman", None, "average"),
    ]
    assert (setup["situation"], setup["clouds"]) == (3, "random")


def test_a_mission_may_be_one_of_the_scenarios_whose_places_go_to_aircraft_of_their_class() -> None:
    """The Bf 110 is named first and still takes the Bf 110's place."""
    setup = rules().setup(order(HURRICANES, SPITFIRE, ZERSTOERER, EMILS, BOMBERS, scenario="limited-fuel"))
    ANGELS.check(setup)
    printed = ANGELS.scenarios()["limited-fuel"].setup
    assert (setup["map"], setup["turns"]) == (printed["map"], 5)
    where = {each["id"]: tuple(each["hex"]) for each in setup["units"]}
    assert where["axis-1"] == tuple(printed["units"][5]["hex"])
    assert where["axis-2"] == tuple(printed["units"][3]["hex"])
    assert setup["victory"]["units"] == ["axis-2", "axis-3"], "the fighters that must go home"
    assert [each.get("hold") for each in setup["units"][-2:]] == [True, True]


def test_what_a_table_says_flew_beyond_the_places_of_a_scenario_stands_above_or_below_one_of_its_side() -> None:
    told = replace(unit("allied-2", *["spitfire-mk-i-ace"] * 3), is_told=True)
    for more, scenario in ((told, "interceptors"), (replace(BOMBERS, is_told=True), "dogfight")):
        setup = rules().setup(order(HURRICANES, EMILS, more, scenario=scenario))
        ANGELS.check(setup)
        assert len(setup["units"]) == 4 + len(more.aircraft)
        places = [(each["id"][:4], *each["hex"], each.get("altitude", 3)) for each in setup["units"]]
        assert len(set(places)) == len(places)


def test_what_a_mission_says_of_itself_stands_above_its_scenario() -> None:
    setup = rules().setup(order(HURRICANES, EMILS, scenario="interceptors", turns=9))
    assert setup["turns"] == 9


def test_a_scenario_whose_flights_are_deployed_has_room_for_any_number() -> None:
    five = unit("axis-1", *["bf-109e-wingman"] * 5)
    setup = rules().setup(order(HURRICANES, five, scenario="kent"))
    ANGELS.check(setup)
    assert setup["situation"] == "roll"
    assert "points" not in setup


def test_one_side_may_still_be_secret() -> None:
    ANGELS.check(rules().setup(order(HURRICANES)))
    ANGELS.check(rules().setup(order(BOMBERS, scenario="limited-fuel")))


@pytest.mark.parametrize(
    ("units", "setup", "said"),
    [
        ([unit("allied-1", "ufo")], {}, "allied-1: There is no aircraft"),
        ([unit(f"axis-{each}", *["bf-109e-wingman"] * 3) for each in (1, 2, 3)], {}, "axis-3: a side has at most 8"),
        ([HURRICANES, SPITFIRE], {"scenario": "interceptors"}, "allied-2: .*no place for so many fighters"),
        ([BOMBERS], {"scenario": "dogfight"}, "axis-3: .*no place for so many bombers"),
        ([HURRICANES], {"scenario": "waterloo"}, "no scenario 'waterloo'"),
        ([HURRICANES], {"fuel": 7}, "unknown key 'fuel'"),
    ],
)
def test_a_mission_that_cannot_be_flown_is_refused_with_a_sentence(
    units: list[MissionUnit], setup: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadSetup, match=said):
        rules().setup(order(*units, **setup))


@pytest.mark.parametrize("seed", range(6))
def test_what_became_of_each_aircraft_is_told_by_the_campaigns_units_and_seats(seed: int) -> None:
    mission = order(HURRICANES, SPITFIRE, ZERSTOERER, EMILS, BOMBERS, scenario="limited-fuel")
    game = engine.new("angels", rules().setup(mission), seed)
    fly(game, {side: heuristic_player("angels", side, seed) for side in game.sides})
    report = game.report()
    flown = rules().retold(mission, report).aircraft
    assert [(entry.unit, entry.seat, entry.aircraft) for entry in flown] == [
        (each.id, str(seat), slug) for each in mission.units for seat, slug in enumerate(each.aircraft, 1)
    ]
    assert [entry.status for entry in flown] == [entry.status for entry in report.aircraft]
    assert [entry.pilot for entry in flown][:3] == ["Ann", "Bob", "Cat"]
    assert flown[-1].role == "striker"
    lost = {(entry.unit, entry.seat) for entry in flown if entry.status == "destroyed"}
    killed = [(kill.unit, kill.seat) for entry in flown for kill in entry.kills]
    assert len(killed) == sum(len(entry.kills) for entry in report.aircraft)
    assert set(killed) <= lost
    fates = {(entry.unit, entry.seat): entry for entry in flown}
    for entry in flown:
        for kill in entry.kills:
            assert fates[kill.unit, kill.seat].cause.startswith(f"by {entry.pilot or 'a '}")
    shot = {entry.unit: entry for entry in report.aircraft}
    for entry in report.aircraft:
        for kill in entry.kills:
            assert shot[kill.unit].cause.startswith(f"by {entry.pilot or entry.unit.replace('-', ' ').title()}, ")


@rule("A20 End of Turn a")
def test_a_mission_told_at_the_table_is_worth_the_cost_of_what_was_lost() -> None:
    mission = order(HURRICANES, EMILS)

    def told(where: MissionUnit, seat: str, **became: Any) -> AircraftReport:
        return AircraftReport(
            where.side, where.id, seat, where.aircraft[0], "fighter", **{"status": "damaged", **became}
        )

    flown = (
        told(HURRICANES, "1", exit="disengaged"),
        told(HURRICANES, "2", status="destroyed"),
        told(EMILS, "1", status="destroyed"),
        told(EMILS, "2"),
    )
    scores = [(each.side, each.points, each.unit, each.seat) for each in rules().scores(mission, flown, {})]
    assert scores == [("axis", 17, "allied-1", "1"), ("axis", 19, "allied-1", "2"), ("allied", 24, "axis-1", "1")]


@pytest.mark.parametrize(
    ("missions", "kills", "rank"),
    [
        (0, 0, "Poor"),
        (1, 0, "Poor"),
        (2, 0, "Average"),
        (0, 1, "Average"),
        (5, 0, "Veteran"),
        (4, 3, "Veteran"),
        (10, 0, "Ace"),
        (0, 5, "Ace"),
        (9, 4, "Veteran"),
    ],
)
def test_a_pilot_rises_by_battles_survived_or_by_kills(missions: int, kills: int, rank: str) -> None:
    assert rules().rank(man(missions=missions, kills=kills)) == rank


def rolls(die: int) -> Callable[[], float]:
    return lambda: (die - 0.5) / 6


@rule("A20 Pilot Survival")
@pytest.mark.parametrize(
    ("ground", "fates"),
    [
        ("friendly", ["killed", "wounded", "unhurt", "unhurt", "unhurt", "unhurt"]),
        ("enemy", ["killed", "captured", "captured", "captured", "unhurt", "unhurt"]),
        ("water", ["killed", "missing", "missing", "unhurt", "unhurt", "unhurt"]),
    ],
)
def test_a_die_says_who_flies_again_and_of_the_others_whether_they_live(ground: Any, fates: list[str]) -> None:
    drawn = [rules().fate(rolls(die), ground) for die in range(1, 7)]
    assert [fate.fate for fate in drawn if fate] == fates
    assert [fate.drawn for fate in drawn if fate] == [{"die": die} for die in range(1, 7)]
    assert all(bool(fate.missions_out) == (fate.fate == "wounded") for fate in drawn if fate)


def test_the_catalogue_has_every_card() -> None:
    entries = rules().catalogue()
    assert entries.keys() == catalogue().keys()
    typhoon = entries["typhoon-interceptor"]
    assert (typhoon.nation, typhoon.service, typhoon.side, typhoon.value) == ("gb", "RAF", "allied", 43)
    assert {entry.aircraft_class for entry in entries.values()} == {"fighter", "medium-bomber"}
