"""Orders as a document, checked against what the side may choose and, last, by the engine itself.

    {"resource": "bf-110c-element" | null, "doctrine": "steady", "experienced_crew": "axis-2" | null,
     "units": [{"id": "axis-1", "aircraft": "bf-109e-3", "wingman": true, "section": false, "altitude": "high",
                "load": null | "bombs" | ["bombs", "ground-rockets"], "arrives": 1, "escorts": "axis-2" | null,
                "leader_pilot": 12 | null, "wingman_pilot": null, "section_pilot": null,
                "models": null, "mode": null, "crews": null},
               {"id": "axis-2", "aircraft": "b-17f", "models": ["b-17f", "b-17g"], "mode": "saturation",
                "crews": [17 | null, null], …}, …]}

``models`` and ``crews`` are a Formation's, aircraft by aircraft; there ``aircraft`` is the first model. Men are
named by their row. What is left out takes the usual value where there is one: no resource, steady, with a Wingman,
the first load, mode and Game-Turn, nobody named, no one to escort.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import engine
from campaigns.packs import PackDefinition, planning
from campaigns.packs.library import ALTITUDES
from campaigns.packs.schema import Side
from campaigns.refusals import Refusal
from engine.core.errors import BadSetup
from missions import choices as offered
from missions import setups
from missions.choices import DOCTRINES, AircraftChoice, Choices, UnitChoice, spread_arrivals

ALTITUDE_NAMES = dict(zip(ALTITUDES, ("Very Low", "Low", "Medium", "High", "Very High"), strict=True))
SEATS = ("leader", "wingman", "section")
"""Of an Element or a Section; the aircraft of a Formation are ``1`` to ``3``."""
LEADERSHIP = "L"
_KEYS = {"resource", "doctrine", "experienced_crew", "units"}
_UNIT_KEYS = {
    "id", "aircraft", "models", "wingman", "section", "altitude", "load", "mode", "arrives", "escorts",
    "leader_pilot", "wingman_pilot", "section_pilot", "crews",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seat:
    """One aircraft that takes off."""

    name: str
    """``leader``, ``wingman``, ``section``, or ``1`` to ``3`` in a Formation."""
    aircraft: str
    pilot: int | None

    @property
    def title(self) -> str:
        """Who sits there: a leader, a wingman, a third man or a crew."""
        return {"leader": "leader", "wingman": "wingman", "section": "third man"}.get(self.name, "crew")


def seats(unit: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The aircraft of a unit whose orders have every key in place."""
    if unit["models"]:
        crewed = zip(unit["models"], unit["crews"], strict=True)
        return tuple(Seat(str(n), model, crew) for n, (model, crew) in enumerate(crewed, 1))
    flying = [seat for seat in SEATS if seat == "leader" or unit[seat]]
    return tuple(Seat(seat, unit["aircraft"], unit[f"{seat}_pilot"]) for seat in flying)


def loads_of(unit: Mapping[str, Any]) -> tuple[str, ...]:
    """What a unit carries, load by load."""
    load = unit["load"]
    return tuple(load) if isinstance(load, list) else (load,) if load else ()


def as_flown(
    pack: PackDefinition, mission: str, side: Side, document: Mapping[str, Any], spent: Collection[str | None]
) -> dict[str, Any]:
    """Signed orders with every key in place, when the Resources ``spent`` are.

    Orders that were signed before a key was known get its usual value. At night, whoever's Resource makes it night,
    Fighters leave their Wingmen at home. [WBY 15.1.1]
    """
    units = {unit.id: unit for unit in offered.units(pack, mission, side, document["resource"])}
    night = planning.is_at_night(pack, mission, spent)
    return {"experienced_crew": None, **document} | {
        "units": [_complete(unit, units[unit["id"]], night) for unit in document["units"]]
    }


def _complete(unit: Mapping[str, Any], choice: UnitChoice, night: bool) -> dict[str, Any]:
    models = [unit["aircraft"]] * choice.size or None
    usual = {
        "models": models,
        "mode": next(iter(_modes(choice, unit)), None),
        "crews": models and [None] * len(models),
        "section": unit["wingman"] and choice.section,
        "section_pilot": None,
        "arrives": choice.arrives[0],
    }
    at_home = {"wingman": False, "section": False, "wingman_pilot": None, "section_pilot": None}
    aircraft = choice.aircraft_of(unit["aircraft"])
    fighter = aircraft is not None and aircraft.type.aircraft_class == "fighter"
    return usual | dict(unit) | (at_home if night and fighter else {})


def _modes(choice: UnitChoice, unit: Mapping[str, Any]) -> tuple[str, ...]:
    aircraft = choice.aircraft_of(unit["aircraft"])
    return choice.modes(aircraft.type, loads_of(unit)) if aircraft else ()


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
    checked_units = [check.unit(unit, given[unit.id]) for unit in wanted]
    checked = {
        "resource": resource,
        "doctrine": doctrine,
        "experienced_crew": _experienced_crew(choices, resource, orders.get("experienced_crew") or None),
        "units": checked_units,
    }
    _arrivals(choices, wanted, checked_units)
    _formations_together(wanted, checked_units)
    _let_the_engine_check(choices, checked, wanted)
    return checked


def _table(value: object, field: str, keys: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refusal("The orders cannot be read.", field)
    for key in value:
        if key not in keys:
            raise Refusal(f"Orders say nothing about {key!r}.", field)
    return value


def _has_id(unit: Mapping[str, Any]) -> bool:
    return isinstance(unit.get("id"), str)


def _experienced_crew(choices: Choices, resource: str | None, chosen: object) -> str | None:
    """The striking unit that gets the experienced crew of the resource; usually the first. [supplement 24.6]"""
    crewed = [unit.id for unit in choices.crewed(resource)]
    if chosen is None:
        return next(iter(crewed), None)
    if chosen not in crewed:
        why = "Choose a unit that strikes." if crewed else "No resource brings one."
        raise Refusal(f"The experienced crew cannot fly there. {why}", "experienced_crew")
    return str(chosen)


class _Units:
    """Checks units one after another and remembers which pilots fly already."""

    def __init__(self, choices: Choices, resource: str | None) -> None:
        self._choices = choices
        self._resource = resource
        self._flying: dict[int, str] = {}
        self._turns = spread_arrivals(choices.units(resource))

    def unit(self, unit: UnitChoice, given: Mapping[str, Any]) -> dict[str, Any]:
        field = f"units.{unit.id}"
        aircraft = self._aircraft(unit, given, field)
        models = self._models(unit, aircraft, given, field)
        wingman = self._wingman(unit, given, field)
        section = self._section(unit, wingman, given, field)
        load = self._load(unit, models or [aircraft], given, field)
        altitude = self._altitude(unit, models or [aircraft], given, field)
        if models and load == "torpedoes" and altitude != ALTITUDES[0]:
            raise Refusal(
                f"{unit.title} must fly at Very Low: there torpedoes are released, and Formations keep their Altitude. "
                "[WBY 17.3.2, SUP 21.6]",
                f"{field}.altitude",
            )
        orders = {
            "id": unit.id,
            "aircraft": aircraft.slug,
            "models": [model.slug for model in models] or None,
            "wingman": wingman,
            "section": section,
            "altitude": altitude,
            "load": load,
            "mode": self._mode(unit, models or [aircraft], load, given, field),
            "arrives": self._arrives(unit, given, field),
            "leader_pilot": None if models else self._pilot(aircraft, given, "leader_pilot", field, unit),
            "wingman_pilot": None if models else self._pilot(aircraft, given, "wingman_pilot", field, unit),
            "section_pilot": None if models else self._pilot(aircraft, given, "section_pilot", field, unit),
            "crews": self._crews(unit, models, given, field),
            "escorts": self._escorts(unit, given, field),
        }
        if orders["wingman_pilot"] is not None and not wingman:
            raise Refusal(
                f"{unit.title} flies without a Wingman, so no pilot can fly as one.", f"{field}.wingman_pilot"
            )
        if orders["section_pilot"] is not None and not section:
            raise Refusal(
                f"{unit.title} is no Section: it has no third pilot. [WBY 17.6, 19.7]", f"{field}.section_pilot"
            )
        return orders

    def _aircraft(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> AircraftChoice:
        models = given.get("models")
        slug = models[0] if unit.formation and isinstance(models, list) and models else given.get("aircraft")
        aircraft = unit.aircraft_of(slug) if isinstance(slug, str) else None
        if aircraft is None:
            offered = " or ".join(choice.name for choice in unit.aircraft)
            raise Refusal(f"{unit.title} flies {offered}.", f"{field}.aircraft")
        return aircraft

    def _models(
        self, unit: UnitChoice, first: AircraftChoice, given: Mapping[str, Any], field: str
    ) -> list[AircraftChoice]:
        """The aircraft of a Formation: models of one type; empty for Elements. [WBY 17.3.1c-d]"""
        slugs = given.get("models")
        if not unit.formation:
            if slugs:
                raise Refusal(f"{unit.title} is no Formation: all its aircraft are the same.", f"{field}.aircraft")
            return []
        if slugs is None:
            return [first] * unit.sizes[0]
        if not isinstance(slugs, list) or len(slugs) not in unit.sizes:
            sizes = " or ".join(str(size) for size in unit.sizes)
            raise Refusal(f"{unit.title} is a Formation of {sizes} aircraft here. [WBY 17.3.1c]", f"{field}.models")
        found = [unit.aircraft_of(slug) if isinstance(slug, str) else None for slug in slugs]
        models = [model for model in found if model is not None]
        if len(models) < len(slugs):
            offered = " or ".join(choice.name for choice in unit.aircraft)
            raise Refusal(f"{unit.title} flies {offered}.", f"{field}.models")
        for model in models:
            if model.type.family != first.type.family:
                raise Refusal(
                    f"{first.name} and {model.name} do not fly in one Formation: they are not of the same type. "
                    "[WBY 17.3.1d]",
                    f"{field}.models",
                )
        return models

    def _wingman(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> bool:
        value: object = given.get("wingman", unit.wingman != "never")
        if not isinstance(value, bool):
            raise Refusal(f"Say whether {unit.title} flies with a Wingman.", f"{field}.wingman")
        if value and unit.wingman == "never":
            raise Refusal(f"{unit.title} has no Wingman in this mission.", f"{field}.wingman")
        if not value and unit.wingman == "always":
            raise Refusal(f"{unit.title} flies with its Wingman in this mission.", f"{field}.wingman")
        return value

    def _section(self, unit: UnitChoice, wingman: bool, given: Mapping[str, Any], field: str) -> bool:
        flies: bool = wingman and unit.section
        if given.get("section", flies) != flies:
            which = "is a Section of three" if flies else "is no Section"
            raise Refusal(f"{unit.title} {which} in this mission. [WBY 17.6]", f"{field}.section")
        return flies

    def _altitude(self, unit: UnitChoice, flying: list[AircraftChoice], given: Mapping[str, Any], field: str) -> str:
        """A starting Altitude. [WBY 4.5, 5.2.7]"""
        altitude = given.get("altitude")
        if altitude not in ALTITUDES:
            raise Refusal(f"Choose the Altitude at which {unit.title} begins.", f"{field}.altitude")
        for aircraft in flying:
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

    def _load(
        self, unit: UnitChoice, flying: list[AircraftChoice], given: Mapping[str, Any], field: str
    ) -> str | list[str] | None:
        """What the mission or a resource loads it with and each of its aircraft carries. [WBY 18.1, 18.4]"""
        said = given.get("load", list(flying[0].loads[0]))
        load = tuple(said) if isinstance(said, list) else (said,) if said else ()
        for aircraft in flying:
            if load not in aircraft.loads:
                carried = " or ".join(" and ".join(each) or "nothing" for each in aircraft.loads)
                raise Refusal(
                    f"{unit.title} carries {carried.replace('-', ' ')} in this mission. [WBY 18.1]", f"{field}.load"
                )
        return load[0] if len(load) == 1 else list(load) or None

    def _mode(
        self,
        unit: UnitChoice,
        flying: list[AircraftChoice],
        load: str | list[str] | None,
        given: Mapping[str, Any],
        field: str,
    ) -> str | None:
        """How a Formation bombs: as every one of its aircraft can. [WBY 17.3.4]"""
        able = [unit.modes(aircraft.type, loads_of({"load": load})) for aircraft in flying]
        common = [mode for mode in able[0] if all(mode in modes for modes in able)]
        mode = given.get("mode")
        if mode is None:
            return next(iter(common), None)
        if mode not in common:
            how = f"bombs by {' or '.join(common)}" if common else "has no way of bombing to choose"
            raise Refusal(f"{unit.title} {how} in this mission. [WBY 17.3.4]", f"{field}.mode")
        return str(mode)

    def _arrives(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> int:
        turn = given.get("arrives", self._turns[unit.id])
        if turn not in unit.arrives or isinstance(turn, bool):
            turns = " or ".join(str(each) for each in unit.arrives)
            raise Refusal(f"{unit.title} arrives on Game-Turn {turns}. [WBY 23.1.1]", f"{field}.arrives")
        return int(turn)

    def _crews(
        self, unit: UnitChoice, models: list[AircraftChoice], given: Mapping[str, Any], field: str
    ) -> list[int | None] | None:
        for seat in ("leader_pilot", "wingman_pilot", "section_pilot"):
            if models and given.get(seat) is not None:
                raise Refusal(f"{unit.title} is a Formation: its aircraft have crews.", f"{field}.{seat}")
        crews = given.get("crews")
        if not models:
            if crews:
                raise Refusal(f"{unit.title} is no Formation: pilots fly it.", f"{field}.crews")
            return None
        if crews is None:
            return [None] * len(models)
        if not isinstance(crews, list) or len(crews) != len(models):
            raise Refusal(f"{unit.title} has {len(models)} crews, one an aircraft.", f"{field}.crews")
        return [
            self._man(model, crew, f"{field}.crews.{seat}", unit)
            for seat, (model, crew) in enumerate(zip(models, crews, strict=True), 1)
        ]

    def _pilot(
        self, aircraft: AircraftChoice, given: Mapping[str, Any], seat: str, field: str, unit: UnitChoice
    ) -> int | None:
        return self._man(aircraft, given.get(seat), f"{field}.{seat}", unit)

    def _man(self, aircraft: AircraftChoice, chosen: object, field: str, unit: UnitChoice) -> int | None:
        """A man of the aircraft's nation and service who flies nothing else. [WBY 19.1.1]"""
        if chosen is None:
            return None
        pilot = next((each for each in self._choices.pilots if each.id == chosen), None)
        if pilot is None or isinstance(chosen, bool):
            raise Refusal("Your side has no such pilot for this mission.", field)
        if pilot.resource not in ("", self._resource or ""):
            raise Refusal(f"{pilot.name} flies only when his resource is spent.", field)
        if (pilot.nation, pilot.service) != (aircraft.type.nation, aircraft.type.service):
            raise Refusal(
                f"{pilot.name} ({pilot.service}) does not fly {aircraft.type.service} aircraft. [WBY 19.1.1]", field
            )
        if not pilot.may_fly(aircraft.type):
            what = "is a crew for Formations" if pilot.is_crew else "flies Elements, and Formations have crews"
            raise Refusal(f"{pilot.name} {what}. [WBY 19.0]", field)
        if pilot.id in self._flying:
            raise Refusal(f"{pilot.name} flies with {self._flying[pilot.id]} already.", field)
        self._flying[pilot.id] = unit.title
        return pilot.id

    def _escorts(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> str | None:
        escorted = given.get("escorts") or None
        if escorted is not None and escorted not in unit.escorts:
            raise Refusal(f"{unit.title} cannot escort that unit.", f"{field}.escorts")
        return escorted


def _arrivals(choices: Choices, wanted: tuple[UnitChoice, ...], units: list[dict[str, Any]]) -> None:
    """Of the units that are scheduled one arrives a Game-Turn, one more where a leader of men flies. [WBY 19.2.8]"""
    leaders = {pilot.id for pilot in choices.pilots if LEADERSHIP in pilot.skills}
    scheduled = [(choice, unit) for choice, unit in zip(wanted, units, strict=True) if len(choice.arrives) > 1]
    for turn in {unit["arrives"] for _, unit in scheduled}:
        together = [(choice, unit) for choice, unit in scheduled if unit["arrives"] == turn]
        led = any(seat.pilot in leaders for _, unit in together for seat in seats(unit))
        if len(together) > 1 + led:
            choice, unit = together[1 + led]
            raise Refusal(
                f"{choice.title} cannot arrive on Game-Turn {turn} as well: one unit arrives a Game-Turn, "
                "and one more with a pilot who has Leadership. [WBY 19.2.8]",
                f"units.{unit['id']}.arrives",
            )


def _formations_together(wanted: tuple[UnitChoice, ...], units: list[dict[str, Any]]) -> None:
    """All Formations of one type fly at one Altitude. [WBY 17.3.2]"""
    first: dict[str, tuple[UnitChoice, str]] = {}
    for choice, unit in zip(wanted, units, strict=True):
        aircraft = choice.aircraft_of(unit["aircraft"])
        if not choice.formation or aircraft is None:
            continue
        other, altitude = first.setdefault(aircraft.type.family, (choice, unit["altitude"]))
        if altitude != unit["altitude"]:
            raise Refusal(
                f"{choice.title} flies at the Altitude of {other.title}: all Formations of one type do. [WBY 17.3.2]",
                f"units.{unit['id']}.altitude",
            )


def _let_the_engine_check(choices: Choices, orders: dict[str, Any], wanted: tuple[UnitChoice, ...]) -> None:
    """What ``engine.new`` would refuse is refused now, at the unit it is about."""
    if not wanted:
        return
    men = {pilot.id: pilot for pilot in choices.pilots}
    setup = setups.setup(choices.pack, choices.mission, choices.month, {choices.side: orders}, men)
    system = engine.systems()[choices.pack.system]
    try:
        system.check(setup)
    except BadSetup as problem:
        sentence = str(problem)
        unit = next((each for each in wanted if sentence.startswith(f"{each.id}: ")), None)
        if unit is None:
            raise Refusal(sentence, "units") from None
        raise Refusal(sentence.replace(f"{unit.id}: ", f"{unit.title}: ", 1), f"units.{unit.id}") from None
