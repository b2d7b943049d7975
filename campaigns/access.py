"""Who may see and do what. Views get a campaign here and nowhere else.

Strangers get 404, so that numbers cannot be probed; members whose role falls short get 403. What a viewer
may see inside a campaign is decided by his ``Viewer``, which selectors take; templates never decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404
from django.utils import timezone

from campaigns.models import Campaign, Role, Seat, Side
from clubs.models import Club, Membership
from clubs.selectors.endings import why_closed
from config.common.prepared import Prepared, have_fetched, moment, number
from config.common.refusals import Refusal
from config.common.web import MemberRequest


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person in one campaign."""

    user_id: int
    is_owner: bool
    role: Role
    """The highest role of his seats; the owner counts as umpire for what he may do, not for what he sees."""
    commands: frozenset[str]
    """Sides whose orders he signs."""
    is_umpire: bool
    """He has an umpire's seat and sees both sides' plans."""
    sides: frozenset[str] = frozenset()
    """Sides that he has any seat on."""
    leads: frozenset[tuple[str, str]] = frozenset()
    """Side and squadron of each squadron that he leads; without a squadron he drafts for the whole side."""
    judges: frozenset[str] = frozenset()
    """Sides whose intelligence officer or commander he is."""
    is_closed: bool = False
    """The campaign is archived: he reads what he has always read, and does nothing in it."""

    def ranks(self, role: Role) -> bool:
        """Has this role, or one above it: reads what ``role`` may read, even of an archived campaign."""
        return self.is_owner or self.role >= role

    def may(self, role: Role) -> bool:
        """May do now what ``role`` may do: in an archived campaign nobody does anything."""
        return not self.is_closed and self.ranks(role)

    def acts_for(self, side: str) -> bool:
        """Commands ``side``, in a campaign in which something may be done."""
        return not self.is_closed and side in self.commands

    def sees_plans_of(self, side: str) -> bool:
        """Sees this side's secret orders, if a person wrote them."""
        return self.is_umpire or side in self.commands or any(led == side for led, _ in self.leads)

    @property
    def table_side(self) -> str | None:
        """Whose eyes he watches a fight with: a side, or ``None`` for all hands open."""
        seen = [side for side in Side.values if self.sees_plans_of(side)]
        return None if len(seen) == len(Side) else next(iter(seen), "")


PUBLIC: Final = Viewer(user_id=0, is_owner=False, role=Role.READER, commands=frozenset(), is_umpire=False)
"""Anybody at all: a reader without a name."""


def viewer(campaign: Campaign, user: User | AnonymousUser) -> Viewer | None:
    """What ``user`` is in ``campaign``; ``None`` for a stranger.

    No query when the seats are prefetched, but for somebody without a seat: his club may let him in.
    """
    seats = [seat for seat in campaign.seats.all() if seat.is_held_by(user.pk)]
    is_owner = campaign.owner_id == user.pk
    if user.pk is None or not (seats or is_owner or is_of_its_club(campaign, user.pk)):
        return None
    return _with(seats, user.pk, campaign, is_owner=is_owner)


def viewers(user: User) -> list[tuple[Campaign, Viewer]]:
    """Each campaign that the person may read, the newest first, and what he is in it. Three queries."""
    found = Campaign.objects.for_user(user.pk).prefetch_related("pack")
    return seated(found, user.pk)


def seated(found: Iterable[Campaign], user_id: int) -> list[tuple[Campaign, Viewer]]:
    """Campaigns that somebody may read, and what he is in each. One query."""
    campaigns = list(found)
    held: dict[int, list[Seat]] = {campaign.pk: [] for campaign in campaigns}
    for seat in _HELD(user=user_id, now=timezone.now()) if campaigns else ():
        held.get(seat.campaign_id, []).append(seat)
    return [(each, _with(held[each.pk], user_id, each, is_owner=each.owner_id == user_id)) for each in campaigns]


_HELD = Prepared(lambda: Seat.objects.held_by(number("user"), moment("now")).order_by())


def _with(seats: list[Seat], user_id: int, campaign: Campaign, *, is_owner: bool) -> Viewer:
    """Somebody who holds these seats of the campaign."""
    return Viewer(
        user_id=user_id,
        is_owner=is_owner,
        role=Role(max((seat.role for seat in seats), default=Role.READER)),
        commands=frozenset(seat.side for seat in seats if seat.role == Role.COMMANDER),
        is_umpire=any(seat.role == Role.UMPIRE for seat in seats),
        sides=frozenset(seat.side for seat in seats if seat.side),
        leads=frozenset((seat.side, seat.squadron) for seat in seats if seat.role == Role.LEADER),
        judges=frozenset(seat.side for seat in seats if seat.role in (Role.INTELLIGENCE, Role.COMMANDER)),
        is_closed=campaign.is_archived,
    )


def is_of_its_club(campaign: Campaign, user_id: int) -> bool:
    """Is a member of the campaign's club. One query if it has one."""
    return campaign.club_id is not None and bool(_MEMBERSHIP(club=campaign.club_id, user=user_id))


_MEMBERSHIP = Prepared(
    lambda: Membership.objects.filter(club=number("club"), user=number("user")).order_by().values_list("pk")
)


def club_of(campaign: Campaign, viewer: Viewer) -> Club | None:
    """The campaign's club for whoever is of it; somebody who only has a seat in the campaign may not look in there."""
    return campaign.club if is_of_its_club(campaign, viewer.user_id) else None


def plays_alone(campaign: Campaign) -> bool:
    """Nobody has a part in the campaign but one person, who sees what happens and talks to nobody."""
    return campaign.club_id is None and is_only_the_owners(campaign, campaign.seats.all())


def is_only_the_owners(campaign: Campaign, seats: Iterable[Seat]) -> bool:
    """Nobody else holds one of the ``seats``, nor stands in for whoever does."""
    people = {user for seat in seats for user in (seat.user_id, seat.stand_in_id) if user is not None}
    return people <= {campaign.owner_id}


def with_seats() -> QuerySet[Campaign]:
    """Campaigns with all that ``viewer`` and the selectors read of them."""
    return _with_people().prefetch_related(Prefetch("seats", _seats_with_people()))


def one_with_seats(pk: int) -> Campaign | None:
    """One of them, by queries that are put together once: every page of a campaign begins here. Two queries."""
    campaign = _ONE.first(campaign=pk)
    if campaign is not None:
        have_fetched(campaign, "seats", _ITS_SEATS(campaign=pk))
    return campaign


def _with_people() -> QuerySet[Campaign]:
    return Campaign.objects.select_related("pack", "owner", "club")


def _seats_with_people() -> QuerySet[Seat]:
    return Seat.objects.select_related("user", "stand_in")


_ONE = Prepared(lambda: _with_people().filter(pk=number("campaign")))
_ITS_SEATS = Prepared(lambda: _seats_with_people().filter(campaign=number("campaign")))


def only_for(at_least: Role) -> PermissionDenied:
    """What somebody is told whose role falls short: who may do it."""
    roles = ", ".join(f"{role.label.lower()}s" for role in sorted(Role) if role >= at_least)
    return PermissionDenied(f"Only {roles} and the owner of this campaign may do that.")


def not_his(campaign: Campaign, why: str) -> PermissionDenied:
    """What somebody is told who may not do something: ``why``, or that nobody does it in what is archived."""
    return PermissionDenied(why_closed(campaign) or why)


def campaign_or_404(
    request: MemberRequest, pk: int, *, at_least: Role = Role.READER, to_write: bool = False
) -> tuple[Campaign, Viewer]:
    """The campaign and what the signed-in person is in it. 404 to strangers, 403 if his role falls short.

    ``to_write``: for a page that is nothing but its form, which an archived campaign does not show: 403. What has been
    sent goes to its operation all the same, whose refusal leaves what was typed in the form.

    From here on the request tells times by the campaign's clock.
    """
    campaign = one_with_seats(pk)
    member = viewer(campaign, request.user) if campaign is not None else None
    if campaign is None or member is None:
        raise Http404("There is no such campaign among yours.")
    if not member.ranks(at_least):
        raise only_for(at_least)
    if to_write and member.is_closed and request.method != "POST":
        raise PermissionDenied(why_closed(campaign))
    timezone.activate(campaign.time_zone)
    return campaign, member


def is_umpire(campaign: Campaign, user: User) -> bool:
    """The owner and the umpires of a campaign may do everything."""
    return campaign.owner_id == user.pk or campaign.seats.held_by(user.pk).filter(role=Role.UMPIRE).exists()


def refuse_unless_umpire(campaign: Campaign, user: User) -> None:
    if not is_umpire(campaign, user):
        raise Refusal("Only the owner and the umpires of a campaign do that.")


def refuse_unless_for(campaign: Campaign, user: User, side: str) -> None:
    """Whoever commands ``side`` decides for it, and the owner and the umpires for both."""
    if campaign.seats.held_by(user.pk).filter(role=Role.COMMANDER, side=side).exists():
        return
    if not is_umpire(campaign, user):
        raise Refusal("You do not command this side.")
