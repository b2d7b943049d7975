"""While somebody else holds the database: who reads notices nothing, who writes gets a sentence and another try."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterator
from html import unescape

import pytest
from django.contrib.auth import get_user
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from accounts.operations import sign_in_links
from config import busy
from missions.models import Print
from tests import cast as people
from tests import make
from tests.cast import Cast

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's lock is the whole file's"),
]


@pytest.fixture
def crew(transactional_db: None) -> Cast:
    return people.assemble()


@pytest.fixture
def other(crew: Cast) -> Iterator[sqlite3.Connection]:
    """Another program, which can hold the database."""
    connection.ensure_connection()
    program = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    yield program
    program.close()


def hold(program: sqlite3.Connection, waits: int = 2_000) -> None:
    """Hold the lock; the house waits so many milliseconds for it."""
    connection.cursor().execute(f"PRAGMA busy_timeout = {waits}")
    program.execute("BEGIN IMMEDIATE")


def kept(page: str) -> dict[str, list[str]]:
    """What a page would send again."""
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    found: dict[str, list[str]] = {}
    for name, value in fields:
        if name != "csrfmiddlewaretoken":
            found.setdefault(unescape(name), []).append(unescape(value))
    return found


def test_who_writes_gets_a_sentence_and_everything_typed_to_send_again(
    crew: Cast, other: sqlite3.Connection, client: Client
) -> None:
    client.force_login(crew.owner)
    club, words = reverse("club-new"), 'The "Lions" & <Tigers>\r\nof Tobruk'
    form = {"name": words.split("\r")[0], "about": words, "time_zone": "Europe/London"}
    hold(other, waits=1)
    answer = client.post(club, form)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "20"
    page = answer.content.decode()
    assert "Nothing was changed" in page
    assert f'action="{club}"' in page
    again = kept(page)
    assert {name: values[0].replace("\n", "\r\n").replace("\r\r", "\r") for name, values in again.items()} == form
    other.execute("ROLLBACK")
    assert client.post(club, again).status_code == 302


def test_who_writes_from_a_part_of_a_page_gets_the_sentence_on_it_and_keeps_the_form(
    crew: Cast, other: sqlite3.Connection, client: Client
) -> None:
    client.force_login(crew.owner)
    hold(other, waits=1)
    form = {"name": "Lions", "time_zone": "Europe/London"}
    answer = client.post(reverse("club-new"), form, headers={"HX-Request": "true"})
    assert answer.status_code == 503
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#alert", "innerHTML")
    words = answer.content.decode().strip()
    assert words.startswith('<p class="notice error" role="alert">The database is busy, and nothing was changed.')
    assert words.endswith("</p>")
    other.execute("ROLLBACK")
    page = client.get(reverse("club-new")).content.decode()
    assert '<div id="alert" class="alert"></div>' in page
    assert '"code":"(422|503)","swap":true' in page


def test_a_password_is_not_written_into_the_page(crew: Cast, other: sqlite3.Connection, client: Client) -> None:
    hold(other, waits=1)
    answer = client.post(reverse("sign-in"), {"login": "reader", "password": "reader"})
    assert answer.status_code == 503
    assert not kept(answer.content.decode())
    assert "go back to the form" in answer.content.decode()
    other.execute("ROLLBACK")
    client.post(reverse("sign-in"), {"login": "reader", "password": "reader"})
    assert get_user(client) == crew.reader


def fails(code: int) -> OperationalError:
    """What Django raises of an error of SQLite's."""
    cause = sqlite3.OperationalError("no")
    cause.sqlite_errorcode = code
    error = OperationalError("no")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        fails(sqlite3.SQLITE_FULL),
        fails(sqlite3.SQLITE_READONLY_DBMOVED),
        fails(sqlite3.SQLITE_IOERR_WRITE),
        OSError(errno.ENOSPC, "No space left on device"),
    ],
    ids=str,
)
def test_a_disk_that_takes_no_writing_is_told_as_what_it_is_and_nothing_that_was_typed_is_lost(
    error: Exception, crew: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(crew.owner)

    def found(**said: object) -> None:
        raise error

    monkeypatch.setattr("clubs.operations.clubs.found", found)
    form = {"name": "Lions", "about": "", "time_zone": "Europe/London"}
    answer = client.post(reverse("club-new"), form)
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "The disk of this server is full, or may only be read." in page
    assert "too long" not in page
    assert {name: values[0] for name, values in kept(page).items()} == form
    part = client.post(reverse("club-new"), form, headers={"HX-Request": "true"}).content.decode()
    assert "Nothing can be written down here just now" in part
    assert "busy" not in part


def test_a_database_that_is_gone_before_it_is_known_who_asks_is_told_too(
    crew: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A middleware reads the session: what fails there never comes to a page."""
    client.force_login(crew.owner)
    client.raise_request_exception = False

    def gone(*args: object) -> None:
        raise InterfaceError("the connection is closed")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", gone)
    answer = client.get(reverse("home"))
    assert answer.status_code == 503
    assert "The database is busy" in answer.content.decode()


def test_a_fault_of_ours_is_no_fault_of_the_database(
    crew: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(crew.owner)
    client.raise_request_exception = False

    def wrong(*args: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", wrong)
    assert client.get(reverse("home")).status_code == 500


def test_who_reads_waits_for_nobody(crew: Cast, other: sqlite3.Connection, client: Client) -> None:
    campaign = make.campaign(crew.owner)
    client.force_login(crew.owner)
    hold(other)
    pages = [
        reverse("home"),
        reverse("campaign", args=(campaign.pk,)),
        reverse("notice-settings"),
        reverse("campaign-print", args=(campaign.pk, "log", "pdf")),
        reverse("enter", args=(sign_in_links.token_for(crew.reader),)),
    ]
    assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)
    assert not Print.objects.exists()
    other.execute("ROLLBACK")
    client.get(pages[3])
    assert Print.objects.exists()


class ServerError(Exception):
    """What PostgreSQL's driver raises."""

    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "expected"),
    [("57P01", True), ("08006", True), (None, True), ("53100", True), ("25006", True), ("42P01", False)],
)
def test_a_server_that_is_away_is_waited_for_and_a_fault_is_a_fault(sqlstate: str | None, expected: bool) -> None:
    error = OperationalError("no")
    error.__cause__ = ServerError(sqlstate)
    assert busy.passes(error) is expected
    assert busy.passes(InterfaceError("gone"))
    assert not busy.passes(ValueError("no"))
