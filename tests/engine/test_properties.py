"""What holds in every state of every game: dogfights of random set-ups, flown by random players.

Cheap properties are checked at each state, dear ones at some, which the seed picks. 200 games each time, 1,800 more in
the sweep; ``tests/engine/soak.py`` checks the same over many more.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import heuristic_player
from engine.core.chance import Chance
from engine.core.errors import IllegalAction
from engine.core.game import SIDES, Document, Game
from engine.core.players import DOCTRINES, RandomPlayer, fly
from tests.engine.broad import broad
from tests.engine.dogfights import dogfight, setup, stubborn_players
from tests.engine.invariants import check_at_each, check_at_end, check_at_some
from tests.engine.wildblue.table import MANIFEST

GAMES = 2_000
CHUNK = 25


@pytest.mark.parametrize("first", broad(range(0, GAMES, CHUNK), 8))
def test_invariants_hold_at_each_state_of_random_games(first: int) -> None:
    for seed in range(first, first + CHUNK):
        game, players, sample = dogfight(seed), stubborn_players(seed), random.Random(seed)
        while decision := game.decision:
            check_at_each(game)
            if sample.random() < 1 / 20:
                check_at_some(game, seed)
            game.step(players[decision.side].choose(game))
        check_at_some(game, seed)
        check_at_end(game)


@pytest.mark.parametrize("seed", broad(range(0, GAMES, 100), 8))
def test_no_copy_shares_anything_with_a_game_that_goes_on(seed: int) -> None:
    game, players = dogfight(seed), stubborn_players(seed)
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


@pytest.mark.parametrize("seed", range(10))
def test_a_refused_action_changes_nothing(seed: int) -> None:
    game, players = dogfight(seed), stubborn_players(seed)
    every = set(range(500))
    while decision := game.decision:
        before, record = game.position(), str(game.record)
        illegal = min(every - set(game.legal()))
        with pytest.raises(IllegalAction) as refusal:
            game.play(illegal)
        assert refusal.value.position == before
        assert (game.position(), str(game.record)) == (before, record)
        game.step(players[decision.side].choose(game))
    with pytest.raises(IllegalAction):
        game.play(0)


@pytest.mark.parametrize("seed", range(20))
def test_played_and_stepped_games_are_the_same_and_every_event_has_a_text(seed: int) -> None:
    stepped = fly(dogfight(seed), stubborn_players(seed))
    played, players = dogfight(seed), stubborn_players(seed)
    while decision := played.decision:
        for event in played.play(players[decision.side].choose(played)):
            for viewer in (*SIDES, None):
                assert event.text(viewer).endswith((".", "!")), event
    assert str(played.record) == str(stepped.record)


@pytest.mark.parametrize("seed", range(0, 600, 10))
def test_a_game_taken_up_in_the_middle_goes_on_to_its_end_and_replays(seed: int) -> None:
    game, players, sample = dogfight(seed), stubborn_players(seed), random.Random(seed)
    for _ in range(sample.randrange(150)):
        if not (decision := game.decision):
            break
        game.step(players[decision.side].choose(game))
    taken_up = fly(engine.position("wildblue", game.position(), seed), stubborn_players(seed + 1))
    check_at_end(taken_up)


@pytest.mark.parametrize("seed", broad(range(0, 600, 10), 20))
def test_scripted_cards_come_first_and_the_record_replays_them(seed: int) -> None:
    game, players, sample = dogfight(seed), stubborn_players(seed), random.Random(seed)
    while decision := game.decision:
        if game.turn and sample.random() < 0.2:
            side = sample.choice(SIDES)
            pile = game.position()["decks"][side]
            wanted = sample.sample(pile, min(len(pile), 2))
            game.script({side: wanted})
            assert game.position()["decks"][side][: len(wanted)] == wanted
            check_at_some(game, seed)
        game.step(players[decision.side].choose(game))
    check_at_end(game)


def test_what_is_hidden_is_really_dealt_anew() -> None:
    game = dogfight(4)
    players = stubborn_players(4)
    while game.turn < 1:
        game.step(players[game.decision.side if game.decision else "axis"].choose(game))
    hands = {
        str([unit["hand"] for unit in game.determinize("axis", Chance(seed)).position()["units"].values()])
        for seed in range(20)
    }
    assert len(hands) > 15


def test_a_redeal_gives_each_card_that_may_be_there_its_fair_share() -> None:
    """Over many re-deals a card stands in the enemy's hand as often as its copies not yet seen let one expect."""
    table = engine.position(
        "wildblue",
        {
            "units": {
                "axis-1": {"leader": {"aircraft": "mc-202"}, "hand": ["maneuver"] * 2},
                "allied-1": {"leader": {"aircraft": "p-47c-5"}, "hand": ["ace-pilot"] * 4 + ["clouds"]},
            }
        },
    )
    deals = 4_000
    found: Counter[str] = Counter()
    for seed in range(deals):
        found.update(table.determinize("axis", Chance(seed)).position()["units"]["allied-1"]["hand"])
    for card, copies in MANIFEST.items():
        expected = deals * 5 * copies / 110
        assert abs(found[card] - expected) < 5 * expected**0.5, card


# Players


@pytest.mark.parametrize("doctrine", DOCTRINES)
@pytest.mark.parametrize("seed", broad(range(10), 5))
def test_the_heuristic_player_does_not_peek(seed: int, doctrine: str) -> None:
    """Given the same view and seed he chooses the same, however the hidden cards are dealt."""
    game = dogfight(seed)
    players = {side: heuristic_player("wildblue", side, seed, doctrine) for side in SIDES}
    while decision := game.decision:
        side = decision.side
        if len(game.legal()) > 1:
            choices = {
                heuristic_player("wildblue", side, 7, doctrine).choose(world)
                for world in (game, *(game.determinize(side, Chance(deal)) for deal in range(4)))
            }
            assert len(choices) == 1, [game.action_text(action) for action in choices]
        action = players[side].choose(game)
        assert action in game.legal()
        game.step(action)


@pytest.mark.parametrize("doctrine", DOCTRINES)
def test_the_heuristic_player_beats_the_random_one(doctrine: str) -> None:
    won = 0
    pairs = 20
    for seed in range(pairs):
        for side, other in (SIDES, SIDES[::-1]):
            game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["two-elements"].setup, seed)
            fly(
                game,
                {side: heuristic_player("wildblue", side, seed, doctrine), other: stubborn_players(seed)[other]},
            )
            won += game.report().points(side) > game.report().points(other)
    assert won >= 0.85 * 2 * pairs


def test_flying_calls_back_once_each_turn_and_at_the_end() -> None:
    seen: list[tuple[int, bool]] = []
    game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["two-elements"].setup, 1)
    players = {side: heuristic_player("wildblue", side, 1) for side in SIDES}
    assert fly(game, players, lambda game: seen.append((game.turn, game.decision is None))) is game
    assert [turn for turn, _ in seen[:-1]] == list(range(1, game.turn + 1))
    assert seen[-1] == (game.turn, True)


# Determinism

RECORDS = """
import hashlib, random, sys
random.seed(sys.argv[1])
from tests.engine.test_properties import records
print(hashlib.sha256(records().encode()).hexdigest())
"""


def records() -> str:
    """The records of a few games, flown by both kinds of player while others use the global generator."""
    told = []
    for seed in range(len(DOCTRINES)):
        random.random()
        for players in (
            {side: RandomPlayer(seed, side) for side in SIDES},
            {side: heuristic_player("wildblue", side, seed, DOCTRINES[seed % 3]) for side in SIDES},
        ):
            told.append(str(fly(dogfight(seed), players).record))
    return "\n".join(told)


@pytest.mark.slow("flies in fresh processes")
def test_records_do_not_depend_on_the_global_generator_or_the_hash_seed() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", RECORDS, pollution],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for pollution, hash_seed in (("a", "1"), ("b", "random"))
    }
    assert len(digests) == 1


def test_the_same_seed_flies_the_same_game_and_another_one_another() -> None:
    first, second, other = (
        str(fly(engine.new("wildblue", setup(3), seed), stubborn_players(seed)).record) for seed in (3, 3, 4)
    )
    assert first == second
    assert first != other


def test_players_of_one_seed_draw_different_numbers_on_each_side() -> None:
    drawn: dict[str, list[Any]] = {}
    game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["duel"].setup, 1)
    for side in SIDES:
        player = RandomPlayer(1, side)
        drawn[side] = [player.choose(game) for _ in range(20)]
    assert drawn["allied"] != drawn["axis"]
