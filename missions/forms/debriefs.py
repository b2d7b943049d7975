"""The debrief as a form: nothing to say but which page it was sent from, and what that page showed."""

from __future__ import annotations

from django import forms

WITHOUT_KEY = "The page came without its key. Open the debrief again."


class DebriefForm(forms.Form):
    """Names the page it was shown on, so that a double click is one act."""

    key = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages={
            "required": WITHOUT_KEY,
            "invalid": "The page was altered on the way. Open the debrief again.",
        },
    )
    seen = forms.CharField(widget=forms.HiddenInput, error_messages={"required": WITHOUT_KEY})
    """``Flight.version`` of the result that the page showed."""
