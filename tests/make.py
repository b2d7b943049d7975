"""What tests begin with, made by the same operations as people use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.utils import timezone
from PIL import Image

import engine
from campaigns.catalogue.library import FIXTURES, library
from campaigns.models import Campaign, Pack, Role, ShelfCard
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import cards, packs, seats
from campaigns.operations.campaigns import Flyer
from campaigns.packs import read_pack
from campaigns.packs.card_files import copy_of
from campaigns.packs.cards import aircraft_card, read_cards
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import journal_entries, standings
from campaigns.selectors.cards import nations_of_shelf
from campaigns.selectors.definitions import definition
from campaigns.sequence import draws
from clubs.models import Club, ClubRole, DatePoll, Invitation, Night, Season, SeasonGame
from clubs.operations import clubs as club_operations
from clubs.operations import invitations, nights, polls, public, seasons, showcase
from clubs.operations.locks import locked as club_lock
from clubs.operations.nights import Announcement
from clubs.operations.polls import Question
from config.common import seeds
from demo.models import Demo
from demo.operations import demos
from demo.tasks import fill
from missions import tasks
from missions.flights import context, flying
from missions.flights.context import sheet_of
from missions.models import Debrief, Flight, Game, Job, Mission, OwnPilot, Skirmish, Submission
from missions.operations import (
    arrivals,
    claims,
    comments,
    debriefs,
    drawing,
    flights,
    games,
    jobs,
    own_pilots,
    skirmish_tables,
    skirmishes,
    submissions,
)
from missions.operations.counted_operations import count_operation
from missions.operations.games import GameTerms, SeatPlan
from missions.operations.orders import open_orders, sign_orders
from missions.operations.table import record_table
from missions.planning import staff
from missions.planning.choices import Choices
from missions.planning.orders import SideOrders, read
from missions.planning.validation import validated
from missions.results.outcomes import AircraftOutcome, Outcome
from notices.models import Webhook
from notices.operations import webhooks
from tests.cast import Cast
from tests.drawing import draw
from tests.kept import handed_out

DOGFIGHTS = "desert-dogfights"
LAND = "rommel-attacks"
EVERY_TYPE = "narrow-sea"
"""A land campaign with a mission of every type."""


PERIODS = "little-front"
"""A progressive campaign of the tests' own, with one of everything that periods have."""
OPERATION = "two-days"
"""An operation of the tests' own, with carriers."""
OWN_PACKS = Path(__file__).parent / "packs"


@cache
def source(slug: str) -> str:
    """The text of a pack that ships with the house, or of one of the tests' own."""
    shipped = FIXTURES / "packs" / f"{slug}.toml"
    return (shipped if shipped.exists() else OWN_PACKS / f"{slug}.toml").read_text(encoding="utf-8")


def with_version(text: str, version: str) -> str:
    """The text of a pack as another version of it."""
    return re.sub(r'(?m)^version = ".*"', f'version = "{version}"', text, count=1)


@handed_out
def pack(slug: str = DOGFIGHTS) -> Pack:
    """A pack, loaded."""
    return packs.load_pack(source(slug), f"{slug}.toml")[0]


def card(owner: User, slug: str = "hurricane-i", *, club: Club | None = None, **changed: Any) -> ShelfCard:
    """A card on somebody's shelf or the club's, made of a type of the house's with what is ``changed``."""
    known = library().aircraft[slug]
    nations = nations_of_shelf(owner, known.system, club)
    made, wrong = aircraft_card(known.system, slug, {**copy_of(slug), **changed}, nations)
    assert made is not None, wrong
    cards.put_on_shelf(actor=owner, system=known.system, cards={"aircraft": {slug: made}}, club=club)
    whose = {"club": club} if club else {"owner": owner}
    return ShelfCard.objects.filter(**whose, system=known.system, kind="aircraft", written=slug).latest("version")


KIND_CARDS: dict[str, dict[str, Any]] = {
    "targets": {
        "name": "The dam", "class": "industrial", "area_flak": 1, "target_flak": 2,
        "damage": {"hit": 1}, "levels": [{"name": "Breached", "damage": 3, "points": 5}],
    },
    "nations": {"name": "Siam", "roundel": ["#b3282d", "#ffffff", "#27477f"]},
    "men": {"services": {"RTAF": [{"name": "Somchai Dee"}, {"name": "Anan Suk", "skills": ["A"]}]}},
}  # fmt: skip


def kind_card(
    owner: User, kind: str, slug: str, *, club: Club | None = None, system: str = "wildblue", **changed: Any
) -> ShelfCard:
    """A target, a nation or a list of men on somebody's shelf or the club's."""
    nations = nations_of_shelf(owner, system, club)
    made = read_cards({"system": system, "cards": {kind: {slug: {**KIND_CARDS[kind], **changed}}}}, nations)
    assert not made.wrong, made.wrong
    cards.put_on_shelf(actor=owner, system=system, cards=made.by_kind, club=club)
    whose = {"club": club} if club else {"owner": owner}
    return ShelfCard.objects.filter(**whose, system=system, kind=kind, written=slug).latest("version")


@handed_out
def campaign(
    owner: User, slug: str = DOGFIGHTS, *, allied: Flyer = "me", axis: Flyer = "staff", seed: int = 7
) -> Campaign:
    """A campaign that has just begun."""
    return campaign_operations.start_campaign(
        actor=owner, pack=pack(slug), name="Desert evenings", seats={"allied": allied, "axis": axis}, seed=seed
    )


@cache
def seed_that_draws(slug: str, key: str, number: int = 1) -> int:
    """A campaign seed with which the pack's mission ``key`` is the ``number``-th one drawn."""
    definition = read_pack(source(slug), f"{slug}.toml")
    for seed in range(10_000):
        flown = list[str]()
        for each in range(1, number + 1):
            key_drawn = draw(definition, each, flown, seeds.chance(seed, "draw", each)).key
            flown.append(key_drawn)
        if key_drawn == key:
            return seed
    raise AssertionError(f"no seed draws {key}")


@handed_out
def land_mission(owner: User, key: str, number: int = 1, slug: str = LAND) -> Mission:
    """The mission ``key`` of a land campaign, as its ``number``-th; the owner flies both sides."""
    begun = campaign(owner, slug, allied="me", axis="me", seed=seed_that_draws(slug, key, number))
    for _ in range(number - 1):
        debriefed(begun)
    return drawn(begun)


@handed_out
def club(cast: Cast, slug: str = DOGFIGHTS, *, seed: int = 7) -> Campaign:
    """A campaign in which everybody but the stranger has a seat: a person commands each side."""
    begun = campaign(cast.owner, slug, allied="staff", axis="staff", seed=seed)
    for user, role, side in (
        (cast.umpire, Role.UMPIRE, ""),
        (cast.allied, Role.COMMANDER, "allied"),
        (cast.axis, Role.COMMANDER, "axis"),
        (cast.pilot, Role.PILOT, "allied"),
        (cast.reader, Role.READER, ""),
    ):
        seats.give_seat(actor=cast.owner, campaign=begun, user=user, role=role, side=side)
    return begun


@handed_out
def duel(cast: Cast, slug: str = PERIODS) -> Campaign:
    """A campaign whose owner commands the Allied side himself: no umpire's seat shows him what the Axis has."""
    begun = campaign(cast.owner, slug, allied="me", axis="staff")
    for user, role, side in ((cast.axis, Role.COMMANDER, "axis"), (cast.umpire, Role.UMPIRE, "")):
        seats.give_seat(actor=cast.owner, campaign=begun, user=user, role=role, side=side)
    return begun


def plan(mission: Mission, side: Side) -> SideOrders:
    """Orders that ``side`` may sign: what the staff would do."""
    return staff.plan(context.choices(mission, side), seed=1, missions_left=1)


def orders(mission: Mission, side: Side) -> dict[str, Any]:
    """The same as JSON, to be changed by a test."""
    return plan(mission, side).as_json()


def orders_without_resources(mission: Mission, side: Side) -> dict[str, Any]:
    """What the staff would do if it had none."""
    choices = replace(context.choices(mission, side), resources=())
    return staff.plan(choices, seed=1, missions_left=1).as_json()


def checked(choices: Choices, document: object) -> dict[str, Any]:
    """Orders that somebody hands in, checked against the choices, as a row would hold them."""
    return validated(choices, read(document)).as_json()


def picture(colour: str = "#a03020", size: tuple[int, int] = (90, 60), kind: str = "PNG") -> bytes:
    """A file of a picture, all of one colour."""
    target = BytesIO()
    Image.new("RGB", size, colour).save(target, kind)
    return target.getvalue()


def commander(campaign: Campaign, side: Side) -> User | None:
    return campaign.seats.get(side=side, role=Role.COMMANDER).user


@handed_out
def period(campaign: Campaign) -> None:
    """The next period that has a mission begins, if it is time."""
    while definition(campaign.pack).has_periods:
        standing = standings.standing_of(campaign)
        if standing.is_over or not (standing.period is None or standing.period.is_over):
            break
        drawing.open_period(actor=campaign.owner, campaign=campaign)


@handed_out
def drawn(campaign: Campaign) -> Mission:
    """The next mission, nothing signed but by the staff; a period begins if it is time."""
    period(campaign)
    return drawing.draw_mission(actor=campaign.owner, campaign=campaign)


@handed_out
def planned(campaign: Campaign) -> Mission:
    """The next mission with both sides' orders signed."""
    mission = drawn(campaign)
    for side in SIDES:
        if (user := commander(campaign, side)) is not None:
            sign_orders(actor=user, mission=mission, side=side, document=orders(mission, side))
    mission.refresh_from_db()
    return mission


@handed_out
def on_paper(campaign: Campaign) -> Mission:
    """The first mission, entered from paper; nobody has said who flew."""
    stage = definition(campaign.pack).stages[0]
    standing = standings.standing_of(campaign)
    key = draws.open_missions(standing.pack, standing, stage)[0]
    return drawing.draw_on_paper(actor=campaign.owner, campaign=campaign, key=key, date=stage.first)


@handed_out
def opened(campaign: Campaign) -> Mission:
    """The next mission with both sides' orders open on the table."""
    return open_orders(mission=planned(campaign))


@handed_out
def recorded(campaign: Campaign, outcome: Outcome | None = None) -> Mission:
    """The next mission, flown at the table; by default both sides' first Leaders fared badly."""
    mission = planned(campaign)
    record(mission, outcome)
    return mission


@handed_out
def record(mission: Mission, outcome: Outcome | None = None) -> Flight:
    """A mission whose orders are signed, flown at the table."""
    flight = record_table(actor=mission.campaign.owner, mission=mission, outcome=outcome or rough(mission), key=uuid4())
    mission.refresh_from_db()
    return flight


def rough(mission: Mission) -> Outcome:
    """The first aircraft of each side was hit by that of the other: the Axis one destroyed, the Allied one damaged."""
    asked = sheet_of(mission)
    first = {side: next((line.key for line in asked.lines if line.side == side), None) for side in SIDES}
    fates: tuple[tuple[Side, str, Side], ...] = (("axis", "destroyed", "allied"), ("allied", "damaged", "axis"))
    return Outcome(
        aircraft=tuple(
            AircraftOutcome(key, status=status, by=first[by] or "")
            for side, status, by in fates
            if (key := first[side]) is not None
        ),
        answers={each.name: each.options[0].value for each in asked.questions if each.kind == "choice"},
        notes="Written down between two rounds.",
    )


@handed_out
def flown(campaign: Campaign) -> Mission:
    """The next mission, flown by the engine."""
    mission = planned(campaign)
    fly(mission)
    return mission


@handed_out
def fly(mission: Mission) -> None:
    """Have the engine fly a mission whose orders are signed."""
    game = flying.play(mission)
    report = context.in_campaign_terms(mission, game.report())
    flights.store_flight(mission=mission, record=str(game.record), report=report, key=uuid4())
    mission.refresh_from_db()


@handed_out
def debriefed(campaign: Campaign, outcome: Callable[[Mission], Outcome] | None = None) -> Mission:
    """The next mission, flown at the table and debriefed; grounded, if nobody can fly it."""
    mission = planned(campaign)
    if context.why_grounded(mission):
        debriefs.ground_mission(actor=campaign.owner, mission=mission, key=uuid4())
    else:
        record(mission, outcome(mission) if outcome else None)
        debrief(mission)
    mission.refresh_from_db()
    return mission


@handed_out
def finished(campaign: Campaign) -> list[Mission]:
    """Every mission that is left, debriefed; a campaign whose last weeks are lost to the weather ends without."""
    flown: list[Mission] = []
    while True:
        standing = standings.standing_of(campaign)
        if standing.is_over:
            campaign.refresh_from_db()
            return flown
        if standing.pack.has_periods and (standing.period is None or standing.period.is_over):
            drawing.open_period(actor=campaign.owner, campaign=campaign)
            continue
        flown.append(debriefed(campaign))


def fought(campaign: Campaign, most: int = 1_000) -> list[Mission]:
    """The missions that are left, at most so many, flown by the engine and debriefed; grounded, if nobody can fly."""
    fought: list[Mission] = []
    while len(fought) < most and not standings.standing_of(campaign).is_over:
        mission = planned(campaign)
        if context.why_grounded(mission):
            debriefs.ground_mission(actor=campaign.owner, mission=mission, key=uuid4())
        else:
            fly(mission)
            debrief(mission)
        fought.append(mission)
    campaign.refresh_from_db()
    return fought


def brought_in(*, actor: User, content: bytes) -> Campaign:
    """The campaign of a file."""
    return arrivals.at_once(actor=actor, name="campaign.json", content=content)


@handed_out
def counted(campaign: Campaign) -> Mission:
    """The next mission of a Land campaign, which an operation of its owner's counts as."""
    operation = campaign_operations.start_campaign(
        actor=campaign.owner,
        pack=pack(OPERATION),
        name="Malta convoy",
        seats={"allied": "me", "axis": "me"},
        seed=7,
    )
    finished(operation)
    return count_operation(actor=campaign.owner, campaign=campaign, operation=operation.pk)


def skirmish(owner: User, system: str = "wildblue", scenario: str = "duel", **said: Any) -> Skirmish:
    """A scenario of a game, ordered."""
    setup = engine.systems()[system].scenarios()[scenario].setup
    terms: dict[str, Any] = {"key": uuid4(), "title": "Over the Channel", "doctrines": {}, "seed": 7} | said
    return skirmishes.order(actor=owner, system=system, setup=setup, **terms)


def table_skirmish(owner: User, system: str = "wildblue", scenario: str = "duel") -> Skirmish:
    """A scenario of a game, set up to be played at a table."""
    setup = engine.systems()[system].scenarios()[scenario].setup
    return skirmishes.put_on_table(actor=owner, key=uuid4(), title="Over the Channel", system=system, setup=setup)


def own_pilot(owner: User) -> OwnPilot:
    """A pilot of somebody's own, with a skirmish at the table in his book."""
    skirmish = table_skirmish(owner)
    skirmish_tables.tell(actor=owner, skirmish=skirmish, outcome=Outcome(), key=uuid4())
    return own_pilots.enter(actor=owner, skirmish=skirmish, unit="allied-1", seat="leader", name="Pat O’Shea").pilot


def flown_skirmish(owner: User, system: str = "wildblue", scenario: str = "duel", **said: Any) -> Skirmish:
    """A scenario of a game, flown."""
    ordered = skirmish(owner, system, scenario, **said)
    tasks.fly_skirmish(str(ordered.job_id))
    return Skirmish.objects.select_related("job").get(pk=ordered.pk)


def game(
    owner: User,
    system: str = "wildblue",
    scenario: str = "duel",
    *,
    terms: GameTerms | None = None,
    **others: User | None,
) -> Game:
    """A scenario of a game on screen, in which ``owner`` decides for the Allied side.

    Of a side that is named, somebody else does, or whoever comes with the link; of all others the staff.
    """
    setup = engine.systems()[system].scenarios()[scenario].setup
    seats = [SeatPlan(side="allied", user=owner)]
    for side in engine.systems()[system].sides:
        if side != "allied":
            seats.append(SeatPlan(side=side, user=others.get(side), is_open=side in others and others[side] is None))
    return games.begin_skirmish(
        actor=owner,
        key=uuid4(),
        title="Over the Channel",
        system=system,
        setup=setup,
        seats=seats,
        terms=terms or GameTerms(),
    )


def it_waits(game: Game, since: timedelta) -> None:
    """Its open decision has waited for so long, and whoever is waited for had no hours of his gone before."""
    began = timezone.now() - since
    hours = None if game.hours is None else timedelta(hours=game.hours)
    Game.objects.filter(pk=game.pk).update(waits_since=began, late_at=hours and began + hours)


def job_of(skirmish: Skirmish) -> Job:
    """The work that flies a skirmish; one on screen has none."""
    assert skirmish.job is not None
    return skirmish.job


def moved(job: Job, done: int, total: int) -> None:
    """Its worker tells how far it has come, a second after it began."""
    with patch("missions.operations.jobs.monotonic", side_effect=[100.0, 101.0]):
        jobs.progress(job.pk)(done, total)


def version(campaign: Campaign) -> str:
    """What a preview page hands on."""
    return journal_entries.version(campaign)


@handed_out
def debrief(mission: Mission) -> Debrief:
    return debriefs.debrief(actor=mission.campaign.owner, mission=mission, key=uuid4())[0]


def flight(mission: Mission) -> Flight:
    return Flight.objects.get(mission=mission)


@handed_out
def people_of(cast: Cast, name: str = "Ready Room Flyers", time_zone: str = "Europe/London") -> Club:
    """A club of everybody but the stranger: its owner, an umpire, three players, a reader."""
    founded = club_operations.found(actor=cast.owner, name=name, time_zone=time_zone)
    with club_lock(founded.pk) as held:
        for user, role in (
            (cast.umpire, ClubRole.UMPIRE),
            (cast.allied, ClubRole.PLAYER),
            (cast.axis, ClubRole.PLAYER),
            (cast.pilot, ClubRole.PLAYER),
            (cast.reader, ClubRole.READER),
        ):
            club_operations.add(club=held, user=user, role=role)
    return founded


def said(begins: datetime, **more: Any) -> Announcement:
    """What is said of a night that begins then, by the clock of the moment's own zone."""
    words: dict[str, Any] = {"title": "Malta evening", "ends": time(23), "place": "The Crown, upstairs"} | more
    return Announcement(day=begins.date(), begins=begins.time().replace(second=0, microsecond=0), **words)


def poll(club: Club, actor: User, **said: Any) -> DatePoll:
    """A poll about three evenings in two weeks' time."""
    first = timezone.now().date() + timedelta(days=14)
    days = [first + timedelta(days=number) for number in range(3)]
    words: dict[str, Any] = {"title": "Crete evening", "begins": time(19, 30), "ends": time(23), "place": "The Crown"}
    return polls.ask(actor=actor, club=club, question=Question(**{"days": days} | words | said))


def season(cast: Cast, **said: Any) -> Season:
    """A season that the Allied commander (or another ``organiser``) opens in a club of everybody but the stranger; the
    Axis one takes part."""
    organiser = said.pop("organiser", cast.allied)
    club = Club.objects.first() or people_of(cast)
    today = timezone.now().date()
    days: dict[str, Any] = {"begins_on": today - timedelta(days=30), "ends_on": today + timedelta(days=30)}
    terms = seasons.SeasonTerms(**{"title": "Winter league", **days} | said)
    opened = seasons.open_season(actor=organiser, club=club, terms=terms)
    seasons.take_part(actor=cast.axis, season=opened)
    return opened


def entered(cast: Cast, season: Season) -> SeasonGame:
    """A duel at the table that the Allied commander has told and entered in a season; the Axis one is to confirm it."""
    skirmish = table_skirmish(cast.allied)
    won = Outcome(aircraft=(AircraftOutcome("axis-1 leader", status="destroyed", by="allied-1 leader"),))
    skirmish_tables.tell(actor=cast.allied, skirmish=skirmish, outcome=won, key=uuid4())
    skirmish.refresh_from_db()
    return seasons.enter(actor=cast.allied, season=season, skirmish=skirmish, opponent=cast.axis, side="allied")


def night(club: Club, actor: User, *, days: int = 7, **more: Any) -> Night:
    """A night of a club, in so many days at 19:30 by its clock."""
    begins = datetime.now(ZoneInfo(club.time_zone)).replace(hour=19, minute=30) + timedelta(days=days)
    return nights.announce(actor=actor, club=club, said=said(begins, **more))[0]


@handed_out
def confirmed(campaign: Campaign, *, tables: int = 1, merge: str = "mean", hours: int | None = None) -> Campaign:
    """The campaign with results that the other side confirms and the umpire approves."""
    Campaign.objects.filter(pk=campaign.pk).update(results="confirmed", tables=tables, merge=merge, result_hours=hours)
    campaign.refresh_from_db()
    return campaign


def told(mission: Mission, actor: User, outcome: Outcome | None = None, *, table: int = 1) -> Submission:
    """A result of a mission whose orders are open, told by ``actor``."""
    return submissions.submit(
        actor=actor, mission=mission, table_number=table, outcome=outcome or rough(mission), key=uuid4()
    )


@handed_out
def of_a_club(campaign: Campaign) -> Mission:
    """The next mission of a campaign that belongs to a club of everybody but the stranger."""
    cast = Cast(**{user.get_username(): user for user in User.objects.filter(username__in=Cast.__slots__)})
    club_operations.move_campaign(actor=campaign.owner, campaign=campaign, club=people_of(cast))
    campaign.refresh_from_db()
    return drawn(campaign)


@handed_out
def in_showcase(campaign: Campaign) -> Mission:
    """The next mission of a campaign of a club that has a public page."""
    mission = of_a_club(campaign)
    assert campaign.club is not None
    showcase.open_page(actor=campaign.owner, club=campaign.club)
    return mission


@handed_out
def in_public(campaign: Campaign) -> Mission:
    """The next mission of a campaign, debriefed, whose public pages are up."""
    public.open_pages(actor=campaign.owner, campaign=campaign)
    return debriefed(Campaign.objects.get(pk=campaign.pk))


def invitation(club: Club, actor: User, *, role: ClubRole = ClubRole.PLAYER, **said: Any) -> Invitation:
    """A link into a club, good for a week and for one person."""
    terms: dict[str, Any] = {"lasts": timedelta(days=7), "most_uses": 1} | said
    return invitations.invite(actor=actor, club=club, role=role, **terms)


def leader(campaign: Campaign, name: str, side: Side, squadron: str = "") -> User:
    """Somebody who leads a squadron, or drafts for the whole side."""
    user = User.objects.create_user(name, password=name)
    seats.give_seat(actor=campaign.owner, campaign=campaign, user=user, role=Role.LEADER, side=side, squadron=squadron)
    return user


def on_terms(campaign: Campaign, **terms: Any) -> Campaign:
    """The campaign with other terms."""
    Campaign.objects.filter(pk=campaign.pk).update(**terms)
    campaign.refresh_from_db()
    return campaign


def part(mission: Mission, side: Side, squadron: str) -> dict[str, Any]:
    """The part of a squadron in what the staff would do."""
    whole = orders(mission, side)
    return whole | {"units": [unit for unit in whole["units"] if unit.get("squadron") == squadron]}


@handed_out
def led(campaign: Campaign) -> Mission:
    """The next mission, in which the pilot of the cast leads the Allied fighters."""
    user = User.objects.get(username="pilot")
    seats.give_seat(
        actor=campaign.owner,
        campaign=campaign,
        user=user,
        role=Role.LEADER,
        side="allied",
        squadron="frontier-fighters",
    )
    return drawn(campaign)


@handed_out
def claimed(campaign: Campaign) -> Mission:
    """The next mission, debriefed, in which the first Allied man shot down the Axis one that was claimed for him."""
    mission = opened(campaign)
    first = {side: next(line for line in sheet_of(mission).lines if line.side == side) for side in SIDES}
    pilot = campaign.pilots.get(side="allied", name=first["allied"].pilot)
    victim = first["axis"]
    commander_ = commander(campaign, "allied") or campaign.owner
    claims.claim(actor=commander_, mission=mission, pilot=pilot, unit=victim.unit, seat=victim.seat, words="It burned.")
    record(mission)
    debrief(mission)
    mission.refresh_from_db()
    return mission


@handed_out
def talked(campaign: Campaign, side: str = "") -> Mission:
    """The next mission, about which an Allied pilot has said something."""
    mission = drawn(campaign)
    pilot = campaign.seats.get(role=Role.PILOT, side="allied").user
    assert pilot is not None
    comments.comment(actor=pilot, campaign=campaign, mission=mission, text="Climb at dawn.", side=side)
    return mission


def webhook(
    campaign: Campaign,
    url: str = "https://93.184.216.34/hook",
    format: str = "json",
    side: str = "",
    actor: User | None = None,
) -> Webhook:
    """A webhook of a campaign, or of a side, to an address of the public Internet that nobody goes to."""
    return webhooks.add(actor=actor or campaign.owner, campaign=campaign, url=url, format=format, side=side)


@handed_out
def site_owner(cast: Cast) -> User:
    """The stranger of the cast, who owns the site; its packs for the demo are loaded."""
    for slug in ("battle-of-britain", "rommel-attacks"):
        pack(slug)
    User.objects.filter(pk=cast.stranger.pk).update(is_superuser=True)
    return User.objects.get(pk=cast.stranger.pk)


@handed_out
def demo(owner: User) -> Demo:
    """The demo, filled."""
    asked = demos.ask(actor=owner)
    assert asked.job is not None, "it is not filled yet"
    fill(str(asked.job.pk))
    return Demo.objects.get()
