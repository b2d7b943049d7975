"""Relative positions and the five cards that change them. [WBY 7.1 to 7.4]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import POSITIONS, TOUGH, Table, allied, axis, fighter

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


@rule("WBY 7.3", "WBY 7.3.1", "WBY 7.3.2", "WBY 7.3.3", "WBY 7.3.4")
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("card", AFTER)
def test_a_position_card_improves_the_position_by_its_steps_or_may_not_be_played(card: str, position: str) -> None:
    table = Table(axis(card), allied(), engaged=f"axis-1 {position} allied-1")
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


# 7.3.6 Giving up position


@rule("WBY 7.3.6")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
def test_a_position_given_up_makes_the_leader_neutral_and_free_to_attack_another(position: str) -> None:
    table = Table(axis("maneuver ims-1b1h"), allied(), allied(n=2), engaged=f"axis-1 {position} allied-1")
    assert not table.can("play ims-1b1h > allied-2 leader")
    table.play("give up position")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.asked == "axis-1 leader"
    for target in ("allied-1 leader", "allied-1 wingman", "allied-2 leader", "allied-2 wingman"):
        assert table.can(f"play ims-1b1h > {target}")


@rule("WBY 7.3.6")
@pytest.mark.parametrize("position", ["neutral", "disadvantaged", "tailed"])
def test_only_a_good_position_can_be_given_up(position: str) -> None:
    table = Table(axis("maneuver"), allied(), engaged=f"axis-1 {position} allied-1")
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
    engaged = f"allied-1 {position} axis-1"
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
    table = Table(axis(" ".join(cards), aircraft=plane), allied(), engaged=f"axis-1 {position} allied-1")
    for card, bursts in cards.items():
        assert table.can(f"play {card} > allied-1 leader") is (bursts <= limit)
    hand = "ims-1b1h ims-1b1h ims-1b1h ims-1b1h ims-1b1h ims-1b1h"
    target = allied(aircraft=fighter(damage=(20, 30)))
    table = Table(axis(hand, aircraft=plane), target, engaged=f"axis-1 {position} allied-1")
    for _ in range(limit):
        table.play("play ims-1b1h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")
    assert table.hits("allied-1") == limit


BF_109 = "bf-109e-3"


@rule("WBY 7.4 example 2")
def test_worked_example_of_a_disadvantaged_bf109_that_comes_to_fire() -> None:
    table = Table(
        axis("maneuver ims-1b1h ims-1b1h ims-2b2h", aircraft=BF_109),
        allied("barrel-roll", aircraft=TOUGH),
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
    table = Table(axis("maneuver ims-1b1h ims-1b1h ims-1b1h", aircraft=BF_109), allied(aircraft=TOUGH))
    table.play("play ims-1b1h > allied-1 leader", "pass", "play maneuver > allied-1 leader", "pass")
    table.play("play ims-1b1h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")


@rule("WBY 7.4 example 2")
@pytest.mark.parametrize("cards", [["maneuver", "maneuver"], ["half-loop"]])
def test_worked_example_of_three_more_bursts_from_tailing(cards: list[str]) -> None:
    hand = " ".join(cards) + " ims-1b1h ims-1b1h ims-3b3h"
    table = Table(axis(hand, aircraft=BF_109), allied(aircraft=TOUGH))
    table.play("play ims-1b1h > allied-1 leader", "pass")
    for card in cards:
        table.play(f"play {card} > allied-1 leader", "pass")
    table.play("play ims-3b3h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")


@rule("WBY 7.4 example 2")
def test_worked_example_of_bursts_before_and_after_tailing() -> None:
    hand = "maneuver maneuver ims-1b1h ims-1b1h ims-2b2h ims-3b3h ims-1b2h"
    table = Table(axis(hand, aircraft=BF_109), allied(aircraft=TOUGH))
    table.play("play ims-1b1h > allied-1 leader", "pass", "play maneuver > allied-1 leader", "pass")
    table.play("play ims-1b1h > allied-1 leader", "pass", "play maneuver > allied-1 leader", "pass")
    assert table.stands("axis-1", "allied-1") == "tailing"
    assert not table.can("play ims-3b3h > allied-1 leader")
    table.play("play ims-2b2h > allied-1 leader", "pass")
    assert not table.can("play ims-1b2h > allied-1 leader")
