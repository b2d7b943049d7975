"""Mutes: who reads and flies in a club as before, and writes nothing for a while."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.operations.moderation import note
from clubs.models import Club, ClubRole, ModerationEntry, Mute
from clubs.operations.clubs import refuse_unless_below
from clubs.operations.locks import locked
from clubs.selectors.members import by_name, place_of, refuse_unless
from config.common import clock
from config.common.lengths import said_in_words
from config.common.refusals import Refusal
from notices.operations.outbox import tell

REASON_LENGTH = 200
LONGEST = timedelta(days=366)
ONLY = "Only owners and umpires of a club mute people in it."


def mute(*, actor: User, club: Club, user: User, until: datetime, reason: str) -> Mute:
    """Have somebody write nothing until a moment; another mute in force gives way to this one.

    The same again changes nothing. They are told, with the reason.
    """
    reason = said_in_words(
        " ".join(reason.split()), REASON_LENGTH, "reason", missing="Say why: they are told.", what="The reason is"
    )
    with locked(club.pk) as club:
        own = refuse_unless(club, actor, ClubRole.UMPIRE, ONLY)
        if user.pk == actor.pk:
            raise Refusal("You cannot mute yourself. Just say nothing.", "name")
        now = timezone.now()
        if not now < until <= now + LONGEST:
            raise Refusal("Choose a time to come, at most a year ahead.", "until")
        place = place_of(club, user)
        if place is not None:
            refuse_unless_below(own, place, "Only an owner mutes an umpire or an owner.")
        before = Mute.objects.filter(club=club, user=user, ended_at=None).first()
        if before is not None:
            if (before.until, before.reason) == (until, reason):
                return before
            _end(before, actor, min(before.until, now))
        made = Mute.objects.create(club=club, user=user, by=actor, until=until, reason=reason)
        what = f"Until {clock.when(until, None, club.time_zone)}"
        note(ModerationEntry.Act.MUTED, actor=actor, club=club, whom=user, what=what, why=reason)
        data = {"until": until.isoformat(), "reason": reason}
        tell("muted", str(made.pk), club=club, person=user, actor=actor, data=data)
    return made


def mute_by_name(*, actor: User, club: Club, name: str, until: datetime, reason: str) -> Mute:
    """Mute somebody whom the actor knows by name: a member, or somebody with a seat in a campaign of the club."""
    refuse_unless(club, actor, ClubRole.UMPIRE, ONLY)
    return mute(actor=actor, club=club, user=by_name(name), until=until, reason=reason)


def lift(*, actor: User, club: Club, mute: int) -> Mute:
    """Let somebody write again before their time. One that has ended already stays as it is."""
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.UMPIRE, "Only owners and umpires of a club lift mutes.")
        found = Mute.objects.select_related("user").filter(club=club, pk=mute).first()
        if found is None:
            raise Refusal("The club has no such mute.")
        if found.user_id == actor.pk:
            raise Refusal("Somebody else lifts the mute that is yours.")
        now = timezone.now()
        if found.ended_at is None and found.until > now:
            _end(found, actor, now)
            note(ModerationEntry.Act.MUTE_LIFTED, actor=actor, club=club, whom=found.user)
    return found


def _end(mute: Mute, actor: User, at: datetime) -> None:
    mute.ended_at, mute.ended_by = at, actor
    mute.save(update_fields=["ended_at", "ended_by"])
