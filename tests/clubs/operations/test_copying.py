"""A campaign that is set up as another one."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Pilot, Role
from campaigns.operations import seats
from campaigns.standing.kinds import Started
from clubs.models import Club
from clubs.operations import clubs
from clubs.operations.copying import copy_campaign
from config.common.refusals import Refusal
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


def copy(actor: User, campaign: Campaign, *, club: Club | None = None, with_seats_too: bool = False) -> Campaign:
    fetched = with_seats().get(pk=campaign.pk)
    seen = viewer(fetched, actor)
    assert seen is not None
    return copy_campaign(actor=actor, viewer=seen, campaign=fetched, name="Again", club=club, with_seats=with_seats_too)


def men(campaign: Campaign, side: str) -> set[tuple[str, str, str, str]]:
    return set(
        Pilot.objects.filter(campaign=campaign, side=side).values_list("name", "squadron", "delivery", "resource")
    )


@pytest.mark.portable
def test_the_set_up_is_copied_and_nothing_that_has_happened(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    Campaign.objects.filter(pk=campaign.pk).update(tables=3, merge="vote", orders_hours=48, both_sides=True)
    at_first = {side: men(campaign, side) for side in ("allied", "axis")}
    make.debriefed(Campaign.objects.get(pk=campaign.pk))
    new = copy(cast.umpire, campaign)
    assert (new.pack, new.owner, new.club) == (campaign.pack, cast.umpire, None)
    assert (new.tables, new.merge, new.orders_hours, new.both_sides) == (3, "vote", 48, True)
    assert {side: men(new, side) for side in ("allied", "axis")} == at_first
    assert new.seed != campaign.seed
    assert [entry.kind for entry in new.entries.all()] == [Started.kind]
    assert not new.missions.exists()
    assert new.seats.filter(role=Role.COMMANDER, user=None).count() == 2
    assert new.seats.get(role=Role.UMPIRE).user == cast.umpire
    assert_reconciled(new)


@pytest.mark.portable
def test_an_umpire_copies_the_seats_too(cast: Cast):
    campaign = make.club(cast)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.reader, role=Role.INTELLIGENCE, side="axis")
    new = copy(cast.umpire, campaign, with_seats_too=True)

    def seated(of: Campaign) -> set[tuple[int, str, str]]:
        return set(of.seats.exclude(user=None).values_list("role", "side", "user__username"))

    # The umpire of the new one is whoever began it: the other umpire, its owner there, comes along.
    assert seated(new) == seated(campaign)


@pytest.mark.portable
def test_a_commander_who_owns_a_campaign_commands_the_same_side_of_the_copy(cast: Cast):
    campaign = make.campaign(cast.owner, allied="staff", axis="me")
    new = copy(cast.owner, campaign, with_seats_too=True)
    assert make.commander(new, "axis") == cast.owner
    assert not new.seats.filter(role=Role.UMPIRE).exists()


@pytest.mark.parametrize("who", ["allied", "pilot", "reader"])
def test_only_who_runs_a_campaign_copies_its_seats(cast: Cast, who: str):
    campaign = make.club(cast)
    with pytest.raises(Refusal, match="copy its seats"):
        copy(getattr(cast, who), campaign, with_seats_too=True)
    assert Campaign.objects.count() == 1


def test_a_copy_tells_nobody_who_flies_for_the_other_side(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    of_commander, of_reader = copy(cast.allied, campaign), copy(cast.reader, campaign)
    assert men(of_commander, "allied") == men(campaign, "allied")
    assert men(of_commander, "axis") != men(campaign, "axis")
    for side in ("allied", "axis"):
        assert men(of_reader, side) != men(campaign, side)


def test_a_copy_for_a_club_is_begun_by_who_runs_it(cast: Cast):
    club, campaign = make.people_of(cast), make.club(cast)
    with pytest.raises(Refusal):
        copy(cast.allied, campaign, club=club)
    new = copy(cast.umpire, campaign, club=club)
    assert new.club == club
    assert_reconciled(new)


def test_the_page_begins_a_copy(cast: Cast, client: Client):
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=make.people_of(cast))
    client.force_login(cast.reader)
    page = reverse("campaign-copy", args=(campaign.pk,))
    assert "with_seats" not in client.get(page).content.decode()
    answer = client.post(page, {"name": "My own", "club": "", "with_seats": "on"})
    new = Campaign.objects.get(name="My own")
    assert answer["Location"] == reverse("campaign", args=(new.pk,))
    assert (new.owner, new.club) == (cast.reader, None)
    assert not new.seats.filter(user=cast.allied).exists()


@pytest.mark.portable
def test_a_copy_tells_nobody_which_squadron_somebody_of_the_other_side_leads(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="staff", axis="staff")
    leaders = (
        make.leader(campaign, "jutta", "axis", "jagd"),
        make.leader(campaign, "flora", "allied", "frontier-fighters"),
    )
    seats.leave(actor=cast.owner, campaign=campaign, seat=campaign.seats.get(user=cast.owner).pk)
    for role, known in ((Role.PILOT, []), (Role.COMMANDER, ["frontier-fighters"])):
        seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.owner, role=role, side="allied")
        new = copy(cast.owner, campaign, with_seats_too=True)
        assert [each.squadron for each in new.seats.filter(user__in=leaders).exclude(squadron="")] == known
        assert new.seats.filter(user__in=leaders, role=Role.LEADER).count() == 2
