"""Vertical Rolls: changing altitude in the Leader Step. [WBY 8.2.2 to 8.2.4]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import BOOSTED, Table, allied, axis, fighter


def roll(hand: str, enemy: str = "", *, engaged: str = "", altitude: str = "medium") -> Table:
    """axis-1's Leader Step with a Vertical Roll added to its hand; next draws: axis ims-3b3h, allied half-loop."""
    return Table(
        axis(f"vertical-roll {hand}", altitude=altitude),
        allied(enemy, altitude=altitude),
        engaged=engaged,
        draws={"axis": "ims-3b3h", "allied": "half-loop"},
    )


@rule("WBY 8.2.2", "WBY 8.2.1c")
def test_a_vertical_roll_dives_in_the_leader_step_and_draws_a_card() -> None:
    table = roll("maneuver").play("play vertical-roll (dive)").unanswered()
    assert table.asked == "axis-1 leader"
    assert table.altitude("axis-1") == "low"
    assert table.hand("axis-1") == ["ims-3b3h", "maneuver"]


@rule("WBY 8.2.2", "WBY 8.2.1b")
def test_a_vertical_roll_climbs_for_another_card() -> None:
    table = roll("maneuver").play("play vertical-roll (climb)").unanswered()
    assert table.choices == ["pay maneuver"]
    table.play("pay maneuver")
    assert table.altitude("axis-1") == "high"
    assert table.hand("axis-1") == []


@rule("WBY 8.2.2", "WBY 8.2.1b")
def test_a_vertical_roll_cannot_climb_without_another_card() -> None:
    assert not roll("").can("play vertical-roll (climb)")
    assert roll("").can("play vertical-roll (dive)")


@rule("WBY 8.2", "WBY 8.2.2")
def test_a_vertical_roll_changes_altitude_beside_the_altitude_step() -> None:
    table = Table(axis("vertical-roll"), allied(), step="altitude")
    table.play("dive", "play vertical-roll (dive)").unanswered()
    assert table.altitude("axis-1") == "very-low"


@rule("WBY 8.2.2", "WBY 8.2.1e1", "WBY 8.2.1e2")
@pytest.mark.parametrize(
    ("position", "change", "cards"),
    [("tailing", "dive", 1), ("tailing", "climb", 2), ("advantaged", "dive", 2), ("advantaged", "climb", 3)],
)
def test_following_a_vertical_roll_costs_one_card_more(position: str, change: str, cards: int) -> None:
    for held in range(5):
        table = roll("maneuver", "tight-turn " * held, engaged=f"allied-1 {position} axis-1")
        table.play(f"play vertical-roll ({change})").unanswered()
        if change == "climb":
            table.play("pay maneuver")
        assert table.can("follow") is (held >= cards)
        if held >= cards:
            table.play("follow", *["pay tight-turn"] * cards)
            assert table.asked == "axis-1 leader"
            drawn = ["half-loop"] if change == "dive" else []
            assert table.hand("allied-1") == drawn + ["tight-turn"] * (held - cards)
            assert table.stands("allied-1", "axis-1") == position
            assert table.altitude("allied-1") == table.altitude("axis-1")


@rule("WBY 8.2.3", "WBY 6.2.8", "WBY 6.2.1")
@pytest.mark.parametrize("position", ["tailing", "advantaged"])
@pytest.mark.parametrize("card", ["vertical-roll", "ace-pilot"])
def test_the_enemy_behind_stops_a_vertical_roll_with_his_own_or_an_ace_pilot(card: str, position: str) -> None:
    table = roll("", f"{card} clouds", engaged=f"allied-1 {position} axis-1")
    table.play("play vertical-roll (dive)")
    assert sorted(table.choices) == ["pass", f"respond {card}"]
    table.play(f"respond {card}", "pass")
    assert table.asked == "axis-1 leader"
    assert table.altitude("axis-1") == "medium"
    assert table.altitude("allied-1") == "medium"
    assert table.stands("allied-1", "axis-1") == position
    assert table.hand("axis-1") == []


@rule("WBY 8.2.3")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed", "neutral"])
def test_nobody_else_can_stop_a_vertical_roll(position: str) -> None:
    engaged = f"allied-1 {position} axis-1"
    table = roll("", "vertical-roll ace-pilot", engaged=engaged).play("play vertical-roll (dive)")
    if table.asked == "allied-1 respond":
        assert table.choices == ["pass"]
        table.play("pass")
    assert table.altitude("axis-1") == "low"


@rule("WBY 8.2.3")
def test_a_vertical_roll_as_a_response_moves_nobody() -> None:
    table = Table(axis("ims-1b1h"), allied("vertical-roll"))
    table.play("play ims-1b1h > allied-1 leader", "respond vertical-roll", "pass")
    assert table.altitude("allied-1") == "medium"
    assert table.hits("allied-1") == 0


@rule("WBY 8.2.4")
def test_after_a_vertical_roll_shakes_the_enemy_off_no_other_enemy_can_be_attacked() -> None:
    table = Table(
        axis("vertical-roll maneuver ims-1b1h"),
        allied("tight-turn"),
        allied(n=2, altitude="low"),
        engaged="allied-1 tailing axis-1",
    )
    table.play("play vertical-roll (dive)").unanswered().play("stay")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.asked == "axis-1 leader"
    assert not any(" > " in text for text in table.choices)


@rule("WBY 8.2.4")
def test_a_second_vertical_roll_returns_to_attack_the_leader_who_did_not_follow() -> None:
    table = Table(
        axis("vertical-roll vertical-roll maneuver ims-1b1h"),
        allied(),
        allied("tight-turn", n=2),
        engaged="allied-2 tailing axis-1",
        draws={"axis": "half-loop"},
    )
    table.play("play vertical-roll (dive)").unanswered().play("stay")
    table.play("play vertical-roll (climb)").unanswered().play("pay half-loop")
    assert table.altitude("axis-1") == "medium"
    assert table.can("play maneuver > allied-2 leader")
    assert table.can("play ims-1b1h > allied-2 leader")
    assert not table.can("play maneuver > allied-1 leader")


@rule("WBY 12.1", "WBY 7.3.6", "WBY 8.2.2")
def test_after_a_vertical_roll_it_is_too_late_to_disengage_or_to_give_up_a_position() -> None:
    table = roll("maneuver")
    assert table.can("disengage")
    table.play("play vertical-roll (dive)").unanswered()
    assert not table.can("disengage")
    table = roll("", "ace-pilot", engaged="axis-1 disadvantaged allied-1")
    table.play("play vertical-roll (dive)", "respond ace-pilot", "pass")
    assert not table.can("disengage")


@rule("WBY 8.2.1d", "WBY 8.2.2")
def test_a_vertical_roll_by_an_advantaged_leader_gives_up_his_position() -> None:
    table = roll("", "maneuver maneuver maneuver", engaged="axis-1 advantaged allied-1")
    table.play("play vertical-roll (dive)").unanswered()
    assert table.asked == "axis-1 leader"
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.altitude("allied-1") == "medium"


@rule("WBY 8", "WBY 8.2.2")
def test_only_enemies_at_the_altitude_after_the_roll_can_be_attacked() -> None:
    table = Table(axis("vertical-roll maneuver"), allied(), allied(n=2, altitude="low"))
    assert table.can("play maneuver > allied-1 leader")
    assert not table.can("play maneuver > allied-2 leader")
    table.play("play vertical-roll (dive)").unanswered()
    assert not table.can("play maneuver > allied-1 leader")
    assert table.can("play maneuver > allied-2 leader")


@rule("WBY 8.2.3", "WBY 6.2")
def test_a_response_to_a_vertical_roll_is_answered_in_turn() -> None:
    table = Table(axis("vertical-roll vertical-roll"), allied("vertical-roll"), engaged="allied-1 tailing axis-1")
    table.play("play vertical-roll (dive)", "respond vertical-roll", "respond vertical-roll", "pass")
    table.wait("axis-1 leader")
    assert table.altitude("axis-1") == "low"
    assert table.stands("allied-1", "axis-1") == "neutral"


@rule("WBY 8.2.2", "WBY 8.2.1b")
def test_a_rolling_climb_fails_when_the_responses_took_the_card_that_was_to_pay_for_it() -> None:
    table = Table(axis("vertical-roll ace-pilot"), allied("vertical-roll"), engaged="allied-1 tailing axis-1")
    table.play("play vertical-roll (climb)", "respond vertical-roll", "respond ace-pilot", "pass")
    assert table.asked == "axis-1 leader"
    assert table.altitude("axis-1") == "medium"
    assert table.stands("allied-1", "axis-1") == "tailing"


@rule("WBY 8.2.2", "WBY 6.3", "WBY 8.2.1b")
def test_a_counter_pays_for_a_rolling_climb() -> None:
    table = Table(axis("vertical-roll", aircraft=BOOSTED), allied())
    table.play("play vertical-roll (climb)").unanswered().play("pay full-throttle (counter)")
    assert table.altitude("axis-1") == "high"


@rule("WBY 8.2.2", "WBY 6.3", "WBY 8.2.1e1")
def test_counters_pay_for_following_a_vertical_roll() -> None:
    table = Table(
        axis("vertical-roll maneuver"),
        allied(aircraft=fighter(jet=(3, 1))),
        engaged="allied-1 advantaged axis-1",
    )
    table.play("play vertical-roll (climb)", "pass", "pay maneuver", "follow")
    table.play(*["pay full-throttle (counter)"] * 3)
    assert table.altitude("allied-1") == "high"
    assert table.unit("allied-1")["full_throttle"] == 0


@rule("WBY 8.2.1d", "WBY 8.2.2", "WBY 8.2.4", "WBY 7.3.6")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
@pytest.mark.parametrize("change", ["climb", "dive"])
def test_a_leader_who_rolls_away_from_an_enemy_ahead_of_him_may_attack_another_at_the_new_altitude(
    change: str, position: str
) -> None:
    table = Table(
        axis("vertical-roll maneuver ims-1b1h clouds"),
        allied(),
        allied(n=2, altitude="high" if change == "climb" else "low"),
        engaged=f"axis-1 {position} allied-1",
    )
    table.play(f"play vertical-roll ({change})")
    if change == "climb":
        table.play("pay clouds")
    assert {text for text in table.choices if "maneuver" in text} == {
        "play maneuver > allied-2 leader",
        "play maneuver > allied-2 wingman",
    }
    table.play("play maneuver > allied-2 leader", "pass", "play ims-1b1h > allied-2 leader", "pass")
    assert table.stands("axis-1", "allied-2") == "advantaged"
    assert table.hits("allied-2") == 1


@rule("WBY 8.2.2", "WBY 6.1b", "WBY 8.2.1d")
def test_a_leader_who_has_attacked_the_enemy_ahead_of_him_attacks_no_other_after_rolling_away() -> None:
    table = Table(
        axis("ims-1b1h vertical-roll maneuver"),
        allied("barrel-roll"),
        allied(n=2, altitude="low"),
        engaged="axis-1 tailing allied-1",
    )
    table.play("play ims-1b1h > allied-1 leader", "respond barrel-roll", "pass", "play vertical-roll (dive)")
    assert not any(" > " in text for text in table.choices)


@rule("WBY 8", "WBY 8.2.2")
def test_a_vertical_roll_neither_dives_below_very_low_nor_climbs_above_very_high() -> None:
    assert not roll("maneuver", altitude="very-low").can("play vertical-roll (dive)")
    assert roll("maneuver", altitude="very-low").can("play vertical-roll (climb)")
    assert not roll("maneuver", altitude="very-high").can("play vertical-roll (climb)")
    assert roll("maneuver", altitude="very-high").can("play vertical-roll (dive)")
