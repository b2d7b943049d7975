"""A person's record: their own until they show it, and never more than the reader may know."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import ShownRecord
from accounts.operations import accounts, records
from accounts.selectors.records import record_of
from campaigns.models import Campaign, Role
from campaigns.operations import players, seats
from clubs.operations import bans, clubs, public
from config.common.refusals import Refusal
from missions.models import Mission
from missions.operations import corrections
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


def sides_of(person: User, reader: User | None = None) -> list[tuple[str, str, int, int, bool]]:
    found = record_of(person, reader or person).sides
    return [(each.side, each.role, each.flown, each.ahead, each.has_left) for each in found]


def test_a_mission_that_was_flown_before_somebody_came_is_not_on_their_record(cast: Cast, mission: Mission) -> None:
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.stranger, role=Role.PILOT, side="allied")
    assert sides_of(cast.stranger) == [("allied", "Pilot", 0, 0, False)]
    make.debriefed(Campaign.objects.get(pk=mission.campaign_id))
    assert [each.flown for each in record_of(cast.stranger, cast.stranger).sides] == [1]
    assert [each.flown for each in record_of(cast.allied, cast.allied).sides] == [2]


def test_a_mission_that_is_debriefed_anew_stays_with_who_sat_there_when_it_was_flown(
    cast: Cast, mission: Mission
) -> None:
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.stranger, role=Role.PILOT, side="allied")
    corrections.amend(
        actor=cast.owner,
        mission=mission,
        key=uuid4(),
        expected_version=make.version(mission.campaign),
        outcome=replace(make.rough(mission), notes="Looked at again."),
    )
    assert [each.flown for each in record_of(cast.stranger, cast.stranger).sides] == [0]
    assert [each.flown for each in record_of(cast.allied, cast.allied).sides] == [1]


def test_who_gives_up_the_seat_keeps_what_they_flew_and_gets_no_more(cast: Cast, mission: Mission) -> None:
    campaign = mission.campaign
    before = record_of(cast.allied, cast.allied)
    seat = campaign.seats.get(user=cast.allied)
    seats.leave(actor=cast.allied, campaign=campaign, seat=seat.pk)
    make.debriefed(Campaign.objects.get(pk=campaign.pk))
    assert sides_of(cast.allied) == [("allied", "Commander", 1, 1, True)]
    after = record_of(cast.allied, cast.allied)
    assert after.men == before.men
    assert "commander, no longer" in page_of(cast.allied)
    assert sides_of(cast.allied, cast.axis) == sides_of(cast.allied)


def test_a_command_that_is_given_to_somebody_else_parts_the_missions_between_them(cast: Cast, mission: Mission) -> None:
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.stranger, role=Role.COMMANDER, side="allied")
    make.debriefed(Campaign.objects.get(pk=mission.campaign_id))
    assert sides_of(cast.allied) == [("allied", "Commander", 1, 1, True)]
    assert [(each.flown, each.has_left) for each in record_of(cast.stranger, cast.stranger).sides] == [(1, False)]


def test_whoever_leaves_the_club_or_is_banned_keeps_their_record_for_themselves(cast: Cast, mission: Mission) -> None:
    club = mission.campaign.club
    assert club is not None
    men = record_of(cast.allied, cast.allied).men
    clubs.leave(actor=cast.allied, club=club)
    bans.ban(actor=cast.owner, club=club, user=cast.axis)
    mine = record_of(cast.allied, cast.allied)
    assert [(each.flown, each.url) for each in mine.sides] == [(1, "")]
    assert [(man.name, man.kills, man.url) for man in mine.men] == [(man.name, man.kills, "") for man in men]
    assert mine.others == 0
    assert [each.flown for each in record_of(cast.axis, cast.axis).sides] == [1]
    assert record_of(cast.allied, cast.stranger).sides == ()
    assert [each.flown for each in record_of(cast.allied, cast.owner).sides] == [1]


def test_a_man_who_goes_to_another_player_takes_only_later_sorties_along(cast: Cast, mission: Mission) -> None:
    campaign = Campaign.objects.get(pk=mission.campaign_id)
    (man,) = record_of(cast.allied, cast.allied).men
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.stranger, role=Role.PILOT, side="allied")
    pilot = campaign.pilots.get(player=cast.allied)
    players.give_pilot(actor=cast.owner, campaign=campaign, pilot=pilot, player=cast.stranger)
    assert record_of(cast.allied, cast.allied).men == (man,)
    assert record_of(cast.stranger, cast.stranger).men == ()


def test_a_seat_that_was_given_up_before_anything_was_flown_leaves_no_line(cast: Cast) -> None:
    campaign = make.club(cast)
    seats.leave(actor=cast.pilot, campaign=campaign, seat=campaign.seats.get(user=cast.pilot).pk)
    make.debriefed(campaign)
    assert sides_of(cast.pilot) == []


def page_of(person: User) -> str:
    client = Client()
    client.force_login(person)
    return client.get(reverse("record")).content.decode()


def test_a_campaign_of_which_nothing_is_debriefed_says_so(cast: Cast) -> None:
    make.drawn(make.club(cast))
    shown = page_of(cast.allied)
    assert "no mission yet" in shown
    assert "of 0" not in shown
