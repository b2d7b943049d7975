"""The demo's page, and the button on the first page of an empty site."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from demo.models import Demo
from demo.operations import campaigns
from demo.tasks import fill
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db
BUTTON = "Walk into a demo"


@pytest.fixture
def owner(cast: Cast, client: Client) -> User:
    """Who owns the site, signed in."""
    found = make.site_owner(cast)
    client.force_login(found)
    return found


def test_the_owner_of_an_empty_site_is_offered_a_demo_and_nobody_else_is(owner: User, cast: Cast, client: Client):
    assert BUTTON in client.get(reverse("home")).content.decode()
    client.force_login(cast.reader)
    assert BUTTON not in client.get(reverse("home")).content.decode()


def test_a_site_on_which_people_play_offers_none(owner: User, cast: Cast, client: Client):
    make.campaign(cast.owner)
    assert BUTTON not in client.get(reverse("home")).content.decode()
    client.post(reverse("demo-fill"))
    assert not Demo.objects.exists()


def test_a_demo_that_waits_for_a_worker_says_how_far_it_is(owner: User, client: Client):
    answer = client.post(reverse("demo-fill"), follow=True)
    assert "Waiting for a worker" in answer.content.decode()
    client.post(reverse("demo-fill"))
    assert Demo.objects.get().job is not None
    answer = client.post(reverse("demo-away"), follow=True)
    assert "The demo is being filled" in answer.content.decode()


@pytest.mark.slow("Seventeen missions are flown and a book is printed.")
def test_from_the_button_into_the_demo_and_out_again(owner: User, client: Client, django_assert_max_num_queries):
    make.demo(owner)
    with django_assert_max_num_queries(10):
        page = client.get(reverse("demo")).content.decode()
    for campaign in Campaign.objects.all():
        address = reverse("campaign", args=[campaign.pk])
        assert address in page
        assert client.get(address).status_code == 200
    home = client.get(reverse("home")).content.decode()
    assert "This house holds a demo" in home
    answer = client.post(reverse("demo-away"), follow=True)
    assert "nothing of it is left" in answer.content.decode()
    assert not Campaign.objects.exists()


@pytest.mark.sweep
def test_a_worker_fills_what_the_button_has_asked_for(owner: User, client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(campaigns, "FLOWN", 1)
    monkeypatch.setattr(campaigns, "print_book", lambda *given: None)
    client.post(reverse("demo-fill"))
    job = Demo.objects.get().job
    assert job is not None
    fill(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.percent) == ("done", 100)
    assert job.done == job.total
    assert "It is there" in client.get(reverse("demo")).content.decode()
    client.post(reverse("demo-away"))
    assert not Demo.objects.exists()
