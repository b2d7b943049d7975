"""What differed from the pack where a mission was not flown as its orders say: in words, unit by unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from campaigns.catalogue.library import aircraft_name
from campaigns.packs.schema import SIDES, Side
from campaigns.standing.words import skill_name
from config.common.vocabulary import ALTITUDES, words
from missions.planning import flown_units
from missions.planning.choices import UnitChoice, units
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders, UnitOrders
from missions.planning.places import FlyingSeat, seats


@dataclass(frozen=True, slots=True)
class Differences:
    """Of one side."""

    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By id of a unit that flew otherwise, or too: how."""
    men: frozenset[str] = frozenset()
    """The seats (``axis-1 leader``) in which another man sat than was planned, or one whom the table drew."""
    others: tuple[str, ...] = ()
    """What stayed at home, and what else was spent."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, each to be read alone, without a full stop."""
        return (*self.others, *(each for said in self.units.values() for each in said))


def differences(context: MissionContext) -> dict[Side, Differences]:
    """By side, of those on which something differed."""
    found = {side: _of_side(context, side) for side in SIDES if side in context.planned}
    return {side: each for side, each in found.items() if each.sentences}


def _of_side(context: MissionContext, side: Side) -> Differences:
    flew, planned = context.orders[side], context.planned[side]
    lineup = context.lineup.of(side)
    by_id = planned.by_id
    choices = flown_units.unit_choices(context.pack, context.key, side, flew.resource, lineup)
    before = {each.id: each for each in units(context.pack, context.key, side, flew.resource)}
    flown = {
        unit.id: tuple(_of_unit(context, by_id.get(unit.id), before.get(unit.id), unit, choices[unit.id]))
        for unit in flew.units
    }
    others = []
    ordered = context.resource_by_plan(side)
    if flew.resource != ordered:
        others.append(f"Resource: {_title(context, flew.resource)} instead of {_title(context, ordered)}")
    gone = by_id.keys() - flew.by_id.keys()
    others += [f"{before[key].title} stayed at home: {_strength(by_id[key])}" for key in by_id if key in gone]
    men = _other_men(context, planned, flew)
    return Differences({key: said for key, said in flown.items() if said}, men, tuple(others))


def _other_men(context: MissionContext, planned: SideOrders, flew: SideOrders) -> frozenset[str]:
    was = {(unit.id, seat.name): seat.pilot for unit in planned.units for seat in seats(unit)}
    return frozenset(
        f"{unit.id} {seat.name}"
        for unit in flew.units
        for seat in seats(unit)
        if seat.pilot is not None
        and seat.pilot != was.get((unit.id, seat.name))
        and (unit.id in planned.by_id or _is_drawn(context, seat.pilot))
    )


def _is_drawn(context: MissionContext, key: int) -> bool:
    """He is nobody of the campaign but for a table that drew him."""
    man = context.standing.airmen.get(key)
    return man is not None and not (man.man.on_roster or man.squadron or man.man.resource)


def _title(context: MissionContext, resource: str | None) -> str:
    return context.pack.resources[resource].title if resource else "none"


def _of_unit(
    context: MissionContext, planned: UnitOrders | None, before: UnitChoice | None, unit: UnitOrders, now: UnitChoice
) -> Iterator[str]:
    men = tuple(_men(context, unit))
    if planned is None or before is None:
        crew = f" ({', '.join(men)})" if men else ""
        squadron = f" of {_squadron(context, unit)}" if unit.squadron else ""
        yield f"{now.title} flew too, as {_part(now.role)}: {_strength(unit)}{squadron}{crew}"
        return
    if now.role != before.role:
        yield f"{now.title} flew as {_part(now.role)} instead of {_part(before.role)}"
    if _strength(unit) != _strength(planned):
        yield f"{now.title}: {_instead(unit, planned)}"
    if unit.squadron != planned.squadron:
        yield f"{now.title} came of {_squadron(context, unit)} instead of {_squadron(context, planned)}"
    if unit.load != planned.load:
        yield f"{now.title} carried {_load(unit)} instead of {_load(planned)}"
    if unit.aircraft == planned.aircraft:
        yield from _how(planned, unit, now.title)
    sat = {seat.name: seat.pilot for seat in seats(planned)}
    for seat in seats(unit):
        was = sat.get(seat.name)
        if seat.pilot != was:
            instead = f" instead of {_man(context, seat, was)}" if was else ""
            who = _man(context, seat, seat.pilot) if seat.pilot else "nobody named"
            yield f"{now.title}: {who} as {_place(seat)}{instead}"


def _how(planned: UnitOrders, unit: UnitOrders, title: str) -> Iterator[str]:
    """Where and when it began, and how it bombed."""
    if unit.altitude and planned.altitude and unit.altitude != planned.altitude:
        yield f"{title} began at {ALTITUDES[unit.altitude]} instead of {ALTITUDES[planned.altitude]}"
    if unit.arrives != planned.arrives:
        yield f"{title} came in turn {unit.arrives} instead of {planned.arrives}"
    if unit.mode and planned.mode and unit.mode != planned.mode:
        yield f"{title} bombed by {words(unit.mode).lower()} instead of {words(planned.mode).lower()}"


def _part(role: str) -> str:
    """``an escort``."""
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def _men(context: MissionContext, unit: UnitOrders) -> Iterator[str]:
    return (_man(context, seat, seat.pilot) for seat in seats(unit) if seat.pilot)


def _man(context: MissionContext, seat: FlyingSeat, key: int) -> str:
    """``Goodman (Veteran)``."""
    man = context.standing.airmen.get(key)
    if man is None:
        return "somebody else"
    skills = [skill_name(code, in_formation=seat.name.isdecimal()) for code in man.skills]
    return f"{man.name} ({', '.join(skills)})" if skills else man.name


def _squadron(context: MissionContext, unit: UnitOrders) -> str:
    """What it is called."""
    known = context.standing.squadrons.get(unit.squadron or "")
    return known.title if known is not None else "no squadron"


def _place(seat: FlyingSeat) -> str:
    return f"number {seat.name}" if seat.name.isdecimal() else seat.title


def _strength(unit: UnitOrders) -> str:
    """``2 Bf 110C``."""
    counted = Counter(aircraft_name(seat.aircraft) for seat in seats(unit))
    return " and ".join(f"{count} {name}" for name, count in counted.items())


def _instead(unit: UnitOrders, planned: UnitOrders) -> str:
    """``1 instead of 2 Bf 110C``, ``2 Bf 110D instead of 2 Bf 110C``."""
    flew, sent = seats(unit), seats(planned)
    alike = len({seat.aircraft for seat in (*flew, *sent)}) == 1
    return f"{len(flew) if alike else _strength(unit)} instead of {_strength(planned)}"


def _load(unit: UnitOrders) -> str:
    return " and ".join(words(each).lower() for each in unit.load) or "nothing"
