"""Fuel of Fighter units, an optional rule. [WBY 18.5; SUP 24.9]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Document
from tests.engine.missions.sky import (
    NO_GUNS,
    Sky,
    armed,
    escort,
    formation,
    interceptor,
    striker,
)
from tests.engine.rules import rule

AGAINST = interceptor("allied", 1, armed(endurance="very-long"), altitude="low")


def thirsty(*units: Document, fuel: bool = True, **more: Any) -> Sky:
    """A Mission of three Target-Bound and two Home-Bound Turns in which fuel is kept."""
    usual: Document = {"target": NO_GUNS, "options": {"fuel": fuel}, "base": {"target_bound": 9, "home_bound": 8}}
    return Sky(*units, **usual | more)


def fighter(endurance: str = "medium", **more: Any) -> Document:
    aircraft = armed("drop-tanks", endurance=endurance, performance=6, horsepower=2)
    return escort("axis", 1, aircraft, **{"altitude": "high"} | more)


def spent(sky: Sky, unit: str = "axis-1") -> int:
    found: int = sky.unit(unit)["fuel"]["spent"]
    return found


def left(sky: Sky, unit: str = "axis-1") -> tuple[int, int]:
    """Internal Fuel Points and those in Drop Tanks."""
    fuel = sky.unit(unit)["fuel"]
    return fuel["internal"], fuel["tanks"]


BOMBERS = formation("axis", 2)


@rule("SUP 24.9")
@pytest.mark.parametrize(("endurance", "points"), [("short", 6), ("medium", 8), ("long", 11), ("very-long", 14)])
def test_internal_fuel_goes_by_endurance(endurance: str, points: int):
    assert left(thirsty(fighter(endurance), BOMBERS, AGAINST)) == (points, 0)


@rule("SUP 24.9", "WBY 18.5")
def test_drop_tanks_hold_four_points_and_are_emptied_first():
    sky = thirsty(fighter(load="drop-tanks"), BOMBERS, AGAINST)
    assert left(sky) == (8, 4)
    sky.until_turn(2)
    assert left(sky) == (8, 3)
    sky.until("axis-1 jettison").play("keep").until_turn(3)
    assert left(sky) == (8, 2)


@rule("WBY 18.5.1", "SUP 24.9.4")
def test_the_fuel_in_jettisoned_tanks_is_lost():
    sky = thirsty(fighter(load="drop-tanks"), BOMBERS, AGAINST).until("axis-1 jettison").play("jettison")
    assert left(sky) == (8, 0)
    sky.until_turn(2)
    assert left(sky) == (7, 0)


@rule("WBY 18.5.1", "WBY 18.1.1")
@pytest.mark.parametrize(("seat", "other"), [("wingman", "leader"), ("leader", "wingman")])
def test_the_fuel_in_tanks_goes_with_the_last_man_who_carries_them(seat: str, other: str):
    """One man jettisons his tanks when he is Damaged; the other is shot down with his."""
    hunter = interceptor("allied", 1, armed(burst=3), altitude="high")
    sky = thirsty(fighter(load="drop-tanks"), BOMBERS, hunter).until("allied-1 leader")
    sky.set("axis-1", seat, load=[]).deal("allied-1", "ims-2b-fuel")
    assert left(sky) == (8, 4)
    sky.play(f"play ims-2b-fuel > axis-1 {other}").unanswered()
    assert left(sky) == (8, 0)
    sky.until_turn(2)
    assert left(sky)[0] < 8


@rule("WBY 18.5.1")
def test_the_fuel_in_tanks_stays_with_a_man_who_still_carries_some():
    hunter = interceptor("allied", 1, armed(burst=3), altitude="high")
    sky = thirsty(fighter(load="drop-tanks"), BOMBERS, hunter).until("allied-1 leader")
    sky.deal("allied-1", "ims-2b-fuel").play("play ims-2b-fuel > axis-1 leader").unanswered()
    assert left(sky) == (8, 4)


@rule("SUP 24.9", "SUP 24.9.4")
def test_a_turn_costs_a_point_and_climbing_another():
    sky = thirsty(fighter(altitude="low"), BOMBERS, interceptor("allied", 1, altitude="very-low"))
    sky.until_turn(2)
    assert spent(sky) == 1
    sky.until("axis-1 altitude-step").deal("axis-1", "maneuver").play("climb", "pay maneuver").until_turn(3)
    assert spent(sky) == 3


@rule("SUP 24.9")
def test_what_was_done_in_a_turn_costs_nothing_in_the_next():
    boosted = armed(special=("power-boost",), performance=6, horsepower=2)
    sky = thirsty(fighter(altitude="low"), BOMBERS, interceptor("allied", 1, boosted, altitude="low"))
    sky.until("axis-1 altitude-step").deal("axis-1", "maneuver ims-1b1h").play("climb", "pay maneuver", "end")
    sky.until("allied-1 altitude-step").deal("allied-1", "maneuver").play("climb", "pay maneuver")
    sky.until_turn(2, "axis-1 leader").deal("axis-1", "ims-1b1h").play("play ims-1b1h > allied-1 leader")
    assert (spent(sky), spent(sky, "allied-1")) == (2, 2)
    sky.play("respond full-throttle (counter)").until_turn(3)
    assert (spent(sky), spent(sky, "allied-1")) == (3, 4)
    sky.until_phase("home-bound")
    assert (spent(sky), spent(sky, "allied-1")) == (3 + 2, 4 + 2)


@rule("SUP 24.9")
def test_full_throttle_costs_a_point_and_so_does_an_engagement_at_the_end():
    def engage(document: Document) -> None:
        document["engaged"] = [["allied-1", "axis-1", "tailing"]]

    sky = thirsty(fighter(altitude="medium"), BOMBERS, interceptor("allied", 1, altitude="medium"))
    sky.until("axis-1 leader").deal("axis-1", "full-throttle").deal("allied-1", "ims-1b1h").change(engage)
    sky.play("play full-throttle > allied-1 leader").unanswered()
    assert sky.stands("axis-1", "allied-1") == "disadvantaged"
    sky.until_turn(2)
    assert (spent(sky), spent(sky, "allied-1")) == (3, 2)


@rule("SUP 24.9")
def test_answering_with_full_throttle_costs_as_much_and_a_discarded_one_nothing():
    sky = thirsty(fighter(altitude="medium"), BOMBERS, interceptor("allied", 1, altitude="medium"))
    sky.until("axis-1 leader").deal("axis-1", "ims-1b1h").deal("allied-1", "full-throttle full-throttle")
    sky.play("play ims-1b1h > allied-1 leader", "respond full-throttle").until("allied-1 discard")
    sky.play("discard full-throttle").until_turn(2)
    assert (spent(sky), spent(sky, "allied-1")) == (1, 2)


@rule("SUP 24.9")
def test_a_counter_that_pays_for_a_climb_has_not_been_played():
    boosted = armed("drop-tanks", special=("power-boost",))
    sky = thirsty(escort("axis", 1, boosted, altitude="low"), BOMBERS, interceptor("allied", 1, altitude="very-low"))
    sky.until("axis-1 altitude-step").play("climb", "pay full-throttle (counter)").until_turn(2)
    assert (sky.altitude("axis-1"), sky.unit("axis-1")["full_throttle"], spent(sky)) == ("medium", 0, 2)


@rule("SUP 24.9")
def test_full_throttle_of_the_wingman_costs_nothing():
    boosted = armed(special=("power-boost",), performance=6, horsepower=2)
    pair = escort("axis", 1, boosted, altitude="medium")
    sky = thirsty(pair, BOMBERS, interceptor("allied", 1, armed(offensive=1))).until("allied-1 wingman-target")
    sky.stack(allied="ims-1b1h").play("attack > axis-1 wingman", "play ims-1b1h > axis-1 wingman")
    sky.play("respond full-throttle (counter)").until_turn(2)
    assert spent(sky) == 1


@rule("SUP 24.9", "SUP 23.1.2")
def test_who_has_yet_to_come_spends_nothing():
    sky = thirsty(fighter(arrives=2), BOMBERS, AGAINST).until_turn(2)
    assert spent(sky) == 0
    sky.until_turn(3)
    assert spent(sky) == 1


@rule("SUP 24.9")
def test_light_bombers_and_formations_keep_no_fuel():
    sky = thirsty(striker("axis", 3), BOMBERS, AGAINST).end()
    assert {each.fuel for each in sky.report().aircraft if each.side == "axis"} <= {None, 0}
    assert {each.fuel for each in sky.report().aircraft if each.side == "allied"} == {6}


@rule("SUP 24.9")
def test_without_the_option_nobody_does():
    sky = thirsty(fighter("short"), BOMBERS, AGAINST, fuel=False).end()
    assert {each.fuel for each in sky.report().aircraft} == {None}


@rule("SUP 24.9.4", "SUP 23.2.1")
def test_who_has_broken_off_goes_on_spending():
    sky = thirsty(fighter(), striker("axis", 3), AGAINST).until_phase("over-target")
    assert (sky.unit("axis-1")["broke_off"], spent(sky)) == (True, 3)
    sky.until_phase("home-bound")
    assert spent(sky) == 4


# Fuel Disengagement


def empty(sky: Sky, *units: str) -> Sky:
    """These units have one point left."""
    for unit in units:
        sky.set(unit, fuel={"internal": 1, "tanks": 0, "spent": 7})
    return sky


@rule("SUP 24.9.5", "WBY 16.9 any")
def test_who_has_no_fuel_left_checks_for_each_aircraft_and_is_gone_for_no_points():
    sky = thirsty(fighter(), BOMBERS, AGAINST).until_turn(2, "axis-1 leader")
    empty(sky, "axis-1").stack(axis="ace-pilot ace-pilot").until_turn(3)
    assert sky.view("allied")["units"]["axis-1"]["leader"]["status"] not in ("flying", "disengaged", "destroyed")
    found = [(each.status, each.exit, each.fuel) for each in sky.end().report().aircraft if each.unit == "axis-1"]
    assert [(status, exit_) for status, exit_, _ in found] == [("undamaged", "")] * 2
    assert not [score for score in sky.report().scores if score.unit == "axis-1"]


@rule("SUP 24.9.5", "WBY 12.1")
def test_a_fuel_check_is_a_level_worse_by_day_and_two_at_night():
    def level(night: bool) -> list[str]:
        chased = interceptor("allied", 1, armed(endurance="very-long", night_combat=1), altitude="high", wingman=False)
        lone = escort("axis", 1, armed(night_combat=1), wingman=False, altitude="high")
        sky = thirsty(lone, BOMBERS, chased, night=night)
        sky.until_turn(2, "axis-2 formation")
        empty(sky, "axis-1").play("stay")
        sky.stack(axis="scissors").play("stay")
        return [text.rpartition("Level ")[2].rstrip(".") for text in sky.told if "Level" in text]

    assert level(night=False) == ["H"]
    assert level(night=True) == ["G"]


@rule("SUP 24.9.5")
def test_a_bad_card_costs_the_aircraft():
    sky = thirsty(fighter(), BOMBERS, interceptor("allied", 1, altitude="high")).until_turn(2, "axis-2 formation")
    empty(sky, "axis-1").play("stay").stack(axis="oots-3b4h maneuver").play("stay")
    report = sky.end().report()
    assert [each.status for each in report.aircraft if each.unit == "axis-1"] == ["destroyed", "undamaged"]
    assert next(each.cause for each in report.aircraft if each.unit == "axis-1")


@rule("SUP 24.9.5", "SUP 23.1.2")
def test_who_completes_his_last_turn_makes_that_check_too():
    sky = thirsty(fighter(phase="target-bound"), BOMBERS, AGAINST).until_turn(3, "axis-2 formation").play("stay")
    before = len(sky.told)
    sky.play("stay")
    assert [text for text in sky.told[before:] if "Level" in text]
    assert sky.view("allied")["units"]["axis-1"]["leader"]["status"] != "flying"


@rule("SUP 24.9.5", "WBY 12.1", "SUP 23.2.1")
def test_who_broke_off_has_nobody_at_his_altitude():
    """A 1-Burst card is Level E: for want of fuel up one, with no enemy Fighter near down three."""
    lone = fighter(wingman=False, phase="target-bound")
    sky = thirsty(lone, BOMBERS, interceptor("allied", 1, altitude="high")).until_turn(3, "axis-2 formation")
    sky.play("stay").stack(axis="ims-1b1h").play("stay")
    assert [text.rpartition("Level ")[2] for text in sky.told if "Level" in text] == ["G."]


@rule("SUP 24.9.5")
def test_those_without_fuel_go_at_once_so_each_is_still_there_for_the_others():
    """The enemy who leaves too is near enough to chase: Scissors is Level I, up one."""
    sky = thirsty(fighter(wingman=False), BOMBERS, interceptor("allied", 1, altitude="high", wingman=False))
    sky.until_turn(2, "axis-2 formation")
    empty(sky, "axis-1", "allied-1").play("stay").stack(axis="scissors", allied="scissors").play("stay")
    assert [text.rpartition("Level ")[2] for text in sky.told if "Level" in text] == ["H.", "H."]


@rule("SUP 24.9.5")
def test_the_missions_last_turn_asks_for_none():
    sky = thirsty(fighter("long"), BOMBERS, AGAINST).end()
    assert not [text for text in sky.told if "Level" in text]
