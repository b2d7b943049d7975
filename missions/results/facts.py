"""The facts of a result, each with a name, so that people can confirm and dispute them one by one.

They are what the page of the table asks (``missions.forms.table``), under the names of its fields:
``axis-1-leader-fate``, ``axis-1-over``, ``turns``. The line for the log is nobody's fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.http import QueryDict

from config.common.refusals import Refusal
from engine.core.report import Report
from missions.forms.table import TableForm, initial_outcome, prefix
from missions.results.outcomes import Outcome
from missions.results.questionnaire import Sheet

NOT_FACTS = ("key", "seen", "notes")
LABELS = {
    "fate": "what became of it",
    "by": "by whom",
    "shared_with": "who else had part in it",
    "fuel_tank": "a Fuel Tank Hit",
    "before": "lost before the others got there",
    "struck": "damage to the target",
    "cargo": "Cargo Points delivered",
    "mines": "mines laid",
    "photographs": "its photographs",
    "bombs": "flying bombs shot down",
    "over": "what the unit did",
    "fuel": "Fuel Points spent",
    "hits": "hits",
    "hit_by": "by whom most of them",
    "turns": "turns played",
    "target_damage": "damage to the target",
    "wave": "flying bombs that came",
    "by_guns": "shot down by the guns",
}


def said(asked: Sheet, report: Report) -> dict[str, Any]:
    """The value of each fact of a result that was told of ``asked``, JSON-able, in the order of the page."""
    return facts_of(_bound(asked, initial_outcome(report, asked)))


def facts_of(form: TableForm) -> dict[str, Any]:
    """The facts that a valid form says."""
    values = {name: form.cleaned_data[name] for name in form.fields if name not in NOT_FACTS}
    return {name: sorted(value) if isinstance(value, list) else value for name, value in values.items()}


def outcome(asked: Sheet, values: Mapping[str, Any], notes: str) -> Outcome:
    """The outcome that says these facts. Refuses a value that is none of the choices, naming the fact."""
    form = _bound(asked, {**values, "notes": notes})
    for name, errors in form.errors.items():
        sentence = str(cast(Any, errors)[0])
        raise Refusal(sentence if ":" in sentence else f"{label(asked, name)}: {sentence}", name)
    return form.outcome()


def named(asked: Sheet, refusal: Refusal) -> str:
    """The fact that a refusal of ``missions.results.outcomes`` is about; empty if it is about no single one."""
    form = TableForm(asked)
    name = form.named(refusal)
    return name if name in form.fields else ""


def label(asked: Sheet, name: str) -> str:
    """What a fact is called: ``Ju 87 of Striker 1: what became of it``."""
    who, what = split(asked, name)
    return f"{who}: {what}" if who else what


def split(asked: Sheet, name: str) -> tuple[str, str]:
    """Who or what a fact is about, empty of the whole mission, and what it says of that."""
    for line in asked.lines:
        if name.startswith(f"{prefix(line.key)}-") and (what := LABELS.get(name[len(prefix(line.key)) + 1 :])):
            return line.pilot or line.name, what
    for unit in asked.units:
        if name.startswith(f"{unit.id}-") and (what := LABELS.get(name[len(unit.id) + 1 :])):
            return unit.name, what
    for question in asked.questions:
        if name == f"answer-{question.name}":
            return "", question.label[:1].lower() + question.label[1:]
    return "", LABELS.get(name, name)


def shown(form: TableForm, name: str, value: Any) -> str:
    """A value of a fact in words."""
    field = form.fields[name]
    if isinstance(field, forms.MultipleChoiceField):
        labels = dict(cast(Any, field.choices))
        return " and ".join(str(labels.get(each, each)) for each in value or ()) or "nobody"
    if isinstance(field, forms.ChoiceField):
        return str(dict(cast(Any, field.choices)).get(value, value))
    if isinstance(field, forms.BooleanField):
        return "yes" if value else "no"
    if value is None:
        return "none" if name.endswith(("struck", "bombs", "hits", "by_guns")) else "as usual"
    return str(value) or "nothing"


def _bound(asked: Sheet, values: Mapping[str, Any]) -> TableForm:
    """The page of the table as a browser sends it when it says these values; what they leave out is as usual."""
    usual = TableForm(asked)
    data = QueryDict(mutable=True)
    for name in usual.fields:
        value = values[name] if name in values else usual[name].value()
        if isinstance(value, (list, tuple)):
            data.setlist(name, [str(each) for each in value])
        elif value is not None and value is not False:
            data[name] = "on" if value is True else str(value)
    form = TableForm(asked, data=data)
    form.is_valid()
    return form
