"""Trying passwords is slow work: so many wrong ones, and the door stays shut for a while."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.contrib.auth import get_user
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from config.caches import SteadyRedis
from tests.accounts.people import app_for, sign_in
from tests.cast import Cast
from tests.config.test_settings import ROOT, SERVER
from tests.engine.broad import broad_rows


def test_the_eleventh_wrong_password_is_refused_while_others_come_in(cast: Cast):
    guesser = Client()
    answers = [sign_in(guesser, "reader", f"guess {number}").status_code for number in range(11)]
    assert answers == [422] * 10 + [429]
    locked = sign_in(guesser, "Reader", "reader")
    assert locked.status_code == 429
    assert "Too many wrong passwords or codes for this name from here." in locked.content.decode()
    other = Client()
    assert sign_in(other, "pilot", "pilot").status_code == 302
    assert get_user(other) == cast.pilot


def test_nobody_locks_the_owner_of_a_name_out(cast: Cast):
    for number in range(11):
        sign_in(Client(), "reader", f"guess {number}", REMOTE_ADDR="192.0.2.1")
    assert sign_in(Client(), "reader", "reader", REMOTE_ADDR="192.0.2.1").status_code == 429
    owner = Client()
    assert sign_in(owner, "reader", "reader", REMOTE_ADDR="198.51.100.7").status_code == 302
    assert get_user(owner) == cast.reader


def test_who_goes_on_guessing_waits_ever_longer(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    def guesses(minutes: int) -> int:
        """How many of eleven are heard after so many minutes."""
        monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: began + 60 * minutes)
        return [sign_in(Client(), "reader", "guess").status_code for _ in range(11)].count(422)

    began = time.time()
    assert [guesses(minutes) for minutes in (0, 11, 22, 62, 75, 200, 24 * 60 + 80)] == [10, 10, 0, 10, 10, 0, 10]


def test_while_redis_is_away_people_sign_in_and_guesses_are_counted_in_the_database(
    cast: Cast, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(SteadyRedis, "_away_until", 0.0)
    database = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "fallback_cache"}
    settings.CACHES = {
        "default": {"BACKEND": "config.caches.SteadyRedis", "LOCATION": f"unix://{tmp_path}/nothing.sock"},
        "fallback": database,
    }
    call_command("createcachetable")
    assert sign_in(Client(), "pilot", "pilot").status_code == 302
    assert [sign_in(Client(), "reader", f"guess {number}").status_code for number in range(11)] == [422] * 10 + [429]


def test_attempts_are_counted_where_all_processes_see_them(cast: Cast, settings: Settings, tmp_path: Path):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(tmp_path)}
    }
    answers = [sign_in(Client(), "reader", f"guess {number}").status_code for number in range(11)]
    assert answers == [422] * 10 + [429]
    assert list(tmp_path.glob("*.djcache"))


def test_right_passwords_are_not_counted(cast: Cast):
    for _ in range(12):
        assert sign_in(Client(), "reader", "reader").status_code == 302


def test_letters_that_reset_a_password_are_not_sent_without_end(cast: Cast, client: Client):
    for expected in [302] * 5 + [429]:
        answer = client.post(reverse("account_reset_password"), {"email": "reader@example.org"})
        assert answer.status_code == expected
    assert "That was tried too often from here" in answer.content.decode()
    assert "<h1>Too many attempts</h1>" in answer.content.decode()


def test_wrong_codes_of_a_second_factor_are_counted_too(cast: Cast, client: Client):
    client.force_login(cast.reader)
    app_for(client, "reader")
    guesser = Client()
    sign_in(guesser, "reader", "reader")
    answers = [guesser.post(reverse("mfa_authenticate"), {"code": f"{number:06}"}).status_code for number in range(12)]
    assert answers[0] == 422
    assert answers[-1] == 429


def from_address(client: Client, address: str, forwarded: str = "") -> int:
    """One wrong password from an address, as the server sees it."""
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    said = {"login": f"nobody {address} {forwarded}"[:40], "password": "x"}
    return client.post(reverse("sign-in"), said, REMOTE_ADDR=address, headers=headers).status_code


@pytest.fixture
def narrow(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "2/10m/ip"}


def test_attempts_are_counted_by_address(db: None, client: Client, narrow: None):
    assert [from_address(client, "192.0.2.1") for _ in range(3)] == [422, 422, 429]
    assert from_address(client, "192.0.2.2") == 422


def test_nobody_hides_behind_a_header_of_their_own(db: None, client: Client, narrow: None):
    answers = [from_address(client, "192.0.2.1", forwarded=f"198.51.100.{number}") for number in range(3)]
    assert answers == [422, 422, 429]


def test_behind_the_houses_own_proxy_the_address_that_it_saw_counts(
    db: None, client: Client, narrow: None, settings: Settings
):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    answers = [from_address(client, "127.0.0.1", forwarded=f"203.0.113.{number}, 198.51.100.1") for number in range(3)]
    assert answers == [422, 422, 429]
    assert from_address(client, "127.0.0.1", forwarded="198.51.100.2") == 422


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "FileBasedCache 0 console"),
        ({"REDIS_URL": "redis://localhost:6379/0"}, "SteadyRedis 0 console"),
        ({"TRUST_PROXY": "on", "EMAIL_URL": "submission://me:pa%20ss@mail.example.org"}, "FileBasedCache 1 smtp"),
    ],
)
def test_what_all_processes_count_they_count_together(tmp_path, environment: dict[str, str], expected: str):
    program = (
        "from config import settings as s;"
        "print(s.CACHES['default']['BACKEND'].split('.')[-1], getattr(s, 'ALLAUTH_TRUSTED_PROXY_COUNT', 0),"
        " s.EMAIL_BACKEND.split('.')[-2])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=SERVER | environment | {"READY_ROOM_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert run.stdout.strip() == expected, run.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    broad_rows([("SIGN_UP", "sometimes"), ("EMAIL_VERIFICATION", "never"), ("EMAIL_URL", "pigeon://coop")], 1),
)
def test_a_setting_that_means_nothing_is_refused(tmp_path, name: str, value: str):
    run = subprocess.run(
        [sys.executable, "-c", "from config import settings"],
        cwd=ROOT,
        env=SERVER | {"READY_ROOM_DATA": str(tmp_path), name: value},
        capture_output=True,
        text=True,
    )
    assert run.returncode != 0
    assert name in run.stderr
