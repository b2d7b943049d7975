"""Forms of the house: what was sent, checked; what an operation refuses of it is shown at its field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeAlias

from django import forms

from config.common.refusals import Refusal, RefusalsTo

Given: TypeAlias = dict[str, Any]
"""What an operation is given by a form: its arguments by name, of which mypy knows no types."""


class HouseForm(forms.Form):
    """A form whose fields are called as operations call what they refuse."""

    def set_choices(self, field: str, choices: Iterable[tuple[Any, Any]]) -> None:
        """What may be chosen in a field: values and labels, or headings and such pairs."""
        choice = self.fields[field]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = list(choices)

    def refuse(self, refusal: Refusal) -> None:
        """Show what an operation refused at the field it is about."""
        name = self.field_of(refusal)
        self.add_error(name if name in self.fields else None, refusal.sentence)

    def showing_refusals(self) -> RefusalsTo:
        """``with``: what is refused inside stands in the form."""
        return RefusalsTo(self.refuse)

    def field_of(self, refusal: Refusal) -> str:
        """The field that a refusal is about; it need not be one of this form."""
        return refusal.field


class ActForm(HouseForm):
    """One act, of which a page may offer several. The view knows its operation (``config.common.web.act``)."""

    what: ClassVar[str]
    """As its address has it."""
    title: ClassVar[str]
    button: ClassVar[str]
    done: ClassVar[str]
    """What is said afterwards."""

    def given(self) -> Given:
        """What the operation is given, once the form is valid. Raises ``Refusal`` for what is not there any more."""
        return dict(self.cleaned_data)

    def sentence(self, made: Any) -> str:
        """``done`` in full; ``made``: what the operation gave back."""
        return self.done


class ReasonField(forms.CharField):
    """Why somebody decides something, for the journal."""

    def __init__(self, max_length: int, *, required: bool = True) -> None:
        super().__init__(
            label="Reason",
            help_text="The journal keeps it.",
            required=required,
            max_length=max_length,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={"required": "Give a reason: the journal keeps it."},
        )
