"""What dice may be expected to give. [A20 Maneuver Checks, Resolving Attacks]"""

from __future__ import annotations

from functools import cache
from typing import Final

_TWO_DICE: Final = tuple(sum(a + b >= least for a in range(1, 7) for b in range(1, 7)) / 36 for least in range(2, 14))


def passing(bonus: int, needed: int) -> float:
    """The probability that two dice and a bonus reach a number."""
    return _TWO_DICE[min(13, max(2, needed - bonus)) - 2]


@cache
def hits(dice: int, least: int, natural: int) -> tuple[float, ...]:
    """The probability of at least 0, 1, 2 … hits; ``least``: the die that hits; ``natural``: the hits of a 6."""
    ordinary = min(5, max(0, 6 - least)) / 6
    chances = [1.0]
    for _ in range(dice):
        after = [0.0] * (len(chances) + natural)
        for count, chance in enumerate(chances):
            after[count] += chance * (5 / 6 - ordinary)
            after[count + 1] += chance * ordinary
            after[count + natural] += chance / 6
        chances = after
    tails = []
    rest = 0.0
    for chance in reversed(chances):
        rest += chance
        tails.append(rest)
    return (*reversed(tails), 0.0)


def reaching(dice: int, least: int, natural: int, wanted: int) -> float:
    """The probability of so many hits or more."""
    tails = hits(dice, least, natural)
    return tails[wanted] if wanted < len(tails) else 0.0
