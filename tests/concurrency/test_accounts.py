"""Owners who close their accounts at once, and two who take a name. On SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Barrier

import pytest
from django.contrib.auth.models import User

from accounts.operations import accounts
from campaigns.models import Campaign
from clubs.models import Club, ClubRole
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def owners_of_the_site() -> list[User]:
    return [User.objects.create_superuser(f"chief-{number}") for number in range(2)]


def close(user: User) -> str:
    return accounts.close(user=user, texts=False)


def test_of_two_owners_of_the_site_who_go_at_once_one_stays(db: None):
    chiefs = owners_of_the_site()
    results = all_at_once(*(partial(close, each) for each in chiefs))
    assert kinds(results) == {"str": 1, "Refusal": 1}, results
    assert User.objects.filter(is_superuser=True, is_active=True).count() == 1


@contextmanager
def unlocked(user: User) -> Iterator[tuple[list[Club], list[Campaign]]]:
    """What closing would be without its locks and its transaction."""
    yield [], []


def test_without_the_lock_both_owners_of_the_site_go(db: None, monkeypatch: pytest.MonkeyPatch):
    chiefs = owners_of_the_site()
    past_the_guard = Barrier(2, timeout=PATIENCE)
    obstacles = accounts.obstacles

    def wait_for_the_other(user: User) -> list[str]:
        found = obstacles(user)
        past_the_guard.wait()
        return found

    monkeypatch.setattr(accounts, "locked", unlocked)
    monkeypatch.setattr(accounts, "obstacles", wait_for_the_other)
    results = all_at_once(*(partial(close, each) for each in chiefs))
    assert kinds(results) == {"str": 2}, results
    assert not User.objects.filter(is_superuser=True).exists()


def test_of_two_owners_of_a_club_who_go_at_once_one_stays(cast: Cast):
    club = make.people_of(cast)
    club.members.filter(user=cast.umpire).update(role=ClubRole.OWNER)
    results = all_at_once(partial(close, cast.owner), partial(close, cast.umpire))
    assert kinds(results) == {"str": 1, "Refusal": 1}, results
    assert club.members.filter(role=ClubRole.OWNER).count() == 1


def test_a_name_taken_by_two_at_once_is_ones(cast: Cast):
    wishes = ((cast.pilot, "Biggles"), (cast.reader, "BIGGLES"))
    results = all_at_once(*(partial(accounts.rename, user=user, name=name) for user, name in wishes))
    assert kinds(results) == {"NoneType": 1, "Refusal": 1}, results
    assert User.objects.filter(username__iexact="Biggles").count() == 1


def test_somebody_who_closes_in_two_tabs_is_closed_once(cast: Cast):
    results = all_at_once(*[partial(close, cast.reader)] * 2)
    assert kinds(results) == {"str": 2}, results
    assert set(results) == {f"Former member {cast.reader.pk}"}
