"""The log of a pack and of a campaign: what the journal knows is what the sheet shows."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import User

from campaigns.access import viewer
from campaigns.documents.land_log import LandLog
from campaigns.documents.log import Log, render
from campaigns.documents.styles import PAPERS, Paper
from campaigns.logs import blank_log, campaign_log, span, unbroken
from campaigns.models import Campaign
from campaigns.packs.definition import PackDefinition
from campaigns.packs.library import FIXTURES
from campaigns.packs.reader import read_pack
from campaigns.packs.schema import SIDES
from campaigns.selectors import CampaignPage, campaign_page
from missions import corrections, operations
from missions.table import AircraftOutcome, Outcome
from tests import make
from tests.cast import Cast
from tests.documents import reading
from tests.documents.test_land_log import assert_nothing_overflows

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


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("slug", [slug for slug in SHIPPED if shipped(slug).progress is None])
def test_the_blank_log_of_a_pack_has_as_few_sheets_as_its_missions_need_and_no_word_is_cut(
    slug: str, paper: Paper
) -> None:
    pack = shipped(slug)
    document = render(blank_log(pack), paper)
    assert_nothing_overflows(document)
    assert len(reading.reader(document).pages) == (1 if pack.missions_in_all <= 7 else 2)
    text = " ".join(" ".join(page.extract_text().split()) for page in reading.reader(document).pages)
    assert "…" not in text
    for title in (pack.title, *(stage.title for stage in pack.stages), *(grade.axis for grade in pack.victory.grades)):
        assert title in text
    for resource in pack.resources.values():
        assert resource.title in text


def test_the_blank_log_numbers_as_many_rows_as_the_pack_has_missions() -> None:
    log = blank_log(shipped("desert-dogfights"))
    assert (log.length, sum(stage.missions for stage in log.stages)) == (6, 6)
    assert log.missions == ()


def test_grades_reach_from_side_to_side_without_a_gap() -> None:
    for slug in SHIPPED:
        grades = sorted(blank_log(shipped(slug)).grades, key=lambda grade: grade.high is None or grade.high)
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
    corrections.void(actor=cast.owner, mission=mission, reason="Wrong deck", confirm=make.version(campaign))
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
        operations.sign_orders(actor=cast.owner, mission=mission, side=side, document=make.orders(mission, side))
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
    assert [pilot.strikes for pilot in page.bombers] == [1]
    assert [pilot.by_flak for pilot in page.pilots if pilot.shot_down] == [1]


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
    first, second = (" ".join(page.extract_text().split()) for page in reading.reader(render(blank_log(torn))).pages)
    assert torn.stages[-2].title in first
    assert torn.stages[-1].title not in first
    assert torn.stages[-1].title in second
