"""The board as shapes: from the side, three depths in each box, the furthest at its top. [SABIN Board]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine.core.board import NO_STEP, Board, Shape, Step
from engine.core.game import SIDES, Document
from engine.sabin.tables import CLOUD_ROWS, TRACK
from engine.sabin.terms import ALTITUDES, COLUMNS, DEPTHS, PITCHES, ROWS, SKIES

BOX: Final = 3.0
"""Width of a box, and its height: 1 for each depth, in units of the drawing."""
EDGE: Final = 2.0
"""Room for the rows' names at the left."""
HEAD: Final = 2.2
"""Room above the boxes for turn and tracks."""
FOOT: Final = 1.6
"""Room below them for the columns' names."""
TEXTS: Final = 33
"""Heights of the texts in the width of the board: as small as can be read on a telephone."""
LEAST: Final = (8, 6)
"""Columns and rows that are shown at least."""
LENGTH: Final = 2.1
"""Of a unit alone in its block."""
ALONE: Final = 1.15
"""How far from the left of its box a unit stands, so that its letter finds room behind it."""
IN_A_PAIR: Final = 1.6
PAIR: Final = ((0.8, 0.1), (1.6, 0.9))
"""Length and places, from the left and from above, of two units in one block: one behind and below the other."""
TILT: Final = {"climb": -30.0, "level": 0.0, "dive": 30.0}
"""Degrees clockwise of who flies to the right."""
assert set(TILT) == set(PITCHES)


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of the board that is drawn: where units are, with a box to spare around them."""

    columns: range
    rows: range

    @property
    def right(self) -> float:
        return EDGE + len(self.columns) * BOX

    @property
    def bottom(self) -> float:
        return HEAD + len(self.rows) * BOX

    @property
    def text(self) -> float:
        return self.right / TEXTS

    def left(self, column: int) -> float:
        """The left edge of a column of boxes."""
        return EDGE + (column - self.columns.start) * BOX

    def top(self, row: int) -> float:
        """The upper edge of a row of boxes."""
        return HEAD + (self.rows.stop - 1 - row) * BOX


def board(view: Document, step: Step = NO_STEP) -> Board:
    """The table of a view; who has acted is marked, or who has to where no step led there."""
    flying = [unit for unit in view["units"].values() if "column" in unit]
    part = _Part(
        _span((COLUMNS.index(unit["column"]) for unit in flying), len(COLUMNS), LEAST[0]),
        _span((ROWS.index(unit["row"]) for unit in flying), len(ROWS), LEAST[1]),
    )
    shapes = [*_sky(view, part), *_grid(part), *_tracks(view, part), *_units(view, part, step)]
    return Board(part.right, part.bottom + FOOT, tuple(shapes), _summary(view), view="side")


def _span(seen: Iterable[int], most: int, least: int) -> range:
    """Columns or rows, from an even one on, so that a replay seldom jumps."""
    found = sorted(seen) or range(most)
    first, last = max(found[0] - 1, 0), min(found[-1] + 2, most)
    spare = max(least - (last - first), 0)
    start = max(min(first - spare // 2, most - least), 0) & ~1
    return range(start, min(max(last, start + least), most))


def _box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _sky(view: Document, part: _Part) -> list[Shape]:
    shapes = [Shape("polygon", _box(EDGE, HEAD, part.right, part.bottom), "sky")]
    for row in part.rows:  # the middle block of each box in another shade
        top = part.top(row) + 1
        shapes.append(Shape("polygon", _box(EDGE, top, part.right, top + 1), "sky high"))
    altitude = ALTITUDES.index(view["altitude"])
    for row in CLOUD_ROWS[SKIES.index(view["sky"])][altitude]:
        if row in part.rows:
            corners = _box(EDGE, part.top(row), part.right, part.top(row) + BOX)
            shapes.append(Shape("polygon", corners, "cloud", title=f"Cloud in row {ROWS[row]}"))
    if altitude and 0 in part.rows:
        corners = _box(EDGE, part.bottom - 0.25, part.right, part.bottom + 0.1)
        shapes.append(Shape("polygon", corners, "land", title="The ground"))
    if view["sky"].startswith("sun"):
        _, end, side = view["sky"].split("-")
        x = EDGE + BOX / 2 if end == "back" else part.right - BOX / 2
        y = HEAD + DEPTHS.index(side) + 0.5
        where = "behind" if end == "back" else "ahead of"
        shapes.append(Shape("circle", ((x, y),), "sun", title=f"The Sun, {where} the bombers on the {side}", size=0.9))
    return shapes


def _grid(part: _Part) -> list[Shape]:
    shapes = []
    for row in part.rows:
        y = part.top(row)
        shapes.append(Shape("line", ((EDGE, y), (part.right, y)), "grid"))
        name = ROWS[row].partition("-")[0]
        shapes.append(Shape("text", ((EDGE / 2, y + BOX / 2),), "label", text=name, size=part.text))
    shapes.append(Shape("line", ((EDGE, part.bottom), (part.right, part.bottom)), "grid"))
    for column in part.columns:
        x = part.left(column)
        shapes.append(Shape("line", ((x, HEAD), (x, part.bottom)), "grid"))
        name = COLUMNS[column].replace("-", "")
        shapes.append(Shape("text", ((x + BOX / 2, part.bottom + FOOT / 2),), "label", text=name, size=part.text))
    shapes.append(Shape("line", ((part.right, HEAD), (part.right, part.bottom)), "grid"))
    return shapes


def _tracks(view: Document, part: _Part) -> list[Shape]:
    """Turn and hits, in words above the boxes, where no marker would be read on a small screen."""
    suffered = view["suffered"]
    turn = f"Turn {view['turn']} of {view['turns']}" if view["turn"] else "Set-up"
    parts = (
        (0.18, turn, ""),
        *(
            (place, f"{side.title()} hit {suffered[side]}", side)
            for place, side in zip((0.53, 0.84), SIDES, strict=True)
        ),
    )
    return [
        Shape(
            "text",
            ((EDGE + (part.right - EDGE) * place, HEAD / 2),),
            f"label {look}".strip(),
            text=text,
            title=f"{text} of {TRACK} that are counted" if look else text,
            size=part.text * 1.1,
        )
        for place, text, look in parts
    ]


def _units(view: Document, part: _Part, step: Step) -> list[Shape]:
    """Each where it is; units of both sides in one block stand aslant of one another."""
    standing: dict[tuple[str, str, str], list[str]] = {}
    for name, unit in view["units"].items():
        if "column" in unit:
            standing.setdefault((unit["column"], unit["row"], unit["depth"]), []).append(name)
    shapes = []
    decision = view["decision"]
    marked = step.actor if step.name else decision["unit"] if decision else ""
    for (column, row, depth), names in standing.items():
        size = LENGTH if len(names) == 1 else IN_A_PAIR
        for number, name in enumerate(names):
            right, down = (ALONE, 0.5) if len(names) == 1 else PAIR[number % 2]
            x = part.left(COLUMNS.index(column)) + right
            y = part.top(ROWS.index(row)) + DEPTHS.index(depth) + down
            shapes.append(_unit(name, view["units"][name], x, y, size, name == marked))
    return shapes


def _unit(name: str, unit: dict[str, Any], x: float, y: float, size: float, is_marked: bool) -> Shape:
    back = unit["heading"] == "back"
    tilt = TILT[unit["pitch"]]
    bombers = unit["role"] == "bomber"
    look = " ".join(
        word
        for word, so in (
            (unit["side"], True),
            ("bomber", bombers),
            ("damaged", unit["inverted"]),
            ("moved", is_marked),
        )
        if so
    )
    return Shape(
        "bomber" if bombers else "aircraft",
        ((x, y),),
        look,
        text=unit.get("letter", name.rpartition("-")[2]),
        title=_said(unit),
        size=size,
        turn=180.0 - tilt if back else tilt,
        mirrored=unit["inverted"] != back,  # who is turned round to fly back would else lie on his back
    )


def _said(unit: dict[str, Any]) -> str:
    """All about a unit in words."""
    inverted = ", inverted: it leaves in its next phase" if unit["inverted"] else ""
    hits = f", {unit['hits']} hit" if unit["hits"] else ""
    return (
        f"{unit['title']}: {unit['column']} {unit['row']} {unit['depth']}, "
        f"{unit['pitch']} {unit['heading']}{hits}{inverted}"
    )


def _summary(view: Document) -> str:
    """Everything that flies, in sentences."""
    flying = [_said(unit) for unit in view["units"].values() if "column" in unit]
    when = f"Turn {view['turn']} of {view['turns']}." if view["turn"] else "Before the first turn."
    return f"{when} {'. '.join(flying)}."
