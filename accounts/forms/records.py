"""The form of who sees a person's record, and their rating."""

from __future__ import annotations

from accounts.models import NOBODY, SeenBy
from config.common.forms import HouseForm, choice_field

CHOICES = [(NOBODY, "Nobody but me"), *SeenBy.choices]


class RecordForm(HouseForm):
    seen_by = choice_field("Who sees your record", choices=CHOICES, missing="Choose one.", wrong="Choose one of these.")
    rating_seen_by = choice_field(
        "Who sees your rating", choices=CHOICES, missing="Choose one.", wrong="Choose one of these."
    )
