"""The page of who sits where, and what is done on it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign, Role
from campaigns.operations import changes, players
from campaigns.selectors import standings
from clubs.models import ClubRole
from clubs.operations import clubs
from tests import make
from tests.campaigns.seating import DAY, give, guild_of, man_of, seat_of
from tests.cast import Cast, client_of


@pytest.fixture
def front(cast: Cast) -> Campaign:
    """A campaign with squadrons and men who belong to them."""
    return make.club(cast, make.PERIODS)


def test_the_page_shows_who_sits_where_and_ones_own_seats_first(front: Campaign, cast: Cast):
    give(front, cast.stranger, Role.LEADER, "allied", "frontier-fighters")
    shown = client_of(cast.stranger).get(reverse("campaign-people", args=[front.pk])).content.decode()
    mine = shown.index("Squadron leader of Frontier Fighters")
    assert mine < shown.index('id="people-allied"')
    assert "Give a seat" not in shown
    assert "Give a seat" in client_of(cast.umpire).get(reverse("campaign-people", args=[front.pk])).content.decode()


def test_who_leaves_is_told_before_what_comes_of_it_and_led_to_a_page_that_is_still_theirs(front: Campaign, cast: Cast):
    for user, words in ((cast.allied, "Orders that you have signed stay"), (cast.reader, "You get a seat again")):
        client = client_of(user)
        assert words in client.get(reverse("campaign-people", args=[front.pk])).content.decode()
        left = client.post(
            reverse("campaign-people-act", args=[front.pk, "leave"]), {"seat": seat_of(front, user).pk}, follow=True
        )
        assert left.redirect_chain == [(reverse("home"), 302)]
        assert (left.status_code, "You have left the seat." in left.content.decode()) == (200, True)


@pytest.mark.portable
def test_a_seat_is_given_covered_and_taken_on_the_page(front: Campaign, cast: Cast):
    client = client_of(cast.umpire)
    page = reverse("campaign-people", args=[front.pk])

    def send(what: str, **data: Any) -> int:
        return client.post(reverse("campaign-people-act", args=[front.pk, what]), data).status_code

    assert send("give", person=cast.reader.pk, seat="leader allied frontier-fighters") == 302
    led = seat_of(front, cast.reader, Role.LEADER)
    assert led.squadron == "frontier-fighters"
    assert send("give", person=cast.stranger.pk, seat="umpire") == 422  # nobody whom the campaign knows
    day = (timezone.now() + 2 * DAY).date()
    assert send("stand-in", seat=led.pk, person=cast.pilot.pk, until=day.isoformat()) == 302
    led.refresh_from_db()
    assert led.stand_in == cast.pilot
    assert led.stand_in_until == datetime(day.year, day.month, day.day, tzinfo=UTC) + DAY
    assert "pilot stands in" in client.get(page).content.decode()
    assert send("stand-in", seat=led.pk, person=cast.axis.pk, until=day.isoformat()) == 422
    assert send("stand-in", seat=led.pk, person=cast.pilot.pk, until="9999-12-31") == 422
    assert send("end", seat=led.pk) == 302
    assert send("take", seat=led.pk) == 302
    assert not front.seats.filter(pk=led.pk).exists()
    assert send("end", seat="nonsense") == 302
    assert "There is no such seat any more" in client.get(page).content.decode()


def test_a_command_that_was_given_since_the_page_was_opened_is_not_taken_unseen(front: Campaign, cast: Cast):
    client, address = client_of(cast.umpire), reverse("campaign-people-act", args=[front.pk, "give"])
    page = client.get(reverse("campaign-people", args=[front.pk])).content.decode()
    held = seat_of(front, cast.allied, Role.COMMANDER)
    opened = f"allied:{cast.allied.pk} axis:{cast.axis.pk}"
    assert f'name="seen" value="{opened}"' in page
    give(front, cast.reader, Role.COMMANDER, "allied")
    sent = {"person": cast.pilot.pk, "seat": "commander allied", "seen": opened}
    answer = client.post(address, sent)
    assert (answer.status_code, "reader has it now" in answer.content.decode()) == (422, True)
    now = f"allied:{cast.reader.pk} axis:{cast.axis.pk}"
    assert f'name="seen" value="{now}"' in answer.content.decode()
    assert client.post(address, sent | {"seen": "allied:x"}).status_code == 422
    assert client.post(address, sent | {"seen": now}).status_code == 302
    held.refresh_from_db()
    assert held.user == cast.pilot


@pytest.mark.portable
def test_the_page_asks_no_more_of_the_database_for_forty_people_than_for_ten(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
):
    club = make.club(cast)
    guild = guild_of(cast)
    Campaign.objects.filter(pk=club.pk).update(club=guild)
    man = man_of(club)
    players.give_pilot(actor=cast.allied, campaign=club, pilot=man, player=cast.pilot)
    client = client_of(cast.umpire)
    page = reverse("campaign-people", args=[club.pk])
    client.get(page)
    for start, count in ((0, 10), (10, 30)):
        for number in range(start, start + count):
            user = User.objects.create_user(f"member{number}")
            clubs.add(club=guild, user=user, role=ClubRole.PLAYER)
            give(club, user, Role.PILOT, "allied" if number % 2 else "axis")
        with django_assert_max_num_queries(11):
            assert client.get(page).status_code == 200


def test_beside_a_player_stands_what_has_become_of_his_man(front: Campaign, cast: Cast):
    page = reverse("campaign-people", args=[front.pk])
    man = man_of(front, squadron="frontier-fighters")
    players.give_pilot(actor=cast.allied, campaign=front, pilot=man, player=cast.pilot)
    assert ">killed<" not in client_of(cast.allied).get(page).content.decode()
    changes.set_status(actor=cast.umpire, campaign=front, pilot=man, status="killed", reason="He did not come back.")
    for user in (cast.allied, cast.umpire):
        assert ">killed<" in client_of(user).get(page).content.decode()


def test_whose_only_man_does_not_come_back_is_told_who_gives_another(front: Campaign, cast: Cast):
    page, words = reverse("campaign-people", args=[front.pk]), "None of your men comes back."
    men = standings.standing_of(front).airmen
    fit = [each for each in front.pilots.filter(squadron="frontier-fighters") if men[each.pk].status == "fit"]
    first, second = fit[:2]
    players.give_pilot(actor=cast.allied, campaign=front, pilot=first, player=cast.allied)
    changes.set_status(actor=cast.umpire, campaign=front, pilot=first, status="killed", reason="He did not come back.")
    assert words in client_of(cast.allied).get(page).content.decode()
    players.give_pilot(actor=cast.allied, campaign=front, pilot=second, player=cast.allied)
    assert words not in client_of(cast.allied).get(page).content.decode()
