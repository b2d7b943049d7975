"""The sequence of play: initiative, whose turn it is to move, tailing, and the checks of the example of play."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.game import Game
from tests.engine.angels.make import at, card, kind, legal, moving, play, position, unit
from tests.engine.rules import rule


def beginning(units: dict[str, dict[str, Any]], dice: list[int], **keys: Any) -> Game:
    """A game at the start of its first Game Turn, whose initiative rolls come first among the dice."""
    return engine.position("angels", position(units, dice, step="initiative", **keys))


def spread(allied: int, axis: int, **more: Any) -> dict[str, dict[str, Any]]:
    """Aircraft far from each other, so that nobody can attack; all of one speed."""
    slow = card(normal=[2, 2], high=[])
    return {
        f"{side}-{number}": at(column, 4 * number, "n", aircraft=slow, **more)
        for side, count, column in (("allied", allied, 3), ("axis", axis, 17))
        for number in range(1, count + 1)
    }


def order_of(game: Game, count: int) -> str:
    """The sides whose aircraft move in this turn, as letters."""
    moved: list[str] = []
    moving_now = ""
    while game.turn == 1:
        moved = game.position()["order"]
        moving_now = game.decision.unit if game.decision and game.decision.unit else moving_now
        game.step(game.legal()[0])
    moved = [*moved, moving_now]
    assert len(moved) == len(set(moved)) == count
    return "".join("A" if name.startswith("allied") else "X" for name in moved)


@rule("A20 Initiative Phase a", "A20 Initiative Phase c")
def test_the_better_roll_wins_and_moves_second() -> None:
    game = beginning(spread(1, 1), [5, 5, 3, 3])
    assert game.view(None)["first"] == "axis"
    assert "Allied 10 +0 = 10, Axis 6 +0 = 6" in " ".join(event.text() for event in game.opening())
    game = beginning(spread(1, 1), [2, 3, 5, 6])
    assert game.view(None)["first"] == "allied"


@rule("A20 Initiative Phase a")
def test_a_leader_adds_1_and_two_of_them_no_more_than_one() -> None:
    units = spread(2, 2)
    for number in (1, 2):
        units[f"axis-{number}"]["aircraft"] = card(abilities=["leader"])
    told = " ".join(event.text() for event in beginning(units, [4, 4, 4, 4]).opening())
    assert "Allied 8 +0 = 8, Axis 8 +1 = 9" in told
    units = spread(2, 2)
    units["axis-1"] |= {"aircraft": card(abilities=["leader"]), "fate": "destroyed", "gone": 1}
    told = " ".join(event.text() for event in beginning(units, [4, 4, 4, 3], turn=2).opening())
    assert "Axis 7 +0 = 7" in told, "a leader who is out of the game leads nobody"


@rule("A20 Initiative Phase b")
def test_the_same_total_goes_to_the_better_bonus_else_it_is_rolled_again() -> None:
    units = spread(1, 1)
    units["axis-1"]["aircraft"] = card(abilities=["leader"])
    assert beginning(units, [4, 4, 4, 3]).view(None)["first"] == "allied"
    game = beginning(spread(1, 1), [4, 4, 4, 4, 3, 3, 2, 2])
    told = " ".join(event.text() for event in game.opening())
    assert told.count("Initiative:") == 2
    assert game.view(None)["first"] == "axis"


@rule("A20 Movement Phase", "A20 Sequence of Play")
def test_sides_move_one_aircraft_at_a_time_the_first_player_first() -> None:
    game = beginning(spread(2, 2), [1, 1, 6, 6])
    assert order_of(game, 4) == "AXAX"
    assert game.turn == 2, "nobody has an attack, so the next turn has begun"


@rule("A20 Unequal Numbers a")
def test_who_has_initiative_and_more_aircraft_moves_what_is_left_at_the_end() -> None:
    assert order_of(beginning(spread(2, 4), [1, 1, 6, 6]), 6) == "AXAXXX"


@rule("A20 Unequal Numbers b")
@pytest.mark.parametrize(("allied", "axis", "order"), [(3, 2, "AAXAX"), (4, 2, "AAAXAX"), (4, 1, "AAAAX")])
def test_who_has_initiative_and_fewer_aircraft_waits(allied: int, axis: int, order: str) -> None:
    assert order_of(beginning(spread(allied, axis), [1, 1, 6, 6]), allied + axis) == order


@rule("A20 Aircraft Must Move", "A20 Movement Phase")
def test_every_aircraft_moves_once_and_only_once_each_turn() -> None:
    game = beginning(spread(3, 3), [1, 1, 6, 6])
    before = {name: each["hex"] for name, each in game.view(None)["units"].items()}
    while game.turn == 1:
        game.step(game.legal()[0])
    for name, each in game.view(None)["units"].items():
        assert each["hex"] == [before[name][0], before[name][1] - 2], name


@rule("A20 Sequence of Play")
def test_a_turn_is_initiative_movement_attacks_and_the_end_in_this_order() -> None:
    slow = card(normal=[2, 2], high=[])
    units = {"allied-1": at(10, 14, "n", aircraft=slow), "axis-1": at(10, 13, "n", aircraft=slow)}
    game = beginning(units, [1, 1, 6, 6], turns=1)
    phases = []
    while game.decision:
        phases.append(game.view(None)["phase"])
        game.step(game.legal()[0])
    assert phases == ["movement"] * 4 + ["attack"]
    assert game.report().turns == 1


@rule("A20 One Attack per Game Turn", "A20 Stacking b", "A20 Illumination", "A20 Special Abilities c")
def test_what_was_so_for_one_turn_is_over_in_the_next() -> None:
    for_a_turn: dict[str, Any] = {
        "fired": True,
        "balked": True,
        "illuminated": True,
        "adjusted": True,
        "maneuvered": True,
    }
    units = {"allied-1": at(3, 10, **for_a_turn), "axis-1": at(16, 10)}
    game = engine.position("angels", position(units, step="attack", active="allied", first="allied"))
    assert game.turn == 2, "nobody has an attack"
    assert not any(unit(game, "allied-1")[name] for name in for_a_turn)


# Movement and special abilities


@rule("A20 Movement and Special Abilities")
def test_expert_fliers_turn_after_all_have_moved_by_turns_the_first_player_first() -> None:
    slow = card(normal=[2, 2], high=[], abilities=["expert-flier"])
    units = {
        "allied-1": at(3, 10, aircraft=slow),
        "allied-2": at(6, 10, aircraft=card(normal=[2, 2], high=[])),
        "axis-1": at(16, 10, aircraft=slow),
    }
    game = engine.position("angels", position(units, step="adjust", active="allied", first="allied"))
    assert legal(game) == ["no adjustment", "adjust allied-1 (left)", "adjust allied-1 (right)"]
    play(game, "adjust allied-1 (left)")
    assert unit(game, "allied-1")["facing"] == "nw"
    assert legal(game) == ["no adjustment", "adjust axis-1 (left)", "adjust axis-1 (right)"]
    play(game, "adjust axis-1 (right)")
    assert unit(game, "axis-1")["facing"] == "ne"
    assert game.turn == 2, "each has done it once"


@rule("A20 Movement and Special Abilities")
def test_who_attempted_a_difficult_maneuver_does_not_turn_late() -> None:
    units = {
        "allied-1": at(3, 10, aircraft=card(abilities=["expert-flier"]), maneuvered=True),
        "axis-1": at(16, 10, aircraft=card(abilities=["expert-flier"])),
    }
    game = engine.position("angels", position(units, step="adjust", active="allied", first="allied"))
    assert game.deciding == "axis"
    play(game, "no adjustment")
    assert game.turn == 2


# Tailing and turn position


@rule("A20 Tailing b", "A20 Choosing Turn Position")
def test_who_tails_more_has_2_more_and_the_winner_chooses_his_place() -> None:
    units = {"allied-1": at(10, 10, "n"), "axis-1": at(10, 8, "n")}
    game = beginning(units, [3, 3, 4, 3], advanced=True)
    assert "Allied 6 +2 = 8, Axis 7 +0 = 7" in " ".join(event.text() for event in game.opening())
    assert (kind(game), game.deciding, legal(game)) == ("turn-position", "allied", ["move first", "move second"])
    play(game, "move first")
    assert game.view(None)["first"] == "allied"
    game = beginning(units, [3, 3, 4, 3], advanced=True)
    play(game, "move second")
    assert game.view(None)["first"] == "axis"


@rule("A20 Tailing b")
def test_who_tails_as_many_as_the_enemy_has_no_bonus() -> None:
    units = {
        "allied-1": at(10, 10, "n"),
        "axis-1": at(10, 8, "n"),
        "axis-2": at(4, 10, "n"),
        "allied-2": at(4, 8, "n"),
    }
    told = " ".join(event.text() for event in beginning(units, [3, 3, 4, 3], advanced=True).opening())
    assert "Allied 6 +0 = 6, Axis 7 +0 = 7" in told
    units["allied-3"] = at(10, 11, "n")
    told = " ".join(event.text() for event in beginning(units, [3, 3, 4, 3], advanced=True).opening())
    assert "Allied 6 +0 = 6" in told, "two that tail one enemy tail one enemy"


@rule("A20 Tailing a")
@pytest.mark.parametrize(
    ("mine", "other", "tailed"),
    [
        (at(10, 12, "n"), at(10, 8, "n"), True),
        (at(10, 13, "n"), at(10, 8, "n"), False),  # five hexes off
        (at(10, 10, "n"), at(10, 8, "n", 4), True),
        (at(10, 10, "n"), at(10, 8, "n", 5), False),  # two bands apart
        (at(10, 10, "n"), at(10, 8, "s"), False),  # head-on
        (at(10, 10, "s"), at(10, 8, "n"), False),  # back to back
        (at(10, 10, "ne"), at(10, 8, "nw"), True),
        (at(10, 10, "se"), at(10, 8, "n"), False),  # it looks away
        (at(8, 8, "ne"), at(10, 8, "n"), False),  # exactly abeam is not behind
        (at(10, 8, "n"), at(10, 8, "n"), False),  # in one hex
    ],
)
def test_tailing_is_being_behind_an_enemy_ahead_within_4_hexes_and_1_altitude(
    mine: dict[str, Any], other: dict[str, Any], tailed: bool
) -> None:
    game = beginning({"allied-1": mine, "axis-1": other}, [3, 3, 1, 1], advanced=True)
    told = " ".join(event.text() for event in game.opening())
    assert ("Allied 6 +2 = 8" in told) == tailed


@rule("A20 Tailing a")
def test_the_basic_rules_know_no_tailing() -> None:
    game = beginning({"allied-1": at(10, 10, "n"), "axis-1": at(10, 8, "n")}, [3, 3, 1, 1])
    assert "Allied 6 +0 = 6" in " ".join(event.text() for event in game.opening())
    assert kind(game) == "speed"


# The checks of the example of play


@rule("A20 A11", "A20 Maneuver Checks")
@pytest.mark.parametrize(
    ("aircraft", "speed", "action", "dice", "told"),
    [
        ("ki-61-tony", 3, "break left", [4, 4], "8 +5 = 13 against 10, success"),
        ("a6m2-zeke", 4, "tight-turn left", [3, 4], "7 +6 = 13 against 13, success"),
        ("hurricane-mk-i", 2, "tight-turn left", [1, 2], "3 +5 = 8 against 10, failure"),
        ("ki-61-tony", 2, "tight-turn left", [4, 4], "8 +4 = 12 against 10, success"),
        ("p-40c-flying-tiger", 2, "break left", [1, 1], "2 +5 = 7 against 10, failure"),
        ("a6m2-zeke", 2, "scissors", [4, 5], "9 +6 = 15 against 10, success"),
    ],
)
def test_the_maneuver_checks_of_the_example_of_play(
    aircraft: str, speed: int, action: str, dice: list[int], told: str
) -> None:
    game = moving("allied_1", dice, allied_1=at(5, 15, aircraft=aircraft))
    assert told in play(game, f"speed {speed}", action)


@rule("A20 A11", "A20 Scissors", "A20 Tight Turn")
def test_the_zeke_stays_and_moves_one_hex_only_and_the_hurricane_turns_normally() -> None:
    game = moving("axis_1", [4, 5], axis_1=at(5, 15, aircraft="a6m2-zeke"))
    play(game, "speed 2", "scissors", "turn right")
    assert (unit(game, "axis-1")["hex"], unit(game, "axis-1")["facing"]) == ([5, 14], "ne")
    game = moving("allied_1", [1, 2], allied_1=at(5, 15, aircraft="hurricane-mk-i"))
    play(game, "speed 2", "ahead", "tight-turn left")
    assert (unit(game, "allied-1")["hex"], unit(game, "allied-1")["facing"]) == ([5, 13], "nw")


@rule("A20 A11", "A20 Unequal Numbers b", "A20 Sequence of Play")
def test_turn_3_of_the_example_both_allied_aircraft_move_before_the_one_zeke() -> None:
    units = {
        "allied-1": at(3, 15, hits=1, aircraft="hurricane-mk-i"),
        "allied-2": at(6, 15, aircraft="p-40c-flying-tiger"),
        "axis-1": at(12, 5, aircraft="a6m2-zeke"),
        "axis-2": at(15, 5, aircraft="ki-61-tony", fate="destroyed", gone=2),
    }
    game = beginning(units, [2, 2, 5, 6], turn=3)
    assert game.view(None)["first"] == "allied"
    play(game, "aircraft allied-1", "speed 3", "ahead", "ahead", "ahead")
    assert (kind(game), game.decision and game.decision.unit) == ("speed", "allied-2")
    play(game, "speed 2", "ahead", "turn right")
    assert game.decision is not None
    assert game.decision.unit == "axis-1"
