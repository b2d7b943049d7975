"""A player by rules of thumb. It looks at nothing that its side may not see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.core.errors import EngineError
from engine.core.game import Action, Game, Side
from engine.core.players import generator
from engine.wwi.state import State

TEMPERS: Final = {"cautious": 0, "steady": 1, "bold": 2}
Rule: TypeAlias = "Callable[[HeuristicPlayer, State, tuple[Action, ...]], Action]"


class HeuristicPlayer:
    """Plays one side by rules of thumb, as cautious, steady or bold as its doctrine says."""

    def __init__(self, side: Side, seed: int, doctrine: str = "steady") -> None:
        self._random = generator(seed, side)
        if doctrine not in TEMPERS:
            raise EngineError(f"There is no doctrine {doctrine!r}; they are {', '.join(TEMPERS)}.")
        self.temper = TEMPERS[doctrine]

    def choose(self, game: Game) -> Action:
        state: State = game  # type: ignore[assignment]  # every game of this system is one
        return state.choices[-1]
