"""Background work: the demo is filled."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from config.common.refusals import Refusal
from demo.models import Demo
from demo.operations import filling
from missions.models import Job
from missions.operations import jobs
from missions.tasks import JobTask


class Overtaken(Exception):
    """Another worker has begun the same job anew: what this one has made is being taken away."""


@shared_task(base=JobTask)
def fill(job_id: str) -> None:
    """Fill the demo that was asked for. A second run takes away what the first one left half done."""
    job = jobs.begin(UUID(job_id))
    if job is None:
        return
    try:
        seconds = filling.fill(Demo.objects.select_related("visitor").get(job=job), _steps(job))
    except Exception as problem:
        if _is_overtaken(job):
            return
        if not isinstance(problem, Refusal):
            raise
        jobs.fail(job.pk, problem.sentence)
    else:
        jobs.finish(job.pk, f"The demo is there, after {seconds:.0f} seconds.")


def _steps(job: Job) -> filling.Step:
    tell = jobs.progress(job.pk)

    def step(done: int, total: int) -> None:
        if _is_overtaken(job):
            raise Overtaken
        tell(done, total)

    return step


def _is_overtaken(job: Job) -> bool:
    return not Job.objects.filter(pk=job.pk, attempts=job.attempts).exists()
