"""Forms of the house: what was sent, checked; what an operation refuses of it is shown at its field."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeAlias

from django import forms
from django.core.files.uploadedfile import UploadedFile

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

    @property
    def sentences(self) -> list[str]:
        """All that is wrong with it."""
        return [str(sentence) for sentences in self.errors.values() for sentence in sentences]


class KeyForm(HouseForm):
    """Names the page that it was sent from, so that a double click is one act."""

    key = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages={
            "required": "The page came without its key. Open it again.",
            "invalid": "The page was altered on the way. Open it again.",
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.initial.setdefault("key", uuid.uuid4())


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


def _said(**sentences: str) -> dict[str, str]:
    """Error messages of a field by what is wrong; where none is given Django's own are said."""
    return {wrong: sentence for wrong, sentence in sentences.items() if sentence}


def no_larger(largest: int) -> Callable[[UploadedFile[bytes]], None]:
    """A validator that refuses files of more than ``largest`` bytes, some MB."""

    def refuse(file: UploadedFile[bytes]) -> None:
        if (file.size or 0) > largest:
            raise forms.ValidationError(f"The file is larger than {largest // 1_000_000} MB.")

    return refuse


def choice_field(
    label: str | None = None, *, missing: str = "", wrong: str = "", is_radio: bool = False, **more: Any
) -> forms.ChoiceField:
    """One of several; ``missing`` and ``wrong``: what is said where nothing is chosen, or nothing that is offered."""
    kind = forms.TypedChoiceField if "coerce" in more else forms.ChoiceField
    more.setdefault("widget", forms.RadioSelect if is_radio else forms.Select)
    return kind(label=label, error_messages=_said(required=missing, invalid_choice=wrong), **more)


def line_field(label: str | None, most: int, *, missing: str = "", too_long: str = "", **more: Any) -> forms.CharField:
    """A line of text that no browser fills in."""
    attrs = {"autocomplete": "off"} | more.pop("attrs", {})
    errors = _said(required=missing, max_length=too_long)
    return forms.CharField(
        label=label, max_length=most, widget=forms.TextInput(attrs=attrs), error_messages=errors, **more
    )


def reason_field(most: int, *, required: bool = True) -> forms.CharField:
    """Why somebody decides something, for the journal."""
    missing = "Give a reason: the journal keeps it."
    return line_field("Reason", most, missing=missing, help_text="The journal keeps it.", required=required)


def text_field(
    label: str | None, most: int, rows: int, *, missing: str = "", too_long: str = "", **more: Any
) -> forms.CharField:
    """A text of several lines."""
    widget = forms.Textarea(attrs={"rows": rows})
    errors = _said(required=missing, max_length=too_long)
    return forms.CharField(label=label, max_length=most, widget=widget, error_messages=errors, **more)


def stood_field() -> forms.CharField:
    """Marks of the words that stood on the page, by which those that were removed since do not come back."""
    return forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)


def day_field(label: str | None = None, *, missing: str, wrong: str) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, error_messages=_said(required=missing, invalid=wrong))


def time_field(label: str | None = None, *, wrong: str, missing: str = "", required: bool = True) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    errors = _said(required=missing, invalid=wrong)
    return forms.TimeField(label=label, required=required, widget=widget, error_messages=errors)
