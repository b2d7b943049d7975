"""The board as shapes: from the side, three depths in each box, the furthest at its top. [SABIN Board]"""

from __future__ import annotations

from typing import Any, Final

from engine.core.board import Board, Shape
from engine.core.game import SIDES, Document
from engine.sabin.tables import CLOUD_ROWS, TRACK
from engine.sabin.terms import ALTITUDES, COLUMNS, DEPTHS, PITCHES, ROWS, SKIES

WIDTH: Final = 3.0
"""Of a box, in units of the drawing."""
HEIGHT: Final = 3.0
"""Of a box: one for each depth."""
EDGE: Final = 2.0
"""Room for the rows' names at the left."""
HEAD: Final = 2.6
"""Room above the boxes for turn and tracks."""
FOOT: Final = 1.6
"""Room below them for the columns' names."""
TEXT: Final = 1.25
ALONE: Final = 1.2
"""How far from the left of its box a unit stands, so that its letter finds room behind it."""
PAIR: Final = (0.55, 2.4)
"""The same of two in one block."""
TILT: Final = {"climb": -30.0, "level": 0.0, "dive": 30.0}
"""Degrees clockwise of who flies to the right."""
ACROSS: Final = len(COLUMNS) * WIDTH
UP: Final = len(ROWS) * HEIGHT
assert set(TILT) == set(PITCHES)


def board(view: Document) -> Board:
    """The table of a view."""
    shapes = [*_sky(view), *_grid(), *_tracks(view), *_units(view)]
    return Board(EDGE + ACROSS, HEAD + UP + FOOT, tuple(shapes), _summary(view), view="side")


def _box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _top(row: int) -> float:
    """The upper edge of a row of boxes."""
    return HEAD + (len(ROWS) - 1 - row) * HEIGHT


def _sky(view: Document) -> list[Shape]:
    shapes = [Shape("polygon", _box(EDGE, HEAD, EDGE + ACROSS, HEAD + UP), "sky")]
    for row in range(len(ROWS)):  # the middle block of each box in another shade
        top = _top(row) + HEIGHT / 3
        shapes.append(Shape("polygon", _box(EDGE, top, EDGE + ACROSS, top + HEIGHT / 3), "sky high"))
    altitude = ALTITUDES.index(view["altitude"])
    sky = SKIES.index(view["sky"])
    for row in CLOUD_ROWS[sky][altitude]:
        corners = _box(EDGE, _top(row), EDGE + ACROSS, _top(row) + HEIGHT)
        shapes.append(Shape("polygon", corners, "cloud", title=f"Cloud in row {ROWS[row]}"))
    if altitude:
        bottom = HEAD + UP
        corners = _box(EDGE, bottom - 0.25, EDGE + ACROSS, bottom + 0.1)
        shapes.append(Shape("polygon", corners, "land", title="The ground"))
    if view["sky"].startswith("sun"):
        _, end, side = view["sky"].split("-")
        x = EDGE + (WIDTH / 2 if end == "back" else ACROSS - WIDTH / 2)
        y = HEAD + HEIGHT * ((DEPTHS.index(side) + 0.5) / 3)
        where = "behind" if end == "back" else "ahead of"
        shapes.append(Shape("circle", ((x, y),), "sun", title=f"The Sun, {where} the bombers on the {side}", size=0.9))
    return shapes


def _grid() -> list[Shape]:
    shapes = []
    for row, name in enumerate(ROWS):
        y = _top(row)
        shapes.append(Shape("line", ((EDGE, y), (EDGE + ACROSS, y)), "grid"))
        shapes.append(Shape("text", ((EDGE / 2, y + HEIGHT / 2),), "label", text=name.partition("-")[0], size=TEXT))
    shapes.append(Shape("line", ((EDGE, HEAD + UP), (EDGE + ACROSS, HEAD + UP)), "grid"))
    for column, name in enumerate(COLUMNS):
        x = EDGE + column * WIDTH
        shapes.append(Shape("line", ((x, HEAD), (x, HEAD + UP)), "grid"))
        middle = (x + WIDTH / 2, HEAD + UP + FOOT / 2)
        shapes.append(Shape("text", (middle,), "label", text=name.replace("-", ""), size=TEXT))
    shapes.append(Shape("line", ((EDGE + ACROSS, HEAD), (EDGE + ACROSS, HEAD + UP)), "grid"))
    return shapes


def _tracks(view: Document) -> list[Shape]:
    """Turn and hits, in words above the boxes, where no marker would be read on a small screen."""
    suffered = view["suffered"]
    turn = f"Turn {view['turn']} of {view['turns']}" if view["turn"] else "Set-up"
    parts = (
        (EDGE + ACROSS * 0.15, turn, ""),
        *(
            (EDGE + ACROSS * place, f"{side.title()} hit {suffered[side]}", side)
            for place, side in zip((0.5, 0.85), SIDES, strict=True)
        ),
    )
    return [
        Shape(
            "text",
            ((x, HEAD / 2),),
            f"label {look}".strip(),
            text=text,
            title=f"{text} of {TRACK} that are counted" if look else text,
            size=1.4,
        )
        for x, text, look in parts
    ]


def _units(view: Document) -> list[Shape]:
    """Each where it is; units of both sides in one block stand side by side."""
    standing: dict[tuple[str, str, str], list[str]] = {}
    for name, unit in view["units"].items():
        if "column" in unit:
            standing.setdefault((unit["column"], unit["row"], unit["depth"]), []).append(name)
    shapes = []
    decision = view["decision"]
    deciding = decision["unit"] if decision else ""
    for (column, row, depth), names in standing.items():
        for number, name in enumerate(names):
            x = EDGE + COLUMNS.index(column) * WIDTH + (ALONE if len(names) == 1 else PAIR[number % 2])
            y = _top(ROWS.index(row)) + (DEPTHS.index(depth) + 0.5) * HEIGHT / 3
            shapes.append(_unit(name, view["units"][name], x, y, 0.5 if len(names) > 1 else 1.0, name == deciding))
    return shapes


def _unit(name: str, unit: dict[str, Any], x: float, y: float, scale: float, deciding: bool) -> Shape:
    back = unit["heading"] == "back"
    tilt = TILT[unit["pitch"]]
    bombers = unit["role"] == "bomber"
    look = " ".join(
        word
        for word, so in (
            (unit["side"], True),
            ("bomber", bombers),
            ("damaged", unit["inverted"]),
            ("moved", deciding),
        )
        if so
    )
    return Shape(
        "bomber" if bombers else "aircraft",
        ((x, y),),
        look,
        text=unit.get("letter", name.rpartition("-")[2]),
        title=_said(name, unit),
        size=2.3 * scale,
        turn=180.0 - tilt if back else tilt,
        mirrored=unit["inverted"] != back,  # who is turned round to fly back would else lie on his back
    )


def _said(name: str, unit: dict[str, Any]) -> str:
    """All about a unit in words."""
    letter = f" {unit['letter']}" if "letter" in unit else ""
    inverted = ", inverted: it leaves in its next phase" if unit["inverted"] else ""
    hits = f", {unit['hits']} hit" if unit["hits"] else ""
    return (
        f"{unit['name']}{letter} ({name}): {unit['column']} {unit['row']} {unit['depth']}, "
        f"{unit['pitch']} {unit['heading']}{hits}{inverted}"
    )


def _summary(view: Document) -> str:
    """Everything that flies, in sentences."""
    flying = [_said(name, unit) for name, unit in view["units"].items() if "column" in unit]
    when = f"Turn {view['turn']} of {view['turns']}." if view["turn"] else "Before the first turn."
    return f"{when} {'. '.join(flying)}."
