"""A unit of a side's orders with its fields, as the page of the form lays them out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField

from engine.core.campaigns import CampaignRules
from missions.forms.man_rows import ManRow
from missions.forms.pool_units import KINDS
from missions.planning.choices import AircraftChoice, UnitChoice
from missions.planning.pool import SquadronChoice

FOLDED_FROM = 2
"""Of more aircraft than these, flown by men without names, the page folds away which they are."""


def load_title(load: Sequence[str]) -> str:
    """Bombs and ground rockets."""
    return (" and ".join(load).replace("-", " ") or "nothing").capitalize()


@dataclass(frozen=True, slots=True)
class AltitudeLevel:
    """One level of the Altitude picture; ``option`` is missing where the aircraft may not begin."""

    altitude: str
    name: str
    option: Any


@dataclass(frozen=True, slots=True)
class Shown:
    """A few words of a unit's line, and the field that says so, if one does."""

    name: str
    words: str
    is_second: bool = False
    """Of one who stays at home when the Leader flies alone."""


def _shown_choice(field: BoundField) -> Shown:
    """What is chosen in a field, as it is called there."""
    called = next((option.choice_label for option in field if option.data["selected"]), "")
    return Shown(field.html_name, str(called))


@dataclass(frozen=True, slots=True)
class SeatFields:
    """One aircraft of a unit: who flies it and, in a Formation, its model if there is a choice."""

    title: str
    man: BoundField | None
    """``None`` where nobody is known by name."""
    model: BoundField | None
    airframe: BoundField | None = None
    """Which aircraft of the squadron; ``None`` where none are counted."""
    men: tuple[ManRow, ...] = ()
    """Who may sit there."""
    chosen: ManRow | None = None
    """Who does as the form stands."""


@dataclass(frozen=True, slots=True)
class UnitFields:
    """A unit with its fields, as the page lays them out."""

    rules: CampaignRules
    unit: UnitChoice
    aircraft: AircraftChoice
    load: tuple[str, ...]
    """What it carries as the form stands."""
    size: int
    """Aircraft of its Formation as the form stands; 0 of an Element."""
    fields: Mapping[str, BoundField]
    """By what they say of it (``UnitOrders``); none where there is no choice."""
    bands: tuple[AltitudeLevel, ...]
    seats: tuple[SeatFields, ...]
    is_sweep: bool
    """A Fighter unit of the striking side that escorts nobody. [SUP 24.6]"""
    squadron_cards: tuple[tuple[Any, SquadronChoice | None], ...] = ()
    """Each option of who flies it with whom it means; nobody: it stays at home. None where none are counted or can."""
    squadron: SquadronChoice | None = None
    """Who flies it as the form stands."""
    why_empty: tuple[str, ...] = ()
    """Why squadrons cannot fly it, a sentence each."""
    advice: str = ""
    """Where it had better begin, in a sentence."""
    unfit: tuple[str, ...] = ()
    """Who is not fit to fly it, and until when."""
    was_opened: bool = False
    """Its fields stood open when the page was asked for."""

    @property
    def is_open(self) -> bool:
        """Its fields are shown; else it is one line."""
        return self.was_opened or any(field.errors for field in self.fields.values())

    @property
    def asks_again(self) -> str:
        """What is sent to have its choices drawn anew, beside what is ticked."""
        return json.dumps({"redraw": self.unit.id})

    @property
    def line(self) -> tuple[Shown, ...]:
        """What it does, in a few words."""
        if self.at_home:
            return (Shown("", "Stays at home"),)
        first = [Shown("", self.squadron.title)] if self.squadron else []
        type_ = self.fields.get("aircraft")
        first.append(Shown(type_.html_name if type_ else "", self.aircraft.name))
        wingman = self.fields.get("wingman")
        together = _shown_choice(wingman) if wingman else Shown("", self.kind)
        said = [_shown_choice(self.fields[key]) for key in ("altitude", "load", "arrives") if key in self.fields]
        load = [Shown("", self.load_title)] if self.load_title and "load" not in self.fields else []
        men = [
            Shown(seat.man.html_name, seat.chosen.name if seat.chosen else "", is_second=bool(place and wingman))
            for place, seat in enumerate(self.seats)
            if seat.man is not None
        ]
        return (*first, together, *said, *load, *men)

    @property
    def size_label(self) -> str:
        return self.rules.size_label if self.unit.formation else "Flies as"

    @property
    def at_home(self) -> bool:
        """Nobody flies it as the form stands."""
        return self.unit.pooled and self.squadron is None

    @property
    def folds_aircraft(self) -> bool:
        """Its aircraft are many and their men have no names: which of them fly may be left to the usual."""
        return len(self.seats) > FOLDED_FROM and not any(seat.man for seat in self.seats)

    @property
    def wrong_aircraft(self) -> bool:
        """Something is wrong with one of its aircraft."""
        return any(seat.airframe is not None and seat.airframe.errors for seat in self.seats)

    @property
    def man_label(self) -> str:
        return "Crew" if self.aircraft.type.in_formation else "Pilot"

    @property
    def kind(self) -> str:
        """In the rulebook's words: Element, Section of three, Lone Leader, Formation of 2."""
        if self.unit.formation:
            return self.rules.together(str(self.size)) or "1 aircraft"
        if self.squadron:
            return KINDS[self.size]
        if self.unit.wingman == "never":
            return "Lone Leader"
        return "Section of three" if self.unit.section else "Element"

    @property
    def redraws_load(self) -> bool:
        """Whether what it carries decides what else may be chosen, or what is left of the fuel."""
        return (self.unit.formation or self.unit.pooled) and "load" in self.fields

    @property
    def limits(self) -> tuple[str, ...]:
        """When it flies, if not all the time, and where it may go. [WBY 23.2.1, SUP 23.1.2]"""
        told = ["Fighter sweep: need not escort"] if self.is_sweep else []
        if "arrives" not in self.fields and self.unit.arrives != (1,):
            told.append(f"Arrives on Turn {self.unit.arrives[0]}")
        if self.unit.slot.line.phase:
            told.append("Target-Bound only" if self.unit.slot.line.phase == "target-bound" else "Home-Bound only")
        if self.unit.slot.line.over_target:
            told.append("May go Over Target")
        return tuple(told)

    @property
    def load_title(self) -> str:
        """What it carries, if it carries anything."""
        return load_title(self.load).lower() if self.load else ""
