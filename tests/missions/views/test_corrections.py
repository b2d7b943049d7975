"""Corrections as an umpire makes them: looked at first, entered once, what no longer fits settled."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils.html import escape, strip_tags

from campaigns.models import Campaign, Entry
from campaigns.operations import packs
from campaigns.selectors import standings
from campaigns.standing.result_kinds import Sortie
from missions.flights.context import sheet_of
from missions.forms.table import field_name
from missions.models import Mission
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors import substitutes
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


def quiet(mission: Mission) -> Outcome:
    """Everybody comes home."""
    return Outcome(aircraft=())


@pytest.fixture
def campaign(cast: Cast, client: Client) -> Campaign:
    """Four missions of a campaign with pools, nobody hurt; its owner is signed in."""
    client.force_login(cast.owner)
    begun = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    for _ in range(4):
        make.debriefed(begun, quiet)
    return begun


def mission_of(campaign: Campaign, number: int) -> Mission:
    return campaign.missions.select_related("campaign__pack").get(number=number)


def address(mission: Mission, name: str) -> str:
    return reverse(name, args=[mission.campaign_id, mission.number])


def answers(client: Client, url: str) -> dict[str, str]:
    """The page as it comes, to be sent back."""
    form = client.get(url).context["form"]
    values = {name: form[name].value() for name in form.fields}
    usual = {"target_damage": "0"} if "target_damage" in form.fields else {}
    return usual | {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def flew_again(campaign: Campaign) -> tuple[Mission, Entry]:
    """A mission, and the sortie in it of an aircraft that flew a later one too."""
    sorties = campaign.entries.filter(kind=Sortie.kind, side="axis").order_by("number")
    for entry in sorties:
        later = [each for each in sorties if (each.mission or 0) > (entry.mission or 0)]
        if any(each.data["airframe"] == entry.data["airframe"] for each in later):
            return mission_of(campaign, entry.mission or 0), entry
    raise AssertionError("no aircraft flew twice")


def shot_down(client: Client, mission: Mission, entry: Entry) -> dict[str, str]:
    """The answers that have this aircraft shot down by the first of the other side."""
    lines = sheet_of(mission).lines
    victim = next(line for line in lines if (line.unit, line.seat) == (entry.data["unit"], entry.data["seat"]))
    victor = next(line for line in lines if line.side != victim.side)
    start = field_name(victim.key)
    return answers(client, address(mission, "mission-amend")) | {
        f"{start}-fate": "destroyed",
        f"{start}-by": victor.key,
    }


def test_a_correction_is_looked_at_before_it_is_entered_and_leads_to_what_no_longer_fits(
    campaign: Campaign, client: Client
):
    mission, entry = flew_again(campaign)
    data = shot_down(client, mission, entry)
    before = campaign.entries.count()
    shown = client.post(address(mission, "mission-amend"), data | {"review": "1"})
    page = shown.content.decode()
    assert shown.status_code == 200
    assert campaign.entries.count() == before
    assert entry.data["airframe"] in page
    assert "no longer fits" in page
    confirm = shown.context["confirm"]
    entered = client.post(address(mission, "mission-amend"), data | {"store": "1", "confirm": confirm})
    conflicts = reverse("campaign-conflicts", args=[campaign.pk])
    assert entered["Location"] == conflicts
    assert_reconciled(campaign)
    listed = client.get(conflicts)
    assert entry.data["airframe"] in listed.content.decode()
    assert [row for row, _ in listed.context["rows"]]


def settle(client: Client, campaign: Campaign, instead: str, reason: str = "The paper log says so.") -> int:
    """Settle the first conflict; the status of the answer."""
    url = reverse("campaign-conflicts", args=[campaign.pk])
    row = client.get(url).context["rows"][0][0]
    other = next((value for value, _ in row.instead if value.startswith(instead)), "") if instead else ""
    data = {"conflict": row.conflict.key, "instead": other, "reason": reason}
    return client.post(url, data).status_code


def test_a_conflict_is_accepted_or_another_aircraft_takes_the_place(campaign: Campaign, client: Client):
    mission, entry = flew_again(campaign)
    data = shot_down(client, mission, entry)
    confirm = client.post(address(mission, "mission-amend"), data | {"review": "1"}).context["confirm"]
    client.post(address(mission, "mission-amend"), data | {"store": "1", "confirm": confirm})
    open_before = len(standings.standing_of(campaign).open_conflicts)
    assert settle(client, campaign, "", reason="") == 422
    assert len(standings.standing_of(campaign).open_conflicts) == open_before
    assert settle(client, campaign, "") == 302
    assert len(standings.standing_of(campaign).open_conflicts) == open_before - 1
    assert_reconciled(campaign)
    shown = client.get(reverse("campaign-conflicts", args=[campaign.pk])).content.decode()
    assert "Settled" in shown


def test_all_that_no_longer_fits_is_named_and_accepted_at_once(campaign: Campaign, client: Client):
    mission, entry = flew_again(campaign)
    data = shot_down(client, mission, entry)
    confirm = client.post(address(mission, "mission-amend"), data | {"review": "1"}).context["confirm"]
    client.post(address(mission, "mission-amend"), data | {"store": "1", "confirm": confirm})
    url = reverse("campaign-conflicts", args=[campaign.pk])
    shown = client.get(url)
    conflicts = [row.conflict for row, _ in shown.context["rows"]]
    assert len(conflicts) > 1
    part = shown.content.decode().split("at once</h2>")[1].split("</section>")[0]
    assert all(escape(conflict.what) in part for conflict in conflicts)
    assert f"Accept all {len(conflicts)}" in part
    sent = {"all": "1", "conflict": [conflict.key for conflict in conflicts], "reason": ""}
    assert "Give a reason" in client.post(url, sent).content.decode()
    gone = client.post(url, sent | {"conflict": [*sent["conflict"], "gone"], "reason": "So it was."})
    assert gone.status_code == 422
    assert "Not all of these stand open any more." in gone.content.decode()
    assert len(standings.standing_of(campaign).open_conflicts) == len(conflicts)
    assert client.post(url, sent | {"reason": "So it was."}).status_code == 302
    assert not standings.standing_of(campaign).open_conflicts
    assert "at once</h2>" not in client.get(url).content.decode()


@pytest.mark.portable
def test_nothing_is_offered_in_the_place_of_another_that_would_be_refused_and_the_journal_says_who_took_whose_place(
    campaign: Campaign, client: Client
):
    mission, entry = flew_again(campaign)
    data = shot_down(client, mission, entry)
    confirm = client.post(address(mission, "mission-amend"), data | {"review": "1"}).context["confirm"]
    client.post(address(mission, "mission-amend"), data | {"store": "1", "confirm": confirm})
    url = reverse("campaign-conflicts", args=[campaign.pk])
    lost = entry.data["airframe"]
    row = next(row for row, _ in client.get(url).context["rows"] if row.conflict.key.startswith(f"airframe:{lost}:"))
    flew = campaign.entries.filter(kind=Sortie.kind, mission=row.conflict.mission)
    offered = [value for value, _ in row.instead]
    assert offered
    assert not {f"aircraft:{each.data['airframe']}" for each in flew} & set(offered)
    for value in offered:
        answer = {"conflict": row.conflict.key, "instead": value, "reason": "The paper log says so."}
        with transaction.atomic():
            assert client.post(url, answer).status_code == 302
            said = strip_tags(client.get(reverse("campaign-journal", args=[campaign.pk])).content.decode())
            code = value.partition(":")[2]
            assert f"{code} flew in mission {row.conflict.mission} instead of {lost}: The paper log says so." in said
            transaction.set_rollback(True)


def test_a_page_of_conflicts_folds_the_journal_so_often_and_says_where_it_stopped(
    campaign: Campaign, client: Client, monkeypatch: pytest.MonkeyPatch
):
    mission, entry = flew_again(campaign)
    data = shot_down(client, mission, entry)
    confirm = client.post(address(mission, "mission-amend"), data | {"review": "1"}).context["confirm"]
    client.post(address(mission, "mission-amend"), data | {"store": "1", "confirm": confirm})
    url = reverse("campaign-conflicts", args=[campaign.pk])
    assert "No more is looked for" not in client.get(url).content.decode()
    monkeypatch.setattr(substitutes, "MOST_ASKED", 1)
    page = client.get(url)
    rows = [row for row, _ in page.context["rows"] if row.place is not None]
    assert sum(len(row.instead) for row in rows) == 1, "the likeliest is asked first"
    monkeypatch.setattr(substitutes, "MOST_ASKED", 0)
    assert "No more is looked for" in client.get(url).content.decode()


def test_a_page_that_has_gone_stale_enters_nothing(campaign: Campaign, client: Client):
    mission, entry = flew_again(campaign)
    data = shot_down(client, mission, entry)
    before = campaign.entries.count()
    answer = client.post(address(mission, "mission-amend"), data | {"store": "1", "confirm": "0"})
    assert answer.status_code == 422
    assert "moved on" in answer.content.decode()
    assert campaign.entries.count() == before


def test_a_mission_is_declared_void_with_a_reason_after_a_look_at_what_that_changes(campaign: Campaign, client: Client):
    mission = mission_of(campaign, 2)
    shown = client.get(address(mission, "mission-void"))
    assert shown.status_code == 200
    confirm = shown.context["confirm"]
    nothing = client.post(address(mission, "mission-void"), {"confirm": confirm, "reason": " "})
    assert nothing.status_code == 422
    assert "Give a reason" in nothing.content.decode()
    client.post(address(mission, "mission-void"), {"confirm": confirm, "reason": "Wrong deck."})
    mission.refresh_from_db()
    assert mission.status == Mission.Status.VOID
    assert_reconciled(campaign)


def test_a_claim_is_ruled_on_and_its_reason_is_kept(campaign: Campaign, cast: Cast, client: Client):
    mission = make.planned(campaign)
    lines = sheet_of(mission).lines
    victim = next(line for line in lines if line.side == "axis")
    victor = next(line for line in lines if line.side == "allied")
    make.record(mission, Outcome(aircraft=(AircraftOutcome(victim.key, status="destroyed", by=victor.key),)))
    make.debrief(mission)
    url = reverse("campaign-claims", args=[campaign.pk])
    claim = client.get(url).context["page"].claims[0]
    data = {"kill": claim.key, "verdict": "denied", "reason": "Seen to land."}
    assert client.post(url, data | {"reason": ""}).status_code == 422
    assert client.post(url, data).status_code == 302
    assert standings.standing_of(campaign).airmen[claim.pilot_id].kills == 0
    shown = client.get(url).content.decode()
    assert "denied" in shown
    assert "Seen to land." in shown


def test_a_campaign_moves_to_a_newer_version_of_its_pack_after_a_look_at_what_that_changes(
    campaign: Campaign, client: Client
):
    url = reverse("campaign-version", args=[campaign.pk])
    assert "There is no newer one" in client.get(url).content.decode()
    source = campaign.pack.source.replace(f'version = "{campaign.pack.version}"', 'version = "9.0"', 1)
    packs.load_pack(source, "newer.toml")
    shown = client.get(url)
    assert "Go on with version 9.0" in shown.content.decode()
    moved = client.post(url, {"version": "9.0", "confirm": shown.context["confirm"]})
    assert moved.status_code == 302
    campaign.refresh_from_db()
    assert campaign.pack.version == "9.0"
    assert_reconciled(campaign)
    assert client.get(f"{url}?version=8.0").status_code == 404


def test_only_owner_and_umpire_come_to_the_corrections(cast: Cast, client: Client):
    campaign = make.club(cast)
    mission = make.debriefed(campaign)
    for name, status in (("axis", 403), ("reader", 403), ("stranger", 404), ("umpire", 200)):
        client.force_login(getattr(cast, name))
        for page in ("mission-amend", "mission-void"):
            assert client.get(address(mission, page)).status_code == status
        assert client.get(reverse("campaign-version", args=[campaign.pk])).status_code == status
