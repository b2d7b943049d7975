"""What happened at the table as a form: every aircraft of the plan, came home unless told otherwise.

Whether a unit went over the target and whether it jettisoned is one question for the whole unit, so that no answer
contradicts another; a Formation that has not disengaged was there. Only what the type of mission needs is asked.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.forms import BoundField
from django.http import QueryDict

from config.common.refusals import Refusal
from engine.core.campaigns import HOME, Ending, of_hits
from engine.core.forms import Question
from engine.core.report import AircraftReport, Report
from engine.wildblue.buzz.scoring import GUNS
from engine.wildblue.buzz.terms import AIRCRAFT_CLASS, MOST_BOMBS
from engine.wildblue.scoring import MISSION
from missions.results.outcomes import (
    CAUSES,
    FLAK,
    FUEL,
    MOST_DAMAGE,
    MOST_FUEL,
    NOTE_LENGTH,
    PHOTOGRAPHS,
    AircraftOutcome,
    Outcome,
    usual,
)
from missions.results.questionnaire import SECTION, SeatLine, Sheet, SheetUnit

NOBODY = ("", "Nobody knows")
OVER, SHORT = ("over", "Over the target"), ("short", "Never got there")
DROPPED_BACK = ("jettisoned", "Jettisoned, turned back")
DROPPED_OVER = ("jettisoned-over", "Jettisoned, flew on over it")
KEPT, DROPPED = ("kept", "Kept its ordnance"), ("jettisoned", "Jettisoned it")
WENT_OVER = (OVER[0], DROPPED_OVER[0])
JETTISONED = (DROPPED_BACK[0], DROPPED_OVER[0])
PAGES_OWN = ("key", "seen")
"""Fields that are about the page, not about the fight."""
OLD_FLAK = "by flak"
"""As reports of an earlier time say it."""


def prefix(key: str) -> str:
    """``axis-1 leader`` as the beginning of its fields' names."""
    return key.replace(" ", "-")


def _question(name: str) -> str:
    """The name of the field of a question."""
    return f"answer-{name}"


def initial_outcome(report: Report, sheet: Sheet) -> dict[str, Any]:
    """A stored report as the values of a form's fields. What is as usual stays empty."""
    lines = {line.key: line for line in sheet.lines}
    by: dict[str, list[str]] = {}
    for each in report.aircraft:
        for victim in each.kills:
            by.setdefault(f"{victim.unit} {victim.seat}", []).append(f"{each.unit} {each.seat}")
    for each in report.aircraft:
        for victim in each.damaged:  # who Damaged what another Destroyed later has no part in the victory
            by.setdefault(f"{victim.unit} {victim.seat}", [f"{each.unit} {each.seat}"])
    causes = {cause: key for key, cause in CAUSES.items()} | {OLD_FLAK: FLAK}
    values: dict[str, Any] = {"turns": report.turns, "notes": "\n".join(report.notes)}
    if report.target is not None:
        values["target_damage"] = report.target.damage
    values |= {_question(name): answer for name, answer in report.answers.items()}
    units: dict[str, list[AircraftReport]] = {}
    bombs = [each for each in report.aircraft if each.aircraft_class == AIRCRAFT_CLASS]
    if bombs:
        values |= {"wave": len(bombs), "by_guns": sum(each.cause == GUNS for each in bombs) or None}
    for each in report.aircraft:
        if each in bombs:
            continue
        units.setdefault(each.unit, []).append(each)
        key = f"{each.unit} {each.seat}"
        start = prefix(key)
        ending = _ending(lines[key], each)
        values |= {
            f"{start}-fate": ending.value,
            f"{start}-by": by[key][0] if key in by else "" if ending.by_fuel else causes.get(each.cause, ""),
            f"{start}-shared_with": by.get(key, [])[1:] or None,
            f"{start}-fuel_tank": each.fuel_tank,
            f"{start}-struck": each.struck or None,
            f"{start}-cargo": _unusual(each.cargo, usual(each, lines[key].cargo)),
            f"{start}-mines": _unusual(each.mines, usual(each, lines[key].mines)),
            f"{start}-photographs": _photographs(each.recon),
            f"{start}-bombs": len(each.kills) or None,
        }
    for unit, flown in units.items():
        went_over = any(each.over_target for each in flown)
        jettisoned = any(each.jettisoned for each in flown)
        values[f"{unit}-over"] = (
            (DROPPED_OVER if went_over else DROPPED_BACK)[0] if jettisoned else (OVER if went_over else SHORT)[0]
        )
        values[f"{unit}-fuel"] = flown[0].fuel
        hit = [f"{each.unit} {each.seat}" for each in flown if each.status != "undamaged"]
        values |= {f"{unit}-hits": len(hit) or None, f"{unit}-hit_by": _shooter(by, hit)}
        for each in flown:
            formation = each.seat.isdecimal()
            turned_back = (went_over or formation) and not each.over_target
            missing = turned_back or (jettisoned and not each.jettisoned)
            values[f"{unit}-{each.seat}-before"] = each.status == "destroyed" and missing
    return values


def initial_kept(kept: Mapping[str, Sequence[str]], sheet: Sheet) -> dict[str, Any]:
    """What ``TableForm.kept`` gave as the values of a form's fields; what is no choice any more is left out."""
    values: dict[str, Any] = {}
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


def _ending(line: SeatLine, told: AircraftReport) -> Ending:
    """The one among its endings that fits best: in all, else but for what it was shot by, else in its state alone."""
    by_fuel = told.cause == CAUSES[FUEL]
    wanted = ((told.status, told.exit, by_fuel), (told.status, told.exit, False), (told.status, "", False))
    known = {(each.status, each.exit, each.by_fuel): each for each in reversed(line.endings)}
    return next((known[each] for each in wanted if each in known), HOME)


def _shooter(by: Mapping[str, list[str]], hit: Iterable[str]) -> str:
    """The unit that most of these aircraft were hit by."""
    units = Counter(by[key][0].split()[0] for key in hit if key in by)
    return units.most_common(1)[0][0] if units else ""


def _unusual(number: int, usually: int) -> int | None:
    return None if number == usually else number


def _photographs(points: int) -> str:
    """The result that is worth so many points."""
    return next((result for result in PHOTOGRAPHS if MISSION["recon"][result] == points), PHOTOGRAPHS[0])


@dataclass(frozen=True, slots=True)
class SeatFields:
    """An aircraft with its fields."""

    line: SeatLine
    fate: BoundField
    by: BoundField
    shared_with: BoundField | None
    fuel_tank: BoundField | None
    before: BoundField | None
    cargo: BoundField | None
    mines: BoundField | None
    photographs: BoundField | None
    bombs: BoundField | None

    @property
    def errors(self) -> list[str]:
        fields = (
            self.fate, self.by, self.shared_with, self.fuel_tank, self.before, self.cargo, self.mines, self.photographs,
            self.bombs,
        )  # fmt: skip
        return [str(error) for field in fields if field is not None for error in field.errors]

    @property
    def is_shared(self) -> bool:
        """Somebody has been said to share it."""
        return self.shared_with is not None and bool(self.shared_with.value())


@dataclass(frozen=True, slots=True)
class UnitFields:
    """A unit with its fields and its aircraft."""

    unit: SheetUnit
    over: BoundField | None
    fuel: BoundField | None
    seats: tuple[SeatFields, ...]
    """Empty of a unit that takes ``hits``."""
    hits: BoundField | None = None
    hit_by: BoundField | None = None


class TableForm(forms.Form):
    """The outcome of a mission flown at the table. ``key`` names this page: sent twice, it is stored once."""

    key = forms.UUIDField(
        widget=forms.HiddenInput, error_messages={"invalid": "The page was altered on the way. Open the mission again."}
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    """``Flight.version`` of the result that the page came with; empty if there was none."""
    notes = forms.CharField(max_length=NOTE_LENGTH, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, sheet: Sheet, data: Any = None, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data=data, initial={"key": uuid.uuid4(), "turns": sheet.turns, **(initial or {})})
        self.sheet = sheet
        if not sheet.against_bombs:
            self.fields["turns"] = _number(1, sheet.most_turns, "Turns played", "How many turns did it last?")
        if sheet.takes_damage:
            self.fields["target_damage"] = _number(0, MOST_DAMAGE, "Damage to the target")
        if sheet.against_bombs:
            self.fields["wave"] = _number(1, MOST_BOMBS, "Flying bombs that came", "How many flying bombs came?")
            self.fields["by_guns"] = _number(0, MOST_BOMBS, "Shot down by the guns")
        for question in sheet.questions:
            self.fields[_question(question.name)] = _asked(question)
        for unit in sheet.units:
            self._unit(unit)

    def _unit(self, unit: SheetUnit) -> None:
        if unit.goes_over and not unit.formation:
            choices = [OVER, SHORT, *([DROPPED_BACK, DROPPED_OVER] if unit.jettisons else [])]
            self.fields[f"{unit.id}-over"] = _radio(choices, (OVER if unit.role == "striker" else SHORT)[0])
        elif unit.jettisons:
            self.fields[f"{unit.id}-over"] = _radio([KEPT, DROPPED], KEPT[0])
        if unit.keeps_fuel:
            self.fields[f"{unit.id}-fuel"] = _number(0, MOST_FUEL, f"{unit.name}, Fuel Points spent")
        if unit.takes_hits:
            self._hits(unit)
            return
        for line in unit.lines:
            self._seat(line, unit)

    def _hits(self, unit: SheetUnit) -> None:
        """How many of its aircraft were hit, and by which unit most of them."""
        enemies = [(enemy.id, enemy.name) for enemy in self.sheet.units if enemy.side != unit.side]
        self.fields[f"{unit.id}-hits"] = _number(0, len(unit.lines), f"{unit.name}, hits")
        self.fields[f"{unit.id}-hit_by"] = _radio([NOBODY, *enemies], "", required=False)

    def _seat(self, line: SeatLine, unit: SheetUnit) -> None:
        start = prefix(line.key)
        enemies = [(enemy.key, enemy.label) for enemy in self.sheet.enemies(line.side)]
        by = [NOBODY, *enemies]
        if line.goes_over:
            by.append((FLAK, "Flak"))
        if unit.keeps_fuel:
            by.append((FUEL, "Lack of fuel"))
        endings = [(ending.value, ending.label) for ending in line.endings]
        self.fields[f"{start}-fate"] = _radio(endings, endings[0][0])
        self.fields[f"{start}-by"] = _radio(by, "", required=False)
        if len(enemies) > 1:
            self.fields[f"{start}-shared_with"] = forms.MultipleChoiceField(
                choices=enemies,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                error_messages={"invalid_choice": "Choose among these.", "invalid_list": "Choose among these."},
            )
        if line.has_fate:
            self.fields[f"{start}-fuel_tank"] = forms.BooleanField(required=False)
        if line.goes_over or line.jettisons:
            self.fields[f"{start}-before"] = forms.BooleanField(required=False)
        if line.goes_over and self.sheet.takes_damage and line.side == self.sheet.striker:
            self.fields[f"{start}-struck"] = _number(0, MOST_DAMAGE, f"{line.name}, damage done")
        if line.cargo[0]:
            self.fields[f"{start}-cargo"] = _number(0, line.cargo[0], f"{line.name}, Cargo Points")
        if line.mines[0]:
            self.fields[f"{start}-mines"] = _number(0, line.mines[0], f"{line.name}, mines laid")
        if self.sheet.against_bombs:
            self.fields[f"{start}-bombs"] = _number(0, MOST_BOMBS, f"{line.name}, flying bombs")
        if line.photographs:
            results = [(result, result.capitalize()) for result in PHOTOGRAPHS]
            self.fields[f"{start}-photographs"] = _radio(results, PHOTOGRAPHS[0])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        parts = [cleaned.get(f"{prefix(line.key)}-struck") for line in self.sheet.lines]
        if self.sheet.takes_damage and cleaned.get("target_damage") is None and not any(parts):
            self._say("target_damage", "Give the damage to the target; 0 if there was none.")
        return cleaned

    def answers(self) -> list[tuple[str, str]]:
        """What was sent, field by field, to be carried on by a page that asks nothing itself."""
        sent = cast(QueryDict, self.data)
        return [(name, value) for name in self.fields for value in sent.getlist(name)]

    def kept(self) -> dict[str, list[str]]:
        """What was sent, good or not, for ``initial_kept`` to put back."""
        sent = cast(QueryDict, self.data)
        return {name: sent.getlist(name) for name in self.fields if name in sent and name not in PAGES_OWN}

    def _say(self, name: str, sentence: str) -> None:
        if name not in self.errors:
            self.add_error(name, sentence)

    def outcome(self) -> Outcome:
        """What the operations take, once the form is valid."""
        fuel = {
            unit.id: spent
            for unit in self.sheet.units
            if (spent := self.cleaned_data.get(f"{unit.id}-fuel")) is not None
        }
        return Outcome(
            aircraft=tuple(told for unit in self.sheet.units for told in self._told(unit)),
            turns=self.cleaned_data.get("turns", 0),
            target_damage=self.cleaned_data.get("target_damage"),
            fuel=fuel,
            wave=self.cleaned_data.get("wave") or 0,
            by_guns=self.cleaned_data.get("by_guns") or 0,
            answers={
                each.name: said
                for each in self.sheet.questions
                if (said := self.cleaned_data[_question(each.name)]) is not None
            },
            notes=self.cleaned_data["notes"],
        )

    def _told(self, unit: SheetUnit) -> Iterator[AircraftOutcome]:
        """Every aircraft of a unit; of one that takes hits these are its last."""
        if not unit.takes_hits:
            yield from (self._aircraft(unit, line) for line in unit.lines)
            return
        damaged, destroyed = of_hits(self.cleaned_data.get(f"{unit.id}-hits") or 0)
        shooter = self.cleaned_data.get(f"{unit.id}-hit_by")
        first = next((enemy.lines[0].key for enemy in self.sheet.units if enemy.id == shooter), "")
        safe = len(unit.lines) - damaged - destroyed
        for number, line in enumerate(unit.lines):
            status = "undamaged" if number < safe else "damaged" if number < safe + damaged else "destroyed"
            yield AircraftOutcome(key=line.key, status=status, by="" if number < safe else first)

    def _aircraft(self, unit: SheetUnit, line: SeatLine) -> AircraftOutcome:
        start = prefix(line.key)
        said = self.cleaned_data
        fate = next(each for each in line.endings if each.value == said[f"{start}-fate"])
        destroyed = fate.status == "destroyed"
        # The page hides what cannot apply; what was ticked before stays in the form.
        before = destroyed and said.get(f"{start}-before", False)
        answer = said.get(f"{unit.id}-over", "")
        went = fate.exit != "disengaged" if unit.formation else answer in WENT_OVER
        return AircraftOutcome(
            key=line.key,
            status=fate.status,
            exit=fate.exit,
            by=FUEL if fate.by_fuel else said[f"{start}-by"] if fate.status != "undamaged" else "",
            shared_with=tuple(said.get(f"{start}-shared_with", ())) if destroyed and not fate.by_fuel else (),
            fuel_tank=destroyed and said.get(f"{start}-fuel_tank", False),
            over_target=line.goes_over and went and not before,
            jettisoned=answer in JETTISONED and line.seat != SECTION and not before,
            struck=said.get(f"{start}-struck"),
            cargo=said.get(f"{start}-cargo"),
            mines=said.get(f"{start}-mines"),
            photographs=said.get(f"{start}-photographs", ""),
            bombs=said.get(f"{start}-bombs") or 0,
        )

    def units(self, side: str) -> Iterator[UnitFields]:
        """The units of a side, each with its fields."""
        for unit in self.sheet.units:
            if unit.side == side:
                yield UnitFields(
                    unit=unit,
                    over=self._maybe(f"{unit.id}-over"),
                    fuel=self._maybe(f"{unit.id}-fuel"),
                    seats=() if unit.takes_hits else tuple(map(self._fields_of, unit.lines)),
                    hits=self._maybe(f"{unit.id}-hits"),
                    hit_by=self._maybe(f"{unit.id}-hit_by"),
                )

    def _fields_of(self, line: SeatLine) -> SeatFields:
        start = prefix(line.key)
        return SeatFields(
            line=line,
            fate=self[f"{start}-fate"],
            by=self[f"{start}-by"],
            shared_with=self._maybe(f"{start}-shared_with"),
            fuel_tank=self._maybe(f"{start}-fuel_tank"),
            before=self._maybe(f"{start}-before"),
            cargo=self._maybe(f"{start}-cargo"),
            mines=self._maybe(f"{start}-mines"),
            photographs=self._maybe(f"{start}-photographs"),
            bombs=self._maybe(f"{start}-bombs"),
        )

    def allied(self) -> Iterator[UnitFields]:
        return self.units("allied")

    def axis(self) -> Iterator[UnitFields]:
        return self.units("axis")

    def questions(self) -> list[BoundField]:
        """What the system asks beside what became of each aircraft."""
        return [self[_question(question.name)] for question in self.sheet.questions]

    def damage_by_aircraft(self) -> list[tuple[SeatLine, BoundField]]:
        """Whose damage to the target may be told apart."""
        named = ((line, f"{prefix(line.key)}-struck") for line in self.sheet.lines)
        return [(line, self[name]) for line, name in named if name in self.fields]

    def has_parts(self) -> bool:
        """Whether somebody's own damage is told, or wrong."""
        return any(field.value() not in (None, "") or field.errors for _, field in self.damage_by_aircraft())

    def _maybe(self, name: str) -> BoundField | None:
        return self[name] if name in self.fields else None

    def refuse(self, refusal: Refusal) -> None:
        """Show what scoring or storing refused at the field it is about."""
        name = self.named(refusal)
        self.add_error(name if name in self.fields else None, refusal.sentence)

    def named(self, refusal: Refusal) -> str:
        """The field that a refusal is about; no field's name if it is about the whole."""
        what, _, path = refusal.field.partition(".")
        if what == "fuel":
            name = f"{path}-fuel"
        elif what == "answer":
            name = _question(path)
        elif what == "aircraft" and path:
            key, _, what = path.rpartition(".")
            start = {"over_target": key.split()[0], "jettisoned": key.split()[0]}.get(what, prefix(key))
            field = {"status": "fate", "exit": "fate", "over_target": "over", "jettisoned": "over"}.get(what, what)
            name = f"{start}-{field}"
            if name not in self.fields:
                name = f"{start.rpartition('-')[0]}-hits"
        else:
            name = refusal.field
        return name


def _asked(question: Question) -> forms.Field:
    """The field of a question; a number left out is its default."""
    field: forms.Field
    match question.kind:
        case "switch":
            field = forms.BooleanField(required=False)
        case "number":
            field = _number(question.least, question.most, question.label)
        case "choice":
            choices = [(option.value, option.label) for option in question.options]
            field = forms.ChoiceField(choices=choices, widget=forms.RadioSelect, required=question.default is None)
            field.error_messages |= {
                "required": f"{question.label}: choose one of the answers.",
                "invalid_choice": "Choose one of these.",
            }
        case "text":
            field = forms.CharField(max_length=question.most, required=False)
    field.label, field.help_text, field.initial = question.label, question.help, question.default
    return field


def _radio(choices: Any, usual: str, *, required: bool = True) -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=choices,
        initial=usual,
        required=required,
        widget=forms.RadioSelect,
        error_messages={"required": "Say what became of it.", "invalid_choice": "Choose one of these."},
    )


def _number(least: int, most: int, what: str, missing: str = "") -> forms.IntegerField:
    """A whole number; it may be left out unless ``missing`` says what is asked."""
    wrong = f"{what}: a whole number from {least} to {most}."
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        required=bool(missing),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"required": missing, "invalid": wrong, "min_value": wrong, "max_value": wrong},
    )
