"""The form that orders a simulation."""

from __future__ import annotations

from django import forms

from config.common.forms import HouseForm
from missions.simulation import MOST_RUNS


class SimulationForm(HouseForm):
    runs = forms.IntegerField(
        label="Campaigns",
        min_value=1,
        max_value=MOST_RUNS,
        initial=200,
        help_text=f"Up to {MOST_RUNS}; each takes a tenth of a second or so.",
        error_messages={"required": "Say how many.", "invalid": "Give a whole number."},
    )
    seed = forms.IntegerField(
        label="First seed",
        min_value=0,
        max_value=(1 << 31) - 1,
        initial=0,
        required=False,
        help_text="The same seed flies the same campaigns.",
    )
