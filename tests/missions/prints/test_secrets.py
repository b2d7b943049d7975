"""What is printed for one side holds nothing of what the other keeps to itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign
from campaigns.operations import pilots
from missions.flights import context
from missions.models import Mission
from missions.operations import orders
from missions.planning import staff
from missions.prints import registry
from missions.prints.page import print_page
from missions.prints.registry import PrintRequest
from tests import make
from tests.cast import Cast, assemble

SITE = "https://club.example"


def documents(campaign: Campaign, user: User) -> Iterator[tuple[str, bytes]]:
    """Every document of the campaign that this person can have, on A4."""
    fetched = with_seats().get(pk=campaign.pk)
    seen = viewer(fetched, user)
    assert seen is not None
    page = print_page(fetched, seen, SITE)
    known = [row.document for group in page.groups for row in group.rows]
    known += [f"squadron/{squadron.squadron}" for squadron in fetched.pilots.exclude(squadron="")]
    for document in dict.fromkeys(known):
        try:
            yield (
                document,
                registry.make(document, PrintRequest(campaign=fetched, viewer=seen, paper="A4", site=SITE)).whole(),
            )
        except Http404:
            yield document, b""


def sealed(cast: Cast) -> Mission:
    """A mission of a campaign with pools, men and fuel that both sides have signed, after one that is debriefed."""
    campaign = make.club(cast, make.PERIODS)
    make.debriefed(campaign)
    return make.planned(campaign)


class WhatTheAxisPlans(TestCase):
    """Random plans of the Axis side, each a plan that its staff might sign."""

    def setUp(self) -> None:
        self.cast = assemble()
        self.mission = sealed(self.cast)
        campaign = self.mission.campaign
        self.people = (self.cast.allied, self.cast.reader)
        self.before = {user.pk: dict(documents(campaign, user)) for user in self.people}
        assert len(self.before[self.cast.allied.pk]) > 8

    @pytest.mark.sweep
    @settings(max_examples=3)
    @given(seed=st.integers(min_value=2, max_value=1 << 30), note=st.text(min_size=1, max_size=40))
    def test_another_plan_and_a_note_of_the_other_side_change_no_byte(self, seed: int, note: str) -> None:
        plan = staff.plan(context.choices(self.mission, "axis"), seed=seed, missions_left=1)
        orders.sign_orders(actor=self.cast.axis, mission=self.mission, side="axis", document=plan)
        if note.strip():
            pilots.add_note(actor=self.cast.axis, campaign=self.mission.campaign, text=f"Secret {note}", side="axis")
        for user in self.people:
            assert dict(documents(self.mission.campaign, user)) == self.before[user.pk]


@pytest.mark.sweep
@pytest.mark.django_db
def test_the_umpires_copy_changes_with_a_plan_so_that_the_test_above_can_fail(cast: Cast) -> None:
    mission = sealed(cast)
    before = dict(documents(mission.campaign, cast.umpire))
    plan = staff.plan(context.choices(mission, "axis"), seed=99, missions_left=1).as_json()
    plan["units"][0]["altitude"] = "low" if plan["units"][0]["altitude"] != "low" else "medium"
    orders.sign_orders(actor=cast.axis, mission=mission, side="axis", document=plan)
    after = dict(documents(mission.campaign, cast.umpire))
    assert {name for name in before if before[name] != after[name]} >= {"book", f"briefing/{mission.number}/axis"}
