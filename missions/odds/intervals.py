"""How sure a figure is that was counted over a number of flights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from config.common.figures import SURE


class Share(NamedTuple):
    """So many of a hundred, and between which two figures that lies 90 times in 100."""

    percent: float
    low: float
    high: float


class Mean(NamedTuple):
    """An average, and between which two figures it lies 90 times in 100."""

    value: float
    low: float
    high: float


def share(count: float, total: float, sure: float = SURE) -> Share:
    """``count`` of ``total`` cases that do not hang together, in percent, with Wilson's interval.

    It holds near 0 and 100 too. ``sure``: standard errors on either side.

    >>> share(0, 0)
    Share(percent=0.0, low=0.0, high=100.0)
    """
    if not total:
        return Share(0.0, 0.0, 100.0)
    part, square = count / total, sure**2
    middle = (part + square / (2 * total)) / (1 + square / total)
    spread = sure * sqrt(part * (1 - part) / total + square / (4 * total**2)) / (1 + square / total)
    return Share(100 * part, max(0.0, 100 * (middle - spread)), min(100.0, 100 * (middle + spread)))


def share_of_groups(groups: Mapping[tuple[float, int], int]) -> Share:
    """So many of all, where cases come in groups that share their luck, as aircraft of one flight do.

    ``groups``: by the size of a group and how many of it it was, in how many groups. What a group is off is counted
    from the share of its own size, so that large and small groups are no luck. The cases count for as many as would
    vary as much.

    >>> share_of_groups({(2, 0): 50, (2, 2): 50}) == share(50, 100)
    True
    """
    count = sum(groups.values())
    all_cases = sum(size * number for (size, _), number in groups.items())
    if not all_cases:
        return share(0, 0)
    part = sum(hit * number for (_, hit), number in groups.items()) / all_cases
    variance = sum(number * (hit - part * size) ** 2 for (size, hit), number in groups.items()) / count
    if not variance or part >= 1:  # all alike: a group says no more than one case
        return share(part * count, count)
    average = all_cases / count
    cases = min(all_cases, count * part * (1 - part) * average**2 / variance)
    return share(part * cases, cases)


def mean(values: Sequence[float]) -> Mean:
    """The average of values that were drawn independently.

    >>> mean([2, 2, 2])
    Mean(value=2.0, low=2.0, high=2.0)
    """
    count = len(values)
    if not count:
        return Mean(0.0, 0.0, 0.0)
    average = sum(values) / count
    variance = sum((each - average) ** 2 for each in values) / (count - 1) if count > 1 else 0.0
    spread = SURE * sqrt(variance / count)
    return Mean(average, average - spread, average + spread)


def middle_90(values: Sequence[int]) -> tuple[int, int]:
    """Between which two values 90 in 100 of them lie."""
    return between(values, 0.90)


def between(values: Sequence[int], part: float) -> tuple[int, int]:
    """Between which two values the middle ``part`` of them lies; of 0 both are the median.

    >>> between([1, 2, 3, 4, 5], 0.5), between([1, 2, 3, 4, 5], 0)
    ((2, 4), (3, 3))
    """
    ordered = sorted(values)
    if not ordered:
        return 0, 0
    last, beyond = len(ordered) - 1, (1 - part) / 2
    return ordered[round(beyond * last)], ordered[round((1 - beyond) * last)]
