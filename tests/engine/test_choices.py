"""How a person takes an action: by a card, a thing on the table, a button; and what habits and reasons spare him.

Random games of each kind; of many seeds the first few are flown each time and the rest in the sweep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random

import pytest

import engine
from engine.core.board import Board, Step
from engine.core.chance import Chance
from engine.core.choices import Choice
from engine.core.game import Game, System
from tests.engine.broad import broad
from tests.engine.contract import begun, kinds

SYSTEMS = ("sabin", "angels")
OFTEN = 1 / 6
"""How many decisions of a game are looked at."""
BUTTONS = 6
"""What is left when the card and the thing on the table have been picked, at most."""
TRIES = 60

each_kind = pytest.mark.parametrize("kind", [kind for kind, own in kinds().items() if own.SYSTEM in SYSTEMS])
some = pytest.mark.parametrize("seed", broad(range(40), 4))


def asked(kind: str, seed: int, often: float = OFTEN) -> Iterator[tuple[Game, System]]:
    """A random game at some of its decisions."""
    game, players, sample = begun(kind, seed), kinds()[kind].players(seed), Random(seed)
    while decision := game.decision:
        if sample.random() < often:
            yield game, engine.systems()[game.system]
        game.step(players[decision.side].choose(game))


def lit_by(choices: Iterable[Choice]) -> frozenset[str]:
    return frozenset(choice.at for choice in choices if choice.at)


def drawn(game: Game, system: System, lit: frozenset[str]) -> Board:
    """The table as who decides sees it, with what he may pick."""
    return system.board(game.view(game.deciding), Step(lit=lit))


def widths(board: Board) -> list[Board]:
    return [each for each in (board, board.narrow) if each]


@each_kind
@some
def test_every_legal_action_is_one_choice_and_two_picks_leave_few_buttons(kind: str, seed: int) -> None:
    for game, system in asked(kind, seed):
        choices = system.choices(game, game.legal())
        assert sorted(choice.action for choice in choices) == sorted(game.legal())
        picked = Counter((choice.card, choice.at) for choice in choices)
        assert max(picked.values()) <= BUTTONS, picked.most_common(1)
        labels = [(choice.card, choice.at, choice.label) for choice in choices]
        assert len(set(labels)) == len(labels), "two buttons that stand together say the same"
        assert all(choice.label[0] == choice.label[0].upper() != "" for choice in choices)


@each_kind
@some
def test_every_thing_that_may_be_picked_has_its_place_on_the_table(kind: str, seed: int) -> None:
    """And stands wholly on it, on a wide screen and on a narrow one."""
    for game, system in asked(kind, seed):
        lit = lit_by(system.choices(game, chain(game.legal(), system.tries(game))))
        for board in widths(drawn(game, system, lit)):
            assert sorted(spot.key for spot in board.spots) == sorted(lit)
            for spot in board.spots:
                assert spot.kind in ("polygon", "circle")
                assert "spot" in spot.look.split()
                assert spot.title
                reach = spot.size if spot.kind == "circle" else 0
                for x, y in spot.points:
                    assert -0.01 <= x - reach <= x + reach <= board.width + 0.01
                    assert -0.01 <= y - reach <= y + reach <= board.height + 0.01


@each_kind
@some
def test_what_moves_keeps_its_key_in_every_view_and_no_two_share_one(kind: str, seed: int) -> None:
    for game, system in asked(kind, seed, OFTEN / 2):
        for viewer in (None, *game.sides):
            for board in widths(system.board(game.view(viewer))):
                craft = [shape for shape in board.shapes if shape.kind not in ("polygon", "line", "text", "boxes")]
                flying = [shape.key for shape in craft if shape.kind not in ("circle", "sign")]
                assert all(flying)
                assert len(set(flying)) == len(flying)


@each_kind
@some
def test_a_card_that_is_picked_is_in_the_hand_of_who_decides(kind: str, seed: int) -> None:
    for game, system in asked(kind, seed):
        choices = system.choices(game, chain(game.legal(), system.tries(game)))
        held = {(hand.key, card.key) for hand in drawn(game, system, frozenset()).hands or () for card in hand.cards}
        assert game.decision
        for choice in choices:
            assert not choice.card or (game.decision.unit, choice.card) in held


@each_kind
@some
def test_what_is_open_to_everybody_does_not_depend_on_what_is_hidden(kind: str, seed: int) -> None:
    for game, system in asked(kind, seed):
        assert game.decision
        if game.decision.kind in system.open_kinds:
            for side in game.sides:
                assert game.determinize(side, Chance(seed)).legal() == game.legal()
