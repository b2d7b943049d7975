"""Altitudes: changing them, being followed, Ceilings. [WBY 8]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter

LEVELS = ("very-low", "low", "medium", "high", "very-high")
BOOSTED = fighter(special=("power-boost",))


def altitude_step(hand: str, enemy: str = "", *, engaged: str = "", altitude: str = "medium", **more: object) -> Table:
    """axis-1's Altitude Step; next draws: axis ims-3b3h, allied half-loop."""
    return Table(
        axis(hand, altitude=altitude, **more),  # type: ignore[arg-type]
        allied(enemy, altitude=altitude),
        engaged=engaged,
        step="altitude",
        draws={"axis": "ims-3b3h", "allied": "half-loop"},
    )


def roll(hand: str, enemy: str = "", *, engaged: str = "", altitude: str = "medium") -> Table:
    """axis-1's Leader Step with a Vertical Roll added to its hand; next draws as above."""
    return Table(
        axis(f"vertical-roll {hand}", altitude=altitude),
        allied(enemy, altitude=altitude),
        engaged=engaged,
        draws={"axis": "ims-3b3h", "allied": "half-loop"},
    )


def through_responses(table: Table) -> Table:
    """Nobody responds."""
    while table.asked.endswith(" respond"):
        table.play("pass")
    return table


# 8.0, 8.2.1 a to d: the mover


@rule("WBY 8", "WBY 8.2", "WBY 8.2.1a", "WBY 3.2")
@pytest.mark.parametrize("altitude", LEVELS)
def test_an_element_changes_altitude_by_one_level_between_very_low_and_very_high(altitude: str) -> None:
    table = altitude_step("maneuver", altitude=altitude)
    index = LEVELS.index(altitude)
    assert table.can("climb") is (index < 4)
    assert table.can("dive") is (index > 0)
    assert table.can("stay")
    assert len(table.choices) == 1 + (index < 4) + (index > 0)
    for change, by in (("climb", 1), ("dive", -1)):
        if table.can(change):
            moved = altitude_step("maneuver", altitude=altitude).play(change)
            if change == "climb":
                moved.play("pay maneuver")
            assert moved.altitude("axis-1") == LEVELS[index + by]
            assert moved.asked == "axis-1 leader"


@rule("WBY 8.2.1b")
def test_a_climb_costs_any_one_card_of_the_leaders_hand() -> None:
    table = altitude_step("maneuver clouds").play("climb")
    assert sorted(table.choices) == ["pay clouds", "pay maneuver"]
    table.play("pay clouds")
    assert table.hand("axis-1") == ["maneuver"]
    assert table.pile("axis")["top"] == "clouds"


@rule("WBY 8.2.1b")
def test_without_a_card_or_counter_there_is_no_climb() -> None:
    assert not altitude_step("").can("climb")
    assert altitude_step("").can("dive")


@rule("WBY 8.2.1b", "WBY 6.3")
def test_a_full_throttle_counter_pays_for_a_climb() -> None:
    table = altitude_step("", aircraft=BOOSTED).play("climb")
    assert table.choices == ["pay full-throttle (counter)"]
    table.play("pay full-throttle (counter)")
    assert table.altitude("axis-1") == "high"
    assert table.unit("axis-1")["full_throttle"] == 0


@rule("WBY 8.2.1c", "WBY 5.2.2")
@pytest.mark.parametrize("hand", ["", "maneuver", "maneuver " * 6])
def test_a_dive_draws_one_card_even_beyond_the_hand_limit(hand: str) -> None:
    table = altitude_step(hand).play("dive")
    assert table.hand("axis-1") == sorted([*hand.split(), "ims-3b3h"])


@rule("WBY 8.2.1d")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
@pytest.mark.parametrize("change", ["climb", "dive"])
def test_leaving_a_disadvantaged_enemy_gives_up_the_position_and_he_may_not_follow(change: str, position: str) -> None:
    table = altitude_step("maneuver", "maneuver maneuver", engaged=f"axis-1 {position} allied-1").play(change)
    if change == "climb":
        table.play("pay maneuver")
    assert table.asked == "axis-1 leader"
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.altitude("allied-1") == "medium"


@rule("WBY 8.2.1d")
def test_who_leaves_a_disadvantaged_enemy_may_attack_another_at_the_new_altitude() -> None:
    table = Table(
        axis("maneuver"),
        allied(),
        allied(n=2, altitude="low"),
        engaged="axis-1 tailing allied-1",
        step="altitude",
    )
    table.play("dive")
    assert table.can("play maneuver > allied-2 leader")
    assert not table.can("play maneuver > allied-1 leader")


@rule("WBY 8.2")
def test_staying_changes_nothing() -> None:
    table = altitude_step("maneuver", engaged="axis-1 tailed allied-1").play("stay")
    assert table.asked == "axis-1 leader"
    assert table.stands("axis-1", "allied-1") == "tailed"
    assert table.hand("axis-1") == ["maneuver"]


# 8.2.1 e: the follower


@rule("WBY 8.2.1e", "WBY 8.2.1e1", "WBY 8.2.4")
def test_a_tailing_enemy_follows_a_dive_freely_and_draws_a_card() -> None:
    table = altitude_step("", engaged="allied-1 tailing axis-1").play("dive")
    assert table.asked == "allied-1 follow"
    table.play("follow")
    assert table.asked == "axis-1 leader"
    assert table.altitude("allied-1") == "low"
    assert table.stands("allied-1", "axis-1") == "tailing"
    assert table.hand("allied-1") == ["half-loop"]


@rule("WBY 8.2.1e1", "WBY 8.2.1b")
def test_a_tailing_enemy_follows_a_climb_for_the_card_of_the_climb() -> None:
    table = altitude_step("maneuver", "clouds scissors", engaged="allied-1 tailing axis-1")
    table.play("climb", "pay maneuver", "follow", "pay clouds")
    assert table.asked == "axis-1 leader"
    assert table.altitude("allied-1") == "high"
    assert table.stands("allied-1", "axis-1") == "tailing"
    assert table.hand("allied-1") == ["scissors"]


@rule("WBY 8.2.1e2")
def test_an_advantaged_enemy_follows_a_dive_for_one_card_and_draws_one() -> None:
    table = altitude_step("", "clouds scissors", engaged="allied-1 advantaged axis-1")
    table.play("dive", "follow", "pay scissors")
    assert table.asked == "axis-1 leader"
    assert table.altitude("allied-1") == "low"
    assert table.stands("allied-1", "axis-1") == "advantaged"
    assert table.hand("allied-1") == ["clouds", "half-loop"]


@rule("WBY 8.2.1e2")
def test_an_advantaged_enemy_follows_a_climb_for_two_cards() -> None:
    table = altitude_step("maneuver", "clouds scissors maneuver", engaged="allied-1 advantaged axis-1")
    table.play("climb", "pay maneuver", "follow", "pay scissors", "pay clouds")
    assert table.asked == "axis-1 leader"
    assert table.altitude("allied-1") == "high"
    assert table.hand("allied-1") == ["maneuver"]


@rule("WBY 8.2.1e2", "WBY 6.3")
def test_a_full_throttle_counter_pays_for_following() -> None:
    table = Table(
        axis(),
        allied(aircraft=BOOSTED),
        engaged="allied-1 advantaged axis-1",
        step="altitude",
        draws={"allied": "half-loop"},
    )
    table.play("dive", "follow", "pay full-throttle (counter)")
    assert table.altitude("allied-1") == "low"
    assert table.unit("allied-1")["full_throttle"] == 0


def may_follow(table: Table) -> bool:
    """Whether the enemy behind has the choice to follow."""
    return table.asked == "allied-1 follow" and table.can("follow")


@rule("WBY 8.2.1e1", "WBY 8.2.1e2")
@pytest.mark.parametrize(
    ("position", "change", "cards"),
    [("tailing", "dive", 0), ("tailing", "climb", 1), ("advantaged", "dive", 1), ("advantaged", "climb", 2)],
)
def test_an_enemy_without_the_cards_to_pay_cannot_follow(position: str, change: str, cards: int) -> None:
    for held in range(4):
        table = altitude_step("maneuver", "tight-turn " * held, engaged=f"allied-1 {position} axis-1").play(change)
        if change == "climb":
            table.play("pay maneuver")
        assert may_follow(table) is (held >= cards)


@rule("WBY 8.2.1e", "WBY 5.2.7")
def test_an_enemy_cannot_follow_above_his_ceiling() -> None:
    low_flyer = fighter(ceiling=("medium", "medium"))
    table = Table(
        axis("maneuver"),
        allied("maneuver maneuver", aircraft=low_flyer),
        engaged="allied-1 tailing axis-1",
        step="altitude",
    )
    table.play("climb", "pay maneuver")
    assert not may_follow(table)
    table.wait("axis-1 leader")
    assert table.stands("axis-1", "allied-1") == "neutral"


@rule("WBY 8.2.1e", "WBY 5.2.7")
def test_an_enemy_follows_up_to_his_ceiling_and_down_from_wherever_he_is() -> None:
    high_flyer = fighter(ceiling=("high", "high"))
    table = Table(
        axis("maneuver"),
        allied("maneuver", aircraft=high_flyer),
        engaged="allied-1 tailing axis-1",
        step="altitude",
    )
    table.play("climb", "pay maneuver", "follow", "pay maneuver")
    assert table.altitude("allied-1") == "high"
    very_high = fighter(ceiling=("very-high", "medium"))
    table = Table(
        axis(altitude="very-high"),
        allied(altitude="very-high", aircraft=very_high, hits=3),
        engaged="allied-1 tailing axis-1",
        step="altitude",
    )
    table.play("dive", "follow")
    assert table.altitude("allied-1") == "high"


@rule("WBY 8.2.1e3", "WBY 8.2.4", "WBY 8.2")
@pytest.mark.parametrize("position", ["tailing", "advantaged"])
def test_an_enemy_who_does_not_follow_stays_at_his_altitude_and_is_neutral(position: str) -> None:
    table = altitude_step("", "maneuver", engaged=f"allied-1 {position} axis-1").play("dive", "stay")
    assert table.asked == "axis-1 leader"
    assert table.altitude("allied-1") == "medium"
    assert table.altitude("axis-1") == "low"
    assert table.stands("allied-1", "axis-1") == "neutral"
    assert table.hand("allied-1") == ["maneuver"]


@rule("WBY 8.2")
def test_only_the_enemy_engaged_behind_the_leader_may_follow() -> None:
    table = Table(
        axis(), allied("maneuver"), allied("maneuver", n=2), engaged="allied-2 tailing axis-1", step="altitude"
    )
    table.play("dive")
    assert table.asked == "allied-2 follow"
    table.play("stay")
    assert table.asked == "axis-1 leader"
    assert Table(axis(), allied("maneuver"), step="altitude").play("dive").asked == "axis-1 leader"


@rule("WBY 8.2.1e")
def test_an_enemy_who_follows_takes_his_whole_element_along() -> None:
    table = altitude_step("", engaged="allied-1 tailing axis-1").play("dive", "follow")
    table.play("end").wait("allied-1 wingman-target")
    assert table.can("attack > axis-1 wingman")


# Ceilings


@rule("WBY 5.2.7", "WBY 8.2.1")
def test_an_element_cannot_climb_above_its_ceiling() -> None:
    low_flyer = fighter(ceiling=("medium", "medium"))
    assert not altitude_step("maneuver", aircraft=low_flyer).can("climb")
    assert altitude_step("maneuver", aircraft=low_flyer, altitude="low").can("climb")


@rule("WBY 5.2.7")
def test_the_ceiling_of_the_damaged_side_counts_once_damaged() -> None:
    plane = fighter(ceiling=("very-high", "medium"), damage=(3, 6))
    assert altitude_step("maneuver", aircraft=plane, hits=2).can("climb")
    assert not altitude_step("maneuver", aircraft=plane, hits=3).can("climb")


@rule("WBY 8.2.1", "WBY 5.2.7")
def test_an_element_above_the_ceiling_of_its_damaged_leader_must_dive() -> None:
    plane = fighter(ceiling=("very-high", "medium"), damage=(3, 6))
    table = altitude_step("maneuver", aircraft=plane, hits=3, altitude="very-high")
    assert table.choices == ["dive"]


@rule("WBY 8.2.1", "WBY 5.4.4")
def test_an_element_above_the_ceiling_of_its_damaged_wingman_must_dive_and_may_not_climb_again() -> None:
    plane = fighter(ceiling=("very-high", "medium"), damage=(3, 6))
    assert altitude_step("maneuver", aircraft=plane, wingman_hits=3, altitude="high").choices == ["dive"]
    table = altitude_step("maneuver", aircraft=plane, wingman_hits=3)
    assert sorted(table.choices) == ["dive", "stay"]


@rule("WBY 8.2.1e", "WBY 8.2.1")
def test_a_forced_dive_is_followed_as_any_dive() -> None:
    plane = fighter(ceiling=("very-high", "medium"), damage=(3, 6))
    table = altitude_step("", aircraft=plane, hits=3, altitude="high", engaged="allied-1 tailing axis-1")
    table.play("dive", "follow")
    assert table.stands("allied-1", "axis-1") == "tailing"
    assert table.altitude("allied-1") == "medium"


@rule("WBY 7.3.5a", "WBY 8.2.1", "WBY 5.2.7")
def test_a_damaged_leader_above_his_ceiling_must_choose_the_dive_in_clouds() -> None:
    plane = fighter(ceiling=("very-high", "medium"), damage=(3, 6))
    table = Table(axis("clouds", aircraft=plane, hits=3, altitude="high"), allied())
    table.play("play clouds")
    assert table.choices == ["hide medium"]


@rule("WBY 5.2.7", "WBY 8.2.2")
def test_a_vertical_roll_cannot_climb_above_the_ceiling() -> None:
    low_flyer = fighter(ceiling=("medium", "medium"))
    table = Table(axis("vertical-roll maneuver", aircraft=low_flyer), allied())
    assert not table.can("play vertical-roll (climb)")
    assert table.can("play vertical-roll (dive)")


# 8.2.2 to 8.2.4 Vertical Roll


@rule("WBY 8.2.2", "WBY 8.2.1c")
def test_a_vertical_roll_dives_in_the_leader_step_and_draws_a_card() -> None:
    table = through_responses(roll("maneuver").play("play vertical-roll (dive)"))
    assert table.asked == "axis-1 leader"
    assert table.altitude("axis-1") == "low"
    assert table.hand("axis-1") == ["ims-3b3h", "maneuver"]


@rule("WBY 8.2.2", "WBY 8.2.1b")
def test_a_vertical_roll_climbs_for_another_card() -> None:
    table = through_responses(roll("maneuver").play("play vertical-roll (climb)"))
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
    table = altitude_step("vertical-roll").play("dive", "play vertical-roll (dive)")
    through_responses(table)
    assert table.altitude("axis-1") == "very-low"


@rule("WBY 8.2.2", "WBY 8.2.1e1", "WBY 8.2.1e2")
@pytest.mark.parametrize(
    ("position", "change", "cards"),
    [("tailing", "dive", 1), ("tailing", "climb", 2), ("advantaged", "dive", 2), ("advantaged", "climb", 3)],
)
def test_following_a_vertical_roll_costs_one_card_more(position: str, change: str, cards: int) -> None:
    for held in range(5):
        table = roll("maneuver", "tight-turn " * held, engaged=f"allied-1 {position} axis-1")
        through_responses(table.play(f"play vertical-roll ({change})"))
        if change == "climb":
            table.play("pay maneuver")
        assert may_follow(table) is (held >= cards)
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
    engaged = "" if position == "neutral" else f"allied-1 {position} axis-1"
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
    through_responses(table.play("play vertical-roll (dive)")).play("stay")
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
    through_responses(table.play("play vertical-roll (dive)")).play("stay")
    through_responses(table.play("play vertical-roll (climb)")).play("pay half-loop")
    assert table.altitude("axis-1") == "medium"
    assert table.can("play maneuver > allied-2 leader")
    assert table.can("play ims-1b1h > allied-2 leader")
    assert not table.can("play maneuver > allied-1 leader")


@rule("WBY 12.1", "WBY 7.3.6", "WBY 8.2.2")
def test_after_a_vertical_roll_it_is_too_late_to_disengage_or_to_give_up_a_position() -> None:
    table = roll("maneuver")
    assert table.can("disengage")
    through_responses(table.play("play vertical-roll (dive)"))
    assert not table.can("disengage")
    table = roll("", "ace-pilot", engaged="axis-1 disadvantaged allied-1")
    table.play("play vertical-roll (dive)", "respond ace-pilot", "pass")
    assert not table.can("disengage")


@rule("WBY 8.2.1d", "WBY 8.2.2")
def test_a_vertical_roll_by_an_advantaged_leader_gives_up_his_position() -> None:
    table = roll("", "maneuver maneuver maneuver", engaged="axis-1 advantaged allied-1")
    through_responses(table.play("play vertical-roll (dive)"))
    assert table.asked == "axis-1 leader"
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.altitude("allied-1") == "medium"


@rule("WBY 8", "WBY 8.2.2")
def test_only_enemies_at_the_altitude_after_the_roll_can_be_attacked() -> None:
    table = Table(axis("vertical-roll maneuver"), allied(), allied(n=2, altitude="low"))
    assert table.can("play maneuver > allied-1 leader")
    assert not table.can("play maneuver > allied-2 leader")
    through_responses(table.play("play vertical-roll (dive)"))
    assert not table.can("play maneuver > allied-1 leader")
    assert table.can("play maneuver > allied-2 leader")


# 8.3 Altitude and ratings


@rule("WBY 8.3.1", "WBY 5.2.3", "WBY 3.5")
@pytest.mark.parametrize(
    ("altitude", "plain", "turbo"),
    [("very-low", 4, 4), ("low", 4, 4), ("medium", 3, 3), ("high", 2, 3), ("very-high", 1, 2)],
)
def test_horsepower_changes_with_altitude_and_turbochargers_spare_it(altitude: str, plain: int, turbo: int) -> None:
    for has_turbo, expected in ((False, plain), (True, turbo)):
        plane = fighter(horsepower=3, turbo=has_turbo)
        table = Table(axis(altitude=altitude, aircraft=plane), allied(), step="draw")
        assert table.choices == [f"draw {number}" for number in range(expected + 1)]


@rule("WBY 8.3.1", "WBY 5.2.3")
def test_a_draw_never_falls_below_nothing_at_very_high_altitude() -> None:
    table = Table(axis(altitude="very-high", aircraft=fighter(horsepower=1)), allied(wingman=False), step="draw")
    assert table.asked.startswith("allied-1")


@rule("WBY 8.3.2", "WBY 5.4.2", "WBY 10.1.1", "WBY 10.4b")
@pytest.mark.parametrize(
    ("altitude", "plain", "turbo"),
    [("very-low", 2, 2), ("low", 2, 2), ("medium", 2, 2), ("high", 2, 2), ("very-high", 1, 2)],
)
def test_a_wingmans_offensive_rating_falls_at_very_high_without_turbochargers(
    altitude: str, plain: int, turbo: int
) -> None:
    for has_turbo, expected in ((False, plain), (True, turbo)):
        table = Table(
            axis(altitude=altitude, aircraft=fighter(offensive=2, turbo=has_turbo)),
            allied(altitude=altitude),
            step="wingman",
        )
        before = table.pile("axis")["draw"]
        table.play("attack > allied-1 leader")
        assert before - table.pile("axis")["draw"] == expected


@rule("WBY 8.3.2", "WBY 5.4.2", "WBY 10.1.2", "WBY 10.6.1")
@pytest.mark.parametrize(
    ("altitude", "plain", "turbo"),
    [("very-low", 2, 2), ("low", 2, 2), ("medium", 2, 2), ("high", 1, 2), ("very-high", 1, 1)],
)
def test_a_wingmans_defensive_rating_falls_at_high_and_very_high(altitude: str, plain: int, turbo: int) -> None:
    for has_turbo, expected in ((False, plain), (True, turbo)):
        table = Table(
            axis("ims-1b1h", altitude=altitude),
            allied(altitude=altitude, aircraft=fighter(defensive=2, turbo=has_turbo)),
        )
        before = table.pile("allied")["draw"]
        table.play("play ims-1b1h > allied-1 wingman")
        assert before - table.pile("allied")["draw"] == expected
