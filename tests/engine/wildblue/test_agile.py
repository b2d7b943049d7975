"""Agile aircraft, and the Scissors they make of any card. [WBY 5.5.1, 7.3.4]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter

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
    table = Table(axis("tight-turn", aircraft=AGILE), allied(), engaged=f"axis-1 {position} allied-1")
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


@rule("WBY 5.5.1", "WBY 6.2.7")
def test_a_card_as_scissors_answers_nothing_that_a_scissors_does_not_answer() -> None:
    table = Table(axis("ims-1b1h maneuver", aircraft=AGILE), allied("barrel-roll"))
    table.play("play ims-1b1h > allied-1 leader", "respond barrel-roll")
    assert table.choices == ["pass"]


@rule("WBY 5.5.1", "WBY 19.2.1")
def test_a_skill_does_not_make_an_aircraft_agile() -> None:
    table = Table(axis("maneuver ims-1b1h", skills="A"), allied("tight-turn"))
    table.play("play maneuver > allied-1 leader", "respond tight-turn")
    assert sorted(table.choices) == ["pass", "respond ims-1b1h (as ace-pilot)"]


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


@rule("WBY 5.5.1", "WBY 6.3")
def test_an_agile_leader_plays_a_full_throttle_counter_as_a_scissors() -> None:
    plane = fighter(special=("agile", "power-boost"))
    table = Table(axis(aircraft=plane), allied("chop-throttle"), engaged="axis-1 disadvantaged allied-1")
    table.play("play full-throttle > allied-1 leader (counter as scissors)", "pass")
    assert table.stands("axis-1", "allied-1") == "advantaged"
    assert table.unit("axis-1")["full_throttle"] == 0


@rule("WBY 5.5.1", "SUP 19.6.2")
def test_a_green_pilot_does_not_use_the_agility_of_his_aircraft() -> None:
    plane = fighter(special=("agile",))
    table = Table(axis("tight-turn", aircraft=plane, skills="Green"), allied(), engaged="axis-1 disadvantaged allied-1")
    assert not any("as scissors" in text for text in table.choices)


@rule("WBY 5.5.1", "WBY 7.3.4")
def test_a_real_scissors_leaves_the_use_of_agility_for_later_in_the_turn() -> None:
    table = Table(
        axis("scissors maneuver", aircraft=fighter(special=("agile",))),
        allied("scissors"),
        engaged="axis-1 disadvantaged allied-1",
    )
    table.play("play scissors > allied-1 leader", "respond scissors", "pass")
    assert table.can("play maneuver > allied-1 leader (as scissors)")


@rule("WBY 5.5.1", "WBY 7.5.2a")
def test_an_agile_leader_scissors_a_lone_leader_who_is_advantaged_with_any_card() -> None:
    table = Table(
        allied("tight-turn", n=2, aircraft=fighter(special=("agile",))),
        axis(wingman=False),
        allied(),
        engaged="axis-1 advantaged allied-1",
    )
    table.play("play tight-turn > axis-1 leader (as scissors)", "pass")
    assert table.stands("allied-2", "axis-1") == "advantaged"
