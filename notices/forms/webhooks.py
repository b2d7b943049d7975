"""Where news are sent, and as what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget

from config.common.forms import Given, HouseForm, choice_field, line_field
from notices.models import Webhook
from notices.selectors.kinds import KINDS
from notices.selectors.webhooks import CHATTER, OFFERED

KINDS_OFFERED = [kind for kinds in OFFERED.values() for kind in kinds]


class WebhookForm(HouseForm):
    label = line_field(
        "What you call it",
        60,
        missing="Give it a label, such as the channel’s name.",
        too_long="The label is longer than 60 letters.",
    )
    url = line_field(
        "Address",
        500,
        missing="Give the address that the receiver has told you.",
        too_long="The address is longer than 500 letters.",
        attrs={"inputmode": "url", "spellcheck": "false"},
    )
    format = choice_field(
        choices=Webhook.Format, is_radio=True, missing="Choose what it is sent.", wrong="Choose one of these."
    )
    wanted = forms.MultipleChoiceField(
        label="What it is told",
        widget=forms.CheckboxSelectMultiple,
        choices=[(kind, KINDS[kind].title) for kind in KINDS_OFFERED],
        initial=[kind for kind in KINDS_OFFERED if kind not in CHATTER],
        error_messages={
            "required": "Tick something that it is sent; or switch it off.",
            "invalid_choice": "There are no news of that kind.",
        },
    )
    has_colour = forms.BooleanField(required=False, label="A bar of a colour of its own")
    colour = forms.RegexField(
        label="Colour",
        regex="^#[0-9A-Fa-f]{6}$",
        required=False,
        initial="#a03020",
        widget=forms.TextInput(attrs={"type": "color"}),
        error_messages={"invalid": "Give the colour as #rrggbb, such as #a03020."},
    )
    picture = forms.ChoiceField(
        required=False,
        label="A picture with each debrief",
        choices=Webhook.Picture.choices,
        initial=Webhook.Picture.NONE,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "There is no such picture."},
    )

    def given(self) -> Given:
        """What the operations are given of it."""
        said: Given = dict(self.cleaned_data)
        wanted = said.pop("wanted")
        said["unwanted"] = [kind for kind in KINDS_OFFERED if kind not in wanted]
        said["colour"] = said["colour"].lower() if said.pop("has_colour") else ""
        return said

    @property
    def topics(self) -> list[tuple[str, list[BoundWidget]]]:
        """The kinds to choose from, by what they are about."""
        boxes = {str(box.data["value"]): box for box in self["wanted"]}
        return [(topic, [boxes[kind] for kind in kinds]) for topic, kinds in OFFERED.items()]


class NewWebhookForm(WebhookForm):
    """The same of a new one, which may be a side's."""

    side = choice_field("Whom it tells", is_radio=True, required=False, wrong="Choose whom it tells.")

    def __init__(self, sides: Iterable[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("side", sides)


class ChangedWebhookForm(WebhookForm):
    """The same of one that there is."""

    is_on = forms.BooleanField(required=False, label="Switched on")
