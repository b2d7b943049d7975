"""What holds in every state of every Mission: random set-ups of all types and loads, flown by random players.

Cheap properties are checked at each state, dear ones at some, which the seed picks. ``tests/engine/soak.py`` checks
the same over many more of them.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine import heuristic_player
from engine.core.chance import Chance
from engine.core.errors import IllegalAction
from engine.core.game import SIDES, Document, Game
from engine.core.players import DOCTRINES, RandomPlayer, fly
from engine.wildblue.terms import DECISIONS, LOADS, TYPES
from tests.engine.broad import broad
from tests.engine.contract import RUNAWAY
from tests.engine.invariants import check_at_each, check_at_end, check_at_some
from tests.engine.missions.at_random import drawn, eager_players, mission, setup
from tests.engine.missions.invariants import Course

MISSIONS = 300
CHUNK = 10


def fly_watched(game: Game, seed: int, often: float = 1 / 6) -> None:
    """Fly a Mission and check each state."""
    players, sample, course = eager_players(seed), Random(seed), Course(game)
    decisions = 0
    while decision := game.decision:
        if sample.random() < often:
            check_at_each(game)
            course.follow(game.position())
        if sample.random() < 1 / 60:
            check_at_some(game, seed)
        game.step(players[decision.side].choose(game))
        decisions += 1
        assert decisions < RUNAWAY
    check_at_some(game, seed)
    check_at_end(game)
    course.end(game)


@pytest.mark.parametrize("first", broad(range(0, MISSIONS, CHUNK), 5))
def test_invariants_hold_at_each_state_of_random_missions(first: int) -> None:
    for seed in range(first, first + CHUNK):
        fly_watched(mission(seed), seed)


@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.integers(0, 2**32 - 1))
def test_invariants_hold_in_missions_that_hypothesis_draws(random: Random, seed: int) -> None:
    fly_watched(engine.new("wildblue", drawn(random), seed), seed)


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
        game, players = mission(seed), eager_players(seed)
        while decision := game.decision:
            action = players[decision.side].choose(game)
            decisions.add(decision.kind)
            text = game.action_text(action)
            details.update((text.split()[0], *(["(" + text.partition("(")[2]] if "(" in text else [])))
            game.step(action)
    assert decisions == set(DECISIONS) - {"over"}
    assert {"dive-bomb", "intervene", "jettison", "break-off", "(return fire)", "(spoiled attack)"} <= details
    assert {"(rockets)", "(oblique guns)", "(strafe)", "(as barrel-roll)", "(heavy gun)"} <= details


@pytest.mark.parametrize("seed", broad(range(0, 200, 20), 4))
def test_no_copy_shares_anything_with_a_mission_that_goes_on(seed: int) -> None:
    game, players, sample = mission(seed), eager_players(seed), Random(seed)
    earlier: list[tuple[Game, Document]] = []
    while decision := game.decision:
        if sample.random() < 0.5:
            before = game.position()
            twin = game.copy(Chance(seed))
            assert twin.position() == before
            assert twin.legal() == game.legal()
            twin.step(twin.legal()[-1])
            assert game.position() == before, "a move on the copy changed the game"
            earlier.append((game.copy(), before))
        game.step(players[decision.side].choose(game))
    for copy, before in earlier:
        assert copy.position() == before, "a move on the game changed an earlier copy"


@pytest.mark.parametrize("seed", range(6))
def test_a_refused_action_changes_nothing(seed: int) -> None:
    game, players, sample = mission(seed), eager_players(seed), Random(seed)
    every = set(range(2_000))
    while decision := game.decision:
        if sample.random() < 0.3:
            before, record = game.position(), str(game.record)
            illegal = min(every - set(game.legal()))
            with pytest.raises(IllegalAction) as refusal:
                game.play(illegal)
            assert refusal.value.position == before
            assert (game.position(), str(game.record)) == (before, record)
        game.step(players[decision.side].choose(game))
    with pytest.raises(IllegalAction):
        game.play(0)


@pytest.mark.parametrize("seed", broad(range(30), 10))
def test_played_and_stepped_missions_are_the_same_and_every_event_has_a_text(seed: int) -> None:
    stepped = fly(mission(seed), eager_players(seed))
    played, players = mission(seed), eager_players(seed)
    while decision := played.decision:
        for event in played.play(players[decision.side].choose(played)):
            for viewer in (*SIDES, None):
                assert event.text(viewer).endswith((".", "!")), event
    assert str(played.record) == str(stepped.record)


@pytest.mark.parametrize("seed", broad(range(0, 300, 10), 10))
def test_a_mission_taken_up_in_the_middle_goes_on_to_its_end_and_replays(seed: int) -> None:
    game, players, sample = mission(seed), eager_players(seed), Random(seed)
    for _ in range(sample.randrange(200)):
        if not (decision := game.decision):
            break
        game.step(players[decision.side].choose(game))
    taken_up = fly(engine.position("wildblue", game.position(), seed), eager_players(seed + 1))
    check_at_end(taken_up)


@pytest.mark.parametrize("seed", range(0, 100, 10))
def test_scripted_cards_come_first_and_the_record_replays_them(seed: int) -> None:
    game, players, sample = mission(seed), eager_players(seed), Random(seed)
    while decision := game.decision:
        if game.turn and sample.random() < 0.1:
            side = sample.choice(SIDES)
            pile = game.position()["decks"][side]
            wanted = sample.sample(pile, min(len(pile), 2))
            game.script({side: wanted})
            assert game.position()["decks"][side][: len(wanted)] == wanted
        game.step(players[decision.side].choose(game))
    check_at_end(game)


@pytest.mark.parametrize("doctrine", DOCTRINES)
@pytest.mark.parametrize("seed", range(8))
def test_the_heuristic_player_does_not_peek(seed: int, doctrine: str) -> None:
    """Given the same view and seed he chooses the same, however the hidden cards are dealt."""
    game = mission(seed)
    players = {side: heuristic_player("wildblue", side, seed, doctrine) for side in SIDES}
    while decision := game.decision:
        side = decision.side
        if len(game.legal()) > 1:
            choices = {
                heuristic_player("wildblue", side, 7, doctrine).choose(world)
                for world in (game, *(game.determinize(side, Chance(deal)) for deal in range(2)))
            }
            assert len(choices) == 1, [game.action_text(action) for action in choices]
        action = players[side].choose(game)
        assert action in game.legal()
        game.step(action)


RECORDS = """
import hashlib, random, sys
random.seed(sys.argv[1])
from tests.engine.missions.test_properties import records
print(hashlib.sha256(records().encode()).hexdigest())
"""


def records() -> str:
    """The records of a few Missions, flown by both kinds of player while others use the global generator."""
    told = []
    for seed in range(len(DOCTRINES)):
        random.random()
        for players in (
            {side: RandomPlayer(seed, side) for side in SIDES},
            {side: heuristic_player("wildblue", side, seed, DOCTRINES[seed % 3]) for side in SIDES},
        ):
            told.append(str(fly(mission(seed), players).record))
    return "\n".join(told)


@pytest.mark.sweep
def test_records_do_not_depend_on_the_global_generator_or_the_hash_seed() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", RECORDS, pollution],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for pollution, hash_seed in (("a", "1"), ("b", "random"))
    }
    assert len(digests) == 1
