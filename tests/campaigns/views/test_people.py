"""What is decided about a man on his page: a Skill, a decoration, leave, a transfer."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.catalogue.library import library
from campaigns.forms.pilots import FORMS
from campaigns.models import Campaign, Pilot
from campaigns.operations import changes
from campaigns.selectors.standings import standing_of
from campaigns.standing import decorations
from campaigns.standing.model import Airman
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule


@pytest.fixture
def front(cast: Cast, client: Client) -> Campaign:
    """A campaign with pools and careers; the Allied commander looks at it."""
    client.force_login(cast.allied)
    return make.club(cast, make.PERIODS)


def man(campaign: Campaign, name: str = "") -> Pilot:
    """The first fighter pilot of the Allied side, or the one of that name."""
    found = campaign.pilots.filter(squadron="frontier-fighters", delivery="", is_green=False)
    return found.get(name=name) if name else found[0]


def airman(pilot: Pilot) -> Airman:
    return standing_of(pilot.campaign).airmen[pilot.pk]


def act(client: Client, pilot: Pilot, what: str, **data: str | int) -> tuple[int, str]:
    """Status and text of the answer to a form of a man's page."""
    answer = client.post(reverse("campaign-pilot-act", args=(pilot.campaign_id, pilot.pk, what)), data)
    return answer.status_code, " ".join(unescape(answer.content.decode()).split())


@rule("SUP 19.5")
def test_a_man_learns_a_skill_that_is_due_and_no_second_one(front: Campaign, cast: Cast, client: Client):
    pilot = man(front)
    changes.set_career(
        actor=cast.owner, campaign=front, pilot=pilot, experience=13, kills=2, missions=5, reason="From paper."
    )
    board = client.get(reverse("campaign", args=(front.pk,))).content.decode()
    assert reverse("campaign-pilot-act", args=(front.pk, pilot.pk, "skill")) in board
    assert act(client, pilot, "skill", code="T")[0] == 422
    assert "This one cannot be learned." in act(client, pilot, "skill", code="T")[1]
    assert "Choose a Skill." in act(client, pilot, "skill")[1]
    assert act(client, pilot, "skill", code="L")[0] == 302
    assert airman(pilot).skills == ("L",)
    status, shown = act(client, pilot, "skill", code="A")
    assert status == 422
    assert "has not earned another Skill yet" in shown
    assert_reconciled(front)


def test_a_man_is_put_up_for_what_he_has_done_and_decorated_once(front: Campaign, cast: Cast, client: Client):
    pilot = man(front)
    changes.set_career(
        actor=cast.owner, campaign=front, pilot=pilot, experience=13, kills=4, missions=5, reason="From paper."
    )
    page = client.get(reverse("campaign-pilot", args=(front.pk, pilot.pk))).content.decode()
    assert 'value="Distinguished Flying Cross"' in page
    assert 'value="4 victories"' in page
    sent = {"name": "Distinguished Flying Cross", "reason": "4 victories"}
    assert act(client, pilot, "decorate", **sent)[0] == 302
    assert airman(pilot).decorations == ("Distinguished Flying Cross",)
    assert "has the Distinguished Flying Cross already" in act(client, pilot, "decorate", **sent)[1]
    status, shown = act(client, pilot, "decorate", name="", reason="")
    assert status == 422
    assert "Say which decoration." in shown
    assert "Say for what it is awarded." in shown
    page = client.get(reverse("campaign-pilot", args=(front.pk, pilot.pk))).content.decode()
    assert 'class="ribbons"' in page
    assert_reconciled(front)


def test_every_nation_that_flies_has_decorations_from_the_lowest_up():
    nations = {line.nation for line in decorations.decorations()}
    assert nations >= {kind.nation for kind in library().aircraft.values()}
    for nation in nations:
        kills = [line.kills for line in decorations.decorations() if line.nation == nation and line.kills]
        assert kills == sorted(set(kills))


def test_a_man_goes_on_leave_and_comes_back(front: Campaign, client: Client):
    pilot = man(front)
    refused = act(client, pilot, "status", status="leave", back=1, reason="Tired.")
    assert refused[0] == 422
    assert "Say from which mission on: 2 or later." in refused[1]
    assert "Give a reason: the journal keeps it." in act(client, pilot, "status", status="leave", back=3)[1]
    assert act(client, pilot, "status", status="leave", back=3, reason="Tired.")[0] == 302
    assert (airman(pilot).status, airman(pilot).back) == ("leave", 3)
    page = client.get(reverse("campaign-pilot", args=(front.pk, pilot.pk))).content.decode()
    assert "on leave until mission 3" in page
    for _ in range(3):
        make.debriefed(front)
    assert airman(pilot).status == "fit"
    assert_reconciled(front)


@pytest.mark.portable
def test_a_man_is_transferred_within_his_service(front: Campaign, client: Client):
    pilot = man(front)
    assert "This one" not in act(client, pilot, "transfer", squadron="stuka", reason="No.")[1]
    assert act(client, pilot, "transfer", squadron="stuka", reason="No.")[0] == 422
    assert act(client, pilot, "transfer", squadron="frontier-bombers", reason="He asked for it.")[0] == 302
    assert airman(pilot).squadron == "frontier-bombers"
    assert_reconciled(front)


def test_nobody_decides_about_the_men_of_the_other_side(front: Campaign, cast: Cast, client: Client):
    make.debriefed(front)
    flew = next(man for man in standing_of(front).airmen.values() if man.side == "axis" and man.missions)
    url = reverse("campaign-pilot-act", args=(front.pk, flew.pk, "decorate"))
    assert client.get(url).status_code == 403
    page = client.get(reverse("campaign-pilot", args=(front.pk, flew.pk))).content.decode()
    assert "Award a decoration" not in page
    client.force_login(cast.axis)
    assert client.get(url).status_code == 200
    assert client.get(url.replace("decorate", "knight")).status_code == 404


def test_an_owner_without_an_umpires_seat_learns_nothing_of_what_is_decided_about_the_other_sides_men(
    cast: Cast, client: Client
):
    front = make.duel(cast)
    make.debriefed(front)
    men = standing_of(front).airmen.values()
    flew = next(man for man in men if man.side == "axis" and man.missions and man.status == "fit")
    pilot = Pilot.objects.get(pk=flew.pk)
    changes.set_status(actor=cast.axis, campaign=front, pilot=pilot, status="leave", back=9, reason="Home.")
    client.force_login(cast.owner)
    url = reverse("campaign-pilot", args=(front.pk, flew.pk))
    page = client.get(url).content.decode()
    assert "on leave" not in page
    for what in FORMS:
        assert client.get(reverse("campaign-pilot-act", args=(front.pk, flew.pk, what))).status_code == 403
    client.force_login(cast.umpire)
    assert "on leave" in client.get(url).content.decode()
