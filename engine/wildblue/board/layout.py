"""Who lies where on the table, facing whom.

Elements lie on five bands of sky by Altitude, or by belt. An Engaged pair lies nose to tail or nose to side as the
cards do on the table [WBY 7.2]; everyone else faces the enemy. Units Over Target lie in a strip of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.board import Board, Gone, Shape, Step
from engine.core.game import Document
from engine.flames.board import hands, played
from engine.wildblue.board import surroundings
from engine.wildblue.board.hands import CARDS, held
from engine.wildblue.board.pieces import CELL_WIDTH, LARGE, between, box, sign, text
from engine.wildblue.board.spots import Ground, spots
from engine.wildblue.board.units import (
    AHEAD,
    FACING,
    UP,
    Placed,
    aircraft_name,
    flying,
    height,
    placed,
    seat_in_words,
    seated,
    sentence,
    unit_shapes,
    waits,
)
from engine.wildblue.names import names_in, turn_in_words
from engine.wildblue.terms import ALTITUDES, words

UNKNOWN = "unknown"
BELTS = {"sea": "Over the sea", "guns": "Over the guns", "land": "Over the land"}
"""In the place of Altitudes, of patrols and flying bombs. [SUP 28]"""
BELT_LOOKS = {"sea": "sea band", "guns": "sky band low", "land": "sky band very-low"}
LEVELS = {altitude: words(altitude) for altitude in reversed(ALTITUDES)}
WHERE = {**LEVELS, **BELTS, UNKNOWN: "Not yet known"}
BAND_PADDING = 10
EMPTY_BAND = 34
GROUND = 22
GUTTER = 84
"""Room for the names of the bands at the left of a wide picture; a narrow one writes them inside."""
HEADING = 20
"""Room for words over units."""
PUFFS = ((-44, -14), (30, 20), (58, -20))
"""Where flak bursts around a unit."""
HOW_GONE = {"destroyed": "shot down", "home": "gone home", "through": "got through"}


class Layout:
    def __init__(self, view: Document, step: Step, columns: int) -> None:
        """``columns`` units abreast, an even number; the rest lie in further rows."""
        self.view = view
        self.units: dict[str, Document] = view["units"]
        self.mission: Document | None = view.get("mission")
        self.turn = int(view.get("turn") or 0)
        self.names = names_in(view)
        self.columns = columns
        self.gutter = GUTTER if columns > 2 else 0
        self.width = self.gutter + columns * CELL_WIDTH
        self.step = step
        self.before: Mapping[str, Document] = step.before.get("units", {})
        head, _, aim = step.action.partition(" (")[0].partition(" > ")
        self.card = head.partition(" ")[2]
        self.target, _, self.target_seat = aim.partition(" ")
        self.chasing = {a: (b, position) for a, b, position in map(_from_better_side, view.get("engaged", ()))}
        self.chased = {b: (a, position) for a, (b, position) in self.chasing.items()}
        self.placed: dict[str, Placed] = {}
        self.sky: dict[str, tuple[float, float]] = {}
        """Top and height of each band."""
        self.bands: list[Shape] = []
        self.strips: list[Shape] = []
        self.labels: list[Shape] = []

    def board(self) -> Board:
        y = 0
        track: list[Shape] = []
        if self.mission:
            turns = int(self.view.get("turns") or 0)
            track = [*surroundings.track(self.mission, self.turn, turns, self.width)]
            y = surroundings.TRACK_HEIGHT
        why = {name: waits(unit, self.turn) for name, unit in self.units.items()}
        waiting = [(name, self.names[name], unit, why[name]) for name, unit in self.units.items() if why[name]]
        edge, told, top = surroundings.waiting(waiting, self.width, y)
        here = {
            name: unit
            for name, unit in self.units.items()
            if not why[name] and unit.get("status", "flying") == "flying"
        }
        ground = self._sky(here, top)
        target = (self.mission or {}).get("target")
        drawn = [*self.placed.values()]
        shapes = [*track, *edge, *self.bands, *self.strips, *self.labels]
        is_night = bool(self.mission and self.mission.get("night"))
        if is_night:
            shapes += surroundings.stars(drawn, self.width, top, ground)
        bottom = ground + (surroundings.TARGET_HEIGHT if target else GROUND)
        shapes.append(box(0, ground, self.width, bottom - ground, "land"))
        if self.mission and target:
            before = (self.step.before.get("mission") or {}).get("target")
            shapes += surroundings.target(
                self.mission,
                self.gutter,
                ground,
                self.width,
                before["damage"] if before else None,
                under_fire=self.step.name in ("strike", "formation-strike"),
            )
        shapes += [*self._flak(), *self._positions(), *self._escorts(), *self._shots()]
        for each in drawn:
            shapes += unit_shapes(each, self._marks(each.name), self._struck(each))
        land = Ground(self.gutter, ground, self.width, bottom)
        return Board(
            self.width,
            bottom,
            tuple(shapes),
            " ".join([*self._situation(), *self._sentences(here), *told]) or "Nobody is in the air.",
            is_night=is_night,
            gone=tuple(self._gone()),
            hands=hands(held(self.view, here | self._deciding(), self.names), CARDS),
            spots=tuple(spots(self.step.lit, self.placed, self.sky, WHERE, land, self.width)) if self.step.lit else (),
            played=played(self.step.action, CARDS),
        )

    def _deciding(self) -> dict[str, Document]:
        """The unit that decides: perhaps one that has not come yet. [WBY 19.2.4]"""
        name = (self.view.get("decision") or {}).get("unit")
        return {name: self.units[name]} if name in self.units else {}

    # Places

    def _sky(self, here: dict[str, Document], top: int) -> int:
        """Put the units that are at the table into their bands, from ``top`` down; where the ground begins."""
        levels = [*(BELTS if any("belt" in unit for unit in here.values()) else LEVELS)]
        if any(_level(unit) == UNKNOWN for unit in here.values()):
            levels.insert(0, UNKNOWN)
        for level in levels:
            names = [name for name, unit in here.items() if _level(unit) == level]
            tall = self._place(names, top)
            self.sky[level] = (top, tall)
            self.bands.append(box(0, top, self.width, tall, BELT_LOOKS.get(level, f"sky band {level}")))
            middle = top + tall / 2 if self.gutter or not names else top + HEADING - 8
            self.labels.append(text(10, middle, WHERE[level], "small", size=LARGE))
            top += tall
        return top

    def _place(self, names: list[str], top: int) -> int:
        """Put these units into a band that begins at ``top``; its height. Those Over Target come below the others."""
        over = [name for name in names if self._is_over_target(name)]
        others = [name for name in names if name not in over]
        if not over:
            return self._rows(others, top, 0 if self.gutter else HEADING)
        room = 0 if self.gutter else HEADING
        above = self._rows(others, top, room) if others else room
        tall = HEADING + self._rows(over, top + above + HEADING, 0)
        self.strips.append(box(0, top + above, self.width, tall, "strip"))
        self.labels.append(text(self.gutter + 10, top + above + 10, "Over Target", "strip label"))
        return above + tall

    def _is_over_target(self, name: str) -> bool:
        """Over Target, and not bound by a position to a unit that is not."""
        tied = self.chasing.get(name) or self.chased.get(name)
        return all(self.units[each].get("over_target") for each in (name, *(tied or ())[:1]))

    def _rows(self, names: list[str], top: int, heading: int) -> int:
        """Put these units into rows from ``top`` down, each row in the middle; their height."""
        if not names:
            return EMPTY_BAND
        pairs = [name for one in names if one in self.chasing for name in (one, self.chasing[one][0])]
        cells = pairs + _facing_pairs([name for name in names if name not in pairs], self.units)
        y = top + heading + BAND_PADDING
        for start in range(0, len(cells), self.columns):
            row = cells[start : start + self.columns]
            x = self.gutter + (self.columns - len(row)) * CELL_WIDTH // 2
            for name in row:
                unit, called = self.units[name], self.names[name]
                self.placed[name] = placed(name, unit, called, x, y, self._turn(name), chased=name in self.chased)
                x += CELL_WIDTH
            y += max(height(self.units[name]) for name in row)
        return y + BAND_PADDING - top

    def _turn(self, name: str) -> float:
        """Where a Leader's nose points."""
        if name in self.chasing:
            return AHEAD
        if name in self.chased:
            return AHEAD if self.chased[name][1] == "tailing" else UP
        return FACING[self.units[name]["side"]]

    # What happens

    def _marks(self, name: str) -> dict[str, str]:
        """The parts of a unit's aircraft in this step, by seat."""
        if self.target == name:
            return {self.target_seat or "leader": "target"}
        seat = "wingman" if self.step.name.startswith("wingman") else "leader"
        return {seat: "actor"} if name == self.step.actor else {}

    def _marked(self, name: str) -> Shape | None:
        """The aircraft of a unit that has a part in this step, else its first."""
        unit = self.placed.get(name)
        if unit is None:
            return None
        return next((unit.craft[seat] for seat in self._marks(name) if seat in unit.craft), unit.first)

    def _positions(self) -> Iterator[Shape]:
        for name, (other, position) in self.chasing.items():
            if name in self.placed and other in self.placed:
                (x, y), (x2, _) = self.placed[name].first.points[0], self.placed[other].first.points[0]
                ends = ((x + 38, y), (x2 - (72 if position == "tailing" else 44), y))
                look = "arrow tailing" if position == "tailing" else "arrow"
                said = f"{self.names[name]} is {_on(position)} {self.names[other]}"
                yield Shape("line", ends, look, title=said)
                yield text((ends[0][0] + ends[1][0]) / 2, y - 14, position.title(), "label", "middle")

    def _escorts(self) -> Iterator[Shape]:
        """From each escort that has intervened in this step to who attacks. [SUP 20.3]"""
        attacker = self.placed.get(self.step.actor)
        for name, unit in self.placed.items():
            fresh = unit.document.get("intervened") and not self.before.get(name, unit.document).get("intervened")
            if fresh and attacker and unit.document["side"] != attacker.document["side"]:
                yield between(unit.first, attacker.first, "escort")

    def _shots(self) -> Iterator[Shape]:
        source, aimed = self._marked(self.step.actor), self._marked(self.target)
        if source and aimed and self.step.actor != self.target:
            drop = 14 if self.chasing.get(self.step.actor, ("",))[0] == self.target else 0
            yield between(source, aimed, "fire" if self.card.startswith(("ims-", "oots-")) else "play", drop)

    def _flak(self) -> Iterator[Shape]:
        """Bursts around who is under fire from the ground. [SUP 22]"""
        for unit in self.placed.values():
            if self._is_under_fire(unit):
                x, y = unit.first.points[0]
                for n, (dx, dy) in enumerate(PUFFS):
                    yield sign("flak", x + dx, y + dy, 22 + 5 * (n % 2), "flak")

    def _is_under_fire(self, unit: Placed) -> bool:
        if self.step.name == "area-flak":  # or so until the markers were taken off in this step [WBY 16.9, 23.3.2]
            return any(each.get("over_target") for each in (unit.document, self.before.get(unit.name, {})))
        return self.step.name in ("strike", "formation-strike") and unit.name == self.step.actor

    def _struck(self, unit: Placed) -> set[str]:
        """Whom the guns on the ground have just hit, by seat."""
        if not self.before or not self._is_under_fire(unit):
            return set()
        old = {seat: each.get("hits", 0) for seat, each in flying(self.before.get(unit.name, {})).items()}
        return {seat for seat, each in flying(unit.document).items() if each.get("hits", 0) > old.get(seat, 0)}

    # Words

    def _gone(self) -> Iterator[Gone]:
        for name, unit in self.units.items():
            for aircraft in [*unit.get("lost", ()), *seated(unit).values()]:
                how = aircraft.get("status", "flying")
                if how in ("flying", "to-come", "away"):
                    continue
                seat = str(aircraft["seat"])
                comma = "," if seat.isdecimal() else ""
                alone = len(unit.get("formation", ())) == 1
                place = self.names[name] if alone else f"{self.names[name]}{comma} {seat_in_words(seat)}"
                who = f"{aircraft.get('pilot') or place}, {aircraft_name(aircraft)}"
                yield Gone(unit["side"], who, HOW_GONE.get(how, "left"), how == "destroyed")

    def _situation(self) -> Iterator[str]:
        if self.mission:
            turn = turn_in_words(self.mission, self.turn, int(self.view.get("turns") or 0))
            yield f"{turn}{', at night' if self.mission.get('night') else ''}."
            if target := self.mission.get("target"):
                said = surroundings.achieved(self.mission)
                yield f"Target: {target['name']}{f', {said}' if said else ''}."

    def _sentences(self, here: dict[str, Document]) -> Iterator[str]:
        for name, unit in here.items():
            position = ""
            if name in self.chasing:
                other, position = self.chasing[name]
                position = f"{_on(position).lower()} {self.names[other]}"
            elif name in self.chased:
                other, position = self.chased[name]
                position = f"{'tailed' if position == 'tailing' else 'disadvantaged'} by {self.names[other]}"
            yield sentence(unit, self.names[name], WHERE[_level(unit)], position)


def _on(position: str) -> str:
    return "Tailing" if position == "tailing" else "Advantaged over"


def _level(unit: Document) -> str:
    """The band in which it flies: its belt, if it keeps one."""
    return str(unit.get("belt") or unit["altitude"] or UNKNOWN)


def _from_better_side(triple: Any) -> tuple[str, str, str]:
    """An Engaged triple, the attacker first."""
    a, b, position = triple
    if position in ("tailed", "disadvantaged"):
        return b, a, "tailing" if position == "tailed" else "advantaged"
    return a, b, position


def _facing_pairs(names: list[str], units: Mapping[str, Document]) -> list[str]:
    """Allied and axis by turns, so that they look at one another; who is left over follows."""
    allied, axis = ([name for name in names if units[name]["side"] == side] for side in FACING)
    both = min(len(allied), len(axis))
    paired = [name for pair in zip(allied[:both], axis[:both], strict=True) for name in pair]
    return paired + allied[both:] + axis[both:]
