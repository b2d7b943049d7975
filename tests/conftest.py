"""Fixtures that every test of the web house may ask for."""

from __future__ import annotations

import gc
import math
import os
import time
from collections.abc import Generator, Iterator
from typing import Final
from unittest import mock

import hypothesis
import pytest
from django.contrib.auth.models import User
from django.template import Context, Template
from django.test import Client
from django.utils.safestring import SafeString

from config import health
from tests import kept, plans
from tests.cast import Cast
from tests.emptied import emptied
from tests.engine import broad
from tests.engine.rules import MARK
from tests.template import django_db_keepdb, django_db_setup, gathered, migrated

__all__ = ["django_db_keepdb", "django_db_setup", "emptied", "gathered", "migrated"]

# A machine that is busy with something else is slow, not wrong.
# Each run looks at other examples, so few are enough.
hypothesis.settings.register_profile(
    "patient", max_examples=40, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")

MOST_SECONDS: Final = 6.0
"""Of a processor, not of the clock. On a quiet machine a test that takes half of it is dear: a busy one fails none."""
QUIET_MILLION: Final = 0.04
"""Seconds that a quiet machine takes to add up a million numbers; a busy one takes longer for everything."""


def pytest_configure(config: pytest.Config) -> None:
    chosen: str = config.getoption("markexpr")
    broad.is_left_out = chosen.endswith("not sweep") and " or " not in chosen
    config.addinivalue_line("markers", f"{MARK}(*ids): proves these sections of the rulebooks (tests/engine/rules.py)")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """While tests are collected nothing goes: to look for garbage among them is a sixth of the time that it takes."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What is there by now stays; looking for garbage in it over and over is a tenth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Where a run has an end (``SWEEP_UNTIL``, in seconds since 1970) the sweep begins nothing new after it."""
    if any(item.iter_markers("sweep")) and time.time() > float(os.environ.get("SWEEP_UNTIL", "inf")):
        pytest.skip("the time for this run is over")


def processor_seconds() -> float:
    """What this process and the children it has waited for have used."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def slowness() -> float:
    """How many times slower than a quiet machine this one is at the moment."""
    began, total = processor_seconds(), 0
    for number in range(1_000_000):
        total += number
    return max(1.0, (processor_seconds() - began) / QUIET_MILLION)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """A test that is dear on SQLite says why, or belongs to the sweep."""
    began = processor_seconds()
    yield
    spent = processor_seconds() - began
    far, plans.found[:] = plans.found[:], ()
    if far:
        pytest.fail("\n".join(["All rows are read of a table that grows (tests/plans.py).", *far]))
    if any(item.iter_markers("slow")) or any(item.iter_markers("sweep")) or "DATABASE_URL" in os.environ:
        return
    if spent > MOST_SECONDS and spent > MOST_SECONDS * slowness():
        pytest.fail(f"{spent:.1f} s of a processor: make it cheaper, or mark it slow (and say why) or sweep")


@pytest.fixture(autouse=True, scope="session")
def _of_widgets_nothing_is_told(django_test_environment: None) -> Iterator[None]:
    """A page tells a test of each template that it is made of, with a copy of all that the template was given.

    Nobody asks that of the hundreds of fields of a form, and it takes a fifth of the time.
    """
    told = Template._render  # type: ignore[attr-defined]

    def render(template: Template, context: Context) -> SafeString:
        if (template.name or "").startswith("django/forms/"):
            return template.nodelist.render(context)
        return told(template, context)  # type: ignore[no-any-return]

    with mock.patch.object(Template, "_render", render):
        yield


@pytest.fixture(autouse=True, scope="session")
def _every_query_is_looked_at(django_test_environment: None) -> Iterator[None]:
    with plans.watched():
        yield


@pytest.fixture(autouse=True, scope="session")
def _however_long_the_tests_have_been_running(django_test_environment: None) -> Iterator[None]:
    """The house is as well as one that has just begun: it has no worker, and a busy machine is no ill one."""
    with mock.patch.object(health, "GRACE", math.inf), mock.patch.object(health, "PATIENCE", 60):
        yield


@pytest.fixture
def cast(request: pytest.FixtureRequest, db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cast]:
    """The people of the tests, in the database."""
    set_otherwise = "settings" in request.fixturenames
    with kept.beginning(lambda: set_otherwise or bool(monkeypatch._setattr or monkeypatch._setitem)) as people:
        yield people


@pytest.fixture
def owner(cast: Cast, client: Client) -> User:
    """Who owns what most tests make, signed in."""
    client.force_login(cast.owner)
    return cast.owner
