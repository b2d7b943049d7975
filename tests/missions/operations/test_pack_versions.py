"""A running campaign keeps its pack, and may move to a newer version once its owner has seen what would change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaigns.models import Campaign, Pack
from campaigns.operations import campaigns, packs
from campaigns.selectors import journal_entries, standings
from campaigns.standing.kinds import PackMoved
from config.common.refusals import Refusal
from missions.operations import pack_versions
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


def newer(*changes: tuple[str, str], version: str = "1.1", slug: str = make.PERIODS) -> Pack:
    """Another version of a pack, with passages of its text changed."""
    text = make.with_version(make.source(slug), version)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return packs.load_pack(text, f"{slug}.toml")[0]


@pytest.fixture
def front(cast: Cast) -> Campaign:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    make.debriefed(campaign)
    return campaign


def move(campaign: Campaign, pack: Pack) -> None:
    pack_versions.move_to_pack(
        actor=campaign.owner, campaign=campaign, pack=pack, expected_version=make.version(campaign)
    )
    campaign.refresh_from_db()


MORE = ("strength = 6\npilots = 6\ngreen = 1", "strength = 8\npilots = 9\ngreen = 1")
"""A larger squadron of fighters for the Axis."""


def test_a_campaign_keeps_its_version_until_somebody_moves_it(front: Campaign):
    before = standings.standing_of(front)
    pack = newer(MORE)
    front.refresh_from_db()
    assert front.pack.version == "1.0"
    assert len(standings.standing_of(front).airframes) == len(before.airframes)
    assert pack_versions.newer_versions(front) == [pack]


@pytest.mark.portable
def test_of_two_texts_of_a_newer_version_the_one_on_the_shelf_is_offered(cast: Cast):
    text = make.source(make.DOGFIGHTS).replace(f'slug = "{make.DOGFIGHTS}"', 'slug = "my-own"')
    newer_text = make.with_version(text, "2.0")
    own = packs.keep_pack(actor=cast.owner, text=text, filename="own.toml")
    kept = packs.keep_pack(actor=cast.owner, text=newer_text, filename="own.toml")
    packs.keep_pack(actor=cast.owner, text=newer_text + "\n# another\n", filename="brought.toml", on_shelf=False)
    campaign = campaigns.start_campaign(
        actor=cast.owner, pack=own, name="Ours", seats={"allied": "me", "axis": "staff"}, seed=1
    )
    assert pack_versions.newer_versions(campaign) == [kept]


def test_a_preview_tells_what_the_move_would_change_and_writes_nothing(front: Campaign):
    pack = newer(MORE)
    before = (front.entries.count(), front.pilots.count())
    changes = pack_versions.preview_move(front, pack)
    assert (front.entries.count(), front.pilots.count()) == before
    kinds = [change.kind for change in changes]
    assert "aircraft" in kinds
    assert kinds.count("man") >= 3
    assert front.pack.version == "1.0"


def test_after_the_move_everything_is_folded_with_the_new_version(front: Campaign):
    before = standings.standing_of(front)
    men = front.pilots.count()
    move(front, newer(MORE))
    after = standings.standing_of(front)
    assert front.pack.version == "1.1"
    assert front.pilots.count() == men + 3
    assert len(after.airframes) == len(before.airframes) + 2
    assert after.points == before.points
    (entry,) = journal_entries.of_kind(journal_entries.in_force(front), PackMoved)
    assert entry.data == {"version": "1.1", "from": "1.0"}
    assert_reconciled(front)
    make.finished(front)
    assert_reconciled(front)


@pytest.mark.portable
def test_what_no_longer_fits_is_a_conflict(front: Campaign):
    move(front, newer(("strength = 6\npilots = 7", "strength = 0\npilots = 7")))
    standing = standings.standing_of(front)
    assert any(conflict.key.startswith("airframe:FF-") for conflict in standing.open_conflicts)
    assert_reconciled(front)


def test_a_stale_preview_is_refused(front: Campaign):
    pack, confirm = newer(MORE), make.version(front)
    make.debriefed(front)
    with pytest.raises(Refusal, match="moved on"):
        pack_versions.move_to_pack(actor=front.owner, campaign=front, pack=pack, expected_version=confirm)
    front.refresh_from_db()
    assert front.pack.version == "1.0"


def test_only_owner_and_umpire_move_a_campaign(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    pack = newer(MORE)
    with pytest.raises(Refusal, match="Only the owner and the umpires"):
        pack_versions.move_to_pack(
            actor=cast.axis, campaign=campaign, pack=pack, expected_version=make.version(campaign)
        )


INTERCEPTOR = """\
  { side = "allied", role = "interceptor", aircraft = ["hurricane-i", "hurricane-iia"], wingman = "optional" },
"""
"""The line of the coaster's defender, which has flown."""
REFUSED: list[tuple[str, Callable[[Campaign], Pack]]] = [
    ("newer version of its own pack", lambda front: front.pack),
    ("newer version of its own pack", lambda front: newer(MORE, version="0.9")),
    ("newer version of its own pack", lambda front: make.pack(make.LAND)),
    ("other options", lambda front: newer(("careers = true", "careers = false"))),
    ("of another stage", lambda front: newer(('key = "weeks"', 'key = "days"'))),
    ("has no Mission 1", lambda front: newer(('title = "Three weeks"', 'title = "Another title"'))),
    ("could not have been flown as it was", lambda front: newer((INTERCEPTOR, ""))),
]


@pytest.mark.parametrize(("why", "pack"), REFUSED, ids=[str(n) for n in range(len(REFUSED))])
def test_a_version_in_which_the_past_could_not_have_been_is_refused(
    front: Campaign, why: str, pack: Callable[[Campaign], Pack]
):
    other = pack(front)
    before = front.entries.count()
    with pytest.raises(Refusal, match=why):
        pack_versions.preview_move(front, other)
    with pytest.raises(Refusal, match=why):
        move(front, other)
    front.refresh_from_db()
    assert (front.entries.count(), front.pack.version) == (before, "1.0")
    assert_reconciled(front)


def test_nobody_moves_while_a_mission_is_under_way_or_when_all_is_over(front: Campaign):
    pack = newer(MORE)
    make.planned(front)
    with pytest.raises(Refusal, match="Mission 2 is under way"):
        move(front, pack)
    make.record(front.missions.get(number=2))
    make.debrief(front.missions.get(number=2))
    make.finished(front)
    with pytest.raises(Refusal, match="The campaign is over"):
        move(front, pack)
