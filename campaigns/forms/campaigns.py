"""Forms of campaigns: they check what was sent and hand the operations their own types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from campaigns.models import Pack, Side
from campaigns.models.terms import AS_PACK, OF_MEN, Terms
from campaigns.operations.campaigns import Flyer
from campaigns.packs import PackError, pack_text
from campaigns.packs.reader import LARGEST
from campaigns.selectors.sides import USUAL, side_titles
from campaigns.selectors.terms import MEANINGS, TITLES
from clubs.models import Club
from config.common.forms import HouseForm, choice_field, line_field, text_field
from config.common.lengths import NAME_LENGTH
from config.common.refusals import Refusal

FLYERS = (("me", "Me"), ("staff", "The engine’s staff"))


def _flyer(usual: Flyer) -> forms.ChoiceField:
    """Who flies a side."""
    return choice_field(is_radio=True, choices=FLYERS, initial=usual, wrong="You, or the staff.")


class CampaignForm(HouseForm):
    """A new campaign: which pack, its name (the pack's, unless it gets its own), who flies each side.

    It offers every pack at once, so a side goes by all names that their games have for it. Whoever runs clubs says too
    whose campaign it is.
    """

    club = choice_field(
        "Whose campaign is it?", is_radio=True, required=False, wrong="Choose one of the clubs that you run."
    )
    pack = choice_field(is_radio=True, missing="Choose a pack.", wrong="That pack is not on the shelf.")
    name = line_field(None, NAME_LENGTH, required=False)
    allied = _flyer("me")
    axis = _flyer("staff")
    careers = choice_field(TITLES["careers"], is_radio=True, choices=Terms.Careers, initial=AS_PACK, required=False)
    fates = choice_field(TITLES["fates"], is_radio=True, choices=Terms.Fates, initial=AS_PACK, required=False)

    meanings = MEANINGS

    def __init__(self, packs: Sequence[Pack], *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.packs = {pack.slug: pack for pack in packs}
        self.clubs = {str(club.pk): club for club in clubs}
        self.set_choices("club", [("", "Mine"), *((str(club.pk), club.name) for club in clubs)])
        if not clubs:
            del self.fields["club"]
        self.set_choices("pack", ((pack.slug, pack.title) for pack in packs))
        for side, usual in USUAL.items():
            called = " / ".join(dict.fromkeys((usual, *(side_titles(pack)[side] for pack in packs))))
            self.fields[side].label = called
            self.fields[side].error_messages["required"] = f"Say who flies the {called} side."

    def clean_pack(self) -> Pack:
        return self.packs[self.cleaned_data["pack"]]

    def clean_name(self) -> str:
        """The name as typed; left empty, the pack's."""
        pack: Pack | None = self.cleaned_data.get("pack")
        return self.cleaned_data["name"] or (pack.title if pack else "")

    @property
    def chosen_club(self) -> Club | None:
        return self.clubs.get(self.cleaned_data.get("club", ""))

    @property
    def seats(self) -> dict[str, Flyer]:
        """Who flies each side, once the form is valid. Nobody commands flying bombs: they are the staff's. [SUP 28]"""
        chosen: dict[str, Flyer] = {side: self.cleaned_data[side] for side in Side.values}
        return chosen | {"axis": "staff"} if self.cleaned_data["pack"].kind == "solitaire" else chosen

    @property
    def of_men(self) -> dict[str, str]:
        """What is agreed on about careers and fates, once the form is valid; left out, it is as the pack has it."""
        return {name: self.cleaned_data[name] or AS_PACK for name in OF_MEN}

    def field_of(self, refusal: Refusal) -> str:
        return refusal.field.rpartition(".")[2]


class PackForm(HouseForm):
    """A pack as a file or as text; a file, if there is one, counts."""

    file = forms.FileField(
        required=False,
        label="A .toml file",
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
        error_messages={"empty": "The file is empty."},
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or its text",
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "false", "class": "code", "wrap": "off"}),
    )

    filename = "your pack"

    @property
    def written(self) -> str:
        """What the editor shows: the text that was sent."""
        return str(self.cleaned_data.get("text", "") if hasattr(self, "cleaned_data") else "")

    def clean(self) -> dict[str, Any]:
        """``text`` holds the pack, wherever it came from."""
        found = super().clean() or {}
        file: UploadedFile[bytes] | None = found.get("file")
        if file is not None:
            if (file.size or 0) > LARGEST:
                raise forms.ValidationError("The file is larger than 1 MB: a pack holds text only.")
            self.filename = file.name or self.filename
            try:
                found["text"] = pack_text(file.read(), self.filename)
            except PackError as error:
                raise forms.ValidationError(str(error)) from None
        else:
            found["text"] = found.get("text", "").replace("\r\n", "\n")
        if not self.errors and not found["text"].strip():
            raise forms.ValidationError("Choose a file, or write the pack into the box.")
        return found


class DraftTextForm(HouseForm):
    """The whole text of a draft, right or wrong."""

    text = forms.CharField(
        strip=False,
        label="The draft as text",
        max_length=LARGEST,
        error_messages={"required": "A draft has some text.", "max_length": "A pack holds no more than 1 MB of text."},
    )

    @property
    def written(self) -> str:
        """What the editor shows: what was sent, or the draft."""
        return str(self.data.get("text", "") if self.is_bound else self.initial["text"])

    def clean_text(self) -> str:
        return str(self.cleaned_data["text"]).replace("\r\n", "\n").replace("\r", "\n")


class NoteForm(HouseForm):
    """A note for the journal: about a mission or none, for everybody or for one side."""

    text = text_field(None, 2000, 3, missing="Write something first.", too_long="A note has up to 2,000 letters.")
    mission = forms.IntegerField(required=False, min_value=1)
    side = forms.ChoiceField(required=False, choices=(("", "Everybody"), *Side.choices))
