"""The replay's picture of the table: a view document in, shapes in user units out.

Elements lie on five bands of sky by Altitude. An Engaged pair lies nose to tail or nose to side as the cards
do on the table [WBY 7.2]; everyone else faces the enemy. The template only writes the shapes down, so what
is drawn where is decided, and tested, here. Nothing here knows Django.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

Document = Mapping[str, Any]

ALTITUDES: dict[str, str] = {
    "very-high": "Very High",
    "high": "High",
    "medium": "Medium",
    "low": "Low",
    "very-low": "Very Low",
}
UNKNOWN = ("unknown", "Altitude not yet known")

CELL_WIDTH = 200
CELL_HEIGHT = 142
BAND_PADDING = 10
EMPTY_BAND = 34
GROUND = 22
GUTTER = 84
"""Room for the names of the bands at the left of a wide picture; a narrow one writes them inside."""
BAND_HEADING = 20
LEADER_SIZE = 66
WINGMAN_SIZE = 46
PIP_STEP = 9
PIPS_TOP = 126
NAME_LIMIT = 33

FACING = {"allied": 90, "axis": 270}
"""Degrees clockwise from straight up: the sides look at one another."""
REAR = {90: (-58, 18), 270: (58, 18)}
"""Where the Wingman flies, seen from a Leader with that heading."""
ASIDE = (60, 18)
"""Where the Wingman of a chased Leader flies, clear of the line between the two."""


@dataclass(frozen=True, slots=True)
class Move:
    """What an action's text says: ``kind card > target (detail)``."""

    kind: str
    card: str = ""
    target: str = ""
    seat: str = ""
    detail: str = ""

    @property
    def fires(self) -> bool:
        return self.card.startswith(("ims-", "oots-"))


_ACTION = re.compile(
    r"(?P<kind>[a-z]+)(?: (?P<card>[^>(]+?))?(?: > (?P<target>\S+)(?: (?P<seat>[^( ]+))?)?(?: \((?P<detail>.*)\))?"
)


def read_action(text: str) -> Move:
    """The parts of an action's text.

    >>> read_action("play ims-1b2h > allied-1 wingman (heavy gun)")
    Move(kind='play', card='ims-1b2h', target='allied-1', seat='wingman', detail='heavy gun')
    """
    found = _ACTION.fullmatch(text)
    if not found:
        return Move(kind=text)
    return Move(**{name: part or "" for name, part in found.groupdict().items()})


@dataclass(frozen=True, slots=True)
class Band:
    """A level of Altitude, as wide as the picture."""

    altitude: str
    label: str
    y: int
    height: int
    label_x: int
    label_y: int


@dataclass(frozen=True, slots=True)
class Plane:
    """One aircraft from above. ``angle`` turns it clockwise from nose-up; ``mark`` is its part in this step."""

    x: int
    y: int
    size: int
    angle: int
    silhouette: str
    label: str
    damaged: bool
    mark: str = ""
    """``actor``, ``target`` or empty."""

    @property
    def half(self) -> float:
        return self.size / 2


@dataclass(frozen=True, slots=True)
class Pip:
    """One box of an aircraft's capacity for Hits."""

    dx: int
    """From the row's own corner."""
    hit: bool
    beyond: bool
    """A Hit here would count on the Damaged side."""


@dataclass(frozen=True, slots=True)
class PipRow:
    x: int
    y: int
    label: str
    title: str
    pips: tuple[Pip, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """One Element or Lone Leader where it lies."""

    id: str
    side: str
    aircraft: str
    """Name of its type, short enough for its cell."""
    x: int
    y: int
    planes: tuple[Plane, ...]
    rows: tuple[PipRow, ...]
    in_clouds: bool
    active: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two aircraft: a Position (``tailing``, ``advantaged``) or what is played (``fire``, ``play``)."""

    kind: str
    x1: int
    y1: int
    x2: int
    y2: int
    label: str = ""

    @property
    def middle(self) -> int:
        return (self.x1 + self.x2) // 2


@dataclass(frozen=True, slots=True)
class Gone:
    """An aircraft that has left the table."""

    side: str
    label: str
    how: str
    """``destroyed`` or ``disengaged``."""


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    ground: int
    """Where the ground begins."""
    bands: tuple[Band, ...]
    units: tuple[Unit, ...]
    links: tuple[Link, ...]
    gone: tuple[Gone, ...]
    lines: tuple[str, ...]
    """The same in sentences."""


def unit_name(unit: str) -> str:
    """``axis-1`` as people say it.

    >>> unit_name("axis-1")
    'Axis 1'
    """
    return unit.replace("-", " ").capitalize()


def picture(
    view: Document,
    *,
    columns: int = 4,
    silhouettes: Mapping[str, str] | None = None,
    actor: str = "",
    seat: str = "leader",
    action: str = "",
) -> Picture:
    """Lay out ``view``: ``columns`` Elements abreast (an even number), the rest in further rows.

    ``silhouettes`` gives the shape (``single``, ``twin``, ``four``) of each aircraft slug that is not single.
    ``actor``, whose ``seat`` acts, and ``action`` are the step's, and mark who plays against whom.
    """
    return _Layout(view, columns, silhouettes or {}, (actor, seat), read_action(action)).picture()


class _Layout:
    def __init__(
        self, view: Document, columns: int, silhouettes: Mapping[str, str], actor: tuple[str, str], move: Move
    ) -> None:
        self.units: Mapping[str, Document] = view["units"]
        self.columns = columns
        self.gutter = GUTTER if columns > 2 else 0
        self.width = self.gutter + columns * CELL_WIDTH
        self.silhouettes = silhouettes
        self.actor, self.actor_seat = actor
        self.move = move
        self.chasing = {a: (b, position) for a, b, position in map(_from_better_side, view.get("engaged", ()))}
        self.chased = {b: (a, position) for a, (b, position) in self.chasing.items()}
        self.placed: dict[str, Unit] = {}

    def picture(self) -> Picture:
        flying = {name: unit for name, unit in self.units.items() if unit.get("status", "flying") == "flying"}
        y = 0
        bands = []
        levels = dict(ALTITUDES)
        if any(_altitude(unit) == UNKNOWN[0] for unit in flying.values()):
            levels = {UNKNOWN[0]: UNKNOWN[1], **levels}
        for altitude, label in levels.items():
            here = [name for name, unit in flying.items() if _altitude(unit) == altitude]
            height = self.place(here, y)
            middle = y + height // 2 + 5
            bands.append(
                Band(altitude, label, y, height, 10, middle if self.gutter or not here else y + BAND_HEADING - 3)
            )
            y += height
        units = tuple(self.placed[name] for name in self.units if name in self.placed)
        return Picture(
            width=self.width,
            height=y + GROUND,
            ground=y,
            bands=tuple(bands),
            units=units,
            links=(*self.positions(), *self.shots()),
            gone=tuple(self.gone()),
            lines=tuple(self.sentence(name, unit) for name, unit in flying.items()),
        )

    def place(self, names: list[str], top: int) -> int:
        """Put these Elements into a band that begins at ``top``, each row in its middle; its height."""
        if not names:
            return EMPTY_BAND
        cells: list[str] = []
        for name in names:
            if name in self.chasing:
                cells += [name, self.chasing[name][0]]
        alone = [name for name in names if name not in cells]
        cells += _facing_pairs(alone, self.units)
        heading = 0 if self.gutter else BAND_HEADING
        for n, name in enumerate(cells):
            row, column = divmod(n, self.columns)
            in_row = min(self.columns, len(cells) - row * self.columns)
            x = self.gutter + column * CELL_WIDTH + (self.columns - in_row) * CELL_WIDTH // 2
            self.placed[name] = self.unit(name, x, top + heading + BAND_PADDING + row * CELL_HEIGHT)
        rows = -(-len(cells) // self.columns)
        return heading + rows * CELL_HEIGHT + 2 * BAND_PADDING

    def angle(self, name: str) -> int:
        if name in self.chasing:
            return 90
        if name in self.chased:
            return 90 if self.chased[name][1] == "tailing" else 0
        return FACING[self.units[name]["side"]]

    def unit(self, name: str, x: int, y: int) -> Unit:
        unit = self.units[name]
        angle = self.angle(name)
        centre, middle = x + CELL_WIDTH // 2, y + 38
        planes, rows, names = [], [], []
        for seat, size in (("leader", LEADER_SIZE), ("wingman", WINGMAN_SIZE)):
            aircraft = unit.get(seat)
            if not aircraft or aircraft.get("status", "flying") != "flying":
                continue
            dx, dy = (0, 0) if seat == "leader" else ASIDE if name in self.chased else REAR[angle]
            planes.append(
                Plane(
                    x=centre + dx,
                    y=middle + dy,
                    size=size,
                    angle=angle,
                    silhouette=self.silhouettes.get(str(aircraft["aircraft"]), "single"),
                    label=f"{_aircraft_name(aircraft)}, {seat}",
                    damaged=bool(aircraft.get("damaged")),
                    mark=self.mark(name, seat),
                )
            )
            rows.append(_pip_row(aircraft, seat, x + (12 if seat == "leader" else 108), y + PIPS_TOP))
            names.append(_aircraft_name(aircraft))
        return Unit(
            id=name,
            side=unit["side"],
            aircraft=_shorten(" and ".join(dict.fromkeys(names))),
            x=x,
            y=y,
            planes=tuple(planes),
            rows=tuple(rows),
            in_clouds=bool(unit.get("clouds")),
            active=name == self.actor,
        )

    def mark(self, name: str, seat: str) -> str:
        if self.move.target == name:
            return "target" if (self.move.seat or "leader") == seat else ""
        return "actor" if (name, seat) == (self.actor, self.actor_seat) else ""

    def positions(self) -> Iterable[Link]:
        for name, (other, position) in self.chasing.items():
            if name in self.placed and other in self.placed:
                a, b = self.placed[name].planes[0], self.placed[other].planes[0]
                yield Link(position, a.x + 38, a.y, b.x - (72 if position == "tailing" else 44), b.y, position.title())

    def shots(self) -> Iterable[Link]:
        actor, target = self.placed.get(self.actor), self.placed.get(self.move.target)
        if not actor or not target or actor is target:
            return
        source = next((plane for plane in actor.planes if plane.mark == "actor"), actor.planes[0])
        aimed = next((plane for plane in target.planes if plane.mark == "target"), target.planes[0])
        x1, y1, x2, y2 = _between(source, aimed)
        drop = 14 if self.chasing.get(actor.id, ("",))[0] == target.id and y1 == y2 else 0
        yield Link("fire" if self.move.fires else "play", x1, y1 + drop, x2, y2 + drop)

    def gone(self) -> Iterable[Gone]:
        for name, unit in self.units.items():
            seated = [unit[seat] for seat in ("leader", "wingman") if unit.get(seat)]
            for aircraft in [*unit.get("lost", ()), *seated]:
                how = aircraft.get("status", "flying")
                if how != "flying":
                    yield Gone(unit["side"], _gone_label(name, aircraft), how)

    def sentence(self, name: str, unit: Document) -> str:
        planes = self.placed[name].planes if name in self.placed else ()
        who = f"{unit_name(name)} ({' and '.join(plane.label for plane in planes)})"
        where = dict([*ALTITUDES.items(), UNKNOWN])[_altitude(unit)]
        parts = [f"{who}: {where}"]
        if name in self.chasing:
            other, position = self.chasing[name]
            parts.append(f"{'tailing' if position == 'tailing' else 'advantaged over'} {unit_name(other)}")
        if name in self.chased:
            other, position = self.chased[name]
            parts.append(f"{'tailed' if position == 'tailing' else 'disadvantaged'} by {unit_name(other)}")
        if unit.get("clouds"):
            parts.append("in the clouds")
        for seat in ("leader", "wingman"):
            aircraft = unit.get(seat)
            if aircraft and aircraft.get("hits"):
                parts.append(f"{seat} has {aircraft['hits']} hit{'s' if aircraft['hits'] != 1 else ''}")
        return ", ".join(parts) + "."


def _between(a: Plane, b: Plane) -> tuple[int, int, int, int]:
    """The line from the edge of one aircraft's circle to the edge of the other's."""
    length = max(hypot(b.x - a.x, b.y - a.y), 1)
    dx, dy = (b.x - a.x) / length, (b.y - a.y) / length
    near, far = a.half + 3, b.half + 3
    return round(a.x + dx * near), round(a.y + dy * near), round(b.x - dx * far), round(b.y - dy * far)


def _altitude(unit: Document) -> str:
    return str(unit["altitude"] or UNKNOWN[0])


def _from_better_side(triple: Any) -> tuple[str, str, str]:
    """An Engaged triple, the attacker first."""
    a, b, position = triple
    if position in ("tailed", "disadvantaged"):
        return b, a, "tailing" if position == "tailed" else "advantaged"
    return a, b, position


def _facing_pairs(names: list[str], units: Mapping[str, Document]) -> list[str]:
    """Allied and axis by turns, so that they look at one another; who is left over follows."""
    allied = [name for name in names if units[name]["side"] == "allied"]
    axis = [name for name in names if units[name]["side"] == "axis"]
    both = min(len(allied), len(axis))
    paired = [name for pair in zip(allied[:both], axis[:both], strict=True) for name in pair]
    return paired + allied[both:] + axis[both:]


def _aircraft_name(aircraft: Document) -> str:
    return str(aircraft.get("name") or aircraft["aircraft"])


def _gone_label(unit: str, aircraft: Document) -> str:
    who = aircraft.get("pilot") or f"{unit_name(unit)} {aircraft['seat']}"
    return f"{who}, {_aircraft_name(aircraft)}"


def _shorten(text: str, limit: int = NAME_LIMIT) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _pip_row(aircraft: Document, seat: str, x: int, y: int) -> PipRow:
    line, capacity = aircraft.get("damage", (0, 0))
    hits = int(aircraft.get("hits", 0))
    damaged = bool(aircraft.get("damaged"))
    pips = tuple(
        Pip(dx=12 + n * PIP_STEP + (3 if n >= line else 0), hit=n < hits, beyond=n >= line) for n in range(capacity)
    )
    state = "damaged" if damaged else "undamaged"
    return PipRow(x, y, seat[0].upper(), f"{seat.capitalize()}: {hits} of {capacity} hits, {state}", pips)
