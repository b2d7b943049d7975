"""A person's record: their own until they show it, and never more than the reader may know."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import ShownRecord
from accounts.operations import accounts, records
from accounts.selectors.records import record_of
from campaigns.models import Campaign
from campaigns.operations import players
from clubs.operations import clubs, public
from config.common.refusals import Refusal
from missions.models import Mission
from tests import make
from tests.cast import Cast


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Debriefed, in a campaign of the club; the Allied commander's own man shot somebody down in it."""
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=make.people_of(cast))
    mission = make.debriefed(campaign)
    victor = campaign.entries.in_force().get(kind="kill").pilot
    assert victor is not None
    players.give_pilot(
        actor=cast.owner, campaign=Campaign.objects.get(pk=campaign.pk), pilot=victor, player=cast.allied
    )
    return mission


def status(reader: User | None, person: User) -> int:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    return client.get(reverse("person", args=(person.pk,))).status_code


def test_nobody_sees_a_record_until_its_owner_shows_it(cast: Cast, mission: Mission) -> None:
    readers = (cast.allied, cast.axis, cast.stranger, None)
    seen = {}
    for seen_by in ("nobody", "club", "everyone", "nobody"):
        records.show(user=cast.allied, seen_by=seen_by)
        seen[seen_by] = [status(reader, cast.allied) for reader in readers]
    assert seen == {"nobody": [200, 404, 404, 404], "club": [200, 200, 404, 404], "everyone": [200] * 4}
    with pytest.raises(Refusal):
        records.show(user=cast.allied, seen_by="the whole world")
    assert not ShownRecord.objects.exists()


def test_it_counts_missions_men_and_victories(cast: Cast, mission: Mission) -> None:
    record = record_of(cast.allied, cast.allied)
    (side,) = record.sides
    assert (side.side, side.flown, side.ahead) == ("allied", 1, 1)
    assert [(man.sorties, str(man.kills)) for man in record.men] == [(1, "1")]
    assert (record.flown, str(record.kills), record.aces) == (1, "1", 0)


def test_it_takes_as_many_queries_for_two_campaigns_as_for_one(cast: Cast, mission: Mission) -> None:
    counted = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            record_of(cast.allied, cast.allied)
        counted.append(len(captured))
        make.club(cast, make.LAND)
    assert counted[0] == counted[1] <= 8


def test_a_stranger_is_told_of_no_campaign_that_he_may_not_read(cast: Cast, mission: Mission) -> None:
    records.show(user=cast.allied, seen_by="everyone")
    client = Client()
    url = reverse("person", args=(cast.allied.pk,))
    man = record_of(cast.allied, cast.allied).men[0]
    seen = record_of(cast.allied, cast.axis)
    home = reverse("campaign", args=(mission.campaign_id,))
    assert seen.sides[0].url == home
    assert seen.men[0].url.startswith(home)
    text = client.get(url).content.decode()
    assert mission.campaign.name not in text
    assert man.name not in text
    assert "1 campaign more" in text
    campaign = public.open_pages(actor=cast.owner, campaign=mission.campaign)
    text = client.get(url).content.decode()
    assert campaign.name in text
    assert man.name in text
    assert reverse("public-campaign", args=(campaign.public_key,)) not in text
    assert reverse("campaign", args=(campaign.pk,)) not in text


def test_the_members_of_a_club_find_the_records_that_are_shown_in_their_list(cast: Cast, mission: Mission) -> None:
    records.show(user=cast.allied, seen_by="club")
    client = Client()
    client.force_login(cast.axis)
    club = mission.campaign.club
    assert club is not None
    text = client.get(reverse("club-members", args=(club.pk,))).content.decode()
    shown = {user for user in (cast.allied, cast.pilot) if reverse("person", args=(user.pk,)) in text}
    assert shown == {cast.allied}
    assert reverse("record") in text, "one's own"


def test_a_record_gives_no_stranger_the_address_of_public_pages(cast: Cast, mission: Mission) -> None:
    records.show(user=cast.allied, seen_by="everyone")
    campaign = public.open_pages(actor=cast.owner, campaign=mission.campaign)
    url, secret = reverse("person", args=(cast.allied.pk,)), str(campaign.public_key)
    client = Client()
    assert secret not in client.get(url).content.decode()
    client.force_login(cast.stranger)
    assert secret not in client.get(url).content.decode()
    client.force_login(cast.axis)
    assert reverse("campaign", args=(campaign.pk,)) in client.get(url).content.decode()


def test_a_man_who_has_not_flown_is_nobodys_to_know(cast: Cast, mission: Mission) -> None:
    flown = {man.name for man in record_of(cast.allied, cast.allied).men}
    other = mission.campaign.pilots.filter(side="allied", player=None).exclude(name__in=flown).last()
    assert other is not None
    if not other.entries.filter(kind="sortie").exists():
        players.give_pilot(actor=cast.owner, campaign=mission.campaign, pilot=other, player=cast.allied)
    assert {man.name for man in record_of(cast.allied, cast.axis).men} == flown


def test_the_page_chooses_who_sees_it_and_bad_input_changes_nothing(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.pilot)
    url = reverse("record")
    assert client.post(url, {"seen_by": "all", "rating_seen_by": "nobody"}).status_code == 422
    assert not ShownRecord.objects.exists()
    client.post(url, {"seen_by": "club", "rating_seen_by": "nobody"})
    assert ShownRecord.objects.get().seen_by == "club"
    assert reverse("person", args=(cast.pilot.pk,)) in client.get(url).content.decode()


def test_a_closed_account_shows_nothing(cast: Cast) -> None:
    records.show(user=cast.pilot, seen_by="everyone")
    accounts.close(user=cast.pilot, texts=False)
    assert not ShownRecord.objects.exists()
    assert status(cast.owner, cast.pilot) == 404
