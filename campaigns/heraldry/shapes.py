"""What our portraits, badges and marks are made of: flat shapes, written once, for pages and for paper.

Lengths run from the upper left, as in SVG. Every step is absolute.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Step: TypeAlias = tuple[str, tuple[Point, ...]]
"""``M``, ``L`` or ``C`` with its points, or ``Z``."""
Steps: TypeAlias = tuple[Step, ...]

_POINTS: Final = {"M": 1, "L": 1, "C": 3, "Z": 0}
_TOKEN: Final = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")
_ROUND: Final = 0.5523
"""How far the handles of a quarter of a circle reach, of its radius."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline filled, drawn as a line, or both; an empty colour leaves that out."""

    steps: Steps
    fill: str = ""
    line: str = ""
    weight: float = 0.0

    def moved(self, across: float, down: float, scale: float = 1.0) -> Shape:
        """The same elsewhere: first scaled from the upper left corner, then moved."""
        steps = tuple((letter, tuple((x * scale + across, y * scale + down) for x, y in p)) for letter, p in self.steps)
        return replace(self, steps=steps, weight=self.weight * scale)


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes over one another, the lowest first, on a sheet of this size."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


@cache
def path(text: str) -> Steps:
    """The steps of a path as it is written in SVG, of the letters M, L, C and Z alone.

    >>> path("M1 2 L3.5 4 Z")
    (('M', ((1.0, 2.0),)), ('L', ((3.5, 4.0),)), ('Z', ()))
    """
    tokens = _TOKEN.findall(text)
    steps: list[Step] = []
    at = 0
    while at < len(tokens):
        letter = tokens[at]
        numbers = [float(each) for each in tokens[at + 1 : at + 1 + 2 * _POINTS[letter]]]
        steps.append((letter, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
        at += 1 + len(numbers)
    return tuple(steps)


def filled(text: str, colour: str) -> Shape:
    return Shape(path(text), fill=colour)


def lined(text: str, colour: str, weight: float) -> Shape:
    return Shape(path(text), line=colour, weight=weight)


def ellipse(x: float, y: float, across: float, down: float) -> Steps:
    """Round its middle."""
    a, b = across * _ROUND, down * _ROUND
    return (
        ("M", ((x + across, y),)),
        ("C", ((x + across, y + b), (x + a, y + down), (x, y + down))),
        ("C", ((x - a, y + down), (x - across, y + b), (x - across, y))),
        ("C", ((x - across, y - b), (x - a, y - down), (x, y - down))),
        ("C", ((x + a, y - down), (x + across, y - b), (x + across, y))),
        ("Z", ()),
    )


def disc(x: float, y: float, radius: float, colour: str) -> Shape:
    return Shape(ellipse(x, y, radius, radius), fill=colour)


def bar(x: float, y: float, width: float, height: float, colour: str) -> Shape:
    """An upright rectangle, its upper left corner at ``x`` and ``y``."""
    return Shape(polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height))), fill=colour)


def polygon(points: Iterable[Point]) -> Steps:
    first, *others = points
    return (("M", (first,)), *(("L", (point,)) for point in others), ("Z", ()))
