"""A ban keeps somebody out of a club and its campaigns by every door; a removal alone does not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.access import viewer
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from clubs.models import Ban, Club, ClubRole
from clubs.operations import bans, clubs, copying, invitations
from clubs.operations.invitations import accept
from clubs.selectors.bans import ban_rows
from clubs.selectors.invitations import token_of
from clubs.selectors.members import place_of
from config.common.refusals import Refusal
from tests import make
from tests.cast import Cast


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast)


@pytest.fixture
def campaign(cast: Cast, club: Club) -> Campaign:
    """A campaign of the club in which everybody but the stranger has a seat."""
    campaign = make.club(cast)
    return clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)


def test_who_is_banned_comes_in_by_no_open_link_of_the_club(cast: Cast, club: Club, campaign: Campaign):
    to_club = token_of(make.invitation(club, cast.owner, most_uses=5).pk)
    to_seat = invitations.invite(
        actor=cast.owner, lasts=timedelta(days=7), most_uses=5, campaign=campaign, seat=Role.PILOT, side="axis"
    )
    bans.ban(actor=cast.umpire, club=club, user=cast.allied, reason="Read the other side’s talk aloud.")
    assert place_of(club, cast.allied) is None
    with pytest.raises(Refusal, match="has banned you: no invitation lets you in"):
        accept(cast.allied, to_club)
    with pytest.raises(Refusal, match="has banned you: no invitation lets you in"):
        accept(cast.allied, token_of(to_seat.pk))
    assert not campaign.seats.held_by(cast.allied.pk).exists()
    assert accept(cast.stranger, to_club).is_new


def test_who_is_removed_and_not_banned_may_come_back(cast: Cast, club: Club):
    token = token_of(make.invitation(club, cast.owner, most_uses=5).pk)
    clubs.remove(actor=cast.owner, club=club, user=cast.reader)
    assert accept(cast.reader, token).is_new


@pytest.mark.portable
def test_a_ban_ends_every_seat_in_the_clubs_campaigns_and_no_seat_is_given_anew(
    cast: Cast, club: Club, campaign: Campaign
):
    pilot = campaign.seats.get(user=cast.pilot)
    seats.name_stand_in(
        actor=cast.owner, campaign=campaign, seat=pilot.pk, user=cast.allied, until=timezone.now() + timedelta(days=3)
    )
    bans.ban(actor=cast.owner, club=club, user=cast.allied)
    assert not campaign.seats.held_by(cast.allied.pk).exists()
    assert campaign.seats.get(side="allied", role=Role.COMMANDER).is_staff
    for role, side in ((Role.READER, ""), (Role.PILOT, "allied"), (Role.COMMANDER, "axis")):
        with pytest.raises(Refusal, match="has banned allied"):
            seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.allied, role=role, side=side)
    assert viewer(campaign, cast.allied) is None


def test_a_ban_reaches_who_sits_in_a_campaign_without_being_a_member(cast: Cast, club: Club, campaign: Campaign):
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.stranger, role=Role.PILOT, side="axis")
    seats.hand_over(actor=cast.owner, campaign=campaign, user=cast.stranger)
    bans.ban_by_name(actor=cast.umpire, club=club, name="Stranger")
    campaign.refresh_from_db()
    assert campaign.owner == cast.owner
    assert not campaign.seats.held_by(cast.stranger.pk).exists()


@pytest.mark.portable
def test_a_campaign_with_somebody_banned_does_not_move_in_and_a_copy_leaves_them_out(cast: Cast, club: Club):
    campaign = make.club(cast)
    bans.ban(actor=cast.owner, club=club, user=cast.axis)
    with pytest.raises(Refusal, match="has banned axis, who would sit in its campaign"):
        clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    seen = viewer(campaign, cast.owner)
    assert seen is not None
    copy = copying.copy_campaign(
        actor=cast.owner, viewer=seen, campaign=campaign, name="Again", club=club, with_seats=True
    )
    who = set(copy.seats.exclude(user=None).values_list("user__username", flat=True))
    assert who == {"owner", "umpire", "allied", "pilot", "reader"}


def test_a_lifted_ban_lets_in_again_and_stays_on_the_list(cast: Cast, club: Club):
    token = token_of(make.invitation(club, cast.owner, most_uses=5).pk)
    banned = bans.ban(actor=cast.owner, club=club, user=cast.reader)
    assert bans.ban(actor=cast.umpire, club=club, user=cast.reader) == banned, "twice is once"
    bans.lift(actor=cast.umpire, club=club, ban=banned.pk)
    assert accept(cast.reader, token).is_new
    (row,) = ban_rows(club)
    assert (row.who, row.by, row.lifted_by) == ("reader", "owner", "umpire")
    bans.ban(actor=cast.owner, club=club, user=cast.reader)
    assert [row.lifted_by for row in ban_rows(club)] == ["", "umpire"]


@pytest.mark.portable
def test_a_player_bans_nobody_and_an_umpire_no_umpire(cast: Cast, club: Club):
    for actor, user, said in (
        (cast.pilot, cast.reader, "Only owners and umpires"),
        (cast.umpire, cast.owner, "Only an owner bans"),
        (cast.umpire, cast.umpire, "cannot ban yourself"),
    ):
        with pytest.raises(Refusal, match=said):
            bans.ban(actor=actor, club=club, user=user)
    with pytest.raises(Refusal, match="Nobody here is called that"):
        bans.ban_by_name(actor=cast.umpire, club=club, name="nobody")
    with pytest.raises(Refusal, match="Only owners and umpires"):
        bans.lift(actor=cast.pilot, club=club, ban=1)
    assert not Ban.objects.exists()


def test_a_removal_bans_only_who_is_ticked_and_keeps_no_reason_without_a_ban(cast: Cast, club: Club, client: Client):
    client.force_login(cast.umpire)
    address = reverse("club-member-remove", args=(club.pk, club.members.get(user=cast.axis).pk))
    page = client.get(address)
    assert not page.context["form"]["ban"].value()
    assert "Without it they may come back by any link of the club that is still open." in page.content.decode()
    lost = client.post(address, {"reason": "Opened others’ letters."})
    assert (lost.status_code, club.members.filter(user=cast.axis).exists()) == (422, True)
    assert "Only a ban keeps a reason" in lost.content.decode()
    done = client.post(address, {"reason": ""}, follow=True)
    assert "axis is no longer a member, and may come back by any link that is still open." in done.content.decode()
    assert not Ban.objects.exists()


@pytest.mark.portable
def test_removing_asks_whether_to_ban_and_the_list_says_who_and_when(
    cast: Cast, club: Club, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    client.force_login(cast.umpire)
    member = club.members.get(user=cast.axis)
    page = client.get(reverse("club-member-remove", args=(club.pk, member.pk))).content.decode()
    assert "any link of the club that is still open" in page
    client.post(
        reverse("club-member-remove", args=(club.pk, member.pk)), {"ban": "on", "reason": "Opened others’ letters."}
    )
    client.post(reverse("club-bans", args=(club.pk,)), {"name": "stranger", "reason": ""})
    with django_assert_num_queries(6):
        page = client.get(reverse("club-bans", args=(club.pk,))).content.decode()
    assert "Opened others’ letters." in page
    assert page.index("<strong>stranger") < page.index("<strong>axis")
    assert "by umpire" in page
    lifted = Ban.objects.get(user=cast.axis)
    client.post(reverse("club-ban-lift", args=(club.pk, lifted.pk)))
    assert "lifted by umpire" in client.get(reverse("club-bans", args=(club.pk,))).content.decode()
    wrong = client.post(reverse("club-bans", args=(club.pk,)), {"name": "nobody"})
    assert wrong.status_code == 422
    assert "Nobody here is called that" in wrong.content.decode()


def test_the_page_of_a_link_tells_who_is_banned_so(cast: Cast, club: Club, client: Client):
    token = token_of(make.invitation(club, cast.owner, most_uses=5, role=ClubRole.READER).pk)
    bans.ban(actor=cast.owner, club=club, user=cast.axis)
    client.force_login(cast.axis)
    answer = client.get(reverse("invitation", args=(token,)))
    assert answer.status_code == 410
    assert "has banned you" in answer.content.decode()
