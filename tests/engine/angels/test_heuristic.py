"""The heuristic player of Angels Twenty has sense: what it does where a good player would not hesitate."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine import heuristic_player
from engine.core.errors import EngineError
from engine.core.game import Game
from engine.core.players import RandomPlayer, fly
from tests.engine.angels.make import at, attacking, card, kind, legal, moving, position, unit, where
from tests.engine.rules import rule

GAMES = 10
FAR = at(20, 20)


def chosen(game: Game, doctrine: str = "steady") -> str:
    """What the heuristic player does now."""
    assert game.decision
    player = heuristic_player("angels", game.decision.side, 1, doctrine)
    return game.action_text(player.choose(game))


def flown(game: Game, who: str) -> None:
    """Let it fly an aircraft's move to its end."""
    while game.decision and game.decision.unit == who:
        game.step(heuristic_player("angels", game.decision.side, 1).choose(game))


def test_it_comes_out_right_behind_an_enemy_that_has_moved() -> None:
    units = {"allied-1": at(5, 12), "axis-1": at(6, 8, "ne"), "axis-2": at(20, 20, altitude=6)}
    order = ["axis-1"]
    game = engine.position("angels", position(units, step="speed", active="allied-1", first="axis", order=order))
    flown(game, "allied-1")
    assert unit(game, "allied-1")["facing"] == "ne"
    ahead = engine.position("angels", game.position() | {"step": "attack", "active": "allied", "quiet": []})
    assert "attack allied-1 > axis-1" in [ahead.action_text(action) for action in ahead.legal()]


def test_a_good_shot_from_safe_flight_does_not_keep_it_from_a_better_one_that_takes_a_maneuver() -> None:
    def actions(**skills: int) -> tuple[list[str], Game]:
        units = {"allied-1": at(8, 12, aircraft=card(**skills)), "axis-1": at(5, 14, "s"), "axis-2": FAR}
        keys: dict[str, Any] = {"step": "speed", "active": "allied-1", "first": "axis", "order": ["axis-1", "axis-2"]}
        game, found = engine.position("angels", position(units, **keys)), []
        player = heuristic_player("angels", "allied", 1)
        while game.decision and game.decision.unit == "allied-1":
            action = player.choose(game)
            found.append(game.action_text(action))
            game.step(action)
        return found, game

    safe, shooting = actions(turn=-9, roll=-9)
    assert "tight-turn left" not in safe
    assert "attack allied-1 > axis-1" in legal(shooting)
    assert "tight-turn left" in actions(turn=6, roll=6)[0]


@rule("A20 Stacking a", "A20 Stacking b")
def test_it_does_not_end_where_a_friend_is_and_no_attack_is_allowed() -> None:
    """From the hex right behind the enemy the shot is best, but a friend who came first is there."""
    units = {"allied-1": at(5, 10), "allied-2": at(5, 6), "axis-1": at(5, 5), "axis-2": FAR}
    units["allied-1"]["aircraft"] = card(normal=[2, 4], high=[5, 5])
    keys: dict[str, Any] = {"step": "speed", "active": "allied-1", "first": "axis"}
    game = engine.position("angels", position(units, order=["axis-1", "axis-2", "allied-2"], **keys))
    flown(game, "allied-1")
    assert where(game, "allied-1")[0] != [5, 6]
    assert not unit(game, "allied-1")["balked"]
    assert "attack allied-1 > axis-1" in [game.action_text(action) for action in game.legal()]
    alone = engine.position("angels", position(units | {"allied-2": at(1, 20)}, order=["axis-1", "axis-2"], **keys))
    flown(alone, "allied-1")
    assert where(alone, "allied-1")[0] == [5, 6]


@rule("A20 Stacking b")
def test_it_does_not_put_its_nose_down_for_an_attack_that_a_friend_in_its_hex_forbids() -> None:
    units = {"allied-1": at(5, 8), "allied-2": at(5, 8), "axis-1": at(5, 7, altitude=2), "axis-2": FAR}
    keys: dict[str, Any] = {"step": "status", "active": "allied-1", "first": "axis", "advanced": True}
    later = engine.position("angels", position(units, order=["axis-1", "axis-2", "allied-2", "allied-1"], **keys))
    assert chosen(later) != "status diving"
    first = engine.position("angels", position(units, order=["axis-1", "axis-2", "allied-1"], **keys))
    assert chosen(first) == "status diving"


@rule("A20 Stacking b")
def test_it_does_not_turn_late_for_an_attack_that_a_friend_in_its_hex_forbids() -> None:
    able: dict[str, Any] = {"aircraft": card(abilities=["expert-flier"])}
    units = {"allied-1": at(5, 8, "ne", **able), "allied-2": at(5, 8, "s"), "axis-1": at(5, 7, "n"), "axis-2": FAR}
    keys: dict[str, Any] = {"step": "adjust", "active": "allied", "first": "allied"}
    game = engine.position("angels", position(units, order=["allied-1", "allied-2", "axis-1", "axis-2"], **keys))
    assert chosen(game) == "adjust allied-1 (left)"


def test_it_does_not_fly_off_a_map_that_stays_in_its_place() -> None:
    for facing, hex_ in (("n", (5, 2)), ("s", (5, 19)), ("ne", (19, 10)), ("sw", (2, 10))):
        game = moving(
            "allied_1", allied_1=at(hex_[0], hex_[1], facing, aircraft=card(turn=5, roll=5)), allied_2=at(1, 1)
        )
        flown(game, "allied-1")
        assert unit(game, "allied-1")["fate"] == "flying", facing


def test_it_attacks_where_it_may_win_most() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7, "n"), "axis-2": at(5, 6, "n"), "axis-3": FAR}
    assert chosen(attacking(units)) == "attack allied-1 > axis-1"
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7, "sw"), "axis-2": at(5, 6, "n", hits=2), "axis-3": FAR}
    assert chosen(attacking(units)) == "attack allied-1 > axis-2"


def test_it_evades_an_attack_that_it_cannot_answer_and_dives_on_what_is_below() -> None:
    def status(units: dict[str, dict[str, Any]]) -> str:
        order = [name for name in units if name != "axis-2"]
        keys: dict[str, Any] = {
            "step": "status",
            "active": "allied-1",
            "first": "axis",
            "advanced": True,
            "order": order,
        }
        return chosen(engine.position("angels", position(units | {"axis-2": at(20, 20, altitude=6)}, **keys)))

    assert status({"allied-1": at(5, 8), "axis-1": at(5, 9)}).startswith("status evading")
    assert status({"allied-1": at(5, 8), "axis-1": at(5, 7, altitude=2)}) == "status diving"


def test_it_moves_last_when_it_may_choose() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 4)}
    game = engine.position("angels", position(units, [6, 6, 1, 1], step="initiative", advanced=True))
    assert chosen(game) == "move second"


def test_it_keeps_fighter_direction_and_turns_late_towards_a_target() -> None:
    units = {
        "allied-1": at(5, 8, "ne", aircraft=card(abilities=["expert-flier"])),
        "axis-1": at(5, 7, "n"),
        "axis-2": FAR,
    }
    game = engine.position("angels", position(units, step="adjust", active="allied", first="allied"))
    assert chosen(game) == "adjust allied-1 (left)"


def test_bombers_that_are_to_get_across_fly_towards_the_edge() -> None:
    units = {
        "allied-1": at(8, 14, "ne", aircraft="medium-bomber-token"),
        "axis-1": at(1, 20, "s"),
        "axis-2": at(3, 20, "s"),
    }
    victory = {"scenario": "escort", "side": "allied", "edge": "north"}
    game = engine.position("angels", position(units, step="aircraft", active="allied", first="allied", victory=victory))
    flown(game, "allied-1")
    assert where(game, "allied-1")[1] == "n"


@pytest.mark.parametrize("scenario", ["kent", "dogfight"])
def test_it_beats_chance(scenario: str) -> None:
    setup = engine.systems()["angels"].scenarios()[scenario].setup
    won = 0
    for seed in range(GAMES):
        for side, other in (("allied", "axis"), ("axis", "allied")):
            players = {side: heuristic_player("angels", side, seed), other: RandomPlayer(seed, other)}
            report = fly(engine.new("angels", setup, seed), players).report()
            won += report.points(side) > report.points(other)
    assert won >= 0.85 * 2 * GAMES


def test_a_cautious_player_evades_an_enemy_that_may_come_and_a_bold_one_does_not() -> None:
    units = {"allied-1": at(10, 10), "allied-2": at(1, 1), "axis-1": at(8, 12, "se"), "axis-2": at(1, 20)}
    keys: dict[str, Any] = {"step": "status", "active": "allied-1", "first": "allied", "advanced": True}
    game = engine.position("angels", position(units, order=["allied-1"], **keys))
    assert chosen(game, "cautious").startswith("status evading")
    assert not chosen(game, "bold").startswith("status evading")


def test_there_are_three_doctrines() -> None:
    with pytest.raises(EngineError, match="cautious, steady, bold"):
        heuristic_player("angels", "axis", 1, "reckless")
    assert kind(attacking({"allied-1": at(5, 8), "axis-1": at(5, 7)})) == "attack"
