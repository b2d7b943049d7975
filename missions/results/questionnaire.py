"""What a table is asked about a mission that was flown there: who took off, and what may have become of it.

Made from the same order as the engine's set-up, so that table and engine fly the same mission.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from campaigns.catalogue.library import AircraftType, library
from campaigns.standing.words import skill_name
from config.common.refusals import Refusal
from engine.core.campaigns import MissionOrder
from engine.core.errors import BadSetup
from engine.core.names import unit_names
from engine.core.table_sheet import MissionSheet, SeatSheet, UnitSheet
from missions.planning import setups
from missions.planning.mission_context import MissionContext
from missions.planning.places import seats
from missions.results.differences import differences

ORDNANCE = ("bombs", "torpedoes", "mines", "air-rockets", "ground-rockets")
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

    context: MissionContext
    """The mission that it is about."""
    order: MissionOrder
    """The same as its system is told it."""
    units: tuple[SheetUnit, ...]
    differed: tuple[str, ...] = ()
    """All that differs from the pack, in words."""

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
    order = setups.order_of(context)
    try:
        asked = pack.rules.sheet(order)
    except BadSetup as problem:
        raise Refusal(f"These orders cannot be flown: {problem}") from None
    names = unit_names(
        {unit.id: each.role for unit, each in zip(order.units, asked.units, strict=True)},
        {unit.id: each.number for unit, each in zip(order.units, asked.units, strict=True) if each.number},
        pack.side_titles,
    )
    codes = {
        (unit.id, seat.name): seat.airframe
        for signed in context.orders.values()
        for unit in signed.units
        for seat in seats(unit)
    }
    fated = pack.options.careers and pack.rules.fate(lambda: 0.0, "friendly") is None
    differed = differences(context)
    differs = {unit: said for side in differed.values() for unit, said in side.units.items()}
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
                airframe=codes.get((unit.id, line.seat), ""),
                has_fate=fated and line.has_man,
            )
            for line, slug in zip(each.lines, unit.aircraft, strict=True)
        )
        said = {"name": names[unit.id], "side": unit.side, "differs": differs.get(unit.id, ())}
        units.append(SheetUnit(**_said(each) | {"lines": lines} | said, id=unit.id))
    return Questionnaire(
        **_said(asked) | {"units": tuple(units)},
        context=context,
        order=order,
        differed=tuple(each for side in differed.values() for each in side.sentences),
    )


def _said(sheet: MissionSheet | UnitSheet | SeatSheet) -> dict[str, Any]:
    """Field by field."""
    return {each.name: getattr(sheet, each.name) for each in fields(sheet)}
