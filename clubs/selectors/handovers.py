"""Who owns a club or a campaign, whether they have been seen lately, and who may ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from accounts.models import LastSeen
from campaigns.models import Campaign, Role
from campaigns.selectors.seats import takes_part
from clubs.models import Club, ClubRole, Handover, Membership
from clubs.selectors.members import place_of
from clubs.selectors.own_clock import both, own_zone


def owners_of(it: Club | Campaign) -> list[User]:
    """Whose it is: the owners of a club, the one owner of a campaign. One query."""
    if isinstance(it, Campaign):
        return [User.objects.get(pk=it.owner_id)]
    places = Membership.objects.filter(club=it, role=ClubRole.OWNER).select_related("user").order_by("joined_at", "pk")
    return [place.user for place in places]


def open_handover(it: Club | Campaign) -> Handover | None:
    """The one that waits for an answer. One query."""
    return it.handovers.filter(ended_at=None).select_related("heir", "by").first()


def last_seen(user: User) -> datetime:
    """When somebody was here last, to the day. One query."""
    found = LastSeen.objects.filter(user=user).values_list("at", flat=True).first()
    return max(at for at in (found, user.last_login, user.date_joined) if at is not None)


def is_away(user: User, now: datetime) -> bool:
    """Nobody has seen them for months, or their account is shut."""
    return not user.is_active or last_seen(user) <= now - timedelta(days=settings.OWNER_AWAY)


def may_inherit(it: Club | Campaign, user: User) -> bool:
    """Somebody to whom it may be handed over."""
    if isinstance(it, Campaign):
        return it.owner_id != user.pk and takes_part(it, user)
    place = place_of(it, user)
    return place is not None and place.role != ClubRole.OWNER


def why_not_ask(it: Club | Campaign, user: User) -> str:
    """Why somebody may not ask for it, in a sentence; empty if they may."""
    why = why_not_due(it, user, timezone.now())
    return why or ("" if open_handover(it) is None else "It waits for an answer already.")


def why_not_due(it: Club | Campaign, user: User, now: datetime) -> str:
    """Why it does not come to somebody who asks; empty if it may.

    They have a part in it that may ask, and whose it is have not been seen for months.
    """
    if isinstance(it, Campaign):
        if it.owner_id == user.pk:
            return "The campaign is yours."
        seats = it.seats.filter(user=user, role__in=(Role.UMPIRE, Role.COMMANDER))
        of_club = Membership.objects.filter(club=it.club_id, user=user, role=ClubRole.OWNER)
        if not (seats.exists() or (it.club_id is not None and of_club.exists())):
            return "Only its umpires and commanders, and its club’s owners, ask for a campaign whose owner is gone."
    else:
        place = place_of(it, user)
        if place is not None and place.role == ClubRole.OWNER:
            return "The club is yours."
        if place is None or place.role < ClubRole.UMPIRE:
            return "Only its umpires ask for a club whose owners are gone."
    here = [owner for owner in owners_of(it) if not is_away(owner, now)]
    if here:
        names = " and ".join(owner.get_username() for owner in here)
        have = "have" if len(here) > 1 else "has"
        return (
            f"{names} {have} been here within the last {settings.OWNER_AWAY} days. "
            "Ask them: they hand it over themselves."
        )
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoverState:
    """What the viewer sees of how something is handed on."""

    waits: Handover | None
    """What waits for an answer, of those that concern the viewer."""
    until: str
    """Until which day."""
    owners: str
    is_owner: bool
    is_heir: bool
    may_ask: bool
    why_not: str
    """Why the viewer, who could ask by their part in it, may not now."""
    away_days: int
    """After how many days an owner counts as gone."""
    answer_days: int
    """How many days an owner who is asked has to say no."""
    heirs: tuple[tuple[int, str], ...]
    """To whom an owner may offer it: keys and names."""


def handover_state(it: Club | Campaign, user: User) -> HandoverState:
    """For somebody who may read it."""
    owners, waits = owners_of(it), open_handover(it)
    is_owner = user in owners
    concerns = waits is not None and (is_owner or user.pk in (waits.heir_id, waits.by_id))
    why_not = "" if is_owner else why_not_ask(it, user)
    return HandoverState(
        waits=waits if concerns else None,
        until=both(waits.until, it.time_zone, own_zone(user.pk)) if waits is not None else "",
        owners=" and ".join(owner.get_username() for owner in owners),
        is_owner=is_owner,
        is_heir=waits is not None and waits.heir_id == user.pk,
        may_ask=not is_owner and not why_not,
        why_not=why_not,
        away_days=settings.OWNER_AWAY,
        answer_days=settings.HANDOVER_ANSWER,
        heirs=tuple(_heirs(it, user)) if is_owner and it.goes_at is None else (),
    )


def _heirs(it: Club | Campaign, owner: User) -> list[tuple[int, str]]:
    if isinstance(it, Campaign):
        seated = Q(seats__campaign=it)
        of_club = Q(memberships__club=it.club_id) if it.club_id is not None else Q(pk__in=())
        found = User.objects.filter(seated | of_club)
    else:
        places = Membership.objects.filter(club=it).exclude(role=ClubRole.OWNER)
        found = User.objects.filter(pk__in=places.values("user"))
    people = found.filter(is_active=True).exclude(pk=owner.pk).distinct().order_by("username")
    return [(user.pk, user.get_username()) for user in people]
