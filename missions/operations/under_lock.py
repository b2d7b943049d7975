"""What operations on a mission have in common: its row under the campaign's lock, its status, what is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User

from campaigns.operations.campaigns import locked
from config.common.prepared import Prepared, number
from missions.models import Mission
from notices.operations.outbox import tell


def tell_of(
    mission: Mission,
    kind: str,
    *key: str,
    actor: User | None = None,
    side: str = "",
    data: dict[str, object] | None = None,
) -> None:
    """Tell of something about a mission, everybody or one side; the same thing again is told once."""
    campaign = mission.campaign
    name = " ".join((str(campaign.pk), str(mission.number), *key))
    tell(kind, name, campaign=campaign, mission=mission.number, side=side, actor=actor, data=data)


@contextmanager
def locked_mission(mission: Mission, *, archived_too: bool = False) -> Iterator[Mission]:
    """The mission as it stands now, in a transaction that holds its campaign; ``archived_too`` as of the campaign."""
    with locked(mission.campaign_id, archived_too=archived_too) as campaign:
        if (fresh := _AS_IT_STANDS.first(mission=mission.pk)) is None:
            raise Mission.DoesNotExist
        fresh.campaign = campaign
        yield fresh


_AS_IT_STANDS = Prepared(lambda: Mission.objects.filter(pk=number("mission")).order_by())


def move_to(mission: Mission, status: Mission.Status) -> None:
    mission.status = status
    mission.save(update_fields=["status"])
