"""The writers of clubs and of who belongs to them.

One operation is one transaction that locks the club's row first, then campaigns by their number, and checks every guard
under the lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Pack, Seat
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import posts, seats
from campaigns.operations.campaigns import Flyer
from campaigns.operations.moderation import note
from campaigns.standing.recruits import Man
from clubs.models import Award, Club, ClubRole, FormerMember, Membership, ModerationEntry
from clubs.operations import nights
from clubs.operations.locks import locked
from clubs.selectors.bans import banned_from, banned_people, is_banned
from clubs.selectors.endings import refuse_if_archived
from clubs.selectors.members import place_or_refusal, refuse_unless, roles_open_to, time_zones
from config.common import lookalikes
from config.common.lengths import refuse_longer, said_in_words
from config.common.refusals import Refusal
from notices.operations.outbox import tell

NAME_LENGTH = 80
ABOUT_LENGTH = 4000
MOST_FOUNDED = 20
"""Clubs of which one person may be an owner."""


def found(*, actor: User, name: str, about: str = "", time_zone: str = "UTC") -> Club:
    """Found a club, whose owner the actor becomes."""
    name, about = _checked(name, about, time_zone)
    with transaction.atomic():
        # The person's own row stands for the clubs that are theirs: two tabs do not get past the most.
        User.objects.select_for_update().get(pk=actor.pk)
        owned = Membership.objects.filter(user=actor, role=ClubRole.OWNER)
        if owned.filter(club__name=name).exists():
            raise Refusal("You own a club of this name already.", "name")
        if owned.count() >= MOST_FOUNDED:
            raise Refusal(f"You own {MOST_FOUNDED} clubs already. Hand one over before you found another.")
        club = Club.objects.create(name=name, about=about, time_zone=time_zone)
        Membership.objects.create(club=club, user=actor, role=ClubRole.OWNER)
    return club


def change(*, actor: User, club: Club, name: str, about: str, time_zone: str) -> Club:
    """Give a club another name, another description, another clock."""
    name, about = _checked(name, about, time_zone)
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.OWNER, "Only an owner of the club changes what it is like.")
        if (name, about) != (club.name, club.about):
            posts.write_in(club, actor, counts=False)
        club.name, club.about, club.time_zone = name, about, time_zone
        club.save(update_fields=["name", "about", "time_zone"])
    return club


def _checked(name: str, about: str, time_zone: str) -> tuple[str, str]:
    name, about = " ".join(name.split()), about.strip()
    said_in_words(name, NAME_LENGTH, "name", missing="Give the club a name.", what="The name is")
    if why := lookalikes.why_not(name):
        raise Refusal(why, "name")
    if lookalikes.is_of_house(name):
        raise Refusal(lookalikes.OF_HOUSE, "name")
    refuse_longer(about, ABOUT_LENGTH, "about", "That is")
    if time_zone not in time_zones():
        raise Refusal("Choose the time zone of a place, such as Europe/London.", "time_zone")
    return name, about


def change_role(*, actor: User, club: Club, user: User, role: ClubRole) -> Membership:
    """Give a member another role. The same role again changes nothing."""
    with locked(club.pk) as club:
        own = refuse_unless(club, actor, ClubRole.UMPIRE, "Only owners and umpires of a club change roles.")
        place = place_or_refusal(club, user)
        if place.role == role:
            return place
        refuse_unless_below(own, place, "Only an owner changes the role of an umpire or an owner.")
        if role not in roles_open_to(own.role):
            raise Refusal("Only an owner makes umpires and owners.", "role")
        if place.role == ClubRole.OWNER:
            _refuse_last_owner(club, place)
        _set_role(club, place, role, actor)
    return place


def _set_role(club: Club, place: Membership, role: ClubRole, actor: User) -> None:
    place.role = role
    place.save(update_fields=["role"])
    key, user = f"{place.pk} {timezone.now().isoformat()}", place.user
    tell("role-changed", key, club=club, person=user, actor=actor, data={"user": user.pk, "role": role.label})


def refuse_unless_below(own: Membership, place: Membership, sentence: str) -> None:
    """An owner decides about everybody, an umpire about players and readers."""
    if own.role != ClubRole.OWNER and place.role >= own.role:
        raise Refusal(sentence)


def _refuse_last_owner(club: Club, place: Membership) -> None:
    if not _owners(club).exclude(pk=place.pk).exists():
        whose = f"{place.user} is its only owner"
        raise Refusal(
            f"{club.name} needs an owner, and {whose}. Make somebody else owner first, or hand the club over."
        )


def _owners(club: Club) -> QuerySet[Membership]:
    return Membership.objects.filter(club=club, role=ClubRole.OWNER)


def hand_over(*, actor: User, club: Club, to: User) -> None:
    """An owner makes another member owner, and becomes umpire."""
    with locked(club.pk, archived_too=True) as club:
        own = refuse_unless(club, actor, ClubRole.OWNER, "Only an owner of the club hands it over.")
        heir = place_or_refusal(club, to)
        if heir.pk == own.pk:
            raise Refusal("Hand the club over to somebody else.", "to")
        heir.role, own.role = ClubRole.OWNER, ClubRole.UMPIRE
        Membership.objects.bulk_update([heir, own], ["role"])
        key = f"{club.pk} {heir.pk} {timezone.now().isoformat()}"
        data = {"user": to.pk, "role": ClubRole.OWNER.label}
        tell("handed-over", key, club=club, actor=actor, data=data)


def add(*, club: Club, user: User, role: ClubRole) -> tuple[Membership, bool]:
    """Let somebody in, under the club's lock; a member whose role is lower is raised to this one.

    Part of the operation that knows why. Returns the place and whether it has changed. Who is banned is refused.
    """
    if is_banned(club.pk, user):
        raise Refusal(banned_from(club))
    place, is_new = Membership.objects.get_or_create(club=club, user=user, defaults={"role": role})
    if is_new:
        FormerMember.objects.filter(club=club, name__iexact=user.get_username()).delete()
        Award.objects.filter(club=club, user=None, name__iexact=user.get_username()).update(user=user)
        tell("member-joined", f"{place.pk}", club=club, actor=user, data={"user": user.pk, "role": role.label})
    elif place.role < role:
        _set_role(club, place, role, user)
    else:
        return place, False
    return place, True


def leave(*, actor: User, club: Club) -> None:
    """Leave a club, and with it every seat in those of its campaigns that are running. The last owner stays."""
    with locked(club.pk, archived_too=True) as club:
        place = place_or_refusal(club, actor)
        if place.role == ClubRole.OWNER and not _owners(club).exclude(pk=place.pk).exists():
            raise Refusal(f"You are the only owner of {club.name}. Hand the club over first, then leave.")
        part_with(club, place, actor)
        note(ModerationEntry.Act.LEFT, actor=actor, club=club, what=ClubRole(place.role).label)


def remove(*, actor: User, club: Club, user: User) -> None:
    """Remove a member, who gives up the same as one who leaves."""
    with locked(club.pk) as club:
        own = refuse_unless(club, actor, ClubRole.UMPIRE, "Only owners and umpires of a club remove members.")
        place = place_or_refusal(club, user)
        if place.pk == own.pk:
            raise Refusal("You cannot remove yourself: leave the club instead.")
        refuse_unless_below(own, place, "Only an owner removes an umpire or an owner.")
        part_with(club, place, actor)
        note(ModerationEntry.Act.REMOVED, actor=actor, club=club, whom=user)


def part_with(club: Club, place: Membership, actor: User) -> None:
    """End a membership, part of the operation that knows why. Campaigns of the club that they own pass on."""
    user = place.user
    key, role = str(place.pk), ClubRole(place.role).label
    place.delete()
    nights.forget(club, user)
    heir = heir_of(club)
    for campaign in campaigns_left(club, user):
        if not campaign.is_finished:
            seats.give_up_seats(actor=actor, campaign=campaign, user=user)
        if campaign.owner_id == user.pk:
            seats.pass_on(actor=actor, campaign=campaign, user=heir)
    tell("member-left", key, club=club, actor=actor, data={"user": user.pk, "role": role})


def heir_of(club: Club) -> User:
    """Whose a campaign of the club becomes whose own owner goes: the club's owner who has been there longest."""
    return _owners(club).select_related("user").order_by("joined_at", "pk")[0].user


def campaigns_left(club: Club, user: User) -> list[Campaign]:
    """Those that somebody gives up who leaves the club: running ones in which they sit or stand in, and all that they
    own."""
    sits = Seat.objects.filter(Q(user=user) | Q(stand_in=user)).values("campaign")
    running = Campaign.objects.filter(club=club, pk__in=sits, status=Campaign.Status.RUNNING)
    owned = Campaign.objects.filter(club=club, owner=user)
    return list((running | owned).order_by("pk"))


def start_campaign(
    *,
    actor: User,
    club: Club,
    pack: Pack,
    name: str,
    flown_by: Mapping[str, Flyer],
    men: Iterable[Man] | None = None,
    seed: int | None = None,
    of_men: Mapping[str, str] | None = None,
) -> Campaign:
    """Begin a campaign of the club. Its umpires do; whoever flies neither side sits there as umpire.

    Without a seed it is drawn.
    """
    with locked(club.pk) as club:
        refuse_unless_starts(club, actor)
        posts.write_in(club, actor, field="name", counts=False)
        return campaign_operations.start_campaign(
            actor=actor, pack=pack, name=name, seats=flown_by, seed=seed, club=club, men=men, of_men=of_men
        )


def refuse_unless_starts(club: Club, actor: User) -> None:
    refuse_unless(club, actor, ClubRole.UMPIRE, "Only umpires and owners of a club start campaigns for it.")


def move_campaign(*, actor: User, campaign: Campaign, club: Club | None) -> Campaign:
    """Give a campaign to a club of which its owner is an umpire, or take it back; every member of the club reads it.

    Seats stay as they are.
    """
    with transaction.atomic():
        for pk in sorted({pk for pk in (campaign.club_id, club.pk if club else None) if pk is not None}):
            held = Club.objects.select_for_update().get(pk=pk)
            if club is not None and pk == club.pk:
                refuse_if_archived(held)
        with campaign_operations.locked(campaign.pk) as campaign:
            if campaign.owner_id != actor.pk:
                raise Refusal("Only its owner says whose a campaign is.")
            if club is not None:
                refuse_unless_starts(club, actor)
            if campaign.club_id == (club.pk if club else None):
                return campaign
            if club is not None:
                posts.write_in(club, actor, counts=False)
                _refuse_banned_seats(campaign, club)
            campaign.club = club
            campaign.save(update_fields=["club"])
            if club is not None:
                key = f"{campaign.pk} {timezone.now().isoformat()}"
                tell("campaign-moved", key, campaign=campaign, club=club, actor=actor)
    return campaign


def _refuse_banned_seats(campaign: Campaign, club: Club) -> None:
    """Nobody comes back by a campaign that moves in."""
    banned = banned_people(club.pk).values("pk")
    sits = Seat.objects.filter(Q(user__in=banned) | Q(stand_in__in=banned), campaign=campaign)
    found = User.objects.filter(pk__in=banned).filter(Q(pk__in=sits.values("user")) | Q(pk__in=sits.values("stand_in")))
    if names := sorted(user.get_username() for user in found):
        raise Refusal(
            f"{club.name} has banned {' and '.join(names)}, who would sit in its campaign. "
            "Take the seat away first, or lift the ban.",
            "club",
        )
