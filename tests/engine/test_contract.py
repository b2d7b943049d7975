"""Every system keeps the engine's contract: random games of each, flown by random players and by rules of thumb."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import engine
from engine import heuristic_player
from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.errors import EngineError, IllegalAction
from engine.core.game import Document, Game
from engine.core.players import DOCTRINES, RandomPlayer, fly
from tests.engine.broad import broad
from tests.engine.contract import check_over, fly_watched, systems_at_random

SYSTEMS = systems_at_random()
GAMES = 400
CHUNK = 20

each_system = pytest.mark.parametrize("system", SYSTEMS)


def begun(system: str, seed: int) -> Game:
    return engine.new(system, SYSTEMS[system].setup(seed), seed)


@each_system
@pytest.mark.parametrize("first", broad(range(0, GAMES, CHUNK), 2))
def test_invariants_hold_at_each_state_of_random_games(system: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        fly_watched(begun(system, seed), SYSTEMS[system].players(seed), seed)


@each_system
@pytest.mark.parametrize("doctrine", broad(DOCTRINES, 1))
@pytest.mark.parametrize("first", broad(range(0, 20, 5), 1))
def test_invariants_hold_when_the_heuristic_player_flies(system: str, doctrine: str, first: int) -> None:
    for seed in range(first, first + 5):
        game = begun(system, seed)
        players = {side: heuristic_player(system, side, seed, doctrine) for side in game.sides}
        fly_watched(game, players, seed, often=1)


@each_system
@pytest.mark.parametrize("seed", broad(range(0, GAMES, 40), 3))
def test_no_copy_shares_anything_with_a_game_that_goes_on(system: str, seed: int) -> None:
    game, players = begun(system, seed), SYSTEMS[system].players(seed)
    earlier: list[tuple[Game, Document]] = []
    while decision := game.decision:
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
        with pytest.raises(EngineError, match="record"):
            _ = copy.record


@each_system
@pytest.mark.parametrize("seed", range(6))
def test_a_refused_action_changes_nothing_and_says_why(system: str, seed: int) -> None:
    game, players, sample = begun(system, seed), SYSTEMS[system].players(seed), Random(seed)
    while decision := game.decision:
        before, record = game.position(), str(game.record)
        illegal = next(number for number in range(sample.randrange(400), 10**6) if number not in game.legal())
        with pytest.raises(IllegalAction) as refusal:
            game.play(illegal)
        assert refusal.value.position == before
        assert len(str(refusal.value)) > len(str(illegal)) + 10
        with pytest.raises(IllegalAction):
            game.parse("fly to the moon")
        assert (game.position(), str(game.record)) == (before, record)
        game.step(players[decision.side].choose(game))
    with pytest.raises(IllegalAction):
        game.play(0)


@each_system
@pytest.mark.parametrize("seed", range(20))
def test_played_and_stepped_games_are_the_same_and_every_event_has_a_text(system: str, seed: int) -> None:
    stepped = fly(begun(system, seed), SYSTEMS[system].players(seed))
    played, players = begun(system, seed), SYSTEMS[system].players(seed)
    events = list(played.opening())
    while decision := played.decision:
        assert decision.prompt
        events += played.play(players[decision.side].choose(played))
    for event in events:
        for viewer in (*played.sides, None):
            assert event.text(viewer).endswith((".", "!")), event
    assert str(played.record) == str(stepped.record)


@each_system
@pytest.mark.parametrize("seed", broad(range(0, GAMES, 16), 6))
def test_a_game_taken_up_in_the_middle_goes_on_to_its_end_and_replays(system: str, seed: int) -> None:
    game, players, sample = begun(system, seed), SYSTEMS[system].players(seed), Random(seed)
    for _ in range(sample.randrange(150)):
        if not (decision := game.decision):
            break
        game.step(players[decision.side].choose(game))
    taken_up = engine.position(system, game.position(), seed)
    check_over(fly(taken_up, SYSTEMS[system].players(seed + 1)))


@each_system
@pytest.mark.parametrize("seed", broad(range(0, GAMES, 40), 3))
def test_frames_show_the_game_from_its_opening_to_its_end(system: str, seed: int) -> None:
    game = fly(begun(system, seed), SYSTEMS[system].players(seed))
    for viewer in (None, *game.sides):
        frames = list(engine.frames(game.record, viewer))
        assert [frame.number for frame in frames] == list(range(len(frames)))
        assert all(frame.events and frame.caption.turn and frame.caption.step for frame in frames)
        kinds = {event.kind: event.weight for frame in frames for event in frame.events}
        assert {kind for kind, weight in kinds.items() if weight != "news"} <= engine.systems()[system].weights.keys()
        assert frames[-1].view == game.view(viewer)
        assert [frame.turn for frame in frames] == sorted(frame.turn for frame in frames)
        for frame in frames:
            board = engine.systems()[system].board(frame.view)
            assert board.summary
            assert board.shapes


@each_system
def test_every_action_has_a_text_of_its_own_that_names_it_again(system: str) -> None:
    game = begun(system, 1)
    assert isinstance(game, BaseGame)
    assert len(set(game.texts)) == len(game.texts)
    assert [game.numbers[text] for text in game.texts] == list(range(len(game.texts)))
    assert all(re.fullmatch(r"[a-z0-9]\S*( \S+)*", text) for text in game.texts), "lower case, no blanks around it"


@each_system
def test_every_scenario_can_be_begun_and_is_told_in_a_title(system: str) -> None:
    for slug, scenario in engine.systems()[system].scenarios().items():
        assert scenario.title, slug
        engine.systems()[system].check(scenario.setup)
        assert engine.new(system, scenario.setup, 1).decision


@each_system
def test_the_questions_answered_as_they_stand_lead_to_a_game_or_a_sentence(system: str) -> None:
    """With the first aircraft of the list for each side, everything else left as it is proposed."""
    questions = engine.systems()[system].questions()
    answers: Document = {question.name: question.default for question in questions.game}
    row = {question.name: question.default for question in questions.unit}
    first, *_ = (option.value for option in questions.unit[0].options if option.value)
    answers["units"] = {side: [row | {questions.unit[0].name: first}] for side in ("allied", "axis")}
    assert engine.new(system, engine.systems()[system].setup_of(answers), 1).decision


RECORDS = """
import hashlib, random, sys
random.seed(sys.argv[1])
from tests.engine.test_contract import records
print(hashlib.sha256(records(sys.argv[2]).encode()).hexdigest())
"""


def records(system: str) -> str:
    """The records of a few games, flown by both kinds of player while others use the global generator."""
    told = []
    for seed in range(len(DOCTRINES)):
        random.random()
        for kind in ("random", "heuristic"):
            game = begun(system, seed)
            players = {
                side: RandomPlayer(seed, side)
                if kind == "random"
                else heuristic_player(system, side, seed, DOCTRINES[seed % 3])
                for side in game.sides
            }
            told.append(str(fly(game, players).record))
    return "\n".join(told)


@pytest.mark.sweep
@each_system
def test_records_do_not_depend_on_the_global_generator_or_the_hash_seed(system: str) -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", RECORDS, pollution, system],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for pollution, hash_seed in (("a", "1"), ("b", "2"))
    }
    assert len(digests) == 1
