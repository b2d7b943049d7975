"""Who is told what by the addresses that programs ask: by a token of each person, and by Discord for each person."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from api.models import Scope
from api.operations import discord, tokens
from api.selectors.discord import COMMANDS
from api.views.endpoints import ENDPOINTS
from missions.models import Mission
from tests import make
from tests.access.rows import PEOPLE, Row
from tests.access.test_matrix import MATRIX
from tests.api.test_discord import PUBLIC_KEY, sent
from tests.cast import Cast

ASKED = {each.name: each for each in ENDPOINTS}
METHODS = ("post", "put", "patch", "delete", "options", "trace")


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Of a club's campaign, drawn, one before it debriefed."""
    cache.clear()
    campaign = make.club(cast)
    make.debriefed(campaign)
    return make.of_a_club(campaign)


def token(cast: Cast, person: str, scopes: list[str]) -> dict[str, str]:
    """The headers by which a program of somebody asks."""
    _, text = tokens.make(actor=getattr(cast, person), key=uuid4(), label="A test", scopes=scopes, days=30)
    return {"Authorization": f"Bearer {text}"}


def rows() -> list[Row]:
    return [row for row in MATRIX if row.name in ASKED and row.expected[-1] == 200]


def test_every_endpoint_has_a_row_that_is_answered() -> None:
    assert {row.name for row in rows()} == set(ASKED)


@pytest.mark.slow("every endpoint, asked by everybody")
@pytest.mark.django_db
def test_a_token_tells_what_its_person_is_told_and_nothing_without_its_scope(
    cast: Cast, mission: Mission, subtests: pytest.Subtests
) -> None:
    whole = {person: token(cast, person, Scope.values) for person in PEOPLE if person != "anonymous"}
    less = {scope: token(cast, "owner", [scope]) for scope in (Scope.CAMPAIGNS, Scope.CLUBS)}
    for row in rows():
        with subtests.test(row.name):
            about = mission.campaign.missions.get(number=1) if row.state is make.debriefed else mission
            url = reverse(row.name, args=row.args(about))
            expected = dict(zip(PEOPLE, row.expected, strict=True))
            seen = {person: Client().get(url, headers=headers).status_code for person, headers in whole.items()}
            assert seen == {person: expected[person] for person in whole}
            assert Client().get(url, headers={"Authorization": "Bearer nonsense"}).status_code == 401
            needed = ASKED[row.name].scope
            told = {scope: Client().get(url, headers=headers).status_code for scope, headers in less.items()}
            assert told == {scope: 200 if needed in (None, scope) else 403 for scope in less}
            assert {getattr(Client(), method)(url, headers=whole["owner"]).status_code for method in METHODS} == {405}


@pytest.mark.django_db
def test_discord_tells_each_what_their_own_campaigns_are_and_a_stranger_that_there_are_none(
    cast: Cast, mission: Mission, settings: Settings
) -> None:
    settings.DISCORD_PUBLIC_KEY = PUBLIC_KEY
    for number, person in enumerate(PEOPLE[1:]):
        user = getattr(cast, person)
        discord.link(code=discord.code_for(user), discord_id=str(number))
        for command in COMMANDS:
            said = {"type": 2, "data": {"name": command}, "user": {"id": str(number)}}
            answer = json.loads(sent(said).content)["data"]["content"]
            assert ("You play in no running campaign" in answer) == (person == "stranger"), (person, command, answer)
    address = reverse("discord-interactions")
    assert {getattr(Client(), method)(address).status_code for method in ("get", "head", *METHODS[1:])} == {405}
    assert Client().post(address, "{}", content_type="application/json").status_code == 401
