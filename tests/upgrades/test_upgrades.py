"""Data of each earlier version, opened by today's code: nothing is lost, and everything goes on."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from config import schema, version
from missions.models import Flight, Mission, Skirmish
from missions.operations import corrections
from missions.operations.orders import sign_orders
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.crawl.crawler import crawl
from tests.upgrades.__main__ import CAMPAIGNS

KEPT = sorted(Path(__file__).parent.glob("*.sql.xz"))


def forget() -> None:
    for cache in caches.all(initialized_only=True):
        cache.clear()


@pytest.fixture(params=KEPT, ids=lambda path: path.name.removesuffix(".sql.xz"))
def opened(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A database as a version left it, brought up to date as a server's is."""
    if connection.vendor != "sqlite":
        pytest.skip("kept as a database of SQLite; what a server moves between kinds of database are campaign files")
    file = tmp_path / "club.sqlite3"
    with sqlite3.connect(file) as made:
        made.executescript(lzma.decompress(request.param.read_bytes()).decode())
    made.close()
    with django_db_blocker.unblock():
        connection.close()
        usual, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], str(file)
        forget()
        try:
            call_command("migrate", verbosity=0)
            call_command("load_data", verbosity=0)
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = usual
            forget()


def of_somebody(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def status_of(client: Client, name: str, *args: object) -> int:
    return client.get(reverse(name, args=args), follow=True).status_code


def test_the_data_of_this_version_are_kept() -> None:
    assert f"{version.version()}.sql.xz" in [path.name for path in KEPT]
    assert [path.name for path in KEPT if path.stat().st_size > 300_000] == []


@pytest.mark.sweep
def test_campaigns_of_an_earlier_version_go_on(opened: None, subtests: pytest.Subtests) -> None:
    assert not schema.missing(schema.applied())
    umpire = of_somebody("umpire")
    campaigns = list(Campaign.objects.order_by("pk"))
    assert sorted(campaign.pack.slug for campaign in campaigns) == sorted(CAMPAIGNS)
    for campaign in campaigns:
        with subtests.test(campaign.pack.slug):
            assert_reconciled(campaign)
            for name in ("campaign", "campaign-squadrons", "campaign-pilots", "campaign-people", "campaign-prints"):
                assert status_of(umpire, name, campaign.pk) == 200, name
            log = umpire.get(reverse("campaign-print", args=(campaign.pk, "log", "pdf")))
            assert b"".join(log)[:5] == b"%PDF-"

            first, second, third = (Mission.objects.get(campaign=campaign, number=number) for number in (1, 2, 3))
            for mission in (first, second, third):
                assert status_of(umpire, "mission", campaign.pk, mission.number) == 200
            flights = Flight.objects.filter(mission__campaign=campaign)
            assert flights.count() == 2
            for flight in flights:
                page = umpire.get(reverse("mission-replay", args=(campaign.pk, flight.mission.number, 3)))
                assert page.status_code == 200

            rough = make.rough(first)
            lost = replace(rough, aircraft=tuple(replace(each, status="destroyed") for each in rough.aircraft))
            corrections.amend(
                actor=User.objects.get(username="umpire"),
                mission=first,
                key=uuid4(),
                expected_version=make.version(campaign),
                outcome=lost,
            )
            assert_reconciled(campaign)

            for side in SIDES:
                if (commander := make.commander(campaign, side)) is not None:
                    sign_orders(actor=commander, mission=third, side=side, document=make.orders(third, side))
            third.refresh_from_db()
            make.fly(third)
            make.debrief(third)
            assert_reconciled(campaign)
    skirmish = Skirmish.objects.get()
    assert status_of(umpire, "skirmish-replay", skirmish.pk) == 200


@pytest.mark.sweep
def test_no_page_of_an_earlier_version_s_club_is_lost(opened: None) -> None:
    pages = list(crawl(User.objects.get(username="umpire")))
    assert len(pages) > 100
    assert [f"{page.status} {page.path}" for page in pages if page.status >= 400] == []
