"""Who may say who flew a mission otherwise than its orders, and whether it can be said now."""

from __future__ import annotations

import hashlib
import json

from campaigns.access import Viewer
from campaigns.models import Campaign, Role
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.squadrons import known_men, known_standing, sees_pool
from missions.models import Flight, Mission, Submission
from missions.selectors.flights import open_job
from missions.selectors.submissions import why_not_told

ONLY_UMPIRES = "In this campaign an umpire says who flew otherwise than the orders have it."


def only_umpires(mission: Mission) -> bool:
    """Whether it takes an umpire's word: there is one, or results are approved. No query with the seats at hand."""
    campaign = mission.campaign
    has_umpire = any(seat.role == Role.UMPIRE and seat.user_id is not None for seat in campaign.seats.all())
    return has_umpire or mission.is_told_and_confirmed


def may_say(mission: Mission, viewer: Viewer) -> bool:
    """An umpire where it takes one's word, else who records how the mission went."""
    return viewer.may(Role.UMPIRE if only_umpires(mission) else Role.COMMANDER)


def unseen_sides(campaign: Campaign, viewer: Viewer) -> list[Side]:
    """Those that somebody else commands and whose hangars this person may not look into. No query with the seats."""
    led = {seat.side for seat in campaign.seats.all() if seat.role == Role.COMMANDER and not seat.is_staff}
    return [side for side in SIDES if side in led and not sees_pool(campaign, viewer, side)]


def known_of_unseen(campaign: Campaign, viewer: Viewer) -> dict[Side, dict[int, str]]:
    """Of each of the ``unseen_sides`` the men who may be named as flying, as far as is known: their squadrons by key.

    Three queries, where there is such a side.
    """
    sides = unseen_sides(campaign, viewer)
    if not sides:
        return {}
    standing = known_standing(campaign, viewer)
    return {
        side: {man.pk: man.squadron for man in known_men(campaign, viewer, standing, side) if man.status == "fit"}
        for side in sides
    }


def why_not_said(mission: Mission) -> str:
    """Why nobody can say now who flew, in a sentence; empty if somebody can. Two queries, or three."""
    if why := why_not_told(mission, 1):
        return why
    if open_job(mission) is not None:
        return "The engine is flying the mission."
    if Flight.objects.filter(mission=mission).exclude(way=Flight.Way.TABLE).exists():
        return "Nobody flew this mission."
    live = Submission.objects.filter(mission=mission).exclude(status=Submission.Status.WITHDRAWN).first()
    if live is not None:
        return f"Table {live.table} has told how it went, by who flew as planned. Its result is withdrawn first."
    return ""


def lineup_version(mission: Mission) -> str:
    """Differs when somebody has said otherwise who flew; empty while all fly by their orders. No query."""
    if not mission.lineup:
        return ""
    return hashlib.sha256(json.dumps(mission.lineup, sort_keys=True).encode()).hexdigest()[:16]
