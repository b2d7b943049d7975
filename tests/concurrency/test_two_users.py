"""Two people debrief the same mission of a campaign with pools at the same moment, fifty times over."""

from __future__ import annotations

from uuid import uuid4

import pytest

from campaigns import standings
from campaigns.models import Entry
from campaigns.refusals import Refusal
from missions import operations
from missions.models import Debrief
from missions.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 50


def test_one_of_two_people_debriefs_and_the_other_is_told_so_fifty_times(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    mission = make.flown(campaign)
    before = standings.standing_of(campaign)
    for _ in range(TIMES):
        results = all_at_once(
            lambda: operations.debrief(actor=cast.allied, mission=mission, key=uuid4()),
            lambda: operations.debrief(actor=cast.axis, mission=mission, key=uuid4()),
        )
        assert sorted(type(result).__name__ for result in results) == [Refusal.__name__, tuple.__name__], results
        assert Debrief.objects.filter(mission=mission).count() == 1
        operations.withdraw_debrief(actor=cast.owner, mission=mission)
    assert campaign.entries.filter(kind=Entry.Kind.DEBRIEFED, reverses=None).count() == TIMES
    after = standings.standing_of(campaign)
    assert (after.points, after.stocks, after.marker) == (before.points, before.stocks, before.marker)
    operations.debrief(actor=cast.axis, mission=mission, key=uuid4())
    assert_reconciled(campaign)
