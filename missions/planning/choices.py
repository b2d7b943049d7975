"""What a side may choose when it plans: what the page offers, the staff picks from and orders are checked by.

In a campaign that keeps pools a Mission's units are slots: the side fills as many as it likes from its squadrons,
within the weather's cap, the fuel stock, the serviceable aircraft and the fit men. [SUP 25, 27 step 4]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from campaigns.catalogue.library import AircraftType, library
from campaigns.packs import PackDefinition, planning
from campaigns.packs.effects import beside
from campaigns.packs.identity import ThisPack
from campaigns.packs.planning import UnitSlot
from campaigns.packs.schema import SIDES, Effect, MissionDefinition, Resource, Side, helps
from campaigns.standing.model import Airman, Standing
from campaigns.standing.sortie_text import count
from campaigns.standing.stocks import unit_fuel
from engine.core.campaigns import CampaignRules
from engine.core.names import unit_names
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders
from missions.planning.pool import Pool, SquadronChoice, may_fly, men_of, pool_of


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


@dataclass(frozen=True)
class UnitChoice:
    """A unit to plan. ``id`` is ``axis-1`` … in the order of the mission, those of a resource last."""

    id: str
    title: str
    """By its part: the second escort is ``Escort 2``; a patrol's with its belt."""
    number: int
    """Of its role."""
    slot: UnitSlot
    aircraft: tuple[AircraftChoice, ...]
    escorts: tuple[str, ...]
    """Units that it may be told to escort."""
    pooled: bool = False
    """A squadron of the side's pool fills it, or nobody does."""

    @cached_property
    def role(self) -> str:
        return self.slot.line.role

    @cached_property
    def wingman(self) -> str:
        """``always``, ``optional`` or ``never``."""
        return self.slot.line.wingman

    @cached_property
    def section(self) -> bool:
        return self.slot.line.section

    @cached_property
    def formation(self) -> bool:
        return self.slot.formation

    def flown_by(self, aircraft: AircraftType) -> UnitChoice:
        """What it is with this type: Night Fighters and rocket fighters have no Wingmen. [WBY 10.0]"""
        return self._alone if aircraft.flies_alone else self

    @cached_property
    def _alone(self) -> UnitChoice:
        return replace(self, slot=_alone(self.slot))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many aircraft its Formation may have; empty for Elements."""
        return self.slot.line.size

    @cached_property
    def size(self) -> int:
        """The most aircraft of its Formation; 0 for Elements."""
        return max(self.sizes, default=0)

    @cached_property
    def fewest(self) -> int:
        """The fewest aircraft with which it flies."""
        return min(self.sizes, default=1)

    @cached_property
    def strengths(self) -> tuple[int, ...]:
        """With how many aircraft it may fly from a pool."""
        if self.formation:
            return self.sizes
        return (1, *((2,) if self.wingman != "never" else ()), *((3,) if self.section else ()))

    @cached_property
    def arrives(self) -> tuple[int, ...]:
        """Game-Turns on which it may arrive."""
        return self.slot.line.arrives

    @cached_property
    def resource(self) -> str:
        """Key of the resource that brings it; empty: the mission does."""
        return self.slot.resource

    def aircraft_of(self, slug: str) -> AircraftChoice | None:
        return self._by_slug.get(slug)

    @cached_property
    def _by_slug(self) -> Mapping[str, AircraftChoice]:
        return {choice.slug: choice for choice in reversed(self.aircraft)}

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
    cost: int
    """Points of the operation that it costs. [SUP 25]"""
    provenance: str
    rules: CampaignRules

    @property
    def effects(self) -> tuple[str, ...]:
        """What it has an effect by, in words that its text does not use already."""
        return beside(self.text, self.gives, self.rules)

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
    pilots: tuple[Airman, ...]
    pool: Pool | None
    """``None``: the mission gives what its units fly."""
    points: int | None
    """What is left to buy Resources with; ``None``: they cost nothing. [SUP 25]"""
    standing: Standing
    part_of: str = ""
    """Key of the squadron whose part alone is planned; empty: the whole side."""

    @property
    def definition(self) -> MissionDefinition:
        return self.pack.mission(self.mission)

    @cached_property
    def pilots_by_row(self) -> Mapping[int, Airman]:
        return {pilot.pk: pilot for pilot in self.pilots}

    @cached_property
    def _without_squadron(self) -> tuple[Airman, ...]:
        return tuple(pilot for pilot in self.pilots if not pilot.squadron)

    @property
    def strikes(self) -> bool:
        """The side is the one that the mission is about, which has the bombers."""
        return any(unit.side == self.side and unit.role == "striker" for unit in self.definition.units)

    @property
    def has_altitudes(self) -> bool:
        """Its units begin at Altitudes."""
        types = (library().aircraft[slug] for line in self.definition.units for slug in line.aircraft)
        return any(each.start_altitudes for each in types)

    def context(self, orders: SideOrders | None = None) -> MissionContext:
        """The mission as it would be flown by these orders of the side alone."""
        own = {} if orders is None else {self.side: orders}
        return MissionContext(pack=self.pack, key=self.mission, month=self.month, orders=own, standing=self.standing)

    def units(self, resource: str | None = None) -> tuple[UnitChoice, ...]:
        """The units to plan when ``resource``, one that is usable, is spent."""
        key = resource or None
        if key not in self._units_by_resource:
            offered = units(self.pack, self.mission, self.side, key)
            own = tuple(unit for unit in offered if self._of_type(unit)) if self.part_of else offered
            self._units_by_resource[key] = own
        return self._units_by_resource[key]

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

    def pilots_for(
        self, aircraft: AircraftType, resource: str | None = None, squadron: SquadronChoice | None = None
    ) -> tuple[Airman, ...]:
        """The pilots who may fly this type, of ``squadron`` if it is its, when ``resource`` is spent."""
        own = squadron.men if squadron else ()
        return own + tuple(
            pilot
            for pilot in self._without_squadron
            if pilot.man.resource in ("", resource or "") and may_fly(pilot, aircraft)
        )

    def squadrons_for(self, unit: UnitChoice) -> tuple[SquadronChoice, ...]:
        """The squadrons that can fill a slot."""
        return tuple(each for each in self._of_type(unit) if each.most >= unit.fewest)

    def why_empty(self, unit: UnitChoice) -> tuple[str, ...]:
        """Why squadrons that fly what a slot asks for cannot fill it, a sentence each."""
        there = self._of_type(unit)
        if not there:
            return (f"No squadron of your side flies {' or '.join(choice.name for choice in unit.aircraft)}.",)
        return tuple(
            each.why_not or f"{each.title} has {each.most} serviceable, and {unit.title} takes {unit.fewest} or more."
            for each in there
            if each.most < unit.fewest
        )

    @property
    def needed(self) -> tuple[UnitChoice, ...]:
        """The units of which at least one must fly: those that strike, of a mission without strikers any.

        Only those that can be filled, and none on the side that is struck: it may stay at home. [SUP 27 step 4]
        """
        striker = self.definition.striker
        if self.pack.kind == "solitaire":
            return ()  # the guns fire, whoever flies [SUP 28]
        return tuple(
            unit
            for unit in self.units()
            if (unit.role == "striker" if self.strikes else striker is None) and self.can_fly(unit)
        )

    def can_fly(self, unit: UnitChoice) -> bool:
        """Whether this unit could fly if no other of its side did."""
        if self.pool is None or not unit.pooled:
            return True
        fuel = unit_fuel((), unit.formation)
        enough = self.pool.fuel is None or fuel <= self.pool.fuel
        return enough and self.pool.cap != 0 and bool(self.squadrons_for(unit))

    def _of_type(self, unit: UnitChoice) -> tuple[SquadronChoice, ...]:
        if self.pool is None or not unit.pooled:
            return ()
        return tuple([each for each in self.pool.squadrons if unit.aircraft_of(each.type.slug)])

    @cached_property
    def _units_by_resource(self) -> dict[str | None, tuple[UnitChoice, ...]]:
        """As far as somebody has asked for them."""
        return {}


def build(
    pack: PackDefinition, mission: str, side: Side, *, month: str, standing: Standing, drawn: int | None = None
) -> Choices:
    """The choices of ``side`` in the pack's ``mission`` as the campaign stands. [WBY 24.3 C2, 24.6.2; SUP 25, 27]

    ``drawn``: the man whom the draw of the mission brings.
    """
    used = standing.resources[side]
    points = pack.budget[side] - standing.spent[side] if side in pack.budget else None
    resources = tuple(
        spent if unused.key in used else _as_it_stands(pack, unused, standing, points)
        for unused, spent in _resources(ThisPack(pack), mission, side)
    )
    men = men_of(pack, side, standing, drawn)
    pool = pool_of(pack, side, standing, men)
    return Choices(pack, mission, month, side, resources, men, pool, points, standing)


@lru_cache(maxsize=1_000)
def _resources(of: ThisPack, mission: str, side: Side) -> tuple[tuple[ResourceChoice, ResourceChoice], ...]:
    """Each resource of the side as it may be used in a mission, before and after it has been used."""
    pack = of.definition
    definition, allowed = pack.mission(mission), planning.resource_choices(pack, mission, side)

    def choice(key: str, resource: Resource, *, used: bool) -> ResourceChoice:
        return ResourceChoice(
            key=key,
            title=resource.title,
            text=resource.text,
            gives=tuple(effect for effect in resource.gives if helps(effect, side, definition)),
            why_not=_why_not(resource, definition, used, key in allowed),
            used=used,
            cost=resource.cost if side in pack.budget else 0,
            provenance=resource.provenance,
            rules=pack.rules,
        )

    return tuple(
        (choice(key, resource, used=False), choice(key, resource, used=True))
        for key, resource in pack.resources_of(side).items()
    )


def _as_it_stands(
    pack: PackDefinition, unused: ResourceChoice, standing: Standing, points: int | None
) -> ResourceChoice:
    """One that has not been used, with why it waits or costs too much."""
    why = unused.usable and (_why_not_yet(pack, unused.key, standing) or _why_too_dear(unused, points))
    return replace(unused, why_not=why) if why else unused


def _why_not(resource: Resource, mission: MissionDefinition, used: bool, allowed: bool) -> str:
    if used:
        return f"{resource.title} has been used in an earlier mission."
    if allowed:
        return ""
    if mission.target is None and not resource.helps_in(mission):
        return f"{resource.title} is of no use where there is no target."
    return f"{resource.title} cannot be used in this mission."


def _why_not_yet(pack: PackDefinition, key: str, standing: Standing) -> str:
    """A Resource that an event brings waits for it. [SUP 27 step 8]"""
    event = pack.resources[key].event
    if event is None or event in standing.events:
        return ""
    return f"{pack.resources[key].title} comes only after this event: {pack.events[event].title}."


def _why_too_dear(resource: ResourceChoice, points: int | None) -> str:
    if points is None or resource.cost <= points:
        return ""
    return f"{resource.title} costs {count(resource.cost, 'point')}, and your side has {points} left. [Supplement 25]"


def units(pack: PackDefinition, mission: str, side: Side, resource: str | None) -> tuple[UnitChoice, ...]:
    """The units that ``side`` flies when ``resource`` is spent; of a side that keeps a pool those that it may fly."""
    return _units(ThisPack(pack), mission, side, resource)


@lru_cache(maxsize=1_000)
def _units(of: ThisPack, mission: str, side: Side, resource: str | None) -> tuple[UnitChoice, ...]:
    """Kept: planning, checking and flying one mission ask for the same a dozen times."""
    pack = of.definition
    known = library().aircraft
    slots = {f"{side}-{n}": slot for n, slot in enumerate(planning.unit_slots(pack, mission, side, resource), 1)}
    for name, slot in slots.items():
        if all(known[slug].flies_alone for slug in slot.line.aircraft):
            slots[name] = _alone(slot)
    titles = unit_names({name: slot.line.role for name, slot in slots.items()}, sides=pack.side_titles)
    strikers = tuple(name for name, slot in slots.items() if slot.line.role == "striker")
    pooled = pack.keeps_pool(side)
    return tuple(
        UnitChoice(
            id=name,
            title=titles[name] + (f" over the {slot.line.belt}" if slot.line.belt else ""),
            number=slot.number,
            slot=_from_pool(slot, any_size=pack.rules.may_be_short) if pooled else slot,
            aircraft=tuple(
                AircraftChoice(known[slug], slot.altitude_choices(known[slug]), slot.load_choices(known[slug]))
                for slug in slot.line.aircraft
            ),
            escorts=strikers if slot.line.role == "escort" and pack.rules.gives_charges else (),
            pooled=pooled,
        )
        for name, slot in slots.items()
    )


def _alone(slot: UnitSlot) -> UnitSlot:
    return replace(slot, line=slot.line.but(wingman="never", section=False))


def _from_pool(slot: UnitSlot, *, any_size: bool) -> UnitSlot:
    """Who has to count his aircraft may send fewer in a unit than the mission gives it, ``any_size`` down to one."""
    line = slot.line
    least = 1 if any_size else min(line.size, default=1)
    fewer = line.but(
        wingman="optional" if line.wingman == "always" else line.wingman,
        size=tuple(range(least, max(line.size) + 1)) if line.size else (),
    )
    return replace(slot, line=fewer)


def why_grounded(pack: PackDefinition, mission: str, month: str, standing: Standing) -> str:
    """Why nobody can fly a mission as the campaign stands, in a sentence; empty if it can be planned. [SUP 27 step 4]

    Without a defender a striker flies alone; dogfights and Air Combat need both sides.
    """
    if pack.kind == "solitaire":
        return ""  # the guns fire, whoever flies [SUP 28]
    striker = pack.mission(mission).striker
    for side in (striker,) if striker else SIDES:
        if not build(pack, mission, side, month=month, standing=standing).needed:
            what = "striking unit" if striker else "unit"
            title = pack.side_titles[side]
            return f"The {title} side cannot send one {what}: weather, fuel, aircraft or men are lacking."
    return ""


def spread_arrivals(units: Sequence[UnitChoice]) -> dict[str, int]:
    """The Game-Turn on which each unit usually arrives: of those that are scheduled one a turn. [WBY 19.2.8]"""
    found = {unit.id: unit.arrives[0] for unit in units}
    taken: set[int] = set()
    for unit in sorted(units, key=lambda unit: max(unit.arrives)):
        if len(unit.arrives) > 1:
            found[unit.id] = next((turn for turn in sorted(unit.arrives) if turn not in taken), unit.arrives[0])
            taken.add(found[unit.id])
    return found
