"""The form of a club's public page."""

from __future__ import annotations

from django import forms

from clubs.models import Club
from clubs.operations.clubs import ABOUT_LENGTH
from config.common.forms import HouseForm, choice_field, text_field


class ShowcaseForm(HouseForm):
    """What the page says of the club, and to whom."""

    words = text_field(
        "About the club", ABOUT_LENGTH, 6, required=False, too_long=f"That is longer than {ABOUT_LENGTH:,} letters."
    )
    nights = choice_field(
        "Of its nights", choices=Club.PublicNights.choices, missing="Choose one.", wrong="Choose one of these."
    )
    is_listed = forms.BooleanField(
        required=False,
        label="Search engines may find it",
        help_text="Its address is no secret then. Left out, they are asked to keep out.",
    )
