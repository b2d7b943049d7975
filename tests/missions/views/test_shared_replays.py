"""Replays by a link: given out by who may, watched by anybody who has it, withdrawn for good."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.access import viewer
from campaigns.models import Role
from campaigns.operations import seats
from config.common.refusals import Refusal
from missions.models import Mission, SharedReplay, Skirmish
from missions.operations import corrections, debriefs, endings, shared_replays
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


@pytest.fixture
def fought(cast: Cast) -> Mission:
    """A mission that was flown and debriefed, of a campaign in which everybody has a seat."""
    mission = make.flown(make.club(cast))
    make.debrief(mission)
    mission.refresh_from_db()
    return mission


@pytest.fixture
def stranger() -> Client:
    """Somebody who is not signed in."""
    return Client()


def at(row: SharedReplay, step: int | None = 0) -> str:
    return reverse("shared-replay", args=(row.token,) if step is None else (row.token, step))


def press(client: Client, mission: Mission, what: str) -> str:
    answer = client.post(
        reverse("mission-share", args=(mission.campaign_id, mission.number)), {"what": what}, follow=True
    )
    return answer.content.decode()


def test_a_shared_replay_is_watched_by_whoever_has_its_address(fought: Mission, cast: Cast, stranger: Client) -> None:
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    for step in (None, 0, 5):
        answer = stranger.get(at(row, step))
        assert answer.status_code == 200
        assert fought.title in answer.content.decode()
        assert "noindex" in answer["X-Robots-Tag"]
        assert answer["Referrer-Policy"] == "no-referrer"
    film = stranger.get(reverse("shared-film", args=(row.token,)))
    stranger.force_login(cast.axis)
    own = stranger.get(reverse("mission-film", args=(fought.campaign_id, fought.number)))
    assert film.json() == own.json()
    assert len(film.json()["steps"]) > 10


def test_a_shared_replay_names_nobody_who_plays_and_leads_into_no_campaign(
    fought: Mission, cast: Cast, stranger: Client
) -> None:
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    for user in User.objects.all():
        user.username = f"{user.username} who plays"
        user.save()
    for step in (None, 4):
        page = stranger.get(at(row, step)).content.decode()
        assert "who plays" not in page
        assert f"/campaigns/{fought.campaign_id}/" not in page


def test_the_same_address_is_found_again_a_new_one_ends_it_and_withdrawn_it_leads_nowhere(
    fought: Mission, cast: Cast, stranger: Client
) -> None:
    first = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    again = shared_replays.share_mission(actor=cast.allied, mission=fought)
    assert again.token == first.token
    fresh = shared_replays.share_mission(actor=cast.allied, mission=fought, anew=True)
    assert fresh.token != first.token
    old = stranger.get(at(first))
    assert old.status_code == 404
    assert "This link leads to no replay" in old.content.decode()
    assert stranger.get(at(fresh)).status_code == 200
    shared_replays.withdraw_mission(actor=cast.umpire, mission=fought)
    for url in (at(fresh), at(fresh, None), reverse("shared-film", args=(fresh.token,))):
        assert stranger.get(url).status_code == 404
    assert_reconciled(fought.campaign)


def test_before_the_debrief_nobody_shares_what_would_open_all_hands(cast: Cast) -> None:
    mission = make.flown(make.club(cast))
    with pytest.raises(Refusal, match="A replay is shared after the debrief"):
        shared_replays.share_mission(actor=cast.umpire, mission=mission)
    table = make.recorded(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="only of a mission that was flown by the engine or on screen"):
        shared_replays.share_mission(actor=cast.owner, mission=table)


def test_while_a_debrief_is_withdrawn_its_replay_is_not_to_be_seen(
    fought: Mission, cast: Cast, stranger: Client
) -> None:
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    debriefs.withdraw_debrief(actor=cast.umpire, mission=fought)
    assert stranger.get(at(row)).status_code == 404
    make.debrief(Mission.objects.get(pk=fought.pk))
    assert stranger.get(at(row)).status_code == 200


def test_readers_and_pilots_are_told_who_shares(fought: Mission, cast: Cast) -> None:
    for member in (cast.reader, cast.pilot):
        assert viewer(fought.campaign, member) is not None
        with pytest.raises(Refusal, match="umpires and the commanders share"):
            shared_replays.share_mission(actor=member, mission=fought)
        with pytest.raises(Refusal):
            shared_replays.withdraw_mission(actor=member, mission=fought)
    with pytest.raises(Refusal, match="not of this campaign"):
        shared_replays.share_mission(actor=cast.stranger, mission=fought)
    assert not SharedReplay.objects.exists()


def test_it_is_shared_and_withdrawn_under_the_log(fought: Mission, cast: Cast, client: Client) -> None:
    client.force_login(cast.allied)
    log = reverse("mission-replay", args=(fought.campaign_id, fought.number))
    assert "Share this replay" in client.get(log).content.decode()
    page = press(client, fought, "on")
    row = SharedReplay.objects.get()
    assert f"http://testserver{at(row)}" in page
    assert "The replay has a new address" in press(client, fought, "new")
    assert "A replay is shared, withdrawn, or given a new address." in press(client, fought, "sold")
    assert "its address leads nowhere" in press(client, fought, "off")
    assert not SharedReplay.objects.exists()
    again = client.post(reverse("mission-share", args=(fought.campaign_id, fought.number)), {"what": "on"})
    assert again.headers["Location"] == f"{log}#share", "the address stands below a long log"
    client.force_login(cast.reader)
    assert "Share this replay" not in client.get(log).content.decode()
    assert "umpires and the commanders share" in press(client, fought, "on")


def test_what_is_shared_of_an_archived_campaign_is_withdrawn_and_nothing_more_is_shared(
    fought: Mission, cast: Cast, client: Client, stranger: Client
) -> None:
    row = shared_replays.share_mission(actor=cast.axis, mission=fought)
    endings.archive(actor=cast.owner, campaign=fought.campaign)
    log = reverse("mission-replay", args=(fought.campaign_id, fought.number))
    client.force_login(cast.pilot)
    assert at(row) not in client.get(log).content.decode()
    assert "share the replay of a mission" in press(client, fought, "off")
    client.force_login(cast.axis)
    panel = client.get(log).content.decode().partition('id="share"')[2].partition("</section>")[0]
    assert at(row) in panel
    assert 'value="off"' in panel
    assert 'value="new"' not in panel
    assert "is archived: nothing is written in it" in press(client, fought, "new")
    assert stranger.get(at(row)).status_code == 200
    withdrawn = press(client, fought, "off")
    assert "The replay is withdrawn" in withdrawn
    assert 'id="share"' not in withdrawn
    assert stranger.get(at(row)).status_code == 404
    assert "is archived: nothing is written in it" in press(client, fought, "on")


def test_whoever_shared_a_replay_withdraws_it_without_the_seat_that_they_had(
    fought: Mission, cast: Cast, client: Client
) -> None:
    row = shared_replays.share_mission(actor=cast.axis, mission=fought)
    campaign = fought.campaign
    seat = campaign.seats.get(user=cast.axis)
    seats.give_seat(actor=cast.umpire, campaign=campaign, user=cast.axis, role=Role.PILOT, side="axis")
    seats.take_away(actor=cast.umpire, campaign=campaign, seat=seat.pk)
    client.force_login(cast.axis)
    log = client.get(reverse("mission-replay", args=(campaign.pk, fought.number))).content.decode()
    assert at(row) in log
    assert 'value="new"' not in log
    assert "The replay is withdrawn" in press(client, fought, "off")
    assert not SharedReplay.objects.exists()


def test_a_skirmish_is_shared_by_its_owner_alone(cast: Cast, client: Client, stranger: Client) -> None:
    fight: Skirmish = make.flown_skirmish(cast.owner)
    url = reverse("skirmish-share", args=(fight.pk,))
    client.force_login(cast.axis)
    assert client.post(url, {"what": "on"}).status_code == 404
    with pytest.raises(Refusal, match="Whoever ordered a skirmish"):
        shared_replays.share_skirmish(actor=cast.axis, skirmish=fight)
    client.force_login(cast.owner)
    page = client.post(url, {"what": "on"}, follow=True).content.decode()
    row = SharedReplay.objects.get()
    assert at(row) in page
    shown = stranger.get(at(row, 3)).content.decode()
    assert fight.title in shown
    assert f"/skirmishes/{fight.pk}/" not in shown
    client.post(url, {"what": "off"})
    assert stranger.get(at(row, 3)).status_code == 404
    unflown = make.skirmish(cast.owner)
    with pytest.raises(Refusal, match="once it has been flown"):
        shared_replays.share_skirmish(actor=cast.owner, skirmish=unflown)


def test_a_shared_replay_of_a_corrected_mission_shows_what_was_flown_and_says_so(
    fought: Mission, cast: Cast, stranger: Client
) -> None:
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    corrections.amend(
        actor=cast.owner,
        mission=fought,
        key=uuid4(),
        expected_version=make.version(fought.campaign),
        outcome=make.rough(fought),
    )
    for step in (None, 2):
        page = stranger.get(at(row, step)).content.decode()
        assert "This is what the engine flew. The result has been corrected since." in page
