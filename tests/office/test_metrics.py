"""`/metrics` tells how the house stands, to whoever brings the token, and names nobody."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from config import signs
from missions.models import Job
from missions.operations import jobs
from notices.models import Delivery, Wishes
from office.selectors import figures
from tests import make
from tests.cast import Cast
from tests.notices import news
from upkeep.archives import shelf

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a token for the tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}

Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def watched(settings: Settings, tmp_path: Path) -> Client:
    """A client of a site that is watched, made after the setting: its middleware asks for it."""
    settings.METRICS_TOKEN = TOKEN
    settings.BACKUP_FOLDER = tmp_path
    return Client()


def told(client: Client) -> Figures:
    answer = client.get(reverse("metrics"), headers=BEARER)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {(each.name, frozenset(each.labels.items())): each.value for family in families for each in family.samples}


def figure(found: Figures, name: str, **labels: str) -> float:
    return found[f"ready_room_{name}", frozenset(labels.items())]


def queued(cast: Cast, status: Job.Status = Job.Status.QUEUED, *, minutes: int = 0) -> Job:
    at = timezone.now() - timedelta(minutes=minutes)
    job = Job.objects.create(owner=cast.owner, kind=jobs.PRINT, status=status, sent_at=at, moved_at=at)
    Job.objects.filter(pk=job.pk).update(created_at=at)
    return job


@pytest.mark.parametrize("said", [{}, {"Authorization": "Bearer another"}, {"Authorization": TOKEN}])
def test_without_the_token_nothing_is_told(said: dict[str, str], db: None, watched: Client):
    answer = watched.get(reverse("metrics"), headers=said)
    assert answer.status_code == 403
    assert b"ready_room" not in answer.content


def test_jobs_are_told_by_kind_and_state_and_how_long_the_first_has_waited(cast: Cast, watched: Client):
    queued(cast, minutes=7)
    queued(cast)
    queued(cast, Job.Status.FAILED, minutes=90)
    queued(cast, Job.Status.DONE, minutes=90)
    found = told(watched)
    assert figure(found, "jobs", kind="print", state="queued") == 2
    assert figure(found, "jobs", kind="print", state="failed") == 1
    assert figure(found, "jobs", kind="fly", state="running") == 0
    assert 420 <= figure(found, "job_oldest_seconds", state="queued") < 480
    assert figure(found, "job_oldest_seconds", state="running") == 0


def test_what_waits_to_be_told_and_sent_is_told(cast: Cast, watched: Client):
    webhook = make.webhook(make.club(cast))
    news.told(webhook.campaign)
    waiting = webhook.deliveries.count()
    webhook.deliveries.update(next_at=timezone.now() - timedelta(minutes=5))
    news.happens(webhook.campaign)
    Wishes.objects.update_or_create(user=cast.allied, defaults={"refused_at": timezone.now(), "refusal": "550"})
    found = told(watched)
    assert figure(found, "deliveries", state="waiting") == waiting > 0
    assert 300 <= figure(found, "delivery_overdue_seconds") < 360
    assert figure(found, "happenings_untold") == 1
    assert figure(found, "letters_refused") == 1
    assert figure(found, "letters_due") > 0
    Delivery.objects.update(status=Delivery.Status.FAILED)
    assert figure(told(watched), "deliveries", state="failed") == waiting


def test_signs_of_life_fade(db: None, watched: Client):
    cache.clear()
    signs._last.clear()
    assert not [name for name, _ in told(watched) if "sign_of_life" in name]
    signs.leave("worker")
    assert 0 <= figure(told(watched), "sign_of_life_seconds", of="worker") < 5
    assert signs.is_fresh("worker")
    signs._last.clear()
    cache.clear()


def test_a_database_that_is_away_is_told_and_all_else_still_is(
    db: None, watched: Client, monkeypatch: pytest.MonkeyPatch
):
    def away() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(figures, "PARTS", (away,))
    found = told(watched)
    assert figure(found, "database_up") == 0
    assert figure(found, "disk_free_bytes") > 0


def test_requests_are_counted_by_the_name_of_their_address_and_not_by_the_address(cast: Cast, watched: Client):
    campaign = make.campaign(cast.owner)
    before = told(watched)
    name = {"view": "campaign", "method": "GET", "status": "4xx"}
    watched.force_login(cast.stranger)
    for number in (campaign.pk, 4_711):
        watched.get(reverse("campaign", args=[number]))
    watched.generic("BREW", "/no/such/page/")
    found = told(watched)
    assert (
        figure(found, "requests_total", **name) - before.get(("ready_room_requests_total", frozenset(name.items())), 0)
        == 2
    )
    assert figure(found, "request_seconds_count", view="campaign") > 0
    text = watched.get(reverse("metrics"), headers=BEARER).content.decode()
    for personal in ("4711", "BREW", "no/such", *(person.username for person in (cast.stranger, cast.allied))):
        assert f'"{personal}' not in text


def test_an_unwatched_site_counts_nothing(cast: Cast, client: Client, settings: Settings):
    settings.METRICS_TOKEN = TOKEN
    watched = Client()
    watched.get(reverse("sign-in"))
    before = told(watched)
    client.get(reverse("sign-in"))  # a client made before: the handler loads its middleware with its first request
    settings.METRICS_TOKEN = ""
    unwatched = Client()
    unwatched.get(reverse("sign-in"))
    settings.METRICS_TOKEN = TOKEN
    after = told(watched)
    name = {"view": "account_login", "method": "GET", "status": "2xx"}
    assert figure(after, "requests_total", **name) - figure(before, "requests_total", **name) == 1


def test_a_look_asks_the_database_little_however_much_waits(
    cast: Cast, watched: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    with django_assert_num_queries(FEW):
        told(watched)
    for minutes in range(20):
        queued(cast, minutes=minutes)
        news.happens(make.campaign(cast.owner) if minutes < 2 else None, kind="mission-drawn", person=cast.allied)
    with django_assert_num_queries(FEW):
        told(watched)


FEW = 5
"""Jobs, happenings, deliveries, e-mails that are due and that were refused; a sixth on PostgreSQL, for its size."""


def test_alerts_count_up_only_what_never_goes_down():
    """``increase`` and ``rate`` take a fall for a new beginning: of what is cleaned away the rest would count anew."""
    text = (ROOT / "deploy/alerts.yml").read_text(encoding="utf-8")
    counted = re.findall(r"(?:increase|rate)\((\w+)", text)
    assert counted
    assert {name.rpartition("_")[2] for name in counted} <= {"total", "bucket"}


def test_the_age_of_the_newest_backup_is_told_where_there_is_one(db: None, watched: Client, settings: Settings):
    assert not [name for name, _ in told(watched) if name == "ready_room_backup_age_seconds"]
    for hours in (30, 5):
        (settings.BACKUP_FOLDER / shelf.name_at(timezone.now() - timedelta(hours=hours))).touch()
    assert figure(told(watched), "backup_age_seconds") == pytest.approx(5 * 3600, abs=60)


def test_every_figure_of_the_alerts_is_told(db: None, watched: Client, settings: Settings):
    cache.clear()
    (settings.BACKUP_FOLDER / shelf.name_at(timezone.now())).touch()
    signs._last.clear()
    for kind in signs.KINDS:
        signs.leave(kind)
    watched.get(reverse("sign-in"))
    text = "\n".join(re.findall(r"expr: (.*)", (ROOT / "deploy/alerts.yml").read_text(encoding="utf-8")))
    asked = set(re.findall(r"\bready_room_\w+", text))
    assert len(asked) > 10
    assert asked <= {name for name, _ in told(watched)}
    signs._last.clear()
    cache.clear()


@pytest.mark.slow(why="gunicorn with two processes")
def test_two_processes_of_one_gunicorn_tell_the_same(tmp_path: Path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {"SECRET_KEY": "k" * 50, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "off", "METRICS_TOKEN": TOKEN}
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2"]
    environment = kept | own | {"READY_ROOM_DATA": str(tmp_path), "TMPDIR": str(tmp_path)}
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)

    def ask(path: str) -> str:
        for _ in range(300):
            try:
                with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers=BEARER), timeout=10) as answer:
                    return str(answer.read().decode())
            except HTTPError as answer:  # the house is not well: it has no database
                with answer:
                    return answer.read().decode()
            except OSError:
                time.sleep(0.1)
        raise AssertionError("gunicorn does not answer")

    try:
        for _ in range(12):
            ask("/healthz")
        found = {
            float(re.search(r'requests_total{[^}]*view="healthz"} (\S+)', ask("/metrics"))[1])  # type: ignore[index]
            for _ in range(8)
        }
    finally:
        server.terminate()
        server.wait(20)
    assert len(found) == 1
    assert found.pop() >= 12  # more, where one that took long was asked again
    assert not list(tmp_path.glob("ready-room-metrics-*"))
