"""What standing orders of Down in Flames WWI take, and what they leave to the person."""

from __future__ import annotations

import engine
from tests.engine.wwi.table import Table, fighter, unit

HABITS = {habit.slug: habit for habit in engine.systems()["wwi"].habits}


def ordered(table: Table, slug: str) -> str:
    """What an order says here; empty: nothing."""
    action = HABITS[slug].choose(table.game)
    return "" if action is None else table.game.action_text(action)


def test_rolls_are_kept_unless_somebody_is_on_the_leader() -> None:
    apart = {"allied-1": unit("vertical-roll"), "axis-1": unit(altitude="high")}
    assert ordered(Table.at(apart), "keep-rolls") == "end"
    pressed = {"allied-1": unit("vertical-roll"), "axis-1": unit()}
    assert ordered(Table.at(pressed, engaged="axis-1 tailing allied-1"), "keep-rolls") == ""


def test_a_step_without_a_roll_to_keep_is_left_to_the_person() -> None:
    behind = {"allied-1": unit("chandelle"), "axis-1": unit()}
    table = Table.at(behind, engaged="allied-1 tailing axis-1")
    assert table.game.parse("give up position") in table.game.legal()
    assert ordered(table, "keep-rolls") == ""


def test_the_only_attack_is_made_unless_a_leader_might_rather_get_away() -> None:
    table = Table.at({"allied-1": unit("maneuver vertical-roll"), "axis-1": unit()})
    assert ordered(table, "only-attack") == "play maneuver > axis-1 leader"
    pressed = Table.at(
        {"allied-1": unit("maneuver vertical-roll"), "axis-1": unit()}, engaged="axis-1 advantaged allied-1"
    )
    assert pressed.game.parse("play maneuver > axis-1 leader") in pressed.game.legal()
    assert ordered(pressed, "only-attack") == ""
    two = {"allied-1": unit("maneuver ims-1b1h"), "axis-1": unit()}
    assert ordered(Table.at(two), "only-attack") == ""


def test_fire_that_damages_is_answered_with_the_worst_card_and_other_fire_is_left() -> None:
    for airframe, said in (((20, 30), ""), ((2, 5), "respond barrel-roll")):
        units = {
            "allied-1": unit("ims-1b2h"),
            "axis-1": unit("ace-pilot barrel-roll", aircraft=fighter(airframe=airframe)),
        }
        table = Table.at(units).play("play ims-1b2h > axis-1 leader")
        assert ordered(table, "answer-losses") == said
