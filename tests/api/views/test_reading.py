"""What a token reads, and what it does not."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from jsonschema import Draft202012Validator
from pytest_django.fixtures import Settings

from api.models import Scope, Token
from api.operations import tokens
from api.selectors import clubs
from api.views.endpoints import ENDPOINTS
from campaigns.models import Campaign
from clubs.operations import nights, own_clock
from clubs.selectors.clubs import club_page
from config.common import clock
from missions.models import Mission
from tests import make
from tests.cast import Cast

EVERYTHING = tuple(Scope)


def token_for(user: User, scopes: Collection[str] = EVERYTHING, campaign: int | None = None) -> str:
    asked: dict[str, Any] = {"label": "Screen", "scopes": scopes, "days": 30, "campaign": campaign}
    return tokens.make(actor=user, key=uuid4(), **asked)[1]


def read(token: str, name: str, *args: object, **headers: str) -> HttpResponse:
    return Client().get(_address(name, args), headers={"Authorization": f"Bearer {token}", **headers})  # type: ignore[return-value]


def _address(name: str, args: Collection[object]) -> str:
    return reverse(name, args=list(args))


def document(response: HttpResponse) -> Any:
    assert response.status_code == 200, response.content
    return json.loads(response.content)


def refused(response: HttpResponse, status: int) -> str:
    """The sentence of a refusal."""
    assert response.headers["Content-Type"] == "application/problem+json"
    said = json.loads(response.content)
    assert (response.status_code, said["status"]) == (status, status)
    return str(said["detail"])


def everything_of(mission: Mission, night: int = 0) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every address of the API that is of a campaign, its mission and its club."""
    known = {
        "campaign": mission.campaign_id,
        "number": mission.number,
        "club": mission.campaign.club_id,
        "night": night,
    }
    for each in ENDPOINTS:
        names = [name for name in known if f"<int:{name}>" in each.path]
        yield each.name, tuple(known[name] or 0 for name in names)


def test_a_token_reads_as_its_person_until_it_is_withdrawn_or_runs_out(cast: Cast):
    campaign = make.club(cast)
    token = token_for(cast.pilot)
    assert document(read(token, "api-campaign", campaign.pk))["name"] == campaign.name
    assert document(read(token, "api-me"))["name"] == "pilot"
    stranger = token_for(cast.stranger)
    assert "no such campaign" in refused(read(stranger, "api-campaign", campaign.pk), 404)
    Token.objects.filter(user=cast.stranger).update(expires_at=timezone.now())
    assert "run out" in refused(read(stranger, "api-me"), 401)
    tokens.withdraw(actor=cast.pilot, token=Token.objects.get(user=cast.pilot).pk)
    response = read(token, "api-me")
    assert "withdrawn" in refused(response, 401)
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_nobody_comes_in_with_the_token_of_a_locked_account_or_with_half_of_one(cast: Cast):
    token = token_for(cast.pilot)
    for wrong in (token[:-1], token + "x", "rr_", "", "rr_é"):
        assert refused(read(wrong.encode("utf-8").decode("latin-1"), "api-me"), 401)
    User.objects.filter(pk=cast.pilot.pk).update(is_active=False)
    assert refused(read(token, "api-me"), 401)


def test_a_wrong_token_is_refused_even_from_a_browser_that_is_signed_in(cast: Cast, client: Client):
    client.force_login(cast.pilot)
    assert client.get(reverse("api-me")).status_code == 200
    assert client.get(reverse("api-me"), headers={"Authorization": "Bearer rr_wrong"}).status_code == 401


def test_a_token_reads_only_what_its_scopes_say(cast: Cast):
    campaign = make.club(cast)
    assert "does not read clubs" in refused(read(token_for(cast.pilot, ["campaigns"]), "api-clubs"), 403)
    of_clubs = token_for(cast.pilot, ["clubs"])
    assert "does not read campaigns" in refused(read(of_clubs, "api-campaign", campaign.pk), 403)
    assert document(read(of_clubs, "api-me"))["scopes"] == ["clubs"]


def test_a_token_of_one_campaign_reads_no_other(cast: Cast):
    campaign, other = make.club(cast), make.campaign(cast.pilot)
    token = token_for(cast.pilot, ["campaigns"], campaign.pk)
    assert [each["id"] for each in document(read(token, "api-campaigns"))["items"]] == [campaign.pk]
    assert document(read(token, "api-campaign", campaign.pk))
    assert refused(read(token, "api-campaign", other.pk), 404)
    assert refused(read(token, "api-mission", other.pk, 1), 404)
    assert len(document(read(token_for(cast.pilot), "api-campaigns"))["items"]) == 2


def test_a_commanders_plan_is_read_only_by_a_token_that_may(cast: Cast):
    mission = make.planned(make.club(cast, make.PERIODS))
    at = (mission.campaign_id, mission.number)
    sides = document(read(token_for(cast.allied), "api-mission", *at))["sides"]
    assert sides["allied"]["orders"]["units"]
    assert sides["axis"]["is_signed"]
    assert sides["axis"]["orders"] is None
    hidden = document(read(token_for(cast.allied), "api-squadrons", at[0]))
    assert {each["side"] for each in hidden["items"]} == {"allied"}
    assert hidden["hidden"] == ["axis"]


@pytest.mark.slow("every address as two people")
def test_without_sides_a_commanders_token_reads_no_byte_more_than_a_readers(cast: Cast, subtests: pytest.Subtests):
    campaign = make.on_terms(make.club(cast, make.PERIODS), club=make.people_of(cast))
    make.debriefed(campaign)
    mission = make.planned(campaign)
    commander, reader = (token_for(user, ["campaigns"]) for user in (cast.allied, cast.reader))
    for name, args in everything_of(mission):
        if name.startswith("api-me") or "club" in name or "night" in name:
            continue
        with subtests.test(name):
            assert read(commander, name, *args).content == read(reader, name, *args).content


def test_without_sides_the_board_of_a_club_waits_for_nobody_in_particular(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    club = make.people_of(cast)
    make.on_terms(make.club(cast), club=club)
    asked = mock.Mock(side_effect=club_page)
    monkeypatch.setattr(clubs, "club_page", asked)
    for scopes in (["clubs"], EVERYTHING):
        document(read(token_for(cast.umpire, scopes), "api-club", club.pk))
    assert [call.args[1] for call in asked.call_args_list] == [0, cast.umpire.pk]


def test_moments_are_told_the_same_whatever_the_readers_own_clock(cast: Cast):
    campaign = make.on_terms(make.club(cast), club=make.people_of(cast), orders_hours=48)
    make.debriefed(campaign)
    campaign.refresh_from_db()
    mission = make.drawn(campaign)
    assert mission.orders_due is not None
    assert mission.campaign.club is not None
    token, club = token_for(cast.allied), mission.campaign.club.pk
    asked = (("api-campaign", campaign.pk), ("api-club", club), ("api-members", club))
    before = [document(read(token, name, pk)) for name, pk in asked]
    own_clock.live_in(actor=cast.allied, zone="Asia/Tokyo")
    assert [document(read(token, name, pk)) for name, pk in asked] == before
    of_campaign, of_club, members = before
    due = mission.orders_due.replace(microsecond=0)
    for each in (of_campaign["waits_for"], of_club["running"][0]):
        assert datetime.fromisoformat(each["due_at"]) == due
        assert each["due"] == clock.short(due, "Europe/London")
    (result,) = of_club["results"]
    assert datetime.fromisoformat(result["debriefed_at"]).tzinfo is not None
    assert all(datetime.fromisoformat(each["joined_at"]) <= timezone.now() for each in members["items"])


@pytest.mark.slow("every address of the API")
def test_every_answer_is_as_the_openapi_document_says(cast: Cast, client: Client, subtests: pytest.Subtests):
    campaign = make.on_terms(make.club(cast, make.PERIODS), club=make.people_of(cast))
    mission = make.debriefed(campaign)
    assert mission.campaign.club is not None
    night = make.night(mission.campaign.club, cast.owner)
    told = client.get(reverse("api-openapi")).json()
    Draft202012Validator.check_schema(told["components"]["schemas"]["Campaign"])
    token = token_for(cast.umpire)
    for name, args in everything_of(mission, night.pk):
        path = next(each for each in ENDPOINTS if each.name == name).path.replace("<int:", "{").replace(">", "}")
        answers = told["paths"][f"/api/v1/{path}"]["get"]["responses"]
        with subtests.test(name):
            schema = answers["200"]["content"]["application/json"]["schema"]
            whole = {"components": told["components"], **schema}
            Draft202012Validator(whole).validate(document(read(token, name, *args)))
            assert answers["401"] == {"$ref": "#/components/responses/401"}


def test_who_comes_to_a_night_is_read_by_name_without_their_words(cast: Cast):
    club = make.people_of(cast)
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.pilot, night=night, answer="yes", note="I bring the map")
    nights.answer(actor=cast.axis, night=night, answer="no")
    answer = read(token_for(cast.allied), "api-night", club.pk, night.pk)
    found = document(answer)
    assert {each["answer"]: each["people"] for each in found["answers"]} == {
        "yes": ["pilot"], "maybe": [], "no": ["axis"],
    }  # fmt: skip
    assert "map" not in answer.content.decode()


def test_who_has_the_same_already_is_sent_nothing(cast: Cast):
    campaign = make.club(cast)
    token = token_for(cast.pilot)
    first = read(token, "api-campaign", campaign.pk)
    same = read(token, "api-campaign", campaign.pk, **{"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert {"Authorization", "Cookie"} <= {each.strip() for each in first.headers["Vary"].split(",")}
    make.debriefed(campaign)
    assert read(token, "api-campaign", campaign.pk, **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_list_leads_from_page_to_page(cast: Cast, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    campaign = make.club(cast)
    token = token_for(cast.owner)
    monkeypatch.setattr("campaigns.selectors.journal.BATCHES_A_PAGE", 2)
    first = document(read(token, "api-journal", campaign.pk))
    assert (first["page"], len(first["items"])) == (1, 2)
    assert first["next"] == f"{settings.BASE_URL}{reverse('api-journal', args=[campaign.pk])}?page=2"
    asks = {"headers": {"Authorization": f"Bearer {token}"}}
    client = Client()
    last = client.get(f"{reverse('api-journal', args=[campaign.pk])}?page={first['pages']}", **asks)  # type: ignore[arg-type]
    assert document(last)["next"] is None  # type: ignore[arg-type]
    assert first["items"][0] not in document(last)["items"]  # type: ignore[arg-type]
    for page, status in (("0", 400), ("one", 400), ("-1", 400), ("99", 404)):
        address = f"{reverse('api-journal', args=[campaign.pk])}?page={page}"
        assert "page" in refused(client.get(address, **asks), status)  # type: ignore[arg-type]


def test_who_asks_too_often_is_told_when_to_ask_again(cast: Cast, settings: Settings):
    settings.API_RATE_LIMITS = {"read": "2/10m/key", "wrong": "2/10m/ip"}
    token, other = token_for(cast.pilot), token_for(cast.pilot)
    assert [read(token, "api-me").status_code for _ in range(3)] == [200, 200, 429]
    response = read(token, "api-me")
    assert 590 < int(response.headers["Retry-After"]) <= 600
    assert response.headers["Retry-After"] in refused(response, 429)
    assert read(other, "api-me").status_code == 200
    assert [read("rr_guess", "api-me").status_code for _ in range(3)] == [401, 401, 429]
    assert read(other, "api-me").status_code == 200


def test_nothing_is_written_by_the_api(cast: Cast, client: Client):
    client.force_login(cast.owner)
    for method in ("post", "put", "patch", "delete"):
        response = getattr(client, method)(reverse("api-campaigns"))
        assert "only reads" in refused(response, 405)
        assert response.headers["Allow"] == "GET, HEAD"


def test_an_address_without_its_last_slash_leads_on_and_one_that_is_not_there_says_so(client: Client, cast: Cast):
    assert client.get("/api/v1/campaigns?page=2").headers["Location"] == "/api/v1/campaigns/?page=2"
    assert "openapi.json" in refused(client.get("/api/v1/pilots/"), 404)  # type: ignore[arg-type]


def test_a_report_is_refused_before_the_mission_has_been_flown(cast: Cast):
    mission = make.planned(make.club(cast))
    said = refused(read(token_for(cast.owner), "api-report", mission.campaign_id, mission.number), 409)
    assert "not been flown" in said


def test_that_a_token_is_used_is_noted_once_an_hour(cast: Cast):
    token = token_for(cast.pilot)
    read(token, "api-me")
    row = Token.objects.get()
    assert row.used_at is not None
    with CaptureQueriesContext(connection) as captured:
        read(token, "api-me")
    assert not [each["sql"] for each in captured if each["sql"].startswith("UPDATE")]
    Token.objects.update(used_at=timezone.now() - timedelta(hours=2))
    read(token, "api-me")
    noted = Token.objects.get().used_at
    assert noted is not None
    assert noted > row.used_at


def test_a_list_costs_as_many_queries_however_long_it_is(cast: Cast):
    token = token_for(cast.owner)
    make.club(cast)
    read(token, "api-campaigns")

    def counted(name: str, *args: int) -> int:
        with CaptureQueriesContext(connection) as captured:
            document(read(token, name, *args))
        return len(captured)

    before = counted("api-campaigns")
    assert before <= 4, "one for the token, three for the list"
    for _ in range(3):
        make.campaign(cast.owner)
    assert counted("api-campaigns") == before
    campaign = Campaign.objects.order_by("pk").first()
    assert campaign is not None
    make.debriefed(campaign)
    costs = {name: counted(name, campaign.pk) for name in ("api-missions", "api-roster", "api-journal")}
    make.debriefed(campaign)
    assert {name: counted(name, campaign.pk) for name in costs} == costs
