"""The form that counts an operation as a Mission of a Land campaign."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.http import QueryDict

from config.common.forms import HouseForm
from missions.operations.counted_operations import Ended


class OperationForm(HouseForm):
    """Which operation; ``operations`` are those that may be counted."""

    operation = forms.TypedChoiceField(
        coerce=int,
        error_messages={
            "required": "Choose the operation.",
            "invalid_choice": "This operation cannot be counted. Choose one of those below.",
        },
    )

    def __init__(self, operations: Sequence[Ended], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.operations = operations
        self.fields["operation"].choices = [(each.pk, each.name) for each in operations]  # type: ignore[attr-defined]
