"""Filling the demo: a club of twelve, a battle at its fourteenth mission, a finished campaign with its book, a game.

Each step is made of the operations of those whom it is about. A worker that is lost leaves a half; whoever begins anew
takes that away first, and who is overtaken so stops.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition
from clubs.models import Club, ClubRole
from clubs.operations import clubs, nights, tables
from clubs.operations.locks import locked
from clubs.operations.nights import Announcement
from clubs.selectors.tables import plan_of, suggestion, version
from demo.models import Demo
from demo.operations import campaigns, games
from demo.operations.people import People, invite_people
from demo.operations.removal import remove_what_is_there
from missions.models import Mission
from notices.operations import inbox
from notices.operations.fan_out import tell_all

CLUB = "The Dispersal Hut"
ABOUT = (
    "A made-up club, to be walked into: eleven **Demo** people and you. They fly the *Battle of Britain* together "
    "against the staff, on Thursdays. Whatever you do here goes when the demo is taken away."
)
ZONE = "Europe/London"
THURSDAY = 3

Step = Callable[[int, int], None]
"""Is told how many steps of how many are done; raises what shall end the filling."""


def fill(demo: Demo, on_step: Step = lambda done, total: None) -> float:
    """Fill the demo that has been asked for; returns the seconds that it took. One that is filled is left as it is."""
    if demo.seconds is not None:
        return demo.seconds
    began = monotonic()
    remove_what_is_there(demo)
    people = invite_people(demo)
    club = _found(people)
    battle, land = campaigns.begin_battle(people, club), campaigns.begin_land(people, club)
    total = campaigns.FLOWN + definition(land.pack).missions_in_all + 3
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        on_step(done, total)

    for _ in range(campaigns.FLOWN):
        campaigns.talk_about(people, campaigns.fly_next(people, battle))
        step()
    while not standings.standing_of(land).is_over:
        campaigns.fly_next(people, land)
        step()
    campaigns.print_book(people, land)
    step()
    _read_what_has_been(people)
    mission = campaigns.draw_next(people, battle)
    game = games.begin_game(people)
    step()
    _announce(people, club, mission)
    # What has been until now is told to those who were there; the visitor comes to a quiet house.
    tell_all()
    _let_in(people, club, battle, demo.visitor)
    games.hand_over(people, game, demo.visitor)
    step()
    demo.seconds = round(monotonic() - began, 1)
    demo.save(update_fields=["seconds"])
    return demo.seconds


def _found(people: People) -> Club:
    club = clubs.found(actor=people.founder, name=CLUB, about=ABOUT, time_zone=ZONE)
    with locked(club.pk) as held:
        for user in people.members:
            role = ClubRole.READER if user == people.reader else ClubRole.PLAYER
            clubs.add(club=held, user=user, role=role)
    return club


def _read_what_has_been(people: People) -> None:
    """They were there: what waits for them in the end is of the mission that is planned, and of the next nights."""
    tell_all()
    for user in (people.founder, *people.members):
        inbox.read_all(actor=user)


def _announce(people: People, club: Club, mission: Mission) -> None:
    """The next four Thursdays; at the first one's table the next mission of the battle is played."""
    today = datetime.now(ZoneInfo(club.time_zone)).date()
    thursday = today + timedelta(days=(THURSDAY - today.weekday() - 1) % 7 + 1)
    said = Announcement(
        title="Battle night",
        day=thursday,
        begins=time(19, 30),
        ends=time(23),
        place="The Crown, upstairs",
        notes="The kettle is on from seven. **Bring pencils.**",
    )
    night = nights.announce(actor=people.founder, club=club, said=said, weeks=4)[0]
    absent, perhaps = people.axis[2], people.axis[1]
    for user in (people.founder, *people.members):
        answer = "no" if user == absent else "maybe" if user == perhaps else "yes"
        nights.answer(actor=user, night=night, answer=answer)
    tables.lay(actor=people.founder, night=night, mission=mission)
    plan = plan_of(night)
    tables.seat_people(
        actor=people.founder, night=night, places={**suggestion(night, plan)}, expected_version=version(plan)
    )


def _let_in(people: People, club: Club, battle: Campaign, visitor: User) -> None:
    """The visitor is the twelfth, may do all in the club, and commands the Allied side of the battle from now on."""
    with locked(club.pk) as held:
        clubs.add(club=held, user=visitor, role=ClubRole.OWNER)
    seats.give_seat(actor=people.founder, campaign=battle, user=visitor, role=Role.COMMANDER, side="allied")
    seats.give_seat(actor=people.founder, campaign=battle, user=people.commander, role=Role.PILOT, side="allied")
