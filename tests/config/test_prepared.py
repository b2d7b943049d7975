from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from importlib import import_module
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, F, Window
from django.db.models.functions import Upper
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Campaign, Role, Seat
from campaigns.operations import seats
from config.common import prepared
from config.common.prepared import Prepared, have_fetched, moment, number, several, text, uuid
from missions.models import Job
from missions.operations import jobs
from tests import make
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.portable]


def test_what_is_asked_by_name_is_found_for_each_who_asks(cast: Cast, django_assert_num_queries):
    theirs = Prepared(lambda: Campaign.objects.filter(owner=number("owner")).order_by("pk"))
    mine, another = make.campaign(cast.owner), make.campaign(cast.umpire)
    for user, own in ((cast.owner, mine), (cast.umpire, another), (cast.owner, mine)):
        with django_assert_num_queries(1):
            assert theirs(owner=user.pk) == [own]
    assert theirs(owner=cast.stranger.pk) == []
    assert theirs.first(owner=cast.stranger.pk) is None
    with pytest.raises(KeyError):
        theirs(user=cast.owner.pk)


def test_objects_come_as_the_queryset_gives_them(cast: Cast, django_assert_num_queries):
    begun = make.club(cast)
    found = Seat.objects.select_related("user", "stand_in", "campaign__pack").annotate(loud=Upper("user__username"))
    asked = Prepared(lambda: found.filter(campaign=number("campaign")))
    usual = list(found.filter(campaign=begun))
    assert len(usual) > 2
    with django_assert_num_queries(1):
        rows = asked(campaign=begun.pk)
        for row, as_usual in zip(rows, usual, strict=True):
            for field in Seat._meta.concrete_fields:
                assert getattr(row, field.attname) == getattr(as_usual, field.attname)
            assert (row.user, row.stand_in, row.campaign.pack) == (
                as_usual.user,
                as_usual.stand_in,
                as_usual.campaign.pack,
            )
            assert vars(row)["loud"] == vars(as_usual)["loud"]
            assert row.campaign.pack.source == begun.pack.source
            assert not row._state.adding


def test_values_come_in_their_order_with_moments_and_documents_read(cast: Cast):
    begun = make.campaign(cast.owner)
    asked = Prepared(
        lambda: Campaign.objects.filter(pk=number("campaign")).values_list("created_at", "name", F("owner__username"))
    )
    assert asked(campaign=begun.pk) == [(begun.created_at, begun.name, "owner")]
    journal = Prepared(lambda: begun.entries.order_by("number").values_list("data", "mission"))
    assert journal() == [(entry.data, entry.mission) for entry in begun.entries.order_by("number")] != []


def test_texts_and_moments_are_given_as_numbers_are(cast: Cast):
    begun = make.club(cast)
    seat = begun.seats.get(role=Role.COMMANDER, side="axis")
    until = timezone.now() + timedelta(hours=1)
    seats.name_stand_in(actor=cast.axis, campaign=begun, seat=seat.pk, user=cast.reader, until=until)
    asked = Prepared(
        lambda: Seat.objects.filter(side=text("side"), stand_in_until__gt=moment("now")).values_list("stand_in")
    )
    assert asked(side="axis", now=until - timedelta(seconds=1)) == [(cast.reader.pk,)]
    assert asked(side="axis", now=until) == []
    assert asked(side="allied", now=until - timedelta(seconds=1)) == []


def test_a_uuid_is_given_as_it_is_stored(cast: Cast):
    job = jobs.order_here(jobs.DEMO, cast.owner)
    asked = Prepared(lambda: Job.objects.filter(pk=uuid("job"), sent_at__lt=moment("now")))
    assert asked(job=job.pk, now=timezone.now() + timedelta(seconds=1)) == [job]
    assert asked(job=job.pk, now=job.sent_at - timedelta(hours=1)) == []
    assert asked(job=uuid4(), now=timezone.now()) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_its_own_connection(cast: Cast):
    begun = make.campaign(cast.owner)
    theirs = Prepared(lambda: Campaign.objects.select_related("pack").filter(owner=number("owner")))

    def ask(_: int) -> tuple[list[Campaign], int]:
        with CaptureQueriesContext(connection) as asked:
            found = theirs(owner=cast.owner.pk)
        connection.close()
        return found, len(asked)

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, range(4))) == [([begun], 1)] * 4


def test_of_several_numbers_as_many_are_asked_for_as_there_are(cast: Cast):
    asked = Prepared(lambda: User.objects.filter(pk__in=several("people")).order_by("username"))
    assert asked(people=[cast.umpire.pk, cast.axis.pk, 0]) == [cast.axis, cast.umpire]
    assert asked(people={cast.owner.pk: "by a mapping, too"}) == [cast.owner]
    assert asked(people=[]) == []
    seats_of = Prepared(lambda: Seat.objects.filter(campaign__in=several("campaigns")).order_by("pk"))
    begun = make.club(cast)
    assert seats_of(campaigns=[begun.pk]) == list(begun.seats.order_by("pk")) != []


def test_rows_are_counted_and_cut(cast: Cast):
    begun = make.club(cast)
    counted = Prepared(
        lambda: begun.seats.order_by().filter(role__gte=number("role")).values_list(Window(Count("pk")))[:1]
    )
    assert counted(role=Role.READER) == [(begun.seats.count(),)]
    assert counted(role=Role.UMPIRE + 1) == []


def test_a_number_that_the_database_has_no_room_for_finds_nothing(cast: Cast):
    asked = Prepared(lambda: User.objects.filter(pk=number("user")))
    assert asked(user=10**30) == asked(user=-(10**30)) == []
    assert asked(user=cast.owner.pk) == [cast.owner]


def test_what_it_cannot_give_as_the_queryset_does_is_no_prepared_query():
    for found in (
        Campaign.objects.prefetch_related("seats"),
        Campaign.objects.values("name"),
        Campaign.objects.values_list("name", flat=True),
    ):
        with pytest.raises(TypeError):
            Prepared[object](found.all)()


def test_no_prepared_query_holds_the_moment_or_the_person_that_asked_first():
    for moment_itself in (
        lambda: Seat.objects.filter(stand_in_until__gt=timezone.now()),
        lambda: Seat.objects.filter(stand_in_until__date=timezone.now().date()),
        lambda: Seat.objects.held_by(number("user")),
        lambda: Campaign.objects.for_user(number("user")),
    ):
        with pytest.raises(TypeError, match="moment"):
            Prepared(moment_itself)()
    import_module("config.urls")
    house = [vars(module) for name, module in sys.modules.items() if not name.startswith("tests.")]
    every = [each for names in house for each in names.values() if isinstance(each, Prepared)]
    assert len(every) > 20
    for each in every:
        now = prepared._put_together(each._make())
        with mock.patch.object(timezone, "now", return_value=datetime(2020, 1, 1, tzinfo=UTC)):
            long_ago = prepared._put_together(each._make())
        assert (now.sql, _told(now.parameters)) == (long_ago.sql, _told(long_ago.parameters))


def _told(parameters: Iterable[object]) -> list[object]:
    """Psycopg's documents are equal to themselves alone."""
    return [each if isinstance(each, prepared.Given) else repr(each) for each in parameters]


def test_rows_at_hand_are_asked_no_more_but_what_is_asked_of_them_is(cast: Cast, django_assert_num_queries):
    begun = make.club(cast)
    held = list(Seat.objects.filter(campaign=begun))
    fresh = Campaign.objects.get(pk=begun.pk)
    have_fetched(fresh, "seats", held)
    with django_assert_num_queries(0):
        assert list(fresh.seats.all()) == held
        assert all(seat.campaign is fresh for seat in fresh.seats.all())
    with django_assert_num_queries(1):
        assert [seat.user for seat in fresh.seats.filter(side="axis").select_related("user")] == [cast.axis]
    have_fetched(fresh, "pilots", [])
    with django_assert_num_queries(0):
        assert (list(fresh.seats.all()), list(fresh.pilots.all())) == (held, [])
