"""The table as shapes: a band for each altitude, the flights in it, and who is on whom. [WWI Positioning, Altitude]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from typing import Any, Final, Literal

from engine.core.board import NO_STEP, Board, Point, Shape, Step, type_of
from engine.core.game import Document
from engine.flames.board import Pick, area, circles, hands, played
from engine.wwi.aircraft import aircraft
from engine.wwi.hand_board import CARDS, held, seat_called
from engine.wwi.terms import ALL_SIDES, ALTITUDES, TITLES, UNIT_NUMBER, words

CELL_HEIGHT: Final = 6.0
HEAD: Final = 1.5
"""Of a band, for its name."""
EMPTY: Final = 3.0
LEADER_SIZE: Final = 3.0
WINGMAN_SIZE: Final = 1.5
WINGMEN_A_ROW: Final = 4
BEHIND: Final = (2.45, 1.6)
"""From a Leader to his first Wingman, and from each to the next: four find room in a cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The measures of a flight’s cell, of which there are two abreast: letters are as high in each."""

    width: float
    leader: float
    """Of a Leader within it, from the outer side; his Wingmen fly behind him."""
    words: float
    """Of the middle of his name, from there too."""


WIDE: Final = Cell(18.0, 12.6, 8.0)
NARROW: Final = Cell(12.0, 8.6, 6.0)
"""On a phone, where letters take more of the table."""

_KIND: Final[dict[int, Literal["monoplane", "biplane", "triplane"]]] = {1: "monoplane", 2: "biplane", 3: "triplane"}
"""By wings one above the other."""
LETTERS: Final = 20
"""That there is room for in a cell beside the number of a flight."""
_FACING: Final = (0.0, 180.0, 0.0, 180.0)
"""By side: where the nose of a Leader points who is Neutral; the left column looks right."""


def board(view: Document, step: Step = NO_STEP) -> Board:
    """The table of a view or a position, and what of it is lit in a ``step``."""
    return replace(_board(view, step, WIDE), narrow=_board(view, step, NARROW))


def _board(view: Document, step: Step, cell: Cell) -> Board:
    width = 2 * cell.width
    units: dict[str, Any] = view["units"]
    flying = {name: unit for name, unit in units.items() if unit["leader"]["status"] == "flying"}
    shapes: list[Shape] = []
    places: dict[str, Point] = {}
    sky: dict[str, tuple[float, float]] = {}
    top = 0.0
    for altitude in (*reversed(ALTITUDES), None):
        here = {name: unit for name, unit in flying.items() if unit["altitude"] == altitude}
        if altitude is None and not here:
            continue
        columns: tuple[list[str], list[str]] = ([], [])
        for name, unit in here.items():
            columns[ALL_SIDES.index(unit["side"]) % 2].append(name)
        rows = max(map(len, columns))
        height = HEAD + rows * CELL_HEIGHT if rows else EMPTY
        shapes += _band(altitude, top, width, height)
        sky[altitude or ""] = (top, height)
        for column, names in enumerate(columns):
            for row, name in enumerate(names):
                # Leaders stand inside, so that an arrow from one to the other crosses nothing.
                inside = cell.width - cell.leader if column else cell.leader
                places[name] = (column * cell.width + inside, top + HEAD + row * CELL_HEIGHT + 2.0)
        top += height
    engaged = {
        first: (second, position) for first, second, position in view["engaged"] if {first, second} <= places.keys()
    }
    for first, (second, position) in engaged.items():
        shapes.append(_arrow(first, second, position, places))
    for name, unit in flying.items():
        if name in places:
            alone = sum(other["side"] == unit["side"] for other in units.values()) == 1
            shapes += _flight(name, unit, alone, places, engaged, cell)
    lost = [name for name in units if name not in flying]
    if lost:
        text = "Shot down: " + ", ".join(_called(name) for name in lost)
        shapes.append(Shape("text", ((width / 2, top + 1.1),), "small", text=text, size=0.9))
        top += 2.0
    return Board(
        width,
        top,
        tuple(shapes),
        _summary(view, flying),
        hands=hands(held(view, flying), CARDS),
        spots=tuple(_spots(step.lit, units, shapes, sky, width)) if step.lit else (),
        played=played(step.action, CARDS),
    )


def _spots(
    lit: Collection[str],
    units: Mapping[str, Document],
    shapes: list[Shape],
    sky: Mapping[str, tuple[float, float]],
    width: float,
) -> Iterator[Shape]:
    """What may be picked: bands of sky, and above them aircraft."""
    for altitude, (top, height) in sky.items():
        if altitude in lit:
            yield area(altitude, 0.0, top, width, height, altitude, words(altitude))
    picks = []
    for shape in shapes:
        if shape.key in lit:
            name, _, seat = shape.key.partition(" ")
            title = f"{_called(name)}, {seat_called(seat)}"
            picks.append(Pick(shape.key, shape.points[0], shape.size, units[name]["side"], title))
    yield from circles(picks, width)


def _band(altitude: str | None, top: float, width: float, height: float) -> list[Shape]:
    corners = ((0.0, top), (width, top), (width, top + height), (0.0, top + height))
    name = words(altitude) if altitude else "Not yet placed"
    return [
        Shape("polygon", corners, f"sky box {altitude or ''}".strip(), title=name),
        Shape("text", ((width / 2, top + 0.9),), "label", text=name, size=1.0),
    ]


def _arrow(first: str, second: str, position: str, places: dict[str, Point]) -> Shape:
    """From who is Advantaged or Tailing to his enemy, stopping short of both."""
    (x, y), (to_x, to_y) = places[first], places[second]
    length = hypot(to_x - x, to_y - y) or 1.0
    along = ((to_x - x) / length, (to_y - y) / length)
    gap = LEADER_SIZE * 0.6
    start = (x + along[0] * gap, y + along[1] * gap)
    end = (to_x - along[0] * gap, to_y - along[1] * gap)
    return Shape("line", (start, end), f"arrow {position}", title=_arrow_title(first, second, position))


def _arrow_title(first: str, second: str, position: str) -> str:
    return f"{_called(first)} is {'Advantaged on' if position == 'advantaged' else 'Tailing'} {_called(second)}"


def _called(name: str) -> str:
    """``Entente 1`` of ``allied-1``."""
    return TITLES[UNIT_NUMBER[name]]


def _nose(name: str, unit: Document, places: dict[str, Point], engaged: dict[str, tuple[str, str]]) -> float:
    """Where a Leader's nose points: at whom he is on; away from who tails him; across who is Advantaged on him."""
    if name in engaged:
        return _angle(places[name], places[engaged[name][0]])
    behind = [(position, other) for other, (enemy, position) in engaged.items() if enemy == name]
    if behind:
        position, other = max(behind)  # Tailing before Advantaged
        away = _angle(places[other], places[name])
        return away if position == "tailing" else (away + 90.0) % 360.0
    return _FACING[ALL_SIDES.index(unit["side"])]


def _angle(start: Point, end: Point) -> float:
    return degrees(atan2(end[1] - start[1], end[0] - start[0])) % 360.0


def _flight(
    name: str,
    unit: Document,
    alone: bool,
    places: dict[str, Point],
    engaged: dict[str, tuple[str, str]],
    cell: Cell,
) -> list[Shape]:
    x, y = places[name]
    leader = unit["leader"]
    side = unit["side"]
    nose = _nose(name, unit, places, engaged)
    cards = _count(unit["hand"])
    shapes = [
        Shape(
            _KIND[aircraft(leader["aircraft"]).wings],
            ((x, y),),
            _look(side, leader),
            type=type_of(leader["aircraft"]),
            title=_title(f"{_called(name)}, Leader", leader, unit["altitude"], cards),
            size=LEADER_SIZE,
            turn=nose,
            key=f"{name} leader",
        )
    ]
    left = x < cell.width
    middle = cell.words if left else 2 * cell.width - cell.words
    shapes.append(Shape("text", ((middle, y + 2.3),), f"label {side}", text=_label(name, leader, alone), size=0.85))
    shapes.append(Shape("text", ((middle, y + 3.4),), "small", text=_figures(leader, cards), size=0.8))
    first, step = (-each for each in BEHIND) if left else BEHIND
    for number, wingman in enumerate(unit["wingmen"]):
        row, column = divmod(number, WINGMEN_A_ROW)
        shapes.append(
            Shape(
                _KIND[aircraft(wingman["aircraft"]).wings],
                ((x + first + step * column, y - 0.9 + 1.9 * row),),
                _look(side, wingman),
                type=type_of(wingman["aircraft"]),
                title=_title(
                    f"{_called(name)}, Wingman {number + 1}",
                    wingman,
                    unit["altitude"],
                    _count(wingman.get("mini_hand", 0)),
                ),
                size=WINGMAN_SIZE,
                turn=_FACING[ALL_SIDES.index(side)],
                key=f"{name} wingman-{number + 1}",
            )
        )
    return shapes


def _look(side: str, craft: Document) -> str:
    if craft["status"] != "flying":
        return f"{side} lost"
    return f"{side} damaged" if craft["damaged"] else side


def _label(name: str, leader: Document, alone: bool) -> str:
    """A flight's number, if its side has several, and its Leader's name or type, as far as there is room."""
    type_ = str(leader["name"]).removeprefix("Royal Aircraft Factory ")
    if len(type_) > LETTERS:
        maker, _, model = type_.partition(" ")
        type_ = f"{maker.partition('-')[0]} {model}"
    what = leader["pilot"] if 0 < len(leader["pilot"]) <= LETTERS else type_[:LETTERS]
    return what if alone else f"{name.rpartition('-')[2]} · {what}"


def _count(hand: Any) -> int:
    """Cards of a hand that a view gives as a list, or as their number."""
    return hand if isinstance(hand, int) else len(hand)


def _figures(craft: Document, cards: int) -> str:
    """Hits and cards, in few words."""
    hits = craft["hits"]
    parts = [f"{hits} Hit{'s' if hits != 1 else ''}"] if hits else []
    parts.append(f"{cards} card{'s' if cards != 1 else ''}")
    if craft.get("lasting", {}).get("on-fire"):
        parts.append("on fire")
    return " · ".join(parts)


def _title(who: str, craft: Document, altitude: str | None, cards: int) -> str:
    parts = [f"{who}: {craft['name']}"]
    if craft["pilot"]:
        parts.append(craft["pilot"])
    if altitude:
        parts.append(words(altitude).lower())
    if craft["status"] != "flying":
        parts.append("shot down" if craft["status"] == "destroyed" else "out of the fight")
        return ", ".join(parts)
    front, back = craft["airframe"]
    parts.append(f"{craft['hits']} of {back if craft['damaged'] else front} Hits")
    if craft["damaged"]:
        parts.append("damaged")
    parts += [words(name).lower() for name in craft.get("lasting", {}) if name != "wing_by"]
    if cards:
        parts.append(f"{cards} card{'s' if cards > 1 else ''}")
    return ", ".join(parts)


def _summary(view: Document, flying: dict[str, Any]) -> str:
    """Turn, who is where, and who is on whom, in sentences."""
    parts = []
    for altitude in reversed(ALTITUDES):
        here = [
            f"{_called(name)} ({unit['leader']['name']})"
            for name, unit in flying.items()
            if unit["altitude"] == altitude
        ]
        if here:
            parts.append(f"{words(altitude)}: {', '.join(here)}.")
    for first, second, position in view["engaged"]:
        parts.append(_arrow_title(first, second, position) + ".")
    turn = f"Turn {view['turn']} of {view['turns']}." if view["turn"] else "The set-up."
    return " ".join([turn, *parts])
