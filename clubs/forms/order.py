"""Forms about order in a club: its rules, who asks to be let in, who is muted, what becomes of a reported post."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from clubs.models import Club, ClubRole
from clubs.operations.asking import ANSWER_LENGTH, WORDS_LENGTH
from clubs.operations.mutes import REASON_LENGTH
from clubs.operations.order import MOST_POSTS, Rules
from clubs.operations.reports import Decision
from config.common.forms import HouseForm, choice_field, line_field, text_field, time_field
from config.common.refusals import Refusal

WRONG_TIME = "That is no time: write it as 22:00."
LASTS = {
    "1": "An hour",
    "24": "A day",
    "72": "Three days",
    "168": "A week",
    "720": "Thirty days",
    "2160": "Ninety days",
}
"""How long a mute lasts, by hours."""


class RulesForm(HouseForm):
    """By which rules a club goes."""

    takes_askers = forms.BooleanField(required=False, label="People may ask to be let in")
    quiet_from = time_field("From", required=False, wrong=WRONG_TIME)
    quiet_until = time_field("Until", required=False, wrong=WRONG_TIME)
    posts_an_hour = forms.IntegerField(
        label="Posts an hour",
        required=False,
        min_value=1,
        max_value=MOST_POSTS,
        error_messages={
            "invalid": "Say how many as a whole number, or leave it empty.",
            "min_value": "At least one, or leave it empty.",
            "max_value": f"At most {MOST_POSTS:,}, or leave it empty.",
        },
    )

    @staticmethod
    def of(club: Club) -> dict[str, Any]:
        """What the form begins with."""
        rules = Rules.of(club)
        return {name: getattr(rules, name) for name in Rules.__slots__}

    @property
    def rules(self) -> Rules:
        """Once the form is valid."""
        return Rules(**self.cleaned_data)


class AskForm(HouseForm):
    """A few words with which somebody asks to be let in."""

    words = text_field(
        "Who are you?",
        WORDS_LENGTH,
        4,
        missing="Say in a few words who you are.",
        too_long=f"That is longer than {WORDS_LENGTH} letters.",
    )


class LetInForm(HouseForm):
    """In which role somebody is let in."""

    role = choice_field(
        coerce=lambda value: ClubRole(int(value)), missing="Choose a role.", wrong="Choose one of these roles."
    )

    def __init__(self, roles: Iterable[ClubRole], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("role", [(role.value, role.label) for role in roles])


class TurnAwayForm(HouseForm):
    """A word with which somebody is not let in."""

    answer = line_field(
        "A word to them", ANSWER_LENGTH, required=False, too_long=f"That is longer than {ANSWER_LENGTH} letters."
    )


def lasts_field() -> forms.ChoiceField:
    """How long somebody is muted."""
    return choice_field(
        "For how long",
        choices=list(LASTS.items()),
        coerce=lambda value: timedelta(hours=int(value)),
        initial="24",
        missing="Choose how long.",
        wrong="Choose one of these times.",
    )


class MuteForm(HouseForm):
    """Somebody who is to write nothing for a while, by name."""

    name = line_field(
        "Name of the person",
        150,
        missing="Say who is muted.",
        too_long="Nobody has so long a name.",
        attrs={"spellcheck": "false"},
    )
    lasts = lasts_field()
    reason = line_field(
        "Why",
        REASON_LENGTH,
        missing="Say why: they are told.",
        too_long=f"The reason is longer than {REASON_LENGTH} letters.",
    )

    def field_of(self, refusal: Refusal) -> str:
        return {"until": "lasts"}.get(refusal.field, refusal.field)

    @property
    def until(self) -> datetime:
        """Once the form is valid."""
        lasts: timedelta = self.cleaned_data["lasts"]
        return timezone.now() + lasts


DECISIONS = {
    Decision.KEEP: "It stays",
    Decision.REMOVE: "Remove it",
    Decision.MUTE: "Remove it, and mute who wrote it",
    Decision.BAN: "Remove it, and ban who wrote it from the club",
}


class DecisionForm(HouseForm):
    """What becomes of a reported post."""

    decision = choice_field(
        "What becomes of it",
        is_radio=True,
        coerce=Decision,
        missing="Choose what becomes of it.",
        wrong="Choose one of these.",
    )
    lasts = lasts_field()
    why = line_field(
        "Why", REASON_LENGTH, required=False, too_long=f"The reason is longer than {REASON_LENGTH} letters."
    )

    def __init__(self, *args: Any, of_club: bool, **kwargs: Any) -> None:
        """``of_club``: the viewer may mute and ban people, too."""
        super().__init__(*args, **kwargs)
        known = [each for each in Decision if of_club or each in (Decision.KEEP, Decision.REMOVE)]
        self.set_choices("decision", [(each.value, DECISIONS[each]) for each in known])
        self.fields["lasts"].required = False
        if not of_club:
            del self.fields["lasts"]

    def field_of(self, refusal: Refusal) -> str:
        return {"reason": "why", "until": "lasts"}.get(refusal.field, refusal.field)

    @property
    def decided(self) -> dict[str, Any]:
        """What ``reports.decide`` takes, but who decides and about what."""
        found = {"decision": self.cleaned_data["decision"], "why": self.cleaned_data["why"]}
        return found | ({"lasts": self.cleaned_data["lasts"]} if self.cleaned_data.get("lasts") else {})
