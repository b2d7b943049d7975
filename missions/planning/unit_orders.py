"""The orders of one unit, checked key by key against what may be chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from campaigns.catalogue.library import ALTITUDES
from config.common.refusals import Refusal
from missions.planning.assignments import POOL_KEYS, Assignments, why_not_fit
from missions.planning.choices import AircraftChoice, Choices, UnitChoice, spread_arrivals
from missions.planning.places import ALTITUDE_NAMES, PILOT_KEYS
from missions.planning.pool import PilotChoice, SquadronChoice


class UnitOrders:
    """Checks units one after another and remembers which pilots fly already."""

    def __init__(self, choices: Choices, resource: str | None, given: Collection[Mapping[str, Any]]) -> None:
        self._choices = choices
        self._resource = resource
        self._pooled = Assignments(choices, given)
        self._flying: dict[int, str] = {}
        self._turns = spread_arrivals(choices.units(resource))

    def unit(self, unit: UnitChoice, given: Mapping[str, Any]) -> dict[str, Any]:
        field = f"units.{unit.id}"
        if not unit.pooled:
            for key in POOL_KEYS:
                if given.get(key) not in ((None, True) if key == "flies" else (None,)):
                    raise Refusal(f"{unit.title} flies what the mission gives it: it has no pool.", f"{field}.{key}")
            return self._flown(unit, given, field, None)
        flies = given.get("flies", True)
        if not isinstance(flies, bool):
            raise Refusal(f"Say with yes or no whether {unit.title} flies.", f"{field}.flies")
        if not flies:
            return {"id": unit.id, "flies": False}
        given = self._pooled.completed(unit, given, field)
        squadron = self._choices.pool.squadron(given["squadron"]) if self._choices.pool else None
        return self._flown(unit, given, field, squadron) | {key: given[key] for key in POOL_KEYS}

    def _flown(
        self, unit: UnitChoice, given: Mapping[str, Any], field: str, squadron: SquadronChoice | None
    ) -> dict[str, Any]:
        """The orders of a unit that flies, each key checked."""
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
            **self._pilots(unit, aircraft, models, given, field),
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
        if unit.pooled and not unit.formation:
            return bool(given.get("section"))
        if given.get("section", flies) != flies:
            which = "is a Section of three" if flies else "is no Section"
            raise Refusal(f"{unit.title} {which} in this mission. [WBY 17.6]", f"{field}.section")
        return flies

    def _altitude(
        self, unit: UnitChoice, flying: list[AircraftChoice], given: Mapping[str, Any], field: str
    ) -> str | None:
        """A starting Altitude; ``None`` where none is chosen before the flight. [WBY 4.5, 5.2.7]"""
        altitude = given.get("altitude")
        if not any(aircraft.altitudes for aircraft in flying):
            if altitude:
                raise Refusal(f"{unit.title} chooses no Altitude before it flies.", f"{field}.altitude")
            return None
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
        able = [unit.modes(aircraft.type, (load,) if isinstance(load, str) else load or ()) for aircraft in flying]
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

    def _pilots(
        self,
        unit: UnitChoice,
        aircraft: AircraftChoice,
        models: list[AircraftChoice],
        given: Mapping[str, Any],
        field: str,
    ) -> dict[str, int | None]:
        return {
            seat: None if models else self._man(aircraft, given.get(seat), f"{field}.{seat}", unit, given)
            for seat in PILOT_KEYS
        }

    def _crews(
        self, unit: UnitChoice, models: list[AircraftChoice], given: Mapping[str, Any], field: str
    ) -> list[int | None] | None:
        for seat in PILOT_KEYS:
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
            self._man(model, crew, f"{field}.crews.{seat}", unit, given)
            for seat, (model, crew) in enumerate(zip(models, crews, strict=True), 1)
        ]

    def _man(
        self, aircraft: AircraftChoice, chosen: object, field: str, unit: UnitChoice, given: Mapping[str, Any]
    ) -> int | None:
        """A fit man who may fly the aircraft and flies nothing else. [WBY 19.1.1]"""
        if chosen is None:
            return None
        pilot = next((each for each in self._choices.pilots if each.id == chosen), None)
        if pilot is None or isinstance(chosen, bool):
            airman = self._choices.standing.airmen.get(chosen) if isinstance(chosen, int) else None
            why = why_not_fit(airman) if airman and airman.side == self._choices.side else ""
            raise Refusal(
                f"{why} Choose another man." if why else "Your side has no such pilot for this mission.", field
            )
        if pilot.resource not in ("", self._resource or ""):
            raise Refusal(f"{pilot.name} flies only when that resource is spent.", field)
        if pilot.squadron:
            self._refuse_stranger(pilot, given.get("squadron"), field)
        elif (pilot.nation, pilot.service) != (aircraft.type.nation, aircraft.type.service):
            raise Refusal(
                f"{pilot.name} ({pilot.service}) does not fly {aircraft.type.service} aircraft. [WBY 19.1.1]", field
            )
        elif not pilot.may_fly(aircraft.type):
            what = "is a crew for Formations" if pilot.is_crew else "flies Elements, and Formations have crews"
            raise Refusal(f"{pilot.name} {what}. [WBY 19.0]", field)
        if pilot.id in self._flying:
            raise Refusal(f"{pilot.name} flies with {self._flying[pilot.id]} already.", field)
        self._flying[pilot.id] = unit.title
        return pilot.id

    def _refuse_stranger(self, pilot: PilotChoice, squadron: object, field: str) -> None:
        """A man of a squadron flies its aircraft and no others. [SUP 27 step 4]"""
        if pilot.squadron != squadron:
            own = self._choices.standing.squadrons[pilot.squadron].title
            raise Refusal(f"{pilot.name} is of {own} and flies its aircraft only. Choose another man.", field)

    def _escorts(self, unit: UnitChoice, given: Mapping[str, Any], field: str) -> str | None:
        escorted = given.get("escorts") or None
        if escorted is not None and escorted not in unit.escorts:
            raise Refusal(f"{unit.title} cannot escort that unit.", f"{field}.escorts")
        return escorted
