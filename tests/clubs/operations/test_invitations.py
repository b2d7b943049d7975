"""Links that let people in, and whom they let in no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from campaigns.models import Campaign, Role
from campaigns.operations import seats
from clubs.models import Club, ClubRole, Invitation, InvitationUse
from clubs.operations import clubs, invitations
from clubs.operations.invitations import accept
from clubs.selectors.invitations import is_valid, token_of
from clubs.selectors.members import place_of
from config.common.refusals import Refusal
from notices.models import Happening
from notices.operations.fan_out import audience
from tests import make
from tests.cast import Cast


def link(club: Club, cast: Cast, **said: object) -> str:
    return token_of(make.invitation(club, cast.owner, **said).pk)  # type: ignore[arg-type]


@pytest.mark.portable
def test_a_link_lets_somebody_in_with_its_role(cast: Cast):
    club = make.people_of(cast)
    token = link(club, cast, role=ClubRole.READER)
    welcome = accept(cast.stranger, token)
    assert (welcome.club, welcome.is_new) == (club, True)
    place = place_of(club, cast.stranger)
    assert place is not None
    assert place.role == ClubRole.READER
    assert InvitationUse.objects.get().user == cast.stranger


@pytest.mark.portable
def test_the_same_person_twice_is_the_same_act(cast: Cast):
    club = make.people_of(cast)
    token = link(club, cast)
    accept(cast.stranger, token)
    assert not accept(cast.stranger, token).is_new
    assert InvitationUse.objects.count() == 1
    assert club.members.filter(user=cast.stranger).count() == 1


@pytest.mark.portable
def test_an_invitation_that_is_used_up_expired_or_withdrawn_lets_nobody_in(cast: Cast):
    club = make.people_of(cast)
    used = link(club, cast)
    accept(cast.stranger, used)
    expired = make.invitation(club, cast.owner)
    Invitation.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    withdrawn = make.invitation(club, cast.owner)
    invitations.withdraw(actor=cast.umpire, invitation=withdrawn)
    clubs.remove(actor=cast.owner, club=club, user=cast.reader)
    for token, said in (
        (used, "used as often"),
        (token_of(expired.pk), "expired"),
        (token_of(withdrawn.pk), "withdrawn"),
        ("17.forged", "not an invitation"),
        ("nonsense", "not an invitation"),
    ):
        assert not is_valid(token)
        with pytest.raises(Refusal, match=said):
            accept(cast.reader, token)
    assert place_of(club, cast.reader) is None
    assert InvitationUse.objects.count() == 1


@pytest.mark.portable
def test_a_member_keeps_a_higher_role_and_is_raised_to_a_higher_one(cast: Cast):
    club = make.people_of(cast)
    token = link(club, cast, role=ClubRole.PLAYER, most_uses=5)
    with pytest.raises(Refusal, match="in already"):
        accept(cast.umpire, token)
    accept(cast.reader, token)
    roles = dict(club.members.values_list("user__username", "role"))
    assert (roles["umpire"], roles["reader"]) == (ClubRole.UMPIRE, ClubRole.PLAYER)
    assert InvitationUse.objects.count() == 1, "who gains nothing uses nothing up"


def test_who_has_left_does_not_come_back_by_the_old_link(cast: Cast):
    club = make.people_of(cast)
    token = link(club, cast, most_uses=5)
    accept(cast.stranger, token)
    clubs.remove(actor=cast.owner, club=club, user=cast.stranger)
    with pytest.raises(Refusal, match="left since"):
        accept(cast.stranger, token)
    assert place_of(club, cast.stranger) is None


@pytest.mark.parametrize(
    ("actor", "role"),
    [
        ("umpire", ClubRole.UMPIRE),
        ("umpire", ClubRole.OWNER),
        ("pilot", ClubRole.READER),
        ("stranger", ClubRole.READER),
    ],
)
def test_nobody_invites_above_what_they_may_give(cast: Cast, actor: str, role: ClubRole):
    club = make.people_of(cast)
    with pytest.raises(Refusal):
        make.invitation(club, getattr(cast, actor), role=role)
    assert not Invitation.objects.exists()


def test_the_links_of_who_may_no_longer_invite_are_dead(cast: Cast):
    club = make.people_of(cast)
    token = token_of(make.invitation(club, cast.umpire).pk)
    clubs.change_role(actor=cast.owner, club=club, user=cast.umpire, role=ClubRole.PLAYER)
    assert not is_valid(token)
    with pytest.raises(Refusal, match="may no longer invite"):
        accept(cast.stranger, token)
    assert place_of(club, cast.stranger) is None


@pytest.mark.parametrize("uses", [0, 501])
def test_an_invitation_is_good_for_one_to_five_hundred(cast: Cast, uses: int):
    with pytest.raises(Refusal) as refused:
        make.invitation(make.people_of(cast), cast.owner, most_uses=uses)
    assert refused.value.field == "most_uses"


def of_the_club(cast: Cast) -> tuple[Club, Campaign]:
    club, campaign = make.people_of(cast), make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    campaign.refresh_from_db()
    return club, campaign


def test_a_link_gives_a_seat_with_the_membership(cast: Cast):
    club, campaign = of_the_club(cast)
    token = link(club, cast, campaign=campaign, seat=Role.PILOT, side="axis")
    accept(cast.stranger, token)
    assert place_of(club, cast.stranger) is not None
    assert campaign.seats.filter(user=cast.stranger, role=Role.PILOT, side="axis").exists()


def test_a_link_to_a_seat_alone_needs_no_club(cast: Cast):
    campaign = make.club(cast)
    asked = {"campaign": campaign, "seat": Role.READER, "lasts": timedelta(days=1), "most_uses": 1}
    with pytest.raises(Refusal, match="owner and the umpires"):
        invitations.invite(actor=cast.allied, **asked)  # type: ignore[arg-type]
    made = invitations.invite(actor=cast.umpire, **asked)  # type: ignore[arg-type]
    accept(cast.stranger, token_of(made.pk))
    assert campaign.seats.filter(user=cast.stranger, role=Role.READER).exists()


@pytest.mark.portable
def test_a_link_seats_nobody_on_both_sides_and_lets_them_into_nothing_then(cast: Cast):
    club, campaign = of_the_club(cast)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.stranger, role=Role.PILOT, side="allied")
    token = link(club, cast, campaign=campaign, seat=Role.PILOT, side="axis")
    with pytest.raises(Refusal, match="both sides"):
        accept(cast.stranger, token)
    assert place_of(club, cast.stranger) is None
    assert not campaign.seats.filter(user=cast.stranger, side="axis").exists()
    assert not InvitationUse.objects.exists()


@pytest.mark.portable
def test_a_link_pushes_no_commander_off_his_seat(cast: Cast):
    club, campaign = of_the_club(cast)
    token = link(club, cast, campaign=campaign, seat=Role.COMMANDER, side="axis")
    with pytest.raises(Refusal, match="commands that side"):
        accept(cast.stranger, token)
    assert make.commander(campaign, "axis") == cast.axis


def test_a_visitor_sees_who_invites_signs_in_and_comes_back_to_accept(cast: Cast, client: Client):
    club = make.people_of(cast)
    page = reverse("invitation", args=(link(club, cast),))
    shown = client.get(page)
    text = shown.content.decode()
    assert "owner invites you" in text
    assert "Player of Ready Room Flyers" in text
    assert f"{reverse('sign-in')}?next={page}" in text
    assert f"{reverse('account_signup')}?next={page}" in text
    assert page.endswith(f"/{client.session['invitation']}/")
    client.force_login(cast.stranger)
    assert "Accept" in client.get(page).content.decode()
    assert client.post(page)["Location"] == reverse("club", args=(club.pk,))
    assert client.get(reverse("club", args=(club.pk,))).status_code == 200
    assert client.post(page)["Location"] == reverse("club", args=(club.pk,)), "once more is the same act"
    assert "You are in already" in client.get(page).content.decode()


def test_a_dead_link_says_so_and_tells_a_visitor_nothing_of_the_club(cast: Cast, client: Client):
    club = make.people_of(cast)
    made = make.invitation(club, cast.owner)
    invitations.withdraw(actor=cast.owner, invitation=made)
    answer = client.get(reverse("invitation", args=(token_of(made.pk),)))
    assert answer.status_code == 410
    assert "has been withdrawn" in answer.content.decode()
    assert club.name not in answer.content.decode()
    assert "invitation" not in client.session


@pytest.mark.portable
def test_an_umpire_makes_a_link_with_its_code_and_withdraws_it(cast: Cast, client: Client):
    club = make.people_of(cast)
    client.force_login(cast.umpire)
    page = reverse("club-invitations", args=(club.pk,))
    answer = client.post(page, {"role": "20", "lasts": "7", "most_uses": "3"}, follow=True)
    made = Invitation.objects.get()
    text = answer.content.decode()
    assert reverse("invitation", args=(token_of(made.pk),)) in text
    assert 'class="qr"' in text
    assert (made.role, made.most_uses, made.made_by) == (ClubRole.PLAYER, 3, cast.umpire)
    client.post(reverse("club-invitation-withdraw", args=(club.pk, made.pk)))
    assert not is_valid(token_of(made.pk))
    assert "withdrawn" in client.get(page).content.decode()


@pytest.mark.portable
def test_an_umpire_cannot_make_a_link_for_owners_by_sending_the_number(cast: Cast, client: Client):
    club = make.people_of(cast)
    client.force_login(cast.umpire)
    answer = client.post(reverse("club-invitations", args=(club.pk,)), {"role": "40", "lasts": "7", "most_uses": "1"})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_an_invitation_of_another_club_is_not_withdrawn_from_here(cast: Cast, client: Client):
    mine = clubs.found(actor=cast.stranger, name="Others")
    made = make.invitation(make.people_of(cast), cast.owner)
    client.force_login(cast.stranger)
    assert client.post(reverse("club-invitation-withdraw", args=(mine.pk, made.pk))).status_code == 404
    assert is_valid(token_of(made.pk))


@pytest.mark.portable
def test_whoever_invites_into_a_club_is_told_once_of_each_who_joins(cast: Cast):
    club = make.people_of(cast)
    accept(cast.stranger, link(club, cast))
    news = Happening.objects.filter(told_at=None, data__user=cast.stranger.pk)
    assert [one.kind for one in news if cast.owner.pk in audience(one)] == ["member-joined"]


def test_a_link_that_was_sent_years_ago_is_still_read(settings: Settings) -> None:
    settings.SECRET_KEY = "as-it-was"
    assert token_of(7) == "7.3o1ZJXMb89z7b8i0IYCPwSo7gZGrONFVf6ibnaKRIEo"
