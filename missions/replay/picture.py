"""The replay's picture of the table: a view document in, shapes in user units out.

Elements lie on five bands of sky by Altitude. An Engaged pair lies nose to tail or nose to side as the cards
do on the table [WBY 7.2]; everyone else faces the enemy. Formations fly in a vic. Units Over Target lie in a
strip of their own in their band. The template only writes the shapes down, so what is drawn where is decided,
and tested, here and, for what surrounds the sky in a mission, in ``replay_mission``. Nothing here knows Django.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from config.common.vocabulary import ALTITUDES
from engine.core.names import unit_names
from missions.replay import mission_track
from missions.replay.mission_track import Document
from missions.replay.shapes import Band, Gone, Link, Picture, PipRow, Plane, Puff, ShownUnit, TargetPicture, Track
from missions.replay.units import (
    CELL_WIDTH,
    aircraft_name,
    aircraft_of,
    backs,
    bomber_row,
    crowd,
    gone_label,
    hits,
    loads,
    note,
    pip_row,
    places,
    seated,
    shorten,
)

BELTS: dict[str, str] = {"sea": "Over the sea", "guns": "Over the guns", "land": "Over the land"}
"""In the place of Altitudes, of patrols and flying bombs. [SUP 28]"""
UNKNOWN = ("unknown", "Altitude not yet known")

CELL_HEIGHT = 142
FORMATION_DROP = 8
"""How much lower the words of a Formation begin than those of an Element."""
FORMATION_HEIGHT = 176
"""Of a cell with a row of boxes for each of three bombers."""
BAND_PADDING = 10
EMPTY_BAND = 34
GROUND = 22
GUTTER = 84
"""Room for the names of the bands at the left of a wide picture; a narrow one writes them inside."""
BAND_HEADING = 20
LEADER_SIZE = 66
WINGMAN_SIZE = 46
SECTION_SIZE = 34
BOMBER_SIZE = 50
WORDS_TOP = 86
PIPS_TOP = 126
PIPS_ROW = 12
OVER_HEADING = 20
"""Room for the words over a strip of units Over Target."""
FLAK_STEPS = ("area-flak", "strike", "formation-strike")
"""Steps in which the guns on the ground fire."""

FACING = {"allied": 90, "axis": 270}
"""Degrees clockwise from straight up: the sides look at one another."""
REAR = {90: (-58, 18), 270: (58, 18)}
"""Where the Wingman flies, seen from a Leader with that heading."""
ASIDE = (60, 18)
"""Where the Wingman of a chased Leader flies, clear of the line between the two."""
PUFFS = ((-44, -14), (30, 20), (58, -20))
"""Where flak bursts around a unit."""


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
class FrameSubject:
    """What a frame is about: who acts, and the table before it."""

    name: str = ""
    actor: str = ""
    action: str = ""
    before: Document | None = None

    @property
    def seat(self) -> str:
        return "wingman" if self.name.startswith("wingman") else "leader"


def names_of(view: Document) -> dict[str, str]:
    """What each unit of a view is called, by its id."""
    return unit_names(
        {unit: str(document.get("role") or "") for unit, document in view["units"].items()},
        {unit: document["number"] for unit, document in view["units"].items() if "number" in document},
    )


def picture(
    view: Document,
    *,
    columns: int = 4,
    silhouettes: Mapping[str, str] | None = None,
    levels: Sequence[tuple[str, int, int]] = (),
    step: FrameSubject | None = None,
) -> Picture:
    """Lay out ``view``: ``columns`` units abreast (an even number), the rest in further rows.

    ``silhouettes`` gives the shape (``single``, ``twin``, ``four``) of each aircraft slug that is not single;
    ``levels`` are those of the Mission Target's card: name, damage, points. ``step`` marks who plays against whom.
    """
    return _Layout(view, columns, silhouettes or {}, levels, step or FrameSubject()).picture()


class _Layout:
    def __init__(
        self,
        view: Document,
        columns: int,
        silhouettes: Mapping[str, str],
        levels: Sequence[tuple[str, int, int]],
        step: FrameSubject,
    ) -> None:
        self.view = view
        self.units: Mapping[str, Document] = view["units"]
        self.mission: Document | None = view.get("mission")
        self.turn = int(view.get("turn") or 0)
        self.names = names_of(view)
        self.columns = columns
        self.gutter = GUTTER if columns > 2 else 0
        self.width = self.gutter + columns * CELL_WIDTH
        self.silhouettes = silhouettes
        self.levels = levels
        self.step = step
        self.actor = step.actor
        self.move = read_action(step.action)
        self.before: Mapping[str, Document] = step.before["units"] if step.before else {}
        self.chasing = {a: (b, position) for a, b, position in map(_from_better_side, view.get("engaged", ()))}
        self.chased = {b: (a, position) for a, (b, position) in self.chasing.items()}
        self.placed: dict[str, ShownUnit] = {}
        self.over: list[Band] = []

    def picture(self) -> Picture:
        waiting = [name for name, unit in self.units.items() if mission_track.is_waiting(unit, self.turn)]
        flying = {
            name: unit
            for name, unit in self.units.items()
            if unit.get("status", "flying") == "flying" and name not in waiting
        }
        track = edge = None
        y = 0
        if self.mission:
            track = mission_track.track(self.mission, self.turn, int(self.view.get("turns") or 0), self.width)
            y = mission_track.TRACK_HEIGHT
        edge = mission_track.waiting(map(self.waiting, waiting), self.turn, 10, self.width, y)
        if edge:
            y = edge[-1].y + mission_track.EDGE_ROW
        bands = []
        in_belts = any("belt" in unit for unit in flying.values())
        levels = dict(BELTS) if in_belts else dict(reversed(ALTITUDES.items()))
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
        target = self.target(y)
        return Picture(
            width=self.width,
            height=y + (mission_track.TARGET_HEIGHT if target else GROUND),
            ground=y,
            bands=tuple(bands),
            units=units,
            links=(*self.positions(), *self.escorts(), *self.shots()),
            gone=tuple(self.gone()),
            lines=(
                *self.situation(track, target),
                *(self.sentence(name, unit) for name, unit in flying.items()),
                *(f"{each.text[:1].upper()}{each.text[1:]}." for each in edge),
            ),
            track=track,
            waiting=edge,
            over=tuple(self.over),
            target=target,
            flak=tuple(self.flak()),
            stars=tuple(self.stars(bands[0].y, y)),
        )

    def waiting(self, name: str) -> tuple[str, Document, str, str]:
        aircraft = aircraft_of(self.units[name])
        first = aircraft[0] if aircraft else {}
        types = " and ".join(dict.fromkeys(map(aircraft_name, aircraft)))
        return self.names[name], self.units[name], types, self.silhouettes.get(str(first.get("aircraft")), "single")

    def target(self, top: int) -> TargetPicture | None:
        if not self.mission:
            return None
        before = self.step.before.get("mission") if self.step.before else None
        return mission_track.target(
            self.mission,
            self.levels,
            top=top,
            left=self.gutter,
            width=self.width,
            damage_before=before["target"]["damage"] if before and before.get("target") else None,
            under_fire=self.step.name in ("strike", "formation-strike"),
        )

    def stars(self, top: int, ground: int) -> Iterable[tuple[int, int, float]]:
        """The stars of a mission at night, none behind the words under an aircraft."""
        if not self.mission or not self.mission.get("night"):
            return
        words = [(each.x, each.y + WORDS_TOP, each.y + FORMATION_HEIGHT) for each in self.placed.values()]
        for n in range(1, self.width // 16):
            x, y = n * 137 % self.width, top + n * 89 % max(ground - top, 1)
            if not any(left <= x <= left + CELL_WIDTH and upper <= y <= lower for left, upper, lower in words):
                yield x, y, 0.8 + n % 3 * 0.35

    def situation(self, track: Track | None, target: TargetPicture | None) -> Iterable[str]:
        if track:
            yield f"{track.title}{', at night' if self.mission and self.mission.get('night') else ''}."
        if target:
            yield f"Target: {target.name}{f', {target.said}' if target.said else ''}."

    def place(self, names: list[str], top: int) -> int:
        """Put these units into a band that begins at ``top``; its height. Those Over Target come below the others."""
        over = [name for name in names if self.is_over_target(name)]
        others = [name for name in names if name not in over]
        if not over:
            return self.rows(others, top)
        above = self.rows(others, top) if others else 0 if self.gutter else BAND_HEADING
        start = top + above
        height = OVER_HEADING + self.rows(over, start + OVER_HEADING, heading=0)
        self.over.append(Band("over-target", "Over Target", start, height, self.gutter + 10, start + OVER_HEADING - 5))
        return above + height

    def is_over_target(self, name: str) -> bool:
        """Over Target, and not bound by a position to a unit that is not."""
        tied = self.chasing.get(name) or self.chased.get(name)
        here = bool(self.units[name].get("over_target"))
        return here and (tied is None or bool(self.units[tied[0]].get("over_target")))

    def rows(self, names: list[str], top: int, heading: int | None = None) -> int:
        """Put these units into rows from ``top`` down, each row in the middle; their height."""
        if not names:
            return EMPTY_BAND
        cells: list[str] = []
        for name in names:
            if name in self.chasing:
                cells += [name, self.chasing[name][0]]
        alone = [name for name in names if name not in cells]
        cells += _facing_pairs(alone, self.units)
        if heading is None:
            heading = 0 if self.gutter else BAND_HEADING
        y = top + heading + BAND_PADDING
        for start in range(0, len(cells), self.columns):
            row = cells[start : start + self.columns]
            left = self.gutter + (self.columns - len(row)) * CELL_WIDTH // 2
            for column, name in enumerate(row):
                put = self.formation if "formation" in self.units[name] else self.unit
                self.placed[name] = put(name, left + column * CELL_WIDTH, y)
            y += FORMATION_HEIGHT if any("formation" in self.units[name] for name in row) else CELL_HEIGHT
        return y + BAND_PADDING - top

    def angle(self, name: str) -> int:
        if name in self.chasing:
            return 90
        if name in self.chased:
            return 90 if self.chased[name][1] == "tailing" else 0
        return FACING[self.units[name]["side"]]

    def unit(self, name: str, x: int, y: int) -> ShownUnit:
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
                    label=f"{aircraft_name(aircraft)}, {seat}",
                    damaged=bool(aircraft.get("damaged")),
                    mark=self.mark(name, seat),
                    loads=loads(aircraft.get("load", unit.get("load")), centre + dx, middle + dy + size // 2),
                )
            )
            rows.append(pip_row(aircraft, seat, x + (12 if seat == "leader" else 108), y + PIPS_TOP))
            names.append(aircraft_name(aircraft))
        if unit.get("section") and len(planes) == 2:
            planes.append(self.third_man(planes[1], centre, middle))
        shown = self.shown(name, x, y, planes, rows, names)
        return replace(shown, backs=backs(unit, x, nose_right=angle != FACING["axis"]))

    def shown(
        self, name: str, x: int, y: int, planes: Sequence[Plane], rows: Sequence[PipRow], types: Iterable[str]
    ) -> ShownUnit:
        """A unit with its aircraft, of these ``types``, and a row of boxes for each."""
        unit = self.units[name]
        return ShownUnit(
            id=name,
            name=self.names[name],
            side=unit["side"],
            aircraft=shorten(" and ".join(dict.fromkeys(types))),
            x=x,
            y=y,
            planes=tuple(planes),
            rows=tuple(rows),
            in_clouds=bool(unit.get("clouds")),
            active=name == self.actor,
            note=note(unit),
        )

    def third_man(self, wingman: Plane, centre: int, middle: int) -> Plane:
        """The Section marker as a smaller aircraft on the Leader's other side."""
        return replace(
            wingman,
            x=centre + (60 if wingman.x > centre else -60),
            y=middle - 20,
            size=SECTION_SIZE,
            label="third man of the Section",
            damaged=False,
            mark="",
            loads=(),
            ghost=True,
        )

    def formation(self, name: str, x: int, y: int) -> ShownUnit:
        """Two or three bombers in a vic; who is Out of Formation hangs back. [WBY 17.3.1c, 17.3.7]"""
        unit = self.units[name]
        angle = FACING[unit["side"]]
        ahead = 1 if angle == 90 else -1
        centre, middle = x + CELL_WIDTH // 2, y + 50
        flying = [each for each in unit["formation"] if each.get("status", "flying") == "flying"]
        spots = places(flying)
        planes, rows = [], []
        for n, aircraft in enumerate(flying):
            seat = str(aircraft["seat"])
            out = not aircraft.get("in_formation", True)
            forward, across = spots[seat]
            planes.append(
                Plane(
                    x=centre + ahead * forward,
                    y=middle + across,
                    size=BOMBER_SIZE,
                    angle=angle,
                    silhouette=self.silhouettes.get(str(aircraft["aircraft"]), "twin"),
                    label=f"{aircraft_name(aircraft)}, aircraft {seat}{', Out of Formation' if out else ''}",
                    damaged=bool(aircraft.get("damaged")),
                    mark=self.mark(name, seat),
                    loads=loads(aircraft.get("load"), centre + ahead * (forward - 4), middle + across + 14),
                    out=out,
                )
            )
            rows.append(bomber_row(aircraft, seat, x + 12, y + FORMATION_DROP + PIPS_TOP + n * PIPS_ROW))
        together = [plane for plane in planes if not plane.out]
        shown = self.shown(name, x, y + FORMATION_DROP, planes, rows, map(aircraft_name, flying))
        return replace(shown, support=tuple((together[0].x, together[0].y, other.x, other.y) for other in together[1:]))

    def mark(self, name: str, seat: str) -> str:
        if self.move.target == name:
            return "target" if (self.move.seat or "leader") == seat else ""
        return "actor" if (name, seat) == (self.actor, self.step.seat) else ""

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

    def escorts(self) -> Iterable[Link]:
        """From each escort that has intervened in this step to who attacks. [SUP 20.3]"""
        attacker = self.placed.get(self.actor)
        for name, unit in self.placed.items():
            fresh = name in self.before and not self.before[name].get("intervened")
            if attacker and unit.side != attacker.side and fresh and self.units[name].get("intervened"):
                yield Link("escort", *_between(unit.planes[0], attacker.planes[0]))

    def flak(self) -> Iterable[Puff]:
        """Bursts around who is under fire from the ground, and on whom it hit. [SUP 22]"""
        if self.step.name not in FLAK_STEPS:
            return
        area = self.step.name == "area-flak"
        for name, unit in self.placed.items():
            if not (self.is_under_area_flak(name) if area else name == self.actor):
                continue
            plane = unit.planes[0]
            for n, (dx, dy) in enumerate(PUFFS):
                yield Puff(plane.x + dx, plane.y + dy, 22 + 5 * (n % 2), hit=False)
            hurt = hits(self.units[name])
            old = hits(self.before.get(name, {}))
            for each, seat in zip(unit.planes, hurt, strict=False):
                if self.before and hurt[seat] > old.get(seat, 0):
                    yield Puff(each.x, each.y, each.size, hit=True)

    def is_under_area_flak(self, name: str) -> bool:
        """Over Target now, or so until the markers were taken off in this step. [WBY 16.9, 23.3.2]"""
        return bool(self.units[name].get("over_target") or self.before.get(name, {}).get("over_target"))

    def gone(self) -> Iterable[Gone]:
        for name, unit in self.units.items():
            for aircraft in [*unit.get("lost", ()), *aircraft_of(unit)]:
                how = aircraft.get("status", "flying")
                if how not in ("flying", "to-come", "away"):
                    alone = len(unit.get("formation", ())) == 1
                    yield Gone(unit["side"], gone_label(self.names[name], aircraft, alone=alone), how)

    def sentence(self, name: str, unit: Document) -> str:
        planes = self.placed[name].planes if name in self.placed else ()
        who = f"{self.names[name]} ({crowd(unit, planes)})"
        where = dict([*ALTITUDES.items(), *BELTS.items(), UNKNOWN])[_altitude(unit)]
        parts = [f"{who}: {where}"]
        if name in self.chasing:
            other, position = self.chasing[name]
            parts.append(f"{'tailing' if position == 'tailing' else 'advantaged over'} {self.names[other]}")
        if name in self.chased:
            other, position = self.chased[name]
            parts.append(f"{'tailed' if position == 'tailing' else 'disadvantaged'} by {self.names[other]}")
        if unit.get("clouds"):
            parts.append("in the clouds")
        if unit.get("over_target"):
            parts.append("Over Target")
        carried = dict.fromkeys(load.name for plane in planes for load in plane.loads)
        if carried:
            parts.append(f"carrying {' and '.join(carried)}")
        if unit.get("face_down"):
            parts.append("its hand face down")
        if unit.get("intervened"):
            parts.append("has intervened")
        for seat, aircraft in seated(unit):
            if aircraft.get("hits"):
                parts.append(f"{seat} has {aircraft['hits']} hit{'s' if aircraft['hits'] != 1 else ''}")
            if not aircraft.get("in_formation", True):
                parts.append(f"{seat} Out of Formation")
            elif aircraft.get("no_support"):
                parts.append(f"{seat} lends no support")
        return ", ".join(parts) + "."


def _between(a: Plane, b: Plane) -> tuple[int, int, int, int]:
    """The line from the edge of one aircraft's circle to the edge of the other's."""
    length = max(hypot(b.x - a.x, b.y - a.y), 1)
    dx, dy = (b.x - a.x) / length, (b.y - a.y) / length
    near, far = a.half + 3, b.half + 3
    return round(a.x + dx * near), round(a.y + dy * near), round(b.x - dx * far), round(b.y - dy * far)


def _altitude(unit: Document) -> str:
    """The band in which it flies: its belt, if it keeps one."""
    return str(unit.get("belt") or unit["altitude"] or UNKNOWN[0])


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
