"""Who gets a campaign, and what he is in it."""

from __future__ import annotations

from typing import cast as is_a

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import RequestFactory

from campaigns.access import Viewer, campaign_or_404, viewer
from campaigns.models import Campaign, Role
from config.common.web import MemberRequest
from missions.access import job_or_404, mission_or_404
from missions.operations.flights import queue_flight
from tests import make
from tests.cast import Cast


def request_of(user: User) -> MemberRequest:
    request = RequestFactory().get("/")
    request.user = user
    return is_a(MemberRequest, request)


def ask(user: User, campaign: Campaign, role: Role) -> int:
    """The status that a view would answer with."""
    try:
        campaign_or_404(request_of(user), campaign.pk, at_least=role)
    except Http404:
        return 404
    except PermissionDenied:
        return 403
    return 200


DOORS = {
    "stranger": (404, 404, 404, 404, 404, 404),
    "reader": (200, 403, 403, 403, 403, 403),
    "pilot": (200, 200, 403, 403, 403, 403),
    "allied": (200, 200, 200, 200, 200, 403),
    "axis": (200, 200, 200, 200, 200, 403),
    "umpire": (200, 200, 200, 200, 200, 200),
    "owner": (200, 200, 200, 200, 200, 200),
}


@pytest.mark.parametrize("who", DOORS)
def test_strangers_find_nothing_and_members_get_as_far_as_their_role(cast: Cast, who: str):
    campaign = make.club(cast)
    answers = tuple(ask(getattr(cast, who), campaign, role) for role in sorted(Role))
    assert answers == DOORS[who]


def test_a_campaign_that_does_not_exist_looks_like_one_of_strangers(cast: Cast):
    campaign = make.club(cast)
    messages = []
    for user, pk in ((cast.stranger, campaign.pk), (cast.owner, campaign.pk + 1)):
        with pytest.raises(Http404) as gone:
            campaign_or_404(request_of(user), pk)
        messages.append(str(gone.value))
    assert messages[0] == messages[1]


@pytest.mark.portable
def test_the_list_of_a_person_holds_the_campaigns_he_has_a_seat_in(cast: Cast):
    club, own = make.club(cast), make.campaign(cast.allied)
    assert set(Campaign.objects.for_user(cast.allied.pk)) == {club, own}
    assert set(Campaign.objects.for_user(cast.reader.pk, Role.COMMANDER)) == set()
    assert set(Campaign.objects.for_user(cast.stranger.pk)) == set()


def seen(campaign: Campaign, user: User | AnonymousUser) -> Viewer:
    member = viewer(campaign, user)
    assert member is not None
    return member


def test_a_commander_sees_the_plans_of_his_side_and_the_umpire_of_both(cast: Cast):
    campaign = make.club(cast)
    plans = {
        name: [side for side in ("allied", "axis") if seen(campaign, getattr(cast, name)).sees_plans_of(side)]
        for name in ("owner", "umpire", "allied", "axis", "pilot", "reader")
    }
    assert plans == {
        "owner": ["allied", "axis"],  # he flies neither side, and so has an umpire's seat
        "umpire": ["allied", "axis"],
        "allied": ["allied"],
        "axis": ["axis"],
        "pilot": [],
        "reader": [],
    }
    assert viewer(campaign, cast.stranger) is None
    assert viewer(campaign, AnonymousUser()) is None


def test_an_owner_who_flies_one_side_does_not_see_the_other_sides_plans(cast: Cast):
    member = seen(make.campaign(cast.owner, allied="me"), cast.owner)
    assert member.sees_plans_of("allied")
    assert not member.sees_plans_of("axis")
    assert member.table_side == "allied"
    assert member.may(Role.UMPIRE)


def test_missions_and_jobs_are_found_through_their_campaign_alone(cast: Cast):
    campaign = make.campaign(cast.owner)
    mission = make.planned(campaign)
    job = queue_flight(actor=cast.owner, mission=mission)
    found, _ = mission_or_404(request_of(cast.owner), campaign.pk, mission.number)
    assert found == mission
    assert job_or_404(request_of(cast.owner), job.pk) == job
    other = make.campaign(cast.allied)
    with pytest.raises(Http404):
        mission_or_404(request_of(cast.allied), campaign.pk, mission.number)
    with pytest.raises(Http404):
        mission_or_404(request_of(cast.allied), other.pk, mission.number)
    for number in (0, 99, 10**6, 10**40):
        with pytest.raises(Http404):
            mission_or_404(request_of(cast.owner), campaign.pk, number)
    with pytest.raises(Http404):
        campaign_or_404(request_of(cast.owner), 10**40)
    with pytest.raises(Http404):
        job_or_404(request_of(cast.allied), job.pk)
