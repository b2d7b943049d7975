"""What is handed out ready made is what the operations make."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from missions.models import Mission
from missions.selectors.reconcile import assert_reconciled
from tests import kept, make
from tests.cast import Cast


@pytest.fixture(autouse=True)
def _nothing_is_kept_yet() -> Iterator[None]:
    with mock.patch.dict(kept._states, clear=True):
        yield


def evening() -> tuple[kept.Tables, tuple[object, ...], int]:
    """A campaign that has come to its first debrief: its rows, what the test holds of it, and what it took."""
    with transaction.atomic(), kept.beginning() as cast, CaptureQueriesContext(connection) as seen:
        campaign = make.club(cast)
        mission = make.debriefed(campaign)
        asked = len(seen)
        assert_reconciled(campaign)
        told = (cast, campaign, campaign.committed, mission, mission.status, mission.campaign.pack.slug)
        rows = kept._rows({})
        transaction.set_rollback(True)
    return rows, told, asked


@pytest.mark.django_db
def test_the_same_again_is_the_same_rows_and_the_operations_have_not_run() -> None:
    rows, told, asked = evening()
    rows_again, told_again, asked_again = evening()
    assert rows_again == rows
    assert told_again == told
    assert asked_again < asked / 2


def test_after_any_other_write_the_operations_run(cast: Cast) -> None:
    with transaction.atomic():
        make.planned(make.club(cast))
        transaction.set_rollback(True)
    campaign = make.club(cast)
    campaign.name = "Another evening"
    campaign.save()
    assert make.planned(campaign).campaign.name == "Another evening"


def test_what_has_been_undone_is_not_taken_for_what_is_there(cast: Cast) -> None:
    campaign = make.club(cast)
    for _ in range(2):
        with transaction.atomic():
            make.planned(campaign)
            transaction.set_rollback(True)
        assert not Mission.objects.exists()
    assert make.planned(campaign).number == 1


def test_who_has_signed_in_gets_it_ready_made_too(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    client.force_login(cast.owner)
    make.drawn(campaign)
    assert kept._now is not None


def test_under_another_clock_it_is_made_and_not_kept(cast: Cast) -> None:
    later = timezone.now() + timedelta(days=3)
    with mock.patch.object(timezone, "now", return_value=later):
        assert make.club(cast).created_at == later
    assert len(kept._states) == 2, "nobody, and the cast"
