"""Who may open what: every address, everybody who may come to it, what he gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from time import monotonic
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.template import TemplateDoesNotExist
from django.template.backends.django import Template
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.urls.converters import IntConverter, UUIDConverter
from django.views import defaults

from campaigns.documents.kit.document import Document
from config import health
from missions.models import Mission
from tests import make
from tests.access.campaign_rows import CAMPAIGNS
from tests.access.club_rows import CLUBS
from tests.access.house_rows import HOUSE
from tests.access.rows import (
    DOOR,
    PEOPLE,
    SEND_THEMSELVES,
    Row,
    nothing,
    of_book,
    of_campaign,
    of_mission,
    of_own_pilot,
    of_side_of_game,
    of_skirmish,
    of_table,
    of_table_skirmish,
    of_webhook,
)
from tests.cast import Cast

SOMETHING: dict[type, Any] = {IntConverter: 1, UUIDConverter: UUID(int=1)}
"""Parameters of addresses that are no texts."""
ACTS: dict[str, Callable[[Mission], tuple[Any, ...]]] = {
    "sign-out": nothing,
    "demo-fill": nothing,
    "demo-away": nothing,
    "office-job-again": lambda mission: (UUID(int=1),),
    "office-delivery-again": lambda mission: (1,),
    "office-letter-again": lambda mission: (1,),
    "account-devices": nothing,
    "api-token-withdraw": lambda mission: (1,),
    "discord-unlink": nothing,
    "notices-read": nothing,
    "calendar-renew": nothing,
    "skirmish-again": of_skirmish,
    "skirmish-delete": of_skirmish,
    "skirmish-share": of_skirmish,
    "skirmish-take-back": of_table_skirmish,
    "skirmish-table-keep": of_table_skirmish,
    "skirmish-table-discard": of_table_skirmish,
    "skirmish-book-strike": of_book,
    "own-pilot-delete": of_own_pilot,
    "guide-begin": lambda mission: ("first-dogfight",),
    "game-decide": of_side_of_game,
    "game-take-back": of_side_of_game,
    "game-habits": of_side_of_game,
    "game-rest": of_side_of_game,
    "game-hand-over": of_side_of_game,
    "campaign-note": of_campaign,
    "campaign-odds-cancel": of_campaign,
    "mission-analysis-cancel": of_mission,
    "skirmish-analysis-cancel": of_skirmish,
    "campaign-period": of_campaign,
    "campaign-draw": of_campaign,
    "campaign-choose": of_campaign,
    "campaign-take-back": of_campaign,
    "claims-confirm": of_campaign,
    "webhook-test": of_webhook,
    "webhook-delete": of_webhook,
    "mission-fly": of_mission,
    "mission-share": of_mission,
    "mission-forecast-cancel": lambda mission: (*of_mission(mission), "allied"),
    "mission-give-up": of_mission,
    "mission-to-staff": of_mission,
    "mission-ground": of_mission,
    "mission-open": of_mission,
    "mission-late": of_mission,
    "mission-left": of_mission,
    "mission-withdraw": of_mission,
    "mission-results-close": of_mission,
    "mission-table-keep": of_mission,
    "mission-table-discard": of_mission,
    "mission-companion-clear": of_mission,
    "mission-result-decide": of_table,
    "mission-result-approve": of_table,
    "mission-result-withdraw": of_table,
}
"""Who merely follows a link to these is led away from it, whoever it is, and what is there is told on that page."""

MATRIX = [
    *HOUSE,
    *CAMPAIGNS,
    *CLUBS,
    *(Row(name, "get", SEND_THEMSELVES, args) for name, args in ACTS.items()),
]


FIRST_GETS = {row.name: row for row in reversed(MATRIX) if row.method == "get"}
"""Of each address one row; there it is asked with HEAD, too."""
MOST_ROWS = 10
"""Of one test, so that several processes share them."""


def by_state() -> Iterator[Any]:
    """The rows that need the same, which is made once for all of them."""
    states: dict[tuple[Callable[[Any], Mission], str], list[Row]] = {}
    for row in MATRIX:
        states.setdefault((row.state, row.slug), []).append(row)
    for (state, slug), rows in states.items():
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            yield pytest.param(state, slug, some, id=f"{state.__name__} {slug} from {some[0]}")


@pytest.fixture(autouse=True)
def _paper_is_blank() -> Iterator[None]:
    """Who may have a document is asked here; what stands in it elsewhere, and to set it takes long."""
    with mock.patch.object(Document, "produce", return_value=b"%PDF-"):
        yield


@pytest.fixture(autouse=True)
def _refusals_are_short() -> Iterator[None]:
    """Who is kept out is asked here; the page that tells him so is the same everywhere, and takes its time."""
    none = mock.Mock(get_template=mock.Mock(side_effect=TemplateDoesNotExist("404.html")))
    with mock.patch.object(defaults, "loader", none):
        yield


@pytest.fixture(autouse=True)
def _just_started() -> Iterator[None]:
    """Where nobody works, the house is well for as long as workers may be starting."""
    with mock.patch.object(health, "STARTED", monotonic()):
        yield


def telling(row: Row) -> list[str]:
    """Of neighbours who get the same the last, who may do most of them: nobody beyond a door comes nearer to it."""
    after = (*row.expected[1:], None)
    return [who for who, gets, next_gets in zip(PEOPLE, row.expected, after, strict=True) if gets != next_gets]


def is_behind_the_door(url: str) -> bool:
    """The middleware at the door lets nobody through to it who is not signed in."""
    return bool(getattr(resolve(url).func, "login_required", True))


@pytest.mark.slow("ten addresses, asked for by eight people")
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.sweep)], ids=["telling", "everybody"])
@pytest.mark.parametrize(("state", "slug", "rows"), list(by_state()))
def test_everybody_gets_what_his_seat_allows_and_no_more(
    state: Callable[[Any], Mission], slug: str, rows: Sequence[Row], whole: bool, cast: Cast, subtests: pytest.Subtests
) -> None:
    number = state(make.club(cast, slug)).pk
    asked = {person for row in rows for person in (PEOPLE if whole else telling(row))} - {"anonymous"}
    sessions = {person: session_of(getattr(cast, person)) for person in asked}
    for row in rows:
        with subtests.test(str(row)), undone():
            mission = Mission.objects.select_related("campaign__pack").get(pk=number)
            url, data = reverse(row.name, args=row.args(mission)), row.data(mission)
            people = list(PEOPLE) if whole else telling(row)
            if is_behind_the_door(url):
                assert row.expected[0] == DOOR
                if not whole and row is not rows[0]:
                    people.remove("anonymous")
            expected = dict(zip(PEOPLE, row.expected, strict=True))
            seen = {
                person: answer(sessions.get(person), row, row.method, url, data, whole or person == people[-1])
                for person in people
            }
            assert seen == {person: expected[person] for person in people}
            if whole and row is FIRST_GETS.get(row.name):
                assert answer(sessions["allied"], row, "head", url, data, False) == expected["allied"]


WRITES = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT")
NOTE_SOMETHING = {
    "campaign-print": "keeps what it has made, if the database has time",
    "notice-settings": "makes the secret of the calendar's address, if the database has time",
    "invitation": "remembers in the session of a guest where the guest came from",
}
"""Pages that write though they are only looked at, and what."""


def only_reads(row: Row, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Looking at a page waits for no writer: it neither writes nor opens a transaction, which on SQLite is the same."""
    if row.method == "get" and row.name not in NOTE_SOMETHING:
        assert not sql.startswith(WRITES), f"{row} writes: {sql[:80]}"
    return execute(sql, params, many, context)


@contextmanager
def undone() -> Iterator[None]:
    """What happens in it has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


VISITOR = Client()
"""Whoever it is just now: the session in the cookie says who."""


NOTHING_IS_WRITTEN_OUT = mock.patch.object(Template, "render", return_value="")
"""A page is made up to its words, which most of its time goes into."""


def answer(
    session: str | None, row: Row, method: str, url: str, data: dict[str, Any], is_written_out: bool
) -> int | str:
    VISITOR.cookies.clear()
    if session is not None:
        VISITOR.cookies[settings.SESSION_COOKIE_NAME] = session
    with (
        undone(),
        connection.execute_wrapper(partial(only_reads, row)),
        nullcontext() if is_written_out else NOTHING_IS_WRITTEN_OUT,
    ):
        response = getattr(VISITOR, method)(url, data)
    if response.status_code == 302 and response["Location"].startswith(f"{reverse('sign-in')}?next="):
        return DOOR
    return int(response.status_code)


def addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of every address but those of Django's admin, and parameters with which it can be asked for."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace == "admin":
            continue
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            taken = pattern.pattern.regex.groupindex
            yield pattern.name, {each: SOMETHING.get(type(pattern.pattern.converters.get(each)), "x") for each in taken}


def test_no_address_lacks_a_row() -> None:
    found = {name for name, _ in addresses(get_resolver().url_patterns)}
    assert {row.name for row in MATRIX if not row.name.startswith("admin:")} == found


def test_no_address_answers_to_a_method_that_lacks_a_row(cast: Cast, client: Client) -> None:
    """Whoever owns a campaign asks: a view that takes a method says something else than 405.

    Most say so at their door, before anything else is looked at; the whole house is asked about the others.
    """
    rows = {(row.name, row.method) for row in MATRIX}
    client.force_login(cast.owner)
    lacking = []
    for name, named in addresses(get_resolver().url_patterns):
        url = reverse(name, kwargs=named)
        view, args, kwargs = resolve(url)
        for method in ("get", "post", "put", "patch", "delete", "options", "trace"):
            if (name, method) in rows:
                continue
            with suppress(Exception):
                if view(RequestFactory().generic(method.upper(), url), *args, **kwargs).status_code == 405:
                    continue
            if getattr(client, method)(url).status_code != 405:
                lacking.append((name, method))
    assert not lacking


@pytest.mark.parametrize(
    ("name", "args", "page"),
    [
        ("campaign-draw", of_campaign, "campaign"),
        ("campaign-period", of_campaign, "campaign"),
        ("campaign-choose", of_campaign, "campaign"),
        ("campaign-take-back", of_campaign, "campaign-changes"),
        ("mission-ground", of_mission, "mission"),
        ("mission-open", of_mission, "mission"),
        ("mission-fly", of_mission, "mission"),
        ("mission-withdraw", of_mission, "mission-debrief"),
        ("sign-out", nothing, "home"),
    ],
)
def test_following_a_link_to_an_act_leads_to_its_page_and_does_nothing(
    name: str, args: Callable[[Mission], tuple[Any, ...]], page: str, cast: Cast, client: Client
) -> None:
    mission = make.debriefed(make.club(cast)) if name != "mission-fly" else make.planned(make.club(cast))
    entries = mission.campaign.entries.count()
    client.force_login(cast.owner)
    response = client.get(reverse(name, args=args(mission)))
    assert response["Location"] == reverse(page, args=args(mission))
    assert mission.campaign.entries.count() == entries
    assert mission.campaign.missions.count() == 1
    assert not mission.jobs.exists()
    assert client.get(reverse("home")).status_code == 200


def test_a_mission_is_not_found_under_another_campaign(cast: Cast, client: Client) -> None:
    mine = make.campaign(cast.stranger)
    others = make.drawn(make.club(cast))
    client.force_login(cast.stranger)
    assert client.get(reverse("mission", args=(mine.pk, others.number))).status_code == 404
    assert client.get(reverse("mission", args=(others.campaign_id, others.number))).status_code == 404
