"""How a person takes an action here, and what he is told of one that he cannot take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import engine
from engine.core.board import Step
from engine.core.choices import Choice
from engine.core.errors import IllegalAction
from engine.core.game import Game
from tests.engine.angels.make import at, attacking, card, moving, play, position
from tests.engine.rules import rule

ANGELS = engine.systems()["angels"]


def why(game: Game, text: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.parse(text)
    return refusal.value.why


def by_text(game: Game) -> dict[str, Choice]:
    return {game.action_text(choice.action): choice for choice in ANGELS.choices(game, game.legal())}


@rule("A20 Normal Movement", "A20 Difficult Maneuvers")
def test_a_hex_of_a_move_is_taken_where_it_leads_or_where_the_nose_then_points() -> None:
    game = moving("allied_1", allied_1=at(5, 10, altitude=4))
    play(game, "speed 3")
    at_ = {text: choice.at for text, choice in by_text(game).items()}
    assert {at_[text] for text in ("ahead", "climb", "power-dive (1)", "power-dive (2)")} == {"5.9"}
    assert at_["turn left"] == "4.8"
    assert at_["turn right"] == "6.8"
    assert {at_[text] for text in ("break left", "barrel-roll left", "tight-turn left", "split-s left")} == {"4.9"}
    assert {at_[text] for text in ("scissors", "split-s back")} == {"5.10"}
    assert [text for text, choice in by_text(game).items() if choice.is_plain] == ["ahead"]


@rule("A20 Maneuver Checks", "A20 Crippled")
def test_a_maneuver_says_what_its_dice_must_show() -> None:
    game = moving("allied_1", allied_1=at(5, 10, aircraft=card(turn=5, roll=8)))
    play(game, "speed 3")
    labels = {text: choice.label for text, choice in by_text(game).items()}
    assert labels["tight-turn left"] == "Tight Turn left: 5 or more on two dice"
    assert labels["break right"] == "Break right: cannot fail"
    crippled = moving("allied_1", allied_1=at(5, 10, hits=2, aircraft=card(turn=0)))
    play(crippled, "speed 3")
    assert by_text(crippled)["scissors"].label == "Scissors, staying in 5.10: 12 on two dice"


@rule("A20 Resolving Attacks a", "A20 Target Aspect")
def test_an_attack_is_taken_at_its_target_and_says_what_hits() -> None:
    game = attacking({"allied-1": at(5, 8), "axis-1": at(5, 7), "axis-2": at(9, 9)})
    attack = by_text(game)["attack allied-1 > axis-1"]
    assert attack.at == "axis-1"
    assert attack.label == "Attack Test (Axis 1) with Test (Allied 1): 6 dice that hit on 4 or more"
    assert by_text(game)["decline"].is_plain


@rule("A20 Managing the Battle Map b")
def test_a_move_over_the_edge_has_its_spot_beyond_it() -> None:
    game = moving("allied_1", allied_1=at(7, 1))
    play(game, "speed 2")
    lit = frozenset(choice.at for choice in by_text(game).values() if choice.at)
    board = ANGELS.board(game.view("allied"), Step(lit=lit))
    assert {"7.0", "7.1"} <= {spot.key for spot in board.spots}
    assert next(spot.title for spot in board.spots if spot.key == "7.0") == "Beyond the edge of the map"
    assert all(0 <= y <= board.height for spot in board.spots for _, y in spot.points)


def test_aircraft_in_one_hex_share_it_as_spots() -> None:
    game = attacking({"allied-1": at(5, 8), "axis-1": at(5, 7), "axis-2": at(5, 7, "s")})
    board = ANGELS.board(game.view("allied"), Step(lit=frozenset(("axis-1", "axis-2"))))
    (left, right) = sorted(board.spots, key=lambda spot: spot.points[0])
    assert max(x for x, _ in left.points) == min(x for x, _ in right.points)


@rule("A20 Firing Arc", "A20 No Range 0 Attacks", "A20 Firing Arc and Altitude", "A20 One Attack per Game Turn")
@pytest.mark.parametrize(
    ("target", "rule_"),
    [
        (at(5, 2), "A20 Firing Arc]"),
        (at(5, 9), "A20 Firing Arc]"),
        (at(5, 8), "A20 No Range 0 Attacks]"),
        (at(5, 7, altitude=4), "A20 Firing Arc and Altitude, "),
        (at(5, 7, clouds=True), "A20 Effects of Being in the Clouds]"),
    ],
)
def test_an_attack_that_cannot_be_made_says_which_rule_forbids_it(target: dict[str, Any], rule_: str) -> None:
    clouds: dict[str, Any] = {"clouds": ["light"] * 6} if target.get("clouds") else {}
    game = attacking({"allied-1": at(5, 8), "axis-1": target, "axis-2": at(5, 6)}, **clouds)
    assert rule_ in why(game, "attack allied-1 > axis-1")


@rule("A20 Climbing Status a", "A20 Resolving Attacks a")
def test_guns_that_do_not_reach_so_far_are_not_said_to_lie_at_another_altitude() -> None:
    short = at(5, 8, status="climbing", aircraft=card(attack=[6, 0, 0]))
    game = attacking({"allied-1": short, "axis-1": at(5, 6, altitude=4), "axis-2": at(5, 7)}, advanced=True)
    assert "[A20 Resolving Attacks a]" in why(game, "attack allied-1 > axis-1")


def evading_left() -> Game:
    """An aircraft that begins its move so, by the advanced rules."""
    units = {"allied-1": at(5, 10, status="evading-left"), "axis-1": at(15, 7), "axis-2": at(15, 9)}
    document = position(units, step="speed", active="allied-1", first="allied", advanced=True)
    game = engine.position("angels", document)
    play(game, "speed 3")
    return game


@rule("A20 Choose Speed", "A20 Crippled", "A20 Required Maneuver", "A20 Altitude", "A20 Difficult Maneuvers")
def test_a_move_that_cannot_be_made_says_which_rule_forbids_it() -> None:
    def move(**unit: Any) -> Game:
        return moving("allied_1", [6, 6], allied_1=at(5, 10, **unit))

    def after(speed: str, *texts: str) -> Callable[..., str]:
        def said(text: str, **unit: Any) -> str:
            game = move(**unit)
            play(game, speed, *texts)
            return why(game, text)

        return said

    assert "2 to 4, at high speed 5 to 6. [A20 Choose Speed]" in why(move(), "speed 1")
    assert "[A20 Crippled]" in why(move(hits=2), "speed 5")
    assert "[A20 Choose Speed]" in why(move(hits=2), "speed 1")
    assert "a turn left or a Tight Turn left. [A20 Required Maneuver]" in why(evading_left(), "ahead")
    assert "[A20 Altitude]" in after("speed 3")("climb", altitude=6)
    assert "[A20 Difficult Maneuvers]" in after("speed 3", "climb")("scissors")


@rule("A20 Aircraft Must Move", "A20 Movement Phase", "A20 Stacking a")
def test_aircraft_that_cannot_be_chosen_say_which_rule_forbids_it() -> None:
    units = {"allied-1": at(5, 8), "allied-2": at(6, 8), "allied-3": at(9, 9), "axis-1": at(15, 7)}
    game = engine.position(
        "angels", position(units, step="aircraft", active="allied", first="allied", order=["allied-3"])
    )
    assert why(game, "aircraft axis-1").startswith("Test (Axis 1) is an enemy")
    assert "[A20 Movement Phase]" in why(game, "aircraft axis-1")
    assert "[A20 Aircraft Must Move]" in why(game, "aircraft allied-3")
    kent = engine.new("angels", ANGELS.scenarios()["kent"].setup, 1)
    first = kent.action_text(kent.legal()[0])
    play(kent, first)
    assert "[A20 Stacking]" in why(kent, first)
    assert "[A20 Standard Scenario, Starting Situations]" in why(kent, "place 1.1")


@rule("A20 Evading Status b", "A20 Bomber Stats")
def test_habits_spare_what_need_not_be_asked() -> None:
    habits = {habit.slug: habit.choose for habit in ANGELS.habits}
    evading = evading_left()
    assert habits["required-turn"](evading) == evading.parse("turn left")
    again = moving("allied_1", allied_1=at(5, 10, speed=4))
    assert habits["same-speed"](again) == again.parse("speed 4")
    assert habits["same-speed"](moving("allied_1", allied_1=at(5, 10, speed=9))) is None
    fighter = moving("allied_1", allied_1=at(5, 10))
    play(fighter, "speed 3")
    assert habits["bombers-straight"](fighter) is None
    shot = attacking({"allied-1": at(5, 8), "axis-1": at(5, 7), "axis-2": at(9, 9)})
    assert habits["only-attack"](shot) == shot.parse("attack allied-1 > axis-1")
    two = attacking({"allied-1": at(5, 8), "axis-1": at(5, 7), "axis-2": at(5, 6)})
    assert habits["only-attack"](two) is None
