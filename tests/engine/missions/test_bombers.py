"""Attacking Formation aircraft. [WBY 17.3, 9.1.2; SUP 20]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Document
from tests.engine.missions.bombing_run import PAIR, leader, mini_hand, near, wingman
from tests.engine.missions.sky import Sky, armed, bomber, element, escort, formation, interceptor, light_bomber, striker
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

QUIET = "tight-turn#61 tight-turn#62 tight-turn#65"
"""Cards without a symbol that answer neither Out Of The Sun nor each other's attackers."""


# Who attacks whom


@rule("SUP 20.1", "WBY 17.3.3", "SUP 20.2")
def test_an_unengaged_leader_names_one_aircraft_of_a_formation_at_his_altitude():
    sky = leader("ims-1b1h")
    assert sky.can("attack > axis-3 1")
    assert sky.can("attack > axis-3 2")
    assert not sky.can("play ims-1b1h > axis-3 1")
    sky.play("attack > axis-3 2")
    assert sky.can("play ims-1b1h > axis-3 2")
    assert not sky.can("play ims-1b1h > axis-3 1")
    assert not sky.can("attack > axis-3 1")


@rule("SUP 20.1", "WBY 17.3.3")
@pytest.mark.parametrize("altitude", ["low", "high"])
def test_bombers_at_another_altitude_are_out_of_reach(altitude: str):
    sky = leader("ims-1b1h", unit={"altitude": altitude})
    assert not any(text.startswith("attack") for text in sky.choices)
    sky = near(unit={"altitude": altitude}).until_turn(2).until("allied-1 leader")
    assert "allied-1 wingman-target" not in sky.asked


@rule("SUP 20.1", "WBY 17.3.3")
@pytest.mark.parametrize("position", ["advantaged", "disadvantaged"])
def test_an_engaged_unit_leaves_formations_alone(position: str):
    sky = leader("ims-1b1h oots-1b2h", PAIR, element("axis", 1))
    sky.change(lambda document: document.update(engaged=[["allied-1", "axis-1", position]]))
    assert not any("axis-3" in text for text in sky.choices)
    sky = wingman("", PAIR, element("axis", 1))
    sky.change(lambda document: document.update(engaged=[["allied-1", "axis-1", position]]))
    assert sky.choices == ["attack > axis-1 leader", "attack > axis-1 wingman", "skip"]


@rule("SUP 20.1.1")
def test_a_leader_without_a_firing_card_declares_no_attack_on_a_formation():
    sky = leader("maneuver half-loop ace-pilot")
    assert not any(text.startswith("attack") for text in sky.choices)


@rule("SUP 20.1.1", "WBY 18.1d hand")
def test_a_leader_whose_hand_lies_face_down_plays_no_card_at_a_formation():
    sky = near(
        aircraft=armed("air-rockets"), unit={"load": "air-rockets"}, draws={"allied": "ims-1b1h ims-1b1h ims-1b1h"}
    ).until("allied-1 leader")
    assert sky.unit("allied-1")["face_down"]
    assert [text for text in sky.choices if text.startswith(("attack", "play"))] == ["attack > axis-3 1 (rockets)"]


@rule("WBY 17.3.5", "WBY 17.3.1g")
def test_a_formation_has_no_turn_of_its_own():
    sky = near(PAIR, element("axis", 1))
    asked = set()
    while sky.decision:
        asked.add(sky.asked)
        sky.quiet()
    assert {each for each in asked if each.startswith("axis-3")} <= {"axis-3 formation"}


@rule("WBY 17.3.3", "SUP 20.4.2")
def test_no_position_is_gained_on_a_formation():
    sky = leader("maneuver half-loop ims-1b1h").play("attack > axis-3 1")
    assert not sky.can("play full-throttle > axis-3 1")
    sky.play("play maneuver > axis-3 1", "pass", "play half-loop > axis-3 1", "pass")
    assert sky.document["engaged"] == []


# Wingmen


@rule("SUP 20.1.2", "WBY 16.3")
@pytest.mark.parametrize(("offensive", "defensive"), [(2, 1), (1, 3), (0, 2)])
def test_a_wingman_draws_offensive_and_defensive_cards(offensive: int, defensive: int):
    cards = "ims-1b1h " + "tight-turn " * 6
    sky = wingman(cards, aircraft=fighter(offensive=offensive, defensive=defensive)).play("attack > axis-3 1")
    assert len(mini_hand(sky, "allied-1", "wingman")) == offensive + defensive


@rule("SUP 20.1.2")
def test_a_wingman_without_any_card_for_it_attacks_no_formation():
    for offensive, asked in ((0, "allied-1 altitude-step"), (1, "allied-1 wingman-target")):
        assert near(aircraft=fighter(offensive=offensive, defensive=0)).until_turn(2).asked == asked


@rule("WBY 17.2d", "SUP 20.1.2")
def test_a_light_bombers_wingman_draws_offensive_and_one():
    def bombers(document: Document) -> None:
        for seat in ("leader", "wingman"):
            document["units"]["allied-1"][seat]["aircraft"] = light_bomber(offensive=2, defensive=3)

    sky = wingman("").change(bombers)
    sky.stack(allied="ims-1b1h " + "tight-turn " * 6)
    assert len(mini_hand(sky.play("attack > axis-3 1"), "allied-1", "wingman")) == 3


@rule("SUP 20.1.2")
def test_cockpit_hits_cost_a_wingman_cards_against_bombers_too():
    sky = wingman("", aircraft=fighter(offensive=2, defensive=2))
    sky.set("allied-1", "wingman", cockpit=1).stack(allied="ims-1b1h tight-turn tight-turn tight-turn")
    assert len(mini_hand(sky.play("attack > axis-3 1"), "allied-1", "wingman")) == 3


@rule("WBY 18.1d wingmen", "SUP 20.1.2", "WBY 18.6.1")
@pytest.mark.parametrize(("offensive", "cockpit", "expected"), [(3, 0, 2), (3, 1, 1), (2, 0, 1), (4, 1, 2)])
def test_a_loaded_wingmans_offensive_is_halved_before_anything_is_added(offensive: int, cockpit: int, expected: int):
    laden = armed("gun-pods-20", offensive=offensive, defensive=1)
    sky = wingman("", aircraft=laden, unit={"load": "gun-pods-20"})
    sky.set("allied-1", "wingman", cockpit=cockpit).stack(allied="ims-1b1h " + "tight-turn " * 8)
    assert len(mini_hand(sky.play("attack > axis-3 1"), "allied-1", "wingman")) == expected + 2 + 1


@rule("WBY 17.6a", "WBY 18.1d wingmen")
@pytest.mark.parametrize(("load", "drawn"), [(None, 3 + 1 + 1), ("drop-tanks", 2 + 1 + 1)])
def test_a_section_adds_its_card_after_a_load_has_halved_the_offensive(load: str | None, drawn: int):
    hunters = armed("drop-tanks", offensive=3, defensive=1)
    sky = wingman("ims-1b1h " + "tight-turn " * 8, aircraft=hunters, unit={"load": load, "section": True})
    assert len(mini_hand(sky.play("attack > axis-3 1"), "allied-1", "wingman")) == drawn


@rule("WBY 18.1d wingmen", "WBY 17.2d")
@pytest.mark.parametrize(("flown", "drawn"), [(light_bomber, 1), (armed, 2)])
def test_a_loaded_light_bombers_offensive_is_halved_down_and_a_fighters_up(flown: Any, drawn: int):
    """Each of 3, against a Fighter that carries rockets."""
    laden = striker("axis", 1, flown("bombs", bomb={"level": 1}, offensive=3), load="bombs")
    foe = interceptor("allied", 1, armed("air-rockets"), load="air-rockets")
    sky = Sky(laden, foe).until_turn(2, "axis-1 wingman-target").play("attack > allied-1 leader")
    assert len(mini_hand(sky, "axis-1", "wingman")) == drawn


@rule("WBY 5.4.2", "WBY 18.1d wingmen", "SUP 20.1.2")
@pytest.mark.parametrize(("load", "offensive", "drawn"), [(None, 2, 1 + 1), (None, 4, 3 + 1), ("drop-tanks", 4, 2 + 1)])
def test_very_high_costs_a_wingman_a_card_of_each_rating_before_a_load_halves_one(
    load: str | None, offensive: int, drawn: int
):
    group = formation("axis", 3, bomber(ceiling="very-high"), altitude="very-high")
    hunters = armed("drop-tanks", offensive=offensive, defensive=2)
    sky = near(group, aircraft=hunters, unit={"load": load}).until_turn(2, "allied-1 jettison" if load else "")
    sky.set("allied-1", altitude="very-high").until("allied-1 wingman-target")
    sky.stack(allied="ims-1b1h " + "tight-turn " * 8).play("attack > axis-3 1")
    assert len(mini_hand(sky, "allied-1", "wingman")) == drawn


@rule("WBY 18.6", "WBY 18.6.1")
def test_gun_pods_do_not_lessen_the_defensive_rating_of_who_attacks_a_bomber():
    def cards(load: str | None) -> int:
        sky = wingman(
            "ims-1b1h " + "tight-turn " * 8,
            aircraft=armed("gun-pods-20", offensive=1, defensive=2),
            unit={"load": load},
        )
        return len(mini_hand(sky.play("attack > axis-3 1"), "allied-1", "wingman"))

    assert cards("gun-pods-20") == cards(None) + 2


@rule("WBY 18.6", "WBY 17.6b")
@pytest.mark.parametrize("burden", [{}, {"load": "gun-pods-20"}, {"section": True}])
def test_a_wingman_with_pods_or_a_section_defends_himself_with_a_card_less(burden: Document):
    defender = element("axis", 1, armed("gun-pods-20", defensive=2), **burden)
    sky = leader("ims-1b1h", PAIR, defender).play("play ims-1b1h > axis-1 wingman")
    assert len(mini_hand(sky, "axis-1", "wingman")) == (1 if burden else 2)


@rule("WBY 17.6b")
def test_a_section_is_no_easier_for_a_light_bomber_to_attack():
    defender = escort("axis", 1, armed("air-rockets", defensive=2), section=True, load="air-rockets")
    sky = leader("ims-1b1h", PAIR, defender, aircraft=light_bomber()).play("play ims-1b1h > axis-1 wingman")
    assert len(mini_hand(sky, "axis-1", "wingman")) == 2


@rule("WBY 5.4.2", "WBY 10.1.2")
def test_a_wingman_defends_himself_with_a_card_less_at_high_in_a_mission_too():
    sky = leader("ims-1b1h", PAIR, element("axis", 1, altitude="high"), unit={"altitude": "high"})
    assert len(mini_hand(sky.play("play ims-1b1h > axis-1 wingman"), "axis-1", "wingman")) == 1


@rule("WBY 17.6a", "SUP 20.1.2")
@pytest.mark.parametrize(("skills", "expected"), [("", 4), ("Green", 3)])
def test_a_section_draws_a_card_more_unless_its_third_man_is_green(skills: str, expected: int):
    sky = wingman(
        "ims-1b1h " + "tight-turn " * 8,
        aircraft=fighter(offensive=2, defensive=1),
        unit={"section": True, "section_skills": skills},
    )
    assert len(mini_hand(sky.play("attack > axis-3 1"), "allied-1", "wingman")) == expected


@rule("SUP 20.1.2", "SUP 20.2")
def test_a_wingman_who_draws_no_firing_card_ends_his_step_and_the_bomber_draws_none():
    sky = wingman("tight-turn maneuver half-loop scissors").play("attack > axis-3 1")
    assert sky.asked == "allied-1 altitude-step"
    assert mini_hand(sky) == []
    assert mini_hand(sky, "allied-1", "wingman") == []


@rule("WBY 9.1.2")
def test_a_wingman_uses_heavy_guns_against_formation_aircraft_only():
    armed_heavily = fighter(heavy_guns=1, offensive=2, defensive=0)
    sky = wingman("ims-1b1h ims-3b3h", aircraft=armed_heavily, axis=QUIET).play("attack > axis-3 1")
    sky.play("play ims-3b3h > axis-3 1 (heavy gun)").unanswered()
    assert sky.bomber("axis-3", "1")["hits"] == 3
    assert sky.unit("allied-1")["wingman"]["heavy_guns"] == 0
    assert not sky.can("play ims-1b1h > axis-3 1 (heavy gun)")
    sky = wingman("ims-1b1h ims-3b3h", PAIR, element("axis", 1), aircraft=armed_heavily).play("attack > axis-1 leader")
    assert not any("heavy gun" in text for text in sky.choices)


@rule("SUP 20.4.2", "WBY 9.3.6")
def test_a_wingman_with_heavy_cannon_adds_his_hits_and_has_no_limit_of_bursts():
    sky = wingman("ims-3b3h oots-3b4h", aircraft=fighter(offensive=2, defensive=0, offensive_plus=2), axis=QUIET)
    sky.play("attack > axis-3 1", "play oots-3b4h > axis-3 1", "pass", "play ims-3b3h > axis-3 1").unanswered()
    assert sky.bomber("axis-3", "1")["hits"] == 4 + 2 + 3 + 2


# Firing of Leaders


@rule("SUP 20.4.1", "WBY 9")
@pytest.mark.parametrize("burst", [0, 1, 2])
def test_a_leader_has_a_burst_more_than_his_rating_at_a_formation(burst: int):
    sky = leader("ims-1b1h ims-2b2h ims-3b3h", aircraft=fighter(burst=burst)).play("attack > axis-3 1")
    able = [bursts for bursts in (1, 2, 3) if sky.can(f"play ims-{bursts}b{bursts}h > axis-3 1")]
    assert able == [bursts for bursts in (1, 2, 3) if bursts <= burst + 1]


@rule("SUP 20.4.1", "WBY 9")
@pytest.mark.parametrize(("card", "gain"), [("maneuver", 1), ("half-loop", 2)])
def test_successful_cards_gain_bursts_at_a_formation(card: str, gain: int):
    sky = leader(f"{card} ims-2b2h ims-3b3h", aircraft=fighter(burst=0)).play("attack > axis-3 1")
    assert not sky.can("play ims-2b2h > axis-3 1")
    sky.play(f"play {card} > axis-3 1", "pass")
    assert sky.can("play ims-2b2h > axis-3 1")
    assert sky.can("play ims-3b3h > axis-3 1") is (gain == 2)


@rule("SUP 20.1", "WBY 8.2.4")
def test_a_leader_who_rolls_away_from_a_formation_attacks_it_again_only_when_he_is_back():
    sky = leader("ims-1b1h vertical-roll vertical-roll maneuver").play("attack > axis-3 1", "play vertical-roll (dive)")
    assert not any(" > " in text for text in sky.choices)
    sky.play("play vertical-roll (climb)").play(next(text for text in sky.choices if text.startswith("pay")))
    assert any(" > axis-3 1" in text for text in sky.choices)
    assert not any(" > axis-3 2" in text for text in sky.choices)


@rule("SUP 20.4.1", "SUP 20.5.2")
def test_a_maneuver_that_is_answered_gains_nothing():
    sky = leader("maneuver ims-2b2h", aircraft=fighter(burst=0), axis="tight-turn#61 maneuver#1 maneuver#2")
    sky.play("attack > axis-3 1", "play maneuver > axis-3 1", "respond tight-turn", "pass")
    assert not sky.can("play ims-2b2h > axis-3 1")


@rule("WBY 5.5.5", "SUP 20.4.1")
def test_a_turret_fighter_has_its_gunners_bursts_and_what_cards_gain():
    turret = fighter(burst=0, gunner=1, special=("turret-fighter",))
    sky = leader("maneuver ims-1b1h ims-2b2h", aircraft=turret).play("attack > axis-3 1")
    assert sky.can("play ims-1b1h > axis-3 1")
    assert not sky.can("play ims-2b2h > axis-3 1")
    sky.play("play maneuver > axis-3 1", "pass")
    assert sky.can("play ims-2b2h > axis-3 1")


@rule("WBY 9.1.2", "SUP 20.4.1")
def test_a_leaders_heavy_gun_needs_two_bursts_at_a_formation_too():
    sky = leader("ims-1b1h ims-3b3h", aircraft=fighter(burst=1, heavy_guns=1), axis=QUIET).play("attack > axis-3 1")
    sky.play("play ims-3b3h > axis-3 1 (heavy gun)").unanswered()
    assert sky.bomber("axis-3", "1")["hits"] == 3
    assert sky.unit("allied-1")["heavy_guns"] == 0
    poor = leader("ims-3b3h", aircraft=fighter(burst=0, heavy_guns=1)).play("attack > axis-3 1")
    assert not poor.can("play ims-3b3h > axis-3 1 (heavy gun)")


@rule("SUP 20.4.2", "WBY 9.3.6", "WBY 18.6.2")
@pytest.mark.parametrize(("load", "hits"), [(None, 3), ("gun-pods-20", 3), ("gun-pods-30", 4)])
def test_heavy_cannon_and_30mm_pods_add_hits(load: str | None, hits: int):
    aircraft = armed("gun-pods-20", "gun-pods-30", burst=1, burst_plus=1)
    sky = leader("ims-1b2h", aircraft=aircraft, unit={"load": load}, axis=QUIET)
    sky.play("attack > axis-3 1", "play ims-1b2h > axis-3 1", "pass")
    assert sky.bomber("axis-3", "1")["hits"] == hits


@rule("WBY 18.6.2", "WBY 9.3.6")
@pytest.mark.parametrize(("load", "hits"), [(None, 3), ("gun-pods-20", 3), ("gun-pods-30", 4)])
def test_they_add_them_to_a_wingmans_fire_too(load: str | None, hits: int):
    aircraft = armed("gun-pods-20", "gun-pods-30", offensive_plus=1)
    sky = wingman("ims-1b2h " + "tight-turn " * 6, aircraft=aircraft, unit={"load": load}, axis=QUIET)
    sky.play("attack > axis-3 1", "play ims-1b2h > axis-3 1", "pass")
    assert sky.bomber("axis-3", "1")["hits"] == hits


@rule("WBY 18.6", "WBY 5.2.2")
@pytest.mark.parametrize(
    ("load", "damaged", "cards"),
    [(None, False, 6), (None, True, 4), ("gun-pods-20", False, 5), ("gun-pods-20", True, 3)],
)
def test_gun_pods_cost_a_leader_performance_damaged_or_not(load: str | None, damaged: bool, cards: int):
    assert hand_limit(load, damaged) == cards


def hand_limit(load: str | None, damaged: bool) -> int:
    """Cards that a Leader of Performance 6, Damaged 4, may hold at the end of his Draw Step."""
    laden = armed("gun-pods-20", performance=6, horsepower=9, damage=(3, 9), damaged={"performance": 4})
    sky = leader("tight-turn", aircraft=laden, unit={"load": load})
    if damaged:
        sky.set("allied-1", "leader", damaged=True, hits=3)
    sky.until("allied-1 draw")
    return 1 + max(int(text.removeprefix("draw ")) for text in sky.choices)


@rule("WBY 18.6.1")
def test_gun_pods_give_a_leader_a_burst():
    aircraft = armed("gun-pods-20", burst=1)
    for load, able in ((None, False), ("gun-pods-20", True)):
        sky = leader("ims-3b3h", aircraft=aircraft, unit={"load": load}).play("attack > axis-3 1")
        assert sky.can("play ims-3b3h > axis-3 1") is able


@rule("WBY 18.1d cards")
@pytest.mark.parametrize("card", ["half-loop", "scissors", "full-throttle"])
def test_a_loaded_leader_plays_no_half_loop_scissors_or_full_throttle(card: str):
    aircraft = armed("gun-pods-20", burst=1)
    loaded = leader(f"{card} ims-1b1h", PAIR, aircraft=aircraft, unit={"load": "gun-pods-20"})
    free = leader(f"{card} ims-1b1h", PAIR, aircraft=aircraft)
    for sky, able in ((loaded, False), (free, card == "half-loop")):
        assert sky.play("attack > axis-3 1").can(f"play {card} > axis-3 1") is able


@rule("SUP 20.4.2", "WBY 9.3", "WBY 17.3.7", "WBY 17.3.1e")
def test_hits_damage_a_bomber_which_falls_out_of_formation():
    weak = formation("axis", 3, bomber(damage=(2, 4)))
    sky = leader("ims-1b2h ims-1b2h", weak, aircraft=fighter(burst=2), axis=QUIET).play("attack > axis-3 1")
    sky.play("play ims-1b2h > axis-3 1", "pass")
    assert sky.bomber("axis-3", "1")["damaged"]
    sky.play("play ims-1b2h > axis-3 1").unanswered()
    assert sky.view("axis")["units"]["axis-3"]["formation"][0]["status"] == "destroyed"
    assert sky.choices == ["end"]


@rule("WBY 5.5.3", "WBY 9.3.4")
def test_an_engine_hit_inflicts_six_hits_on_a_formation_aircraft():
    sky = leader("ims-2b-engine", axis=QUIET, aircraft=fighter(burst=1)).play("attack > axis-3 1")
    sky.play("play ims-2b-engine > axis-3 1", "pass")
    assert sky.bomber("axis-3", "1")["hits"] == 6


@rule("WBY 16.6")
def test_nobody_disengages_while_over_target():
    sky = near(PAIR, escort("axis", 1, over_target=True)).until_phase("over-target", "axis-1 leader")
    assert not sky.can("disengage")
