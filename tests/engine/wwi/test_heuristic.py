"""The heuristic player of Down in Flames WWI has sense: what he does where a good player would not hesitate."""

from __future__ import annotations

import pytest

import engine
from engine.core.players import DOCTRINES
from tests.engine.wwi.table import Table, fighter, unit


def chosen(table: Table, doctrine: str = "steady", seed: int = 1) -> str:
    """What the heuristic player does now."""
    game = table.game
    assert game.deciding
    return game.action_text(engine.heuristic_player("wwi", game.deciding, seed, doctrine).choose(game))


def followed(hand: str, position: str, way: str, *, hits: int) -> Table:
    """An enemy who climbs or dives away from a Leader with so many of 30 Hits, and what that Leader is asked."""
    units = {"axis-1": unit("maneuver maneuver maneuver"), "allied-1": unit(hand, hits=hits, damaged=hits >= 20)}
    table = Table.at(units, engaged=f"allied-1 {position} axis-1", step="altitude").play(way)
    return table.play("pay maneuver") if way == "climb" else table


def test_nobody_pays_half_a_hand_to_follow_with_one_hit_left() -> None:
    hand = "ims-1b1h ims-1b2h barrel-roll stall-turn"
    assert chosen(followed(hand, "advantaged", "climb", hits=0)) == "follow"
    for doctrine in DOCTRINES:
        assert chosen(followed(hand, "advantaged", "climb", hits=29), doctrine) == "stay"


def test_who_follows_for_nothing_follows_with_one_hit_left() -> None:
    assert chosen(followed("ims-1b1h ims-1b2h", "tailing", "dive", hits=29)) == "follow"


@pytest.mark.parametrize(("doctrine", "does"), [("cautious", "stay"), ("steady", "follow"), ("bold", "follow")])
def test_how_dear_a_pursuit_may_be_is_a_matter_of_doctrine(doctrine: str, does: str) -> None:
    table = followed("ims-1b1h ims-1b2h barrel-roll stall-turn", "advantaged", "climb", hits=0)
    assert chosen(table, doctrine) == does


@pytest.mark.parametrize("doctrine", DOCTRINES)
@pytest.mark.parametrize("altitude", ["low", "medium", "high"])
def test_who_begins_second_begins_out_of_reach_of_the_first_ones_wingmen(altitude: str, doctrine: str) -> None:
    units = [{"id": name, "aircraft": fighter(), "wingmen": 2} for name in ("allied-1", "axis-1")]
    table = Table.new(units).play(f"altitude {altitude}")
    assert all(chosen(table, doctrine, seed) != f"altitude {altitude}" for seed in range(20))


def test_who_is_tailed_climbs_for_that_costs_who_follows_most() -> None:
    units = {"axis-1": unit("maneuver chandelle stall-turn"), "allied-1": unit("ims-1b1h")}
    assert chosen(Table.at(units, engaged="allied-1 tailing axis-1", step="altitude")) == "climb"


def test_who_is_tailed_and_can_hardly_pay_for_a_climb_dives() -> None:
    units = {"axis-1": unit("chandelle"), "allied-1": unit("ims-1b1h")}
    assert chosen(Table.at(units, engaged="allied-1 tailing axis-1", step="altitude")) == "dive"


@pytest.mark.parametrize(
    ("enemy_holds", "special", "answer"),
    [(7, "", "chandelle"), (0, "", "barrel-roll"), (0, "good-turn", "chandelle")],
    ids=["fewer cards answer it", "nothing can answer it", "it brings another card"],
)
def test_the_answer_is_the_one_that_costs_least_in_the_end(enemy_holds: int, special: str, answer: str) -> None:
    defender = fighter(*special.split())
    enemy = unit("ims-1b1h" + " maneuver" * enemy_holds)
    table = Table.at({"axis-1": enemy, "allied-1": unit("barrel-roll chandelle", aircraft=defender, hits=29)})
    assert chosen(table.play("play ims-1b1h > allied-1 leader")) == f"respond {answer}"


def test_a_maneuver_is_not_thrown_away_by_who_still_has_to_get_behind_an_enemy() -> None:
    hand = "maneuver maneuver chandelle chandelle ims-1b1h ims-1b2h ace-pilot immelmann"
    table = Table.at({"axis-1": unit(hand), "allied-1": unit()}, step="discard")
    assert chosen(table) == "end"
