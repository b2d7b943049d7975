"""The form that counts an operation as a Mission of a Land campaign."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import QueryDict

from campaigns.standing.kinds import Operation
from config.common.forms import HouseForm
from missions.operations.counted_operations import counts


class OperationForm(HouseForm):
    """Which operation; ``operations`` are those that may be counted, by the keys of their campaigns."""

    operation = forms.TypedChoiceField(
        coerce=int,
        error_messages={
            "required": "Choose the operation.",
            "invalid_choice": "This operation cannot be counted. Choose one of those below.",
        },
    )

    def __init__(self, operations: Mapping[int, Operation], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.operations = [(pk, each, counts(each)) for pk, each in operations.items()]
        self.set_choices("operation", ((pk, each.name) for pk, each in operations.items()))
