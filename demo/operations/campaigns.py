"""The campaigns of the demo, by the operations of those who play them; the engine flies what they plan."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Pack, Role
from campaigns.operations import players, seats, terms
from campaigns.packs.schema import Side
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.seats import squadrons_of
from clubs.models import Club
from clubs.operations import clubs
from demo.operations.people import People
from missions.flights import context, flying
from missions.models import Job, Mission
from missions.operations import after_action_reports, comments, debriefs, drawing, flights, jobs, orders, prints
from missions.planning import staff
from missions.prints.registry import PrintRequest

BATTLE, BATTLE_SEED = "battle-of-britain", 1940
LAND, LAND_SEED = "rommel-attacks", 1941
WEEK = 7 * 24
FLOWN = 13
"""Missions of the battle that lie behind the club."""
PLANS_LEFT = 1
"""What a side's staff is told of the missions that are left: people spend what they have."""

STORIES = {
    3: "We had the height for once. **Greta** says that she never saw us; we believe her.",
    8: "Two came home on one magneto between them. The fitters are not speaking to us.",
    13: "Nobody is tired, everybody says so. The kettle is the only thing here that has slept.",
}
TALK = (
    (5, "Could we please stop meeting their escorts at *their* altitude?"),
    (9, "I bring the big map on Thursday. Somebody else brings biscuits."),
    (13, "Fourteen is drawn on Thursday, then: who flies the Hurricanes?"),
)


def begin_battle(people: People, club: Club) -> Campaign:
    """The Battle of Britain, which the club plays together against the staff: a deadline of a week each mission."""
    begun = _begin(people, club, BATTLE, "The Battle, on Thursdays", BATTLE_SEED)
    _seat(people, begun, people.commander, Role.COMMANDER, "allied")
    squadrons = [slug for slug, _ in squadrons_of(standings.standing_of(begun), "allied")]
    for leader, squadron in zip(people.leaders, squadrons, strict=False):
        seats.give_seat(
            actor=people.founder, campaign=begun, user=leader, role=Role.LEADER, side="allied", squadron=squadron
        )
    for user in people.allied:
        _seat(people, begun, user, Role.PILOT, "allied")
    _seat(people, begun, people.intelligence, Role.INTELLIGENCE, "axis")
    for user in people.axis:
        _seat(people, begun, user, Role.PILOT, "axis")
    _seat(people, begun, people.reader, Role.READER, "")
    _share_men(people, begun)
    terms.change_terms(actor=people.founder, campaign=begun, orders_hours=WEEK, late="staff", opens="together")
    begun.refresh_from_db()
    return begun


def begin_land(people: People, club: Club) -> Campaign:
    """A short campaign of the desert, in which people command both sides."""
    begun = _begin(people, club, LAND, "Over Tobruk", LAND_SEED)
    _seat(people, begun, people.leaders[0], Role.COMMANDER, "allied")
    _seat(people, begun, people.axis[0], Role.COMMANDER, "axis")
    for side, users in (("allied", people.allied), ("axis", people.axis[1:])):
        for user in users:
            _seat(people, begun, user, Role.PILOT, side)
    begun.refresh_from_db()
    return begun


def why_not() -> str:
    """Why a site cannot have these campaigns yet, in a sentence; empty if it can. One query."""
    there = set(_packs().values_list("slug", flat=True))
    return (
        "" if {BATTLE, LAND} <= there else "The packs of the house are not loaded yet: `manage.py prepare` does that."
    )


def _packs() -> QuerySet[Pack]:
    """The house's own, the newest version of each first."""
    return Pack.objects.filter(slug__in=(BATTLE, LAND), owner=None, on_shelf=True).order_by("-pk")


def _begin(people: People, club: Club, slug: str, name: str, seed: int) -> Campaign:
    return clubs.start_campaign(
        actor=people.founder,
        club=club,
        pack=_packs().filter(slug=slug)[0],
        name=name,
        flown_by={"allied": "staff", "axis": "staff"},
        seed=seed,
    )


def _seat(people: People, campaign: Campaign, user: User, role: Role, side: str) -> None:
    seats.give_seat(actor=people.founder, campaign=campaign, user=user, role=role, side=side)


def _share_men(people: People, campaign: Campaign) -> None:
    """Everybody who flies has a man of his own."""
    of_side: dict[Side, tuple[User, ...]] = {"allied": (*people.leaders, *people.allied), "axis": people.axis}
    for side, users in of_side.items():
        for user, pilot in zip(users, campaign.pilots.filter(side=side, on_roster=True).order_by("pk"), strict=False):
            players.give_pilot(actor=people.founder, campaign=campaign, pilot=pilot, player=user)


def fly_next(people: People, campaign: Campaign) -> Mission:
    """The next mission from its draw to its debrief, with what is said about it where something is."""
    mission = draw_next(people, campaign)
    sign_for_people(mission)
    mission.refresh_from_db()
    if context.why_grounded(mission):
        debriefs.ground_mission(actor=people.founder, mission=mission, key=uuid4())
        return mission
    game = flying.play(mission)
    report = context.in_campaign_terms(mission, game.report())
    flights.store_flight(mission=mission, record=str(game.record), report=report, key=uuid4())
    debriefs.debrief(actor=people.founder, mission=mission, key=uuid4())
    return mission


def draw_next(people: People, campaign: Campaign) -> Mission:
    """The next mission on the board; a period begins if it is time."""
    while definition_of(campaign).has_periods:
        period = standings.standing_of(campaign).period
        if period is not None and not period.is_over:
            break
        drawing.open_period(actor=people.founder, campaign=campaign)
    return drawing.draw_mission(actor=people.founder, campaign=campaign)


def sign_for_people(mission: Mission) -> None:
    """The commanders who are people sign what their staff proposes."""
    for seat in mission.campaign.seats.filter(role=Role.COMMANDER, user__isnull=False).select_related("user"):
        side: Side = "allied" if seat.side == "allied" else "axis"
        assert seat.user is not None, "filtered"
        plan = staff.plan(context.choices(mission, side), seed=mission.campaign.seed, missions_left=PLANS_LEFT)
        orders.sign_orders(actor=seat.user, mission=mission, side=side, document=plan.as_json())


def talk_about(people: People, mission: Mission) -> None:
    """What the Allied side tells of a mission of the battle, and what is said over the table."""
    if (story := STORIES.get(mission.number)) is not None:
        after_action_reports.tell_story(actor=people.commander, mission=mission, side="allied", text=story)
    for number, text in TALK:
        if number == mission.number:
            comments.comment(actor=people.allied[0], campaign=mission.campaign, mission=mission, text=text)


def print_book(people: People, campaign: Campaign) -> None:
    """The book of a campaign that is over, as every member of the club may read it."""
    campaign = with_seats().get(pk=campaign.pk)
    of = viewer(campaign, people.reader)
    assert of is not None, "the reader is a member of the club"
    asked = PrintRequest(campaign=campaign, viewer=of, paper="A4", site=settings.BASE_URL)
    prints.order(actor=people.reader, document="book", asked=asked)
    job = jobs.begin(Job.objects.get(owner=people.reader, kind=jobs.PRINT).pk)
    if job is not None:  # a worker was not quicker
        prints.make(job)
        jobs.finish(job.pk, "It is ready.")
