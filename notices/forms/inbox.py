"""What somebody wishes to be told: it checks what was sent and hands the operation its own types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget

from config.common.forms import HouseForm, choice_field
from notices.models import Wishes
from notices.selectors.kinds import KINDS, TOPICS


class WishesForm(HouseForm):
    """What somebody is told, and how."""

    mail = choice_field(
        choices=Wishes.Mail, is_radio=True, missing="Choose how often e-mails come.", wrong="Choose one of these."
    )
    wanted = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(name, KINDS[name].title) for names in TOPICS.values() for name in names],
        error_messages={"invalid_choice": "There are no notices of that kind."},
    )
    muted = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "That campaign is not among yours."},
    )

    def __init__(self, campaigns: Iterable[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("muted", campaigns)

    @property
    def unwanted(self) -> list[str]:
        """The kinds that were left out, once the form is valid."""
        wanted = set(self.cleaned_data["wanted"])
        return [name for names in TOPICS.values() for name in names if name not in wanted]

    @property
    def topics(self) -> list[tuple[str, list[BoundWidget]]]:
        """The kinds to choose from, by what they are about."""
        boxes = {str(box.data["value"]): box for box in self["wanted"]}
        return [(title, [boxes[name] for name in names]) for title, names in TOPICS.items()]

    @property
    def muted_campaigns(self) -> list[int]:
        return [int(number) for number in self.cleaned_data["muted"]]
