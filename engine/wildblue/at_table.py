"""A dogfight, a mission or a week of flying bombs outside campaigns, played at a table. [WBY 4.9; SUP 24.7, 28]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from engine.core.at_table import AtTable
from engine.core.campaigns import Man, MissionOrder, MissionTerms, MissionUnit
from engine.core.errors import BadSetup
from engine.core.fields import Fields
from engine.core.game import SIDES, Document
from engine.core.report import AircraftReport, Answer, Score, TargetReport
from engine.wildblue.buzz.events import PATROL_ROLE
from engine.wildblue.buzz.scoring import week_scores
from engine.wildblue.buzz.setup import read_values
from engine.wildblue.buzz.terms import KIND as WEEK
from engine.wildblue.campaign import WildBlueCampaign
from engine.wildblue.missions.mission import Plan
from engine.wildblue.scoring import dogfight_scores, mission_scores, usual_values
from engine.wildblue.setup import read_bonus, read_setup
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import EDITION, NONE, Options
from engine.wildblue.tables import GREEN_PILOT
from engine.wildblue.terms import ALTITUDES, LOADS, PLACES, ROLES, SEATS, TYPES, UNITS, leader_of
from engine.wildblue.units import Roster

_NONE: Final = Fraction(0)
_PLACES: Final = 3
"""Aircraft of a unit at most."""


class WildBlueAtTable(AtTable, WildBlueCampaign):
    """One set-up of the system."""

    def __init__(self, document: Document) -> None:
        """Raises ``BadSetup``."""
        self.document = document
        read = Fields("The set-up", document, BadSetup)
        self._plan: Plan | None = None
        if document.get("kind") == WEEK:
            self._values = read_values(read)
            self._options, roster = Options(), _patrols(read)
            terms = MissionTerms(kind="solitaire", week=read.number("week", None))
        else:
            self._options, roster, self._plan = read_setup(document)
            terms = _terms(self._options, self._plan)
        self._options.bonus = read_bonus(read, roster.sorties)
        self.order = MissionOrder({}, self._options.month, tuple(_units(roster, self._plan)), terms)

    def beforehand(self, order: MissionOrder) -> tuple[Score, ...]:
        return dogfight_scores((), self._options.bonus)

    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        """As its game scores it."""
        options, plan = self._options, self._plan
        if order.terms.kind == "solitaire":
            return week_scores(flown, self._values)
        if plan is None:
            values = options.values or usual_values(EDITION)
            return dogfight_scores(flown, options.bonus, options.clouds_exit_scores, values)
        striker = order.terms.striker or ""
        blitzkrieg = bool(plan.effects.get(striker, {}).get("blitzkrieg"))
        return mission_scores(
            flown,
            target,
            striker,
            plan.values,
            blitzkrieg,
            bonus=options.bonus,
            clouds_exit_scores=options.clouds_exit_scores,
        )


def _patrols(read: Fields) -> Roster:
    """The patrols of a week; that they may fly, its set-up has seen to."""
    roster = Roster(read.text("month"))
    for number, entry in enumerate(read.items("units"), 1):
        unit = roster.add(entry, number)
        type_ = roster.type(unit, roster.fields[unit].document.get("aircraft"))
        roster.element(unit, type_, wingman=roster.fields[unit].flag("wingman", not type_.night_combat))
    return roster


def _terms(options: Options, plan: Plan | None) -> MissionTerms:
    if plan is None:
        return MissionTerms(kind="dogfights", turns=options.turns)
    striker = SIDES[plan.striker] if plan.striker != NONE else None
    return MissionTerms(kind="land", type=TYPES[plan.type], striker=striker, night=plan.night, keeps_fuel=plan.fuel)


def _units(roster: Roster, plan: Plan | None) -> Iterator[MissionUnit]:
    """The units in the order of their numbers."""
    for unit in sorted(roster.fields):
        craft = leader_of(unit)
        flown = [sortie for sortie in roster.sorties[craft : craft + _PLACES] if sortie]
        altitude = roster.altitudes.get(unit, NONE)
        own = roster.fields[unit].document
        yield MissionUnit(
            id=UNITS[unit],
            side=UNITS[unit].rpartition("-")[0],
            role=ROLES[plan.roles[unit]] if plan else PATROL_ROLE if "belt" in own else "fighter",
            aircraft=tuple(each.aircraft.key for each in flown),
            men=tuple(map(_man, flown)),
            seats=tuple((PLACES if each.aircraft.in_formation else SEATS)[each.seat] for each in flown),
            number=plan.numbers.get(UNITS[unit], 0) if plan else 0,
            altitude=ALTITUDES[altitude] if altitude != NONE else None,
            load=tuple(name for bit, name in enumerate(LOADS) if flown[0].load >> bit & 1),
            over_target=bool(own.get("over_target")),
            belt=own.get("belt"),
        )


def _man(sortie: Sortie) -> Man | None:
    if not (sortie.pilot or sortie.skills):
        return None
    skills = tuple(skill for skill in sortie.skills if skill != GREEN_PILOT)
    return Man(sortie.pilot, 0, _NONE, _NONE, is_green=sortie.green, skills=skills)
