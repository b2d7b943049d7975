"""Where somebody lives, so that times are told by their own clock, too."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from clubs.models import OwnClock
from clubs.selectors.members import time_zones
from config.common.refusals import Refusal
from notices.operations.email import look_soon


def live_in(*, actor: User, zone: str) -> None:
    """Tell somebody times by the clock of this zone beside the club's; empty: by the club's alone."""
    if zone and zone not in time_zones():
        raise Refusal("Choose the time zone of a place, such as Europe/London.", "time_zone")
    with transaction.atomic():
        if zone:
            OwnClock.objects.update_or_create(user=actor, defaults={"time_zone": zone})
        else:
            OwnClock.objects.filter(user=actor).delete()
        # Seven in the morning, when digests go out, is another moment now.
        look_soon([actor.pk])
