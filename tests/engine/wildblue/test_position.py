"""Relative positions and the five cards that change them. [WBY 7.1 to 7.4]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter

POSITIONS = ("tailing", "advantaged", "neutral", "disadvantaged", "tailed")
AFTER = {
    "maneuver": {
        "tailed": "disadvantaged",
        "disadvantaged": "neutral",
        "neutral": "advantaged",
        "advantaged": "tailing",
    },
    "half-loop": {"tailed": "neutral", "disadvantaged": "advantaged", "neutral": "tailing"},
    "full-throttle": {"tailed": "disadvantaged", "disadvantaged": "neutral"},
    "scissors": {"disadvantaged": "advantaged"},
}
"""Position after a successful attack with the card, from each position in which it may be played."""


def engaged(position: str) -> str:
    """axis-1's position relative to allied-1."""
    return "" if position == "neutral" else f"axis-1 {position} allied-1"


@rule("WBY 7.3", "WBY 7.3.1", "WBY 7.3.2", "WBY 7.3.3", "WBY 7.3.4")
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("card", AFTER)
def test_a_position_card_improves_the_position_by_its_steps_or_may_not_be_played(card: str, position: str) -> None:
    table = Table(axis(card), allied(), engaged=engaged(position))
    after = AFTER[card].get(position)
    assert table.can(f"play {card} > allied-1 leader") is (after is not None)
    if after:
        table.play(f"play {card} > allied-1 leader", "pass")
        assert table.stands("axis-1", "allied-1") == after


@rule("WBY 7.1", "WBY 7.1.4", "WBY 7.1.5")
def test_positions_are_mirrored_on_the_other_side() -> None:
    table = Table(axis("maneuver maneuver"), allied())
    table.play("play maneuver > allied-1 leader", "pass")
    assert table.stands("allied-1", "axis-1") == "disadvantaged"
    table.play("play maneuver > allied-1 leader", "pass")
    assert table.stands("allied-1", "axis-1") == "tailed"


@rule("WBY 7.1.3", "WBY 7.5.1a")
def test_a_leader_is_neutral_to_all_enemy_leaders_but_the_one_he_is_engaged_with() -> None:
    table = Table(axis("maneuver"), allied(), axis(n=2), allied(n=2))
    table.play("play maneuver > allied-2 leader", "pass")
    assert table.stands("axis-1", "allied-2") == "advantaged"
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.stands("axis-2", "allied-2") == "neutral"
    assert len(table.document["engaged"]) == 1


@rule("WBY 7.1.3", "WBY 7.5")
def test_coming_back_to_neutral_ends_the_engagement() -> None:
    table = Table(axis("maneuver"), allied(), engaged="axis-1 disadvantaged allied-1")
    table.play("play maneuver > allied-1 leader", "pass")
    assert table.document["engaged"] == []


@rule("WBY 7.3.1 example")
def test_worked_example_of_a_spitfire_maneuvering_past_a_tight_turn() -> None:
    table = Table(allied("maneuver scissors"), axis("tight-turn"))
    table.play("play maneuver > axis-1 leader", "respond tight-turn", "respond scissors", "pass")
    assert table.stands("allied-1", "axis-1") == "advantaged"
    assert table.stands("axis-1", "allied-1") == "disadvantaged"


@rule("WBY 7.3.2 example")
def test_worked_example_of_a_half_loop_out_of_a_tailed_position() -> None:
    table = Table(axis("half-loop ace-pilot"), allied("ace-pilot"), engaged="allied-1 tailing axis-1")
    table.play("play half-loop > allied-1 leader", "respond ace-pilot", "respond ace-pilot", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"


# 7.3.4 Scissors and 5.5.1 Agile

AGILE = fighter(special=("agile",))


@rule("WBY 7.3.4 example", "WBY 5.5.1")
def test_worked_example_of_an_agile_gladiator_scissoring_a_falco_twice() -> None:
    table = Table(
        allied("scissors oots-1b2h", aircraft="gladiator-ii"),
        axis("scissors maneuver ims-1b1h", aircraft="cr-42"),
        engaged="axis-1 advantaged allied-1",
    )
    table.play("play scissors > axis-1 leader", "respond scissors")
    table.play("respond oots-1b2h (as scissors)")
    assert table.asked == "axis-1 respond"
    assert table.choices == ["pass"]  # the CR.42 is Agile, but not in the Gladiator's turn
    table.play("pass")
    assert table.stands("allied-1", "axis-1") == "advantaged"


@rule("WBY 7.3.4 example", "WBY 5.5.1")
def test_worked_example_with_a_second_scissors_leaves_the_gladiator_without_an_answer() -> None:
    table = Table(
        allied("scissors oots-1b2h maneuver", aircraft="gladiator-ii"),
        axis("scissors scissors", aircraft="cr-42"),
        engaged="axis-1 advantaged allied-1",
    )
    table.play("play scissors > axis-1 leader", "respond scissors", "respond oots-1b2h (as scissors)")
    table.play("respond scissors")
    assert table.asked == "allied-1 respond"
    assert table.choices == ["pass"]
    table.play("pass")
    assert table.stands("allied-1", "axis-1") == "disadvantaged"


@rule("WBY 5.5.1", "WBY 7.3.4")
@pytest.mark.parametrize("card", ["ims-3b3h", "clouds", "ace-pilot", "tight-turn", "barrel-roll", "vertical-roll"])
def test_an_agile_leader_plays_any_card_as_a_scissors_attack_once_a_turn(card: str) -> None:
    table = Table(
        axis(f"{card} chop-throttle", aircraft=AGILE), allied("ace-pilot"), engaged="axis-1 disadvantaged allied-1"
    )
    assert table.can("play chop-throttle > allied-1 leader (as scissors)")
    table.play(f"play {card} > allied-1 leader (as scissors)", "respond ace-pilot", "pass")
    assert table.stands("axis-1", "allied-1") == "disadvantaged"
    assert not table.can("play chop-throttle > allied-1 leader (as scissors)")


@rule("WBY 5.5.1", "WBY 7.3.4")
@pytest.mark.parametrize("position", ["tailing", "advantaged", "neutral", "tailed"])
def test_a_card_as_scissors_is_bound_to_disadvantaged_as_a_scissors_is(position: str) -> None:
    table = Table(axis("tight-turn", aircraft=AGILE), allied(), engaged=engaged(position))
    assert not any("as scissors" in text for text in table.choices)


@rule("WBY 5.5.1")
def test_a_leader_who_is_not_agile_plays_no_card_as_scissors() -> None:
    table = Table(axis("tight-turn"), allied(), engaged="axis-1 disadvantaged allied-1")
    assert not any("as scissors" in text for text in table.choices)


@rule("WBY 5.5.1", "WBY 6.2.7")
def test_a_card_as_scissors_is_answered_as_a_scissors_and_not_by_its_name() -> None:
    table = Table(
        axis("ims-1b1h", aircraft=AGILE), allied("scissors barrel-roll"), engaged="axis-1 disadvantaged allied-1"
    )
    table.play("play ims-1b1h > allied-1 leader (as scissors)")
    assert table.can("respond scissors")
    assert not table.can("respond barrel-roll")


@rule("WBY 5.5.1", "WBY 6.2.7")
def test_an_agile_leader_answers_a_tight_turn_with_a_card_as_scissors_in_his_own_turn() -> None:
    table = Table(axis("maneuver ims-1b1h", aircraft=AGILE), allied("tight-turn"))
    table.play("play maneuver > allied-1 leader", "respond tight-turn")
    assert table.can("respond ims-1b1h (as scissors)")


@rule("WBY 5.5.1")
def test_an_agile_leader_may_use_it_again_in_his_next_turn() -> None:
    table = Table(
        axis("ims-1b1h ims-1b1h", aircraft=AGILE),
        allied("scissors", wingman=False),
        engaged="axis-1 disadvantaged allied-1",
        draws={"axis": "clouds", "allied": "clouds"},
    )
    table.play("play ims-1b1h > allied-1 leader (as scissors)", "respond scissors", "pass", "end")
    table.wait("axis-1 leader")
    assert table.can("play ims-1b1h > allied-1 leader (as scissors)")


# 7.3.5 Clouds


@rule("WBY 7.3.5", "WBY 7.3")
@pytest.mark.parametrize("position", POSITIONS)
def test_clouds_make_the_leader_neutral_from_any_position(position: str) -> None:
    table = Table(axis("clouds"), allied(), engaged=engaged(position))
    table.play("play clouds")
    if table.asked == "allied-1 respond":
        table.play("pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.asked == "axis-1 hide"
    table.play("hide medium")
    assert table.view("allied")["units"]["axis-1"]["clouds"] is True


@rule("WBY 7.3.5a")
@pytest.mark.parametrize(
    ("altitude", "choices"),
    [
        ("very-low", ["very-low", "low"]),
        ("low", ["very-low", "low", "medium"]),
        ("medium", ["low", "medium", "high"]),
        ("high", ["medium", "high", "very-high"]),
        ("very-high", ["high", "very-high"]),
    ],
)
def test_in_clouds_the_next_altitude_is_chosen_at_once_at_most_a_level_away(altitude: str, choices: list[str]) -> None:
    table = Table(axis("clouds maneuver", altitude=altitude), allied(altitude="medium"))
    table.play("play clouds")
    assert sorted(table.choices) == sorted(f"hide {each}" for each in choices)


@rule("WBY 7.3.5a", "WBY 5.2.7")
def test_in_clouds_no_altitude_above_the_ceiling_can_be_chosen() -> None:
    table = Table(axis("clouds maneuver", aircraft=fighter(ceiling=("medium", "medium"))), allied())
    table.play("play clouds")
    assert sorted(table.choices) == ["hide low", "hide medium"]


@rule("WBY 7.3.5a")
def test_the_altitude_chosen_in_clouds_is_hidden_from_the_enemy_until_it_is_revealed() -> None:
    seen = []
    for altitude in ("low", "medium", "high"):
        table = Table(axis("clouds maneuver"), allied(wingman=False), draws={"axis": "ace-pilot"})
        table.play("play clouds", f"hide {altitude}")
        view = table.view("allied")
        seen.append((view["units"]["axis-1"], [event.text("allied") for event in table.events]))
    assert seen[0] == seen[1] == seen[2]


@rule("WBY 7.3.5b", "WBY 7.3.5c")
def test_in_clouds_the_rest_of_the_turn_is_skipped() -> None:
    table = Table(axis("clouds maneuver maneuver"), allied(wingman=False))
    table.play("play clouds", "hide medium")
    assert table.asked.startswith("allied-1")
    assert table.hand("axis-1") == ["maneuver", "maneuver"]


@rule("WBY 7.3.5c", "WBY 7.3.5e", "WBY 3.2")
@pytest.mark.parametrize(("altitude", "hand"), [("low", 3), ("medium", 2), ("high", 1)])
def test_out_of_clouds_the_element_skips_its_wingman_step_and_pays_or_draws_for_its_altitude(
    altitude: str, hand: int
) -> None:
    table = Table(axis("clouds maneuver maneuver"), allied(wingman=False), draws={"axis": "ace-pilot"})
    table.play("play clouds", f"hide {altitude}")
    if altitude == "high":
        table.wait("axis-1 pay").play("pay maneuver")
    else:
        table.wait("allied-1 draw").play("draw 0")
    assert table.asked == "axis-1 leader"
    assert table.altitude("axis-1") == altitude
    assert len(table.hand("axis-1")) == hand
    assert table.view("allied")["units"]["axis-1"]["clouds"] is False
    assert table.can("play maneuver > allied-1 leader") is (altitude == "medium")


@rule("WBY 7.3.5a", "WBY 8.2.1b")
def test_a_climb_cannot_be_chosen_in_clouds_without_a_card_to_pay_for_it() -> None:
    table = Table(axis("clouds"), allied()).play("play clouds")
    assert sorted(table.choices) == ["hide low", "hide medium"]


@rule("WBY 7.3.5d")
@pytest.mark.parametrize("altitude", ["very-low", "low", "medium"])
def test_aircraft_in_clouds_cannot_be_attacked_by_leader_or_wingman_wherever_they_will_come_out(altitude: str) -> None:
    table = Table(
        axis("clouds maneuver", altitude="low"),
        allied("maneuver ims-1b1h oots-1b2h", altitude="low"),
        draws={"allied": "ims-1b1h ims-1b2h"},
    )
    table.play("play clouds", f"hide {altitude}")
    while table.asked != "allied-1 leader":
        assert not any(text.startswith("attack") for text in table.choices)
        table.play("skip" if table.can("skip") else "stay")
    assert not any("axis-1" in text for text in table.choices)


@rule("WBY 7.3.5e", "WBY 7.3.5c")
def test_an_element_comes_out_of_clouds_at_very_low_too() -> None:
    table = Table(axis("clouds", altitude="low"), allied(), draws={"axis": "scissors"})
    table.play("play clouds", "hide very-low").wait("allied-1 leader").play("end")
    table.wait("axis-1 leader")
    assert table.altitude("axis-1") == "very-low"
    assert table.hand("axis-1") == ["scissors"]


@rule("WBY 7.3.5d", "WBY 7.3.5")
def test_out_of_clouds_the_element_can_be_attacked_again() -> None:
    table = Table(axis("clouds maneuver"), allied("maneuver", wingman=False))
    table.play("play clouds", "hide medium").wait("axis-1 leader").play("end").wait("allied-1 leader")
    assert table.can("play maneuver > axis-1 leader")


@rule("WBY 7.3.5 note", "WBY 6.2.5")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
@pytest.mark.parametrize("card", ["clouds", "ace-pilot"])
def test_the_leader_who_is_advantaged_or_tailing_stops_clouds_with_clouds_or_an_ace_pilot(
    position: str, card: str
) -> None:
    table = Table(axis("clouds tight-turn"), allied(card), engaged=engaged(position))
    table.play("play clouds", f"respond {card}", "pass")
    assert table.stands("axis-1", "allied-1") == position
    assert table.asked == "axis-1 leader"
    assert table.view("allied")["units"]["axis-1"]["clouds"] is False


@rule("WBY 7.3.5 note")
def test_a_response_to_clouds_is_answered_in_turn() -> None:
    table = Table(axis("clouds ace-pilot"), allied("clouds"), engaged="axis-1 tailed allied-1")
    table.play("play clouds", "respond clouds", "respond ace-pilot", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.asked == "axis-1 hide"


@rule("WBY 7.3.5 note")
@pytest.mark.parametrize("position", ["neutral", "advantaged", "tailing"])
def test_nobody_else_can_stop_clouds(position: str) -> None:
    table = Table(axis("clouds"), allied("clouds ace-pilot"), engaged=engaged(position))
    table.play("play clouds")
    if table.asked == "allied-1 respond":
        assert table.choices == ["pass"]
        table.play("pass")
    assert table.asked == "axis-1 hide"


@rule("WBY 7.3.5 note")
def test_an_enemy_who_is_not_engaged_with_the_leader_cannot_stop_his_clouds() -> None:
    table = Table(axis("clouds"), allied(), allied("clouds ace-pilot", n=2), engaged="axis-1 tailed allied-1")
    table.play("play clouds")
    assert table.asked == "allied-1 respond"
    table.play("pass")
    assert table.asked == "axis-1 hide"


@rule("WBY 7.3.5 note", "WBY 6.2.5")
def test_clouds_as_a_response_change_no_position() -> None:
    table = Table(axis("oots-1b2h", aircraft=fighter(burst=1)), allied("clouds"), engaged="axis-1 tailing allied-1")
    table.play("play oots-1b2h > allied-1 leader", "respond clouds", "pass")
    assert table.stands("axis-1", "allied-1") == "tailing"
    assert table.view("axis")["units"]["allied-1"]["clouds"] is False
    assert table.hits("allied-1") == 0


@rule("WBY 7.3.5", "WBY 12.2")
def test_clouds_on_the_last_turn_disengage_the_element_at_once() -> None:
    table = Table(axis("clouds"), allied(), axis(n=2), turn=6, engaged="axis-1 tailed allied-1")
    table.play("play clouds", "pass")
    assert table.status("axis-1") == "disengaged"
    assert table.status("axis-1", "wingman") == "disengaged"
    assert table.asked.startswith("allied-1")


@rule("WBY 7.3.5")
def test_clouds_on_the_turn_before_the_last_do_not_disengage() -> None:
    table = Table(axis("clouds"), allied(wingman=False), turn=5)
    table.play("play clouds", "hide medium")
    assert table.status("axis-1") == "undamaged"


# 7.3.6 Giving up position


@rule("WBY 7.3.6")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
def test_a_position_given_up_makes_the_leader_neutral_and_free_to_attack_another(position: str) -> None:
    table = Table(axis("maneuver ims-1b1h"), allied(), allied(n=2), engaged=engaged(position))
    assert not table.can("play ims-1b1h > allied-2 leader")
    table.play("give up position")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.asked == "axis-1 leader"
    for target in ("allied-1 leader", "allied-1 wingman", "allied-2 leader", "allied-2 wingman"):
        assert table.can(f"play ims-1b1h > {target}")


@rule("WBY 7.3.6")
@pytest.mark.parametrize("position", ["neutral", "disadvantaged", "tailed"])
def test_only_a_good_position_can_be_given_up(position: str) -> None:
    table = Table(axis("maneuver"), allied(), engaged=engaged(position))
    assert not table.can("give up position")


@rule("WBY 7.3.6")
def test_a_position_can_be_given_up_only_at_the_beginning_of_the_leader_step() -> None:
    table = Table(axis("maneuver maneuver"), allied("tight-turn"), engaged="axis-1 advantaged allied-1")
    assert table.can("give up position")
    table.play("play maneuver > allied-1 leader", "respond tight-turn", "pass")
    assert not table.can("give up position")


@rule("WBY 7.3.6", "WBY 6.1b")
def test_a_position_won_in_this_leader_step_cannot_be_given_up_for_another_target() -> None:
    table = Table(axis("maneuver ims-1b1h"), allied(), allied(n=2))
    table.play("play maneuver > allied-1 leader", "pass")
    assert not table.can("give up position")
    assert not table.can("play ims-1b1h > allied-2 leader")


# 7.4 Bursts by position


@rule("WBY 7.4 example 1")
@pytest.mark.parametrize(("position", "limit"), [("neutral", 1), ("advantaged", 2), ("tailing", 4), ("tailed", 0)])
def test_worked_example_of_a_spitfire_v_firing_one_two_or_four_bursts(position: str, limit: int) -> None:
    spitfire = allied("ims-1b1h ims-1b1h ims-1b1h ims-1b1h ims-1b1h", aircraft="spitfire-v")
    engaged = "" if position == "neutral" else f"allied-1 {position} axis-1"
    table = Table(spitfire, axis(aircraft=fighter(damage=(20, 30))), engaged=engaged)
    for _ in range(limit):
        table.play("play ims-1b1h > axis-1 leader", "pass")
    assert not table.can("play ims-1b1h > axis-1 leader")


@rule("WBY 7.4", "WBY 7.1.1", "WBY 7.1.2", "WBY 5.2.4", "WBY 9.1")
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("rating", [0, 1, 2])
def test_the_burst_limit_is_the_rating_plus_one_advantaged_plus_three_tailing_and_nothing_behind(
    rating: int, position: str
) -> None:
    limit = {"neutral": rating, "advantaged": rating + 1, "tailing": rating + 3}.get(position, 0)
    plane = fighter(burst=rating)
    cards = {"ims-1b1h": 1, "ims-2b2h": 2, "ims-3b3h": 3}
    table = Table(axis(" ".join(cards), aircraft=plane), allied(), engaged=engaged(position))
    for card, bursts in cards.items():
        assert table.can(f"play {card} > allied-1 leader") is (bursts <= limit)
    hand = "ims-1b1h ims-1b1h ims-1b1h ims-1b1h ims-1b1h ims-1b1h"
    target = allied(aircraft=fighter(damage=(20, 30)))
    table = Table(axis(hand, aircraft=plane), target, engaged=engaged(position))
    for _ in range(limit):
        table.play("play ims-1b1h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")
    assert table.hits("allied-1") == limit


BF_109 = "bf-109e-3"
TARGET = fighter(damage=(20, 30))


@rule("WBY 7.4 example 2")
def test_worked_example_of_a_disadvantaged_bf109_that_comes_to_fire() -> None:
    table = Table(
        axis("maneuver ims-1b1h ims-1b1h ims-2b2h", aircraft=BF_109),
        allied("barrel-roll", aircraft=TARGET),
        engaged="axis-1 disadvantaged allied-1",
    )
    assert not any("ims" in text for text in table.choices)
    table.play("play maneuver > allied-1 leader", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.can("play ims-1b1h > allied-1 leader")
    assert not table.can("play ims-2b2h > allied-1 leader")
    table.play("play ims-1b1h > allied-1 leader", "respond barrel-roll", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")  # answered or not, the Burst is used


@rule("WBY 7.4 example 2")
def test_worked_example_of_one_more_burst_from_advantaged() -> None:
    table = Table(axis("maneuver ims-1b1h ims-1b1h ims-1b1h", aircraft=BF_109), allied(aircraft=TARGET))
    table.play("play ims-1b1h > allied-1 leader", "pass", "play maneuver > allied-1 leader", "pass")
    table.play("play ims-1b1h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")


@rule("WBY 7.4 example 2")
@pytest.mark.parametrize("cards", [["maneuver", "maneuver"], ["half-loop"]])
def test_worked_example_of_three_more_bursts_from_tailing(cards: list[str]) -> None:
    hand = " ".join(cards) + " ims-1b1h ims-1b1h ims-3b3h"
    table = Table(axis(hand, aircraft=BF_109), allied(aircraft=TARGET))
    table.play("play ims-1b1h > allied-1 leader", "pass")
    for card in cards:
        table.play(f"play {card} > allied-1 leader", "pass")
    table.play("play ims-3b3h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")


@rule("WBY 7.4 example 2")
def test_worked_example_of_bursts_before_and_after_tailing() -> None:
    hand = "maneuver maneuver ims-1b1h ims-1b1h ims-2b2h ims-3b3h ims-1b2h"
    table = Table(axis(hand, aircraft=BF_109), allied(aircraft=TARGET))
    table.play("play ims-1b1h > allied-1 leader", "pass", "play maneuver > allied-1 leader", "pass")
    table.play("play ims-1b1h > allied-1 leader", "pass", "play maneuver > allied-1 leader", "pass")
    assert table.stands("axis-1", "allied-1") == "tailing"
    assert not table.can("play ims-3b3h > allied-1 leader")
    table.play("play ims-2b2h > allied-1 leader", "pass")
    assert not table.can("play ims-1b2h > allied-1 leader")
