"""An account is closed: what is the person's goes, what others' histories tell stays under a name that says nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.db.models import ManyToOneRel
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.operations import accounts, sign_in_links
from campaigns.models import AppendOnly, Campaign, Entry, Role, Seat
from campaigns.operations import pictures, seats
from campaigns.selectors import standings
from campaigns.standing.kinds import Pictured
from campaigns.standing.result_kinds import Sortie
from clubs.models import Club, ClubRole, InvitationUse, Membership, Season
from clubs.operations import clubs, invitations, nights, seasons
from clubs.operations.locks import locked
from clubs.operations.nights import Announcement
from clubs.selectors.invitations import is_valid, token_of
from config.common import clock
from config.common.refusals import Refusal
from missions.models import Comment, Mission, Print, Skirmish, Story
from missions.selectors import reconcile
from notices.models import Happening, Notice, Wishes
from tests import make
from tests.accounts.people import again, app_for, sign_in
from tests.cast import Cast

REMOVED = {
    "accounts.ShownRating.user",
    "accounts.LastSeen.user",
    "accounts.ShownRecord.user",
    "account.EmailAddress.user",
    "admin.LogEntry.user",
    "campaigns.PackDraft.owner",
    "campaigns.Pilot.player",
    "campaigns.Quota.user",
    "campaigns.Seat.user",
    "campaigns.Seat.stand_in",
    "campaigns.ShelfCard.owner",  # packs and games that carry a card keep it
    "accounts.UsedLink.user",
    "clubs.Asked.user",
    "api.DiscordLink.user",
    "api.Token.user",
    "clubs.Award.user",
    "clubs.Ban.user",
    "clubs.Membership.user",
    "clubs.Mute.user",
    "clubs.OwnClock.user",
    "clubs.PollAnswer.user",
    "clubs.Posting.user",
    "clubs.Rsvp.user",
    "clubs.TablePlace.user",
    "mfa.Authenticator.user",
    "missions.Arrival.owner",
    "missions.Controller.gives_up_of",
    "missions.Controller.habits_of",
    "missions.Controller.rests_of",
    "missions.Controller.user",  # the staff decides from then on
    "missions.OwnPilot.owner",
    "missions.ResultDraft.by",
    "missions.Skirmish.owner",
    "missions.SkirmishTelling.by",  # of their own skirmishes
    "clubs.ClubArrival.owner",
    "clubs.ClubFile.owner",
    "clubs.Handover.by",
    "clubs.Handover.heir",
    "clubs.Exhibit.by",  # what they showed in public is shown no longer
    "notices.Happening.person",
    "notices.Notice.user",
    "notices.Wishes.user",
    "socialaccount.SocialAccount.user",
}
"""What points to a person no more once the account is closed."""
STAYS = {
    "campaigns.Campaign.owner",  # of which nobody else has anything
    "campaigns.Entry.actor",
    "campaigns.Pack.owner",
    "campaigns.ShelfCard.by",  # for a club, whose the card is
    "campaigns.UploadedPicture.by",  # that they did not ask to go
    "clubs.Asked.answered_by",
    "clubs.Award.by",
    "clubs.Ban.by",
    "clubs.Ban.lifted_by",
    "clubs.DatePoll.closed_by",
    "clubs.DatePoll.made_by",
    "clubs.Fixture.one",  # in the table of the season
    "clubs.Fixture.other",
    "clubs.Invitation.made_by",  # withdrawn
    "clubs.InvitationUse.user",  # so that it lets nobody else in
    "clubs.ModerationEntry.by",  # the log is never changed
    "clubs.ModerationEntry.whom",
    "clubs.Mute.by",
    "clubs.Mute.ended_by",
    "clubs.Night.made_by",
    "clubs.Night.noted_by",
    "clubs.Night.titled_by",
    "clubs.Season.organiser",  # whose words about it go if they ask
    "clubs.SeasonGame.allied",  # in the table of the season, as in a journal
    "clubs.SeasonGame.answered_by",
    "clubs.SeasonGame.axis",
    "clubs.SeasonGame.entered_by",
    "clubs.SeasonPlayer.user",
    "clubs.WordsReport.author",
    "clubs.WordsReport.by",
    "clubs.WordsReport.judge",
    "demo.Demo.visitor",  # until somebody who owns the site takes the demo away
    "demo.DemoPerson.user",
    "missions.Claim.by",
    "missions.Claim.judge",
    "missions.Comment.author",
    "missions.Comment.removed_by",
    "missions.Debrief.actor",
    "missions.Draft.by",  # that was handed in
    "missions.Game.begun_by",
    "missions.GameEntry.by",
    "missions.Job.owner",  # that is not done, or whose work is everybody's
    "missions.Orders.signed_by",
    "missions.PostReport.author",
    "missions.PostReport.by",
    "missions.PostReport.judge",
    "missions.Remark.by",
    "missions.ScreenResult.allied",  # opponents are rated by it; of who is gone nobody sees a rating
    "missions.ScreenResult.axis",
    "missions.SharedReplay.by",  # the address leads there until somebody withdraws it
    "missions.SubmissionStep.by",
    "missions.Story.author",
    "missions.Submission.by",
    "missions.TableTap.by",  # the table goes on; gone once the mission is debriefed
    "notices.Happening.actor",
    "notices.Webhook.made_by",
}
"""What stays, and is the former member's."""


def test_what_becomes_of_everything_that_points_to_a_person_is_decided():
    found = {
        f"{relation.related_model._meta.label}.{relation.field.name}"
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel)
        if not relation.related_model._meta.auto_created
    }
    assert found == REMOVED | STAYS


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission that everybody has had to do with, the Allied commander most of all."""
    accounts.rename(user=cast.allied, name="Biggles")
    cast.allied.refresh_from_db()
    mission = make.debriefed(make.club(cast))
    Comment.objects.create(
        campaign=mission.campaign, mission=mission, author=cast.allied, text="Well flown.", at=timezone.now()
    )
    Story.objects.create(mission=mission, side="allied", author=cast.allied, text="We came low.", at=timezone.now())
    return mission


def close(user: User, *, texts: bool = False) -> str:
    return accounts.close(user=user, texts=texts)


def test_nobody_finds_the_person_any_more(mission: Mission, cast: Cast):
    name = close(cast.allied)
    assert name == f"Former member {cast.allied.pk}"
    visitor = Client()
    assert sign_in(visitor, "Biggles", "allied").status_code == 422
    assert sign_in(visitor, name, "allied").status_code == 422
    cast.allied.refresh_from_db()
    assert (cast.allied.username, cast.allied.email, cast.allied.is_active) == (name, "", False)
    assert not cast.allied.has_usable_password()


def test_the_journal_tells_what_was_done_and_not_by_whom(mission: Mission, cast: Cast):
    before = [(each.number, each.kind, each.at) for each in mission.campaign.entries.order_by("number")]
    name = close(cast.allied)
    campaign = mission.campaign
    reconcile.assert_reconciled(campaign)
    assert [(each.number, each.kind, each.at) for each in campaign.entries.order_by("number")][: len(before)] == before
    assert "Biggles" not in str(list(campaign.entries.values_list("by", "data")))
    client = Client()
    client.force_login(cast.owner)
    for page in ("campaign", "campaign-journal", "campaign-pilots"):
        assert "Biggles" not in client.get(reverse(page, args=(campaign.pk,))).content.decode()
    assert name in client.get(reverse("campaign-journal", args=(campaign.pk,))).content.decode()


def test_the_journal_stays_shut_to_everything_else(mission: Mission, cast: Cast):
    close(cast.allied)
    with pytest.raises(AppendOnly):
        Entry.objects.update(by="nobody")


@pytest.mark.portable
def test_pilots_keep_their_names_and_deeds(mission: Mission, cast: Cast):
    men = list(mission.campaign.pilots.values_list("name", flat=True))
    sorties = mission.campaign.entries.filter(kind=Sortie.kind).count()
    close(cast.allied)
    assert list(mission.campaign.pilots.values_list("name", flat=True)) == men
    assert mission.campaign.entries.filter(kind=Sortie.kind).count() == sorties > 0


def test_the_staff_takes_the_command_over_and_the_next_mission_is_planned(mission: Mission, cast: Cast):
    close(cast.allied)
    assert mission.campaign.seats.get(side="allied", role=Role.COMMANDER).is_staff
    close(cast.pilot)
    assert not mission.campaign.seats.filter(user=cast.pilot).exists()
    assert make.planned(mission.campaign).status == Mission.Status.READY


@pytest.mark.portable
def test_what_was_written_stays_under_the_name_that_replaces_theirs(mission: Mission, cast: Cast):
    name = close(cast.allied)
    assert Comment.objects.get().author.username == name
    assert (Comment.objects.get().text, Story.objects.get().text) == ("Well flown.", "We came low.")


@pytest.mark.portable
def test_what_was_written_goes_if_they_ask(mission: Mission, cast: Cast):
    close(cast.allied, texts=True)
    assert Comment.objects.get().text == ""
    assert Comment.objects.get().removed_at is not None
    assert not Story.objects.exists()


def test_the_words_of_seasons_that_they_organise_go_if_they_ask(cast: Cast):
    mine, past = make.season(cast, notes="Bring *tea*."), make.season(cast, title="Old league", notes="It rained.")
    other = make.season(cast, title="Spring league", organiser=cast.owner, notes="Bring a map.")
    accounts.close(user=cast.reader, texts=True)
    assert set(Season.objects.values_list("notes", flat=True)) == {"Bring *tea*.", "It rained.", "Bring a map."}
    seasons.close(actor=cast.allied, season=past)
    clubs.leave(actor=cast.allied, club=mine.club)
    name = close(cast.allied, texts=True)
    for season in (mine, past, other):
        season.refresh_from_db()
    assert (mine.notes, past.notes, other.notes) == ("", "", "Bring a map.")
    assert (mine.title, mine.organiser.get_username()) == ("Winter league", name)


def test_what_they_have_said_of_club_nights_goes_if_they_ask_and_what_others_have_said_stays(cast: Cast):
    club = make.people_of(cast)
    own = make.night(club, cast.umpire, days=7, notes="Bring tea.")
    mended = make.night(club, cast.umpire, days=8, notes="Bring coffee.")
    begins = clock.local(mended.begins_at, club.time_zone)
    said = Announcement(mended.title, begins.date(), begins.time(), None, mended.place, "Bring milk.")
    nights.change(actor=cast.owner, night=mended, said=said, revision=mended.revision)
    clubs.leave(actor=cast.umpire, club=club)
    close(cast.umpire, texts=True)
    for night in (own, mended):
        night.refresh_from_db()
    assert (own.notes, mended.notes) == ("", "Bring milk.")
    assert own.title == mended.title != ""


def test_the_words_of_seasons_that_they_organise_stay_otherwise(cast: Cast):
    season = make.season(cast, notes="Bring *tea*.")
    close(cast.allied)
    season.refresh_from_db()
    assert season.notes == "Bring *tea*."


def test_pictures_that_they_uploaded_go_if_they_ask_and_the_drawn_ones_are_back(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    pilot, other = campaign.pilots.filter(side="allied", squadron="frontier-fighters")[:2]
    pictures.set_portrait(actor=cast.allied, campaign=campaign, pilot=pilot, file=make.picture("red"))
    pictures.set_badge(actor=cast.allied, campaign=campaign, squadron="frontier-fighters", file=make.picture("red"))
    pictures.set_portrait(actor=cast.umpire, campaign=campaign, pilot=other, file=make.picture("blue"))
    name = close(cast.allied, texts=True)
    assert campaign.pictures.get().by == cast.umpire
    standing = standings.standing_of(campaign)
    assert standing.airmen[pilot.pk].picture == standing.badges["allied", "frontier-fighters"] == ""
    assert standing.airmen[other.pk].picture
    reconcile.assert_reconciled(campaign)
    assert {each.by for each in campaign.entries.filter(kind=Pictured.kind)} == {name, "umpire"}


def test_a_picture_that_somebody_else_has_uploaded_too_stays_where_they_show_it(cast: Cast):
    """A club's badge that two have from the same page."""
    campaign = make.club(cast, make.PERIODS)
    pilot, other = campaign.pilots.filter(side="allied", squadron="frontier-fighters")[:2]
    pictures.set_portrait(actor=cast.allied, campaign=campaign, pilot=pilot, file=make.picture("red"))
    pictures.set_portrait(actor=cast.umpire, campaign=campaign, pilot=other, file=make.picture("red"))
    close(cast.allied, texts=True)
    standing = standings.standing_of(campaign)
    assert standing.airmen[pilot.pk].picture == ""
    assert standing.airmen[other.pk].picture
    assert campaign.pictures.get().by == cast.umpire
    reconcile.assert_reconciled(campaign)
    close(cast.umpire, texts=True)
    assert not campaign.pictures.exists()
    reconcile.assert_reconciled(campaign)


def test_pictures_that_they_uploaded_stay_otherwise(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    pictures.set_badge(actor=cast.allied, campaign=campaign, squadron="frontier-fighters", file=make.picture())
    close(cast.allied)
    assert campaign.pictures.exists()
    reconcile.assert_reconciled(campaign)


@pytest.mark.portable
def test_sessions_devices_notices_and_fights_go(mission: Mission, cast: Cast, client: Client):
    client.force_login(cast.allied)
    app_for(client, "allied")
    EmailAddress.objects.create(user=cast.allied, email="allied@example.org", primary=True, verified=True)
    skirmish = make.skirmish(cast.allied)
    happening = Happening.objects.create(key="test", kind="comment", at=timezone.now(), person=cast.allied)
    Notice.objects.create(user=cast.allied, happening=happening, at=timezone.now())
    Wishes.objects.create(user=cast.allied)
    Print.objects.create(campaign=mission.campaign, document="log", paper="A4", audience="OWNER")
    close(cast.allied)
    assert not get_user(client).is_authenticated
    for model in (EmailAddress, Authenticator, Notice, Wishes, Print):
        assert not model.objects.exists(), model
    assert not Happening.objects.filter(person=cast.allied).exists()
    assert not Skirmish.objects.filter(pk=skirmish.pk).exists()


@pytest.mark.portable
def test_an_invitation_that_they_used_lets_nobody_else_in(cast: Cast):
    club = clubs.found(actor=cast.owner, name="The Mess")
    invitation = invitations.invite(
        actor=cast.owner, club=club, role=ClubRole.PLAYER, lasts=timedelta(days=1), most_uses=1
    )
    token = token_of(invitation.pk)
    invitations.accept(cast.reader, token)
    close(cast.reader)
    assert not is_valid(token)
    assert InvitationUse.objects.count() == 1
    assert list(Membership.objects.values_list("user__username", flat=True)) == ["owner"]


@pytest.mark.portable
def test_a_club_with_others_in_it_is_handed_over_first(cast: Cast):
    club = clubs.found(actor=cast.owner, name="The Mess")
    with locked(club.pk) as held:
        clubs.add(club=held, user=cast.reader, role=ClubRole.PLAYER)
    with pytest.raises(Refusal, match="The Mess has no other owner: hand the club over first"):
        close(cast.owner)
    cast.owner.refresh_from_db()
    assert cast.owner.is_active
    clubs.hand_over(actor=cast.owner, club=club, to=cast.reader)
    close(cast.owner)
    assert club.members.get().user == cast.reader


@pytest.mark.portable
def test_a_club_goes_with_its_last_member(cast: Cast):
    clubs.found(actor=cast.owner, name="The Mess")
    close(cast.owner)
    assert not Club.objects.exists()


@pytest.mark.portable
def test_a_campaign_with_others_in_it_is_handed_over_first(cast: Cast):
    campaign = make.club(cast)
    with pytest.raises(Refusal, match="Others play in Desert evenings, which is yours: hand the campaign over first"):
        close(cast.owner)
    assert campaign.seats.count() == 6
    seats.hand_over(actor=cast.owner, campaign=campaign, user=cast.umpire)
    name = close(cast.owner)
    campaign.refresh_from_db()
    assert campaign.owner == cast.umpire
    reconcile.assert_reconciled(campaign)
    said = str(list(campaign.entries.values_list("by", "data")))
    assert "'owner'" not in said.replace("'role': 'owner'", "")
    assert name in said


def test_a_campaign_of_their_own_goes_from_everybodys_sight(cast: Cast):
    campaign = make.campaign(cast.owner)
    close(cast.owner)
    assert Seat.objects.get(campaign=campaign, side="allied").is_staff
    client = Client()
    client.force_login(cast.stranger)
    assert client.get(reverse("campaign", args=(campaign.pk,))).status_code == 404


@pytest.mark.portable
def test_the_last_owner_of_the_site_stays(db: None):
    owner = sign_in_links.owner()
    with pytest.raises(Refusal, match="You own this site alone"):
        close(owner)
    User.objects.create_superuser("other")
    close(owner)
    assert sign_in_links.owner().username == "other"


def test_one_closes_ones_account_with_password_and_name(cast: Cast, client: Client):
    client.force_login(cast.reader)
    leaving = reverse("account-leave")
    assert client.get(leaving)["Location"].startswith(reverse("account_reauthenticate"))
    again(client, "reader")
    assert "This cannot be taken back" in client.get(leaving).content.decode()
    wrong = client.post(leaving, {"name": "Reader"})
    assert wrong.status_code == 422
    assert "To close the account, type its name: reader" in wrong.content.decode()
    done = client.post(leaving, {"name": "reader", "texts": "on"}, follow=True)
    assert "Your account is closed." in done.content.decode()
    assert not get_user(client).is_authenticated
    cast.reader.refresh_from_db()
    assert not cast.reader.is_active


def test_the_page_says_what_stands_in_the_way(cast: Cast, client: Client):
    make.club(cast)
    client.force_login(cast.owner)
    again(client, "owner")
    page = client.get(reverse("account-leave")).content.decode()
    assert "Others play in Desert evenings" in page
    refused = client.post(reverse("account-leave"), {"name": "owner"})
    assert refused.status_code == 422
    assert Campaign.objects.get().owner.is_active


def test_a_name_that_was_given_up_is_free_for_others(cast: Cast):
    close(cast.reader)
    accounts.rename(user=cast.pilot, name="Reader")
    assert User.objects.get(username="Reader") == cast.pilot
    with pytest.raises(Refusal, match="keeps that name for itself"):
        accounts.rename(user=cast.axis, name=f"Former Member {cast.axis.pk}")


def test_a_campaign_that_is_over_is_left_too(cast: Cast):
    campaign = make.club(cast)
    make.finished(campaign)
    close(cast.allied)
    campaign.refresh_from_db()
    assert not campaign.seats.filter(user=cast.allied).exists()
    assert campaign.is_finished
    reconcile.assert_reconciled(campaign)
