"""How often one person may have the house do something dear in a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Literal, TypeAlias

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaigns.models import Quota
from clubs.selectors.own_clock import own_zone
from config.common import clock
from config.common.refusals import Refusal

What: TypeAlias = Literal[
    "packs",
    "imports",
    "comments",
    "simulations",
    "skirmishes",
    "prints",
    "forecasts",
    "analyses",
    "pictures",
    "cards",
    "drafts",
]

_TOLD: Mapping[What, tuple[str, str]] = {
    "packs": ("had 1 pack read", "had {} packs read"),
    "imports": ("had 1 campaign file read", "had {} campaign files read"),
    "comments": ("written 1 comment, note, report or claim", "written {} comments, notes, reports and claims"),
    "simulations": ("ordered 1 simulation", "ordered {} simulations"),
    "skirmishes": ("ordered 1 skirmish", "ordered {} skirmishes"),
    "prints": ("had 1 document made", "had {} documents made"),
    "forecasts": ("ordered 1 forecast", "ordered {} forecasts"),
    "analyses": ("ordered 1 analysis", "ordered {} analyses"),
    "pictures": ("uploaded 1 picture", "uploaded {} pictures"),
    "cards": ("kept cards of your own once", "kept cards of your own {} times"),
    "drafts": ("changed a draft once", "changed drafts {} times"),
}
"""One of them, and several."""


def spend(user_id: int, what: What) -> None:
    """Count one more of a person's day, in the transaction around it if there is one. Raises ``Refusal``.

    Where the work is dear even if nothing comes of it, it is called before the work and outside of its transaction.
    """
    most = settings.A_DAY[what]
    if not most:
        return
    with transaction.atomic():
        quota, _ = Quota.objects.select_for_update().get_or_create(
            user_id=user_id, what=what, defaults={"day": _today()}
        )
        today = _today()  # by now: whoever has waited for the row may have done so over midnight
        if quota.day != today:
            quota.day, quota.count = today, 0
        if quota.count >= most:
            raise Refusal(
                f"Today you have {_TOLD[what][most != 1].format(f'{most:,}')}, as many as one day allows. "
                f"It goes again {_again(user_id, today)}."
            )
        quota.count += 1
        quota.save(update_fields=["day", "count"])


def _today() -> date:
    return timezone.localdate(timezone=timezone.get_default_timezone())


def _again(user_id: int, today: date) -> str:
    """When the day is over, which is one of the site's clock, by the person's own clock if they have one."""
    if not (own := own_zone(user_id)):
        return f"after midnight ({settings.TIME_ZONE})"
    midnight = datetime.combine(today + timedelta(days=1), time(), timezone.get_default_timezone())
    return f"from {clock.when(midnight, None, own)} on"
