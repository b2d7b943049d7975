"""What was told of skirmishes at a table: what counts now, and the trace of what was told before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import engine
from clubs.models import SeasonGame
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.models import Skirmish, SkirmishTelling
from missions.results import reports
from missions.results.outcomes import Outcome
from missions.results.questionnaire import Questionnaire, of_skirmish


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRow:
    """One telling in the trace."""

    who: str
    at: datetime
    summary: str
    why: str


def live_telling(skirmish: Skirmish) -> SkirmishTelling | None:
    """What counts now; ``None``: nothing has been told, or it was taken back. One query."""
    newest = SkirmishTelling.objects.filter(skirmish=skirmish).first()
    return newest if newest is not None and newest.outcome is not None else None


def told_version(live: SkirmishTelling | None) -> str:
    """Differs when it has been told anew; empty while nothing is told."""
    return str(live.pk) if live is not None else ""


def told_rows(skirmish: Skirmish) -> tuple[ToldRow, ...]:
    """Everything that was told of it, newest first. One query."""
    found = SkirmishTelling.objects.filter(skirmish=skirmish).select_related("by")
    return tuple(ToldRow(who=each.by.get_username(), at=each.at, summary=each.summary, why=each.why) for each in found)


def in_seasons(skirmish: Skirmish) -> list[SeasonGame]:
    """Where it stands in seasons of clubs. One query."""
    found = SeasonGame.objects.filter(skirmish=skirmish).exclude(status="out")
    return list(found.select_related("season", "allied", "axis"))


def why_not_told(skirmish: Skirmish) -> str:
    """Why nobody can tell how it went, in a sentence; empty if somebody can. No query."""
    return "" if skirmish.is_at_table else "This skirmish is not played at the table."


def sheet_of_skirmish(skirmish: Skirmish) -> Questionnaire:
    """What its table is asked. No query."""
    if why := why_not_told(skirmish):
        raise Refusal(why)
    return of_skirmish(skirmish.system, skirmish.setup)


def told_in_full(skirmish: Skirmish, live: SkirmishTelling) -> Report:
    """What was told, aircraft by aircraft, as the page of the table reads it back. No query."""
    return reports.report(sheet_of_skirmish(skirmish), Outcome.from_json(live.outcome or {}))


def report_told(skirmish: Skirmish, report: Report) -> Report:
    """What was told, as a game of the system tells it: hits of a flight in one line."""
    rules = engine.systems()[skirmish.system].at_table(skirmish.setup)
    return replace(report, aircraft=rules.as_game_tells(report.aircraft))
