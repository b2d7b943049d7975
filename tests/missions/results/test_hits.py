"""Missions of units whose men have no names: planned by squadrons, told by hits, and what is hit is out of the pool."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.packs import read_pack
from campaigns.packs.schema import Side
from campaigns.selectors import standings
from config.common.refusals import Refusal
from engine.core.report import AircraftReport, Report
from missions.flights import context, flying
from missions.flights.context import sheet_of
from missions.forms.table import initial_outcome
from missions.models import Flight, Mission
from missions.operations import debriefs
from missions.operations.orders import open_orders, sign_orders
from missions.planning.orders import SideOrders, UnitOrders
from missions.results.hits import settled
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.reports import report_page
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule

PACK = "big-week"


@pytest.fixture
def mission(cast: Cast, client: Client) -> Mission:
    """A mission of the first day, both sides' orders signed and opened."""
    client.force_login(cast.owner)
    return open_orders(mission=make.planned(make.campaign(cast.owner, PACK, allied="me", axis="me")))


def url(name: str, mission: Mission) -> str:
    return reverse(name, args=(mission.campaign_id, mission.number))


def told(client: Client, mission: Mission, **hits: str) -> Flight:
    """The result of the table's page with these hits, stored."""
    form = client.get(url("mission-table", mission)).context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {name: str(value) for name, value in values.items() if value is not None}
    data |= hits | {"store": "1"}
    assert client.post(url("mission-table", mission), data).status_code == 302
    return Flight.objects.get(mission=mission)


def test_the_table_asks_for_the_hits_of_each_unit_and_of_no_single_aircraft(client: Client, mission: Mission) -> None:
    form = client.get(url("mission-table", mission)).context["form"]
    units = [unit.id for unit in form.sheet.units]
    assert {name for name in form.fields if name.endswith("-hits")} == {f"{unit}-hits" for unit in units}
    assert not [name for name in form.fields if name.endswith("-fate")]


@rule("SUP 27", "SUP Sabin campaign")
def test_half_of_a_squadrons_hits_rounded_down_are_damaged_and_back_after_one_period(
    client: Client, mission: Mission
) -> None:
    flight = told(client, mission, **{"allied-1-hits": "5", "allied-1-hit_by": "axis-2", "axis-1-hits": "1"})
    report = flight.report
    statuses = Counter(each["status"] for each in report["aircraft"] if each["unit"] == "allied-1")
    assert (statuses["damaged"], statuses["destroyed"]) == (2, 3)
    hunter = next(each for each in report["aircraft"] if (each["unit"], each["seat"]) == ("axis-2", "1"))
    assert (len(hunter["kills"]), len(hunter["damaged"])) == (3, 2)
    debriefs.debrief(actor=mission.campaign.owner, mission=mission, key=uuid4())
    campaign = mission.campaign
    airframes = standings.standing_of(campaign).airframes.values()
    squadron = next(each.squadron for each in airframes if each.side == "allied" and each.status == "repair")

    def of_the_squadron() -> Counter[str]:
        found = standings.standing_of(campaign).airframes.values()
        return Counter(each.status for each in found if each.squadron == squadron)

    assert (of_the_squadron()["repair"], of_the_squadron()["lost"]) == (2, 3)
    periods: list[int] = []
    while len(periods) < 2:
        flown = make.planned(campaign)
        if (period := standings.standing_of(campaign).period) and period.number not in (1, *periods):
            periods.append(period.number)
            assert of_the_squadron()["repair"] == (2 if period.number == 2 else 0)
        open_orders(mission=flown)
        told(client, flown)
        debriefs.debrief(actor=campaign.owner, mission=flown, key=uuid4())
    assert_reconciled(campaign)


def hit_in(units: dict[str, tuple[str, int]]) -> Report:
    """A report of Axis units of four, each of a squadron and with so many hits."""
    told = AircraftReport(
        side="axis", unit="", seat="", aircraft="bf-109-flight", aircraft_class="fighter", status="undamaged"
    )
    return Report(
        system="sabin",
        turns=20,
        aircraft=tuple(
            replace(told, unit=unit, seat=str(seat), status="damaged" if seat <= hits else "undamaged")
            for unit, (_, hits) in units.items()
            for seat in range(1, 5)
        ),
        scores=(),
    )


def lost(units: dict[str, tuple[str, int]], number: int = 1) -> list[int]:
    """Aircraft lost of each unit, when a mission is settled."""
    flown = tuple(UnitOrders(id=unit, squadron=squadron or None) for unit, (squadron, _) in units.items())
    pack = read_pack(make.source(PACK), PACK)
    orders: dict[Side, SideOrders] = {"axis": SideOrders(units=flown)}
    report = settled(pack, hit_in(units), orders, number, seed=1)
    assert settled(pack, report, orders, number, seed=1) == report
    gone = Counter(each.unit for each in report.aircraft if each.status == "destroyed")
    return [gone[unit] for unit in units]


@rule("SUP Sabin campaign")
def test_hits_of_a_squadron_add_up_over_its_units_and_those_of_another_do_not() -> None:
    assert lost({"axis-1": ("jg-1", 2), "axis-2": ("jg-1", 1), "axis-3": ("jg-3", 4)}) == [2, 0, 2]
    assert lost({"axis-1": ("", 1), "axis-2": ("", 1)}) == [1, 0]


@rule("SUP Sabin campaign")
def test_a_single_hit_is_lost_on_an_even_draw() -> None:
    drawn = Counter(lost({"axis-1": ("jg-1", 1)}, number)[0] for number in range(1, 101))
    assert 35 <= drawn[1] <= 65


def test_more_hits_than_aircraft_are_refused_at_the_unit(client: Client, mission: Mission) -> None:
    form = client.get(url("mission-table", mission)).context["form"]
    data = {"key": str(uuid4()), "turns": "20", "allied-1-hits": "19"}
    answer = client.post(url("mission-table", mission), data)
    assert answer.status_code == 422
    most = len(form.sheet.units[0].lines)
    assert answer.context["form"].errors["allied-1-hits"] == [
        f"{form.sheet.units[0].name}, hits: a whole number from 0 to {most}."
    ]


def test_a_stored_result_comes_back_as_the_hits_that_it_was_told_by(client: Client, mission: Mission) -> None:
    told(client, mission, **{"allied-1-hits": "4", "allied-1-hit_by": "axis-1"})
    flight = Flight.objects.get(mission=mission)
    values = initial_outcome(Report.from_json(flight.report), sheet_of(mission))
    assert (values["allied-1-hits"], values["allied-1-hit_by"]) == (4, "axis-1")
    assert (values["axis-1-hits"], values["axis-1-hit_by"]) == (None, "")


def test_a_unit_flies_with_no_fewer_aircraft_than_the_pack_says(cast: Cast) -> None:
    mission = make.drawn(make.campaign(cast.owner, PACK, allied="me", axis="staff"))
    choices = context.choices(mission, "allied")
    bombers = next(unit for unit in choices.units() if unit.role == "striker")
    assert bombers.sizes == (9, 10, 11, 12)
    orders = make.orders(mission, "allied")
    flying = next(unit for unit in orders["units"] if unit["id"] == bombers.id)
    few = flying | {key: flying[key][:8] for key in ("airframes", "models", "crews")}
    with pytest.raises(Refusal):
        make.checked(choices, orders | {"units": [few if unit is flying else unit for unit in orders["units"]]})


def test_the_side_of_the_bombers_sends_some(cast: Cast) -> None:
    mission = make.drawn(make.campaign(cast.owner, PACK, allied="me", axis="staff"))
    choices = context.choices(mission, "allied")
    orders = make.orders(mission, "allied")
    bombers = {unit.id for unit in choices.units() if unit.role == "striker"}
    alone = [{"id": unit["id"], "flies": False} if unit["id"] in bombers else unit for unit in orders["units"]]
    with pytest.raises(Refusal, match="Your side strikes in this mission"):
        make.checked(choices, orders | {"units": alone})


def test_the_plan_folds_away_which_of_many_aircraft_fly(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    mission = make.drawn(make.campaign(cast.owner, PACK, allied="me", axis="staff"))
    answer = client.get(reverse("mission-plan", args=(mission.campaign_id, mission.number, "allied")))
    flying = [unit for unit in answer.context["form"].unit_fields() if unit.seats]
    assert flying
    assert all(unit.folds_aircraft for unit in flying)
    assert answer.content.decode().count("Which aircraft: those that have flown least") == len(flying)


def test_a_unit_keeps_its_name_when_one_before_it_stays_at_home(cast: Cast) -> None:
    mission = make.drawn(make.campaign(cast.owner, PACK, allied="me", axis="staff"))
    orders = make.orders(mission, "allied")
    titles = {unit.id: unit.title for unit in context.choices(mission, "allied").units()}
    first = next(unit["id"] for unit in orders["units"] if titles[unit["id"]] == "Striker 1")
    away = [{"id": first, "flies": False} if unit["id"] == first else unit for unit in orders["units"]]
    sign_orders(actor=cast.owner, mission=mission, side="allied", document=orders | {"units": away})
    mission.refresh_from_db()
    asked = sheet_of(mission)
    assert {unit.id: unit.name for unit in asked.units if unit.side == "allied"}.items() <= titles.items()
    report = context.in_campaign_terms(mission, flying.play(mission).report())
    names = {row.unit for row in report_page(report).rows["allied"]}
    assert "Striker 2" in names
    assert "Striker 1" not in names


def test_an_end_that_the_form_does_not_ask_about_is_home(cast: Cast) -> None:
    """Nobody leaves in Clouds in 1917; a correction begins with values that its form takes."""
    mission = make.flown(make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me"))
    report = Report.from_json(Flight.objects.get(mission=mission).report)
    first = replace(report.aircraft[0], status="undamaged", exit="clouds")
    values = initial_outcome(replace(report, aircraft=(first, *report.aircraft[1:])), sheet_of(mission))
    assert values[f"{first.unit}-{first.seat}-fate"] == "undamaged"
