"""The sequence of play of a Mission, step by step, and its Final Step. [WBY 16]"""

from __future__ import annotations

from tests.engine.missions.sky import (
    Sky,
    armed,
    bomber,
    calm,
    escort,
    formation,
    interceptor,
    light_bomber,
    striker,
)
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

FLAK = {"slug": "airfield", "area_flak": 2, "target_flak": 0}
TOUGH = light_bomber(damage=(40, 90), special=("multi-engined",))
SOLID = bomber(damage=(40, 90))


FINAL = ("broke-off", "over-target", "target-flak", "area-flak", "recon", "fuel", "turn")


def happenings(sky: Sky, turn: int) -> list[str]:
    """What of a Final Step happens from here to the end of this Game-Turn, in its order."""
    start = len(sky.events)
    sky.until_turn(turn + 1)
    kinds = [event.kind for event in sky.events[start:] if event.kind in FINAL]
    return [kind for place, kind in enumerate(kinds) if not place or kinds[place - 1] != kind]


def steps(sky: Sky, unit: str) -> list[str]:
    """The kinds of decision of a unit in this Game-Turn, from here on."""
    turn = sky.turn
    found: list[str] = []
    while sky.decision and sky.turn == turn:
        name, kind = sky.asked.split()[0], sky.asked.split()[-1]
        if name == unit and kind not in found:
            found.append(kind)
        sky.quiet()
    return found


# One unit's turn


@rule("WBY 16", "WBY 16.2", "WBY 16.3", "WBY 16.4", "WBY 16.6", "WBY 16.7", "WBY 16.8")
def test_a_loaded_unit_jettisons_before_its_other_steps():
    loaded = armed("drop-tanks", performance=7, horsepower=3)
    enemy = interceptor("allied", 1, armed("air-rockets"), load="air-rockets")
    sky = calm(striker("axis", 1), escort("axis", 2, loaded, load="drop-tanks"), enemy)
    sky.until_turn(2, "axis-2 jettison")
    sky.deal("axis-2", "maneuver maneuver")
    assert steps(sky, "axis-2") == ["jettison", "wingman-target", "altitude-step", "leader", "discard", "draw"]


@rule("WBY 16", "WBY 16.5")
def test_the_air_strike_step_lies_between_altitude_and_leader():
    sky = calm(striker("axis", 1), interceptor("allied", 1)).until_phase("over-target")
    assert steps(sky, "axis-1")[:4] == ["jettison", "altitude-step", "strike", "leader"]


@rule("WBY 16.5", "WBY 16.6")
def test_who_struck_has_no_leader_step():
    sky = calm(striker("axis", 1), interceptor("allied", 1, over_target=True)).until("axis-1 strike")
    sky.play("strike level")
    assert sky.asked in ("axis-1 discard", "axis-1 draw")


@rule("WBY 16.5", "WBY 16.6")
def test_who_did_not_strike_has_one():
    sky = calm(striker("axis", 1), interceptor("allied", 1, over_target=True)).until("axis-1 strike").play("end")
    assert sky.asked == "axis-1 leader"


@rule("WBY 16", "WBY 16.5")
def test_only_the_over_target_turn_has_an_air_strike_step():
    sky = calm(striker("axis", 1), interceptor("allied", 1))
    found = []
    while sky.decision:
        if sky.asked == "axis-1 strike":
            found.append(sky.phase)
        sky.quiet()
    assert found == ["over-target"]


@rule("WBY 16.3a")
def test_the_first_unit_of_the_game_skips_its_wingman_step():
    sky = calm(escort("axis", 1), striker("axis", 2), interceptor("allied", 1)).until("axis-1 altitude-step")
    assert sky.turn == 1
    assert "wingman-target" in steps(sky, "allied-1")


@rule("WBY 16.3a")
def test_but_not_if_formations_alone_oppose_it():
    sky = calm(formation("axis", 1), interceptor("allied", 1)).until("allied-1 wingman-target")
    assert sky.turn == 1
    assert {text for text in sky.choices if text.startswith("attack")} == {"attack > axis-1 1", "attack > axis-1 2"}


@rule("WBY 16.3a")
def test_a_single_element_beside_the_formations_is_enough():
    sky = calm(formation("axis", 1), escort("axis", 2), interceptor("allied", 1), first="allied")
    sky.until("allied-1 altitude-step")
    assert sky.turn == 1
    sky.until("allied-1 wingman-target")
    assert sky.turn == 2


@rule("WBY 17.3.1g", "WBY 16")
def test_formations_take_no_turns():
    sky = calm(formation("axis", 1), formation("axis", 2), interceptor("allied", 1))
    asked = set()
    while sky.decision:
        asked.add(sky.asked)
        sky.quiet()
    assert {each for each in asked if each.startswith("axis")} == {"axis-1 formation", "axis-2 formation"}
    assert "allied order" in asked
    assert "axis order" not in asked


@rule("WBY 16")
def test_the_play_order_is_that_of_a_dogfight_and_stays():
    sky = calm(striker("axis", 1), escort("axis", 2), interceptor("allied", 1), interceptor("allied", 2))
    sky.until("axis order")
    assert sky.choices == ["go axis-1", "go axis-2"]
    sky.play("go axis-2").until("allied order").play("go allied-2").until("axis order")
    assert sky.choices == ["go axis-1"]
    sky.until_turn(2)
    assert sky.document["order"] == ["axis-2", "allied-2", "axis-1", "allied-1"]


@rule("WBY 16.4")
def test_a_unit_climbs_and_dives_as_in_a_dogfight():
    sky = calm(striker("axis", 1), interceptor("allied", 1)).until("allied-1 altitude-step")
    assert sky.choices == ["climb", "dive", "stay"]
    sky.play("dive")
    assert sky.altitude("allied-1") == "low"
    sky.until_turn(2, "allied-1 altitude-step").deal("allied-1", "maneuver clouds").play("climb", "pay clouds")
    assert sky.altitude("allied-1") == "medium"
    assert sky.view("allied")["units"]["allied-1"]["hand"] == ["maneuver"]


@rule("WBY 16.4")
def test_the_clouds_marker_goes_in_the_altitude_step():
    sky = calm(striker("axis", 1), interceptor("allied", 1)).until("allied-1 leader").deal("allied-1", "clouds")
    sky.play("play clouds", "hide low")
    assert sky.view("axis")["units"]["allied-1"]["clouds"]
    sky.until_turn(2, "allied-1 leader")
    assert (sky.altitude("allied-1"), sky.view("axis")["units"]["allied-1"]["clouds"]) == ("low", False)


@rule("WBY 16.3", "WBY 7.3.5")
def test_in_the_clouds_a_wingman_has_no_step():
    sky = calm(striker("axis", 1), interceptor("allied", 1)).until("allied-1 leader").deal("allied-1", "clouds")
    sky.play("play clouds", "hide medium").until_turn(2)
    assert "wingman-target" not in steps(sky, "allied-1")
    assert "wingman-target" in steps(calm(striker("axis", 1), interceptor("allied", 1)).until_turn(2), "allied-1")


# The Final Step


@rule("WBY 16.9 target-bound", "WBY 17.3.1h")
def test_each_formation_aircraft_may_disengage_in_every_target_bound_final_step():
    sky = calm(formation("axis", 1), interceptor("allied", 1), base={"target_bound": 9, "home_bound": 8})
    turns = []
    while sky.decision:
        if sky.asked == "axis-1 formation":
            turns.append(sky.turn)
            assert sky.choices == ["disengage", "stay"]
        sky.quiet()
    assert turns == [1, 1, 2, 2, 3, 3]


@rule("WBY 16.9", "WBY 16.9 target-bound")
def test_formations_decide_before_the_others_break_off_and_then_the_guns_fire():
    units = striker("axis", 1, TOUGH, load="bombs"), formation("axis", 2, SOLID), interceptor("allied", 1)
    sky = Sky(*units, target=FLAK).until_turn(2, "formation")
    asked = []
    while sky.turn == 2:
        asked.append(sky.asked)
        sky.quiet()
    assert asked == ["axis-2 formation", "axis-2 formation", "axis-1 break-off"]
    assert "area-flak" in [event.kind for event in sky.events]


@rule("WBY 16.9 target-bound", "SUP 22.1")
def test_area_guns_fire_at_the_end_of_the_last_target_bound_turn_and_of_the_over_target_turn():
    sky = Sky(striker("axis", 1, TOUGH, load="bombs"), interceptor("allied", 1), target=FLAK)
    sky.until("axis-1 jettison")
    assert "area-flak" not in happenings(sky, 1)
    assert happenings(sky, 2) == ["broke-off", "over-target", "area-flak", "turn"]
    assert happenings(sky, 3) == ["area-flak", "turn"]
    sky.until_phase("home-bound")
    assert "area-flak" not in happenings(sky, 4)


@rule("WBY 16.9", "WBY 16.9 over-target", "WBY 17.3.1g")
def test_formations_strike_in_the_final_step_then_the_area_guns_fire_and_the_photographs_are_counted():
    scouts = formation("axis", 1, SOLID, load=None), striker("axis", 2, TOUGH)
    sky = Sky(*scouts, interceptor("allied", 1), type="reconnaissance", target={"slug": "city", "area_flak": 1})
    sky.until_phase("over-target", "axis-2 altitude-step")
    assert happenings(sky, 3) == ["target-flak", "area-flak", "recon", "turn"]


@rule("WBY 16.9 over-target", "SUP 23.3")
def test_markers_go_and_everyone_is_back_when_the_way_home_begins():
    sky = calm(striker("axis", 1), formation("axis", 2), interceptor("allied", 1)).until_phase("over-target")
    assert sky.unit("axis-1")["over_target"]
    assert sky.unit("axis-2")["over_target"]
    sky.until_phase("home-bound")
    assert not sky.unit("axis-1")["over_target"]
    assert not sky.unit("axis-2")["over_target"]
    assert sky.unit("allied-1")["broke_off"] is False


@rule("WBY 16.9 any")
def test_a_dogfight_fighter_that_intervened_may_do_so_again_next_turn():
    sky = calm(striker("axis", 1), escort("axis", 2), interceptor("allied", 1)).until_turn(1, "axis-2 leader")
    sky.set("axis-2", intervened=True)
    assert sky.unit("axis-2")["intervened"]
    sky.until_turn(2)
    assert not sky.unit("axis-2").get("intervened")


@rule("WBY 11.2", "WBY 16.9 target-bound")
def test_a_leader_promoted_after_area_flak_has_his_leader_step_in_the_next_turn():
    guns = {"slug": "airfield", "area_flak": 1, "target_flak": 0}
    pair = striker("axis", 1, light_bomber(damage=(40, 90)), load="bombs")
    sky = Sky(interceptor("allied", 1), pair, target=guns, first="allied").until_turn(2, "axis-1 break-off")
    sky.stack(allied="maneuver ims-2b-fuel").play("continue")
    assert sky.unit("axis-1")["leader"]["seat"] == "wingman"
    assert sky.unit("axis-1")["face_down"] is False
    assert "leader" in steps(sky, "axis-1")


@rule("WBY 11.2", "WBY 16.6")
def test_a_leader_promoted_in_an_enemys_turn_has_his_leader_step_in_the_same_game_turn():
    sky = calm(formation("axis", 1), escort("axis", 2), interceptor("allied", 1, fighter(burst=3)), first="allied")
    sky.until("allied-1 leader").deal("allied-1", "ims-2b-fuel").play("play ims-2b-fuel > axis-2 leader").unanswered()
    assert sky.unit("axis-2")["leader"]["seat"] == "wingman"
    assert sky.turn == 1
    assert "leader" in steps(sky, "axis-2")


@rule("WBY 17.3.1h", "WBY 16.9 target-bound")
def test_a_formation_aircraft_disengages_with_a_check_of_its_own():
    sky = calm(formation("axis", 1, SOLID, size=2), interceptor("allied", 1)).until("formation")
    sky.stack(axis="ace-pilot").play("disengage")
    assert sky.bomber("axis-1", "1")["status"] == "disengaged"
    assert sky.bomber("axis-1", "2")["status"] == "flying"
    sky.until_turn(2, "formation").stack(axis="oots-3b4h").play("disengage")
    assert not sky.decision
    found = [(each.status, each.exit) for each in sky.report().aircraft if each.unit == "axis-1"]
    assert found == [("undamaged", "disengaged"), ("destroyed", "")]


@rule("WBY 16.1", "SUP 23.5")
def test_the_search_step_is_for_the_night_alone():
    sky = calm(striker("axis", 1), interceptor("allied", 1, fighter(), wingman=False))
    sky.until("allied-1 altitude-step")
    assert sky.pile("allied")["discard"] == 0
