"""The form of a new token."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib.auth.models import User

from api.models import Scope
from api.operations.tokens import LABEL_LENGTH, LASTS
from api.selectors.tokens import campaigns_to_choose
from config.common.forms import HouseForm, choice_field, line_field


class TokenForm(HouseForm):
    """What a token is called, what it reads, and how long."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    label = line_field(
        "Name",
        LABEL_LENGTH,
        missing="Give it a name, by which you know the program that has it.",
        too_long=f"The name is longer than {LABEL_LENGTH} letters.",
        help_text="Of the program that will have it: “Table on the clubhouse screen”.",
    )
    scopes = forms.MultipleChoiceField(
        label="What it reads",
        choices=Scope.choices,
        initial=[Scope.CAMPAIGNS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose what it reads.", "invalid_choice": "Choose what it reads."},
    )
    campaign = forms.TypedChoiceField(
        label="Of which campaign",
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "That campaign is none of yours."},
    )
    days = choice_field(
        "How long it is good",
        choices=[(days, f"{days} days" if days < 365 else "A year") for days in LASTS],
        coerce=int,
        initial=90,
        is_radio=True,
        missing="Choose how long it is good.",
        wrong="Choose how long it is good.",
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("campaign", [("", "All of mine"), *campaigns_to_choose(user)])
