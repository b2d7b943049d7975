"""Forms of club nights: they check what was sent and hand the operations their own types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from campaigns.selectors.sides import side_titles
from clubs.models import Night, NightTable, Rsvp
from clubs.operations.nights import MOST_WEEKS, NOTES_LENGTH, Announcement
from config.common import clock
from config.common.forms import HouseForm, choice_field, day_field, line_field, stood_field, text_field, time_field
from missions.models import Mission

SELECTED = mark_safe(" selected")
SAY_WHETHER = "Say whether you come: yes, perhaps or no."


class PlainSelect(forms.Select):
    """A list to choose from, written without a template for each line: a plan of tables has thousands of them."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        chosen = "" if value is None else str(value)
        lines = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            (("" if key is None else key, SELECTED if str(key) == chosen else "", text) for key, text in self.choices),
        )
        return format_html("<select{}>{}</select>", flatatt(self.build_attrs({"name": name}, attrs)), lines)


class NightForm(HouseForm):
    """A night, by the clock on the club's wall."""

    title = line_field("What is it called?", 120, missing="Give it a name.", too_long="A name has up to 120 letters.")
    day = day_field("Day", missing="Choose the day.", wrong="That is no day: write it as 2026-11-26.")
    begins = time_field("From", missing="Say when it begins.", wrong="That is no time: write it as 19:30.")
    ends = time_field("Until", required=False, wrong="That is no time: write it as 23:00.")
    place = forms.CharField(
        max_length=200,
        required=False,
        label="Where?",
        error_messages={"max_length": "A place has up to 200 letters."},
    )
    notes = text_field("Notes", NOTES_LENGTH, 5, required=False, too_long=f"Notes have up to {NOTES_LENGTH:,} letters.")
    revision = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    @property
    def announcement(self) -> Announcement:
        """Once the form is valid."""
        names = ("title", "day", "begins", "ends", "place", "notes")
        return Announcement(**{name: self.cleaned_data[name] for name in names})

    @staticmethod
    def of(night: Night) -> dict[str, Any]:
        """What the form begins with for a night that is to be changed."""
        zone = night.club.time_zone
        begins = clock.local(night.begins_at, zone)
        return {
            "title": night.title,
            "day": begins.date(),
            "begins": begins.time(),
            "ends": clock.local(night.ends_at, zone).time() if night.ends_at else None,
            "place": night.place,
            "notes": night.notes,
            "revision": night.revision,
        }


class EditNightForm(NightForm):
    """The same of a night that is announced, and whether the later nights of its series go along."""

    and_later = forms.BooleanField(required=False)
    stood = stood_field()

    def __init__(self, *args: Any, later: int, **kwargs: Any) -> None:
        """``later``: how many of its series come after it."""
        super().__init__(*args, **kwargs)
        if not later:
            del self.fields["and_later"]

    @property
    def takes_later(self) -> bool:
        """Once the form is valid."""
        return bool(self.cleaned_data.get("and_later"))


class NewNightForm(NightForm):
    """The same, and how many weeks in a row."""

    weeks = choice_field(
        "How often?",
        coerce=int,
        initial=1,
        choices=[(1, "Once"), *((n, f"Weekly, {n} times") for n in range(2, MOST_WEEKS + 1))],
        wrong=f"A series has 1 to {MOST_WEEKS} nights.",
    )


class AnswerForm(HouseForm):
    answer = choice_field(choices=Rsvp.Answer.choices, missing=SAY_WHETHER, wrong=SAY_WHETHER)
    note = forms.CharField(
        max_length=200, required=False, error_messages={"max_length": "A note has up to 200 letters."}
    )
    stood = stood_field()

    @property
    def pressed(self) -> str:
        """The answer that was pressed, though it may have been refused; empty: none."""
        value = str(self["answer"].value() or "")
        return value if value in Rsvp.Answer.values else ""


class TableForm(HouseForm):
    """What is played at a table: a mission, or what the title says."""

    mission = choice_field(
        "A mission",
        widget=PlainSelect,
        coerce=int,
        empty_value=None,
        required=False,
        wrong="That mission is not to be played at a table of this club.",
    )
    title = line_field("Or something else", 120, required=False, too_long="A title has up to 120 letters.")

    def __init__(self, missions: Iterable[Mission], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.missions = {mission.pk: mission for mission in missions}
        offered = self.missions.values()
        named = [(each.pk, f"{each.campaign.name}, mission {each.number}: {each.title}") for each in offered]
        self.set_choices("mission", [("", "None"), *named])

    @property
    def mission_chosen(self) -> Mission | None:
        """Once the form is valid."""
        return self.missions.get(self.cleaned_data["mission"] or 0)

    @property
    def title_given(self) -> str:
        """Nothing beside a mission, which has its own."""
        return "" if self.mission_chosen else str(self.cleaned_data["title"])


class SeatsForm(HouseForm):
    """Where each person sits who comes: a list of tables and sides for each."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def __init__(self, people: Sequence[Rsvp], tables: Sequence[NightTable], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "No place yet")]
        for table in tables:
            choices.append((str(table.number), f"Table {table.number}"))
            titles = side_titles(table.campaign) if table.campaign else {"allied": "Allied", "axis": "Axis"}
            choices += [
                (f"{table.number} {side}", f"Table {table.number}, {titles[side]}") for side in ("allied", "axis")
            ]
        self.people = {f"person-{each.user_id}": each for each in people}
        for name, each in self.people.items():
            self.fields[name] = choice_field(
                each.user.get_username(),
                choices=choices,
                required=False,
                widget=PlainSelect,
                wrong="There is no such place. Look at the tables again.",
            )

    @staticmethod
    def of(tables: Sequence[NightTable], more: dict[int, tuple[int, str]]) -> dict[str, str]:
        """What the form begins with: who sits where, and those to be added."""
        held = {place.user_id: (table.number, place.side) for table in tables for place in table.places.all()}
        return {f"person-{user}": f"{number} {side}".strip() for user, (number, side) in (held | more).items()}

    @property
    def rows(self) -> list[tuple[Rsvp, forms.BoundField]]:
        """Each person with the list of places."""
        return [(person, self[name]) for name, person in self.people.items()]

    @property
    def places(self) -> dict[int, tuple[int, str] | None]:
        """By number of the user, once the form is valid."""
        found: dict[int, tuple[int, str] | None] = {}
        for name, person in self.people.items():
            number, _, side = self.cleaned_data[name].partition(" ")
            found[person.user_id] = (int(number), side) if number else None
        return found
