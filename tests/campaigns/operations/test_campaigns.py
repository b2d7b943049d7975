"""Packs are loaded, campaigns begin, seats are given."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from campaigns.catalogue.library import FIXTURES, library
from campaigns.models import Campaign, Entry, Pack, Pilot, Role
from campaigns.operations import campaigns, packs, players, seats
from campaigns.operations.campaigns import Flyer
from campaigns.packs import PackError
from campaigns.selectors.definitions import definition
from campaigns.selectors.journal_entries import in_force
from campaigns.standing.kinds import Started
from config.common.refusals import Refusal
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

SOURCE = (FIXTURES / "packs" / "desert-dogfights.toml").read_text(encoding="utf-8")


@pytest.mark.portable
def test_loading_the_same_pack_twice_changes_nothing(db: None):
    pack, changed = packs.load_pack(SOURCE, "desert-dogfights.toml")
    again, changed_again = packs.load_pack(SOURCE, "desert-dogfights.toml")
    assert (changed, changed_again) == (True, False)
    assert pack.pk == again.pk


@pytest.mark.portable
def test_a_changed_pack_replaces_its_version_as_long_as_no_campaign_runs_on_it(db: None):
    pack, _ = packs.load_pack(SOURCE, "desert-dogfights.toml")
    changed_source = SOURCE.replace('title = "Desert Dogfights"', 'title = "Sand and Dogfights"')
    again, changed = packs.load_pack(changed_source, "desert-dogfights.toml")
    assert changed
    assert again.pk == pack.pk
    assert again.title == "Sand and Dogfights"


def test_a_pack_does_not_change_under_a_running_campaign(cast: Cast):
    campaign = make.campaign(cast.owner)
    changed_source = SOURCE.replace('title = "Desert Dogfights"', 'title = "Sand and Dogfights"')
    with pytest.raises(Refusal, match="Give the changed file a new version"):
        packs.load_pack(changed_source, "desert-dogfights.toml")
    newer, _ = packs.load_pack(make.with_version(changed_source, "2.0"), "new.toml")
    campaign.refresh_from_db()
    assert definition(campaign.pack).title == "Desert Dogfights"
    assert definition(newer).title == "Sand and Dogfights"


@pytest.mark.portable
def test_a_pack_that_does_not_read_is_not_stored(db: None):
    with pytest.raises(PackError):
        packs.load_pack(SOURCE.replace('kind = "dogfights"', 'kind = "picnic"'), "broken.toml")
    assert not Pack.objects.exists()


@pytest.mark.portable
def test_a_named_pilot_is_not_drawn_as_a_skilled_one_as_well(cast: Cast):
    skilled = next(pilot for pilot in library().pilots["de"] if pilot.skills and pilot.service == "Luftwaffe")
    source = make.source(make.LAND).replace(
        '{ effect = "experienced-crew" }', f'{{ effect = "named-pilot", pilot = "{skilled.name}" }}', 1
    )
    pack, _ = packs.load_pack(source, "rommel-attacks.toml")
    brought = set()
    for seed in range(40):
        campaign = campaigns.start_campaign(
            actor=cast.owner, pack=pack, name="Aces", seats={"allied": "me", "axis": "staff"}, seed=seed
        )
        brought.add(Pilot.objects.get(campaign=campaign, side="axis", resource="zerstoerer").name)
        assert Pilot.objects.get(campaign=campaign, name=skilled.name).resource == "experienced-crew"
    assert len(brought) > 1


@pytest.mark.portable
def test_load_data_loads_what_ships_and_says_so_in_a_line(db: None, capsys: pytest.CaptureFixture[str]):
    call_command("load_data")
    call_command("load_data")
    first, second = capsys.readouterr().out.splitlines()
    files = len(list((FIXTURES / "packs").glob("*.toml")))
    assert first == f"{files} packs, {files} of them new or changed."
    assert second == f"{files} packs, 0 of them new or changed."
    assert {"desert-dogfights", "rommel-attacks"} <= set(Pack.objects.values_list("slug", flat=True))


@pytest.mark.portable
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "   "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"seats": {"allied": "me"}}, "seats.axis"),
        ({"seats": {"allied": "nobody", "axis": "staff"}}, "seats.allied"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 63}, "seed"),
    ],
)
def test_a_campaign_that_cannot_begin_is_refused_and_leaves_nothing(cast: Cast, changes: dict[str, object], field: str):
    wanted = {"name": "Evenings", "seats": {"allied": "me", "axis": "staff"}} | changes
    with pytest.raises(Refusal) as refused:
        campaigns.start_campaign(actor=cast.owner, pack=make.pack(), **wanted)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert not Campaign.objects.exists()
    assert not Entry.objects.exists()


@pytest.mark.portable
def test_a_campaign_begins_with_its_seats_its_pilots_and_a_first_line(cast: Cast):
    campaign = make.campaign(cast.owner, allied="me", axis="staff")
    seats = {(seat.side, seat.role, seat.user) for seat in campaign.seats.all()}
    assert seats == {("allied", Role.COMMANDER, cast.owner), ("axis", Role.COMMANDER, None)}
    assert [entry.kind for entry in in_force(campaign)] == [Started.kind]
    for side, lines in definition(campaign.pack).sides.items():
        for nation, count in lines.pilots.items():
            assert campaign.pilots.filter(side=side, nation=nation, on_roster=True).count() == count
    assert_reconciled(campaign)


def test_whoever_flies_neither_side_watches_as_umpire(cast: Cast):
    campaign = make.campaign(cast.owner, allied="staff", axis="staff")
    assert campaign.seats.get(role=Role.UMPIRE).user == cast.owner


def test_the_same_seed_brings_the_same_pilots_and_another_seed_others(cast: Cast):
    names = [
        [pilot.name for pilot in Pilot.objects.filter(campaign=make.campaign(cast.owner, seed=seed)).order_by("pk")]
        for seed in (1, 1, 2)
    ]
    assert names[0] == names[1] != names[2]


@pytest.mark.portable
def test_a_resource_that_brings_a_pilot_keeps_him_off_the_roster(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND)
    brought = list(campaign.pilots.exclude(resource=""))
    assert brought
    assert all(pilot.skills and not pilot.on_roster for pilot in brought)


def test_a_commanders_seat_passes_from_the_staff_to_a_person(cast: Cast):
    campaign = make.campaign(cast.owner)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    assert campaign.seats.get(side="axis", role=Role.COMMANDER).user == cast.axis


@pytest.mark.parametrize(("role", "side"), [(Role.COMMANDER, ""), (Role.PILOT, ""), (Role.READER, "axis")])
def test_a_seat_on_the_wrong_side_of_the_table_is_refused(cast: Cast, role: Role, side: str):
    campaign = make.campaign(cast.owner)
    with pytest.raises(Refusal):
        seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=role, side=side)


def test_only_the_owner_and_umpires_give_seats(cast: Cast):
    campaign = make.club(cast)
    for actor in (cast.allied, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="Only the owner and the umpires"):
            seats.give_seat(actor=actor, campaign=campaign, user=cast.stranger, role=Role.READER)
    seats.give_seat(actor=cast.umpire, campaign=campaign, user=cast.stranger, role=Role.READER)
    assert campaign.seats.filter(user=cast.stranger, role=Role.READER).exists()


def test_a_campaign_or_a_man_does_not_pass_for_another_by_letters_that_look_alike(cast: Cast):
    seats_of_both: dict[str, Flyer] = {"allied": "me", "axis": "me"}
    with pytest.raises(Refusal, match="several alphabets"):
        campaigns.start_campaign(actor=cast.owner, pack=make.pack(), name="D\u0435sert evenings", seats=seats_of_both)
    campaign = make.campaign(cast.owner)
    man = campaign.pilots.filter(on_roster=True, resource="", skills=[])[0]
    with pytest.raises(Refusal, match="cannot be seen"):
        players.name_pilot(actor=cast.owner, campaign=campaign, pilot=man, name="Leo \u2060Barker", reason="His own.")
