"""What is asked about how the staff plays, wherever it does."""

from __future__ import annotations

from django import forms

from config.common.forms import HouseForm, choice_field
from engine.core.levels import LEVELS, USUAL_LEVEL
from engine.core.players import DOCTRINES, USUAL_DOCTRINE


class LevelForm(HouseForm):
    """A form that asks at which ``level`` the staff plays: nothing chosen is the usual one."""

    def clean_level(self) -> str:
        return str(self.cleaned_data["level"] or USUAL_LEVEL)


def level_field(label: str | None = None, levels: tuple[str, ...] = LEVELS) -> forms.ChoiceField:
    """How well it plays. ``levels``: those that are offered."""
    return _one_of(levels, label, USUAL_LEVEL, "A level")


def doctrine_field(label: str | None = None, initial: str = USUAL_DOCTRINE) -> forms.ChoiceField:
    """How much it ventures."""
    return _one_of(DOCTRINES, label, initial, "A doctrine")


def _one_of(known: tuple[str, ...], label: str | None, initial: str, what: str) -> forms.ChoiceField:
    return choice_field(
        label,
        choices=[(each, each.capitalize()) for each in known],
        initial=initial,
        is_radio=True,
        required=False,
        wrong=f"{what} is one of {', '.join(known)}.",
    )
