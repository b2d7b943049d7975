"""What holds in every state of a game of any kind; each check raises ``AssertionError`` with what is wrong.

A kind of game is a folder of these tests with a module ``at_random``; what it knows by itself, ``AtRandom`` says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Protocol, cast

import engine
from engine import heuristic_player
from engine.core.chance import Chance
from engine.core.game import PUBLIC, Document, Game, Side
from engine.core.players import DOCTRINES, USUAL_DOCTRINE, Player
from engine.core.search import Effort, SearchPlayer

HERE = Path(__file__).parent
RUNAWAY = 5_000
"""Decisions after which a game is not believed to end; the longest honest ones have some hundreds."""
AHEAD = 12
"""Decisions for which a game and what its position restores are followed."""
DEALS = 2
"""How often what is hidden is dealt anew for a player who must not see a difference."""


class Leak(AssertionError):
    """A side sees, or acts on, what it may not know."""


class DeadEnd(AssertionError):
    """A decision is open, and nothing is legal."""


class Runaway(AssertionError):
    """A game does not end."""


class AtRandom(Protocol):
    """What a kind of game gives for its random tests, as the module ``tests.engine.KIND.at_random``."""

    SYSTEM: str
    """The system that it is played by; a system has one kind of game or more."""
    LONGEST: int
    """Game-Turns that none of its games goes on for."""
    SHARE: int
    """How many times as many of its games are looked at as of other kinds, because they are quick."""

    def setup(self, seed: int) -> Document:
        """A legal set-up, all from the seed: odd ones included, every option now and then."""
        ...

    def players(self, seed: int) -> dict[Side, Player]:
        """Random players who stay in the fight, for those wholly random may be gone before it has begun."""
        ...

    def check(self, position: Document) -> None:
        """What holds in every position."""
        ...

    def check_step(self, before: Document, after: Document) -> None:
        """What holds between two positions of one game, the second later by one decision or more."""
        ...

    def check_hidden(self, game: Game, side: Side) -> None:
        """The view of ``side``, which may be ``PUBLIC``, holds nothing hidden from it; raises ``Leak``."""
        ...

    def check_end(self, game: Game) -> None:
        """What holds of a game that is over, its report above all."""
        ...


@cache
def kinds() -> dict[str, AtRandom]:
    """What each kind of game gives, by the name of its folder."""
    found = sorted(path.parent.name for path in HERE.glob("*/at_random.py"))
    return {kind: cast(AtRandom, import_module(f"tests.engine.{kind}.at_random")) for kind in found}


def kind_of(system: str, setup: Document) -> AtRandom:
    """What is given for games like that of a set-up of a system."""
    kind = setup.get("kind", "")
    return next(own for own in kinds().values() if (own.SYSTEM, own.setup(0).get("kind", "")) == (system, kind))


def begun(kind: str, seed: int) -> Game:
    """The random game of a seed."""
    return engine.new(kinds()[kind].SYSTEM, kinds()[kind].setup(seed), seed)


def thumbs(game: Game, seed: int, doctrine: str) -> dict[Side, Player]:
    """Players by rules of thumb for all sides."""
    return {side: heuristic_player(game.system, side, seed, doctrine) for side in game.sides}


def check_legal(game: Game) -> None:
    """What is legal is listed once, in a stable order, and each text names its action again."""
    legal = game.legal()
    if not legal:
        raise DeadEnd(f"a decision is open and nothing is legal: {game.decision}")
    assert len(set(legal)) == len(legal), "an action is listed twice"
    assert game.legal() == legal, "legal() is not stable"
    for action in legal:
        assert game.parse(game.action_text(action)) == action


def check_documents(game: Game, seed: int, own: AtRandom) -> None:
    """Position, view and re-deal agree with the game, open decision or not."""
    position = game.position()
    restored = engine.position(game.system, position, seed)
    assert restored.position() == position, "the position document does not restore the position"
    assert restored.legal() == game.legal()
    assert restored.decision == game.decision
    open_to_all = game.view(PUBLIC)
    own.check_hidden(game, PUBLIC)
    for side in game.sides:
        own.check_hidden(game, side)
        view = game.view(side)
        assert restored.view(side) == view
        world = game.determinize(side, Chance(seed))
        own.check(world.position())
        if world.view(side) != view:
            raise Leak(f"{side} sees a difference when what is hidden is dealt anew")
        if world.view(PUBLIC) != open_to_all:
            raise Leak(f"all see a difference when what is hidden from {side} is dealt anew")
        if side == game.deciding:
            assert world.legal() == game.legal()
            check_no_peek(game, [world], seed, DOCTRINES[seed % len(DOCTRINES)])
            check_search_does_not_peek(game, [world], seed)
    check_goes_on(game, restored, seed)


def check_goes_on(game: Game, restored: Game, seed: int) -> None:
    """With the same chance and the same decisions, what a position restores goes the way of the game."""
    twin, sample = game.copy(Chance(seed)), Random(seed)
    for _ in range(AHEAD):
        assert restored.legal() == twin.legal(), "what the position restores offers something else than the game"
        if twin.deciding is None:
            break
        action = sample.choice(twin.legal())
        twin.step(action)
        restored.step(action)
    assert restored.position() == twin.position(), "what the position restores goes on otherwise than the game"


def check_no_peek(game: Game, worlds: list[Game], seed: int, doctrine: str) -> None:
    """The player by rules of thumb chooses the same in every world that looks the same to him."""
    check_same_choice(
        f"{doctrine} player", game, worlds, lambda side: heuristic_player(game.system, side, seed, doctrine)
    )


def check_search_does_not_peek(game: Game, worlds: list[Game], seed: int) -> None:
    """Who looks ahead chooses the same in every world that looks the same to him."""

    def thumbs(side: Side, seed: int) -> Player:
        return heuristic_player(game.system, side, seed, USUAL_DOCTRINE)

    effort = Effort(plays=2 * len(game.legal()) + 1, deals=2, doubt=0.0, turns=1)
    check_same_choice(
        "player who looks ahead",
        game,
        worlds,
        lambda side: SearchPlayer(side, seed, thumbs=thumbs, value=engine.systems()[game.system].worth, effort=effort),
    )


def check_same_choice(who: str, game: Game, worlds: list[Game], make: Callable[[Side], Player]) -> None:
    side = game.deciding
    if side and len(game.legal()) > 1:
        chosen = {make(side).choose(each) for each in (game, *worlds)}
        if len(chosen) > 1:
            raise Leak(f"the {who} of {side} peeks: {[game.action_text(action) for action in chosen]}")


def check_over(game: Game) -> None:
    """The game is over, its report adds up, and its record replays to the same end."""
    assert game.decision is None
    assert game.deciding is None
    assert game.legal() == ()
    report = game.report()
    assert report.system == game.system
    assert report.from_json(json.loads(json.dumps(report.as_json()))) == report
    assert {score.side for score in report.scores} <= set(game.sides)
    assert game.score() == {side: report.points(side) for side in game.sides}
    replayed = engine.replay(str(game.record))
    assert replayed.position() == game.position(), "the record does not replay to the same state"
    assert str(replayed.record) == str(game.record)


class Watch:
    """A game that is looked at while it is flown: what is cheap to check at each state, what is dear at some."""

    def __init__(
        self, kind: str, game: Game, seed: int, often: float = 1 / 4, dear: float = 1 / 40, doctrine: str = ""
    ) -> None:
        """``often``: how many of its positions are looked at, and ``dear`` of all its documents.

        ``doctrine``: the player by rules of thumb who keeps to it is asked as often whether he peeks.
        """
        self.own, self.game, self.seed = kinds()[kind], game, seed
        self.often, self.dear, self.doctrine, self.sample = often, dear, doctrine, Random(seed)
        self.position = game.position()
        """The last one that was looked at."""

    def fly(self, players: Mapping[Side, Player]) -> None:
        """From here to its end."""
        game, decisions = self.game, 0
        self.own.check(self.position)
        while decision := game.decision:
            if decisions == RUNAWAY:
                raise Runaway(f"the game is not over after {RUNAWAY} decisions")
            self.look()
            assert game.deciding == decision.side
            action = players[decision.side].choose(game)
            assert action in game.legal(), f"a player chooses {game.action_text(action)}, which is not legal"
            game.step(action)
            decisions += 1
        self.follow()
        check_documents(game, self.seed, self.own)
        assert game.turn <= self.own.LONGEST
        check_over(game)
        self.own.check_end(game)

    def look(self) -> None:
        """At a state with an open decision."""
        check_legal(self.game)
        if self.sample.random() < self.often:
            self.follow()
            if self.doctrine and (side := self.game.deciding):
                worlds = [self.game.determinize(side, Chance(deal)) for deal in range(DEALS)]
                check_no_peek(self.game, worlds, self.seed, self.doctrine)
        if self.sample.random() < self.dear:
            check_documents(self.game, self.seed, self.own)

    def follow(self) -> None:
        """Check the position and how it came about from the one before."""
        before, self.position = self.position, self.game.position()
        self.own.check(self.position)
        self.own.check_step(before, self.position)
