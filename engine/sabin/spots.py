"""What may be picked on the board: blocks and columns, each as large as its neighbours leave it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from engine.core.board import Shape
from engine.core.game import Document
from engine.sabin.part import BOX, HEAD, Part, box_of
from engine.sabin.terms import (
    COLUMN_OF_PLACES,
    COLUMNS,
    DEPTHS,
    KEYED_PLACE,
    PLACE_KEY,
    PLACE_TEXT,
    ROWS,
)


def lit_boxes(lit: Collection[str]) -> tuple[list[int], list[int]]:
    """The columns and rows in which something may be picked; of a column that is picked as a whole no row."""
    places = [KEYED_PLACE[key] for key in lit if key in KEYED_PLACE]
    columns = [COLUMNS.index(key) for key in lit if key in COLUMNS]
    return [*columns, *(place // COLUMN_OF_PLACES for place in places)], [
        place % COLUMN_OF_PLACES // len(DEPTHS) for place in places
    ]


def spots(view: Document, part: Part, lit: Collection[str]) -> tuple[Shape, ...]:
    """One for each key. The blocks of a box that may be picked share its height, what the others leave them too."""
    found = [*_columns(part, lit)]
    standing = _standing(view)
    boxes: dict[int, list[int]] = {}
    for place in sorted(KEYED_PLACE[key] for key in lit if key in KEYED_PLACE):
        boxes.setdefault(place // len(DEPTHS), []).append(place)
    for box, places in boxes.items():
        left, top = part.left(box // len(ROWS)), part.top(box % len(ROWS))
        middles = [place % len(DEPTHS) + 0.5 for place in places]
        edges = [0.0, *((one + other) / 2 for one, other in pairwise(middles)), float(len(DEPTHS))]
        for place, (first, last) in zip(places, pairwise(edges), strict=True):
            corners = box_of(left, top + first * part.deep, left + BOX, top + last * part.deep)
            there = standing.get(PLACE_TEXT[place], [])
            look = " ".join(dict.fromkeys(["spot", *(unit["side"] for unit in there)]))
            title = ": ".join([PLACE_TEXT[place], *filter(None, [", ".join(unit["title"] for unit in there)])])
            found.append(Shape("polygon", corners, look, title=title, key=PLACE_KEY[place]))
    return tuple(found)


def _columns(part: Part, lit: Collection[str]) -> Iterator[Shape]:
    for number, name in enumerate(COLUMNS):
        if name in lit:
            left = part.left(number)
            yield Shape(
                "polygon", box_of(left, HEAD, left + BOX, part.bottom), "spot", title=f"Column {name}", key=name
            )


def _standing(view: Document) -> dict[str, list[Document]]:
    """Who is in which block."""
    found: dict[str, list[Document]] = {}
    for unit in view["units"].values():
        if "column" in unit:
            found.setdefault(f"{unit['column']} {unit['row']} {unit['depth']}", []).append(unit)
    return found
