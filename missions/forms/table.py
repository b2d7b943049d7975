"""What happened at the table as a form: every aircraft of the plan, came home unless told otherwise."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField

from campaigns.refusals import Refusal
from engine.core.report import Report
from missions.table import FLAK, MOST_DAMAGE, MOST_TURNS, NOTE_LENGTH, AircraftOutcome, Outcome, SeatLine, Sheet

FATES = (("undamaged", "Home"), ("damaged", "Damaged"), ("disengaged", "Disengaged"), ("destroyed", "Shot down"))
"""A Damaged aircraft that disengaged counts as Damaged: it scores once, at its worst. [WBY 4.9.3]"""
NOBODY = ("", "Nobody knows")


def prefix(key: str) -> str:
    """``axis-1 leader`` as the beginning of its fields' names."""
    return key.replace(" ", "-")


def initial_outcome(report: Report) -> dict[str, Any]:
    """A stored report as the values of a form's fields."""
    by = {
        f"{victim.unit} {victim.seat}": f"{each.unit} {each.seat}"
        for each in report.aircraft
        for victim in (*each.kills, *each.damaged)
    }
    values: dict[str, Any] = {"turns": report.turns, "notes": "\n".join(report.notes)}
    if report.target is not None:
        values["target_damage"] = report.target.damage
    for each in report.aircraft:
        key = f"{each.unit} {each.seat}"
        start = prefix(key)
        left = each.status == "undamaged" and each.exit == "disengaged"
        values[f"{start}-fate"] = "disengaged" if left else each.status
        values[f"{start}-by"] = by.get(key, FLAK if each.cause == "by flak" else "")
        values[f"{start}-over_target"] = each.over_target
        values[f"{start}-jettisoned"] = each.jettisoned
    return values


@dataclass(frozen=True, slots=True)
class SeatFields:
    """An aircraft with its fields."""

    line: SeatLine
    fate: BoundField
    by: BoundField
    over_target: BoundField | None
    jettisoned: BoundField | None

    @property
    def errors(self) -> list[str]:
        fields = (self.fate, self.by, self.over_target, self.jettisoned)
        return [str(error) for field in fields if field is not None for error in field.errors]


class TableForm(forms.Form):
    """The outcome of a mission flown at the table. ``key`` names this page: sent twice, it is stored once."""

    key = forms.UUIDField(
        widget=forms.HiddenInput, error_messages={"invalid": "The page was altered on the way. Open the mission again."}
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    """``Flight.version`` of the result that the page came with; empty if there was none."""
    turns = forms.IntegerField(
        min_value=1,
        max_value=MOST_TURNS,
        error_messages={"required": "How many turns did it last?", "invalid": "Give the turns as a whole number."},
    )
    notes = forms.CharField(max_length=NOTE_LENGTH, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, sheet: Sheet, data: Any = None, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data=data, initial={"key": uuid.uuid4(), "turns": sheet.turns, **(initial or {})})
        self.sheet = sheet
        if sheet.target is not None:
            self.fields["target_damage"] = forms.IntegerField(
                min_value=0,
                max_value=MOST_DAMAGE,
                initial=0,
                error_messages={
                    "required": "Give the damage to the target; 0 if there was none.",
                    "invalid": "Give the damage as a whole number.",
                },
            )
        for line in sheet.lines:
            self._seat(line)

    def _seat(self, line: SeatLine) -> None:
        strike = self.sheet.target is not None
        start = prefix(line.key)
        enemies = [(enemy.key, enemy.label) for enemy in self.sheet.enemies(line.side)]
        by = [NOBODY, *enemies, *([(FLAK, "Flak")] if strike else [])]
        self.fields[f"{start}-fate"] = _radio(FATES, "undamaged")
        self.fields[f"{start}-by"] = _radio(by, "", required=False)
        if strike and line.role == "striker":
            self.fields[f"{start}-over_target"] = forms.BooleanField(required=False, initial=True)
            self.fields[f"{start}-jettisoned"] = forms.BooleanField(required=False)

    def outcome(self) -> Outcome:
        """What the operations take, once the form is valid."""
        return Outcome(
            aircraft=tuple(self._aircraft(line) for line in self.sheet.lines),
            turns=self.cleaned_data["turns"],
            target_damage=self.cleaned_data.get("target_damage", 0),
            notes=self.cleaned_data["notes"],
        )

    def _aircraft(self, line: SeatLine) -> AircraftOutcome:
        start = prefix(line.key)
        fate = self.cleaned_data[f"{start}-fate"]
        return AircraftOutcome(
            key=line.key,
            status="undamaged" if fate == "disengaged" else fate,
            exit="disengaged" if fate == "disengaged" else "",
            # The page hides this where it cannot apply; what was ticked before stays in the form.
            by=self.cleaned_data[f"{start}-by"] if fate in ("damaged", "destroyed") else "",
            over_target=self.cleaned_data.get(f"{start}-over_target", False),
            jettisoned=self.cleaned_data.get(f"{start}-jettisoned", False),
        )

    def seats(self, side: str) -> Iterator[SeatFields]:
        """The aircraft of a side, each with its fields."""
        for line in self.sheet.lines:
            if line.side == side:
                start = prefix(line.key)
                yield SeatFields(
                    line=line,
                    fate=self[f"{start}-fate"],
                    by=self[f"{start}-by"],
                    over_target=self._maybe(f"{start}-over_target"),
                    jettisoned=self._maybe(f"{start}-jettisoned"),
                )

    def allied(self) -> Iterator[SeatFields]:
        return self.seats("allied")

    def axis(self) -> Iterator[SeatFields]:
        return self.seats("axis")

    def _maybe(self, name: str) -> BoundField | None:
        return self[name] if name in self.fields else None

    def refuse(self, refusal: Refusal) -> None:
        """Show what scoring or storing refused at the field it is about."""
        path = refusal.field.removeprefix("aircraft.")
        key, _, what = path.rpartition(".")
        name = f"{prefix(key)}-{'fate' if what in ('status', 'exit') else what}" if key else refusal.field
        self.add_error(name if name in self.fields else None, refusal.sentence)


def _radio(choices: Any, usual: str, *, required: bool = True) -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=choices,
        initial=usual,
        required=required,
        widget=forms.RadioSelect,
        error_messages={"required": "Say what became of it.", "invalid_choice": "Choose one of these."},
    )
