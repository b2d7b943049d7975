"""Who may not write in a campaign for a while."""

from __future__ import annotations

from campaigns.models import Campaign
from clubs.models import Mute
from clubs.selectors.own_clock import zone_told_to
from config.common import clock


def why_muted(campaign: Campaign, user_id: int) -> str:
    """Why somebody writes nothing in a campaign now, and until when by their own clock; empty if they may.

    One query if it has a club, one more of who is muted.
    """
    return muted_in(campaign.club_id, user_id)


def muted_in(club_id: int | None, user_id: int) -> str:
    """The same of a club, its nights and all its campaigns."""
    mute = Mute.objects.in_force(club_id).filter(user=user_id).select_related("club").first()
    if mute is None:
        return ""
    until = clock.when(mute.until, None, zone_told_to(user_id, mute.club.time_zone))
    reason = mute.reason if mute.reason[-1:] in ".!?…" else f"{mute.reason}."
    return (
        f"{mute.club.name} has muted you until {until}. You read and fly as before, but write nothing until then. "
        f"The reason given: {reason}"
    )
