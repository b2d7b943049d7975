"""The board as shapes: from the side, three depths in each box, the furthest at its top. [SABIN Board]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from engine.core.board import NO_STEP, Board, Shape, Step
from engine.core.game import SIDES, Document
from engine.sabin.part import BOX, EDGE, FOOT, HEAD, Part, box_of
from engine.sabin.spots import lit_boxes, spots
from engine.sabin.tables import CLOUD_ROWS, TRACK
from engine.sabin.terms import ALTITUDES, COLUMNS, DEPTHS, PITCHES, ROWS, SKIES

LEAST: Final = (8, 6)
"""Columns and rows that are shown at least."""
LENGTH: Final = 2.1
"""Of a unit alone in its block."""
ALONE: Final = 1.15
"""How far from the left of its box a unit stands, so that its letter finds room behind it."""
IN_A_PAIR: Final = 1.6
PAIR: Final = ((0.8, 0.1), (1.6, 0.9))
"""Length and places, from the left and from above, of two units in one block: one behind and below the other."""
THUMB: Final = 14
"""So many blocks that may be picked should find room below one another in the width of a narrow screen."""
TALL: Final = 1.6
"""Heights of the boxes of a narrow screen, in widths of the board, at most."""
TILT: Final = {"climb": -30.0, "level": 0.0, "dive": 30.0}
"""Degrees clockwise of who flies to the right."""
assert set(TILT) == set(PITCHES)


def board(view: Document, step: Step = NO_STEP) -> Board:
    """The table of a view; who has acted is marked, or who has to where no step led there.

    Where something may be picked, its boxes are shown too, and higher ones on a narrow screen.
    """
    flying = [unit for unit in view["units"].values() if "column" in unit]
    columns, rows = lit_boxes(step.lit)
    part = Part(
        _span((*(COLUMNS.index(unit["column"]) for unit in flying), *columns), len(COLUMNS), LEAST[0]),
        _span((*(ROWS.index(unit["row"]) for unit in flying), *rows), len(ROWS), LEAST[1]),
    )
    drawn = _drawn(view, part, step)
    if not step.lit:
        return drawn
    deep = min(part.right / THUMB, TALL * part.right / (len(part.rows) * len(DEPTHS)))
    return replace(drawn, narrow=_drawn(view, replace(part, deep=max(deep, part.deep)), step))


def _drawn(view: Document, part: Part, step: Step) -> Board:
    shapes = [*_sky(view, part), *_grid(part), *_tracks(view, part), *_units(view, part, step)]
    return Board(
        part.right, part.bottom + FOOT, tuple(shapes), _summary(view), view="side", spots=spots(view, part, step.lit)
    )


def _span(seen: Iterable[int], most: int, least: int) -> range:
    """Columns or rows, from an even one on, so that a replay seldom jumps."""
    found = sorted(seen) or range(most)
    first, last = max(found[0] - 1, 0), min(found[-1] + 2, most)
    spare = max(least - (last - first), 0)
    start = max(min(first - spare // 2, most - least), 0) & ~1
    return range(start, min(max(last, start + least), most))


def _sky(view: Document, part: Part) -> list[Shape]:
    shapes = [Shape("polygon", box_of(EDGE, HEAD, part.right, part.bottom), "sky")]
    for row in part.rows:  # the middle block of each box in another shade
        top = part.top(row) + part.deep
        shapes.append(Shape("polygon", box_of(EDGE, top, part.right, top + part.deep), "sky high"))
    altitude = ALTITUDES.index(view["altitude"])
    for row in CLOUD_ROWS[SKIES.index(view["sky"])][altitude]:
        if row in part.rows:
            corners = box_of(EDGE, part.top(row), part.right, part.top(row) + part.box)
            shapes.append(Shape("polygon", corners, "cloud", title=f"Cloud in row {ROWS[row]}"))
    if altitude and 0 in part.rows:
        corners = box_of(EDGE, part.bottom - 0.25, part.right, part.bottom + 0.1)
        shapes.append(Shape("polygon", corners, "land", title="The ground"))
    if view["sky"].startswith("sun"):
        _, end, side = view["sky"].split("-")
        x = EDGE + BOX / 2 if end == "back" else part.right - BOX / 2
        y = HEAD + (DEPTHS.index(side) + 0.5) * part.deep
        where = "behind" if end == "back" else "ahead of"
        shapes.append(Shape("circle", ((x, y),), "sun", title=f"The Sun, {where} the bombers on the {side}", size=0.9))
    return shapes


def _grid(part: Part) -> list[Shape]:
    shapes = []
    for row in part.rows:
        y = part.top(row)
        shapes.append(Shape("line", ((EDGE, y), (part.right, y)), "grid"))
        name = ROWS[row].partition("-")[0]
        shapes.append(Shape("text", ((EDGE / 2, y + part.box / 2),), "label", text=name, size=part.text))
    shapes.append(Shape("line", ((EDGE, part.bottom), (part.right, part.bottom)), "grid"))
    for column in part.columns:
        x = part.left(column)
        shapes.append(Shape("line", ((x, HEAD), (x, part.bottom)), "grid"))
        name = COLUMNS[column].replace("-", "")
        shapes.append(Shape("text", ((x + BOX / 2, part.bottom + FOOT / 2),), "label", text=name, size=part.text))
    shapes.append(Shape("line", ((part.right, HEAD), (part.right, part.bottom)), "grid"))
    return shapes


def _tracks(view: Document, part: Part) -> list[Shape]:
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


def _units(view: Document, part: Part, step: Step) -> list[Shape]:
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
            y = part.top(ROWS.index(row)) + (DEPTHS.index(depth) + down) * part.deep
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
        key=name,
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
