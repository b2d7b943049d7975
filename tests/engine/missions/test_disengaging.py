"""The Disengagement Table in Missions. [WBY 12.1, 17.3.1h; SUP 19.3 N]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Document
from tests.engine.missions.sky import (
    Sky,
    bomber,
    calm,
    element,
    escort,
    formation,
    interceptor,
    striker,
)
from tests.engine.rules import rule

CHASING = interceptor("allied", 1, altitude="medium")


def level(sky: Sky, card: str = "half-loop", side: str = "axis") -> str:
    """The Level at which the aircraft or the lone Leader who now decides gets away, with this card: Half Loop is H."""
    before = len(sky.told)
    sky.stack(**{side: card}).play("disengage")
    return next(text.rpartition("Level ")[2][0] for text in sky.told[before:] if "Level" in text)


def leaving(turn: int, unit: Document | None = None, **more: Any) -> Sky:
    """A lone striker's Leader Step in a long Mission, an enemy Fighter at its altitude."""
    loner = unit or striker("axis", 1, load=None, wingman=False)
    base = {"target_bound": 14, "home_bound": 14}
    return calm(loner, formation("axis", 2), CHASING, base=base, **more).until_turn(turn, "axis-1 leader")


@rule("WBY 12.1")
@pytest.mark.parametrize(("turn", "expected"), [(1, "H"), (5, "H"), (6, "G"), (8, "G")])
def test_strikers_get_away_less_easily_when_five_target_bound_turns_are_completed(turn: int, expected: str):
    assert level(leaving(turn)) == expected


@rule("WBY 12.1")
@pytest.mark.parametrize(("turn", "expected"), [(10, "G"), (11, "G"), (12, "H"), (17, "H")])
def test_and_when_six_home_bound_turns_are_still_to_go(turn: int, expected: str):
    assert level(leaving(turn)) == expected


@rule("WBY 12.1")
@pytest.mark.parametrize("turn", [6, 10])
def test_escorts_and_interceptors_are_no_strike_aircraft(turn: int):
    assert level(leaving(turn, escort("axis", 1, wingman=False))) == "H"


@rule("WBY 12.1")
def test_nobody_is_in_air_combat():
    units = element("axis", 1, wingman=False), element("allied", 1)
    sky = Sky(*units, type="air-combat", turns=9).until_turn(7, "axis-1 leader")
    assert level(sky) == "H"


@rule("WBY 12.1", "WBY 17.3.1h")
@pytest.mark.parametrize(("heavy", "expected"), [(False, "H"), (True, "I")])
def test_heavy_bombers_get_away_more_easily(heavy: bool, expected: str):
    sky = calm(formation("axis", 2, bomber(heavy=heavy)), CHASING).until("formation")
    assert level(sky) == expected


@rule("SUP 19.3 N")
def test_so_does_a_crew_with_a_navigator():
    sky = calm(formation("axis", 2, crews=("N", None)), CHASING).until("formation")
    assert level(sky) == "I"
    assert level(sky) == "H"


@rule("WBY 12.1")
def test_bombers_that_no_fighter_could_chase_are_three_levels_safer():
    sky = calm(formation("axis", 2), interceptor("allied", 1, altitude="low")).until("formation")
    assert level(sky, "ims-1b1h") == "H"


@rule("WBY 12.1")
def test_a_damaged_bomber_is_one_level_worse():
    sky = calm(formation("axis", 2), CHASING).until("allied-1 leader").set("axis-2", "1", damaged=True, hits=6)
    assert level(sky.until("formation")) == "G"


@rule("WBY 17.3.1h")
def test_formations_cannot_leave_after_the_target_bound_turns():
    sky = calm(formation("axis", 2), CHASING).until_phase("over-target")
    while sky.decision:
        assert not sky.asked.endswith("formation")
        sky.quiet()
    assert {each.exit for each in sky.report().aircraft if each.unit == "axis-2"} == {""}


@rule("WBY 12.1", "WBY 16.6")
def test_a_striker_that_disengages_early_is_out_of_the_mission():
    sky = leaving(2).stack(axis="ace-pilot").play("disengage")
    assert sky.unit("axis-1")["status"] == "disengaged"
    assert sky.end().report().duration[1] == 1
