"""Where news are sent, and as what."""

from __future__ import annotations

from django import forms

from config.common.forms import HouseForm, choice_field, line_field
from notices.models import Webhook


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
    is_on = forms.BooleanField(required=False, label="Switched on")
