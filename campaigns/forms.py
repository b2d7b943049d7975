"""Forms of campaigns: they check what was sent and hand the operations their own types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from campaigns.models import Pack, Side
from campaigns.operations import NAME_LENGTH, Flyer
from campaigns.refusals import Refusal

YOU_OR_STAFF = "You, or the staff."
FLYERS = (("me", "Me"), ("staff", "The engine’s staff"))


class CampaignForm(forms.Form):
    """A new campaign: which pack, its name (the pack's, unless it gets its own), who flies each side."""

    pack = forms.ChoiceField(
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a pack.", "invalid_choice": "That pack is not on the shelf."},
    )
    name = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    allied = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=FLYERS,
        initial="me",
        error_messages={"required": "Say who flies the Allied side.", "invalid_choice": YOU_OR_STAFF},
    )
    axis = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=FLYERS,
        initial="staff",
        error_messages={"required": "Say who flies the Axis side.", "invalid_choice": YOU_OR_STAFF},
    )

    def __init__(self, packs: Sequence[Pack], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.packs = {pack.slug: pack for pack in packs}
        self.fields["pack"].choices = [(pack.slug, pack.title) for pack in packs]  # type: ignore[attr-defined]

    def clean_pack(self) -> Pack:
        return self.packs[self.cleaned_data["pack"]]

    def clean_name(self) -> str:
        """The name as typed; left empty, the pack's."""
        pack: Pack | None = self.cleaned_data.get("pack")
        return self.cleaned_data["name"] or (pack.title if pack else "")

    @property
    def seats(self) -> dict[str, Flyer]:
        """Who flies each side, once the form is valid."""
        return {side: self.cleaned_data[side] for side in Side.values}

    def refuse(self, refusal: Refusal) -> None:
        """Show what an operation refused at the field it is about."""
        field = refusal.field.rpartition(".")[2]
        self.add_error(field if field in self.fields else None, refusal.sentence)
