from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as DjangosStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.sessions import SessionStore
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.portable]


def test_a_session_is_found_by_its_key_until_it_expires(cast: Cast, client: Client):
    client.force_login(cast.owner)
    assert client.get(reverse("home")).status_code == 200
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    answer = client.get(reverse("home"))
    assert answer.status_code == 302
    assert reverse("sign-in") in answer["Location"]


def test_sessions_that_were_begun_before_are_read_and_begun_ones_are_read_by_django():
    for begins, reads in ((DjangosStore, SessionStore), (SessionStore, DjangosStore)):
        begun = begins()
        begun["said"] = "Tally ho"
        begun.save()
        assert reads(begun.session_key)["said"] == "Tally ho"


def test_a_key_of_nobody_opens_nothing_and_is_given_to_nobody():
    made_up = SessionStore("0" * 32)
    assert dict(made_up.items()) == {}
    assert made_up.session_key is None
