"""What drawing and planning a Mission ask of a pack.

``draw`` the next Mission; ``unit_slots`` are the units a side fills; ``resource_choices`` what it may spend;
``roster`` and ``skilled_pilot`` its men. Chance comes in as ``Chance``; nothing here keeps state.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from campaigns.packs.library import AircraftType, Card, Library, PilotName, library
from campaigns.packs.schema import (
    COLOURS,
    UNIT_EFFECTS,
    Altitude,
    Effect,
    Load,
    MissionDefinition,
    PackDefinition,
    Resource,
    Role,
    Side,
    Stage,
    UnitLine,
    match_up_key,
)
from engine.core.chance import Chance

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DrawnMission:
    """The Mission that the cards chose."""

    key: str
    definition: MissionDefinition
    stage: Stage
    date: datetime.date
    cards: tuple[Card, ...]
    """The cards that decided, in the order drawn; those that led to a Mission already flown are left out."""


@dataclass(frozen=True, slots=True)
class UnitSlot:
    """One unit that a side flies: its commander fills in aircraft, pilots, load and Altitude."""

    id: str
    """Unique within the Mission and side: ``striker-1``."""
    side: Side
    role: Role
    aircraft: tuple[str, ...]
    wingman: str
    """``always``, ``optional`` (a lone Leader may fly) or ``never``; Formations ``never``."""
    size: int
    """Aircraft: 2 for an Element, 1 for a lone Leader, 2 or 3 for a Formation."""
    formation: bool
    loads: tuple[Load | None, ...]
    """Loads to choose from; one: it is set."""
    altitudes: tuple[Altitude, ...]
    """Starting Altitudes the Mission allows; empty: whatever the aircraft can."""
    pilots: bool
    """Whether named pilots fly it: Elements, not Formations."""
    resource: str
    """Key of the Resource that brings it; empty: the Mission does."""

    def altitude_choices(self, aircraft: AircraftType) -> tuple[str, ...]:
        """The Altitudes at which this aircraft may begin here."""
        able = aircraft.start_altitudes
        return tuple(altitude for altitude in able if not self.altitudes or altitude in self.altitudes)


def draw(
    pack: PackDefinition, number: int, flown: Collection[str], chance: Chance, known: Library | None = None
) -> DrawnMission:
    """Draw the campaign's ``number``-th Mission; one already ``flown`` (by key) is drawn again. [WBY 24.3 C1]

    Raises ``IndexError`` when the campaign has fewer Missions.
    """
    stage = pack.stage_of(number)
    cards = _cards((known or library()).cards, chance)
    return _drawn_location(pack, stage, flown, cards) if stage.locations else _drawn_line(pack, stage, flown, cards)


def _cards(deck: tuple[Card, ...], chance: Chance) -> Iterator[Card]:
    """Cards off the top of a shuffled deck, shuffled anew when it runs out."""
    while True:
        yield from _shuffled(deck, chance)


def _shuffled(things: Collection[T], chance: Chance) -> list[T]:
    left = list(things)
    for last in range(len(left) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        left[last], left[other] = left[other], left[last]
    return left


def _drawn_line(pack: PackDefinition, stage: Stage, flown: Collection[str], cards: Iterator[Card]) -> DrawnMission:
    while True:
        card = next(cards)
        line = next(line for line in stage.table if card.face in line.faces)
        if line.mission not in flown:
            return DrawnMission(line.mission, pack.mission(line.mission), stage, line.date, (card,))


def _drawn_location(pack: PackDefinition, stage: Stage, flown: Collection[str], cards: Iterator[Card]) -> DrawnMission:
    """The first card's number gives the place, the second one's colour the match-up."""
    while True:
        first, second = next(cards), next(cards)
        location = next(each for each in stage.locations if each.numbers[0] <= first.number <= each.numbers[1])
        if any(match_up_key(location, colour) in flown for colour in COLOURS):
            continue
        key = next(match_up_key(location, colour) for colour in COLOURS if colour == second.colour)
        return DrawnMission(key, pack.mission(key), stage, location.date, (first, second))


def resource_choices(pack: PackDefinition, mission: str, side: Side, used: Collection[str] = ()) -> dict[str, Resource]:
    """The Resources a side may pick for this Mission: unused, allowed here, and of use. [WBY 24.3 C2, 24.6.2]"""
    has_target = pack.mission(mission).target is not None
    return {
        key: resource
        for key, resource in pack.resources_of(side).items()
        if key not in used
        and (not resource.missions or mission in resource.missions)
        and (has_target or not resource.needs_target)
    }


def unit_slots(
    pack: PackDefinition, mission: str, side: Side, resource: str | None = None, known: Library | None = None
) -> tuple[UnitSlot, ...]:
    """The units that ``side`` flies in this Mission, those that its chosen Resource brings last."""
    aircraft = (known or library()).aircraft
    definition = pack.mission(mission)
    lines = [(line, "") for line in definition.units if line.side == side]
    effects = pack.resources[resource].gives if resource else ()
    lines += [
        (_brought(definition, side, effect), resource or "") for effect in effects if effect.effect in UNIT_EFFECTS
    ]
    extra = _extra_load(effects)
    slots: list[UnitSlot] = []
    for line, source in lines:
        for _ in range(line.count):
            place = 1 + sum(slot.role == line.role for slot in slots)
            slots.append(_slot(line, f"{line.role}-{place}", source, aircraft[line.aircraft[0]], extra))
    return tuple(slots)


def _brought(mission: MissionDefinition, side: Side, effect: Effect) -> UnitLine:
    """A Resource's unit in the part that this Mission has for it."""
    role: Role = "fighter" if mission.striker is None else "escort" if mission.striker == side else "interceptor"
    return UnitLine(side=side, role=role, aircraft=effect.aircraft, count=effect.count)


def _extra_load(effects: Collection[Effect]) -> Load | None:
    """The load that a Resource lets Fighters carry: its own, or bombs with Blitzkrieg. [WBY 24.6]"""
    for effect in effects:
        if effect.effect == "loads":
            return effect.load
        if effect.effect == "blitzkrieg":
            return "bombs"
    return None


def _slot(line: UnitLine, name: str, source: str, kind: AircraftType, extra: Load | None) -> UnitSlot:
    fighter = kind.aircraft_class == "fighter"
    loads = (line.load, extra) if extra and fighter and line.role != "fighter" and line.load != extra else (line.load,)
    return UnitSlot(
        id=name,
        side=line.side,
        role=line.role,
        aircraft=line.aircraft,
        wingman="never" if kind.in_formation else line.wingman,
        size=line.size if kind.in_formation else 1 if line.wingman == "never" else 2,
        formation=kind.in_formation,
        loads=loads,
        altitudes=line.altitudes,
        pilots=not kind.in_formation,
        resource=source,
    )


def may_fly(pilot: PilotName, aircraft: AircraftType) -> bool:
    """Aircrews fly only aircraft of their own nation and service. [WBY 19.1.1]"""
    return pilot.nation == aircraft.nation and pilot.service == aircraft.service


def roster(pack: PackDefinition, side: Side, chance: Chance, known: Library | None = None) -> tuple[PilotName, ...]:
    """The named pilots a side begins with, without Skills."""
    pilots = (known or library()).pilots
    return tuple(
        replace(pilot, skills=())
        for nation, count in pack.sides[side].pilots.items()
        for pilot in _shuffled(
            [each for each in pilots[nation] if not each.skills and each.service in pack.sides[side].services], chance
        )[:count]
    )


def skilled_pilot(
    pack: PackDefinition, side: Side, chance: Chance, taken: Collection[str] = (), known: Library | None = None
) -> PilotName | None:
    """A skilled pilot of the side whose name is not ``taken``; ``None`` when all are. [WBY 19.4]"""
    pilots = (known or library()).pilots
    free = [
        pilot
        for nation in pack.sides[side].nations
        for pilot in pilots[nation]
        if pilot.skills and pilot.service in pack.sides[side].services and pilot.name not in taken
    ]
    return _shuffled(free, chance)[0] if free else None


def skilled_pilot_drawn(
    pack: PackDefinition, side: Side, chance: Chance, taken: Collection[str] = (), known: Library | None = None
) -> PilotName | None:
    """One card for the side: if its face is in ``skilled_on``, a skilled pilot flies this Mission. [WBY 19.4]"""
    card = next(_cards((known or library()).cards, chance))
    return skilled_pilot(pack, side, chance, taken, known) if card.face in pack.skilled_faces else None
