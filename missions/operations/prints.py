"""Documents that are kept: made once for each pair of eyes, and anew when the campaign has changed.

A print is no part of the campaign: whatever it holds can be made again from the journal, so nothing is journalled, and
a copied campaign brings none along.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.access import viewer, with_seats
from campaigns.documents.kit import styles
from campaigns.models import Campaign
from campaigns.operations import quotas
from config import busy
from config.common.refusals import Refusal
from missions.models import Job, Print
from missions.operations import jobs
from missions.prints import registry
from missions.prints.kept import KEPT, audience, kept, state
from missions.prints.registry import PrintRequest


def quick(document: str, asked: PrintRequest) -> Print:
    """A document that takes no time: the kept one, else one made now. Raises ``Http404`` or ``Refusal``."""
    campaign = asked.campaign
    now = state(campaign, asked.site, asked.viewer)
    found = kept(document, asked, now)
    if found is None:
        with busy.if_free():
            quotas.spend(asked.viewer.user_id, "prints")
        printed = registry.make(document, asked)
        found = Print(campaign=campaign, document=document, state=now, title=printed.title, content=printed.content)
        _keep(found, asked)
    return found


def _keep(made: Print, asked: PrintRequest) -> None:
    """Keep a document; where the database is busy whoever wants it next has it made again."""
    known = {"state": made.state, "title": made.title, "content": made.content, "made_at": timezone.now()}
    with busy.if_free():
        Print.objects.update_or_create(
            campaign=asked.campaign,
            document=made.document,
            paper=asked.paper,
            audience=audience(asked.viewer),
            defaults=known,
        )
        Print.objects.filter(campaign=asked.campaign, made_at__lt=timezone.now() - KEPT).delete()


def order(*, actor: User, document: str, asked: PrintRequest) -> None:
    """Have a document made in the background, unless it is kept or being made. Raises ``Http404``."""
    registry.kind_of(document)
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=asked.campaign.pk)
        found, _ = Print.objects.select_related("job").get_or_create(
            campaign=campaign, document=document, paper=asked.paper, audience=audience(asked.viewer)
        )
        if found.job is not None and not found.job.is_finished:
            return
        # Asked last: a job that has just ended has kept its print before.
        if kept(document, asked, state(asked.campaign, asked.site, asked.viewer)) is not None:
            return
        quotas.spend(actor.pk, "prints")
        job = jobs.order(jobs.PRINT, actor, payload={"site": asked.site})
        Print.objects.filter(pk=found.pk).update(job=job)


def make(job: Job) -> None:
    """Make the document that ``job`` was ordered for, and keep it. A second run makes the same.

    The campaign may change while it is made: the print is then of what it was before.
    """
    wanted = Print.objects.filter(job=job).first()
    if wanted is None:
        raise Refusal("The document was ordered anew.")
    campaign = with_seats().get(pk=wanted.campaign_id)
    of = viewer(campaign, job.owner)
    if of is None or audience(of) != wanted.audience:
        raise Refusal("Your part in this campaign has changed since. Order the document anew.")
    site = job.payload["site"]
    now = state(campaign, site, of)
    paper = styles.paper_named(wanted.paper)
    assert paper is not None, "it was ordered on a paper that there is"
    asked = PrintRequest(campaign=campaign, viewer=of, paper=paper, site=site, progress=jobs.progress(job.pk))
    printed = registry.make(wanted.document, asked)
    Print.objects.filter(pk=wanted.pk).update(
        state=now, title=printed.title, content=printed.content, made_at=timezone.now()
    )
