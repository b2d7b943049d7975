"""A single mission as a file: out once it is debriefed, and into another copy of its campaign."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.packs.schema import SIDES
from campaigns.selectors.standings import standing_of
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.archive import schema
from missions.archive.mission_file import LARGEST, read_mission
from missions.flights.context import context_of, lineup_of, orders_of, sheet_of
from missions.models import Flight, Mission, Submission
from missions.operations import debriefs
from missions.operations.lineups import say_who_flew
from missions.operations.mission_files import bring_in, preview
from missions.operations.orders import open_orders
from missions.planning.flown_units import in_strength, next_ids, types_of
from missions.planning.lineup import Lineup, SideLineup
from missions.planning.orders import UnitOrders
from missions.results import reports
from missions.results.outcomes import Outcome
from missions.selectors.archive import export
from missions.selectors.mission_files import export_mission
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


@pytest.fixture
def there(cast: Cast) -> Mission:
    """A mission that is planned, in the copy of the campaign that the other table keeps."""
    return make.planned(make.campaign(cast.owner, make.LAND, allied="me", axis="me"))


def copy_of(cast: Cast, mission: Mission) -> Mission:
    """The same mission in another copy, which has not flown it yet."""
    copied = make.brought_in(actor=cast.owner, content=export(mission.campaign))
    return copied.missions.select_related("campaign__pack").get(number=mission.number)


def flown(mission: Mission) -> bytes:
    make.fly(mission)
    make.debrief(mission)
    mission.refresh_from_db()
    return export_mission(mission)


def altered(content: bytes, **changed: Any) -> bytes:
    document = json.loads(content) | changed
    del document["sha256"]
    return schema.seal(document)


def test_an_evening_of_another_table_stands_here_as_it_was_flown_and_is_debriefed(cast: Cast, there: Mission):
    here = copy_of(cast, there)
    file = read_mission(flown(there))
    seen = preview(actor=cast.owner, mission=here, file=file)
    assert seen.differences == []
    assert not hasattr(Mission.objects.get(pk=here.pk), "flight"), "nothing is kept by looking"
    flight = bring_in(actor=cast.owner, mission=here, file=file)
    assert isinstance(flight, Flight)
    flight.refresh_from_db()
    assert flight.report == there.flight.report
    assert flight.record == there.flight.record
    debriefs.debrief(actor=cast.owner, mission=Mission.objects.get(pk=here.pk), key=uuid4())
    assert_reconciled(Campaign.objects.get(pk=here.campaign_id))
    with pytest.raises(Refusal, match="has been flown"):
        bring_in(actor=cast.owner, mission=here, file=file)


def test_its_file_is_there_only_once_it_is_debriefed_and_names_only_who_flew(there: Mission):
    with pytest.raises(Refusal, match="once the mission is debriefed"):
        export_mission(there)
    file = read_mission(flown(there))
    named = {man for row in there.orders.all() for unit in orders_of(row).units for man in unit.men}
    assert len(file.men) == len(named) < there.campaign.pilots.count()


def test_orders_that_were_signed_here_are_replaced_and_said_to_differ_and_open_ones_stand(cast: Cast, there: Mission):
    here, other = copy_of(cast, there), copy_of(cast, there)
    content = flown(there)
    document = json.loads(content)
    for own in document["orders"]:
        own["document"]["doctrine"] = "bold"
    file = read_mission(altered(content, orders=document["orders"]))
    seen = preview(actor=cast.owner, mission=here, file=file)
    assert len(seen.differences) == 2
    assert all("take the place" in sentence for sentence in seen.differences)
    bring_in(actor=cast.owner, mission=here, file=file)
    assert {orders_of(row).doctrine for row in here.orders.all()} == {"bold"}
    open_orders(mission=other)
    with pytest.raises(Refusal, match="Open orders stand"):
        bring_in(actor=cast.owner, mission=other, file=file)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"number": 2}, "The file holds mission 2"),
        ({"key": "elsewhere"}, "The file holds mission 1"),
        ({"pack": "kursk"}, "of another pack"),
        ({"men": [{"side": "axis", "name": "Nobody Here"}]}, "does not have: Nobody Here"),
        ({"orders": []}, "cannot be read at orders"),
        ({"format": "ready-room-campaign"}, "not a mission file"),
        ({"version": 2}, "format version 2"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_a_sentence(
    cast: Cast, there: Mission, changed: dict[str, Any], sentence: str
):
    here = copy_of(cast, there)
    content = flown(there)
    with pytest.raises(Refusal, match=sentence):
        bring_in(actor=cast.owner, mission=here, file=read_mission(altered(content, **changed)))
    here.refresh_from_db()
    assert here.status == Mission.Status.READY


@pytest.mark.parametrize(
    ("key", "value"),
    [("side", ""), ("side", "destroyed"), ("side", "neutral"), ("unit", "A" * 5000), ("aircraft_class", "A" * 5000)],
)
def test_a_report_that_nobody_could_debrief_is_refused_looked_at_or_not(
    cast: Cast, there: Mission, key: str, value: str
):
    here = copy_of(cast, there)
    document = json.loads(flown(there))
    document["flight"]["report"]["aircraft"][0][key] = value
    file = read_mission(altered(json.dumps(document).encode()))
    for door in (preview, bring_in):
        with pytest.raises(Refusal, match=r"does not belong there|contradicts itself"):
            door(actor=cast.owner, mission=here, file=file)
    here.refresh_from_db()
    assert here.status == Mission.Status.READY


def test_what_is_no_mission_file_is_refused(there: Mission):
    content = flown(there)
    for wrong, sentence in (
        (content.replace(b'"number": 1', b'"number": 3'), "altered"),
        (content[:-9], "not whole"),
        (b"\xff\xfe", "not text"),
        (b"x" * (LARGEST + 1), "larger"),
        (export(there.campaign), "not a mission file"),
    ):
        with pytest.raises(Refusal, match=sentence):
            read_mission(wrong)


def test_the_page_shows_what_it_comes_to_and_brings_it_in_when_confirmed(cast: Cast, there: Mission, client: Client):
    here = copy_of(cast, there)
    text = flown(there).decode()
    client.force_login(cast.owner)
    address = reverse("mission-bring-in", args=[here.campaign_id, here.number])
    assert client.post(address, {"text": ""}).status_code == 422
    looked = client.post(address, {"text": text})
    assert looked.status_code == 200
    assert "What it comes to" in looked.content.decode()
    assert client.post(address, {"text": text, "confirm": "yes"}).status_code == 302
    here.refresh_from_db()
    assert here.status == Mission.Status.FLOWN
    for mission in (there, here):
        answer = client.get(reverse("mission-file", args=[mission.campaign_id, mission.number]))
        assert answer.status_code == (200 if mission == there else 302)


def test_what_flew_too_there_flies_out_of_the_pool_here(cast: Cast) -> None:
    there = make.planned(make.campaign(cast.owner, make.PERIODS, allied="me", axis="me"))
    here = copy_of(cast, there)
    there = open_orders(mission=there)
    unit = context_of(there).orders["allied"].units[0]
    pack, squadron = context_of(there).pack, unit.squadron
    role = next(each.role for each in sheet_of(there).units if each.id == unit.id)
    slug = (unit.models or (unit.aircraft,))[0]
    key = next_ids(pack, there.key, "allied", None, SideLineup(), 1)[0]
    too = in_strength(UnitOrders(id=key), role, types_of(pack, "allied")[slug], 1, ()).but(squadron=squadron)  # type: ignore[arg-type]
    say_who_flew(actor=cast.owner, mission=there, lineup=Lineup(allied=SideLineup(units=(too,))))
    make.record(there)
    make.debrief(there)
    there.refresh_from_db()
    file = read_mission(export_mission(there))
    assert preview(actor=cast.owner, mission=here, file=file).differences == []
    bring_in(actor=cast.owner, mission=here, file=file)
    here = Mission.objects.get(pk=here.pk)
    debriefs.debrief(actor=cast.owner, mission=here, key=uuid4())
    assert_reconciled(Campaign.objects.get(pk=here.campaign_id))
    (code,) = lineup_of(here).allied.by_id[key].airframes or ()
    assert standing_of(here.campaign).airframes[code or ""].sorties == 1


@pytest.mark.parametrize("way", ["engine", "table"])
def test_where_results_are_confirmed_it_is_told_and_waits_like_any_other(
    cast: Cast, there: Mission, client: Client, way: str
) -> None:
    here = copy_of(cast, there)
    copied = make.confirmed(here.campaign)
    for user, side in ((cast.allied, "allied"), (cast.axis, "axis")):
        seats.give_seat(actor=cast.owner, campaign=copied, user=user, role=Role.COMMANDER, side=side)
    seats.give_seat(actor=cast.owner, campaign=copied, user=cast.umpire, role=Role.UMPIRE, side="")
    if way == "table":
        make.record(open_orders(mission=there))
        make.debrief(there)
        there.refresh_from_db()
    content = flown(there) if way == "engine" else export_mission(there)
    points = {side: Report.from_json(there.flight.report).points(side) for side in SIDES}
    client.force_login(cast.umpire)
    address = reverse("mission-bring-in", args=[here.campaign_id, here.number])
    looked = client.post(address, {"text": content.decode()}).content.decode()
    assert "In this campaign results are confirmed" in looked
    assert not Submission.objects.exists(), "nothing is kept by looking"
    led = client.post(address, {"text": content.decode(), "confirm": "yes"})
    assert led.headers["Location"] == reverse("mission-result", args=[here.campaign_id, here.number, 1])
    told = Submission.objects.get()
    assert (told.status, told.side, told.by) == (Submission.Status.WAITING, "", cast.umpire)
    assert Mission.objects.get(pk=here.pk).status == Mission.Status.READY
    sheet = sheet_of(Mission.objects.get(pk=here.pk))
    again = reports.report(sheet, Outcome.from_json(told.outcome))
    assert {side: again.points(side) for side in SIDES} == points
    with pytest.raises(Refusal, match="Withdraw a result first"):
        bring_in(actor=cast.umpire, mission=here, file=read_mission(content))
