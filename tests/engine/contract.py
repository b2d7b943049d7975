"""What holds in every state of a game of any system; each check raises ``AssertionError`` with what is wrong.

A system's own knowledge stands in ``tests/engine/SYSTEM/at_random.py``; see ``AtRandom``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Protocol, cast

import engine
from engine import heuristic_player
from engine.core.chance import Chance
from engine.core.game import Document, Game, Side
from engine.core.players import Player

HERE = Path(__file__).parent
RUNAWAY = 5_000
"""Decisions after which a game is not believed to end; the longest honest ones have some hundreds."""


class Leak(AssertionError):
    """A side sees, or acts on, what it may not know."""


class AtRandom(Protocol):
    """What a system gives for its random tests, as the module ``tests.engine.SYSTEM.at_random``."""

    LONGEST: int
    """Game-Turns that none of its games goes on for."""

    def setup(self, seed: int) -> Document:
        """A legal set-up, all from the seed: odd ones included, every option now and then."""
        ...

    def players(self, seed: int) -> dict[Side, Player]:
        """Random players who stay in the fight, for those wholly random may be gone before it has begun."""
        ...

    def check(self, position: Document) -> None:
        """What holds in every position of the system."""
        ...

    def check_step(self, before: Document, after: Document) -> None:
        """What holds between two positions of one game, the second later by one decision or more."""
        ...

    def check_hidden(self, game: Game, side: Side) -> None:
        """The view of ``side`` holds nothing hidden from it; raises ``Leak``."""
        ...

    def check_end(self, game: Game) -> None:
        """What holds of a game that is over, its report above all."""
        ...


def systems_at_random() -> dict[str, AtRandom]:
    """Those systems whose random tests are the common ones, with what they give for it."""
    return {
        slug: cast(AtRandom, import_module(f"tests.engine.{slug}.at_random"))
        for slug in engine.systems()
        if (HERE / slug / "at_random.py").exists()
    }


def check_legal(game: Game) -> None:
    """What is legal is listed once, in a stable order, and each text names its action again."""
    legal = game.legal()
    assert legal, "a decision is open and nothing is legal"
    assert len(set(legal)) == len(legal), "an action is listed twice"
    assert game.legal() == legal, "legal() is not stable"
    for action in legal:
        assert game.parse(game.action_text(action)) == action


def check_documents(game: Game, seed: int, hidden: Callable[[Game, Side], None]) -> None:
    """Position, view and re-deal agree with the game, open decision or not."""
    position = game.position()
    restored = engine.position(game.system, position, seed)
    assert restored.position() == position, "the position document does not restore the position"
    assert restored.legal() == game.legal()
    assert restored.decision == game.decision
    for side in game.sides:
        hidden(game, side)
        view = game.view(side)
        assert restored.view(side) == view
        world = game.determinize(side, Chance(seed))
        if world.view(side) != view:
            raise Leak(f"{side} sees a difference when what is hidden is dealt anew")
        decision = game.decision
        if decision and decision.side == side:
            assert world.legal() == game.legal()
            choices = {heuristic_player(game.system, side, seed).choose(each) for each in (game, world)}
            if len(choices) > 1:
                raise Leak(f"the heuristic player of {side} peeks")


def check_over(game: Game) -> None:
    """The game is over, its report adds up, and its record replays to the same end."""
    assert game.decision is None
    assert game.deciding is None
    assert game.legal() == ()
    report = game.report()
    assert report.system == game.system
    assert report.from_json(report.as_json()) == report
    assert {score.side for score in report.scores} <= set(game.sides)
    replayed = engine.replay(str(game.record))
    assert replayed.position() == game.position(), "the record does not replay to the same state"
    assert str(replayed.record) == str(game.record)


def fly_watched(game: Game, players: Mapping[Side, Player], seed: int, often: float = 1 / 4) -> None:
    """Fly a game of a system of ``systems_at_random`` and check its states: some for all that is dear to check."""
    own, sample = systems_at_random()[game.system], Random(seed)
    before = game.position()
    own.check(before)
    decisions = 0
    while decision := game.decision:
        assert game.deciding == decision.side
        check_legal(game)
        if sample.random() < often:
            after = game.position()
            own.check(after)
            own.check_step(before, after)
            before = after
        if sample.random() < often / 10:
            check_documents(game, seed, own.check_hidden)
        action = players[decision.side].choose(game)
        assert action in game.legal(), f"a player chooses {game.action_text(action)}, which is not legal"
        game.step(action)
        decisions += 1
        assert decisions < RUNAWAY, f"the game is not over after {RUNAWAY} decisions"
    check_documents(game, seed, own.check_hidden)
    own.check(game.position())
    own.check_step(before, game.position())
    assert game.turn <= own.LONGEST
    check_over(game)
    own.check_end(game)
