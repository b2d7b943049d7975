"""A mission told at the table is worth what the game gives: by what became of the aircraft, and by what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine import heuristic_player
from engine.angels.victory import REASON, REASONS
from engine.core import fixtures
from engine.core.campaigns import OUT_OF_FUEL, CampaignRules, MissionOrder, MissionUnit, answered
from engine.core.errors import BadAnswer
from engine.core.game import SIDES
from engine.core.players import RandomPlayer, fly
from engine.core.report import AircraftReport, Report, Score
from engine.core.table_sheet import Ending
from tests.engine.broad import broad
from tests.engine.rules import rule

GAMES = 5
"""Of each mission."""
KENT: dict[str, Any] = fixtures.read("packs", "angels-over-kent.toml")["missions"]
PRINTED = engine.systems()["angels"].scenarios()


def rules() -> CampaignRules:
    found = engine.systems()["angels"].campaign
    assert found
    return found


def unit(name: str, *aircraft: str, role: str = "fighter") -> MissionUnit:
    return MissionUnit(name, name.partition("-")[0], role, aircraft, (None,) * len(aircraft))


def order(mission: str, seed: int) -> MissionOrder:
    """A mission of the pack with units of any size that it allows; or a printed scenario with its own aircraft."""
    if mission in KENT:
        chance = Random(seed)
        counted = dict.fromkeys(SIDES, 0)
        units = []
        for planned in KENT[mission]["units"]:
            side, sizes = planned["side"], planned["size"]
            counted[side] += 1
            size = sizes if isinstance(sizes, int) else chance.choice(sizes)
            slugs = [chance.choice(planned["aircraft"])] * size
            units.append(unit(f"{side}-{counted[side]}", *slugs, role=planned["role"]))
        return MissionOrder(KENT[mission]["setup"], "1940-08", tuple(units))
    own = PRINTED[mission].setup["units"]
    return MissionOrder({"scenario": mission}, "1940-08", tuple(unit(each["id"], each["aircraft"]) for each in own))


def game(given: MissionOrder, seed: int) -> Report:
    """A game of a mission: every third by random players, who leave the map more often."""
    flown = engine.new("angels", rules().setup(given), seed)
    if seed % 3 == 0:
        return fly(flown, {side: RandomPlayer(seed, side) for side in SIDES}).report()
    return fly(flown, {side: heuristic_player("angels", side, seed) for side in SIDES}).report()


def at_table(given: MissionOrder, flown: tuple[AircraftReport, ...]) -> Iterator[AircraftReport]:
    """What is left of these reports where each aircraft has one of the endings that its unit may have."""
    units = {each.id: each for each in given.units}
    for entry in flown:
        ending = next(
            each for each in rules().endings(given, units[entry.unit], int(entry.seat) - 1) if fits(each, entry)
        )
        yield AircraftReport(
            entry.side, entry.unit, entry.seat, entry.aircraft, entry.aircraft_class, ending.status, ending.exit,
            cause=OUT_OF_FUEL if ending.by_fuel else "",
        )  # fmt: skip


def fits(ending: Ending, entry: AircraftReport) -> bool:
    return (ending.status, ending.exit, ending.by_fuel) == (entry.status, entry.exit, entry.cause == OUT_OF_FUEL)


def told(given: MissionOrder, report: Report) -> tuple[Score, ...]:
    """The points of what a table can tell of a game."""
    asked = rules().asked(given)
    answers = answered(asked, {each.name: report.answers[each.name] for each in asked})
    return rules().scores(given, tuple(at_table(given, rules().retold(given, report).aircraft)), answers)


def summed(scores: tuple[Score, ...]) -> list[tuple[str, str, int]]:
    """Points by side and reason."""
    reasons = sorted({(each.side, each.reason) for each in scores})
    return [(*key, sum(each.points for each in scores if (each.side, each.reason) == key)) for key in reasons]


@rule("A20 End of Turn a", "A20 Advantaged Position")
@pytest.mark.parametrize("seed", broad(range(GAMES), 1))
@pytest.mark.parametrize("mission", [*KENT, *(each for each in PRINTED if each not in KENT)])
def test_a_mission_told_at_the_table_gives_the_points_that_the_game_gives(mission: str, seed: int) -> None:
    given = order(mission, seed)
    report = game(given, seed)
    assert summed(told(given, report)) == summed(report.scores)


EMILS = unit("axis-1", "bf-109e-wingman", "bf-109e-wingman")
HURRICANES = unit("allied-1", "hurricane-mk-i", "hurricane-mk-i")
BOMBERS = unit("axis-2", "he-111-token", "he-111-token", role="striker")


def said(given: MissionOrder, *, answers: dict[str, Any] | None = None, **became: dict[str, Any]) -> tuple[Score, ...]:
    """The points where it became of ``axis_2_1`` what is said, and all others are undamaged and still there."""
    flown = (
        AircraftReport(
            each.side, each.id, str(seat), slug, "fighter",
            **{"status": "undamaged", **became.get(f"{each.id}-{seat}".replace("-", "_"), {})},
        )
        for each in given.units
        for seat, slug in enumerate(each.aircraft, 1)
    )  # fmt: skip
    return rules().scores(given, tuple(flown), answers or {})


def reason(slug: str) -> str:
    return REASONS[REASON[slug]][2]


THROUGH = {"exit": "through"}
ESCORT = {"situation": 7, "turns": 14, "map": {"width": 16, "height": 16, "fixed": True}}


@rule("A20 Winning the Bomber Escort Scenario")
def test_bombers_that_turn_back_are_not_through_and_cost_nothing() -> None:
    given = MissionOrder(
        ESCORT | {"victory": {"scenario": "escort", "side": "axis"}}, "1940-08", (HURRICANES, EMILS, BOMBERS)
    )
    both = said(given, axis_2_1=THROUGH, axis_2_2=THROUGH | {"status": "damaged"})
    assert [(each.side, each.points, each.reason) for each in both] == [("axis", 1, reason("bombers-through"))]
    back = said(given, axis_2_1={"exit": "disengaged"}, axis_2_2={"exit": "disengaged"})
    assert [(each.side, each.points, each.reason) for each in back] == [("allied", 1, reason("bombers-stopped"))]
    assert said(given, axis_2_1=THROUGH, axis_2_2={"exit": "disengaged"}) == ()


@rule("A20 Battle of Britain: Limited Fuel b", "A20 Battle of Britain: Limited Fuel c")
def test_fighters_home_in_time_cost_nothing_and_those_without_fuel_their_whole_price() -> None:
    given = MissionOrder({"scenario": "limited-fuel"}, "1940-08", (HURRICANES, EMILS, BOMBERS))
    home = said(given, axis_1_1={"exit": "home"}, axis_1_2={"exit": "disengaged"})
    assert [(each.side, each.points, each.unit, each.seat) for each in home if each.unit] == [
        ("allied", 12, "axis-1", "2")
    ]
    dry = said(given, axis_1_1={"status": "destroyed", "cause": OUT_OF_FUEL})
    assert ("allied", 24, reason("fuel")) in [(each.side, each.points, each.reason) for each in dry]


@rule("A20 Battle of Britain: Intercept the Interceptors b")
def test_who_climbs_above_the_battle_has_won_and_nobody_is_above_it_who_is_damaged() -> None:
    given = MissionOrder({"scenario": "interceptors"}, "1940-08", (HURRICANES, EMILS))
    assert [each.kind for each in rules().asked(given)] == ["switch"]
    scores = said(given, answers={"climbed": True})
    assert [(each.side, each.points, each.reason) for each in scores] == [("allied", 1, reason("climbed"))]
    assert said(given, answers={"climbed": False}) == ()
    with pytest.raises(BadAnswer, match="Not all Allied aircraft") as refused:
        said(given, answers={"climbed": True}, allied_1_2={"status": "damaged"})
    assert refused.value.question == "climbed"


@rule("A20 Advantaged Position")
def test_it_is_asked_how_a_battle_began_only_where_the_dice_say_it() -> None:
    def given(**setup: Any) -> MissionOrder:
        return MissionOrder(setup, "1940-08", (HURRICANES, EMILS))

    (asked,) = rules().asked(given(situation="roll"))
    assert [each.value for each in asked.options][:3] == ["even", "4-allied", "4-axis"]
    assert len(asked.options) == 7
    assert [each.value for each in rules().asked(given(situation=5))[0].options] == ["5-allied", "5-axis"]
    assert rules().asked(given(situation=3)) == ()
    assert rules().asked(given(situation=4, advantage="axis")) == ()
    assert rules().beforehand(given(situation="roll")) == ()
    (bonus,) = rules().beforehand(given(situation=4, advantage="axis"))
    assert (bonus.side, bonus.points, bonus.reason) == ("allied", 10, reason("bonus"))
    points = said(given(situation="roll"), answers={"beginning": "6-allied"})
    assert [(each.side, each.points) for each in points] == [("axis", 20)]


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({}, "How the battle began: choose one of these"),
        ({"beginning": "7-axis"}, "choose one of these"),
        ({"beginning": "even", "weather": 3}, "Nobody asks for 'weather'"),
        ({"beginning": "even", "strafed-axis": 41}, "a whole number from 0 to 40"),
        ({"beginning": "even", "strafed-axis": -1}, "a whole number from 0 to 40"),
        ({"beginning": "even", "strafed-axis": True}, "a whole number"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_with_a_sentence(answers: dict[str, Any], sentence: str) -> None:
    setup = {"situation": "roll", "victory": {"scenario": "schnellbomber", "units": ["axis-1", "axis-2"]}}
    with pytest.raises(BadAnswer, match=sentence):
        answered(rules().asked(MissionOrder(setup, "1940-08", (HURRICANES, EMILS))), answers)
