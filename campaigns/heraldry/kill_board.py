"""A man's victories as his ground crew paints them beside the cockpit: a mark each, by the victim's nation.

The marks are plain ones in colours that tell the nations apart, no state's emblem: discs and rings where a nation flew
roundels, upright crosses, bars and lozenges for the others. A shared victory is a small mark. What the man hit on the
ground is a bomb each; a victory of which no victim is known is a plain stroke.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final, Literal

from campaigns.heraldry.shapes import Picture, Shape, bar, disc, filled, lined, polygon
from engine.core import own_types

MARK: Final = 20.0
"""From one mark to the next, and from row to row."""
GROUP: Final = 5
GAP: Final = 7.0
BORDER: Final = 12.0
A_ROW: Final = 10
MOST: Final = 60
"""Marks that a panel holds; those beyond are told as a number beside it."""
PANEL: Final = "#66705c"
SEAM: Final = "#565f4d"
RIVET: Final = "#7c8671"
WHITE: Final = "#efece3"
BLACK: Final = "#26252a"
BOMB: Final = "#e5c463"

Form = Literal["rings", "cross", "bars", "checks", "lozenge"]


@dataclass(frozen=True, slots=True)
class PaintedVictory:
    """``nation`` of the victim, empty if nothing is known of it; ``credit`` is what the man has of it."""

    nation: str
    credit: Fraction


_MARKS: Final[Mapping[str, tuple[Form, tuple[str, ...]]]] = {
    "gb": ("rings", ("#27477f", WHITE, "#b3282d")),
    "us": ("rings", ("#27477f", WHITE)),
    "fr": ("rings", ("#b3282d", WHITE, "#27477f")),
    "be": ("rings", ("#b3282d", "#e5b93c", BLACK)),
    "ru": ("rings", ("#b3282d", "#27477f", WHITE)),
    "ro": ("rings", ("#b3282d", "#e5b93c", "#27477f")),
    "jp": ("rings", (WHITE, "#b3282d")),
    "cn": ("rings", ("#27477f", WHITE, "#27477f")),
    "fi": ("rings", (WHITE, "#7fb0d8", WHITE)),
    "de": ("cross", (WHITE, BLACK)),
    "ah": ("cross", ("#b3282d", WHITE)),
    "hu": ("cross", (BLACK, WHITE)),
    "it": ("bars", ("#2f6b48", WHITE, "#b3282d")),
    "pl": ("checks", (WHITE, "#b3282d")),
    "su": ("lozenge", (WHITE, "#b3282d")),
}


def kill_board(victories: Sequence[PaintedVictory], strikes: int = 0) -> Picture:
    """The panel: victories in the order in which he won them, then his strikes, ten a row in groups of five."""
    shown = victories[:MOST]
    bombs = min(strikes, MOST)
    across = max(min(max(len(shown), bombs), A_ROW), GROUP)
    rows = ceil(len(shown) / A_ROW) + ceil(bombs / A_ROW)
    width = 2 * BORDER + across * MARK + (ceil(across / GROUP) - 1) * GAP
    height = 2 * BORDER + max(rows, 1) * MARK
    return Picture(
        width, height, (*_panel(width, height), *_victories(shown), *_bombs(bombs, ceil(len(shown) / A_ROW)))
    )


def _panel(width: float, height: float) -> Iterator[Shape]:
    yield bar(0, 0, width, height, PANEL)
    yield lined(f"M4 4 L{width - 4} 4 L{width - 4} {height - 4} L4 {height - 4} Z", SEAM, 1)
    for n in range(int(width // 16)):
        x = 8 + n * (width - 16) / max(width // 16 - 1, 1)
        yield disc(x, 4, 0.9, RIVET)
        yield disc(x, height - 4, 0.9, RIVET)


def _places(count: int, first_row: int) -> Iterator[tuple[float, float]]:
    """The middles of so many marks."""
    for number in range(count):
        row, place = divmod(number, A_ROW)
        x = BORDER + (place + 0.5) * MARK + place // GROUP * GAP
        yield x, BORDER + (first_row + row + 0.5) * MARK


def _victories(shown: Sequence[PaintedVictory]) -> Iterator[Shape]:
    for victory, (x, y) in zip(shown, _places(len(shown), 0), strict=True):
        size = 1.0 if victory.credit >= 1 else 0.62
        for shape in mark(victory.nation):
            yield shape.moved(x, y, size)


def mark(nation: str) -> Iterator[Shape]:
    """The mark of a victory over that nation, round its middle, 15 wide."""
    own = own_types.table_of(nation)
    form, colours = _MARKS.get(nation, ("", ())) if own is None else ("rings", tuple(own["roundel"]))
    if form == "rings":
        for colour, radius in zip(colours, (7.5, 5.1, 2.7) if len(colours) == 3 else (7.5, 4), strict=True):
            yield disc(0, 0, radius, colour)
    elif form == "cross":
        edge, middle = colours
        yield filled("M-3 -7.5 L3 -7.5 L3 -3 L7.5 -3 L7.5 3 L3 3 L3 7.5 L-3 7.5 L-3 3 L-7.5 3 L-7.5 -3 L-3 -3 Z", edge)
        yield filled(
            ""
            "M-1.6 -6.1 L1.6 -6.1 L1.6 -1.6 L6.1 -1.6 L6.1 1.6 L1.6 1.6 "
            "L1.6 6.1 L-1.6 6.1 L-1.6 1.6 L-6.1 1.6 L-6.1 -1.6 L-1.6 -1.6 Z",
            middle,
        )
    elif form == "bars":
        for n, colour in enumerate(colours):
            yield bar(-7.5 + 5 * n, -7, 5, 14, colour)
    elif form == "checks":
        light, dark = colours
        yield bar(-7, -7, 14, 14, light)
        yield bar(-7, -7, 7, 7, dark)
        yield bar(0, 0, 7, 7, dark)
    elif form == "lozenge":
        edge, middle = colours
        for colour, half in ((edge, 7.8), (middle, 5.4)):
            yield Shape(polygon(((0, -half), (half, 0), (0, half), (-half, 0))), fill=colour)
    else:
        yield bar(-1.8, -7.5, 3.6, 15, WHITE)


def _bombs(count: int, first_row: int) -> Iterator[Shape]:
    """Noses down."""
    bomb = filled("M-3 -7.5 L3 -7.5 L1.6 -4.4 C4.2 -2 4.2 4 0 7.8 C-4.2 4 -4.2 -2 -1.6 -4.4 Z", BOMB)
    for x, y in _places(count, first_row):
        yield bomb.moved(x, y)
