"""The random Missions of these tests are of every type; what holds in them ``tests/engine/test_contract.py`` proves."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.core.game import SIDES
from engine.wildblue.terms import DECISIONS, LOADS, TYPES
from tests.engine.contract import Watch, begun
from tests.engine.missions.at_random import drawn, players, setup

MISSIONS = 300


def test_the_random_missions_are_of_every_type_with_every_load_by_day_and_night() -> None:
    setups = [setup(seed) for seed in range(MISSIONS)]
    loads: set[str] = set()
    for each in setups:
        for unit in each["units"]:
            load = unit.get("load")
            loads.update(load if isinstance(load, list) else [load] if load else [])
    assert loads == set(LOADS)
    assert {each["type"] for each in setups} == set(TYPES)
    assert {each["striker"] for each in setups} == {*SIDES, None}
    assert {each["night"] for each in setups} == {True, False}
    assert {bool(unit.get("size")) for each in setups for unit in each["units"]} == {True, False}
    assert any(unit.get("section") for each in setups for unit in each["units"])


@pytest.mark.sweep
def test_the_random_missions_come_to_every_kind_of_decision() -> None:
    decisions: set[str] = set()
    details: set[str] = set()
    for seed in range(MISSIONS):
        game, flying = begun("missions", seed), players(seed)
        while decision := game.decision:
            action = flying[decision.side].choose(game)
            decisions.add(decision.kind)
            text = game.action_text(action)
            details.update((text.split()[0], *(["(" + text.partition("(")[2]] if "(" in text else [])))
            game.step(action)
    assert decisions == set(DECISIONS) - {"over"}
    assert {"dive-bomb", "intervene", "jettison", "break-off", "(return fire)", "(spoiled attack)"} <= details
    assert {"(rockets)", "(oblique guns)", "(strafe)", "(as barrel-roll)", "(heavy gun)"} <= details


@pytest.mark.sweep
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.integers(0, 2**32 - 1))
def test_invariants_hold_in_missions_that_hypothesis_draws(random: Random, seed: int) -> None:
    """Of the least and the most that may be drawn, it draws more than seeds do."""
    Watch("missions", engine.new("wildblue", drawn(random), seed), seed).fly(players(seed))
