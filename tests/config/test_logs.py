"""Log lines say what happened, and hold nothing that opens a door or that a side hides."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from pydantic import TypeAdapter, ValidationError

from accounts.operations import sign_in_links
from api.operations import tokens
from clubs.selectors.invitations import token_of
from config import logs, scrubbing
from missions import tasks
from missions.operations import flights
from missions.planning.orders import SideOrders
from notices.operations.inbox import wishes_of
from tests import make
from tests.cast import Cast

NO_SECRETS = {
    *("slug", "system", "sheet", "what", "kind", "name", "item", "side", "squadron", "code", "suffix", "document"),
    *("provider", "digest", "comment", "report", "job", "job_id"),
}
"""Parameters of addresses that are texts, and no keys: by themselves they open nothing."""
PLAN = "the Axis will come in low"
SQUADRON_KEY = "campaigns/<int:pk>/squadrons/<slug:key>/"
"""Named a key, and only what a squadron is called."""


class Lines(logging.Handler):
    """Every line as it would have been written."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(formatter)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


@pytest.fixture(params=[logs.ScrubbedLine, logs.JsonLine], ids=["line", "json"])
def lines(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """What the log comes to while a test runs, in either form and with all that the JSON has."""
    handler = Lines(request.param())
    loggers = [logging.getLogger(name) for name in ("", "django", "ready_room", "django.request", "celery")]
    before = [(each, each.level) for each in loggers]
    for each in loggers:
        each.addHandler(handler) if each.name in ("root", "django") else None
        each.setLevel(logging.INFO)
    yield handler.told
    for each, level in before:
        each.removeHandler(handler)
        each.setLevel(level)


def routes(patterns: Any, before: str = "") -> Iterator[tuple[str, set[str]]]:
    """Every address of the house, with those of its parameters that are no numbers."""
    for each in patterns:
        if isinstance(each, URLResolver):
            if "admin" not in str(each.pattern):
                yield from routes(each.url_patterns, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            numbers = {name for name, of in each.pattern.converters.items() if type(of).__name__ == "IntConverter"}
            yield before + str(each.pattern), set(each.pattern.regex.groupindex) - numbers


def test_every_address_that_holds_a_key_is_known_to_the_log():
    for route, names in routes(get_resolver().url_patterns):
        if names - NO_SECRETS and not route.startswith(SQUADRON_KEY):
            place = re.split(r"<|\(\?P", route)[0].lstrip("^").rstrip("/")
            assert place in scrubbing.SECRET_PLACES, f"{route}: say in config/scrubbing.py that it holds a key"


@pytest.mark.django_db
def test_no_key_by_which_somebody_comes_in_is_written(cast: Cast, lines: list[str]):
    club = make.people_of(cast)
    calendar = wishes_of(cast.owner).calendar
    token = token_of(make.invitation(club, cast.owner).pk)
    link = sign_in_links.link(cast.owner, "http://localhost").rstrip("/").rpartition("/")[2]
    client = Client(raise_request_exception=False)
    client.get(reverse("enter", args=[link + "x"]))
    client.get(f"/enter/{link}?next={link}")
    with mock.patch("accounts.views.accounts.sign_in_links.holder", side_effect=RuntimeError(link)):
        client.get(reverse("enter", args=[link]))
    client.get(reverse("invitation", args=[token]) + "nowhere/")
    client.get(f"/calendar/{calendar}.ical")
    client.post(reverse("sign-in"), {"login": "owner", "password": "hunter-twenty-two"})
    _, of_a_program = tokens.make(actor=cast.owner, key=uuid4(), label="Bot", scopes=["campaigns"], days=30)
    client.get(reverse("api-nothing") + of_a_program, headers={"Authorization": f"Bearer {of_a_program}"})
    with mock.patch("api.views.answers.caller_of", side_effect=RuntimeError(of_a_program)):
        client.get(reverse("api-me") + f"?token={of_a_program}", headers={"Authorization": f"Bearer {of_a_program}"})
    cookie = client.cookies["csrftoken"].value if "csrftoken" in client.cookies else "none-was-set"
    assert lines
    for secret in (link, token, of_a_program, str(calendar), "hunter-twenty-two", cookie, link[:20]):
        assert secret not in "\n".join(lines)


@pytest.mark.django_db
def test_a_page_that_breaks_is_logged_with_its_request_and_nobodys_words(cast: Cast, lines: list[str]):
    client = Client(raise_request_exception=False)
    client.force_login(cast.owner)
    cookie = client.cookies["sessionid"].value

    def breaks(request: HttpRequest) -> None:
        raise ValueError(f"{request.COOKIES} and {PLAN}")

    with mock.patch("config.busy.Patience.__call__", lambda self, request: breaks(request)):
        answer = client.get(reverse("home"))
    assert answer.status_code == 500
    told = "\n".join(lines)
    assert answer.headers["X-Request-ID"] in told
    assert "ValueError" in told
    assert "breaks" in told, "where it happened"
    assert cookie not in told
    assert PLAN not in told


@pytest.mark.parametrize(
    ("said", "kept", "lost"),
    [
        ("redis://:s3cretword@db:6379/0 is away", "db:6379/0 is away", "s3cretword"),
        ("postgres://flyer:pass%20word@db/ready", "db/ready", "pass%20word"),
        ("Cookie: sessionid=abc123; csrftoken=def456", "Cookie", "abc123"),
        ("sessionid=q1w2", "sessionid", "q1w2"),
        ("{'password': 'hunter two', 'name': 'Bob'}", "Bob", "hunter two"),
        ("Authorization: Bearer abc.def", "Authorization", "abc.def"),
        ("a letter to bob@example.org", "a letter to", "bob@example"),
        ("GET /campaigns/3/?token=abc HTTP/1.1", "/campaigns/3/?", "abc"),
        ("wishes of 5f0c3d1e-8a4b-4c2d-9e6f-7a8b9c0d1e2f", "wishes of", "5f0c3d1e"),
        ("signs with kL9xWq2ZpR7tYv4NmB8cXs3D", "signs with", "kL9xWq2"),
        ("webhook secret=abcd", "webhook", "abcd"),
    ],
)
def test_what_looks_like_a_secret_is_taken_out(said: str, kept: str, lost: str):
    told = scrubbing.scrubbed(said)
    assert kept in told
    assert lost not in told


def test_a_text_without_end_is_cut_before_a_word():
    """A pattern that takes twice as long for a longer text would let a stranger keep the server busy by an address."""
    told = scrubbing.scrubbed("Not Found: " + "x " * 4_000 + "half-a-secret" * 1_000)
    assert len(told) <= scrubbing.LONGEST
    assert told.startswith("Not Found: x x")
    assert "half-a" not in told


def test_what_an_operator_needs_stays(settings: Any):
    job = uuid4()
    for said in (
        f"job {job} was interrupted",
        "Not Found: /campaigns/12/missions/3/",
        "/srv/ready-room/data/ready-room.sqlite3 is locked",
        "missions.tasks.fly was not known to the worker",
    ):
        assert scrubbing.scrubbed(said) == said


def test_this_installations_own_secrets_are_taken_out_wherever_they_stand(settings: Any):
    settings.METRICS_TOKEN = "let me see"
    scrubbing._own.cache_clear()
    assert "let me see" not in scrubbing.scrubbed(f"x{settings.METRICS_TOKEN}y and {settings.SECRET_KEY}")
    assert settings.SECRET_KEY not in scrubbing.scrubbed(settings.SECRET_KEY)
    scrubbing._own.cache_clear()


def test_the_row_that_a_database_quotes_is_not_written():
    error = IntegrityError('violates unique constraint "names"\nDETAIL: Key (username)=(bob) already exists.')
    assert scrubbing.words(error) == 'IntegrityError: violates unique constraint "names"'


@pytest.mark.django_db
def test_sealed_orders_do_not_get_into_the_log_of_a_worker(cast: Cast, lines: list[str]):
    mission = make.planned(make.campaign(cast.owner))
    plan = {"units": ["the-secret-crate"]}
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(SideOrders).validate_python(plan)
    assert "the-secret-crate" in str(caught.value), "or there is nothing to keep out"
    with mock.patch("missions.flights.flying.flown", side_effect=caught.value):
        job = flights.queue_flight(actor=cast.owner, mission=mission)
        tasks.fly.apply(args=(str(job.pk),))
    told = "\n".join(lines)
    assert "ValidationError" in told
    assert f"{job.pk}" in told
    assert "the-secret-crate" not in told


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("trusted", "said", "taken"),
    [(True, "abc-123.DEF_4", True), (False, "abc-123.DEF_4", False), (True, "a\nb forged line", False)],
)
def test_a_request_keeps_the_id_that_a_trusted_proxy_gave_it(
    client: Client, settings: Any, trusted: bool, said: str, taken: bool
):
    settings.TRUST_PROXY = trusted
    number = client.get(reverse("sign-in"), headers={"X-Request-ID": said}).headers["X-Request-ID"]
    assert (number == said) is taken
    assert re.fullmatch(r"[\w.-]{8,64}", number)


@pytest.mark.django_db
def test_as_json_each_request_and_each_task_has_a_line_of_its_own(client: Client, cast: Cast):
    handler = Lines(logs.JsonLine())
    logger = logging.getLogger("ready_room")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        number = client.get(reverse("sign-in")).headers["X-Request-ID"]
        with logs.lines_about(request=number):
            job = flights.queue_flight(actor=cast.owner, mission=make.planned(make.campaign(cast.owner)))
            tasks.fly.apply(args=(str(job.pk),), headers={"request_number": number})
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    page, *_, task = map(json.loads, handler.told)
    assert (page["request"], page["view"], page["status"]) == (number, "account_login", 200)
    assert page["ms"] > 0
    assert (task["task"], task["job"], task["state"]) == ("missions.tasks.fly", str(job.pk), "SUCCESS")
    assert task["request"] == number


def test_a_job_is_named_by_the_line_that_tells_of_it():
    number = str(uuid4())
    record = logging.LogRecord("x", logging.ERROR, "", 0, "job %s failed: %s", (number, KeyError("plan")), None)
    assert logs.ScrubbedLine().message(record) == f"job {number} failed: KeyError"


def test_what_is_no_format_is_a_line_all_the_same():
    record = logging.LogRecord("x", logging.ERROR, "", 0, "%d of %s", ("two",), None)
    assert "%d of %s" in logs.ScrubbedLine().format(record)


@pytest.mark.django_db
def test_an_account_is_named_to_nobody(lines: list[str]):
    user = User.objects.create_user("Somebody", email="somebody@example.org")
    try:
        raise KeyError(user.email) from OSError(f"cannot reach {user.email}")
    except KeyError:
        logging.getLogger("x").exception("no letter to %s", user.email)
    assert "somebody@" not in "\n".join(lines)
    assert "OSError: cannot reach" in "\n".join(lines)
