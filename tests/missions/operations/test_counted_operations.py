"""An operation that is over counts as one Mission of a Land campaign, at a third of its Victory Points."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from campaigns.access import viewer
from campaigns.models import Campaign, Role
from campaigns.operations import changes, packs, seats
from campaigns.prints.land_log import campaign_log
from campaigns.selectors import csv, journal_entries, standings
from campaigns.selectors.campaigns import campaign_page
from campaigns.standing.kinds import Drawn, Finished
from campaigns.standing.model import Standing
from config.common.refusals import Refusal
from missions.archive import schema
from missions.models import Debrief, Mission
from missions.operations import corrections, counted_operations, debriefs, flights, orders, pack_versions, table
from missions.results.outcomes import Outcome
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.engine.rules import rule
from tests.kept import handed_out


@pytest.fixture
def land(cast: Cast) -> Campaign:
    """A Land campaign that has just begun."""
    return make.campaign(cast.owner, make.LAND, allied="me", axis="me")


@pytest.fixture
def over(cast: Cast) -> Campaign:
    """The owner's operation, over: 47 Allied points and -8 Axis ones."""
    return ended(cast)


@handed_out
def ended(cast: Cast, allied: int = 47, axis: int = -8) -> Campaign:
    """An operation of the owner's that has ended with so many points: by its umpire's leave, for a round sum."""
    trial = make.campaign(cast.stranger, make.OPERATION, allied="me", axis="me")
    make.finished(trial)
    scored = standings.standing_of(trial).points
    operation = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    for side, wanted in (("allied", allied), ("axis", axis)):
        changes.change_points(
            actor=cast.owner, campaign=operation, side=side, points=wanted - scored[side], reason="A round sum"
        )
    make.finished(operation)
    assert standings.standing_of(operation).points == {"allied": allied, "axis": axis}
    return operation


def counts(campaign: Campaign, operation: Campaign) -> Mission:
    return counted_operations.count_operation(actor=campaign.owner, campaign=campaign, operation=operation.pk)


def standing(campaign: Campaign) -> Standing:
    return standings.standing_of(campaign)


@rule("SUP 25")
def test_an_operation_counts_as_one_mission_at_a_third_of_its_points(land: Campaign, over: Campaign):
    mission = counts(land, over)
    assert (mission.number, mission.title, mission.status) == (1, over.name, Mission.Status.DEBRIEFED)
    after = standing(land)
    assert after.points == {"allied": 15, "axis": -2}, "what is left over is dropped, towards nothing"
    assert (after.flown, after.missions[1].counts, after.is_over) == (1, True, False)
    assert_reconciled(land)
    make.finished(land)
    assert land.missions.count() == 3, "it has taken the place of one of the three"
    assert standing(land).is_over
    assert_reconciled(land)


@rule("SUP 25")
def test_it_takes_the_place_of_a_mission_of_the_stage_and_of_no_line_of_its_table(land: Campaign, over: Campaign):
    counts(land, over)
    rest = make.finished(land)
    stages = [each.stage for each in standing(land).missions.values()]
    assert [stages.count(stage.title) for stage in standing(land).pack.stages] == [2, 1]
    assert all(mission.key for mission in rest)
    dates = [each.date for each in standing(land).missions.values()]
    assert dates == sorted(dates)


@rule("SUP 25")
def test_the_campaign_that_it_completes_is_graded_with_it(land: Campaign, cast: Cast):
    make.debriefed(land)
    make.debriefed(land)
    before = standing(land).points
    counts(land, ended(cast, allied=303, axis=0))
    land.refresh_from_db()
    assert land.is_finished
    (end,) = journal_entries.of_kind(journal_entries.in_force(land), Finished)
    assert end.data["points"] == {"allied": before["allied"] + 101, "axis": before["axis"]}
    assert end.data["grade"]["allied"] == "Triumph"
    assert_reconciled(land)


def test_nothing_of_it_comes_over_but_its_name_its_ending_and_its_points(land: Campaign, over: Campaign):
    men, used = land.pilots.count(), standing(land).resources
    counts(land, over)
    assert land.pilots.count() == men
    assert standing(land).resources == used
    assert not standing(land).airframes
    (drawn,) = journal_entries.of_kind(journal_entries.in_force(land), Drawn)
    assert set(drawn.data["operation"]) == {"name", "began", "points", "grade", "text"}
    assert {entry.kind for entry in journal_entries.in_force(land)} == {"started", "drawn", "points", "debriefed"}


def test_an_operation_counts_once(land: Campaign, over: Campaign):
    counts(land, over)
    assert counted_operations.choices(land.owner, standing(land)) == {}
    entries = land.entries.count()
    with pytest.raises(Refusal, match="counts as mission 1 already") as refused:
        counts(land, over)
    assert refused.value.field == "operation"
    assert land.entries.count() == entries


def test_another_land_campaign_may_count_it_too(land: Campaign, over: Campaign, cast: Cast):
    counts(land, over)
    other = make.campaign(cast.owner, make.LAND)
    assert list(counted_operations.choices(cast.owner, standing(other))) == [over.pk]
    counts(other, over)
    assert_reconciled(other)


@pytest.mark.parametrize("slug", broad([make.OPERATION, make.PERIODS, make.DOGFIGHTS], 1))
def test_only_land_campaigns_count_operations(cast: Cast, over: Campaign, slug: str):
    campaign = make.campaign(cast.owner, slug, allied="me", axis="me")
    with pytest.raises(Refusal, match="Land campaign only"):
        counts(campaign, over)
    assert not campaign.missions.exists()


def test_only_an_operation_that_is_over_and_that_one_may_see_is_counted(land: Campaign, over: Campaign, cast: Cast):
    running = make.campaign(cast.owner, make.OPERATION)
    foreign = Campaign.objects.get(owner=cast.stranger)
    other_kind = make.campaign(cast.owner, make.DOGFIGHTS, allied="me", axis="me")
    make.finished(other_kind)
    assert foreign.is_finished
    for operation in (running, foreign, other_kind):
        with pytest.raises(Refusal, match="of yours that is over"):
            counts(land, operation)
    assert list(counted_operations.choices(cast.owner, standing(land))) == [over.pk]
    seats.give_seat(actor=cast.stranger, campaign=foreign, user=cast.owner, role=Role.READER)
    assert counts(land, foreign).title == foreign.name


def test_only_the_umpire_counts_an_operation(cast: Cast, over: Campaign):
    club = make.club(cast, make.LAND)
    for user in (cast.allied, cast.axis, cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="Only the owner and the umpires"):
            counted_operations.count_operation(actor=user, campaign=club, operation=over.pk)
    assert not club.missions.exists()


def test_it_waits_until_the_mission_under_way_is_debriefed_and_until_the_end(land: Campaign, over: Campaign):
    make.drawn(land)
    with pytest.raises(Refusal, match="not debriefed yet"):
        counts(land, over)
    done = make.campaign(land.owner, make.LAND, allied="me", axis="me")
    make.finished(done)
    with pytest.raises(Refusal, match="is over"):
        counts(done, over)


def test_declared_void_it_counts_for_nothing_and_may_be_counted_again(land: Campaign, over: Campaign):
    mission = counts(land, over)
    changed = corrections.preview_void(mission)
    assert any("void" in change.sentence for change in changed)
    corrections.void(
        actor=land.owner,
        mission=mission,
        reason="Another one was meant",
        expected_version=journal_entries.version(land),
    )
    assert standing(land).points == {"allied": 0, "axis": 0}
    assert_reconciled(land)
    assert counts(land, over).number == 2
    make.finished(land)
    assert standing(land).flown == 3
    assert_reconciled(land)


def test_it_is_neither_recorded_nor_amended_nor_flown_nor_taken_back_in_this_campaign(land: Campaign, over: Campaign):
    mission, owner, key = counts(land, over), land.owner, uuid4()
    refused = [
        (
            lambda: table.record_table(actor=owner, mission=mission, outcome=Outcome(), key=key),
            "nobody flew it here",
        ),
        (lambda: corrections.preview_amend(mission, outcome=Outcome()), "in its own campaign"),
        (lambda: debriefs.withdraw_debrief(actor=owner, mission=mission), "no debrief to take back"),
        (lambda: flights.queue_flight(actor=owner, mission=mission), "has been flown"),
        (lambda: debriefs.ground_mission(actor=owner, mission=mission, key=key), "debriefed already"),
        (lambda: debriefs.debrief(actor=owner, mission=mission, key=key), "debriefed already"),
        (
            lambda: orders.sign_orders(actor=owner, mission=mission, side="axis", document={"units": []}),
            "orders stand",
        ),
    ]
    before = land.entries.count()
    for act, sentence in refused:
        with pytest.raises(Refusal, match=sentence):
            act()
    assert land.entries.count() == before
    assert_reconciled(land)


def test_it_goes_along_in_an_export_without_the_operation(land: Campaign, over: Campaign, cast: Cast):
    counts(land, over)
    make.debriefed(land)
    content = export(land)
    taken = make.brought_in(actor=cast.reader, content=content)
    assert export(taken) == content
    assert standing(taken).points == standing(land).points
    again = make.brought_in(actor=cast.owner, content=content)
    with pytest.raises(Refusal, match="already"):
        counts(again, over)
    make.finished(taken)
    assert_reconciled(taken)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda file: file["missions"][0].update(key="gazala"), "drew another mission"),
        (lambda file: file["missions"][0].update(title="Another"), "not the operation that the journal names"),
        (lambda file: file["missions"][0]["flight"].update(way="table"), "disagree whether an operation counts"),
        (lambda file: file["missions"][0].update(flight=None), "disagree"),
        (lambda file: file["journal"][1]["data"].pop("operation"), "disagree whether an operation counts"),
        (lambda file: file["journal"][1]["data"]["operation"].pop("began"), "operation.began: Field required"),
        (lambda file: file["journal"][2]["data"].update(points=99), "do not add up"),
    ],
)
def test_a_file_that_contradicts_itself_about_an_operation_is_refused(
    land: Campaign, over: Campaign, cast: Cast, change: Callable[[dict[str, Any]], None], sentence: str
):
    counts(land, over)
    content = json.loads(export(land))
    assert [entry["kind"] for entry in content["journal"]] == ["started", "drawn", "points", "points", "debriefed"]
    change(content)
    with pytest.raises(Refusal, match=sentence):
        make.brought_in(actor=cast.stranger, content=schema.seal(content))


def test_what_is_corrected_in_the_operation_later_changes_nothing_here(land: Campaign, over: Campaign):
    counts(land, over)
    last = over.missions.order_by("-number")[0]
    corrections.void(
        actor=over.owner, mission=last, reason="It never was", expected_version=journal_entries.version(over)
    )
    assert standing(land).points == {"allied": 15, "axis": -2}
    assert_reconciled(land)


def test_the_log_the_tables_and_the_page_say_what_it_is(land: Campaign, over: Campaign):
    counts(land, over)
    make.debriefed(land)
    watcher = viewer(land, land.owner)
    assert watcher is not None
    shown = campaign_page(land, watcher)
    first = shown.missions[0]
    assert (first.title, first.place, first.way) == (over.name, "an operation", "operation")
    assert shown.flown == 2
    assert [point[0] for point in (series.values for series in shown.chart.series)] == [0, 0]
    log = campaign_log(land, watcher).missions[0]
    assert log.allied is not None
    assert log.axis is not None
    assert (log.title, log.place, log.allied.points, log.axis.points, log.margin) == (
        over.name, "an operation", 15, -2, 17,
    )  # fmt: skip
    assert "47 to −8" in log.notes
    assert log.report is None, "nobody flew in it, so it has no page of its own"
    rows = csv.table(land, "missions").splitlines()
    assert rows[1].split(",")[:2] == ["1", first.date]
    assert "an operation" in rows[1]
    assert ",operation,0,15," in rows[1]


def test_a_campaign_with_an_operation_moves_to_a_newer_pack(land: Campaign, over: Campaign):
    counts(land, over)
    own = standing(land).pack.version
    newer, _ = packs.load_pack(
        land.pack.source.replace(f'version = "{own}"', 'version = "97.0"'), "rommel-attacks.toml"
    )
    pack_versions.move_to_pack(
        actor=land.owner, campaign=land, pack=newer, expected_version=journal_entries.version(land)
    )
    land.refresh_from_db()
    assert_reconciled(land)


@pytest.mark.portable
def test_what_may_be_counted_costs_two_queries(
    land: Campaign, over: Campaign, django_assert_num_queries: DjangoAssertNumQueries
):
    now = standing(land)
    with django_assert_num_queries(2):
        counted_operations.choices(land.owner, now)
    assert not Debrief.objects.filter(mission__campaign=land).exists()
