"""Seeds derived from seeds, and draws made with them: the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.core.chance import Chance

BITS = 63
"""The engine takes seeds of this many bits."""
T = TypeVar("T")


def derive(seed: int, *parts: str | int) -> int:
    """A seed for one purpose (``"mission", 3``) that tells nothing about the others made from ``seed``."""
    text = "/".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> (64 - BITS)


def chance(seed: int, *parts: str | int) -> Chance:
    """A generator for one purpose."""
    return Chance(derive(seed, *parts))


def shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    """``items`` in a drawn order."""
    return list(dealt(items, chance))


def dealt(items: Sequence[T], chance: Chance) -> Iterator[T]:
    """The same one by one: what is not asked for is not drawn."""
    left = list(items)
    while left:
        yield left.pop(int(chance.random() * len(left)))


def pick(items: Sequence[T], weights: Sequence[float], chance: Chance) -> T:
    """One of ``items``, drawn by weight."""
    mark = chance.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        mark -= weight
        if mark < 0:
            return item
    return items[-1]
