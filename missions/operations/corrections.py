"""Corrections of what has been debriefed: amend a mission, declare it void, resolve what no longer fits.

The journal keeps the original, struck out; the new lines have its moment, so that they count where they belong, and
everything after is folded again. Each correction has a preview that writes nothing: what would be different. It comes
with a version of the journal (``journal.version``), which the correction wants back: if anything has been written
since, it is refused.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import refuse_unless_umpire
from campaigns.models import Campaign
from campaigns.operations import journal, posts
from campaigns.operations.campaigns import grade_and_close, locked
from campaigns.operations.journal import Batch
from campaigns.selectors import journal_entries, standings
from campaigns.standing import Standing
from campaigns.standing.compare import Difference, compare
from campaigns.standing.kinds import Resolved, Ruling, Voided
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import Kill
from config.common.lengths import said_in_words
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.flights.context import sheet_of
from missions.models import Debrief, Flight, Mission, TableTap
from missions.operations.debriefs import debrief_lines, reverse_debrief, settled_report
from missions.operations.fates import tell_fates_anew
from missions.operations.results import take_line
from missions.operations.under_lock import locked_mission, move_to
from missions.results import reports
from missions.results.outcomes import Outcome
from missions.selectors.flights import VOID_IT, open_job, refuse_if_on_screen, refuse_key_of_another
from missions.selectors.substitutes import OpenPlace, Substitute, Substitutes

REASON_LENGTH = 500
STALE = "The campaign has moved on since you looked at what this would change. Look again."


def amend(*, actor: User, mission: Mission, key: UUID, expected_version: str, outcome: Outcome) -> Debrief:
    """Correct a debriefed mission: tell anew how it went at the table.

    What the engine flew stays the engine's: its record is kept as it was, to be watched.

    The same act again (``key``) finds what it did. ``expected_version`` is the version of the journal that the preview
    was of.
    """
    with locked_mission(mission) as mission:
        campaign = mission.campaign
        refuse_unless_umpire(campaign, actor)
        done = Debrief.objects.filter(mission=mission).first()
        if done is not None and done.key == key:
            return done
        refuse_key_of_another(mission, key)
        before = standings.standing_of(campaign, before=mission.number)
        told = _told(mission, before, outcome)
        _refuse_if_stale(campaign, expected_version)
        flown = Flight.objects.filter(mission=mission).first()
        take_line(mission, actor, outcome.notes, flown.report["notes"] if flown is not None else ())
        batch = _amended(mission, before, actor, told)
        stood = standings.standing_of(campaign)
        standing = grade_and_close(campaign, batch)
        batch.write()
        tell_fates_anew(mission, stood, standing, actor)
        now = timezone.now()
        Flight.objects.filter(mission=mission).update(report=told.as_json(), key=key, stored_at=now, corrected_at=now)
        return Debrief.objects.update_or_create(
            mission=mission, defaults={"key": key, "actor": actor, "at": batch.at, "batch": batch.id}
        )[0]


def preview_amend(mission: Mission, *, outcome: Outcome) -> tuple[Difference, ...]:
    """What ``amend`` would change. Refuses what it would refuse; writes nothing."""
    before = standings.standing_of(mission.campaign, before=mission.number)
    batch = _amended(mission, before, None, _told(mission, before, outcome))
    return _preview(mission.campaign, batch)


def void(*, actor: User, mission: Mission, reason: str, expected_version: str) -> None:
    """Declare a mission void: it stays in the list and counts for nothing; another is drawn in its place."""
    reason = _reason(reason)
    with locked_mission(mission) as mission:
        refuse_unless_umpire(mission.campaign, actor)
        _refuse_to_void(mission)
        _refuse_if_stale(mission.campaign, expected_version)
        posts.write(mission.campaign, actor, field="reason", counts=False)
        batch = _voided(mission, actor, reason)
        stood = standings.standing_of(mission.campaign)
        standing = grade_and_close(mission.campaign, batch)
        batch.write()
        tell_fates_anew(mission, stood, standing, actor)
        Debrief.objects.filter(mission=mission).delete()
        TableTap.objects.filter(mission=mission).delete()
        move_to(mission, Mission.Status.VOID)


def preview_void(mission: Mission) -> tuple[Difference, ...]:
    """What ``void`` would change. Refuses what it would refuse, but for the reason; writes nothing."""
    _refuse_to_void(mission)
    return _preview(mission.campaign, _voided(mission, None, ""))


def resolve_conflict(
    *,
    actor: User,
    campaign: Campaign,
    conflict: str,
    reason: str,
    instead: tuple[OpenPlace, Substitute] | None = None,
) -> None:
    """Settle something that no longer fits: accept that it was so, or say who or what flew there ``instead``.

    A substitute that does not fit either is refused.
    """
    reason = _reason(reason)
    with locked(campaign.pk) as campaign:
        refuse_unless_umpire(campaign, actor)
        substitutes = Substitutes(campaign)
        found = next((each for each in substitutes.standing.open_conflicts if each.key == conflict), None)
        if found is None:
            raise Refusal("This does not stand open any more.", "conflict")
        posts.write(campaign, actor, field="reason", counts=False)
        resolved = Resolved(conflict=conflict, how="accept", reason=reason)
        if instead is not None:
            place, other = instead
            if why_not := substitutes.why_not(place, other):
                raise Refusal(why_not, "pilot" if other.pilot is not None else "airframe")
            who, whose = substitutes.whose(place, other)
            resolved = place.taken_by(other, conflict=conflict, reason=reason, who=who, whose=whose)
        batch = Batch(campaign, actor)
        batch.add(resolved, side=found.side)
        grade_and_close(campaign, batch)
        batch.write()


def accept_conflicts(*, actor: User, campaign: Campaign, conflicts: Collection[str], reason: str) -> int:
    """Accept of several conflicts at once that it was so, each as ``resolve_conflict`` would; how many there were.

    ``conflicts`` names all that the person was shown: if one of them does not stand open any more, none is accepted.
    """
    reason = _reason(reason)
    with locked(campaign.pk) as campaign:
        refuse_unless_umpire(campaign, actor)
        found = {each.key: each for each in standings.standing_of(campaign).open_conflicts}
        if not conflicts or not found.keys() >= set(conflicts):
            raise Refusal("Not all of these stand open any more. Look again at what is left.", "conflict")
        posts.write(campaign, actor, field="reason", counts=False)
        batch = Batch(campaign, actor)
        for key in dict.fromkeys(conflicts):
            batch.add(Resolved(conflict=key, how="accept", reason=reason), side=found[key].side)
        grade_and_close(campaign, batch)
        batch.write()
        return len(set(conflicts))


def _told(mission: Mission, before: Standing, outcome: Outcome) -> Report:
    """The report that the correction brings."""
    if mission.status != Mission.Status.DEBRIEFED:
        raise Refusal(
            "The mission is void: it counts for nothing."
            if mission.status == Mission.Status.VOID
            else "Only a mission that has been debriefed is corrected. This one may still be recorded."
        )
    flight = Flight.objects.get(mission=mission)
    if flight.way == Flight.Way.GROUNDED:
        raise Refusal("Nobody flew this mission: there is nothing to correct. It may be declared void.")
    if flight.way == Flight.Way.OPERATION:
        raise Refusal(f"An operation counts as this mission: it is corrected in its own campaign. {VOID_IT}")
    report = settled_report(mission, reports.report(sheet_of(mission, before), outcome), flight.way)
    old = Report.from_json(flight.report)
    if report == old:
        raise Refusal("That is what the journal says already: nothing would change.")
    if _places(report) != _places(old):
        raise Refusal("The new report is about other aircraft than took off.")
    return report


def _places(report: Report) -> list[tuple[str, str, str, str]]:
    """Who took off; flying bombs, which have no seat, are a matter of the outcome."""
    return [(each.side, each.unit, each.seat, each.aircraft) for each in report.aircraft if each.seat]


def _amended(mission: Mission, before: Standing, actor: User | None, report: Report) -> Batch:
    """The entries of a correction, not yet written. Rulings go over to the claims that remain."""
    batch = Batch(mission.campaign, actor)
    old = reverse_debrief(mission, batch)
    way = Flight.objects.get(mission=mission).way
    for line in debrief_lines(mission, report, way, before, corrected=True):
        batch.put(line)
    claims = {_claim(kill): line.number for line, kill in saying(batch.added, Kill)}
    were = {entry.number: _claim(kill) for entry, kill in saying(old, Kill)}
    for entry, ruling in saying(old, Ruling):
        if (number := claims.get(were[ruling.kill])) is not None:
            batch.add(ruling.but(kill=number), side=entry.side, mission=entry.mission, pilot_id=entry.pilot_id)
    return batch


def _claim(kill: Kill) -> tuple[object, ...]:
    """What tells one claim of a mission from the others; one to another share is another, to be ruled on anew."""
    return kill.unit, kill.seat, kill.victim.unit, kill.victim.seat, kill.share


def _voided(mission: Mission, actor: User | None, reason: str) -> Batch:
    batch = Batch(mission.campaign, actor)
    reverse_debrief(mission, batch)
    batch.add(Voided(reason=reason), mission=mission.number)
    return batch


def _refuse_to_void(mission: Mission) -> None:
    if mission.status == Mission.Status.VOID:
        raise Refusal("The mission is void already.")
    if open_job(mission) is not None:
        raise Refusal("The engine is flying the mission.")
    refuse_if_on_screen(mission)


def _preview(campaign: Campaign, batch: Batch) -> tuple[Difference, ...]:
    return compare(standings.standing_of(campaign), journal.after(campaign, batch))


def _refuse_if_stale(campaign: Campaign, expected_version: str) -> None:
    if expected_version != journal_entries.version(campaign):
        raise Refusal(STALE)


def _reason(text: str) -> str:
    missing = "Give a reason: the journal keeps it."
    return said_in_words(text, REASON_LENGTH, "reason", missing=missing, what="The reason is")
