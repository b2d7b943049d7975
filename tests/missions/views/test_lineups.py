"""The page of who really flew: from the table's page and back, with what was half filled in."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.catalogue.library import FIXTURES
from campaigns.models import Pilot, Role
from campaigns.packs.schema import SIDES
from campaigns.selectors.standings import standing_of
from missions.flights import context
from missions.flights.context import sheet_of
from missions.models import Flight, Mission, ResultDraft
from missions.operations import orders
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast

SHIPPED = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))


@pytest.fixture
def strike(owner: User) -> Mission:
    """The Stukas over the Via Balbia without Resources, the orders open."""
    return _opened(owner, "via-balbia")


def _opened(owner: User, key: str) -> Mission:
    mission = make.land_mission(owner, key)
    for side in SIDES:
        document = make.orders_without_resources(mission, side)
        orders.sign_orders(actor=owner, mission=mission, side=side, document=document)
    return orders.open_orders(mission=mission)


def url(name: str, mission: Mission) -> str:
    return reverse(name, args=(mission.campaign_id, mission.number))


def answers(client: Client, mission: Mission, name: str = "mission-lineup") -> dict[str, str]:
    """The page as it comes, to be sent back."""
    form = client.get(url(name, mission)).context["form"]
    values = {field: form[field].value() for field in form.fields}
    return {
        field: "on" if value is True else str(value)
        for field, value in values.items()
        if value is not None and value is not False
    }


def test_the_page_sent_back_as_it_came_changes_nothing(strike: Mission, client: Client) -> None:
    page = client.post(url("mission-lineup", strike), answers(client, strike) | {"store": "1"}, follow=True)
    assert "Nothing has changed." in page.content.decode()
    strike.refresh_from_db()
    assert strike.lineup == {}


def test_a_hurricane_is_left_out_and_goodman_veteran_is_named(strike: Mission, client: Client) -> None:
    sent = answers(client, strike) | {"allied-1-drawn-1": "Goodman, Veteran", "allied-1-count": "1", "store": "1"}
    del sent["allied-2-flies"]
    page = client.post(url("mission-lineup", strike), sent, follow=True).content.decode()
    assert "Interceptor 2 stayed at home" in page
    assert "differs from the pack" in page
    assert "Goodman" in page
    assert Pilot.objects.get(campaign=strike.campaign, name="Goodman").skills == ["V"]
    lines = [line.key for line in sheet_of(Mission.objects.get(pk=strike.pk)).lines if line.side == "allied"]
    assert lines == ["allied-1 leader"]
    assert "What flew otherwise is told with the result." in client.get(url("mission", strike)).content.decode()
    again = client.get(url("mission-lineup", strike)).content.decode()
    assert "stayed at home" in again
    companion = client.get(url("mission-companion", strike)).content.decode()
    assert "Interceptor 2 stayed at home" in companion
    assert 'Goodman</strong> <span class="sub">leader' in companion, "and what he can do stands beside him"
    assert "leader · Veteran</span>" in companion
    client.post(url("mission-lineup", strike), {"as-planned": "1", "seen": _seen(client, strike)})
    assert Mission.objects.get(pk=strike.pk).lineup == {}


def test_the_types_of_the_campaign_stand_before_all_others(strike: Mission, client: Client) -> None:
    form = client.get(url("mission-lineup", strike)).context["form"]
    (title, first), *others = form.fields["allied-1-aircraft"].choices
    assert title == "In this campaign"
    assert "hurricane-i" in dict(first)
    assert "lagg-3" not in " ".join(dict(first))
    assert any(slug.startswith("lagg-3") for _, group in others for slug, _ in group), "but whatever flew can be told"


def test_a_type_whose_month_was_corrected_is_offered_from_the_month_by_which_games_have_begun(
    owner: User, client: Client
) -> None:
    mission = make.opened(make.campaign(owner, "battle-of-berlin", allied="me", axis="me"))
    assert "1943-11" <= mission.date[:7] < "1944-06"
    form = client.get(url("mission-lineup", mission)).context["form"]
    offered = next(field.choices for name, field in form.fields.items() if re.fullmatch(r"axis-\d+-aircraft", name))
    assert "he-219a-2" in [slug for _, group in offered if isinstance(group, list) for slug, _ in group]


def _seen(client: Client, mission: Mission) -> str:
    return str(client.get(url("mission-lineup", mission)).context["form"]["seen"].value())


def test_a_unit_is_added_on_the_page(strike: Mission, client: Client) -> None:
    form = client.get(url("mission-lineup", strike)).context["form"]
    spare = next(unit.id for unit in form.axis() if unit.is_spare)
    sent = answers(client, strike) | {
        f"{spare}-role": "escort", f"{spare}-aircraft": "g-50", f"{spare}-count": "2", "store": "1",
    }  # fmt: skip
    page = client.post(url("mission-lineup", strike), sent, follow=True).content.decode()
    assert "Escort 1 flew too, as an escort: 2 Fiat G.50" in page


def test_a_unit_that_is_added_has_the_next_number_and_makes_way_for_a_resources(owner: User, client: Client) -> None:
    mission = _opened(owner, "mechili")
    page = url("mission-lineup", mission)
    added = {"axis-3-role": "fighter", "axis-3-aircraft": "bf-109e-7", "axis-3-drawn-1": "Pike", "store": "1"}
    told = client.post(page, answers(client, mission) | added, follow=True).content.decode()
    assert "Axis 3 flew too, as a fighter: 1 Messerschmitt Bf 109E-7 (Pike)" in told
    spent = answers(client, mission) | {"axis-resource": "zerstoerer", "store": "1"}
    told = client.post(page, spent, follow=True).content.decode()
    mission.refresh_from_db()
    assert [unit.id for unit in context.lineup_of(mission).axis.units] == ["axis-4"]
    table = client.get(url("mission-table", mission)).content.decode()
    assert "Axis 4 flew too, as a fighter: 1 Messerschmitt Bf 109E-7 (Pike)" in table
    assert [unit.name for unit in sheet_of(mission).units if unit.side == "axis"] == [
        "Axis 1", "Axis 2", "Axis 3", "Axis 4",
    ]  # fmt: skip


HALF = (
    ({"drawn-1": "Pike"}, "Say as what this unit flew, or empty what else is said of it."),
    ({"aircraft": "g-50"}, "Say as what this unit flew, or empty what else is said of it."),
    ({"role": "escort"}, "Say which aircraft it flew."),
)


def test_a_unit_that_is_half_added_is_not_passed_over(
    strike: Mission, client: Client, subtests: pytest.Subtests
) -> None:
    form = client.get(url("mission-lineup", strike)).context["form"]
    spare = next(unit.id for unit in form.axis() if unit.is_spare)
    sent = answers(client, strike) | {"store": "1"}
    for half, sentence in HALF:
        with subtests.test(str(half)):
            page = client.post(
                url("mission-lineup", strike), sent | {f"{spare}-{field}": value for field, value in half.items()}
            )
            assert page.status_code == 422
            assert sentence in page.content.decode()
            assert Mission.objects.get(pk=strike.pk).lineup == {}


WRONG = (
    ({"allied-1-drawn-1": "Goodman, Wizard"}, "no Skill is called Wizard"),
    ({"allied-1-aircraft": "bf-109e-7"}, "Choose one of these aircraft."),
    ({"allied-1-aircraft": "wellington-ic", "allied-1-count": "2"}, "[Wild Blue Yonder"),
    ({"allied-1-count": "99"}, "Choose from 1 to 3 aircraft."),
    ({"allied-1-drawn-1": "x" * 300}, "The name is too long."),
    ({"allied-1-drawn-1": ", Veteran"}, "Name the man who was drawn."),
)


def test_what_cannot_be_is_said_at_its_field(strike: Mission, client: Client, subtests: pytest.Subtests) -> None:
    sent = answers(client, strike) | {"store": "1"}
    for changed, sentence in WRONG:
        with subtests.test(sentence):
            page = client.post(url("mission-lineup", strike), sent | changed)
            assert page.status_code == 422
            assert sentence in page.content.decode()
            assert Mission.objects.get(pk=strike.pk).lineup == {}


def test_what_was_half_filled_in_stands_there_again(strike: Mission, client: Client) -> None:
    half = answers(client, strike, "mission-table") | {"notes": "A long hot day.", "then": "lineup"}
    led = client.post(url("mission-table-keep", strike), half)
    assert led.headers["Location"] == url("mission-lineup", strike)
    sent = answers(client, strike)
    del sent["allied-2-flies"]
    page = client.post(url("mission-lineup", strike), sent | {"store": "1"}, follow=True)
    assert "A long hot day." in page.content.decode()


def test_a_stored_result_comes_back_to_be_told_of_those_who_flew(strike: Mission, client: Client) -> None:
    make.record(strike)
    sent = answers(client, strike)
    del sent["allied-2-flies"]
    page = client.post(url("mission-lineup", strike), sent | {"store": "1"}, follow=True).content.decode()
    assert "The result that was stored is taken back." in page
    assert "Written down between two rounds." in page
    assert not Flight.objects.filter(mission=strike).exists()
    assert ResultDraft.objects.filter(mission=strike).exists()


def test_a_page_from_before_somebody_elses_word_overwrites_nothing(strike: Mission, client: Client) -> None:
    early = answers(client, strike)
    late = dict(early)
    del late["allied-2-flies"]
    client.post(url("mission-lineup", strike), late | {"store": "1"})
    page = client.post(url("mission-lineup", strike), early | {"store": "1"})
    assert page.status_code == 422
    assert "Somebody has said who flew since you opened this page." in page.content.decode()


def test_where_aircraft_are_counted_a_place_that_was_left_empty_is_flown_out_of_a_squadron(
    owner: User, client: Client
) -> None:
    mission = make.opened(make.campaign(owner, make.PERIODS, allied="me", axis="me"))
    page, units = url("mission-lineup", mission), client.get(url("mission-lineup", mission)).context["form"]
    shown = [*units.allied(), *units.axis()]
    assert not any(f"{unit.id}-aircraft" in units.fields for unit in shown)
    spare = next(unit for unit in shown if unit.is_spare).id
    squadron = next(key for key, _ in units.fields[f"{spare}-squadron"].choices if key)
    sent = answers(client, mission) | {"store": "1", f"{spare}-role": units.fields[f"{spare}-role"].choices[1][0]}
    assert "Say out of which squadron its aircraft came." in client.post(page, sent).content.decode()
    sent[f"{spare}-squadron"] = squadron
    strong = client.post(page, sent | {f"{spare}-count": "3"})
    assert "has 2 Hawker Hurricane Mk I serviceable at home" in strong.content.decode()
    flew = client.post(page, sent | {f"{spare}-count": "2"}, follow=True).content.decode()
    assert "Another squadron flew: open its unit to say who of its men sat in its aircraft." in flew
    drawn = sent | {f"{spare}-count": "1", f"{spare}-drawn-1": "Wick, Ace"}
    whole = client.post(page, drawn | {"seen": answers(client, mission)["seen"], "as-planned": "1"})
    assert whole.status_code == 302
    whole = client.post(page, drawn | {"seen": answers(client, mission)["seen"]})
    assert whole.headers["Location"] == url("mission-table", mission), "its only man was drawn: nobody is asked for"
    client.post(page, {"seen": answers(client, mission)["seen"], "as-planned": "1"})
    sent["seen"] = answers(client, mission)["seen"]
    client.post(page, sent | {f"{spare}-count": "2"})
    mission.refresh_from_db()
    assert len(context.lineup_of(mission).of(spare.partition("-")[0]).by_id[spare].airframes or ()) == 2
    men = client.get(page).context["form"].fields[f"{spare}-man-1"].choices
    fit = {man for man, _ in men if man}
    assert {man.squadron for man in Pilot.objects.filter(pk__in=fit)} == {squadron}
    sits = {man for own in context.context_of(mission).orders.values() for unit in own.units for man in unit.men}
    rested = min(man for man in fit if man not in sits)
    named = answers(client, mission) | {"store": "1", f"{spare}-man-1": str(rested)}
    assert "flew too" in client.post(page, named, follow=True).content.decode()
    mission.refresh_from_db()
    assert rested in context.lineup_of(mission).men


def test_names_from_the_table_are_escaped(strike: Mission, client: Client) -> None:
    sent = answers(client, strike) | {"allied-1-drawn-1": "<b>Goodman</b>", "store": "1"}
    page = client.post(url("mission-lineup", strike), sent, follow=True).content.decode()
    assert "<b>Goodman" not in page


def test_where_results_are_confirmed_the_umpire_says_it_before_the_result_is_told(cast: Cast, client: Client) -> None:
    mission = make.opened(make.confirmed(make.club(cast, make.LAND)))
    client.force_login(cast.allied)
    assert client.get(url("mission-lineup", mission)).status_code == 403
    assert "Somebody else flew?" not in client.get(url("mission-table", mission)).content.decode()
    client.force_login(cast.umpire)
    sent = answers(client, mission)
    unit = next(name for name in sent if name.startswith("axis") and name.endswith("-count"))
    client.post(url("mission-lineup", mission), sent | {unit: "3" if sent[unit] == "1" else "1", "store": "1"})
    mission.refresh_from_db()
    assert mission.lineup
    told = make.told(mission, cast.allied)
    client.force_login(cast.axis)
    page = client.get(reverse("mission-result", args=(mission.campaign_id, mission.number, told.table)))
    assert "Differs from the pack" in page.content.decode()
    client.force_login(cast.umpire)
    led = client.get(url("mission-lineup", mission), follow=True).content.decode()
    assert "Its result is withdrawn first." in led


@pytest.mark.sweep
@pytest.mark.parametrize("slug", SHIPPED)
def test_of_every_pack_the_page_as_it_came_changes_nothing_and_a_unit_stays_at_home(
    owner: User, client: Client, slug: str
) -> None:
    mission = make.opened(make.campaign(owner, slug, allied="me", axis="me"))
    sent = answers(client, mission) | {"store": "1"}
    client.post(url("mission-lineup", mission), sent)
    assert Mission.objects.get(pk=mission.pk).lineup == {}
    flies = sorted(name for name in sent if name.endswith("-flies"))
    for name in flies:
        page = client.post(url("mission-lineup", mission), {key: said for key, said in sent.items() if key != name})
        if page.status_code == 302:
            break
    after = Mission.objects.get(pk=mission.pk)
    if after.lineup:
        assert len(sheet_of(after).units) == len(flies) - 1
        make.record(after, replace(make.rough(after), wave=3) if sheet_of(after).bombs else None)
        make.debrief(after)
        assert_reconciled(after.campaign)


@pytest.mark.sweep
@pytest.mark.parametrize("slug", SHIPPED)
def test_of_every_pack_that_counts_aircraft_a_unit_flies_too_out_of_a_squadron(
    owner: User, client: Client, slug: str
) -> None:
    mission = make.opened(make.campaign(owner, slug, allied="me", axis="me"))
    context_ = context.context_of(mission)
    page = url("mission-lineup", mission)
    for side in SIDES:
        if not context_.pack.keeps_pool(side) or context_.pack.kind == "solitaire":
            continue
        form = client.get(page).context["form"]
        sent = answers(client, mission) | {"store": "1"}
        spare = next(unit.id for unit in [*form.allied(), *form.axis()] if unit.is_spare and unit.id.startswith(side))
        for squadron, role in product(
            [key for key, _ in form.fields[f"{spare}-squadron"].choices if key],
            [key for key, _ in form.fields[f"{spare}-role"].choices if key],
        ):
            page_ = client.post(page, sent | {f"{spare}-squadron": squadron, f"{spare}-role": role})
            assert page_.status_code in (302, 422)
            if page_.status_code == 302:
                break
        mission.refresh_from_db()
        (unit,) = context.lineup_of(mission).of(side).units
        assert unit.airframes
    sheet = sheet_of(mission)
    make.record(mission, replace(make.rough(mission), wave=3) if sheet.bombs else None)
    make.debrief(mission)
    assert_reconciled(mission.campaign)
    assert not standing_of(mission.campaign).conflicts


@pytest.mark.sweep
def test_whatever_is_sent_is_taken_or_refused_in_a_sentence(strike: Mission, client: Client) -> None:
    rng = random.Random(7)
    usual = answers(client, strike)
    kinds = ("flies", "role", "aircraft", "count", "load", "man-1", "man-2", "man-3", "drawn-1", "drawn-2", "resource")
    units = [f"{side}-{number}" for side in SIDES for number in range(1, 9)] + list(SIDES)
    man = Pilot.objects.filter(campaign=strike.campaign)[0].pk
    values = ["", "0", "2", "3", "-1", "striker", "escort", "fighter", "g-50", "wellington-ic", "bf-110e", "bombs",
              "bombs+torpedoes", "Goodman", "Goodman, V, V", "Goodman,,A", "\N{ROCKET}",
              "a\0b", "1" * 400, str(man)]  # fmt: skip
    for _ in range(60):
        changed = {f"{rng.choice(units)}-{rng.choice(kinds)}": rng.choice(values) for _ in range(rng.randint(1, 5))}
        sent = usual | changed
        seen = _seen(client, strike)
        page = client.post(url("mission-lineup", strike), sent | {"store": "1", "seen": seen})
        assert page.status_code in (302, 422)
        assert client.get(url("mission-table", strike)).status_code == 200


def test_at_which_altitude_a_formation_began_is_said_by_the_rules_and_marked(owner: User, client: Client) -> None:
    mission = make.opened(make.campaign(owner, "8th-air-force-1943", allied="me", axis="me"))
    strikers = [each for each in context.context_of(mission).orders["allied"].units if each.models]
    assert {each.altitude for each in strikers} == {"medium"}
    first, page = strikers[0].id, url("mission-lineup", mission)
    alone = client.post(page, answers(client, mission) | {f"{first}-altitude": "high", "store": "1"})
    assert "all Formations of one type fly at one altitude" in alone.content.decode()
    level = client.post(page, answers(client, mission) | {f"{first}-mode": "level", "store": "1"})
    assert "did not bomb by level with what it carried" in level.content.decode()
    together = {f"{each.id}-altitude": "high" for each in strikers}
    shown = client.post(page, answers(client, mission) | together | {"store": "1"}, follow=True).content.decode()
    assert "began at High instead of Medium" in shown
    assert client.get(page).context["form"][f"{first}-altitude"].value() == "high"


def test_a_unit_that_came_later_is_told_so(strike: Mission, client: Client) -> None:
    sent = answers(client, strike) | {"allied-1-arrives": "2", "store": "1"}
    page = client.post(url("mission-lineup", strike), sent, follow=True).content.decode()
    assert "came in turn 2 instead of 1" in page
    assert (
        "Nothing has changed."
        in client.post(
            url("mission-lineup", strike), answers(client, strike) | {"store": "1"}, follow=True
        ).content.decode()
    )


def test_the_man_who_sat_there_is_marked_and_not_his_wingman(strike: Mission, client: Client) -> None:
    sent = answers(client, strike) | {"allied-1-drawn-1": "Goodman, Veteran", "store": "1"}
    page = client.post(url("mission-lineup", strike), sent, follow=True).content.decode()
    assert page.count('<span class="chip warn">differs from the pack</span>') == 2, "the unit and the man"
    marked = [line.key for line in sheet_of(Mission.objects.get(pk=strike.pk)).lines if line.differs]
    assert marked == ["allied-1 leader"]


def test_a_third_man_is_asked_for_only_in_a_fold(strike: Mission, client: Client) -> None:
    unit = client.get(url("mission-lineup", strike)).context["form"].allied()[0]
    assert [seat.place for seat in unit.seats] == ["Leader", "Wingman"]
    assert [seat.place for seat in unit.more_seats] == ["Third man"]
    assert not unit.has_more


def test_everybody_is_told_that_somebody_else_flew(strike: Mission, client: Client) -> None:
    sent = answers(client, strike) | {"allied-1-count": "1", "store": "1"}
    client.post(url("mission-lineup", strike), sent)
    client.post(url("mission-lineup", strike), {"as-planned": "1", "seen": _seen(client, strike)})
    told = Happening.objects.filter(kind="who-flew", campaign=strike.campaign, mission=strike.number)
    assert [each.data["as_planned"] for each in told] == [False, True]
    assert {each.side for each in told} == {""}


def test_of_somebody_elses_side_the_page_offers_no_more_than_is_known(cast: Cast, client: Client) -> None:
    campaign = make.club(cast, make.PERIODS)
    campaign.seats.filter(role=Role.UMPIRE).delete()
    mission = orders.open_orders(mission=make.planned(campaign))
    flew = {man for row in mission.orders.all() for unit in context.orders_of(row).units for man in unit.men}
    airmen = standing_of(campaign).airmen.values()
    for who, own, other in ((cast.allied, "allied", "axis"), (cast.axis, "axis", "allied"), (cast.owner, "", "axis")):
        client.force_login(who)
        fields = client.get(url("mission-lineup", mission)).context["form"].fields
        offered = {key for name, field in fields.items() if "-man-" in name for key, _ in field.choices}
        hidden = {man.pk for man in airmen if man.side == other} - flew
        assert hidden
        assert not hidden & offered
        homes = [str(field.choices) for name, field in fields.items() if name.startswith(f"{other}-1-squadron")]
        assert homes
        assert not any("at home" in each for each in homes)
        if own:
            assert {man.pk for man in airmen if man.side == own} & offered - flew
            assert " at home" in str(fields[f"{own}-1-squadron"].choices)


def test_no_refusal_tells_what_somebody_elses_squadron_has(cast: Cast, client: Client) -> None:
    campaign = make.club(cast, make.PERIODS)
    campaign.seats.filter(role=Role.UMPIRE).delete()
    mission = orders.open_orders(mission=make.planned(campaign))
    client.force_login(cast.axis)
    page = url("mission-lineup", mission)
    form = client.get(page).context["form"]
    squadron = next(key for key, _ in form.fields["allied-1-squadron"].choices if key)
    spare = [unit.id for unit in form.allied() if unit.is_spare]
    role = next(role for role, _ in form.fields[f"{spare[0]}-role"].choices if role)
    flew = {"role": role, "squadron": squadron, "count": "2"}
    added = {f"{key}-{name}": value for key in spare for name, value in flew.items()}
    answer = client.post(page, answers(client, mission) | added | {"store": "1"})
    assert answer.status_code == 422
    assert "its side knows what it has" in answer.content.decode()
    assert "serviceable at home:" not in answer.content.decode()
