"""What is carried, what that keeps an aircraft from, and how it is got rid of. [WBY 16.2, 18]"""

from __future__ import annotations

import re
from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup, IllegalAction
from engine.core.game import Document
from tests.engine.missions import positions
from tests.engine.missions.positions import loaded, stand
from tests.engine.missions.sky import (
    Sky,
    armed,
    bomber,
    calm,
    element,
    escort,
    formation,
    interceptor,
    light_bomber,
    striker,
)
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

JABO = armed("bombs", "ground-rockets", bomb={"level": 2}, performance=6, horsepower=2, damage=(3, 9))
TANKED = armed("drop-tanks", performance=6, horsepower=2, damage=(3, 9))
PODDED = armed("gun-pods-20")
AGAINST = interceptor("allied", 1)


def jabo(**more: Any) -> Document:
    return striker("axis", 1, JABO, **{"load": "bombs"} | more)


def refusal(*units: Document, **more: Any) -> str:
    with pytest.raises(BadSetup) as problem:
        calm(*units, **more)
    return str(problem.value)


# What may be carried


@rule("WBY 18", "WBY 18.1a")
@pytest.mark.parametrize(
    "unit",
    [
        striker("axis", 1, JABO, load="drop-tanks"),
        striker("axis", 1, light_bomber("bombs"), load="torpedoes"),
        striker("axis", 1, fighter(), load="bombs"),
        striker("axis", 1, "bf-109e-3", load="bombs"),
    ],
)
def test_an_aircraft_carries_only_what_its_card_allows(unit: Document):
    assert "18.1a" in refusal(unit, AGAINST)


@rule("WBY 18.1a", "WBY 18.1b", "WBY 18.4")
@pytest.mark.parametrize("load", [None, "bombs", "ground-rockets", ["bombs", "ground-rockets"]])
def test_bombs_and_ground_rockets_alone_go_together(load: Any):
    sky = calm(striker("axis", 1, JABO, load=load), AGAINST)
    names = [] if load is None else [load] if isinstance(load, str) else load
    assert [each.load for each in sky.end().report().aircraft if each.unit == "axis-1"] == [tuple(names)] * 2


@rule("SUP 24.6 blitzkrieg", "WBY 18.1a")
def test_blitzkrieg_lets_fighters_with_a_bomb_rating_carry_bombs():
    rated, unrated = armed(bomb={"level": 1}), armed()
    effects = {"axis": {"blitzkrieg": True}}
    assert calm(striker("axis", 1, rated, load="bombs"), AGAINST, effects=effects).decision
    assert "18.1a" in refusal(striker("axis", 1, rated, load="bombs"), AGAINST)
    assert "5.2.8" in refusal(striker("axis", 1, unrated, load="bombs"), AGAINST, effects=effects)


@rule("WBY 18.1a")
@pytest.mark.parametrize("load", ["air-rockets", "drop-tanks", "gun-pods-20", "gun-pods-30"])
def test_rockets_tanks_and_pods_are_for_fighters(load: str):
    assert "18" in refusal(striker("axis", 1, light_bomber(load), load=load), AGAINST)
    assert calm(striker("axis", 1), escort("axis", 2, armed(load), load=load), AGAINST).decision


@rule("WBY 18.1a", "WBY 17.1")
def test_who_does_not_strike_carries_nothing_for_the_target():
    assert "18.1a" in refusal(striker("axis", 1), interceptor("allied", 1, JABO, load="bombs"))
    assert "21.8" in refusal(
        element("axis", 1, JABO, load="bombs"), element("allied", 1), type="air-combat", target=None
    )


@rule("WBY 18.1c")
def test_leader_wingman_and_section_carry_the_same():
    sky = calm(striker("axis", 1), escort("axis", 2, TANKED, load="drop-tanks", section=True), AGAINST).end()
    assert [each.load for each in sky.report().aircraft if each.unit == "axis-2"] == [("drop-tanks",)] * 3


# Jettisoning


@rule("WBY 16.2", "WBY 18.1c", "WBY 18.1.2")
def test_all_aircraft_of_a_unit_jettison_together_and_the_enemy_scores_for_each():
    sky = calm(jabo(), AGAINST).until("axis-1 jettison")
    assert sky.choices == ["jettison", "keep"]
    sky.play("jettison")
    assert sky.unit("axis-1")["load"] == []
    assert sky.view("allied")["score"]["allied"] == 2
    assert sky.until_turn(2).end().report().points("allied") == 2


@rule("WBY 16.2", "WBY 18.1c", "WBY 17.6")
def test_the_third_man_of_a_section_jettisons_with_the_others():
    sky = calm(jabo(section=True), AGAINST).until("axis-1 jettison").play("jettison").end()
    assert [each.jettisoned for each in sky.report().aircraft if each.unit == "axis-1"] == [True] * 3
    assert sky.report().points("allied") == 3


@rule("WBY 16.2", "WBY 17.6c")
def test_a_third_man_who_was_shot_down_jettisons_nothing_any_more():
    sky = calm(jabo(section=True), interceptor("allied", 1, fighter(burst=3))).until("allied-1 leader")
    sky.deal("allied-1", "ims-2b-fuel").play("play ims-2b-fuel > axis-1 wingman").unanswered()
    sky.until_turn(2, "axis-1 jettison").play("jettison").end()
    assert [each.jettisoned for each in sky.report().aircraft if each.unit == "axis-1"] == [True, True, False]


@rule("WBY 16.2")
def test_a_unit_may_keep_its_load_and_is_asked_again():
    sky = calm(jabo(), AGAINST).until("axis-1 jettison").play("keep")
    sky.until_turn(2, "axis-1 jettison").play("jettison").until_turn(3)
    assert "jettison" not in sky.asked
    assert [each.jettisoned for each in sky.end().report().aircraft if each.unit == "axis-1"] == [True, True]


@rule("WBY 18.1.2", "WBY 18.5")
def test_drop_tanks_are_no_ordnance_and_cost_no_points():
    sky = calm(striker("axis", 1), escort("axis", 2, TANKED, load="drop-tanks"), AGAINST).until("axis-2 jettison")
    sky.play("jettison")
    assert sky.view("allied")["score"]["allied"] == 0


@rule("WBY 18.1.2", "WBY 17.4.1")
def test_cargo_is_no_ordnance_either():
    transport = light_bomber("cargo", cargo=2, cargo_drop=1)
    sky = calm(striker("axis", 1, transport, load="cargo"), AGAINST, type="air-drop", target="drop-zone")
    sky.until("axis-1 jettison").play("jettison")
    assert sky.view("allied")["score"]["allied"] == 0


@rule("WBY 18.6.3")
def test_gun_pods_are_never_jettisoned():
    sky = calm(striker("axis", 1), escort("axis", 2, PODDED, load="gun-pods-20"), AGAINST)
    while sky.decision:
        assert sky.asked != "axis-2 jettison"
        assert sky.unit("axis-2")["load"] == ["gun-pods-20"]
        sky.quiet()


@rule("WBY 18.6.3", "WBY 18.1.1")
def test_gun_pods_stay_on_a_damaged_fighter_too():
    sky = damaged(escort("axis", 1, armed("gun-pods-20", damage=(3, 9)), load="gun-pods-20"))
    assert sky.unit("axis-1")["leader"]["damaged"]
    assert sky.unit("axis-1")["load"] == ["gun-pods-20"]


def damaged(unit: Document) -> Sky:
    """An Allied Leader hits that of axis-1 for 3 with a card that stands."""
    sky = calm(unit, formation("axis", 2), interceptor("allied", 1, fighter(burst=3))).until("allied-1 leader")
    sky.deal("allied-1", "ims-3b3h").play("play ims-3b3h > axis-1 leader")
    while sky.asked.endswith("respond"):
        sky.play("pass")
    return sky


@rule("WBY 18.1.1", "WBY 18.1.2")
def test_a_damaged_fighter_drops_its_ordnance_at_once_and_for_no_points():
    sky = damaged(jabo())
    assert sky.unit("axis-1")["leader"]["damaged"]
    assert sky.unit("axis-1")["load"] == []
    assert sky.unit("axis-1")["wingman"]["load"] == ["bombs"]
    assert sky.view("axis")["score"]["allied"] == 2
    assert not any(each.jettisoned for each in sky.end().report().aircraft)


@rule("WBY 18.1.1", "WBY 18.5.1")
@pytest.mark.parametrize(("decision", "left"), [("jettison", []), ("keep", ["drop-tanks"])])
def test_a_damaged_fighter_may_jettison_its_drop_tanks_at_once_and_alone(decision: str, left: list[str]):
    sky = damaged(escort("axis", 1, TANKED, load="drop-tanks"))
    assert (sky.asked, sky.choices) == ("axis-1 jettison", ["jettison", "keep"])
    assert sky.unit("axis-1")["load"] == ["drop-tanks"]
    assert engine.position("wildblue", sky.game.position()).position() == sky.game.position()
    sky.play(decision)
    assert sky.asked == "allied-1 leader"
    assert sky.unit("axis-1")["load"] == left
    assert sky.unit("axis-1")["wingman"].get("load", left) == ["drop-tanks"]
    assert sky.view("axis")["score"]["allied"] == 2


@rule("WBY 18.1.1", "SUP 22.1", "SUP 24.9")
def test_fighters_that_area_flak_damages_decide_before_their_fuel_is_recorded():
    tanked = escort("axis", 1, armed("drop-tanks", damage=(3, 9)), load="drop-tanks", over_target=True)
    guns = {"slug": "airfield", "area_flak": 1, "target_flak": 0}
    sky = calm(tanked, formation("axis", 2), AGAINST, target=guns, options={"fuel": True})
    sky.until_turn(2, "axis-1 break-off").stack(allied="ims-3b3h ims-3b3h").play("continue")
    before = sky.unit("axis-1")["fuel"]["spent"]
    assert sky.asked == "axis-1 jettison"
    assert sky.decision
    assert "Wingman" in sky.decision.prompt
    sky.play("jettison")
    assert sky.asked == "axis-1 jettison"
    assert sky.decision
    assert "Leader" in sky.decision.prompt
    assert engine.position("wildblue", sky.game.position()).position() == sky.game.position()
    assert sky.unit("axis-1")["fuel"]["spent"] == before
    sky.play("jettison")
    assert sky.unit("axis-1")["fuel"]["tanks"] == 0
    assert sky.unit("axis-1")["fuel"]["spent"] == before + 1


@rule("WBY 18.1.1", "WBY 12.1")
def test_who_is_damaged_as_he_leaves_is_asked_nothing_any_more():
    sky = calm(striker("axis", 2), escort("axis", 1, TANKED, load="drop-tanks"), AGAINST).until("axis-1 leader")
    sky.stack(axis="ims-3b3h ims-3b3h").play("disengage")
    assert sky.asked != "axis-1 jettison"
    assert [each.status for each in sky.end().report().aircraft if each.unit == "axis-1"] == ["damaged"] * 2


@rule("WBY 18.1.1")
def test_a_damaged_light_bomber_need_not_drop_its_bombs():
    sky = damaged(striker("axis", 1, light_bomber(damage=(3, 9)), load="bombs"))
    assert sky.unit("axis-1")["leader"]["damaged"]
    assert sky.unit("axis-1")["load"] == ["bombs"]


# The face-down hand


@rule("WBY 18.1d hand")
@pytest.mark.parametrize(("load", "face_down"), [("bombs", True), ("ground-rockets", True), (None, False)])
def test_the_hand_of_a_leader_with_ordnance_lies_face_down(load: str | None, face_down: bool):
    sky = calm(jabo(load=load), AGAINST).until("axis-1 altitude-step")
    own = sky.view("axis")["units"]["axis-1"]
    assert own["face_down"] is face_down
    assert isinstance(own["hand"], int) is face_down


@rule("WBY 18.1d hand")
@pytest.mark.parametrize("unit", [TANKED, PODDED])
def test_tanks_and_pods_do_not_hide_it(unit: Document):
    load = unit["wildblue"]["carries"][0]
    sky = calm(striker("axis", 1), escort("axis", 2, unit, load=load), AGAINST).until("axis-2 altitude-step")
    assert sky.view("axis")["units"]["axis-2"]["face_down"] is False


@rule("WBY 18.1d hand")
def test_nothing_is_played_or_discarded_from_it_but_cards_are_drawn():
    sky = calm(jabo(), AGAINST).until("axis-1 leader").deal("axis-1", "maneuver full-throttle ims-1b1h clouds")
    assert sky.choices == ["disengage", "end"]
    sky.play("end")
    assert sky.asked == "axis-1 draw"
    sky.play("draw 2")
    assert sky.view("axis")["units"]["axis-1"]["hand"] == 6


@rule("WBY 6.3", "WBY 18.1d hand")
def test_counters_are_spent_beside_a_hand_that_nobody_has_seen():
    boosted = {"aircraft": armed("bombs", bomb={"level": 2}, special=("power-boost",))}
    units = {"axis-1": loaded("full-throttle", leader=boosted, full_throttle=1), "allied-1": positions.element()}
    play, counter = "play full-throttle > allied-1 leader", "play full-throttle > allied-1 leader (counter)"
    pressed = stand(units, step="leader", active="axis-1", engaged=[["axis-1", "allied-1", "tailed"]])
    assert pressed.game.view("axis")["units"]["axis-1"]["face_down"]
    assert (pressed.can(play), pressed.can(counter)) == (False, True)
    free = stand(units, step="leader", active="axis-1")
    for text, said in ((play, "lies face down. [WBY 18.1d]"), (counter, "leaves alone a Fighter without ordnance")):
        with pytest.raises(IllegalAction, match=re.escape(said)):
            free.play(text)


@rule("WBY 18.1d hand")
def test_a_climb_costs_a_card_at_random():
    seen = set()
    for seed in range(12):
        sky = calm(jabo(), AGAINST).until("axis-1 altitude-step").deal("axis-1", "maneuver scissors barrel-roll")
        sky.change(lambda document: None, seed).play("climb")
        assert sky.asked == "axis-1 leader"
        assert sky.altitude("axis-1") == "high"
        assert sky.view("axis")["units"]["axis-1"]["hand"] == 2
        seen.add(sky.pile("axis")["top"])
    assert len(seen) > 1


@rule("WBY 18.1d hand", "WBY 8.2.1", "WBY 6.3")
def test_with_no_card_left_a_climb_costs_a_counter():
    loaded = armed("bombs", bomb={"level": 2}, special=("power-boost",))
    sky = calm(striker("axis", 1, loaded, load="bombs"), AGAINST).until("axis-1 altitude-step").deal("axis-1", "")
    assert sky.unit("axis-1")["face_down"]
    sky.play("climb")
    assert (sky.altitude("axis-1"), sky.unit("axis-1")["full_throttle"]) == ("high", 0)
    assert not sky.until_turn(2, "axis-1 altitude-step").deal("axis-1", "").can("climb")


@rule("WBY 18.1d hand")
def test_it_is_turned_up_when_an_attack_card_at_the_leader_stands():
    sky = calm(jabo(), AGAINST).until("allied-1 leader").deal("allied-1", "ims-1b1h")
    sky.deal("axis-1", "barrel-roll maneuver").play("play ims-1b1h > axis-1 leader")
    assert sky.asked == "axis-1 respond"
    assert sky.can("respond barrel-roll")
    assert sky.view("axis")["units"]["axis-1"]["face_down"] is False


@rule("WBY 18.1d hand", "WBY 8.2.3", "WBY 7.3.5 note")
@pytest.mark.parametrize("card", ["vertical-roll (dive)", "clouds"])
def test_it_is_turned_up_when_the_leader_is_asked_whether_an_enemy_gets_away(card: str):
    sky = calm(jabo(), AGAINST).until("allied-1 leader").deal("allied-1", card.split()[0])
    sky.deal("axis-1", f"{card.split()[0]} maneuver")
    sky.change(lambda document: document.update(engaged=[["axis-1", "allied-1", "tailing"]]))
    assert sky.unit("axis-1")["face_down"]
    sky.play(f"play {card}")
    assert sky.choices == [f"respond {card.split()[0]}", "pass"]
    assert not sky.unit("axis-1")["face_down"]


@rule("WBY 18.1d hand")
def test_an_attack_on_the_wingman_does_not_turn_it_up():
    sky = calm(jabo(), AGAINST).until("allied-1 leader").deal("allied-1", "ims-1b1h")
    sky.play("play ims-1b1h > axis-1 wingman")
    while sky.asked.endswith("respond"):
        sky.play("pass")
    assert sky.view("axis")["units"]["axis-1"]["face_down"] is True


@rule("WBY 18.1d hand", "WBY 18.1d end")
def test_it_is_turned_up_when_the_load_is_gone():
    sky = calm(jabo(), AGAINST).until("axis-1 jettison").play("jettison")
    assert sky.view("axis")["units"]["axis-1"]["face_down"] is False
    sky = calm(jabo(), AGAINST).until("axis-1 strike").play("strike level")
    assert sky.view("axis")["units"]["axis-1"]["face_down"] is False


@rule("WBY 18.1d hand", "WBY 18.1d end")
def test_it_stays_face_down_while_a_part_of_the_load_is_left():
    both = calm(jabo(load=["bombs", "ground-rockets"], altitude="low"), AGAINST).until("axis-1 strike")
    both.play("strike rockets")
    view = both.view("axis")["units"]["axis-1"]
    assert (view["load"], view["face_down"]) == (["bombs"], True)
    assert both.asked != "axis-1 discard"


@rule("WBY 18.1d hand", "WBY 19.2.4")
def test_combat_vision_does_not_look_at_a_face_down_hand():
    assert "exchange" not in calm(jabo(skills="CV"), AGAINST).until("order").asked
    sky = calm(jabo(skills="CV", load=None), AGAINST)
    while sky.asked.endswith("altitude"):
        sky.quiet()
    assert sky.asked == "axis-1 exchange"


@rule("WBY 18.1d hand", "WBY 11.2")
def test_a_promoted_wingman_looks_at_his_hand():
    sky = shot_down_leader(calm(jabo(), formation("axis", 2), interceptor("allied", 1, fighter(burst=3))))
    view = sky.view("axis")["units"]["axis-1"]
    assert (view["leader"]["seat"], view["face_down"], view["load"]) == ("wingman", False, ["bombs"])
    assert len(view["hand"]) == 5


def shot_down_leader(sky: Sky) -> Sky:
    sky.until("allied-1 leader").deal("allied-1", "ims-2b-fuel").play("play ims-2b-fuel > axis-1 leader")
    while sky.asked.endswith("respond"):
        sky.play("pass")
    return sky


# Whom a Loaded aircraft attacks


@rule("WBY 18.1d attack", "WBY 17.2c")
@pytest.mark.parametrize(
    "unit", [escort("axis", 1, TANKED, load="drop-tanks"), escort("axis", 1, PODDED, load="gun-pods-20")]
)
def test_a_loaded_fighter_leaves_unloaded_fighters_alone(unit: Document):
    sky = calm(unit, formation("axis", 2), AGAINST).until_turn(2, "axis-1 leader").deal("axis-1", "maneuver ims-1b1h")
    assert not [text for text in sky.choices if text.startswith("play")]


@rule("WBY 18.1d attack")
@pytest.mark.parametrize(("load", "asked"), [(None, "altitude-step"), ("air-rockets", "wingman-target")])
def test_a_loaded_wingman_too_attacks_those_alone_who_carry_ordnance(load: str | None, asked: str):
    enemy = interceptor("allied", 1, armed("air-rockets"), load=load)
    sky = calm(escort("axis", 1, TANKED, load="drop-tanks"), formation("axis", 2), enemy)
    assert sky.until_turn(2, "axis-1 jettison").play("keep").asked == f"axis-1 {asked}"


@rule("WBY 18.1d attack")
def test_it_attacks_fighters_that_carry_ordnance_themselves():
    enemy = interceptor("allied", 1, armed("air-rockets"), load="air-rockets")
    sky = calm(escort("axis", 1, TANKED, load="drop-tanks"), formation("axis", 2), enemy).until_turn(2, "axis-1 leader")
    sky.deal("axis-1", "maneuver ims-1b1h")
    assert sky.can("play maneuver > allied-1 leader")


def rocketeer() -> Sky:
    """A Loaded escort and an enemy who drops his rockets with the third Hit."""
    enemy = interceptor("allied", 1, armed("air-rockets", damage=(3, 90)), load="air-rockets")
    fast = armed("drop-tanks", performance=6, burst=4, offensive=6)
    return calm(escort("axis", 1, fast, load="drop-tanks"), formation("axis", 2), enemy)


@rule("WBY 18.1d attack", "WBY 18.1.1", "WBY 6.1")
@pytest.mark.parametrize("first", ["", "maneuver"])
def test_a_loaded_leader_leaves_off_when_his_enemy_has_dropped_his_ordnance(first: str):
    sky = rocketeer().until_turn(2, "axis-1 leader").deal("axis-1", f"ims-1b1h ims-3b3h maneuver {first}")
    if first:
        sky.play("play maneuver > allied-1 leader").unanswered()
    sky.play("play ims-1b1h > allied-1 leader").unanswered()
    assert any(" > " in text for text in sky.choices)
    sky.play("play ims-3b3h > allied-1 leader").unanswered()
    assert sky.unit("allied-1")["leader"]["damaged"]
    assert not any(" > " in text for text in sky.choices)


@rule("WBY 18.1d attack", "WBY 18.1.1", "WBY 6.1")
def test_a_loaded_wingman_leaves_off_too():
    sky = rocketeer().until_turn(2, "axis-1 wingman-target").stack(axis="ims-1b1h ims-3b3h ims-1b2h")
    sky.play("attack > allied-1 leader", "play ims-1b1h > allied-1 leader").unanswered()
    assert sky.can("play ims-3b3h > allied-1 leader")
    sky.play("play ims-3b3h > allied-1 leader").unanswered()
    assert sky.choices == ["end"]


@rule("WBY 18.1d hand", "WBY 10.2")
def test_the_wingman_of_a_leader_with_a_face_down_hand_plays_his_own_cards():
    enemy = interceptor("allied", 1, armed("air-rockets"), load="air-rockets")
    sky = calm(jabo(), enemy).until_turn(2, "axis-1 wingman-target").stack(axis="ims-1b1h")
    sky.play("attack > allied-1 leader")
    assert sky.unit("axis-1")["face_down"]
    assert sky.choices == ["play ims-1b1h > allied-1 leader", "end"]


@rule("WBY 18.1d attack")
def test_and_those_with_whom_it_was_engaged_as_its_turn_began():
    def engage(document: Document) -> None:
        document["engaged"] = [["allied-1", "axis-1", "advantaged"]]

    units = escort("axis", 1, TANKED, load="drop-tanks"), formation("axis", 2), AGAINST
    sky = calm(*units, first="allied").until_turn(2, "allied-1 leader").change(engage).until("axis-1 leader")
    sky.deal("axis-1", "maneuver ims-1b1h")
    assert sky.can("play maneuver > allied-1 leader")


@rule("WBY 18.1d attack", "WBY 7.3.6")
def test_also_after_giving_up_the_position():
    def engage(document: Document) -> None:
        document["engaged"] = [["axis-1", "allied-1", "advantaged"]]

    units = escort("axis", 1, TANKED, load="drop-tanks"), formation("axis", 2), AGAINST
    sky = calm(*units, first="allied").until_turn(2, "allied-1 leader").change(engage).until("axis-1 leader")
    sky.deal("axis-1", "maneuver").play("give up position")
    assert sky.can("play maneuver > allied-1 leader")


@rule("WBY 18.1d attack", "WBY 18.1.1")
def test_an_enemy_who_has_just_dropped_his_load_is_left_alone():
    enemy = interceptor("allied", 1, armed("air-rockets"), load="air-rockets")
    sky = calm(escort("axis", 1, TANKED, load="drop-tanks"), formation("axis", 2), enemy).until_turn(2, "axis-1 leader")
    sky.deal("allied-1", "ims-1b1h").deal("axis-1", "maneuver ims-1b1h ims-1b1h").set("allied-1", "leader", hits=2)
    sky.play("play maneuver > allied-1 leader").unanswered().play("play ims-1b1h > allied-1 leader").unanswered()
    assert (sky.unit("allied-1")["load"], sky.stands("axis-1", "allied-1")) == ([], "advantaged")
    assert not [text for text in sky.choices if text.startswith("play")]


@rule("WBY 18.1d end")
def test_without_its_load_it_attacks_anybody():
    sky = calm(escort("axis", 1, TANKED, load="drop-tanks"), formation("axis", 2), AGAINST)
    sky.until_turn(2, "axis-1 jettison").play("jettison")
    sky.until("axis-1 leader").deal("axis-1", "half-loop")
    assert sky.can("play half-loop > allied-1 leader")


# Full Throttle counters


BOOSTED = armed("drop-tanks", special=("power-boost",), performance=6, damage=(3, 9))


def boosted() -> Sky:
    """A Loaded escort with a counter for each aircraft, in the fight with an Allied Fighter."""
    return calm(escort("axis", 1, BOOSTED, load="drop-tanks"), formation("axis", 2), AGAINST, first="allied")


@rule("WBY 6.3", "WBY 18.1d cards")
def test_a_loaded_leader_and_his_wingman_answer_with_their_counters_but_not_with_the_card():
    sky = boosted().until("allied-1 leader").deal("allied-1", "maneuver ims-1b1h")
    sky.deal("axis-1", "full-throttle").play("play maneuver > axis-1 leader")
    assert sky.choices == ["respond full-throttle (counter)", "pass"]
    sky = boosted().until("allied-1 leader").deal("allied-1", "ims-1b1h")
    sky.stack(axis="full-throttle maneuver").play("play ims-1b1h > axis-1 wingman")
    assert sky.choices == ["respond full-throttle (counter)", "pass"]


@rule("WBY 18.1d cards", "WBY 5.5.1")
@pytest.mark.parametrize("load", [None, "drop-tanks"])
def test_a_loaded_agile_leader_treats_no_card_as_a_scissors(load: str | None):
    nimble = armed("drop-tanks", special=("agile",), performance=6, damage=(3, 9))
    sky = calm(escort("axis", 1, nimble, load=load), formation("axis", 2), AGAINST, first="allied")
    sky.until_turn(2, "allied-1 leader")
    sky.change(lambda document: document.update(engaged=[["allied-1", "axis-1", "advantaged"]]))
    sky.until("axis-1 leader").deal("axis-1", "maneuver maneuver clouds").deal("allied-1", "tight-turn maneuver")
    assert any("as scissors" in text for text in sky.choices) is (load is None)
    sky.play("play maneuver > allied-1 leader", "respond tight-turn")
    assert any("as scissors" in text for text in sky.choices) is (load is None)


@rule("WBY 6.3", "WBY 18.1d cards")
def test_loaded_aircraft_attack_with_their_counters_but_not_with_the_card():
    def engage(document: Document) -> None:
        document["engaged"] = [["allied-1", "axis-1", "tailing"]]

    sky = boosted().until_turn(2, "allied-1 leader").change(engage).until("axis-1 wingman-target")
    sky.stack(axis="full-throttle maneuver").play("attack > allied-1 leader")
    throttle = [text for text in sky.choices if "full-throttle" in text]
    assert throttle == ["play full-throttle > allied-1 leader (counter)"]
    sky.play("end").until("axis-1 leader").deal("axis-1", "full-throttle")
    assert [text for text in sky.choices if "full-throttle" in text] == throttle


@rule("WBY 18.6", "WBY 17.3.6")
def test_formation_aircraft_are_not_loaded_and_keep_their_bombs_when_damaged():
    sky = calm(formation("axis", 1, bomber(damage=(3, 90))), AGAINST).until_turn(2)
    sky.set("axis-1", "1", damaged=True, hits=3)
    assert sky.bomber("axis-1", "1")["load"] == ["bombs"]
    sky.end()
    assert [each.jettisoned for each in sky.report().aircraft if each.unit == "axis-1"] == [False, False]
