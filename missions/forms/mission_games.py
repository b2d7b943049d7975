"""The form that begins a mission on screen: who decides for each side, how well the staff plays, the terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField

from campaigns.packs.schema import Side
from config.common.forms import KeyForm, choice_field
from engine.core.levels import USUAL_LEVEL
from missions.forms.levels import doctrine_field, level_field
from missions.operations.games import GameTerms
from missions.operations.mission_games import SideChoice
from missions.selectors.mission_games import BY_COMMANDER, BY_UNITS, Party

HOURS = {"": "No deadline", "24": "24 hours", "48": "48 hours", "72": "72 hours"}
"""How long a decision may take."""


@dataclass(frozen=True, slots=True)
class PartyFields:
    """What is asked about a side."""

    party: Party
    who: BoundField
    level: BoundField | None
    """``None``: how the staff does for it is not his to say."""
    doctrine: BoundField | None


class MissionGameForm(KeyForm):
    """How a mission is flown on screen."""

    gives_hints = forms.BooleanField(
        label="Hints", required=False, initial=True, help_text="Whoever decides may ask what the staff would do."
    )
    takes_back = forms.BooleanField(
        label="Taking back",
        required=False,
        initial=True,
        help_text="One’s own last decision, while neither chance nor anybody else has spoken since.",
    )
    lets_watch = forms.BooleanField(
        label="Spectators",
        required=False,
        help_text="Everybody of the campaign may watch, all hands face down.",
    )
    hours = choice_field(
        "How long a decision may take",
        choices=HOURS.items(),
        required=False,
        is_radio=True,
        help_text="After that the staff takes that one decision.",
        wrong="A decision has no deadline, or 24, 48 or 72 hours.",
    )

    def __init__(self, parties: Sequence[Party], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parties = parties
        for party in parties:
            self.fields[f"who-{party.side}"] = choice_field(
                party.title,
                choices=[(way, _called(party, way)) for way in party.ways],
                initial=party.ways[0],
                is_radio=True,
                required=False,
                wrong=f"That is not yours to say of the {party.title} side. Choose one of these.",
            )
            if party.is_to_say:
                self.fields[f"level-{party.side}"] = level_field()
                self.fields[f"doctrine-{party.side}"] = doctrine_field(initial=party.doctrine)

    def party_fields(self) -> list[PartyFields]:
        return [
            PartyFields(party, self[f"who-{party.side}"], self._asked("level", party), self._asked("doctrine", party))
            for party in self.parties
        ]

    def _asked(self, what: str, party: Party) -> BoundField | None:
        return self[f"{what}-{party.side}"] if party.is_to_say else None

    @property
    def switches(self) -> tuple[BoundField, ...]:
        """The terms that are there or not."""
        return self["gives_hints"], self["takes_back"], self["lets_watch"]

    @property
    def sides(self) -> dict[Side, SideChoice]:
        """Once the form is valid."""
        said = self.cleaned_data
        return {
            party.side: SideChoice(
                who=said[f"who-{party.side}"] or party.ways[0],
                level=said.get(f"level-{party.side}") or USUAL_LEVEL,
                doctrine=said.get(f"doctrine-{party.side}", ""),
            )
            for party in self.parties
        }

    @property
    def terms(self) -> GameTerms:
        said = self.cleaned_data
        hours = int(said["hours"]) if said["hours"] else None
        return GameTerms(
            gives_hints=said["gives_hints"], takes_back=said["takes_back"], lets_watch=said["lets_watch"], hours=hours
        )


def _called(party: Party, way: str) -> str:
    if way == BY_COMMANDER:
        return f"{party.commander}, who commands it"
    if way == BY_UNITS:
        return f"Unit by unit, whose men fly: {', '.join(party.players)}"
    return "The staff"
