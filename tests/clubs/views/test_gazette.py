"""The newspaper in public: for whoever has the address, and as a feed."""

from __future__ import annotations

from xml.etree import ElementTree

from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from campaigns.models import Campaign
from clubs.operations import public
from tests import make
from tests.cast import Cast

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def feed(client: Client, campaign: Campaign) -> ElementTree.Element:
    answer = client.get(reverse("public-gazette-feed", args=(campaign.public_key,)))
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content)


def test_the_feed_has_each_issue_with_its_headline_and_leads_to_it(cast: Cast, client: Client) -> None:
    campaign = make.in_public(make.club(cast)).campaign
    read = feed(client, campaign)
    (entry,) = read.findall("a:entry", ATOM)
    link = entry.find("a:link", ATOM)
    assert link is not None
    page = client.get(link.attrib["href"]).content.decode()
    title = entry.findtext("a:title", "", ATOM)
    assert title
    assert title in page
    assert read.findtext("a:title", "", ATOM).startswith("The Desert Mail")


def test_who_has_the_feed_already_is_told_so_until_something_new_comes_out(cast: Cast, client: Client) -> None:
    campaign = make.in_public(make.club(cast)).campaign
    url = reverse("public-gazette-feed", args=(campaign.public_key,))
    tag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    make.debriefed(campaign)
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_nobody_has_the_feed_drawn_up_without_end(cast: Cast, client: Client, settings: Settings) -> None:
    settings.SHARED_RATE_LIMITS = {"gazette": "2/10m/ip"}
    cache.clear()
    campaign = make.in_public(make.club(cast)).campaign
    url = reverse("public-gazette-feed", args=(campaign.public_key,))
    assert [client.get(url).status_code for _ in range(3)] == [200, 200, 429]
    cache.clear()


def test_an_issue_keeps_its_name_at_another_address_and_the_old_one_is_gone(cast: Cast, client: Client) -> None:
    campaign = make.in_public(make.club(cast)).campaign
    before = feed(client, campaign)
    pages = ("public-gazette", "public-gazette-feed")
    old = [reverse(name, args=(campaign.public_key,)) for name in pages]
    old += [reverse(name, args=(campaign.public_key, 1)) for name in ("public-gazette-issue", "public-gazette-pdf")]
    campaign = public.open_pages(actor=cast.owner, campaign=campaign, anew=True)
    after = feed(client, campaign)
    assert [each.text for each in before.iterfind(".//a:id", ATOM)] == [
        each.text for each in after.iterfind(".//a:id", ATOM)
    ]
    assert {client.get(each).status_code for each in old} == {404}


def test_the_public_paper_knows_nothing_of_a_mission_that_is_planned(cast: Cast, client: Client) -> None:
    campaign = make.in_public(make.club(cast)).campaign
    planned = make.planned(campaign)
    key = campaign.public_key
    for name, args in (("public-gazette", ()), ("public-gazette-issue", (1,))):
        text = client.get(reverse(name, args=(key, *args))).content.decode()
        assert f"gazette/{planned.number}/" not in text, name
        assert f"/campaigns/{campaign.pk}/" not in text, "no way in but the front door"
    assert client.get(reverse("public-gazette-issue", args=(key, planned.number))).status_code == 404
