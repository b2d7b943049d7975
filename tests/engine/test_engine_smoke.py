"""The engine at its public doors, in a few seconds; the rules have tests of their own."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import engine
from engine.core.errors import BadPosition, BadRecord, BadSetup, IllegalAction
from engine.core.game import Document, Game
from engine.wildblue import cards
from tests.engine.wildblue.table import fighter


def setup(units: int = 2) -> Document:
    return {
        "units": [
            {"id": f"{side}-{number}", "side": side, "aircraft": fighter(special=("agile", "power-boost"), gunner=1)}
            for side in ("allied", "axis")
            for number in range(1, units + 1)
        ]
    }


def fly(game: Game, seed: int) -> Game:
    random = Random(seed)
    while game.decision:
        game.play(random.choice(game.legal()))
    return game


def test_a_refused_action_and_a_wrong_document_get_a_sentence() -> None:
    game = engine.new("wildblue", setup(), 1)
    before = game.position()
    with pytest.raises(IllegalAction, match="another decision"):
        game.parse("draw 2")
    assert game.position() == before
    with pytest.raises(BadSetup, match="allied-7"):
        engine.new("wildblue", {"units": [{"id": "allied-7"}]}, 1)
    with pytest.raises(BadPosition, match="no units"):
        engine.position("wildblue", {"turn": 1})
    with pytest.raises(BadRecord, match="Line 1"):
        engine.replay("hello")


def test_the_cards_bear_the_results_of_the_manifest() -> None:
    assert Counter(cards.BOMB) == {"vital": 6, "direct": 23, "hit": 52, "miss": 29}
    assert Counter(cards.STRAFE) == {"hit": 63, "miss": 47}
    assert Counter(cards.SPOILED) == {"": 88, "normal": 17, "special": 5}
    spoiled = Counter((cards.FACES[face][:3], mark) for face, mark in zip(cards.FACE, cards.SPOILED, strict=True))
    assert (spoiled["ims", "normal"], spoiled["oot", "normal"], spoiled["ims", "special"]) == (4, 1, 1)


def test_a_card_too_many_of_one_result_is_refused() -> None:
    rows = [
        list(row)
        for row in zip(
            range(1, 111),
            map(cards.FACES.__getitem__, cards.FACE),
            cards.BOMB,
            cards.STRAFE,
            cards.SPOILED,
            strict=True,
        )
    ]
    cards.check(rows)
    rows[0][2] = "vital"
    with pytest.raises(cards.BadCards, match="6 cards with bomb 'vital'"):
        cards.check(rows)


def test_frames_hide_what_the_other_side_chose_in_secret() -> None:
    game = fly(engine.new("wildblue", setup(2), 5), 5)
    for umpire, frame in zip(engine.frames(game.record, None), engine.frames(game.record, "axis"), strict=True):
        if umpire.action.startswith("discard") and umpire.actor.startswith("allied"):
            assert frame.action == "discard"
            assert not any(
                cards.NAMES[cards.FACE_NUMBER[umpire.action.split()[1]]] in event.text for event in frame.events
            )


def test_frames_are_few_and_end_where_the_game_ends() -> None:
    game = fly(engine.new("wildblue", setup(2), 5), 5)
    frames = list(engine.frames(game.record, None))
    assert frames[-1].view == game.view(None)
    assert len(frames) <= 25 * game.turn
