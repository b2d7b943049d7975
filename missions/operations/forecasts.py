"""The writers of forecasts: asked for from a plan, flown by a worker, kept for its side while it plans.

A forecast is no part of the campaign: nothing of it is journalled, and nobody but who plans for the side hears of it.
"""

from __future__ import annotations

import json
from hashlib import sha256

from django.contrib.auth.models import User
from django.utils import timezone

import engine
from campaigns.access import viewer
from campaigns.operations import quotas
from campaigns.packs.schema import Side
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.known import journal_known_to, standing_known_to
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Forecast, Job, Mission
from missions.odds.forecast import RUNS, Asked, forecast
from missions.operations import jobs
from missions.operations.orders import refuse_unless_planning
from missions.operations.under_lock import locked_mission
from missions.planning import orders
from missions.planning.orders import SideOrders
from missions.planning.validation import validated

KEPT = 4
"""Forecasts of a side's plans for a mission that are kept: the newest."""
CANCELLED = "You have called it off."


def order(*, actor: User, mission: Mission, side: Side, plan: SideOrders, runs: int = RUNS) -> Forecast:
    """Have the mission flown in the background by a plan of ``side``, which signs nothing, and by its staff's plans.

    The same plan again finds what there is; what is still being flown by another is called off. Refuses a plan that
    could not be signed.
    """
    with locked_mission(mission) as mission:
        _refuse_unless_planned_by(actor, mission, side)
        refuse_unless_planning(mission)
        if mission.is_on_paper:
            raise Refusal("This mission is flown on paper: nobody signs a plan for it that could be forecast.")
        checked = validated(context.choices(mission, side), plan)
        found = _asked_for(actor, mission, side, checked, runs)
        for row in mission.forecasts.filter(side=side, plan__isnull=False).exclude(pk=found.pk):
            jobs.fail(row.job_id, CANCELLED)
        _asked_for(actor, mission, side, None, runs)
        old = mission.forecasts.filter(side=side, plan__isnull=False).values_list("job", flat=True)[KEPT:]
        Job.objects.filter(pk__in=list(old)).delete()
        return found


def _refuse_unless_planned_by(actor: User, mission: Mission, side: Side) -> None:
    """How its plans might go is the affair of who commands a side, and of nobody else."""
    member = viewer(mission.campaign, actor)
    if member is None or side not in member.commands:
        raise Refusal("You do not command this side.")


def _asked_for(actor: User, mission: Mission, side: Side, plan: SideOrders | None, runs: int) -> Forecast:
    name, now = _digest(mission, side, plan, runs), timezone.now()
    found = mission.forecasts.select_related("job").filter(side=side, digest=name).first()
    if found is not None and found.job.status != Job.Status.FAILED:
        found.asked_at = now
        found.save(update_fields=["asked_at"])
        return found
    if plan is not None:
        quotas.spend(actor.pk, "forecasts")
    if found is not None:
        found.job.delete()
    return Forecast.objects.create(
        mission=mission,
        side=side,
        plan=None if plan is None else plan.as_json(),
        digest=name,
        runs=runs,
        job=jobs.order(jobs.FORECAST, actor),
        asked_at=now,
    )


def _digest(mission: Mission, side: Side, plan: SideOrders | None, runs: int) -> str:
    """What a forecast is made of, by name. What the other side keeps to itself is no part of it."""
    pack = definition_of(mission.campaign)
    known = journal_known_to(mission.campaign, side)
    said = None if plan is None else plan.as_json()
    made_of = [pack.slug, pack.version, engine.systems()[pack.system].edition, known, side, said, runs]
    return sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()


def make(job: Job) -> None:
    """Fly the forecast that ``job`` was ordered for, and keep it. A second run makes the same."""
    wanted = Forecast.objects.select_related("mission__campaign__pack").filter(job=job).first()
    if wanted is None:
        raise Refusal("A newer forecast was asked for.")
    if wanted.results:
        return
    question = asked(wanted)
    if wanted.digest != _digest(wanted.mission, question.side, question.plan, wanted.runs):
        raise Refusal("The campaign has gone on since this was asked. Ask again.")
    made = forecast(question, wanted.runs, jobs.progress(job.pk, CANCELLED))
    Forecast.objects.filter(pk=wanted.pk).update(results=made.as_json())


def asked(row: Forecast) -> Asked:
    """What a row asks, as its campaign stands for all that its side knows. Two queries."""
    mission, side = row.mission, context.side_name(row.side)
    return Asked(
        pack=definition_of(mission.campaign),
        key=mission.key,
        month=mission.date[:7],
        standing=standing_known_to(mission.campaign, side),
        side=side,
        skilled=mission.scenario.get("skilled", {}).get(side),
        plan=None if row.plan is None else orders.stored(row.plan),
    )


def cancel(*, actor: User, mission: Mission, side: Side) -> None:
    """Call off what is being flown for a side. Once more does nothing."""
    with locked_mission(mission) as mission:
        _refuse_unless_planned_by(actor, mission, side)
        for row in mission.forecasts.filter(side=side).select_related("job"):
            jobs.fail(row.job_id, CANCELLED)
