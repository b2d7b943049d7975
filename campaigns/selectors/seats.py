"""Who plays in a campaign: its seats, whoever stands in, and whoever has no seat yet, for one pair of eyes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User

from campaigns.access import Viewer, is_of_its_club
from campaigns.models import Campaign, Role, Seat, Side
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import known_standing, men_seen, sees_pool
from campaigns.selectors.terms import TermRow, term_rows
from campaigns.standing import Standing
from campaigns.standing.model import Airman
from clubs.models import ClubRole, Membership

PLANNERS: Final = (Role.INTELLIGENCE, Role.LEADER, Role.COMMANDER)
"""Roles that decide for a side: an umpire, who sees both sides' plans, has none of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """One seat, and whoever sits there."""

    pk: int
    side: str
    role: Role
    squadron: str
    """What the squadron is called that its holder leads; empty: the whole side, or the viewer may not know."""
    who: str
    """Empty: the staff."""
    holder: int
    """Their number; 0: the staff."""
    is_mine: bool
    """The viewer holds it."""
    stand_in: str
    """Who acts from it too, now; empty: nobody."""
    until: datetime | None
    is_my_stand_in: bool
    men: tuple[Airman, ...]
    """Its holder's men, of those whom the viewer may know."""

    @property
    def title(self) -> str:
        """``Squadron leader of No. 92``."""
        return f"{self.role.label} of {self.squadron}" if self.squadron else self.role.label

    @property
    def leaving(self) -> str:
        """What comes of its holder leaving it, in words."""
        if self.role == Role.COMMANDER:
            return (
                "Orders that you have signed stay, unless the umpire withdraws them. "
                "The umpires find a new commander, or have the staff plan."
            )
        return "Men whom you play are free again." if self.men else "You get a seat again from an umpire."


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePeople:
    """Those who sit on one side."""

    side: str
    commander: SeatRow | None
    groups: tuple[tuple[str, tuple[SeatRow, ...]], ...]
    """What each kind of seat is called, and those of that kind, none left out that nobody holds."""
    count: int
    """How many people sit here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """All that ``campaign-people`` shows."""

    mine: tuple[SeatRow, ...]
    """The viewer's own seats, and those that he stands in for."""
    my_men: tuple[Airman, ...]
    sides: tuple[SidePeople, ...]
    umpires: tuple[SeatRow, ...]
    readers: tuple[SeatRow, ...]
    seatless: tuple[str, ...]
    """Members of the club who have no seat."""
    owner: str
    is_owner: bool
    is_of_club: bool
    """The viewer is of the campaign's club."""
    may_give: bool
    sees_invitations: bool
    """He may look at the invitations to seats, even when the campaign is archived: there they are withdrawn."""
    joining: tuple[tuple[str, str], ...]
    """Sides on which the viewer may take a pilot's seat himself, with their names."""
    people: tuple[tuple[int, str], ...]
    """Everybody whom a seat may be given to: keys and names."""
    seats: Sequence[tuple[str, list[tuple[str, str]]]]
    """Seats to give: by side, each as a form sends it and as it is called."""
    covered: tuple[tuple[int, str], ...]
    """Seats for which the viewer may name somebody to stand in: keys, and whose they are."""
    terms: tuple[TermRow, ...]
    zone: str
    """By whose clock a day ends."""

    @property
    def needs_a_man(self) -> bool:
        """Of the viewer's men nobody comes back."""
        return bool(self.my_men) and all(man.is_lost and not man.sought for man in self.my_men)

    @property
    def commanders(self) -> str:
        """Who commands, as a form says what was seen when it was opened: ``allied:12 axis:0``."""
        held = ((each.side, each.commander) for each in self.sides)
        return " ".join(f"{side}:{row.holder}" for side, row in held if row is not None)


def people_page(campaign: Campaign, viewer: Viewer) -> PeoplePage:
    """Five queries of a campaign that ``campaign_or_404`` fetched."""
    standing = known_standing(campaign, viewer)
    men: dict[int, list[Airman]] = {}
    for side in Side.values:
        for airman in men_seen(campaign, viewer, standing, side):
            if airman.player_id is not None:
                men.setdefault(airman.player_id, []).append(airman)
    rows = [_row(campaign, viewer, standing, men, seat) for seat in campaign.seats.all()]
    members = club_members(campaign)
    seated = {seat.user_id for seat in campaign.seats.all()}
    may_give = viewer.may(Role.UMPIRE)
    return PeoplePage(
        zone=campaign.time_zone,
        mine=tuple(row for row in rows if row.is_mine or row.is_my_stand_in),
        my_men=tuple(men.get(viewer.user_id, ())),
        sides=tuple(_side(side, rows) for side in Side.values),
        umpires=tuple(row for row in rows if row.role == Role.UMPIRE),
        readers=tuple(row for row in rows if row.role == Role.READER),
        seatless=tuple(each.user.get_username() for each in members if each.user_id not in seated),
        owner=campaign.owner.get_username(),
        is_owner=viewer.is_owner,
        is_of_club=any(each.user_id == viewer.user_id for each in members),
        may_give=may_give,
        sees_invitations=viewer.ranks(Role.UMPIRE),
        joining=_joining(campaign, viewer),
        people=tuple(people_of(campaign, members).items()),
        seats=seats_to_give(campaign, viewer, standing) if may_give else (),
        covered=tuple(
            (row.pk, f"{row.who}: {_full(campaign, row)}")
            for row in rows
            if row.who and (row.is_mine or may_give) and not viewer.is_closed
        ),
        terms=term_rows(campaign),
    )


def asking_for(title: str) -> str:
    """What is said in a campaign's talk for somebody who asks for the command of a side of that title."""
    return f"I would command the {title} side. May I have the seat?"


def commands_asked_for(campaign: Campaign) -> dict[str, str]:
    """By what is said for it: the seats of commanders that the staff holds, as the form that gives seats names them.

    No query for a campaign with its seats.
    """
    titles = side_titles(campaign)
    vacant = (seat.side for seat in campaign.seats.all() if seat.is_staff and seat.role == Role.COMMANDER)
    return {asking_for(titles[side]): f"commander {side}" for side in vacant}


def club_members(campaign: Campaign) -> list[Membership]:
    """Members of the campaign's club with their users, by name; none if it has no club. At most one query."""
    if campaign.club_id is None:
        return []
    return list(Membership.objects.filter(club=campaign.club_id).select_related("user").order_by("user__username"))


def people_of(campaign: Campaign, members: Iterable[Membership]) -> dict[int, str]:
    """Keys and names of the owner, of all who have a seat or stand in, and of the club's members, by name."""
    found: dict[int, User] = {campaign.owner.pk: campaign.owner}
    for seat in campaign.seats.all():
        found |= {user.pk: user for user in (seat.user, seat.stand_in) if user is not None}
    found |= {each.user.pk: each.user for each in members}
    names = {pk: user.get_username() for pk, user in found.items()}
    return dict(sorted(names.items(), key=lambda pair: pair[1].casefold()))


def seats_to_give(
    campaign: Campaign, viewer: Viewer, standing: Standing
) -> Sequence[tuple[str, list[tuple[str, str]]]]:
    """Kinds of seats, by side, as a form sends and names them: ``leader allied no-92``.

    Squadrons only of a side whose squadrons the viewer may know.
    """
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    titles = side_titles(campaign)
    for side in Side.values:
        if side == Side.AXIS and definition_of(campaign).kind == "solitaire":
            continue
        kinds = [
            (f"{role.name.lower()} {side}", role.label) for role in (Role.PILOT, Role.INTELLIGENCE, Role.COMMANDER)
        ]
        kinds.insert(1, (f"leader {side}", f"{Role.LEADER.label} (drafts for the whole side)"))
        if sees_pool(campaign, viewer, side):
            led = [
                (f"leader {side} {key}", f"{Role.LEADER.label} of {title}")
                for key, title in squadrons_of(standing, side)
            ]
            kinds[2:2] = led
        groups.append((titles[side], [(value, f"{titles[side]}: {name}") for value, name in kinds]))
    groups.append(("Neither side", [("umpire", Role.UMPIRE.label), ("reader", Role.READER.label)]))
    return groups


def _joining(campaign: Campaign, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """Sides on which the viewer may take a pilot's seat himself; what he may not is not offered. At most one query."""
    if campaign.joining != Campaign.Joining.FREELY or campaign.is_finished or viewer.is_closed:
        return ()
    if not is_player(campaign, viewer.user_id):
        return ()
    titles = side_titles(campaign)
    shut = {Side.AXIS.value} if definition_of(campaign).kind == "solitaire" else set[str]()
    open_sides = [side for side in Side.values if side not in viewer.sides | shut]
    if viewer.sides and not campaign.both_sides:
        return ()
    return tuple((side, titles[side]) for side in open_sides)


def _row(
    campaign: Campaign, viewer: Viewer, standing: Standing, men: Mapping[int, list[Airman]], seat: Seat
) -> SeatRow:
    squadron = standing.squadrons.get(seat.squadron)
    stand_in = seat.stand_in if seat.is_covered else None
    known = squadron.title if squadron is not None and sees_pool(campaign, viewer, seat.side) else ""
    return SeatRow(
        pk=seat.pk,
        side=seat.side,
        role=Role(seat.role),
        squadron=known,
        who=seat.user.get_username() if seat.user is not None else "",
        holder=seat.user_id or 0,
        is_mine=seat.user_id == viewer.user_id,
        stand_in=stand_in.get_username() if stand_in is not None else "",
        until=seat.stand_in_until if stand_in else None,
        is_my_stand_in=stand_in is not None and stand_in.pk == viewer.user_id,
        men=tuple(man for man in men.get(seat.user_id or 0, ()) if man.side == seat.side),
    )


def _side(side: str, rows: Iterable[SeatRow]) -> SidePeople:
    own = sorted((row for row in rows if row.side == side), key=lambda row: (row.squadron, row.who.casefold()))
    titles = {Role.LEADER: "Squadron leaders", Role.INTELLIGENCE: "Intelligence", Role.PILOT: "Pilots"}
    return SidePeople(
        side=side,
        commander=next((row for row in own if row.role == Role.COMMANDER), None),
        groups=tuple((title, tuple(row for row in own if row.role == role)) for role, title in titles.items()),
        count=len({row.who for row in own if row.who}),
    )


def _full(campaign: Campaign, row: SeatRow) -> str:
    """``Allied squadron leader of No. 92``."""
    title = row.title[0].lower() + row.title[1:]
    return f"{side_titles(campaign)[row.side]} {title}" if row.side else title


def on_both_sides(campaign: Campaign) -> list[str]:
    """Names of those who sit where nobody may unless the terms allow seats on both sides. One query."""
    sides: dict[str, set[str]] = {}
    for seat in campaign.seats.select_related("user", "stand_in"):
        holders = [seat.user, seat.stand_in if seat.is_covered else None]
        places = {seat.side} if seat.side else {"umpire"} if seat.role == Role.UMPIRE else set[str]()
        if seat.role in PLANNERS:
            places.add("planner")
        for holder in holders:
            if holder is not None:
                sides.setdefault(holder.get_username(), set()).update(places)
    return sorted(who for who, at in sides.items() if {*Side.values} <= at or {"umpire", "planner"} <= at)


def takes_part(campaign: Campaign, user: User) -> bool:
    """He owns the campaign, has a seat in it, or is of its club."""
    if campaign.owner_id == user.pk:
        return True
    return campaign.seats.held_by(user.pk).exists() or is_of_its_club(campaign, user.pk)


def is_player(campaign: Campaign, user_id: int) -> bool:
    """A member of the campaign's club who plays, not only reads. One query if it has a club."""
    of_club = Membership.objects.filter(club=campaign.club_id, user=user_id, role__gte=ClubRole.PLAYER)
    return campaign.club_id is not None and of_club.exists()


def squadrons_of(standing: Standing, side: str) -> Iterator[tuple[str, str]]:
    """Key and title of the squadrons that somebody of a side may lead."""
    for squadron in standing.squadrons.values():
        if squadron.side == side and squadron.status != "withdrawn":
            yield squadron.key, squadron.title
