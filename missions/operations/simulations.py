"""The writers of simulations: ordered by a person, flown by a worker, kept beside the pack."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Pack
from campaigns.operations import quotas
from config.common.refusals import Refusal
from engine.core.levels import LEVELS, USUAL_LEVEL
from missions.models import Job, Simulation
from missions.operations import jobs
from missions.simulation import MOST_RUNS


def queue(
    *, actor: User, pack: Pack | None, runs: int, seed: int = 0, level: str = USUAL_LEVEL, changed: str = ""
) -> Simulation:
    """Have whole campaigns of ``pack`` flown in the background. The same order again finds what there is.

    ``level``: how well the staff of both sides flies; those who look ahead fly fewer campaigns at once. ``changed``:
    the text of a draft that began as a copy of the pack, which is flown as often with the same seeds; without a pack
    it began as a copy of nothing, and is flown alone.
    """
    if level not in LEVELS:
        raise Refusal(f"A level is one of {', '.join(LEVELS)}.", "level")
    if level not in MOST_RUNS:
        raise Refusal("A campaign of aces takes longer than a worker has. Choose veterans.", "level")
    most = MOST_RUNS[level] // (2 if changed and pack else 1)
    if not 1 <= runs <= most:
        raise Refusal(f"Fly between 1 and {most} campaigns by staffs of that level.", "runs")
    if not 0 <= seed < 1 << 31:
        raise Refusal("A seed is a whole number from 0 up to 2,147,483,647.", "seed")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # one person's orders come one after the other
        own = Simulation.objects.filter(job__owner=actor)
        same = own.filter(pack=pack, runs=runs, seed=seed, level=level, changed=changed)
        same = same.exclude(job__status=Job.Status.FAILED)
        if (known := same.first()) is not None:
            return known
        if own.filter(job__status__in=(Job.Status.QUEUED, Job.Status.RUNNING)).exists():
            raise Refusal("A simulation of yours is still under way. Let it finish first.")
        quotas.spend(actor.pk, "simulations")
        job = jobs.order(jobs.SIMULATE, actor)
        return Simulation.objects.create(pack=pack, job=job, runs=runs, seed=seed, level=level, changed=changed)


def store(ordered: Simulation, results: dict[str, object]) -> None:
    """Keep what came of it."""
    Simulation.objects.filter(pk=ordered.pk).update(results=results)
