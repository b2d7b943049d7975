"""The forms that take a campaign’s file and a single mission’s."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from config.common.forms import HouseForm, KeyForm, no_larger
from config.common.refusals import Refusal
from missions.archive import mission_file
from missions.archive.mission_file import MissionFile, read_mission
from missions.archive.streamed import LARGEST


class CampaignFileForm(KeyForm):
    file = forms.FileField(
        label="Campaign file",
        help_text=f"A .json file that a Ready Room exported, of at most {LARGEST // 1_000_000} MB. A large one is read "
        "in the background, and you may close the page meanwhile.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        validators=[no_larger(LARGEST)],
        error_messages={"required": "Choose the file.", "empty": "The file is empty."},
    )

    def field_of(self, refusal: Refusal) -> str:
        """Whatever is wrong stands in the file."""
        return "file"


class MissionFileForm(HouseForm):
    """A file or, once it has been looked at, its text; ``mission_file`` is what it holds, once the form is valid."""

    file = forms.FileField(
        required=False,
        label="Mission file",
        help_text="A .json file that a Ready Room exported from the debrief of the same mission.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": "The file is empty."},
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    mission_file: MissionFile

    def field_of(self, refusal: Refusal) -> str:
        """Whatever is wrong stands in the file."""
        return "file"

    def clean(self) -> dict[str, Any]:
        """``text`` holds the file, wherever it came from."""
        found = super().clean() or {}
        file: UploadedFile[bytes] | None = found.get("file")
        if self.errors:
            return found
        try:
            if file is not None and (file.size or 0) > mission_file.LARGEST:
                raise Refusal(f"The file is larger than {mission_file.LARGEST // 1_000_000} MB.")
            content = file.read() if file is not None else found["text"].replace("\r\n", "\n").encode()
            if not content:
                raise Refusal("Choose the file.")
            self.mission_file = read_mission(content)
            found["text"] = content.decode()
        except Refusal as refusal:
            self.refuse(refusal)
        return found
