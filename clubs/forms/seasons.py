"""Forms of a club's seasons of skirmishes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.models import User

import engine
from clubs.models import Season
from clubs.operations.seasons import MOST_POINTS, NOTES_LENGTH, TITLE_LENGTH, WORDS_LENGTH, SeasonTerms
from config.common.forms import HouseForm, choice_field, day_field, line_field, stood_field, text_field
from engine.core.game import SIDE_NAMES

_WRONG = "Choose one of these."
_TERMS = ("title", "begins_on", "ends_on", "system", "ways", "scoring", "win", "draw", "loss", "notes")


def _points(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MOST_POINTS,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), f"A whole number from 0 to {MOST_POINTS}."
        ),
    )


class SeasonForm(HouseForm):
    """What is said of a season."""

    title = line_field("What is it called?", TITLE_LENGTH, missing="Give it a name.", too_long="Up to 120 letters.")
    begins_on = day_field("From", missing="Choose the first day.", wrong="That is no day: write it as 2026-11-26.")
    ends_on = day_field("To", missing="Choose the last day.", wrong="That is no day: write it as 2026-11-26.")
    system = choice_field(
        "Which game?",
        required=False,
        wrong=_WRONG,
        choices=[("", "Every game"), *((slug, each.title) for slug, each in engine.systems().items())],
    )
    ways = choice_field("What counts?", choices=Season.Ways.choices, wrong=_WRONG, missing=_WRONG)
    scoring = choice_field("How is it counted?", choices=Season.Scoring.choices, wrong=_WRONG, missing=_WRONG)
    win = _points("For a win")
    draw = _points("For a draw")
    loss = _points("For a loss")
    notes = text_field("Notes", NOTES_LENGTH, 4, required=False, too_long=f"Notes have up to {NOTES_LENGTH:,} letters.")

    stood = stood_field()

    @property
    def terms(self) -> SeasonTerms:
        """Once the form is valid."""
        return SeasonTerms(**{name: self.cleaned_data[name] for name in _TERMS})

    @staticmethod
    def of(season: Season | None) -> dict[str, Any]:
        """What the form begins with."""
        if season is None:
            return {"win": 3, "draw": 1, "loss": 0, "ways": Season.Ways.ANY, "scoring": Season.Scoring.RESULTS}
        return {name: getattr(season, name) for name in _TERMS}


class SeasonMemberForm(HouseForm):
    """A member whom the organiser has take part."""

    member = choice_field("Member", missing="Choose a member.", wrong="That is no player of the club.")

    def __init__(self, members: Iterable[User], data: Any = None) -> None:
        super().__init__(data=data)
        self._members = {str(each.pk): each for each in members}
        self.set_choices("member", ((key, each.get_username()) for key, each in self._members.items()))

    @property
    def chosen(self) -> User:
        return self._members[self.cleaned_data["member"]]


class WordsForm(HouseForm):
    """A word on a game, and the points that it is about."""

    words = line_field("What was otherwise?", WORDS_LENGTH, required=False, too_long="Up to 200 letters.")
    allied = forms.IntegerField(required=False)
    axis = forms.IntegerField(required=False)

    @property
    def points(self) -> tuple[int, int]:
        return self.cleaned_data.get("allied") or 0, self.cleaned_data.get("axis") or 0


class EnterForm(HouseForm):
    """A skirmish for a season: which, against whom, and on which side. The opponent is one of that season."""

    season = choice_field("Season", missing="Choose the season.", wrong="That season is not open to it.")
    side = choice_field("You flew", choices=SIDE_NAMES.items(), missing="Say which side you flew.", wrong=_WRONG)
    opponent = choice_field("Your opponent", missing="Say who flew the other side.", wrong="Nobody of that name plays.")

    def __init__(self, seasons: Iterable[Season], me: User, titles: dict[str, str], data: Any = None) -> None:
        super().__init__(data=data)
        self._seasons = {str(each.pk): each for each in seasons}
        self.set_choices("season", ((key, f"{each.title}, {each.club}") for key, each in self._seasons.items()))
        self.set_choices("side", ((side, titles[side]) for side in SIDE_NAMES))
        people = {player.user for each in self._seasons.values() for player in each.players.all() if player.user != me}
        self._people = {str(each.pk): each for each in sorted(people, key=lambda each: each.get_username().casefold())}
        self.set_choices("opponent", ((key, each.get_username()) for key, each in self._people.items()))

    @property
    def chosen(self) -> Season:
        return self._seasons[self.cleaned_data["season"]]

    @property
    def against(self) -> User:
        return self._people[self.cleaned_data["opponent"]]
