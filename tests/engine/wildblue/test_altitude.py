"""Altitudes: changing them, being followed, and what they do to ratings. [WBY 8]"""

from typing import Any

import pytest

import engine
from engine.core.errors import BadPosition
from tests.engine.rules import rule
from tests.engine.wildblue.table import BOOSTED, Table, allied, axis, fighter

LEVELS = ("very-low", "low", "medium", "high", "very-high")


def altitude_step(hand: str, enemy: str = "", *, engaged: str = "", altitude: str = "medium", **more: Any) -> Table:
    """axis-1's Altitude Step; next draws: axis ims-3b3h, allied half-loop."""
    return Table(
        axis(hand, altitude=altitude, **more),
        allied(enemy, altitude=altitude),
        engaged=engaged,
        step="altitude",
        draws={"axis": "ims-3b3h", "allied": "half-loop"},
    )


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
        assert table.can("follow") is (held >= cards)


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
    assert not table.can("follow")
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


@rule("WBY 8.2.4", "WBY 8.2.1e3", "WBY 7.5")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
def test_an_element_that_shook_off_its_enemy_in_the_altitude_step_may_attack_another(position: str) -> None:
    table = Table(
        axis("maneuver"),
        allied(),
        allied(n=2, altitude="low"),
        engaged=f"axis-1 {position} allied-1",
        step="altitude",
    )
    table.play("dive", "stay")
    assert table.can("play maneuver > allied-2 leader")


@rule("WBY 8.2.1b", "WBY 8.2.1e")
@pytest.mark.parametrize(
    ("decision", "unit", "direction"),
    [("follow", "allied-1", 1), ("pay", "allied-1", -1), ("pay", "axis-1", -1)],
)
def test_a_position_in_which_a_follower_is_not_one_level_behind_is_refused(
    decision: str, unit: str, direction: int
) -> None:
    table = Table(axis("maneuver"), allied("maneuver"), engaged="axis-1 tailed allied-1", step="altitude")
    pending = {"decision": decision, "actor": f"{unit} leader", "mover": unit, "pay_left": 1, "direction": direction}
    with pytest.raises(BadPosition, match=r"\[WBY .*8\.2\.1"):
        engine.position("wildblue", table.document | {"pending": pending})
