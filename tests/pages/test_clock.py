"""Times are told by one clock: a club's on all pages of its campaigns, the site's on everybody else's."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import dateformat, timezone

from campaigns.access import viewer
from campaigns.models import Campaign, Role
from campaigns.operations import seats, terms
from clubs.operations import clubs as club_operations
from missions.models import Comment
from missions.prints import registry
from missions.prints.registry import PrintRequest
from notices.operations import fan_out
from tests import make
from tests.campaigns.documents.reading import reader
from tests.cast import Cast

TOKYO = "Asia/Tokyo"
"""Nine hours before the site's clock, all year."""


@pytest.fixture
def abroad(cast: Cast) -> Campaign:
    """A campaign of a club in Tokyo, one mission old, of which people talk and claim, with a stand-in."""
    campaign = make.club(cast)
    club = make.people_of(cast, time_zone=TOKYO)
    club_operations.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    campaign.refresh_from_db()
    make.talked(campaign)
    return campaign


def shown(at: datetime, zone: str, form: str = "j F Y, H:i") -> str:
    return dateformat.format(timezone.localtime(at, ZoneInfo(zone)), form)


def told(client: Client, campaign: Campaign, name: str, at: datetime, form: str = "j F Y, H:i", *args: int) -> None:
    """The page tells this moment by the club's clock, which it names once, and leaves no clock behind."""
    page = client.get(reverse(name, args=(campaign.pk, *args))).content.decode()
    assert shown(at, TOKYO, form) in page
    assert shown(at, "UTC", form) not in page
    assert page.count(TOKYO) == 1
    assert timezone.get_current_timezone_name() == "UTC", "the next request of the thread is somebody else's"


def test_the_pages_of_a_clubs_campaign_tell_times_by_the_clubs_clock_and_name_it_once(
    abroad: Campaign, cast: Cast, client: Client
):
    until = timezone.now() + timedelta(days=2)
    seats.name_stand_in(
        actor=cast.axis,
        campaign=abroad,
        seat=abroad.seats.get(user=cast.axis, role=Role.COMMANDER).pk,
        user=cast.reader,
        until=until,
    )
    client.force_login(cast.umpire)
    told(client, abroad, "campaign-people", until)
    told(client, abroad, "campaign-journal", abroad.entries.get(number=1).at)
    told(client, abroad, "campaign-journal", until)
    told(client, abroad, "mission-talk", Comment.objects.get().at, "j M Y, H:i", 1)


def test_a_person_alone_reads_the_sites_clock_whoever_was_served_before(abroad: Campaign, cast: Cast, client: Client):
    alone = make.campaign(cast.owner)
    client.force_login(cast.owner)
    for campaign, zone in ((abroad, TOKYO), (alone, "UTC")):
        page = client.get(reverse("campaign-journal", args=(campaign.pk,))).content.decode()
        assert shown(campaign.entries.get(number=1).at, zone) in page
        assert f"Times by the clock of {zone}." in page


def test_where_each_time_names_its_own_clock_the_foot_names_no_other(cast: Cast, client: Client):
    campaign = make.club(cast)
    club = make.people_of(cast, time_zone=TOKYO)
    club_operations.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    campaign.refresh_from_db()
    terms.change_terms(actor=cast.umpire, campaign=campaign, orders_hours=24)
    make.drawn(campaign)
    make.night(club, cast.umpire)
    fan_out.tell_all()
    client.force_login(cast.allied)
    for name in ("home", "notices", "clubs"):
        page = client.get(reverse(name)).content.decode()
        assert " JST" in page, name
        assert "Times by the clock" not in page, name


def test_a_clock_is_named_as_people_write_it(cast: Cast, client: Client):
    campaign = make.club(cast)
    club = make.people_of(cast, time_zone="America/New_York")
    club_operations.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    client.force_login(cast.umpire)
    for name, args in (("campaign-journal", (campaign.pk,)), ("club-nights", (club.pk,)), ("night-new", (club.pk,))):
        page = client.get(reverse(name, args=args)).content.decode()
        assert "America/New York" in page, name
        assert "America/New_York" not in page.replace('<option value="America/New_York"', ""), name


def test_the_printed_journal_tells_the_same_times_as_the_page(abroad: Campaign, cast: Cast):
    who = viewer(abroad, cast.umpire)
    assert who is not None
    made = registry.make("book", PrintRequest(campaign=abroad, viewer=who, paper="A4", site="https://club.example"))
    text = " ".join(page.extract_text() for page in reader(made.whole()).pages)
    assert shown(abroad.entries.get(number=1).at, TOKYO) in text
    assert timezone.get_current_timezone_name() == "UTC"
