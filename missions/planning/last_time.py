"""A side's plan of its last mission, made to fit the next one as far as its men and aircraft are fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.catalogue.library import aircraft_name
from campaigns.standing.model import RESTING
from config.common.vocabulary import ALTITUDES
from missions.planning.choices import AircraftChoice, Choices, UnitChoice
from missions.planning.orders import PILOT_KEYS, SideOrders, UnitOrders
from missions.planning.pool import SquadronChoice

NOT_FIT = {
    "wounded": "is wounded",
    "leave": "is on leave",
    "evading": "is on the way home",
    "missing": "is missing",
    "captured": "has been captured",
    "killed": "has been killed",
    "away": "is not here",
}
NOT_SERVICEABLE = {"repair": "is under repair", "lost": "has been lost", "withdrawn": "has been withdrawn"}


@dataclass(frozen=True, slots=True)
class LastTime:
    """What of an earlier plan can be planned again."""

    orders: SideOrders
    """Only the units that were taken over, and of them what was: a form fills in the rest as usual."""
    left_out: tuple[str, ...]
    """What could not be taken over, a sentence each."""


def as_last_time(choices: Choices, then: Sequence[UnitChoice], plan: SideOrders) -> LastTime:
    """The plan of an earlier mission, whose units were ``then``, for the one that is planned now.

    Units answer to each other by their role and their number in it; what is left over of both, Elements to Elements
    and Formations to Formations.
    """
    return _Fitting(choices, then, plan).result()


class _Fitting:
    """One earlier plan on its way into the next mission."""

    def __init__(self, choices: Choices, then: Sequence[UnitChoice], plan: SideOrders) -> None:
        self._choices = choices
        self._plan = plan
        self._left_out: list[str] = []
        self._flown = [(unit, own) for unit in then if (own := plan.by_id.get(unit.id)) is not None and own.flies]
        pool = choices.pool.squadrons if choices.pool else ()
        self._left = {squadron.key: squadron.most for squadron in pool}
        self._taken: set[object] = set()
        """Men by their row and aircraft by their code who have a seat already."""

    def result(self) -> LastTime:
        resource = self._resource()
        wanted = self._choices.units(resource)
        likes = self._likes(wanted)
        found = (self._unit(unit, likes.get(unit.id), resource) for unit in wanted)
        units = tuple(unit for unit in found if unit is not None)
        self._left_out += [f"{unit.title} of then has no like in this mission." for unit, _ in self._flown]
        orders = SideOrders(resource=resource, doctrine=self._plan.doctrine, units=units)
        return LastTime(orders, tuple(self._left_out))

    def _likes(self, units: Sequence[UnitChoice]) -> dict[str, UnitOrders]:
        """What each unit takes over, which is no longer in ``_flown`` then."""
        found: dict[str, UnitOrders] = {}
        for by_role in (True, False):
            for unit in units:
                alike = (
                    pair
                    for pair in self._flown
                    if unit.id not in found
                    and pair[0].formation == unit.formation
                    and (not by_role or pair[0].role == unit.role)
                )
                if (pair := next(alike, None)) is not None:
                    self._flown.remove(pair)
                    found[unit.id] = pair[1]
        return found

    def _resource(self) -> str | None:
        wanted = self._plan.resource
        found = self._choices.resource(wanted) if wanted else None
        if found is not None and not found.usable:
            self._left_out.append(found.why_not)
        return found.key if found is not None and found.usable else None

    def _unit(self, unit: UnitChoice, own: UnitOrders | None, resource: str | None) -> UnitOrders | None:
        if own is None:
            self._left_out.append(f"{unit.title} had no like then.")
            return None
        if unit.pooled:
            return self._from_pool(unit, own, resource)
        aircraft = unit.aircraft_of(own.aircraft)
        if aircraft is None:
            self._left_out.append(f"{unit.title} does not fly the {aircraft_name(own.aircraft)} here.")
            return None
        said: dict[str, Any] = {"aircraft": aircraft.slug}
        if unit.wingman == "optional":
            said["wingman"] = own.wingman
        if unit.formation and own.models and len(own.models) in unit.sizes:
            said["models"] = own.models
        size = len(said.get("models", ())) or unit.size
        return self._filled(unit, own, aircraft, None, resource, size, said)

    def _from_pool(self, unit: UnitChoice, own: UnitOrders, resource: str | None) -> UnitOrders | None:
        able = {squadron.key: squadron for squadron in self._choices.squadrons_for(unit)}
        squadron = able.get(own.squadron or "")
        sizes = (
            [size for size in unit.flown_by(squadron.type).strengths if size <= self._left[squadron.key]]
            if squadron
            else []
        )
        if squadron is None or not sizes:
            self._left_out.append(f"{unit.title}: {self._why_not(own.squadron)}")
            return None
        wanted = len(own.airframes or ())
        size = max((each for each in sizes if each <= wanted), default=min(sizes))
        self._left[squadron.key] -= size
        if size < wanted:
            self._left_out.append(f"{unit.title} has {size} aircraft, not {wanted} as then.")
        codes = {airframe.code for airframe in squadron.airframes}
        said: dict[str, Any] = {
            "squadron": squadron.key,
            "airframes": tuple(self._airframe(unit, code, codes) for code in (own.airframes or ())[:size]),
        }
        if len(said["airframes"]) < size:
            said["airframes"] += (None,) * (size - len(said["airframes"]))
        aircraft = unit.aircraft_of(squadron.type.slug)
        assert aircraft is not None, "a squadron that can fill a unit flies one of its types"
        return self._filled(unit, own, aircraft, squadron, resource, size, said)

    def _why_not(self, key: str | None) -> str:
        squadron = self._choices.pool.squadron(key) if self._choices.pool else None
        if squadron is None:
            return "its squadron is not with your side any more."
        return squadron.why_not or f"{squadron.title} cannot fly it."

    def _airframe(self, unit: UnitChoice, code: str | None, ready: set[str]) -> str | None:
        if code is None or code in self._taken:
            return None
        if code not in ready:
            known = self._choices.standing.airframes.get(code)
            why = NOT_SERVICEABLE.get(known.status, "flies elsewhere") if known else "is not there any more"
            self._left_out.append(f"{unit.title}: {code} {why}.")
            return None
        self._taken.add(code)
        return code

    def _filled(
        self,
        unit: UnitChoice,
        own: UnitOrders,
        aircraft: AircraftChoice,
        squadron: SquadronChoice | None,
        resource: str | None,
        size: int,
        said: dict[str, Any],
    ) -> UnitOrders:
        """With the men, the Altitude and whatever else may be chosen as then."""
        if own.altitude in aircraft.altitudes:
            said["altitude"] = own.altitude
        elif own.altitude and aircraft.altitudes:
            level = ALTITUDES.get(own.altitude, own.altitude)
            self._left_out.append(f"{unit.title} cannot begin at {level} here.")
        if own.load in aircraft.loads:
            said["load"] = own.load
        if own.mode in unit.modes(aircraft.type, own.load):
            said["mode"] = own.mode
        if own.arrives in unit.arrives:
            said["arrives"] = own.arrives
        offered = {man.pk for man in self._choices.pilots_for(aircraft.type, resource, squadron)}
        if unit.formation:
            said["crews"] = tuple(self._man(unit, man, offered) for man in (own.crews or ())[:size])
        else:
            seats = PILOT_KEYS[:size] if squadron else PILOT_KEYS
            men = {seat: self._man(unit, getattr(own, seat), offered) for seat in seats}
            said |= {seat: man for seat, man in men.items() if man is not None}
        return UnitOrders(id=unit.id, **said)

    def _man(self, unit: UnitChoice, pk: int | None, offered: set[int]) -> int | None:
        if pk is None or pk in self._taken:
            return None
        if pk not in offered:
            man = self._choices.standing.airmen.get(pk)
            if man is None:
                self._left_out.append(f"{unit.title}: one who flew then is not there any more.")
            else:
                until = f" until mission {man.back}" if man.status in RESTING and man.back else ""
                self._left_out.append(f"{unit.title}: {man.name} {NOT_FIT.get(man.status, 'cannot fly this')}{until}.")
            return None
        self._taken.add(pk)
        return pk
