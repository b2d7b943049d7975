"""Glicko-2: how well somebody plays by whom they have met, and how sure that is.

After Mark E. Glickman, "Example of the Glicko-2 system" (2013); the numbers of the steps are his.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

SCALE: Final = 173.7178
"""Points of a rating in one of the scale on which it is reckoned."""
TAU: Final = 0.5
"""How fast a volatility may change; he advises 0.3 to 1.2."""
CLOSE: Final = 1e-6
"""How near the new volatility is looked for."""


class Rating(NamedTuple):
    """Points, their standard deviation, and how much they are expected to move."""

    points: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


START: Final = Rating()
"""Of whom nothing is known. Nobody is ever less sure than that."""


class Met(NamedTuple):
    """One game: how the opponent was rated before the period, and what it came to."""

    opponent: Rating
    score: float
    """1 won, 0.5 drawn, 0 lost."""
    edge: float = 0.0
    """Points that the own side was worth; below nought: those that the other was."""


def weight(deviation: float) -> float:
    """His g: how much a game counts against somebody of whom so much is known."""
    return 1 / sqrt(1 + 3 * (deviation / SCALE) ** 2 / pi**2)


def expected(difference: float, weighed: float) -> float:
    """His E: the score to be expected of who is ahead by so many points. ``weighed``: ``weight`` of the opponent's."""
    return 1 / (1 + exp(-weighed * difference / SCALE))


def idle(own: Rating, periods: int) -> Rating:
    """After periods without a game: the same points, of which one is less sure (step 6)."""
    spread = sqrt((own.deviation / SCALE) ** 2 + periods * own.volatility**2) * SCALE
    return own._replace(deviation=min(spread, START.deviation))


def after(own: Rating, games: Sequence[Met]) -> Rating:
    """After a period in which all of these were played.

    >>> after(START, []) == START
    True
    """
    if not games:
        return idle(own, 1)
    information = surprise = 0.0
    for each in games:
        weighed = weight(each.opponent.deviation)
        hoped = expected(own.points + each.edge - each.opponent.points, weighed)
        information += weighed**2 * hoped * (1 - hoped)
        surprise += weighed * (each.score - hoped)
    variance = 1 / information  # step 3
    volatility = _volatility(own, variance, surprise * variance)  # steps 4 and 5
    before = (own.deviation / SCALE) ** 2 + volatility**2  # step 6
    spread = 1 / (1 / before + information)  # step 7
    points = own.points + SCALE * spread * surprise
    return Rating(points, min(sqrt(spread) * SCALE, START.deviation), volatility)


def _volatility(own: Rating, variance: float, improvement: float) -> float:
    """Step 5: the root of f by the Illinois algorithm."""
    spread, start = (own.deviation / SCALE) ** 2, log(own.volatility**2)

    def f(x: float) -> float:
        whole = spread + variance + exp(x)
        return exp(x) * (improvement**2 - whole) / (2 * whole**2) - (x - start) / TAU**2

    low = start
    if improvement**2 > spread + variance:
        high = log(improvement**2 - spread - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
