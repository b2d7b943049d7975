"""The rows from which a seat's man is chosen: who he is, what he has come to, how rested he is; and who is not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField

from campaigns.standing.model import Airman
from config.common.vocabulary import amount
from missions.planning.choices import Choices, UnitChoice
from missions.planning.pool import SquadronChoice, last_flown, may_fly

UNFIT = {"wounded": "wounded", "leave": "on leave", "evading": "on the way home"}


@dataclass(frozen=True, slots=True)
class ManRow:
    """One who may be chosen; ``man`` is missing where the seat stays without a named man."""

    option: Any
    man: Airman | None
    name: str
    skills: tuple[str, ...]
    """What he is and can do: Green, his Skills, his rank."""
    record: str
    """``2 victories · 5 missions · rested for 1 mission``."""


class ManRows:
    """Makes the rows of one plan."""

    def __init__(self, choices: Choices) -> None:
        self._men: Mapping[str, Airman] = {str(man.pk): man for man in choices.pilots}
        missions = choices.standing.missions.values()
        self._latest = max((mission.number for mission in missions if mission.counts), default=0)

    def of(self, field: BoundField) -> tuple[ManRow, ...]:
        return tuple(self._row(option) for option in field)

    def chosen(self, field: BoundField) -> ManRow | None:
        """The row that is ticked as the form stands."""
        value = str(field.value() or "")
        return next((row for row in self.of(field) if str(row.option.data["value"]) == value), None)

    def _row(self, option: Any) -> ManRow:
        man = self._men.get(str(option.data["value"]))
        if man is None:
            return ManRow(option, None, str(option.choice_label), (), "")
        skills = ("Green",) if man.is_green else tuple(man.skills)
        record = " · ".join(self._record(man))
        return ManRow(option, man, man.name, (*skills, man.rank) if man.rank else skills, record)

    def _record(self, man: Airman) -> Iterator[str]:
        if man.kills:
            yield f"{amount(man.kills)} victor{'ies' if man.kills > 1 else 'y'}"
        if not man.missions:
            yield "has not flown yet"
            return
        yield f"{man.missions} mission{'s' if man.missions > 1 else ''}"
        if flew := last_flown(man):
            rested = self._latest - flew
            yield f"rested for {rested} mission{'s' if rested > 1 else ''}" if rested > 0 else "flew the last mission"


def unfit(choices: Choices, unit: UnitChoice, squadron: SquadronChoice | None) -> tuple[str, ...]:
    """Who would fly the unit if he were fit, and until when he is not."""
    return tuple(
        f"{man.name}, {UNFIT[man.status]}{f' until mission {man.back}' if man.back else ''}"
        for man in choices.standing.airmen.values()
        if man.side == choices.side
        and man.status in UNFIT
        and (
            man.squadron == squadron.key
            if squadron
            else not man.squadron and man.man.on_roster and any(may_fly(man, each.type) for each in unit.aircraft)
        )
    )
