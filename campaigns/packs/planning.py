"""What drawing and planning a Mission ask of a pack.

``draw_in_stage`` and ``draw_in_period`` give the next Mission; ``unit_slots`` are the units a side fills;
``resource_choices`` what it may spend; ``roster`` and ``skilled_pilot`` its men. Chance comes in as ``Chance``; nothing
here keeps state.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from campaigns.catalogue.library import AircraftType, Card, PilotName, library
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import (
    COLOURS,
    GROUND_LOADS,
    UNIT_EFFECTS,
    Effect,
    Load,
    Location,
    MissionDefinition,
    Resource,
    Role,
    Side,
    Stage,
    TableLine,
    UnitLine,
    faces_of,
    match_up_key,
)
from engine.core.chance import Chance

T = TypeVar("T")
Dated = TypeVar("Dated", TableLine, Location)


@dataclass(frozen=True, slots=True)
class DrawnMission:
    """The Mission that the cards chose."""

    key: str
    stage: Stage
    date: datetime.date
    cards: tuple[Card, ...]
    """The cards that decided, in the order drawn; those that led to a Mission already flown are left out."""


@dataclass(frozen=True, slots=True)
class UnitSlot:
    """One unit that a side flies: its commander fills in aircraft, pilots, load, Altitude and arrival."""

    number: int
    """Of its part among the side's units."""
    line: UnitLine
    """What the Mission says of it, or the Resource that brings it, after what darkness and the side's Resource change.

    A Formation and whoever flies alone have no Wingman; only a Formation has a size.
    """
    formation: bool
    extra: Load | None
    """What a Resource lets it carry if it can."""
    resource: str
    """Key of the Resource that brings it; empty: the Mission does."""

    def altitude_choices(self, aircraft: AircraftType) -> tuple[str, ...]:
        """The Altitudes at which this aircraft may begin here."""
        able = aircraft.start_altitudes
        if self.formation and self.line.load == ("torpedoes",):  # it never changes Altitude [WBY 17.3.2, SUP 21.6]
            able = able[:1]
        return tuple(altitude for altitude in able if not self.line.altitudes or altitude in self.line.altitudes)

    def load_choices(self, aircraft: AircraftType) -> tuple[tuple[Load, ...], ...]:
        """What this aircraft may carry here, each choice one load, two, or none; the first is the usual. [WBY 18.1]"""
        usual = tuple((load,) for load in self.line.load if load in aircraft.carries) or ((),)
        if self.extra is None or self.extra not in aircraft.carries:
            return usual
        if self.extra == "ground-rockets":  # instead of bombs or in addition to them [WBY 18.4]
            both = (("bombs", "ground-rockets"),) if ("bombs",) in usual else ()
            return (*usual, ("ground-rockets",), *both)
        return (*usual, (self.extra,)) if usual == ((),) else usual

    def mode_choices(self, aircraft: AircraftType, load: Collection[str]) -> tuple[str, ...]:
        """How a Formation of this aircraft with this load may bomb; empty where there is nothing to bomb with."""
        able = tuple(
            mode
            for mode in aircraft.modes
            if ("torpedoes" in load) == (mode == "torpedo") and self.line.mode in (None, mode)
        )
        return able if self.formation and {"bombs", "torpedoes"} & set(load) else ()


def draw_in_stage(
    pack: PackDefinition, stage: Stage, flown: Sequence[str], here: Sequence[str], chance: Chance
) -> DrawnMission:
    """Draw another Mission of ``stage``, in which the Missions ``here`` have been; none that is ``flown`` anywhere."""
    cards = _cards(chance)
    drawn = _drawn_location if stage.locations else _drawn_line
    return drawn(pack, stage, flown, here, cards)


def draw_in_period(pack: PackDefinition, period: int, flown: Sequence[str], chance: Chance) -> DrawnMission:
    """Draw the next Mission of a period, in which the Missions ``flown`` (keys) have been. [SUP 27 step 3]

    One that the period has flown already is drawn again, as long as its stage has another.
    """
    stage, _ = pack.stage_of_period(period)
    lines = mission_lines(pack, period, flown)
    for card in _cards(chance):
        line = next(line for line in stage.table if card.face in faces_of(line.cards))
        if line in lines:
            return DrawnMission(line.mission, stage, day_of(pack, period, len(flown), line), (card,))
    raise AssertionError("cards never run out")


def chosen_in_period(pack: PackDefinition, period: int, flown: Sequence[str], mission: str) -> DrawnMission:
    """The Mission that a side chose from the stage's table. Raises ``KeyError`` if it may not be. [SUP 27 step 3]"""
    stage, _ = pack.stage_of_period(period)
    lines = {line.mission: line for line in mission_lines(pack, period, flown)}
    line = lines[mission]
    return DrawnMission(mission, stage, day_of(pack, period, len(flown), line), ())


def mission_lines(pack: PackDefinition, period: int, flown: Sequence[str]) -> tuple[TableLine, ...]:
    """The lines of the stage's table that the period may still fly: each Mission once, as far as there are enough."""
    stage, _ = pack.stage_of_period(period)
    unflown = tuple(line for line in stage.table if line.mission not in flown)
    return unflown or stage.table


def first_day(pack: PackDefinition, period: int) -> datetime.date:
    """The day on which a period begins; past the last period the day after the campaign."""
    if period > pack.periods_in_all:
        return first_day(pack, pack.periods_in_all) + datetime.timedelta(days=pack.calendar.days)
    stage, number = pack.stage_of_period(period)
    return stage.first + datetime.timedelta(days=pack.calendar.days * (number - 1))


def days_of(pack: PackDefinition, period: int) -> tuple[datetime.date, datetime.date]:
    """The first and the last day of a period."""
    first = first_day(pack, period)
    return first, first + datetime.timedelta(days=pack.calendar.days - 1)


def day_of(pack: PackDefinition, period: int, before: int, line: TableLine) -> datetime.date:
    """The day of a Mission that ``before`` others of its period precede: spread over the period."""
    if line.date is not None:
        return line.date
    stage, _ = pack.stage_of_period(period)
    step = pack.calendar.days // max(stage.missions, 1)
    return first_day(pack, period) + datetime.timedelta(days=min(before * step, pack.calendar.days - 1))


def _cards(chance: Chance) -> Iterator[Card]:
    """Cards off the top of a shuffled deck, shuffled anew when it runs out."""
    while True:
        yield from _shuffled(library().cards, chance)


def _shuffled(things: Collection[T], chance: Chance) -> list[T]:
    left, random = list(things), chance.random
    for last in range(len(left) - 1, 0, -1):
        other = int(random() * (last + 1))
        left[last], left[other] = left[other], left[last]
    return left


def _drawn_line(
    pack: PackDefinition, stage: Stage, flown: Sequence[str], here: Sequence[str], cards: Iterator[Card]
) -> DrawnMission:
    left = [line for line in stage.table if line.mission not in flown]
    dates = [_date(line) for line in stage.table if line.mission in here]
    lines = _in_time(left, dates, stage.missions - len(here))
    while True:
        card = next(cards)
        line = next(line for line in stage.table if card.face in faces_of(line.cards))
        if line in lines:
            return DrawnMission(line.mission, stage, _date(line), (card,))


def _drawn_location(
    pack: PackDefinition, stage: Stage, flown: Sequence[str], here: Sequence[str], cards: Iterator[Card]
) -> DrawnMission:
    """The first card's number gives the place, the second one's colour the match-up."""
    left = [each for each in stage.locations if not any(match_up_key(each, colour) in flown for colour in COLOURS)]
    dates = [each.date for each in stage.locations if each not in left]
    locations = _in_time(left, dates, stage.missions - len(here))
    while True:
        first, second = next(cards), next(cards)
        location = next(each for each in stage.locations if each.numbers[0] <= first.number <= each.numbers[1])
        if location not in locations:
            continue
        key = next(match_up_key(location, colour) for colour in COLOURS if colour == second.colour)
        return DrawnMission(key, stage, location.date, (first, second))


def _in_time(left: Sequence[Dated], flown: Collection[datetime.date], wanted: int) -> Sequence[Dated]:
    """Those that may be drawn next, so that a stage's dates never run backwards.

    None before the latest that has been flown, and none that leaves fewer than the stage still wants, itself
    included. All, if a campaign has been flown in another order before.
    """
    later = [each for each in left if _date(each) >= max(flown, default=_date(each))]
    return [each for each in later if sum(_date(other) >= _date(each) for other in later) >= wanted] or left


def _date(line: TableLine | Location) -> datetime.date:
    """The day that a pack gives a line of a campaign without periods."""
    assert line.date is not None, "checked when the pack was read"
    return line.date


def resource_choices(pack: PackDefinition, mission: str, side: Side, used: Collection[str] = ()) -> dict[str, Resource]:
    """The Resources a side may pick for this Mission: unused, allowed here, and of use. [WBY 24.3 C2, 24.6.2]"""
    definition = pack.mission(mission)
    return {
        key: resource
        for key, resource in pack.resources_of(side).items()
        if key not in used and (not resource.missions or mission in resource.missions) and resource.helps_in(definition)
    }


def unit_slots(pack: PackDefinition, mission: str, side: Side, resource: str | None = None) -> tuple[UnitSlot, ...]:
    """The units that ``side`` flies in this Mission, those that its chosen Resource brings last."""
    aircraft = library().aircraft
    definition = pack.mission(mission)
    effects = pack.resources[resource].gives if resource else ()
    lines = [(line, "") for line in definition.units if line.side == side]
    lines += [
        (_brought(definition, side, effect, aircraft), resource or "")
        for effect in effects
        if effect.effect in UNIT_EFFECTS
    ]
    given = _Given(definition, side, effects)
    slots: list[UnitSlot] = []
    for line, source in lines:
        for _ in range(line.count):
            place = 1 + sum(slot.line.role == line.role for slot in slots)
            slots.append(given.slot(line, place, source, aircraft[line.aircraft[0]]))
    return tuple(slots)


def fastest(mission: MissionDefinition) -> int:
    """The speed of the slowest striker if every one is as fast as it may be: it makes the Mission shortest."""
    aircraft = library().aircraft
    return min(
        (max(aircraft[slug].speed for slug in line.aircraft) for line in mission.units if line.role == "striker"),
        default=0,
    )


def is_at_night(pack: PackDefinition, mission: str, resources: Collection[str | None]) -> bool:
    """Whether a Mission flies at night, by itself or by one of the Resources spent on it. [WBY 23.5]"""
    return pack.mission(mission).night or any(
        effect.effect == "night" for key in resources if key for effect in pack.resources[key].gives
    )


def _brought(mission: MissionDefinition, side: Side, effect: Effect, aircraft: Mapping[str, AircraftType]) -> UnitLine:
    """A Resource's unit in the part that this Mission has for it: bombers strike, Fighters escort or intercept."""
    bomber = aircraft[effect.aircraft[0]].aircraft_class != "fighter"
    role: Role = "fighter"
    if mission.striker == side and effect.effect != "fighter-sweep":
        role = "striker" if bomber else "escort"
    elif mission.striker not in (side, None):
        role = "interceptor"
    return UnitLine(
        side=side,
        role=role,
        aircraft=effect.aircraft,
        count=effect.count,
        section=effect.effect == "section",
        size=effect.size,
        load=(effect.load,) if effect.load else (),
        arrives=effect.arrives,
        phase=effect.phase,
    )


class _Given:
    """What a Mission and the effects of a side's Resource make of its lines. [SUP 24.6]"""

    def __init__(self, mission: MissionDefinition, side: Side, effects: Collection[Effect]) -> None:
        given = {effect.effect: effect for effect in effects}
        self._night = mission.night or "night" in given
        self._over_target = "over-target" in given
        self._early = "early-warning" in given
        self._load: Load | None = "bombs" if "blitzkrieg" in given else None
        if "loads" in given:
            self._load = given["loads"].load
        self._for_ground = mission.striker == side

    def slot(self, line: UnitLine, number: int, source: str, kind: AircraftType) -> UnitSlot:
        fighter = kind.aircraft_class == "fighter"
        lone = kind.is_sized or (fighter and self._night)  # [WBY 15.1.1]
        wingman = "never" if lone else line.wingman
        planned = line.but(
            wingman=wingman,
            section=line.section and wingman != "never",
            size=line.size if kind.is_sized else (),
            arrives=self._arrivals(line.arrives),
            over_target=line.over_target or (fighter and self._over_target),
        )
        return UnitSlot(number, planned, kind.is_sized, None if kind.is_sized else self._extra(), source)

    def _extra(self) -> Load | None:
        return self._load if self._load not in GROUND_LOADS or self._for_ground else None

    def _arrivals(self, arrives: tuple[int, ...]) -> tuple[int, ...]:
        """With early warning whoever is scheduled may come on any turn up to his latest. [SUP 24.6]"""
        return tuple(range(1, max(arrives) + 1)) if self._early else arrives


def may_fly(pilot: PilotName, aircraft: AircraftType) -> bool:
    """Aircrews fly only aircraft of their own nation and service. [WBY 19.1.1]"""
    return pilot.nation == aircraft.nation and pilot.service == aircraft.service


def roster(pack: PackDefinition, side: Side, chance: Chance) -> tuple[PilotName, ...]:
    """The named pilots a side begins with, without Skills."""
    return tuple(
        replace(pilot, skills=())
        for nation, count in pack.sides[side].pilots.items()
        for pilot in _shuffled(
            [each for each in pack.men(nation) if not each.skills and each.service in pack.sides[side].services], chance
        )[:count]
    )


def skilled_pilot(pack: PackDefinition, side: Side, chance: Chance, taken: Collection[str] = ()) -> PilotName | None:
    """A skilled pilot of the side whose name is not ``taken``; ``None`` when all are. [WBY 19.4]"""
    free = [
        pilot
        for nation in pack.sides[side].nations
        for pilot in pack.men(nation)
        if pilot.skills and pilot.service in pack.sides[side].services and pilot.name not in taken
    ]
    return _shuffled(free, chance)[0] if free else None


def skilled_pilot_drawn(
    pack: PackDefinition, mission: str, side: Side, chance: Chance, taken: Collection[str] = ()
) -> PilotName | None:
    """One card for the side: if its face is in ``skilled_on``, a skilled pilot or crew flies this Mission. [SUP 19.4]

    Somebody who may fly an aircraft that the side may have in it, and whose name is not ``taken``.
    """
    if not pack.skilled_on or next(_cards(chance)).face not in faces_of(pack.skilled_on):
        return None
    slots = [
        slot
        for resource in (None, *resource_choices(pack, mission, side))
        for slot in unit_slots(pack, mission, side, resource)
    ]
    types = [library().aircraft[slug] for slug in dict.fromkeys(slug for slot in slots for slug in slot.line.aircraft)]
    free = [
        man
        for in_formation in (False, True)
        for nation in pack.sides[side].nations
        for man in (library().crews.get(nation, ()) if in_formation else pack.men(nation))
        if man.skills
        and man.name not in taken
        and any(may_fly(man, type_) for type_ in types if type_.in_formation == in_formation)
    ]
    return _shuffled(free, chance)[0] if free else None


def is_crew(name: str, nation: str, service: str) -> bool:
    """Whether this is one of the skilled crews, who fly in Formations only. [WBY 19.0]"""
    return any((crew.name, crew.service) == (name, service) for crew in library().crews.get(nation, ()))
