"""Orders as a document, checked against what the side may choose.

    {"resource": "bf-110c-element" | null, "doctrine": "steady",
     "units": [{"id": "axis-1", "aircraft": "bf-109e-3", "wingman": true, "altitude": "high", "load": null,
                "leader_pilot": 12 | null, "wingman_pilot": null, "escorts": "axis-2" | null}, …]}

Pilots are named by their row; in a Formation no one is. What is left out takes the usual value where there
is one: no resource, steady, with a Wingman, the first load, no pilot, no one to escort.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.packs.library import ALTITUDES
from campaigns.refusals import Refusal
from missions.choices import DOCTRINES, AircraftChoice, Choices, UnitChoice

ALTITUDE_NAMES = dict(zip(ALTITUDES, ("Very Low", "Low", "Medium", "High", "Very High"), strict=True))
_KEYS = {"resource", "doctrine", "units"}
_UNIT_KEYS = {"id", "aircraft", "wingman", "altitude", "load", "leader_pilot", "wingman_pilot", "escorts"}


def validated(choices: Choices, document: object) -> dict[str, Any]:
    """The orders with every key in place. Raises ``Refusal`` naming the first thing that may not be chosen."""
    orders = _table(document, "orders", _KEYS)
    resource = orders.get("resource") or None
    if resource is not None:
        found = choices.resource(resource) if isinstance(resource, str) else None
        if found is None:
            raise Refusal("Your side has no such resource.", "resource")
        if not found.usable:
            raise Refusal(found.why_not, "resource")
    doctrine = orders.get("doctrine") or "steady"
    if doctrine not in DOCTRINES:
        raise Refusal(f"A doctrine is {', '.join(DOCTRINES[:-1])} or {DOCTRINES[-1]}.", "doctrine")
    units = orders.get("units")
    if not isinstance(units, list):
        raise Refusal("The orders do not list their units.", "units")
    given = {unit["id"]: unit for unit in (_table(unit, "units", _UNIT_KEYS) for unit in units) if _has_id(unit)}
    wanted = choices.units(resource)
    if len(given) != len(units) or set(given) != {unit.id for unit in wanted}:
        count = "1 unit flies" if len(wanted) == 1 else f"{len(wanted)} units fly"
        raise Refusal(
            f"In this mission {count} for your side; the orders name {len(units)} or name them wrong.", "units"
        )
    check = _Units(choices, resource)
    return {
        "resource": resource,
        "doctrine": doctrine,
        "units": [check.unit(unit, given[unit.id]) for unit in wanted],
    }


def _table(value: object, field: str, keys: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refusal("The orders cannot be read.", field)
    for key in value:
        if key not in keys:
            raise Refusal(f"Orders say nothing about {key!r}.", field)
    return value


def _has_id(unit: Mapping[str, Any]) -> bool:
    return isinstance(unit.get("id"), str)


class _Units:
    """Checks units one after another and remembers which pilots fly already."""

    def __init__(self, choices: Choices, resource: str | None) -> None:
        self._choices = choices
        self._resource = resource
        self._flying: dict[int, str] = {}

    def unit(self, unit: UnitChoice, given: Mapping[str, Any]) -> dict[str, Any]:
        field = f"units.{unit.id}"
        slug = given.get("aircraft")
        aircraft = unit.aircraft_of(slug) if isinstance(slug, str) else None
        if aircraft is None:
            offered = " or ".join(choice.name for choice in unit.aircraft)
            raise Refusal(f"{unit.title} flies {offered}.", f"{field}.aircraft")
        wingman = self._wingman(unit, given, field)
        orders = {
            "id": unit.id,
            "aircraft": aircraft.slug,
            "wingman": wingman,
            "altitude": self._altitude(unit, aircraft, given, field),
            "load": self._load(unit, given, field),
            "leader_pilot": self._pilot(unit, aircraft, given, "leader_pilot", field),
            "wingman_pilot": self._pilot(unit, aircraft, given, "wingman_pilot", field),
            "escorts": self._escorts(unit, given, field),
        }
        if orders["wingman_pilot"] is not None and not wingman:
            raise Refusal(
                f"{unit.title} flies without a Wingman, so no pilot can fly as one.", f"{field}.wingman_pilot"
            )
        return orders

    def _wingman(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> bool:
        value = given.get("wingman", unit.wingman != "never")
        if not isinstance(value, bool):
            raise Refusal(f"Say whether {unit.title} flies with a Wingman.", f"{field}.wingman")
        if value and unit.wingman == "never":
            raise Refusal(f"{unit.title} has no Wingman in this mission.", f"{field}.wingman")
        if not value and unit.wingman == "always":
            raise Refusal(f"{unit.title} flies with its Wingman in this mission.", f"{field}.wingman")
        return value

    def _altitude(self, unit: UnitChoice, aircraft: AircraftChoice, given: Mapping[str, Any], field: str) -> str:
        """A starting Altitude. [WBY 4.5, 5.2.7]"""
        altitude = given.get("altitude")
        if altitude not in ALTITUDES:
            raise Refusal(f"Choose the Altitude at which {unit.title} begins.", f"{field}.altitude")
        if altitude not in aircraft.altitudes:
            name = ALTITUDE_NAMES[altitude]
            if altitude in aircraft.type.start_altitudes:
                why = "this mission does not let it"
            elif altitude == "very-high" and not aircraft.type.wildblue.get("turbo"):
                why = "only turbocharged aircraft may"
            else:
                why = "that is above its Ceiling"
            raise Refusal(f"{aircraft.name} cannot begin at {name}: {why}.", f"{field}.altitude")
        return str(altitude)

    def _load(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> str | None:
        load = given.get("load", unit.loads[0]) or None
        if load not in unit.loads:
            carried = " or ".join(each or "nothing" for each in unit.loads)
            raise Refusal(f"{unit.title} carries {carried} in this mission.", f"{field}.load")
        return load

    def _pilot(
        self, unit: UnitChoice, aircraft: AircraftChoice, given: Mapping[str, Any], seat: str, field: str
    ) -> int | None:
        """A pilot of the aircraft's nation and service who flies nothing else. [WBY 19.1.1]"""
        chosen, field = given.get(seat), f"{field}.{seat}"
        if chosen is None:
            return None
        pilot = next((each for each in self._choices.pilots if each.id == chosen), None)
        if pilot is None or isinstance(chosen, bool):
            raise Refusal("Your side has no such pilot for this mission.", field)
        if not unit.pilots:
            raise Refusal(f"{unit.title} is a Formation: no named pilot flies it.", field)
        if pilot.resource not in ("", self._resource or ""):
            raise Refusal(f"{pilot.name} flies only when his resource is spent.", field)
        if not pilot.may_fly(aircraft.type):
            raise Refusal(f"{pilot.name} ({pilot.service}) does not fly {aircraft.type.service} aircraft.", field)
        if pilot.id in self._flying:
            raise Refusal(f"{pilot.name} flies with {self._flying[pilot.id]} already.", field)
        self._flying[pilot.id] = unit.title
        return pilot.id

    def _escorts(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> str | None:
        escorted = given.get("escorts") or None
        if escorted is not None and escorted not in unit.escorts:
            raise Refusal(f"{unit.title} cannot escort that unit.", f"{field}.escorts")
        return escorted
