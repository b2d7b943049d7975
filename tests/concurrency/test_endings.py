"""An offer taken and refused at once, a campaign archived while orders are signed. On SQLite and on PostgreSQL."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from campaigns.models import Campaign
from clubs.models import ClubRole, Handover
from clubs.operations import handovers
from missions.operations import endings
from missions.operations.orders import sign_orders
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import all_at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_offer_that_is_taken_refused_and_withdrawn_at_once_comes_to_one_of_these(cast: Cast):
    club = make.people_of(cast)
    for _ in range(3):
        handovers.offer(actor=cast.owner, it=club, heir=cast.pilot)
        results = all_at_once(
            partial(handovers.accept, actor=cast.pilot, it=club),
            partial(handovers.refuse, actor=cast.pilot, it=club),
            partial(handovers.take_back, actor=cast.owner, it=club),
        )
        assert kinds(results) == {"NoneType": 1, "Refusal": 2}, results
        last = Handover.objects.order_by("-pk")[0]
        is_pilots = club.members.get(user=cast.pilot).role == ClubRole.OWNER
        assert is_pilots == (last.outcome == Handover.Outcome.DONE)
        if is_pilots:
            break


def test_what_is_asked_for_passes_once_however_many_workers_see_to_it(cast: Cast):
    campaign = make.club(cast)
    long_ago = timezone.now() - timedelta(days=200)
    type(cast.owner).objects.filter(pk=cast.owner.pk).update(last_login=long_ago, date_joined=long_ago)
    asked = handovers.ask(actor=cast.umpire, it=campaign)
    now = asked.until
    results = all_at_once(*[partial(handovers.come_to_an_end, asked, now)] * 3)
    assert kinds(results) == {"NoneType": 3}, results
    assert Campaign.objects.get(pk=campaign.pk).owner == cast.umpire
    assert campaign.entries.filter(kind="seat", data__how="handed-over").count() == 1


def test_orders_signed_while_a_campaign_is_archived_are_in_before_or_not_at_all(cast: Cast):
    mission = make.drawn(make.club(cast))
    document = make.orders(mission, "allied")
    signed = partial(sign_orders, actor=cast.allied, mission=mission, side="allied", document=document)
    results = all_at_once(signed, partial(endings.archive, actor=cast.owner, campaign=mission.campaign))
    was_refused = kinds(results).get("Refusal", 0) == 1
    assert mission.orders.filter(side="allied").exists() != was_refused
    last = mission.campaign.entries.order_by("-number")[0]
    assert last.kind == "archived"
