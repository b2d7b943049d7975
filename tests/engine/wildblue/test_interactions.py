"""Where several rules meet."""

import pytest

import engine
from engine.core.errors import EngineError
from tests.engine.rules import rule
from tests.engine.wildblue.table import BOOSTED, KILLER, TOUGH, Table, allied, axis, fighter

# Bursts


@rule("WBY 9", "WBY 7.4", "WBY 8.2.1d")
def test_bursts_once_used_are_not_given_back_when_a_position_is_lost_and_won_again() -> None:
    table = Table(
        axis("ims-2b2h vertical-roll vertical-roll maneuver ims-1b1h"),
        allied(aircraft=TOUGH),
        engaged="axis-1 advantaged allied-1",
        draws={"axis": "half-loop"},
    )
    table.play("play ims-2b2h > allied-1 leader", "pass")
    table.play("play vertical-roll (dive)").unanswered()
    table.play("play vertical-roll (climb)").unanswered().play("pay half-loop")
    assert not table.can("play ims-1b1h > allied-1 leader")
    table.play("play maneuver > allied-1 leader", "pass")
    assert table.stands("axis-1", "allied-1") == "advantaged"
    assert not table.can("play ims-1b1h > allied-1 leader")


@rule("WBY 9.1.2", "WBY 10.6.2")
def test_a_leader_fires_a_heavy_gun_at_a_wingman_once_he_has_the_bursts() -> None:
    table = Table(axis("ims-1b1h maneuver", aircraft=fighter(burst=1, heavy_guns=1)), allied(aircraft=TOUGH))
    assert not table.can("play ims-1b1h > allied-1 wingman (heavy gun)")
    table.play("play maneuver > allied-1 wingman", "pass")
    table.play("play ims-1b1h > allied-1 wingman (heavy gun)", "pass")
    assert table.hits("allied-1", "wingman") == 3


@rule("WBY 9.3.6", "WBY 10.6")
def test_a_leaders_heavy_cannons_add_hits_to_fire_at_a_wingman() -> None:
    table = Table(axis("ims-1b1h", aircraft=fighter(burst_plus=2)), allied(aircraft=TOUGH))
    table.play("play ims-1b1h > allied-1 wingman", "pass")
    assert table.hits("allied-1", "wingman") == 3


@rule("WBY 9.3.6", "WBY 5.4.2", "WBY 10.5d")
def test_a_wingmans_heavy_cannons_add_hits_to_fire_at_a_wingman() -> None:
    table = Table(
        axis(aircraft=fighter(offensive=1, offensive_plus=2, burst_plus=1)),
        allied(aircraft=TOUGH),
        step="wingman",
        draws={"axis": "ims-1b1h", "allied": "clouds clouds"},
    )
    table.play("attack > allied-1 wingman", "play ims-1b1h > allied-1 wingman", "pass")
    assert table.hits("allied-1", "wingman") == 3


@rule("WBY 9.3.3", "WBY 9.3.1", "WBY 5.2.2")
def test_a_cockpit_hit_lowers_the_performance_of_the_damaged_side_too() -> None:
    plane = fighter(performance=6, horsepower=6, damage=(3, 6), damaged={"performance": 4})
    table = Table(axis(aircraft=plane, hits=3, cockpit=1), allied(), step="draw")
    assert table.choices[-1] == "draw 3"


@rule("WBY 9.3.1", "WBY 7.4")
def test_a_damaged_leader_fires_the_bursts_of_his_damaged_side() -> None:
    plane = fighter(burst=2, damage=(3, 6), damaged={"burst": 0})
    table = Table(axis("ims-1b1h", aircraft=plane, hits=3), allied())
    assert not table.can("play ims-1b1h > allied-1 leader")
    table = Table(axis("ims-1b1h ims-2b2h", aircraft=plane, hits=3), allied(), engaged="axis-1 advantaged allied-1")
    assert table.can("play ims-1b1h > allied-1 leader")
    assert not table.can("play ims-2b2h > allied-1 leader")


# Gunners


@rule("WBY 10.6.3", "WBY 6.1b")
def test_a_leader_whose_gunner_fired_at_a_wingman_attacks_nobody_else_in_that_turn() -> None:
    table = Table(
        axis("ims-1b1h ims-1b2h maneuver", aircraft=fighter(gunner=2)),
        allied(aircraft=TOUGH),
        engaged="allied-1 tailing axis-1",
        draws={"allied": "clouds clouds"},
    )
    table.play("play ims-1b1h > allied-1 wingman", "pass")
    assert {text for text in table.choices if " > " in text} == {"play ims-1b2h > allied-1 wingman"}


@rule("WBY 10.6.3", "WBY 6.1b")
def test_a_leader_whose_gunner_fired_at_the_enemy_leader_does_not_turn_on_the_wingman() -> None:
    table = Table(
        axis("ims-1b1h ims-1b2h", aircraft=fighter(gunner=2)),
        allied(aircraft=TOUGH),
        engaged="allied-1 tailing axis-1",
    )
    table.play("play ims-1b1h > allied-1 leader", "pass")
    assert {text for text in table.choices if " > " in text} == {"play ims-1b2h > allied-1 leader"}


@rule("WBY 10.6.3", "WBY 10.6.2")
def test_a_gunner_gains_no_bursts_from_maneuvers_at_a_wingman() -> None:
    table = Table(axis("maneuver ims-1b1h", aircraft=fighter(gunner=1)), allied(), engaged="allied-1 tailing axis-1")
    assert not table.can("play maneuver > allied-1 wingman")


@rule("WBY 9.2", "WBY 11.2", "WBY 7.5")
def test_a_gunner_who_destroys_the_enemy_behind_sets_his_leader_free() -> None:
    table = Table(axis("ims-2b-fuel maneuver", aircraft=fighter(gunner=2)), allied(), engaged="allied-1 tailing axis-1")
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert not any(" > " in text for text in table.choices)


# Wingmen


@rule("WBY 6.3", "WBY 5.5.4", "WBY 10.1.1")
def test_a_wingman_who_draws_no_card_may_still_attack_with_his_full_throttle_counter() -> None:
    plane = fighter(special=("power-boost",), offensive=0)
    table = Table(axis(aircraft=plane), allied(), engaged="axis-1 tailed allied-1", step="wingman")
    table.play("attack > allied-1 leader", "play full-throttle > allied-1 leader (counter)", "pass")
    assert table.stands("axis-1", "allied-1") == "disadvantaged"


@rule("WBY 6.3", "WBY 10.5.1", "WBY 6.2.6")
def test_an_attacking_wingman_answers_a_full_throttle_with_his_counter() -> None:
    table = Table(
        axis(aircraft=BOOSTED),
        allied(),
        step="wingman",
        draws={"axis": "ims-1b1h clouds", "allied": "full-throttle clouds"},
    )
    table.play("attack > allied-1 wingman", "play ims-1b1h > allied-1 wingman", "respond full-throttle")
    assert sorted(table.choices) == ["pass", "respond full-throttle (counter)"]
    table.play("respond full-throttle (counter)", "pass")
    assert table.hits("allied-1", "wingman") == 1


@rule("WBY 6.2.3", "WBY 10.2c")
@pytest.mark.parametrize("position", ["tailed", "disadvantaged"])
def test_a_leader_behind_the_enemy_cannot_chop_throttle_against_his_wingmans_full_throttle(position: str) -> None:
    table = Table(
        axis(),
        allied("chop-throttle full-throttle"),
        engaged=f"axis-1 {position} allied-1",
        step="wingman",
        draws={"axis": "full-throttle clouds"},
    )
    table.play("attack > allied-1 leader", "play full-throttle > allied-1 leader")
    assert sorted(table.choices) == ["pass", "respond full-throttle"]


@rule("WBY 11.1", "WBY 10.1", "WBY 10.1.2")
def test_the_mini_hand_of_a_destroyed_wingman_is_discarded() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=KILLER), allied("clouds"), draws={"allied": "maneuver scissors"})
    table.play("play ims-2b-fuel > allied-1 wingman", "pass")
    assert table.pile("allied") == {"draw": 107, "discard": 2, "top": table.pile("allied")["top"]}
    assert table.hand("allied-1") == ["clouds"]


@rule("WBY 10.4e", "WBY 11.2")
def test_the_rest_of_the_mini_hand_is_discarded_when_its_target_is_destroyed() -> None:
    table = Table(axis(), allied(), step="wingman", draws={"axis": "ims-2b-fuel ims-1b1h"})
    table.play("attack > allied-1 leader", "play ims-2b-fuel > allied-1 leader", "pass").wait("axis-1 leader")
    assert table.pile("axis")["discard"] == 2


@rule("WBY 3.3", "WBY 6.1b", "WBY 7.3.5", "WBY 8.2.2")
def test_after_destroying_his_target_a_leader_may_still_roll_away_or_hide_in_clouds() -> None:
    table = Table(axis("ims-2b-fuel clouds vertical-roll", aircraft=KILLER), allied())
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert sorted(table.choices) == [
        "end",
        "play clouds",
        "play vertical-roll (climb)",
        "play vertical-roll (dive)",
    ]


@rule("WBY 10.2c", "WBY 3.1", "WBY 7.5.1c")
def test_a_wingmans_position_card_engages_his_leader_before_the_leader_step() -> None:
    table = Table(axis("ims-2b2h"), allied(), allied(n=2), step="wingman", draws={"axis": "maneuver clouds"})
    table.play("attack > allied-1 leader", "play maneuver > allied-1 leader", "pass").wait("axis-1 leader")
    assert {text for text in table.choices if " > " in text} == {"play ims-2b2h > allied-1 leader"}


@rule("WBY 10.2b", "WBY 9", "WBY 6.1a")
def test_the_fire_of_a_wingman_uses_none_of_his_leaders_bursts() -> None:
    table = Table(axis("ims-1b1h"), allied(aircraft=TOUGH), step="wingman", draws={"axis": "ims-3b3h ims-1b2h"})
    table.play("attack > allied-1 leader", "play ims-3b3h > allied-1 leader", "pass")
    table.play("play ims-1b2h > allied-1 leader", "pass").wait("axis-1 leader")
    assert table.can("play ims-1b1h > allied-1 leader")


# Altitude
@rule("WBY 8.2.1d", "WBY 7.5.1c", "WBY 3")
def test_the_order_of_steps_lets_a_wingman_attack_before_his_element_leaves() -> None:
    """The Wingman Step comes first, so a dive cannot bring the Wingman to a new target in the same turn."""
    table = Table(axis(), allied(), allied(n=2, altitude="low"), step="wingman")
    assert not table.can("attack > allied-2 wingman")
    table.play("skip", "dive")
    assert table.asked == "axis-1 leader"


@rule("WBY 8.2.1e", "WBY 8.2.4", "WBY 4.6.1")
def test_after_being_shaken_off_neither_side_sees_the_size_of_the_others_hand() -> None:
    table = Table(axis("maneuver"), allied("maneuver"), engaged="allied-1 tailing axis-1", step="altitude")
    assert table.view("allied")["units"]["axis-1"]["hand"] == 1
    table.play("dive", "stay")
    assert table.view("allied")["units"]["axis-1"]["hand"] is None


# Lone Leaders


@rule("WBY 7.5.2", "WBY 7.5.1d")
def test_a_lone_leader_freed_of_his_prey_but_not_caught_may_be_attacked_by_anyone() -> None:
    table = Table(
        allied("maneuver", n=2),
        axis(wingman=False),
        allied("maneuver"),
        engaged="axis-1 advantaged allied-1",
    )
    table.play("play maneuver > axis-1 leader", "pass", "end").wait("allied-1 leader")
    assert table.can("play maneuver > axis-1 leader")


@rule("WBY 7.5.2c", "WBY 7.5")
def test_whoever_gains_a_position_on_a_lone_leader_is_engaged_with_him_alone() -> None:
    table = Table(
        allied("half-loop ims-1b1h", n=2),
        axis(wingman=False),
        allied("ims-1b1h"),
        axis(n=2),
        engaged="axis-1 advantaged allied-1",
    )
    table.play("play half-loop > axis-1 leader", "pass")
    assert {text.split(" > ")[1] for text in table.choices if " > " in text} == {"axis-1 leader"}
    table.play("end").wait("allied-1 leader")
    assert not table.can("play ims-1b1h > axis-1 leader")
    assert table.can("play ims-1b1h > axis-2 leader")


# Promotion


@rule("WBY 11.2", "WBY 5.5.4", "WBY 11.2d")
def test_the_counters_of_the_fallen_leader_are_lost() -> None:
    table = Table(
        axis("maneuver ims-2b-fuel", aircraft=KILLER),
        allied(aircraft=BOOSTED, full_throttle=1, wingman_hits=3),
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert table.unit("allied-1")["full_throttle"] == 0


@rule("WBY 11.2d", "WBY 5.2.6")
def test_the_heavy_guns_of_the_fallen_leader_are_lost() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=KILLER), allied(aircraft=fighter(heavy_guns=1), heavy_guns=5))
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert table.unit("allied-1")["heavy_guns"] == 1


@rule("WBY 11.2d", "WBY 19.2.1")
def test_the_ace_marker_that_the_wingman_has_used_does_not_come_back_with_his_promotion() -> None:
    table = Table(
        axis("ims-1b1h ims-2b-fuel", aircraft=fighter(burst=3)),
        axis("half-loop", n=2),
        allied(wingman_skills="A"),
        draws={"allied": "maneuver clouds"},
    )
    table.play("play ims-1b1h > allied-1 wingman", "respond maneuver (as ace-pilot)", "pass", "end")
    table.wait("axis-1 leader").play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("axis-2 leader")
    table.play("play half-loop > allied-1 leader")
    assert not any("as ace-pilot" in text for text in table.choices)


@rule("WBY 11.2", "WBY 4.7", "WBY 3.1")
def test_the_promoted_leader_takes_the_next_turn_of_his_element_without_a_wingman_step() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=KILLER), allied())
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end", "draw 0")
    assert table.asked == "allied-1 altitude-step"


# 5.4, 5.1


@rule("WBY 5.1", "WBY 5.4")
def test_leader_and_wingman_fly_the_same_type_of_aircraft() -> None:
    table = Table(axis(), allied())
    document = table.document
    document["units"]["axis-1"]["wingman"]["aircraft"] = fighter(burst=4)
    with pytest.raises(EngineError):
        engine.position("wildblue", document)


@rule("WBY 5.1", "SUP 19.2 P")
def test_a_rating_of_zero_may_be_raised() -> None:
    table = Table(axis(aircraft=fighter(offensive=0), wingman_skills="P"), allied(), step="wingman")
    before = table.pile("axis")["draw"]
    table.play("attack > allied-1 leader")
    assert before - table.pile("axis")["draw"] == 1
