"""Orders that send nobody are signed knowingly: the page asks first, and takes yes for an answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.packs.schema import SIDES
from missions.flights import context
from missions.forms.orders import field_name, initial_orders
from missions.models import Draft, Mission, Orders
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.missions.views.test_results import text

HURRICANES = "hurricanes-one"


def url(mission: Mission, side: str) -> str:
    return reverse("mission-plan", args=(mission.campaign_id, mission.number, side))


def all_at_home(mission: Mission, side: Any) -> dict[str, str]:
    """The staff's advice, with every squadron left at home."""
    units = context.choices(mission, side).units()
    home = {field_name(unit.id, "squadron"): "" for unit in units}
    return initial_orders(make.plan(mission, side)) | home | {"resource": ""}


def signed(mission: Mission, side: str) -> bool:
    return Orders.objects.filter(mission=mission, side=side).exists()


def test_a_resource_that_is_left_at_none_leaves_nobody_without_a_question(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "gazala")
    asked = client.post(url(mission, "allied"), {"resource": "", "doctrine": "steady"})
    assert asked.status_code == 422
    assert "Nobody would fly for the Allied side:" in text(asked)
    assert "would bring aircraft. Sign all the same?" in text(asked)
    assert not signed(mission, "allied")
    page = client.post(url(mission, "allied"), {"resource": "", "doctrine": "steady", "check": "1"})
    assert (page.status_code, "Nobody would fly" in text(page)) == (200, True)
    yes = client.post(url(mission, "allied"), {"resource": "", "doctrine": "steady", "nobody": "1"})
    assert yes.status_code == 302
    assert Orders.objects.get(mission=mission, side="allied").document["units"] == []
    assert_reconciled(mission.campaign)


def test_who_sends_somebody_is_asked_nothing(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "gazala")
    form = client.post(url(mission, "allied"), {"resource": HURRICANES, "redraw": "1"}).context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert client.post(url(mission, "allied"), data).status_code == 302
    assert signed(mission, "allied")


@pytest.mark.parametrize("slug", [make.OPERATION, "buzz-bomb"])
def test_squadrons_that_all_stay_at_home_are_asked_about_where_they_may(slug: str, cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    mission = make.drawn(make.campaign(cast.owner, slug, allied="me", axis="me"))
    asked = 0
    for side in SIDES:
        choices = context.choices(mission, side)
        if choices.pool is None or choices.needed or not any(map(choices.can_fly, choices.units())):
            continue
        asked += 1
        data = all_at_home(mission, side)
        page = client.post(url(mission, side), data)
        assert page.status_code == 422, side
        assert f"Nobody would fly for the {choices.pack.side_titles[side]}" in text(page)
        assert "could. Sign all the same?" in text(page)
        assert not signed(mission, side)
        assert client.post(url(mission, side), data | {"nobody": "1"}).status_code == 302
        assert signed(mission, side)
    assert asked


@pytest.mark.parametrize("slug", ["big-week", "flying-circus-1917", "angels-over-kent"])
def test_where_somebody_has_to_fly_yes_is_no_answer(slug: str, owner: User, client: Client) -> None:
    mission = make.drawn(make.campaign(owner, slug, allied="me", axis="me"))
    refused = client.post(url(mission, "allied"), all_at_home(mission, "allied") | {"nobody": "1"})
    assert refused.status_code == 422
    assert "Sign all the same?" not in text(refused)
    assert not signed(mission, "allied")


def test_a_side_that_has_nothing_to_send_is_not_asked(owner: User, client: Client) -> None:
    mission = make.drawn(make.campaign(owner, "buzz-bomb", allied="me", axis="me"))
    form = client.get(url(mission, "axis")).context["form"]
    data = {name: form[name].value() or "" for name in form.fields}
    assert client.post(url(mission, "axis"), data).status_code == 302


def test_a_leader_whose_whole_squadron_stays_at_home_is_asked_before_the_commander_gets_it(
    cast: Cast, client: Client
) -> None:
    mission = make.led(make.club(cast, make.PERIODS))
    client.force_login(cast.pilot)
    page = reverse("mission-part", args=(mission.campaign_id, mission.number, "allied", "frontier-fighters"))
    form = client.get(page).context["form"]
    home = {name: "" for name in form.fields if name.endswith("-squadron")}
    data = {name: form[name].value() or "" for name in form.fields} | home
    asked = client.post(page, data)
    assert asked.status_code == 422
    assert "Hand it in all the same?" in text(asked)
    assert client.post(page, data | {"draft": "1"}).status_code == 302, "what is unfinished is kept unasked"
    assert Draft.objects.get().handed_in_at is None
    assert client.post(page, data | {"nobody": "1", "seen": Draft.objects.get().version}).status_code == 302
    assert Draft.objects.get().handed_in_at is not None


def test_what_keeps_orders_from_being_signed_stands_beside_the_button(owner: User, client: Client) -> None:
    """The button is at the foot of a long page, and stays in sight."""
    mission = make.land_mission(owner, "gazala")
    refused = client.post(url(mission, "allied"), {"resource": "no such thing", "doctrine": "steady"})
    assert refused.status_code == 422
    bar = refused.content.decode().split('class="sign-now"')[1].split('class="sign-rest"')[0]
    assert 'href="#wrong"' in bar
    assert ">Sign the orders<" in bar
    assert 'id="wrong"' in refused.content.decode()
    asked = client.post(url(mission, "allied"), {"resource": "", "doctrine": "steady"})
    assert 'href="#wrong"' not in asked.content.decode()
