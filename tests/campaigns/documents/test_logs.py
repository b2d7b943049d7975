"""The log of a pack and of a campaign: what the journal knows is what the sheet shows."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.access import viewer
from campaigns.catalogue.library import FIXTURES
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.kit.sheet import Budget
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.documents.logs.land_log import LandLog
from campaigns.documents.logs.log import Log, render
from campaigns.documents.logs.progress_log import ProgressLog
from campaigns.documents.logs.week_log import WeekLog
from campaigns.models import Campaign
from campaigns.packs.definition import PackDefinition
from campaigns.packs.reader import read_pack
from campaigns.packs.schema import SIDES, Side
from campaigns.prints.land_log import blank_log, campaign_log
from campaigns.prints.log_rows import span
from campaigns.selectors.campaigns import CampaignPage, campaign_page
from campaigns.selectors.definitions import definition
from campaigns.standing.questions import airframes
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations import corrections, orders
from missions.results.outcomes import AircraftOutcome, Outcome
from tests import make
from tests.campaigns.documents import reading
from tests.campaigns.documents.hostile import PAPERS_HERE, assert_inside
from tests.cast import Cast
from tests.engine.broad import broad
from tests.engine.rules import rule

SHIPPED = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))


def shipped(slug: str) -> PackDefinition:
    return read_pack((FIXTURES / "packs" / f"{slug}.toml").read_text(encoding="utf-8"), f"{slug}.toml")


def log_of(campaign: Campaign, user: User) -> LandLog:
    log = any_log_of(campaign, user)
    assert isinstance(log, LandLog)
    return log


def any_log_of(campaign: Campaign, user: User) -> Log:
    seen_by = viewer(campaign, user)
    assert seen_by is not None
    return campaign_log(campaign, seen_by)


def page_of(campaign: Campaign, user: User) -> CampaignPage:
    seen_by = viewer(campaign, user)
    assert seen_by is not None
    return campaign_page(campaign, seen_by)


PAGES = {
    "8th-air-force-1943": 3, "angels-over-kent": 5, "battle-of-berlin": 3, "battle-of-britain": 8, "big-week": 5,
    "angels-over-the-donets": 5, "cartwheel": 5,
    "buzz-bomb": 3, "desert-dogfights": 2, "flying-circus-1917": 7, "flying-tigers": 2, "fokker-scourge-1916": 2,
    "france-1940": 2, "guadalcanal-1942": 7, "into-egypt-1942": 2, "jets-1945": 6, "kursk": 6, "malta-1940-41": 2,
    "malta-1941-42": 2, "midway": 5, "narrow-sea": 2, "operation-barbarossa": 3, "operation-pedestal": 4,
    "rommel-attacks": 2, "schweinfurt-raids": 4, "spring-1918": 2, "stalingrad-airlift": 6,
}  # fmt: skip
"""Of the blank log of every pack that ships with the house."""
ON_LETTER = PAGES | {"guadalcanal-1942": 6}
OF_EACH_KIND = ("buzz-bomb", "desert-dogfights", "flying-circus-1917", "operation-pedestal", "rommel-attacks")


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("slug", broad(sorted(SHIPPED, key=lambda slug: slug not in OF_EACH_KIND), len(OF_EACH_KIND)))
def test_the_blank_log_of_a_pack_names_all_that_it_has_and_cuts_no_word(slug: str, paper: Paper) -> None:
    pack = shipped(slug)
    document = render(blank_log(pack), paper)
    assert document == render(blank_log(pack), paper)
    assert_inside(document)
    assert len(reading.pages_of(document)) == (ON_LETTER if paper == "letter" else PAGES)[slug]
    text = reading.whole_text_of(document)
    assert "…" not in text
    stages = [stage.title for stage in pack.stages]
    grades = [grade.axis for grade in pack.victory.grades]
    resources = [resource.title for resource in pack.resources.values()]
    squadrons = [squadron.title for squadron in pack.squadrons.values()]
    spaces = [space.title for space in pack.progress.spaces] if pack.progress else []
    events = [event.title for event in pack.events.values()] if pack.progress else []
    stocks = [stock.title for named in pack.stocks.values() for stock in named.values()]
    named = (pack.title, *stages, *grades, *resources, *squadrons, *spaces, *events, *stocks)
    assert [title for title in named if title not in text] == []


def test_of_no_pack_the_blank_log_is_left_out() -> None:
    assert sorted(PAGES) == SHIPPED


def test_the_blank_log_numbers_as_many_rows_as_the_pack_has_missions() -> None:
    log = blank_log(shipped("desert-dogfights"))
    assert isinstance(log, LandLog)
    assert (log.length, sum(stage.missions for stage in log.stages)) == (6, 6)
    assert log.missions == ()


def test_grades_reach_from_side_to_side_without_a_gap() -> None:
    for slug in SHIPPED:
        log = blank_log(shipped(slug))
        if isinstance(log, ProgressLog):
            assert len(log.track.grades) == log.track.positions
            continue
        grades = sorted(log.grades, key=lambda grade: grade.high is None or grade.high)
        for margin in range(-100, 101):
            assert sum(grade.holds(margin) for grade in grades) == 1, (slug, margin)


def test_a_new_campaign_prints_its_name_and_commanders_and_no_points(cast: Cast) -> None:
    log = log_of(make.campaign(cast.owner), cast.owner)
    assert (log.name, log.allied.commander, log.axis.commander) == ("Desert evenings", "owner", "The staff")
    assert (log.allied.points, log.axis.points, log.standing) == (None, None, "")


def test_a_debriefed_mission_stands_on_the_log_as_the_journal_has_it(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.LAND)
    mission = make.debriefed(campaign)
    page = page_of(campaign, cast.owner)
    log = log_of(campaign, cast.owner)
    (row,) = log.missions
    assert (row.number, row.title, row.place) == (1, mission.title, mission.place)
    assert row.margin == page.margin
    assert row.allied is not None
    assert row.axis is not None
    assert (row.allied.points, row.axis.points) == (page.points["allied"], page.points["axis"])
    assert (row.axis.lost, row.allied.damaged) == (1, 1)
    assert log.standing.startswith("After 1 of 3 missions")
    text = reading.text_of(render(log))
    for expected in (mission.title, "Desert evenings", log.standing, "Written down between two rounds."):
        assert expected in text


def test_a_void_mission_keeps_its_row_and_says_that_it_is_void(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.LAND)
    mission = make.debriefed(campaign)
    corrections.void(actor=cast.owner, mission=mission, reason="Wrong deck", expected_version=make.version(campaign))
    log = log_of(campaign, cast.owner)
    (row,) = log.missions
    assert (row.title, row.allied, row.axis, row.notes) == (mission.title, None, None, "Declared void.")
    assert "Declared void." in reading.text_of(render(log))


def test_a_resource_is_ticked_with_the_mission_that_used_it_and_only_after_its_debrief(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.LAND)
    mission = make.recorded(campaign)
    before = log_of(campaign, cast.owner)
    assert [
        resource.used_in for side in (before.allied, before.axis) for resource in side.resources if resource.used_in
    ] == []
    assert (before.missions[0].allied, before.missions[0].axis) == (None, None)
    make.debrief(mission)
    after = log_of(campaign, cast.owner)
    row = after.missions[0]
    for side, result in ((after.allied, row.allied), (after.axis, row.axis)):
        used = [resource.title for resource in side.resources if resource.used_in == 1]
        assert result is not None
        assert used == ([result.brought] if result.brought else [])
    assert any(result and result.brought for result in (row.allied, row.axis))


def test_a_strike_is_told_with_its_target_its_flak_and_who_did_what(cast: Cast) -> None:
    mission = make.land_mission(cast.owner, "via-balbia")
    for side in SIDES:
        orders.sign_orders(actor=cast.owner, mission=mission, side=side, document=make.orders(mission, side))
    aircraft = (
        AircraftOutcome("axis-1 leader", over_target=True, struck=3),
        AircraftOutcome("axis-1 wingman", status="destroyed", by="flak", over_target=True),
        AircraftOutcome("axis-2 leader", jettisoned=True),
        AircraftOutcome("axis-2 wingman", jettisoned=True),
    )
    make.record(mission, Outcome(aircraft))
    make.debrief(mission)
    log = log_of(mission.campaign, cast.owner)
    (row,) = log.missions
    assert row.achieved == "Ground Forces: 3 damage, Disrupted"
    assert row.axis is not None
    assert (row.axis.lost, row.axis.by_flak) == (1, 1)
    report = row.report
    assert report is not None
    assert report.length.endswith("6 turns: 3 TB, 1 OT, 2 HB")
    told = {sortie.who: (sortie.fate, sortie.did) for sortie in report.axis}
    assert told["Striker 1 leader"] == ("home", "hit the target for 3")
    assert told["Striker 1 wingman"] == ("shot down, flak over the target", "over the target")
    assert told["Striker 2 leader"] == ("home", "jettisoned")
    assert {score.section for score in report.scores if score.what != "Blitzkrieg"} == {"Supplement 24.7"}
    assert sum(score.points for score in report.scores if score.side == "axis") == row.axis.points
    page = page_of(mission.campaign, cast.owner)
    assert [pilot.man.strikes for pilot in page.bombers] == [1]
    assert [pilot.man.by_flak for pilot in page.pilots if pilot.man.shot_down] == [1]


def test_a_log_of_dogfights_names_the_types_that_flew(cast: Cast) -> None:
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    log = log_of(campaign, cast.owner)
    result = log.missions[0].allied
    assert result is not None
    assert result.brought
    assert " ".join(result.brought.split()) in reading.text_of(render(log))


def test_the_mark_of_an_aircraft_is_not_parted_from_its_number() -> None:
    assert unbroken("Messerschmitt Bf 109E-7") == "Messerschmitt Bf\xa0109E-7"
    assert unbroken("Hawker Hurricane Mk I") == "Hawker Hurricane Mk\xa0I"


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ((1941, 3, 24), (1941, 6, 17), "24 March to 17 June 1941"),
        ((1940, 6, 11), (1943, 5, 13), "11 June 1940 to 13 May 1943"),
        ((1941, 4, 1), (1941, 4, 14), "1 to 14 April 1941"),
        ((1941, 4, 1), (1941, 4, 1), "1 April 1941"),
    ],
)
def test_two_dates_say_month_and_year_once(first: tuple[int, int, int], last: tuple[int, int, int], words: str) -> None:
    assert span(datetime.date(*first), datetime.date(*last)) == words


def test_a_stage_that_would_be_torn_apart_stands_whole_on_the_second_sheet() -> None:
    torn = shipped("8th-air-force-1943")
    first, second, _ = (page.text for page in reading.pages_of(render(blank_log(torn))))
    assert torn.stages[-2].title in first
    assert torn.stages[-1].title not in first
    assert torn.stages[-1].title in second


PLAYED = {
    make.LAND: 1, make.PERIODS: 3, make.OPERATION: 2, "buzz-bomb": 1, make.DOGFIGHTS: 1,
    "flying-circus-1917": 2, "big-week": 1, "angels-over-kent": 1,
}  # fmt: skip
"""Packs of every kind and every system, and how many missions of each are played."""


@pytest.mark.parametrize("slug", broad(PLAYED, 4))
def test_the_log_of_a_campaign_of_every_kind_and_system_prints_what_was_played_and_room_for_the_rest(
    slug: str, cast: Cast
) -> None:
    campaign = make.campaign(cast.owner, slug, allied="me", axis="me")
    told = (lambda _: Outcome(wave=6, by_guns=2)) if slug == "buzz-bomb" else None
    played = [make.debriefed(campaign, outcome=told) for _ in range(PLAYED[slug])]
    log = any_log_of(campaign, cast.owner)
    assert [mission.number for mission in log.missions if mission.margin is not None] == [
        each.number for each in played
    ]
    for paper in PAPERS:
        document = render(log, paper)
        assert document == render(any_log_of(campaign, cast.owner), paper)
        assert_inside(document)
        pages = [page.text for page in reading.pages_of(document)]
        for each in played:
            assert each.title in " ".join(pages)
            assert f"{each.number} · {each.title}" in reading.outline_of(document)
        for side in SIDES:
            assert campaign_side(campaign, side) in pages[0] or slug == "buzz-bomb"


@pytest.mark.parametrize("slug", ["angels-over-kent", "flying-circus-1917"])
def test_who_shot_somebody_down_is_said_in_one_breath(slug: str, cast: Cast) -> None:
    campaign = make.campaign(cast.owner, slug, allied="staff", axis="staff")
    make.fought(campaign, 2)
    log = any_log_of(campaign, cast.owner)
    reports = [mission.report for mission in log.missions if mission.report]
    fates = [sortie.fate for report in reports for sortie in (*report.allied, *report.axis)]
    assert [fate for fate in fates if fate.startswith("shot down by ")]
    assert [fate for fate in fates if ", by " in fate] == []


def campaign_side(campaign: Campaign, side: Side) -> str:
    return definition(campaign.pack).sides[side].title


def progressive(campaign: Campaign, user: User) -> ProgressLog:
    log = any_log_of(campaign, user)
    assert isinstance(log, ProgressLog)
    return log


@rule("SUP 27.1", "SUP 27.3")
def test_a_progressive_log_has_every_period_with_its_weather_and_room_for_the_missions_to_come(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.debriefed(campaign)
    drawn = make.drawn(campaign)
    log = progressive(campaign, cast.owner)
    standing = page_of(campaign, cast.owner).standing
    first, *others = log.periods
    assert standing.period is not None
    assert standing.period.weather is not None
    assert first.weather == standing.period.weather.title
    assert [each.mission.number for each in first.missions] == [1, drawn.number]
    assert len(first.missions) + first.free == standing.period.missions
    assert [period.free for period in others] == [3, 3]
    assert first.stage == "Three weeks"
    assert log.standing.startswith("After 1 mission: at The ring, space 3 of 5")


@rule("SUP 27.7", "SUP 27 supply", "SUP 27.8")
def test_the_shifts_of_the_marker_add_up_to_where_it_stands(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.finished(campaign)
    log = progressive(campaign, cast.owner)
    standing = page_of(campaign, cast.owner).standing
    position = log.track.start
    by_points = 0
    for period in log.periods:
        for each in period.missions:
            assert each.by_points is not None
            assert each.otherwise is not None
            position += each.by_points + each.otherwise
            by_points += abs(each.by_points)
            assert each.stands == position
    assert position == log.track.marker == standing.marker
    happened = {event.title: event.happened for event in log.events}
    assert happened["A convoy comes in"].startswith("p ")
    assert [bool(happened[event.title]) for event in standing.pack.events.values()] == [
        key in standing.events for key in standing.pack.events
    ]
    assert all(period.free == 0 for period in log.periods), "nothing is left to fly"


@rule("SUP 27.7")
def test_a_mission_won_by_a_margin_moves_the_marker_toward_the_side_that_won_it(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    mission = make.debriefed(campaign, outcome=_a_bad_day_for_the_axis)
    (each,) = progressive(campaign, cast.owner).periods[0].missions
    assert each.mission.number == mission.number
    assert each.mission.margin is not None
    assert each.mission.margin >= 5
    assert (each.by_points, each.stands) == (
        -1 if each.mission.margin < 15 else -2,
        2 if each.mission.margin < 15 else 1,
    )


def _a_bad_day_for_the_axis(mission: Mission) -> Outcome:
    lines = sheet_of(mission).lines
    allied = next(line.key for line in lines if line.side == "allied")
    lost = [line.key for line in lines if line.side == "axis"][:2]
    return Outcome(tuple(AircraftOutcome(key, status="destroyed", by=allied) for key in lost))


def test_the_track_lies_with_the_end_of_the_allies_to_the_left_whichever_way_the_pack_counts() -> None:
    eastward, westward = blank_log(shipped("kursk")), blank_log(shipped("stalingrad-airlift"))
    assert isinstance(eastward, ProgressLog)
    assert isinstance(westward, ProgressLog)
    assert [space.number for space in eastward.track.spaces] == list(range(1, 12))
    assert [space.number for space in westward.track.spaces] == list(range(12, 0, -1))
    for log in (eastward, westward):
        assert log.track.grades[0][0] == "Triumph"
        assert log.track.grades[-1][1] == "Triumph"
        assert log.track.spaces[log.track.start - 1].number == 5


@rule("SUP 27.4", "SUP 27.6")
def test_a_side_s_squadrons_and_stocks_are_on_the_log_only_for_those_who_may_see_them(cast: Cast) -> None:
    campaign = make.duel(cast)
    make.debriefed(campaign)
    seen = {
        user.username: [pool.side for pool in progressive(campaign, user).pools]
        for user in (cast.owner, cast.axis, cast.umpire)
    }
    assert seen == {"owner": ["allied"], "axis": ["axis"], "umpire": ["allied", "axis"]}
    text = reading.whole_text_of(render(progressive(campaign, cast.owner)))
    assert "Fuel at the port" in text
    assert "Fuel that came across" not in text
    assert "Stukastaffel" not in text


@rule("SUP 27.2", "SUP 27.6")
def test_a_pool_has_a_box_for_each_aircraft_as_the_journal_has_it_and_for_those_to_come(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.debriefed(campaign)
    pools = {pool.side: pool for pool in progressive(campaign, cast.owner).pools}
    standing = page_of(campaign, cast.owner).standing
    states = {"serviceable": "ready", "lost": "lost", "repair": "repair"}
    for key, squadron in standing.squadrons.items():
        (row,) = [row for row in pools[squadron.side].squadrons if row.code == squadron.code]
        here = [each.state for each in row.fleet if each.state != "expected"]
        assert here == [states[airframe.status] for airframe in airframes(standing, key)]
    assert {each.state for pool in pools.values() for row in pool.squadrons for each in row.fleet} == {
        "ready", "lost", "repair", "expected",
    }  # fmt: skip
    fighters = next(row for row in pools["allied"].squadrons if row.code == "FF")
    assert [each.letter for each in fighters.fleet if each.state == "expected"] == list("GHIJKL")
    assert fighters.note == "each period +1, 1 man; 28 Apr +4 of a new type"
    fuel, supply = pools["allied"].stocks
    assert (fuel.title, fuel.note) == ("Fuel at the port", "12 to begin, at most 20, +6 each period")
    assert supply.periods == (("5", ""), ("", ""), ("", ""))


@rule("SUP 27.6", "SUP 27 supply")
def test_stocks_say_what_was_there_when_each_period_began_and_ended(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.finished(campaign)
    (supply,) = [
        stock
        for pool in progressive(campaign, cast.owner).pools
        for stock in pool.stocks
        if stock.title.startswith("Food")
    ]
    assert supply.periods == (("5", "3"), ("3", "1"), ("1", "0"))


@rule("SUP 25", "SUP 26")
def test_the_log_of_an_operation_has_its_missions_in_order_its_points_its_ships_and_its_pools(cast: Cast) -> None:
    blank = blank_log(shipped("operation-pedestal"))
    assert isinstance(blank, LandLog)
    assert [mission.title for mission in blank.missions][:2] == ["The apron at Decimomannu", "Noon"]
    assert [pool.side for pool in blank.pools] == ["allied", "axis"]
    assert blank.allied.budget == Budget(8)
    assert {name for name, _ in blank.ships} == {"Victorious", "Indomitable"}
    campaign = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    make.debriefed(campaign)
    log = log_of(campaign, cast.owner)
    standing = page_of(campaign, cast.owner).standing
    assert [mission.number for mission in log.missions] == [1, 2, 3, 4]
    assert [mission.allied is not None for mission in log.missions] == [True, False, False, False]
    for side, data in (("allied", log.allied), ("axis", log.axis)):
        assert data.budget is not None
        assert data.budget.spent == standing.spent[side]
    assert any(each.used_in == 1 for each in (*log.allied.resources, *log.axis.resources))


@rule("SUP 25")
def test_what_the_other_side_has_spent_on_its_resources_is_not_on_the_log(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.OPERATION, allied="me", axis="staff")
    make.debriefed(campaign)
    log = log_of(campaign, cast.owner)
    standing = page_of(campaign, cast.owner).standing
    assert standing.spent["axis"] > 0
    assert log.axis.budget is not None
    assert (log.axis.budget.spent, [pool.side for pool in log.pools]) == (0, ["allied"])


def test_a_void_mission_of_an_operation_is_flown_again_on_the_next_line(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    first = make.debriefed(campaign)
    corrections.void(actor=cast.owner, mission=first, reason="Wrong deck", expected_version=make.version(campaign))
    log = log_of(campaign, cast.owner)
    assert [mission.title for mission in log.missions][:3] == [first.title, first.title, "A sweep over the convoy"]
    assert len(log.missions) == 5
    assert_inside(render(log))


@rule("SUP 28 points", "SUP 28 wave", "SUP 28 guns")
def test_a_week_of_flying_bombs_is_told_by_what_fell_to_whom_and_what_got_through(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, "buzz-bomb", allied="me", axis="staff")
    mission = make.flown(campaign)
    make.debrief(mission)
    log = any_log_of(campaign, cast.owner)
    assert isinstance(log, WeekLog)
    assert len(log.weeks) == 5
    week = log.weeks[0]
    assert week.bombs is not None
    bombs = week.bombs
    assert bombs.wave == bombs.by_fighters + bombs.by_guns + bombs.through
    assert f"{bombs.wave} flying bombs came: {bombs.by_fighters} fell to fighters" in mission_notes(log)
    lost = bombs.lost * 5
    assert bombs.points == 2 * (bombs.by_fighters + bombs.by_guns) - 3 * bombs.through - lost == log.allied.points
    assert week.patrols
    assert week.weather
    assert [each.bombs for each in log.weeks[1:]] == [None] * 4


def mission_notes(log: WeekLog) -> str:
    (mission,) = log.missions
    return mission.notes


def test_nameless_aircraft_of_whom_the_same_is_told_share_a_line(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, "big-week", allied="me", axis="me")
    make.debriefed(campaign)
    log = progressive(campaign, cast.owner)
    report = log.missions[0].report
    assert report is not None
    assert "Striker 1, aircraft 2 to 12" in [sortie.who for sortie in report.allied]
    assert log.losses is not None
    assert any(loss.lost == "1" for loss in log.losses)
    assert progressive(make.campaign(cast.owner, make.PERIODS), cast.owner).losses is None


def test_the_log_is_read_with_as_few_queries_as_the_page_of_its_campaign(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.debriefed(campaign)
    known = Campaign.objects.select_related("pack").prefetch_related("seats__user").get(pk=campaign.pk)
    seen_by = viewer(known, cast.owner)
    assert seen_by is not None
    with django_assert_num_queries(3):
        campaign_log(known, seen_by)


@pytest.mark.parametrize("slug", [make.PERIODS, "buzz-bomb", make.OPERATION])
def test_the_page_of_every_pack_leads_to_its_blank_log(slug: str, cast: Cast, client: Client) -> None:
    make.pack(slug)
    client.force_login(cast.reader)
    url = reverse("pack-log", args=(slug,))
    assert f'href="{url}?version=' in client.get(reverse("pack", args=(slug,))).content.decode()
    assert client.get(url).content.startswith(b"%PDF-")
