"""Escorts intervene for bombers, Light Bombers among them. [WBY 17.2b, 18.1d; SUP 20.3]"""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.game import Document
from tests.engine.missions.bombing_run import PAIR, leader, mini_hand, near, wingman
from tests.engine.missions.ground import AIRFIELD
from tests.engine.missions.sky import Sky, armed, element, escort, interceptor, light_bomber, striker
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

COVER = escort("axis", 1, fighter(damage=(20, 30)))
STUKA = striker("axis", 2, light_bomber("bombs", damage=(20, 30)), load="bombs")


def covered(hand: str, cover: str, *units: Document, **more: Any) -> Sky:
    """An Allied Leader before bombers whose escort holds these cards; the bombers draw none that answer."""
    sky = leader(hand, *(units or (PAIR, COVER)), aircraft=more.pop("aircraft", fighter(damage=(20, 30))), **more)
    sky.deal("axis-1", cover).stack(axis="maneuver#19 maneuver#20 maneuver#21")
    return sky


# The decision


@rule("SUP 20.3.1", "SUP 20.2")
def test_escorts_decide_after_the_declaration_and_before_hands_are_drawn():
    sky = wingman("ims-1b1h tight-turn tight-turn tight-turn", PAIR, COVER).play("attack > axis-3 1")
    assert sky.asked == "axis-1 escort"
    assert mini_hand(sky, "allied-1", "wingman") == []
    assert sky.choices == ["intervene > axis-1", "pass"]


@rule("SUP 20.1.2")
@pytest.mark.parametrize(("decision", "expected"), [("intervene > axis-1", 2), ("pass", 4)])
def test_an_intervention_leaves_a_wingman_his_offensive_cards(decision: str, expected: int):
    sky = wingman("ims-1b1h tight-turn tight-turn tight-turn", PAIR, COVER, aircraft=fighter(offensive=2, defensive=2))
    sky.play("attack > axis-3 1", decision)
    assert len(mini_hand(sky, "allied-1", "wingman")) == expected


@rule("SUP 20.1.2", "WBY 17.6a", "WBY 18.6.1")
@pytest.mark.parametrize(("skills", "more"), [([], 1), (["Green"], 0)])
def test_gun_pods_and_a_section_whose_third_man_is_not_green_count_against_an_intervention(
    skills: list[str], more: int
):
    laden = armed("gun-pods-20", offensive=2, defensive=2)
    unit = {"load": "gun-pods-20", "section": True, "section_pilot": {"name": "Third", "skills": skills}}
    sky = wingman("ims-1b1h " + "tight-turn " * 8, PAIR, COVER, aircraft=laden, unit=unit)
    sky.play("attack > axis-3 1", "intervene > axis-1")
    assert len(mini_hand(sky, "allied-1", "wingman")) == 1 + 2 + more


@rule("SUP 20.3.1")
@pytest.mark.parametrize("altitude", ["low", "high"])
def test_an_escort_at_another_altitude_cannot_help(altitude: str):
    sky = leader("ims-1b1h", PAIR, COVER | {"altitude": altitude}).play("attack > axis-3 1")
    assert sky.asked == "allied-1 leader"


@rule("SUP 20.3.1")
@pytest.mark.parametrize(("role", "asked"), [("escort", "axis-1 escort"), ("fighter", "allied-1 leader")])
def test_only_who_is_named_an_escort_may_help(role: str, asked: str):
    flown = near(PAIR, COVER | {"role": role}, draws={"allied": "ims-1b1h"}).until("allied-1 leader")
    taken_up = leader("ims-1b1h", PAIR, COVER | {"role": role})
    for sky in (flown, taken_up):
        assert sky.play("attack > axis-3 1").asked == asked


@rule("SUP 20.3.1")
def test_an_engaged_escort_cannot_help():
    sky = leader("ims-1b1h", PAIR, COVER, interceptor("allied", 2))
    sky.change(lambda document: document.update(engaged=[["allied-2", "axis-1", "advantaged"]]))
    assert sky.play("attack > axis-3 1").asked == "allied-1 leader"


@rule("SUP 20.3.1")
def test_an_escort_in_the_clouds_cannot_help():
    sky = leader("ims-1b1h", PAIR, COVER).set("axis-1", clouds=True, hidden="medium")
    assert sky.play("attack > axis-3 1").asked == "allied-1 leader"


@rule("SUP 20.3.1")
@pytest.mark.parametrize("role", ["striker", "fighter"])
def test_only_fighters_that_the_mission_names_as_escorts_intervene(role: str):
    sky = leader("ims-1b1h", PAIR, element("axis", 1, armed("bombs", bomb={"level": 1}), role=role))
    assert sky.play("attack > axis-3 1").asked == "allied-1 leader"


@rule("SUP 20.3.1")
@pytest.mark.parametrize(
    ("load", "struck", "able"), [("bombs", False, False), (None, True, False), (None, False, True)]
)
def test_an_escort_over_target_with_a_strike_of_its_own_cannot_help(load: str | None, struck: bool, able: bool):
    both = escort("axis", 1, armed("bombs", bomb={"level": 1}), over_target=True)
    guns = interceptor("allied", 1, over_target=True)
    sky = Sky(PAIR, both, guns, first="allied", target=AIRFIELD).until_phase("over-target", "allied-1 leader")
    assert sky.unit("axis-1")["over_target"]
    sky.set("axis-1", load=load, has_struck=struck, face_down=False).deal("allied-1", "ims-1b1h").play(
        "attack > axis-3 1"
    )
    assert sky.asked == ("axis-1 escort" if able else "allied-1 leader")


@rule("SUP 20.3.1", "WBY 18.1d hand")
def test_an_escort_whose_hand_lies_face_down_cannot_help():
    carrier = escort("axis", 1, armed("air-rockets"), load="air-rockets")
    assert leader("ims-1b1h", PAIR, carrier).play("attack > axis-3 1").asked == "allied-1 leader"


@rule("SUP 20.3.1")
@pytest.mark.parametrize("seat", ["leader", "wingman"])
def test_one_aircraft_with_bombs_is_enough_to_keep_an_escort_over_target_busy(seat: str):
    sky = over_target("bombs")
    sky.set("axis-1", load=[], face_down=False).set("axis-1", "wingman", load=[])
    sky.set("axis-1", "" if seat == "leader" else seat, load=["bombs"])
    assert sky.deal("allied-1", "ims-1b1h").play("attack > axis-3 1").asked == "allied-1 leader"


def over_target(load: str) -> Sky:
    """An Allied Leader and an escort with a load, both Over Target with the bombers."""
    both = escort("axis", 1, armed(load, bomb={"level": 1}), load=load, over_target=True)
    guns = interceptor("allied", 1, over_target=True)
    return Sky(PAIR, both, guns, first="allied", target=AIRFIELD).until_phase("over-target", "allied-1 leader")


@rule("SUP 20.3.1")
def test_aerial_rockets_are_no_strike_of_its_own():
    sky = over_target("air-rockets").set("axis-1", face_down=False)
    assert sky.deal("allied-1", "ims-1b1h").play("attack > axis-3 1").asked == "axis-1 escort"


@rule("SUP 20.3.1")
def test_an_escort_with_bombs_that_is_not_over_target_may_intervene_once_its_hand_is_turned_up():
    sky = leader("ims-1b1h", PAIR, escort("axis", 1, armed("bombs", bomb={"level": 1}), load="bombs"))
    sky.set("axis-1", face_down=False)
    assert sky.play("attack > axis-3 1").asked == "axis-1 escort"


# The chain


@rule("SUP 20.3.1", "WBY 17.2b")
def test_an_escort_that_plays_last_negates_the_attack_card():
    sky = covered("ims-1b1h ims-1b1h", "barrel-roll").play("attack > axis-3 1", "intervene > axis-1")
    sky.play("play ims-1b1h > axis-3 1")
    assert sky.asked == "axis-1 respond"
    sky.play("respond barrel-roll")
    assert sky.asked == "allied-1 respond"
    sky.play("pass")
    assert sky.asked == "axis-1 counter"
    sky.play("end")
    assert sky.asked == "allied-1 leader"
    assert sky.bomber("axis-3", "1")["hits"] == 0


@rule("SUP 20.3.1")
def test_if_the_attacker_plays_last_the_bomber_answers_the_attack_card():
    sky = covered("ims-1b1h barrel-roll", "barrel-roll").stack(axis="tight-turn#61 maneuver#5 maneuver#6")
    sky.play("attack > axis-3 1", "intervene > axis-1", "play ims-1b1h > axis-3 1", "respond barrel-roll")
    sky.play("respond barrel-roll")
    assert sky.asked == "axis-1 respond"
    sky.play("pass")
    assert sky.asked == "axis-3 respond"
    assert sky.choices == ["respond tight-turn", "pass"]
    sky.play("respond tight-turn", "pass")
    assert sky.asked == "allied-1 leader"
    assert sky.bomber("axis-3", "1")["hits"] == 0


@rule("SUP 20.3.1", "SUP 20.3.3")
def test_an_escort_is_asked_until_it_has_answered_a_card_of_that_attack():
    sky = covered("ims-1b1h ims-1b1h maneuver", "barrel-roll barrel-roll")
    sky.play("attack > axis-3 1", "intervene > axis-1", "play maneuver > axis-3 1")
    assert sky.asked == "axis-1 respond"
    sky.play("pass")
    assert sky.asked == "axis-3 respond"
    sky.play("pass", "play ims-1b1h > axis-3 1")
    assert sky.asked == "axis-1 respond"
    sky.play("respond barrel-roll", "pass", "end", "play ims-1b1h > axis-3 1")
    assert sky.asked == "axis-3 respond"


@rule("SUP 20.3.1", "SUP 20.3.3")
def test_an_escort_that_has_intervened_helps_nobody_else_in_that_game_turn():
    sky = covered("ims-1b1h", "barrel-roll", PAIR, COVER, interceptor("allied", 2))
    sky.play(
        "attack > axis-3 1", "intervene > axis-1", "play ims-1b1h > axis-3 1", "respond barrel-roll", "pass", "end"
    )
    sky.play("end").until("allied-2 leader").deal("allied-2", "ims-1b1h").play("attack > axis-3 1")
    assert sky.asked == "allied-2 leader"
    sky.play("end").until_turn(2, "allied-1 leader").deal("allied-1", "ims-1b1h").play("attack > axis-3 1")
    assert sky.asked == "axis-1 escort"


@rule("SUP 20.3.1", "SUP 20.1.2")
def test_an_escort_that_has_cost_a_wingman_cards_has_intervened():
    sky = wingman("ims-1b1h tight-turn", PAIR, COVER, aircraft=fighter(offensive=2))
    sky.play("attack > axis-3 1", "intervene > axis-1", "end").until("allied-1 leader")
    assert sky.deal("allied-1", "ims-1b1h").play("attack > axis-3 1").asked == "allied-1 leader"


@rule("SUP 20.3.1", "SUP 20.3.3")
def test_an_escort_that_lost_its_chain_is_not_asked_about_the_next_card():
    sky = covered("ims-1b1h ims-1b1h barrel-roll", "barrel-roll barrel-roll").play("attack > axis-3 1")
    sky.play("intervene > axis-1", "play ims-1b1h > axis-3 1", "respond barrel-roll", "respond barrel-roll")
    assert sky.asked == "axis-1 respond"
    sky.play("pass", "pass", "play ims-1b1h > axis-3 1")
    assert sky.asked == "axis-3 respond"


@rule("SUP 20.3.1", "SUP 20.3.3")
def test_an_escort_named_against_a_leader_who_plays_no_card_may_still_help_against_another():
    sky = covered("ims-1b1h", "barrel-roll", PAIR, COVER, interceptor("allied", 2))
    sky.play("attack > axis-3 1", "intervene > axis-1", "end")
    sky.until("allied-2 leader").deal("allied-2", "ims-1b1h").play("attack > axis-3 1")
    assert sky.asked == "axis-1 escort"


@rule("SUP 20.3.3")
def test_one_escort_intervenes_against_an_attack():
    sky = leader("ims-1b1h", PAIR, COVER, escort("axis", 2)).play("attack > axis-3 1")
    assert sky.choices == ["intervene > axis-1", "intervene > axis-2", "pass"]
    sky.play("intervene > axis-2", "play ims-1b1h > axis-3 1")
    assert sky.asked == "axis-2 respond"
    sky.play("pass")
    assert sky.asked == "axis-3 respond"


@rule("SUP 20.3.1", "WBY 18.1d cards")
def test_a_loaded_escort_answers_with_no_full_throttle():
    carrier = escort("axis", 1, armed("drop-tanks"), load="drop-tanks")
    sky = covered("ims-1b1h", "full-throttle tight-turn scissors", PAIR, carrier)
    sky.play("attack > axis-3 1", "intervene > axis-1", "play ims-1b1h > axis-3 1")
    assert sky.choices == ["respond tight-turn", "pass"]


# The counter-attack


def negated(hand: str, cover: str, *units: Document, **more: Any) -> Sky:
    """The escort has negated an Attack card with the Barrel Roll that it holds beside these cards."""
    sky = covered(f"ims-1b1h {hand}", f"barrel-roll {cover}", *units, **more)
    return sky.play(
        "attack > axis-3 1", "intervene > axis-1", "play ims-1b1h > axis-3 1", "respond barrel-roll", "pass"
    )


@rule("SUP 20.3.2")
def test_an_escort_that_negated_a_card_fires_as_a_neutral_leader():
    sky = negated("ims-1b1h", "ims-1b2h ims-2b2h maneuver half-loop full-throttle scissors clouds vertical-roll")
    assert sky.choices == [
        "play maneuver > allied-1 leader",
        "play half-loop > allied-1 leader",
        "play ims-1b2h > allied-1 leader",
        "end",
    ]
    sky.play("play ims-1b2h > allied-1 leader")
    assert sky.asked == "allied-1 respond"
    sky.play("pass")
    assert sky.hits("allied-1") == 2
    assert sky.asked == "allied-1 leader"
    assert sky.can("play ims-1b1h > axis-3 1")


@rule("SUP 20.3.2")
def test_the_attacked_leader_answers_the_escort_from_his_hand():
    sky = negated("ims-1b1h barrel-roll", "ims-1b2h")
    sky.play("play ims-1b2h > allied-1 leader", "respond barrel-roll", "pass")
    assert sky.hits("allied-1") == 0
    assert sky.can("play ims-1b1h > axis-3 1")


@rule("SUP 20.3.2")
def test_an_escort_that_gains_a_position_ends_the_attack_at_the_formation():
    sky = negated("ims-1b1h", "maneuver").play("play maneuver > allied-1 leader", "pass")
    assert sky.stands("axis-1", "allied-1") == "advantaged"
    assert not any("axis-3" in text for text in sky.choices)


@rule("SUP 20.3.2", "WBY 18.1d attack")
def test_a_loaded_escort_attacks_an_unloaded_fighter_that_it_stopped():
    carrier = escort("axis", 1, armed("drop-tanks"), load="drop-tanks")
    sky = negated("ims-1b1h", "ims-1b2h half-loop", PAIR, carrier)
    assert sky.choices == ["play ims-1b2h > allied-1 leader", "end"]


def counter_attacked(drawn: str, unit: Document | None = None, **more: Any) -> Sky:
    """The escort has fired at a Wingman who has an In My Sights and a Barrel Roll left; he draws these cards."""
    ratings: dict[str, Any] = {"offensive": 3, "defensive": 2, "damage": (20, 30)} | more
    hunters = armed("gun-pods-20", **ratings)
    sky = wingman("ims-1b1h ims-1b1h barrel-roll", STUKA, COVER, aircraft=hunters, unit=unit or {})
    sky.deal("axis-1", "barrel-roll ims-1b2h").stack(axis="maneuver#19 maneuver#20 maneuver#21")
    sky.play("attack > axis-2 leader").stack(allied="ims-1b1h ims-1b1h barrel-roll")
    sky.play("play ims-1b1h > axis-2 leader", "intervene > axis-1", "respond barrel-roll", "pass")
    return sky.stack(allied=drawn).play("play ims-1b2h > allied-1 wingman")


@rule("WBY 10.1.2", "WBY 10.6.1", "SUP 20.3.2")
def test_a_wingman_attacked_by_an_escort_answers_from_a_defensive_mini_hand():
    sky = counter_attacked("tight-turn maneuver")
    assert mini_hand(sky, "allied-1", "wingman") == ["tight-turn#61", "maneuver#1"]
    assert sky.choices == ["respond tight-turn", "pass"]
    assert sky.unit("allied-1")["aside"] == ["ims-1b1h#74", "barrel-roll#47"]
    assert engine.position("wildblue", sky.game.position()).position() == sky.game.position()


@rule("WBY 10.1.2", "WBY 18.6", "WBY 17.6b", "SUP 20.3.2")
@pytest.mark.parametrize("burden", [{"load": "gun-pods-20"}, {"section": True}])
def test_gun_pods_and_a_section_cost_him_a_card_of_it_for_it_is_a_fighter_that_he_answers(burden: Document):
    sky = counter_attacked("tight-turn maneuver", unit=burden, offensive=5)
    assert mini_hand(sky, "allied-1", "wingman") == ["tight-turn#61"]


@rule("WBY 10.1.2", "SUP 20.3.2")
def test_then_he_goes_on_with_what_is_left_of_his_offensive_one():
    sky = counter_attacked("ims-3b3h maneuver").play("pass")
    assert sky.hits("allied-1", "wingman") == 2
    assert mini_hand(sky, "allied-1", "wingman") == ["ims-1b1h#74", "barrel-roll#47"]
    assert sky.choices == ["play ims-1b1h > axis-2 leader", "end"]


@rule("WBY 10.1.2", "WBY 17.6b", "SUP 20.3.2")
def test_one_who_is_shot_down_so_loses_both():
    sky = counter_attacked("maneuver maneuver", damage=(1, 2)).play("pass")
    assert sky.unit("allied-1")["wingman"]["status"] == "destroyed"
    assert "aside" not in sky.unit("allied-1")
    assert sky.view(None)["decks"]["allied"]["discard"] == 5


@rule("SUP 20.3.2", "WBY 9.1.2")
def test_an_escort_may_use_its_heavy_guns():
    sky = negated("", "ims-1b1h", PAIR, escort("axis", 1, fighter(heavy_guns=1, burst=2)))
    sky.play("play ims-1b1h > allied-1 leader (heavy gun)", "pass")
    assert sky.hits("allied-1") == 3
    assert sky.unit("axis-1")["heavy_guns"] == 0


@rule("SUP 20.3.2", "WBY 9.1.2")
def test_an_escorts_heavy_gun_needs_two_bursts():
    sky = negated("", "ims-1b1h", PAIR, escort("axis", 1, fighter(heavy_guns=1, burst=1)))
    assert sky.choices == ["play ims-1b1h > allied-1 leader", "end"]


@rule("SUP 20.3.2", "WBY 8.2.3")
def test_who_flies_away_from_an_escort_that_gained_a_position_is_answered_by_it_alone():
    sky = negated("vertical-roll", "maneuver").play("play maneuver > allied-1 leader", "pass")
    sky.play("play vertical-roll (dive)")
    assert sky.asked == "axis-1 respond"
    sky.play("pass")
    assert sky.asked == "axis-1 follow"
    assert sky.altitude("allied-1") == "low"


@rule("SUP 20.3.2", "WBY 11.2")
def test_an_attacker_whom_an_escort_shoots_down_has_no_leader_step():
    sky = negated("ims-1b1h", "ims-2b-fuel", PAIR, escort("axis", 1, fighter(burst=2)))
    sky.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert sky.asked == "allied-1 discard"
    assert mini_hand(sky) == []


@rule("SUP 20.3.2")
def test_a_wingman_whom_an_escort_shoots_down_attacks_no_more():
    sky = wingman("", PAIR, escort("axis", 1, fighter(burst=2)), aircraft=fighter(offensive=3))
    sky.deal("axis-1", "barrel-roll ims-2b-fuel").stack(allied="ims-1b1h ims-1b1h maneuver#1")
    sky.play("attack > axis-3 1", "intervene > axis-1", "play ims-1b1h > axis-3 1", "respond barrel-roll", "pass")
    sky.play("play ims-2b-fuel > allied-1 wingman").unanswered()
    assert sky.asked == "allied-1 altitude-step"
    assert sky.status("allied-1", "wingman") == "destroyed"


# Light Bombers


@rule("WBY 17.2", "SUP 20.1.3", "SUP 20.4.2")
def test_light_bombers_are_attacked_as_fighters_are():
    sky = leader("maneuver ims-1b1h", STUKA).play("play maneuver > axis-2 leader", "pass")
    assert sky.stands("allied-1", "axis-2") == "advantaged"


@rule("WBY 17.2b", "SUP 20.1.3", "SUP 20.3.1")
def test_escorts_decide_about_a_light_bomber_at_the_first_attack_card():
    sky = covered("maneuver ims-1b1h", "tight-turn", STUKA, COVER).play("play maneuver > axis-2 leader")
    assert sky.asked == "axis-1 escort"
    sky.play("intervene > axis-1")
    assert sky.asked == "axis-1 respond"
    sky.play("respond tight-turn", "pass", "end")
    assert sky.stands("allied-1", "axis-2") == "neutral"
    sky.play("play ims-1b1h > axis-2 leader")
    assert sky.asked == "axis-2 respond"


@rule("SUP 20.3.1", "SUP 20.1.3")
def test_escorts_that_let_an_attack_on_a_light_bomber_pass_are_not_asked_again():
    sky = covered("maneuver ims-1b1h", "tight-turn", STUKA, COVER).play("play maneuver > axis-2 leader", "pass", "pass")
    assert sky.play("play ims-1b1h > axis-2 leader").asked == "axis-2 respond"


@rule("SUP 20.3.1", "SUP 20.3.3", "SUP 20.1.3")
def test_an_escort_named_against_a_wingman_at_a_light_bomber_has_intervened_only_when_it_answers():
    sky = wingman("ims-1b1h maneuver#2", STUKA, COVER, aircraft=fighter(offensive=2))
    sky.play("attack > axis-2 leader", "play ims-1b1h > axis-2 leader", "intervene > axis-1").unanswered()
    sky.play("end").until("allied-1 leader").deal("allied-1", "ims-1b1h").play("play ims-1b1h > axis-2 leader")
    assert sky.asked == "axis-1 escort"


@rule("SUP 20.3.1")
def test_an_escort_left_behind_at_another_altitude_helps_no_more():
    sky = covered("maneuver maneuver vertical-roll", "tight-turn", STUKA, COVER)
    sky.change(lambda document: document.update(engaged=[["axis-2", "allied-1", "tailing"]]))
    sky.play("play maneuver > axis-2 leader", "intervene > axis-1").unanswered()
    sky.deal("axis-2", "tight-turn barrel-roll").play("play vertical-roll (dive)", "pass", "follow")
    sky.play("pay tight-turn", "pay barrel-roll")
    assert (sky.altitude("axis-2"), sky.altitude("axis-1")) == ("low", "medium")
    assert sky.play("play maneuver > axis-2 leader").asked == "axis-2 respond"


@rule("WBY 17.2b", "SUP 20.1.3")
def test_escorts_stand_before_a_light_bombers_wingman_too():
    sky = covered("ims-1b1h", "tight-turn", STUKA, COVER).play("play ims-1b1h > axis-2 wingman", "intervene > axis-1")
    sky.play("respond tight-turn", "pass", "end")
    assert sky.hits("axis-2", "wingman") == 0


@rule("SUP 20.1.3", "SUP 20.3.1")
def test_a_fighter_that_strikes_is_no_bomber_to_escort():
    jabo = striker("axis", 2, armed("bombs", bomb={"level": 1}), load="bombs")
    assert leader("ims-1b1h", jabo, COVER).play("play ims-1b1h > axis-2 leader").asked == "axis-2 respond"


@rule("SUP 20.3.2")
def test_an_escort_brings_the_light_bomber_out_of_a_bad_position_first():
    sky = covered("ims-1b1h", "barrel-roll maneuver half-loop", STUKA, COVER)
    sky.change(lambda document: document.update(engaged=[["allied-1", "axis-2", "advantaged"]]))
    sky.play("play ims-1b1h > axis-2 leader", "intervene > axis-1", "respond barrel-roll", "pass")
    sky.play("play maneuver > allied-1 leader", "pass")
    assert sky.stands("allied-1", "axis-2") == "neutral"
    assert sky.stands("axis-1", "allied-1") == "neutral"


@rule("SUP 20.3.2", "WBY 9.2.2")
def test_a_gunner_whose_card_an_escort_answers_may_be_attacked():
    sky = covered("ims-1b1h", "barrel-roll ims-1b2h", STUKA, COVER, aircraft=fighter(gunner=1, damage=(20, 30)))
    sky.change(lambda document: document.update(engaged=[["axis-2", "allied-1", "advantaged"]]))
    sky.play("play ims-1b1h > axis-2 leader", "intervene > axis-1", "respond barrel-roll")
    assert sky.asked == "axis-1 counter"
    assert sky.choices == ["play ims-1b2h > allied-1 leader", "end"]


@rule("SUP 20.3.2", "WBY 9.2.2", "WBY 9.3.6")
def test_the_fire_of_an_escort_who_stopped_a_gunner_is_his_own_pilots():
    gunner = fighter(gunner=1, damage=(20, 30))
    heavy = escort("axis", 1, fighter(burst_plus=1))
    sky = covered("ims-1b1h barrel-roll", "barrel-roll barrel-roll ims-1b2h", STUKA, heavy, aircraft=gunner)
    sky.change(lambda document: document.update(engaged=[["axis-2", "allied-1", "advantaged"]]))
    sky.play("play ims-1b1h > axis-2 leader", "intervene > axis-1", "respond barrel-roll")
    sky.play("play ims-1b2h > allied-1 leader", "respond barrel-roll", "respond barrel-roll").unanswered()
    assert sky.hits("allied-1") == 2 + 1


@rule("SUP 20.3.1", "WBY 9.2.1")
def test_an_escort_that_answers_a_gunner_costs_the_light_bomber_no_position():
    gunner = fighter(gunner=1, damage=(20, 30))
    sky = covered("ims-1b1h", "barrel-roll", STUKA, COVER, aircraft=gunner, options={"evading_gunners": True})
    sky.change(lambda document: document.update(engaged=[["axis-2", "allied-1", "advantaged"]]))
    sky.play("play ims-1b1h > axis-2 leader", "intervene > axis-1", "respond barrel-roll")
    assert sky.asked == "axis-1 counter"
    assert sky.stands("axis-2", "allied-1") == "advantaged"


@rule("WBY 18.1d hand", "SUP 20.3.1")
def test_a_hand_stays_face_down_while_escorts_negate_the_attack():
    sky = covered("ims-1b1h ims-1b2h", "tight-turn barrel-roll", STUKA, COVER, aircraft=fighter(burst=2))
    assert sky.unit("axis-2")["face_down"]
    sky.play("play ims-1b1h > axis-2 leader", "intervene > axis-1", "respond tight-turn", "pass", "end")
    assert sky.unit("axis-2")["face_down"]
    sky.play("play ims-1b2h > axis-2 leader")
    assert sky.asked == "axis-2 respond"
    assert not sky.unit("axis-2")["face_down"]


@rule("WBY 18.1d hand")
def test_an_attack_at_his_wingman_turns_no_leaders_hand_up():
    sky = leader("ims-1b1h", STUKA).play("play ims-1b1h > axis-2 wingman", "pass")
    assert sky.unit("axis-2")["face_down"]


@rule("WBY 18.1d cards")
def test_a_loaded_leader_responds_with_no_scissors_or_full_throttle():
    sky = (
        leader("maneuver ims-1b1h", STUKA)
        .deal("axis-2", "full-throttle tight-turn")
        .play("play maneuver > axis-2 leader")
    )
    assert sky.choices == ["respond tight-turn", "pass"]


@rule("WBY 17.2c", "WBY 18.1d attack")
@pytest.mark.parametrize(("load", "able"), [(None, False), ("drop-tanks", False), ("air-rockets", True)])
def test_a_light_bomber_attacks_only_fighters_with_ordnance(load: str | None, able: bool):
    sky = Sky(STUKA, interceptor("allied", 1, armed("drop-tanks", "air-rockets"), load=load), first="axis")
    sky.until_turn(2, "axis-2 altitude-step" if not able else "axis-2 wingman-target")
    sky.set("axis-2", face_down=False, load=None).until("axis-2 leader").deal("axis-2", "ims-1b1h maneuver")
    assert any("allied-1" in text for text in sky.choices) is able


@rule("WBY 17.2c", "WBY 18.1d attack")
def test_a_light_bomber_attacks_the_fighter_with_which_it_began_its_turn_engaged():
    sky = Sky(STUKA, interceptor("allied", 1), first="axis").until_turn(2, "axis-2 jettison")
    sky.change(lambda document: document.update(engaged=[["allied-1", "axis-2", "advantaged"]]))
    sky.change(lambda document: document["pending"].update(engaged_with="allied-1"))
    sky.play("jettison")
    assert sky.choices == ["attack > allied-1 leader", "attack > allied-1 wingman", "skip"]
