"""The demo is asked for, and taken away: by the owner of the site.

Whoever fills it, a worker or a command, does so by a job: while that moves, nobody else fills it or takes it away.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from config.common.refusals import Refusal
from demo.models import Demo
from demo.operations.campaigns import why_not
from demo.operations.removal import remove_what_is_there
from demo.selectors.demos import is_empty
from missions.models import Job
from missions.operations import jobs

FILLING = "The demo is being filled. Let it finish first."
IN_USE = "People have begun something here: a demo is for an empty site, or for whoever runs its commands."
LOST_AFTER: Final = 3
"""Times ``JOB_STALE_SECONDS`` without a move: who fills it has been lost, and no worker has taken it up."""


def ask(*, actor: User) -> Demo:
    """The demo that there is, or a new one for the actor; the caller fills one that is not filled, by its job.

    Refuses while somebody fills it.
    """
    with transaction.atomic():
        _refuse_unless_owner(actor)
        Demo.objects.get_or_create(defaults={"visitor": actor})
        demo = _locked()
        if demo is None:
            raise Refusal("The demo is being taken away. Ask again in a moment.")
        _refuse_while_filled(demo)
        if demo.seconds is None:
            _refuse_without_packs()
            old = demo.job
            demo.job = jobs.order_here(jobs.DEMO, actor)
            demo.save(update_fields=["job"])
            if old is not None:
                old.delete()  # whoever was lost with it and comes back finds that it is over
        return demo


def order(*, actor: User) -> Demo:
    """Have an empty site filled by a worker. The same wish once more, or another's, finds what there is."""
    with transaction.atomic():
        _refuse_unless_owner(actor)
        demo, is_new = Demo.objects.get_or_create(defaults={"visitor": actor})
        if is_new:
            _refuse_without_packs()
            if not is_empty():
                raise Refusal(IN_USE)
            demo.job = jobs.order(jobs.DEMO, actor)
            demo.save(update_fields=["job"])
        return demo


def take_away(*, actor: User) -> bool:
    """Take the demo away without a trace; ``False`` if there is none."""
    with transaction.atomic():
        _refuse_unless_owner(actor)
        demo = _locked()
        if demo is None:
            return False
        _refuse_while_filled(demo)
        remove_what_is_there(demo)
        demo.delete()
        if demo.job is not None:
            Job.objects.filter(pk=demo.job.pk).delete()
    return True


def _locked() -> Demo | None:
    return Demo.objects.select_for_update(of=("self",)).select_related("job", "visitor").first()


def _refuse_while_filled(demo: Demo) -> None:
    lost = timezone.now() - LOST_AFTER * timedelta(seconds=settings.JOB_STALE_SECONDS)
    if demo.job is not None and not demo.job.is_finished and demo.job.moved_at > lost:
        raise Refusal(FILLING)


def _refuse_without_packs() -> None:
    if why := why_not():
        raise Refusal(why)


def _refuse_unless_owner(actor: User) -> None:
    if not actor.is_superuser:
        raise Refusal("The demo is the matter of whoever owns this site.")
