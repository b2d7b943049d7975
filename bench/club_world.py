"""Clubs to measure with, made by the operations that people use.

Only accounts are written in bulk: two hundred passwords would take a minute to hash.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from campaigns.models import Campaign, Role
from campaigns.operations import seats
from clubs.models import Club, ClubRole, Night, Rsvp
from clubs.operations import clubs, nights, tables
from clubs.operations.locks import locked
from clubs.selectors.tables import plan_of, suggestion, version
from config.common.refusals import Refusal
from missions.models import Mission
from missions.operations.orders import sign_orders
from tests import make

PACKS = ("desert-dogfights", "rommel-attacks", "narrow-sea", "battle-of-britain", "malta-1941-42")
ZONE = "Europe/London"
READERS = 4
"""Members who only read, the last ones."""


def people(count: int) -> list[User]:
    """So many accounts, without a password that anybody could use."""
    User.objects.bulk_create(User(username=f"Flyer {number}", password="!") for number in range(1, count + 1))
    return list(User.objects.filter(username__startswith="Flyer ").order_by("pk"))


def club(members: Sequence[User], umpires: int) -> Club:
    """A club of all of them: the first founded it, so many after are umpires, the last few only read."""
    founded = clubs.found(actor=members[0], name="Ready Room Flyers", time_zone=ZONE)
    with locked(founded.pk) as held:
        for number, user in enumerate(members[1:], 1):
            other = ClubRole.READER if user in members[-READERS:] else ClubRole.PLAYER
            role = ClubRole.UMPIRE if number <= umpires else other
            clubs.add(club=held, user=user, role=role)
    return founded


def campaign(
    club: Club, number: int, umpire: User, allied: Sequence[User], axis: Sequence[User], slug: str = ""
) -> Campaign:
    """A campaign of the club: the first of each side commands it, the others are pilots."""
    begun = clubs.start_campaign(
        actor=umpire,
        club=club,
        pack=make.pack(slug or PACKS[number % len(PACKS)]),
        name=f"Campaign {number}",
        flown_by={"allied": "staff", "axis": "staff"},
    )
    for side, flyers in (("allied", allied), ("axis", axis)):
        for place, user in enumerate(flyers):
            role = Role.PILOT if place else Role.COMMANDER
            seats.give_seat(actor=umpire, campaign=begun, user=user, role=role, side=side)
    begun.refresh_from_db()
    return begun


def fifty_campaigns(club: Club, members: Sequence[User], umpires: int, count: int = 50) -> list[Campaign]:
    """Campaigns of six people each, in every state: some of them over, the others a mission or two on, all of
    those missions flown by the engine and debriefed, the next one drawn and half planned."""
    made, players = [], members[1 + umpires : -READERS]
    for number in range(count):
        flyers = [players[(number * 5 + place) % len(players)] for place in range(6)]
        umpire = members[number % (umpires + 1)]
        each = campaign(club, number, umpire, flyers[:3], flyers[3:])
        make.fought(each, 1_000 if number % 3 == 0 and number % len(PACKS) < 2 else 1 + number % 2)
        try:
            mission = make.drawn(each)
        except Refusal:
            pass  # it is over
        else:
            sign_orders(actor=flyers[0], mission=mission, side="allied", document=make.orders(mission, "allied"))
        made.append(each)
    return made


def night(club: Club, umpire: User, days: int, coming: Sequence[User], missions: Sequence[Mission]) -> Night:
    """A night to which these people come, and at whose tables these missions are played, as far as it has room."""
    begins = datetime.now(ZoneInfo(ZONE)).replace(hour=19, minute=30) + timedelta(days=days)
    (held,) = nights.announce(actor=umpire, club=club, said=make.said(begins, notes="Bring *pencils*."))
    answers = Rsvp.Answer.values
    for number, user in enumerate(coming):
        nights.answer(
            actor=user, night=held, answer=answers[number % 5 % 3], note="I bring the map" if not number else ""
        )
    for mission in missions[: tables.MOST_TABLES]:
        tables.lay(actor=umpire, night=held, mission=mission)
    plan = plan_of(held)
    places = {**suggestion(held, plan)}
    tables.seat_people(actor=umpire, night=held, places=places, expected_version=version(plan))
    return held
