"""Portraits and badges as pictures, and the pages that show them; the story under each sortie."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.access import viewer
from campaigns.documents.people.logbook import LogbookSortie
from campaigns.models import Campaign, Pilot
from campaigns.operations import changes, pilots, players
from campaigns.prints.logbook import logbook
from campaigns.selectors.standings import standing_of
from campaigns.standing.likeness import face_of
from tests import make
from tests.cast import Cast

FACE = re.compile(r'class="portrait" src="(/faces/[^"]+)"')
BADGE = re.compile(r'class="badge" src="(/badges/[^"]+)"')


@pytest.fixture
def front(cast: Cast, client: Client) -> Campaign:
    """A campaign with squadrons and careers; the Allied commander looks at it."""
    client.force_login(cast.allied)
    return make.club(cast, make.PERIODS)


def man(campaign: Campaign) -> Pilot:
    return campaign.pilots.filter(squadron="frontier-fighters", delivery="", is_green=False)[0]


def page(client: Client, name: str, *args: object) -> str:
    return unescape(client.get(reverse(name, args=args)).content.decode())


def test_a_picture_is_for_everybody_and_asks_the_database_nothing(
    front: Campaign, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    address = FACE.findall(page(client, "campaign-pilots", front.pk))[0]
    with django_assert_num_queries(0):
        for who in (client, Client()):
            answer = who.get(address)
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "image/svg+xml"
            assert answer.content.startswith(b"<svg")
            assert "public" in answer.headers["Cache-Control"]
            assert answer.cookies == {}


def test_a_browser_that_has_a_picture_is_not_sent_it_again(client: Client):
    address = reverse("squadron-badge", args=("00000000000000ff-UZ",))
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address, headers={"If-None-Match": '"older"'}).status_code == 200


@pytest.mark.parametrize("name", ["gb-2-ace-9-00000000000000ff", "anything", "gb-2-ace-1-ffffffffffffffff"])
def test_an_address_that_says_nobody_is_not_found(name: str, client: Client):
    assert client.get(reverse("face", args=(name,))).status_code == 404
    assert client.get(reverse("squadron-badge", args=(name,))).status_code == 404


def test_lists_show_each_man_and_each_squadron_with_its_picture_in_a_few_bytes(front: Campaign, client: Client):
    roster = page(client, "campaign-pilots", front.pk)
    assert len(set(FACE.findall(roster))) == roster.count('class="portrait"') > 3
    order = page(client, "campaign-squadrons", front.pk)
    assert len(set(BADGE.findall(order))) == order.count('class="badge"') > 1
    for tag in re.findall(r"<img[^>]+>", roster + order):
        assert len(tag) < 180
    squadron = page(client, "campaign-squadron", front.pk, "frontier-fighters")
    assert set(BADGE.findall(squadron)) < set(BADGE.findall(order))
    assert set(FACE.findall(squadron)) < set(FACE.findall(roster))


def test_a_man_keeps_his_face_under_another_name(front: Campaign, cast: Cast, client: Client):
    pilot = man(front)
    before = FACE.findall(page(client, "campaign-pilot", front.pk, pilot.pk))
    players.name_pilot(actor=cast.umpire, campaign=front, pilot=pilot, name="Otherwise Named", reason="Asked for it.")
    after = page(client, "campaign-pilot", front.pk, pilot.pk)
    assert "Otherwise Named" in after
    assert FACE.findall(after) == before


def test_a_man_has_one_face_in_all_campaigns_of_a_pack(front: Campaign, cast: Cast):
    other = make.campaign(cast.owner, make.PERIODS, seed=8)
    ours, theirs = standing_of(front), standing_of(other)
    known = {each.name: face_of(each, ours.pack).seed for each in ours.airmen.values()}
    shared = [each for each in theirs.airmen.values() if each.name in known]
    assert shared
    assert all(face_of(each, theirs.pack).seed == known[each.name] for each in shared)


def test_his_page_shows_his_ribbons_and_what_is_painted_beside_his_cockpit(front: Campaign, cast: Cast, client: Client):
    pilot = man(front)
    bare = page(client, "campaign-pilot", front.pk, pilot.pk)
    assert "kill-board" not in bare
    assert "ribbons" not in bare
    changes.set_career(
        actor=cast.owner, campaign=front, pilot=pilot, experience=13, kills=3, missions=5, reason="From paper."
    )
    for name in ("Distinguished Flying Cross", "The Mess Tankard"):
        pilots.decorate(actor=cast.allied, campaign=front, pilot=pilot, name=name, reason="3 victories")
    shown = page(client, "campaign-pilot", front.pk, pilot.pk)
    assert "Painted beside the cockpit: 3 marks" in shown
    assert shown.count('class="ribbon"') == 2
    assert shown.count("own colours") == 1
    assert "The Mess Tankard <span" in shown
    assert FACE.findall(shown) != FACE.findall(bare), "he wears his ribbons"


def test_victories_are_painted_by_the_nation_of_the_victim(cast: Cast, client: Client):
    client.force_login(cast.owner)
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.fought(campaign, most=2)
    standing = standing_of(campaign)
    best = max(standing.airmen.values(), key=lambda each: each.kills)
    assert best.kills >= 1
    shown = page(client, "campaign-pilot", campaign.pk, best.pk)
    assert re.search(r"Painted beside the cockpit: \d+ marks? for (Britain|Germany|Italy)", shown)


def test_each_sortie_has_its_story_on_the_page_of_the_man_and_in_his_logbook(cast: Cast, client: Client):
    client.force_login(cast.owner)
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.fought(campaign, most=2)
    best = max(standing_of(campaign).airmen.values(), key=lambda each: each.missions)
    shown = page(client, "campaign-pilot", campaign.pk, best.pk)
    told = re.findall(r'class="sub story">([^<]+)<', shown)
    assert len(told) == best.missions > 1
    seen_by = viewer(campaign, cast.owner)
    assert seen_by is not None
    book = logbook(campaign, seen_by, best.pk)
    assert [each.story for each in book.entries if isinstance(each, LogbookSortie)] == told


def test_the_other_side_reads_the_same_story_of_a_man_whom_it_has_met(cast: Cast, client: Client):
    campaign = make.club(cast, make.PERIODS)
    make.fought(campaign, most=1)
    flown = [each for each in standing_of(campaign).airmen.values() if each.missions]
    for man in flown:
        texts = []
        for user in (cast.allied, cast.axis):
            client.force_login(user)
            shown = page(client, "campaign-pilot", campaign.pk, man.pk)
            texts.append(re.findall(r'class="sub story">([^<]+)<', shown))
        assert texts[0] == texts[1] != []


def test_no_story_tells_the_other_side_that_a_man_was_on_leave(cast: Cast, client: Client):
    campaign = make.club(cast, make.PERIODS)
    make.fought(campaign, most=1)
    flown = [
        each.pk for each in standing_of(campaign).airmen.values() if each.side == "allied" and each.status == "fit"
    ]
    for pilot in campaign.pilots.filter(pk__in=flown):
        changes.set_status(actor=cast.allied, campaign=campaign, pilot=pilot, status="leave", back=3, reason="Tired.")
        changes.set_status(actor=cast.allied, campaign=campaign, pilot=pilot, status="fit", reason="Sent for.")
    make.fought(campaign, most=1)
    assert not campaign.is_finished
    told = dict[str, str]()
    for name, user in (("allied", cast.allied), ("axis", cast.axis)):
        client.force_login(user)
        men = [each for each in standing_of(campaign).airmen.values() if each.pk in flown and each.missions > 1]
        pages = [page(client, "campaign-pilot", campaign.pk, each.pk) for each in men]
        told[name] = " ".join(line for each in pages for line in re.findall(r'class="sub story">([^<]+)<', each))
    assert "from leave" in told["allied"]
    assert "leave" not in told["axis"]
    assert told["axis"]
