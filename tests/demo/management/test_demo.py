"""``make demo`` fills the site, prints how long it took and links to sign in by, and takes it away again."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from campaigns.models import Pack
from demo.models import Demo
from demo.operations import filling
from missions.models import Job
from tests import make
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.slow("Seventeen missions are flown and a book is printed.")]


def told(*words: str) -> str:
    out = StringIO()
    call_command("demo", *words, "--base-url", "http://testserver", stdout=out)
    return out.getvalue()


def test_twice_the_second_says_that_it_is_there_and_away_takes_it_away(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    make.demo(make.site_owner(cast))
    monkeypatch.setattr(settings, "HTTPS", False)
    said = told()
    assert "is there already" in said
    links = dict(re.findall(r"^  (.+): (http\S+)$", said, re.MULTILINE))
    assert len(links) == 12
    guest = Client()
    assert guest.post(links["Ada Demo"].removeprefix("http://testserver"), follow=True).context["user"].username == (
        "Ada Demo"
    )
    monkeypatch.setattr(settings, "HTTPS", True)
    assert "Ada Demo" not in told()
    assert "The demo is gone" in told("--away")
    assert "There is no demo" in told("--away")
    assert not Demo.objects.exists()


def test_stopped_half_way_it_says_so_and_begins_anew_the_next_time(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    make.site_owner(cast)

    def stopped(*given: object) -> None:
        with pytest.raises(CommandError, match="being filled"):
            told()
        with pytest.raises(CommandError, match="being filled"):
            told("--away")
        raise KeyboardInterrupt

    monkeypatch.setattr(filling, "fill", stopped)
    with pytest.raises(CommandError, match="half-way"):
        told()

    def filled(demo: Demo, *given: object) -> float:
        Demo.objects.filter(pk=demo.pk).update(seconds=7)
        return 7

    monkeypatch.setattr(filling, "fill", filled)
    assert "The demo is there, after 7.0 seconds." in told()
    assert "The demo is gone" in told("--away")


def test_before_the_packs_are_loaded_it_says_what_loads_them(cast: Cast):
    make.site_owner(cast)
    Pack.objects.update(on_shelf=False)
    with pytest.raises(CommandError, match=r"packs of the house are not loaded yet: `manage\.py prepare`"):
        told()
    assert not Demo.objects.exists()
    assert not Job.objects.exists()
