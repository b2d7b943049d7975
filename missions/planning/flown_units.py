"""The units of a mission as they flew: those of the pack and its Resources, and those of its lineup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from campaigns.catalogue.library import AircraftType
from campaigns.packs import PackDefinition
from campaigns.packs.planning import UnitSlot
from campaigns.packs.schema import Role, Side, UnitLine
from engine.core.names import unit_names
from missions.planning import choices
from missions.planning.choices import UnitChoice
from missions.planning.lineup import LineupUnit, SideLineup
from missions.planning.orders import SideOrders, UnitOrders

_NO_PART, _BY_ID = ("", "fighter"), "patrol"
"""Of which units go by their ids where a side has nothing else, and always."""


def number_of(unit: str) -> int:
    """2 of ``axis-2``."""
    return int(unit.rpartition("-")[2])


def unit_choices(
    pack: PackDefinition, mission: str, side: Side, resource: str | None, lineup: SideLineup
) -> dict[str, UnitChoice]:
    """By id the units of ``side`` when ``resource`` is spent, those that flew otherwise or were added as they did."""
    found = {unit.id: unit for unit in choices.units(pack, mission, side, resource)}
    if not lineup.units:
        return found
    most = Counter[str]()
    for each in found.values():
        most[each.role] = max(most[each.role], each.number)
    said: dict[str, int] = {}
    for unit in sorted(lineup.units, key=lambda each: number_of(each.id)):
        known = found.get(unit.id)
        if not unit.flies or unit.role is None or (known is not None and known.role == unit.role):
            continue
        most[unit.role] += 1
        said[unit.id] = most[unit.role]
        found[unit.id] = _choice(side, unit, unit.role, known, most[unit.role])
    return found | _named(pack, found, said) if said else found


def _named(pack: PackDefinition, units: Mapping[str, UnitChoice], numbers: Mapping[str, int]) -> dict[str, UnitChoice]:
    """Those of the ``units`` that have ``numbers`` by what they are called beside the others."""
    roles = {key: units[key].role for key in sorted(units, key=number_of)}
    has_parts = any(role not in _NO_PART for role in roles.values())
    known = {key: number for key, number in numbers.items() if has_parts and roles[key] != _BY_ID}
    titles = unit_names(roles, known, pack.side_titles)
    return {key: replace(units[key], title=titles[key]) for key in numbers}


def _choice(side: Side, unit: LineupUnit, role: Role, known: UnitChoice | None, number: int) -> UnitChoice:
    if known is not None:
        slot = replace(known.slot, number=number, line=known.slot.line.but(role=role))
    else:
        line = UnitLine(side=side, role=role, aircraft=tuple(dict.fromkeys(unit.models or (unit.aircraft,))))
        slot = UnitSlot(number=number, line=line, formation=bool(unit.models), extra=None, resource="")
    return UnitChoice(
        id=unit.id,
        title="",
        number=number,
        slot=slot,
        aircraft=(),
        escorts=(),
    )


def with_resource(pack: PackDefinition, mission: str, side: Side, orders: SideOrders, lineup: SideLineup) -> SideOrders:
    """Signed orders with the Resource that was really spent, and with the units that it brings."""
    if lineup.spent is None or lineup.spent.resource == orders.resource:
        return orders
    spent = lineup.spent.resource
    before = {unit.id: unit for unit in choices.units(pack, mission, side, orders.resource)}
    now = choices.units(pack, mission, side, spent)
    kept = {unit.id: unit for unit in orders.units if not before[unit.id].resource}
    brought = {unit.id: plain(unit) for unit in now if unit.resource and not unit.pooled}
    gives = pack.resources[spent].gives if spent else ()
    crewed = [unit.id for unit in now if unit.role == "striker" and unit.id in kept]
    experienced = crewed[0] if crewed and any(each.effect == "experienced-crew" for each in gives) else None
    return orders.but(resource=spent, experienced_crew=experienced, units=(*kept.values(), *brought.values()))


def as_it_was(orders: SideOrders, lineup: SideLineup) -> SideOrders:
    """Orders as they are flown, but for who flew otherwise."""
    if not lineup.units:
        return orders
    units: dict[str, UnitOrders] = orders.by_id
    for unit in lineup.units:
        units.pop(unit.id, None)
        if unit.flies:
            units[unit.id] = unit
    crewed = orders.experienced_crew if orders.experienced_crew in units else None
    flew = tuple(units[key] for key in sorted(units, key=number_of))
    return orders.but(units=flew, experienced_crew=crewed)


def plain(choice: UnitChoice) -> UnitOrders:
    """A unit as it flies when nobody has said anything of it: its first type, as strong as it may be, no man named."""
    first = choice.aircraft[0]
    choice = choice.flown_by(first.type)
    load = first.loads[0]
    formation = choice.size if choice.formation else 0
    return UnitOrders(
        id=choice.id,
        aircraft=first.slug,
        models=(first.slug,) * formation or None,
        crews=(None,) * formation or None,
        wingman=not formation and choice.wingman != "never",
        section=not formation and choice.section,
        altitude=first.altitudes[0] if first.altitudes else None,
        load=load,
        mode=next(iter(choice.modes(first.type, load)), None),
        arrives=choice.arrives[0],
    )


def in_strength(unit: UnitOrders, role: Role, type_: AircraftType, count: int, load: tuple[str, ...]) -> LineupUnit:
    """A unit as it flew: with so many of a type, nobody seated yet; the rest as in its orders, where that can be."""
    same = type_.slug == unit.aircraft
    models: tuple[str, ...] | None = None
    if type_.is_sized:
        own = (unit.models or ())[:count] if same else ()
        models = (*own, *(type_.slug,) * (count - len(own)))
    able = type_.start_altitudes
    altitude = unit.altitude if unit.altitude in able or same else able[len(able) // 2] if able else None
    return LineupUnit(
        id=unit.id,
        role=role,
        aircraft=models[0] if models else type_.slug,
        models=models,
        crews=(None,) * len(models) if models else None,
        wingman=not type_.is_sized and count > 1,
        section=not type_.is_sized and count > 2,
        altitude=altitude,
        load=load,
        mode=_mode(unit, type_, load),
        arrives=unit.arrives if same or not type_.in_formation else 1,
        escorts=unit.escorts,
        squadron=unit.squadron,
        airframes=unit.airframes and unit.airframes[:count],
    )


def _mode(unit: UnitOrders, type_: AircraftType, load: Collection[str]) -> str | None:
    able = [mode for mode in type_.modes if ("torpedoes" in load) == (mode == "torpedo")]
    if not (type_.in_formation and {"bombs", "torpedoes"} & set(load)):
        return None
    return unit.mode if unit.mode in able else next(iter(able), None)


def most_of(pack: PackDefinition, type_: AircraftType) -> int:
    """How many aircraft of a type fly together at most, by the rules of the game."""
    if type_.flies_alone:
        return 1
    if not type_.is_sized:
        return 2 if pack.kind in ("dogfights", "solitaire") else 3
    return type_.most or pack.rules.sizes[1]


def next_ids(
    pack: PackDefinition, mission: str, side: Side, resource: str | None, lineup: SideLineup, count: int
) -> list[str]:
    """Ids for ``count`` more units of a side when ``resource`` is spent, or for as many as it may have."""
    there = choices.units(pack, mission, side, resource)
    taken = {number_of(unit.id) for unit in there} | {number_of(each.id) for each in lineup.units}
    free = [number for number in range(1, pack.rules.most_units + 1) if number not in taken]
    return [f"{side}-{number}" for number in free[:count]]


def types_of(pack: PackDefinition, side: Side) -> Mapping[str, AircraftType]:
    """Every type of the game that flies for a side."""
    return {slug: each for slug, each in pack.types.items() if each.side == side}
