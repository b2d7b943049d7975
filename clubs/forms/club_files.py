"""The form that takes a whole club’s file."""

from __future__ import annotations

from django import forms

from clubs.selectors.club_files import LARGEST
from config.common.forms import KeyForm, no_larger


class ClubFileForm(KeyForm):
    """A whole club as one file."""

    file = forms.FileField(
        label="File of a club",
        help_text=f"A .zip file that a Ready Room has written, of at most {LARGEST // 1_000_000} MB. It is read in the "
        "background, and you may close the page meanwhile.",
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
        validators=[no_larger(LARGEST)],
        error_messages={"required": "Choose the file.", "empty": "The file is empty."},
    )
