"""The engine and a second reading of the rulebook agree on what is legal, in every decision of random games."""

from __future__ import annotations

import pytest

import engine
from tests.engine.broad import broad
from tests.engine.wwi.at_random import players, setup
from tests.engine.wwi.second_reading import Reading


@pytest.mark.parametrize("first", broad(range(0, 60, 10), 1))
def test_what_is_legal_is_what_a_second_reading_of_the_rules_allows(first: int) -> None:
    for seed in range(first, first + 10):
        game = engine.new("wwi", setup(seed + 5000), seed)
        flying = players(seed)
        while decision := game.decision:
            legal = {game.action_text(action) for action in game.legal()}
            expected = Reading(game.position()).legal()
            assert legal == expected, (
                f"seed {seed}, {decision.unit} {decision.kind}: {sorted(legal - expected)} too many, "
                f"{sorted(expected - legal)} missing"
            )
            game.step(flying[decision.side].choose(game))


@pytest.mark.parametrize("slug", engine.systems()["wwi"].scenarios())
def test_the_two_readings_agree_in_the_scenarios_too(slug: str) -> None:
    """One Leader a side is where the engine remembers what it has offered before."""
    for seed in range(6):
        game = engine.new("wwi", engine.systems()["wwi"].scenarios()[slug].setup, seed)
        flying = players(seed + 1)
        while decision := game.decision:
            legal = {game.action_text(action) for action in game.legal()}
            assert legal == Reading(game.position()).legal(), f"seed {seed}, {decision.unit} {decision.kind}"
            game.step(flying[decision.side].choose(game))
