"""Proof that journal and rows agree, for one campaign or for all."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns import journal
from campaigns.models import Campaign, Entry
from engine.core.report import Report
from missions.models import Mission


def problems(campaign: Campaign) -> list[str]:
    """What the journal contradicts in itself or in the missions beside it, a sentence each."""
    return [*journal.problems(campaign), *_missions(campaign)]


def assert_reconciled(campaign: Campaign) -> None:
    """Raise ``NotReconciled`` with every contradiction found."""
    campaign.refresh_from_db()
    if found := problems(campaign):
        raise journal.NotReconciled("\n".join(found))


def _missions(campaign: Campaign) -> Iterable[str]:
    """Every debrief stands in the journal as its flight's report says, and nothing else does."""
    entries = journal.in_force(campaign)
    debriefed = {entry.mission: entry.batch for entry in journal.of_kind(entries, Entry.Kind.DEBRIEFED)}
    drawn = {entry.mission for entry in journal.of_kind(entries, Entry.Kind.DRAWN)}
    missions = list(campaign.missions.select_related("flight", "debrief"))
    if drawn != {mission.number for mission in missions}:
        yield "The missions drawn are not the missions there are."
    for mission in missions:
        flight, debrief = getattr(mission, "flight", None), getattr(mission, "debrief", None)
        done = mission.status == Mission.Status.DEBRIEFED
        if done != (debrief is not None) or done != (mission.number in debriefed):
            yield f"Mission {mission.number}: status, debrief and journal disagree whether it is debriefed."
        if (mission.status in (Mission.Status.FLOWN, Mission.Status.DEBRIEFED)) != (flight is not None):
            yield f"Mission {mission.number}: status and flight disagree whether it has been flown."
        if flight is None or debrief is None:
            continue
        if debriefed.get(mission.number) != debrief.batch:
            yield f"Mission {mission.number}: its debrief did not write what is in force."
        report = Report.from_json(flight.report)
        own = [entry for entry in entries if entry.mission == mission.number]
        told = {
            Entry.Kind.SORTIE: len(report.aircraft),
            Entry.Kind.KILL: sum(len(each.kills) for each in report.aircraft),
            Entry.Kind.POINTS: len(report.scores),
        }
        for kind, count in told.items():
            if len(journal.of_kind(own, kind)) != count:
                yield f"Mission {mission.number}: the journal has not as many {kind} entries as the report."
        points = journal.points(own)
        if any(points[side] != report.points(side) for side in points):
            yield f"Mission {mission.number}: the journal's points are not the report's."
