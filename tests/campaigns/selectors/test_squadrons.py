"""Squadrons, aircraft and men: what pages show of them, and to whom."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign
from campaigns.operations import changes
from campaigns.selectors import squadrons
from campaigns.selectors.standings import standing_of
from campaigns.standing.words import sentence
from missions.operations import drawing
from tests import make
from tests.cast import Cast

POOLS = "little-front"


@pytest.fixture
def front(cast: Cast) -> Campaign:
    """A campaign with pools after its first mission; everybody but the stranger has a seat."""
    campaign = make.club(cast, POOLS)
    drawing.open_period(actor=cast.owner, campaign=campaign)
    make.debrief(make.flown(campaign))
    return campaign


def page(client: Client, name: str, campaign: Campaign, *args: object, status: int = 200, query: Any = None) -> str:
    answer = client.get(reverse(name, args=[campaign.pk, *args]), query)
    assert answer.status_code == status
    return answer.content.decode()


def test_a_side_sees_its_own_squadrons_and_not_the_other_sides_until_the_campaign_is_over(
    front: Campaign, cast: Cast, client: Client
):
    squadrons = standing_of(front).squadrons.values()
    client.force_login(cast.allied)
    shown = page(client, "campaign-squadrons", front)
    assert all((squadron.title in shown) == (squadron.side == "allied") for squadron in squadrons)
    theirs = next(squadron for squadron in squadrons if squadron.side == "axis")
    page(client, "campaign-squadron", front, theirs.key, status=404)
    page(client, "campaign-airframe", front, f"{theirs.code}-A", status=404)
    Campaign.objects.filter(pk=front.pk).update(status=Campaign.Status.FINISHED)
    assert theirs.title in page(client, "campaign-squadrons", front)
    page(client, "campaign-squadron", front, theirs.key)
    page(client, "campaign-airframe", front, f"{theirs.code}-A")


def test_a_squadron_that_has_not_come_is_named_without_figures_and_every_other_with_them(cast: Cast, client: Client):
    campaign = make.club(cast, "battle-of-britain")
    drawing.open_period(actor=cast.owner, campaign=campaign)
    client.force_login(cast.umpire)
    rows = page(client, "campaign-squadrons", campaign).split("<tr>")
    assert {squadron.status for squadron in standing_of(campaign).squadrons.values()} == {"present", "away"}
    for squadron in standing_of(campaign).squadrons.values():
        (row,) = (each for each in rows if f">{squadron.title}</a>" in each)
        assert ("not here yet" in row) == (squadron.status == "away")
        assert row.count("data-label=") == (0 if squadron.status == "away" else 7)


def test_an_aircraft_tells_its_life(front: Campaign, cast: Cast, client: Client):
    client.force_login(cast.umpire)
    flown = next(airframe for airframe in standing_of(front).airframes.values() if airframe.sorties)
    shown = page(client, "campaign-airframe", front, flown.code)
    assert "1 sortie" in shown
    assert all(sentence(each) in unescape(shown) for each in flown.life)
    squadron = page(client, "campaign-squadron", front, flown.squadron)
    assert flown.code in squadron


def test_a_man_of_the_other_side_is_known_once_he_has_flown(front: Campaign, cast: Cast, client: Client):
    client.force_login(cast.allied)
    men = [man for man in standing_of(front).airmen.values() if man.side == "axis" and man.status != "away"]
    flew = next(man for man in men if man.missions)
    stayed = next(man for man in men if not man.missions)
    shown = page(client, "campaign-pilots", front)
    assert flew.name in shown
    assert stayed.name not in shown
    assert flew.name in page(client, "campaign-pilot", front, flew.pk)
    page(client, "campaign-pilot", front, stayed.pk, status=404)


def test_a_long_roster_comes_in_pages_with_everybody_on_one_of_them(
    front: Campaign, cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
):
    client.force_login(cast.umpire)
    named = re.compile(rf'"{reverse("campaign-pilots", args=[front.pk])}(\d+)/"')

    def shown(number: object) -> list[int]:
        return [int(pk) for pk in named.findall(page(client, "campaign-pilots", front, query={"page": number}))]

    everybody = shown(1)
    sides = Counter(standing_of(front).airmen[pk].side for pk in everybody)
    (more, most), (_, fewest) = sides.most_common()
    assert fewest < most < 2 * fewest
    monkeypatch.setattr(squadrons, "MEN_A_PAGE", fewest)
    assert sorted(shown(1) + shown(2)) == sorted(everybody)
    assert {standing_of(front).airmen[pk].side for pk in shown(2)} == {more}
    assert shown("nonsense") == shown(1)
    assert shown(99) == shown(2)
    last = page(client, "campaign-pilots", front, query={"page": 2})
    for told in ("Page 2 of 2", "All of this side are on the pages before.", f"{most} men", f"{fewest} men"):
        assert told in last


def test_the_memorial_names_who_did_not_come_back(front: Campaign, cast: Cast, client: Client):
    client.force_login(cast.reader)
    fallen = [man for man in standing_of(front).airmen.values() if man.is_lost]
    shown = page(client, "campaign-memorial", front)
    assert all(man.name in shown for man in fallen)
    assert ("Everybody has come back" in shown) == (not fallen)


def test_a_campaign_without_squadrons_has_the_same_pages(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner, make.LAND)
    make.debriefed(campaign)
    client.force_login(cast.owner)
    assert "keeps no squadrons" in page(client, "campaign-squadrons", campaign)
    flew = next(man for man in standing_of(campaign).airmen.values() if man.missions)
    assert flew.name in page(client, "campaign-pilots", campaign)
    assert flew.name in page(client, "campaign-pilot", campaign, flew.pk)
    assert "Everybody has come back" in page(client, "campaign-memorial", campaign)


def test_the_pages_take_few_queries_however_large_the_pool(
    front: Campaign, cast: Cast, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    client.force_login(cast.umpire)
    standing = standing_of(front)
    squadron, code = next(iter(standing.squadrons)), next(iter(standing.airframes))
    man = next(man for man in standing.airmen.values() if man.missions)
    for name, args in (
        ("campaign-squadrons", ()), ("campaign-squadron", (squadron,)), ("campaign-airframe", (code,)),
        ("campaign-pilots", ()), ("campaign-pilot", (man.pk,)), ("campaign-memorial", ()),
    ):  # fmt: skip
        with django_assert_max_num_queries(8):  # with the unread notices of the site bar
            page(client, name, front, *args)


def test_whom_the_other_side_has_sent_on_leave_or_elsewhere_is_its_own_business(
    front: Campaign, cast: Cast, client: Client
):
    flew = [man for man in standing_of(front).airmen.values() if man.side == "axis" and man.missions]
    resting, moved = (front.pilots.get(pk=man.pk) for man in [man for man in flew if man.status == "fit"][:2])
    said: dict[str, Any] = {"actor": cast.axis, "campaign": front, "reason": "A quiet week"}
    changes.set_status(pilot=resting, status="leave", back=9, **said)
    changes.transfer(pilot=moved, squadron="stuka" if flew[0].squadron == "jagd" else "jagd", **said)
    for person, knows in ((cast.allied, False), (cast.reader, False), (cast.axis, True), (cast.umpire, True)):
        client.force_login(person)
        assert ("on leave" in page(client, "campaign-pilots", front)) == knows
        assert ("leave until mission 9" in page(client, "campaign-pilot", front, resting.pk)) == knows
        assert ("Transferred to" in page(client, "campaign-pilot", front, moved.pk)) == knows
