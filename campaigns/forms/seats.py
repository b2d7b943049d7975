"""Forms about seats and terms."""

from __future__ import annotations

import datetime
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict

from campaigns.models import Campaign, Role
from campaigns.models.terms import FIELDS, MOST_HOURS, MOST_TABLES, OF_MEN, Terms
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.seats import PeoplePage
from campaigns.selectors.terms import MEANINGS, TITLES, are_men_open, hours
from config.common.forms import ActForm, Given, HouseForm, choice_field, day_field
from config.common.refusals import Refusal

CHOOSE = "Choose somebody."


class SeatForm(ActForm):
    """Something about the seats of a campaign."""

    about: ClassVar[str]

    def __init__(self, page: PeoplePage, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"{self.what}-%s")
        self.zone = page.zone
        self.offer(page)

    @classmethod
    @abstractmethod
    def is_for(cls, page: PeoplePage) -> bool:
        """Whether the viewer of the page may send it."""

    @abstractmethod
    def offer(self, page: PeoplePage) -> None:
        """Fill the choices."""

    def person_chosen(self) -> User:
        """Raises ``Refusal`` if the account has been closed meanwhile."""
        found = User.objects.filter(pk=int(self.cleaned_data["person"])).first()
        if found is None:
            raise Refusal("That account has been closed.", "person")
        return found

    def _choose(self, field: str, choices: Iterable[tuple[Any, Any]]) -> None:
        self.set_choices(field, [("", "Choose …"), *choices])


class JoinForm(SeatForm):
    what = "join"
    title = "Join as a pilot"
    about = "The side’s commander gives you a man of the roster, whom you may name."
    button = "Take a pilot’s seat"
    done = "You have a pilot’s seat. Welcome."
    side = choice_field("Side", is_radio=True, missing="Choose a side.", wrong="That side takes nobody now.")

    @classmethod
    def is_for(cls, page: PeoplePage) -> bool:
        return bool(page.joining)

    def offer(self, page: PeoplePage) -> None:
        self.set_choices("side", page.joining)


class GiveForm(SeatForm):
    what = "give"
    title = "Give a seat"
    about = "A commander’s seat passes from whoever holds it, person or staff."
    button = "Give the seat"
    done = "The seat has been given."
    person = choice_field("Who", missing=CHOOSE, wrong=CHOOSE)
    seat = choice_field("Which seat", missing="Choose a seat.", wrong="There is no such seat.")
    seen = forms.RegexField(r"^[a-z]+:\d{1,18}( [a-z]+:\d{1,18})*$", required=False, widget=forms.HiddenInput)

    @classmethod
    def is_for(cls, page: PeoplePage) -> bool:
        return page.may_give

    def offer(self, page: PeoplePage) -> None:
        self._choose("person", page.people)
        self._choose("seat", page.seats)

    def given(self) -> Given:
        role, side, squadron = (*self.cleaned_data["seat"].split(" "), "", "")[:3]
        held = dict(each.split(":") for each in self.cleaned_data["seen"].split())
        return {
            "user": self.person_chosen(),
            "role": Role[role.upper()],
            "side": side,
            "squadron": squadron,
            "expected_holder": int(held[side]) if side in held else None,
        }


class TakeForm(SeatForm):
    what = "take"
    title = "Take a seat away"
    about = "A commander’s seat goes to the engine’s staff. Men of whoever has no seat left on a side are free again."
    button = "Take it away"
    done = "The seat has been taken away."
    seat = choice_field("Which seat", missing="Choose a seat.", wrong="That seat is free already.")

    @classmethod
    def is_for(cls, page: PeoplePage) -> bool:
        return page.may_give

    def offer(self, page: PeoplePage) -> None:
        self._choose("seat", page.covered)

    def given(self) -> Given:
        return {"seat": int(self.cleaned_data["seat"])}


class StandInForm(SeatForm):
    what = "stand-in"
    title = "Name a stand-in"
    about = "Whoever stands in acts from the seat like its holder, and sees what its holder sees."
    button = "Let them stand in"
    done = "It is entered who stands in."
    seat = choice_field("For", missing="Choose a seat.", wrong="That seat is not yours to cover.")
    person = choice_field("Who stands in", missing=CHOOSE, wrong=CHOOSE)
    until = day_field("Until the end of", missing="Choose a day.", wrong="Write the day as 2026-05-31.")

    @classmethod
    def is_for(cls, page: PeoplePage) -> bool:
        return bool(page.covered) and len(page.people) > 1

    def offer(self, page: PeoplePage) -> None:
        self._choose("seat", page.covered)
        self._choose("person", page.people)

    def given(self) -> Given:
        last: datetime.date = self.cleaned_data["until"]
        if last.year > 9998:
            raise Refusal("Name a day from today on, at most a year ahead.", "until")
        following = last + datetime.timedelta(days=1)
        until = datetime.datetime.combine(following, datetime.time(), tzinfo=ZoneInfo(self.zone))
        return {"seat": int(self.cleaned_data["seat"]), "user": self.person_chosen(), "until": until}


class HandOverForm(SeatForm):
    what = "hand-over"
    title = "Hand the campaign over"
    about = "Once they agree it belongs to them, and they may do everything in it. Your seats stay as they are."
    button = "Offer it"
    done = "They are asked whether they take it."
    person = choice_field("To whom", missing=CHOOSE, wrong=CHOOSE)

    @classmethod
    def is_for(cls, page: PeoplePage) -> bool:
        return page.is_owner and len(page.people) > 1

    def offer(self, page: PeoplePage) -> None:
        self._choose("person", (pair for pair in page.people if pair[1] != page.owner))

    def given(self) -> Given:
        return {"user": self.person_chosen()}

    def field_of(self, refusal: Refusal) -> str:
        return "person" if refusal.field == "heir" else refusal.field


FORMS: Mapping[str, type[SeatForm]] = {
    form.what: form for form in (JoinForm, GiveForm, StandInForm, TakeForm, HandOverForm)
}

OTHER = "other"
PRESETS = {"orders": (24, 48, 72, 7 * 24, 14 * 24), "result": (24, 48, 72, 7 * 24)}
"""Hours that are offered of each deadline."""


class TermsForm(HouseForm):
    """What those who play a campaign agree on, every choice with what it means."""

    orders = forms.ChoiceField(label=TITLES["orders_hours"], widget=forms.RadioSelect)
    orders_hours = forms.IntegerField(label="Hours after the draw", required=False, min_value=1, max_value=MOST_HOURS)
    late = choice_field(TITLES["late"], is_radio=True, choices=Terms.Late)
    opens = choice_field(TITLES["opens"], is_radio=True, choices=Terms.Opens)
    results = choice_field(TITLES["results"], is_radio=True, choices=Terms.Results)
    result = forms.ChoiceField(label=TITLES["result_hours"], widget=forms.RadioSelect)
    result_hours = forms.IntegerField(label="Hours after it came in", required=False, min_value=1, max_value=MOST_HOURS)
    tables = forms.IntegerField(
        label=TITLES["tables"],
        min_value=1,
        max_value=MOST_TABLES,
        error_messages={"required": f"Give a number from 1 to {MOST_TABLES}."},
    )
    merge = choice_field(TITLES["merge"], is_radio=True, choices=Terms.Merge)
    both_sides = choice_field(
        TITLES["both_sides"], is_radio=True, choices=(("False", "Not allowed"), ("True", "Allowed"))
    )
    joining = choice_field(TITLES["joining"], is_radio=True, choices=Terms.Joining)
    victories = choice_field(TITLES["victories"], is_radio=True, choices=Terms.Victories)
    careers = choice_field(TITLES["careers"], is_radio=True, choices=Terms.Careers)
    fates = choice_field(TITLES["fates"], is_radio=True, choices=Terms.Fates)

    meanings = MEANINGS

    def __init__(self, campaign: Campaign, data: QueryDict | None = None) -> None:
        initial = {name: getattr(campaign, name) for name in FIELDS}
        initial["both_sides"] = str(campaign.both_sides)
        for name, presets in PRESETS.items():
            agreed = initial[f"{name}_hours"]
            initial[name] = "" if agreed is None else str(agreed) if agreed in presets else OTHER
        super().__init__(data, initial=initial)
        if not (definition_of(campaign).names_men and are_men_open(campaign)):
            for name in OF_MEN:
                del self.fields[name]
        for name, presets in PRESETS.items():
            self.fields[name].required = False
            offered = [(str(count), hours(count)) for count in presets]
            self.set_choices(name, [("", "No deadline"), *offered, (OTHER, "Another number of hours")])
        for field in self.fields.values():
            field.error_messages["invalid_choice"] = "Choose one of these."

    def clean(self) -> dict[str, Any]:
        """The fields of ``Terms``, as the operation takes them."""
        found = super().clean() or {}
        for name in PRESETS:
            chosen, hours_ = found.pop(name, ""), found.get(f"{name}_hours")
            if chosen == OTHER and hours_ is None and f"{name}_hours" not in self.errors:
                self.add_error(f"{name}_hours", f"Give the hours, from 1 to {MOST_HOURS:,}.")
            found[f"{name}_hours"] = hours_ if chosen == OTHER else int(chosen) if chosen else None
        found["both_sides"] = found.get("both_sides") == "True"
        return found
