"""Who has seen a side's sealed orders takes no seat on the other one until they are opened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Campaign, Role, Seat
from campaigns.operations import seats
from clubs.operations import clubs, invitations
from clubs.operations.invitations import accept
from clubs.selectors.invitations import token_of
from config.common.refusals import Refusal
from missions.operations import orders
from missions.selectors.archive import export
from tests import make
from tests.cast import Cast

SEEN = "has been able to see the Axis side’s sealed orders for mission 1"


def give(campaign: Campaign, user: User, role: Role, side: str = "") -> Seat:
    return seats.give_seat(actor=campaign.owner, campaign=campaign, user=user, role=role, side=side)


def get_up(campaign: Campaign, user: User, role: Role) -> None:
    seats.leave(actor=user, campaign=campaign, seat=campaign.seats.get(user=user, role=role).pk)


def cover(campaign: Campaign, user: User, *, days: int = 3) -> None:
    """Somebody stands in for the Axis commander."""
    seat = campaign.seats.get(side="axis", role=Role.COMMANDER)
    until = timezone.now() + timedelta(days=days)
    seats.name_stand_in(actor=campaign.owner, campaign=campaign, seat=seat.pk, user=user, until=until)


def was_commander(campaign: Campaign, cast: Cast) -> User:
    get_up(campaign, cast.axis, Role.COMMANDER)
    return cast.axis


def was_replaced(campaign: Campaign, cast: Cast) -> User:
    give(campaign, cast.stranger, Role.COMMANDER, "axis")
    return cast.axis


def was_umpire(campaign: Campaign, cast: Cast) -> User:
    get_up(campaign, cast.umpire, Role.UMPIRE)
    return cast.umpire


def was_leader(campaign: Campaign, cast: Cast) -> User:
    give(campaign, cast.stranger, Role.LEADER, "axis")
    get_up(campaign, cast.stranger, Role.LEADER)
    return cast.stranger


def stood_in(campaign: Campaign, cast: Cast) -> User:
    cover(campaign, cast.reader)
    seats.end_stand_in(actor=cast.axis, campaign=campaign, seat=campaign.seats.get(side="axis", user=cast.axis).pk)
    return cast.reader


def stood_in_until_another_did(campaign: Campaign, cast: Cast) -> User:
    cover(campaign, cast.reader)
    give(campaign, cast.stranger, Role.READER)
    cover(campaign, cast.stranger)
    return cast.reader


def stood_in_until_the_seat_went(campaign: Campaign, cast: Cast) -> User:
    cover(campaign, cast.reader)
    was_commander(campaign, cast)
    return cast.reader


@pytest.mark.portable
@pytest.mark.parametrize(
    "history",
    [
        was_commander,
        was_replaced,
        was_umpire,
        was_leader,
        stood_in,
        stood_in_until_another_did,
        stood_in_until_the_seat_went,
    ],
)
def test_who_has_seen_sealed_orders_takes_no_seat_against_them(history: Callable[[Campaign, Cast], User], cast: Cast):
    campaign = make.club(cast)
    make.drawn(campaign)
    user = history(campaign, cast)
    give(campaign, user, Role.READER)
    for role in (Role.PILOT, Role.COMMANDER):
        with pytest.raises(Refusal, match=SEEN):
            give(campaign, user, role, "allied")
    with pytest.raises(Refusal, match=SEEN):
        seats.name_stand_in(
            actor=campaign.owner,
            campaign=campaign,
            seat=campaign.seats.get(user=cast.allied).pk,
            user=user,
            until=timezone.now() + timedelta(days=1),
        )


def test_once_the_orders_are_opened_anybody_takes_any_seat(cast: Cast):
    campaign = make.club(cast)
    mission = make.planned(campaign)
    get_up(campaign, cast.axis, Role.COMMANDER)
    orders.open_orders(mission=mission)
    give(campaign, cast.axis, Role.PILOT, "allied")


@pytest.mark.portable
def test_a_stand_in_whose_time_ran_out_has_seen_the_orders_all_the_same(cast: Cast):
    campaign = make.club(cast)
    cover(campaign, cast.reader, days=2)
    make.drawn(campaign)
    Seat.objects.filter(stand_in=cast.reader).update(stand_in_until=timezone.now() - timedelta(minutes=1))
    with pytest.raises(Refusal, match=SEEN):
        give(campaign, cast.reader, Role.PILOT, "allied")


def test_who_stood_in_before_the_mission_was_drawn_has_seen_nothing_of_it(cast: Cast):
    campaign = make.club(cast)
    cover(campaign, cast.reader)
    seats.end_stand_in(actor=cast.axis, campaign=campaign, seat=campaign.seats.get(user=cast.axis).pk)
    make.drawn(campaign)
    give(campaign, cast.reader, Role.PILOT, "allied")


@pytest.mark.portable
def test_nobody_comes_by_an_open_link_into_the_seat_against_orders_that_they_signed(cast: Cast):
    """The way of somebody who was removed from the club and has another link."""
    club, campaign = make.people_of(cast), make.club(cast)
    campaign = clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    make.drawn(campaign)
    clubs.remove(actor=cast.owner, club=club, user=cast.axis)
    link = invitations.invite(
        actor=cast.owner, lasts=timedelta(days=7), most_uses=5, campaign=campaign, seat=Role.PILOT, side="allied"
    )
    with pytest.raises(Refusal, match=SEEN):
        accept(cast.axis, token_of(link.pk))


def test_an_owner_who_was_umpire_does_not_make_themselves_commander(cast: Cast):
    campaign = make.club(cast)
    make.drawn(campaign)
    get_up(campaign, cast.owner, Role.UMPIRE)
    with pytest.raises(Refusal, match="has been able to see"):
        give(campaign, cast.owner, Role.COMMANDER, "axis")


@pytest.mark.portable
def test_who_joins_by_themselves_is_asked_the_same(cast: Cast):
    club, campaign = make.people_of(cast), make.club(cast)
    campaign = make.on_terms(clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club), joining="freely")
    make.drawn(campaign)
    get_up(campaign, cast.umpire, Role.UMPIRE)
    with pytest.raises(Refusal, match="has been able to see"):
        seats.join(actor=cast.umpire, campaign=campaign, side="allied")


def test_terms_that_let_one_person_sit_on_both_sides_let_them(cast: Cast):
    campaign = make.on_terms(make.club(cast), both_sides=True)
    make.drawn(campaign)
    give(campaign, cast.axis, Role.PILOT, "allied")
    give(campaign, cast.umpire, Role.COMMANDER, "allied")


def test_who_plays_alone_changes_sides_as_they_like(cast: Cast):
    campaign = make.campaign(cast.owner)
    make.drawn(campaign)
    get_up(campaign, cast.owner, Role.COMMANDER)
    give(campaign, cast.owner, Role.COMMANDER, "axis")


def test_nobody_has_seen_what_the_staff_plans(cast: Cast):
    campaign = make.campaign(cast.owner, allied="staff", axis="staff")
    give(campaign, cast.umpire, Role.UMPIRE)
    give(campaign, cast.reader, Role.READER)
    make.drawn(campaign)
    get_up(campaign, cast.umpire, Role.UMPIRE)
    give(campaign, cast.umpire, Role.COMMANDER, "allied")


def test_one_keeps_and_retakes_ones_own_side(cast: Cast):
    campaign = make.club(cast)
    make.drawn(campaign)
    get_up(campaign, cast.axis, Role.COMMANDER)
    give(campaign, cast.axis, Role.COMMANDER, "axis")


def test_who_stood_in_for_two_umpires_has_seen_the_orders_when_one_of_them_came_back_early(cast: Cast):
    campaign = make.club(cast)
    for umpire, days in ((cast.umpire, 5), (cast.owner, 9)):
        seat = campaign.seats.get(role=Role.UMPIRE, user=umpire)
        until = timezone.now() + timedelta(days=days)
        seats.name_stand_in(actor=umpire, campaign=campaign, seat=seat.pk, user=cast.reader, until=until)
    seats.end_stand_in(
        actor=cast.owner, campaign=campaign, seat=campaign.seats.get(role=Role.UMPIRE, user=cast.owner).pk
    )
    make.drawn(campaign)
    Seat.objects.filter(stand_in=cast.reader).update(stand_in_until=timezone.now() - timedelta(minutes=1))
    with pytest.raises(Refusal, match="has been able to see"):
        give(campaign, cast.reader, Role.PILOT, "allied")


def test_an_owner_who_has_made_everybody_leave_does_not_look_into_the_orders_that_they_left(cast: Cast):
    campaign = make.duel(cast)
    make.planned(campaign)
    for user in (cast.axis, cast.umpire):
        seats.take_away(actor=cast.owner, campaign=campaign, seat=campaign.seats.get(user=user).pk)
    get_up(campaign, cast.owner, Role.COMMANDER)
    with pytest.raises(Refusal, match="has been able to see the Allied side’s sealed orders"):
        give(campaign, cast.owner, Role.COMMANDER, "axis")


def test_who_brings_a_campaign_in_plays_it_alone_whoever_left_it_elsewhere(cast: Cast):
    campaign = make.duel(cast, make.DOGFIGHTS)
    make.drawn(campaign)
    seats.take_away(actor=cast.owner, campaign=campaign, seat=campaign.seats.get(user=cast.axis).pk)
    mine = make.brought_in(actor=cast.stranger, content=export(campaign))
    get_up(mine, cast.stranger, Role.COMMANDER)
    give(mine, cast.stranger, Role.COMMANDER, "axis")
