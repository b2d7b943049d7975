"""The form of who sees a person's record."""

from __future__ import annotations

from accounts.models import NOBODY, ShownRecord
from config.common.forms import HouseForm, choice_field


class RecordForm(HouseForm):
    seen_by = choice_field(
        "Who sees it",
        choices=[(NOBODY, "Nobody but me"), *ShownRecord.SeenBy.choices],
        missing="Choose one.",
        wrong="Choose one of these.",
    )
