"""The map from above, with who flies where and how high. [A20 Movement and Position]

Hexes are as wide as two units, north is up. What is drawn is cut to where the aircraft are; a window of steady size
that moves in steps of two columns and rows keeps a replay from jumping.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any, Final

from engine.angels.aircraft import aircraft
from engine.angels.hexes import ARC, AROUND, STEP, column_row, hex_at, hexes
from engine.angels.labels import Label, arranged
from engine.angels.situations import situation
from engine.angels.spots import ROW, corners_of, lit_hexes, spots, stacked
from engine.angels.terms import FACING_NUMBER, FACING_WORDS, SIDE_OF, UNIT_NUMBER
from engine.core.board import NO_STEP, Board, Point, Shape, Step, type_of
from engine.core.game import SIDE_NAMES, SIDES, Document

LEFT: Final = 1.2
TOP: Final = 1.1
"""Room for the numbers of rows and columns."""
WINDOW: Final = (11, 9)
"""Columns and rows that are shown where the aircraft fit in."""
MARGIN: Final = 1
"""Hexes shown around the outermost aircraft."""
TEXTS: Final = 34
"""Heights of the smallest text in the width of a telephone, where it can still be read."""
SMALLEST, LARGEST = 0.55, 0.66
"""Heights of the texts: larger where more of the map is drawn, as far as there is room."""
LENGTH: Final = 1.2
"""Of an aircraft alone in its hex: so short that names have room in the next one."""
LINE: Final = 1.05
"""From line to line, in heights of a letter."""
LETTER: Final = 0.52
"""Width of a letter, in heights."""
MARK: Final = 1.2
"""Width of a side's mark before a name, in heights."""
ALONE, STACKED = 0.62, 1.0
"""How far from the middle of its hex a name begins, of an aircraft alone and of several."""
_STATUS_MARKS: Final = {"climbing": "↑", "diving": "↓", "evading-left": "↶", "evading-right": "↷"}
_STATUS_WORDS: Final = {
    "climbing": "nose up",
    "diving": "nose down",
    "evading-left": "banking left",
    "evading-right": "banking right",
}


class Window:
    """The part of the map that is drawn."""

    __slots__ = ("east", "letters", "north", "south", "west")

    def __init__(self, width: int, height: int, places: Iterable[int], more: Iterable[tuple[int, int]] = ()) -> None:
        """``places``: the hexes that must be seen, each with ``MARGIN`` hexes around it; ``more``: columns and rows of
        others, even off the map."""
        found = [column_row(place) for place in places]
        columns, rows = [c for c, _ in found] or [1, width], [r for _, r in found] or [1, height]
        self.west, self.east = _span(columns, width, WINDOW[0])
        self.north, self.south = _span(rows, height, WINDOW[1])
        for column, row in more:
            self.west, self.east = min(self.west, column), max(self.east, column)
            self.north, self.south = min(self.north, row), max(self.south, row)
        self.letters = min(LARGEST, max(SMALLEST, self.width / TEXTS))

    @property
    def places(self) -> Iterator[int]:
        return (
            hex_at(column, row)
            for column in range(max(1, self.west), self.east + 1)
            for row in range(max(1, self.north), self.south + 1)
        )

    @property
    def width(self) -> float:
        return LEFT + 1.5 * (self.east - self.west) + 2 + 0.3

    @property
    def height(self) -> float:
        return TOP + ROW * (self.south - self.north + 1.5) + 0.3

    def middle(self, column: int, row: int) -> Point:
        """Of a hex on the drawing."""
        even = 0 if column & 1 else 0.5
        return LEFT + 1 + 1.5 * (column - self.west), TOP + ROW * (row - self.north + 0.5 + even)


def _span(seen: list[int], most: int, usual: int) -> tuple[int, int]:
    """First and last column or row: ``usual`` many if all fits in, from an odd one on, within the map."""
    first, last = max(1, min(seen) - MARGIN), min(most, max(seen) + MARGIN)
    size = min(most, max(usual, last - first + 1))
    start = (first + last - size + 1) // 2
    start = min(max(1, start | 1), max(1, most - size + 1))
    if start > first or start + size - 1 < last:
        return min(start, first), max(last, start + size - 1)
    return start, start + size - 1


def board(view: Document, step: Step = NO_STEP) -> Board:
    """The table of a view, with what may be picked on it; who has acted is marked, or who is asked about where no step
    led there."""
    units: dict[str, Document] = view["units"]
    shown = {unit: each for unit, each in units.items() if each["hex"] and _is_seen(each, view["turn"])}
    sheet = view["map"]
    on_map = hexes(sheet["width"], sheet["height"])
    area = _area(view)
    seen = [*area, *(hex_at(*each["hex"]) for each in shown.values())]
    window = Window(sheet["width"], sheet["height"], seen, lit_hexes(step.lit))
    shapes = [
        Shape("polygon", _frame(window.width, window.height), "sky"),
        *_hexes(window, on_map),
        *_patch(window, area, "arc", "Here it may be deployed."),
        *_arc(view, window, on_map),
        *_dangers(view, window, on_map),
        *_numbers(window, sheet["width"], sheet["height"]),
    ]
    marked = {unit for unit in shown if _has_acted(shown[unit], view)} if step.name else {view.get("active")}
    shapes += _flying(window, view, shown, marked)
    return Board(
        round(window.width, 3),
        round(window.height, 3),
        tuple(shapes),
        _summary(view, shown),
        spots=spots(view, shown, window.middle, step.lit),
    )


def _is_seen(unit: Document, turn: int) -> bool:
    """Whether it is on the map, or fell from it this turn."""
    return bool(unit["fate"] == "flying" or (unit["fate"] == "destroyed" and unit["gone"] == turn))


def _area(view: Document) -> list[int]:
    """Where the aircraft that is to be deployed may go. [A20 Deploy Aircraft]"""
    unit = view.get("active")
    if view["phase"] != "deploy" or unit not in UNIT_NUMBER:
        return []
    chosen = situation(view["situation"])
    advantaged = SIDES[UNIT_NUMBER[unit] >> SIDE_OF] == view["advantage"]
    return list((chosen.red if advantaged else chosen.blue).places)


def _frame(width: float, height: float) -> tuple[Point, ...]:
    return (0, 0), (width, 0), (width, height), (0, height)


def _hexes(window: Window, on_map: frozenset[int]) -> Iterator[Shape]:
    for place in window.places:
        if place in on_map:
            column, row = column_row(place)
            yield Shape("polygon", corners_of(*window.middle(column, row)), "hex", title=f"{column}.{row}")


def _patch(window: Window, places: Iterable[int], look: str, title: str) -> Iterator[Shape]:
    """Some hexes, a little smaller than those of the map."""
    for place in set(window.places).intersection(places):
        yield Shape("polygon", corners_of(*window.middle(*column_row(place)), 0.93), look, title=title)


def _dangers(view: Document, window: Window, on_map: frozenset[int]) -> Iterator[Shape]:
    """Flak fields that have begun, and balloons. [A20 Flak Fields, Barrage Balloons]"""
    inside = set(window.places)
    for field in view["flak"]:
        if field["turn"] <= max(1, view["turn"]):
            middle = hex_at(*field["hex"])
            covered = [place for place in (middle, *(middle + step for step in STEP)) if place in on_map]
            said = f"flak {field['altitude']}"
            yield from _patch(window, covered, "flak", f"Flak field at altitude {field['altitude']}")
            if middle in inside:
                yield _text(window, window.middle(*field["hex"]), 0.6, said, "label flak")
    for place in view["balloons"]:
        if hex_at(*place) in inside:
            x, y = window.middle(*place)
            yield Shape("circle", ((x, y),), "balloon", size=0.4, title="Barrage balloon, up to altitude 1")
            yield _text(window, (x, y), 0.65, "balloon", "label")


def _arc(view: Document, window: Window, on_map: frozenset[int]) -> Iterator[Shape]:
    """Where the aircraft that acts can fire, as it flies now. [A20 Firing Arc]"""
    unit = view.get("active")
    flown = view["units"].get(unit)
    if unit is None or flown is None or view["phase"] == "deploy":
        return
    middle = hex_at(*flown["hex"])
    arc = AROUND if aircraft(flown["aircraft"]).all_round else ARC[FACING_NUMBER[flown["facing"]]]
    places = [middle + step for step in arc if middle + step in on_map]
    yield from _patch(window, places, "arc", f"In the firing arc of {_said(unit)}")


def _numbers(window: Window, columns: int, rows: int) -> Iterator[Shape]:
    """Of columns above, of rows to the left."""
    for column in range(max(1, window.west), min(columns, window.east) + 1):
        x, _ = window.middle(column, window.north)
        yield _text(window, (x, TOP), -0.45, str(column), "label small")
    for row in range(max(1, window.north), min(rows, window.south) + 1):
        _, y = window.middle(window.west | 1, row)
        yield _text(window, (LEFT - 0.7, y), 0, str(row), "label small")
    yield _text(window, (LEFT - 0.65, TOP), -0.45, "N↑", "label small")


def _text(window: Window, middle: Point, below: float, text: str, look: str) -> Shape:
    return Shape("text", ((middle[0], middle[1] + below),), look, text, size=window.letters)


def _has_acted(unit: Document, view: Document) -> bool:
    """In the phase of the view."""
    return bool(unit["fired"] if view["phase"] == "attack" else unit["moved"] and view["phase"] != "initiative")


def _flying(
    window: Window, view: Document, shown: dict[str, Document], marked: Container[str | None]
) -> Iterator[Shape]:
    """The aircraft, and who they are and how high: below each, or where that covers neither aircraft nor name."""
    stacks = stacked(shown)
    craft, lines, labels = [], [], []
    for hex_, stack in stacks.items():
        middle = window.middle(*hex_)
        if any(shown[unit]["clouds"] for unit in stack):
            yield Shape("circle", (middle,), "cloud", size=0.95, title="In the clouds")
        apart = 0.9 / len(stack)
        offs = [(number - (len(stack) - 1) / 2) * apart for number in range(len(stack))]
        craft.append([(middle[0] + off, middle[1] - off) for off in offs])
        lines.append(_lines(stack, view))
        wide = max(LETTER * len(text) for _, text in lines[-1]) + (0.0 if len(stack) > 1 else MARK)
        high = LINE * len(lines[-1])
        clear = ALONE if len(stack) == 1 else STACKED
        labels.append(Label(middle, wide * window.letters, high * window.letters, clear))
    line = LINE * window.letters
    hulls = [middle for middles in craft for middle in middles]
    names = arranged(labels, hulls, window.width, window.height)
    for stack, middles, said, label, (x, y) in zip(stacks.values(), craft, lines, labels, names, strict=True):
        top = (x, y - (label.height - line) / 2)
        if len(stack) == 1:
            yield _aircraft(middles[0], stack[0], shown[stack[0]], stack[0] in marked, LENGTH, said[0][1], top)
        else:
            for unit, middle in zip(stack, middles, strict=True):
                yield _aircraft(middle, unit, shown[unit], unit in marked, LENGTH * 0.75)
        for number, (side, text) in enumerate(said):
            if number or len(stack) > 1:
                yield _text(window, top, number * line, text, f"label {side}")


def _lines(stack: list[str], view: Document) -> list[tuple[str, str]]:
    """What is written beside a hex: side and text; of several aircraft each has one line, the highest the first."""
    units = view["units"]
    if len(stack) > 1:
        return [(units[unit]["side"], f"{_short(unit, units)} {_height(units[unit])}") for unit in reversed(stack)]
    side = units[stack[0]]["side"]
    return [(side, _short(stack[0], units)), (side, _height(units[stack[0]]))]


def _short(name: str, units: Document) -> str:
    """Its type in short, with its number where its side has several of them."""
    short, side = str(units[name]["short"]), units[name]["side"]
    same = [each for each in units.values() if (each["short"], each["side"]) == (short, side)]
    return f"{short} {name.rpartition('-')[2]}" if len(same) > 1 else short


def _height(unit: Document) -> str:
    """Altitude, status and damage, as short as can be."""
    if unit["fate"] == "destroyed":
        return "lost"
    mark = _STATUS_MARKS.get(unit["status"], "")
    return f"alt {unit['altitude']}{mark}{' ' + '✕' * min(unit['hits'], 4) if unit['hits'] else ''}"


def _aircraft(
    middle: Point,
    name: str,
    unit: Document,
    is_marked: bool,
    length: float,
    text: str = "",
    name_at: Point | None = None,
) -> Shape:
    words = (
        unit["side"],
        "damaged" if unit["hits"] else "",
        "lost" if unit["fate"] == "destroyed" else "",
        "moved" if is_marked else "",
    )
    return Shape(
        "bomber" if unit["class"].endswith("bomber") else "aircraft",
        (middle,),
        " ".join(filter(None, words)),
        text,
        type=type_of(unit["aircraft"]),
        title=_in_words(name, unit),
        name_at=name_at,
        size=length,
        turn=(270 + 60 * FACING_NUMBER[unit["facing"]]) % 360,
        key=name,
    )


def _said(unit: str) -> str:
    """``Allied 1`` of ``allied-1``."""
    side, _, number = unit.partition("-")
    return f"{SIDE_NAMES[side]} {number}"


def _in_words(name: str, unit: Document) -> str:
    """All that can be seen of an aircraft."""
    who = f"{unit['type']} ({', '.join(filter(None, (_said(name), unit['name'], unit['quality'])))})"
    if unit["fate"] == "destroyed":
        return f"{who}, destroyed"
    words: list[Any] = [
        f"{unit['hex'][0]}.{unit['hex'][1]}",
        f"altitude {unit['altitude']}",
        f"facing {FACING_WORDS[FACING_NUMBER[unit['facing']]]}",
        _STATUS_WORDS.get(unit["status"]),
        "in the clouds" if unit["clouds"] else None,
        "in the searchlights" if unit["illuminated"] else None,
        f"{unit['hits']} of {unit['hit_points']} hit points gone" if unit["hits"] else None,
        "crippled" if unit["crippled"] else None,
        "has moved" if unit["moved"] else None,
        "has fired" if unit["fired"] else None,
    ]
    return f"{who}: {', '.join(filter(None, words))}"


def _summary(view: Document, shown: dict[str, Document]) -> str:
    """The table in sentences."""
    said = [f"Game Turn {view['turn']}." if view["turn"] else "Before the first Game Turn."]
    if view["night"]:
        said.append(f"It is night, in {view['night']['light']}.")
    if view["clouds"]:
        bands = [f"{band} at {altitude}" for altitude, band in enumerate(view["clouds"], 1) if band != "clear"]
        said.append(f"Clouds by altitude: {', '.join(bands) or 'clear'}.")
    said += [f"{_in_words(name, unit)}." for name, unit in shown.items()]
    gone = [f"{unit['type']} ({_said(name)})" for name, unit in view["units"].items() if unit["fate"] != "flying"]
    if gone:
        said.append(f"Gone: {', '.join(gone)}.")
    return " ".join(said)
