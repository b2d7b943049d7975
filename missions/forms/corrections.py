"""Forms of corrections: a reason, what the page was about, and what to put in the place of what does not fit."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from config.common.forms import HouseForm, line_field
from missions.operations.corrections import REASON_LENGTH


class ReasonForm(HouseForm):
    """A correction with a reason. ``confirm`` is the version of the journal that its preview was of."""

    reason = line_field(
        None,
        REASON_LENGTH,
        missing="Give a reason: the journal keeps it.",
        too_long=f"The reason is longer than {REASON_LENGTH} letters.",
    )
    confirm = forms.CharField(max_length=100, required=False, widget=forms.HiddenInput)


class AllConflictsForm(ReasonForm):
    """All conflicts of a page are accepted as they stand; ``shown`` are the keys of those that the page named."""

    @property
    def shown(self) -> list[str]:
        """Of a form that was sent."""
        return list(self.data.getlist("conflict"))  # type: ignore[attr-defined]


class ConflictForm(ReasonForm):
    """How a conflict is resolved: accepted, or by another aircraft or man."""

    conflict = forms.CharField(max_length=200, widget=forms.HiddenInput)
    instead = forms.ChoiceField(required=False, label="Instead")
    """``aircraft:UZ-A`` or ``man:12``; empty: it is accepted as it stands."""

    def __init__(self, *args: object, instead: Iterable[tuple[str, str]] = (), **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.set_choices("instead", [("", "Accept that it was so"), *instead])
