"""What one side plans changes no byte of what the other side, readers and passers-by are shown.

Every address of the house that answers to GET is asked for, whoever adds it: a parameter that is not known here fails
the test until somebody says what it may be.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from campaigns.access import viewer, with_seats
from campaigns.forms import changes, pictures, pilots
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.packs.schema import Side
from campaigns.selectors import csv
from clubs.models import Club
from clubs.operations.public import open_pages
from clubs.operations.showcase import open_page
from missions.flights import context
from missions.games.guide import guides
from missions.models import Draft, Mission, Orders
from missions.operations import drafts, orders
from missions.planning import staff
from missions.prints.page import print_page
from notices.models import Delivery, Happening, Webhook, Wishes
from notices.operations import deliveries
from notices.selectors.inbox import NAMED
from notices.tasks import digests, tell_all
from notices.webhooks import payloads
from tests import make
from tests.cast import Cast, assemble

SITE = "http://testserver"
PACKS = (make.PERIODS, make.DOGFIGHTS, make.LAND, make.EVERY_TYPE, "flying-circus-1917", "angels-over-kent", "big-week")
"""Every game, and every type of mission."""
APART = (
    *("account/", "accounts/", "admin/", "packs/", "aircraft/", "targets/", "skirmishes/", "simulations/", "static/"),
    *("faces/", "badges/", "demo/", "office/", "cards/"),
)
"""What tells of no campaign, or is the owner of the site's alone; a picture tells what its address says."""
KEYS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TOKENS = re.compile(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]+')
SIDE: Side = "axis"
"""Whose plans are the secret."""
OTHERS = ("commander", "leader", "pilot", "reader", "stranger", "anonymous")
"""Who is to know nothing."""
SQUADRON = "jagd"
"""One of its squadrons in the tests' own campaign of periods."""


BRIEFLY = settings(
    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck), deadline=None, database=None
)
"""An example asks for some hundreds of pages: to look for a smaller one would take hours."""


@dataclass(frozen=True)
class World:
    """A campaign with a mission that the Allied side has signed for."""

    cast: Cast
    mission: Mission
    leader: User
    """Leads an Allied squadron, or drafts for the side."""
    enemy: User
    """Leads a squadron of the side whose plans are the secret, or drafts for it."""

    @property
    def campaign(self) -> Campaign:
        return self.mission.campaign

    @property
    def others(self) -> Mapping[str, User | None]:
        cast = self.cast
        return dict(zip(OTHERS, (cast.owner, self.leader, cast.pilot, cast.reader, cast.stranger, None), strict=True))


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
    campaign = make.on_terms(campaign, orders_hours=48, late="last", club=make.people_of(cast))
    open_pages(actor=cast.owner, campaign=campaign)
    assert campaign.club is not None
    open_page(actor=cast.owner, club=campaign.club)
    for format in Webhook.Format.values:
        make.webhook(campaign, f"https://93.184.216.34/{format}", format)
        make.webhook(campaign, f"https://93.184.216.34/own/{format}", format, side="allied")
    campaign.refresh_from_db()
    make.debriefed(campaign)
    mission = make.drawn(campaign)
    orders.sign_orders(actor=cast.owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
    return World(cast, Mission.objects.select_related("campaign__pack").get(pk=mission.pk), leader, enemy)


def addresses(world: World, user: User | None) -> Iterator[str]:
    """Every address that answers to GET, with what its parameters may be in this campaign."""
    campaign, mission = world.campaign, world.mission
    club = Club.objects.get(campaigns=campaign)
    fetched = with_seats().get(pk=campaign.pk)
    seen = viewer(fetched, user or AnonymousUser())
    documents = {("log", "pdf"), (f"briefing/{mission.number}/axis", "pdf"), (f"cards/{mission.number}/axis", "pdf")}
    if seen is not None:
        page = print_page(fetched, seen, SITE)
        documents |= {(row.document, row.kind.suffix) for group in page.groups for row in group.rows}
    men = [man.pk for side in ("allied", "axis") for man in campaign.pilots.filter(side=side)[:1]]
    wishes = Wishes.objects.get_or_create(user=user)[0].calendar if user is not None else campaign.seed
    known: dict[str, tuple[Any, ...]] = {
        "campaigns/pk": (campaign.pk,),
        "api/campaign": (campaign.pk,),
        "api/number": (mission.number - 1, mission.number),
        "api/club": (campaign.club_id,),
        "clubs/pk": (campaign.club_id,),
        "public/key": (campaign.public_key,),
        "people/pk": (world.cast.axis.pk, world.cast.owner.pk),
        "public-club/key": (club.public_key,),
        "public/number": (mission.number - 1, mission.number),
        "calendar/key": (wishes,) if user is not None else (),
        "campaigns/key": ("jagd", "stuka", "frontier-fighters"),
        "campaigns/code": ("JS-A", "FF-A"),
        "campaigns/pilot": tuple(men),
        "campaigns/number": (mission.number - 1, mission.number),
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
    once = {
        "step": 0,
        "suffix": "svg",
        "digest": "0" * 64,
        "table": 1,
        "claim": 1,
        "comment": UUID(int=1),
        "report": UUID(int=1),
        "poll": 1,
        "mute": 1,
        "asked": 1,
        "webhook": 1,
        "night": 1,
        "season": 1,
        "game": 1,
        "member": 1,
        "invitation": 1,
        "ban": 1,
    }
    unknown = {"token": "no-such-token", "job_id": "00000000-0000-0000-0000-000000000000"}
    if user is not None:
        yield reverse("account-export")
    for route, pattern in routes(get_resolver().url_patterns):
        if route.startswith(APART) or pattern.name is None:
            continue
        part = route.partition("/")[0]
        if pattern.name == "campaign-print":
            for document, suffix in sorted(documents):
                yield reverse(pattern.name, args=(campaign.pk, document, suffix))
            continue
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        choices = []
        for name in names:
            found = known.get(f"{pattern.name}/{name}", known.get(f"{part}/{name}"))
            if found is None:
                one = once.get(name, unknown.get(name))
                assert one is not None, f"say in this test what {name} of {route} may be"
                found = (one,)
            choices.append(found)
        every = itertools.product(*choices)
        # Who is no member is refused before anything is looked up: one address of a kind tells.
        for args in every if seen is not None else itertools.islice(every, 1):
            yield reverse(pattern.name, kwargs=dict(zip(names, args, strict=True)))


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if not route.lstrip("^").startswith(APART):
                yield from routes(pattern.url_patterns, route)
        else:
            yield route.lstrip("^"), pattern


def shown(world: World, now: datetime, others: Collection[str] = OTHERS) -> dict[str, object]:
    """All that those who are to know nothing can get: pages, files, mails, notices, webhooks, exports and refusals."""
    seen: dict[str, object] = {}
    with mock.patch.object(timezone, "now", return_value=now), mock.patch.object(deliveries, "deliver_to"):
        mail.outbox.clear()
        cache.clear()  # an address that may be asked only so often would refuse the second time
        tell_all()
        digests()
        for name, user in world.others.items():
            if name not in others:
                continue
            client = Client()
            if user is not None:
                client.force_login(user)
            for address in addresses(world, user):
                seen[f"{name} {address}"] = _undone(client, "get", address, {})
            for address, data in acts(world) if name not in ("stranger", "anonymous") else ():
                seen[f"{name} posts {address} {data}"] = _undone(client, "post", address, data)
    known = {user.email for user in world.others.values() if user is not None}
    seen["mails"] = [(each.to, each.subject, each.body) for each in mail.outbox if known & set(each.to)]
    sent = Delivery.objects.select_related("webhook").order_by("pk")
    named = Happening.objects.select_related(*NAMED).in_bulk(each.happening_id for each in sent)
    seen["webhooks"] = [payloads.request(each.webhook, [named[each.happening_id]], now) for each in sent]
    told = Happening.objects.exclude(side=SIDE).order_by("key")
    seen["happenings"] = list(told.values_list("key", "kind", "side", "data", "at"))
    return seen


def acts(world: World) -> Iterator[tuple[str, dict[str, str]]]:
    """What somebody may try, to hear what the refusal tells."""
    at = (world.campaign.pk, world.mission.number)
    for name in ("mission-open", "mission-fly", "mission-ground", "mission-late", "mission-deadline", "mission-table"):
        yield reverse(name, args=at), {}
    yield reverse("mission-lineup", args=at), {"as-planned": "1", "seen": ""}
    for cell in ("axis-1.altitude", "allied-1.altitude", "axis-8.altitude"):
        yield reverse("mission-companion", args=at), {"tap": f"set|{cell}|high", "key": str(UUID(int=1))}
        sent = {"key": UUID(int=1).hex, "at": 0, "number": 0, "does": "set", "cell": cell, "value": "high"}
        yield reverse("mission-companion-taps", args=at), {"taps": json.dumps([sent])}
    for how in ("last", "staff"):
        yield reverse("mission-late", args=at), {"side": SIDE, "how": how}
    yield reverse("mission-plan", args=(*at, SIDE)), {"take": "all"}
    yield reverse("mission-plan", args=(*at, "allied")), {"check": "1"}
    yield reverse("mission-part", args=(*at, SIDE, SQUADRON)), {"seen": ""}
    yield reverse("mission-part", args=(*at, "allied")), {"seen": ""}


class _Undone(Exception):
    """Ends the transaction of a visit, so that the next finds everything as it was."""


def _undone(client: Client, method: str, address: str, data: dict[str, str]) -> tuple[object, ...]:
    try:
        with transaction.atomic():
            response = getattr(client, method)(address, data)
            said = _said(response)
            raise _Undone
    except _Undone:
        return said


def _said(response: HttpResponse | StreamingHttpResponse) -> tuple[object, ...]:
    content = response.getvalue()
    told = (response.get(name, "") for name in ("Location", "ETag", "Last-Modified", "Content-Disposition"))
    headers = tuple(KEYS.sub("key", value) for value in told)
    request = getattr(response, "wsgi_request", None)
    said = [str(each) for each in get_messages(request)] if request is not None and response.status_code == 302 else []
    if str(response.get("Content-Type")).startswith(("text/", "application/json")):
        content = TOKENS.sub(r"\1", KEYS.sub("key", content.decode())).encode()
    return (response.status_code, headers, said, content)


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def change_plans(world: World, seed: int, *, drafts_too: bool) -> None:
    """Another plan of the Axis side, signed anew; with drafts, and a part of a squadron that is handed in."""
    mission = world.mission
    plan = staff.plan(context.choices(mission, SIDE), seed=seed, missions_left=1).as_json()
    orders.sign_orders(actor=world.cast.axis, mission=mission, side=SIDE, document=plan)
    if drafts_too:
        work_on_drafts(world, plan)


def work_on_drafts(world: World, plan: Mapping[str, Any]) -> None:
    mission, pools = world.mission, bool(world.enemy.seats.exclude(squadron="").exists())
    part = dict(plan)
    if pools:
        part["units"] = [unit for unit in plan["units"] if unit.get("squadron") == SQUADRON]
    drafts.save_draft(
        actor=world.enemy,
        mission=mission,
        side=SIDE,
        squadron=SQUADRON if pools else "",
        document=part,
        hand_in=True,
    )
    drafts.save_draft(actor=world.cast.axis, mission=mission, side=SIDE, document=dict(plan) | {"units": []})


@pytest.mark.sweep
class WhatTheAxisPlans(TestCase):
    """Random campaigns, and in each two random plans of one side."""

    @settings(BRIEFLY, max_examples=3)
    @given(
        slug=st.sampled_from(PACKS),
        seed=st.integers(min_value=1, max_value=1 << 30),
        first=st.integers(min_value=1, max_value=1 << 30),
        second=st.integers(min_value=1, max_value=1 << 30),
    )
    def test_another_plan_and_drafts_of_the_other_side_change_no_byte(
        self, slug: str, seed: int, first: int, second: int
    ) -> None:
        found = world(slug, seed)
        change_plans(found, first, drafts_too=False)
        now = timezone.now() + timedelta(hours=1)
        before = shown(found, now)
        with mock.patch.object(timezone, "now", return_value=now - timedelta(minutes=20)):
            change_plans(found, second, drafts_too=True)
        assert not differences(before, shown(found, now))

    @settings(BRIEFLY, max_examples=1)
    @given(slug=st.sampled_from(PACKS), seed=st.integers(min_value=1, max_value=1 << 30))
    def test_drafts_and_parts_of_a_side_that_has_not_signed_change_no_byte(self, slug: str, seed: int) -> None:
        found = world(slug, seed)
        now = timezone.now() + timedelta(hours=1)
        before = shown(found, now)
        with mock.patch.object(timezone, "now", return_value=now - timedelta(minutes=20)):
            work_on_drafts(found, make.orders(found.mission, SIDE))
        assert Draft.objects.count() == (2 if slug == make.PERIODS else 1)
        assert not differences(before, shown(found, now))


@pytest.mark.sweep
@pytest.mark.django_db
@pytest.mark.parametrize("person", OTHERS)
def test_nobody_learns_more_of_the_other_side_than_that_it_has_handed_in(person: str) -> None:
    found = world(make.PERIODS, 1)
    now = timezone.now() + timedelta(hours=1)
    at = (found.campaign.pk, found.mission.number)

    unsigned = shown(found, now, [person])
    with mock.patch.object(timezone, "now", return_value=now - timedelta(minutes=20)):
        work_on_drafts(found, make.orders(found.mission, SIDE))
    assert not differences(unsigned, shown(found, now, [person])), "of drafts and parts nothing is told"

    change_plans(found, 2, drafts_too=False)
    assert Orders.objects.get(mission=found.mission, side=SIDE).handed_in_at is not None
    signed = shown(found, now, [person])
    changed = differences(unsigned, signed)
    assert "webhooks" in changed
    pages = {f"{person} {reverse('mission', args=at)}", f"{person} {reverse('campaign', args=at[:1])}"}
    if person in ("stranger", "anonymous"):
        assert not [name for name in changed if name.startswith(person)]
    else:
        assert pages <= set(changed), "what is compared can differ"

    with mock.patch.object(timezone, "now", return_value=now - timedelta(minutes=20)):
        change_plans(found, 3, drafts_too=True)
    assert not differences(signed, shown(found, now, [person])), "of another plan nothing is told"


@pytest.mark.django_db
def test_its_own_leader_sees_the_plan_change_and_the_umpire_too() -> None:
    found = world(make.PERIODS, 1)
    change_plans(found, 2, drafts_too=False)
    address = reverse("mission", args=(found.campaign.pk, found.mission.number))
    clients = []
    for user in (found.enemy, found.cast.umpire):
        client = Client()
        client.force_login(user)
        clients.append((client, client.get(address).content))
    plan = staff.plan(context.choices(found.mission, SIDE), seed=2, missions_left=1).as_json()
    plan["units"][0]["altitude"] = "low" if plan["units"][0]["altitude"] != "low" else "medium"
    orders.sign_orders(actor=found.cast.axis, mission=found.mission, side=SIDE, document=plan)
    assert all(client.get(address).content != before for client, before in clients)
