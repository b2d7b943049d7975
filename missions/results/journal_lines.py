"""What a debrief writes into the journal, worked out from a report: pure, so that previews and simulations can fold it.

Chance comes from the campaign's seed, the mission's number and the place in the unit (or the man), so that the same
aircraft lost again after a correction draws the same card for its man.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, Final

from campaigns.catalogue.library import library
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, MissionDefinition, Side
from campaigns.standing import NewLine, Standing, careers
from campaigns.standing.result_kinds import AircraftPlace as Seated
from campaigns.standing.result_kinds import (
    Debriefed,
    Die,
    Differed,
    FateMet,
    Kill,
    Resource,
    Scored,
    Search,
    Sortie,
    TargetHit,
)
from campaigns.standing.said import Card, Said
from config.common import seeds
from engine.core.campaigns import Ground
from engine.core.chance import Chance
from engine.core.report import AircraftReport, Report
from missions.planning.orders import SideOrders
from missions.planning.places import seats
from missions.results.differences import Differences
from missions.results.hits import settled

GROUNDED = "grounded"
"""The way of a mission that nobody flew: for the weather, or for want of serviceable aircraft."""

Place = tuple[str, str]
"""Unit and seat."""


def outcome_lines(
    pack: PackDefinition,
    standing: Standing,
    number: int,
    key: str,
    report: Report,
    orders: Mapping[Side, SideOrders],
    *,
    way: str,
    seed: int,
    corrected: bool = False,
    differed: Mapping[Side, Differences] | None = None,
) -> list[NewLine]:
    """Everything that the debrief of mission ``number`` (``key`` in the pack, empty of an operation) writes.

    ``standing`` is that before the debrief; ``orders`` are those of each side as flown
    (``missions.flights.context.signed``); ``way`` is how it was flown (``missions.models.Flight.Way``); ``seed``
    is the campaign's. ``corrected``: the report is an umpire's, who said that it went otherwise. ``differed``: by side
    what differs from the pack.
    """
    told = _Told(pack, number, key, orders, seed, differed or {})
    report = settled(pack, report, orders, number, seed)
    lines = [
        *told.resources(),
        *told.differences(),
        *told.sorties(report),
        *told.target(report),
        *told.points(report),
        *(told.fates(report) if pack.options.careers else ()),
        *told.searches(standing),
    ]
    return [*lines, told.debriefed(report, way, corrected=corrected)]


def grounded(pack: PackDefinition, why: str) -> Report:
    """The report of a mission that nobody flew."""
    return Report(system=pack.system, turns=0, aircraft=(), scores=(), notes=(why,) if why else ())


class _Told:
    def __init__(
        self,
        pack: PackDefinition,
        number: int,
        key: str,
        orders: Mapping[Side, SideOrders],
        seed: int,
        differed: Mapping[Side, Differences],
    ) -> None:
        self._pack, self._number, self._key, self._orders, self._seed = pack, number, key, orders, seed
        self._differed = differed
        self._otherwise = frozenset(unit for side in differed.values() for unit in side.units)
        self._other_men = frozenset(seat for side in differed.values() for seat in side.men)
        self._pilots: dict[Place, int | None] = {}
        self._aircraft: dict[Place, dict[str, str]] = {}
        for own in orders.values():
            for unit in own.units:
                for seat in seats(unit):
                    self._pilots[unit.id, seat.name] = seat.pilot
                    if pack.keeps_pools:
                        whose = {"airframe": seat.airframe, "squadron": unit.squadron or ""}
                        self._aircraft[unit.id, seat.name] = whose

    @property
    def _mission(self) -> MissionDefinition:
        """Raises ``KeyError`` of an operation that counts as a Mission, which has no target and no ground below."""
        return self._pack.mission(self._key)

    def _line(self, said: Said, side: str = "", pilot: int | None = None) -> NewLine:
        return NewLine.saying(said, side=side, mission=self._number, pilot_id=pilot, moment=2 * self._number)

    def resources(self) -> Iterator[NewLine]:
        for side in SIDES:
            key = self._orders[side].resource if side in self._orders else None
            if key:
                resource = self._pack.resources[key]
                used = Resource(key=key, title=resource.title)
                yield self._line(used.but(cost=resource.cost) if self._pack.kind == "operation" else used, side)

    def differences(self) -> Iterator[NewLine]:
        for side, said in self._differed.items():
            yield self._line(Differed(what=said.sentences), side)

    def sorties(self, report: Report) -> Iterator[NewLine]:
        for aircraft in report.aircraft:
            place = (aircraft.unit, aircraft.seat)
            pilot = self._pilots.get(place)
            yield self._line(self._sortie(aircraft), aircraft.side, pilot)
            for kill in aircraft.kills:
                victim = Seated(unit=kill.unit, seat=kill.seat, aircraft=kill.aircraft)
                won = Kill(unit=aircraft.unit, seat=aircraft.seat, aircraft=aircraft.aircraft, victim=victim)
                yield self._line(won.but(share=(1, kill.sharers)) if kill.sharers > 1 else won, aircraft.side, pilot)

    def _sortie(self, aircraft: AircraftReport) -> Sortie:
        """All that a sortie tells by the name by which a report does; ``damaged`` is no number there."""
        told: dict[str, Any] = dict(zip(_OF_SORTIE, _said_of_sortie(aircraft), strict=True))
        told |= self._aircraft.get((aircraft.unit, aircraft.seat), {})
        if aircraft.number:
            told["number"] = aircraft.number
        if aircraft.skills:
            told["skills"] = aircraft.skills
        if aircraft.unit in self._otherwise:
            told["differs"] = True
        if f"{aircraft.unit} {aircraft.seat}" in self._other_men:
            told["man_differs"] = True
        if self._pack.options.careers:
            destroyed = {(kill.unit, kill.seat) for kill in aircraft.kills}
            told["damaged"] = sum((each.unit, each.seat) not in destroyed for each in aircraft.damaged)
        return Sortie(**told)

    def target(self, report: Report) -> Iterator[NewLine]:
        if report.target is None:
            return
        target = report.target
        hit = TargetHit(name=target.name, damage=target.damage, level=target.level, points=target.points)
        ship = self._mission.target.ship if self._mission.target else None
        yield self._line(hit.but(ship=ship) if ship else hit)

    def points(self, report: Report) -> Iterator[NewLine]:
        types = {(each.unit, each.seat): each.aircraft for each in report.aircraft}
        for score in report.scores:
            scored = Scored(
                points=score.points,
                section=score.section,
                reason=score.reason,
                unit=score.unit,
                seat=score.seat,
                aircraft=types.get((score.unit, score.seat), ""),
            )
            yield self._line(scored, score.side)

    def fates(self, report: Report) -> Iterator[NewLine]:
        """One card for each named man whose aircraft was Destroyed, and another where it sends for one. [SUP 19.5]"""
        for aircraft in report.aircraft:
            place = (aircraft.unit, aircraft.seat)
            pilot = self._pilots.get(place)
            if pilot is None or aircraft.status != "destroyed":
                continue
            chance = seeds.chance(self._seed, "fate", self._number, *place)
            ground = self.ground(aircraft.side)
            told = self._pack.rules.fate(chance.random, ground)
            card: Card | Die
            card, result = (Die.model_validate(told.drawn), "") if told else _bomb_card(chance)
            fates, more = self._pack.options.fates, dict[str, Any]()
            outcome = told or careers.outcome(result, ground, fates, fuel_tank=aircraft.fuel_tank)
            if outcome is None:
                again, again_result = _bomb_card(chance)
                more |= {"again": again, "again_result": again_result}
                outcome = careers.outcome_again(again_result, fates)
            if outcome.is_wounded:
                more["is_wounded"] = True
            met = FateMet(
                unit=aircraft.unit,
                seat=aircraft.seat,
                aircraft=aircraft.aircraft,
                airframe=self._aircraft.get(place, {}).get("airframe", ""),
                card=card,
                result=result,
                fuel_tank=aircraft.fuel_tank,
                ground=ground,
                fate=outcome.fate,
                missions_out=outcome.missions_out,
                **more,
            )
            yield self._line(met, aircraft.side, pilot)

    def ground(self, side: str) -> Ground:
        """What lies below for a man of ``side``: left out in the pack, the ground of the side that defends. [SUP 19.5]

        Where neither defends and the pack says nothing, everybody comes down among his own.
        """
        striker = self._mission.striker
        over = self._mission.over or (("axis" if striker == "allied" else "allied") if striker else side)
        return "water" if over == "water" else "friendly" if over == side else "enemy"

    def searches(self, standing: Standing) -> Iterator[NewLine]:
        """A card for each man who is missing since an earlier mission and has not been looked for. [SUP 19.5]"""
        for key in sorted(standing.airmen):
            man = standing.airmen[key]
            if man.sought:
                called = man.first_name or man.name
                card, result = _bomb_card(seeds.chance(self._seed, "search", self._number, man.side, called))
                yield self._line(Search(card=card, result=result, fate=careers.searched_for(result)), man.side, key)

    def debriefed(self, report: Report, way: str, *, corrected: bool) -> NewLine:
        debriefed = Debriefed.said(
            {
                "way": str(way),
                "turns": report.turns,
                "duration": report.duration,
                "effects": report.resources,
                "points": {side: report.points(side) for side in SIDES},
                "notes": report.notes,
            }
        )
        return self._line(debriefed.but(corrected=True) if corrected else debriefed)


def _bomb_card(chance: Chance) -> tuple[Card, str]:
    """A card off a shuffled deck, and its Bomb result."""
    deck = library().cards
    card = deck[int(chance.random() * len(deck))]
    return _shown(card.number, card.face), card.bomb


@cache
def _shown(number: int, face: str) -> Card:
    return Card(number=number, face=face)


_APART: Final = {"number", "damaged", "skills"}
_OF_SORTIE: Final = tuple(Sortie.model_fields.keys() & {each.name for each in fields(AircraftReport)} - _APART)
_said_of_sortie: Final = attrgetter(*_OF_SORTIE)
