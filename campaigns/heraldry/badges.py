"""A badge for each squadron in a heraldry of our own, drawn from a seed: no real unit's, and no state's emblem.

A shield in two tones, parted or with a bend, a chevron, a chief; a figure on it; a band with the squadron's code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from campaigns.heraldry.charges import CHARGES
from campaigns.heraldry.draw import Draw
from campaigns.heraldry.letters import lettering
from campaigns.heraldry.shapes import Picture, Point, Shape, Steps, filled, path, polygon

SIZE: Final = 64.0
_FIELDS: Final = (
    ("#2f4f75", "#24405f"), ("#8c2f28", "#74251f"), ("#2f5d46", "#254c39"), ("#5a3a63", "#492e51"),
    ("#39424c", "#2b323a"), ("#7a5a2b", "#654a22"), ("#2d6470", "#24525c"),
)  # fmt: skip
_METALS: Final = (("#f0e4c3", "#d3bf8d"), ("#eceae3", "#c3c6c7"), ("#e7c15f", "#bf9438"))
_OUTLINES: Final = (
    "M8 4 L56 4 L56 28 C56 44 46 55 32 61 C18 55 8 44 8 28 Z",
    "M8 6 C18 9 24 4 32 3 C40 4 46 9 56 6 C57 24 60 44 32 61 C4 44 7 24 8 6 Z",
    "M32 3 C48 3 60 15 60 31 C60 48 48 61 32 61 C16 61 4 48 4 31 C4 15 16 3 32 3 Z",
    "M32 2 L60 30 L32 62 L4 30 Z",
    "M18 3 L46 3 L59 17 L59 43 L46 60 L18 60 L5 43 L5 17 Z",
)
Half: TypeAlias = tuple[float, float, float]
"""Where ``a x + b y`` is at least ``c``."""
_PARTINGS: Final[Mapping[str, tuple[Half, ...]]] = {
    "plain": (),
    "pale": ((1, 0, 32),),
    "bendwise": ((1, 1, 58),),
    "bend": ((-1, 1, -22), (1, -1, 2)),
    "chief": ((0, -1, -16),),
    "fess": ((0, 1, 15), (0, -1, -34)),
}
"""How a field is parted, each the half planes that its second tone lies in."""


@lru_cache(maxsize=512)
def badge(seed: int, code: str) -> Picture:
    """The badge, on a sheet of 64 by 64; ``code`` as ``letters.painted`` gave it, or empty."""
    draw = Draw(seed)
    field, shade = draw.one_of("field", _FIELDS)
    light, dark = draw.one_of("metal", _METALS)
    number = int(draw.between("outline", 0, len(_OUTLINES)))
    outline = path(_OUTLINES[number])
    figure = CHARGES[draw.one_of("charge", tuple(CHARGES))](light, dark)
    scale = 0.72 if number == 3 else 0.86
    return Picture(
        SIZE,
        SIZE,
        (
            Shape(outline, fill=field),
            *_parting(draw.one_of("parting", tuple(_PARTINGS)), outline, shade),
            *(each.moved(32 - 20 * scale, 24.5 - 20 * scale, scale) for each in figure),
            Shape(outline, line=dark, weight=2.4),
            *_band(code, light, dark),
        ),
    )


def _parting(name: str, outline: Steps, shade: str) -> tuple[Shape, ...]:
    """The second tone of the field, cut along its outline."""
    points = tuple(_flat(outline))
    for half in _PARTINGS[name]:
        points = tuple(_cut(points, half))
    return (Shape(polygon(points), fill=shade),) if name != "plain" else ()


def _flat(outline: Steps) -> Iterator[Point]:
    """The outline as corners."""
    here: Point = (0, 0)
    for letter, points in outline:
        if letter == "C":
            for n in range(1, 7):
                yield _on_curve(here, points, n / 6)
        elif points:
            yield points[0]
        here = points[-1] if points else here


def _on_curve(start: Point, points: tuple[Point, ...], t: float) -> Point:
    one, two, end = points
    u = 1 - t
    return (
        u**3 * start[0] + 3 * u * u * t * one[0] + 3 * u * t * t * two[0] + t**3 * end[0],
        u**3 * start[1] + 3 * u * u * t * one[1] + 3 * u * t * t * two[1] + t**3 * end[1],
    )


def _cut(points: tuple[Point, ...], half: Half) -> Iterator[Point]:
    """What of a polygon lies where ``a x + b y`` is at least ``c``."""
    a, b, c = half
    for (x, y), (to_x, to_y) in zip(points, (*points[1:], points[0]), strict=True):
        here, there = a * x + b * y - c, a * to_x + b * to_y - c
        if here >= 0:
            yield x, y
        if (here >= 0) != (there >= 0):
            part = here / (here - there)
            yield x + part * (to_x - x), y + part * (to_y - y)


def _band(code: str, light: str, dark: str) -> tuple[Shape, ...]:
    if not code:
        return ()
    return (
        filled("M3 47 L10 45 L10 58 L3 60 L6 53.5 Z M61 47 L54 45 L54 58 L61 60 L58 53.5 Z", dark),
        filled("M9 44 L55 44 L55 57 L9 57 Z", light),
        *lettering(code, 32, 46.8, 7.4, "#26231f"),
    )
