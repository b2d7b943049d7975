"""A battle outside campaigns, played at a table. [A20 Victory Points]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from engine.angels.campaign import AngelsCampaign
from engine.angels.setup import Plan
from engine.angels.terms import QUALITIES, SIDE_OF, UNITS
from engine.core.at_table import AtTable
from engine.core.campaigns import Man, MissionOrder, MissionUnit
from engine.core.errors import BadSetup
from engine.core.game import SIDES, Document
from engine.core.report import AircraftReport, Answer, Kill, Score, TargetReport

_NONE: Final = Fraction(0)


class AngelsAtTable(AtTable, AngelsCampaign):
    """One set-up of the system: each of its aircraft is a unit."""

    def __init__(self, document: Document) -> None:
        """Raises ``BadSetup``."""
        self.document = document
        plan = Plan(document)
        self.order = MissionOrder({}, "", tuple(_unit(plan, who) for who in sorted(plan.flown)))
        if any(unit.id != number for unit, number in zip(self.order.units, self.flyers(self.order), strict=True)):
            raise BadSetup("The aircraft of a side are counted from 1 without a gap at the table.")

    def as_game_tells(self, flown: tuple[AircraftReport, ...]) -> tuple[AircraftReport, ...]:
        """An aircraft is its unit, and has no place in it."""

        def pointed(kills: tuple[Kill, ...]) -> tuple[Kill, ...]:
            return tuple(replace(kill, seat="") for kill in kills)

        return tuple(replace(each, seat="", kills=pointed(each.kills), damaged=pointed(each.damaged)) for each in flown)

    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        return tuple(replace(each, seat="") for each in super().scores(order, flown, answers, target))

    def rank(self, man: Man) -> str:
        """As its set-up has it."""
        return man.skills[0].capitalize()


def _unit(plan: Plan, who: int) -> MissionUnit:
    flown, name = plan.flown[who], plan.units[who].text("name")
    man = Man(name, 0, _NONE, _NONE, is_green=False, skills=(QUALITIES[flown.pilot],)) if name else None
    return MissionUnit(UNITS[who], SIDES[who >> SIDE_OF], "fighter", (flown.key,), (man,))
