"""The form that orders a simulation."""

from __future__ import annotations

from django import forms

from config.common.forms import HouseForm
from engine.core.levels import USUAL_LEVEL
from missions.forms.levels import LevelForm, level_field
from missions.simulation import MOST_RUNS


def _seed_field() -> forms.IntegerField:
    return forms.IntegerField(
        label="First seed",
        min_value=0,
        max_value=(1 << 31) - 1,
        initial=0,
        required=False,
        help_text="The same seed flies the same campaigns.",
    )


class SimulationForm(LevelForm):
    level = level_field("The staff of both sides flies as", tuple(MOST_RUNS))
    runs = forms.IntegerField(
        label="Campaigns",
        min_value=1,
        max_value=max(MOST_RUNS.values()),
        initial=200,
        help_text=(
            f"Up to {MOST_RUNS['regular']}, each in a tenth of a second or so. Veterans fly {MOST_RUNS['veteran']} at "
            "most, for they take long over each decision, and aces none: their campaigns take too long for a worker."
        ),
        error_messages={"required": "Say how many.", "invalid": "Give a whole number."},
    )
    seed = _seed_field()


class ChangeSimulationForm(HouseForm):
    """A draft, beside its model if it has one: each is flown so often, by regular staffs."""

    runs = forms.IntegerField(
        label="How many campaigns",
        min_value=1,
        max_value=MOST_RUNS[USUAL_LEVEL] // 2,
        initial=100,
        help_text=f"Up to {MOST_RUNS[USUAL_LEVEL] // 2}, each in a tenth of a second or so.",
        error_messages={"required": "Say how many.", "invalid": "Give a whole number."},
    )
    seed = _seed_field()
