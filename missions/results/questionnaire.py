"""What a table is asked about what was flown there, a mission or a skirmish: who took off, and what became of it.

Made from the same order as the engine's set-up, so that table and engine fly the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import engine
from campaigns.catalogue.library import AircraftType, library
from campaigns.standing.words import skill_name
from config.common.refusals import Refusal
from engine.core.campaigns import CampaignRules, MissionOrder
from engine.core.errors import BadSetup
from engine.core.game import Document
from engine.core.names import unit_names
from engine.core.table_sheet import MissionSheet, SeatSheet, UnitSheet
from missions.planning import setups
from missions.planning.mission_context import MissionContext
from missions.planning.places import seats
from missions.results.differences import differences

BOMBS = ("bombs", "torpedoes", "ground-rockets")
"""What damages a target."""
SECTION = "section"
STRAGGLER_TURNS = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine(SeatSheet):
    """One aircraft that took off."""

    key: str
    """``axis-1 leader``: names it in an ``Outcome``."""
    side: str
    unit: str
    unit_name: str
    """What people call the unit: ``Striker 1``."""
    role: str
    number: int
    load: tuple[str, ...]
    goes_over: bool
    jettisons: bool
    photographs: bool
    aircraft: AircraftType
    airframe: str
    """Its code in the pool."""
    has_fate: bool
    """Should it be shot down, a card tells what became of who flies it. [SUP 19.5]"""
    differs: bool = False
    """Another man sat in it than was planned, or one whom the table drew."""

    @property
    def place(self) -> str:
        """Which aircraft of its unit: ``leader``, ``wingman``, ``third man``, ``aircraft 2``."""
        if self.seat.isdecimal():
            return f"aircraft {self.seat}{', the Leader' if self.leads else ''}"
        return "third man" if self.seat == SECTION else self.seat

    @property
    def name(self) -> str:
        """``Interceptor 1 wingman``."""
        comma = "," if self.seat.isdecimal() else ""
        return f"{self.unit_name}{comma} {self.place}"

    @property
    def label(self) -> str:
        """Who or what it is, in a few words."""
        return f"{self.pilot}, {self.aircraft.name}" if self.pilot else f"{self.name} ({self.aircraft.name})"

    @property
    def skill_names(self) -> tuple[str, ...]:
        """What its man or crew has learned, in words."""
        return tuple(skill_name(code, in_formation=self.seat.isdecimal()) for code in self.skills)

    @property
    def strikes(self) -> bool:
        return self.role == "striker"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetUnit(UnitSheet):
    """A unit with its aircraft."""

    id: str
    name: str
    side: str
    lines: tuple[SeatLine, ...]
    differs: tuple[str, ...] = ()
    """How it flew otherwise than by its orders, in words."""

    @property
    def aircraft(self) -> tuple[str, ...]:
        """Names of its types."""
        return tuple(dict.fromkeys(line.aircraft.name for line in self.lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Questionnaire(MissionSheet):
    """What the table is asked about."""

    system: str
    """Slug of the game system."""
    rules: CampaignRules
    """Those of the system."""
    order: MissionOrder
    """What was flown, as the system is told it."""
    units: tuple[SheetUnit, ...]
    differed: tuple[str, ...] = ()
    """All that differs from the pack, in words."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Whose units took off, the first one's first."""
        return tuple(dict.fromkeys(unit.side for unit in self.units))

    @property
    def lines(self) -> tuple[SeatLine, ...]:
        """Every aircraft, unit by unit."""
        return tuple(line for unit in self.units for line in unit.lines)

    @property
    def takes_damage(self) -> bool:
        """Whether there is a target that the striking side could damage."""
        bombs = any(load in BOMBS for unit in self.units if unit.side == self.striker for load in unit.load)
        return self.target is not None and bool(self.target.levels) and (self.type == "strike" or bombs)

    @property
    def takes_hits(self) -> bool:
        """Whether hits on whole units are counted. [SUP The other systems]"""
        return any(unit.takes_hits for unit in self.units)

    @property
    def keeps_fuel(self) -> bool:
        return any(unit.keeps_fuel for unit in self.units)

    @property
    def most_turns(self) -> int:
        """With the Straggler Turn of a strike. [WBY 23.4]"""
        return self.turns + (STRAGGLER_TURNS if self.phases[0] else 0)

    def enemies(self, side: str) -> tuple[SeatLine, ...]:
        """Who may have shot down an aircraft of ``side``."""
        return tuple(line for line in self.lines if line.side != side)


def sheet(context: MissionContext) -> Questionnaire:
    """Who took off by the orders of both sides, which must be there."""
    pack = context.pack
    try:
        asked = of_order(pack.system, pack.rules, setups.order_of(context), pack.side_titles)
    except BadSetup as problem:
        raise Refusal(f"These orders cannot be flown: {problem}") from None
    codes = {
        f"{unit.id} {seat.name}": seat.airframe
        for signed in context.orders.values()
        for unit in signed.units
        for seat in seats(unit)
    }
    fated = pack.options.careers and pack.rules.fate(lambda: 0.0, "friendly") is None
    differed = differences(context)
    differs = {unit: said for side in differed.values() for unit, said in side.units.items()}
    men = {seat for side in differed.values() for seat in side.men}
    units = tuple(
        replace(
            unit,
            differs=differs.get(unit.id, ()),
            lines=tuple(
                replace(
                    line,
                    airframe=codes.get(line.key, ""),
                    has_fate=fated and line.has_man,
                    differs=line.key in men,
                )
                for line in unit.lines
            ),
        )
        for unit in asked.units
    )
    return replace(asked, units=units, differed=tuple(each for side in differed.values() for each in side.sentences))


def of_order(system: str, rules: CampaignRules, order: MissionOrder, titles: Mapping[str, str]) -> Questionnaire:
    """What a system asks about an order; ``titles`` say what the sides are called. Raises ``BadSetup``."""
    asked = rules.sheet(order)
    names = unit_names(
        {unit.id: each.role for unit, each in zip(order.units, asked.units, strict=True)},
        {unit.id: each.number for unit, each in zip(order.units, asked.units, strict=True) if each.number},
        titles,
    )
    units = []
    for unit, each in zip(order.units, asked.units, strict=True):
        lines = tuple(
            SeatLine(
                **_said(line),
                key=f"{unit.id} {line.seat}",
                side=unit.side,
                unit=unit.id,
                unit_name=names[unit.id],
                role=each.role,
                number=each.number,
                load=each.load,
                goes_over=each.goes_over,
                jettisons=each.jettisons,
                photographs=each.photographs,
                aircraft=library().aircraft[slug],
                airframe="",
                has_fate=False,
            )
            for line, slug in zip(each.lines, unit.aircraft, strict=True)
        )
        said = {"name": names[unit.id], "side": unit.side}
        units.append(SheetUnit(**_said(each) | {"lines": lines} | said, id=unit.id))
    return Questionnaire(**_said(asked) | {"units": tuple(units)}, system=system, rules=rules, order=order)


def of_skirmish(system: str, setup: Document) -> Questionnaire:
    """What a table is asked about a set-up outside campaigns. Refuses one that its rules no longer take."""
    found = engine.systems()[system]
    try:
        rules = found.at_table(setup)
        for slug in (slug for unit in rules.order.units for slug in unit.aircraft):
            if slug not in library().aircraft:
                raise Refusal(f"There is no aircraft {slug} in the catalogue: a table tells of those that are there.")
        return of_order(system, rules, rules.order, found.sides)
    except BadSetup as problem:
        raise Refusal(f"This set-up cannot be told at the table: {problem}") from None


def _said(sheet: MissionSheet | UnitSheet | SeatSheet) -> dict[str, Any]:
    """Field by field."""
    return {each.name: getattr(sheet, each.name) for each in fields(sheet)}
