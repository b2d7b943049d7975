"""What happened at the table as a form: every aircraft of the plan, came home unless told otherwise.

Whether a unit went over the target and whether it jettisoned is one question for the whole unit, so that no answer
contradicts another; a Formation that has not disengaged was there. Only what the type of mission needs is asked.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from django import forms
from django.forms import BoundField
from django.http import QueryDict

from config.common.forms import HouseForm, choice_field
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.results import facts, facts_of_report
from missions.results.facts import ANSWER, Fact, Said
from missions.results.outcomes import NOTE_LENGTH, Outcome
from missions.results.questionnaire import Questionnaire, SeatLine, SheetUnit

FactField: TypeAlias = tuple[Fact, BoundField]
PAGES_OWN = ("key", "seen")
"""Fields that are about the page, not about the fight."""
APART = "struck"
"""What is asked of aircraft beside the mission's own facts, for their pilots' records."""


def field_name(fact: str) -> str:
    """What the page calls the field of a fact: ``axis-1-leader-fate`` of ``axis-1 leader.fate``."""
    return fact.replace(" ", "-").replace(".", "-")


def initial_outcome(report: Report, sheet: Questionnaire) -> dict[str, object]:
    """A stored report as the values of a form's fields. What is as usual stays empty."""
    return initial_said(facts_of_report.read(sheet, report)) | {"notes": "\n".join(report.notes)}


def initial_said(said: Said) -> dict[str, object]:
    """What is said of facts as the values of a form's fields."""
    return {field_name(name): value for name, value in said.items()}


def initial_kept(kept: Mapping[str, Sequence[str]], sheet: Questionnaire) -> dict[str, object]:
    """What ``TableForm.kept`` gave as the values of a form's fields; what is no choice any more is left out."""
    values: dict[str, object] = {}
    for name, field in TableForm(sheet).fields.items():
        said = kept.get(name, [])
        if name in PAGES_OWN:
            continue
        if isinstance(field, forms.BooleanField):
            values[name] = bool(said)
        elif isinstance(field, forms.MultipleChoiceField):
            values[name] = [each for each in said if field.valid_value(each)]
        elif said and (not isinstance(field, forms.ChoiceField) or field.valid_value(said[-1])):
            values[name] = said[-1]
    return values


def answers_of(values: Mapping[str, object]) -> dict[str, list[str]]:
    """The values of a form's fields as they are sent, and as ``TableForm.kept`` gives them."""
    sent: dict[str, list[str]] = {}
    for name, value in values.items():
        if isinstance(value, list | tuple):
            sent[name] = [str(each) for each in value]
        elif value is not None and value is not False:
            sent[name] = ["on" if value is True else str(value)]
    return sent


@dataclass(frozen=True, slots=True)
class AskedCard:
    """A unit or an aircraft with the facts that its card asks for."""

    of: SheetUnit | SeatLine
    fields: list[FactField]
    seats: tuple[AskedCard, ...] = ()
    """The aircraft of a unit; none of one that takes hits."""

    @property
    def errors(self) -> list[str]:
        return [str(error) for _, field in self.fields for error in field.errors]


class TableForm(HouseForm):
    """The outcome of a mission flown at the table. ``key`` names this page: sent twice, it is stored once."""

    key = forms.UUIDField(
        widget=forms.HiddenInput, error_messages={"invalid": "The page was altered on the way. Open the mission again."}
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    """``Flight.version`` of the result that the page came with; empty if there was none."""
    notes = forms.CharField(max_length=NOTE_LENGTH, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, sheet: Questionnaire, data: Any = None, initial: Mapping[str, object] | None = None) -> None:
        super().__init__(data=data, initial={"key": uuid.uuid4(), **(initial or {})})
        self.sheet = sheet
        self.facts = {field_name(name): fact for name, fact in facts.asked_of(sheet).items()}
        self.fields |= {name: _field(fact) for name, fact in self.facts.items()}

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if facts.lacks_damage(self.sheet, self.said()) and "target_damage" not in self.errors:
            self.add_error("target_damage", facts.DAMAGE_MISSING)
        return cleaned

    def said(self) -> dict[str, object]:
        """What is said of the facts that are asked, by name, as far as it can be said."""
        answered = {name: fact for name, fact in self.facts.items() if name in self.cleaned_data}
        return {fact.name: fact.of({fact.name: self.cleaned_data[name]}) for name, fact in answered.items()}

    def answers(self) -> list[tuple[str, str]]:
        """What was sent, field by field, to be carried on by a page that asks nothing itself."""
        sent = cast(QueryDict, self.data)
        return [(name, value) for name in self.fields for value in sent.getlist(name)]

    def kept(self) -> dict[str, list[str]]:
        """What was sent, good or not, for ``initial_kept`` to put back."""
        sent = cast(QueryDict, self.data)
        return {name: sent.getlist(name) for name in self.fields if name in sent and name not in PAGES_OWN}

    def outcome(self) -> Outcome:
        """What the operations take, once the form is valid."""
        return facts.made_of(self.sheet, self.said(), self.cleaned_data["notes"])

    def units(self, side: str) -> Iterator[AskedCard]:
        """The units of a side, each with what is asked of it and of its aircraft."""
        for unit in self.sheet.units:
            if unit.side == side:
                seats = (AskedCard(line, fields) for line in unit.lines if (fields := self._fields_of(line.key)))
                yield AskedCard(unit, self._fields_of(unit.id), tuple(seats))

    def sides(self) -> list[tuple[str, list[AskedCard]]]:
        """Each side with its units."""
        return [(side, list(self.units(side))) for side in self.sheet.sides]

    def mission(self) -> list[FactField]:
        """What is asked of the mission, the damage to its target first."""
        asked = [*self._fields_of(""), *self._fields_of(ANSWER)]
        return sorted(asked, key=lambda each: each[0].what != "target_damage")

    def questions(self) -> list[BoundField]:
        """What the system asks beside what became of each aircraft."""
        return [field for _, field in self._fields_of(ANSWER)]

    def damage_by_aircraft(self) -> list[tuple[SeatLine, BoundField]]:
        """Whose damage to the target may be told apart."""
        named = ((line, field_name(f"{line.key}.{APART}")) for line in self.sheet.lines)
        return [(line, self[name]) for line, name in named if name in self.fields]

    def has_parts(self) -> bool:
        """Whether somebody's own damage is told, or wrong."""
        return any(field.value() not in (None, "") or field.errors for _, field in self.damage_by_aircraft())

    def _fields_of(self, about: str) -> list[FactField]:
        """The facts of a unit, an aircraft, the mission (empty) or its answers, each with its field."""
        facts_of = ((fact, name) for name, fact in self.facts.items() if fact.about == about and fact.what != APART)
        return [(fact, self[name]) for fact, name in facts_of]

    def field_of(self, refusal: Refusal) -> str:
        return field_name(facts.named(self.sheet, refusal)) or refusal.field


def _field(fact: Fact) -> forms.Field:
    """What the page asks of a fact."""
    missing = {"required": fact.missing} if fact.missing else {}
    field: forms.Field
    match fact.kind:
        case "switch":
            field = forms.BooleanField(required=False)
        case "number":
            field = forms.IntegerField(
                min_value=fact.least,
                max_value=fact.most,
                required=bool(missing),
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                error_messages={"invalid": fact.wrong, "min_value": fact.wrong, "max_value": fact.wrong, **missing},
            )
        case "choice":
            field = choice_field(
                choices=fact.choices, is_radio=True, required=bool(missing), missing=fact.missing, wrong=fact.wrong
            )
        case "choices":
            field = forms.MultipleChoiceField(
                choices=fact.choices,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                error_messages={"invalid_choice": fact.wrong, "invalid_list": fact.wrong},
            )
        case "text":
            field = forms.CharField(max_length=fact.most, required=False)
    field.initial, field.label = fact.usual, fact.question
    if fact.about == ANSWER:
        field.help_text = fact.hint
    return field
