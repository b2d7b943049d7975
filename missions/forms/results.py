"""Forms of a result on its way: an answer to every fact of it, and the decisions about those that are disputed.

Both ask with the fields of the page of the table, so that what may be said instead is what might have been told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.forms import BoundField

from config.common.forms import choice_field, line_field
from config.common.refusals import Refusal
from missions.forms.table import TableForm, field_name
from missions.operations.results import WORDS_LENGTH
from missions.operations.submissions import Dispute
from missions.selectors.results import FactGroup, FactRow, ResultPage, SideAnswer

TOLD, THIRD = "told", "third"
CONFIRM, DISPUTE = "confirm", "dispute"
WHY = "why-"
HOW = "how-"


class FactsForm(TableForm):
    """The facts of a result, each with the value that was told. ``seen`` is the version of the result that is shown."""

    def __init__(
        self, page: ResultPage, asked: Iterable[FactRow], data: Any = None, initial: Mapping[str, object] | None = None
    ) -> None:
        """``asked``: the rows that the page asks about; of all other facts nothing is sent, and they stay as told.

        ``initial``: what stands in the form instead of what was told.
        """
        shown = {**page.told, **(initial or {})}
        super().__init__(
            page.sheet,
            data=data,
            initial={**{field_name(name): value for name, value in shown.items()}, "seen": page.version},
        )
        self.page = page
        kept = {"seen", *(field_name(name) for row in asked for name in (row.name, *row.with_it))}
        for name in set(self.fields) - kept:
            del self.fields[name]

    def clean(self) -> dict[str, object]:
        """What hangs together is checked by the operation, with the facts that are not asked about."""
        return self.cleaned_data

    def field_of(self, refusal: Refusal) -> str:
        return field_name(refusal.field)

    def changed(self) -> dict[str, object]:
        """The facts that are said to be otherwise than told, once the form is valid."""
        return {
            name: value
            for name, value in self.said().items()
            if name in self.page.told and value != self.page.told[name]
        }

    def fields_of(self, row: FactRow) -> list[tuple[str, BoundField]]:
        """What to ask where a fact was otherwise: the fact itself and those that are asked with it, with labels."""
        names = [name for name in map(field_name, (row.name, *row.with_it)) if name in self.fields]
        return [(self.facts[name].label, self[name]) for name in names]


class RowFields:
    """A fact with its fields."""

    def __init__(self, form: AnswerForm | DecideForm, row: FactRow) -> None:
        self.row = row
        self.fields = form.fields_of(row)
        why, how = WHY + field_name(row.name), HOW + field_name(row.name)
        self.why = form[why] if why in form.fields else None
        self.how = form[how] if how in form.fields else None

    @property
    def is_open(self) -> bool:
        """Something has been said here, or is wrong."""
        asked = [field for _, field in self.fields]
        return any(field.errors for field in asked) or bool(self.why and (self.why.errors or self.why.value()))

    @property
    def errors(self) -> list[str]:
        found = [str(error) for _, field in self.fields for error in field.errors]
        return [*found, *(str(error) for error in (self.why.errors if self.why else ()))]


class AnswerForm(FactsForm):
    """What a side says of each fact: confirmed, or what it was instead and why.

    What the side disputes already stands in the form, to be sent again or taken back; what somebody else of it
    disputes, and the viewer may not take back, is not asked.
    """

    def __init__(self, page: ResultPage, data: Any = None) -> None:
        rows = [row for group in page.groups for row in group.rows if row.state != "decided" and row.held is None]
        self.standing = {row.name: row.standing.remark.value for row in rows if row.standing is not None}
        super().__init__(page, rows, data=data, initial=self.standing)
        self._asked = [row.name for row in rows]
        for row in rows:
            words = row.standing.remark.words if row.standing is not None else ""
            self.fields[WHY + field_name(row.name)] = line_field("Why", WORDS_LENGTH, required=False, initial=words)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean()
        if self.errors or cleaned["seen"] != self.page.version:
            return cleaned  # what is compared with another result than was shown tells nothing: the operation refuses
        changed = self.changed()
        for name in self._asked:
            if self.confirms and name in self.standing:
                continue
            if cleaned.get(WHY + field_name(name)) and not changed.keys() & {name, *self._with(name)}:
                self.add_error(field_name(name), "Say what it was instead, or leave the words out.")
        if self.confirms and any(name not in self.standing or self.standing[name] != changed[name] for name in changed):
            self.add_error(None, "You have corrected something. Send it as a dispute, or set it back as it was told.")
        if DISPUTE in self.data and not changed:
            self.add_error(None, "Nothing differs from what was told. Correct what was otherwise, or confirm it all.")
        return cleaned

    @property
    def confirms(self) -> bool:
        """It was so: what the side disputes, and the sender may take back, is taken back."""
        return CONFIRM in self.data

    def held(self) -> list[SideAnswer]:
        """What stays in dispute whatever the sender says."""
        return [row.held for group in self.page.groups for row in group.rows if row.held is not None]

    def _with(self, name: str) -> tuple[str, ...]:
        rows = (row for group in self.page.groups for row in group.rows)
        return next((row.with_it for row in rows if row.name == name), ())

    def disputes(self) -> dict[str, Dispute]:
        """What the operation takes, once the form is valid."""
        if self.confirms:
            return {}
        changed = self.changed()
        said = {name: self.cleaned_data[WHY + field_name(name)].strip() for name in self._asked}
        words = said | {asked: said[name] for name in said for asked in self._with(name)}
        return {name: Dispute(value, words[name]) for name, value in changed.items()}

    def groups(self) -> Iterator[tuple[str, list[tuple[FactGroup, list[RowFields]]]]]:
        """Every fact with its fields, by side and group."""
        for side, groups in self.page.by_side():
            yield side, [(group, [RowFields(self, row) for row in group.rows]) for group in groups]


class DecideForm(FactsForm):
    """How each disputed fact was: as told, as a side says, or otherwise."""

    def __init__(self, page: ResultPage, titles: Mapping[str, str], data: Any = None) -> None:
        self._rows = {row.name: row for group in page.groups for row in group.rows if row.name in page.disputed}
        super().__init__(page, self._rows.values(), data=data)
        for name in page.disputed:
            row = self._rows[name]
            choices = [
                (TOLD, f"As told: {row.shown}"),
                *(
                    (said.remark.side, f"As the {titles[said.remark.side]} side says: {said.shown}")
                    for said in row.said
                ),
                (THIRD, "Otherwise, as below"),
            ]
            self.fields[HOW + field_name(name)] = choice_field(
                "How it was", choices=choices, is_radio=True, required=False, wrong="Choose one of these."
            )

    def decisions(self) -> dict[str, object]:
        """The value of each fact that has been decided, once the form is valid."""
        changed = self.changed()
        decided: dict[str, object] = {}
        for name in self.page.disputed:
            row, how = self._rows[name], self.cleaned_data.get(HOW + field_name(name))
            if how == TOLD:
                decided[name] = self.page.told[name]
            elif how == THIRD:
                decided[name] = self.said()[name]
            elif how:
                decided[name] = next(said.remark.value for said in row.said if said.remark.side == how)
            decided |= {asked: changed[asked] for asked in row.with_it if asked in changed and how == THIRD}
        return decided

    def groups(self) -> Iterator[tuple[FactGroup, list[RowFields]]]:
        """The disputed facts with their fields, by group."""
        for group in self.page.groups:
            rows = [RowFields(self, row) for row in group.rows if row.name in self.page.disputed]
            if rows:
                yield group, rows
