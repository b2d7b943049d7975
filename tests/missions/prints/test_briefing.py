"""A side's briefing: what it says, to whom it is given, and that it knows nothing of the other side's plan."""

from __future__ import annotations

import re
from functools import cache

import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from campaigns.access import viewer
from campaigns.catalogue.library import FIXTURES
from campaigns.documents.briefing.briefing import render
from campaigns.documents.briefing.briefing_data import Briefing
from campaigns.documents.kit.styles import PAPERS
from campaigns.models import Campaign
from campaigns.packs import read_pack
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.definitions import definition
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Mission, Orders
from missions.operations.orders import open_orders, sign_orders
from missions.planning import staff
from missions.prints.briefing import briefing, why_none
from tests import make
from tests.campaigns.documents.reading import pages_of
from tests.campaigns.documents.reading import whole_text_of as words
from tests.cast import Cast
from tests.engine.rules import rule

pytestmark = pytest.mark.django_db

FUELLED = "8th-air-force-1943"
SHIPPED = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))
URL = "https://club.example/campaigns/1/missions/1/table/"
SEALED = (404, 404, 404)
"""What reader, pilot and stranger get."""


def made(mission: Mission, user: User, side: Side) -> Briefing:
    """The briefing as this person gets it, read anew from the database."""
    fresh = Mission.objects.select_related("campaign__pack").get(pk=mission.pk)
    eyes = viewer(fresh.campaign, user)
    assert eyes
    return briefing(fresh, eyes, side, URL)


def get(user: User, mission: Mission, side: str, paper: str = "A4") -> tuple[int, bytes]:
    """Status and content of the file, as the browser fetches it."""
    client = Client()
    client.force_login(user)
    address = f"/campaigns/{mission.campaign_id}/print/briefing/{mission.number}/{side}.pdf"
    answer = client.get(address, {"paper": paper})
    return answer.status_code, answer.content


@cache
def first_of_type(slug: str, type_: str) -> str:
    """The key of a pack's first mission of a type."""
    return next(key for key, each in read_pack(make.source(slug), f"{slug}.toml").all_missions() if each.type == type_)


def strike(cast: Cast, slug: str = make.LAND) -> Mission:
    """A strike of a club's campaign, nothing signed."""
    key = first_of_type(slug, "strike")
    return make.drawn(make.club(cast, slug, seed=make.seed_that_draws(slug, key)))


def sign(mission: Mission, side: Side, seed: int = 1) -> None:
    """The side's own commander signs what the staff would do with this seed."""
    user = make.commander(mission.campaign, side)
    document = staff.plan(context.choices(mission, side), seed=seed, missions_left=3)
    assert user
    sign_orders(actor=user, mission=mission, side=side, document=document)


# Who gets it


def test_sealed_a_briefing_is_for_the_side_and_the_umpire_and_nobody_else(cast: Cast) -> None:
    mission = make.planned(make.club(cast))
    for side, commander, other in (("allied", cast.allied, cast.axis), ("axis", cast.axis, cast.allied)):
        assert get(commander, mission, side)[0] == 200
        assert get(cast.umpire, mission, side)[0] == 200
        assert get(other, mission, side)[0] == 404
        assert tuple(get(user, mission, side)[0] for user in (cast.reader, cast.pilot, cast.stranger)) == SEALED


def test_an_owner_without_an_umpires_seat_gets_his_own_side_only(cast: Cast) -> None:
    mission = make.planned(make.duel(cast))
    assert get(cast.owner, mission, "allied")[0] == 200
    assert get(cast.owner, mission, "axis")[0] == 404


def test_opened_every_member_gets_the_briefings_of_both_sides(cast: Cast) -> None:
    mission = make.opened(make.club(cast))
    for side in SIDES:
        for user in (cast.allied, cast.axis, cast.umpire, cast.reader, cast.pilot, cast.owner):
            assert get(user, mission, side)[0] == 200
        assert get(cast.stranger, mission, side)[0] == 404


def test_a_briefing_refuses_in_a_sentence_whom_it_is_not_for(cast: Cast) -> None:
    mission = make.planned(make.club(cast))
    with pytest.raises(Refusal, match="those who see its plans"):
        made(mission, cast.axis, "allied")


@pytest.mark.portable
def test_what_the_staff_has_signed_the_umpire_reads_only_once_it_is_open(cast: Cast) -> None:
    mission = make.drawn(make.duel(cast, make.LAND))
    sign_orders(actor=cast.owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
    Orders.objects.filter(mission=mission, side="allied").update(signed_by=None)
    assert not made(mission, cast.umpire, "allied").is_planned
    mission = Mission.objects.get(pk=mission.pk)
    sign(mission, "axis")
    mission.refresh_from_db()
    open_orders(mission=mission)
    assert made(mission, cast.umpire, "allied").is_planned


def test_a_mission_flown_on_paper_is_briefed_to_who_enters_it(cast: Cast) -> None:
    mission = make.on_paper(make.club(cast))
    assert get(cast.umpire, mission, "allied")[0] == 200
    assert get(cast.reader, mission, "allied")[0] == 404


def test_flying_bombs_get_no_briefing(cast: Cast) -> None:
    mission = make.drawn(make.campaign(cast.owner, "buzz-bomb"))
    assert get(cast.owner, mission, "allied")[0] == 200
    assert get(cast.owner, mission, "axis")[0] == 404


def test_against_flying_bombs_only_ones_own_points_are_asked_for(cast: Cast) -> None:
    mission = make.drawn(make.campaign(cast.owner, "buzz-bomb"))
    assert made(mission, cast.owner, "allied").asked == ("Turns flown", "Allied points")
    land = make.drawn(make.campaign(cast.owner, make.DOGFIGHTS))
    assert made(land, cast.owner, "allied").asked == ("Turns flown", "Allied points", "Axis points")


def test_the_pages_of_a_mission_link_the_briefings_that_are_ones_own(cast: Cast) -> None:
    mission = make.planned(make.club(cast))
    client = Client()
    client.force_login(cast.allied)
    at = f"/campaigns/{mission.campaign_id}/missions/{mission.number}/"
    for page in (at, f"{at}plan/allied/"):
        text = client.get(page).content.decode()
        assert f"/print/briefing/{mission.number}/allied.pdf" in text
        assert f"/print/briefing/{mission.number}/axis.pdf" not in text
    client.force_login(cast.reader)
    assert "/print/briefing/" not in client.get(at).content.decode()


# What it knows of the other side


@pytest.mark.parametrize(
    ("slug", "side", "other"),
    [
        (make.LAND, "allied", "axis"),
        *(
            pytest.param(slug, *sides, marks=pytest.mark.sweep)
            for slug, *sides in (
                (make.LAND, "axis", "allied"),
                (make.PERIODS, "axis", "allied"),
                (make.PERIODS, "allied", "axis"),
                ("big-week", "allied", "axis"),
                ("big-week", "axis", "allied"),
                (make.DOGFIGHTS, "allied", "axis"),
                (make.DOGFIGHTS, "axis", "allied"),
                ("flying-circus-1917", "allied", "axis"),
                ("flying-circus-1917", "axis", "allied"),
            )
        ),
    ],
)
def test_whatever_the_other_side_plans_the_briefing_has_the_same_bytes(
    cast: Cast, slug: str, side: Side, other: Side
) -> None:
    mission = make.drawn(make.club(cast, slug))
    sign(mission, side)
    user = make.commander(mission.campaign, side)
    assert user
    before = render(made(mission, user, side))
    planned: set[str] = set()

    @settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
    @given(seed=st.integers(0, 10**6), by_staff=st.booleans())
    def unchanged(seed: int, by_staff: bool) -> None:
        sign(mission, other, seed)
        if by_staff:
            Orders.objects.filter(mission=mission, side=other).update(signed_by=None)
        planned.add(str(Orders.objects.get(mission=mission, side=other).document))
        assert render(made(mission, user, side)) == before

    unchanged()
    assert len(planned) > 1, "the other side planned the same each time"


def test_a_briefing_reads_no_orders_of_the_other_side_not_even_open_ones(cast: Cast) -> None:
    mission = strike(cast)
    sign(mission, "axis")
    sealed = made(mission, cast.axis, "axis")
    sign(mission, "allied")
    mission.refresh_from_db()
    open_orders(mission=mission)
    assert made(mission, cast.axis, "axis") == sealed


@pytest.mark.portable
def test_no_man_and_no_aircraft_of_the_other_side_is_named(cast: Cast) -> None:
    mission = make.planned(make.club(cast, make.PERIODS))
    _, content = get(cast.allied, mission, "allied")
    told = words(content)
    orders = Orders.objects.get(mission=mission, side="axis")
    codes = [code for unit in orders.document["units"] for code in unit.get("airframes") or ()]
    names = list(mission.campaign.pilots.filter(side="axis").values_list("name", flat=True))
    assert codes
    assert names
    assert [each for each in (*codes, *names) if re.search(rf"\b{re.escape(each)}\b", told)] == []
    own = Orders.objects.get(mission=mission, side="allied")
    assert all(code in told for unit in own.document["units"] for code in unit.get("airframes") or ())


def test_of_the_enemy_it_tells_what_the_pack_lets_him_send_and_what_he_has_not_used(cast: Cast) -> None:
    mission = strike(cast)
    told = made(mission, cast.axis, "axis")
    units = context.units(mission, "allied", None)
    assert [each.title for each in told.enemy] == [unit.title for unit in units]
    assert all(unit.aircraft[0].name.split()[0] in each.aircraft for each, unit in zip(told.enemy, units, strict=True))
    free = [each.title for each in context.choices(mission, "allied").resources if each.usable]
    assert all(title in told.enemy_may for title in free)


def test_opened_the_other_commander_still_learns_nothing_of_stocks_and_squadrons(cast: Cast) -> None:
    mission = make.opened(make.club(cast, make.PERIODS))
    assert made(mission, cast.allied, "allied").stocks
    theirs = made(mission, cast.axis, "allied")
    assert theirs.units
    assert (theirs.stocks, theirs.squadrons, theirs.men) == ((), (), "")
    assert not any("your units" in sentence for sentence in theirs.rules)


# What it says


def test_signed_orders_are_in_it_with_altitude_load_men_and_their_boxes(cast: Cast) -> None:
    mission = strike(cast)
    sign(mission, "axis")
    told = made(mission, cast.axis, "axis")
    document = Orders.objects.get(mission=mission, side="axis").document
    assert told.is_planned
    assert len(told.units) == len(document["units"])
    for box, unit in zip(told.units, document["units"], strict=True):
        assert len(box.begins) == 1
        assert box.seats[0].place == "Leader"
        assert all(0 < seat.damaged_at < seat.lost_at for seat in box.seats)
        if unit["load"]:
            assert unit["load"] in box.terms
    named = {mission.campaign.pilots.get(pk=unit["leader_pilot"]).name for unit in document["units"]}
    assert {box.seats[0].pilot for box in told.units} == named


def test_a_striker_with_bombs_has_its_bomb_cards_whole_and_damaged(cast: Cast) -> None:
    mission = strike(cast)
    side: Side = "axis" if definition(mission.campaign.pack).mission(mission.key).striker == "axis" else "allied"
    sign(mission, side)
    user = make.commander(mission.campaign, side)
    assert user
    loaded = [box for box in made(mission, user, side).units if box.terms.startswith("bombs")]
    assert loaded
    for box in loaded:
        for seat in box.seats:
            figures = [figure for label, figure in seat.ratings if label.endswith(" bombs")]
            assert len(figures) == 1
            whole, damaged = map(int, figures[0].split("/"))
            assert whole >= damaged
            assert whole > 0


def test_before_that_it_leaves_the_choices_to_a_pen(cast: Cast) -> None:
    mission = strike(cast)
    told = made(mission, cast.allied, "allied")
    assert not told.is_planned
    assert not any(seat.pilot for box in told.units for seat in box.seats)
    assert told.men.startswith("May fly: ")
    assert any(len(box.begins) > 1 for box in told.units)
    assert any(box.title == "With a resource" for box in told.units)


@rule("SUP 23.1.1")
def test_the_striking_side_knows_the_turn_track_and_the_other_what_may_be_missing_on_it(cast: Cast) -> None:
    key = next(
        key
        for key, each in read_pack(make.source(make.LAND), "").all_missions()
        if each.base and each.striker == "axis"
    )
    mission = make.drawn(make.club(cast, make.LAND, seed=make.seed_that_draws(make.LAND, key)))
    sign(mission, "axis")
    sign(mission, "allied")
    own, theirs = made(mission, cast.axis, "axis"), made(mission, cast.allied, "allied")
    assert [turn.name for turn in own.turns if not turn.sure] == ["ST"]
    assert [turn.name for turn in own.turns if turn.phase == "over"] == ["OT"]
    sure = {turn.name for turn in theirs.turns if turn.sure}
    assert sure <= {turn.name for turn in own.turns} <= {turn.name for turn in theirs.turns}


@rule("SUP 24.9")
def test_fuel_points_are_boxes_where_the_campaign_counts_them(cast: Cast) -> None:
    mission = make.planned(make.club(cast, FUELLED))
    boxes = [
        box
        for side, user in zip(SIDES, (cast.allied, cast.axis), strict=True)
        for box in made(mission, user, side).units
    ]
    fighters = [box for box in boxes if box.fuel]
    assert fighters
    assert all(box.fuel in (6, 8, 11, 14) for box in fighters)
    assert all((box.tanks == 4) == ("drop tanks" in box.terms) for box in fighters)
    other = make.planned(make.club(cast, make.LAND))
    assert not any(box.fuel for box in made(other, cast.allied, "allied").units)


def test_a_resource_is_ticked_in_the_mission_that_brings_it_and_in_those_after_it(cast: Cast) -> None:
    begun = make.club(cast, make.LAND)
    first = make.debriefed(begun)
    brought = {side: Orders.objects.get(mission=first, side=side).document["resource"] for side in SIDES}
    assert any(brought.values())
    second = make.drawn(begun)
    for side, user in zip(SIDES, (cast.allied, cast.axis), strict=True):
        found = context.choices(second, side).resource(brought[side] or "")
        if found is None:
            continue
        title = found.title
        now = {line.title: line for line in made(first, user, side).resources}
        later = {line.title: line for line in made(second, user, side).resources}
        assert (now[title].state, later[title].state) == ("now", "used")
        assert later[title].aside == "mission 1"


def test_men_without_names_leave_hits_on_their_unit_to_be_ticked(cast: Cast) -> None:
    told = made(make.planned(make.club(cast, "big-week")), cast.allied, "allied")
    assert all(box.hits and not box.seats for box in told.units)


def test_a_flight_of_another_system_has_its_leader_and_the_hits_of_both_cards(cast: Cast) -> None:
    told = made(make.planned(make.club(cast, "flying-circus-1917")), cast.axis, "axis")
    leader, wingman = told.units[0].seats[:2]
    assert (leader.place, wingman.place) == ("Leader", "Wingman 1")
    assert leader.lost_at > wingman.lost_at > wingman.damaged_at
    assert dict(leader.ratings)["Performance"]


def test_sides_go_by_the_names_that_their_game_has_for_them(cast: Cast) -> None:
    mission = make.planned(make.club(cast, "flying-circus-1917"))
    told = words(get(cast.allied, mission, "allied")[1]).casefold()
    assert "for the entente side only" in told
    assert "entente points" in told
    assert not re.search("allied (side|points|[0-9])", told)


@pytest.mark.portable
def test_it_asks_the_database_the_same_few_questions_whatever_is_planned(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mission = make.planned(make.club(cast, make.LAND))
    fresh = (
        Mission.objects.select_related("campaign__pack").prefetch_related("campaign__seats__user").get(pk=mission.pk)
    )
    eyes = viewer(fresh.campaign, cast.axis)
    assert eyes
    with django_assert_num_queries(3):
        briefing(fresh, eyes, "axis", URL)


@pytest.mark.parametrize(
    "slug",
    [pytest.param(slug, marks=() if slug in (make.LAND, "big-week") else pytest.mark.sweep) for slug in SHIPPED],
)
def test_every_pack_prints_its_first_mission_blank_and_planned_on_two_pages_at_most(cast: Cast, slug: str) -> None:
    begun: Campaign = make.campaign(cast.owner, slug, allied="me", axis="staff" if slug == "buzz-bomb" else "me")
    mission = make.drawn(begun)
    sides = [side for side in SIDES if not why_none(mission, side)]
    blank = {side: made(mission, cast.owner, side) for side in sides}
    for side in sides:
        user = make.commander(begun, side)
        if user is not None:
            sign_orders(actor=user, mission=mission, side=side, document=make.orders(mission, side))
    for side in sides:
        planned = made(mission, cast.owner, side)
        assert planned.is_planned
        assert not blank[side].is_planned
        for sheet in (blank[side], planned):
            for paper in PAPERS:
                document = render(sheet, paper)
                assert len(pages_of(document)) <= 2, f"{slug} {side} {paper}"
        told = words(render(planned))
        assert mission.title in told
        assert all(box.title in told for box in planned.units)
