"""``make demo`` fills the site, prints how long it took and links to sign in by, and takes it away again."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client

from demo.models import Demo
from tests import make
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.slow("Seventeen missions are flown and a book is printed.")]


def told(*words: str) -> str:
    out = StringIO()
    call_command("demo", *words, "--base-url", "http://testserver", stdout=out)
    return out.getvalue()


def test_twice_the_second_says_that_it_is_there_and_away_takes_it_away(cast: Cast, settings: LazySettings):
    make.demo(make.site_owner(cast))
    settings.HTTPS = False
    said = told()
    assert "is there already" in said
    links = dict(re.findall(r"^  (.+): (http\S+)$", said, re.MULTILINE))
    assert len(links) == 12
    guest = Client()
    assert guest.post(links["Ada Demo"].removeprefix("http://testserver"), follow=True).context["user"].username == (
        "Ada Demo"
    )
    settings.HTTPS = True
    assert "Ada Demo" not in told()
    assert "The demo is gone" in told("--away")
    assert "There is no demo" in told("--away")
    assert not Demo.objects.exists()
