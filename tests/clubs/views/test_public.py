"""Public pages: for whoever has the address, and no more than may be public."""

from __future__ import annotations

from html import unescape

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Role
from campaigns.operations import changes, pilots, seats
from campaigns.selectors import standings
from clubs.operations import public
from config.common.refusals import Refusal
from notices.models import Happening
from tests import make
from tests.cast import Cast

PAGES = ("public-campaign", "public-aces", "public-honour")


def pages(client: Client, key: str | None) -> dict[str, str]:
    answers = {name: client.get(reverse(name, args=(key,))) for name in PAGES}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {name: answer.content.decode() for name, answer in answers.items()}


def a_campaign(cast: Cast) -> Campaign:
    """A campaign with a mission debriefed, one planned and public pages."""
    campaign = make.club(cast, make.PERIODS)
    public.open_pages(actor=cast.umpire, campaign=campaign)
    campaign = Campaign.objects.get(pk=campaign.pk)
    make.debriefed(campaign)
    make.planned(campaign)
    return campaign


def test_the_pages_show_what_has_been_debriefed_and_nothing_of_what_is_planned(cast: Cast, client: Client):
    campaign = a_campaign(cast)
    done, planned = campaign.missions.order_by("number")
    shown = pages(client, campaign.public_key)
    text = shown["public-campaign"]
    assert done.title in text
    assert text.count('class="docket-row"') == 1
    assert f'<span class="num">{planned.number}</span>' not in text
    ace = campaign.entries.get(kind="kill").pilot
    assert ace is not None
    assert ace.name in text
    assert ace.name in shown["public-aces"]
    assert not [name for name, page in shown.items() if "Aces" in page], "one victory makes nobody an ace"


def test_the_pages_name_no_people_and_no_notes(cast: Cast, client: Client):
    for user in (cast.owner, cast.umpire, cast.allied, cast.axis, cast.pilot, cast.reader):
        user.username = f"quokka-{user.username}"
        user.save()
    campaign = a_campaign(cast)
    pilots.add_note(actor=cast.owner, campaign=campaign, text="A note about wombats.")
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.stranger, role=Role.READER)
    for name, text in pages(client, campaign.public_key).items():
        assert "quokka" not in text, name
        assert "wombat" not in text, name
        assert "Written down between two rounds" not in text, name
        assert f"/campaigns/{campaign.pk}/" not in text, "no way in but the front door"


@pytest.mark.portable
def test_a_visitor_gets_no_session_and_everybody_the_same(cast: Cast, client: Client):
    campaign = a_campaign(cast)
    url = reverse("public-campaign", args=(campaign.public_key,))
    answer = client.get(url)
    assert not answer.cookies
    assert not Session.objects.exists()
    signed_in = Client()
    signed_in.force_login(cast.owner)
    assert signed_in.get(url).content == answer.content


def test_robots_and_caches_are_kept_out_and_the_address_goes_nowhere(cast: Cast, client: Client):
    campaign = a_campaign(cast)
    for name in PAGES:
        headers = client.get(reverse(name, args=(campaign.public_key,))).headers
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "private" in headers["Cache-Control"]
    assert client.get(reverse("sign-in")).headers["X-Robots-Tag"] == "noindex, nofollow"
    robots = client.get("/robots.txt")
    assert robots.headers["Content-Type"].startswith("text/plain")
    assert robots.content.decode() == "User-agent: *\nDisallow: /\n"


def test_a_new_address_and_taking_them_down_end_the_old_one(cast: Cast, client: Client):
    campaign = a_campaign(cast)
    first = campaign.public_key
    client.force_login(cast.umpire)
    switch = reverse("campaign-public", args=(campaign.pk,))
    client.post(switch, {"what": "on"})
    campaign.refresh_from_db()
    assert campaign.public_key == first, "they are up already"
    client.post(switch, {"what": "new"})
    campaign.refresh_from_db()
    second = campaign.public_key
    assert second != first
    assert second is not None
    assert second in client.get(switch).content.decode()
    for name in PAGES:
        assert client.get(reverse(name, args=(first,))).status_code == 404
    pages(client, second)
    client.post(switch, {"what": "off"})
    assert client.get(reverse("public-campaign", args=(second,))).status_code == 404


@pytest.mark.portable
def test_members_are_told_that_the_pages_are_up_and_never_where(cast: Cast):
    campaign = a_campaign(cast)
    public.open_pages(actor=cast.owner, campaign=campaign, anew=True)
    public.close_pages(actor=cast.owner, campaign=campaign)
    public.close_pages(actor=cast.owner, campaign=campaign)
    told = Happening.objects.filter(kind__startswith="public-").order_by("at")
    assert [each.kind for each in told] == ["public-on", "public-off"]
    assert all(each.data == {} and str(campaign.public_key) not in each.key for each in told)


@pytest.mark.parametrize("who", ["allied", "pilot", "reader", "stranger"])
def test_only_who_runs_a_campaign_puts_its_pages_up(cast: Cast, who: str):
    campaign = make.club(cast)
    with pytest.raises(Refusal):
        public.open_pages(actor=getattr(cast, who), campaign=campaign)
    campaign.refresh_from_db()
    assert campaign.public_key is None


def test_the_roll_of_honour_names_those_who_did_not_come_back(cast: Cast, client: Client):
    campaign = make.club(cast, make.PERIODS, seed=1)
    public.open_pages(actor=cast.owner, campaign=campaign)
    campaign = Campaign.objects.get(pk=campaign.pk)
    url = reverse("public-honour", args=(campaign.public_key,))
    assert "Everybody has come back" in client.get(url).content.decode()
    make.fought(campaign, 3)
    lost = [man.name for man in standings.standing_of(campaign).airmen.values() if man.is_lost]
    assert lost
    text = unescape(client.get(url).content.decode())
    assert all(name in text for name in lost)
    assert "Everybody has come back" not in text


def test_what_a_side_has_merely_said_of_its_men_is_not_on_the_roll(cast: Cast, client: Client):
    campaign = make.club(cast, make.PERIODS)
    public.open_pages(actor=cast.owner, campaign=campaign)
    campaign = Campaign.objects.get(pk=campaign.pk)
    make.debriefed(campaign)
    man = next(man for man in standings.standing_of(campaign).airmen.values() if man.missions and man.status == "fit")
    pilot = campaign.pilots.get(pk=man.pk)
    changes.set_status(actor=cast.owner, campaign=campaign, pilot=pilot, status="killed", reason="He went home.")
    text = unescape(client.get(reverse("public-honour", args=(campaign.public_key,))).content.decode())
    assert man.name not in text
    assert "He went home" not in text
