"""The form that has the engine fly a mission."""

from __future__ import annotations

from django import forms

from missions.forms.levels import LevelForm, level_field


class EngineFlightForm(LevelForm):
    level = level_field("The pilots of both sides fly as")
    debrief = forms.BooleanField(label="Debrief right away", required=False)
