"""Ribbons of decorations: upright stripes, the same to the left and the right of the middle.

Those whose colours ``fixtures/decorations.toml`` gives have them, simplified; any other has our own, by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from campaigns.heraldry.draw import Draw, seed_of
from campaigns.heraldry.shapes import Picture, bar

WIDTH: Final = 36.0
HEIGHT: Final = 11.0
DYES: Final = {
    "red": "#b3282d", "crimson": "#7d1f33", "orange": "#e08a2c", "gold": "#e5b93c", "green": "#2f6b48",
    "blue": "#27477f", "sky": "#7fb0d8", "violet": "#6a4a8c", "purple": "#56306b", "black": "#26252a",
    "white": "#efece3", "grey": "#9aa0a5", "brown": "#6b4a2e",
}  # fmt: skip
_GROUNDS: Final = ("red", "crimson", "green", "blue", "sky", "violet", "brown", "grey", "orange")
_EDGES: Final = ("white", "gold", "black", "white", "gold")


@dataclass(frozen=True, slots=True)
class Stripe:
    dye: str
    width: int


@dataclass(frozen=True, slots=True)
class Ribbon:
    """From the edge to the middle."""

    name: str
    stripes: tuple[Stripe, ...]
    is_own: bool
    """We do not know its colours, or it has none: these are ours."""


def read_stripes(lines: Sequence[str]) -> tuple[Stripe, ...]:
    """
    >>> read_stripes(["blue 1", "red 6"])
    (Stripe(dye='blue', width=1), Stripe(dye='red', width=6))
    """
    return tuple(Stripe(dye, int(width)) for dye, width in (line.split() for line in lines))


def own_ribbon(name: str) -> Ribbon:
    """The same name has the same ribbon everywhere."""
    draw = Draw(seed_of("ribbon", name))
    ground = draw.one_of("ground", _GROUNDS)
    edge = draw.one_of("edge", _EDGES)
    middle = draw.one_of("middle", tuple(dye for dye in (*_EDGES, *_GROUNDS) if dye != ground))
    stripes = (
        Stripe(edge, draw.one_of("edge width", (1, 2))),
        Stripe(ground, draw.one_of("ground width", (4, 5, 6))),
        Stripe(middle, draw.one_of("middle width", (0, 1, 2))),
    )
    return Ribbon(name, tuple(each for each in stripes if each.width), is_own=True)


def ribbon_picture(ribbon: Ribbon) -> Picture:
    whole = (*ribbon.stripes, *reversed(ribbon.stripes))
    unit = WIDTH / sum(stripe.width for stripe in whole)
    shapes = []
    x = 0.0
    for stripe in whole:
        shapes.append(bar(x, 0, stripe.width * unit, HEIGHT, DYES[stripe.dye]))
        x += stripe.width * unit
    return Picture(WIDTH, HEIGHT, tuple(shapes))
