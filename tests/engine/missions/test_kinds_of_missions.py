"""Types of Mission, and Resources that change how one is flown. [SUP 21.4.1b, 21.8.1-21.8.3, 24.6]"""

from __future__ import annotations

from typing import Any

import pytest

import engine
from tests.engine.missions.ground import AIRFIELD, NOBODY, aircraft, attacker, bombs, plodder
from tests.engine.missions.sky import Sky, element, escort, formation, interceptor, mission, striker
from tests.engine.rules import rule


@rule("SUP 21.4.1b", "SUP 21.4", "WBY 5.5.1")
@pytest.mark.parametrize(("special", "follows"), [((), False), (("agile",), True)])
def test_only_an_agile_enemy_follows_a_dive_on_the_target(special: tuple[str, ...], follows: bool):
    foe = attacker(special=special, performance=4)
    sky = Sky(
        striker("axis", 1, plodder(bomb={"dive": 2}), load="bombs", wingman=False, altitude="medium"),
        interceptor("allied", 2, foe, wingman=False, over_target=True, altitude="medium"),
        NOBODY,
        target=AIRFIELD,
    ).until_phase("over-target", "axis-1 altitude-step")
    sky.change(lambda document: document.update(engaged=[["axis-1", "allied-2", "tailed"]]))
    sky.play("dive-bomb")
    if sky.asked == "allied-2 follow":
        assert sky.can("follow") == follows
        sky.play("follow" if follows else "stay")
    assert sky.until("axis-1 strike").can("strike dive")
    assert sky.altitude("axis-1") == "very-low"
    assert sky.altitude("allied-2") == ("very-low" if follows else "medium")
    assert sky.stands("allied-2", "axis-1") == ("tailing" if follows else "neutral")


@rule("SUP 21.8.1")
def test_a_strike_goes_for_its_target():
    ready = striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", wingman=False, altitude="medium")
    sky = Sky(ready, NOBODY, target=AIRFIELD, draws={"axis": bombs("vital")}).until("axis-1 strike")
    assert sky.play("strike level").end().report().points("axis") == 3


@rule("SUP 21.8.2")
def test_an_air_combat_mission_is_a_dogfight_of_six_turns_scored_as_a_mission():
    document = mission(element("axis", 1, attacker()), element("allied", 1, attacker()), type="air-combat")
    del document["turns"]
    sky = Sky.of(engine.new("wildblue", document, 0))
    assert sky.phase == "combat"
    told = sky.end().report()
    assert (told.turns, told.target, told.duration, told.scores) == (6, None, (), ())
    assert {each.role for each in told.aircraft} == {"fighter"}


@rule("SUP 21.8.3")
def test_an_intercept_is_about_the_bombers_that_fly_through():
    sky = Sky(formation("axis", 1, load=None), interceptor("allied", 1, attacker()), type="intercept")
    told = sky.end().report()
    assert (told.turns, told.target, told.scores) == (6, None, ())
    foe = interceptor("allied", 1, attacker(performance=6, burst=3), wingman=False, altitude="medium")
    sky = Sky(formation("axis", 1, load=None), foe, type="intercept").until("allied-1 leader")
    sky.deal("allied-1", "ims-2b-fuel").play("attack > axis-1 1", "play ims-2b-fuel > axis-1 1").unanswered()
    assert sky.end().report().points("allied") == 8


@rule("SUP 24.6 deceptive course")
@pytest.mark.parametrize(("base", "turns"), [(9, 2), (8, 1), (7, 1)])
def test_a_deceptive_course_takes_a_target_bound_turn_but_never_the_last(base: int, turns: int):
    ready = striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", altitude="medium")
    more: dict[str, Any] = {"base": {"target_bound": base, "home_bound": 7}}
    sky = Sky(ready, NOBODY, target=AIRFIELD, effects={"axis": {"deceptive_course": True}}, **more)
    assert sky.end().report().duration == (turns, 1, 1, 0)
    assert Sky(ready, NOBODY, target=AIRFIELD, **more).end().report().duration[0] == base - 6


@rule("SUP 24.6 over target", "SUP 23.2.1")
def test_a_resource_lets_a_fighter_go_over_the_target_others_break_off():
    sky = Sky(
        striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", altitude="medium"),
        escort("axis", 2, attacker(strafe=2), over_target=True, altitude="very-low"),
        escort("axis", 3, attacker(strafe=2), altitude="very-low"),
        NOBODY,
        target=AIRFIELD,
    )
    asked = set()
    while sky.decision:
        asked.add(sky.asked)
        sky.quiet()
    assert {each for each in asked if each.endswith("break-off")} == {"axis-1 break-off", "axis-2 break-off"}
    assert {"axis-1 strike", "axis-2 strike"} <= asked
    assert "axis-3 strike" not in asked
    told = sky.report()
    assert [aircraft(told, f"axis-{number} leader").over_target for number in (1, 2, 3)] == [True, True, False]


@rule("SUP 23.2.1", "SUP 21.7")
@pytest.mark.parametrize(("altitude", "goes"), [("very-low", True), ("low", True), ("medium", False), ("high", False)])
def test_who_would_strafe_goes_over_the_target_from_very_low_or_low(altitude: str, goes: bool):
    ready = striker("axis", 1, attacker(strafe=2), load=None, altitude=altitude)
    assert aircraft(Sky(ready, NOBODY, target=AIRFIELD).end().report(), "axis-1 leader").over_target == goes


@rule("SUP 23.2.1", "WBY 18.4")
@pytest.mark.parametrize(("altitude", "goes"), [("low", True), ("medium", True), ("high", False)])
def test_who_has_rockets_goes_over_the_target_if_he_can_come_down_to_low(altitude: str, goes: bool):
    ready = striker("axis", 1, attacker(), load="ground-rockets", altitude=altitude)
    assert aircraft(Sky(ready, NOBODY, target=AIRFIELD).end().report(), "axis-1 leader").over_target == goes


@rule("SUP 24.6 blitzkrieg")
def test_blitzkrieg_lets_fighters_carry_bombs():
    ready = escort("axis", 2, attacker("drop-tanks", bomb={"level": 1}), load="bombs", altitude="medium")
    bomber = striker("axis", 1, plodder(bomb={"level": 1}), load="bombs", altitude="high")
    sky = Sky(bomber, ready, NOBODY, target=AIRFIELD, effects={"axis": {"blitzkrieg": True}})
    assert sky.until("axis-2 strike").can("strike level")
