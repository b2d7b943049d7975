"""The form that takes a table from a spreadsheet, as a file or pasted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from config.common.forms import HouseForm, choice_field
from config.common.refusals import Refusal
from missions.archive.sheets import LARGEST, Sheet, decoded, read_sheet

WHATS = (
    ("missions", "Missions"),
    ("men", "Men and their records"),
    ("losses", "Losses and victories"),
)


class SheetForm(HouseForm):
    """Once it is valid ``sheet`` is the table, with whatever is wrong in it."""

    what = choice_field(
        "What is it a table of?", is_radio=True, choices=WHATS, initial="men", missing="Say what it is a table of."
    )
    file = forms.FileField(
        required=False,
        label="A .csv file",
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        error_messages={"empty": "The file is empty."},
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or the table, pasted",
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "code", "wrap": "off"}),
    )
    sheet: Sheet

    def clean(self) -> dict[str, Any]:
        """``text`` holds the table, wherever it came from."""
        found = super().clean() or {}
        file: UploadedFile[bytes] | None = found.get("file")
        try:
            if file is not None:
                if (file.size or 0) > LARGEST:
                    raise Refusal(f"The file is larger than {LARGEST // 1000} kB. Enter it in parts.", "file")
                found["text"] = decoded(file.read())
            if "what" in found:
                self.sheet = read_sheet(found["what"], found.get("text", ""))
        except Refusal as refusal:
            self.refuse(refusal)
        return found
