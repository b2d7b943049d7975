"""Documents that are kept: made once for each pair of eyes, and anew when the campaign has changed.

A print is no part of the campaign: whatever it holds can be made again from the journal, so nothing is journalled, and
a copied campaign brings none along.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from campaigns.access import Viewer, viewer, with_seats
from campaigns.catalogue.library import FIXTURES
from campaigns.documents import styles
from campaigns.models import Campaign, Entry
from campaigns.operations import quotas
from config import busy
from config.common.refusals import Refusal
from missions.models import Job, Mission, Orders, Print
from missions.operations import jobs
from missions.operations.after_action_reports import open_stories
from missions.prints import registry
from missions.prints.registry import Wish

KEPT: Final = timedelta(days=30)
"""A print that is older is made anew when somebody wants it."""
_UNDER_WAY: Final = (Job.Status.QUEUED, Job.Status.RUNNING)


def eyes(of: Viewer) -> str:
    """What decides what somebody sees of a campaign: two people with the same eyes get the same document."""
    seats = [of.role.name, *(["umpire seat"] if of.is_umpire else []), *(["owner"] if of.is_owner else [])]
    led = {side for side, _ in of.leads}
    for side in sorted(of.sides):
        seats.append(f"{side} {'commander' if side in of.commands else 'leader' if side in led else 'seat'}")
    return ", ".join(seats)


def state(campaign: Campaign, site: str, of: Viewer) -> str:
    """A digest that changes whenever a document that ``of`` may read might, printed at ``site``. Four queries.

    That another side has signed anew changes nothing for who does not see its plans: not even that something changed.
    """
    known = (
        _edition(),
        site,
        campaign.name,
        campaign.time_zone,
        campaign.status,
        campaign.pack_id,
        [(seat.side, seat.role, seat.user and seat.user.get_username()) for seat in campaign.seats.all()],
        Entry.objects.filter(campaign=campaign).aggregate(last=Max("number"))["last"],
        list(
            Mission.objects.filter(campaign=campaign).values_list("number", "status", "opened_at", "flight__stored_at")
        ),
        [
            (mission, side, signed_at if of.sees_plans_of(side) else None)
            for mission, side, signed_at in Orders.objects.filter(mission__campaign=campaign).values_list(
                "mission_id", "side", "signed_at"
            )
        ],
        [(story.mission_id, story.side, story.at, story.author.get_username()) for story in open_stories(campaign)],
    )
    return hashlib.sha256(repr(known).encode()).hexdigest()


@cache
def _edition() -> str:
    """A digest of ``sources``: what older ones made is made anew."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources())).hexdigest()


def sources() -> list[Path]:
    """All that a document is made by: our code, and the data of the games."""
    house = Path(__file__).parents[1]
    code = (path for part in ("campaigns", "engine", "missions") for path in (house / part).rglob("*.py"))
    return sorted([*code, *FIXTURES.rglob("*.toml")])


def kept(document: str, wish: Wish, now: str) -> Print | None:
    """The print of the campaign as it is ``now`` (``state``), if there is one."""
    found = Print.objects.filter(
        campaign=wish.campaign, document=document, paper=wish.paper, eyes=eyes(wish.viewer)
    ).first()
    return found if found is not None and is_current(found, now) else None


def is_current(found: Print, now: str) -> bool:
    """It is of the campaign as it is ``now`` (``state``), and not too old."""
    return found.state == now and found.made_at is not None and found.made_at > timezone.now() - KEPT


def quick(document: str, wish: Wish) -> Print:
    """A document that takes no time: the kept one, else one made now. Raises ``Http404`` or ``Refusal``."""
    campaign = wish.campaign
    now = state(campaign, wish.site, wish.viewer)
    found = kept(document, wish, now)
    if found is None:
        with busy.if_free():
            quotas.spend(wish.viewer.user_id, "prints")
        printed = registry.make(document, wish)
        found = Print(campaign=campaign, document=document, state=now, title=printed.title, content=printed.content)
        _keep(found, wish)
    return found


def _keep(made: Print, wish: Wish) -> None:
    """Keep a document; where the database is busy whoever wants it next has it made again."""
    known = {"state": made.state, "title": made.title, "content": made.content, "made_at": timezone.now()}
    with busy.if_free():
        Print.objects.update_or_create(
            campaign=wish.campaign,
            document=made.document,
            paper=wish.paper,
            eyes=eyes(wish.viewer),
            defaults=known,
        )
        Print.objects.filter(campaign=wish.campaign, made_at__lt=timezone.now() - KEPT).delete()


def order(*, actor: User, document: str, wish: Wish) -> None:
    """Have a document made in the background, unless it is kept or being made. Raises ``Http404``."""
    registry.kind_of(document)
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=wish.campaign.pk)
        if kept(document, wish, state(wish.campaign, wish.site, wish.viewer)) is not None:
            return
        found, _ = Print.objects.select_related("job").get_or_create(
            campaign=campaign, document=document, paper=wish.paper, eyes=eyes(wish.viewer)
        )
        if found.job is not None and found.job.status in _UNDER_WAY:
            return
        quotas.spend(actor.pk, "prints")
        now = timezone.now()
        job = Job.objects.create(owner=actor, kind=jobs.PRINT, sent_at=now, moved_at=now, payload={"site": wish.site})
        Print.objects.filter(pk=found.pk).update(job=job)
        transaction.on_commit(lambda: jobs.send(job), robust=True)


def make(job: Job) -> None:
    """Make the document that ``job`` was ordered for, and keep it. A second run makes the same.

    The campaign may change while it is made: the print is then of what it was before.
    """
    wanted = Print.objects.filter(job=job).first()
    if wanted is None:
        raise Refusal("The document was ordered anew.")
    campaign = with_seats().get(pk=wanted.campaign_id)
    of = viewer(campaign, job.owner)
    if of is None or eyes(of) != wanted.eyes:
        raise Refusal("Your part in this campaign has changed since. Order the document anew.")
    site = job.payload["site"]
    now = state(campaign, site, of)
    paper = styles.paper_named(wanted.paper)
    assert paper is not None, "it was ordered on a paper that there is"
    wish = Wish(campaign, of, paper, site, jobs.progress(job.pk))
    printed = registry.make(wanted.document, wish)
    Print.objects.filter(pk=wanted.pk).update(
        state=now, title=printed.title, content=printed.content, made_at=timezone.now()
    )
