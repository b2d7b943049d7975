"""The public page of a club: off until its owners put it up, and no more on it than people have chosen."""

from __future__ import annotations

from unittest import mock
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from clubs.models import Club, Exhibit
from clubs.operations import clubs, order, public, showcase
from clubs.operations.order import Rules
from clubs.selectors.showcase import showable
from config.common.markdown import html
from config.common.refusals import Refusal
from missions.models import Mission, SharedReplay, Story
from missions.operations import after_action_reports, endings, shared_replays
from notices.models import Happening
from tests import make
from tests.cast import Cast


def a_club(cast: Cast) -> tuple[Club, Campaign]:
    """A club with a public page and one campaign, in which a mission has been debriefed."""
    campaign = make.club(cast)
    club = make.people_of(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    make.debriefed(campaign)
    return showcase.open_page(actor=cast.owner, club=club), Campaign.objects.get(pk=campaign.pk)


def page(client: Client, club: Club) -> str:
    answer = client.get(reverse("public-club", args=(club.public_key,)))
    assert answer.status_code == 200
    return answer.content.decode()


def a_story(campaign: Campaign, cast: Cast) -> Story:
    return Story.objects.create(
        mission=campaign.missions.get(number=1),
        side="axis",
        author=cast.axis,
        text="We *wombats* came low.",
        at=timezone.now(),
    )


def a_fight(campaign: Campaign, cast: Cast) -> SharedReplay:
    """The replay of a mission that the engine has flown, shared."""
    (mission,) = make.fought(campaign, 1)
    return shared_replays.share_mission(actor=cast.axis, mission=Mission.objects.get(pk=mission.pk))


def test_it_shows_only_campaigns_with_public_pages_and_the_latest_paper_of_these(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    assert campaign.name not in page(client, club)
    campaign = public.open_pages(actor=cast.umpire, campaign=campaign)
    text = page(client, club)
    assert campaign.name in text
    assert reverse("public-gazette-issue", args=(campaign.public_key, 1)) in text
    assert f"/campaigns/{campaign.pk}/" not in text, "no way in but the front door"


def test_it_names_no_member_and_says_nothing_that_was_written_for_members(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    clubs.change(actor=cast.owner, club=club, name=club.name, about="Ring at the quokka house.", time_zone="UTC")
    public.open_pages(actor=cast.umpire, campaign=campaign)
    showcase.show_story(actor=cast.axis, club=club, story=a_story(campaign, cast))
    for user in (cast.owner, cast.umpire, cast.allied, cast.axis, cast.pilot):
        user.username = f"numbat-{user.username}"
        user.save()
    text = page(client, club)
    assert "<em>wombats</em>" in text
    assert "numbat" not in text
    assert "quokka" not in text


def test_a_club_that_may_be_asked_says_so_on_its_page_and_shows_the_page_to_who_asks(
    cast: Cast, client: Client
) -> None:
    club, _ = a_club(cast)
    ask, url = reverse("club-join", args=(club.pk,)), reverse("public-club", args=(club.public_key,))
    assert ask not in page(client, club)
    rules = Rules(takes_askers=True, quiet_from=None, quiet_until=None, posts_an_hour=None)
    order.change(actor=cast.owner, club=club, rules=rules)
    assert ask in page(client, club)
    client.force_login(cast.stranger)
    for is_listed in (False, True):
        showcase.change_page(actor=cast.owner, club=club, words="", nights="none", is_listed=is_listed)
        for where in (reverse("clubs-open"), ask):
            shown = client.get(where).content.decode()
            assert (url in shown) is is_listed, "its address is a secret until it may be found"


def test_a_campaigns_public_pages_lead_to_the_clubs_if_that_may_be_found(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    key = public.open_pages(actor=cast.umpire, campaign=campaign).public_key
    url = reverse("public-club", args=(club.public_key,))
    pages = [reverse(name, args=(key,)) for name in ("public-campaign", "public-aces", "public-gazette")]
    pages.append(reverse("public-gazette-issue", args=(key, 1)))
    for is_listed in (False, True):
        showcase.change_page(actor=cast.owner, club=club, words="", nights="none", is_listed=is_listed)
        assert [url in client.get(each).content.decode() for each in pages] == [is_listed] * 4


def test_its_nights_show_as_far_as_the_owners_want_it(cast: Cast, client: Client) -> None:
    club, _ = a_club(cast)
    night = make.night(club, cast.owner, place="Number 7, my kitchen")
    shown = {}
    for nights in Club.PublicNights.values:
        showcase.change_page(actor=cast.owner, club=club, words="", nights=nights, is_listed=False)
        text = page(client, club)
        shown[nights] = (night.title in text, night.place in text)
    assert shown == {"none": (False, False), "times": (True, False), "places": (True, True)}


def test_robots_are_let_in_where_the_owners_want_to_be_found(cast: Cast, client: Client) -> None:
    club, _ = a_club(cast)
    url = reverse("public-club", args=(club.public_key,))
    assert client.get(url).headers["X-Robots-Tag"] == "noindex, nofollow"
    assert url not in client.get("/robots.txt").content.decode()
    showcase.change_page(actor=cast.owner, club=club, words="", nights="none", is_listed=True)
    assert client.get(url).headers["X-Robots-Tag"] == "all"
    assert f"Allow: {url}$\n" in client.get("/robots.txt").content.decode()
    showcase.close_page(actor=cast.owner, club=club)
    assert client.get(url).status_code == 404
    assert client.get("/robots.txt").content.decode() == "User-agent: *\nDisallow: /\n"


def test_who_may_share_a_fight_shows_it_and_withdrawn_it_is_gone(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    replay = a_fight(campaign, cast)
    for user in (cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal):
            showcase.show_replay(actor=user, club=club, replay=replay)
    client.force_login(cast.allied)
    switch = reverse("club-public", args=(club.pk,))
    assert f'value="replay-{replay.pk}"' in client.get(switch).content.decode()
    client.post(reverse("club-show", args=(club.pk,)), {"name": f"replay-{replay.pk}", "what": "on"})
    watch = reverse("shared-replay", args=(replay.token,))
    text = page(client, club)
    assert watch in text
    picture = reverse("shared-picture", args=(replay.token, "svg"))
    assert f'src="{picture}"' in text
    assert client.get(picture).status_code == 200
    assert replay.mission is not None
    shared_replays.withdraw_mission(actor=cast.axis, mission=replay.mission)
    assert watch not in page(client, club)
    assert not Exhibit.objects.exists()


def test_a_fight_of_an_archived_campaign_is_taken_off_the_page_by_who_may_withdraw_it(
    cast: Cast, client: Client
) -> None:
    club, campaign = a_club(cast)
    replay = a_fight(campaign, cast)
    showcase.show_replay(actor=cast.axis, club=club, replay=replay)
    endings.archive(actor=cast.owner, campaign=campaign)
    show, off = reverse("club-show", args=(club.pk,)), {"name": f"replay-{replay.pk}", "what": "off"}
    client.force_login(cast.pilot)
    assert off["name"] not in client.get(reverse("club-public", args=(club.pk,))).content.decode()
    client.post(show, off)
    assert Exhibit.objects.exists()
    client.force_login(cast.allied)
    assert off["name"] in client.get(reverse("club-public", args=(club.pk,))).content.decode()
    client.post(show, off)
    assert not Exhibit.objects.exists()
    assert off["name"] not in client.get(reverse("club-public", args=(club.pk,))).content.decode()


def test_a_report_is_shown_by_who_wrote_it_alone_and_an_owner_takes_it_off(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    story = a_story(campaign, cast)
    for user in (cast.owner, cast.umpire, cast.allied):
        with pytest.raises(Refusal):
            showcase.show_story(actor=user, club=club, story=story)
    exhibit = showcase.show_story(actor=cast.axis, club=club, story=story)
    assert showcase.show_story(actor=cast.axis, club=club, story=story) == exhibit, "shown once"
    with pytest.raises(Refusal):
        showcase.hide(actor=cast.allied, club=club, exhibit=exhibit)
    client.force_login(cast.owner)
    client.post(reverse("club-show", args=(club.pk,)), {"name": f"story-{story.pk}", "what": "off"})
    assert not Exhibit.objects.exists()


def test_what_a_member_has_written_goes_from_the_page_with_them(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    showcase.show_story(actor=cast.axis, club=club, story=a_story(campaign, cast))
    assert "wombats" in page(client, club)
    clubs.leave(actor=cast.axis, club=club)
    assert "wombats" not in page(client, club)


def test_a_report_that_somebody_else_has_written_anew_is_shown_no_more_until_they_show_it(
    cast: Cast, client: Client
) -> None:
    club, campaign = a_club(cast)
    story = a_story(campaign, cast)
    showcase.show_story(actor=cast.axis, club=club, story=story)
    after_action_reports.tell_story(
        actor=cast.umpire, mission=story.mission, side=story.side, text="Quolls, for the file alone."
    )
    assert "Quolls" not in page(client, club)
    story.refresh_from_db()
    client.force_login(cast.umpire)
    shown = {each.name: each.is_shown for each in showable(club, cast.umpire)}
    assert shown[f"story-{story.pk}"] is False
    showcase.show_story(actor=cast.umpire, club=club, story=story)
    assert "Quolls" in page(client, club)


def test_a_report_is_set_once_however_often_the_page_is_looked_at(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = mock.Mock(side_effect=html)
    monkeypatch.setattr("clubs.selectors.showcase.html", setting)
    club, campaign = a_club(cast)
    story = a_story(campaign, cast)
    story.text += f" {uuid4()}"
    story.save()
    showcase.show_story(actor=cast.axis, club=club, story=story)
    client.force_login(cast.axis)
    client.get(reverse("club-public", args=(club.pk,)))
    assert mock.call(story.text) not in setting.mock_calls, "the list of what may be shown shows none of it"
    assert [page(client, club).count("<em>wombats</em>") for _ in range(3)] == [1, 1, 1]
    assert setting.mock_calls.count(mock.call(story.text)) == 1


def test_the_feed_bears_letters_that_xml_does_not_know(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    Club.objects.filter(pk=club.pk).update(name="The Fl\x01yers\ufffe")  # older than the rules of names
    public.open_pages(actor=cast.umpire, campaign=campaign)
    answer = client.get(reverse("public-club-feed", args=(club.public_key,)))
    assert answer.status_code == 200
    assert "Fl yers" in ElementTree.fromstring(answer.content).findtext("{http://www.w3.org/2005/Atom}title", "")


def test_only_owners_decide_and_bad_input_changes_nothing(cast: Cast, client: Client) -> None:
    club, _ = a_club(cast)
    with pytest.raises(Refusal):
        showcase.close_page(actor=cast.umpire, club=club)
    client.force_login(cast.owner)
    switch = reverse("club-public", args=(club.pk,))
    answer = client.post(switch, {"what": "save", "words": "x" * 5000, "nights": "every-one"})
    assert answer.status_code == 422
    for name in ("", "replay-", "replay-9999999999999999999", "story-x", "table-1"):
        client.post(reverse("club-show", args=(club.pk,)), {"name": name, "what": "on"})
    club.refresh_from_db()
    assert (club.public_words, club.public_nights) == ("", "none")
    assert not Exhibit.objects.exists()
    first = club.public_key
    client.post(switch, {"what": "new"})
    assert client.get(reverse("public-club", args=(first,))).status_code == 404
    client.post(switch, {"what": "off"})
    told = Happening.objects.filter(kind__startswith="showcase-").order_by("at")
    assert [each.kind for each in told] == ["showcase-on", "showcase-off"]
    assert not any(str(first) in f"{each.key} {each.data}" for each in told)


def test_the_page_takes_as_many_queries_for_two_campaigns_as_for_one(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    public.open_pages(actor=cast.umpire, campaign=campaign)
    counted = []
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page(client, club)
        counted.append(len(captured))
        other = make.campaign(cast.owner)
        clubs.move_campaign(actor=cast.owner, campaign=other, club=club)
        public.open_pages(actor=cast.owner, campaign=other)
    assert counted[0] == counted[1] <= 12


def test_the_feed_of_a_club_has_the_issues_of_its_public_campaigns(cast: Cast, client: Client) -> None:
    club, campaign = a_club(cast)
    url = reverse("public-club-feed", args=(club.public_key,))
    assert b"<entry>" not in client.get(url).content
    public.open_pages(actor=cast.umpire, campaign=campaign)
    assert client.get(url).content.count(b"<entry>") == 1
