"""A campaign that is under way on paper, brought in through the pages: missions, aircraft, men and their records."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Pilot
from campaigns.selectors import journal_entries, standings
from campaigns.standing.kinds import Drawn
from campaigns.standing.model import Airman
from missions.flights.context import sheet_of
from missions.forms.table import field_name
from missions.models import Mission
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule

LEDGER = "From the old ledger"


@pytest.fixture
def land(cast: Cast, client: Client) -> Campaign:
    """A land campaign that has just begun; its owner is signed in, and the staff flies for the Axis."""
    client.force_login(cast.owner)
    return make.campaign(cast.owner, make.LAND)


@pytest.fixture
def front(cast: Cast, client: Client) -> Campaign:
    """A campaign of periods with pools and careers."""
    client.force_login(cast.owner)
    return make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)


def paper(campaign: Campaign) -> str:
    return reverse("campaign-paper", args=(campaign.pk,))


def of(mission: Mission, name: str, *more: str) -> str:
    return reverse(name, args=(mission.campaign_id, mission.number, *more))


def entered(client: Client, campaign: Campaign, key: str, date: str) -> Mission:
    """A mission entered as the next."""
    response = client.post(paper(campaign), {"mission": key, "date": date})
    mission: Mission = campaign.missions.select_related("campaign__pack").latest("number")
    assert response["Location"] == of(mission, "mission")
    return mission


def answers(client: Client, url: str) -> dict[str, Any]:
    """The form of a page as it comes, to be sent back."""
    form = client.get(url).context["form"]
    values = {name: form[name].value() for name in form.fields}
    usual = {"target_damage": "0"} if "target_damage" in form.fields else {}
    return usual | {
        name: "on" if value is True else value for name, value in values.items() if value not in (None, False)
    }


def told(client: Client, mission: Mission, **fates: str) -> None:
    """The orders opened, the result recorded and debriefed; ``fates`` of each side's first aircraft."""
    assert client.post(of(mission, "mission-open")).status_code == 302
    lines = sheet_of(mission).lines
    first = {side: next(line.key for line in lines if line.side == side) for side in fates}
    other = {"allied": "axis", "axis": "allied"}
    data = answers(client, of(mission, "mission-table")) | {"store": "1"}
    for side, fate in fates.items():
        victor = next(line.key for line in lines if line.side == other[side])
        data |= {f"{field_name(first[side])}-fate": fate, f"{field_name(first[side])}-by": victor}
    debrief = of(mission, "mission-debrief")
    assert client.post(of(mission, "mission-table"), data)["Location"] == debrief
    assert client.post(debrief, answers(client, debrief)).status_code == 302
    mission.refresh_from_db()
    assert mission.status == Mission.Status.DEBRIEFED


def act(client: Client, campaign: Campaign, man: Pilot, what: str, **data: Any) -> HttpResponse:
    url = reverse("campaign-pilot-act", args=(campaign.pk, man.pk, what))
    response: HttpResponse = client.post(url, data)  # type: ignore[assignment]
    return response


def change(client: Client, campaign: Campaign, what: str, **data: Any) -> HttpResponse:
    response: HttpResponse = client.post(reverse("campaign-change", args=(campaign.pk, what)), data)  # type: ignore[assignment]
    return response


def airman(campaign: Campaign, man: Pilot) -> Airman:
    return standings.standing_of(campaign).airmen[man.pk]


@pytest.mark.portable
def test_a_land_campaign_comes_in_from_paper_and_goes_on_here(land: Campaign, client: Client):
    joined = change(client, land, "pilot", service="allied:gb:RAF", name="Jack Ryder", reason=LEDGER)
    assert joined.status_code == 302
    man = land.pilots.get(name="Jack Ryder")
    recorded = act(client, land, man, "career", missions="6", kills="2½", reason=LEDGER)
    assert recorded.status_code == 302
    first = entered(client, land, "gazala", "1941-04-09")
    for side in ("axis", "allied"):
        plan = of(first, "mission-plan", side)
        data = answers(client, plan)
        assert client.post(plan, data | {"doctrine": "bold"}).status_code == 302
    seat = next(name for name in data if name.endswith("leader_pilot") and _offers(client, plan, name, man.pk))
    assert client.post(plan, data | {seat: str(man.pk)}).status_code == 302
    assert {orders.signed_by for orders in first.orders.all()} == {land.owner}, "the staff's side is his to enter too"
    told(client, first, axis="destroyed")
    assert (airman(land, man).missions, airman(land, man).kills) in ((7, Fraction(5, 2)), (7, Fraction(7, 2)))
    second = entered(client, land, "mechili", "1941-04-12")
    told(client, second)
    assert [(each.key, each.date) for each in land.missions.order_by("number")] == [
        ("gazala", "1941-04-09"),
        ("mechili", "1941-04-12"),
    ]
    drawn = journal_entries.of_kind(journal_entries.in_force(land), Drawn)
    assert [entry.data["paper"] for entry in drawn] == [True, True]
    assert_reconciled(land)
    make.finished(land)
    assert land.missions.filter(key__in=("gazala", "mechili")).count() == 2, "neither is drawn again"
    assert_reconciled(land)


def _offers(client: Client, plan: str, name: str, man: int) -> bool:
    field = client.get(plan).context["form"].fields[name]
    return str(man) in str([value for value, _ in field.choices])


@rule("SUP 27.1")
def test_weeks_pools_and_careers_come_in_from_paper(front: Campaign, client: Client):
    man = front.pilots.filter(squadron="jagd", delivery="")[0]
    fallen = front.pilots.filter(squadron="frontier-fighters", delivery="")[0]
    assert change(client, front, "withdraw", codes=["FF-A"], reason=LEDGER).status_code == 302
    assert act(client, front, fallen, "status", status="killed", reason=LEDGER).status_code == 302
    career = {"missions": "9", "kills": "7/2", "experience": "13", "skills": ["A"], "reason": LEDGER}
    assert act(client, front, man, "career", **career).status_code == 302
    now = airman(front, man)
    assert (now.missions, now.kills, now.experience, now.skills, now.skills_due) == (
        9, Fraction(7, 2), Fraction(13), ("A",), 0,
    )  # fmt: skip
    page = client.get(paper(front))
    assert "Enter period 1" in page.content.decode()
    assert client.post(paper(front), {"weather": "Clear"})["Location"] == paper(front)
    period = standings.standing_of(front).period
    assert period is not None
    assert (period.weather and period.weather.title, period.number) == ("Clear", 1)
    first = entered(client, front, "sweep", "1941-04-16")
    told(client, first, axis="destroyed")
    told(client, entered(client, front, _next(client, front), "1941-04-17"))
    standing = standings.standing_of(front)
    assert standing.airframes["FF-A"].status == "withdrawn"
    assert [airframe.status for airframe in standing.airframes.values()].count("lost") == 1
    assert airman(front, fallen).status == "killed"
    assert standing.flown == 2
    assert_reconciled(front)
    make.finished(front)
    assert_reconciled(front)


def _next(client: Client, campaign: Campaign) -> str:
    form = client.get(paper(campaign)).context["form"]
    key: str = next(key for key, _ in form.fields["mission"].choices if key)
    return key


def test_the_plan_page_of_a_mission_on_paper_is_not_secret_from_its_umpire_alone(cast: Cast, client: Client):
    campaign = make.club(cast, make.LAND)
    client.force_login(cast.umpire)
    mission = entered(client, campaign, "gazala", "1941-04-09")
    seen = client.get(of(mission, "mission")).content.decode()
    assert seen.count("Say who flew") == 4, "on either side, and where it is told that the staff has guessed"
    assert "Let the engine fly it" not in seen
    client.force_login(cast.allied)
    page = client.get(of(mission, "mission"))
    assert page.context["page"].plans["axis"].orders is None
    assert page.context["page"].plans["allied"].orders is not None
    assert client.get(of(mission, "mission-plan", "axis")).status_code == 403
    assert client.get(of(mission, "mission-plan", "allied")).status_code == 200


def test_the_board_says_that_a_mission_on_paper_waits_to_be_entered(land: Campaign, client: Client):
    entered(client, land, "gazala", "1941-04-09")
    board = client.get(reverse("campaign", args=(land.pk,))).content.decode()
    assert "Enter mission 1" in board
    assert "strapped in" not in board


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"mission": "gazala", "date": ""}, "Give the day."),
        ({"mission": "gazala", "date": "soon"}, "Give the day as"),
        ({"mission": "gazala", "date": "1939-09-01"}, "was flown between"),
        ({"mission": "", "date": "1941-04-09"}, "Choose the mission."),
        ({"mission": "atlantis", "date": "1941-04-09"}, "cannot be the next"),
    ],
)
def test_what_cannot_have_been_is_refused_at_its_field(
    data: dict[str, str], sentence: str, land: Campaign, client: Client
):
    page = client.post(paper(land), data)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not land.missions.exists()


@pytest.mark.parametrize(("weather", "sentence"), [("", "Say what the weather was."), ("Frogs", "no such weather")])
def test_only_weather_of_the_stage_comes_in(weather: str, sentence: str, front: Campaign, client: Client):
    page = client.post(paper(front), {"weather": weather})
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not standings.standing_of(front).periods


def test_another_mission_is_entered_when_the_last_one_is_debriefed(land: Campaign, client: Client):
    mission = entered(client, land, "gazala", "1941-04-09")
    page = client.post(paper(land), {"mission": "mechili", "date": "1941-04-12"})
    assert page.status_code == 422
    assert "Mission 1 comes first" in page.content.decode()
    assert land.missions.count() == 1
    told(client, mission)
    assert client.get(paper(land)).context["form"]["date"].value().isoformat() == "1941-04-09"


def test_a_mission_entered_by_mistake_is_declared_void_and_entered_again(land: Campaign, client: Client):
    mission = entered(client, land, "gazala", "1941-04-09")
    void = of(mission, "mission-void")
    assert void in client.get(of(mission, "mission")).content.decode()
    confirm = client.get(void).context["confirm"]
    assert client.post(void, {"confirm": confirm, "reason": "It was flown later."}).status_code == 302
    first = entered(client, land, "mechili", "1941-04-05")
    told(client, first)
    assert void not in client.get(of(mission, "mission")).content.decode()
    assert of(first, "mission-void") not in client.get(of(first, "mission")).content.decode()
    told(client, entered(client, land, "gazala", "1941-04-09"))
    assert standings.standing_of(land).flown == 2
    assert_reconciled(land)


def test_nothing_is_entered_in_a_campaign_that_is_over(land: Campaign, client: Client):
    make.finished(land)
    assert "The campaign is over" in client.get(paper(land)).content.decode()
    assert client.post(paper(land), {"mission": "gazala", "date": "1941-04-09"}).status_code == 422


def test_an_aircraft_that_is_gone_does_not_fly_on_paper_either(front: Campaign, client: Client):
    client.post(paper(front), {"weather": "Clear"})
    mission = entered(client, front, "sweep", "1941-04-16")
    plan = of(mission, "mission-plan", "allied")
    data = answers(client, plan)
    seat = next(name for name, value in data.items() if str(value).startswith("FF-"))
    told(client, mission, allied="destroyed")
    lost = next(code for code, each in standings.standing_of(front).airframes.items() if each.status == "lost")
    again = entered(client, front, _next(client, front), "1941-04-17")
    plan = of(again, "mission-plan", "allied")
    page = client.post(plan, answers(client, plan) | {seat: lost})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [seat]
    assert again.orders.get(side="allied").signed_by is None, "nothing is entered"


@rule("SUP 19.5")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"kills": "many"}, "Write it as"),
        ({"kills": "1/0"}, "Write it as"),
        ({"kills": "9" * 4}, "from 0 to 999"),
        ({"kills": ""}, "Give a number"),
        ({"missions": "-1"}, "greater than or equal to 0"),
        ({"is_green": "on", "skills": ["A"]}, "Green man has no Skill"),
        ({"is_green": "on", "experience": "20"}, "nobody is Green any more"),
        ({"skills": ["XX"]}, "XX is not one of the available choices"),
        ({"reason": ""}, "Give a reason"),
    ],
)
def test_a_record_that_cannot_be_is_refused(data: dict[str, Any], sentence: str, front: Campaign, client: Client):
    man = front.pilots.filter(squadron="jagd", delivery="")[0]
    usual = {"missions": "3", "kills": "1", "experience": "2", "reason": LEDGER}
    before = front.entries.count()
    page = act(client, front, man, "career", **(usual | data))
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert front.entries.count() == before


def test_a_record_is_entered_by_the_umpire_and_offered_to_him_alone(cast: Cast, client: Client):
    campaign = make.club(cast, make.PERIODS)
    man = campaign.pilots.filter(squadron="jagd", delivery="")[0]
    client.force_login(cast.axis)
    his = reverse("campaign-pilot", args=(campaign.pk, man.pk))
    assert "A record from paper" not in client.get(his).content.decode()
    assert act(client, campaign, man, "career", missions="3", reason=LEDGER).status_code == 403
    client.force_login(cast.umpire)
    assert "A record from paper" in client.get(his).content.decode()


@pytest.mark.portable
@pytest.mark.parametrize("service", ["axis:su:VVS", "axis", ""])
def test_a_roster_takes_men_of_its_side_only(service: str, land: Campaign, client: Client):
    page = change(client, land, "pilot", service=service, name="Jack Ryder", reason=LEDGER)
    assert page.status_code == 422
    assert not land.pilots.filter(name="Jack Ryder").exists()
