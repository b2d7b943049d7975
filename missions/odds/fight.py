"""A fight taken apart by its decisions: who took what, what the rules of thumb would have done, how it stood then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import engine
from config.common import seeds
from engine.core.errors import EngineError
from engine.core.game import SIDES, Action, Frame, Game, Side, System
from engine.core.players import USUAL_DOCTRINE, Player
from engine.core.record import Record
from engine.core.replay import opened, steps
from engine.core.search import Thumbs, ahead

LUCK = 0xAF7E4
"""From which the seeds of all analyses come, and never from a fight's own."""


class NotAnalysed(EngineError):
    """There is no analysis of such a fight; the text says why in a sentence."""


@dataclass(frozen=True, slots=True)
class Move:
    """A decision that was taken."""

    number: int
    """From 1, in the record."""
    side: Side
    unit: str
    """Empty: it was about a whole side."""
    kind: str
    taken: Action
    usual: Action
    """What the rules of thumb would have done."""
    legal: tuple[Action, ...]
    drew: bool
    """Chance has spoken after it."""

    @property
    def is_forced(self) -> bool:
        return len(self.legal) == 1

    @property
    def is_usual(self) -> bool:
        return self.taken == self.usual

    @property
    def changes_nothing(self) -> bool:
        """There was no choice, and no chance."""
        return self.is_forced and not self.drew


@dataclass(frozen=True, slots=True)
class Fight:
    """A record from its beginning to its end."""

    system: System
    games: Sequence[Game]
    """How it stood before the first decision, and after each: never to be played on."""
    moves: Sequence[Move]
    frames: Sequence[Frame]
    """Its replay, all hands open."""
    margin: int
    """Victory Points by which the Allied side ended ahead."""

    @property
    def thumbs(self) -> Thumbs:
        return partial(by_thumb, self.system)


def taken_apart(record: Record) -> Fight:
    """Raises ``BadRecord``, and ``NotAnalysed`` for a fight of more sides than two or one that is not over."""
    system = engine.systems()[record.system]
    game, _ = opened(system, record)
    if game.sides != SIDES:
        raise NotAnalysed("Only a fight of two sides is analysed.")
    usual = {side: by_thumb(system, side, record.seed) for side in SIDES}
    games, moves = [game.copy()], []
    playing = steps(game, record)
    while decision := game.decision:
        legal, would = game.legal(), usual[decision.side].choose(game)
        written = game.written
        text, _ = next(playing, ("", ()))
        if not text:
            raise NotAnalysed("This fight was not flown to its end.")
        moves.append(
            Move(
                number=len(games),
                side=decision.side,
                unit=decision.unit,
                kind=decision.kind,
                taken=games[-1].parse(text),
                usual=would,
                legal=legal,
                drew=any(entry.kind == "chance" for entry in game.entries_since(written)),
            )
        )
        games.append(game.copy())
    for _ in playing:  # what stands behind the last decision is looked at as well
        pass
    return Fight(
        system=system,
        games=games,
        moves=moves,
        frames=tuple(system.frames(record, None)),
        margin=ahead(game.score(), SIDES[0]),
    )


def luck_of(purpose: str, number: int) -> int:
    """The seed of one flight for one purpose: the same in every analysis."""
    return seeds.derive(LUCK, purpose, number)


def by_thumb(system: System, side: Side, seed: int) -> Player:
    """The player by rules of thumb that all odds are flown by."""
    return system.player(side, seed, USUAL_DOCTRINE)
