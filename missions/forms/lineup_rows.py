"""The units of a mission as the form of who flew begins with them, and what each may have been."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from campaigns.catalogue.library import AircraftType
from campaigns.packs import PackDefinition
from campaigns.packs.schema import Role, Side
from campaigns.prints.cards import types_of as types_of_pack
from campaigns.standing.model import Airman
from config.common.vocabulary import CLASSES, words
from engine.core.campaigns import first_of
from missions.planning.choices import UnitChoice
from missions.planning.flown_units import next_ids, types_of, unit_choices
from missions.planning.lineup import SideLineup
from missions.planning.mission_context import MissionContext
from missions.planning.orders import UnitOrders
from missions.planning.places import seats
from missions.planning.pool import Pool
from missions.results.differences import differences

SPARE: Final = 2
"""Units that may be added to a side on one page; then there is room for as many more."""
PAIRS_ONLY: Final = ("dogfights", "solitaire")
"""Kinds of campaign whose Elements are a Leader and his Wingman at most, and carry nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineupRow:
    """A unit as the form begins with it."""

    id: str
    side: Side
    title: str
    planned: UnitOrders | None
    """``None`` of one that no orders name."""
    role: Role | None
    """Its part by the orders, or that of a place which they left empty."""
    flew: UnitOrders | None
    """As it is said to have flown so far; ``None``: it did not."""
    flew_as: Role | None
    differs: tuple[str, ...] = ()

    @property
    def is_added(self) -> bool:
        """The mission has no place for it."""
        return self.planned is None and self.role is None

    @property
    def unit(self) -> UnitOrders | None:
        """As it flew, or else was to fly."""
        return self.flew or self.planned


def lineup_rows(context: MissionContext, side: Side) -> Iterator[LineupRow]:
    """The units of a side: as its orders have them when what was spent is, those that were added, and room for more.

    Room in the places first that the orders of a side which counts its aircraft left empty.
    """
    pack, flew = context.pack, context.orders[side].by_id
    planned = context.by_plan(side).by_id
    lineup = context.lineup.of(side)
    choices = unit_choices(pack, context.key, side, context.orders[side].resource, lineup)
    before = unit_choices(pack, context.key, side, context.orders[side].resource, SideLineup())
    said = differences(context)
    differs: Mapping[str, tuple[str, ...]] = said[side].units if side in said else {}
    empty = before if pack.keeps_pool(side) else ()
    for key in dict.fromkeys([*planned, *flew, *empty]):
        now: UnitChoice = choices[key]
        flew_as: Role = now.slot.line.role
        yield LineupRow(
            id=key,
            side=side,
            title=now.title,
            planned=planned.get(key),
            role=before[key].slot.line.role if key in before else None,
            flew=flew.get(key),
            flew_as=flew_as if key in flew else None,
            differs=differs.get(key, ("stayed at home",) if key in planned and key not in flew else ()),
        )
    if pack.kind == "solitaire":
        return
    for key in next_ids(pack, context.key, side, context.orders[side].resource, lineup, SPARE):
        yield LineupRow(id=key, side=side, title="Another unit", planned=None, role=None, flew=None, flew_as=None)


def roles_of(context: MissionContext, row: LineupRow) -> list[Role]:
    """The parts that a unit of its side may have had."""
    own: list[Role]
    if context.pack.kind in PAIRS_ONLY:
        own = []
    elif context.definition.striker == row.side:
        own = ["striker", "escort", "fighter"]
    else:
        own = ["interceptor", "fighter"] if context.definition.striker else ["fighter"]
    of_mission: list[Role] = [line.role for line in context.definition.units if line.side == row.side]
    wanted: list[Role] = [role for role in (row.role, row.flew_as) if role is not None]
    return list(dict.fromkeys([*wanted, *own, *of_mission]))


def flyable(context: MissionContext, side: Side, pool: Pool | None) -> dict[str, AircraftType]:
    """The types of a side that were in service by the day of the mission, or those that it counts. [WBY 4.3]"""
    if pool is not None:
        return {each.type.slug: each.type for each in pool.squadrons}
    types = types_of(context.pack, side).items()
    return {slug: each for slug, each in types if each.flies_from <= first_of(context.month)}


def by_class(pack: PackDefinition, types: Mapping[str, AircraftType]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Those first that the pack knows, then the others by class."""
    own = {each.slug for each in types_of_pack(pack)}
    groups = {"In this campaign": [each for each in types.values() if each.slug in own]}
    for each in types.values():
        if each.slug not in own:
            groups.setdefault(CLASSES.get(each.aircraft_class, words(each.aircraft_class)), []).append(each)
    for title, found in groups.items():
        if found:
            yield title, [(each.slug, each.name) for each in sorted(found, key=lambda each: each.name)]


def called(man: Airman) -> str:
    """Red Tobin (Ace)."""
    return f"{man.name} ({', '.join(man.skills)})" if man.skills else man.name


def strength_of(unit: UnitOrders | None, types: Mapping[str, AircraftType]) -> str:
    """2 Bf 110C and 1 Bf 110D; empty of no unit."""
    if unit is None:
        return ""
    flown = [seat.aircraft for seat in seats(unit)]
    return " and ".join(f"{flown.count(slug)} {types[slug].name}" for slug in dict.fromkeys(flown))


def is_as_planned(unit: UnitOrders, planned: UnitOrders) -> bool:
    """Whether it is as in its orders."""
    sat = [(seat.name, seat.aircraft, seat.pilot) for seat in seats(unit)]
    how = unit.altitude, unit.arrives, unit.mode or planned.mode
    return (
        sat == [(seat.name, seat.aircraft, seat.pilot) for seat in seats(planned)]
        and unit.squadron == planned.squadron
        and unit.load == planned.load
        and how == (planned.altitude, planned.arrives, planned.mode or unit.mode)
    )
