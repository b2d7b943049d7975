"""Status: what it gives, and what it requires of the next move."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.errors import BadPosition, IllegalAction
from engine.core.game import Game
from tests.engine.angels.make import at, attacking, card, kind, legal, play, position, unit, where
from tests.engine.rules import rule

FAR = at(20, 20)


def mover(unit_: dict[str, Any], dice: list[int] | None = None, step: str = "speed") -> Game:
    """An Allied aircraft that begins its move by the advanced rules."""
    units = {"allied-1": unit_, "axis-1": at(20, 20), "axis-2": at(20, 15)}
    order = {"order": ["allied-1"]} if step == "status" else {}
    document = position(units, dice or [], step=step, active="allied-1", first="allied", advanced=True, **order)
    return engine.position("angels", document)


@rule("A20 Aircraft Status")
def test_a_status_is_chosen_at_the_end_of_a_move_and_kept_until_the_next() -> None:
    game = mover(at(5, 15))
    play(game, "speed 2", "ahead", "ahead")
    assert kind(game) == "status"
    assert legal(game) == [f"status {s}" for s in ("neutral", "diving", "evading-left", "evading-right", "climbing")]
    assert "is now evading left" in play(game, "status evading-left")
    while game.turn == 1:
        game.step(game.legal()[0])
    assert unit(game, "allied-1")["status"] == "evading-left"
    game = mover(at(5, 15, status="evading-left"))
    play(game, "speed 2", "turn left", "ahead")
    assert unit(game, "allied-1")["status"] == "neutral"


@rule("A20 Aircraft Status")
def test_the_basic_rules_and_bombers_know_no_status() -> None:
    units = {"allied-1": at(5, 15), "axis-1": at(20, 20), "axis-2": at(20, 15)}
    game = engine.position("angels", position(units, step="speed", active="allied-1", first="allied"))
    play(game, "speed 2", "ahead", "ahead")
    assert kind(game) == "aircraft"
    game = mover(at(5, 15, aircraft="medium-bomber-token"))
    play(game, "ahead", "turn left")
    assert kind(game) == "aircraft"
    with pytest.raises(BadPosition, match="status"):
        engine.position("angels", position(units | {"axis-1": at(9, 9, status="diving")}))


@rule("A20 Diving Status c", "A20 Climbing Status d")
def test_nobody_dives_from_altitude_1_or_climbs_from_6() -> None:
    game = mover(at(5, 15, altitude=1), step="status")
    assert "status diving" not in legal(game)
    assert "status climbing" in legal(game)
    with pytest.raises(IllegalAction, match="altitude 1"):
        game.parse("status diving")
    game = mover(at(5, 15, altitude=6), step="status")
    assert "status climbing" not in legal(game)
    assert "status diving" in legal(game)


# What is required


@rule("A20 Required Maneuver", "A20 Diving Status b")
def test_a_diving_aircraft_begins_with_a_power_dive_which_is_its_maneuver() -> None:
    game = mover(at(5, 15, status="diving"), [6, 6])
    play(game, "speed 3")
    assert legal(game) == ["power-dive (1)", "power-dive (2)"]
    with pytest.raises(IllegalAction, match="status requires"):
        game.parse("ahead")
    play(game, "power-dive (2)")
    assert where(game, "allied-1") == ([5, 14], "n", 1)
    assert legal(game) == ["ahead", "turn left", "turn right"]


@rule("A20 Diving Status b", "A20 Power Dive")
def test_a_diving_aircraft_at_altitude_2_dives_one_band() -> None:
    game = mover(at(5, 15, altitude=2, status="diving"), [1, 1])
    assert "Power Dive" in play(game, "speed 3"), "there is nothing to choose"
    assert where(game, "allied-1") == ([5, 14], "n", 1)


@rule("A20 Required Maneuver", "A20 Evading Status b")
@pytest.mark.parametrize("side", ["left", "right"])
def test_an_evading_aircraft_begins_with_a_turn_to_the_same_side(side: str) -> None:
    game = mover(at(5, 15, status=f"evading-{side}"), [6, 6])
    play(game, "speed 3")
    assert legal(game) == [f"turn {side}", f"tight-turn {side}"]
    play(game, f"turn {side}")
    assert "climb" in legal(game), "a normal turn leaves the difficult maneuver"


@rule("A20 Climbing Status c", "A20 Required Maneuver")
def test_a_climbing_aircraft_begins_with_a_climb_at_4_more() -> None:
    game = mover(at(5, 15, status="climbing"), [3, 3])
    assert "6 +4 = 10 against 10, success" in play(game, "speed 3")
    assert where(game, "allied-1") == ([5, 14], "n", 4)
    game = mover(at(5, 15, status="climbing"), [5, 4])
    assert "9 +4 = 13 against 13, success" in play(game, "speed 5"), "at high speed too"


@rule("A20 Climbing Status c")
def test_only_the_climb_that_the_status_requires_has_the_bonus() -> None:
    game = mover(at(5, 15, altitude=2, status="climbing", aircraft=card(abilities=["boom-and-zoom"])), [3, 3, 3, 3])
    assert "6 +4 = 10 against 10, success" in play(game, "speed 3")
    assert "6 +0 = 6 against 10, failure" in play(game, "climb")


@rule("A20 Climbing Status c")
def test_a_climb_that_no_status_requires_has_no_such_bonus() -> None:
    game = mover(at(5, 15), [3, 3])
    assert "6 +0 = 6 against 10, failure" in play(game, "speed 3", "climb")


# What it gives and costs in attacks


def fire(mine: dict[str, Any], other: dict[str, Any]) -> str:
    """What is told of an attack by the advanced rules; empty if it cannot be made."""
    game = attacking({"allied-1": mine, "axis-1": other, "axis-2": FAR}, [1] * 9, advanced=True)
    if kind(game) != "attack" or game.deciding != "allied":
        return ""
    return play(game, "attack allied-1 > axis-1")


@rule("A20 Diving Status a", "A20 Firing Arc and Altitude")
def test_a_diving_aircraft_attacks_one_altitude_below_with_1_more() -> None:
    assert "needing 4, +1 on each" in fire(at(5, 8, status="diving"), at(5, 7, altitude=2))
    assert "needing 4, and rolls" in fire(at(5, 8, status="diving"), at(5, 7))
    assert not fire(at(5, 8, status="diving"), at(5, 7, altitude=1))
    assert not fire(at(5, 8, status="diving"), at(5, 7, altitude=4))
    assert not fire(at(5, 8), at(5, 7, altitude=2))


@rule("A20 Climbing Status a")
def test_a_climbing_aircraft_attacks_one_altitude_above() -> None:
    assert "needing 4, and rolls" in fire(at(5, 8, status="climbing"), at(5, 7, altitude=4))
    assert not fire(at(5, 8, status="climbing"), at(5, 7, altitude=5))
    assert not fire(at(5, 8, status="climbing"), at(5, 7, altitude=2))


@rule("A20 Climbing Status b")
def test_only_a_better_climber_has_1_more_against_a_climbing_target() -> None:
    target = at(5, 7, status="climbing", aircraft=card(climb=3))
    assert "+1 on each" in fire(at(5, 8, aircraft=card(climb=4)), target)
    assert "needing 4, and rolls" in fire(at(5, 8, aircraft=card(climb=3)), target)


@rule("A20 Evading Status a", "A20 Attack Bonuses and Penalties")
def test_evading_costs_both_the_attacker_and_who_evades() -> None:
    for side in ("left", "right"):
        evading: dict[str, Any] = {"status": f"evading-{side}"}
        assert "−1 on each" in fire(at(5, 8), at(5, 7, **evading))
        assert "−1 on each" in fire(at(5, 8, **evading), at(5, 7))
        assert "−2 on each" in fire(at(5, 8, **evading), at(5, 7, **evading))


def test_a_snap_shot_attacks_while_it_evades_without_a_penalty() -> None:
    snap = card(abilities=["snap-shot"])
    assert "needing 4, and rolls" in fire(at(5, 8, status="evading-left", aircraft=snap), at(5, 7))
