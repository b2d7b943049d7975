"""Codes as they are painted on a fuselage: letters and figures of straight strokes, on a grid of 4 by 6."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from campaigns.heraldry.shapes import Shape, path

WIDE: Final = 4.0
HIGH: Final = 6.0
GAP: Final = 2.0
"""From one letter to the next."""

_STROKES: Final = {
    "A": "M0 6 L0 1 L1 0 L3 0 L4 1 L4 6 M0 3.5 L4 3.5",
    "B": "M0 0 L3 0 L4 1 L4 2.2 L3 3 L0 3 M3 3 L4 3.8 L4 5 L3 6 L0 6 L0 0",
    "C": "M4 1 L3 0 L1 0 L0 1 L0 5 L1 6 L3 6 L4 5",
    "D": "M0 0 L2.6 0 L4 1.4 L4 4.6 L2.6 6 L0 6 Z",
    "E": "M4 0 L0 0 L0 6 L4 6 M0 3 L3 3",
    "F": "M4 0 L0 0 L0 6 M0 3 L3 3",
    "G": "M4 1 L3 0 L1 0 L0 1 L0 5 L1 6 L3 6 L4 5 L4 3.2 L2.4 3.2",
    "H": "M0 0 L0 6 M4 0 L4 6 M0 3 L4 3",
    "I": "M2 0 L2 6",
    "J": "M4 0 L4 5 L3 6 L1 6 L0 5",
    "K": "M0 0 L0 6 M4 0 L0 3.4 M1.2 2.6 L4 6",
    "L": "M0 0 L0 6 L4 6",
    "M": "M0 6 L0 0 L2 2.6 L4 0 L4 6",
    "N": "M0 6 L0 0 L4 6 L4 0",
    "O": "M1 0 L3 0 L4 1 L4 5 L3 6 L1 6 L0 5 L0 1 Z",
    "P": "M0 6 L0 0 L3 0 L4 1 L4 2.4 L3 3.4 L0 3.4",
    "Q": "M1 0 L3 0 L4 1 L4 5 L3 6 L1 6 L0 5 L0 1 Z M2.6 4.4 L4.4 6.4",
    "R": "M0 6 L0 0 L3 0 L4 1 L4 2.4 L3 3.4 L0 3.4 M2 3.4 L4 6",
    "S": "M4 1 L3 0 L1 0 L0 1 L0 2.2 L1 3 L3 3 L4 3.8 L4 5 L3 6 L1 6 L0 5",
    "T": "M0 0 L4 0 M2 0 L2 6",
    "U": "M0 0 L0 5 L1 6 L3 6 L4 5 L4 0",
    "V": "M0 0 L2 6 L4 0",
    "W": "M0 0 L0.8 6 L2 3 L3.2 6 L4 0",
    "X": "M0 0 L4 6 M4 0 L0 6",
    "Y": "M0 0 L2 3 L4 0 M2 3 L2 6",
    "Z": "M0 0 L4 0 L0 6 L4 6",
    "0": "M1 0 L3 0 L4 1 L4 5 L3 6 L1 6 L0 5 L0 1 Z",
    "1": "M1 1 L2 0 L2 6",
    "2": "M0 1 L1 0 L3 0 L4 1 L4 2.2 L0 6 L4 6",
    "3": "M0 0 L4 0 L2 2.4 L3 2.4 L4 3.4 L4 5 L3 6 L1 6 L0 5",
    "4": "M3 6 L3 0 L0 4.2 L4 4.2",
    "5": "M4 0 L0 0 L0 2.6 L3 2.6 L4 3.6 L4 5 L3 6 L0 6",
    "6": "M4 1 L3 0 L1 0 L0 1 L0 5 L1 6 L3 6 L4 5 L4 3.6 L3 2.8 L0 2.8",
    "7": "M0 0 L4 0 L1.4 6",
    "8": "M1 3 L0 2.2 L0 1 L1 0 L3 0 L4 1 L4 2.2 L3 3 L1 3 L0 3.8 L0 5 L1 6 L3 6 L4 5 L4 3.8 L3 3",
    "9": "M4 3.2 L1 3.2 L0 2.4 L0 1 L1 0 L3 0 L4 1 L4 5 L3 6 L1 6 L0 5",
}


def painted(code: str) -> str:
    """What of a code can be painted: at most four letters and figures of the Latin script.

    >>> painted("9k-x"), painted("Ж")
    ('9KX', '')
    """
    return "".join(letter for letter in code.upper() if letter in _STROKES)[:4]


def lettering(code: str, middle: float, top: float, height: float, colour: str) -> Iterable[Shape]:
    """A code that ``painted`` gave, in the middle of a line."""
    scale = height / HIGH
    width = (len(code) * (WIDE + GAP) - GAP) * scale
    for number, letter in enumerate(code):
        stroke = Shape(path(_STROKES[letter]), line=colour, weight=1.25)
        yield stroke.moved(middle - width / 2 + number * (WIDE + GAP) * scale, top, scale)
