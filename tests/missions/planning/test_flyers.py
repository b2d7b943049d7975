"""Whose aircraft a unit of a game has: by it a campaign says who decides for the unit on screen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import engine
from campaigns.packs.schema import SIDES
from engine import heuristic_player
from engine.core.campaigns import Man, MissionOrder
from engine.core.errors import BadSetup
from missions.planning import setups, staff
from tests import make
from tests.engine.wwi.test_campaign import MISSION
from tests.missions.planning.test_packs_fly import flown, manned, offered, set_up

PACKS = (make.DOGFIGHTS, make.LAND, "buzz-bomb", "flying-circus-1917", "big-week", "angels-over-kent")
"""Of every game, and every kind of mission of Wild Blue Yonder."""


def planned(slug: str) -> tuple[MissionOrder, engine.core.game.Game]:
    """The first mission of a pack that flies, as the staff plans it."""
    pack = manned(slug)
    for key, _ in pack.all_missions():
        both = {side: staff.plan(offered(pack, key, side), seed=1, missions_left=1) for side in SIDES}
        try:
            game = engine.new(pack.system, set_up(pack, key, both), seed=1)
        except BadSetup:
            continue
        if game.decision is not None:
            return setups.order_of(flown(pack, key, both)), game
    raise AssertionError(f"{slug} has no mission that flies")


@pytest.mark.parametrize("slug", PACKS)
def test_every_decision_is_about_a_unit_of_the_campaigns_or_a_whole_side(slug: str) -> None:
    order, game = planned(slug)
    rules = manned(slug).rules
    flyers = rules.flyers(order)
    players = {side: heuristic_player(manned(slug).system, side, 1) for side in game.sides}
    asked: set[str] = set()
    while (decision := game.decision) is not None:
        asked.add(decision.unit)
        if decision.unit in flyers:
            assert {unit.partition("-")[0] for unit, _ in flyers[decision.unit]} == {decision.side}
        game.play(players[decision.side].choose(game))
    assert asked - {""} <= flyers.keys()
    assert asked & flyers.keys(), "somebody is asked for a unit"


@pytest.mark.parametrize("slug", PACKS)
def test_each_aircraft_of_the_campaign_flies_in_one_unit_of_the_game(slug: str) -> None:
    order, _ = planned(slug)
    placed = [place for places in manned(slug).rules.flyers(order).values() for place in places]
    assert sorted(placed) == sorted((unit.id, place) for unit in order.units for place in range(len(unit.aircraft)))


def test_a_game_that_counts_its_flights_without_gaps_says_which_of_the_campaigns_they_are() -> None:
    rules = engine.systems()["wwi"].campaign
    assert rules is not None
    assert {unit: places[0] for unit, places in rules.flyers(MISSION).items()} == {
        "allied-1": ("allied-2", 0),
        "allied-2": ("allied-5", 0),
        "axis-1": ("axis-1", 0),
        "axis-2": ("axis-3", 0),
    }


def test_where_each_aircraft_decides_for_itself_each_has_its_own_man() -> None:
    order, _ = planned("angels-over-kent")
    rules = manned("angels-over-kent").rules
    units = [
        replace(each, men=tuple(map(man, (f"{each.id} {place}" for place in range(len(each.men))))))
        for each in order.units
    ]
    named = replace(order, units=tuple(units))
    told = {each["id"]: each["name"] for each in rules.setup(named)["units"]}
    assert told == {unit: f"{of} {place}" for unit, ((of, place),) in rules.flyers(named).items()}


def man(name: str) -> Man:
    return Man(name, 0, Fraction(0), Fraction(0), False)
