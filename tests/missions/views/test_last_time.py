"""A plan filled in as that of the side's last mission, as far as its men and aircraft are fit."""

from __future__ import annotations

import gzip
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.operations import changes
from campaigns.selectors.standings import standing_of
from missions.flights import context
from missions.forms.orders import OrdersForm
from missions.models import Mission, Orders
from tests import make

HEAVIEST = 150_000
"""What a page may weigh compressed, without pictures."""


def url(mission: Mission, side: str = "axis") -> str:
    return reverse("mission-plan", args=(mission.campaign_id, mission.number, side))


def as_last_time(client: Client, mission: Mission, side: str = "axis") -> tuple[OrdersForm, str]:
    page = client.get(url(mission, side), {"as": "last-time"})
    return page.context["form"], " ".join(unescape(page.content.decode()).split())


def second(owner: User, slug: str = make.PERIODS) -> Mission:
    """The second mission of a campaign, to be planned; in the first one Axis man fared badly."""
    campaign = make.campaign(owner, slug, allied="me", axis="me")
    make.debriefed(campaign)
    return make.drawn(campaign)


@pytest.mark.parametrize("slug", [make.PERIODS, make.LAND])
def test_what_is_planned_as_last_time_can_be_signed_at_once(slug: str, owner: User, client: Client) -> None:
    mission = second(owner, slug)
    for side in ("allied", "axis"):
        form, _ = as_last_time(client, mission, side)
        if not form.fields or not form.units:
            continue
        data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
        answer = client.post(url(mission, side), data | {"nobody": "1"})
        assert answer.status_code == 302, (side, answer.context and answer.context["form"].errors)


def test_who_flew_last_time_flies_again_or_it_is_said_why_not(owner: User, client: Client) -> None:
    mission = second(owner)
    row = Orders.objects.get(mission__number=1, side="allied")
    flew = {man for unit in context.orders_of(row).flying for man in unit.men}
    form, shown = as_last_time(client, mission, "allied")
    fly = {man for unit in form.as_it_stands().flying for man in unit.men}
    told = shown[shown.index("As in mission 1") : shown.index('id="orders"')]
    airmen = standing_of(mission.campaign).airmen
    assert flew & fly, "somebody flies again"
    for man in flew - fly:
        assert airmen[man].name in told or "no like" in told


def test_men_on_leave_stay_behind_and_are_named(owner: User, client: Client) -> None:
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me")
    make.debriefed(campaign)
    row = Orders.objects.get(mission__number=1, side="allied")
    airmen = standing_of(campaign).airmen
    leaders = [unit.men[0] for unit in context.orders_of(row).flying]
    resting = [airmen[man] for man in leaders if airmen[man].status == "fit"]
    assert resting
    for man in resting:
        pilot = campaign.pilots.get(pk=man.pk)
        changes.set_status(actor=owner, campaign=campaign, pilot=pilot, status="leave", back=5, reason="Earned.")
    form, shown = as_last_time(client, make.drawn(campaign), "allied")
    assert any(f"{man.name} is on leave until mission 5." in shown for man in resting)
    fly = {man for unit in form.as_it_stands().flying for man in unit.men}
    assert not fly & {man.pk for man in resting}


def test_nothing_is_kept_or_signed_by_looking_at_last_time(owner: User, client: Client) -> None:
    mission = second(owner)
    as_last_time(client, mission)
    assert not mission.orders.exists()
    assert not mission.drafts.exists()


def test_before_the_second_mission_there_is_no_last_time(owner: User, client: Client) -> None:
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me")
    mission = make.drawn(campaign)
    form, shown = as_last_time(client, mission)
    assert "As last time" not in shown
    assert "As in mission" not in shown
    usual = client.get(url(mission)).context["form"]
    assert form.as_it_stands() == usual.as_it_stands()


def test_the_page_offers_last_time_and_draws_it_from_the_sides_own_plan(owner: User, client: Client) -> None:
    mission = second(owner)
    assert f"{url(mission)}?as=last-time" in client.get(url(mission)).content.decode()


def test_a_man_is_chosen_from_rows_that_say_what_he_has_done_and_who_is_not_fit(owner: User, client: Client) -> None:
    mission = second(owner)
    page = client.get(url(mission))
    rows = [
        row
        for unit in page.context["form"].unit_fields()
        for seat in unit.seats
        for row in seat.men
        if row.man is not None
    ]
    flew = {
        man for unit in context.orders_of(Orders.objects.get(mission__number=1, side="axis")).flying for man in unit.men
    }
    assert {"flew the last mission" in row.record for row in rows if row.man.pk in flew} == {True}
    assert "has not flown yet" in {row.record for row in rows if row.man.pk not in flew}
    unfit = [man for man in standing_of(mission.campaign).airmen.values() if man.status in ("wounded", "leave")]
    shown = unescape(page.content.decode())
    for man in unfit:
        if man.side == "axis":
            assert f"{man.name}, " in shown


def test_the_plan_of_a_great_raid_stays_a_light_page(owner: User, client: Client) -> None:
    mission = make.drawn(make.campaign(owner, "schweinfurt-raids", allied="me", axis="me"))
    for side in ("allied", "axis"):
        page = client.get(url(mission, side)).content
        assert len(gzip.compress(page)) < HEAVIEST
