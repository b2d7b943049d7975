"""The form that has the engine fly a mission."""

from __future__ import annotations

from django import forms

from config.common.forms import HouseForm
from engine.core.levels import USUAL_LEVEL
from missions.forms.levels import level_field


class EngineFlightForm(HouseForm):
    level = level_field("The pilots of both sides fly as")
    debrief = forms.BooleanField(label="Debrief right away", required=False)

    def clean_level(self) -> str:
        return str(self.cleaned_data["level"] or USUAL_LEVEL)
