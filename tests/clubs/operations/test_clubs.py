"""Clubs, who belongs to them, and whose a campaign is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.standing.kinds import SeatChanged
from clubs.models import Club, ClubRole, Membership
from clubs.operations import clubs
from clubs.operations.locks import locked
from clubs.selectors.members import place_of
from config.common.refusals import Refusal
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast


def role_of(club: Club, user: User) -> int | None:
    place = place_of(club, user)
    return place.role if place else None


def a_campaign_of(club: Club, cast: Cast) -> Campaign:
    """A campaign of the club with a person on each side; its umpire started it."""
    staff = {"allied": "staff", "axis": "staff"}
    begun = clubs.start_campaign(
        actor=cast.umpire,
        club=club,
        pack=make.pack(),
        name="Malta",
        flown_by=staff,  # type: ignore[arg-type]
    )
    for user, role, side in (
        (cast.allied, Role.COMMANDER, "allied"),
        (cast.axis, Role.COMMANDER, "axis"),
        (cast.pilot, Role.PILOT, "allied"),
    ):
        seats.give_seat(actor=cast.umpire, campaign=begun, user=user, role=role, side=side)
    return begun


@pytest.mark.portable
def test_a_club_that_is_founded_twice_by_a_double_click_is_one_club(cast: Cast):
    club = clubs.found(actor=cast.owner, name="The Tuesday Wing")
    with pytest.raises(Refusal, match="You own a club of this name already"):
        clubs.found(actor=cast.owner, name="The Tuesday Wing")
    assert [each.club for each in cast.owner.memberships.all()] == [club]
    assert clubs.found(actor=cast.umpire, name="The Tuesday Wing") != club


def test_whoever_founds_a_club_owns_it(cast: Cast):
    club = clubs.found(actor=cast.owner, name="  Ready   Room Flyers ", about="We meet.", time_zone="Europe/Rome")
    assert (club.name, club.about, club.time_zone) == ("Ready Room Flyers", "We meet.", "Europe/Rome")
    assert role_of(club, cast.owner) == ClubRole.OWNER
    assert club.members.count() == 1


@pytest.mark.parametrize(
    ("name", "time_zone", "field"),
    [("", "UTC", "name"), (" ", "UTC", "name"), ("x" * 81, "UTC", "name"), ("Flyers", "Mars/Base", "time_zone")],
)
def test_a_club_needs_a_name_and_a_clock_on_this_planet(cast: Cast, name: str, time_zone: str, field: str):
    with pytest.raises(Refusal) as refused:
        clubs.found(actor=cast.owner, name=name, time_zone=time_zone)
    assert refused.value.field == field
    assert not Club.objects.exists()


def test_only_an_owner_changes_what_a_club_is_like(cast: Cast):
    club = make.people_of(cast)
    with pytest.raises(Refusal):
        clubs.change(actor=cast.umpire, club=club, name="Mine", about="", time_zone="UTC")
    clubs.change(actor=cast.owner, club=club, name="Wing 12", about="", time_zone="UTC")
    club.refresh_from_db()
    assert club.name == "Wing 12"


@pytest.mark.portable
@pytest.mark.parametrize(
    ("actor", "member", "role"),
    [
        ("umpire", "pilot", ClubRole.UMPIRE),
        ("umpire", "pilot", ClubRole.OWNER),
        ("umpire", "umpire", ClubRole.OWNER),
        ("umpire", "owner", ClubRole.READER),
        ("pilot", "reader", ClubRole.PLAYER),
        ("pilot", "pilot", ClubRole.UMPIRE),
        ("stranger", "pilot", ClubRole.READER),
        ("owner", "stranger", ClubRole.READER),
    ],
)
def test_nobody_raises_anybody_above_himself(cast: Cast, actor: str, member: str, role: ClubRole):
    club = make.people_of(cast)
    before = dict(Membership.objects.values_list("user", "role"))
    with pytest.raises(Refusal):
        clubs.change_role(actor=getattr(cast, actor), club=club, user=getattr(cast, member), role=role)
    assert dict(Membership.objects.values_list("user", "role")) == before


@pytest.mark.portable
def test_umpires_decide_about_players_and_owners_about_everybody(cast: Cast):
    club = make.people_of(cast)
    clubs.change_role(actor=cast.umpire, club=club, user=cast.reader, role=ClubRole.PLAYER)
    clubs.change_role(actor=cast.owner, club=club, user=cast.pilot, role=ClubRole.OWNER)
    clubs.change_role(actor=cast.pilot, club=club, user=cast.owner, role=ClubRole.READER)
    assert [role_of(club, each) for each in (cast.reader, cast.pilot, cast.owner)] == [
        ClubRole.PLAYER,
        ClubRole.OWNER,
        ClubRole.READER,
    ]


def test_the_last_owner_neither_leaves_nor_steps_down(cast: Cast):
    club = make.people_of(cast)
    with pytest.raises(Refusal, match="Hand the club over first"):
        clubs.leave(actor=cast.owner, club=club)
    with pytest.raises(Refusal, match="needs an owner"):
        clubs.change_role(actor=cast.owner, club=club, user=cast.owner, role=ClubRole.PLAYER)
    assert role_of(club, cast.owner) == ClubRole.OWNER


def test_an_owner_hands_over_and_stays_as_umpire(cast: Cast):
    club = make.people_of(cast)
    with pytest.raises(Refusal):
        clubs.hand_over(actor=cast.umpire, club=club, to=cast.umpire)
    with pytest.raises(Refusal):
        clubs.hand_over(actor=cast.owner, club=club, to=cast.stranger)
    clubs.hand_over(actor=cast.owner, club=club, to=cast.pilot)
    assert (role_of(club, cast.pilot), role_of(club, cast.owner)) == (ClubRole.OWNER, ClubRole.UMPIRE)
    clubs.leave(actor=cast.owner, club=club)
    assert role_of(club, cast.owner) is None


@pytest.mark.portable
def test_leaving_gives_up_the_seats_in_running_campaigns_and_the_staff_commands(cast: Cast):
    club = make.people_of(cast)
    campaign = a_campaign_of(club, cast)
    other = make.campaign(cast.allied)
    clubs.leave(actor=cast.allied, club=club)
    assert not campaign.seats.filter(user=cast.allied).exists()
    assert campaign.seats.get(side="allied", role=Role.COMMANDER).is_staff
    assert other.seats.filter(user=cast.allied).exists()
    assert viewer(with_seats().get(pk=campaign.pk), cast.allied) is None
    assert campaign.entries.filter(kind=SeatChanged.kind, by="allied").exists()
    assert Happening.objects.filter(kind="member-left", club=club).count() == 1
    assert_reconciled(campaign)


@pytest.mark.parametrize("removed", [False, True])
def test_who_leaves_the_club_no_longer_stands_in_for_anybody(cast: Cast, removed: bool):
    club = make.people_of(cast)
    campaign = a_campaign_of(club, cast)
    friend = User.objects.create_user("friend")
    with locked(club.pk) as held:
        clubs.add(club=held, user=friend, role=ClubRole.PLAYER)
    seat = campaign.seats.get(side="axis", role=Role.COMMANDER)
    until = timezone.now() + timedelta(days=5)
    seats.name_stand_in(actor=cast.axis, campaign=campaign, seat=seat.pk, user=friend, until=until)
    if removed:
        clubs.remove(actor=cast.owner, club=club, user=friend)
    else:
        clubs.leave(actor=friend, club=club)
    assert viewer(with_seats().get(pk=campaign.pk), friend) is None
    seat.refresh_from_db()
    assert (seat.user, seat.stand_in) == (cast.axis, None)
    assert_reconciled(campaign)


def test_a_campaign_that_is_over_keeps_the_seats_of_who_leaves(cast: Cast):
    club = make.people_of(cast)
    campaign = a_campaign_of(club, cast)
    Campaign.objects.filter(pk=campaign.pk).update(status=Campaign.Status.FINISHED)
    clubs.leave(actor=cast.allied, club=club)
    assert campaign.seats.filter(user=cast.allied).exists()


def test_what_somebody_owns_in_the_club_passes_to_its_owner_when_they_go(cast: Cast):
    club = make.people_of(cast)
    campaign = a_campaign_of(club, cast)
    clubs.remove(actor=cast.owner, club=club, user=cast.umpire)
    campaign.refresh_from_db()
    assert campaign.owner == cast.owner
    assert not campaign.seats.filter(user=cast.umpire).exists()
    assert_reconciled(campaign)


@pytest.mark.parametrize(("actor", "member"), [("umpire", "owner"), ("pilot", "reader"), ("owner", "owner")])
def test_nobody_removes_who_is_not_below_them(cast: Cast, actor: str, member: str):
    club = make.people_of(cast)
    with pytest.raises(Refusal):
        clubs.remove(actor=getattr(cast, actor), club=club, user=getattr(cast, member))
    assert club.members.count() == 6


def test_an_umpire_of_the_club_starts_its_campaigns_and_sits_as_umpire(cast: Cast):
    club = make.people_of(cast)
    campaign = a_campaign_of(club, cast)
    assert (campaign.club, campaign.owner) == (club, cast.umpire)
    assert campaign.seats.filter(user=cast.umpire, role=Role.UMPIRE).exists()
    for user in (cast.pilot, cast.stranger):
        with pytest.raises(Refusal):
            clubs.start_campaign(
                actor=user, club=club, pack=make.pack(), name="No", flown_by={"allied": "me", "axis": "staff"}
            )
    assert Campaign.objects.count() == 1


def test_every_member_reads_the_clubs_campaigns_and_commands_nothing(cast: Cast):
    campaign = a_campaign_of(make.people_of(cast), cast)
    seen = viewer(with_seats().get(pk=campaign.pk), cast.reader)
    assert seen is not None
    assert (seen.role, seen.commands, seen.is_umpire) == (Role.READER, frozenset(), False)
    owner = viewer(with_seats().get(pk=campaign.pk), cast.owner)
    assert owner is not None
    assert not owner.may(Role.UMPIRE), "an owner of the club is no umpire of its campaigns by that"


@pytest.mark.portable
def test_a_campaign_moves_into_a_club_and_back_by_its_owner_alone(cast: Cast):
    club = make.people_of(cast)
    campaign = make.club(cast)
    seated = set(campaign.seats.values_list("role", "side", "user"))
    for user in (cast.umpire, cast.stranger):
        with pytest.raises(Refusal, match="Only its owner"):
            clubs.move_campaign(actor=user, campaign=campaign, club=club)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    campaign.refresh_from_db()
    assert campaign.club == club
    assert set(campaign.seats.values_list("role", "side", "user")) == seated
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=None)
    campaign.refresh_from_db()
    assert campaign.club is None


def test_a_campaign_moves_only_into_a_club_that_its_owner_runs(cast: Cast):
    club = make.people_of(cast)
    campaign = make.campaign(cast.pilot)
    with pytest.raises(Refusal, match="Only umpires and owners"):
        clubs.move_campaign(actor=cast.pilot, campaign=campaign, club=club)
    campaign.refresh_from_db()
    assert campaign.club is None


@pytest.mark.portable
def test_members_are_given_roles_and_removed_on_their_page(cast: Cast, client: Client):
    club = make.people_of(cast)
    client.force_login(cast.umpire)
    members = reverse("club-members", args=(club.pk,))
    pilot = club.members.get(user=cast.pilot)
    text = client.get(members).content.decode()
    assert f"role-{pilot.pk}" in text
    assert f"role-{club.members.get(user=cast.owner).pk}" not in text, "an owner is not an umpire's to decide about"
    role = reverse("club-member-role", args=(club.pk, pilot.pk))
    assert client.post(role, {"role": "10"})["Location"] == members
    assert role_of(club, cast.pilot) == ClubRole.READER
    assert "Only an owner makes umpires" in client.post(role, {"role": "40"}, follow=True).content.decode()
    assert client.post(role, {"role": "99"}).status_code == 422
    assert role_of(club, cast.pilot) == ClubRole.READER
    remove = reverse("club-member-remove", args=(club.pk, pilot.pk))
    assert "They hold no seat" in client.get(remove).content.decode()
    assert client.post(remove)["Location"] == members
    assert role_of(club, cast.pilot) is None


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_no_club_has_a_number_larger_than_the_database_keeps(cast: Cast, client: Client, number: int):
    client.force_login(cast.owner)
    assert client.get(reverse("club", args=[number])).status_code == 404
    assert client.post(reverse("night-cancel", args=[number, 1])).status_code == 404


@pytest.mark.portable
def test_settings_and_handing_over_are_forms_of_the_owner(cast: Cast, client: Client):
    club = make.people_of(cast)
    client.force_login(cast.owner)
    sent = {"name": "Wing 12", "about": "**Thursdays**", "time_zone": "Europe/Paris"}
    assert client.post(reverse("club-settings", args=(club.pk,)), sent).status_code == 302
    assert "<strong>Thursdays</strong>" in client.get(reverse("club", args=(club.pk,))).content.decode()
    wrong = client.post(reverse("club-settings", args=(club.pk,)), sent | {"name": ""})
    assert "Give the club a name." in wrong.content.decode()
    over = client.post(reverse("club-hand-over", args=(club.pk,)), {"to": str(cast.umpire.pk)}, follow=True)
    assert "umpire is asked whether they take Wing 12 over" in over.content.decode()
    assert (role_of(club, cast.umpire), role_of(club, cast.owner)) == (ClubRole.UMPIRE, ClubRole.OWNER)


def test_what_people_write_of_their_club_is_no_script(cast: Cast, client: Client):
    client.force_login(cast.owner)
    sent = {"name": "<b>Wing</b>", "about": "<script>alert(1)</script>", "time_zone": "UTC"}
    text = client.post(reverse("club-new"), sent, follow=True).content.decode()
    assert "&lt;b&gt;Wing&lt;/b&gt;" in text
    assert "<script>alert" not in text
    assert "<b>Wing" not in text


def test_a_campaign_is_given_to_a_club_on_its_page(cast: Cast, client: Client):
    club, campaign = make.people_of(cast), make.campaign(cast.owner)
    client.force_login(cast.owner)
    page = reverse("campaign-club", args=(campaign.pk,))
    assert club.name in client.get(page).content.decode()
    client.post(page, {"club": str(club.pk)})
    campaign.refresh_from_db()
    assert campaign.club == club
    others = clubs.found(actor=cast.stranger, name="Others")
    assert client.post(page, {"club": str(others.pk)}).status_code == 422
    campaign.refresh_from_db()
    assert campaign.club == club


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("\u0422uesday Club", "several alphabets"),
        ("Tuesday\u200b Club", "a sign that cannot be seen"),
        ("Tue\u0301\u0302\u0303\u0304\u0305sday Club", "More than four marks"),
        ("The 5taff", ""),
        ("The staff", "keeps that name for itself"),
        ("\u6771\u4eac Flyers \u2618\ufe0f", ""),  # two alphabets in two words, and a picture
    ],
)
def test_a_club_does_not_pass_for_something_else_by_its_name(name: str, sentence: str, cast: Cast):
    if not sentence:
        clubs.found(actor=cast.owner, name=name)
        return
    with pytest.raises(Refusal, match=sentence):
        clubs.found(actor=cast.owner, name=name)
