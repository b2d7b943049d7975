"""Every kind of game keeps the engine's contract: random games of each, flown by random players and by rules of thumb.

Of many seeds the first few are flown each time and the rest in the sweep; ``soak.py`` looks at many more.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

import engine
from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.errors import BadSetup, EngineError, IllegalAction
from engine.core.game import PUBLIC, SIDES, Document, Game
from engine.core.players import DOCTRINES, RandomPlayer, fly
from tests.engine.broad import (
    broad,
    some,
)
from tests.engine.contract import Watch, begun, check_documents, check_over, kinds, thumbs

GAMES = 400
CHUNK = 10
WITH_DECKS = [kind for kind in kinds() if "decks" in begun(kind, 1).position()]
"""The kinds of games whose chance is cards."""
ADDED = ("situation", "over")
"""Kinds of event that a replay adds to those of the game."""

each_kind = pytest.mark.parametrize("kind", kinds())
each_system = pytest.mark.parametrize("system", engine.systems())


def test_there_are_random_games_of_every_system() -> None:
    assert {own.SYSTEM for own in kinds().values()} == set(engine.systems())


@each_kind
@pytest.mark.parametrize("chunk", broad(range(GAMES // CHUNK), 1))
def test_invariants_hold_at_each_state_of_random_games(kind: str, chunk: int) -> None:
    games = CHUNK * kinds()[kind].SHARE
    for seed in range(chunk * games, (chunk + 1) * games):
        Watch(kind, begun(kind, seed), seed).fly(kinds()[kind].players(seed))


@each_kind
@pytest.mark.parametrize("doctrine", DOCTRINES)
@some(range(20), 1)
def test_the_player_by_rules_of_thumb_keeps_the_rules_and_does_not_peek(kind: str, doctrine: str, seed: int) -> None:
    """Given the same view and seed he chooses the same, however what is hidden is dealt."""
    game = begun(kind, seed)
    Watch(kind, game, seed, often=1 / 2, doctrine=doctrine).fly(thumbs(game, seed, doctrine))


@each_kind
@some(range(0, GAMES, 10), 2)
def test_no_copy_shares_anything_with_a_game_that_goes_on(kind: str, seed: int) -> None:
    game, players = begun(kind, seed), kinds()[kind].players(seed)
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


@each_kind
@some(range(20), 2)
def test_a_refused_action_changes_nothing_and_says_why(kind: str, seed: int) -> None:
    game, players, sample = begun(kind, seed), kinds()[kind].players(seed), Random(seed)
    while decision := game.decision:
        if sample.random() < 1 / 3:
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
    with pytest.raises(IllegalAction, match="is over"):
        game.play(0)


@each_kind
@some(range(20), 3)
def test_played_and_stepped_games_are_the_same_and_every_event_has_a_text(kind: str, seed: int) -> None:
    stepped = fly(begun(kind, seed), kinds()[kind].players(seed))
    played, players = begun(kind, seed), kinds()[kind].players(seed)
    events = list(played.opening())
    while decision := played.decision:
        assert decision.prompt
        events += played.play(players[decision.side].choose(played))
    for event in events:
        for viewer in (*played.sides, PUBLIC, None):
            assert event.text(viewer).endswith((".", "!")), event
    assert str(played.record) == str(stepped.record)


@each_kind
@some(range(20), 1)
def test_who_is_of_no_side_sees_no_card_that_is_held_and_hears_of_a_secret_what_the_others_do(
    kind: str, seed: int
) -> None:
    game, players = begun(kind, seed), kinds()[kind].players(seed)
    system = engine.systems()[game.system]
    while decision := game.decision:
        for event in game.play(players[decision.side].choose(game)):
            told = {event.text(side) for side in game.sides}
            assert event.text(PUBLIC) in (told if len(told) == 1 else told - {event.text(None)})
        assert not any(hand.cards for hand in system.board(game.view(PUBLIC)).hands or ())


@each_kind
def test_another_seed_flies_the_same_set_up_otherwise(kind: str) -> None:
    own = kinds()[kind]
    one, other = (fly(engine.new(own.SYSTEM, own.setup(3), seed), own.players(seed)).record for seed in (3, 4))
    assert one.decisions != other.decisions


@each_kind
def test_a_set_up_that_is_read_once_begins_the_same_games_however_many_it_has_begun(kind: str) -> None:
    own = kinds()[kind]
    setup = own.setup(3)
    begin = engine.ready(own.SYSTEM, setup)
    for seed in (3, 4, 3):
        record = fly(begin(seed), own.players(seed)).record
        assert record == fly(engine.new(own.SYSTEM, own.setup(3), seed), own.players(seed)).record
    assert setup == own.setup(3)


@pytest.mark.parametrize("kind", WITH_DECKS)
@some(range(60), 2)
def test_scripted_cards_come_first_and_the_record_replays_them(kind: str, seed: int) -> None:
    game, players, sample = begun(kind, seed), kinds()[kind].players(seed), Random(seed)
    while decision := game.decision:
        if game.turn and sample.random() < 0.2:
            side = sample.choice(game.sides)
            pile = game.position()["decks"][side]
            wanted = sample.sample(pile, min(len(pile), 2))
            game.script({side: wanted})
            assert game.position()["decks"][side][: len(wanted)] == wanted
            kinds()[kind].check(game.position())
        game.step(players[decision.side].choose(game))
    check_documents(game, seed, kinds()[kind])
    check_over(game)
    kinds()[kind].check_end(game)


@each_kind
@some(range(0, GAMES, 10), 2)
def test_a_game_taken_up_in_the_middle_goes_on_to_the_end_it_would_have_had_and_replays(kind: str, seed: int) -> None:
    game, players, sample = begun(kind, seed), kinds()[kind].players(seed), Random(seed)
    for _ in range(sample.randrange(150)):
        if not (decision := game.decision):
            break
        game.step(players[decision.side].choose(game))
    taken_up = engine.position(game.system, game.position(), seed)
    Watch(kind, taken_up, seed).fly(kinds()[kind].players(seed + 1))
    twin = fly(game.copy(Chance(seed)), kinds()[kind].players(seed + 1))
    assert (twin.position(), twin.report()) == (taken_up.position(), taken_up.report())


@each_kind
@some(range(0, GAMES, 20), 1)
def test_frames_show_the_game_from_its_opening_to_its_end(kind: str, seed: int) -> None:
    game = fly(begun(kind, seed), kinds()[kind].players(seed))
    for viewer in (None, PUBLIC, *game.sides):
        frames = list(engine.frames(game.record, viewer))
        assert [frame.number for frame in frames] == list(range(len(frames)))
        assert all(frame.events and frame.caption.turn and frame.caption.step for frame in frames)
        weights = {event.kind: event.weight for frame in frames for event in frame.events}
        weighed = {each for each, weight in weights.items() if weight != "news"}
        assert weighed <= engine.systems()[game.system].weights.keys()
        assert frames[-1].view == game.view(viewer)
        assert [frame.turn for frame in frames] == sorted(frame.turn for frame in frames)
        for frame in frames:
            board = engine.systems()[game.system].board(frame.view)
            assert board.summary
            assert board.shapes


@each_kind
@some(range(0, GAMES, 20), 1)
def test_a_frame_says_how_many_decisions_have_led_to_its_table(kind: str, seed: int) -> None:
    game = fly(begun(kind, seed), kinds()[kind].players(seed))
    frames = list(engine.frames(game.record, None))
    replayed = begun(kind, seed)
    views, happened = [replayed.view(None)], [len(replayed.opening())]
    for text in game.record.decisions:
        happened.append(happened[-1] + len(replayed.play(replayed.parse(text))))
        views.append(replayed.view(None))
    counts = [frame.decisions for frame in frames]
    assert counts == sorted(counts)
    assert counts[-1] == len(game.record.decisions)
    told = 0
    for frame in frames:
        told += sum(event.kind not in ADDED for event in frame.events)
        assert told <= happened[frame.decisions], "it tells of what a later decision has led to"
        if told == happened[frame.decisions]:
            assert _table(frame.view) == _table(views[frame.decisions])


def _table(view: Document) -> Document:
    """A view without what a frame says of itself."""
    return {key: told for key, told in view.items() if key not in ("turn", "decision")}


@each_kind
def test_every_action_has_a_text_of_its_own_that_names_it_again(kind: str) -> None:
    game = begun(kind, 1)
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
def test_the_questions_answered_as_they_stand_lead_to_a_game(system: str) -> None:
    """With the first aircraft of the list that fly for each side, everything else left as it is proposed."""
    found = engine.systems()[system]
    questions = found.questions()
    answers: Document = {question.name: question.default for question in questions.game}
    row = {question.name: question.default for question in questions.unit}
    which = questions.unit[0]

    def flies(*types: str) -> bool:
        units = {side: [row | {which.name: type_}] for side, type_ in zip(SIDES, types, strict=True)}
        try:
            return engine.new(system, found.setup_of(answers | {"units": units}), 1).decision is not None
        except BadSetup:
            return False

    values = [option.value for option in which.options if option.value]
    assert any(flies(*pair) for pair in product(values, repeat=2))


RECORDS = """
import hashlib, random, sys
random.seed(sys.argv[1])
from tests.engine.test_contract import records
print(hashlib.sha256(records(sys.argv[2]).encode()).hexdigest())
"""


def records(kind: str) -> str:
    """The records of a few games, flown by both kinds of player while others use the global generator."""
    told = []
    for seed, doctrine in enumerate(DOCTRINES):
        random.random()
        by_thumb, at_random = begun(kind, seed), begun(kind, seed)
        told.append(str(fly(by_thumb, thumbs(by_thumb, seed, doctrine)).record))
        told.append(str(fly(at_random, {side: RandomPlayer(seed, side) for side in at_random.sides}).record))
    return "\n".join(told)


@pytest.mark.slow("flies in fresh processes")
@pytest.mark.parametrize("kind", broad(sorted(kinds(), key=lambda kind: kind != "wildblue"), 1))
def test_records_do_not_depend_on_the_global_generator_or_the_hash_seed(kind: str) -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", RECORDS, pollution, kind],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for pollution, hash_seed in (("a", "1"), ("b", "2"))
    }
    assert len(digests) == 1
