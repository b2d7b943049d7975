"""The forms beside the questionnaire of a skirmish: why it is told anew, and whose book it stands in."""

from __future__ import annotations

from typing import Any

from django import forms

from config.common.forms import HouseForm, KeyForm, choice_field, line_field
from missions.models import OwnPilot, Skirmish
from missions.operations.own_pilots import NAME_LENGTH
from missions.operations.skirmish_tables import WHY_LENGTH
from missions.selectors.own_pilots import places


class TakeBackForm(KeyForm):
    """Why what was told is taken back."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    why = line_field(
        "Why?", WHY_LENGTH, missing="Say why it is taken back: the trace keeps it.", too_long="Up to 200 letters."
    )


class BookForm(HouseForm):
    """Which aircraft was whose."""

    place = choice_field("Aircraft", missing="Choose the aircraft.", wrong="No such aircraft flew.")
    pilot = choice_field("Your pilot", required=False, wrong="That is no pilot of yours.")
    name = line_field("Or a new one", NAME_LENGTH, required=False, too_long="Up to 80 letters.")

    def __init__(self, skirmish: Skirmish, pilots: list[OwnPilot], data: Any = None) -> None:
        super().__init__(data=data)
        self._pilots = {str(pilot.pk): pilot for pilot in pilots}
        self.set_choices("place", places(skirmish))
        self.set_choices("pilot", [("", "–"), *((key, pilot.name) for key, pilot in self._pilots.items())])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not cleaned.get("pilot") and not cleaned.get("name", "").strip() and not self.errors:
            self.add_error("name", "Choose one of your pilots, or name a new one.")
        return cleaned

    @property
    def chosen(self) -> OwnPilot | None:
        """Of those that there are; a new name goes before."""
        return None if self.cleaned_data["name"].strip() else self._pilots.get(self.cleaned_data["pilot"])
