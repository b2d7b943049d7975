"""`manage.py reconcile` goes through the campaigns one by one, and goes on where it was stopped."""

from __future__ import annotations

from io import StringIO
from unittest import mock

import pytest
from django.core.management import CommandError, call_command

from campaigns.models import Campaign
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db
PROBLEMS = "missions.management.commands.reconcile.problems"


def reconciled(*args: str) -> str:
    told = StringIO()
    call_command("reconcile", *args, stdout=told)
    return told.getvalue().strip()


@pytest.fixture
def three(cast: Cast) -> list[Campaign]:
    return [make.campaign(cast.owner) for _ in range(3)]


def test_all_campaigns_are_checked_or_those_that_are_named(three: list[Campaign]):
    assert reconciled() == "3 campaigns reconcile."
    assert reconciled(str(three[1].pk)) == "1 campaigns reconcile."
    assert reconciled("--from", str(three[1].pk)) == "2 campaigns reconcile."


def test_what_is_wrong_is_told_of_every_campaign(three: list[Campaign]):
    def wrong(campaign: Campaign) -> list[str]:
        return ["it does not add up"] if campaign != three[1] else []

    with mock.patch(PROBLEMS, wrong), pytest.raises(CommandError) as told:
        reconciled()
    assert str(told.value).count("it does not add up") == 2


def test_whoever_stops_it_is_told_how_to_go_on(three: list[Campaign]):
    with (
        mock.patch(PROBLEMS, side_effect=[[], ["it does not add up"], KeyboardInterrupt]),
        pytest.raises(CommandError) as told,
    ):
        reconciled()
    assert str(told.value).splitlines()[-1] == f"Stopped. Go on with --from {three[2].pk}"
    assert "does not add up" in str(told.value)
