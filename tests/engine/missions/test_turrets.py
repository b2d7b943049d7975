"""Turrets of Formation aircraft: their mini-hand, answers, return fire, Spoiled Attacks. [WBY 17.3; SUP 19.3, 20.5]"""

from __future__ import annotations

import pytest

from tests.engine.missions.bombing_run import PAIR, leader, mini_hand, wingman
from tests.engine.missions.sky import bomber, formation, interceptor
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

# The mini-hand


@rule("SUP 20.5.1", "WBY 17.3.1b", "WBY 17.3.1f")
def test_the_first_attack_card_makes_the_bomber_draw_its_defence_and_the_others_support():
    three = formation("axis", 3, bomber(heavy=True, turret_defense=3, turret_support=2), size=3)
    sky = leader("ims-1b1h ims-1b1h", three, aircraft=fighter(burst=1)).play("attack > axis-3 2")
    assert mini_hand(sky, seat="2") == []
    sky.play("play ims-1b1h > axis-3 2")
    assert len(mini_hand(sky, seat="2")) == 3 + 2 * 2
    sky.play("pass", "play ims-1b1h > axis-3 2")
    assert len(mini_hand(sky, seat="2")) == 3 + 2 * 2


@rule("SUP 20.5.1")
def test_each_attacking_aircraft_makes_the_bomber_draw_anew():
    sky = wingman("ims-1b1h tight-turn tight-turn tight-turn").play("attack > axis-3 1")
    sky.play("play ims-1b1h > axis-3 1", "pass", "end")
    assert mini_hand(sky) == []
    sky.until("allied-1 leader").deal("allied-1", "ims-1b1h").play("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    assert len(mini_hand(sky)) == 3


@rule("WBY 17.3.7", "SUP 20.5.1", "WBY 17.3.1e")
@pytest.mark.parametrize("hurt", [{"hits": 20, "damaged": True}, {"hits": 1, "cockpit": 1}])
def test_out_of_formation_a_bomber_neither_lends_nor_receives_support(hurt: dict[str, int]):
    sky = leader("ims-1b1h").set("axis-3", "2", **hurt)
    sound = sky.document
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    assert len(mini_hand(sky)) == 2
    sky.restore(sound)
    sky.play("attack > axis-3 2", "play ims-1b1h > axis-3 2")
    assert len(mini_hand(sky, seat="2")) == 2 - hurt.get("cockpit", 0)


@rule("SUP 20.5.4")
@pytest.mark.parametrize(("cockpit", "expected"), [(1, 1), (2, 0), (3, 0)])
def test_each_cockpit_hit_costs_the_crew_a_card(cockpit: int, expected: int):
    sky = leader("ims-1b1h").set("axis-3", "1", cockpit=cockpit, hits=cockpit)
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    assert len(mini_hand(sky)) == expected


@rule("SUP 19.3 G", "SUP 19.3 U", "SUP 19.6 crew")
@pytest.mark.parametrize(
    ("crews", "expected"), [(("G", ""), 4), (("", "U"), 4), (("Green", ""), 2), (("", "Green"), 3)]
)
def test_crews_change_what_a_bomber_draws(crews: tuple[str, str], expected: int):
    crewed = formation("axis", 3, bomber(turret_defense=2, turret_support=1), crews=crews)
    sky = leader("ims-1b1h", crewed).play("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    assert len(mini_hand(sky)) == expected


# Responses


@rule("SUP 20.5.2")
def test_a_bomber_answers_as_a_wingman_does():
    sky = leader("ims-1b1h barrel-roll", axis="barrel-roll#47 clouds#36 scissors#25")
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    assert sky.choices == ["respond barrel-roll", "pass"]
    sky.play("respond barrel-roll")
    assert sky.asked == "allied-1 respond"
    sky.play("respond barrel-roll")
    assert sky.choices == ["pass"]
    sky.play("pass")
    assert sky.bomber("axis-3", "1")["hits"] == 1


@rule("SUP 20.5.2", "SUP 20.5.5")
def test_a_bomber_spends_the_copy_whose_symbol_it_cannot_use():
    sky = leader("maneuver ims-1b1h", axis="tight-turn#64 tight-turn#63 maneuver#1")
    sky.play("attack > axis-3 1", "play maneuver > axis-3 1", "respond tight-turn", "pass", "play ims-1b1h > axis-3 1")
    assert sky.can("respond tight-turn (spoiled attack)")


@rule("SUP 20.5.2")
def test_a_bomber_with_two_copies_of_a_card_answers_twice():
    sky = leader("maneuver maneuver ims-1b1h", axis="tight-turn#61 tight-turn#62 maneuver#1").play("attack > axis-3 1")
    for left in (["tight-turn", "maneuver"], ["maneuver"]):
        sky.play("play maneuver > axis-3 1", "respond tight-turn", "pass")
        assert sorted(card.partition("#")[0] for card in mini_hand(sky)) == sorted(left)


@rule("SUP 19.3 E")
def test_an_evasive_crew_makes_one_card_a_barrel_roll_once_a_mission():
    crewed = formation("axis", 3, bomber(damage=(20, 40)), crews=("E", None))
    sky = leader(
        "ims-1b1h ims-1b1h maneuver", crewed, axis="scissors#25 scissors#26 maneuver#1", aircraft=fighter(burst=1)
    )
    sky.play("attack > axis-3 1", "play maneuver > axis-3 1")
    assert sky.choices == ["pass"]
    sky.play("pass", "play ims-1b1h > axis-3 1", "respond scissors (as barrel-roll)", "pass")
    assert sky.bomber("axis-3", "1")["hits"] == 0
    sky.play("play ims-1b1h > axis-3 1")
    assert sky.choices == ["pass"]


@rule("SUP 20.5.3", "WBY 17.3.5")
def test_return_fire_that_stands_stops_the_attack_and_hits_the_attacker():
    sky = leader("ims-1b1h", axis="ims-3b3h maneuver#1 maneuver#2", aircraft=fighter(damage=(20, 30)))
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond ims-3b3h (return fire)")
    assert sky.asked == "allied-1 respond"
    sky.play("pass")
    assert sky.hits("allied-1") == 3
    assert sky.bomber("axis-3", "1")["hits"] == 0
    assert sky.asked == "allied-1 leader"


@rule("SUP 20.5.3")
def test_return_fire_answers_a_maneuver_too_and_the_maneuver_fails():
    sky = leader(
        "maneuver ims-2b2h", axis="oots-1b2h maneuver#1 maneuver#2", aircraft=fighter(burst=0, damage=(20, 30))
    )
    sky.play("attack > axis-3 1", "play maneuver > axis-3 1", "respond oots-1b2h (return fire)", "pass")
    assert sky.hits("allied-1") == 2
    assert not sky.can("play ims-2b2h > axis-3 1")


@rule("SUP 20.5.3")
def test_the_attacker_answers_return_fire_as_fire_and_then_his_attack_succeeds():
    sky = leader("ims-1b1h barrel-roll vertical-roll clouds", axis="oots-1b2h barrel-roll#47 maneuver#2")
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond oots-1b2h (return fire)")
    assert sky.choices == ["respond clouds", "respond vertical-roll", "pass"]
    sky.play("respond clouds")
    assert sky.choices == ["pass"]
    sky.play("pass")
    assert sky.hits("allied-1") == 0
    assert sky.bomber("axis-3", "1")["hits"] == 1


@rule("SUP 20.5.3")
def test_return_fire_that_was_answered_is_over_with_its_card():
    sky = leader(
        "ims-1b1h barrel-roll maneuver", axis="ims-1b2h tight-turn#61 oots-1b2h", aircraft=fighter(damage=(20, 30))
    ).play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond ims-1b2h (return fire)", "respond barrel-roll")
    sky.play("pass", "play maneuver > axis-3 1")
    assert sky.choices == ["respond tight-turn", "respond oots-1b2h (return fire)", "pass"]
    sky.play("respond tight-turn", "pass")
    assert sky.hits("allied-1") == 0
    assert sky.bomber("axis-3", "1")["hits"] == 1


@rule("SUP 20.5.3")
def test_return_fire_is_no_answer_to_a_response():
    sky = leader("ims-1b1h barrel-roll", axis="barrel-roll#47 ims-1b1h#73 ims-1b1h#74")
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond barrel-roll", "respond barrel-roll")
    assert sky.choices == ["pass"]


@rule("SUP 20.5.3")
@pytest.mark.parametrize(("defense", "able"), [(2, True), (1, False)])
def test_return_fire_needs_no_more_bursts_than_the_mini_hand_had_cards(defense: int, able: bool):
    lone = formation("axis", 3, bomber(turret_defense=defense, turret_support=1))
    sky = leader("maneuver ims-1b1h", lone, axis="tight-turn#61 ims-3b3h maneuver#1")
    sky.play("attack > axis-3 1", "play maneuver > axis-3 1", "respond tight-turn", "pass", "play ims-1b1h > axis-3 1")
    assert sky.can("respond ims-3b3h (return fire)") is able


@rule("SUP 20.5.3", "WBY 9.3.5", "WBY 9.3.3")
def test_return_fire_has_the_effects_of_its_card():
    sky = leader("ims-1b1h", axis="ims-1b-cockpit maneuver#1 maneuver#2")
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond ims-1b-cockpit (return fire)", "pass")
    assert sky.unit("allied-1")["leader"]["cockpit"] == 1
    assert sky.hits("allied-1") == 1


@rule("WBY 11.2", "SUP 20.5.3")
def test_a_wingman_promoted_after_return_fire_has_no_leader_step():
    sky = leader("ims-1b1h", axis="ims-2b-fuel#101 maneuver#1 maneuver#2", allied="ims-1b1h ims-1b1h ims-1b1h")
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond ims-2b-fuel (return fire)", "pass")
    assert sky.asked == "allied-1 discard"
    assert sky.unit("allied-1")["wingman"] is None or sky.unit("allied-1")["wingman"]["status"] != "flying"
    assert mini_hand(sky) == []


@rule("WBY 11.2", "SUP 20.5.3")
def test_a_lone_leader_shot_down_by_return_fire_has_no_turn_left():
    sky = leader(
        "ims-1b1h",
        PAIR,
        interceptor("allied", 2),
        axis="ims-2b-fuel#101 maneuver#1 maneuver#2",
        unit={"wingman": False},
    )
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond ims-2b-fuel (return fire)", "pass")
    assert sky.asked.startswith("allied")
    assert sky.view("axis")["units"]["allied-1"]["status"] == "destroyed"


@rule("SUP 20.5.3")
def test_return_fire_may_shoot_an_attacking_wingman_down():
    sky = wingman("ims-1b1h ims-1b1h tight-turn tight-turn", axis="ims-2b-fuel#101 maneuver#1 maneuver#2")
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond ims-2b-fuel (return fire)", "pass")
    assert sky.asked == "allied-1 altitude-step"
    assert sky.status("allied-1", "wingman") == "destroyed"


@rule("SUP 20.5.5")
@pytest.mark.parametrize(("card", "size", "able"), [("4", 2, True), ("9", 2, False), ("4", 1, False), ("9", 1, True)])
def test_normal_symbols_spoil_fire_with_support_and_special_ones_without(card: str, size: int, able: bool):
    group = formation("axis", 3, bomber(turret_defense=3), size=2)
    sky = leader("ims-1b1h", group)
    if size == 1:
        sky.set("axis-3", "2", hits=6, damaged=True)
    sky.stack(axis=f"maneuver#{card} maneuver#1 maneuver#2 maneuver#3")
    sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    assert sky.can("respond maneuver (spoiled attack)") is able


@rule("SUP 20.5.5", "SUP 20.2")
def test_only_an_ace_pilot_answers_a_spoiled_card():
    cards = "ims-1b1h barrel-roll tight-turn vertical-roll scissors maneuver clouds full-throttle"
    for hand, answers in ((cards, ["pass"]), (f"{cards} ace-pilot", ["respond ace-pilot", "pass"])):
        sky = leader(hand, axis="maneuver#4 maneuver#1 maneuver#2")
        sky.play("attack > axis-3 1", "play ims-1b1h > axis-3 1", "respond maneuver (spoiled attack)")
        assert sky.choices == answers
        sky.play(answers[0]).unanswered()
        assert sky.bomber("axis-3", "1")["hits"] == (1 if "ace-pilot" in answers[0] else 0)


@rule("SUP 20.5.5")
def test_a_symbol_spoils_no_maneuver():
    sky = leader("maneuver ims-1b1h", axis="maneuver#4 maneuver#10 maneuver#16")
    sky.play("attack > axis-3 1", "play maneuver > axis-3 1")
    assert sky.choices == ["pass"]
