"""A side's orders as a form.

Fields are made from what may be chosen, so that the page offers nothing else. Signing checks again under the
campaign's lock, and what it refuses is shown at its field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField

from campaigns.refusals import Refusal
from missions.choices import DOCTRINES, AircraftChoice, Choices, PilotChoice, ResourceChoice, UnitChoice
from missions.orders import ALTITUDE_NAMES

UNNAMED = "An unnamed pilot"
SEATS = ("leader_pilot", "wingman_pilot")


def field_name(unit: str, key: str) -> str:
    return f"{unit}-{key}"


def initial_orders(document: Mapping[str, Any]) -> dict[str, str]:
    """Signed orders as the values of a form's fields."""
    values = {"resource": document["resource"] or "", "doctrine": document["doctrine"]}
    for unit in document["units"]:
        for key, value in unit.items():
            if key != "id":
                values[field_name(unit["id"], key)] = _shown(value)
    return values


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Band:
    """One level of the Altitude picture; ``option`` is missing where the aircraft may not begin."""

    altitude: str
    name: str
    option: Any


@dataclass(frozen=True, slots=True)
class UnitFields:
    """A unit with its fields, as the page lays them out; a field is ``None`` where there is no choice."""

    unit: UnitChoice
    aircraft: AircraftChoice
    types: BoundField | None
    bands: tuple[Band, ...]
    altitude: BoundField
    wingman: BoundField | None
    load: BoundField | None
    leader: BoundField | None
    second: BoundField | None
    escorts: BoundField | None


class OrdersForm(forms.Form):
    """A side's orders. ``wish`` is what its fields should say; what may not be chosen falls back to the usual."""

    def __init__(self, choices: Choices, wish: Mapping[str, str], *, doctrine: bool, data: Any = None) -> None:
        super().__init__(data=data)
        self.choices = choices
        self._wish = wish
        resource = choices.resource(wish.get("resource", ""))
        self.resource = resource if resource is not None and resource.usable else None
        self.units = choices.units(self.resource.key if self.resource else None)
        usable = [(each.key, each.title) for each in choices.resources if each.usable]
        self._choice(
            "resource",
            [("", "None"), *usable],
            "",
            "Your side cannot use that resource in this mission.",
        )
        if doctrine:
            self._choice(
                "doctrine", [(name, name.capitalize()) for name in DOCTRINES], "steady", "There is no such doctrine."
            )
        self._types = {unit.id: self._aircraft_of(unit) for unit in self.units}
        roster = _Roster(choices)
        for unit in self.units:
            self._unit(unit, roster)

    def _choice(
        self,
        name: str,
        options: Sequence[tuple[str, Any]],
        usual: str,
        invalid: str,
        *,
        select: bool = False,
    ) -> None:
        """A field of ``options``; it begins with the wish if that is offered, else with the usual."""
        values = [value for value, _ in options]
        wished = self._wish.get(name)
        self.fields[name] = forms.ChoiceField(
            choices=options,
            required="" not in values,
            initial=wished if wished in values else usual,
            widget=forms.Select if select else forms.RadioSelect,
            error_messages={"required": "Choose one of these.", "invalid_choice": invalid},
        )

    def _aircraft_of(self, unit: UnitChoice) -> AircraftChoice:
        return unit.aircraft_of(self._wish.get(field_name(unit.id, "aircraft"), "")) or unit.aircraft[0]

    def _unit(self, unit: UnitChoice, roster: _Roster) -> None:
        chosen = self._types[unit.id]
        if len(unit.aircraft) > 1:
            options = [(each.slug, each.name) for each in unit.aircraft]
            self._choice(field_name(unit.id, "aircraft"), options, chosen.slug, f"{unit.title} does not fly that type.")
        self._choice(
            field_name(unit.id, "altitude"),
            [(level, ALTITUDE_NAMES[level]) for level in reversed(chosen.altitudes)],
            _usual_altitude(chosen.altitudes),
            f"{chosen.name} cannot begin at that Altitude.",
        )
        if unit.wingman == "optional":
            options = [("yes", "With a Wingman"), ("no", "Lone Leader")]
            self._choice(field_name(unit.id, "wingman"), options, "yes", "With a Wingman or alone.")
        if len(unit.loads) > 1:
            options = [(load or "", (load or "nothing").replace("-", " ").capitalize()) for load in unit.loads]
            self._choice(field_name(unit.id, "load"), options, unit.loads[0] or "", f"{unit.title} cannot carry that.")
        if len(unit.escorts) > 1:
            options = [("", "No one in particular"), *((each, _unit_title(each, self.units)) for each in unit.escorts)]
            self._choice(
                field_name(unit.id, "escorts"), options, unit.escorts[0], f"{unit.title} cannot escort that unit."
            )
        if unit.pilots:
            offered = self.choices.pilots_for(chosen.type, self.resource.key if self.resource else None)
            for seat in SEATS if unit.wingman != "never" else SEATS[:1]:
                self._pilot(field_name(unit.id, seat), offered, roster)

    def _pilot(self, name: str, offered: Sequence[PilotChoice], roster: _Roster) -> None:
        """A seat: whoever is wished for, nobody if that is the wish, else the next free man."""
        named = {"", *(str(pilot.id) for pilot in offered)}
        self._choice(
            name,
            [("", UNNAMED), *((str(pilot.id), _pilot_label(pilot)) for pilot in offered)],
            "" if self._wish.get(name) in named else roster.take(offered, self._wish),
            "That pilot does not fly this type.",
            select=True,
        )

    @property
    def closed(self) -> list[ResourceChoice]:
        """The resources that may not be used in this mission, each with its reason."""
        return [each for each in self.choices.resources if not each.usable]

    def document(self) -> dict[str, Any]:
        """The orders as ``sign_orders`` takes them, once the form is valid."""
        said = self.cleaned_data
        return {
            "resource": said["resource"] or None,
            "doctrine": said.get("doctrine", "steady"),
            "units": [self._unit_document(unit) for unit in self.units],
        }

    def _unit_document(self, unit: UnitChoice) -> dict[str, Any]:
        def said(key: str, otherwise: Any = None) -> Any:
            return self.cleaned_data.get(field_name(unit.id, key), otherwise) or None

        wingman = said("wingman", "no" if unit.wingman == "never" else "yes") == "yes"
        return {
            "id": unit.id,
            "aircraft": said("aircraft", self._types[unit.id].slug),
            "wingman": wingman,
            "altitude": said("altitude"),
            "load": said("load") if len(unit.loads) > 1 else unit.loads[0],
            "leader_pilot": _number(said("leader_pilot")),
            "wingman_pilot": _number(said("wingman_pilot")) if wingman else None,
            "escorts": said("escorts") if len(unit.escorts) > 1 else next(iter(unit.escorts), None),
        }

    def unit_fields(self) -> list[UnitFields]:
        """The units in order, each with its fields."""
        return [self._laid_out(unit) for unit in self.units]

    def _laid_out(self, unit: UnitChoice) -> UnitFields:
        def field(key: str) -> BoundField | None:
            name = field_name(unit.id, key)
            return self[name] if name in self.fields else None

        altitude = self[field_name(unit.id, "altitude")]
        options = {str(option.data["value"]): option for option in altitude}
        return UnitFields(
            unit=unit,
            aircraft=self._types[unit.id],
            types=field("aircraft"),
            bands=tuple(Band(level, name, options.get(level)) for level, name in reversed(ALTITUDE_NAMES.items())),
            altitude=altitude,
            wingman=field("wingman"),
            load=field("load"),
            leader=field("leader_pilot"),
            second=field("wingman_pilot"),
            escorts=field("escorts"),
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show what signing refused at the field it is about."""
        _, _, path = refusal.field.partition("units.")
        name = path.replace(".", "-", 1) if path else refusal.field
        self.add_error(name if name in self.fields else None, refusal.sentence)


class _Roster:
    """Gives each free seat a pilot of its own, those with most missions first."""

    def __init__(self, choices: Choices) -> None:
        self._taken: set[int] = set()
        self._order = {pilot.id: (-pilot.missions, pilot.name) for pilot in choices.pilots}

    def take(self, offered: Sequence[PilotChoice], wish: Mapping[str, str]) -> str:
        """The next free pilot of ``offered``, or nobody; whom the wish names elsewhere is not free."""
        wanted = {value for name, value in wish.items() if name.endswith(SEATS)}
        free = [each for each in offered if each.id not in self._taken and str(each.id) not in wanted]
        if not free:
            return ""
        found = min(free, key=lambda each: self._order[each.id])
        self._taken.add(found.id)
        return str(found.id)


def _usual_altitude(altitudes: Sequence[str]) -> str:
    """High if the aircraft may begin there, else as high as it may."""
    return "high" if "high" in altitudes else altitudes[-1]


def _pilot_label(pilot: PilotChoice) -> str:
    told = [", ".join(pilot.skills)] if pilot.skills else []
    if pilot.missions:
        told.append(f"{pilot.missions} mission{'s' if pilot.missions > 1 else ''}")
    if pilot.kills:
        told.append(f"{pilot.kills} victor{'ies' if pilot.kills > 1 else 'y'}")
    return f"{pilot.name} ({'; '.join(told)})" if told else pilot.name


def _unit_title(unit: str, units: Sequence[UnitChoice]) -> str:
    return next((each.title for each in units if each.id == unit), unit)


def _number(text: str | None) -> int | None:
    return int(text) if text else None
