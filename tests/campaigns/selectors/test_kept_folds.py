"""A fold that is kept says the same as one from nothing, or is not used."""

from __future__ import annotations

import errno
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.cache.backends.filebased import FileBasedCache
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from campaigns.models import Campaign
from campaigns.selectors import kept_folds, standings
from campaigns.standing import Folding
from missions.operations import corrections, debriefs, removal
from missions.results.outcomes import Outcome
from tests import make
from tests.cast import Cast


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is worth keeping, and this process has read nothing yet."""
    monkeypatch.setattr(kept_folds, "WORTH_KEEPING", 1)
    kept_folds._at_hand.clear()


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    found = make.campaign(cast.owner, make.PERIODS, allied="me", axis="staff", seed=5)
    make.fought(found, 2)
    caches["folds"].clear()
    standings.standing_of(found)
    return found


class Counted:
    """How many lines have been folded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines = 0
        take = Folding.take

        def counting(folding: Folding, line: object) -> None:
            self.lines += 1
            take(folding, line)  # type: ignore[arg-type]

        monkeypatch.setattr(Folding, "take", counting)


def folded_lines(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many lines it takes to say what the campaign has come to, which is what the whole journal says."""
    with monkeypatch.context() as patched:
        counted = Counted(patched)
        standing = standings.folding_of(campaign).standing
        taken = counted.lines
    assert standing == standings.from_nothing(campaign)
    return taken


def test_what_has_been_kept_is_not_folded_again(campaign: Campaign, monkeypatch: pytest.MonkeyPatch):
    assert folded_lines(campaign, monkeypatch) == 0
    make.drawn(campaign)
    assert 0 < folded_lines(campaign, monkeypatch) < 5


def test_what_an_operation_carries_on_does_not_reach_whoever_reads(campaign: Campaign):
    read = standings.standing_of(campaign)
    carried_on = standings.folding_of(campaign)
    assert carried_on.standing is not read
    carried_on.standing.points["allied"] += 1000
    carried_on.standing.airmen.clear()
    assert standings.standing_of(campaign) == standings.from_nothing(campaign)


def test_who_reads_again_reads_the_same_until_something_is_written(campaign: Campaign):
    first = standings.standing_of(campaign)
    assert standings.standing_of(campaign) is first
    make.drawn(campaign)
    second = standings.standing_of(campaign)
    assert second is not first
    assert standings.standing_of(campaign) is second
    assert second == standings.from_nothing(campaign)


def test_what_was_read_in_a_transaction_that_was_undone_is_not_read_again(campaign: Campaign):
    class Undone(Exception):
        pass

    with suppress(Undone), transaction.atomic():
        make.drawn(campaign)
        undone = standings.standing_of(campaign)
        assert undone is standings.standing_of(campaign)
        raise Undone
    assert standings.standing_of(campaign) != undone
    make.drawn(campaign)  # its entries have the numbers of those that were undone
    assert standings.standing_of(campaign) == standings.from_nothing(campaign)


def test_a_process_holds_on_to_a_few_campaigns_only(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_folds, "MOST_AT_HAND", 2)
    campaigns = [make.campaign(cast.owner, seed=seed) for seed in range(3)]
    for campaign in campaigns * 2:
        standings.standing_of(campaign)
    read = [standings.standing_of(campaign) for campaign in campaigns[1:]]
    assert [standings.standing_of(campaign) for campaign in campaigns[1:]] == read
    assert len(kept_folds._at_hand) == 2


def test_a_debrief_that_is_taken_back_is_folded_from_nothing(
    campaign: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    debriefs.withdraw_debrief(actor=cast.owner, mission=campaign.missions.get(number=2))
    assert folded_lines(campaign, monkeypatch) > 5


def test_the_latest_missions_are_not_kept_so_that_a_correction_of_one_is_not_folded_from_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kept_folds, "LATELY", 4)
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="staff", seed=5)
    make.fought(campaign, 5)
    while make.flight(latest := make.fought(campaign, 1)[0]).way != "engine":
        pass
    caches["folds"].clear()
    latest.refresh_from_db()
    whole = folded_lines(campaign, monkeypatch)
    with monkeypatch.context() as patched:
        counted = Counted(patched)
        before = standings.standing_of(campaign, before=latest.number)
        assert 0 < counted.lines < whole
    changes = corrections.preview_amend(latest, outcome=Outcome(aircraft=()))
    caches["folds"].clear()
    assert corrections.preview_amend(latest, outcome=Outcome(aircraft=())) == changes
    assert standings.standing_of(campaign, before=latest.number) == before
    debriefs.withdraw_debrief(actor=cast.owner, mission=latest)
    assert 0 < folded_lines(campaign, monkeypatch) < whole


def test_new_terms_and_new_men_are_folded_from_nothing(campaign: Campaign, monkeypatch: pytest.MonkeyPatch):
    Campaign.objects.filter(pk=campaign.pk).update(careers=Campaign.Careers.NONE)
    campaign.refresh_from_db()
    assert folded_lines(campaign, monkeypatch) > 5
    campaign.pilots.filter(pk=campaign.pilots.order_by("pk")[0].pk).update(name="Somebody Else")
    assert folded_lines(campaign, monkeypatch) > 5


def test_another_release_folds_from_nothing(campaign: Campaign, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_folds, "_code", lambda: b"of tomorrow")
    assert folded_lines(campaign, monkeypatch) > 5


def test_what_a_transaction_kept_that_was_undone_is_not_used(campaign: Campaign, monkeypatch: pytest.MonkeyPatch):
    last = campaign.entries.count()
    with transaction.atomic():
        make.drawn(campaign)
        caches["folds"].clear()
        standings.standing_of(campaign)
        assert caches["folds"].get(str(campaign.pk)).number > last
        transaction.set_rollback(True)
    assert campaign.entries.count() == last
    assert folded_lines(campaign, monkeypatch) > 5


@pytest.mark.parametrize("found", [b"", b"\x80\x05half", "a word", None])
def test_a_file_that_is_broken_or_gone_is_no_loss(campaign: Campaign, monkeypatch: pytest.MonkeyPatch, found: object):
    entry = caches["folds"].get(str(campaign.pk))
    broken = replace(entry, folding=found) if isinstance(found, bytes) else found
    caches["folds"].set(str(campaign.pk), broken)
    assert folded_lines(campaign, monkeypatch) > 5


def full(*args: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_disk_that_is_full_or_a_file_of_rubbish_refuses_no_page(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    folder = tmp_path / "folds"
    monkeypatch.setattr(kept_folds, "caches", {"folds": FileBasedCache(str(folder), {})})
    assert folded_lines(campaign, monkeypatch) > 5
    assert folded_lines(campaign, monkeypatch) == 0
    (file,) = folder.iterdir()
    file.write_bytes(b"rubbish")
    assert folded_lines(campaign, monkeypatch) > 5
    file.unlink()
    monkeypatch.setattr(FileBasedCache, "set", full)
    assert folded_lines(campaign, monkeypatch) > 5
    assert [record.message.split(": ")[0] for record in caplog.records] == [
        f"The kept fold of campaign {campaign.pk} cannot be read",
        f"The fold of campaign {campaign.pk} cannot be kept",
    ]


@pytest.mark.portable
def test_it_costs_no_more_queries(campaign: Campaign, django_assert_num_queries: DjangoAssertNumQueries):
    with django_assert_num_queries(2):
        standings.folding_of(campaign)
    standings.standing_of(campaign)
    with django_assert_num_queries(2):
        standings.standing_of(campaign)


def test_what_pages_read_beside_a_standing_is_read_again_once_something_has_been_written(campaign: Campaign):
    read: list[str] = []

    def asked(key: str) -> str:
        def reading() -> str:
            read.append(key)
            return f"{key} {len(read)}"

        return kept_folds.beside(campaign, standings.standing_of(campaign), key, reading)

    assert [asked("missions"), asked("missions"), asked("men"), asked("missions")] == [
        "missions 1",
        "missions 1",
        "men 2",
        "missions 1",
    ]
    make.fought(campaign, 1)
    assert [asked("missions"), asked("missions")] == ["missions 3", "missions 3"]
    others = standings.folding_of(campaign).standing
    assert kept_folds.beside(campaign, others, "missions", lambda: "its own") == "its own"


def test_that_there_is_nothing_to_read_beside_a_standing_is_known_too(campaign: Campaign):
    read: list[None] = []
    for _ in range(2):
        assert kept_folds.beside(campaign, standings.standing_of(campaign), "map", lambda: read.append(None)) is None
    assert len(read) == 1


def test_of_a_deleted_campaign_nothing_is_kept(campaign: Campaign):
    assert caches["folds"].get(str(campaign.pk)) is not None
    Campaign.objects.filter(pk=campaign.pk).update(goes_at=timezone.now())
    removal.remove(campaign.pk, timezone.now())
    assert caches["folds"].get(str(campaign.pk)) is None
    assert campaign.pk not in kept_folds._at_hand
