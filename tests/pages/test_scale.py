"""A long campaign opens its pages with as many queries as a short one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.selectors import standings
from missions.selectors.reconcile import assert_reconciled
from tests import long
from tests.cast import Cast
from tests.engine.broad import broad

AT_MOST = 15


def addresses(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Every page of a campaign, and those of one mission."""
    standing = standings.standing_of(campaign)
    airframe = next(each for each in standing.airframes.values() if each.sorties)
    man = next(each for each in standing.airmen.values() if each.missions)
    of_campaign = (
        "campaign", "campaign-journal", "campaign-squadrons", "campaign-pilots", "campaign-memorial", "campaign-claims",
        "campaign-conflicts", "campaign-changes", "campaign-export", "campaign-paper",
    )  # fmt: skip
    for name in of_campaign:
        yield name, reverse(name, args=[campaign.pk])
    yield "campaign-squadron", reverse("campaign-squadron", args=[campaign.pk, airframe.squadron])
    yield "campaign-airframe", reverse("campaign-airframe", args=[campaign.pk, airframe.code])
    yield "campaign-pilot", reverse("campaign-pilot", args=[campaign.pk, man.pk])
    for what in ("missions", "sorties", "kills", "losses"):
        yield f"{what}.csv", reverse("campaign-table", args=[campaign.pk, what])
    for name in ("mission", "mission-debrief", "mission-amend"):
        yield name, reverse(name, args=[campaign.pk, 2])


def queries(client: Client, campaign: Campaign) -> dict[str, int]:
    """How many each page takes."""
    found = {}
    for name, address in addresses(campaign):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200, address
        found[name] = len(captured)
    return found


@pytest.mark.parametrize("periods", broad([1, 4], 1))
def test_a_long_campaign_that_was_brought_in_reconciles(cast: Cast, periods: int):
    campaign = long.campaign(cast.owner, periods)
    assert campaign.missions.count() == 10 * periods
    assert campaign.pilots.count() == 400
    assert_reconciled(campaign)


@pytest.mark.slow("a campaign of forty missions, and every page of it")
def test_every_page_takes_few_queries_and_no_more_of_them_when_the_campaign_is_long(cast: Cast, client: Client):
    client.force_login(cast.owner)
    short = queries(client, long.campaign(cast.owner, 1))
    assert max(short.values()) <= AT_MOST, short
    assert queries(client, long.campaign(cast.owner, 4)) == short
