"""The orders of one unit, checked one by one against what may be chosen."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from campaigns.standing.model import Airman
from config.common.refusals import Refusal
from config.common.vocabulary import ALTITUDES
from missions.planning.assignments import Assignments, why_not_fit
from missions.planning.checks import refuse_torpedoes_from_above
from missions.planning.choices import AircraftChoice, Choices, UnitChoice, spread_arrivals
from missions.planning.orders import PILOT_KEYS, UnitOrders
from missions.planning.pool import is_crew, may_fly


class UnitChecks:
    """Checks units one after another and remembers which pilots fly already."""

    def __init__(self, choices: Choices, resource: str | None, given: Collection[UnitOrders]) -> None:
        self._choices = choices
        self._resource = resource
        self._pooled = Assignments(choices, given)
        self._flying: dict[int, str] = {}
        self._turns = spread_arrivals(choices.units(resource))

    def unit(self, unit: UnitChoice, given: UnitOrders) -> UnitOrders:
        field = f"units.{unit.id}"
        if unit.pooled:
            if not given.flies:
                return UnitOrders(id=unit.id, flies=False)
            given = self._pooled.completed(unit, given, field)
            return self._flown(unit, given, field, flies=True, squadron=given.squadron, airframes=given.airframes)
        said = {"airframes": given.airframes is not None, "flies": not given.flies, "squadron": given.squadron}
        if key := next((key for key, is_said in said.items() if is_said), ""):
            raise Refusal(f"{unit.title} flies what the mission gives it: it has no pool.", f"{field}.{key}")
        return self._flown(unit, given, field)

    def _flown(self, unit: UnitChoice, given: UnitOrders, field: str, **of_pool: Any) -> UnitOrders:
        """The orders of a unit that flies, all of them checked; ``of_pool`` has been."""
        aircraft = self._aircraft(unit, given, field)
        if aircraft.type.flies_alone:
            unit, given = unit.flown_by(aircraft.type), given.alone
        models = self._models(unit, aircraft, given, field)
        wingman = self._wingman(unit, given, field)
        section = self._section(unit, wingman, given, field)
        types = list({model.slug: model for model in models}.values()) or [aircraft]
        load = self._load(unit, types, given, field)
        altitude = self._altitude(unit, types, given, field)
        refuse_torpedoes_from_above(unit, load, altitude)
        leader, second, third = self._pilots(unit, aircraft, models, given, field)
        orders = UnitOrders(
            id=unit.id,
            aircraft=aircraft.slug,
            models=tuple(model.slug for model in models) or None,
            wingman=wingman,
            section=section,
            altitude=altitude,
            load=load,
            mode=self._mode(unit, types, load, given, field),
            arrives=self._arrives(unit, given, field),
            leader_pilot=leader,
            wingman_pilot=second,
            section_pilot=third,
            crews=self._crews(unit, models, given, field),
            escorts=self._escorts(unit, given, field),
            **of_pool,
        )
        if second is not None and not wingman:
            raise Refusal(
                f"{unit.title} flies without a Wingman, so no pilot can fly as one.", f"{field}.wingman_pilot"
            )
        if third is not None and not section:
            raise Refusal(
                f"{unit.title} is no Section: it has no third pilot. [WBY 17.6, 19.7]", f"{field}.section_pilot"
            )
        return orders

    def _aircraft(self, unit: UnitChoice, given: UnitOrders, field: str) -> AircraftChoice:
        aircraft = unit.aircraft_of(given.models[0] if unit.formation and given.models else given.aircraft)
        if aircraft is None:
            offered = " or ".join(choice.name for choice in unit.aircraft)
            raise Refusal(f"{unit.title} flies {offered}.", f"{field}.aircraft")
        return aircraft

    def _models(self, unit: UnitChoice, first: AircraftChoice, given: UnitOrders, field: str) -> list[AircraftChoice]:
        """The aircraft of a Formation: models of one type; empty for Elements. [WBY 17.3.1c-d]"""
        slugs = given.models
        if not unit.formation:
            if slugs:
                raise Refusal(f"{unit.title} is no Formation: all its aircraft are the same.", f"{field}.aircraft")
            return []
        if slugs is None:
            return [first] * unit.sizes[0]
        if len(slugs) not in unit.sizes:
            sizes = " or ".join(str(size) for size in unit.sizes)
            raise Refusal(f"{unit.title} is a Formation of {sizes} aircraft here. [WBY 17.3.1c]", f"{field}.models")
        found = [unit.aircraft_of(slug) for slug in slugs]
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

    def _wingman(self, unit: UnitChoice, given: UnitOrders, field: str) -> bool:
        value = given.wingman if given.says("wingman") else unit.wingman != "never"
        if value and unit.wingman == "never":
            raise Refusal(f"{unit.title} has no Wingman in this mission.", f"{field}.wingman")
        if not value and unit.wingman == "always":
            raise Refusal(f"{unit.title} flies with its Wingman in this mission.", f"{field}.wingman")
        return value

    def _section(self, unit: UnitChoice, wingman: bool, given: UnitOrders, field: str) -> bool:
        flies: bool = wingman and unit.section
        if unit.pooled and not unit.formation:
            return given.section
        if given.says("section") and given.section != flies:
            which = "is a Section of three" if flies else "is no Section"
            raise Refusal(f"{unit.title} {which} in this mission. [WBY 17.6]", f"{field}.section")
        return flies

    def _altitude(self, unit: UnitChoice, flying: list[AircraftChoice], given: UnitOrders, field: str) -> str | None:
        """A starting Altitude; ``None`` where none is chosen before the flight. [WBY 4.5, 5.2.7]"""
        altitude = given.altitude
        if not any(aircraft.altitudes for aircraft in flying):
            if altitude:
                raise Refusal(f"{unit.title} chooses no Altitude before it flies.", f"{field}.altitude")
            return None
        if altitude not in ALTITUDES:
            raise Refusal(f"Choose the Altitude at which {unit.title} begins.", f"{field}.altitude")
        for aircraft in flying:
            if altitude not in aircraft.altitudes:
                name = ALTITUDES[altitude]
                if altitude in aircraft.type.start_altitudes:
                    why = "this mission does not let it"
                elif altitude == "very-high" and not aircraft.type.ratings.get("turbo"):
                    why = "only turbocharged aircraft may"
                else:
                    why = "that is above its Ceiling"
                raise Refusal(f"{aircraft.name} cannot begin at {name}: {why}.", f"{field}.altitude")
        return altitude

    def _load(self, unit: UnitChoice, flying: list[AircraftChoice], given: UnitOrders, field: str) -> tuple[str, ...]:
        """What the mission or a resource loads it with and each of its aircraft carries. [WBY 18.1, 18.4]"""
        load = given.load if given.says("load") else flying[0].loads[0]
        for aircraft in flying:
            if load not in aircraft.loads:
                carried = " or ".join(" and ".join(each) or "nothing" for each in aircraft.loads)
                raise Refusal(
                    f"{unit.title} carries {carried.replace('-', ' ')} in this mission. [WBY 18.1]", f"{field}.load"
                )
        return load

    def _mode(
        self,
        unit: UnitChoice,
        flying: list[AircraftChoice],
        load: tuple[str, ...],
        given: UnitOrders,
        field: str,
    ) -> str | None:
        """How a Formation bombs: as every one of its aircraft can. [WBY 17.3.4]"""
        able = [unit.modes(aircraft.type, load) for aircraft in flying]
        common = [mode for mode in able[0] if all(mode in modes for modes in able)]
        mode = given.mode
        if mode is None:
            return next(iter(common), None)
        if mode not in common:
            how = f"bombs by {' or '.join(common)}" if common else "has no way of bombing to choose"
            raise Refusal(f"{unit.title} {how} in this mission. [WBY 17.3.4]", f"{field}.mode")
        return mode

    def _arrives(self, unit: UnitChoice, given: UnitOrders, field: str) -> int:
        turn = given.arrives if given.says("arrives") else self._turns[unit.id]
        if turn not in unit.arrives:
            turns = " or ".join(str(each) for each in unit.arrives)
            raise Refusal(f"{unit.title} arrives on Game-Turn {turns}. [WBY 23.1.1]", f"{field}.arrives")
        return turn

    def _pilots(
        self,
        unit: UnitChoice,
        aircraft: AircraftChoice,
        models: list[AircraftChoice],
        given: UnitOrders,
        field: str,
    ) -> list[int | None]:
        return [
            None if models else self._man(aircraft, man, f"{field}.{key}", unit, given)
            for key, man in zip(PILOT_KEYS, given.pilots, strict=True)
        ]

    def _crews(
        self, unit: UnitChoice, models: list[AircraftChoice], given: UnitOrders, field: str
    ) -> tuple[int | None, ...] | None:
        for key, man in zip(PILOT_KEYS, given.pilots, strict=True):
            if models and man is not None:
                raise Refusal(f"{unit.title} is a Formation: its aircraft have crews.", f"{field}.{key}")
        crews = given.crews
        if not models:
            if crews:
                raise Refusal(f"{unit.title} is no Formation: pilots fly it.", f"{field}.crews")
            return None
        if crews is None:
            return (None,) * len(models)
        if len(crews) != len(models):
            raise Refusal(f"{unit.title} has {len(models)} crews, one an aircraft.", f"{field}.crews")
        return tuple(
            self._man(model, crew, f"{field}.crews.{seat}", unit, given)
            for seat, (model, crew) in enumerate(zip(models, crews, strict=True), 1)
        )

    def _man(
        self, aircraft: AircraftChoice, chosen: int | None, field: str, unit: UnitChoice, given: UnitOrders
    ) -> int | None:
        """A fit man who may fly the aircraft and flies nothing else. [WBY 19.1.1]"""
        if chosen is None:
            return None
        pilot = self._choices.pilots_by_row.get(chosen)
        if pilot is None:
            airman = self._choices.standing.airmen.get(chosen)
            why = why_not_fit(airman) if airman and airman.side == self._choices.side else ""
            raise Refusal(
                f"{why} Choose another man." if why else "Your side has no such pilot for this mission.", field
            )
        if pilot.man.resource not in ("", self._resource or ""):
            raise Refusal(f"{pilot.name} flies only when that resource is spent.", field)
        if pilot.squadron:
            self._refuse_stranger(pilot, given.squadron, field)
        elif (pilot.man.nation, pilot.man.service) != (aircraft.type.nation, aircraft.type.service):
            raise Refusal(
                f"{pilot.name} ({pilot.man.service}) does not fly {aircraft.type.service} aircraft. [WBY 19.1.1]", field
            )
        elif not may_fly(pilot, aircraft.type):
            what = "is a crew for Formations" if is_crew(pilot) else "flies Elements, and Formations have crews"
            raise Refusal(f"{pilot.name} {what}. [WBY 19.0]", field)
        if pilot.pk in self._flying:
            raise Refusal(f"{pilot.name} flies with {self._flying[pilot.pk]} already.", field)
        self._flying[pilot.pk] = unit.title
        return pilot.pk

    def _refuse_stranger(self, pilot: Airman, squadron: str | None, field: str) -> None:
        """A man of a squadron flies its aircraft and no others. [SUP 27 step 4]"""
        if pilot.squadron != squadron:
            own = self._choices.standing.squadrons[pilot.squadron].title
            raise Refusal(f"{pilot.name} is of {own} and flies its aircraft only. Choose another man.", field)

    def _escorts(self, unit: UnitChoice, given: UnitOrders, field: str) -> str | None:
        escorted = given.escorts or None
        if escorted is not None and escorted not in unit.escorts:
            raise Refusal(f"{unit.title} cannot escort that unit.", f"{field}.escorts")
        return escorted
