"""What a flight comes to in the journal, or that nobody flew; and how that is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Entry, Itself
from campaigns.operations.campaigns import grade_and_close
from campaigns.operations.journal import Batch
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition_of
from campaigns.standing import Folding, NewLine, Standing
from campaigns.standing.kinds import OF_RESULT, PeriodBegun, Ruling
from campaigns.standing.result_kinds import Debriefed
from config.common.prepared import Prepared, number
from config.common.refusals import Refusal
from engine.core.levels import USUAL_LEVEL
from engine.core.report import Report
from missions.flights import context
from missions.flights.flying import Flown
from missions.models import Debrief, Flight, Job, Mission, Submission, SubmissionStep, TableTap
from missions.operations import jobs
from missions.operations.fates import tell_fates, tell_fates_anew
from missions.operations.flights import GIVEN_UP, new_flight, store_table
from missions.operations.orders import commit_campaign
from missions.operations.under_lock import locked_mission, move_to, tell_of
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders
from missions.results.differences import differences
from missions.results.hits import settled
from missions.results.journal_lines import grounded, outcome_lines
from missions.selectors import reconcile
from missions.selectors.flights import (
    VOID_IT,
    open_job,
    refuse_if_on_screen,
    refuse_key_of_another,
    refuse_unless_ready,
)


def enter_result(*, signer: User | Itself, mission: Mission, report: Report, key: UUID, onto: Folding) -> Debrief:
    """Store how a mission went at its tables and debrief it: part of the operation that approves the result.

    ``mission`` is under the lock of its campaign, which has been folded under it. ``signer``: who approved it, or what
    it was approved by.
    """
    refuse_unless_ready(mission)
    batch = Batch(mission.campaign, signer, onto=onto)
    return _debrief(batch, signer, mission, store_table(mission, report, key), key, onto)


def store_and_debrief(
    *, actor: User, mission: Mission, flown: Flown, job: Job, said: str, level: str = USUAL_LEVEL
) -> tuple[Debrief, bool]:
    """Keep the engine's flight of a mission and debrief it, in one step with the end of its ``job``, of which ``said``
    is said. Answers as ``debrief`` does.

    What is to be written is worked out before the lock, by what was read before the flight; and anew under it, should
    somebody have written in the journal since. The orders are those that were flown by: while a job is open nobody
    changes them, and one that was given up stores nothing.
    """
    key, record = job.pk, flown.record
    report = _settled(mission, flown.report, flown.context.orders)
    lines, folding = _foreseen(mission, report, flown)
    with locked_mission(mission) as mission:
        if (flight := _FLIGHT.first(mission=mission.pk)) is not None:
            if (done := _debriefed_with(mission, key)) is not None:
                return done, False
            if flight.key != key:
                raise Refusal("The mission has been flown.")
        elif mission.status != Mission.Status.READY:
            refuse_unless_ready(mission)
        if flight is not None:
            jobs.finish(key, said)
            return _debrief_anew(actor, mission, flight, key), True
        refuse_if_on_screen(mission)
        if not jobs.finish_open(key, said):
            raise Refusal(GIVEN_UP)
        new_flight(mission, Flight.Way.ENGINE, report, key, record, level)
        commit_campaign(mission)
        batch = Batch(mission.campaign, actor, onto=folding)
        if batch.last != flown.read.last:
            batch.onto = folding = standings.folding_of(mission.campaign)
            lines = debrief_lines(mission, report, Flight.Way.ENGINE, folding.standing, flown=flown.context)
        return _written(batch, actor, mission, report, key, lines), True


def _foreseen(mission: Mission, report: Report, flown: Flown) -> tuple[list[NewLine], Folding]:
    """What the debrief of an engine's flight writes, and the fold that has taken it, if nobody writes before."""
    folding = standings.go_on(mission.campaign, flown.read.folding, flown.read.rest)
    lines = debrief_lines(mission, report, Flight.Way.ENGINE, folding.standing, flown=flown.context)
    folding.carry_on(line.numbered(number) for number, line in enumerate(lines, flown.read.last + 1))
    return lines, folding


_FLIGHT = Prepared(lambda: Flight.objects.filter(mission=number("mission")).order_by())


def debrief(*, actor: User, mission: Mission, key: UUID, expected_version: str = "") -> tuple[Debrief, bool]:
    """Apply a mission's report to the journal, once. Returns the debrief and whether this call applied it.

    The same key again is the same act and gets the same answer; another act is refused. ``expected_version`` is the
    ``Flight.version`` that the actor was shown: if the result has changed since, nothing is applied. The debrief
    that leaves nothing to fly ends the campaign.
    """
    with locked_mission(mission) as mission:
        if (done := _debriefed_with(mission, key)) is not None:
            return done, False
        if mission.status != Mission.Status.FLOWN:
            raise Refusal("The mission has not been flown yet.")
        flight = Flight.objects.get(mission=mission)
        if expected_version and expected_version != flight.version:
            raise Refusal("The result has been corrected since you opened this page. Look at it again.")
        return _debrief_anew(actor, mission, flight, key), True


def _debriefed_with(mission: Mission, key: UUID) -> Debrief | None:
    """The debrief that the same act has made; another act is refused, and so is the page of another mission."""
    done = Debrief.objects.filter(mission=mission).first()
    if done is not None:
        if done.key == key:
            return done
        raise Refusal("The mission has been debriefed already.")
    refuse_key_of_another(mission, key)
    return None


def _debrief_anew(actor: User, mission: Mission, flight: Flight, key: UUID) -> Debrief:
    folding = standings.folding_of(mission.campaign)
    return _debrief(Batch(mission.campaign, actor, onto=folding), actor, mission, flight, key, folding)


def _debrief(
    batch: Batch,
    signer: User | Itself,
    mission: Mission,
    flight: Flight,
    key: UUID,
    folding: Folding,
) -> Debrief:
    """Work out what a flight's report comes to, and write it."""
    report = settled_report(mission, Report.from_json(flight.report), flight.way)
    if (document := report.as_json()) != flight.report:
        flight.report = document
        flight.save(update_fields=["report"])
    corrected = flight.corrected_at is not None
    lines = debrief_lines(mission, report, flight.way, folding.standing, corrected=corrected)
    return _written(batch, signer, mission, report, key, lines)


def _written(
    batch: Batch, signer: User | Itself, mission: Mission, report: Report, key: UUID, lines: Iterable[NewLine]
) -> Debrief:
    """The debrief of a ``report`` that comes to these ``lines``."""
    actor = None if isinstance(signer, Itself) else signer
    done = Debrief.objects.create(mission=mission, key=key, actor=actor, at=batch.at, batch=batch.id)
    for line in lines:
        batch.put(line)
    move_to(mission, Mission.Status.DEBRIEFED)
    TableTap.objects.filter(mission=mission).delete()
    standing = grade_and_close(mission.campaign, batch)
    batch.write()
    points = {side: report.points(side) for side in SIDES}
    tell_of(mission, "debriefed", str(done.pk), actor=actor, data={"title": mission.title, "points": points})
    tell_fates(mission, standing, actor)
    return done


def settled_report(mission: Mission, report: Report, way: str) -> Report:
    """A report as its debrief reads it, who was hit being lost or not. [SUP Sabin campaign]"""
    if definition_of(mission.campaign).rules.has_men or way in (Flight.Way.GROUNDED, Flight.Way.OPERATION):
        return report
    return _settled(mission, report, context.signed(mission))


def _settled(mission: Mission, report: Report, orders: Mapping[Side, SideOrders]) -> Report:
    pack = definition_of(mission.campaign)
    return report if pack.rules.has_men else settled(pack, report, orders, mission.number, mission.campaign.seed)


def debrief_lines(
    mission: Mission,
    report: Report,
    way: str,
    standing: Standing,
    *,
    corrected: bool = False,
    flown: MissionContext | None = None,
) -> list[NewLine]:
    """What the debrief of ``report`` writes when the campaign stands as ``standing`` before it.

    ``flown``: by what it was flown, where that has been read already.
    """
    campaign = mission.campaign
    if flown is None and way not in (Flight.Way.GROUNDED, Flight.Way.OPERATION):
        flown = context.context_of(mission, standing)
    return outcome_lines(
        definition_of(campaign),
        standing,
        mission.number,
        mission.key,
        report,
        flown.orders if flown else {},
        way=way,
        seed=campaign.seed,
        corrected=corrected,
        differed=differences(flown) if flown else None,
    )


def problems_of(mission: Mission, flight: Flight, folding: Folding) -> list[str]:
    """What would be wrong with the debrief of a flight, a sentence each, for a campaign that ``folding`` has folded."""
    report = settled_report(mission, Report.from_json(flight.report), flight.way)
    lines = debrief_lines(mission, report, flight.way, folding.standing, corrected=flight.corrected_at is not None)
    for line in lines:
        folding.take(line)
    return reconcile.of_debrief(mission, report, lines, folding.standing)


def ground_mission(*, actor: User, mission: Mission, key: UUID) -> tuple[Debrief, bool]:
    """Debrief a mission that nobody can fly by its orders: no points, nothing spent. Answers as ``debrief`` does."""
    with locked_mission(mission) as mission:
        if (done := _debriefed_with(mission, key)) is not None:
            return done, False
        if open_job(mission) is not None:
            raise Refusal("The engine is flying the mission.")
        refuse_if_on_screen(mission)
        if mission.status != Mission.Status.READY:
            refuse_unless_ready(mission)
        why = context.why_grounded(mission)
        if not why:
            raise Refusal("The mission can be flown by the orders of both sides.")
        flight = new_flight(mission, Flight.Way.GROUNDED, grounded(definition_of(mission.campaign), why), key)
        return _debrief_anew(actor, mission, flight, key), True


def withdraw_debrief(*, actor: User, mission: Mission) -> None:
    """Take a debrief back: its entries are reversed, and the mission stands as flown, to be recorded again.

    Only the latest mission's, before anything else has begun. A campaign that it ended runs again.
    """
    with locked_mission(mission) as mission:
        campaign = mission.campaign
        if not Debrief.objects.filter(mission=mission).exists():
            raise Refusal("The mission has not been debriefed.")
        if mission.is_operation:
            raise Refusal(f"An operation counts as this mission: there is no debrief to take back. {VOID_IT}")
        if Mission.objects.filter(campaign=campaign, number__gt=mission.number).exists():
            raise Refusal("The next mission has been drawn: this debrief stands. It may be corrected instead.")
        if campaign.entries.in_force().filter(kind=PeriodBegun.kind, moment__gt=2 * mission.number).exists():
            raise Refusal("The next period has begun: this debrief stands. It may be corrected instead.")
        batch = Batch(campaign, actor)
        reverse_debrief(mission, batch)
        stood = standings.standing_of(campaign)
        standing = grade_and_close(campaign, batch)
        batch.write()
        tell_fates_anew(mission, stood, standing, actor)
        Debrief.objects.filter(mission=mission).delete()
        told = _told_again(mission, actor)
        if told or Flight.objects.filter(mission=mission, way=Flight.Way.GROUNDED).delete()[0]:
            move_to(mission, Mission.Status.READY)
        else:
            move_to(mission, Mission.Status.FLOWN)


def _told_again(mission: Mission, actor: User) -> bool:
    """Results of tables that had been approved wait for it again, and the flight that they came to is gone."""
    approved = list(mission.submissions.filter(status=Submission.Status.APPROVED))
    if not (approved and mission.is_told_and_confirmed):
        return False
    for submission in approved:
        submission.status, submission.due_at = Submission.Status.AGREED, None
        submission.save(update_fields=["status", "due_at"])
        SubmissionStep.objects.create(
            submission=submission,
            what=SubmissionStep.What.DECIDED,
            by=actor,
            at=timezone.now(),
            words="The debrief was taken back: the result waits for approval again.",
        )
    Flight.objects.filter(mission=mission).delete()
    return True


def reverse_debrief(mission: Mission, batch: Batch) -> list[Entry]:
    """Reverse what a mission's debrief wrote, and the rulings on its claims; returns what has been reversed."""
    kinds = (*OF_RESULT, Debriefed.kind, Ruling.kind)
    stands = mission.campaign.entries.in_force().filter(mission=mission.number, kind__in=kinds)
    entries = list(stands.order_by("number"))
    for entry in entries:
        batch.reverse(entry)
    return entries
