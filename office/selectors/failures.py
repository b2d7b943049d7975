"""What failed and is not tried again by itself: jobs, deliveries to webhooks, e-mails.

Who owns the site may play, too: of a job its kind and whose it is are told, never what it was to do, nor the sentence
by which it was refused, which may tell of a plan. What goes to webhooks everybody of the campaign knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias, get_args

from django.db.models import QuerySet

from missions.models import Job
from missions.operations import jobs
from notices.models import Delivery, Wishes

What: TypeAlias = Literal["jobs", "deliveries", "letters"]
WHATS: Final[tuple[What, ...]] = get_args(What)
PAGE: Final = 25
KINDS: Final = {
    jobs.FLY: "A mission flown by the engine",
    jobs.SIMULATE: "A simulation",
    jobs.SKIRMISH: "A skirmish",
    jobs.PRINT: "A document",
    jobs.FORECAST: "A forecast",
    jobs.CAMPAIGN_ODDS: "A look at how a campaign might end",
    jobs.ANALYSE: "An analysis",
    jobs.DEMO: "The demo",
    jobs.PICTURE: "A moving picture",
    jobs.ARRIVAL: "A campaign brought in as a file",
    jobs.CLUB_FILE: "A club made into a file",
    jobs.CLUB_ARRIVAL: "A club brought in as a file",
}
WHY: Final = {
    jobs.BROKEN: "Something broke; the log has it under this number.",
    jobs.LOST: "Its worker was lost again and again.",
}
REFUSED: Final = "Refused; whoever ordered it has been told why."


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One thing that failed, and how to have it tried again."""

    page: str
    """The name of the address that tries again."""
    number: str
    what: str
    whose: str
    why: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """One page of what failed, the latest first."""

    show: What
    lines: tuple[Failure, ...]
    counts: tuple[tuple[What, int], ...]
    page: int
    is_last: bool


def failed_jobs() -> QuerySet[Job]:
    return Job.objects.filter(status=Job.Status.FAILED)


def failed_deliveries() -> QuerySet[Delivery]:
    return Delivery.objects.filter(status=Delivery.Status.FAILED)


def refused_letters() -> QuerySet[Wishes]:
    return Wishes.objects.filter(refused_at__isnull=False)


def failures(show: What, page: int) -> Failures:
    """One page of what failed. Four queries, however much that is."""
    page = max(page, 1)
    first, last = (page - 1) * PAGE, page * PAGE + 1
    lines: list[Failure]
    if show == "jobs":
        found = failed_jobs().select_related("owner").defer("payload").order_by("-moved_at", "pk")[first:last]
        lines = [_job(each) for each in found]
    elif show == "deliveries":
        sent = failed_deliveries().select_related("webhook__campaign", "happening").order_by("-next_at", "pk")
        lines = [_delivery(each) for each in sent[first:last]]
    else:
        people = refused_letters().select_related("user").order_by("-refused_at", "pk")
        lines = [_letter(each) for each in people[first:last]]
    counts = {
        "jobs": failed_jobs().count(),
        "deliveries": failed_deliveries().count(),
        "letters": refused_letters().count(),
    }
    return Failures(
        show=show,
        lines=tuple(lines[:PAGE]),
        counts=tuple((what, counts[what]) for what in WHATS),
        page=page,
        is_last=len(lines) <= PAGE,
    )


def _job(job: Job) -> Failure:
    return Failure(
        page="office-job-again",
        number=str(job.pk),
        what=KINDS.get(job.kind, job.kind),
        whose=job.owner.get_username(),
        why=WHY.get(job.message, REFUSED),
        at=job.finished_at or job.moved_at,
    )


def _delivery(delivery: Delivery) -> Failure:
    why = delivery.answer
    if not delivery.webhook.is_on:
        why = f"{why.rstrip('.') or 'Not sent'}. The webhook is switched off."
    return Failure(
        page="office-delivery-again",
        number=str(delivery.pk),
        what=f"News for webhook {delivery.webhook.pk}",
        whose=delivery.webhook.campaign.name,
        why=why,
        at=delivery.next_at,
    )


def _letter(wishes: Wishes) -> Failure:
    assert wishes.refused_at is not None
    return Failure(
        page="office-letter-again",
        number=str(wishes.user_id),
        what="An e-mail about notices",
        whose=wishes.user.get_username(),
        why=wishes.refusal,
        at=wishes.refused_at,
    )
