"""Forms by which a club finds an evening: polls of dates, reminders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms

from clubs.models import PollAnswer
from clubs.operations.nights import NOTES_LENGTH
from clubs.operations.polls import HOW_MANY, LEAST_DATES, MOST_DATES, Question
from clubs.selectors.night_times import REMINDERS
from clubs.selectors.polls import DateRow
from config.common.forms import HouseForm, choice_field, line_field, text_field, time_field
from config.common.refusals import Refusal


class PollForm(HouseForm):
    """A new poll: the same hours on several days, by the clock on the club's wall."""

    title = line_field("What is it called?", 120, missing="Give it a name.", too_long="A name has up to 120 letters.")
    begins = time_field("From", missing="Say when it begins.", wrong="That is no time: write it as 19:30.")
    ends = time_field("Until", required=False, wrong="That is no time: write it as 23:00.")
    place = line_field("Where?", 200, required=False, too_long="A place has up to 200 letters.")
    notes = text_field("Notes", NOTES_LENGTH, 4, required=False, too_long=f"Notes have up to {NOTES_LENGTH:,} letters.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, MOST_DATES + 1):
            self.fields[f"day_{number}"] = forms.DateField(
                label=f"Day {number}",
                required=False,
                widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
                error_messages={"invalid": "That is no day: write it as 2026-11-26."},
            )

    def clean(self) -> dict[str, Any]:
        """Says of the days what it says of the rest: all that is missing at once."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        names = [each.name for each in self.day_fields]
        days = {given[name] for name in names if given.get(name) is not None}
        if len(days) < LEAST_DATES and not any(name in self.errors for name in names):
            self.add_error("day_1", HOW_MANY)
        return given

    @property
    def day_fields(self) -> list[forms.BoundField]:
        return [self[f"day_{number}"] for number in range(1, MOST_DATES + 1)]

    def field_of(self, refusal: Refusal) -> str:
        return {"days": "day_1", "day": "day_1"}.get(refusal.field, refusal.field)

    @property
    def question(self) -> Question:
        """Once the form is valid."""
        given = self.cleaned_data
        days: list[date] = [given[each.name] for each in self.day_fields if given[each.name] is not None]
        about = {name: given[name] for name in ("title", "begins", "ends", "place", "notes")}
        return Question(days=days, **about)


class PollAnswersForm(HouseForm):
    """Yes, if need be or no to each evening of a poll."""

    def __init__(self, dates: Sequence[DateRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {f"date-{each.pk}": each for each in dates}
        for name, each in self.names.items():
            self.fields[name] = choice_field(
                each.when,
                choices=PollAnswer.Answer.choices,
                is_radio=True,
                required=False,
                initial=each.mine,
                wrong="Say yes, if need be or no.",
            )

    @property
    def rows(self) -> list[tuple[DateRow, forms.BoundField]]:
        """Each evening with its field."""
        return [(each, self[name]) for name, each in self.names.items()]

    @property
    def answers(self) -> dict[int, str]:
        """By number of the evening, once the form is valid."""
        return {each.pk: self.cleaned_data[name] for name, each in self.names.items()}


class RemindForm(HouseForm):
    """How long before a night of a club somebody is reminded."""

    hours = choice_field(
        "Remind me of nights",
        choices=[(str(hours), words) for hours, words in REMINDERS.items()],
        coerce=int,
        missing="Choose when.",
        wrong="Choose one of these times.",
    )
