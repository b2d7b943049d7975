"""A game outside campaigns, played at a table: hits are counted by flight and squadron. [SABIN Victory]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from engine.core.at_table import AtTable
from engine.core.campaigns import MissionOrder, MissionUnit
from engine.core.errors import BadSetup
from engine.core.fields import Fields
from engine.core.game import SIDES, Document
from engine.core.report import AircraftReport, Kill
from engine.sabin.aircraft import catalogue
from engine.sabin.campaign import BOMBERS, FIGHTERS, SabinCampaign
from engine.sabin.plan import Plan, Unit
from engine.sabin.setup import read_plan
from engine.sabin.terms import ROLES, TURNING_BACK, UNIT_NUMBER, UNITS

_ROLES: Final = ("striker", *ROLES[1:])


class SabinAtTable(AtTable, SabinCampaign):
    """One set-up of the system."""

    def __init__(self, document: Document) -> None:
        """Raises ``BadSetup``."""
        read = Fields("The set-up", document, BadSetup)
        units = (Fields(f"Unit {number}", each, BadSetup) for number, each in enumerate(read.items("units"), 1))
        plan = read_plan(read, {UNIT_NUMBER[each.text("id", None)]: each for each in units})
        self._plan = plan
        self.document = {
            "turns": plan.turns,
            "escorting": SIDES[plan.escorting],
            "handicap": plan.handicap,
            "options": {"turning_back": TURNING_BACK[plan.turning_back]},
        }
        self.order = MissionOrder(self.document, "", tuple(_units(plan)))

    def as_game_tells(self, flown: tuple[AircraftReport, ...]) -> tuple[AircraftReport, ...]:
        """A unit at a time: how many of its aircraft were hit, and whom it hit."""
        return tuple(self._unit(list(entries)) for _, entries in groupby(flown, key=lambda each: each.unit))

    def _unit(self, entries: list[AircraftReport]) -> AircraftReport:
        unit = self._plan.unit(UNIT_NUMBER[entries[0].unit])
        hits = sum(each.status != "undamaged" for each in entries)
        hit = [kill for each in entries for kill in (*each.kills, *each.damaged)]
        return replace(
            entries[0],
            seat="",
            aircraft=unit.aircraft,
            status="damaged" if hits else "undamaged",
            letter=unit.letter,
            size=unit.size,
            hits=hits,
            kills=(),
            damaged=tuple(Kill(each.unit, "", self._plan.unit(UNIT_NUMBER[each.unit]).aircraft) for each in hit),
            cause=next((each.cause for each in entries if each.cause), ""),
        )


def _units(plan: Plan) -> Iterator[MissionUnit]:
    for number in sorted(plan.present):
        unit = plan.unit(number)
        yield MissionUnit(
            UNITS[number], SIDES[unit.side], _ROLES[unit.role], (_slug(unit),) * unit.size, (None,) * unit.size
        )


def _slug(unit: Unit) -> str:
    """Its aircraft as campaigns name it."""
    known = catalogue().get(unit.aircraft)
    if known is None:
        raise BadSetup(
            f"{unit.name} is no aircraft of the catalogue: a table records those that are.", UNITS[unit.number]
        )
    return f"{known.slug}-{FIGHTERS if known.type is None else BOMBERS}"
