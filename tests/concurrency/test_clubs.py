"""The last use of an invitation, taken twice at once; two owners who leave at once. On SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from campaigns.models import Role
from clubs.models import Club, ClubArrival, ClubRole, Invitation, InvitationUse
from clubs.operations import club_arrivals, clubs, invitations
from clubs.operations.invitations import Welcome, accept
from clubs.selectors.invitations import token_of
from config.common.refusals import Refusal
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def newcomers(count: int) -> list[User]:
    return [User.objects.create_user(f"newcomer-{number}") for number in range(count)]


def test_the_last_use_of_an_invitation_taken_by_many_at_once_lets_one_in(cast: Cast):
    club = make.people_of(cast)
    for round_ in range(5):
        token = token_of(make.invitation(club, cast.owner, most_uses=2).pk)
        people = [User.objects.create_user(f"round-{round_}-{number}") for number in range(6)]
        accept(people[0], token)
        results = all_at_once(*(partial(accept, user, token) for user in people[1:]))
        assert kinds(results) == {"Welcome": 1, "Refusal": 4}, results
    assert InvitationUse.objects.count() == 10
    assert club.members.count() == 6 + 10


@contextmanager
def unlocked(pk: int) -> Iterator[Invitation]:
    """What accepting would be without its lock and its transaction."""
    yield Invitation.objects.select_related("club", "campaign", "made_by").get(pk=pk)


def test_without_the_lock_the_last_use_is_taken_twice(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    club = make.people_of(cast)
    token = token_of(make.invitation(club, cast.owner).pk)
    past_the_guard = Barrier(2, timeout=PATIENCE)
    let_in = invitations._let_in

    def wait_for_the_other(invitation: Invitation, actor: User) -> bool:
        past_the_guard.wait()
        return let_in(invitation, actor)

    monkeypatch.setattr(invitations, "locked_invitation", unlocked)
    monkeypatch.setattr(invitations, "_let_in", wait_for_the_other)
    results = all_at_once(*(partial(accept, user, token) for user in newcomers(2)))
    assert kinds(results) == {"Welcome": 2}, results
    assert InvitationUse.objects.count() == 2, "one more than it was good for"


def test_one_person_who_accepts_in_many_tabs_at_once_is_in_once(cast: Cast):
    club = make.people_of(cast)
    token = token_of(make.invitation(club, cast.owner, most_uses=5).pk)
    results = all_at_once(*[partial(accept, cast.stranger, token)] * 6)
    assert kinds(results) == {"Welcome": 6}, results
    assert sum(each.is_new for each in results if isinstance(each, Welcome)) == 1
    assert InvitationUse.objects.count() == 1
    assert club.members.filter(user=cast.stranger).count() == 1


def test_a_seat_with_one_place_goes_to_one_of_those_who_accept_two_links_at_once(cast: Cast):
    club, campaign = make.people_of(cast), make.campaign(cast.owner, axis="staff")
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    campaign.refresh_from_db()
    seat: dict[str, Any] = {"campaign": campaign, "seat": Role.COMMANDER, "side": "axis"}
    tokens = [token_of(make.invitation(club, cast.owner, **seat).pk) for _ in range(3)]
    people = newcomers(3)
    results = all_at_once(*(partial(accept, user, token) for user, token in zip(people, tokens, strict=True)))
    assert kinds(results) == {"Welcome": 1, "Refusal": 2}, results
    assert make.commander(campaign, "axis") in people
    assert club.members.count() == 6 + 1, "who is refused the seat is let into nothing"
    assert_reconciled(campaign)


def test_an_invitation_that_is_withdrawn_while_it_is_accepted_is_the_one_or_the_other(cast: Cast):
    club = make.people_of(cast)
    for number in range(5):
        user = User.objects.create_user(f"late-{number}")
        made = make.invitation(club, cast.owner)
        results = all_at_once(
            partial(accept, user, token_of(made.pk)),
            partial(invitations.withdraw, actor=cast.owner, invitation=made),
        )
        assert isinstance(results[0], (Welcome, Refusal)), results
        assert results[1] is None, results
        assert InvitationUse.objects.filter(user=user).exists() == isinstance(results[0], Welcome)
        assert club.members.filter(user=user).exists() == isinstance(results[0], Welcome)


def two_owners(cast: Cast) -> Club:
    club = make.people_of(cast)
    clubs.change_role(actor=cast.owner, club=club, user=cast.umpire, role=ClubRole.OWNER)
    return club


def test_two_owners_who_leave_at_once_leave_one_behind(cast: Cast):
    club = two_owners(cast)
    results = all_at_once(*(partial(clubs.leave, actor=user, club=club) for user in (cast.owner, cast.umpire)))
    assert kinds(results) == {"NoneType": 1, "Refusal": 1}, results
    assert club.members.filter(role=ClubRole.OWNER).count() == 1


def test_without_the_lock_two_owners_leave_a_club_without_any(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    club = two_owners(cast)
    past_the_guard = Barrier(2, timeout=PATIENCE)

    @contextmanager
    def unlocked_club(club_id: int, *, archived_too: bool) -> Iterator[Club]:
        yield Club.objects.get(pk=club_id)

    def part_together(club: Club, place: object, actor: User) -> None:
        past_the_guard.wait()
        club.members.filter(user=actor).delete()

    monkeypatch.setattr(clubs, "locked", unlocked_club)
    monkeypatch.setattr(clubs, "part_with", part_together)
    results = all_at_once(*(partial(clubs.leave, actor=user, club=club) for user in (cast.owner, cast.umpire)))
    assert kinds(results) == {"NoneType": 2}, results
    assert not club.members.filter(role=ClubRole.OWNER).exists()


def test_nobody_owns_more_clubs_than_anybody_may_by_founding_in_many_tabs(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clubs, "MOST_FOUNDED", 2)
    results = all_at_once(*(partial(clubs.found, actor=cast.owner, name=f"Club {n}") for n in range(5)))
    assert kinds(results) == {"Club": 2, "Refusal": 3}, results
    assert Club.objects.count() == 2


def test_a_member_who_leaves_while_a_seat_is_given_to_them_ends_without_one_or_with_that_one(cast: Cast):
    club, campaign = make.people_of(cast), make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    campaign.refresh_from_db()
    token = token_of(make.invitation(club, cast.owner, campaign=campaign, seat=Role.READER).pk)
    results = all_at_once(
        partial(clubs.leave, actor=cast.pilot, club=club),
        partial(accept, cast.pilot, token),
    )
    assert results[0] is None, results
    assert isinstance(results[1], (Welcome, Refusal)), results
    if isinstance(results[1], Refusal) or not club.members.filter(user=cast.pilot).exists():
        assert not campaign.seats.filter(user=cast.pilot).exists()
    assert_reconciled(campaign)


def test_a_page_that_is_sent_four_times_at_once_brings_one_club_in(cast: Cast):
    key, content = uuid4(), [club_arrivals.BEGINNING + b"and so on"]
    order = partial(club_arrivals.order, actor=cast.stranger, name="club.zip", size=9, content=content, key=key)
    results = all_at_once(*[order] * 4)
    assert kinds(results) == {"ClubArrival": 4}, results
    assert ClubArrival.objects.get().job is not None
