"""The form that counts an operation as a Mission of a Land campaign."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict

from campaigns.standing.kinds import Operation
from config.common.forms import HouseForm, choice_field
from missions.operations.counted_operations import counts


class OperationForm(HouseForm):
    """Which operation; ``operations`` are those that may be counted, by the keys of their campaigns."""

    operation = choice_field(
        coerce=int,
        missing="Choose the operation.",
        wrong="This operation cannot be counted. Choose one of those below.",
    )

    def __init__(self, operations: Mapping[int, Operation], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.operations = [(pk, each, counts(each)) for pk, each in operations.items()]
        self.set_choices("operation", ((pk, each.name) for pk, each in operations.items()))
