"""Who has, or has had, a part in a mission's game decides there for his own side, whatever else he is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Role, Seat
from campaigns.operations import seats
from config.common.refusals import Refusal
from missions.models import Controller, Game, Mission
from missions.operations import games, mission_games
from missions.selectors.games import token_of
from tests import make
from tests.cast import Cast
from tests.screen import begun, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_seed")]

PART = "You have a part in this game"
Word = Callable[..., Game]


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Its owner commands the Allied side against a person."""
    return make.opened(make.duel(cast, make.DOGFIGHTS))


def seat_of(mission: Mission, side: str) -> Seat:
    return mission.campaign.seats.get(role=Role.COMMANDER, side=side)


def get_up(cast: Cast, mission: Mission) -> None:
    seats.leave(actor=cast.owner, campaign=mission.campaign, seat=seat_of(mission, "allied").pk)


@pytest.mark.parametrize("word", [mission_games.give_up, mission_games.leave_to_staff])
def test_who_leaves_his_seat_for_a_moment_umpires_nothing(cast: Cast, mission: Mission, word: Word) -> None:
    game = played(begun(mission, cast.owner), 8)
    get_up(cast, mission)
    with pytest.raises(Refusal, match=PART):
        word(actor=cast.owner, game=game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_nor_does_he_see_all_hands_from_an_umpires_seat(cast: Cast, mission: Mission, client: Client) -> None:
    begun(mission, cast.owner)
    get_up(cast, mission)
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.owner, role=Role.UMPIRE)
    client.force_login(cast.owner)
    for name in ("mission-screen-umpire", "mission-screen-odds"):
        assert client.get(reverse(name, args=(mission.campaign_id, mission.number))).status_code == 403


def test_who_has_been_an_umpire_of_it_takes_no_side_before_its_debrief(cast: Cast) -> None:
    mission = make.opened(make.club(cast))
    begun(mission, cast.allied)
    seat = mission.campaign.seats.get(role=Role.UMPIRE, user=cast.umpire)
    seats.leave(actor=cast.umpire, campaign=mission.campaign, seat=seat.pk)
    with pytest.raises(Refusal, match="no seat on the Axis side until it has been debriefed"):
        seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.umpire, role=Role.COMMANDER, side="axis")


@pytest.mark.parametrize("word", [mission_games.give_up, mission_games.leave_to_staff])
def test_of_a_side_that_was_made_to_get_up_nobody_else_disposes(cast: Cast, mission: Mission, word: Word) -> None:
    game = played(begun(mission, cast.owner), 8)
    seats.take_away(actor=cast.owner, campaign=mission.campaign, seat=seat_of(mission, "axis").pk)
    game.refresh_from_db()
    with suppress(Refusal):
        word(actor=cast.owner, game=game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert mission_games.give_up(actor=cast.umpire, game=game).status == Game.Status.GIVEN_UP


def test_who_gets_his_seat_back_decides_though_it_was_the_staffs_when_it_began(cast: Cast, mission: Mission) -> None:
    seats.take_away(actor=cast.owner, campaign=mission.campaign, seat=seat_of(mission, "axis").pk)
    begun(mission, cast.owner)
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    assert Controller.objects.held_by(cast.axis.pk).exists()


def test_who_leads_a_squadron_has_a_part_though_he_owns_the_campaign(cast: Cast) -> None:
    campaign = make.club(cast)
    own = campaign.seats.get(role=Role.UMPIRE, user=cast.owner)
    seats.leave(actor=cast.owner, campaign=campaign, seat=own.pk)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.owner, role=Role.LEADER, side="allied")
    mission = make.opened(campaign)
    with pytest.raises(Refusal, match="not yours to leave to the staff"):
        begun(mission, cast.owner, axis="staff")
    with pytest.raises(Refusal, match=PART):
        mission_games.give_up(actor=cast.owner, game=begun(mission, cast.allied))


def test_a_word_to_give_up_binds_nobody_who_comes_after(cast: Cast) -> None:
    mission = make.opened(make.club(cast))
    game = mission_games.give_up(actor=cast.axis, game=begun(mission, cast.allied))
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.stranger, role=Role.COMMANDER, side="axis")
    assert mission_games.give_up(actor=cast.allied, game=game).status == Game.Status.PLAYING
    assert mission_games.give_up(actor=cast.stranger, game=game).status == Game.Status.GIVEN_UP


def test_nor_does_that_of_one_who_stood_in(cast: Cast) -> None:
    mission = make.opened(make.club(cast))
    game, seat = begun(mission, cast.allied), seat_of(mission, "axis")
    until = timezone.now() + timedelta(days=2)
    seats.name_stand_in(actor=cast.owner, campaign=mission.campaign, seat=seat.pk, user=cast.reader, until=until)
    mission_games.give_up(actor=cast.reader, game=game)
    seats.end_stand_in(actor=cast.axis, campaign=mission.campaign, seat=seat.pk)
    assert mission_games.give_up(actor=cast.allied, game=game).status == Game.Status.PLAYING


def test_a_chair_that_is_kept_for_a_friend_is_not_the_opponents(cast: Cast) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    token = token_of(games.hand_over(actor=cast.owner, game=game, side="allied"))
    with pytest.raises(Refusal, match="kept for somebody else"):
        games.sit_down(actor=cast.axis, token=token)
    games.sit_down(actor=cast.pilot, token=token)
