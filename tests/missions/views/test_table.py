"""A result recorded at the table: filled in from the plan, reviewed, stored once."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from campaigns.selectors import standings
from config.common.vocabulary import rule_name
from engine.core.report import Kill, Report
from missions.flights.context import sheet_of
from missions.forms.table import field_name, initial_outcome
from missions.models import Flight, Mission
from missions.operations import orders
from missions.results import reports
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.engine.rules import rule


@pytest.fixture
def strike(owner: User) -> Mission:
    """The Stukas over the Via Balbia, both sides' orders signed and opened."""
    mission = make.land_mission(owner, "via-balbia")
    for side in ("allied", "axis"):
        orders.sign_orders(
            actor=owner, mission=mission, side=side, document=make.orders_without_resources(mission, side)
        )
    return orders.open_orders(mission=mission)


def url(mission: Mission) -> str:
    return reverse("mission-table", args=(mission.campaign_id, mission.number))


def answers(client: Client, mission: Mission) -> dict[str, str]:
    """The page as it comes, to be sent back; the target undamaged if nobody has said otherwise."""
    form = client.get(url(mission)).context["form"]
    values = {name: form[name].value() for name in form.fields}
    usual = {"target_damage": "0"} if "target_damage" in form.fields else {}
    return usual | {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def aircraft(mission: Mission, side: str, role: str = "") -> str:
    """The beginning of the field names of a side's first aircraft in that role."""
    lines = sheet_of(mission).lines
    return field_name(next(line.key for line in lines if line.side == side and role in ("", line.role)))


def test_the_page_knows_who_took_off(strike: Mission, client: Client) -> None:
    page = client.get(url(strike)).content.decode()
    for line in sheet_of(strike).lines:
        assert (line.pilot or line.aircraft.name) in page
    assert "Ground Forces" in page


def test_points_are_reviewed_before_anything_is_stored(strike: Mission, client: Client) -> None:
    victim, victor = aircraft(strike, "axis", "striker"), aircraft(strike, "allied")
    key = next(line.key for line in sheet_of(strike).lines if field_name(line.key) == victor)
    data = answers(client, strike) | {f"{victim}-fate": "destroyed", f"{victim}-by": key, "target_damage": "3"}
    page = client.post(url(strike), data | {"review": "1"})
    assert page.status_code == 200
    assert page.context["told"].points["allied"] == 6
    for score in page.context["told"].scores:
        assert rule_name(score.section) in page.content.decode()
    assert "Nothing is stored yet." in page.content.decode()
    assert not Flight.objects.exists()
    stored = client.post(url(strike), data | {"store": "1"})
    assert stored["Location"] == reverse("mission-debrief", args=(strike.campaign_id, strike.number))
    report = Report.from_json(Flight.objects.get().report)
    assert report.points("allied") == 6
    assert report.target is not None
    assert report.target.level == "Disrupted"
    make.debrief(strike)
    assert_reconciled(strike.campaign)


def test_what_the_review_carries_is_what_is_stored(strike: Mission, client: Client) -> None:
    striker = aircraft(strike, "axis", "striker")
    data = answers(client, strike) | {f"{striker}-fate": "disengaged", "notes": "Dust, and a lot of it."}
    data["axis-1-over"] = "short"
    review = client.post(url(strike), data | {"review": "1"})
    assert "<p>Dust, and a lot of it.</p>" in review.content.decode()
    carried = dict(review.context["answers"])
    client.post(url(strike), carried | {"store": "1"})
    report = Report.from_json(Flight.objects.get().report)
    told = next(each for each in report.aircraft if field_name(f"{each.unit} {each.seat}") == striker)
    assert (told.status, told.exit, told.over_target) == ("undamaged", "disengaged", False)
    assert report.notes == ("Dust, and a lot of it.",)


@rule("SUP 19.5")
def test_a_victory_is_shared_by_those_who_are_ticked_up_to_the_pilots_records(owner: User, client: Client) -> None:
    campaign = make.campaign(owner, make.PERIODS)
    mission = orders.open_orders(mission=make.planned(campaign))
    victim = next(line for line in sheet_of(mission).lines if line.side == "axis")
    first, second, third = [line for line in sheet_of(mission).lines if line.side == "allied"][:3]
    start = field_name(victim.key)
    data: dict[str, Any] = answers(client, mission) | {
        f"{start}-fate": "destroyed",
        f"{start}-by": first.key,
        f"{start}-shared_with": [second.key, third.key],
    }
    review = client.post(url(mission), data | {"review": "1"})
    assert review.content.decode().count("a share of ⅓") == 3
    carried: dict[str, list[str]] = {}
    for name, value in review.context["answers"]:
        carried.setdefault(name, []).append(value)
    client.post(url(mission), carried | {"store": "1"})
    assert client.get(url(mission)).context["form"][f"{start}-shared_with"].value() == [second.key, third.key]
    make.debrief(mission)
    assert_reconciled(campaign)
    airmen = {man.name: man for man in standings.standing_of(campaign).airmen.values()}
    for line in (first, second, third):
        assert airmen[line.pilot].kills == Fraction(1, 3)
        assert airmen[line.pilot].experience == 1 + Fraction(2, 3)
    kills = client.get(reverse("campaign-table", args=(campaign.pk, "kills"))).content.decode()
    assert kills.count(",1/3,") == 3
    told = f"has ⅓ of {victim.aircraft.name}, destroyed"
    for page in ("campaign-journal", "campaign-claims"):
        assert strip_tags(client.get(reverse(page, args=(campaign.pk,))).content.decode()).count(told) == 3


@rule("SUP 19.5")
def test_who_damaged_what_another_shot_down_has_no_part_in_it_when_the_result_is_corrected(strike: Mission) -> None:
    sheet = sheet_of(strike)
    victim = next(line for line in sheet.lines if line.side == "axis")
    damager, killer = [line for line in sheet.lines if line.side == "allied"][:2]
    told = Outcome(aircraft=(AircraftOutcome(victim.key, "destroyed", by=killer.key),), target_damage=0)
    report = reports.report(sheet_of(strike), told)
    hit = Kill(victim.unit, victim.seat, victim.aircraft.slug)
    flown = [
        replace(each, damaged=(hit,)) if f"{each.unit} {each.seat}" == damager.key else each for each in report.aircraft
    ]
    asked = initial_outcome(replace(report, aircraft=tuple(flown)), sheet)
    start = field_name(victim.key)
    assert (asked[f"{start}-by"], asked[f"{start}-shared_with"]) == (killer.key, None)


def test_a_share_is_refused_to_who_shot_it_down_alone(strike: Mission, client: Client) -> None:
    victim, by = aircraft(strike, "axis"), next(line.key for line in sheet_of(strike).lines if line.side == "allied")
    data: dict[str, Any] = answers(client, strike) | {f"{victim}-fate": "destroyed", f"{victim}-by": by}
    response = client.post(url(strike), data | {f"{victim}-shared_with": [by], "store": "1"})
    assert response.status_code == 422
    assert "nobody shares it alone" in response.context["form"].errors[f"{victim}-shared_with"][0]
    assert not Flight.objects.exists()


def test_going_back_from_the_review_keeps_what_was_tapped(strike: Mission, client: Client) -> None:
    striker = aircraft(strike, "axis", "striker")
    data = answers(client, strike) | {f"{striker}-fate": "damaged", f"{striker}-by": "flak"}
    form = client.post(url(strike), data | {"edit": "1"}).context["form"]
    assert form[f"{striker}-fate"].value() == "damaged"
    assert form[f"{striker}-by"].value() == "flak"
    assert form["key"].value() == data["key"]


@pytest.mark.portable
def test_the_same_page_sent_twice_is_stored_once(strike: Mission, client: Client) -> None:
    data = answers(client, strike) | {"store": "1"}
    for _ in range(2):
        assert client.post(url(strike), data).status_code == 302
    assert Flight.objects.count() == 1


def test_a_page_corrected_by_going_back_in_the_browser_is_not_ignored(strike: Mission, client: Client) -> None:
    data = answers(client, strike) | {"store": "1"}
    client.post(url(strike), data)
    victim = aircraft(strike, "allied")
    client.post(url(strike), data | {f"{victim}-fate": "destroyed"})
    report = Report.from_json(Flight.objects.get().report)
    assert [each.side for each in report.aircraft if each.status == "destroyed"] == ["allied"]


def test_of_two_who_write_it_down_the_second_is_told_and_overwrites_nothing(strike: Mission, client: Client) -> None:
    mine, yours = (answers(client, strike) | {"store": "1"} for _ in range(2))
    victim = aircraft(strike, "allied")
    client.post(url(strike), mine | {f"{victim}-fate": "destroyed"})
    late = client.post(url(strike), yours)
    assert late.status_code == 422
    assert "Another result has been stored since you opened this page." in late.content.decode()
    report = Report.from_json(Flight.objects.get().report)
    assert [each.side for each in report.aircraft if each.status == "destroyed"] == ["allied"]
    assert client.post(url(strike), answers(client, strike) | {"store": "1"}).status_code == 302


def test_a_stored_result_comes_back_to_be_corrected_until_the_debrief(strike: Mission, client: Client) -> None:
    victim, victor = aircraft(strike, "axis"), aircraft(strike, "allied")
    key = next(line.key for line in sheet_of(strike).lines if field_name(line.key) == victor)
    data = answers(client, strike) | {f"{victim}-fate": "damaged", f"{victim}-by": key, "store": "1"}
    client.post(url(strike), data)
    form = client.get(url(strike)).context["form"]
    assert form[f"{victim}-fate"].value() == "damaged"
    assert form[f"{victim}-by"].value() == key
    client.post(url(strike), answers(client, strike) | {f"{victim}-fate": "undamaged", "store": "1"})
    assert Flight.objects.count() == 1
    assert all(each.status == "undamaged" for each in Report.from_json(Flight.objects.get().report).aircraft)
    make.debrief(strike)
    refused = client.get(url(strike), follow=True)
    assert "Take the debrief back to correct it." in refused.content.decode()


IMPOSSIBLE = [
    ("turns", "", "How many turns did it last?"),
    ("turns", "0", "Turns played: a whole number from 1 to 7."),
    ("turns", "9" * 60, "Turns played: a whole number from 1 to 7."),
    ("turns", "3", "Turn 4 is the one Over Target."),
    ("turns", "many", "Turns played: a whole number from 1 to 7."),
    ("target_damage", "", "Give the damage to the target; 0 if there was none."),
    ("target_damage", "-3", "Damage to the target: a whole number from 0 to 99."),
    ("target_damage", "100", "Damage to the target: a whole number from 0 to 99."),
    ("{axis}-struck", "3", "so the target took no less"),
    ("axis-1-over", "everywhere", "Choose one of these."),
    ("target_damage", "a lot", "Damage to the target: a whole number from 0 to 99."),
    ("notes", "n" * 501, "at most 500 characters"),
    ("key", "not-a-key", "The page was altered on the way."),
    ("{axis}-fate", "vanished", "Choose one of these."),
    ("{axis}-fate", "", "Say what became of it."),
]
"""A field, what cannot stand in it, and what the page says of that."""


@pytest.mark.slow("sends a form for each mistake")
def test_what_cannot_be_is_refused_at_its_field_and_nothing_is_stored(
    strike: Mission, client: Client, subtests: pytest.Subtests
) -> None:
    usual, axis = answers(client, strike), aircraft(strike, "axis")
    for field, value, sentence in IMPOSSIBLE:
        with subtests.test(field, value=value):
            response = client.post(url(strike), usual | {field.format(axis=axis): value, "store": "1"})
            assert response.status_code == 422
            page = response.content.decode()
            assert sentence in page
            assert ('<a href="#id_' in page) == (field != "key")
    assert not Flight.objects.exists()


def test_a_comrade_cannot_have_shot_it_down(strike: Mission, client: Client) -> None:
    victim = aircraft(strike, "axis")
    comrade = [line.key for line in sheet_of(strike).lines if line.side == "axis"][-1]
    data = answers(client, strike) | {f"{victim}-fate": "destroyed", f"{victim}-by": comrade, "store": "1"}
    response = client.post(url(strike), data)
    assert response.status_code == 422
    assert "Choose one of these." in response.content.decode()


def test_a_key_of_another_mission_is_refused(strike: Mission, owner: User, client: Client) -> None:
    elsewhere = make.recorded(make.campaign(owner))
    data = answers(client, strike) | {"key": str(make.flight(elsewhere).key), "store": "1"}
    response = client.post(url(strike), data)
    assert response.status_code == 422
    assert "This page belongs to another mission." in response.content.decode()


def test_before_both_sides_have_signed_nobody_took_off(owner: User, client: Client) -> None:
    mission = make.drawn(make.campaign(owner))
    response = client.get(url(mission), follow=True)
    assert "Both sides sign their orders first" in response.content.decode()
    assert client.post(url(mission), {"key": str(uuid4()), "store": "1"}).status_code == 302
    assert not Flight.objects.exists()


def test_what_the_engine_has_flown_is_not_recorded_again(owner: User, client: Client) -> None:
    mission = make.flown(make.campaign(owner))
    response = client.get(url(mission), follow=True)
    assert "The engine has flown this mission." in response.content.decode()


def test_only_what_this_mission_needs_is_asked(strike: Mission, owner: User, client: Client) -> None:
    fields = set(client.get(url(strike)).context["form"].fields)
    assert {"target_damage", "axis-1-over", "axis-1-leader-before", "axis-1-leader-struck"} <= fields
    assert not [name for name in fields if name.endswith(("-fuel", "-cargo", "-mines", "-photographs"))]
    assert not [name for name in fields if name.startswith("allied") and name.endswith(("-over", "-before", "-struck"))]
    flak = client.get(url(strike)).context["form"].fields
    assert ("flak", "Flak") in flak["axis-1-leader-by"].choices
    assert ("flak", "Flak") not in flak["allied-1-leader-by"].choices


def test_a_dogfight_is_asked_about_fates_and_turns_alone(owner: User, client: Client) -> None:
    mission = make.opened(make.campaign(owner))
    form = client.get(url(mission)).context["form"]
    assert {name.rpartition("-")[2] for name in form.fields} == {
        "key",
        "seen",
        "turns",
        "notes",
        "fate",
        "by",
        "shared_with",
    }


def test_a_formation_is_over_the_target_unless_it_disengaged(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "brevity", number=3)
    for side in ("allied", "axis"):
        orders.sign_orders(actor=owner, mission=mission, side=side, document=make.orders(mission, side))
    orders.open_orders(mission=mission)
    lines = [line for line in sheet_of(mission).lines if line.seat.isdecimal()]
    first, second = (field_name(line.key) for line in lines[:2])
    data = answers(client, mission) | {f"{second}-fate": "disengaged", "store": "1"}
    assert f"{lines[0].unit}-over" not in data
    assert client.post(url(mission), data).status_code == 302
    report = Report.from_json(Flight.objects.get(mission=mission).report)
    told = {field_name(f"{each.unit} {each.seat}"): each for each in report.aircraft}
    assert (told[first].over_target, told[second].over_target) == (True, False)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("over", (True, False)),
        ("short", (False, False)),
        ("jettisoned", (False, True)),
        ("jettisoned-over", (True, True)),
    ],
)
def test_one_question_says_whether_a_unit_went_over_and_whether_it_jettisoned(
    answer: str, expected: tuple[bool, bool], strike: Mission, client: Client
) -> None:
    client.post(url(strike), answers(client, strike) | {"axis-1-over": answer, "store": "1"})
    report = Report.from_json(Flight.objects.get().report)
    told = {(each.over_target, each.jettisoned) for each in report.aircraft if each.unit == "axis-1"}
    assert told == {expected}
    assert client.get(url(strike)).context["form"]["axis-1-over"].value() == answer


def test_who_was_lost_on_the_way_was_never_over_the_target(strike: Mission, client: Client) -> None:
    wingman = "axis-1-wingman"
    data = answers(client, strike) | {f"{wingman}-fate": "destroyed", f"{wingman}-before": "on", "store": "1"}
    client.post(url(strike), data)
    report = Report.from_json(Flight.objects.get().report)
    told = {each.seat: each.over_target for each in report.aircraft if each.unit == "axis-1"}
    assert told == {"leader": True, "wingman": False}
    assert client.get(url(strike)).context["form"][f"{wingman}-before"].value() is True


def test_where_careers_are_kept_the_page_asks_for_fuel_tank_hits(owner: User, client: Client) -> None:
    mission = make.planned(make.campaign(owner, make.PERIODS, seed=2))
    mission = orders.open_orders(mission=mission)
    first = aircraft(mission, "axis")
    assert "A Fuel Tank Hit destroyed it" in client.get(url(mission)).content.decode()
    data = answers(client, mission) | {f"{first}-fuel_tank": "on", "store": "1"}
    client.post(url(mission), data)
    assert not any(each.fuel_tank for each in Report.from_json(Flight.objects.get().report).aircraft), "it came home"
    client.post(url(mission), answers(client, mission) | data | {f"{first}-fate": "destroyed", "key": str(uuid4())})
    report = Report.from_json(Flight.objects.get().report)
    assert [field_name(f"{each.unit} {each.seat}") for each in report.aircraft if each.fuel_tank] == [first]
    assert client.get(url(mission)).context["form"][f"{first}-fuel_tank"].value() is True


def test_where_no_careers_are_kept_nobody_asks_for_fuel_tank_hits(strike: Mission, client: Client) -> None:
    assert not [name for name in client.get(url(strike)).context["form"].fields if name.endswith("fuel_tank")]


def test_the_damage_may_be_told_by_aircraft_alone(strike: Mission, client: Client) -> None:
    data = answers(client, strike) | {"target_damage": "", "axis-1-leader-struck": "4", "store": "1"}
    assert client.post(url(strike), data).status_code == 302
    report = Report.from_json(Flight.objects.get().report)
    assert report.target is not None
    assert report.target.damage == 4


def test_the_balance_is_shown_before_the_first_card(owner: User, client: Client) -> None:
    mission = make.opened(make.campaign(owner, seed=5))
    page = client.get(url(mission)).content.decode()
    assert re.search(r"The (Allied|Axis) side begins with \d+ VP: Balance Values", page)
    assert "Wild Blue Yonder 13.1" in page


def test_units_go_by_one_name(strike: Mission, client: Client) -> None:
    page = client.get(url(strike)).content.decode()
    for name in ("Interceptor 1", "Striker 1", "Striker 2"):
        assert name in page
    assert "Axis 1" not in page


def test_clouds_that_the_weather_sends_are_no_resource_of_a_side(owner: User, client: Client) -> None:
    mission = make.drawn(make.campaign(owner, "battle-of-britain", seed=27))
    document = make.orders_without_resources(mission, "allied")
    orders.sign_orders(actor=owner, mission=mission, side="allied", document=document)
    orders.open_orders(mission=mission)
    review = client.post(url(mission), answers(client, mission) | {"review": "1"})
    shown = strip_tags(review.content.decode())
    assert "For the Allied side" in shown
    assert "Clouds Over Target" in shown
    assert "Allied Resource" not in shown
