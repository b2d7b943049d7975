"""The demo is asked for, and taken away: by the owner of the site."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from config.common.refusals import Refusal
from demo.models import Demo
from demo.operations.removal import remove_what_is_there
from demo.selectors.demos import is_empty
from missions.models import Job
from missions.operations import jobs

FILLING = "The demo is being filled. Let it finish first."
IN_USE = "People have begun something here: a demo is for an empty site, or for whoever runs its commands."


def ask(*, actor: User) -> Demo:
    """The demo that there is, or a new one for the actor: whoever calls fills it, if nobody has.

    Refuses while a worker fills it.
    """
    with transaction.atomic():
        _refuse_unless_owner(actor)
        demo, _ = Demo.objects.get_or_create(defaults={"visitor": actor})
        if demo.job is not None and not demo.job.is_finished:
            raise Refusal(FILLING)
    return demo


def order(*, actor: User) -> Demo:
    """Have an empty site filled by a worker. The same wish once more finds what there is."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # of two clicks the second finds what the first has ordered
        _refuse_unless_owner(actor)
        known = Demo.objects.first()
        if known is not None:
            return known
        if not is_empty():
            raise Refusal(IN_USE)
        return Demo.objects.create(visitor=actor, job=jobs.order(jobs.DEMO, actor))


def take_away(*, actor: User) -> bool:
    """Take the demo away without a trace; ``False`` if there is none."""
    with transaction.atomic():
        _refuse_unless_owner(actor)
        demo = Demo.objects.select_for_update(of=("self",)).select_related("job").first()
        if demo is None:
            return False
        if demo.job is not None and not demo.job.is_finished:
            raise Refusal(FILLING)
        remove_what_is_there(demo)
        demo.delete()
        if demo.job is not None:
            Job.objects.filter(pk=demo.job.pk).delete()
    return True


def _refuse_unless_owner(actor: User) -> None:
    if not actor.is_superuser:
        raise Refusal("The demo is the matter of whoever owns this site.")
