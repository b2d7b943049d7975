"""The form that takes a campaign file."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile

from config.common.forms import HouseForm
from config.common.refusals import Refusal
from missions.archive.schema import LARGEST, LARGEST_IN_ALL


class CampaignFileForm(HouseForm):
    file = forms.FileField(
        label="Campaign file",
        help_text=f"A .json file that a Ready Room exported, of at most {LARGEST // 1_000_000} MB without its "
        "pictures. A large one takes some ten seconds.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"required": "Choose the file.", "empty": "The file is empty."},
    )

    def field_of(self, refusal: Refusal) -> str:
        """Whatever is wrong stands in the file."""
        return "file"

    def clean_file(self) -> bytes:
        """What the file holds, if it is not too large."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_IN_ALL:
            raise forms.ValidationError(f"The file is larger than {LARGEST_IN_ALL // 1_000_000} MB.")
        content: bytes = file.read()
        return content
