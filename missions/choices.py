"""What a side may choose when it plans: what the page offers, the staff picks from and orders are checked by."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from campaigns.packs import PackDefinition, planning
from campaigns.packs.library import AircraftType, library
from campaigns.packs.schema import Resource, Side

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

    def may_fly(self, aircraft: AircraftType) -> bool:
        """Only aircraft of his own nation and service. [WBY 19.1.1]"""
        return self.nation == aircraft.nation and self.service == aircraft.service


@dataclass(frozen=True, slots=True)
class AircraftChoice:
    """A type that a unit may fly, and the altitudes at which it may begin."""

    type: AircraftType
    altitudes: tuple[str, ...]

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
    role: str
    number: int
    """Of its role: the second escort is 2."""
    aircraft: tuple[AircraftChoice, ...]
    wingman: str
    """``always``, ``optional`` or ``never``."""
    formation: bool
    size: int
    """Aircraft of a Formation."""
    loads: tuple[str | None, ...]
    pilots: bool
    """Named pilots may fly it."""
    resource: str
    """Key of the resource that brings it; empty: the mission does."""
    escorts: tuple[str, ...]
    """Units that it may be told to escort."""

    @property
    def title(self) -> str:
        return f"{self.role.capitalize()} {self.number}"

    def aircraft_of(self, slug: str) -> AircraftChoice | None:
        return next((choice for choice in self.aircraft if choice.slug == slug), None)


@dataclass(frozen=True, slots=True)
class ResourceChoice:
    """A resource of the side, and whether it may be spent on this mission."""

    key: str
    title: str
    text: str
    why_not: str
    """A sentence why it may not be used; empty if it may."""
    used: bool
    """Spent in an earlier mission."""
    provenance: str

    @property
    def usable(self) -> bool:
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything a side may choose for one mission."""

    side: Side
    resources: tuple[ResourceChoice, ...]
    units_by_resource: Mapping[str, tuple[UnitChoice, ...]]
    """The units to plan, by the resource that is spent; under ``""`` with none."""
    pilots: tuple[PilotChoice, ...]

    def units(self, resource: str | None = None) -> tuple[UnitChoice, ...]:
        """The units to plan when ``resource`` is spent."""
        return self.units_by_resource[resource or ""]

    def resource(self, key: str) -> ResourceChoice | None:
        return next((choice for choice in self.resources if choice.key == key), None)

    def pilots_for(self, aircraft: AircraftType, resource: str | None = None) -> tuple[PilotChoice, ...]:
        """The pilots who may fly this type when ``resource`` is spent."""
        return tuple(
            pilot for pilot in self.pilots if pilot.may_fly(aircraft) and pilot.resource in ("", resource or "")
        )


def build(
    pack: PackDefinition, mission: str, side: Side, *, used: Collection[str], pilots: Sequence[PilotChoice]
) -> Choices:
    """The choices of ``side`` in the pack's ``mission``, given what it has used before. [WBY 24.3 C2, 24.6.2]"""
    allowed = planning.resource_choices(pack, mission, side, used)
    has_target = pack.mission(mission).target is not None
    resources = tuple(
        ResourceChoice(
            key=key,
            title=resource.title,
            text=resource.text,
            why_not="" if key in allowed else _why_not(resource, has_target, key in used),
            used=key in used,
            provenance=resource.provenance,
        )
        for key, resource in pack.resources_of(side).items()
    )
    by_resource = {key or "": units(pack, mission, side, key) for key in (None, *allowed)}
    return Choices(side=side, resources=resources, units_by_resource=by_resource, pilots=tuple(pilots))


def _why_not(resource: Resource, has_target: bool, used: bool) -> str:
    if used:
        return f"{resource.title} has been used in an earlier mission."
    if resource.needs_target and not has_target:
        return f"{resource.title} is of no use where there is no target."
    return f"{resource.title} cannot be used in this mission."


def units(pack: PackDefinition, mission: str, side: Side, resource: str | None) -> tuple[UnitChoice, ...]:
    """The units that ``side`` flies when ``resource`` is spent."""
    slots = planning.unit_slots(pack, mission, side, resource)
    known = library().aircraft
    strikers = tuple(f"{slot.side}-{n}" for n, slot in enumerate(slots, 1) if slot.role == "striker")
    return tuple(
        UnitChoice(
            id=f"{slot.side}-{n}",
            role=slot.role,
            number=int(slot.id.rpartition("-")[2]),
            aircraft=tuple(AircraftChoice(known[slug], slot.altitude_choices(known[slug])) for slug in slot.aircraft),
            wingman=slot.wingman,
            formation=slot.formation,
            size=slot.size,
            loads=slot.loads,
            pilots=slot.pilots,
            resource=slot.resource,
            escorts=strikers if slot.role == "escort" else (),
        )
        for n, slot in enumerate(slots, 1)
    )
