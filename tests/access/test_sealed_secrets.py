"""What one side plans changes no byte of what the other side, readers and passers-by are shown.

Every address of the house that answers to GET is asked for, whoever adds it: a parameter that is not known fails the
test until somebody says in ``tests/access/worlds.py`` what it may be. So is every address of the API by token, what
Discord is answered, and every message to a channel.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from time import time
from typing import Any, TypeAlias
from unittest import mock
from uuid import UUID

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from api.selectors.discord import COMMANDS
from missions.flights import context
from missions.models import Draft, Orders
from missions.operations import drafts, orders
from missions.planning import staff
from notices.models import Happening, Webhook
from notices.operations import deliveries
from notices.selectors.inbox import NAMED
from notices.selectors.webhook_pictures import picture_of
from notices.tasks import digests, tell_all
from notices.webhooks import payloads
from tests import make
from tests.access.worlds import OTHERS, SIDE, SQUADRON, World, addresses, world
from tests.api.test_discord import PUBLIC_KEY, sent

PACKS = (make.PERIODS, make.DOGFIGHTS, make.LAND, make.EVERY_TYPE, "flying-circus-1917", "angels-over-kent", "big-week")
"""Every game, and every type of mission."""
KEYS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TOKENS = re.compile(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]+')
Response: TypeAlias = HttpResponse | StreamingHttpResponse
Ask: TypeAlias = Callable[[], Any]
"""Gives a response, as test clients know it."""
BRIEFLY = settings(
    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck), deadline=None, database=None
)
"""An example asks for some hundreds of pages: to look for a smaller one would take hours."""


def shown(world: World, now: datetime, people: Collection[str] = OTHERS) -> dict[str, object]:
    """All that those who are to know nothing can get.

    Pages, files, refusals, the API by token, what Discord is answered, mails, messages of channels, exports.
    """
    seen: dict[str, object] = {}
    with (
        mock.patch.object(timezone, "now", return_value=now),
        mock.patch.object(deliveries, "deliver_to"),
        override_settings(DISCORD_PUBLIC_KEY=PUBLIC_KEY),
    ):
        mail.outbox.clear()
        tell_all()
        digests()
        for name in people:
            cache.clear()  # an address that may be asked only so often would refuse the second time
            seen |= {f"{name} {what}": _undone(ask) for what, ask in _asked(world, name, now)}
    known = {user.email for user in world.others.values() if user is not None}
    seen["mails"] = [(each.to, each.subject, each.body) for each in mail.outbox if known & set(each.to)]
    seen["webhooks"] = list(_messages(now))
    told = Happening.objects.exclude(side=SIDE).order_by("key")
    seen["happenings"] = list(told.values_list("key", "kind", "side", "data", "at"))
    assert not [name for name, said in seen.items() if isinstance(said, tuple) and said[0] in (429, 500)]
    return seen


def _asked(world: World, name: str, now: datetime) -> Iterator[tuple[str, Ask]]:
    """What one of them asks, and how: as somebody signed in, by their tokens, and by Discord."""
    user, client = world.others[name], Client()
    if user is not None:
        client.force_login(user)
    asked = list(addresses(world, user))
    for address in asked:
        yield address, partial(client.get, address)
    if name not in ("stranger", "anonymous"):
        for address, data in acts(world):
            yield f"posts {address} {data}", partial(client.post, address, data)
    for number, token in enumerate(world.tokens.get(name, ())):
        for address in asked:
            if address.startswith("/api/v1/"):
                headers = {"Authorization": f"Bearer {token}"}
                yield f"token {number} {address}", partial(Client().get, address, headers=headers)
    if (discord := world.discord.get(name)) is not None:
        for command in COMMANDS:
            yield f"/{command}", partial(commanded, command, discord, now)


def commanded(command: str, number: str, now: datetime) -> Response:
    """What Discord is answered for somebody, at a moment."""
    said = {"type": 2, "data": {"name": command}, "user": {"id": number}}
    return sent(said, at=now.timestamp() - time())


def _messages(now: datetime) -> Iterator[tuple[bytes, dict[str, str]]]:
    """Of each channel all messages that may go out: all that is told, with its picture, and each notice by itself."""
    for webhook in Webhook.objects.order_by("pk"):
        waiting = webhook.deliveries.select_related(*(f"happening__{name}" for name in NAMED))
        told = [each.happening for each in waiting.order_by("happening__at", "pk")]
        yield payloads.request(webhook, told, now, picture_of(webhook, told))
        for happening in told:
            yield payloads.request(webhook, [happening], now)


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


def _undone(ask: Ask) -> tuple[object, ...]:
    try:
        with transaction.atomic():
            said = _said(ask())
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
    pages |= {f"{person} token {number} {reverse('api-mission', args=at)}" for number in (0, 1)} | {f"{person} /turn"}
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
