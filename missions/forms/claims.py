"""Forms of the claims board: a victory claimed, and a claim judged."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from campaigns.models import Pilot
from campaigns.selectors.judging import VERDICTS
from config.common.forms import HouseForm, choice_field, text_field
from missions.operations.claims import WORDS_LENGTH
from missions.selectors.claims import TookOff

TOO_LONG = f"This is longer than {WORDS_LENGTH} letters."


class ClaimForm(HouseForm):
    """Which enemy aircraft is claimed, and for whom."""

    pilot = choice_field("For", coerce=int, missing="Say for whom.", wrong="Choose one of these.")
    victim = choice_field("Enemy aircraft", missing="Say which aircraft.", wrong="Choose one of these.")
    words = text_field("What was seen", WORDS_LENGTH, 3, required=False, too_long=TOO_LONG)

    def __init__(
        self, *args: object, men: Sequence[Pilot] = (), flew: Sequence[TookOff] = (), **kwargs: object
    ) -> None:
        """``men`` for whom may be claimed; ``flew``: all who took off."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        sides = {man.side for man in men}
        enemies = [each for each in flew if sides - {each.side}]
        self.set_choices("pilot", ((man.pk, man.name) for man in men))
        self.set_choices("victim", ((each.key, each.label) for each in enemies))

    @property
    def place(self) -> tuple[str, str]:
        """Unit and seat of the aircraft that is claimed."""
        unit, _, seat = self.cleaned_data["victim"].partition(" ")
        return unit, seat


class JudgeForm(HouseForm):
    """What becomes of a claim."""

    verdict = choice_field(
        choices=[(verdict, verdict) for verdict in VERDICTS],
        missing="Say what becomes of the claim.",
        wrong="Choose one of the three.",
    )
    reason = forms.CharField(required=False, max_length=WORDS_LENGTH, error_messages={"max_length": TOO_LONG})
    shared_with = forms.IntegerField(required=False)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if cleaned.get("verdict") in ("denied", "shared") and not cleaned.get("reason"):
            self.add_error("reason", "Give a reason: the board keeps it.")
        return cleaned
