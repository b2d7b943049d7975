"""A club is archived and opened again, and deleted after a time of grace; its campaigns stay, as their owners' own."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, ShelfCard
from campaigns.operations.moderation import note
from clubs.models import Club, ClubRole, Invitation, ModerationEntry
from clubs.operations.handovers import end_open
from clubs.operations.locks import locked
from clubs.selectors.endings import refuse_other_name
from clubs.selectors.members import refuse_unless
from config.common.refusals import Refusal
from missions.operations.removal import take_away
from missions.operations.screen_results import keep_of_seasons
from notices.models import Happening
from notices.operations.outbox import tell

ONLY: Final = "Only an owner of the club archives it, has it deleted, or brings it back."


def archive(*, actor: User, club: Club) -> Club:
    """Put a club away: it is read, and nothing is written in it. Its campaigns go on. Archived already, it stays so."""
    with locked(club.pk, archived_too=True) as club:
        refuse_unless(club, actor, ClubRole.OWNER, ONLY)
        if not club.is_archived:
            club.archived_at = timezone.now()
            club.save(update_fields=["archived_at"])
            _tell(ModerationEntry.Act.ARCHIVED, "archived", club, actor)
    return club


def open_again(*, actor: User, club: Club) -> Club:
    """Take a club out again: it goes on. Raises ``Refusal`` while it is to be deleted; open already, it stays so."""
    with locked(club.pk, archived_too=True) as club:
        refuse_unless(club, actor, ClubRole.OWNER, ONLY)
        if club.goes_at is not None:
            raise Refusal(f"{club} is to be deleted: bring it back first.")
        if club.is_archived:
            club.archived_at = None
            club.save(update_fields=["archived_at"])
            _tell(ModerationEntry.Act.OPENED, "opened-again", club, actor)
    return club


def delete(*, actor: User, club: Club, name: str) -> Club:
    """Have a club deleted when the time of grace is over. ``name``: as its owner types it, to be sure.

    Until then it is archived.
    """
    with locked(club.pk, archived_too=True) as club:
        refuse_unless(club, actor, ClubRole.OWNER, ONLY)
        refuse_other_name(club, name)
        if club.goes_at is None:
            now = timezone.now()
            club.archived_at, club.goes_at = club.archived_at or now, now + timedelta(days=settings.DELETION_GRACE)
            club.save(update_fields=["archived_at", "goes_at"])
            end_open(club)
            _tell(ModerationEntry.Act.TO_BE_DELETED, "to-be-deleted", club, actor, when=club.goes_at.isoformat())
    return club


def bring_back(*, actor: User, club: Club) -> Club:
    """Do not delete it after all: it stays archived, and can be opened again."""
    with locked(club.pk, archived_too=True) as club:
        refuse_unless(club, actor, ClubRole.OWNER, ONLY)
        if club.goes_at is not None:
            club.goes_at = None
            club.save(update_fields=["goes_at"])
            _tell(ModerationEntry.Act.BROUGHT_BACK, "brought-back", club, actor)
    return club


def _tell(act: ModerationEntry.Act, kind: str, club: Club, actor: User, **data: str) -> None:
    """The members are told, and the club's log keeps it."""
    note(act, actor=actor, club=club)
    tell(kind, f"{club.pk} {timezone.now().isoformat()}", club=club, actor=actor, data=data)


def gone(now: datetime) -> list[int]:
    """The clubs whose time of grace is over."""
    return list(Club.objects.filter(goes_at__lte=now).order_by("goes_at", "pk").values_list("pk", flat=True))


def remove(club_id: int, now: datetime) -> None:
    """Take away a club and all that is its own. May be lost at any time and begun again, and done twice at once.

    First nobody is in it any more, then it goes a few rows at a time. Its campaigns are their owners' own, men and
    journals and all; cards that are flown with stay with the packs that hold them, and what its seasons say of how
    people are rated stays theirs.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().filter(pk=club_id, goes_at__lte=now).first()
        if club is None:
            return
        held = Campaign.arriving_too.select_for_update(of=("self",)).filter(club=club).order_by("pk")
        keys = [campaign.pk for campaign in held]
        Campaign.arriving_too.filter(pk__in=keys).update(club=None)
        Invitation.objects.filter(club=club).delete()
        club.members.all().delete()
        club.public_key, club.is_listed, club.takes_askers = None, False, False
        club.save(update_fields=["public_key", "is_listed", "takes_askers"])
    keep_of_seasons(club_id)
    for rows in (
        Happening.objects.filter(club=club_id),
        club.words_reports.all(),
        club.exhibits.all(),
        club.nights.all(),
        club.seasons.all(),
        club.polls.all(),
        club.asked.all(),
        club.awards.all(),
        ShelfCard.objects.filter(club=club_id),
        ModerationEntry._base_manager.filter(club=club_id),
    ):
        take_away(rows)
    with transaction.atomic():
        Club.objects.filter(pk=club_id, goes_at__lte=now).delete()
