"""The page of a mission that was declared void."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from missions.operations import corrections
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_one_that_was_void_before_anybody_signed_has_a_page_for_all_of_its_campaign(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    mission = make.drawn(campaign)
    corrections.void(
        actor=campaign.owner, mission=mission, reason="Wrong date", expected_version=make.version(campaign)
    )
    for user in (cast.allied, cast.reader):
        client.force_login(user)
        answer = client.get(reverse("mission", args=(campaign.pk, mission.number)))
        assert answer.status_code == 200
        assert "Wrong date" in answer.content.decode()
        for name in ("mission-table", "mission-companion", "mission-companion-news"):
            assert client.get(reverse(name, args=(campaign.pk, mission.number))).status_code < 500, name
