"""What one side plans changes nothing of what leaves the house, or comes to the other side.

``tests/access/test_sealed_secrets.py`` asks every page; here it is what is pushed: notices, e-mails, webhooks,
calendars.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail as post
from django.db import transaction

from campaigns.models import Role
from missions.flights import context
from missions.models import Mission
from missions.operations import drafts, orders
from missions.planning import staff
from notices.models import Delivery, Happening, Notice
from notices.operations import fan_out, webhooks
from notices.selectors import calendars
from notices.selectors import inbox as selectors
from notices.webhooks import payloads
from tests import make
from tests.cast import Cast
from tests.notices import news
from tests.notices.receiver import Receiver

pytestmark = pytest.mark.django_db

VARYING = re.compile(r"/unsubscribe/[^/]+/")
"""The links of e-mails are signed with the time."""


class _Undone(Exception):
    """Ends a transaction, so that the next plan finds everything as it was."""


@pytest.fixture
def mission(cast: Cast, receiver: Receiver) -> Mission:
    """A mission for which the Allied side has signed; a JSON webhook and a Discord one tell of it."""
    campaign = make.club(cast, make.PERIODS)
    make.leader(campaign, "jutta", "axis", "jagd")
    for format in ("json", "discord"):
        webhooks.add(actor=cast.owner, campaign=campaign, url=f"{receiver.url}{format}", format=format)
    for user in (cast.allied, cast.pilot, cast.reader):
        news.reachable(user)
    mission = make.drawn(campaign)
    orders.sign_orders(actor=cast.allied, mission=mission, side="allied", document=make.orders(mission, "allied"))
    fan_out.tell_all()
    return mission


def pushed(cast: Cast, mission: Mission, document: dict[str, Any]) -> dict[str, Any]:
    """All that goes out when the Axis drafts and signs ``document``, and the orders are opened."""
    said: dict[str, Any] = {}
    post.outbox.clear()
    try:
        with transaction.atomic():
            drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document=document)
            orders.sign_orders(actor=cast.axis, mission=mission, side="axis", document=document)
            fan_out.tell_all()
            news.mails()
            said["mails"] = [VARYING.sub("", f"{each.to} {each.subject} {each.body}") for each in post.outbox]
            for user in (cast.allied, cast.pilot, cast.reader):
                inbox = selectors.inbox(user.pk)
                said[user.username] = [(notice.happening.kind, told) for notice, told in news.lines(inbox)]
                said[f"calendar of {user.username}"] = calendars.of_person(user)
            said["webhooks"] = []
            for delivery in Delivery.objects.select_related("webhook").order_by("webhook", "happening__at"):
                happening = Happening.objects.select_related(*selectors.NAMED).get(pk=delivery.happening_id)
                body, _ = payloads.request(delivery.webhook, [happening], happening.at)
                stamped = body.decode().replace(str(happening.pk), "").replace(happening.at.isoformat(), "")
                said["webhooks"].append(stamped)
            raise _Undone
    except _Undone:
        return said


@pytest.mark.portable
def test_two_plans_of_the_other_side_send_out_the_same(cast: Cast, mission: Mission):
    choices = context.choices(mission, "axis")
    plans = [staff.plan(choices, seed=seed, missions_left=1).as_json() for seed in range(1, 7)]
    assert len({str(plan) for plan in plans}) > 1, "the plans are to differ"
    first = pushed(cast, mission, plans[0])
    assert any("handed in its orders" in body for body in first["webhooks"]), "something is to be sent out"
    for plan in plans[1:]:
        assert pushed(cast, mission, plan) == first


@pytest.mark.portable
def test_parts_of_a_plan_are_told_on_its_side_only(cast: Cast, mission: Mission):
    part = news.told(mission.campaign, "part-in", mission=1, side="axis", data={"squadron": "Jagdstaffel"})
    assert not Delivery.objects.filter(happening=part).exists()
    umpires = set(mission.campaign.seats.filter(role=Role.UMPIRE).values_list("user", flat=True))
    axis = set(mission.campaign.seats.filter(side="axis", user__isnull=False).values_list("user", flat=True))
    assert set(Notice.objects.filter(happening=part).values_list("user", flat=True)) == umpires | axis
