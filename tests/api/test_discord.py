"""Slash commands of Discord: whose they are taken for, and what they are answered."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from api.models import DiscordLink
from api.operations import discord
from api.selectors.discord import COMMANDS
from clubs.selectors.handovers import last_seen
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Mission
from missions.operations import orders
from missions.planning import staff
from tests import make
from tests.accounts.people import again
from tests.cast import Cast

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY = KEY.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
SOMEBODY = "80351110224678912"


@pytest.fixture(autouse=True)
def application(settings: Settings) -> None:
    """An application at Discord, whose private key is ours."""
    settings.DISCORD_PUBLIC_KEY = PUBLIC_KEY


def sent(document: Any, *, at: float = 0, key: Ed25519PrivateKey = KEY, **headers: str) -> HttpResponse:
    """What Discord sends, signed; ``headers``: with ``_`` for ``-``."""
    body, seconds = json.dumps(document).encode(), str(int(time.time() + at))
    signed = {
        "X-Signature-Ed25519": key.sign(seconds.encode() + body).hex(),
        "X-Signature-Timestamp": seconds,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    address = reverse("discord-interactions")
    return Client().post(address, body, content_type="application/json", headers=signed)  # type: ignore[return-value]


def says(command: str, who: str = SOMEBODY, **options: str) -> str:
    """What a command is answered."""
    given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
    response = sent({"type": 2, "data": {"name": command, "options": given}, "member": {"user": {"id": who}}})
    assert response.status_code == 200
    answer = json.loads(response.content)
    assert answer["type"] == 4
    assert answer["data"]["flags"] == 64, "only to the one who asks"
    assert answer["data"]["allowed_mentions"] == {"parse": []}
    return str(answer["data"]["content"])


def linked(user: User) -> str:
    """The number at Discord of somebody who is linked."""
    number = f"1000000000000000{user.pk}"
    discord.link(code=discord.code_for(user), discord_id=number)
    return number


def test_what_discord_has_not_signed_is_refused(settings: Settings, db: None):
    ping = {"type": 1}
    assert json.loads(sent(ping).content) == {"type": 1}
    assert sent(ping, key=Ed25519PrivateKey.generate()).status_code == 401
    assert [sent(ping, at=at).status_code for at in (-600, 600)] == [401, 401]
    assert [sent(ping, X_Signature_Ed25519=wrong).status_code for wrong in ("", "zz", "00")] == [401] * 3
    assert [sent(ping, X_Signature_Timestamp=wrong).status_code for wrong in ("", "soon", "9" * 40)] == [401] * 3
    of_nobody, of_nothing = {"type": 2, "data": {"name": "turn"}}, {"type": 2, "data": 7, "user": {"id": 1}}
    nonsense: list[Any] = [[], {}, {"type": 2}, of_nobody, of_nothing]
    for each in nonsense:
        assert sent(each).status_code == 400
    settings.DISCORD_PUBLIC_KEY = ""
    assert sent(ping).status_code == 404


def test_a_code_of_ones_own_page_links_once(cast: Cast, client: Client):
    assert "Link your account first" in says("turn")
    client.force_login(cast.pilot)
    again(client, "pilot")
    page = client.get(reverse("discord-link")).content.decode()
    code = page.partition("/link code:")[2].partition("<")[0]
    for wrong in (code[:-1], "", ":", "é:é:é", "\ud800:\ud800:\ud800"):
        assert "no code" in says("link", code=wrong)
    assert says("link", code=code) == "You are pilot here from now on."
    assert "linked already" in says("link", code=code)
    assert "linked already" in says("link", who="7", code=code)
    assert "linked to somebody already" in says("link", code=discord.code_for(cast.reader))
    assert "End the link" in client.get(reverse("discord-link")).content.decode()
    client.post(reverse("discord-unlink"))
    assert not DiscordLink.objects.exists()
    with pytest.raises(Refusal, match="not linked"):
        discord.unlink(actor=cast.pilot)


def test_a_code_that_has_linked_links_nobody_again_though_the_link_has_ended(cast: Cast):
    code, later = discord.code_for(cast.pilot), discord.code_for(cast.pilot)
    discord.link(code=code, discord_id=SOMEBODY)
    discord.unlink(actor=cast.pilot)
    for who in (SOMEBODY, "7"):
        assert "has been used" in says("link", who=who, code=code)
    # One that was refused has linked nobody, and is good still.
    discord.link(code=discord.code_for(cast.reader), discord_id="7")
    assert "linked to somebody already" in says("link", who="7", code=later)
    assert says("link", code=later) == "You are pilot here from now on."


def test_commands_tell_of_the_campaigns_that_one_plays_in(cast: Cast):
    make.debriefed(make.club(cast))
    allied, stranger = linked(cast.allied), linked(cast.stranger)
    assert "Desert evenings" in says("turn", allied)
    assert "1 of" in says("standings", allied, campaign="desert")
    assert "Desert evenings" in says("aces", allied)
    assert "no mission is under way" in says("next", allied)
    assert says("due", allied) == "No orders are due."
    assert "no running campaign whose name has" in says("turn", allied, campaign="@everyone *x*")
    assert r"“\@everyone \*x\*”" in says("turn", allied, campaign="@everyone *x*")
    assert says("turn", stranger) == "You play in no running campaign."
    assert "There is no such command" in says("plans", allied)


@pytest.mark.slow("three plans, and each command as three people")
def test_who_gives_a_command_has_been_here(cast: Cast):
    long_ago = timezone.now() - timedelta(days=200)
    User.objects.filter(pk=cast.owner.pk).update(last_login=long_ago, date_joined=long_ago)
    cast.owner.refresh_from_db()
    assert last_seen(cast.owner) == long_ago
    says("turn", linked(cast.owner))
    assert timezone.now() - last_seen(cast.owner) < timedelta(minutes=1)


def test_no_answer_tells_what_a_side_plans_not_even_to_its_commander(cast: Cast):
    campaign = make.on_terms(make.club(cast, make.PERIODS), orders_hours=48)
    mission = make.drawn(campaign)
    numbers = [linked(user) for user in (cast.allied, cast.axis, cast.reader)]
    assert "orders for mission 1 are due" in says("due", numbers[0])
    choices = context.choices(mission, "axis")
    seen = []
    for seed in (1, 2, 3):
        plan = staff.plan(choices, seed=seed, missions_left=1).as_json()
        orders.sign_orders(actor=cast.axis, mission=mission, side="axis", document=plan)
        seen.append([says(command, number) for command in COMMANDS for number in numbers])
    assert seen[0] == seen[1] == seen[2]
    assert any("ission 1" in each for each in seen[0])


def test_what_is_due_at_the_same_moment_is_told_of_each_campaign(cast: Cast):
    number, at = linked(cast.owner), timezone.now() + timedelta(days=2)
    missions = [make.drawn(make.on_terms(make.campaign(cast.owner), orders_hours=48)) for _ in range(2)]
    Mission.objects.filter(pk__in=[each.pk for each in missions]).update(orders_due=at)
    assert says("due", number).count(f"orders for mission 1 are due on <t:{int(at.timestamp())}:f>.") == 2
    assert says("turn", number).count(f"until <t:{int(at.timestamp())}:f>.") == 2, "by each reader’s own clock"


def test_who_asks_too_often_is_told_so(cast: Cast, settings: Settings):
    settings.API_RATE_LIMITS = settings.API_RATE_LIMITS | {"command": "1/10m/key"}
    number = linked(cast.pilot)
    assert "running campaign" in says("turn", number)
    assert "too much at once" in says("turn", number)


def test_every_command_is_among_those_to_register():
    told = json.loads((Path(__file__).parents[2] / "docs/clients/discord-commands.json").read_text())
    assert {each["name"] for each in told} == {*COMMANDS, "link"}
