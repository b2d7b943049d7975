"""The log of what moderators of a club did, written in the transaction of what it tells of."""

from __future__ import annotations

from django.contrib.auth.models import User

from campaigns.models import Campaign
from clubs.models import Club, ModerationEntry


def note(
    act: ModerationEntry.Act,
    *,
    actor: User,
    club: Club | None,
    whom: User | None = None,
    what: str = "",
    why: str = "",
    campaign: Campaign | None = None,
    side: str = "",
) -> None:
    """Add one line to the log of the club; of no club there is none.

    ``side``: what it is about was for that side of ``campaign`` alone, and so is the line.
    """
    if club is not None:
        ModerationEntry.objects.create(
            club=club, by=actor, act=act, whom=whom, what=what[:200], why=why[:500], campaign=campaign, side=side
        )
