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

from campaigns.packs.library import AircraftType
from campaigns.refusals import Refusal
from missions.choices import (
    DOCTRINES,
    AircraftChoice,
    Choices,
    ResourceChoice,
    UnitChoice,
    spread_arrivals,
)
from missions.pools import PilotChoice
from missions.seats import ALTITUDE_NAMES, loads_of

UNNAMED = "An unnamed pilot"
UNNAMED_CREW = "An unnamed crew"
MODES = {"saturation": "Saturation", "level": "Level", "torpedo": "Torpedo"}


def field_name(unit: str, key: str) -> str:
    return f"{unit}-{key}"


def load_value(load: Sequence[str]) -> str:
    """A load as the value of its field: ``bombs+ground-rockets``."""
    return "+".join(load)


def load_title(load: Sequence[str]) -> str:
    """Bombs and ground rockets."""
    return (" and ".join(load).replace("-", " ") or "nothing").capitalize()


def initial_orders(document: Mapping[str, Any]) -> dict[str, str]:
    """Signed orders as the values of a form's fields."""
    values = {"resource": document["resource"] or "", "doctrine": document["doctrine"]}
    values["experienced_crew"] = document.get("experienced_crew") or ""
    for unit in document["units"]:
        for key, value in unit.items():
            if key in ("models", "crews"):
                for number, one in enumerate(value or (), 1):
                    values[field_name(unit["id"], f"{key}-{number}")] = _shown(one)
            elif key == "load":
                values[field_name(unit["id"], key)] = load_value(loads_of(unit))
            elif key != "id":
                values[field_name(unit["id"], key)] = _shown(value)
        if models := unit.get("models"):
            values[field_name(unit["id"], "size")] = str(len(models))
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
class SeatFields:
    """One aircraft of a unit: who flies it and, in a Formation, its model if there is a choice."""

    title: str
    man: BoundField
    model: BoundField | None


@dataclass(frozen=True, slots=True)
class UnitFields:
    """A unit with its fields, as the page lays them out; a field is ``None`` where there is no choice."""

    unit: UnitChoice
    aircraft: AircraftChoice
    load: tuple[str, ...]
    """What it carries as the form stands."""
    size: int
    """Aircraft of its Formation as the form stands; 0 of an Element."""
    types: BoundField | None
    sizes: BoundField | None
    loads: BoundField | None
    modes: BoundField | None
    arrives: BoundField | None
    bands: tuple[Band, ...]
    altitude: BoundField
    wingman: BoundField | None
    seats: tuple[SeatFields, ...]
    escorts: BoundField | None
    is_sweep: bool
    """A Fighter unit of the striking side that escorts nobody. [SUP 24.6]"""

    @property
    def kind(self) -> str:
        """In the rulebook's words: Element, Section of three, Lone Leader, Formation of 2."""
        if self.unit.formation:
            return f"Formation of {self.size}"
        if self.unit.wingman == "never":
            return "Lone Leader"
        return "Section of three" if self.unit.section else "Element"

    @property
    def redraws_load(self) -> bool:
        """Whether what it carries decides what else may be chosen."""
        return self.unit.formation and self.loads is not None

    @property
    def limits(self) -> tuple[str, ...]:
        """When it flies, if not all the time, and where it may go. [WBY 23.2.1, SUP 23.1.2]"""
        told = ["Fighter sweep: need not escort"] if self.is_sweep else []
        if not self.arrives and self.unit.arrives != (1,):
            told.append(f"Arrives on Turn {self.unit.arrives[0]}")
        if self.unit.slot.phase:
            told.append("Target-Bound only" if self.unit.slot.phase == "target-bound" else "Home-Bound only")
        if self.unit.slot.over_target:
            told.append("May go Over Target")
        return tuple(told)

    @property
    def load_title(self) -> str:
        """What it carries, if it carries anything."""
        return load_title(self.load).lower() if self.load else ""


class OrdersForm(forms.Form):
    """A side's orders. ``wish`` is what its fields should say; what may not be chosen falls back to the usual."""

    def __init__(self, choices: Choices, wish: Mapping[str, str], *, data: Any = None) -> None:
        super().__init__(data=data)
        self.choices = choices
        self._wish = wish
        resource = choices.resource(wish.get("resource", ""))
        self.resource = resource if resource is not None and resource.usable else None
        self.units = choices.units(self._spent)
        usable = [(each.key, each.title) for each in choices.resources if each.usable]
        self._choice(
            "resource",
            [("", "None"), *usable],
            "",
            "Your side cannot use that resource in this mission.",
        )
        self._choice(
            "doctrine", [(name, name.capitalize()) for name in DOCTRINES], "steady", "There is no such doctrine."
        )
        crewed = choices.crewed(self._spent)
        if len(crewed) > 1:
            options = [(unit.id, unit.title) for unit in crewed]
            self._choice("experienced_crew", options, crewed[0].id, "The experienced crew cannot fly there.")
        self._types = {unit.id: self._aircraft_of(unit) for unit in self.units}
        self._loads = {unit.id: self._load_of(unit) for unit in self.units}
        self._sizes = {unit.id: self._size_of(unit) for unit in self.units}
        roster = _Roster(choices)
        turns = spread_arrivals(self.units)
        for unit in self.units:
            self._unit(unit, roster, turns[unit.id])

    @property
    def _spent(self) -> str | None:
        return self.resource.key if self.resource else None

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

    def _wished(self, unit: UnitChoice, key: str) -> str:
        return self._wish.get(field_name(unit.id, key), "")

    def _aircraft_of(self, unit: UnitChoice) -> AircraftChoice:
        return unit.aircraft_of(self._wished(unit, "aircraft")) or unit.aircraft[0]

    def _load_of(self, unit: UnitChoice) -> tuple[str, ...]:
        loads = self._types[unit.id].loads
        return next((load for load in loads if load_value(load) == self._wished(unit, "load")), loads[0])

    def _size_of(self, unit: UnitChoice) -> int:
        return next((size for size in unit.sizes if str(size) == self._wished(unit, "size")), unit.size)

    def _unit(self, unit: UnitChoice, roster: _Roster, turn: int) -> None:
        chosen = self._types[unit.id]
        if len(unit.aircraft) > 1 and not (unit.formation and len(unit.mixes_with(chosen.type)) == len(unit.aircraft)):
            options = [(each.slug, each.name) for each in unit.aircraft]
            self._choice(field_name(unit.id, "aircraft"), options, chosen.slug, f"{unit.title} does not fly that type.")
        self._choice(
            field_name(unit.id, "altitude"),
            [(level, ALTITUDE_NAMES[level]) for level in reversed(chosen.altitudes)],
            self._usual_altitude(unit),
            f"{chosen.name} cannot begin at that Altitude.",
        )
        if unit.wingman == "optional":
            options = [("yes", "With a Wingman"), ("no", "Lone Leader")]
            self._choice(field_name(unit.id, "wingman"), options, "yes", "With a Wingman or alone.")
        if len(chosen.loads) > 1:
            options = [(load_value(load), load_title(load)) for load in chosen.loads]
            self._choice(field_name(unit.id, "load"), options, options[0][0], f"{unit.title} cannot carry that.")
        if len(unit.arrives) > 1:
            options = [(str(each), f"Turn {each}") for each in unit.arrives]
            self._choice(field_name(unit.id, "arrives"), options, str(turn), f"{unit.title} cannot arrive then.")
        if len(unit.escorts) > 1:
            options = [("", "No one in particular"), *((each, _unit_title(each, self.units)) for each in unit.escorts)]
            usual = unit.escorts[(unit.number - 1) % len(unit.escorts)]
            self._choice(field_name(unit.id, "escorts"), options, usual, f"{unit.title} cannot escort that unit.")
        if unit.formation:
            self._formation(unit, chosen, roster)
        else:
            self._seats(unit, chosen.type, roster)

    def _usual_altitude(self, unit: UnitChoice) -> str:
        """Where strikers hit their target and escorts find them; for the others High if they may begin there."""
        aircraft, load = self._types[unit.id], self._loads[unit.id]
        wanted = "high"
        if unit.role == "striker":
            wanted = "medium" if "bombs" in load else "very-low" if unit.formation and "torpedoes" in load else "low"
        elif unit.escorts:
            wanted = next(self._usual_altitude(each) for each in self.units if each.id in unit.escorts)
        return wanted if wanted in aircraft.altitudes else aircraft.altitudes[-1]

    def _formation(self, unit: UnitChoice, chosen: AircraftChoice, roster: _Roster) -> None:
        if len(unit.sizes) > 1:
            options = [(str(size), f"{size} aircraft") for size in unit.sizes]
            self._choice(field_name(unit.id, "size"), options, str(unit.size), f"{unit.title} cannot be so large.")
        modes = unit.modes(chosen.type, self._loads[unit.id])
        if len(modes) > 1:
            self._choice(
                field_name(unit.id, "mode"), [(mode, MODES[mode]) for mode in modes], modes[0], "It cannot bomb so."
            )
        models = unit.mixes_with(chosen.type)
        offered = self.choices.pilots_for(chosen.type, self._spent)
        for number in range(1, self._sizes[unit.id] + 1):
            if len(models) > 1:
                options = [(model.slug, model.name) for model in models]
                self._choice(
                    field_name(unit.id, f"models-{number}"), options, chosen.slug, "These do not mix.", select=True
                )
            self._man(field_name(unit.id, f"crews-{number}"), offered, roster, UNNAMED_CREW)

    def _seats(self, unit: UnitChoice, aircraft: AircraftType, roster: _Roster) -> None:
        offered = self.choices.pilots_for(aircraft, self._spent)
        for seat in _seats_of(unit):
            self._man(field_name(unit.id, f"{seat}_pilot"), offered, roster, UNNAMED)

    def _man(self, name: str, offered: Sequence[PilotChoice], roster: _Roster, nobody: str) -> None:
        """A seat: whoever is wished for, nobody if that is the wish, else the next free man."""
        named = {"", *(str(pilot.id) for pilot in offered)}
        self._choice(
            name,
            [("", nobody), *((str(pilot.id), _pilot_label(pilot)) for pilot in offered)],
            "" if self._wish.get(name) in named else roster.take(offered, self._wish),
            "That pilot does not fly this type.",
            select=True,
        )

    @property
    def closed(self) -> list[ResourceChoice]:
        """The resources that may not be used in this mission, each with its reason."""
        return [each for each in self.choices.resources if not each.usable]

    @property
    def strikers(self) -> list[AircraftType]:
        """The types that strike, as the form stands."""
        return [self._types[unit.id].type for unit in self.units if unit.role == "striker"]

    def document(self) -> dict[str, Any]:
        """The orders as ``sign_orders`` takes them, once the form is valid."""
        said = self.cleaned_data
        return {
            "resource": said["resource"] or None,
            "doctrine": said["doctrine"],
            "experienced_crew": said.get("experienced_crew"),
            "units": [self._unit_document(unit) for unit in self.units],
        }

    def _unit_document(self, unit: UnitChoice) -> dict[str, Any]:
        def said(key: str, otherwise: Any = None) -> Any:
            return self.cleaned_data.get(field_name(unit.id, key), otherwise) or None

        wingman = said("wingman", "no" if unit.wingman == "never" else "yes") == "yes"
        load = said("load", load_value(self._loads[unit.id]))
        document = {
            "id": unit.id,
            "aircraft": said("aircraft", self._types[unit.id].slug),
            "wingman": wingman,
            "altitude": said("altitude"),
            "load": load.split("+") if load else None,
            "arrives": int(said("arrives", unit.arrives[0])),
            "escorts": said("escorts") if len(unit.escorts) > 1 else next(iter(unit.escorts), None),
        }
        if unit.formation:
            places = range(1, self._sizes[unit.id] + 1)
            first = self._types[unit.id].slug
            return document | {
                "models": [said(f"models-{place}", first) for place in places],
                "mode": said("mode"),
                "crews": [_number(said(f"crews-{place}")) for place in places],
            }
        seats = _seats_of(unit)
        return document | {
            f"{seat}_pilot": _number(said(f"{seat}_pilot")) if wingman or seat == "leader" else None for seat in seats
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
        places = [str(place) for place in range(1, self._sizes[unit.id] + 1)]
        return UnitFields(
            unit=unit,
            aircraft=self._types[unit.id],
            load=self._loads[unit.id],
            size=self._sizes[unit.id],
            types=field("aircraft"),
            sizes=field("size"),
            loads=field("load"),
            modes=field("mode"),
            arrives=field("arrives"),
            bands=tuple(Band(level, name, options.get(level)) for level, name in reversed(ALTITUDE_NAMES.items())),
            altitude=altitude,
            wingman=field("wingman"),
            seats=tuple(
                SeatFields(f"Aircraft {place}", self[field_name(unit.id, f"crews-{place}")], field(f"models-{place}"))
                for place in places
            )
            or tuple(
                SeatFields(_SEAT_TITLES[seat], self[field_name(unit.id, f"{seat}_pilot")], None)
                for seat in _seats_of(unit)
            ),
            escorts=field("escorts"),
            is_sweep=self.choices.strikes and unit.role == "fighter",
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show what signing refused at the field it is about, or at the first of its unit."""
        _, _, path = refusal.field.partition("units.")
        name = path.replace(".", "-") if path else refusal.field
        if path and name not in self.fields:
            unit = path.partition(".")[0]
            name = next((each for each in self.fields if each.startswith(f"{unit}-")), name)
        self.add_error(name if name in self.fields else None, refusal.sentence)


_SEAT_TITLES = {"leader": "Leader", "wingman": "Wingman", "section": "Third of the Section"}


def _seats_of(unit: UnitChoice) -> list[str]:
    """The seats of an Element that may be manned."""
    return ["leader", *(["wingman"] if unit.wingman != "never" else []), *(["section"] if unit.section else [])]


class _Roster:
    """Gives each free seat a pilot of its own, those with most missions first."""

    def __init__(self, choices: Choices) -> None:
        self._taken: set[int] = set()
        self._order = {pilot.id: (-pilot.missions, pilot.name) for pilot in choices.pilots}

    def take(self, offered: Sequence[PilotChoice], wish: Mapping[str, str]) -> str:
        """The next free pilot of ``offered``, or nobody; whom the wish names elsewhere is not free."""
        wanted = {value for name, value in wish.items() if "_pilot" in name or "-crews-" in name}
        free = [each for each in offered if each.id not in self._taken and str(each.id) not in wanted]
        if not free:
            return ""
        found = min(free, key=lambda each: self._order[each.id])
        self._taken.add(found.id)
        return str(found.id)


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
