"""The debrief as a form: nothing to say but which page it was sent from."""

from __future__ import annotations

from django import forms


class DebriefForm(forms.Form):
    """Names the page it was shown on, so that a double click is one act."""

    key = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages={
            "required": "The page came without its key. Open the debrief again.",
            "invalid": "The page was altered on the way. Open the debrief again.",
        },
    )
