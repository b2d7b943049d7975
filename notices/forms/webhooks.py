"""Where news are sent, and as what."""

from __future__ import annotations

from django import forms

from config.common.forms import HouseForm
from notices.models import Webhook


class WebhookForm(HouseForm):
    label = forms.CharField(
        label="What you call it",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": "Give it a label, such as the channel’s name.",
            "max_length": "The label is longer than 60 letters.",
        },
    )
    url = forms.CharField(
        label="Address",
        max_length=500,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": "Give the address that the receiver has told you.",
            "max_length": "The address is longer than 500 letters.",
        },
    )
    format = forms.ChoiceField(
        choices=Webhook.Format,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what it is sent.", "invalid_choice": "Choose one of these."},
    )
    is_on = forms.BooleanField(required=False, label="Switched on")
