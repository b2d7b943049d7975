"""What standing orders of Wild Blue Yonder take, and what they leave to the person."""

from __future__ import annotations

import engine
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter, setup

HABITS = {habit.slug: habit for habit in engine.systems()["wildblue"].habits}


def ordered(table: Table, slug: str) -> str:
    """What an order says here; empty: nothing."""
    assert table.decision
    assert table.decision.kind in HABITS[slug].kinds
    action = HABITS[slug].choose(table.game)
    return "" if action is None else table.game.action_text(action)


@rule("WBY 4.5")
def test_later_units_begin_where_the_first_of_their_side_does() -> None:
    table = Table.of(
        engine.new("wildblue", setup({"axis-1": fighter(), "allied-1": fighter(), "axis-2": fighter()}), 1)
    )
    found = []
    while table.asked.endswith(" altitude"):
        found.append((table.asked.partition(" ")[0], ordered(table, "one-altitude")))
        table.play(ordered(table, "one-altitude") or ("altitude high" if "axis" in table.asked else "altitude low"))
    assert sorted(found) == [("allied-1", ""), ("axis-1", ""), ("axis-2", "altitude high")]


def test_evasions_are_kept_unless_somebody_is_on_the_leader() -> None:
    free = Table(axis("vertical-roll"), allied())
    assert free.can("play vertical-roll (dive)")
    assert ordered(free, "keep-evasions") == "end"
    pressed = Table(axis("vertical-roll"), allied(), engaged="axis-1 tailed allied-1")
    assert ordered(pressed, "keep-evasions") == ""
    assert ordered(Table(axis("vertical-roll maneuver"), allied()), "keep-evasions") == ""


def test_a_step_without_an_evasion_to_keep_is_left_to_the_person() -> None:
    assert ordered(Table(axis("tight-turn"), allied()), "keep-evasions") == ""
    behind = Table(axis("tight-turn"), allied(), engaged="axis-1 tailing allied-1")
    assert behind.can("give up position")
    assert ordered(behind, "keep-evasions") == ""


def test_the_only_attack_is_made_unless_a_leader_might_rather_get_away() -> None:
    lone = allied(wingman=False)
    assert ordered(Table(axis("maneuver vertical-roll"), lone), "only-attack") == "play maneuver > allied-1 leader"
    assert ordered(Table(axis("ims-1b1h"), allied()), "only-attack") == ""
    pressed = Table(axis("maneuver vertical-roll"), lone, engaged="axis-1 disadvantaged allied-1")
    assert pressed.can("play maneuver > allied-1 leader")
    assert ordered(pressed, "only-attack") == ""


def test_fire_that_damages_is_answered_with_the_worst_card_and_other_fire_is_left() -> None:
    fire = "play ims-1b2h > allied-1 leader"
    hand = "ace-pilot tight-turn barrel-roll"
    assert ordered(Table(axis("ims-1b2h"), allied(hand)).play(fire), "answer-losses") == ""
    hurt = Table(axis("ims-1b2h"), allied(hand, hits=1)).play(fire)
    assert hurt.can("respond ace-pilot")
    assert ordered(hurt, "answer-losses") == "respond barrel-roll"


def test_a_move_is_not_fire_that_damages() -> None:
    table = Table(axis("maneuver"), allied("tight-turn", hits=2)).play("play maneuver > allied-1 leader")
    assert ordered(table, "answer-losses") == ""


def test_cards_are_thrown_away_only_where_that_brings_others() -> None:
    few = Table(axis("maneuver scissors ims-1b1h", aircraft=fighter(performance=6, horsepower=3)), allied())
    assert ordered(few.play("end"), "discard-to-draw") == "end"
    many = Table(axis("maneuver scissors ims-1b1h tight-turn", aircraft=fighter(performance=6, horsepower=3)), allied())
    assert ordered(many.play("end"), "discard-to-draw") == ""


def test_room_is_made_of_what_is_worth_less_than_an_unknown_card() -> None:
    table = Table(axis("ims-1b1h maneuver maneuver half-loop oots-1b2h ace-pilot"), allied()).play("end")
    assert table.asked == "axis-1 discard"
    assert ordered(table, "make-room") == "discard ims-1b1h"
    table.play("discard ims-1b1h")
    assert ordered(table, "never-discard") == "end"


def test_the_altitude_is_the_staffs_unless_somebody_is_on_the_unit() -> None:
    free = Table(axis("maneuver"), allied(altitude="low"), step="altitude")
    assert ordered(free, "staffs-altitude") == "dive"
    pressed = Table(axis("maneuver"), allied(), engaged="axis-1 tailed allied-1", step="altitude")
    assert ordered(pressed, "staffs-altitude") == ""
