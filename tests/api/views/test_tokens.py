"""Making and withdrawing tokens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from api.documents.openapi import written
from api.models import Token
from api.operations import tokens
from api.selectors.tokens import MOST
from api.views.endpoints import ENDPOINTS
from config.common.refusals import Refusal
from tests import make
from tests.accounts.people import again
from tests.cast import Cast


@pytest.fixture
def pilot(cast: Cast) -> Client:
    """Somebody who has typed the password just now."""
    client = Client()
    client.force_login(cast.pilot)
    again(client, "pilot")
    return client


def said(**more: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "label": "Clubhouse", "scopes": ["campaigns"], "campaign": "", "days": "90"} | more


def test_a_token_is_shown_once_and_kept_by_nobody(pilot: Client, cast: Cast):
    form = said()
    response = pilot.post(reverse("api-token-new"), form)
    text = re.findall(r"rr_[\w-]{40,}", response.content.decode())[0]
    assert "no-store" in response.headers["Cache-Control"]
    row = Token.objects.get(user=cast.pilot)
    assert text not in str(vars(row))
    assert text not in pilot.get(reverse("api-tokens")).content.decode()
    answer = Client().get(reverse("api-me"), headers={"Authorization": f"Bearer {text}"})
    assert answer.json()["token"] == "Clubhouse"
    again = pilot.post(reverse("api-token-new"), form)
    assert again.status_code == 422
    assert "shown once" in again.content.decode()
    assert Token.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"label": " "}, "Give it a name"),
        ({"scopes": []}, "Choose what it reads."),
        ({"scopes": ["everything"]}, "Choose what it reads."),
        ({"scopes": ["sides"]}, "tick them, too"),
        ({"days": "36500"}, "Choose how long it is good."),
        ({"campaign": "999"}, "none of yours"),
        ({"key": "x"}, "UUID"),
    ],
)
def test_what_makes_no_token_is_said_and_nothing_is_made(
    wrong: dict[str, Any], sentence: str, pilot: Client, cast: Cast
):
    response = pilot.post(reverse("api-token-new"), said(**wrong))
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Token.objects.exists()


def test_a_token_is_for_a_campaign_of_ones_own_and_then_reads_no_clubs(cast: Cast):
    campaign = make.campaign(cast.stranger)
    asked: dict[str, Any] = {"key": uuid4(), "label": "Bot", "days": 30, "campaign": campaign.pk}
    with pytest.raises(Refusal, match="none of yours"):
        tokens.make(actor=cast.pilot, scopes=["campaigns"], **asked)
    with pytest.raises(Refusal, match="reads no clubs"):
        tokens.make(actor=cast.stranger, scopes=["campaigns", "clubs"], **asked)


def test_nobody_has_more_tokens_than_there_may_be(cast: Cast):
    asked: dict[str, Any] = {"label": "Bot", "scopes": ["campaigns"], "days": 30}
    for _ in range(MOST):
        tokens.make(actor=cast.pilot, key=uuid4(), **asked)
    with pytest.raises(Refusal, match="Withdraw one"):
        tokens.make(actor=cast.pilot, key=uuid4(), **asked)
    tokens.make(actor=cast.reader, key=uuid4(), **asked)


def test_nobody_withdraws_the_token_of_another(pilot: Client, cast: Cast):
    other, _ = tokens.make(actor=cast.reader, key=uuid4(), label="Bot", scopes=["campaigns"], days=30)
    mine, _ = tokens.make(actor=cast.pilot, key=uuid4(), label="Screen", scopes=["campaigns"], days=30)
    assert pilot.post(reverse("api-token-withdraw", args=[other.pk])).status_code == 302
    assert Token.objects.filter(pk=other.pk).exists()
    page = pilot.post(reverse("api-token-withdraw", args=[mine.pk]), follow=True).content.decode()
    assert "Screen is withdrawn" in page
    assert not Token.objects.filter(pk=mine.pk).exists()


def test_the_page_of_the_api_names_every_address_and_what_its_fields_are(client: Client, cast: Cast):
    page = client.get(reverse("api")).content.decode()
    assert "/api/v1/campaigns/{campaign}/missions/{number}/report/" in page
    assert "Allied less Axis points." in page
    assert "list of MissionItem" in page


def test_what_the_page_of_a_new_token_offers_may_be_sent_as_it_stands(pilot: Client, cast: Cast):
    page = pilot.get(reverse("api-token-new")).content.decode()
    ticked = re.findall(r'name="(\w+)" value="([^"]+)"[^>]*checked', page)
    assert ticked == [("scopes", "campaigns"), ("days", "90")]
    key = re.findall(r'name="key" value="([^"]+)"', page)[0]
    assert pilot.post(reverse("api-token-new"), dict(ticked) | {"key": key, "label": "Screen"}).status_code == 200
    assert Token.objects.get().label == "Screen"


def test_the_reference_names_every_address_with_its_scope():
    told = (Path(__file__).parents[3] / "docs/reference/api.md").read_text()
    for each in ENDPOINTS:
        row = next(line for line in told.splitlines() if line.startswith(f"| `{written(each.path)[1:]}` "))
        assert row.endswith(f"`{each.scope.value}` |" if each.scope else "any |")
