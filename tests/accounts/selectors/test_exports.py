"""All that is known of a person, for that person."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.selectors.exports import everything_about
from clubs.operations import clubs, seasons
from missions.models import Comment, Orders
from missions.operations import submissions
from missions.operations.orders import open_orders
from missions.operations.submissions import Dispute
from missions.selectors.submissions import version
from tests import make
from tests.accounts.people import app_for
from tests.cast import Cast


def test_a_person_gets_all_that_is_known_of_them_as_one_file(cast: Cast, client: Client):
    mission = make.debriefed(make.club(cast))
    clubs.found(actor=cast.allied, name="The Mess")
    EmailAddress.objects.create(user=cast.allied, email="allied@example.org", primary=True, verified=True)
    Comment.objects.create(
        campaign=mission.campaign, mission=mission, author=cast.allied, text="Hi.", at=timezone.now()
    )
    client.force_login(cast.allied)
    answer = client.get(reverse("account-export"))
    assert answer["Content-Disposition"] == 'attachment; filename="ready-room-allied.json"'
    known = json.loads(answer.content)
    assert known["account"]["name"] == "allied"
    assert [each["email"] for each in known["account"]["addresses"]] == ["allied@example.org"]
    assert [(each["club"], each["role"]) for each in known["clubs"]["memberships"]] == [("The Mess", "Owner")]
    assert [(each["campaign"], each["role"]) for each in known["campaigns"]["seats"]] == [
        ("Desert evenings", "Commander")
    ]
    assert [(each["of"], each["side"]) for each in known["missions"]["orders"]] == [
        ("Desert evenings, mission 1", "allied")
    ]
    assert [each["text"] for each in known["written"]["comments"]] == ["Hi."]


def test_it_tells_nothing_of_others_and_no_secret(cast: Cast, client: Client):
    mission = make.planned(make.club(cast, seed=77_777_777))
    Comment.objects.create(campaign=mission.campaign, author=cast.axis, text="Axis words.", at=timezone.now())
    client.force_login(cast.allied)
    secret = app_for(client, "allied")
    cast.allied.refresh_from_db()
    known = json.dumps(everything_about(cast.allied))
    for kept in (secret, cast.allied.password, str(mission.seed), str(mission.campaign.seed), "Axis words."):
        assert kept not in known
    assert '"side": "axis"' not in known


def test_the_seasons_that_somebody_organises_are_among_it(cast: Cast):
    make.season(cast, notes="Bring *tea*.")
    (told,) = everything_about(cast.allied)["clubs"]["seasons_organised"]
    assert (told["title"], told["notes"], told["club"]) == ("Winter league", "Bring *tea*.", "Ready Room Flyers")
    assert everything_about(cast.axis)["clubs"]["seasons_organised"] == []


def test_what_somebody_has_said_of_a_game_of_a_season_is_among_it(cast: Cast):
    game = make.entered(cast, make.season(cast))
    points = (game.allied_points, game.axis_points)
    seasons.answer(actor=cast.axis, game=game, agrees=False, words="He got away.", points=points)
    (told,) = everything_about(cast.axis)["clubs"]["games_of_seasons_answered"]
    assert (told["season"], told["status"], told["words"]) == ("Winter league", "disputed", "He got away.")
    assert everything_about(cast.allied)["clubs"]["games_of_seasons_answered"] == []


@pytest.mark.portable
def test_who_has_changed_sides_does_not_get_the_orders_that_the_clock_made_of_drafts(cast: Cast):
    mission = make.planned(make.on_terms(make.club(cast), late="last"))
    Orders.objects.filter(mission=mission, side="axis").update(came_late="last", signed_by=cast.allied)
    assert {each["side"] for each in everything_about(cast.allied)["missions"]["orders"]} == {"allied"}
    open_orders(mission=mission)
    assert {each["side"] for each in everything_about(cast.allied)["missions"]["orders"]} == {"allied", "axis"}


@pytest.mark.portable
def test_a_persons_export_does_not_change_with_the_other_sides_plan(cast: Cast):
    mission = make.planned(make.club(cast))
    before = everything_about(cast.allied)
    orders = mission.orders.get(side="axis")
    orders.document = {"units": {}}
    orders.save()
    assert everything_about(cast.allied) | {"made_at": ""} == before | {"made_at": ""}


def test_what_somebody_has_said_of_a_result_is_among_it(cast: Cast):
    mission = make.opened(make.confirmed(make.club(cast)))
    told = make.told(mission, cast.pilot)
    disputes = {"turns": Dispute(2, "I saw it.")}
    submissions.answer(actor=cast.axis, submission=told, disputes=disputes, expected_version=version(told))
    remarks = everything_about(cast.axis)["missions"]["remarks"]
    assert ("turns", False, 2, "I saw it.") in [
        (each["field"], each["agrees"], each["value"], each["words"]) for each in remarks
    ]
