"""A campaign of a club in which one side plans in secret, and every address of the house at which somebody may ask.

Whoever adds an address is asked here what its parameters may be.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import AnonymousUser, User
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.http import urlencode

from accounts.operations import records
from api.models import Scope
from api.operations import discord, tokens
from campaigns.access import Viewer, viewer, with_seats
from campaigns.forms import changes, pictures, pilots
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.packs.schema import Side
from campaigns.selectors import csv
from clubs.models import Club
from clubs.operations.public import open_pages
from clubs.operations.showcase import open_page
from missions.games.guide import guides
from missions.models import Mission
from missions.operations import orders
from missions.prints.page import print_page
from notices.models import Webhook, Wishes
from tests import make
from tests.cast import Cast, assemble

SITE = "http://testserver"
APART = (
    *("account/", "accounts/", "admin/", "packs/", "aircraft/", "targets/", "skirmishes/", "simulations/", "static/"),
    *("faces/", "badges/", "demo/", "office/", "cards/", "sign-in/with/"),
)
"""What tells of no campaign, or is the owner of the site's alone; a picture tells what its address says."""
SIDE: Side = "axis"
"""Whose plans are the secret."""
OTHERS = ("commander", "leader", "pilot", "reader", "stranger", "anonymous")
"""Who is to know nothing."""
SQUADRON = "jagd"
"""One of its squadrons in the tests' own campaign of periods."""
ONE = {
    "step": 0,
    "suffix": "svg",
    "digest": "0" * 64,
    "token": "no-such-token",
    "job_id": UUID(int=0),
    "comment": UUID(int=1),
    "report": UUID(int=1),
    **dict.fromkeys(("table", "claim", "poll", "mute", "asked", "webhook", "night", "season", "game", "member"), 1),
    **dict.fromkeys(("invitation", "ban", "banned", "award", "author", "remark"), 1),
}
"""Of parameters that are the same everywhere: one that the campaign or its club has, or that nothing has."""


@dataclass(frozen=True)
class World:
    """A campaign with a mission that the Allied side has signed for."""

    cast: Cast
    mission: Mission
    leader: User
    """Leads an Allied squadron, or drafts for the side."""
    enemy: User
    """Leads a squadron of the side whose plans are the secret, or drafts for it."""
    tokens: Mapping[str, Sequence[str]]
    """Those of each of the ``others`` who has any: one that reads all that its owner may, and one that reads less."""
    discord: Mapping[str, str]
    """The numbers at Discord of those who have linked their account."""

    @property
    def campaign(self) -> Campaign:
        return self.mission.campaign

    @property
    def others(self) -> Mapping[str, User | None]:
        return others(self.cast, self.leader)


def others(cast: Cast, leader: User) -> dict[str, User | None]:
    """Those who are to know nothing, by what they are."""
    return dict(zip(OTHERS, (cast.owner, leader, cast.pilot, cast.reader, cast.stranger, None), strict=True))


def world(slug: str, seed: int) -> World:
    """The owner commands the Allied side and has no umpire's seat; a mission lies behind them, one is planned."""
    cast = assemble()
    campaign = make.campaign(cast.owner, slug, allied="me", axis="staff", seed=seed)
    for user, role, side in (
        (cast.axis, Role.COMMANDER, SIDE),
        (cast.umpire, Role.UMPIRE, ""),
        (cast.pilot, Role.PILOT, "allied"),
        (cast.reader, Role.READER, ""),
    ):
        seats.give_seat(actor=cast.owner, campaign=campaign, user=user, role=role, side=side)
    pools = slug == make.PERIODS
    leader = make.leader(campaign, "flora", "allied", "frontier-fighters" if pools else "")
    enemy = make.leader(campaign, "jutta", SIDE, SQUADRON if pools else "")
    club = make.people_of(cast)
    campaign = make.on_terms(campaign, orders_hours=48, late="last", club=club)
    open_pages(actor=cast.owner, campaign=campaign)
    open_page(actor=cast.owner, club=club)
    make.night(club, cast.umpire)
    make.poll(club, cast.umpire)
    make.season(cast)
    for user in (cast.axis, cast.owner):
        records.show(user=user, seen_by="everyone")
    for format in Webhook.Format.values:
        make.webhook(campaign, f"https://93.184.216.34/{format}", format)
        make.webhook(campaign, f"https://93.184.216.34/own/{format}", format, side="allied")
    campaign.refresh_from_db()
    make.debriefed(campaign)
    mission = make.drawn(campaign)
    orders.sign_orders(actor=cast.owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
    people = {name: user for name, user in others(cast, leader).items() if user is not None}
    return World(
        cast=cast,
        mission=Mission.objects.select_related("campaign__pack").get(pk=mission.pk),
        leader=leader,
        enemy=enemy,
        tokens={name: list(_tokens(user)) for name, user in people.items()},
        discord={name: _linked(user) for name, user in people.items()},
    )


def _tokens(user: User) -> Iterator[str]:
    """A token for everything, and one that is told what every reader is."""
    for scopes in (Scope.values, [Scope.CAMPAIGNS]):
        yield tokens.make(actor=user, key=uuid4(), label="A test", scopes=scopes, days=30)[1]


def _linked(user: User) -> str:
    number = f"{80351110224670000 + user.pk}"
    discord.link(code=discord.code_for(user), discord_id=number)
    return number


def addresses(world: World, user: User | None) -> Iterator[str]:
    """Every address that answers to GET, with what its parameters may be in this campaign, and what is asked there."""
    campaign = world.campaign
    fetched = with_seats().get(pk=campaign.pk)
    seen = viewer(fetched, user or AnonymousUser())
    known = _known(world, user)
    if user is not None:
        yield reverse("account-export")
    for route, pattern in routes(get_resolver().url_patterns):
        if route.startswith(APART) or pattern.name is None:
            continue
        if pattern.name == "campaign-print":
            for document, suffix in sorted(_documents(world, fetched, seen)):
                yield reverse(pattern.name, args=(campaign.pk, document, suffix))
            continue
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        every = itertools.product(*(_choices(known, route, pattern.name, name) for name in names))
        # Who is no member is refused before anything is looked up: one address of a kind tells.
        for args in every if seen is not None else itertools.islice(every, 1):
            yield reverse(pattern.name, kwargs=dict(zip(names, args, strict=True)))
    yield from _questions(world)


def _choices(known: Mapping[str, tuple[Any, ...]], route: str, pattern: str, name: str) -> tuple[Any, ...]:
    """What a parameter of an address may be."""
    found = known.get(f"{pattern}/{name}", known.get(f"{route.partition('/')[0]}/{name}"))
    if found is not None:
        return found
    assert name in ONE, f"say in this file what {name} of {route} may be"
    return (ONE[name],)


def _known(world: World, user: User | None) -> dict[str, tuple[Any, ...]]:
    """What parameters may be in this campaign, by the name or the first part of their address."""
    campaign, mission = world.campaign, world.mission
    club = Club.objects.get(campaigns=campaign)
    men = [man.pk for side in ("allied", "axis") for man in campaign.pilots.filter(side=side)[:1]]
    numbers = (mission.number - 1, mission.number)
    calendar = (Wishes.objects.get_or_create(user=user)[0].calendar,) if user is not None else ()
    return {
        "campaigns/pk": (campaign.pk,),
        "api/campaign": (campaign.pk,),
        "api/number": numbers,
        "api/club": (club.pk,),
        "clubs/pk": (club.pk,),
        "public/key": (campaign.public_key,),
        "people/pk": (world.cast.axis.pk, world.cast.owner.pk),
        "public-club/key": (club.public_key,),
        "public/number": numbers,
        "calendar/key": calendar,
        "campaigns/key": ("jagd", "stuka", "frontier-fighters"),
        "campaigns/code": ("JS-A", "FF-A"),
        "campaigns/pilot": tuple(men),
        "campaigns/number": numbers,
        "campaigns/side": ("allied", "axis"),
        "campaigns/squadron": (SQUADRON, "frontier-fighters"),
        "campaign-table/what": tuple(csv.TABLES),
        "campaign-pilot-act/what": tuple(pilots.FORMS),
        "campaign-squadron-act/what": tuple(pictures.FORMS),
        "campaign-change/what": tuple(changes.FORMS),
        "campaigns/what": ("join",),
        "clubs/what": ("draw",),
        "clubs/system": ("wildblue",),
        "clubs/kind": ("targets",),
        "clubs/slug": ("hurricane-i",),
        "games/slug": tuple(guides()),
        "games/number": (1,),
        "games/side": ("allied", "axis"),
    }


def _documents(world: World, campaign: Campaign, seen: Viewer | None) -> set[tuple[str, str]]:
    """All that the page of prints offers them, and some that it may not."""
    number = world.mission.number
    documents = {("log", "pdf"), (f"briefing/{number}/axis", "pdf"), (f"cards/{number}/axis", "pdf")}
    if seen is not None:
        page = print_page(campaign, seen, SITE)
        documents |= {(row.document, row.kind.suffix) for group in page.groups for row in group.rows}
    return documents


def _questions(world: World) -> Iterator[str]:
    """Addresses that are asked something: what is named on the other side, and parts of lists."""
    campaign, mission = world.campaign, world.mission
    men = campaign.pilots.filter(side=SIDE).order_by("pk").values_list("name", flat=True)[:2]
    for words in (*men, "jagd", "109", mission.title):
        yield f"{reverse('search')}?{urlencode({'q': words})}"
    journal = reverse("campaign-journal", args=(campaign.pk,))
    for asked in ({"side": SIDE}, {"mission": mission.number}, {"what": "orders"}, {"side": SIDE, "page": 2}):
        yield f"{journal}?{urlencode(asked)}"
    yield f"{reverse('campaign-map', args=(campaign.pk,))}?until={mission.number}"
    yield f"{reverse('mission-plan', args=(campaign.pk, mission.number, SIDE))}?as=last"
    yield f"{reverse('mission-plan', args=(campaign.pk, mission.number, 'allied'))}?as=last"
    yield f"{reverse('notices')}?campaign={campaign.pk}&show=unread"


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if not route.lstrip("^").startswith(APART):
                yield from routes(pattern.url_patterns, route)
        else:
            yield route.lstrip("^"), pattern
