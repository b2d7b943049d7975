"""Clubs are archived and opened again, deleted after thirty days, and handed over."""

from __future__ import annotations

from datetime import timedelta
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import LastSeen
from accounts.operations import accounts
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from clubs import tasks
from clubs.models import Club, ClubRole, Handover, Membership, ModerationEntry
from clubs.operations import clubs, endings, handovers, nights, showcase
from clubs.selectors.asking import open_clubs
from clubs.selectors.handovers import last_seen
from clubs.selectors.invitations import token_of
from clubs.selectors.night_times import to_remind
from config.common.refusals import Refusal
from missions.operations import endings as campaign_endings
from notices.models import Happening
from notices.operations import fan_out
from tests import make
from tests.cast import Cast
from tests.notices import news

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=31)


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast)


def gone_for(user: User, days: int) -> None:
    seen = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(last_login=seen, date_joined=seen)
    LastSeen.objects.filter(user=user).delete()


def role_of(club: Club, user: User) -> int:
    return Membership.objects.get(club=club, user=user).role


@pytest.mark.portable
def test_an_archived_club_is_read_and_nothing_is_written_in_it(cast: Cast, club: Club, client: Client):
    Club.objects.filter(pk=club.pk).update(takes_askers=True)
    night = make.night(club, cast.umpire, days=1)
    type(night).objects.filter(pk=night.pk).update(made_at=timezone.now() - timedelta(days=5))
    soon = night.begins_at - timedelta(hours=2)
    assert list(to_remind(soon)) == [night]
    with pytest.raises(Refusal, match="Only an owner"):
        endings.archive(actor=cast.umpire, club=club)
    endings.archive(actor=cast.owner, club=club)
    for act in (
        lambda: make.night(club, cast.umpire),
        lambda: nights.answer(actor=cast.pilot, night=night, answer="yes", note=""),
        lambda: clubs.change_role(actor=cast.owner, club=club, user=cast.pilot, role=ClubRole.UMPIRE),
        lambda: showcase.open_page(actor=cast.owner, club=club),
        lambda: clubs.move_campaign(actor=cast.owner, campaign=make.campaign(cast.owner), club=club),
        lambda: make.card(cast.owner, club=club),
    ):
        with pytest.raises(Refusal, match=r"is archived.*Its owners can open it again"):
            act()
    assert not list(to_remind(soon))
    assert open_clubs(cast.stranger.pk).rows == ()
    clubs.leave(actor=cast.reader, club=club)
    client.force_login(cast.pilot)
    assert "Its owners can open it again" in client.get(reverse("club", args=(club.pk,))).content.decode()
    assert "Archived" in client.get(reverse("clubs")).content.decode()
    endings.open_again(actor=cast.owner, club=club)
    assert make.night(club, cast.umpire)
    acts = list(ModerationEntry.objects.filter(club=club).order_by("pk").values_list("act", flat=True))
    assert acts == ["archived", "left", "opened"]


@pytest.mark.portable
def test_a_club_goes_after_thirty_days_and_its_campaigns_are_their_owners_own(cast: Cast, club: Club):
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    make.night(club, cast.umpire)
    make.card(cast.owner, club=club)
    make.poll(club, cast.umpire)
    make.invitation(club, cast.owner)
    lines = campaign.entries.count()
    other = make.people_of(cast, name="Another")
    endings.delete(actor=cast.owner, club=club, name="ready room flyers")
    fan_out.tell_all()
    assert news.who_knows(Happening.objects.get(kind="to-be-deleted")) >= {"umpire", "pilot", "reader"}
    tasks.clubs_gone()
    endings.remove(club.pk, timezone.now() + timedelta(days=29))
    assert Club.objects.filter(pk=club.pk).exists()
    now = timezone.now() + MONTH
    assert endings.gone(now) == [club.pk]
    for _ in range(2):
        endings.remove(club.pk, now)
    assert list(Club.objects.all()) == [other]
    assert not ModerationEntry.objects.exists()
    campaign = Campaign.objects.get(pk=campaign.pk)
    assert (campaign.club, campaign.entries.count(), campaign.owner) == (None, lines, cast.owner)
    assert campaign.seats.filter(user=cast.allied).exists()


def test_a_club_is_brought_back_by_an_owner(cast: Cast, club: Club):
    endings.delete(actor=cast.owner, club=club, name=club.name)
    with pytest.raises(Refusal, match="bring it back first"):
        endings.open_again(actor=cast.owner, club=club)
    endings.bring_back(actor=cast.owner, club=club)
    endings.remove(club.pk, timezone.now() + MONTH)
    club.refresh_from_db()
    assert (club.goes_at, club.is_archived) == (None, True)


@pytest.mark.portable
def test_what_is_offered_changes_hands_when_the_heir_agrees(cast: Cast, club: Club, client: Client):
    campaign = make.club(cast)
    for it, role in ((club, ""), (campaign, "campaign")):
        with pytest.raises(Refusal, match="Only its owner"):
            handovers.offer(actor=cast.umpire, it=it, heir=cast.pilot)
        with pytest.raises(Refusal, match="who takes part"):
            handovers.offer(actor=cast.owner, it=it, heir=cast.stranger)
        first = handovers.offer(actor=cast.owner, it=it, heir=cast.pilot)
        assert handovers.offer(actor=cast.owner, it=it, heir=cast.pilot) == first
        with pytest.raises(Refusal, match="pilot has been asked"):
            handovers.offer(actor=cast.owner, it=it, heir=cast.allied)
        with pytest.raises(Refusal, match="Nothing waits"):
            handovers.accept(actor=cast.allied, it=it)
        handovers.refuse(actor=cast.pilot, it=it)
        handovers.offer(actor=cast.owner, it=it, heir=cast.allied)
        page = reverse(f"{role or 'club'}-end", args=(it.pk,))
        client.force_login(cast.allied)
        assert "Take it over" in client.get(page).content.decode()
        act = reverse(f"{role or 'club'}-end-act", args=(it.pk, "accept"))
        assert "is yours now" in client.post(act, follow=True).content.decode()
    campaign.refresh_from_db()
    assert campaign.owner == cast.allied
    assert (role_of(club, cast.allied), role_of(club, cast.owner)) == (ClubRole.OWNER, ClubRole.UMPIRE)
    assert ModerationEntry.objects.filter(club=club, act="handed-over", whom=cast.allied).count() == 1


def test_an_invitation_to_what_is_archived_says_so_and_shows_no_button(cast: Cast, club: Club, client: Client):
    made = make.invitation(club, cast.owner)
    client.force_login(cast.stranger)
    page = reverse("invitation", args=(token_of(made.pk),))
    assert "<button" in client.get(page).content.decode().partition("<main")[2]
    endings.archive(actor=cast.owner, club=club)
    closed = client.get(page).content.decode()
    assert "is archived: nothing is written in it" in closed
    assert "<button" not in closed.partition("<main")[2]


@pytest.mark.portable
def test_what_belongs_to_somebody_gone_is_asked_for_and_passes_unless_they_say_no(cast: Cast, club: Club):
    campaign = make.club(cast)
    gone_for(cast.owner, 60)
    for it in (club, campaign):
        with pytest.raises(Refusal, match="owner has been here within the last 90 days"):
            handovers.ask(actor=cast.umpire, it=it)
    gone_for(cast.owner, 100)
    with pytest.raises(Refusal, match="Only its umpires ask"):
        handovers.ask(actor=cast.pilot, it=club)
    with pytest.raises(Refusal, match="umpires and commanders"):
        handovers.ask(actor=cast.pilot, it=campaign)
    handovers.ask(actor=cast.umpire, it=club)
    fan_out.tell_all()
    assert news.who_knows(Happening.objects.get(kind="handover-asked")) == {"owner"}
    handovers.refuse(actor=cast.owner, it=club)
    handovers.ask(actor=cast.umpire, it=club)
    handovers.ask(actor=cast.allied, it=campaign)
    tasks.handovers_due()
    assert role_of(club, cast.owner) == ClubRole.OWNER
    Handover.objects.filter(ended_at=None).update(until=timezone.now())
    for _ in range(2):
        tasks.handovers_due()
    assert (role_of(club, cast.umpire), role_of(club, cast.owner)) == (ClubRole.OWNER, ClubRole.UMPIRE)
    assert Campaign.objects.get(pk=campaign.pk).owner == cast.allied


def test_an_umpire_finds_from_the_members_what_to_do_when_the_owners_are_gone(cast: Cast, club: Club, client: Client):
    page = reverse("club-end", args=[club.pk])
    members = reverse("club-members", args=[club.pk])
    client.force_login(cast.pilot)
    assert page not in client.get(members).content.decode()
    gone_for(cast.owner, 100)
    client.force_login(cast.umpire)
    assert page in client.get(members).content.decode()
    said = client.get(page).content.decode()
    assert "<h1>Whose the club is</h1>" in said
    assert "For 90 days there has been no sign of them here." in said
    assert "have 14 days to say no" in said


def test_a_club_that_is_to_be_deleted_leads_first_to_its_way_back(cast: Cast, club: Club, client: Client):
    endings.delete(actor=cast.owner, club=club, name=club.name)
    client.force_login(cast.owner)
    said = client.get(reverse("club-end", args=[club.pk])).content.decode()
    assert said.index("Bring it back</h2>") < said.index("Take it along</h2>")
    assert "Delete it</h2>" not in said


def test_of_several_owners_one_who_is_here_is_asked_himself(cast: Cast, club: Club):
    clubs.change_role(actor=cast.owner, club=club, user=cast.allied, role=ClubRole.OWNER)
    gone_for(cast.owner, 200)
    User.objects.filter(pk=cast.allied.pk).update(last_login=timezone.now())
    with pytest.raises(Refusal, match="allied has been here"):
        handovers.ask(actor=cast.umpire, it=club)
    gone_for(cast.allied, 200)
    handovers.ask(actor=cast.umpire, it=club)
    Handover.objects.update(until=timezone.now())
    tasks.handovers_due()
    owners = set(club.members.filter(role=ClubRole.OWNER).values_list("user__username", flat=True))
    assert owners == {"umpire"}


def test_an_owner_who_comes_back_in_the_last_minute_keeps_it_and_who_may_not_ask_any_more_gets_nothing(
    cast: Cast, club: Club, client: Client
):
    campaign = make.club(cast)
    gone_for(cast.owner, 200)
    handovers.ask(actor=cast.umpire, it=club)
    handovers.ask(actor=cast.allied, it=campaign)
    client.force_login(cast.owner)
    Handover.objects.update(until=timezone.now())
    tasks.handovers_due()
    assert role_of(club, cast.owner) == ClubRole.OWNER
    assert role_of(club, cast.umpire) == ClubRole.UMPIRE
    assert Campaign.objects.get(pk=campaign.pk).owner == cast.owner
    fan_out.tell_all()
    told = [news.who_knows(each) for each in Happening.objects.filter(kind="handover-ended")]
    assert sorted(told, key=str) == [{"allied"}, {"umpire"}]
    gone_for(cast.owner, 200)
    handovers.ask(actor=cast.allied, it=campaign)
    seats.take_away(actor=cast.umpire, campaign=campaign, seat=campaign.seats.get(user=cast.allied).pk)
    seats.give_seat(actor=cast.umpire, campaign=campaign, user=cast.allied, role=Role.READER)
    Handover.objects.update(until=timezone.now())
    tasks.handovers_due()
    assert Campaign.objects.get(pk=campaign.pk).owner == cast.owner


def test_offers_lapse_and_go_with_what_is_deleted_or_with_the_heir(cast: Cast, club: Club):
    handovers.offer(actor=cast.owner, it=club, heir=cast.pilot)
    Handover.objects.update(until=timezone.now())
    tasks.handovers_due()
    assert Handover.objects.get().outcome == Handover.Outcome.LAPSED
    handovers.offer(actor=cast.owner, it=club, heir=cast.pilot)
    handovers.take_back(actor=cast.owner, it=club)
    handovers.offer(actor=cast.owner, it=club, heir=cast.pilot)
    accounts.close(user=cast.pilot, texts=False)
    assert not Handover.objects.exists()
    handovers.offer(actor=cast.owner, it=club, heir=cast.allied)
    endings.delete(actor=cast.owner, club=club, name=club.name)
    assert not Handover.objects.filter(ended_at=None).exists()
    with pytest.raises(Refusal, match="to be deleted"):
        handovers.offer(actor=cast.owner, it=club, heir=cast.allied)


def test_what_is_archived_changes_hands_too_and_whose_is_to_be_deleted_is_told_what_to_do_before_they_leave(
    cast: Cast, club: Club
):
    campaign = make.club(cast)
    campaign_endings.archive(actor=cast.owner, campaign=campaign)
    endings.archive(actor=cast.owner, club=club)
    for it in (campaign, club):
        handovers.offer(actor=cast.owner, it=it, heir=cast.pilot)
        handovers.accept(actor=cast.pilot, it=it)
    assert Campaign.objects.get(pk=campaign.pk).owner == cast.pilot
    assert role_of(club, cast.pilot) == ClubRole.OWNER
    gone_for(cast.pilot, 200)
    for it in (Campaign.objects.get(pk=campaign.pk), club):
        handovers.ask(actor=cast.umpire, it=it)
    Handover.objects.filter(ended_at=None).update(until=timezone.now())
    tasks.handovers_due()
    campaign.refresh_from_db()
    assert campaign.owner == cast.umpire
    assert role_of(club, cast.umpire) == ClubRole.OWNER
    campaign_endings.delete(actor=cast.umpire, campaign=campaign, name=campaign.name)
    endings.delete(actor=cast.umpire, club=club, name=club.name)
    with pytest.raises(Refusal, match=r"is yours and to be deleted on .*: wait until then, or bring it back") as why:
        accounts.close(user=cast.umpire, texts=False)
    assert why.value.sentence.count("bring it back") == 2


def test_another_owner_takes_an_offer_back_and_who_owns_it_no_more_hands_nothing_over(cast: Cast, club: Club):
    clubs.change_role(actor=cast.owner, club=club, user=cast.allied, role=ClubRole.OWNER)
    handovers.offer(actor=cast.owner, it=club, heir=cast.pilot)
    handovers.take_back(actor=cast.allied, it=club)
    handovers.offer(actor=cast.owner, it=club, heir=cast.pilot)
    clubs.change_role(actor=cast.allied, club=club, user=cast.owner, role=ClubRole.PLAYER)
    with pytest.raises(Refusal, match="owner does not own it any more"):
        handovers.accept(actor=cast.pilot, it=club)
    with pytest.raises(Refusal, match="Nothing waits"):
        handovers.take_back(actor=cast.axis, it=club)
    handovers.take_back(actor=cast.allied, it=club)
    handovers.offer(actor=cast.allied, it=club, heir=cast.pilot)


def test_who_comes_to_a_page_is_seen_there_once_a_day(cast: Cast, client: Client):
    client.force_login(cast.owner)
    cast.owner.refresh_from_db()
    signed_in = cast.owner.last_login
    assert signed_in is not None
    with mock.patch.object(timezone, "now", return_value=signed_in):
        client.get(reverse("home"))
    assert last_seen(cast.owner) == signed_in
    tomorrow = (signed_in + timedelta(days=1)).replace(hour=12)
    for later in (timedelta(), timedelta(minutes=1)):
        with mock.patch.object(timezone, "now", return_value=tomorrow + later):
            client.get(reverse("home"))
    assert last_seen(cast.owner) == tomorrow
    cast.owner.refresh_from_db()
    assert cast.owner.last_login == signed_in, "a link to a new password that is on its way still leads there"


def test_who_leaves_gives_up_seats_in_an_archived_campaign_too(cast: Cast):
    campaign = make.club(cast)
    Campaign.objects.filter(pk=campaign.pk).update(archived_at=timezone.now())
    accounts.close(user=cast.allied, texts=True)
    assert campaign.seats.get(side="allied", role=Role.COMMANDER).is_staff
    assert not campaign.seats.filter(user=cast.allied).exists()
    seats.give_up_seats(actor=cast.axis, campaign=campaign, user=cast.axis)
