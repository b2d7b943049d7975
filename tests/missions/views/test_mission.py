"""The briefing on a mission's own page: what the mission is, and what it is worth."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import make
from tests.cast import Cast


@pytest.mark.parametrize(
    ("key", "told", "not_told"),
    [
        ("luqa", ("Axis strike", "12: Closed, 10 VP", "arrives on Turn 1, 2 or 3"), ("photographs",)),
        ("mines", ("Axis mine laying, at night", "2 mines that are laid are 1 VP."), ()),
        ("photographs", ("Allied reconnaissance", "draws a card for its photographs"), ("Sunk",)),
    ],
)
def test_the_briefing_says_what_the_mission_is_and_what_it_is_worth(
    key: str, told: tuple[str, ...], not_told: tuple[str, ...], cast: Cast, client: Client
) -> None:
    mission = make.land_mission(cast.owner, key, slug=make.EVERY_TYPE)
    client.force_login(cast.owner)
    page = unescape(client.get(reverse("mission", args=(mission.campaign_id, mission.number))).content.decode())
    text = " ".join(page[page.index("<h2>Briefing</h2>") :].split())
    for sentence in told:
        assert sentence in text
    for sentence in not_told:
        assert sentence not in text
