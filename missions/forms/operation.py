"""The form that counts an operation as a Mission of a Land campaign."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.http import QueryDict

from config.common.refusals import Refusal
from missions.operations.counted_operations import Ended


class OperationForm(forms.Form):
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

    def refuse(self, refusal: Refusal) -> None:
        """Show what the operation refused at the field it is about."""
        self.add_error(refusal.field if refusal.field in self.fields else None, refusal.sentence)
