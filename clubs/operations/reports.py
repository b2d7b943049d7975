"""What umpires do about a reported post: let it stay, remove it, and mute or ban who wrote it."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from django.contrib.auth.models import User
from django.utils import timezone

from clubs.operations import bans, mutes
from clubs.operations.locks import locked
from config.common.refusals import Refusal
from missions.models import PostReport
from missions.operations import post_reports


class Decision(StrEnum):
    """From the mildest to the hardest."""

    KEEP = "keep"
    REMOVE = "remove"
    MUTE = "mute"
    BAN = "ban"


def decide(
    *, actor: User, report: PostReport, decision: Decision, why: str = "", lasts: timedelta = timedelta(days=1)
) -> PostReport:
    """Answer a report, all of it or nothing. ``MUTE`` (for so long) and ``BAN`` remove the post too.

    To mute and to ban are the club's: for that the actor is an owner or umpire of it, too.
    """
    club = report.campaign.club
    is_removed = decision != Decision.KEEP
    if decision not in (Decision.MUTE, Decision.BAN):
        return post_reports.judge(actor=actor, report=report, is_removed=is_removed, why=why)
    if club is None:
        raise Refusal("The campaign is of no club: there is nothing to mute or ban anybody from.", "decision")
    with locked(club.pk) as club:  # the club's row before the campaign's
        judged = post_reports.judge(actor=actor, report=report, is_removed=is_removed, why=why)
        if judged.campaign.club_id != club.pk:
            raise Refusal("The campaign has left the club meanwhile.")
        if decision == Decision.MUTE:
            mutes.mute(actor=actor, club=club, user=judged.author, until=timezone.now() + lasts, reason=why)
        else:
            bans.ban(actor=actor, club=club, user=judged.author, reason=why)
    return judged
