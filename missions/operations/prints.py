"""Documents that are kept: made once for each pair of eyes, and anew when the campaign has changed.

A print is no part of the campaign: whatever it holds can be made again from the journal, so nothing is journalled, and
a copied campaign brings none along.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.access import viewer, with_seats
from campaigns.documents.kit import styles
from campaigns.models import Campaign
from campaigns.operations import quotas
from config import busy
from config.common.file_parts import contents
from config.common.refusals import Refusal
from missions.models import Job, Print, PrintPart
from missions.operations import jobs
from missions.prints import registry
from missions.prints.kept import KEPT, audience, kept, state_for
from missions.prints.registry import Printed, PrintRequest

TRIES: Final = 3
"""Of a file, before the campaign has been quiet for as long as it takes."""


def quick(document: str, asked: PrintRequest) -> Printed:
    """A document that takes no time: the kept one, else one made now. Raises ``Http404`` or ``Refusal``."""
    now = state_for(document, asked)
    found = kept(document, asked, now)
    if found is not None:
        return Printed(found.title, contents(found.parts))
    with busy.if_free():
        quotas.spend(asked.viewer.user_id, "prints")
    made = registry.make(document, asked)
    content = made.whole()
    with busy.if_free(), transaction.atomic():
        found, _ = Print.objects.get_or_create(
            campaign=asked.campaign, document=document, paper=asked.paper, audience=audience(asked.viewer)
        )
        _keep(found, now, made.title, [content])
        Print.objects.filter(campaign=asked.campaign, made_at__lt=timezone.now() - KEPT).delete()
    return Printed(made.title, content)


def _keep(found: Print, state: str, title: str, content: Iterable[bytes]) -> None:
    """Keep a document, a part at a time; whoever keeps the same at once keeps the same parts."""
    Print.objects.filter(pk=found.pk).update(made_at=None)
    size = number = 0
    for number, part in enumerate(content, 1):
        size += len(part)
        row = PrintPart(print=found, number=number - 1, content=part)
        PrintPart.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["print", "number"], update_fields=["content"]
        )
    with transaction.atomic():
        found.parts.filter(number__gte=number).delete()
        Print.objects.filter(pk=found.pk).update(state=state, title=title, size=size, made_at=timezone.now())


def order(*, actor: User, document: str, asked: PrintRequest) -> None:
    """Have a document made in the background, unless it is kept or being made. Raises ``Http404`` or ``Refusal``."""
    registry.kind_of(document).refuse(asked.campaign, asked.viewer)
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().filter(pk=asked.campaign.pk).first()
        if campaign is None:
            raise Refusal("The campaign has been deleted.")
        found, _ = Print.objects.select_related("job").get_or_create(
            campaign=campaign, document=document, paper=asked.paper, audience=audience(asked.viewer)
        )
        if found.job is not None and not found.job.is_finished:
            return
        # Asked last: a job that has just ended has kept its print before.
        if kept(document, asked, state_for(document, asked)) is not None:
            return
        quotas.spend(actor.pk, "prints")
        job = jobs.order(jobs.PRINT, actor, payload={"site": asked.site})
        Print.objects.filter(pk=found.pk).update(job=job)


def make(job: Job) -> None:
    """Make the document that ``job`` was ordered for, and keep it. A second run makes the same.

    The campaign may change while it is made: the print is then of what it was before. What is written a little at a
    time would be of both, and is made again.
    """
    wanted = Print.objects.filter(job=job).first()
    if wanted is None:
        raise Refusal("The document was ordered anew.")
    for _ in range(TRIES):
        asked = _asked(job, wanted)
        now = state_for(wanted.document, asked)
        printed = registry.make(wanted.document, asked)
        if isinstance(printed.content, bytes):
            with transaction.atomic():
                _keep(wanted, now, printed.title, [printed.content])
            return
        _keep(wanted, now, printed.title, printed.content)
        if state_for(wanted.document, _asked(job, wanted)) == now:
            return
        Print.objects.filter(pk=wanted.pk).update(made_at=None)
    raise Refusal("The campaign has changed each time while its file was made. Try again in a quieter moment.")


def _asked(job: Job, wanted: Print) -> PrintRequest:
    """What a job is to make, for the eyes of whoever ordered it as they are now."""
    campaign = with_seats().get(pk=wanted.campaign_id)
    of = viewer(campaign, job.owner)
    if of is None or audience(of) != wanted.audience:
        raise Refusal("Your part in this campaign has changed since. Order the document anew.")
    paper = styles.paper_named(wanted.paper)
    assert paper is not None, "it was ordered on a paper that there is"
    return PrintRequest(
        campaign=campaign, viewer=of, paper=paper, site=job.payload["site"], progress=jobs.progress(job.pk)
    )
