"""How long a Mission is, who comes when, and who goes Over Target. [WBY 15, 17.3.1a, 17.5.3, 19.2.8; SUP 23]"""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup
from engine.core.game import Document
from tests.engine.missions.sky import (
    NO_GUNS,
    Sky,
    armed,
    bomber,
    element,
    escort,
    formation,
    interceptor,
    light_bomber,
    mission,
    striker,
)
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

FIGHTER_BOMBER = armed("bombs", bomb={"level": 2})


def calm(*units: Document, **more: Any) -> Sky:
    """A Mission at a target without flak."""
    if "target" not in more and more.get("type") != "air-combat":
        more["target"] = NO_GUNS
    return Sky(*units, **more)


def duration(*units: Document, **more: Any) -> list[int]:
    """Target-Bound, Over-Target and Home-Bound Turns of a Mission with these strikers."""
    found: list[int] = calm(*units, interceptor("allied", 1), **more).mission["duration"]
    return found


def base(out: int, home: int) -> dict[str, int]:
    return {"target_bound": out, "home_bound": home}


# Duration


@rule("C05", "WBY 17.5.3", "SUP 23.1.1", "SUP 23.3")
def test_a_slow_striker_makes_the_way_longer():
    stuka = striker("axis", 1, light_bomber(slow=5), load="bombs")
    assert duration(stuka, base=base(8, 7)) == [3, 1, 2]


@rule("C06", "SUP 23.1.1")
def test_fighters_and_light_bombers_count_as_six():
    assert duration(striker("axis", 1), base=base(9, 7)) == [3, 1, 1]
    assert duration(striker("axis", 1, FIGHTER_BOMBER, load="bombs"), base=base(9, 7)) == [3, 1, 1]


@rule("WBY 17.3.1a", "SUP 23.1.1")
def test_the_speed_of_formation_aircraft_counts():
    assert duration(formation("axis", 1, bomber(speed=4)), base=base(8, 7)) == [4, 1, 3]


@rule("SUP 23.1.1")
def test_only_the_slowest_striker_counts_and_no_escort():
    slow_escort = escort("axis", 3, armed(slow=3))
    units = formation("axis", 1, bomber(speed=5)), striker("axis", 2, light_bomber(slow=4), load="bombs"), slow_escort
    assert duration(*units, base=base(8, 9)) == [4, 1, 5]


@rule("SUP 23.1.1")
def test_each_way_takes_at_least_one_turn():
    assert duration(striker("axis", 1), base=base(3, 1)) == [1, 1, 1]


@rule("SUP 24.6 deceptive course")
@pytest.mark.parametrize(("out", "turns"), [(9, 2), (8, 1), (7, 1)])
def test_a_deceptive_course_saves_a_turn_but_not_the_last(out: int, turns: int):
    effects = {"axis": {"deceptive_course": True}}
    assert duration(striker("axis", 1), base=base(out, 7), effects=effects) == [turns, 1, 1]


@rule("SUP 24.6 deceptive course")
def test_the_defenders_course_deceives_nobody():
    effects = {"allied": {"deceptive_course": True}}
    assert duration(striker("axis", 1), base=base(9, 7), effects=effects) == [3, 1, 1]


@rule("SUP 21.8.2")
def test_air_combat_has_turns_and_no_phases():
    sky = calm(element("axis", 1), element("allied", 1), type="air-combat", turns=4)
    assert sky.phase == "combat"
    sky.end()
    assert sky.report().turns == 4
    assert sky.report().duration == ()


@rule("SUP 23.2", "WBY 15 A-C")
def test_target_bound_turns_are_counted_down_and_the_phases_follow_each_other():
    sky = calm(striker("axis", 1), escort("axis", 2), interceptor("allied", 1), base=base(9, 8))
    found = []
    while sky.decision:
        place = (sky.turn, sky.phase, sky.mission["phase_turn"])
        if sky.turn and place not in found:
            found.append(place)
        sky.quiet()
    assert found == [
        (1, "target-bound", 3),
        (2, "target-bound", 2),
        (3, "target-bound", 1),
        (4, "over-target", 1),
        (5, "home-bound", 2),
        (6, "home-bound", 1),
    ]
    assert sky.report().duration == (3, 1, 2, 0)


# Stragglers


@rule("SUP 23.4")
@pytest.mark.parametrize("unit", ["axis-1", "axis-2"])
def test_a_damaged_striker_that_still_flies_adds_a_straggler_turn(unit: str):
    sky = calm(striker("axis", 1), formation("axis", 2), interceptor("allied", 1)).until_phase("home-bound")
    seat, hits = ("wingman", 3) if unit == "axis-1" else ("2", 6)
    sky.set(unit, seat, damaged=True, hits=hits)
    sky.until_phase("straggler")
    assert sky.decision
    assert (sky.turn, sky.mission["phase_turn"]) == (5, 1)
    told = engine.systems()["wildblue"].told(sky.events, None)
    (said,) = [each for each in told if "Straggler Turn" in each.text]
    assert said.weight == "news", "a reader of headlines learns of it"
    assert sky.end().report().duration == (2, 1, 1, 1)


@rule("SUP 23.4")
def test_a_damaged_escort_or_interceptor_adds_none():
    sky = calm(striker("axis", 1), escort("axis", 2), interceptor("allied", 1)).until_phase("home-bound")
    sky.set("axis-2", "leader", damaged=True, hits=3).set("allied-1", "leader", damaged=True, hits=3)
    assert sky.end().report().duration == (2, 1, 1, 0)


@rule("SUP 23.4")
def test_hits_that_have_not_damaged_a_striker_add_none():
    sky = calm(striker("axis", 1), formation("axis", 2), interceptor("allied", 1)).until_phase("home-bound")
    sky.set("axis-1", "wingman", hits=2).set("axis-2", "1", hits=5)
    assert sky.end().report().duration == (2, 1, 1, 0)


@rule("SUP 23.4")
@pytest.mark.parametrize("damaged", [True, False])
def test_clouds_in_the_last_home_bound_turn_hide_a_unit_while_a_straggler_turn_is_to_come(damaged: bool):
    sky = calm(striker("axis", 1), interceptor("allied", 1)).until_phase("home-bound", "allied-1 leader")
    if damaged:
        sky.set("axis-1", "wingman", damaged=True, hits=3)
    sky.deal("allied-1", "clouds")
    sky.play("play clouds")
    assert sky.can("hide medium") == damaged
    assert (sky.unit("allied-1")["status"] == "flying") == damaged


# Arrivals


def late(**more: Any) -> Sky:
    """A Mission of 4/1/2 Turns in which an Element of interceptors comes on Turn 2."""
    units = striker("axis", 1), interceptor("allied", 1), interceptor("allied", 2, arrives=2, **more)
    return calm(*units, base=base(10, 8))


@rule("SUP 23.1.2")
def test_a_unit_that_comes_later_has_no_turn_before_and_then_the_last_one():
    sky = late().until("axis-1 jettison")
    assert sky.unit("allied-2")["status"] == "to-come"
    asked = []
    while sky.turn == 1:
        asked.append(sky.asked)
        sky.quiet()
    assert "allied-1 leader" in asked
    assert not [each for each in asked if each.startswith("allied-2")]
    assert (sky.unit("allied-2")["status"], sky.altitude("allied-2")) == ("flying", "medium")
    assert sky.document["order"] == ["axis-1", "allied-1", "allied-2"]
    sky.until("allied-2 leader")
    assert sky.turn == 2


@rule("SUP 23.1.2")
def test_a_unit_that_has_not_come_is_nobodys_target():
    def targets(turn: int) -> set[str]:
        late = interceptor("allied", 2, arrives=2)
        sky = calm(formation("axis", 1), escort("axis", 2), interceptor("allied", 1), late, first="allied")
        sky.until_turn(turn, "axis-2 wingman-target")
        return {text.split()[2] for text in sky.choices if text.startswith("attack")}

    assert targets(1) == {"allied-1"}
    assert targets(2) == {"allied-1", "allied-2"}


@rule("SUP 23.1.2")
def test_its_altitude_is_chosen_with_all_others_and_kept_from_the_enemy():
    sky = late()
    asked = []
    while sky.asked.endswith("altitude"):
        asked.append(sky.asked)
        sky.play("altitude high")
    assert asked == ["allied-1 altitude", "allied-2 altitude", "axis-1 altitude"]
    assert sky.view("allied")["units"]["allied-2"]["altitude"] == "high"
    assert sky.view("axis")["units"]["allied-2"]["altitude"] is None
    sky.until_turn(2)
    assert sky.view("axis")["units"]["allied-2"]["altitude"] == "high"


def arriving(*turns: int, skills: str = "") -> Document:
    """A set-up in which interceptors come on these Turns, the last of them with these Skills."""
    units = [interceptor("allied", number, arrives=turn) for number, turn in enumerate(turns, 1)]
    if skills:
        units[-1]["wingman_pilot"] = {"name": "Bligh", "skills": skills.split()}
    return mission(striker("axis", 1), *units, base=base(10, 8))


@rule("WBY 19.2.8 arrival")
@pytest.mark.parametrize(
    ("turns", "skills"),
    [((1, 1, 1), ""), ((2, 3, 4), ""), ((1, 2, 2), "L"), ((3, 3), "A L")],
)
def test_one_element_comes_on_a_turn_and_one_more_with_leadership(turns: tuple[int, ...], skills: str):
    assert engine.new("wildblue", arriving(*turns, skills=skills), 0).decision


@rule("WBY 19.2.8 arrival")
@pytest.mark.parametrize(("turns", "skills"), [((2, 2), ""), ((2, 2), "A"), ((3, 3, 3), "L")])
def test_more_than_that_are_refused(turns: tuple[int, ...], skills: str):
    with pytest.raises(BadSetup, match=r"19\.2\.8"):
        engine.new("wildblue", arriving(*turns, skills=skills), 0)


@rule("WBY 19.2.8 arrival")
def test_each_side_has_its_own_arrivals():
    units = striker("axis", 1), escort("axis", 2, arrives=2), interceptor("allied", 1, arrives=2)
    assert calm(*units).decision


@rule("SUP 23.1.2")
def test_a_striker_must_come_before_the_target():
    with pytest.raises(BadSetup, match="strikes"):
        calm(striker("axis", 1), striker("axis", 2, arrives=3), interceptor("allied", 1))
    assert calm(striker("axis", 1), striker("axis", 2, arrives=2), interceptor("allied", 1)).decision


@rule("SUP 23.1.2", "WBY 19.2.8 arrival")
def test_formations_do_not_come_later():
    with pytest.raises(BadSetup, match="Formation"):
        calm(formation("axis", 1, arrives=2), interceptor("allied", 1))


@rule("SUP 23.1.2", "SUP 23.2.1")
def test_who_comes_on_the_over_target_turn_waits_for_the_way_home():
    units = striker("axis", 1), interceptor("allied", 1), interceptor("allied", 2, arrives=3)
    sky = calm(*units).until_phase("over-target")
    assert (sky.turn, sky.unit("allied-2")["status"]) == (3, "to-come")
    sky.until_phase("home-bound")
    assert sky.unit("allied-2")["status"] == "flying"


@rule("SUP 23.1.2", "SUP 24.6 over target")
def test_unless_a_resource_lets_it_go_over_target():
    units = striker("axis", 1), interceptor("allied", 1), interceptor("allied", 2, arrives=3, over_target=True)
    sky = calm(*units).until_phase("over-target")
    assert sky.unit("allied-2")["over_target"]
    assert any(each.over_target for each in sky.end().report().aircraft if each.unit == "allied-2")


# Units limited to a phase


@rule("SUP 23.1.2")
def test_a_unit_limited_to_the_way_out_goes_home_before_the_target():
    units = striker("axis", 1), escort("axis", 2, phase="target-bound"), interceptor("allied", 1)
    sky = calm(*units).until_phase("over-target")
    assert sky.unit("axis-2")["status"] == "home"
    sky.end()
    gone = [each for each in sky.report().aircraft if each.unit == "axis-2"]
    assert [(each.status, each.exit, each.over_target) for each in gone] == [("undamaged", "", False)] * 2
    assert not [score for score in sky.report().scores if score.unit == "axis-2"]


@rule("SUP 23.1.2")
def test_who_is_due_when_his_phase_is_over_does_not_come():
    tardy = interceptor("allied", 1, phase="target-bound", arrives=4)
    sky = calm(striker("axis", 1), tardy, interceptor("allied", 2))
    found = set()
    while sky.decision:
        found.add(sky.asked.split()[0])
        sky.quiet()
    assert "allied-2" in found
    assert not [event for event in sky.events if event.kind == "arrived"]
    assert sky.report().turns == 4


@rule("SUP 23.1.2")
def test_a_unit_limited_to_the_way_home_comes_with_its_first_turn():
    units = striker("axis", 1), escort("axis", 2, phase="home-bound"), interceptor("allied", 1)
    sky = calm(*units).until_phase("over-target")
    assert sky.unit("axis-2")["status"] == "to-come"
    sky.until_phase("home-bound", "axis-2 leader")
    assert sky.can("disengage")


@rule("SUP 23.1.2", "SUP 24.6 over target")
def test_who_is_limited_to_the_way_out_has_no_choice_even_with_a_resource():
    limited = interceptor("allied", 1, phase="target-bound", over_target=True)
    sky = calm(striker("axis", 1), limited, interceptor("allied", 2)).until_phase("over-target")
    assert [event.kind for event in sky.events].count("broke-off") == 2
    assert sky.view("axis")["units"]["allied-1"]["status"] not in ("flying", "destroyed", "disengaged")


@rule("SUP 23.1.2", "SUP 22.1")
def test_guns_over_the_target_do_not_reach_who_has_yet_to_come():
    sky = Sky(
        striker("axis", 1, light_bomber(damage=(90, 99)), load="bombs"),
        interceptor("allied", 1, phase="home-bound"),
        interceptor("allied", 2, arrives=5),
        target={"slug": "airfield", "area_flak": 3, "target_flak": 0},
    )
    sky.until_phase("over-target")
    shot_at = [text for text in sky.told if text.startswith("Area Flak")]
    assert len(shot_at) == 2
    assert all("Striker" in text for text in shot_at)
    assert [event.kind for event in sky.events].count("over-target") == 1


@rule("SUP 23.1.2", "SUP 24.6 over target")
def test_who_is_limited_to_the_way_home_does_not_come_before_it_even_with_a_resource():
    sky = calm(striker("axis", 1), interceptor("allied", 1, phase="home-bound", over_target=True))
    sky.until_phase("over-target", "axis-1 jettison")
    assert not [event for event in sky.events if event.kind == "arrived"]
    sky.until_phase("home-bound")
    assert [event for event in sky.events if event.kind == "arrived"]


@rule("SUP 23.1.2")
def test_any_number_of_units_come_for_the_way_home():
    escorts = [escort("axis", number, phase="home-bound") for number in (2, 3, 4)]
    sky = calm(striker("axis", 1), *escorts, interceptor("allied", 1)).until_phase("home-bound")
    assert [sky.unit(f"axis-{number}")["status"] for number in (2, 3, 4)] == ["flying"] * 3


# Over Target or not


def approach(*units: Document, **more: Any) -> Sky:
    """The Final Step of the last Target-Bound Turn."""
    return calm(*units, **more).until("break-off")


@rule("SUP 23.2.1", "WBY 16.9 target-bound")
def test_a_striker_may_break_off_or_go_on():
    sky = approach(striker("axis", 1), interceptor("allied", 1))
    assert (sky.turn, sky.asked) == (2, "axis-1 break-off")
    assert sky.choices == ["break-off", "continue"]
    sky.play("continue")
    assert (sky.phase, sky.unit("axis-1")["over_target"]) == ("over-target", True)


@rule("SUP 23.2.1", "WBY 16.9 target-bound")
def test_fighters_that_have_nothing_to_strike_with_break_off_unasked():
    sky = approach(striker("axis", 1), escort("axis", 2), interceptor("allied", 1)).play("continue")
    for name in ("axis-2", "allied-1"):
        assert (sky.unit(name)["broke_off"], sky.unit(name)["over_target"]) == (True, False)
    assert sky.decision
    assert sky.asked.split()[0] == "axis-1"


@rule("SUP 24.6 over target", "SUP 23.2.1")
def test_a_resource_lets_a_fighter_choose():
    sky = approach(striker("axis", 1), interceptor("allied", 1, over_target=True))
    assert sky.asked == "allied-1 break-off"
    sky.play("continue", "continue")
    assert sky.unit("allied-1")["over_target"]
    assert sky.until("allied-1 leader").phase == "over-target"


@rule("SUP 23.2.1")
def test_who_broke_off_comes_back_neutral_where_he_left():
    sky = approach(striker("axis", 1), escort("axis", 2, over_target=True), interceptor("allied", 1))
    sky.play("break-off", "continue")
    for name in ("axis-1", "allied-1"):
        assert sky.unit(name)["broke_off"]
        assert sky.unit(name)["altitude"] is None
    sky.until_phase("home-bound")
    assert sky.altitude("axis-1") == sky.altitude("allied-1") == "medium"
    assert sky.document["engaged"] == []


@rule("SUP 23.2.1")
def test_breaking_off_ends_an_engagement():
    def engage(document: Document) -> None:
        document["engaged"] = [["allied-1", "axis-2", "tailing"]]

    sky = calm(striker("axis", 1), escort("axis", 2), interceptor("allied", 1)).until_turn(2, "allied-1 leader")
    sky.change(engage).until("axis-1 break-off")
    assert sky.document["engaged"] == []


@rule("SUP 23.2.1")
def test_who_has_broken_off_has_no_turn():
    sky = calm(striker("axis", 1), escort("axis", 2), interceptor("allied", 1)).until_phase("over-target")
    asked = set()
    while sky.phase == "over-target":
        asked.add(sky.asked.split()[0])
        sky.quiet()
    assert asked == {"axis-1"}


@rule("SUP 23.2.1", "WBY 7.3.5")
def test_who_breaks_off_in_the_clouds_comes_back_out_of_them():
    sky = calm(striker("axis", 1), interceptor("allied", 1)).until_turn(2, "allied-1 leader").deal("allied-1", "clouds")
    sky.play("play clouds", "hide low").until_phase("home-bound")
    unit = sky.view("axis")["units"]["allied-1"]
    assert (unit["altitude"], unit["clouds"]) == ("medium", False)


@rule("SUP 23.2.1")
def test_nobody_reaches_who_has_broken_off():
    sky = approach(striker("axis", 1), interceptor("allied", 1, over_target=True)).play("continue", "break-off")
    assert sky.phase == "over-target"
    sky.until("allied-1 leader")
    assert not any("axis-1" in text for text in sky.choices)


@rule("SUP 23.3", "WBY 16.6")
def test_there_is_one_over_target_turn_and_nobody_disengages_in_it():
    sky = approach(striker("axis", 1), interceptor("allied", 1, over_target=True)).play("continue", "continue")
    sky.until("allied-1 leader")
    assert not sky.can("disengage")
    sky.until_phase("home-bound", "allied-1 leader")
    assert sky.turn == 4
    assert sky.can("disengage")
    assert not any(unit["over_target"] for unit in sky.document["units"].values())


# The end


@rule("WBY 15 A-C")
def test_without_defenders_a_mission_goes_on_until_the_target_is_passed():
    sky = calm(striker("axis", 1, wingman=False), interceptor("allied", 1, fighter(), wingman=False))
    sky.until("allied-1 leader").play("disengage")
    assert sky.decision
    sky.until("axis-1 strike").play("strike level")
    assert not sky.decision or sky.phase == "over-target"
    sky.end()
    assert sky.report().duration[1] == 1


@rule("WBY 15 A-C")
def test_it_does_not_if_nobody_is_left_who_would_strike():
    alone = [escort("axis", 1, wingman=False), striker("axis", 2, wingman=False)]
    sky = calm(*alone, interceptor("allied", 1, wingman=False))
    sky.until("allied-1 leader").play("disengage").until("axis-2 leader")
    assert sky.decision
    sky.stack(axis="ace-pilot").play("disengage")
    assert not sky.decision


@rule("WBY 15 A-C")
def test_a_mission_is_over_when_the_striking_side_has_nobody_left():
    sky = calm(striker("axis", 1, wingman=False), interceptor("allied", 1)).until("axis-1 leader").play("disengage")
    assert not sky.decision
    assert sky.report().turns == 1


@rule("WBY 15 A-C", "WBY 16.9 target-bound")
def test_when_the_last_striker_turns_back_before_the_target_no_guns_fire_at_who_is_left():
    guns = {"slug": "airfield", "area_flak": 3, "target_flak": 0}
    sky = Sky(formation("axis", 1), interceptor("allied", 1), target=guns, options={"fuel": True})
    sky.until_turn(2, "formation").stack(axis="ace-pilot ace-pilot").play("disengage", "disengage")
    assert not sky.decision
    assert not {event.kind for event in sky.events} & {"area-flak", "over-target", "broke-off"}
    assert {each.status for each in sky.report().aircraft} == {"undamaged"}


@rule("WBY 15 A-C")
def test_a_target_may_have_no_defenders_at_all():
    sky = calm(formation("axis", 1)).end()
    assert sky.report().target
