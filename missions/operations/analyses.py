"""The writers of analyses: asked for when a fight is over, made by a worker, kept, made anew by newer rules.

An analysis is no part of the campaign: nothing of it is journalled, and it is the same for whoever may read it.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from campaigns.access import viewer
from campaigns.operations import quotas
from config.common.refusals import Refusal
from engine.core.errors import EngineError
from engine.core.record import Record
from missions.models import Analysis, Job, Mission, Skirmish
from missions.odds.analysis import USUAL, analyse
from missions.odds.fight import NotAnalysed
from missions.operations import jobs
from missions.operations.under_lock import locked_mission
from missions.selectors.analyses import (
    CANCELLED,
    digest,
    every_rules,
    fight_of,
    rules_of,
    why_not_of_mission,
    why_not_of_skirmish,
)
from missions.selectors.games import decided_by_people

LOOKS = USUAL
AT_A_TIME = 3
"""Analyses that are made anew at most before others are looked for."""
GONE = "The fight is gone, or another analysis of it was asked for."


def order_for_mission(*, actor: User, mission: Mission) -> Analysis:
    """Have a mission that was flown analysed; what there is of it already is found. Only who may see all hands asks."""
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if member is None:
            raise Refusal("You are not of this campaign.")
        if why := why_not_of_mission(mission, member):
            raise Refusal(why)
        found = Analysis.objects.select_related("job").filter(mission=mission).first()
        fresh = Analysis(mission=mission)
        return _ordered(actor, found or fresh, mission.campaign.pack.system, mission.flight.record)


def order_for_skirmish(*, actor: User, skirmish: Skirmish) -> Analysis:
    """The same of a skirmish of one's own that is over."""
    with transaction.atomic():
        locked = Skirmish.objects.select_for_update().filter(pk=skirmish.pk, owner=actor).first()
        if locked is None:
            raise Refusal("Whoever ordered a skirmish has it analysed.")
        if why := why_not_of_skirmish(locked):
            raise Refusal(why)
        found = Analysis.objects.select_related("job").filter(skirmish=locked).first()
        return _ordered(actor, found or Analysis(skirmish=locked), locked.system, locked.record)


def cancel_for_mission(*, actor: User, mission: Mission) -> None:
    """Call off the analysis that the actor has ordered. Once more does nothing."""
    with locked_mission(mission) as mission:
        if viewer(mission.campaign, actor) is None:
            raise Refusal("You are not of this campaign.")
        _call_off(actor, Analysis.objects.filter(mission=mission))


def cancel_for_skirmish(*, actor: User, skirmish: Skirmish) -> None:
    """The same of a skirmish."""
    with transaction.atomic():
        Skirmish.objects.select_for_update().filter(pk=skirmish.pk).first()
        _call_off(actor, Analysis.objects.filter(skirmish=skirmish))


def _call_off(actor: User, rows: QuerySet[Analysis]) -> None:
    row = rows.select_related("job").first()
    if row is None or row.job.is_finished:
        return
    if row.job.owner_id != actor.pk:
        raise Refusal("Whoever ordered this analysis may call it off.")
    jobs.fail(row.job_id, CANCELLED)


def _ordered(actor: User, row: Analysis, system: str, record: str) -> Analysis:
    name, rules = digest(record), rules_of(system)
    if row.pk is not None and (row.digest, row.rules) == (name, rules) and row.job.status != Job.Status.FAILED:
        return row
    quotas.spend(actor.pk, "analyses")
    if row.digest != name:
        row.digest, row.results = name, {}
    return _sent(row, rules, actor)


def _sent(row: Analysis, rules: str, owner: User) -> Analysis:
    """What was found before stands until the new is there."""
    old = row.job_id
    row.rules, row.job = rules, jobs.order(jobs.ANALYSE, owner)
    row.save()
    if old is not None:
        Job.objects.filter(pk=old).delete()
    return row


def make(job: Job) -> None:
    """Make the analysis that ``job`` was ordered for, and keep it. A second run makes the same."""
    wanted = fight_of(job)
    if wanted is None:
        raise Refusal(GONE)
    persons = frozenset(decided_by_people(wanted.game)) if wanted.game is not None else frozenset()
    try:
        made = analyse(Record.parse(wanted.record), persons, LOOKS, jobs.progress(job.pk, GONE))
    except NotAnalysed as why:
        raise Refusal(str(why)) from None
    except EngineError:
        raise Refusal("The record of this fight cannot be followed by the rules as they are here.") from None
    if not Analysis.objects.filter(job=job, job__status=Job.Status.RUNNING).update(results=made.as_json()):
        raise Refusal(GONE)


def redo_outdated() -> int:
    """Have a few made anew that were made by other rules or another way; none while others wait. How many."""
    if Job.objects.filter(kind=jobs.ANALYSE, status__in=(Job.Status.QUEUED, Job.Status.RUNNING)).exists():
        return 0
    outdated = Analysis.objects.filter(job__status=Job.Status.DONE).exclude(rules__in=every_rules())
    done = 0
    for number in list(outdated.values_list("pk", flat=True)[:AT_A_TIME]):
        with transaction.atomic():
            row = outdated.select_for_update(of=("self",)).select_related(None).filter(pk=number).first()
            if row is not None:
                _sent(row, rules_of(row.rules.partition(" ")[0]), row.job.owner)
                done += 1
    return done
