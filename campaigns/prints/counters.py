"""From a pack, or from the units of a mission, to the counters that its game lays on the table."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from string import ascii_uppercase
from typing import Literal

from pydantic import BaseModel

import engine
from campaigns.catalogue.library import AircraftType, library
from campaigns.catalogue.shapes import shape_name
from campaigns.documents.cards.counters import Counter, CounterFace, Counters, Look
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import SIDES, Side, UnitLine
from engine.core import fixtures

Having = Literal["strikes", "fuel", "flying-bombs"]
"""What only some packs have, and need markers for."""
ELEMENT = 2
BOMBERS = ("medium-bomber", "heavy-bomber")


class _Units(BaseModel):
    """What stands for the aircraft of a unit: a counter a seat, or drawings of their types."""

    of: Literal["seats", "types"]
    per: Literal["unit", "aircraft"] = "aircraft"
    seats: tuple[str, ...] = ()
    view: Literal["above", "profile"] = "above"
    arrow: bool = False
    back: Look = "full"


class _Faces(BaseModel):
    front: CounterFace
    back: CounterFace = CounterFace()


class _Marker(BaseModel):
    each: Literal["unit", "aircraft", "side", "game"]
    faces: tuple[_Faces, ...]
    count: int = 1
    only: Having | None = None


class _Kinds(BaseModel):
    """The counters of a system, see ``fixtures/counters/wildblue.toml``."""

    units: _Units
    markers: tuple[_Marker, ...]


@dataclass(frozen=True, slots=True)
class CounterUnit:
    """A unit that needs counters: whose it is and the type of each of its aircraft, its Leader's first.

    A type that is not known yet, or has no card, is an empty slug.
    """

    side: Side
    aircraft: tuple[str, ...]


def counters_of_pack(pack: PackDefinition) -> Counters:
    """Counters for the largest mission of a pack, on both sides."""
    of_types = _kinds(pack.system).units.of == "types"
    having: set[Having] = set()
    if any(mission.striker for _, mission in pack.all_missions()):
        having.add("strikes")
    if any(mission.type == "flying-bombs" for _, mission in pack.all_missions()):
        having.add("flying-bombs")
    if pack.options.fuel:
        having.add("fuel")
    units = _units_of_types(pack) if of_types else _units_of_seats(pack)
    return counters_of_units(pack.title, pack.system, tuple(units), having)


def counters_of_units(
    title: str, system: str, units: Sequence[CounterUnit], having: Collection[Having] = ()
) -> Counters:
    """Counters for these units, lettered in their order on each side, in games with what is ``having``."""
    return Counters(
        title=title,
        subject=f"Counters of {title}, {engine.systems()[system].title}",
        counters=tuple(_counters(system, tuple(units), having)),
    )


def letter(number: int) -> str:
    """What the ``number``-th unit of a side is called, from 0.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    return ascii_uppercase[number % 26] * (number // 26 + 1)


@cache
def _kinds(system: str) -> _Kinds:
    return _Kinds.model_validate(fixtures.read("counters", f"{system}.toml"))


def _units_of_seats(pack: PackDefinition) -> Iterator[CounterUnit]:
    """As many units of a side as a mission has of it at most, each as large as the largest; of types not known yet."""
    for side in SIDES:
        missions = [[line for line in mission.units if line.side == side] for _, mission in pack.all_missions()]
        most = max((sum(line.count for line in lines) for lines in missions), default=0)
        size = max((_aircraft(line) for lines in missions for line in lines), default=1)
        brought = sum(
            effect.count for each in pack.resources_of(side).values() for effect in each.gives if effect.aircraft
        )
        for _ in range(most + min(brought, 1)):
            yield CounterUnit(side, ("",) * size)


def _aircraft(line: UnitLine) -> int:
    """The most counters of seats that one of its units takes; a Formation takes no more than an Element."""
    if line.section or line.wingman == "never":
        return 3 if line.section else 1
    return ELEMENT if library().aircraft[line.aircraft[0]].in_formation else max(line.size)


def _units_of_types(pack: PackDefinition) -> Iterator[CounterUnit]:
    """Of each type as many units as a mission may have of it at most, each as large as it may be there."""
    for side in SIDES:
        most: Tally[str] = Tally()
        size: dict[str, int] = {}
        for _, mission in pack.all_missions():
            here: Tally[str] = Tally()
            for line in mission.units:
                if line.side == side:
                    here.update(dict.fromkeys(line.aircraft, line.count))
                    size |= {slug: max(size.get(slug, 0), *line.size) for slug in line.aircraft}
            most |= here
        for slug, count in most.items():
            for _ in range(count):
                yield CounterUnit(side, (slug,) * size[slug])


def _counters(system: str, units: tuple[CounterUnit, ...], having: Collection[Having]) -> Iterator[Counter]:
    """Units and markers side by side, then what belongs to the game."""
    kinds = _kinds(system)
    markers = [marker for marker in kinds.markers if marker.only in (None, *having)]
    for side in SIDES:
        own = [unit for unit in units if unit.side == side]
        if not own:
            continue
        for number, unit in enumerate(own):
            yield from _of_unit(kinds.units, unit, letter(number))
        aircraft = sum(_pieces(kinds.units, unit) for unit in own)
        times = {"unit": len(own), "aircraft": aircraft, "side": 1, "game": 0}
        for marker in markers:
            yield from _marker(marker, side, times[marker.each])
    for marker in markers:
        if marker.each == "game":
            yield from _marker(marker, "", 1)


def _pieces(rules: _Units, unit: CounterUnit) -> int:
    """How many counters stand for a unit."""
    return 1 if rules.per == "unit" else len(unit.aircraft)


def _of_unit(rules: _Units, unit: CounterUnit, name: str) -> Iterator[Counter]:
    """A counter for each seat, a Leader's filled, or for each aircraft with the drawing of its type."""
    count = _pieces(rules, unit)
    if rules.of == "seats":
        for place in range(count):
            face = CounterFace(name, rules.seats[place], is_filled=place == 0)
            yield Counter(face, face, unit.side)
        return
    for place, slug in enumerate(unit.aircraft[:count], 1):
        aircraft = library().aircraft.get(slug)
        front = CounterFace(
            value=name if count == 1 else f"{name}{place}",
            caption=aircraft.name if aircraft else "",
            mark=_profile(aircraft) if aircraft and rules.view == "profile" else "",
            outline=shape_name(slug) if aircraft and rules.view == "above" else "",
            arrow=rules.arrow,
        )
        yield Counter(front, replace(front, look=rules.back), unit.side, is_aircraft=True)


def _profile(aircraft: AircraftType) -> str:
    return "bomber-profile" if aircraft.aircraft_class in BOMBERS else "fighter-profile"


def _marker(marker: _Marker, side: str, times: int) -> Iterator[Counter]:
    """So many sets of a marker's faces."""
    for _ in range(times * marker.count):
        for faces in marker.faces:
            yield Counter(faces.front, faces.back, side)
