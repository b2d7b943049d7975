"""What a side may choose when it plans: what the page offers, the staff picks from and orders are checked by."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from campaigns.packs import PackDefinition, planning
from campaigns.packs.effects import beside
from campaigns.packs.library import AircraftType, library
from campaigns.packs.planning import UnitSlot
from campaigns.packs.schema import Effect, MissionDefinition, Resource, Side, helps
from engine.wildblue.names import unit_names

DOCTRINES = ("cautious", "steady", "bold")
"""How the engine's pilots of a side fight when they fly for it."""


@dataclass(frozen=True, slots=True)
class PilotChoice:
    """A pilot who may fly this mission."""

    id: int
    name: str
    nation: str
    service: str
    skills: tuple[str, ...]
    missions: int
    kills: int
    resource: str
    """Key of the resource that brings him; empty: he is there anyway."""
    is_crew: bool = False
    """A skilled crew of a Formation's aircraft; who has no Skill flies anything."""

    def may_fly(self, aircraft: AircraftType) -> bool:
        """Only aircraft of his own nation and service; Pilots fly Elements, Crews Formations. [WBY 19.0, 19.1.1]"""
        fits = not self.skills or self.is_crew == aircraft.in_formation
        return self.nation == aircraft.nation and self.service == aircraft.service and fits


@dataclass(frozen=True, slots=True)
class AircraftChoice:
    """A type that a unit may fly, the altitudes at which it may begin and what it may carry."""

    type: AircraftType
    altitudes: tuple[str, ...]
    loads: tuple[tuple[str, ...], ...]
    """Each one load, two, or none; the first is the usual."""

    @property
    def slug(self) -> str:
        return self.type.slug

    @property
    def name(self) -> str:
        return self.type.name


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """A unit to plan. ``id`` is ``axis-1`` … in the order of the mission, those of a resource last."""

    id: str
    title: str
    """By its part: the second escort is ``Escort 2``."""
    number: int
    """Of its role."""
    slot: UnitSlot
    aircraft: tuple[AircraftChoice, ...]
    escorts: tuple[str, ...]
    """Units that it may be told to escort."""

    @property
    def role(self) -> str:
        return self.slot.role

    @property
    def wingman(self) -> str:
        """``always``, ``optional`` or ``never``."""
        return self.slot.wingman

    @property
    def section(self) -> bool:
        return self.slot.section

    @property
    def formation(self) -> bool:
        return self.slot.formation

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many aircraft its Formation may have; empty for Elements."""
        return self.slot.sizes

    @property
    def size(self) -> int:
        """The most aircraft of its Formation; 0 for Elements."""
        return max(self.sizes, default=0)

    @property
    def arrives(self) -> tuple[int, ...]:
        """Game-Turns on which it may arrive."""
        return self.slot.arrives

    @property
    def resource(self) -> str:
        """Key of the resource that brings it; empty: the mission does."""
        return self.slot.resource

    def aircraft_of(self, slug: str) -> AircraftChoice | None:
        return next((choice for choice in self.aircraft if choice.slug == slug), None)

    def modes(self, aircraft: AircraftType, load: Collection[str]) -> tuple[str, ...]:
        """How its Formation may bomb; empty where that is no question."""
        return self.slot.mode_choices(aircraft, load)

    def mixes_with(self, aircraft: AircraftType) -> tuple[AircraftChoice, ...]:
        """What may fly in one Formation with this aircraft, itself included. [WBY 17.3.1d]"""
        return tuple(choice for choice in self.aircraft if choice.type.family == aircraft.family)


@dataclass(frozen=True, slots=True)
class ResourceChoice:
    """A resource of the side, and whether it may be spent on this mission."""

    key: str
    title: str
    text: str
    gives: tuple[Effect, ...]
    """What it has an effect by in this mission."""
    why_not: str
    """A sentence why it may not be used; empty if it may."""
    used: bool
    """Spent in an earlier mission."""
    provenance: str

    @property
    def effects(self) -> tuple[str, ...]:
        """What it has an effect by, in words that its text does not use already."""
        return beside(self.text, self.gives)

    @property
    def usable(self) -> bool:
        return not self.why_not


@dataclass(frozen=True)
class Choices:
    """Everything a side may choose for one mission."""

    pack: PackDefinition
    mission: str
    """Key of the pack's mission."""
    month: str
    """``1941-04``."""
    side: Side
    resources: tuple[ResourceChoice, ...]
    pilots: tuple[PilotChoice, ...]

    @property
    def definition(self) -> MissionDefinition:
        return self.pack.mission(self.mission)

    @property
    def strikes(self) -> bool:
        """The side is the one that the mission is about."""
        return self.definition.striker == self.side

    def units(self, resource: str | None = None) -> tuple[UnitChoice, ...]:
        """The units to plan when ``resource``, one that is usable, is spent."""
        return self._units_by_resource[resource or ""]

    def effects(self, resource: str | None) -> tuple[Effect, ...]:
        """What a resource does here."""
        return found.gives if (found := self.resource(resource or "")) else ()

    def crewed(self, resource: str | None) -> tuple[UnitChoice, ...]:
        """The units of which one gets the experienced crew that ``resource`` brings, if it brings one."""
        if not any(effect.effect == "experienced-crew" for effect in self.effects(resource)):
            return ()
        return tuple(unit for unit in self.units(resource) if unit.role == "striker")

    def resource(self, key: str) -> ResourceChoice | None:
        return next((choice for choice in self.resources if choice.key == key), None)

    def pilots_for(self, aircraft: AircraftType, resource: str | None = None) -> tuple[PilotChoice, ...]:
        """The pilots who may fly this type when ``resource`` is spent."""
        return tuple(
            pilot for pilot in self.pilots if pilot.may_fly(aircraft) and pilot.resource in ("", resource or "")
        )

    @cached_property
    def _units_by_resource(self) -> Mapping[str, tuple[UnitChoice, ...]]:
        usable = (choice.key for choice in self.resources if choice.usable)
        return {key or "": units(self.pack, self.mission, self.side, key) for key in (None, *usable)}


def build(
    pack: PackDefinition,
    mission: str,
    side: Side,
    *,
    month: str,
    used: Collection[str],
    pilots: Sequence[PilotChoice],
) -> Choices:
    """The choices of ``side`` in the pack's ``mission``, given what it has used before. [WBY 24.3 C2, 24.6.2]"""
    allowed = planning.resource_choices(pack, mission, side, used)
    definition = pack.mission(mission)
    resources = tuple(
        ResourceChoice(
            key=key,
            title=resource.title,
            text=resource.text,
            gives=tuple(effect for effect in resource.gives if helps(effect, side, definition)),
            why_not="" if key in allowed else _why_not(resource, definition, key in used),
            used=key in used,
            provenance=resource.provenance,
        )
        for key, resource in pack.resources_of(side).items()
    )
    return Choices(pack, mission, month, side, resources, tuple(pilots))


def _why_not(resource: Resource, mission: MissionDefinition, used: bool) -> str:
    if used:
        return f"{resource.title} has been used in an earlier mission."
    if mission.target is None and not resource.helps_in(mission):
        return f"{resource.title} is of no use where there is no target."
    return f"{resource.title} cannot be used in this mission."


def units(pack: PackDefinition, mission: str, side: Side, resource: str | None) -> tuple[UnitChoice, ...]:
    """The units that ``side`` flies when ``resource`` is spent."""
    slots = planning.unit_slots(pack, mission, side, resource)
    known = library().aircraft
    titles = unit_names({f"{slot.side}-{n}": slot.role for n, slot in enumerate(slots, 1)})
    strikers = tuple(f"{slot.side}-{n}" for n, slot in enumerate(slots, 1) if slot.role == "striker")
    return tuple(
        UnitChoice(
            id=f"{slot.side}-{n}",
            title=titles[f"{slot.side}-{n}"],
            number=int(slot.id.rpartition("-")[2]),
            slot=slot,
            aircraft=tuple(
                AircraftChoice(known[slug], slot.altitude_choices(known[slug]), slot.load_choices(known[slug]))
                for slug in slot.aircraft
            ),
            escorts=strikers if slot.role == "escort" else (),
        )
        for n, slot in enumerate(slots, 1)
    )


def spread_arrivals(units: Sequence[UnitChoice]) -> dict[str, int]:
    """The Game-Turn on which each unit usually arrives: of those that are scheduled one a turn. [WBY 19.2.8]"""
    found = {unit.id: unit.arrives[0] for unit in units}
    taken: set[int] = set()
    for unit in sorted(units, key=lambda unit: max(unit.arrives)):
        if len(unit.arrives) > 1:
            found[unit.id] = next((turn for turn in sorted(unit.arrives) if turn not in taken), unit.arrives[0])
            taken.add(found[unit.id])
    return found
