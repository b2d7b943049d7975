"""The inbox, and the bar that leads to it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign
from notices.models import Notice, Wishes
from notices.operations import fan_out
from notices.selectors import inbox
from tests import make
from tests.cast import Cast
from tests.notices import news

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    begun = make.club(cast)
    fan_out.tell_all()
    Notice.objects.all().delete()
    return begun


@pytest.fixture
def axis(cast: Cast, client: Client) -> Client:
    client.force_login(cast.axis)
    return client


def page(client: Client, **query: str | int) -> str:
    return client.get(reverse("notices"), query).content.decode()


def test_an_empty_inbox_says_so(axis: Client):
    assert "Nothing has happened that you need to know." in page(axis)


@pytest.mark.portable
def test_it_shows_what_has_come_newest_first_and_marks_what_is_unread(campaign: Campaign, axis: Client):
    for title in ("Dawn", "Dusk"):
        news.told(campaign, mission=1, data={"title": title})
    shown = page(axis)
    assert shown.index("Dusk") < shown.index("Dawn")
    assert shown.count("Mark as read: ") == 2
    assert "2 unread" in shown


@pytest.mark.portable
def test_opening_a_notice_reads_it_and_leads_to_what_it_is_about(campaign: Campaign, cast: Cast, axis: Client):
    happening = news.told(campaign, mission=1)
    response = axis.post(reverse("notices-read"), {"notice": happening.pk, "go": "1"})
    assert response["Location"] == reverse("mission", args=[campaign.pk, 1])
    assert inbox.unread(cast.axis.pk) == 0
    assert inbox.unread(cast.allied.pk) == 1


@pytest.mark.portable
def test_one_is_read_or_all_or_all_of_a_campaign(cast: Cast, campaign: Campaign, axis: Client):
    other = make.club(cast, seed=9)
    for each in (campaign, campaign, other):
        news.told(each)
    Notice.objects.filter(happening__kind="seat-given").delete()
    first = inbox.notices_of(cast.axis.pk).filter(happening__campaign=campaign)[0]
    axis.post(reverse("notices-read"), {"notice": first.happening_id})
    assert inbox.unread(cast.axis.pk) == 2
    answer = axis.post(reverse("notices-read"), {"campaign": campaign.pk})
    assert answer["Location"] == f"{reverse('notices')}?campaign={campaign.pk}"
    assert inbox.unread(cast.axis.pk) == 1
    axis.post(reverse("notices-read"))
    assert inbox.unread(cast.axis.pk) == 0


@pytest.mark.portable
def test_nobody_reads_the_notices_of_another(cast: Cast, campaign: Campaign, axis: Client):
    theirs = Notice.objects.get(happening=news.told(campaign, side="allied"), user=cast.allied)
    assert axis.post(reverse("notices-read"), {"notice": theirs.happening_id}).status_code == 404
    assert axis.post(reverse("notices-read"), {"notice": "9" * 30}).status_code == 404
    assert axis.post(reverse("notices-read"), {"notice": "9" * 32}).status_code == 404
    theirs.refresh_from_db()
    assert theirs.read_at is None


@pytest.mark.portable
def test_it_is_filtered_by_campaign_and_by_what_is_unread(cast: Cast, campaign: Campaign, axis: Client):
    other = make.club(cast, seed=9)
    news.told(campaign, mission=1, data={"title": "Dawn"})
    news.told(other, mission=1, data={"title": "Dusk"})
    assert "Dusk" not in page(axis, campaign=campaign.pk)
    assert "Dawn" in page(axis, campaign=campaign.pk)
    axis.post(reverse("notices-read"), {"campaign": campaign.pk})
    assert "Dawn" not in page(axis, show="unread")
    assert "Dusk" in page(axis, show="unread")
    assert "Nothing of that kind." in page(axis, campaign="12345")


@pytest.mark.portable
def test_it_has_pages(campaign: Campaign, axis: Client):
    for number in range(30):
        news.told(campaign, mission=1, data={"title": f"Number {number}."})
    assert page(axis).count("Number ") == 2 * inbox.PAGE  # once to open it, once for those who hear the page
    assert "Older" in page(axis)
    assert "Number 0." in page(axis, page=2)
    assert "Older" not in page(axis, page=2)


def test_it_takes_as_many_queries_for_many_notices_as_for_few(
    campaign: Campaign, axis: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    for count in (1, 39):
        for _ in range(count):
            news.told(campaign, "seat-left", data={"user": campaign.owner_id})
        with django_assert_num_queries(6):  # session, person, notices, their people, unread, campaigns
            page(axis)


def test_the_bar_shows_how_many_are_unread_with_two_queries_and_only_on_whole_pages(
    campaign: Campaign, axis: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    url = reverse("campaign-journal", args=[campaign.pk])
    with CaptureQueriesContext(connection) as before:
        axis.get(url, headers={"HX-Request": "true"})
    asked = len(before)
    news.told(campaign)
    news.told(campaign)
    assert 'aria-label="Notices, 2 unread"' in axis.get(url).content.decode()
    with django_assert_num_queries(asked):  # none of them for the bar
        axis.get(url, headers={"HX-Request": "true"})


def test_it_is_nobodys_without_signing_in(client: Client):
    assert client.get(reverse("notices")).status_code == 302
    assert "bell" not in client.get(reverse("about")).content.decode()


@pytest.mark.portable
def test_wishes_are_kept_and_shown_again(campaign: Campaign, cast: Cast, axis: Client):
    url = reverse("notice-settings")
    assert 'value="daily"' in axis.get(url).content.decode()
    answer = axis.post(url, {"mail": "weekly", "wanted": ["mission-drawn", "night-soon"], "muted": [str(campaign.pk)]})
    assert answer.status_code == 302
    wishes = Wishes.objects.get(user=cast.axis)
    assert wishes.mail == "weekly"
    assert "comment" in wishes.unwanted
    assert "mission-drawn" not in wishes.unwanted
    assert [each.pk for each in wishes.muted.all()] == [campaign.pk]
    shown = axis.get(url).content.decode()
    assert shown.count("checked") == 4


@pytest.mark.parametrize("sent", [{}, {"mail": "hourly"}, {"mail": "daily", "wanted": ["nonsense"]}])
def test_wishes_that_make_no_sense_are_refused_and_nothing_changes(sent: dict[str, object], cast: Cast, axis: Client):
    before = Wishes.objects.get_or_create(user=cast.axis)[0].mail
    assert axis.post(reverse("notice-settings"), sent).status_code == 422
    assert Wishes.objects.get(user=cast.axis).mail == before


def test_nobody_mutes_what_is_not_theirs_by_the_page(cast: Cast, axis: Client):
    foreign = make.campaign(cast.owner)
    sent = {"mail": "daily", "muted": [str(foreign.pk)]}
    assert axis.post(reverse("notice-settings"), sent).status_code == 422
