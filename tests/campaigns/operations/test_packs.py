"""The shelf: packs of the house, packs of people, forks and versions."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from campaigns.models import Pack, Role
from campaigns.operations import campaigns, packs, seats
from campaigns.packs import PackError, read_pack
from campaigns.selectors.definitions import definition
from campaigns.selectors.packs import visible
from config.common.refusals import Refusal
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


def own_text(slug: str = "my-own", version: str = "1.0") -> str:
    """A pack of somebody's own, made of one of the house."""
    source = make.source(make.DOGFIGHTS)
    return make.with_version(source.replace(f'slug = "{make.DOGFIGHTS}"', f'slug = "{slug}"', 1), version)


@pytest.mark.portable
def test_the_newest_version_of_a_pack_is_offered(cast: Cast):
    old = make.pack()
    for version in ("1.10", "1.9"):
        packs.load_pack(make.with_version(old.source, version), "newer.toml")
    assert [pack.version for pack in packs.on_shelf(cast.owner)] == ["1.10"]


def test_everybody_sees_the_packs_of_the_house_and_only_its_owner_a_pack_of_his_own(cast: Cast):
    make.pack()
    own = packs.keep_pack(actor=cast.owner, text=own_text(), filename="own.toml")
    assert own in packs.on_shelf(cast.owner)
    assert [pack.slug for pack in packs.on_shelf(cast.stranger)] == [make.DOGFIGHTS]


def test_whoever_has_a_seat_in_a_campaign_may_read_its_pack_but_not_begin_another_on_it(cast: Cast):
    own = packs.keep_pack(actor=cast.owner, text=own_text(), filename="own.toml")
    campaign = campaigns.start_campaign(
        actor=cast.owner, pack=own, name="Ours", seats={"allied": "me", "axis": "staff"}, seed=1
    )
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    assert own in visible(cast.axis)
    assert own not in packs.on_shelf(cast.axis)
    assert own not in visible(cast.stranger)


@pytest.mark.parametrize("slug", [make.DOGFIGHTS, "taken"])
def test_nobody_gives_his_pack_the_name_of_another(cast: Cast, slug: str):
    make.pack()
    packs.keep_pack(actor=cast.axis, text=own_text("taken"), filename="taken.toml")
    before = Pack.objects.count()
    with pytest.raises(Refusal, match="is not yours"):
        packs.keep_pack(actor=cast.owner, text=own_text(slug, "7.0"), filename="own.toml")
    assert Pack.objects.count() == before


def test_a_changed_pack_needs_a_new_version_and_the_same_file_again_changes_nothing(cast: Cast):
    own = packs.keep_pack(actor=cast.owner, text=own_text(), filename="own.toml")
    assert packs.keep_pack(actor=cast.owner, text=own_text(), filename="own.toml") == own
    with pytest.raises(Refusal, match="new version"):
        packs.keep_pack(actor=cast.owner, text=own_text() + "\n# changed\n", filename="own.toml")
    packs.keep_pack(actor=cast.owner, text=own_text(version="1.1"), filename="own.toml")
    assert [pack.version for pack in packs.on_shelf(cast.owner)] == ["1.1"]


def test_no_pack_takes_a_word_of_the_address_for_its_name(cast: Cast):
    with pytest.raises(Refusal, match="word of the address"):
        packs.keep_pack(actor=cast.owner, text=own_text("new"), filename="new.toml")


@pytest.mark.parametrize("slug", [make.DOGFIGHTS, make.LAND, make.EVERY_TYPE])
def test_a_fork_of_a_shipped_pack_reads_and_is_ones_own(cast: Cast, slug: str):
    text = packs.fork_of(make.pack(slug), cast.owner)
    fork = packs.keep_pack(actor=cast.owner, text=text, filename="fork.toml")
    assert (fork.slug, fork.version, fork.owner) == (f"my-{slug}", "1.0", cast.owner)
    again = read_pack(packs.fork_of(fork, cast.owner), "again.toml")
    assert (again.slug, again.version) == (f"my-{slug}", "1.1")


@pytest.mark.portable
def test_a_pack_that_came_with_a_campaign_is_read_there_and_stands_on_nobodys_shelf(cast: Cast):
    own = packs.keep_pack(actor=cast.owner, text=own_text(), filename="own.toml")
    campaign = campaigns.start_campaign(
        actor=cast.owner, pack=own, name="Ours", seats={"allied": "me", "axis": "staff"}, seed=1
    )
    content = export(campaign)
    campaign.entries.all()._raw_delete(campaign.entries.db)
    campaign.delete()
    own.delete()
    brought = make.brought_in(actor=cast.stranger, content=content)
    assert brought.pack in visible(cast.stranger)
    assert brought.pack not in packs.on_shelf(cast.stranger)
    assert not brought.pack.on_shelf


def test_a_pack_with_mistakes_is_refused_whole_and_each_is_told_by_line_and_key(cast: Cast, client: Client):
    client.force_login(cast.owner)
    text = own_text().replace('system = "wildblue"', 'system = "tiddlywinks"').replace("first = ", "frist = ", 1)
    with pytest.raises(PackError):
        packs.keep_pack(actor=cast.owner, text=text, filename="own.toml")
    answer = client.post(reverse("pack-new"), {"text": text, "keep": ""})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert not Pack.objects.exists()
    assert "<code>system</code>" in page
    assert "frist" in page
    assert "Did you mean &#x27;first&#x27;?" in page


def test_a_pack_is_checked_without_being_kept_and_kept_from_a_file(cast: Cast, client: Client):
    client.force_login(cast.owner)
    checked = client.post(reverse("pack-new"), {"text": own_text(), "check": ""})
    assert "Everything in it is right" in checked.content.decode()
    assert not Pack.objects.exists()
    file = SimpleUploadedFile("own.toml", own_text().replace("\n", "\r\n").encode())
    kept = client.post(reverse("pack-new"), {"file": file, "keep": ""}, follow=True)
    assert kept.redirect_chain == [(reverse("pack", args=["my-own"]), 302)]
    assert client.get(reverse("pack-source", args=["my-own"])).content.decode() == own_text()


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (SimpleUploadedFile("big.toml", b"#" * 1_000_001), "larger than 1 MB"),
        (SimpleUploadedFile("latin.toml", "title = 'Münch'".encode("latin-1")), "not UTF-8"),
        (SimpleUploadedFile("empty.toml", b""), "empty"),
        (None, "Choose a file"),
    ],
)
def test_a_file_that_is_no_pack_is_refused_with_a_sentence(
    cast: Cast, client: Client, file: SimpleUploadedFile | None, sentence: str
):
    client.force_login(cast.owner)
    answer = client.post(reverse("pack-new"), {"keep": ""} | ({"file": file} if file else {}))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Pack.objects.exists()


def test_an_older_version_stays_readable_beside_the_newest(cast: Cast, client: Client):
    client.force_login(cast.owner)
    for version in ("1.0", "1.1"):
        packs.keep_pack(actor=cast.owner, text=own_text(version=version), filename="own.toml")
    address = reverse("pack", args=["my-own"])
    assert "version 1.1" in client.get(address).content.decode()
    older = client.get(f"{address}?version=1.0").content.decode()
    assert "version 1.0" in older
    assert "Start this campaign" not in older
    assert client.get(f"{address}?version=3.0").status_code == 404


@pytest.mark.parametrize("on_shelf", [True, False])
def test_a_version_that_somebody_brought_before_the_house_had_it_becomes_the_houses(cast: Cast, on_shelf: bool):
    text = make.source(make.DOGFIGHTS)
    packs.keep_pack(actor=cast.owner, text=text, filename="early.toml", on_shelf=on_shelf)
    pack, changed = packs.load_pack(text, "desert-dogfights.toml")
    assert changed
    assert pack in packs.on_shelf(cast.stranger)
    assert packs.load_pack(text, "desert-dogfights.toml") == (pack, False)


def test_the_house_ships_a_version_that_somebody_made_otherwise_and_their_campaign_keeps_its_own(
    cast: Cast, client: Client
):
    text = make.source(make.DOGFIGHTS)
    theirs = packs.keep_pack(
        actor=cast.owner, text=text.replace("Desert Dogfights", "Sand and Dust"), filename="early.toml"
    )
    campaign = campaigns.start_campaign(
        actor=cast.owner, pack=theirs, name="Ours", seats={"allied": "me", "axis": "staff"}, seed=1
    )
    call_command("load_data")
    call_command("load_data")
    campaign.refresh_from_db()
    assert definition(campaign.pack).title == "Sand and Dust"
    assert [pack.title for pack in packs.on_shelf(cast.owner) if pack.slug == make.DOGFIGHTS] == ["Desert Dogfights"]
    client.force_login(cast.owner)
    page = client.get(reverse("pack", args=[make.DOGFIGHTS])).content.decode()
    assert "Desert Dogfights" in page
    assert "Start this campaign" in page
    assert_reconciled(campaign)
    brought = make.brought_in(actor=cast.stranger, content=export(campaign))
    assert brought.pack == campaign.pack


@pytest.mark.portable
@pytest.mark.parametrize("whose", ["own", "another's"])
def test_the_text_that_came_with_a_campaign_is_put_on_the_shelf_by_its_owner_only(
    cast: Cast, client: Client, whose: str
):
    brought = packs.keep_pack(
        actor=cast.owner if whose == "own" else cast.stranger, text=own_text(), filename="own.toml", on_shelf=False
    )
    client.force_login(cast.owner)
    answer = client.post(reverse("pack-new"), {"text": own_text(), "keep": ""}, follow=True)
    if whose == "own":
        assert "is on your shelf" in answer.content.decode()
        assert packs.on_shelf(cast.owner) == [brought]
    else:
        assert answer.status_code == 422
        assert "is here already and is not yours" in answer.content.decode()
        assert packs.on_shelf(cast.stranger) == []
