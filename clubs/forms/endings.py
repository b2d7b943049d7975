"""Forms of the end of a club or a campaign."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile

from clubs.selectors.club_files import LARGEST
from config.common.forms import HouseForm, line_field


class ClubFileForm(HouseForm):
    """A whole club as one file."""

    file = forms.FileField(
        label="File of a club",
        help_text=f"A .zip file that a Ready Room has written, of at most {LARGEST // 1_000_000} MB. It is read in the "
        "background, and you may close the page meanwhile.",
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"required": "Choose the file.", "empty": "The file is empty."},
    )

    def clean_file(self) -> UploadedFile[bytes]:
        """The file, if it is not too large."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(f"The file is larger than {LARGEST // 1_000_000} MB.")
        return file


class DeleteForm(HouseForm):
    """The name of what is to be deleted, typed by whoever is sure."""

    name = line_field(
        "Type its name, to be sure", 80, missing="Type its name.", too_long="That is longer than any name."
    )
