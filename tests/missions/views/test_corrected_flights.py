"""What the engine flew stays to be watched after its result was corrected, and is said to have been corrected since."""

from __future__ import annotations

import json
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from missions.models import Flight, Mission
from missions.operations import corrections
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.missions.archive.test_archive import Document, altered

SINCE = "corrected since"


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission of a club that the engine flew, its result corrected after the debrief."""
    flown = make.flown(make.club(cast))
    make.debrief(flown)
    flown = Mission.objects.get(pk=flown.pk)
    corrections.amend(
        actor=cast.owner,
        mission=flown,
        key=uuid4(),
        expected_version=make.version(flown.campaign),
        outcome=make.rough(flown),
    )
    return Mission.objects.get(pk=flown.pk)


def page(user: User, name: str, *at: int) -> str:
    client = Client()
    client.force_login(user)
    response = client.get(reverse(name, args=at))
    assert response.status_code == 200, name
    return response.content.decode()


def test_a_corrected_mission_is_still_watched_from_every_page_that_led_there(cast: Cast, mission: Mission) -> None:
    at = (mission.campaign_id, mission.number)
    replay = reverse("mission-replay", args=(*at, 0))
    for name in ("mission", "mission-debrief"):
        shown = page(cast.reader, name, *at)
        assert replay in shown
        assert SINCE in shown
    assert reverse("mission-replay", args=at) in page(cast.reader, "mission", *at)
    for more in ((), (0,)):
        assert SINCE in page(cast.axis, "mission-replay", *at, *more)
    assert f"by the engine, {SINCE}" in page(cast.pilot, "campaign", mission.campaign_id)
    assert "at the table" not in page(cast.pilot, "campaign", mission.campaign_id)
    assert "corrected" in page(cast.reader, "campaign-journal", mission.campaign_id)


def test_a_campaigns_file_keeps_the_record_and_that_it_was_corrected(cast: Cast, mission: Mission) -> None:
    content = export(mission.campaign)
    again = make.brought_in(actor=cast.stranger, content=content)
    assert export(again) == content
    assert SINCE in page(cast.stranger, "mission-replay", again.pk, mission.number, 0)
    assert_reconciled(again)


def as_it_was_written(file: Document) -> None:
    """The file as it was written when a correction made a flight one of the table's."""
    flight = file["missions"][0]["flight"]
    flight["way"] = "table"
    del flight["corrected_at"]
    for entry in file["journal"]:
        if entry["data"].pop("corrected", None):
            entry["data"]["way"] = "table"


def test_a_file_from_before_shows_the_replay_of_a_mission_that_it_calls_the_tables(
    cast: Cast, mission: Mission
) -> None:
    old = altered(export(mission.campaign), as_it_was_written)
    assert "corrected" not in json.loads(old)["journal"][-1]["data"]
    again = make.brought_in(actor=cast.stranger, content=old)
    assert SINCE in page(cast.stranger, "mission-replay", again.pk, mission.number, 0)
    assert SINCE in page(cast.stranger, "mission", again.pk, mission.number)
    assert_reconciled(again)


@pytest.mark.portable
def test_flights_that_were_corrected_before_are_the_engines_again(cast: Cast, mission: Mission) -> None:
    table = make.debriefed(Campaign.objects.get(pk=mission.campaign_id))
    Flight.objects.filter(mission=mission).update(way=Flight.Way.TABLE, corrected_at=None)
    import_module("missions.migrations.0010_flights_are_corrected").give_back(apps, None)
    flight = make.flight(mission)
    assert (flight.way, flight.corrected_at) == (Flight.Way.ENGINE, flight.stored_at)
    assert (make.flight(table).way, make.flight(table).corrected_at) == (Flight.Way.TABLE, None)
