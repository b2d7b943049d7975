"""What chance gives one picture: each feature is drawn by itself, so that a new one changes no other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from config.common import seeds

T = TypeVar("T")


@lru_cache(maxsize=10_000)
def seed_of(*names: str) -> int:
    """A seed that goes by names alone: it is the same after a campaign was carried elsewhere, and tells no secret.

    What is no text in them (half of a surrogate pair, from a file) counts as a question mark.
    """
    return seeds.derive(0, "heraldry", *(name.encode(errors="replace").decode() for name in names))


class Draw:
    """The features of one picture."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def one_of(self, feature: str, options: tuple[T, ...]) -> T:
        return seeds.pick(options, (1.0,) * len(options), seeds.chance(self.seed, feature))

    def weighed(self, feature: str, options: Mapping[T, float]) -> T:
        return seeds.pick(tuple(options), tuple(options.values()), seeds.chance(self.seed, feature))

    def between(self, feature: str, low: float, high: float) -> float:
        return low + (high - low) * seeds.chance(self.seed, feature).random()

    def happens(self, feature: str, odds: float) -> bool:
        return seeds.chance(self.seed, feature).random() < odds
