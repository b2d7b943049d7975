"""The one source of chance.

A game draws numbers from ``Chance.random`` only, and writes each outcome into its record. In a replay the outcomes
come from the record instead: they are told in advance, one queue a stream (a deck, a die, who goes first), and the
generator only keeps pace, so that a game can be played on from where its record stops as if it had never stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core.errors import EngineError
from engine.core.fields import is_whole

SEEDS = 1 << 63
"""Seeds are ints from 0 up to, but not including, this."""


class Chance:
    """A seeded generator and, in a replay, the outcomes that the record tells."""

    __slots__ = ("_generator", "_scripted", "random", "rules")

    random: Callable[[], float]
    """Uniform in [0, 1)."""
    rules: int
    """In a replay the edition of the rules by which the record was made, else 0: the newest."""

    def __init__(self, seed: int, rules: int = 0) -> None:
        """Raises ``EngineError`` unless ``seed`` is an int in range."""
        if not is_whole(seed, 0, SEEDS - 1):
            raise EngineError("A seed is a whole number from 0 up to 2 to the power of 63.")
        self._generator = Random(seed)
        self.random = self._generator.random
        self.rules = rules
        self._scripted: dict[str, list[str]] = {}

    def reseed(self, seed: int) -> None:
        """Go on from another seed, for every game that draws from here.

        A game that is put away between two decisions gives each a seed of its own: so what chance gives hangs on the
        decisions alone, and not on when the game was put away.
        """
        self._generator.seed(seed)

    def tell(self, stream: str, outcomes: list[str]) -> None:
        """Queue what ``stream`` gives next."""
        self._scripted.setdefault(stream, []).extend(outcomes)

    def scripted(self, stream: str) -> str | None:
        """The next outcome of ``stream`` that was scripted, taken from its queue."""
        queue = self._scripted.get(stream)
        return queue.pop(0) if queue else None

    @property
    def script_is_over(self) -> bool:
        """Whether every outcome that was scripted has been used."""
        return not any(self._scripted.values())
