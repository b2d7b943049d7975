"""A commander leaves sealed orders behind: the umpire says whether they stand."""

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
from campaigns.standing.kinds import OrdersDecided
from clubs.operations import clubs
from clubs.selectors.clubs import club_page
from config.common.refusals import Refusal
from missions.models import Draft, Mission
from missions.operations import bequests, drafts, orders
from missions.selectors import reconcile
from missions.selectors.sealed_orders import sealed
from notices.models import Happening
from tests import make
from tests.cast import Cast


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """The Axis commander has signed; the Allied one has not."""
    mission = make.drawn(make.club(cast))
    document = make.orders(mission, "axis")
    orders.sign_orders(actor=cast.axis, mission=mission, side="axis", document=document)
    return mission


def take_axis(mission: Mission, cast: Cast) -> None:
    seat = mission.campaign.seats.get(user=cast.axis)
    seats.take_away(actor=cast.umpire, campaign=mission.campaign, seat=seat.pk)


def asked(mission: Mission, who: str) -> str:
    """Who has left the Axis orders behind, as ``who`` is asked; empty: they are asked nothing."""
    campaign = with_seats().get(pk=mission.campaign_id)
    mission.campaign = campaign
    seen = viewer(campaign, next(seat.user for seat in campaign.seats.all() if seat.user and str(seat.user) == who))
    assert seen is not None
    found = sealed(mission, seen)
    assert found is not None
    return found.sides["axis"].left_by


@pytest.mark.portable
def test_the_umpire_is_asked_what_becomes_of_orders_whose_signer_has_left(mission: Mission, cast: Cast, client: Client):
    assert asked(mission, "umpire") == ""
    take_axis(mission, cast)
    assert (asked(mission, "umpire"), asked(mission, "allied")) == ("axis", "")
    client.force_login(cast.umpire)
    page = client.get(reverse("mission", args=(mission.campaign_id, mission.number))).content.decode()
    assert "axis signed these orders and has left the commander’s seat. Do they stand?" in page


@pytest.mark.portable
def test_the_campaigns_next_step_and_the_clubs_board_ask_the_umpire_too(mission: Mission, cast: Cast, client: Client):
    campaign = mission.campaign
    club = make.people_of(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    address = reverse("mission", args=(campaign.pk, 1)) + "#sealed-orders"
    question = "do the Axis orders stand, whose signer has left?"

    def asked_on_boards(user: User) -> tuple[bool, bool, bool]:
        """By the campaign's next step; by the words of the club's board; and whether it is their turn there."""
        client.force_login(user)
        step = client.get(reverse("campaign", args=(campaign.pk,))).content.decode()
        (each,) = club_page(club, user.pk).running
        return address in step, question in each.turn.words, each.turn.is_mine

    assert asked_on_boards(cast.umpire) == (False, False, False)
    take_axis(mission, cast)
    assert asked_on_boards(cast.umpire) == asked_on_boards(cast.owner) == (True, True, True)
    assert asked_on_boards(cast.allied) == (False, False, True), "whose own orders are missing"
    assert asked_on_boards(cast.reader) == (False, False, False)
    document = make.orders(mission, "allied")
    orders.sign_orders(actor=cast.allied, mission=mission, side="allied", document=document)
    assert asked_on_boards(cast.umpire) == (True, True, True), "it is asked until it is flown"
    bequests.decide(actor=cast.umpire, mission=mission, side="axis", how="kept")
    assert asked_on_boards(cast.umpire)[:2] == (False, False)


@pytest.mark.portable
def test_kept_orders_stand_and_nobody_is_asked_again(mission: Mission, cast: Cast, client: Client):
    take_axis(mission, cast)
    client.force_login(cast.umpire)
    client.post(reverse("mission-left", args=(mission.campaign_id, mission.number)), {"side": "axis", "how": "kept"})
    assert asked(mission, "umpire") == ""
    assert mission.orders.filter(side="axis", signed_by=cast.axis).exists()
    entry = mission.campaign.entries.get(kind=OrdersDecided.kind)
    assert (entry.actor, entry.side, entry.mission, entry.data["how"]) == (cast.umpire, "axis", 1, "kept")
    page = client.get(reverse("campaign-journal", args=(mission.campaign_id,))).content.decode()
    assert "The Axis orders that axis signed stand, though they have left the commander’s seat." in page
    with pytest.raises(Refusal, match="nothing to decide"):
        bequests.decide(actor=cast.umpire, mission=mission, side="axis", how="withdrawn")
    reconcile.assert_reconciled(mission.campaign)


@pytest.mark.portable
def test_withdrawn_orders_are_missing_again_with_what_the_same_hand_drafted(mission: Mission, cast: Cast):
    document = make.orders(mission, "allied")
    orders.sign_orders(actor=cast.allied, mission=mission, side="allied", document=document)
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    take_axis(mission, cast)
    bequests.decide(actor=cast.umpire, mission=mission, side="axis", how="withdrawn")
    mission.refresh_from_db()
    assert mission.status == Mission.Status.PLANNING
    assert list(mission.orders.values_list("side", flat=True)) == ["allied"]
    assert not Draft.objects.filter(mission=mission).exists()
    assert Happening.objects.filter(kind="orders-withdrawn", side="").count() == 1
    reconcile.assert_reconciled(mission.campaign)
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.reader, role=Role.COMMANDER, side="axis")
    orders.sign_orders(
        actor=cast.reader, mission=mission, side="axis", document=make.orders(mission, "axis"), expected_version=""
    )
    assert Happening.objects.filter(kind="orders-in", data__side="axis").count() == 2, "it is news again"


@pytest.mark.parametrize("way", ["left", "replaced", "removed"])
def test_it_is_asked_whichever_way_the_seat_was_lost(way: str, mission: Mission, cast: Cast):
    campaign = mission.campaign
    if way == "left":
        seats.leave(actor=cast.axis, campaign=campaign, seat=campaign.seats.get(user=cast.axis).pk)
    elif way == "replaced":
        seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.reader, role=Role.COMMANDER, side="axis")
    else:
        club = make.people_of(cast)
        clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
        clubs.remove(actor=cast.owner, club=club, user=cast.axis)
    assert asked(mission, "umpire") == "axis"


def test_what_a_stand_in_signed_is_the_holders_to_answer_for_until_the_seat_itself_goes(mission: Mission, cast: Cast):
    campaign = mission.campaign
    seat, until = campaign.seats.get(user=cast.axis), timezone.now() + timedelta(days=1)
    seats.name_stand_in(actor=cast.axis, campaign=campaign, seat=seat.pk, user=cast.reader, until=until)
    version = mission.orders.get(side="axis").version
    document = make.orders(mission, "axis")
    orders.sign_orders(actor=cast.reader, mission=mission, side="axis", document=document, expected_version=version)
    seats.end_stand_in(actor=cast.axis, campaign=campaign, seat=seat.pk)
    assert asked(mission, "umpire") == ""
    take_axis(mission, cast)
    assert asked(mission, "umpire") == "reader"


def test_only_umpires_decide_and_only_while_the_orders_are_sealed(mission: Mission, cast: Cast):
    with pytest.raises(Refusal, match="nothing to decide"):
        bequests.decide(actor=cast.umpire, mission=mission, side="axis", how="withdrawn")
    take_axis(mission, cast)
    with pytest.raises(Refusal, match="Only the owner and the umpires"):
        bequests.decide(actor=cast.allied, mission=mission, side="axis", how="withdrawn")
    Mission.objects.filter(pk=mission.pk).update(opened_at=mission.campaign.created_at)
    with pytest.raises(Refusal, match="they stand as they were signed"):
        bequests.decide(actor=cast.umpire, mission=mission, side="axis", how="withdrawn")


def test_who_comes_back_to_the_seat_answers_for_the_orders_again(mission: Mission, cast: Cast):
    take_axis(mission, cast)
    campaign: Campaign = mission.campaign
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    assert asked(mission, "umpire") == ""
