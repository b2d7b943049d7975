"""Portraits and badges that people upload: who may, what the journal keeps, and that nothing else is kept."""

from __future__ import annotations

import pytest
from django.test import override_settings

from campaigns.heraldry import rasters
from campaigns.models import Campaign, Pilot
from campaigns.operations import changes, pictures, players
from campaigns.selectors.known import lines_known_to_all, standing_known_to
from campaigns.selectors.standings import standing_of
from campaigns.standing.change_kinds import Change
from campaigns.standing.kinds import Pictured
from config.common.refusals import Refusal
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

SQUADRON = "frontier-fighters"
OTHER = "jagd"


@pytest.fixture
def front(cast: Cast) -> Campaign:
    return make.club(cast, make.PERIODS)


def man(campaign: Campaign, squadron: str = SQUADRON, number: int = 0) -> Pilot:
    return campaign.pilots.filter(squadron=squadron, delivery="")[number]


def kept(campaign: Campaign) -> list[str]:
    return sorted(campaign.pictures.values_list("digest", flat=True))


def portrait(campaign: Campaign, pilot: Pilot) -> str:
    return standing_of(campaign).airmen[pilot.pk].picture


@pytest.mark.portable
def test_a_portrait_is_kept_as_it_was_made_anew_and_goes_when_another_comes(front: Campaign, cast: Cast) -> None:
    pilot = man(front)
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=pilot, file=make.picture("red"))
    first = portrait(front, pilot)
    row = front.pictures.get()
    assert (row.digest, row.side, row.by) == (first, "allied", cast.allied)
    assert rasters.Raster(bytes(row.content)) == rasters.made_anew(make.picture("red"))
    assert_reconciled(front)

    pictures.set_portrait(actor=cast.umpire, campaign=front, pilot=pilot, file=make.picture("blue"))
    assert kept(front) == [portrait(front, pilot)] != [first]
    assert_reconciled(front)

    pictures.draw_portrait(actor=cast.allied, campaign=front, pilot=pilot)
    assert (portrait(front, pilot), kept(front)) == ("", [])
    assert_reconciled(front)
    assert front.entries.filter(kind=Pictured.kind).count() == 3, "the journal keeps that there were"
    with pytest.raises(Refusal, match="the drawn one already"):
        pictures.draw_portrait(actor=cast.allied, campaign=front, pilot=pilot)


def test_a_picture_that_another_wears_too_stays_as_long_as_one_of_them_does(front: Campaign, cast: Cast) -> None:
    file = make.picture()
    for number in (0, 1):
        pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front, number=number), file=file)
    pictures.set_badge(actor=cast.allied, campaign=front, squadron=SQUADRON, file=file)
    pictures.set_badge(actor=cast.axis, campaign=front, squadron=OTHER, file=file)
    assert list(front.pictures.values_list("side", flat=True)) == ["allied", "axis"], "one a side"
    pictures.draw_portrait(actor=cast.allied, campaign=front, pilot=man(front))
    pictures.draw_badge(actor=cast.allied, campaign=front, squadron=SQUADRON)
    assert front.pictures.filter(side="allied").count() == 1
    pictures.draw_portrait(actor=cast.allied, campaign=front, pilot=man(front, number=1))
    assert list(front.pictures.values_list("side", flat=True)) == ["axis"]
    assert_reconciled(front)


def test_a_man_is_his_players_his_leaders_his_commanders_and_the_umpires(front: Campaign, cast: Cast) -> None:
    pilot, other = man(front), man(front, OTHER)
    players.give_pilot(actor=cast.allied, campaign=front, pilot=pilot, player=cast.pilot)
    leader = make.leader(front, "flora", "allied", SQUADRON)
    stranger = make.leader(front, "jutta", "axis", OTHER)
    for actor, colour in ((cast.pilot, "red"), (leader, "green"), (cast.allied, "blue"), (cast.umpire, "black")):
        pictures.set_portrait(actor=actor, campaign=front, pilot=pilot, file=make.picture(colour))
    for actor in (cast.axis, stranger, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="decides how it looks"):
            pictures.set_portrait(actor=actor, campaign=front, pilot=pilot, file=make.picture())
        with pytest.raises(Refusal, match="decides how it looks"):
            pictures.draw_portrait(actor=actor, campaign=front, pilot=pilot)
    with pytest.raises(Refusal, match="decides how it looks"):
        pictures.set_portrait(actor=cast.pilot, campaign=front, pilot=other, file=make.picture())
    foreign = man(make.campaign(cast.owner, make.PERIODS, seed=9))
    with pytest.raises(Refusal, match="not of this campaign"):
        pictures.set_portrait(actor=cast.umpire, campaign=front, pilot=foreign, file=make.picture())
    assert front.pictures.count() == 1


def test_a_badge_is_its_leaders_its_commanders_and_the_umpires(front: Campaign, cast: Cast) -> None:
    leader = make.leader(front, "flora", "allied", SQUADRON)
    for actor, colour in ((leader, "green"), (cast.allied, "blue"), (cast.owner, "black")):
        pictures.set_badge(actor=actor, campaign=front, squadron=SQUADRON, file=make.picture(colour))
    for actor in (cast.axis, cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="decides how it looks"):
            pictures.set_badge(actor=actor, campaign=front, squadron=SQUADRON, file=make.picture())
    with pytest.raises(Refusal, match="no such squadron"):
        pictures.set_badge(actor=cast.allied, campaign=front, squadron="ghosts", file=make.picture())
    with pytest.raises(Refusal, match="That is the badge already") as refused:
        pictures.set_badge(actor=cast.allied, campaign=front, squadron=SQUADRON, file=make.picture("black"))
    assert refused.value.field == "file"


def test_what_cannot_be_kept_changes_nothing(front: Campaign, cast: Cast) -> None:
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=make.picture("red"))
    before = (front.entries.count(), kept(front))
    for content in (b"", b"<svg></svg>", make.picture()[:60], make.picture("red")):
        with pytest.raises(Refusal):
            pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=content)
    assert (front.entries.count(), kept(front)) == before


def test_a_side_has_no_more_pictures_than_it_may(front: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_OF_A_SIDE", 1)
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=make.picture("red"))
    with pytest.raises(Refusal, match="This side has 1 pictures, as many as it may have"):
        pictures.set_badge(actor=cast.allied, campaign=front, squadron=SQUADRON, file=make.picture("blue"))
    pictures.set_badge(actor=cast.allied, campaign=front, squadron=SQUADRON, file=make.picture("red"))
    pictures.set_badge(actor=cast.axis, campaign=front, squadron=OTHER, file=make.picture("blue"))
    assert front.pictures.count() == 2
    assert_reconciled(front)


@override_settings(A_DAY={"pictures": 1})
def test_somebody_uploads_so_many_a_day(front: Campaign, cast: Cast) -> None:
    with pytest.raises(Refusal, match="no picture"):
        pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=b"Nothing of the kind")
    with pytest.raises(Refusal, match="Today you have uploaded 1 picture"):
        pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=make.picture())


def test_the_latest_counts_whatever_was_flown_or_taken_back_since(front: Campaign, cast: Cast) -> None:
    """A squadron that somebody has added keeps its badge, too, if it is taken back and comes again."""
    added = {
        "title": "No. 9 Squadron", "code": "NN", "nation": "gb", "service": "RAF", "aircraft": "hurricane-i",
        "reason": "It is needed.",
    }  # fmt: skip
    key = changes.add_squadron(actor=cast.allied, campaign=front, side="allied", **added)
    pictures.set_badge(actor=cast.allied, campaign=front, squadron=key, file=make.picture("red"))
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=make.picture("blue"))
    make.debrief(make.flown(front))
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=make.picture("green"))
    number = front.entries.get(kind=Change.kind).number
    changes.take_back(actor=cast.allied, campaign=front, number=number)
    assert_reconciled(front)
    assert key not in standing_of(front).squadrons
    changes.add_squadron(actor=cast.allied, campaign=front, side="allied", **added)
    standing = standing_of(front)
    assert {standing.badges["allied", key], standing.airmen[man(front).pk].picture} == set(kept(front))


def test_of_the_other_sides_pictures_neither_side_nor_the_public_knows_before_they_meet(
    front: Campaign, cast: Cast
) -> None:
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=make.picture())
    pictures.set_badge(actor=cast.allied, campaign=front, squadron=SQUADRON, file=make.picture())
    assert not any(line.kind == Pictured.kind for line in lines_known_to_all(front))
    theirs = standing_known_to(front, "axis")
    assert (theirs.airmen[man(front).pk].picture, theirs.badges) == ("", {})
    assert standing_known_to(front, "allied").badges
