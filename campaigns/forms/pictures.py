"""What the forms of uploaded pictures have in common, and those of a squadron's badge; a man's are in ``pilots``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from campaigns.heraldry.rasters import LARGEST, SIZE, TAKEN
from campaigns.selectors.squadrons import SquadronPage
from config.common.forms import ActForm

Files: TypeAlias = "MultiValueDict[str, UploadedFile[bytes]]"


class PictureField(forms.FileField):
    """A picture to be uploaded; gives what its file holds, which nobody has looked at yet."""

    def __init__(self) -> None:
        super().__init__(
            label="Picture",
            help_text=f"{TAKEN}, up to {LARGEST // 1_000_000} MB. It is cut square around its middle and made anew, "
            f"{SIZE} pixels wide: of the file nothing is kept but what is seen on it, not where or when it was taken.",
            widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
            error_messages={"required": "Choose a picture.", "empty": "The file is empty."},
        )

    def clean(self, data: UploadedFile[bytes] | None, initial: object = None) -> bytes:
        file: UploadedFile[bytes] = super().clean(data, initial)
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(
                f"The file is larger than {LARGEST // 1_000_000} MB. Make the picture smaller first."
            )
        content: bytes = file.read()
        return content


class BadgeForm(ActForm):
    """How a squadron looks."""

    def __init__(self, page: SquadronPage, data: QueryDict | None = None, files: Files | None = None) -> None:
        super().__init__(data, files, auto_id=f"{self.what}-%s")
        self.page = page

    @classmethod
    def fits(cls, page: SquadronPage) -> bool:
        """Whether there is anything to decide."""
        return True

    def sentence(self, made: object) -> str:
        """``{title}`` is the squadron's."""
        return self.done.format(title=self.page.squadron.title)


class UploadBadge(BadgeForm):
    what = "badge"
    title = "A badge of your own"
    button = "Show this badge"
    done = "{title} is shown with the badge that you have uploaded."
    file = PictureField()


class DrawBadge(BadgeForm):
    what = "badge-drawn"
    title = "The drawn badge again"
    button = "Take the picture away"
    done = "{title} has the drawn badge again; the picture is gone."

    @classmethod
    def fits(cls, page: SquadronPage) -> bool:
        return page.has_picture


FORMS: Mapping[str, type[BadgeForm]] = {form.what: form for form in (UploadBadge, DrawBadge)}
