"""The forms that order a skirmish: one of a system's scenarios, or a set-up of one's own made of its questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.forms import BoundField

from campaigns.catalogue.library import AircraftType
from config.common.forms import HouseForm, KeyForm, choice_field, line_field
from config.common.vocabulary import rules_named
from engine.core.errors import BadSetup
from engine.core.fixtures import Scenario
from engine.core.forms import Option, Question, Questions
from engine.core.game import Document, Side, System
from engine.core.levels import USUAL_LEVEL
from engine.core.own_types import with_tables
from engine.core.players import USUAL_DOCTRINE
from missions.forms.levels import doctrine_field, level_field
from missions.operations.games import GameTerms, SeatPlan
from missions.operations.skirmishes import SEEDS, TITLE_LENGTH

OWN = "Your own cards"
OF_AIRCRAFT = ("aircraft", "wingman_aircraft")
"""Questions about a unit whose answer is a type."""
SHOWN_ROWS = 2
"""Units of a side that stand open; the others are folded."""


CONTROLS = {"me": "I do", "staff": "The staff", "link": "A friend, by a link"}
"""Who may decide for a side of a skirmish."""


@dataclass(frozen=True, slots=True)
class SideFields:
    """What is asked about how a side is flown."""

    side: Side
    title: str
    control: BoundField
    level: BoundField
    doctrine: BoundField


class FlightForm(KeyForm):
    """How a set-up is flown: who decides for each side, how the staff does, and the seed if somebody wants that one."""

    seed = forms.IntegerField(
        label="Seed",
        required=False,
        min_value=0,
        max_value=SEEDS - 1,
        help_text="Left empty, chance picks one. The same seed flies the same fight.",
        error_messages={"invalid": "Give a whole number, or nothing."},
    )

    lets_watch = forms.BooleanField(
        label="Spectators",
        required=False,
        help_text="On screen: whoever has a link that you send may watch, all hands face down.",
    )

    def __init__(self, system: System, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        first = next(iter(system.sides))
        for side, title in system.sides.items():
            self.fields[f"control-{side}"] = choice_field(
                f"Who decides for {title}?",
                choices=CONTROLS.items(),
                initial="me" if side == first else "staff",
                is_radio=True,
                required=False,
                wrong="A side is yours, the staff’s, or a friend’s who comes by a link.",
            )
            self.fields[f"level-{side}"] = level_field(f"How well does the staff play {title}?")
            self.fields[f"doctrine-{side}"] = doctrine_field(title)

    def side_fields(self) -> list[SideFields]:
        return [
            SideFields(side, title, *(self[f"{what}-{side}"] for what in ("control", "level", "doctrine")))
            for side, title in self.system.sides.items()
        ]

    @property
    def is_on_screen(self) -> bool:
        """People decide in it; else the engine flies it by itself."""
        return any(self._control(side) != "staff" for side in self.system.sides)

    def _control(self, side: Side) -> str:
        return self.cleaned_data[f"control-{side}"] or "staff"

    def seats(self, actor: User) -> tuple[SeatPlan, ...]:
        """Who decides for each side, once the form is valid."""
        return tuple(
            SeatPlan(
                side=side,
                user=actor if self._control(side) == "me" else None,
                is_open=self._control(side) == "link",
                level=self.levels[side],
                doctrine=doctrine,
            )
            for side, doctrine in self.doctrines.items()
        )

    @property
    def terms(self) -> GameTerms:
        return GameTerms(lets_watch=self.cleaned_data["lets_watch"])

    @property
    def levels(self) -> dict[Side, str]:
        """By side, once the form is valid."""
        return {side: self.cleaned_data[f"level-{side}"] or USUAL_LEVEL for side in self.system.sides}

    @property
    def doctrines(self) -> dict[Side, str]:
        """By side, once the form is valid."""
        return {side: self.cleaned_data[f"doctrine-{side}"] or USUAL_DOCTRINE for side in self.system.sides}


FEW, MANY = 3, 6
"""Up to so many units a scenario is small; from so many on it is large."""
SCENARIO_SIZES = {"small": f"Up to {FEW} units", "middle": "In between", "large": f"{MANY} units or more"}


class ScenarioFilter(HouseForm):
    """What a scenario is looked for by; what is left open filters nothing."""

    size = choice_field(
        "Size", required=False, choices=[("", "Any"), *SCENARIO_SIZES.items()], wrong="There is no such size."
    )
    words = line_field("Words", 60, required=False, too_long="Up to 60 letters.")

    @property
    def is_used(self) -> bool:
        """Something is looked for."""
        return any(self.data.get(name) for name in self.fields)

    def found(self, scenarios: Mapping[str, Scenario]) -> set[str]:
        """The slugs of those that fit; of all while the form is not valid."""
        if not self.is_valid():
            return set(scenarios)
        size, words = self.cleaned_data["size"], self.cleaned_data["words"].lower().split()
        return {
            slug
            for slug, each in scenarios.items()
            if size in ("", _size(each)) and all(word in f"{each.title} {each.about}".lower() for word in words)
        }


def _size(scenario: Scenario) -> str:
    units = len(scenario.setup["units"])
    return "small" if units <= FEW else "large" if units >= MANY else "middle"


class ScenarioForm(FlightForm):
    """One of the set-ups that come with the system."""

    scenario = choice_field(is_radio=True, missing="Choose a scenario.", wrong="There is no such scenario.")

    def __init__(self, system: System, *args: Any, asked: Mapping[str, Any], **kwargs: Any) -> None:
        """``asked``: what the address filters by, and the ``scenario`` that it has chosen already."""
        super().__init__(system, *args, **kwargs)
        self.scenarios = system.scenarios()
        self.filter = ScenarioFilter(asked)
        self._found = self.filter.found(self.scenarios)
        self.set_choices("scenario", ((slug, scenario.title) for slug, scenario in self.scenarios.items()))
        usual = next((slug for slug in self.scenarios if slug in self._found), "")
        wanted = asked.get("scenario", "")
        self.initial["scenario"] = wanted if wanted in self.scenarios else usual

    @property
    def shown(self) -> list[Any]:
        """The options that fit the filter, the one that is chosen first."""
        options = [
            option for option in self["scenario"] if option.data["selected"] or option.data["value"] in self._found
        ]
        return sorted(options, key=lambda option: not option.data["selected"])

    @property
    def title(self) -> str:
        return self.scenarios[self.cleaned_data["scenario"]].title

    @property
    def setup(self) -> Document:
        return self.scenarios[self.cleaned_data["scenario"]].setup


@dataclass(frozen=True, slots=True)
class UnitRow:
    """The questions about one unit."""

    number: int
    fields: tuple[BoundField, ...]
    is_filled: bool
    """Its first question, which aircraft, has an answer."""


@dataclass(frozen=True, slots=True)
class SideRows:
    """The units of a side: those that stand open, and the rest."""

    side: Side
    title: str
    shown: tuple[UnitRow, ...]
    folded: tuple[UnitRow, ...]

    @property
    def is_open(self) -> bool:
        """Something is filled in among the folded ones."""
        return any(row.is_filled for row in self.folded)


class OwnForm(FlightForm):
    """A set-up of one's own; ``setup`` is what the system makes of the answers."""

    title = forms.CharField(label="What it is called", max_length=TITLE_LENGTH, required=False)

    def __init__(self, system: System, *args: Any, own: Iterable[tuple[str, AircraftType]] = (), **kwargs: Any) -> None:
        """``own``: types that whoever sets it up may fly beside the house's, each behind its club's name, if any."""
        super().__init__(system, *args, **kwargs)
        self.questions = _with_own(system.questions(), own)
        for question in self.questions.game:
            self.fields[_game(question)] = _field(question)
        for side in system.sides:
            for number in self._numbers:
                for question in self.questions.unit:
                    self.fields[_unit(side, number, question)] = _field(question)

    @property
    def _numbers(self) -> range:
        return range(1, self.questions.units + 1)

    def clean(self) -> Document:
        """``setup`` is the document that the answers make; what cannot be put together is the form's error."""
        found = super().clean() or {}
        found["title"] = found.get("title") or f"{self.system.title}, my own"
        if not self.errors:
            try:
                found["setup"] = with_tables(self.system.setup_of(self._answers(found)))
            except BadSetup as error:
                raise forms.ValidationError(rules_named(str(error))) from None
        return found

    def _answers(self, found: Document) -> Document:
        """What was answered, as ``System.setup_of`` reads it; a unit without an aircraft is left out."""
        first = self.questions.unit[0]
        return {
            **{question.name: _answer(question, found[_game(question)]) for question in self.questions.game},
            "units": {
                side: [
                    {
                        question.name: _answer(question, found[_unit(side, number, question)])
                        for question in self.questions.unit
                    }
                    for number in self._numbers
                    if found[_unit(side, number, first)]
                ]
                for side in self.system.sides
            },
        }

    @property
    def setup(self) -> Document:
        return dict(self.cleaned_data["setup"])

    def game_fields(self) -> list[BoundField]:
        return [self[_game(question)] for question in self.questions.game]

    @cached_property
    def sides(self) -> list[SideRows]:
        """The unit questions of each side."""
        found = []
        for side, title in self.system.sides.items():
            rows = [
                UnitRow(number, fields, bool(fields[0].value()))
                for number in self._numbers
                for fields in [tuple(self[_unit(side, number, question)] for question in self.questions.unit)]
            ]
            found.append(SideRows(side, title, tuple(rows[:SHOWN_ROWS]), tuple(rows[SHOWN_ROWS:])))
        return found

    @property
    def has_further_sides(self) -> bool:
        """Something is filled in for a third side, or a fourth."""
        return any(row.is_filled for side in self.sides[2:] for row in (*side.shown, *side.folded))


def _with_own(questions: Questions, own: Iterable[tuple[str, AircraftType]]) -> Questions:
    """The questions with one's own types where an aircraft is asked for."""
    options = tuple(Option(each.slug, each.name, f"Cards of {club}" if club else OWN) for club, each in own)
    if not options:
        return questions
    unit = (
        replace(each, options=(*each.options, *options)) if each.name in OF_AIRCRAFT else each
        for each in questions.unit
    )
    return replace(questions, unit=tuple(unit))


def _game(question: Question) -> str:
    return f"game-{question.name}"


def _unit(side: Side, number: int, question: Question) -> str:
    return f"{side}-{number}-{question.name}"


def _answer(question: Question, value: Any) -> Any:
    """What was answered; a number left empty is the usual one."""
    return question.default if value is None else value


def _field(question: Question) -> forms.Field:
    """The field of a question; nothing has to be answered."""
    common: dict[str, Any] = {
        "label": question.label,
        "help_text": question.help,
        "initial": question.default,
        "required": False,
    }
    match question.kind:
        case "switch":
            return forms.BooleanField(**common)
        case "number":
            return forms.IntegerField(min_value=question.least, max_value=question.most, **common)
        case "text":
            return forms.CharField(max_length=question.most, **common)
        case "choice":
            wrong = f"{question.label}: choose one of those on the list."
            return choice_field(choices=_choices(question.options), wrong=wrong, **common)


def _choices(options: tuple[Option, ...]) -> list[tuple[str, Any]]:
    """The options as a list of choices, those of a group together under its name."""
    made: list[tuple[str, Any]] = []
    groups: dict[str, list[tuple[str, str]]] = {}
    for option in options:
        choice = (option.value, f"{option.label} – {option.note}" if option.note else option.label)
        if not option.group:
            made.append(choice)
        elif option.group in groups:
            groups[option.group].append(choice)
        else:
            groups[option.group] = [choice]
            made.append((option.group, groups[option.group]))
    return made
